//! Agents and messages in the project's [binary encoding](cunning_encode), in terms of a domain and an archetype.
//!
//! Structs list their fields once, so that writing, reading and copying cannot diverge, and a missing field does not
//! compile.

mod commands;

use cunning_plan::{DecodeContext, Grounding, PlanningDomain};

use crate::compiled_archetype::CompiledArchetype;
use crate::message::{OrderId, QuestionId, StepId};
use crate::spec::DomainSpec;

pub(crate) use cunning_encode::{Decode, Encode, Malformed, Sink};

/// What decoded values refer to: a domain, and the archetype of the agent that is being read.
#[derive(Clone, Copy, Default)]
pub(crate) struct Context<'c> {
    pub(crate) spec: Option<&'c DomainSpec>,
    pub(crate) archetype: Option<&'c CompiledArchetype>,
}

impl DecodeContext for Context<'_> {
    fn domain(&self) -> Option<&PlanningDomain> {
        self.spec.map(|spec| &*spec.planning)
    }

    fn grounding(&self) -> Option<&Grounding> {
        self.archetype.map(|archetype| &*archetype.grounding)
    }
}

/// Encoded bytes, in terms of a domain and an archetype.
pub(crate) type Input<'a> = cunning_encode::Input<'a, Context<'a>>;

/// Returns encoded bytes in terms of a domain.
pub(crate) fn input<'a>(bytes: &'a [u8], spec: &'a DomainSpec) -> Input<'a> {
    Input::in_context(bytes, Context { spec: Some(spec), archetype: None })
}

/// Implements [`Encode`] and [`Decode`] for a struct, field by field.
macro_rules! wire_struct {
    ($($struct:tt)*) => { cunning_encode::encode_struct!(for cunning_plan::DecodeContext; $($struct)*); };
}

/// Implements [`Encode`] and [`Decode`] for an enum: a tag byte, then the fields of the variant.
macro_rules! wire_enum {
    ($($enum:tt)*) => { cunning_encode::encode_enum!(for cunning_plan::DecodeContext; $($enum)*); };
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

/// Implements [`Encode`], [`Decode`] and `Clone` for a struct. Fields that stand `apart` are copied, but written and read
/// by others; the struct's `own` fields are neither copied nor written.
macro_rules! wire_and_clone {
    (
        $name:ident { $($field:ident),* $(,)? }
        $(apart { $($apart:ident),* $(,)? })?
        $(own { $($own:ident),* $(,)? })?
    ) => {
        impl $crate::wire::Encode for $name {
            fn put(&self, out: &mut impl $crate::wire::Sink) {
                $( $crate::wire::Encode::put(&self.$field, out); )*
            }
        }

        impl<'a, C: cunning_plan::DecodeContext> $crate::wire::Decode<'a, C> for $name {
            // A missing field does not compile.
            fn take(
                from: &mut cunning_encode::Input<'a, C>,
            ) -> Result<Self, $crate::wire::Malformed> {
                Ok(Self {
                    $($field: $crate::wire::Decode::take(from)?,)*
                    $($($apart: Default::default(),)*)?
                    $($($own: Default::default(),)*)?
                })
            }
        }

        impl Clone for $name {
            fn clone(&self) -> Self {
                Self {
                    $($field: Clone::clone(&self.$field),)*
                    $($($apart: Clone::clone(&self.$apart),)*)?
                    $($($own: Default::default(),)*)?
                }
            }

            fn clone_from(&mut self, other: &Self) {
                $( Clone::clone_from(&mut self.$field, &other.$field); )*
                $($( Clone::clone_from(&mut self.$apart, &other.$apart); )*)?
            }
        }
    };
}

pub(crate) use {clone_by_field, wire_and_clone, wire_enum, wire_struct};

wire_struct!(StepId { 0 });
wire_struct!(OrderId { 0 });
wire_struct!(QuestionId { 0 });
