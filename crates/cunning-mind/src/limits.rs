//! Limits of domain files with minds. Exceeding one is the diagnostic `plan/limit`.

/// The longest duration, in milliseconds: thirty days.
pub const DURATION_MS_MAX: u32 = 30 * 24 * 3_600_000;

/// The largest save, in bytes.
pub const SAVE_BYTES_MAX: usize = 1 << 30;

/// The number of bytes kept of the display name of an object.
pub const OBJECT_NAME_BYTES_MAX: usize = 64;

/// The largest number of queries.
pub const QUERIES_MAX: usize = 256;

/// The largest number of tests in a query.
pub const QUERY_TESTS_MAX: usize = 32;

/// The largest number of arguments of a question to the game.
pub const ASK_PLACES_MAX: usize = 4;

/// The largest number of candidates that a query may take, and of points that it may generate.
pub const CANDIDATES_MAX: i64 = 1024;

/// The largest radius or spacing of generated points.
pub const DISTANCE_MAX: i64 = 1_000_000;

/// The largest number of rules in a relevance.
pub const SCORE_RULES_MAX: usize = 64;

/// The largest number of values in a `wake`.
pub const CROSSINGS_MAX: usize = 64;

/// The largest number of orders in an action.
pub const ORDERS_MAX: usize = 16;

/// The largest number of receivers of an order, and of reports that it may need.
pub const RECEIVERS_MAX: i64 = 65_536;

/// The largest number of retries.
pub const RETRIES_MAX: i64 = 1_000_000;

/// The largest bias, weight, cost factor or stickiness.
pub const FACTOR_MAX: i64 = 1000;

/// The time in milliseconds after which an order without `within` fails with
/// [`OrderFailure::TimedOut`](crate::OrderFailure::TimedOut) because its receiver could do nothing: it was held, or
/// pursued no goal at all. An order that waits while its receiver pursues other goals does not fail.
/// Orders against a goal that a commander waits for last as long, unless it gives them a time.
pub const ORDER_IDLE_MS_MAX: u64 = 30_000;

/// The largest number of archetypes.
pub const ARCHETYPES_MAX: usize = 1024;

/// The largest number of archetypes that one archetype may extend by name.
pub const EXTENDS_MAX: usize = 16;

/// The largest number of names and values of all archetypes together, including inherited ones.
pub const INHERITED_MAX: usize = 1 << 18;

/// The largest number of traits of an archetype.
pub const TRAITS_MAX: usize = 256;

/// The largest number of sensors of an archetype.
pub const SENSORS_MAX: usize = 64;
