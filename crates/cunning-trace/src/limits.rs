//! The limits of recordings and their parts.
//!
//! A reader borrows texts and lists from the file and copies only what a query returns, so these limits and the size of
//! the file bound the cost of a hostile file.

/// The largest record without its frame, in bytes. The limit applies to the header too.
pub const RECORD_BYTES_MAX: usize = 16 << 20;

/// The largest event, in bytes: a record without its subject, tick and key frame fields.
pub const EVENT_BYTES_MAX: usize = RECORD_BYTES_MAX - 64;

/// The longest text, in bytes, for example a source file.
pub const TEXT_BYTES_MAX: usize = 4 << 20;

/// The most names that a recording may define, including redefinitions.
pub const NAMES_MAX: usize = 1 << 20;

/// The size of a key frame's records, in bytes. A larger event has its own record.
pub(crate) const KEY_PART_BYTES: usize = 64 << 10;

/// The default size at which the recorder stops writing, in bytes; see [`Config`](crate::Config).
pub const RECORDING_BYTES_MAX: u64 = 1 << 30;

/// The default memory for the past of each agent, in bytes; see [`Config`](crate::Config).
pub const RING_BYTES_MAX: usize = 64 << 10;

/// The default minimum distance of key frames, in bytes; see [`Config`](crate::Config).
pub const KEY_BYTES_MIN: u64 = 256 << 10;

/// The number of removed agents whose past stays in memory.
pub const REMOVED_MAX: usize = 16;
