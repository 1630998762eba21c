//! The encoding of ids, values, plans and states, for saves and recordings.
//!
//! Ids are written as their numbers. Decoding checks them against the domain and the grounding that they belong to.

use cunning_encode::{Decode, Encode, Input, Malformed, Sink, encode_enum, encode_struct};

use crate::ground::{Arg, FactValue, GroundActionId, GroundFact, Grounding, Slot, State, StateParts};
use crate::micros::Micros;
use crate::model::{ActionId, FactId, GoalId, ObjectId, PlanningDomain, TableId, TypeId};
use crate::plan::{Plan, PlanStep};

/// A context for decoding ids and states: the domain and the grounding that they belong to.
pub trait DecodeContext {
    /// Returns the domain; `None` if ids of a domain cannot be decoded.
    fn domain(&self) -> Option<&PlanningDomain>;

    /// Returns the grounding; `None` if ids of a grounding and states cannot be decoded.
    fn grounding(&self) -> Option<&Grounding>;
}

fn grounding<'i, C: DecodeContext>(input: &'i Input<'_, C>) -> Result<&'i Grounding, Malformed> {
    input.context.grounding().ok_or(Malformed::new("a value needs an agent"))
}

macro_rules! encode_ids {
    ($($id:ident: $list:ident),*) => { $(
        impl Encode for $id {
            fn put(&self, out: &mut impl Sink) {
                self.index().put(out);
            }
        }

        impl<'a, C: DecodeContext> Decode<'a, C> for $id {
            fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
                let index = u32::take(input)?;
                let domain = input.context.domain().ok_or(Malformed::new("a value needs a domain"))?;
                if (index as usize) < domain.$list().len() {
                    Ok(Self::new(index))
                } else {
                    Err(Malformed::new("an id is out of range for the domain"))
                }
            }
        }
    )* };
}

encode_ids!(TableId: tables, TypeId: types, ObjectId: objects, FactId: facts, ActionId: actions, GoalId: goals);

impl Encode for Micros {
    fn put(&self, out: &mut impl Sink) {
        self.get().put(out);
    }
}

impl<'a, C> Decode<'a, C> for Micros {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        Self::new(i64::take(input)?).ok_or(Malformed::new("a number is out of range"))
    }
}

impl Encode for GroundActionId {
    fn put(&self, out: &mut impl Sink) {
        Self::number(*self).put(out);
    }
}

impl<'a, C: DecodeContext> Decode<'a, C> for GroundActionId {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let number = u32::take(input)?;
        let action = grounding(input)?.ground_action_at(number);
        action.ok_or(Malformed::new("a ground action is out of range"))
    }
}

impl Encode for GroundFact {
    fn put(&self, out: &mut impl Sink) {
        self.index().put(out);
    }
}

impl<'a, C: DecodeContext> Decode<'a, C> for GroundFact {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let index = usize::take(input)?;
        grounding(input)?.ground_fact_at(index).ok_or(Malformed::new("a ground fact is out of range"))
    }
}

impl Encode for Slot {
    fn put(&self, out: &mut impl Sink) {
        self.number().put(out);
    }
}

impl<'a, C: DecodeContext> Decode<'a, C> for Slot {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let number = u32::take(input)?;
        grounding(input)?.slot_at(number).ok_or(Malformed::new("a slot is out of range"))
    }
}

encode_enum!(for DecodeContext; Arg { 0 = Object(value), 1 = Slot(value), 2 = Number(value) });
encode_enum!(for DecodeContext; FactValue {
    0 = Bool(value),
    1 = Int(value),
    2 = Object(value),
    3 = Slot(value),
    4 = None,
});
encode_struct!(for DecodeContext; Plan { steps, cost_micros });
encode_struct!(for DecodeContext; PlanStep { id, action, cost_micros, part_of });

/// The number of values and of numbers is known from the grounding.
impl Encode for State {
    fn put(&self, out: &mut impl Sink) {
        let StateParts { values, numbers, factors } = self.parts();
        u32::put_all(values, out);
        i64::put_all(numbers, out);
        factors.is_empty().put(out);
        u32::put_all(factors, out);
    }
}

impl<'a, C: DecodeContext> Decode<'a, C> for State {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let start = grounding(input)?.start();
        let StateParts { values, numbers, .. } = start.parts();
        let values = (0..values.len()).map(|_| u32::take(input)).collect::<Result<Vec<_>, _>>()?;
        let numbers = (0..numbers.len()).map(|_| i64::take(input)).collect::<Result<Vec<_>, _>>()?;
        let factors = if bool::take(input)? { 0 } else { grounding(input)?.ground_action_count() };
        let factors = (0..factors).map(|_| u32::take(input)).collect::<Result<Vec<_>, _>>()?;
        let parts = StateParts { values: &values, numbers: &numbers, factors: &factors };
        grounding(input)?.state_of(parts).ok_or(Malformed::new("the beliefs of an agent are invalid"))
    }
}
