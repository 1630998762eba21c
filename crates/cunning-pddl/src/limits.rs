//! The limits on PDDL files. Exceeding one is the diagnostic `pddl/limit`.
//!
//! The limits leave room for the largest competition problems that can be grounded. The planner's model has its own
//! limits (`cunning_plan::limits`), some of them lower.

use cunning_plan::limits as plan;

/// The largest text of one file, in bytes.
pub const FILE_BYTES_MAX: usize = 4 << 20;

/// The deepest nesting of parentheses, including those of `define`.
pub const NESTING_MAX: usize = 32;

/// The longest name, in bytes.
pub const NAME_BYTES_MAX: usize = 256;

/// The largest number of types, including `object`.
pub const TYPES_MAX: usize = 512;

/// The largest number of declarations of one type.
pub const DECLARATIONS_MAX: usize = 16;

/// The largest number of types in one `either`.
pub const EITHER_MAX: usize = 64;

/// The largest number of distinct types and `either`s of variables.
pub const KINDS_MAX: usize = 512;

/// The largest number of objects and constants.
pub const OBJECTS_MAX: usize = plan::OBJECTS_MAX;

/// The largest number of predicates.
pub const PREDICATES_MAX: usize = 2048;

/// The largest number of functions.
pub const FUNCTIONS_MAX: usize = 1024;

/// The largest number of arguments of a predicate or function.
pub const ARGUMENTS_MAX: usize = plan::INDICES_MAX;

/// The largest number of actions.
pub const ACTIONS_MAX: usize = plan::ACTIONS_MAX;

/// The largest number of parameters of an action.
pub const PARAMETERS_MAX: usize = plan::PARAMS_MAX;

/// The largest number of entries in `:init`.
pub const INIT_MAX: usize = plan::SETTINGS_MAX;

/// The largest number of conditions and effects of all actions and the goal after their quantifiers are expanded.
pub const EXPANDED_MAX: usize = 1 << 18;

/// The largest number of conditions of one effect.
pub const EFFECT_CONDITIONS_MAX: usize = plan::CONDITIONS_MAX;

/// The largest number of effects of one action after `forall` is expanded and deletions exclude additions.
pub const EFFECTS_MAX: usize = plan::EFFECTS_MAX;

/// The largest number of conjunctions in the disjunctive normal form of one effect's condition.
pub const VARIANTS_MAX: usize = plan::VARIANTS_MAX;

/// The largest magnitude of a number.
pub const NUMBER_MAX: i64 = plan::INT_MAX;
