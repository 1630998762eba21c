//! Limits on quests and demonstrations. Exceeding one is an error.

/// The largest size of a quest file in bytes.
pub const QUEST_BYTES_MAX: usize = 4 << 20;
/// The largest width and height of a map.
pub const SIDE_MAX: u32 = 1024;
/// The largest number of facts of a quest.
pub const FACTS_MAX: usize = 32;
/// The largest number of items, of triggers, of doors and of enemies of a quest.
pub const THINGS_MAX: usize = 256;
/// The largest number of cells that all objects of a quest cover together; an enemy covers the cells within its reach.
pub const THING_CELLS_MAX: usize = 1 << 16;
/// The largest health, in points.
pub const HEALTH_MAX: u32 = 1_000_000;
/// The largest number of health levels.
pub const LEVELS_MAX: u32 = 64;
/// The longest time that a step, a trigger or a wait may take, in milliseconds.
pub const STEP_MS_MAX: u64 = 60_000;
/// The largest size of a name, text or file name in a quest file or demonstration, in bytes.
pub const TEXT_BYTES_MAX: usize = 4096;
/// The largest size of a demonstration file in bytes.
pub const DEMONSTRATION_BYTES_MAX: usize = 16 << 20;
/// The largest number of demonstrations that are used together.
pub const DEMONSTRATIONS_MAX: usize = 1024;
/// The largest number of samples of a demonstration.
pub const SAMPLES_MAX: usize = 1 << 16;
/// The latest time of a sample, in milliseconds: a day.
pub const SAMPLE_MS_MAX: u64 = 86_400_000;
/// The largest number of points of all demonstrations after resampling. Heuristics look at every pair of points.
pub const POINTS_MAX: usize = 1 << 13;
