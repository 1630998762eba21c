//! Evaluation in states: values of ground facts, conditions, numbers and effects of steps.
//!
//! Conditions and numbers are compiled once for a grounding and the arguments of their parameters, and then evaluated
//! in any state.

use super::{Bound, Budget, GroundActionId, Grounder, Grounding, Obstacle, Slot, State};
use crate::ground::GroundingError;
use crate::micros::Micros;
use crate::model::{Condition, FactId, FactKind, Number, ObjectId};
use crate::task::{Conjunction, Expr, Scale, VarId};

/// An argument of a parameter or an index of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arg {
    /// An object of a closed type.
    Object(ObjectId),
    /// A slot of an open type.
    Slot(Slot),
    /// A number.
    Number(i64),
}

impl Arg {
    fn code(self) -> Option<u32> {
        match self.bound() {
            Bound::Object(code) => Some(code),
            Bound::Number(_) => None,
        }
    }

    fn bound(self) -> Bound {
        match self {
            Self::Object(object) => Bound::Object(object.index() as u32),
            Self::Slot(slot) => Bound::Object(slot.0),
            Self::Number(number) => Bound::Number(number),
        }
    }
}

/// The id of a ground fact of a [`Grounding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroundFact(u32);

impl GroundFact {
    pub(super) const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Returns the number of the ground fact, counted from 0; see [`Grounding::ground_fact_count`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The value of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactValue {
    /// The value of a bool fact.
    Bool(bool),
    /// The value of an int fact.
    Int(i64),
    /// The value of an object fact: an object of a closed type.
    Object(ObjectId),
    /// The value of an object fact: a slot of an open type.
    Slot(Slot),
    /// The value `none`.
    None,
}

/// Conditions compiled for states of the grounding, to be checked without searching names.
#[derive(Clone, Debug)]
pub struct GroundCondition {
    ways: Vec<Conjunction>,
}

/// A compiled number.
#[derive(Clone, Debug)]
pub struct GroundNumber {
    /// The expression; `None` if it is never defined.
    expr: Option<Expr>,
}

impl GroundCondition {
    /// Returns whether the conditions hold. A comparison with an undefined number does not.
    pub fn holds(&self, state: &State) -> bool {
        let value = |var: VarId| state.value(var);
        self.ways.iter().any(|way| way.holds_given(&value, state.given()))
    }

    /// Returns the ground facts that the conditions read.
    pub fn facts(&self) -> Vec<GroundFact> {
        facts_of(&self.ways)
    }
}

/// Returns the ground facts that alternatives of a condition read.
pub(crate) fn facts_of(ways: &[Conjunction]) -> Vec<GroundFact> {
    let mut found = Vec::new();
    for way in ways {
        way.vars(&mut |var| found.push(GroundFact(var.0)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

impl GroundNumber {
    /// Returns the value in a state; `None` if it is undefined.
    pub fn value(&self, state: &State) -> Option<Micros> {
        let value = self.expr.as_ref()?.value_given(&|var| state.value(var), state.given())?;
        Micros::new(value)
    }

    /// Returns the ground facts that the number reads.
    pub fn facts(&self) -> Vec<GroundFact> {
        let mut found = Vec::new();
        self.expr.iter().for_each(|expr| expr.vars(&mut |var| found.push(GroundFact(var.0))));
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl Grounding {
    /// Returns the number of ground facts, including those that tell whether slots are bound.
    pub fn ground_fact_count(&self) -> usize {
        self.layout.sizes().len()
    }

    /// Iterates over all ground facts, in order.
    pub fn ground_facts(&self) -> impl Iterator<Item = GroundFact> + use<> {
        (0..self.ground_fact_count() as u32).map(GroundFact)
    }

    /// Returns a ground fact by its fact and indices; `None` if it does not exist.
    pub fn ground_fact(&self, fact: FactId, indices: &[Arg]) -> Option<GroundFact> {
        let declared = self.domain.facts().get(fact)?;
        if declared.of.len() != indices.len() {
            return None;
        }
        if indices.iter().any(|arg| arg.code().is_none()) {
            return None;
        }
        self.layout.var(fact, indices.iter().filter_map(|arg| arg.code())).map(|var| GroundFact(var.0))
    }

    /// Returns the fact of a ground fact; `None` for one that tells whether a slot is bound.
    pub fn fact_of(&self, ground: GroundFact) -> Option<FactId> {
        self.layout.family_of(VarId(ground.0))
    }

    /// Returns the indices of a ground fact.
    pub fn indices_of(&self, ground: GroundFact) -> Vec<Arg> {
        let indices = self.layout.fact_of(VarId(ground.0)).map_or_else(Vec::new, |(_, indices)| indices);
        indices.into_iter().filter_map(|code| self.arg(code)).collect()
    }

    /// Iterates over the ground facts of a fact, in order.
    pub fn ground_facts_of(&self, fact: FactId) -> impl Iterator<Item = GroundFact> + use<> {
        self.layout.vars(fact).map(GroundFact)
    }

    /// Formats a ground fact: `sees[orc]`.
    pub fn show_fact(&self, ground: GroundFact) -> String {
        let Some((fact, indices)) = self.layout.fact_of(VarId(ground.0)) else { return String::new() };
        let name = self.domain.facts().get(fact).map_or("", |fact| fact.name.as_str());
        let indices: Vec<&str> = indices.iter().map(|&code| self.universe.name(code)).collect();
        if indices.is_empty() { name.to_owned() } else { format!("{name}[{}]", indices.join(", ")) }
    }

    /// Returns the value of a ground fact in a state; `None` if the ground fact belongs to another grounding.
    pub fn value(&self, state: &State, ground: GroundFact) -> Option<FactValue> {
        self.value_as(VarId(ground.0), state.value(VarId(ground.0)))
    }

    /// Converts the value of a variable.
    fn value_as(&self, var: VarId, value: u32) -> Option<FactValue> {
        let fact = self.layout.family_of(var)?;
        Some(match self.layout.kind(fact) {
            FactKind::Bool => FactValue::Bool(value == 1),
            FactKind::Int { min, .. } => FactValue::Int(min + i64::from(value)),
            FactKind::Object { .. } => {
                let code = *self.layout.codes(fact).get(value as usize)?;
                match self.arg(code) {
                    Some(Arg::Object(object)) => FactValue::Object(object),
                    Some(Arg::Slot(slot)) => FactValue::Slot(slot),
                    Some(Arg::Number(_)) | None => FactValue::None,
                }
            }
        })
    }

    /// Changes a ground fact of a state. Returns false if it cannot have that value. An integer out of range is
    /// clamped.
    pub fn put(&self, state: &mut State, ground: GroundFact, value: FactValue) -> bool {
        let Some(fact) = self.layout.family_of(VarId(ground.0)) else { return false };
        let number = match (self.layout.kind(fact), value) {
            (FactKind::Bool, FactValue::Bool(value)) => Some(u32::from(value)),
            (FactKind::Int { min, max, .. }, FactValue::Int(value)) => {
                u32::try_from(value.clamp(min, max) - min).ok()
            }
            (FactKind::Object { .. }, FactValue::Object(object)) => {
                self.layout.value_of_code(fact, object.index() as u32)
            }
            (FactKind::Object { .. }, FactValue::Slot(slot)) => self.layout.value_of_code(fact, slot.0),
            (FactKind::Object { .. }, FactValue::None) => {
                self.layout.value_of_code(fact, self.universe.none())
            }
            _ => None,
        };
        let target = state.values.get_mut(ground.index());
        match (number, target) {
            (Some(number), Some(target)) => {
                *target = number;
                true
            }
            _ => false,
        }
    }

    /// Resets a ground fact of a state to its default.
    pub fn reset(&self, state: &mut State, ground: GroundFact) {
        let rest = self.layout.default_of(VarId(ground.0));
        if let (Some(rest), Some(target)) = (rest, state.values.get_mut(ground.index())) {
            *target = rest;
        }
    }

    /// Compiles conditions. `args` are the arguments of their parameters. They read the tables and traits of the state
    /// in which they are checked, as far as these may change.
    pub fn condition(
        &self,
        conditions: &[Condition],
        args: &[Arg],
    ) -> Result<GroundCondition, GroundingError> {
        let mut binding: Vec<Bound> = args.iter().map(|arg| arg.bound()).collect();
        let budget = Budget::default();
        let grounder = Grounder { reads_given: true, ..self.grounder(&budget) };
        Ok(GroundCondition { ways: grounder.conjunction_of(conditions, &mut binding)? })
    }

    /// Compiles a number. `args` are the arguments of its parameters.
    pub fn number(&self, number: &Number, args: &[Arg]) -> Result<GroundNumber, GroundingError> {
        let binding: Vec<Bound> = args.iter().map(|arg| arg.bound()).collect();
        let expr = match self.grounder(&Budget::default()).number(number, Scale::Millionths, &binding) {
            Ok(expr) => Some(expr),
            Err(Obstacle::Undefined) => None,
            Err(Obstacle::Error(error)) => return Err(error),
        };
        Ok(GroundNumber { expr })
    }

    /// Iterates over the arguments of a ground action.
    pub fn bound_args(&self, id: GroundActionId) -> impl Iterator<Item = Arg> {
        let args = self.ground_actions.get(id.0 as usize).map_or(&[][..], |known| known.args.as_slice());
        args.iter().map(|bound| match *bound {
            Bound::Object(code) => self.arg(code).unwrap_or(Arg::Number(0)),
            Bound::Number(number) => Arg::Number(number),
        })
    }

    /// Applies the certain effects of a ground action to a state and calls `believed` with each fact, changed or not.
    /// Hoped-for effects that do not hold yet are added to `hoped`. Returns false if the action cannot be done in the
    /// state.
    pub fn believe(
        &self,
        id: GroundActionId,
        state: &mut State,
        hoped: &mut Vec<(GroundFact, FactValue)>,
        mut believed: impl FnMut(GroundFact, FactValue),
    ) -> bool {
        let mut changes = Vec::new();
        if self.follow(id, state, |var, value| changes.push((var, value))).is_none() {
            return false;
        }
        let effects =
            self.task().actions.get(id.0 as usize).map_or(&[][..], |task_action| &task_action.effects);
        let is_hoped = |var: VarId| effects.iter().any(|effect| effect.var == var && effect.is_hoped);
        for (var, value) in changes {
            let Some(now) = self.value_as(var, value) else { continue };
            if !is_hoped(var) {
                state.values[var.index()] = value;
                believed(GroundFact(var.0), now);
            } else if state.value(var) != value {
                hoped.push((GroundFact(var.0), now));
            }
        }
        true
    }

    /// Returns whether a ground action can be done in a state.
    pub fn can_do(&self, id: GroundActionId, state: &State) -> bool {
        self.follow(id, state, |_, _| {}).is_some()
    }

    /// Converts an argument of a goal or action.
    pub fn argument(&self, arg: Arg) -> crate::model::Argument {
        use crate::model::{Argument, ObjectName};
        match arg {
            Arg::Object(object) => Argument::Object(ObjectName::Closed(object)),
            Arg::Slot(slot) => Argument::Object(ObjectName::Bound(self.slot_name(slot).to_owned())),
            Arg::Number(number) => Argument::Number(number),
        }
    }

    /// Returns the object of a code; `None` for the code of `none`.
    fn arg(&self, code: u32) -> Option<Arg> {
        if self.universe.open().contains(&code) {
            Some(Arg::Slot(Slot(code)))
        } else {
            (code < self.universe.none()).then(|| Arg::Object(ObjectId::new(code)))
        }
    }
}
