//! Every cap of this crate in one place. A scene that exceeds one is refused with a diagnostic that names it.

/// The most bytes a scene file may have.
pub const SCENE_BYTES_MAX: usize = 1 << 20;
/// The most cells a map may have in a row or a column.
pub const SIDE_MAX: u32 = 512;
/// The most cells a map may have.
pub const CELLS_MAX: u32 = 1 << 16;
/// The most bytes a name may have.
pub const NAME_BYTES_MAX: usize = 64;
/// The most bytes any other text of a scene may have, the map aside.
pub const TEXT_BYTES_MAX: usize = 4096;
/// The most doors of a map.
pub const DOORS_MAX: usize = 1024;
/// The most named places.
pub const SPOTS_MAX: usize = 1024;
/// The most cells of a named place.
pub const SPOT_CELLS_MAX: usize = 4096;
/// The most teams.
pub const TEAMS_MAX: usize = 16;
/// The most kinds of items: inventories are arrays of this length.
pub const ITEMS_MAX: usize = 24;
/// The most kinds of weapons, and of bodies.
pub const KINDS_MAX: usize = 64;
/// The most stations.
pub const STATIONS_MAX: usize = 256;
/// The most jobs of a station.
pub const JOBS_MAX: usize = 16;
/// The most actors of a scene, all groups together.
pub const ACTORS_MAX: usize = 4096;
/// The most commanders, who have no body.
pub const COMMANDERS_MAX: usize = 256;
/// The most piles of items on the ground.
pub const PILES_MAX: usize = 4096;
/// The most scripted events, and the most win conditions.
pub const SCRIPT_MAX: usize = 1024;
/// The most entries of `[do]`, of `[check]`, of `[sense]` and of one sense, and of facts that an actor believes in the
/// beginning.
pub const PLAY_MAX: usize = 256;
/// The most things a body does for one action, and the most words of a phrase.
pub const PHRASE_MAX: usize = 16;
/// The most of one item that one holder can have.
pub const COUNT_MAX: u16 = 10_000;
/// The longest time a scene may speak of: a day.
pub const TIME_MS_MAX: u64 = 24 * 60 * 60 * 1000;
/// The fastest a body may be, in thousandths of a cell a second.
pub const SPEED_MAX: u32 = 100_000;
/// The furthest a sense or a weapon may reach, and the loudest a noise may be, in cells.
pub const REACH_MAX: u16 = 512;
/// The most cells a seeker walks before it gives up.
pub const SEEK_STEPS_MAX: usize = 1 << 16;
/// The most ended walks kept for whoever does not ask about them.
pub const WALKED_MAX: usize = 1 << 10;
/// The most cells of a map on which somebody may know what walking costs from everywhere: it is worked out in one tick.
pub const COMPUTED_CELLS_MAX: u32 = 1 << 14;
/// The most actors with a temper of their own.
pub const NAVIGATORS_MAX: usize = 256;
/// The most intents that may wait for the next tick.
pub const QUEUE_MAX: usize = 4 * ACTORS_MAX;
/// The most events kept for whoever does not fetch them; later ones are only counted.
pub const EVENTS_MAX: usize = 1 << 18;

/// How often minds may take other texts in a recording that is played again.
pub const RELOADS_MAX: usize = 1 << 12;
/// The most ticks that are played before a part of a recording begins.
pub const LEAD_TICKS_MAX: u64 = 1_000_000;

/// How many cells from their places actors may begin.
pub const JITTER_MAX: u16 = 16;
