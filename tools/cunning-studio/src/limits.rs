//! What the studio bears at most.

use std::time::Duration;

/// Connections at a time; more are closed at once.
pub const CONNECTIONS_MAX: usize = 64;
/// Sockets at a time that were let in.
pub const SESSIONS_MAX: usize = 8;
/// How long a connection may take to say what it wants, and a socket to show its token.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of a message from a page: a domain text fits.
pub const MESSAGE_BYTES_MAX: usize = 2 << 20;
/// Messages of a page in a second, on average.
pub const MESSAGES_PER_SECOND: u32 = 500;
/// How long a page may take to read what it asked for.
pub const SEND_PATIENCE: Duration = Duration::from_secs(20);
/// Items of a list in an answer; who wants more asks for the next page.
pub const ITEMS_MAX: usize = 2000;
/// Expansions that a page may ask for in one question.
pub const EXPANSIONS_MAX: u64 = 200_000;
/// Expansions for each goal of a decision that is compared with another version.
pub const COMPARED_EXPANSIONS_MAX: u64 = 20_000;
/// Nodes of a search that are kept to be looked at.
pub const NODES_MAX: usize = 200_000;
/// Searches that are kept ready to be looked at.
pub const SEARCHES_MAX: usize = 4;
/// Nodes of a page of a search.
pub const NODES_PAGE_MAX: usize = 400;
/// Bytes of a recording that a page may save.
pub const EXCERPT_BYTES_MAX: usize = 24 << 20;
/// Bytes of a game's record that are kept.
pub const ATTACHED_BYTES_MAX: usize = 512 << 20;
/// Bytes of a recording whose scene is played again, to see more of it.
pub const AGAIN_BYTES_MAX: usize = 64 << 20;
/// Cells of a backdrop in each direction.
pub const BACKDROP_CELLS_MAX: usize = 2048;
/// Pieces of a quest that were moved, one after the other.
pub const QUEST_MOVES_MAX: usize = 200;
/// Keys of a demonstration.
pub const QUEST_KEYS_MAX: usize = 5000;
/// Demonstrations that are taken into a race beside those of the quest.
pub const QUEST_SHOWN_MAX: usize = 16;
/// Expansions of a planner in a race.
pub const QUEST_EXPANSIONS_MAX: u64 = 5_000_000;
/// Cells on a side of a map on which fear is studied.
pub const FEAR_SIDE_MAX: u32 = 64;
/// Orders of a study.
pub const FEAR_ORDERS_MAX: u32 = 100;
