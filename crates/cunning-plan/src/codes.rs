//! The stable codes of the errors in domain files.

use cunning_diag::Code;

/// The text is not TOML.
pub const TOML: Code = Code::new("plan/toml");
/// A cap of [`crate::limits`] is exceeded.
pub const LIMIT: Code = Code::new("plan/limit");
/// A key or table that the language does not have.
pub const UNKNOWN_KEY: Code = Code::new("plan/unknown-key");
/// A value of the wrong type, such as a number instead of a list.
pub const SHAPE: Code = Code::new("plan/shape");
/// Two keys that exclude each other, or a key that needs another one.
pub const KEYS: Code = Code::new("plan/keys");
/// A condition, effect or number that cannot be parsed.
pub const SYNTAX: Code = Code::new("plan/syntax");
/// A word that is not a valid name.
pub const NAME: Code = Code::new("plan/name");
/// A name that is given twice in one scope.
pub const DUPLICATE: Code = Code::new("plan/duplicate");
/// An unknown name.
pub const UNKNOWN_NAME: Code = Code::new("plan/unknown-name");
/// A value or name of the wrong type.
pub const TYPE: Code = Code::new("plan/type");
/// A family without its indices, or with too many.
pub const INDICES: Code = Code::new("plan/indices");
/// A fact as an index of a family.
pub const FACT_AS_INDEX: Code = Code::new("plan/fact-as-index");
/// An object of an open type in an action or goal.
pub const BOUND_OBJECT: Code = Code::new("plan/bound-object");
/// A value that the fact cannot have.
pub const VALUE: Code = Code::new("plan/value");
/// An `int` without `min` or `max`, or with an empty range.
pub const INT_RANGE: Code = Code::new("plan/int-range");
/// A fact of an open type that is not optional.
pub const NOT_OPTIONAL: Code = Code::new("plan/not-optional");
/// A closed type or a union without members.
pub const EMPTY_TYPE: Code = Code::new("plan/empty-type");
/// A union that contains itself.
pub const UNION_CYCLE: Code = Code::new("plan/union-cycle");
/// Bound objects of a type that is not open, or more than its `max`.
pub const OBJECTS: Code = Code::new("plan/objects");
/// A number with decimals where integers are required.
pub const FRACTION: Code = Code::new("plan/fraction");
/// Two different effects on one fact.
pub const CLASH: Code = Code::new("plan/clash");
/// A curve without points, or with points that are not in rising order.
pub const CURVE: Code = Code::new("plan/curve");
/// A cost out of range.
pub const COST: Code = Code::new("plan/cost");
/// An `achieves` whose goal cannot be expressed as effects.
pub const SUB_GOAL: Code = Code::new("plan/sub-goal");
/// A test that contradicts itself.
pub const TEST: Code = Code::new("plan/test");
/// An include that the loader does not have.
pub const INCLUDE: Code = Code::new("plan/include");
/// Files that include each other.
pub const INCLUDE_CYCLE: Code = Code::new("plan/include-cycle");
