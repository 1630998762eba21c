//! Producers: the ground actions that achieve a condition, and what each of them requires.
//!
//! Producers are found backward through the values of the condition's fact: an action may start from a value that is
//! not reachable either, and then the actions that lead *there* are the relevant ones.

use crate::ground::{GroundActionId, Grounding};
use crate::model::Comparison;
use crate::relax::{Combine, Reached, Relaxation, UNREACHABLE};
use crate::task::{
    Atom, Change, Conjunction, Cost, Effect, Expr, Operator, Reading, Relation, Scale, Set, TaskAction, VarId,
};

use super::need::{Need, NeedKind, NoValues};
use super::words::Words;

/// A ground action that can make a condition true.
#[derive(Clone, Debug)]
pub(super) struct Producer {
    pub(super) id: GroundActionId,
    /// The change of the fact.
    pub(super) change: String,
    /// The values between it and the condition if it does not achieve the condition at once, the last one first.
    pub(super) through: Vec<Need>,
    pub(super) takes: Takes,
    rank: (usize, usize, u64, u32),
}

/// What a ground action requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    All(Vec<Requirement>),
    /// The action can never be done, for this reason.
    Never(String),
}

/// A condition of a ground action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Requirement {
    pub(super) need: Need,
    /// The reason, if it is not declared as a condition.
    pub(super) because: Option<String>,
}

/// The direction of all changes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trend {
    Falls,
    Rises,
}

/// What can be reached in the relaxed task, and the actions that change each variable.
pub(super) struct Producers<'a> {
    words: Words<'a>,
    start: &'a [u32],
    relaxation: Relaxation,
    reached: Reached,
    /// For each variable, the task actions that change it, with the index of the effect.
    changed_by: Vec<Vec<(u32, usize)>>,
    /// For each task action, the index of its first operator.
    first_operator: Vec<usize>,
}

/// One way in which an effect can happen.
struct Way<'t> {
    task_action: u32,
    operator: &'t Operator,
    effect: &'t Effect,
    /// The condition of the operator and of the effect.
    when: Conjunction,
}

/// The largest domain that is searched backward.
const DOMAIN_MAX: u32 = 4096;
/// The number of producers that are examined.
const PRODUCERS_MAX: usize = 64;

impl<'a> Producers<'a> {
    pub(super) fn new(words: Words<'a>, start: &'a [u32], without: &[GroundActionId]) -> Self {
        let task = words.grounding.task();
        let relaxation = Relaxation::new(task);
        let mut is_refused = vec![false; task.actions.len()];
        for id in without {
            is_refused[id.0 as usize] = true;
        }
        let prices: Vec<u64> = task
            .operators
            .iter()
            .map(|operator| match operator.cost {
                _ if is_refused[operator.task_action as usize] => UNREACHABLE,
                Cost::Fixed(cost) => cost.saturating_add(1).min(u64::MAX >> 24),
                Cost::Read(_) => 1,
            })
            .collect();
        let mut facts = Vec::new();
        relaxation.facts_of(start.iter().copied(), &mut facts);
        let mut reached = Reached::default();
        reached.explore(&relaxation, &facts, &prices, Combine::Sum);
        let mut changed_by = vec![Vec::new(); task.sizes.len()];
        for (at, task_action) in (0..).zip(&task.actions) {
            for (number, effect) in task_action.effects.iter().enumerate() {
                changed_by[effect.var.index()].push((at, number));
            }
        }
        let mut first_operator = vec![0; task.actions.len() + 1];
        for operator in &task.operators {
            first_operator[operator.task_action as usize + 1] += 1;
        }
        for at in 1..first_operator.len() {
            first_operator[at] += first_operator[at - 1];
        }
        Self { words, start, relaxation, reached, changed_by, first_operator }
    }

    fn grounding(&self) -> &'a Grounding {
        self.words.grounding
    }

    fn size(&self, var: VarId) -> u32 {
        self.grounding().task().sizes[var.index()]
    }

    /// Returns the relaxed cost of a condition; [`UNREACHABLE`] proves that it cannot be reached.
    pub(super) fn roughly(&self, need: &Need) -> u64 {
        match &need.kind {
            NeedKind::Atom { atom, .. } => self.reached.least_of(&self.relaxation, atom),
            NeedKind::Relation(_) => 0,
        }
    }

    /// Returns whether a value of a variable may be reachable.
    fn may_be(&self, var: VarId, value: u32) -> bool {
        let costs = self.reached.costs_of(&self.relaxation, var, self.size(var));
        costs.is_none_or(|costs| costs.get(value as usize) != Some(&UNREACHABLE))
    }

    /// Returns all ways in which the effects on a variable can happen.
    fn ways(&self, var: VarId) -> impl Iterator<Item = Way<'a>> {
        let task = self.grounding().task();
        self.changed_by[var.index()].iter().flat_map(move |&(task_action, number)| {
            let effect = &task.actions[task_action as usize].effects[number];
            let operators = &task.operators
                [self.first_operator[task_action as usize]..self.first_operator[task_action as usize + 1]];
            operators.iter().flat_map(move |operator| {
                effect.when.iter().filter_map(move |when| {
                    let when = operator.pre.and(when)?;
                    Some(Way { task_action, operator, effect, when })
                })
            })
        })
    }

    /// Lists how actions change a fact, each action and change once: `eat` (`food += 7`).
    pub(super) fn changes(&self, var: VarId) -> Vec<(GroundActionId, String)> {
        let task = self.grounding().task();
        let mut found: Vec<(GroundActionId, String)> = Vec::new();
        for &(task_action, number) in &self.changed_by[var.index()] {
            let change = self.words.change(&task.actions[task_action as usize].effects[number]);
            let action = self.grounding().action(GroundActionId(task_action));
            let is_known = |(id, known): &(GroundActionId, String)| {
                *known == change && self.grounding().action(*id) == action
            };
            if !found.iter().any(is_known) {
                found.push((GroundActionId(task_action), change));
            }
        }
        found
    }

    /// Returns the direction of all changes of a number, if they have the same one.
    pub(super) fn trend(&self, var: VarId) -> Option<Trend> {
        let task = self.grounding().task();
        let mut trend = None;
        for &(task_action, number) in &self.changed_by[var.index()] {
            let own = match &task.actions[task_action as usize].effects[number].change {
                Change::Add { by: Expr::Const(by), .. } if *by < 0 => Trend::Falls,
                Change::Add { by: Expr::Const(_), .. } => Trend::Rises,
                _ => return None,
            };
            if trend.is_some_and(|trend| trend != own) {
                return None;
            }
            trend = Some(own);
        }
        trend
    }

    /// Returns how many conditions of the best producer of a condition cannot be reached.
    pub(super) fn hopeless(&self, need: &Need) -> usize {
        self.of(need).first().map_or(0, |producer| producer.rank.0)
    }

    /// Returns the ground actions that achieve a condition, best first.
    pub(super) fn of(&self, need: &Need) -> Vec<Producer> {
        let var = need.var();
        let mut found: Vec<Producer> = match &need.kind {
            NeedKind::Relation(_) => {
                self.ways(var).map(|way| self.producer(&way, Vec::new(), None)).collect()
            }
            NeedKind::Atom { atom, .. } if self.size(var) > DOMAIN_MAX => self
                .ways(var)
                .filter(|way| self.may_lead(way, atom.set))
                .map(|way| self.producer(&way, Vec::new(), Some(atom.set)))
                .collect(),
            NeedKind::Atom { atom, .. } => self.backward(*atom),
        };
        found.sort_by_key(|producer| producer.rank);
        found.truncate(PRODUCERS_MAX);
        found
    }

    /// Finds producers backward through the values of a fact.
    fn backward(&self, goal: Atom) -> Vec<Producer> {
        let var = goal.var;
        let size = self.size(var);
        let mut is_wanted: Vec<bool> = (0..size).map(|value| goal.set.contains(value)).collect();
        let mut waiting: std::collections::VecDeque<(Vec<u32>, Vec<Need>)> =
            [(goal.set.values().collect(), Vec::new())].into();
        let mut found = Vec::new();
        while let Some((targets, through)) = waiting.pop_front() {
            let leads_to = |value: u32| targets.binary_search(&value).is_ok();
            let set = if through.is_empty() { Some(goal.set) } else { None };
            for way in self.ways(var) {
                let sources = self.sources(&way, &leads_to);
                if sources.iter().any(|&source| self.may_be(var, source)) {
                    found.push(self.producer(&way, through.clone(), set));
                    continue;
                }
                let new: Vec<u32> =
                    sources.into_iter().filter(|&source| !is_wanted[source as usize]).collect();
                for &source in &new {
                    is_wanted[source as usize] = true;
                }
                let Some(&first) = new.first() else { continue };
                let mut through = through.clone();
                // Intermediate numbers add nothing to the action itself.
                if !self.words.is_int(var)
                    && let Some(set) = Set::only(size, first)
                {
                    through.push(Need::of_atom(&self.words, Atom { var, set }, self.start));
                }
                waiting.push_back((new, through));
            }
        }
        found
    }

    /// Returns whether an effect leads into a set or towards it, as far as can be decided without trying all values.
    fn may_lead(&self, way: &Way<'_>, set: Set) -> bool {
        let (low, high) = set.ends();
        let start = self.start.get(way.effect.var.index()).copied().unwrap_or(0);
        match &way.effect.change {
            Change::Assign(after) => set.contains(*after),
            Change::Add { by: Expr::Const(by), .. } if start < low => *by > 0,
            Change::Add { by: Expr::Const(by), .. } if start > high => *by < 0,
            Change::Add { .. } | Change::Set { .. } | Change::Copy { .. } => true,
            Change::Refuse => false,
        }
    }

    /// Returns the values from which an effect leads to a wanted one.
    fn sources(&self, way: &Way<'_>, is_wanted: &dyn Fn(u32) -> bool) -> Vec<u32> {
        let Effect { var, change, .. } = way.effect;
        let size = self.size(*var);
        let own = way.when.atoms.iter().find(|atom| atom.var == *var);
        let allowed = own.map_or(Set::full(size), |atom| atom.set);
        let leads = |value: &u32| match change {
            Change::Assign(after) => is_wanted(*after),
            Change::Add { by: Expr::Const(_), .. } => {
                change.apply(*var, size, &|_| *value).is_some_and(|after| after != *value && is_wanted(after))
            }
            // The new value is unknown.
            Change::Add { .. } | Change::Set { .. } | Change::Copy { .. } => true,
            Change::Refuse => false,
        };
        allowed.values().filter(leads).collect()
    }

    fn producer(&self, way: &Way<'_>, through: Vec<Need>, set: Option<Set>) -> Producer {
        let takes = self.takes(way, set);
        let needs: Vec<&Need> = match &takes {
            Takes::All(all) => all.iter().map(|requirement| &requirement.need).collect(),
            Takes::Never(_) => Vec::new(),
        };
        let costs = needs.iter().map(|need| self.roughly(need));
        let hopeless = match takes {
            Takes::All(_) => costs.clone().filter(|&cost| cost == UNREACHABLE).count(),
            Takes::Never(_) => usize::MAX,
        };
        let rank = (hopeless, through.len(), costs.fold(0, u64::saturating_add), way.task_action);
        let change = self.words.change(way.effect);
        Producer { id: GroundActionId(way.task_action), change, through, takes, rank }
    }

    /// Returns what is required for an effect to happen and to give its variable a value of a set, besides the
    /// previous value of the variable.
    fn takes(&self, way: &Way<'_>, set: Option<Set>) -> Takes {
        let Some(task_action) = self.grounding().task().actions.get(way.task_action as usize) else {
            return Takes::Never(String::new());
        };
        let mut written = way.when.clone();
        written.atoms.retain(|atom| atom.var != way.effect.var);
        if let (Change::Copy { from: Reading::Object { var, codes }, to }, Some(set)) =
            (&way.effect.change, set)
        {
            let leads =
                |code: &u32| to.get(*code as usize).copied().flatten().is_some_and(|to| set.contains(to));
            let sources = codes.iter().take(64).enumerate().filter(|(_, code)| leads(code));
            let bits = sources.fold(0, |bits, (at, _)| bits | 1_u64 << at);
            let size = self.size(*var);
            if size <= 64 && bits != 0 && Set::Mask(bits) != Set::full(size) {
                let source = Conjunction::of_atom(Atom { var: *var, set: Set::Mask(bits) });
                match written.and(&source) {
                    Some(both) => written = both,
                    None => {
                        return Takes::Never(format!(
                            "its conditions exclude `{}`",
                            self.words.change(way.effect)
                        ));
                    }
                }
            }
        }
        let needs = match Need::all_of(&self.words, &written, self.start) {
            Ok(needs) => needs,
            Err(NoValues::Never) => return Takes::Never("its conditions exclude each other".to_owned()),
            Err(NoValues::Unknown) => {
                return Takes::Never("no values were found that meet its conditions".to_owned());
            }
        };
        let mut all: Vec<Requirement> =
            needs.into_iter().map(|need| Requirement { need, because: None }).collect();
        for (needs, because) in self.unwritten(way, task_action) {
            match needs {
                None => return Takes::Never(because),
                Some(needs) => {
                    for need in needs {
                        if !all.iter().any(|known| known.need == need) {
                            all.push(Requirement { need, because: Some(because.clone()) });
                        }
                    }
                }
            }
        }
        Takes::All(all)
    }

    /// Returns what is required besides the declared conditions, with reasons: ranges, defined numbers and a valid
    /// cost. `None` if it is impossible.
    fn unwritten(&self, way: &Way<'_>, task_action: &TaskAction) -> Vec<(Option<Vec<Need>>, String)> {
        let mut found = Vec::new();
        // The possible previous values of the effect's fact are already known.
        let others = task_action.effects.iter().filter(|effect| effect.var != way.effect.var);
        for effect in others.filter(|effect| effect.is_unconditional()) {
            match self.range(way, effect) {
                Ok(conjunction) if conjunction.is_true() => {}
                Ok(conjunction) => {
                    let needs = Need::all_of(&self.words, &conjunction, self.start);
                    found.push((needs.ok(), self.within(effect)));
                }
                Err(()) => found.push((None, self.beyond(effect))),
            }
        }
        let defined = task_action.defined.iter().map(|expr| (expr, expr, Comparison::Equal, Scale::Whole));
        let zero = Expr::Const(0);
        let cost = match &way.operator.cost {
            Cost::Read(expr) => Some((expr, &zero, Comparison::AtLeast, Scale::Millionths)),
            Cost::Fixed(_) => None,
        };
        for (left, right, comparison, scale) in defined.chain(cost) {
            let relation = Relation { left: left.clone(), comparison, right: right.clone() };
            let value = |var: VarId| self.start.get(var.index()).copied().unwrap_or(0);
            if !relation.holds(&value) {
                let conjunction = Conjunction::of_relation(relation);
                let text = self.words.number(left, scale);
                let what = if scale == Scale::Millionths { "its cost " } else { "" };
                let is_undefined = left.value(&value).is_none();
                let flaw = if is_undefined { "undefined" } else { "negative" };
                let because = format!("or {what}`{text}` is {flaw}");
                found.push((Need::values_for(&self.words, &conjunction, self.start).ok(), because));
            }
        }
        found
    }

    /// Returns what the range of an effect requires beyond the declared conditions.
    fn range(&self, way: &Way<'_>, effect: &Effect) -> Result<Conjunction, ()> {
        let Change::Add { by, ends } = &effect.change else { return Ok(Conjunction::default()) };
        let size = self.size(effect.var);
        let Some(by) = by.constant() else {
            let Some((min, max)) = self.words.range(effect.var) else { return Ok(Conjunction::default()) };
            let read = Expr::Read(Reading::Int { var: effect.var, min, factor: 1 });
            let minus = |from: i64| match by {
                Expr::Negated(by) if from == 0 => Expr::clone(by),
                by => Expr::Binary(
                    crate::model::Operator::Subtract,
                    Scale::Whole,
                    Box::new(Expr::Const(from)),
                    Box::new(by.clone()),
                ),
            };
            let side = |comparison, end| Relation { left: read.clone(), comparison, right: minus(end) };
            let value = |var: VarId| self.start.get(var.index()).copied().unwrap_or(0);
            let mut relations = Vec::new();
            relations.extend((!ends.clamp_low).then(|| side(Comparison::AtLeast, min)));
            relations.extend((!ends.clamp_high).then(|| side(Comparison::AtMost, max)));
            relations.retain(|relation: &Relation| !relation.holds(&value));
            return Ok(Conjunction { atoms: Vec::new(), relations });
        };
        let set = ends.allow(by, size).ok_or(())?;
        let own = way.when.atoms.iter().find(|atom| atom.var == effect.var);
        let both = own.map_or(Some(set), |own| own.set.intersect(set)).ok_or(())?;
        if own.is_some_and(|own| own.set == both) || set.is_full(size) {
            return Ok(Conjunction::default());
        }
        Ok(Conjunction::of_atom(Atom { var: effect.var, set }))
    }

    /// Returns what would be wrong if an effect left its range.
    fn within(&self, effect: &Effect) -> String {
        let change = self.words.change(effect);
        match (&effect.change, self.words.range(effect.var)) {
            (Change::Add { by: Expr::Const(by), .. }, Some((min, max))) => {
                let (side, end) = if *by < 0 { ("below", min) } else { ("beyond", max) };
                format!("or `{change}` goes {side} {end}")
            }
            (_, Some((min, max))) => format!("or `{change}` leaves the range {min} to {max}"),
            (_, None) => format!("or `{change}` is impossible"),
        }
    }

    /// Returns why an effect always leaves its range.
    fn beyond(&self, effect: &Effect) -> String {
        let change = self.words.change(effect);
        match self.words.range(effect.var) {
            Some((min, max)) => {
                let fact = self.words.fact(effect.var);
                format!(
                    "`{change}` leaves the range of `{fact}`, {min} to {max}, whenever its conditions hold"
                )
            }
            None => format!("`{change}` is impossible"),
        }
    }
}
