//! Stable codes of the diagnostics about minds. Malformed values, names and expressions have the codes of
//! `cunning-plan`.

use cunning_diag::Code;

/// A malformed duration, or one with a missing or unknown unit.
pub const DURATION: Code = Code::new("mind/duration");
/// A drift that is not a rate, or a drift of a fact that is not an int.
pub const DRIFT: Code = Code::new("mind/drift");
/// A word that is not one of those allowed.
pub const WORD: Code = Code::new("mind/word");
/// A number out of range.
pub const RANGE: Code = Code::new("mind/range");
/// A `wake` that does not fit its fact.
pub const WAKE: Code = Code::new("mind/wake");
/// A `fill` that does not fit its type or its query.
pub const FILL: Code = Code::new("mind/fill");
/// A part of a query that is not a question, a condition or a number.
pub const QUERY: Code = Code::new("mind/query");
/// A claim on a parameter that is not an object.
pub const CLAIM: Code = Code::new("mind/claim");
/// An order that cannot be given.
pub const ORDER: Code = Code::new("mind/order");
/// A `meanwhile` action that cannot be done at once.
pub const MEANWHILE: Code = Code::new("mind/meanwhile");
/// Archetypes that extend each other.
pub const CYCLE: Code = Code::new("mind/cycle");
/// A warning: a `without` that removes nothing.
pub const WITHOUT: Code = Code::new("mind/without");
/// A warning: a trait that an archetype's actions or goals read and that it does not have.
pub const MISSING_TRAIT: Code = Code::new("mind/missing-trait");
