//! The limits on inputs. Exceeding one is [`ErrorKind::Limit`](crate::ErrorKind).

/// Bytes of one domain text.
pub const TEXT_BYTES_MAX: usize = 1 << 20;
/// Bytes of one condition, effect or number expression.
pub const EXPRESSION_BYTES_MAX: usize = 1_000;
/// Depth of brackets, of `any` lists and of quantifiers.
pub const NESTING_MAX: usize = 64;
/// Parameters of an action or goal together with the quantifier variables inside it.
pub const SLOTS_MAX: usize = 16;
/// Objects of all types, closed names and bound ones.
pub const OBJECTS_MAX: usize = 4_096;
/// Ground facts, and likewise entries of all tables.
pub const GROUND_MAX: usize = 65_536;
/// Ground actions of a query, and likewise ground variants of its goal.
pub const BINDINGS_MAX: usize = 1_000_000;
/// Values that one freed condition may take, see [`solve_with_free`](crate::OracleDomain::solve_with_free).
pub const FREE_VALUES_MAX: usize = 4_096;
/// Levels of sub-goals that are planned inside one another.
pub const SUBGOAL_DEPTH_MAX: usize = 8;
/// Magnitude of the bounds of an `int` fact or of a number parameter.
pub const WHOLE_MAX: i64 = 1_000_000_000;
/// Magnitude of any number during the evaluation of an expression; a larger one counts as undefined.
pub const NUMBER_MAX: i64 = 1_000_000_000_000;
/// The largest cost of a step, in whole units; a larger one counts as not finite.
pub const COST_MAX: i64 = 1_000_000_000;
