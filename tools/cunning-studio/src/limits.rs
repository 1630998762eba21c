//! The limits of the server; those of answers are in `cunning_debug::limits`.

use std::time::Duration;

/// The most connections without the token at a time. When there are more, the oldest one is closed.
pub const CONNECTIONS_MAX: usize = 64;
/// The most connected pages at a time.
pub const SESSIONS_MAX: usize = 8;
/// How long a connection may take to send its request, and a WebSocket to send its token.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// The most bytes of a message from a page; a domain file fits.
pub const MESSAGE_BYTES_MAX: usize = 2 << 20;
/// The most messages of a page per second, on average.
pub const MESSAGES_PER_SECOND: u32 = 500;
/// How long a page may take to read an answer.
pub const SEND_PATIENCE: Duration = Duration::from_secs(20);
/// The most bytes that are kept of an attached game's recording.
pub const ATTACHED_BYTES_MAX: usize = 512 << 20;
