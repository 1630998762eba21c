//! Finite ranges for the functions that actions change.
//!
//! PDDL's numbers are unbounded, the planner's are not. A bound is sound if it affects no plan:
//!
//! - The range includes the initial and the assigned values. Each decrease guarded by a precondition on the same number,
//!   such as `(>= (fuel ?v) 3)` before `(decrease (fuel ?v) 3)`, leads no lower than the guard minus the amount.
//! - If a decrease has no guard but nothing ever increases the number, all values below every constant that it is
//!   compared with are equivalent: the number is clamped just below the least of them.
//! - Otherwise the number has no lower bound in PDDL, and the end of the assumed range is used: actions that would lead
//!   beyond it are inapplicable.
//!
//! Upper bounds are derived in the same manner.

use std::ops::RangeInclusive;

use cunning_diag::Collector;
use cunning_plan::model::Comparison;

use super::actions::Translation;
use super::conditions::{Arg, Condition, Constant, Literal};
use super::numbers::{Amount, Delta, Sum};
use super::world::World;
use crate::codes;
use crate::limits::NUMBER_MAX;
use crate::model::{FunctionId, turned};

/// The range of a function, and the ends at which values are clamped instead of making the action inapplicable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) min: i64,
    pub(super) max: i64,
    pub(super) clamps_low: bool,
    pub(super) clamps_high: bool,
}

/// The range of each function that actions change and conditions compare, and the functions for which a range had to be
/// assumed.
pub(super) fn derive(
    world: &World<'_>,
    translation: &Translation<'_>,
    assumed: &RangeInclusive<i64>,
    collector: &mut Collector,
) -> (Vec<Option<Range>>, Vec<FunctionId>) {
    let mut without = Vec::new();
    let mut ranges = Vec::new();
    for function in (0..world.model.functions.len()).map(FunctionId) {
        let matters = world.is_changed(function) && world.is_compared(function);
        let has_values = world.values_of(function).next().is_some();
        let found = (matters && has_values)
            .then(|| range(world, function, translation, assumed, collector))
            .flatten();
        if found.is_some_and(|(_, is_assumed)| is_assumed) {
            without.push(function);
        }
        ranges.push(found.map(|(range, _)| range));
    }
    (ranges, without)
}

/// An end of a range. The upper end is the lower end of the negated number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

impl End {
    /// The number, negated for the upper end, so that less is further out.
    fn see(self, value: i64) -> i64 {
        match self {
            Self::Low => value,
            Self::High => -value,
        }
    }
}

/// The range of a function, and whether an end of it had to be assumed.
fn range(
    world: &World<'_>,
    function: FunctionId,
    translation: &Translation<'_>,
    assumed: &RangeInclusive<i64>,
    collector: &mut Collector,
) -> Option<(Range, bool)> {
    let one_end = |end: End, assumed: i64| outermost(world, function, translation, end, end.see(assumed));
    let (low, high) = (one_end(End::Low, *assumed.start()), one_end(End::High, *assumed.end()));
    let range = Range {
        min: low.value,
        max: -high.value,
        clamps_low: low.kind == EndKind::Clamped,
        clamps_high: high.kind == EndKind::Clamped,
    };
    if range.min < -NUMBER_MAX || range.max > NUMBER_MAX {
        let name = &world.model.functions[function.0].name;
        let message = format!("`{}` may leave the range from -{NUMBER_MAX} to {NUMBER_MAX}", name.text);
        collector.error(name.span, codes::RANGE, message);
        return None;
    }
    Some((range, [low.kind, high.kind].contains(&EndKind::Assumed)))
}

/// The outermost value of a function, as the end sees it.
#[derive(Clone, Copy)]
struct Outermost {
    value: i64,
    kind: EndKind,
}

/// What happens at an end of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndKind {
    /// No action leads beyond it.
    Reached,
    /// Values beyond it are equivalent to it.
    Clamped,
    /// Actions that would lead beyond it are inapplicable, although PDDL has no such limit.
    Assumed,
}

fn outermost(
    world: &World<'_>,
    function: FunctionId,
    translation: &Translation<'_>,
    end: End,
    assumed: i64,
) -> Outermost {
    let mut least = extent(world, function, end).0;
    let mut returns = false;
    let mut is_unguarded = false;
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
                        None => is_unguarded = true,
                    }
                }
            }
        }
    }
    if !is_unguarded {
        return Outermost { value: least, kind: EndKind::Reached };
    }
    if returns {
        return Outermost { value: least.min(assumed), kind: EndKind::Assumed };
    }
    // All values below every compared constant are equivalent.
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
    Outermost { value: least, kind: EndKind::Clamped }
}

/// The least and the greatest initial value of a function, as the end sees them.
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

/// The least value after a guarded change, as the end sees it; `None` without a guard.
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
        // The amount is exactly what the guard requires.
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
