//! How large a domain may be. Every cap has a name here, and running into one is the diagnostic `plan/limit`.
//!
//! The caps are far above what a game needs and far below what would make reading slow: they are there so that
//! a hostile or broken file is refused in milliseconds.

/// The largest text of one file, in bytes.
pub const FILE_BYTES_MAX: usize = 1 << 20;

/// How many files one domain may be put together from, the first one counted.
pub const FILES_MAX: usize = 64;

/// The largest sum of all texts of one domain, in bytes.
pub const TOTAL_BYTES_MAX: usize = 4 << 20;

/// The longest name of a type, object, fact, table, action, goal, parameter, trait, check or test, in bytes.
pub const NAME_BYTES_MAX: usize = 64;

/// The longest condition, effect or number expression, in bytes.
pub const EXPRESSION_BYTES_MAX: usize = 1024;

/// How deep expressions and `any` lists may nest.
pub const NESTING_MAX: usize = 32;

/// The longest `doc`, in bytes.
pub const DOC_BYTES_MAX: usize = 16 << 10;

/// How many types there may be.
pub const TYPES_MAX: usize = 1024;

/// How many members a union may have, and how many types it may come to when it holds unions itself.
pub const UNION_MEMBERS_MAX: usize = 64;

/// How many objects all closed types may have together, and how many one open type may know at a time.
pub const OBJECTS_MAX: usize = 1 << 16;

/// How many closed objects all unions may hold together, each counted once for every union.
pub const UNION_OBJECTS_MAX: usize = 1 << 20;

/// How many facts (families count once) there may be.
pub const FACTS_MAX: usize = 4096;

/// How many indices a family of facts or a table may have.
pub const INDICES_MAX: usize = 8;

/// How many tables there may be.
pub const TABLES_MAX: usize = 4096;

/// How many values one table may list.
pub const TABLE_VALUES_MAX: usize = 1 << 16;

/// How many curves there may be.
pub const CURVES_MAX: usize = 1024;

/// How many points one curve may have.
pub const CURVE_POINTS_MAX: usize = 256;

/// How many actions there may be.
pub const ACTIONS_MAX: usize = 4096;

/// How many goals there may be.
pub const GOALS_MAX: usize = 4096;

/// How many parameters an action or goal may have; variables of quantifiers count too.
pub const PARAMS_MAX: usize = 16;

/// How many conditions one list may have.
pub const CONDITIONS_MAX: usize = 256;

/// How many effects one action may have, those in conditional effects counted one by one, those hoped for too.
pub const EFFECTS_MAX: usize = 256;

/// How many rules one cost may have.
pub const COST_RULES_MAX: usize = 64;

/// How many different traits expressions may name.
pub const TRAITS_MAX: usize = 256;

/// How many facts `[start]` or the `set` of a test may give.
pub const SETTINGS_MAX: usize = 1 << 16;

/// How many tests there may be.
pub const TESTS_MAX: usize = 4096;

/// How many entries the `plan`, `uses` or `avoids` of a test may have.
pub const TEST_STEPS_MAX: usize = 1024;

/// The largest magnitude of the ends of an `int` fact or number parameter.
pub const INT_MAX: i64 = 1_000_000_000;

/// The largest magnitude of any number, also of one that comes up in the middle of an expression.
pub const NUMBER_MAX: i64 = 1_000_000_000_000;

/// The largest cost of a step.
pub const COST_MAX: i64 = 1_000_000_000;

/// Ground facts of one task.
pub const GROUND_FACTS_MAX: usize = 1 << 20;
/// Operators of one task: ground actions, counted once for each cost rule and disjunct.
pub const OPERATORS_MAX: usize = 1 << 19;
/// How many candidates for parameters, conditions, and numbers grounding looks at, for all actions together.
pub const GROUND_STEPS_MAX: usize = 1 << 25;
/// How many bytes the ground actions of one task may take, or the ways to meet a goal.
pub const GROUND_BYTES_MAX: usize = 160 << 20;
/// How many bytes of conditions and numbers one ground action, or a goal under one binding, may be put together from.
pub const GROUND_SCRATCH_BYTES_MAX: usize = 64 << 20;
/// Conjunctions that one condition, goal or cost may come to when its disjunctions are spelled out.
pub const VARIANTS_MAX: usize = 256;
/// How many steps the reader takes to look for effects that clash. What it has no time for is not lost: a ground action
/// with a clash does not exist.
pub const CLASH_STEPS_MAX: usize = 10_000_000;
/// How many changes and start values the lints look at in search of one that gives a fact a value. What they have no time
/// for counts as found, so that they never warn of what is fine.
pub const LINT_STEPS_MAX: usize = 10_000_000;
/// How large a domain lints ground: about as many conditions, effects and values.
pub const LINT_GROUND_MAX: usize = 200_000;
/// How many objects of one type lints ground.
pub const LINT_OBJECTS_MAX: usize = 1000;
/// How many actions that stand for goals may lie within each other.
pub const SUB_GOAL_DEPTH_MAX: usize = 8;
