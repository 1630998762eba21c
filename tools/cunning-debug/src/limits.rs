//! The limits of answers.

/// The highest tick that is shown: pages count exactly up to here.
pub const TICKS_MAX: u64 = 1 << 53;
/// The most breakpoints of a session.
pub const BREAKPOINTS_MAX: usize = 32;
/// The most ticks that breakpoints are checked at when a game sends many at once.
pub const BREAKPOINT_TICKS_MAX: u64 = 10_000;
/// The most branches of a running scene.
pub const BRANCHES_MAX: usize = 16;
/// The most items of a list in an answer.
pub const ITEMS_MAX: usize = 2000;
/// The most node expansions of one request.
pub const EXPANSIONS_MAX: u64 = 200_000;
/// The most node expansions per goal when a decision is compared with an edited text.
pub const COMPARED_EXPANSIONS_MAX: u64 = 20_000;
/// The most node expansions for the plan of one friend that is shown before an order is given.
pub const PREVIEW_EXPANSIONS_MAX: u64 = 5_000;
/// The most nodes that are kept of a search.
pub const NODES_MAX: usize = 200_000;
/// The most searches that are cached.
pub const SEARCHES_MAX: usize = 4;
/// The most nodes in one page of a search.
pub const NODES_PAGE_MAX: usize = 400;
/// The records of a recording that are scanned before it is shown; the others are scanned while it is shown.
pub const SCANNED_RECORDS: usize = 200_000;
/// The most bytes of an excerpt that a page may download.
pub const EXCERPT_BYTES_MAX: usize = 24 << 20;
/// The largest recording whose scene is replayed to reconstruct the world.
pub const REPLAY_BYTES_MAX: usize = 64 << 20;
/// The most cells of a backdrop in each direction.
pub const BACKDROP_CELLS_MAX: usize = 2048;
/// The most moves of pieces of a quest.
pub const QUEST_MOVES_MAX: usize = 200;
/// The most keys of a demonstration.
pub const QUEST_KEYS_MAX: usize = 5000;
/// The most demonstrations besides those that come with the quest.
pub const QUEST_DEMONSTRATIONS_MAX: usize = 16;
/// The most node expansions of a planner on a quest.
pub const QUEST_EXPANSIONS_MAX: u64 = 5_000_000;
/// The most bytes of the name of a folder that a page creates.
pub const FOLDER_BYTES_MAX: usize = 100;
/// The most folders within each other that a page creates at once.
pub const FOLDER_DEPTH_MAX: usize = 4;
/// The most cells on a side of a map in the fear panel.
pub const FEAR_SIDE_MAX: u32 = 64;
/// The most orders of a study of fear.
pub const FEAR_ORDERS_MAX: u32 = 100;
