//! The effects of a ground action, their conditions, and whether they contradict each other.

use super::{Bound, Grounder, GroundingError, Obstacle};
use crate::model::{
    Action, Change as ModelChange, ChangeKind, Condition, ConditionKind, FactKind, Outcome, Overflow,
    ParamId, SourceSpan,
};
use crate::task::{Change, Conjunction, Effect, Ends, Expr, Scale};

/// An effect before clashes are resolved.
///
/// Clashes depend on the declarations, not on the values of facts, so they are decided with no fact folded.
struct Draft {
    effect: Effect,
    /// The change as declared.
    written: Change,
    /// The conditions on single facts and constants, which are enough to decide that two effects exclude each other.
    plain: Vec<Conjunction>,
}

impl Grounder<'_> {
    /// Returns the effects of an action under a binding; `None` if two of them clash, so that the ground action does
    /// not exist. An action that stands for a goal has the goal's conditions as effects.
    pub(super) fn effects(
        &self,
        action: &Action,
        binding: &mut Vec<Bound>,
        defined: &mut Vec<Expr>,
    ) -> Result<Option<Vec<Effect>>, Obstacle> {
        match &action.outcome {
            Outcome::Effects(effects) => {
                let certain = effects.iter().map(|effect| effect.changes().count()).sum();
                self.effects_of(action.changes(), certain, binding, defined)
            }
            Outcome::Achieves { goal, args, .. } => {
                let changes = self.domain.wanted_changes(*goal);
                let mut bound = goal_binding(args, binding);
                self.effects_of(
                    changes.iter().map(|change| (&[][..], change)),
                    usize::MAX,
                    &mut bound,
                    defined,
                )
            }
        }
    }

    /// Returns the effects of some changes, of which the first `certain` are certain and the others hoped for.
    fn effects_of<'c>(
        &self,
        changes: impl Iterator<Item = (&'c [Condition], &'c ModelChange)>,
        certain: usize,
        binding: &mut Vec<Bound>,
        defined: &mut Vec<Expr>,
    ) -> Result<Option<Vec<Effect>>, Obstacle> {
        let mut drafts: Vec<Draft> = Vec::new();
        let unfolded = vec![true; self.varies.len()];
        for (at, (conditions, change)) in changes.enumerate() {
            let when = self.conjunction_of(conditions, binding)?;
            let effect = Effect { is_hoped: at >= certain, ..self.change(change, when, binding, defined)? };
            let unfolded = Grounder { varies: &unfolded, ..*self };
            let plain = unfolded.plain(conditions, binding)?;
            let written = unfolded.change(change, Vec::new(), binding, &mut Vec::new())?.change;
            if !self.add(&mut drafts, Draft { effect, written, plain }, change.span)? {
                return Ok(None);
            }
        }
        // Effects that never happen or change nothing mattered for clashes only.
        let matters = |effect: &Effect| {
            let adds_nothing = matches!(&effect.change, Change::Add { by, .. } if by.constant() == Some(0));
            !effect.when.is_empty() && !adds_nothing
        };
        let mut effects: Vec<Effect> = drafts.into_iter().map(|draft| draft.effect).filter(matters).collect();
        // Without this they would stay in the memory of the drafts, which is several times as large.
        effects.shrink_to_fit();
        Ok(Some(effects))
    }

    /// Returns the conjunction of the conditions that compare one fact with a constant, or no fact at all.
    fn plain(
        &self,
        conditions: &[Condition],
        binding: &mut Vec<Bound>,
    ) -> Result<Vec<Conjunction>, GroundingError> {
        let mut lists = Vec::new();
        for condition in conditions {
            if matches!(condition.kind, ConditionKind::Same { .. } | ConditionKind::Compare { .. }) {
                let list = self.conjunction_of(std::slice::from_ref(condition), binding)?;
                if list.iter().all(|conjunction| conjunction.relations.is_empty()) {
                    lists.push(list);
                }
            }
        }
        let span = conditions.first().map_or(SourceSpan::NONE, |condition| condition.span);
        Ok(self.combined(lists, span)?.unwrap_or_else(|| vec![Conjunction::default()]))
    }

    fn change(
        &self,
        change: &ModelChange,
        when: Vec<Conjunction>,
        binding: &mut [Bound],
        defined: &mut Vec<Expr>,
    ) -> Result<Effect, Obstacle> {
        let var = self.fact_var(&change.fact, binding).ok_or(Obstacle::Undefined)?;
        let fact = change.fact.fact;
        let mut number = |number| {
            let expr = self.number(number, Scale::Whole, binding)?;
            if expr.may_be_undefined() {
                defined.push(expr.clone());
            }
            Ok::<_, Obstacle>(expr)
        };
        let (min, ends) = match self.layout.kind(fact) {
            FactKind::Int { min, low, high, .. } => {
                (min, Ends { clamp_low: low == Overflow::Clamp, clamp_high: high == Overflow::Clamp })
            }
            FactKind::Bool | FactKind::Object { .. } => (0, Ends { clamp_low: false, clamp_high: false }),
        };
        let new = match &change.kind {
            ChangeKind::Assign(term) => match self.source(term, binding).ok_or(Obstacle::Undefined)? {
                Ok(code) => match self.layout.value_of_code(fact, code) {
                    Some(value) => Change::Assign(value),
                    None => Change::Refuse,
                },
                Err(from) => {
                    let count = self.universe.none() as usize + 1;
                    self.budget.make(count * size_of::<Option<u32>>(), change.span)?;
                    let to = (0..=self.universe.none())
                        .map(|code| self.layout.value_of_code(fact, code))
                        .collect();
                    Change::Copy { from, to }
                }
            },
            ChangeKind::Set(value) => {
                let set = Change::Set { expr: number(value)?, min, ends };
                let is_constant = matches!(&set, Change::Set { expr: Expr::Const(_), .. });
                if is_constant {
                    let size = self.layout.size(var);
                    set.apply(var, size, &|_| 0).map_or(Change::Refuse, Change::Assign)
                } else {
                    set
                }
            }
            ChangeKind::Add(value) => Change::Add { by: number(value)?, ends },
            ChangeKind::Subtract(value) => {
                let by = match number(value)? {
                    Expr::Const(value) => Expr::Const(-value),
                    other => Expr::Negated(Box::new(other)),
                };
                Change::Add { by, ends }
            }
        };
        Ok(Effect { when, var, change: new, is_hoped: false })
    }

    /// Adds a draft unless it clashes with another one. Equal assignments are merged.
    fn add(&self, drafts: &mut Vec<Draft>, new: Draft, span: SourceSpan) -> Result<bool, Obstacle> {
        let mut merged = None;
        for (at, old) in drafts.iter().enumerate().filter(|(_, old)| old.effect.var == new.effect.var) {
            let is_assignment = !matches!(new.written, Change::Add { .. });
            if is_assignment && old.written == new.written {
                merged = Some(at);
            } else {
                let exclude = self.combined([old.plain.clone(), new.plain.clone()], span)?;
                if exclude.is_none_or(|both| !both.is_empty()) {
                    return Ok(false);
                }
            }
        }
        match merged.and_then(|at| drafts.get_mut(at)) {
            Some(old) => {
                old.effect.is_hoped &= new.effect.is_hoped;
                for conjunction in new.effect.when {
                    if !old.effect.when.contains(&conjunction) {
                        old.effect.when.push(conjunction);
                    }
                }
                // Either may happen, so only what excludes both is excluded.
                old.plain.extend(new.plain);
            }
            None => drafts.push(new),
        }
        Ok(true)
    }
}

/// Binds the parameters of a goal like those of the action that stands for it.
pub(super) fn goal_binding(args: &[ParamId], binding: &[Bound]) -> Vec<Bound> {
    args.iter().filter_map(|param| binding.get(param.index()).copied()).collect()
}
