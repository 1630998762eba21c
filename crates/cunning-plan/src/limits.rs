//! Limits of domains. Exceeding one is the diagnostic `plan/limit`.
//!
//! The limits are far above the needs of a game and far below what would make reading slow, so that a hostile or
//! broken file is rejected in milliseconds.

/// The largest text of one file, in bytes.
pub const FILE_BYTES_MAX: usize = 1 << 20;

/// The largest number of files of a domain, including the first one.
pub const FILES_MAX: usize = 64;

/// The largest total size of all texts of a domain, in bytes.
pub const TOTAL_BYTES_MAX: usize = 4 << 20;

/// The longest name of a type, object, fact, table, action, goal, parameter, trait, check or test, in bytes.
pub const NAME_BYTES_MAX: usize = 64;

/// The longest condition, effect or number expression, in bytes.
pub const EXPRESSION_BYTES_MAX: usize = 1024;

/// The deepest nesting of expressions and `any` lists.
pub const NESTING_MAX: usize = 32;

/// The longest `doc`, in bytes.
pub const DOC_BYTES_MAX: usize = 16 << 10;

/// The largest number of types.
pub const TYPES_MAX: usize = 1024;

/// The largest number of members of a union, and of the types it consists of including nested unions.
pub const UNION_MEMBERS_MAX: usize = 64;

/// The largest number of objects of all closed types together, and of the objects of an open type known at a time.
pub const OBJECTS_MAX: usize = 1 << 16;

/// The largest number of closed objects in all unions together, each counted once per union.
pub const UNION_OBJECTS_MAX: usize = 1 << 20;

/// The largest number of facts; families count once.
pub const FACTS_MAX: usize = 4096;

/// The largest number of indices of a family or a table.
pub const INDICES_MAX: usize = 8;

/// The largest number of tables.
pub const TABLES_MAX: usize = 4096;

/// The largest number of values listed in a table.
pub const TABLE_VALUES_MAX: usize = 1 << 16;

/// The largest number of curves.
pub const CURVES_MAX: usize = 1024;

/// The largest number of points of a curve.
pub const CURVE_POINTS_MAX: usize = 256;

/// The largest number of actions.
pub const ACTIONS_MAX: usize = 4096;

/// The largest number of goals.
pub const GOALS_MAX: usize = 4096;

/// The largest number of parameters of an action or goal, including variables of quantifiers.
pub const PARAMS_MAX: usize = 16;

/// The largest number of conditions in a list.
pub const CONDITIONS_MAX: usize = 256;

/// The largest number of effects of an action, including hoped-for ones and those inside conditional effects.
pub const EFFECTS_MAX: usize = 256;

/// The largest number of rules of a cost.
pub const COST_RULES_MAX: usize = 64;

/// The largest number of different traits in expressions.
pub const TRAITS_MAX: usize = 256;

/// The largest number of facts in `[start]` or in the `set` of a test.
pub const SETTINGS_MAX: usize = 1 << 16;

/// The largest number of tests.
pub const TESTS_MAX: usize = 4096;

/// The largest number of entries in the `plan`, `uses` or `avoids` of a test.
pub const TEST_STEPS_MAX: usize = 1024;

/// The largest magnitude of the ends of an `int` fact or number parameter.
pub const INT_MAX: i64 = 1_000_000_000;

/// The largest magnitude of any number, including intermediate results of expressions.
pub const NUMBER_MAX: i64 = 1_000_000_000_000;

/// The largest cost of a step.
pub const COST_MAX: i64 = 1_000_000_000;

/// The largest number of ground facts of a task.
pub const GROUND_FACTS_MAX: usize = 1 << 20;
/// The largest number of operators of a task: ground actions, counted once for each cost rule and disjunct.
pub const OPERATORS_MAX: usize = 1 << 19;
/// The largest number of grounding steps: candidates for parameters, conditions and numbers, for all actions
/// together.
pub const GROUND_STEPS_MAX: usize = 1 << 25;
/// The largest size in bytes of the ground actions of a task, or of the alternatives of a goal.
pub const GROUND_BYTES_MAX: usize = 160 << 20;
/// The largest size in bytes of the conditions and numbers of one ground action, or of a goal under one binding.
pub const GROUND_SCRATCH_BYTES_MAX: usize = 64 << 20;
/// The largest number of conjunctions of a condition, goal or cost in disjunctive normal form.
pub const VARIANTS_MAX: usize = 256;
/// The largest number of steps in which the reader looks for clashing effects. Clashes that it misses do no harm: a
/// ground action with a clash does not exist.
pub const CLASH_STEPS_MAX: usize = 10_000_000;
/// The largest number of changes and start values that the lints examine to find one that gives a fact a value.
/// Beyond it the value counts as found, so that there are no false warnings.
pub const LINT_STEPS_MAX: usize = 10_000_000;
/// The largest domain that lints ground: about this many conditions, effects and values.
pub const LINT_GROUND_MAX: usize = 200_000;
/// The largest number of objects of a type that lints ground.
pub const LINT_OBJECTS_MAX: usize = 1000;
/// The deepest nesting of actions that stand for goals.
pub const SUB_GOAL_DEPTH_MAX: usize = 8;
