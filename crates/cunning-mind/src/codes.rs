//! The stable names of everything that a file can get wrong about minds. What is wrong with the shape of a value, a
//! name or an expression has the codes of `cunning-plan`.

use cunning_diag::Code;

/// A duration without a unit, with a wrong one, or that is none.
pub const DURATION: Code = Code::new("mind/duration");
/// A drift that is no number per time, or of a fact that is no int.
pub const DRIFT: Code = Code::new("mind/drift");
/// A word where only some words may stand.
pub const WORD: Code = Code::new("mind/word");
/// A number outside of its range.
pub const RANGE: Code = Code::new("mind/range");
/// A `wake` that does not fit its fact.
pub const WAKE: Code = Code::new("mind/wake");
/// A `fill` that does not fit its type or its query.
pub const FILL: Code = Code::new("mind/fill");
/// Something in a query that is neither a question to the game nor a condition or number.
pub const QUERY: Code = Code::new("mind/query");
/// A claim on something that is no object.
pub const CLAIM: Code = Code::new("mind/claim");
/// An order that cannot be given.
pub const ORDER: Code = Code::new("mind/order");
/// A `meanwhile` that cannot be done at once.
pub const MEANWHILE: Code = Code::new("mind/meanwhile");
/// Archetypes that extend each other.
pub const CYCLE: Code = Code::new("mind/cycle");
/// A warning: a `without` that takes nothing away.
pub const WITHOUT: Code = Code::new("mind/without");
/// A warning: a trait that an archetype is asked for and does not have.
pub const MISSING_TRAIT: Code = Code::new("mind/missing-trait");
