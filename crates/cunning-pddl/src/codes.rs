//! The stable names of everything a PDDL file can get wrong.

use cunning_diag::Code;

/// Brackets that do not match, or something where something else belongs.
pub const SYNTAX: Code = Code::new("pddl/syntax");
/// A cap of [`crate::limits`] is exceeded.
pub const LIMIT: Code = Code::new("pddl/limit");
/// A part of PDDL that cannot be planned with.
pub const UNSUPPORTED: Code = Code::new("pddl/unsupported");
/// A section that is missing, unknown or there twice.
pub const SECTION: Code = Code::new("pddl/section");
/// A word that cannot be a name.
pub const NAME: Code = Code::new("pddl/name");
/// A name that is given twice.
pub const DUPLICATE: Code = Code::new("pddl/duplicate");
/// A name that nothing has.
pub const UNKNOWN_NAME: Code = Code::new("pddl/unknown-name");
/// An object or variable of the wrong type.
pub const TYPE: Code = Code::new("pddl/type");
/// Types that are their own ancestors.
pub const TYPE_CYCLE: Code = Code::new("pddl/type-cycle");
/// Too few or too many arguments.
pub const ARGUMENTS: Code = Code::new("pddl/arguments");
/// A problem for another domain.
pub const OTHER_DOMAIN: Code = Code::new("pddl/other-domain");
/// Something that is no number, or one that cannot stand here.
pub const NUMBER: Code = Code::new("pddl/number");
/// A function that lacks the value it needs.
pub const NO_VALUE: Code = Code::new("pddl/no-value");
/// A function for which no finite range can be derived.
pub const RANGE: Code = Code::new("pddl/range");
/// A cost that no action can have.
pub const COST: Code = Code::new("pddl/cost");
/// Effects on one function that contradict each other.
pub const CLASH: Code = Code::new("pddl/clash");
