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
