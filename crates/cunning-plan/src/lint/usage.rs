//! Readers and writers of each fact.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;

use super::{Outside, Part};
use crate::limits::LINT_STEPS_MAX;
use crate::model::{
    Change, Condition, Cost, FactId, FactRef, Number, Outcome, Param, PlanningDomain, Setting,
};

/// A condition with its scope.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    /// The condition.
    pub(super) condition: &'a Condition,
    /// The parameters in scope.
    pub(super) params: &'a [Param],
}

/// Readers and writers of each fact.
pub(super) struct Usage<'a> {
    /// The conditions of actions, their effects and their costs.
    pub(super) action_conditions: Vec<Site<'a>>,
    /// For each fact, its changes by all actions, including those of sub-goals, with the parameters in scope.
    changes: Vec<Vec<(Cow<'a, Change>, &'a [Param])>>,
    /// For each fact, its values at the start.
    starts: Vec<Vec<&'a Setting>>,
    /// The number of changes and start values that may still be examined.
    steps: Cell<usize>,
    /// For each fact, the first place that reads it.
    first_reads: Vec<Option<&'a FactRef>>,
    /// For each fact, whether something outside of the planning part reads it.
    read_outside: Vec<bool>,
    /// For each fact, whether something changes it or sets it at the start.
    given: Vec<bool>,
    /// For each fact, whether an action changes it.
    written: Vec<bool>,
    /// For each fact, whether it may have any value at the start.
    free: Vec<bool>,
}

impl<'a> Usage<'a> {
    pub(super) fn of(domain: &'a PlanningDomain, outside: &Outside, part: Part<'_>) -> Self {
        let count = domain.facts.len();
        let is_free = |id: FactId| domain.facts[id].sensed || outside.written.contains(&id);
        let mut usage = Self {
            action_conditions: Vec::new(),
            changes: vec![Vec::new(); count],
            starts: vec![Vec::new(); count],
            steps: Cell::new(LINT_STEPS_MAX),
            first_reads: vec![None; count],
            read_outside: domain.facts.ids().map(|id| outside.read.contains(&id)).collect(),
            given: domain.facts.ids().map(is_free).collect(),
            written: vec![false; count],
            free: domain.facts.ids().map(is_free).collect(),
        };
        let mut achieved = BTreeSet::new();
        for (_, action) in domain.actions.iter().filter(|(id, _)| part.has_action(*id)) {
            let params = action.params.as_slice();
            for condition in &action.when {
                usage.action_conditions.push(Site { condition, params });
            }
            if let Outcome::Achieves { goal, .. } = action.outcome
                && achieved.insert(goal)
            {
                let goal = &domain.goals[goal];
                goal.want
                    .iter()
                    .filter_map(Condition::as_change)
                    .for_each(|change| usage.writes(Cow::Owned(change), &goal.params));
            }
            for (_, change) in action.changes() {
                change.kind.facts(&mut |fact| usage.reads(fact));
                usage.writes(Cow::Borrowed(change), params);
            }
            for effect in action.effects() {
                let crate::model::Effect::When { when, .. } = effect else { continue };
                usage.action_conditions.extend(when.iter().map(|condition| Site { condition, params }));
            }
            match &action.cost {
                Cost::Number(number) => usage.reads_number(number),
                Cost::Rules(rules) => {
                    for rule in rules {
                        usage.reads_number(&rule.is);
                        usage
                            .action_conditions
                            .extend(rule.when.iter().map(|condition| Site { condition, params }));
                    }
                }
            }
        }
        for site in usage.action_conditions.clone() {
            site.condition.facts(&mut |fact| usage.reads(fact));
        }
        for (_, goal) in domain.goals.iter().filter(|(id, _)| part.has_goal(*id)) {
            for condition in &goal.want {
                condition.facts(&mut |fact| usage.reads(fact));
            }
        }
        for setting in &domain.start {
            usage.given[setting.fact.index()] = true;
            usage.starts[setting.fact.index()].push(setting);
        }
        usage
    }

    fn writes(&mut self, change: Cow<'a, Change>, params: &'a [Param]) {
        let fact = change.fact.fact.index();
        self.written[fact] = true;
        self.given[fact] = true;
        self.changes[fact].push((change, params));
    }

    /// Returns the changes of a fact, with the parameters in scope.
    pub(super) fn changes_of(&self, fact: FactId) -> &[(Cow<'a, Change>, &'a [Param])] {
        self.changes.get(fact.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns whether some change of a fact passes a test, or the limit is reached.
    pub(super) fn some_change(&self, fact: FactId, passes: impl Fn(&Change, &[Param]) -> bool) -> bool {
        let changes = self.changes.get(fact.index()).into_iter().flatten();
        self.some(changes, |(change, params)| passes(change, params))
    }

    /// Returns whether some start value of a fact passes a test, or the limit is reached.
    pub(super) fn some_start(&self, fact: FactId, passes: impl Fn(&Setting) -> bool) -> bool {
        self.some(self.starts.get(fact.index()).into_iter().flatten(), |setting| passes(setting))
    }

    fn some<T>(&self, items: impl IntoIterator<Item = T>, passes: impl Fn(T) -> bool) -> bool {
        items.into_iter().any(|item| {
            let left = self.steps.get();
            self.steps.set(left.saturating_sub(1));
            left == 0 || passes(item)
        })
    }

    fn reads(&mut self, fact: &'a FactRef) {
        let first = &mut self.first_reads[fact.fact.index()];
        if first.is_none() {
            *first = Some(fact);
        }
    }

    fn reads_number(&mut self, number: &'a Number) {
        number.facts(&mut |fact| self.reads(fact));
    }

    /// Returns the first place in the planning part that reads a fact.
    pub(super) fn first_read(&self, fact: FactId) -> Option<&'a FactRef> {
        self.first_reads.get(fact.index()).copied().flatten()
    }

    /// Returns whether anything reads a fact.
    pub(super) fn is_read(&self, fact: FactId) -> bool {
        self.first_read(fact).is_some() || self.is_read_outside(fact)
    }

    /// Returns whether something outside of the planning part reads a fact.
    pub(super) fn is_read_outside(&self, fact: FactId) -> bool {
        self.read_outside.get(fact.index()).copied().unwrap_or(false)
    }

    /// Returns whether a fact is written, sensed or set at the start.
    pub(super) fn is_given(&self, fact: FactId) -> bool {
        self.given.get(fact.index()).copied().unwrap_or(false)
    }

    /// Returns whether an action changes a fact.
    pub(super) fn is_written(&self, fact: FactId) -> bool {
        self.written.get(fact.index()).copied().unwrap_or(false)
    }

    /// Returns whether a fact may have any value at the start, because the game sets it.
    pub(super) fn is_free(&self, fact: FactId) -> bool {
        self.free.get(fact.index()).copied().unwrap_or(false)
    }
}
