//! The stable codes of diagnostics about PDDL files.

use cunning_diag::Code;

/// Unbalanced parentheses or an unexpected token.
pub const SYNTAX: Code = Code::new("pddl/syntax");
/// A limit of [`crate::limits`] is exceeded.
pub const LIMIT: Code = Code::new("pddl/limit");
/// A feature of PDDL that is not supported.
pub const UNSUPPORTED: Code = Code::new("pddl/unsupported");
/// A missing or unknown section.
pub const SECTION: Code = Code::new("pddl/section");
/// An invalid name.
pub const NAME: Code = Code::new("pddl/name");
/// A duplicate declaration.
pub const DUPLICATE: Code = Code::new("pddl/duplicate");
/// An unknown name.
pub const UNKNOWN_NAME: Code = Code::new("pddl/unknown-name");
/// An object or variable of the wrong type.
pub const TYPE: Code = Code::new("pddl/type");
/// A cycle in the type hierarchy.
pub const TYPE_CYCLE: Code = Code::new("pddl/type-cycle");
/// A wrong number of arguments.
pub const ARGUMENTS: Code = Code::new("pddl/arguments");
/// A problem for another domain.
pub const OTHER_DOMAIN: Code = Code::new("pddl/other-domain");
/// A malformed number, or one that is not allowed here.
pub const NUMBER: Code = Code::new("pddl/number");
/// A function without the initial value that it needs.
pub const NO_VALUE: Code = Code::new("pddl/no-value");
/// A function for which no finite range can be derived.
pub const RANGE: Code = Code::new("pddl/range");
/// An invalid cost.
pub const COST: Code = Code::new("pddl/cost");
/// Conflicting effects on one function.
pub const CLASH: Code = Code::new("pddl/clash");
