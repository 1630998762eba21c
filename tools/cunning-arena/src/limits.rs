//! All limits of this crate. A scene that exceeds one is rejected with a diagnostic that names it.

/// The maximum size of a scene file, in bytes.
pub const SCENE_BYTES_MAX: usize = 1 << 20;
/// The maximum number of cells in a row or a column of a map.
pub const SIDE_MAX: u32 = 512;
/// The maximum number of cells of a map.
pub const CELLS_MAX: u32 = 1 << 16;
/// The maximum length of a name, in bytes.
pub const NAME_BYTES_MAX: usize = 64;
/// The maximum length of any other string of a scene except the map, in bytes.
pub const TEXT_BYTES_MAX: usize = 4096;
/// The maximum number of doors.
pub const DOORS_MAX: usize = 1024;
/// The maximum number of named places.
pub const SPOTS_MAX: usize = 1024;
/// The maximum number of cells of a named place.
pub const SPOT_CELLS_MAX: usize = 4096;
/// The maximum number of teams.
pub const TEAMS_MAX: usize = 16;
/// The maximum number of kinds of items. Inventories are arrays of this length.
pub const ITEMS_MAX: usize = 24;
/// The maximum number of kinds of weapons, of bodies, of navigators and of switches.
pub const KINDS_MAX: usize = 64;
/// The maximum number of stations.
pub const STATIONS_MAX: usize = 256;
/// The maximum number of jobs of a station.
pub const JOBS_MAX: usize = 16;
/// The maximum number of actors, including all groups.
pub const ACTORS_MAX: usize = 4096;
/// The maximum number of commanders without a body.
pub const COMMANDERS_MAX: usize = 256;
/// The maximum number of piles of items on the ground.
pub const PILES_MAX: usize = 4096;
/// The maximum number of grenades that have not exploded yet.
pub const GRENADES_MAX: usize = 256;
/// The maximum number of scripted events, and of win conditions.
pub const SCRIPT_MAX: usize = 1024;
/// The maximum number of entries of `[do]`, of `[check]`, of `[sense]`, of one sense, and of the initial
/// beliefs of an actor.
pub const ENTRIES_MAX: usize = 256;
/// The maximum number of body actions of one action, and of words of a phrase.
pub const PHRASE_MAX: usize = 16;
/// The maximum number of one kind of item that one holder can have.
pub const COUNT_MAX: u16 = 10_000;
/// The maximum time in a scene, in milliseconds: a day.
pub const TIME_MS_MAX: u64 = 24 * 60 * 60 * 1000;
/// The maximum speed of a body, in thousandths of a cell per second.
pub const SPEED_MAX: u32 = 100_000;
/// The maximum reach of a sense or a weapon, and the maximum loudness of a noise, in cells.
pub const REACH_MAX: u16 = 512;
/// The maximum number of cells that a seeker walks before it gives up.
pub const SEEK_STEPS_MAX: usize = 1 << 16;
/// The maximum number of ended seeker walks kept until they are fetched.
pub const ENDED_WALKS_MAX: usize = 1 << 10;
/// The maximum number of cells of a map for navigators that compute the cost of walking from every cell,
/// which happens in one tick.
pub const COMPUTED_CELLS_MAX: u32 = 1 << 14;
/// The maximum `map_range` of a navigator, in steps.
pub const MAP_RANGE_MAX: u64 = 64;
/// The maximum number of actors with a navigator.
pub const NAVIGATORS_MAX: usize = 256;
/// The maximum number of intents that wait for the next tick.
pub const QUEUE_MAX: usize = 4 * ACTORS_MAX;
/// The maximum number of events kept until they are drained; later ones are only counted.
pub const EVENTS_MAX: usize = 1 << 18;

/// The maximum number of reloads in a replayed recording.
pub const RELOADS_MAX: usize = 1 << 12;
/// The maximum number of edits in a replayed recording.
pub const EDITS_MAX: usize = 1 << 16;
/// The maximum number of ticks that are run before an excerpt of a recording.
pub const LEAD_TICKS_MAX: u64 = 1_000_000;

/// The maximum bias of an order, in thousandths.
pub const BIAS_MAX: u64 = 10_000;
/// The maximum points of an objective.
pub const SCORE_MAX: u64 = 1_000_000;
/// The maximum value of `jitter`, in steps.
pub const JITTER_MAX: u16 = 16;
/// The maximum number of weapons of an actor, besides the one in its hands at the start.
pub const WEAPONS_MAX: usize = 7;
