//! How large a recording and its parts may be. Every cap has a name here.
//!
//! A reader hands out texts and lists as parts of the file and copies only what a question asks for, so these caps and
//! the size of the file bound what a hostile file can make it do.

/// The largest record without its frame, in bytes. The header is held to it too.
pub const RECORD_BYTES_MAX: usize = 16 << 20;

/// The largest event: what is left of a record beside who, when, and what a key frame adds.
pub const EVENT_BYTES_MAX: usize = RECORD_BYTES_MAX - 64;

/// The longest text, in bytes: a source file, a name, a reason.
pub const TEXT_BYTES_MAX: usize = 4 << 20;

/// How many names a recording may define, new names for old numbers counted too.
pub const NAMES_MAX: usize = 1 << 20;

/// How much of a key frame one record may hold before the next record goes on, in bytes. A single event that is larger
/// stands in a record of its own.
pub(crate) const KEY_PART_BYTES: usize = 64 << 10;

/// How long a recording may get before the recorder writes no more of it, in bytes, unless [`Config`](crate::Config)
/// says otherwise.
pub const RECORDING_BYTES_MAX: u64 = 1 << 30;

/// How much of each agent's past is kept in memory, in bytes, unless [`Config`](crate::Config) says otherwise.
pub const RING_BYTES_MAX: usize = 64 << 10;

/// How far key frames are apart at least, in bytes, unless [`Config`](crate::Config) says otherwise.
pub const KEY_BYTES_MIN: u64 = 256 << 10;

/// How many removed agents stay in memory with their past.
pub const REMOVED_MAX: usize = 16;
