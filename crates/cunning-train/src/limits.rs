//! What is too much. Every cap has a name here and an error where it is met.

/// The most bytes of a quest file.
pub const QUEST_BYTES_MAX: usize = 4 << 20;
/// The most cells of a side of a map.
pub const SIDE_MAX: u32 = 1024;
/// The most facts of a quest.
pub const FACTS_MAX: usize = 32;
/// The most items, triggers, doors and enemies of a quest, each.
pub const THINGS_MAX: usize = 256;
/// The most cells that all things of a quest cover together; an enemy covers what it reaches.
pub const THING_CELLS_MAX: usize = 1 << 16;
/// The most health, in points.
pub const HEALTH_MAX: u32 = 1_000_000;
/// The most levels that health may have.
pub const LEVELS_MAX: u32 = 64;
/// The longest time that a step, a trigger or a wait may take, in milliseconds.
pub const STEP_MS_MAX: u64 = 60_000;
/// The most bytes of a name, a text or a file name in a quest file or a demonstration.
pub const TEXT_BYTES_MAX: usize = 4096;
/// The most bytes of a file of demonstrations.
pub const DEMONSTRATION_BYTES_MAX: usize = 16 << 20;
/// The most demonstrations that are used together.
pub const DEMONSTRATIONS_MAX: usize = 1024;
/// The most samples of a demonstration.
pub const SAMPLES_MAX: usize = 1 << 16;
/// The latest time of a sample, in milliseconds: a day.
pub const SAMPLE_MS_MAX: u64 = 86_400_000;
/// The most points that demonstrations may come to once they are made as dense as the map. Guidance looks at every pair
/// of them.
pub const POINTS_MAX: usize = 1 << 13;
