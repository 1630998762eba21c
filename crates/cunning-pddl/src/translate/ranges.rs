//! Finite ranges for the functions that change.
//!
//! PDDL knows no ends, the planner's numbers have them. An end is sound if no plan can tell the difference:
//!
//! - It starts from the values that are given or assigned. Each decrease guarded by a precondition on the same number,
//!   such as `(>= (fuel ?v) 3)` before `(decrease (fuel ?v) 3)`, can reach what the guard leaves and no less.
//! - Where a decrease has no guard, but nothing ever increases the number, all values below every constant that it is
//!   compared with are alike: the number stops just below the least of them.
//! - Otherwise it could fall without end, which is a mistake that names the effect without a guard.
//!
//! The same holds for increases with above and below exchanged.

use cunning_diag::Diagnostic;
use cunning_plan::model::Comparison;

use super::actions::Translation;
use super::conditions::{Arg, Condition, Constant, Literal};
use super::numbers::{Amount, Delta, Sum};
use super::world::World;
use crate::codes;
use crate::findings::Findings;
use crate::limits::NUMBER_MAX;
use crate::model::{FunctionId, turned};

/// The range of a function, and at which ends its values stop instead of forbidding the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) min: i64,
    pub(super) max: i64,
    pub(super) clamps_low: bool,
    pub(super) clamps_high: bool,
}

/// The range of each function that changes and matters.
pub(super) fn derive(
    world: &World<'_>,
    translation: &Translation<'_>,
    findings: &mut Findings,
) -> Vec<Option<Range>> {
    let functions = (0..world.model.functions.len()).map(FunctionId);
    functions
        .map(|function| {
            let matters = world.is_changed(function) && world.is_compared(function);
            let has_values = world.values_of(function).next().is_some();
            (matters && has_values).then(|| range(world, function, translation, findings)).flatten()
        })
        .collect()
}

/// Which end is looked at. The upper end is the lower end of the number with its sign turned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

impl End {
    /// A number as this end sees it: less is further out.
    fn see(self, value: i64) -> i64 {
        match self {
            Self::Low => value,
            Self::High => -value,
        }
    }
}

fn range(
    world: &World<'_>,
    function: FunctionId,
    translation: &Translation<'_>,
    findings: &mut Findings,
) -> Option<Range> {
    let one_end = |end: End, findings: &mut Findings| outermost(world, function, translation, end, findings);
    let (low, high) = (one_end(End::Low, findings), one_end(End::High, findings));
    let ((min, clamps_low), (max, clamps_high)) = (low?, high?);
    let range = Range { min, max: -max, clamps_low, clamps_high };
    if range.min < -NUMBER_MAX || range.max > NUMBER_MAX {
        let name = &world.model.functions[function.0].name;
        let message = format!("`{}` may come to be beyond ±{NUMBER_MAX}", name.text);
        findings.error(name.place, codes::RANGE, message);
        return None;
    }
    Some(range)
}

/// The outermost value that a function can have or needs to have, as the end sees it, and whether it stops there.
fn outermost(
    world: &World<'_>,
    function: FunctionId,
    translation: &Translation<'_>,
    end: End,
    findings: &mut Findings,
) -> Option<(i64, bool)> {
    let mut least = extent(world, function, end).0;
    let mut returns = false;
    let mut unguarded: Option<&Delta> = None;
    for action in &translation.actions {
        for delta in action.deltas.iter().filter(|delta| delta.function == function) {
            match &delta.amount {
                Amount::Set(constant) => least = least.min(bounds(world, constant, end).0),
                Amount::Add(sum) => {
                    let (down, up) = total(world, sum, end);
                    returns |= up > 0;
                    if down >= 0 {
                        continue;
                    }
                    match guard(world, &action.condition, delta, sum, end) {
                        Some(after) => least = least.min(after),
                        None => unguarded = unguarded.or(Some(delta)),
                    }
                }
            }
        }
    }
    let Some(delta) = unguarded else { return Some((least, false)) };
    if returns {
        falls_without_end(world, delta, end, findings);
        return None;
    }
    // Below all that it is compared with, one value is as good as another.
    let mut conditions = vec![&translation.goal];
    for action in &translation.actions {
        conditions.push(&action.condition);
        conditions.extend(action.assignments.iter().map(|assignment| &assignment.when));
        conditions.extend(action.deltas.iter().map(|delta| &delta.when));
    }
    while let Some(condition) = conditions.pop() {
        match condition {
            Condition::All(members) | Condition::Any(members) => conditions.extend(members),
            Condition::Literal(Literal::Compare { function: compared, right, .. })
                if *compared == function =>
            {
                least = least.min(bounds(world, right, end).0 - 1);
            }
            Condition::Literal(_) => {}
        }
    }
    Some((least, true))
}

fn falls_without_end(world: &World<'_>, delta: &Delta, end: End, findings: &mut Findings) {
    let name = &world.model.functions[delta.function.0].name.text;
    let (falls, comparison) = match end {
        End::Low => ("fall", ">="),
        End::High => ("rise", "<="),
    };
    let message = format!("`{name}` could {falls} without end here, but numbers need a range");
    let hint = format!("guard the action by a precondition such as `({comparison} ({name} …) 9)`");
    findings.push(delta.place, Diagnostic::error(codes::RANGE, message).hint(hint));
}

/// The least and the greatest value of a function that has not changed, as the end sees them.
fn extent(world: &World<'_>, function: FunctionId, end: End) -> (i64, i64) {
    let (least, greatest) = world.extent(function);
    let (one, other) = (end.see(least), end.see(greatest));
    (one.min(other), one.max(other))
}

/// The least and the greatest value of a constant, as the end sees them.
fn bounds(world: &World<'_>, constant: &Constant, end: End) -> (i64, i64) {
    match constant {
        Constant::Literal(value) => {
            let value = end.see(value.to_int().unwrap_or_default());
            (value, value)
        }
        Constant::Function(function, _) => extent(world, *function, end),
    }
}

/// The least and the greatest value of a sum, as the end sees them.
fn total(world: &World<'_>, sum: &Sum, end: End) -> (i64, i64) {
    let whole = end.see(sum.whole);
    sum.parts.iter().fold((whole, whole), |(low, high), part| {
        let (least, greatest) = extent(world, part.function, end);
        if part.is_taken { (low - greatest, high - least) } else { (low + least, high + greatest) }
    })
}

/// The least value after a change that its action's conditions leave, as the end sees it; nothing if they leave all.
fn guard(world: &World<'_>, precondition: &Condition, delta: &Delta, sum: &Sum, end: End) -> Option<i64> {
    let is_target = |args: &Vec<Arg>| *args == delta.args || delta.aliases.contains(args);
    let literals = precondition.literals().chain(delta.when.literals());
    let after = literals.filter_map(|literal| {
        let Literal::Compare { function, args, comparison, right } = literal else { return None };
        if *function != delta.function || !is_target(args) {
            return None;
        }
        let comparison = if end == End::Low { *comparison } else { turned(*comparison) };
        let beyond = match comparison {
            Comparison::Greater => 1,
            Comparison::AtLeast | Comparison::Equal => 0,
            Comparison::Unequal | Comparison::Less | Comparison::AtMost => return None,
        };
        // What is taken away is just what the guard asks for, however much that is.
        if let (End::Low, 0, [part], Constant::Function(function, args)) =
            (end, sum.whole, &sum.parts[..], right)
            && part.is_taken
            && (part.function, &part.args) == (*function, args)
        {
            return Some(beyond);
        }
        Some(bounds(world, right, end).0 + beyond + total(world, sum, end).0)
    });
    after.max()
}
