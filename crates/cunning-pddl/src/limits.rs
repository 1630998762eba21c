//! How large PDDL may be. Every cap has a name here, and running into one is the diagnostic `pddl/limit`.
//!
//! The caps leave room for the largest competition problems that can be grounded at all. What the planner's own
//! model caps lower (`cunning_plan::limits`) is capped there.

use cunning_plan::limits as plan;

/// The largest text of one file, in bytes.
pub const FILE_BYTES_MAX: usize = 4 << 20;

/// How deep brackets may nest, those of `define` counted.
pub const NESTING_MAX: usize = 32;

/// The longest name, in bytes.
pub const NAME_BYTES_MAX: usize = 256;

/// How many types there may be, `object` counted.
pub const TYPES_MAX: usize = 512;

/// How many times one type may be put below others.
pub const DECLARATIONS_MAX: usize = 16;

/// How many types one `either` may name.
pub const EITHER_MAX: usize = 64;

/// How many different types and `either`s variables may have.
pub const KINDS_MAX: usize = 512;

/// How many objects and constants there may be.
pub const OBJECTS_MAX: usize = plan::OBJECTS_MAX;

/// How many predicates there may be.
pub const PREDICATES_MAX: usize = 2048;

/// How many functions there may be.
pub const FUNCTIONS_MAX: usize = 1024;

/// How many arguments a predicate or function may have.
pub const ARGUMENTS_MAX: usize = plan::INDICES_MAX;

/// How many actions there may be.
pub const ACTIONS_MAX: usize = plan::ACTIONS_MAX;

/// How many parameters an action may have.
pub const PARAMETERS_MAX: usize = plan::PARAMS_MAX;

/// How many entries `:init` may have.
pub const INIT_MAX: usize = plan::SETTINGS_MAX;

/// How many conditions and effects all actions and the goal may come to when their quantifiers are spelled out.
pub const EXPANDED_MAX: usize = 1 << 18;

/// How many conditions one effect may have.
pub const EFFECT_CONDITIONS_MAX: usize = plan::CONDITIONS_MAX;

/// How many effects one action may have, `forall` spelled out and deletions told apart from additions.
pub const EFFECTS_MAX: usize = plan::EFFECTS_MAX;

/// How many conjunctions the condition of one effect may come to.
pub const VARIANTS_MAX: usize = plan::VARIANTS_MAX;

/// The largest magnitude of a number.
pub const NUMBER_MAX: i64 = plan::INT_MAX;
