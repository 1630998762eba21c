//! The binary format of saves: LEB128 numbers, lists with their length first, and enums with a tag byte first.
//!
//! Structs list their fields once, so that writing and reading cannot diverge, and a missing field does not compile.
//! Bytes may come from anywhere: everything is checked, and a wrong length runs out of bytes before it allocates
//! memory.

mod commands;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::sync::Arc;

use cunning_plan::model::{ActionId, FactId, GoalId, ObjectId, TableId, TypeId};
use cunning_plan::{
    Arg, FactValue, GroundActionId, GroundFact, Micros, Plan, PlanStep, Slot, State, StateParts,
};

use crate::compiled_archetype::CompiledArchetype;
use crate::message::{AgentId, OrderId, QuestionId, StepId, Value};
use crate::spec::DomainSpec;

/// Why bytes are malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed(pub(crate) &'static str);

/// A writer of bytes, in terms of an archetype.
#[derive(Default)]
pub(crate) struct Output<'a> {
    pub(crate) bytes: Vec<u8>,
    pub(crate) archetype: Option<&'a CompiledArchetype>,
}

impl Output<'_> {
    pub(crate) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

/// A reader of bytes, in terms of a domain and an archetype.
pub(crate) struct Input<'a> {
    rest: &'a [u8],
    pub(crate) spec: Option<&'a DomainSpec>,
    pub(crate) archetype: Option<&'a CompiledArchetype>,
}

/// The largest length of a number: seven bits per byte for 64 bits.
const NUMBER_BYTES_MAX: u32 = 10;

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, spec: None, archetype: None }
    }

    pub(crate) fn len(&self) -> usize {
        self.rest.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn raw(&mut self, len: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(Malformed("unexpected end of data"))?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Malformed> {
        self.raw(1)?.first().copied().ok_or(Malformed("unexpected end of data"))
    }

    pub(crate) fn number(&mut self) -> Result<u64, Malformed> {
        let mut number = 0_u64;
        for at in 0..NUMBER_BYTES_MAX {
            let byte = self.byte()?;
            let is_last = byte & 0x80 == 0;
            if at + 1 == NUMBER_BYTES_MAX && byte > 1 || at > 0 && byte == 0 {
                return Err(Malformed("malformed integer"));
            }
            number |= u64::from(byte & 0x7f) << (7 * at);
            if is_last {
                return Ok(number);
            }
        }
        Err(Malformed("malformed integer"))
    }

    fn archetype(&self) -> Result<&'a CompiledArchetype, Malformed> {
        self.archetype.ok_or(Malformed("a value needs an agent"))
    }

    /// Reads an id of the domain, which has `count` of its archetype.
    fn id(&mut self, count: impl FnOnce(&DomainSpec) -> usize) -> Result<u32, Malformed> {
        let spec = self.spec.ok_or(Malformed("a value needs a domain"))?;
        let number = u32::take(self)?;
        if (number as usize) < count(spec) {
            Ok(number)
        } else {
            Err(Malformed("an id is out of range for the domain"))
        }
    }
}

/// A type that can be written to bytes and read back.
pub(crate) trait Wire: Sized {
    fn put(&self, out: &mut Output<'_>);
    fn take(from: &mut Input<'_>) -> Result<Self, Malformed>;
}

macro_rules! wire_numbers {
    ($($number:ty),*) => { $(
        impl Wire for $number {
            #[allow(clippy::cast_lossless, reason = "one of them has no fixed width")]
            fn put(&self, out: &mut Output<'_>) {
                out.number(*self as u64);
            }

            fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
                Self::try_from(from.number()?).map_err(|_| Malformed("a number is out of range"))
            }
        }
    )* };
}

wire_numbers!(u8, u32, u64, usize);

impl Wire for NonZeroU32 {
    fn put(&self, out: &mut Output<'_>) {
        self.get().put(out);
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        Self::new(u32::take(from)?).ok_or(Malformed("a count is zero"))
    }
}

/// Signed numbers are zigzag-encoded, so that small ones of either sign are short.
impl Wire for i64 {
    fn put(&self, out: &mut Output<'_>) {
        out.number(((self << 1) ^ (self >> 63)) as u64);
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        let number = from.number()?;
        Ok((number >> 1) as Self ^ -((number & 1) as Self))
    }
}

impl Wire for bool {
    fn put(&self, out: &mut Output<'_>) {
        out.bytes.push(u8::from(*self));
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        match from.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed("a boolean is neither 0 nor 1")),
        }
    }
}

impl Wire for String {
    fn put(&self, out: &mut Output<'_>) {
        put_text(self, out);
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        take_text(from).map(Self::from)
    }
}

impl Wire for Arc<str> {
    fn put(&self, out: &mut Output<'_>) {
        put_text(self, out);
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        take_text(from).map(Self::from)
    }
}

pub(crate) fn put_text(text: &str, out: &mut Output<'_>) {
    out.number(text.len() as u64);
    out.bytes.extend_from_slice(text.as_bytes());
}

pub(crate) fn take_text<'a>(from: &mut Input<'a>) -> Result<&'a str, Malformed> {
    let len = usize::take(from)?;
    std::str::from_utf8(from.raw(len)?).map_err(|_| Malformed("a text is not valid UTF-8"))
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, out: &mut Output<'_>) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        if bool::take(from)? { T::take(from).map(Some) } else { Ok(None) }
    }
}

impl<T: Wire> Wire for Box<T> {
    fn put(&self, out: &mut Output<'_>) {
        T::put(self, out);
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        T::take(from).map(Self::new)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, out: &mut Output<'_>) {
        out.number(self.len() as u64);
        for value in self {
            value.put(out);
        }
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        // Every item takes at least a byte, so a wrong count runs out of bytes before it allocates memory.
        let count = from.number()?;
        (0..count).map(|_| T::take(from)).collect()
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, out: &mut Output<'_>) {
        self.0.put(out);
        self.1.put(out);
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        Ok((A::take(from)?, B::take(from)?))
    }
}

impl<K: Wire + Ord, V: Wire> Wire for BTreeMap<K, V> {
    fn put(&self, out: &mut Output<'_>) {
        out.number(self.len() as u64);
        for (key, value) in self {
            key.put(out);
            value.put(out);
        }
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        let pairs = Vec::<(K, V)>::take(from)?;
        if !pairs.is_sorted_by(|(one, _), (next, _)| one < next) {
            return Err(Malformed("a list is not in order or has duplicates"));
        }
        Ok(pairs.into_iter().collect())
    }
}

impl<T: Wire + Ord> Wire for BTreeSet<T> {
    fn put(&self, out: &mut Output<'_>) {
        out.number(self.len() as u64);
        for value in self {
            value.put(out);
        }
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        let values = Vec::<T>::take(from)?;
        if !values.is_sorted_by(|one, next| one < next) {
            return Err(Malformed("a list is not in order or has duplicates"));
        }
        Ok(values.into_iter().collect())
    }
}

/// Implements [`Wire`] for a struct, field by field.
macro_rules! wire_struct {
    ($name:ident { $($field:tt),* $(,)? }) => {
        impl $crate::wire::Wire for $name {
            fn put(&self, out: &mut $crate::wire::Output<'_>) {
                $( $crate::wire::Wire::put(&self.$field, out); )*
            }

            // A missing field does not compile.
            fn take(
                from: &mut $crate::wire::Input<'_>,
            ) -> Result<Self, $crate::wire::Malformed> {
                Ok(Self { $($field: $crate::wire::Wire::take(from)?),* })
            }
        }
    };
}

/// Implements [`Wire`] for an enum: a tag byte, then the fields of the variant.
macro_rules! wire_enum {
    ($name:ty {
        $($tag:literal = $variant:ident $({ $($field:ident),* $(,)? })? $(( $($value:ident),* ))?),* $(,)?
    }) => {
        impl $crate::wire::Wire for $name {
            fn put(&self, out: &mut $crate::wire::Output<'_>) {
                match self { $(
                    Self::$variant $({ $($field),* })? $(( $($value),* ))? => {
                        out.bytes.push($tag);
                        $( $( $crate::wire::Wire::put($field, out); )* )?
                        $( $( $crate::wire::Wire::put($value, out); )* )?
                    }
                )* }
            }

            fn take(
                from: &mut $crate::wire::Input<'_>,
            ) -> Result<Self, $crate::wire::Malformed> {
                match from.byte()? {
                    $( $tag => {
                        $( $( let $field = $crate::wire::Wire::take(from)?; )* )?
                        $( $( let $value = $crate::wire::Wire::take(from)?; )* )?
                        Ok(Self::$variant $({ $($field),* })? $(( $($value),* ))?)
                    } )*
                    _ => Err($crate::wire::Malformed(concat!("unknown tag of ", stringify!($name)))),
                }
            }
        }
    };
}

/// Implements `Clone` for a struct with a `clone_from` that reuses memory.
macro_rules! clone_by_field {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field)),* }
            }

            fn clone_from(&mut self, other: &Self) {
                $( Clone::clone_from(&mut self.$field, &other.$field); )*
            }
        }
    };
}

/// Implements both [`Wire`] and `Clone` for a struct.
macro_rules! wire_and_clone {
    ($name:ident { $($field:ident),* $(,)? }) => {
        $crate::wire::wire_struct!($name { $($field),* });
        $crate::wire::clone_by_field!($name { $($field),* });
    };
}

/// Implements [`Wire`] and assignment for a struct, except for its `own` fields, which are not written and stay
/// unchanged.
macro_rules! wire_and_assign {
    ($name:ident { $($field:ident),* $(,)? } own { $($own:ident),* $(,)? }) => {
        impl $crate::wire::Wire for $name {
            fn put(&self, out: &mut $crate::wire::Output<'_>) {
                $( $crate::wire::Wire::put(&self.$field, out); )*
            }

            // A missing field does not compile.
            fn take(
                from: &mut $crate::wire::Input<'_>,
            ) -> Result<Self, $crate::wire::Malformed> {
                Ok(Self {
                    $($field: $crate::wire::Wire::take(from)?,)*
                    $($own: Default::default(),)*
                })
            }
        }

        impl $name {
            /// Copies the state of another value, reusing memory; `own` fields stay unchanged.
            pub(crate) fn assign(&mut self, other: &Self) {
                $( Clone::clone_from(&mut self.$field, &other.$field); )*
            }
        }
    };
}

pub(crate) use {clone_by_field, wire_and_assign, wire_and_clone, wire_enum, wire_struct};

wire_struct!(AgentId { 0 });
wire_struct!(StepId { 0 });
wire_struct!(OrderId { 0 });
wire_struct!(QuestionId { 0 });
wire_enum!(Value { 0 = None, 1 = Bool(value), 2 = Int(value), 3 = Object(value), 4 = Handle(value), 5 = Point(value) });
wire_enum!(Arg { 0 = Object(value), 1 = Slot(value), 2 = Number(value) });
wire_enum!(FactValue { 0 = Bool(value), 1 = Int(value), 2 = Object(value), 3 = Slot(value), 4 = None });
wire_struct!(Plan { steps, cost_micros });
wire_struct!(PlanStep { id, action, cost_micros, part_of });

/// Implements [`Wire`] for ids of the domain.
macro_rules! wire_ids {
    ($($id:ident: $list:ident),*) => { $(
        impl Wire for $id {
            fn put(&self, out: &mut Output<'_>) {
                out.number(self.index() as u64);
            }

            fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
                from.id(|spec| spec.planning.$list().len()).map(Self::new)
            }
        }
    )* };
}

wire_ids!(TableId: tables, TypeId: types, ObjectId: objects, FactId: facts, ActionId: actions, GoalId: goals);

impl Wire for Micros {
    fn put(&self, out: &mut Output<'_>) {
        self.get().put(out);
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        Self::new(i64::take(from)?).ok_or(Malformed("a number is out of range"))
    }
}

impl Wire for GroundActionId {
    fn put(&self, out: &mut Output<'_>) {
        out.number(u64::from(Self::number(*self)));
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        let number = u32::take(from)?;
        from.archetype()?
            .grounding
            .ground_action_at(number)
            .ok_or(Malformed("a ground action is out of range"))
    }
}

impl Wire for GroundFact {
    fn put(&self, out: &mut Output<'_>) {
        out.number(self.index() as u64);
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        let index = usize::take(from)?;
        from.archetype()?.grounding.ground_fact_at(index).ok_or(Malformed("a ground fact is out of range"))
    }
}

/// A slot is written as its index among all slots of the archetype.
impl Wire for Slot {
    fn put(&self, out: &mut Output<'_>) {
        let mut slots = out.archetype.into_iter().flat_map(CompiledArchetype::all_slots);
        let at = slots.position(|slot| slot == *self).unwrap_or(usize::MAX);
        at.put(out);
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        let at = usize::take(from)?;
        from.archetype()?.all_slots().nth(at).ok_or(Malformed("a slot is out of range"))
    }
}

impl Wire for State {
    fn put(&self, out: &mut Output<'_>) {
        let StateParts { values, numbers, factors } = self.parts();
        for value in values {
            value.put(out);
        }
        for number in numbers {
            number.put(out);
        }
        factors.is_empty().put(out);
        for factor in factors {
            factor.put(out);
        }
    }

    // The number of parts is known from the archetype.
    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        let grounding = &from.archetype()?.grounding;
        let start = grounding.start();
        let StateParts { values, numbers, .. } = start.parts();
        let values = (0..values.len()).map(|_| u32::take(from)).collect::<Result<Vec<_>, _>>()?;
        let numbers = (0..numbers.len()).map(|_| i64::take(from)).collect::<Result<Vec<_>, _>>()?;
        let factors = if bool::take(from)? { 0 } else { grounding.ground_action_count() };
        let factors = (0..factors).map(|_| u32::take(from)).collect::<Result<Vec<_>, _>>()?;
        let parts = StateParts { values: &values, numbers: &numbers, factors: &factors };
        grounding.state_of(parts).ok_or(Malformed("the beliefs of an agent are invalid"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_count_is_rejected_without_allocating() {
        let bytes = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 7, 7];
        assert_eq!(
            Vec::<u64>::take(&mut Input::new(&bytes)).err(),
            Some(Malformed("unexpected end of data"))
        );
    }

    #[test]
    fn only_the_shortest_encoding_is_accepted() {
        for number in [0, 1, 127, 128, 300, u64::MAX / 2, u64::MAX] {
            let mut out = Output::default();
            number.put(&mut out);
            assert_eq!(u64::take(&mut Input::new(&out.bytes)), Ok(number));
        }
        assert!(u64::take(&mut Input::new(&[0x80, 0])).is_err());
        assert!(u64::take(&mut Input::new(&[0xff; 11])).is_err());
        for number in [0, -1, 1, i64::MIN, i64::MAX] {
            let mut out = Output::default();
            number.put(&mut out);
            assert_eq!(i64::take(&mut Input::new(&out.bytes)), Ok(number));
        }
    }
}
