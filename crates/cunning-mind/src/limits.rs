//! How much a file may say about minds. Running into a cap is the diagnostic `plan/limit`.

/// The longest duration, in milliseconds: thirty days.
pub const DURATION_MS_MAX: u32 = 30 * 24 * 3_600_000;

/// How large a saved set of agents may be, in bytes.
pub const SAVE_BYTES_MAX: usize = 1 << 30;

/// How much of the name of an object of the game is kept, in bytes.
pub const OBJECT_NAME_BYTES_MAX: usize = 64;

/// How many queries there may be.
pub const QUERIES_MAX: usize = 256;

/// How many tests one query may have.
pub const QUERY_TESTS_MAX: usize = 32;

/// Of how many places a question to the game may speak.
pub const ASK_PLACES_MAX: usize = 4;

/// How many candidates a query may take, and how many points it may look at.
pub const CANDIDATES_MAX: i64 = 1024;

/// The longest radius or spacing of generated points.
pub const DISTANCE_MAX: i64 = 1_000_000;

/// How many rules one relevance may have.
pub const SCORE_RULES_MAX: usize = 64;

/// How many values one `wake` may list.
pub const CROSSINGS_MAX: usize = 64;

/// How many orders one action may give.
pub const ORDERS_MAX: usize = 16;

/// The largest number of receivers of an order, and of those that must report.
pub const RECEIVERS_MAX: i64 = 65_536;

/// The largest number of retries.
pub const RETRIES_MAX: i64 = 1_000_000;

/// The largest bias, weight, cost factor or stickiness.
pub const FACTOR_MAX: i64 = 1000;

/// How many archetypes there may be.
pub const ARCHETYPES_MAX: usize = 1024;

/// How many archetypes one may extend by name.
pub const EXTENDS_MAX: usize = 16;

/// How many names and numbers all archetypes may come to with all that they inherit.
pub const INHERITED_MAX: usize = 1 << 18;

/// How many traits one archetype may have.
pub const TRAITS_MAX: usize = 256;

/// How many sensors one archetype may have.
pub const SENSORS_MAX: usize = 64;
