//! The binary encoding of saves, recordings and messages.
//!
//! A type is encoded with [`Encode`] and decoded with [`Decode`]. [`encode_struct!`] and [`encode_enum!`] implement
//! both from one list of fields, so that writing and reading cannot diverge:
//!
//! ```
//! use cunning_encode::{Decode, Encode, Input, StateHash, encode_struct};
//!
//! #[derive(Debug, PartialEq)]
//! struct Guard { name: String, ammo: u32 }
//! encode_struct!(Guard { name, ammo });
//!
//! let guard = Guard { name: "Ann".to_owned(), ammo: 300 };
//! let mut bytes = Vec::new();
//! guard.put(&mut bytes);
//! assert_eq!(bytes, [3, b'A', b'n', b'n', 0xac, 2]);
//! assert_eq!(Guard::take(&mut Input::new(&bytes)), Ok(guard));
//! ```
//!
//! The format:
//! - Unsigned integers are LEB128: seven bits per byte, lowest first, the high bit set on all but the last byte. A `u8` is
//!   one byte. Signed integers are zigzag-encoded first, so that small ones of either sign are short.
//! - Booleans are one byte, 0 or 1. Floats are their bits, least significant byte first.
//! - Texts and lists start with their length. An option starts with a boolean, an enum with a tag byte.
//! - A struct is its fields in the order of its list.
//!
//! Guarantees:
//! - **Every value has exactly one encoding.** Decoding rejects all others, so equal values have equal bytes on every
//!   platform.
//! - **Untrusted input is safe.** Decoding returns [`Malformed`] instead of panicking, and a wrong length runs out of bytes
//!   before it allocates memory.
//! - **Encoding does not allocate** by itself: values are streamed to a [`Sink`], which may be a buffer or a [`StateHash`].
//!
//! The crate depends on no other crate of the project and opens no files.

mod decode;
mod encode;
mod hash;
mod hashed;
mod input;
mod macros;
mod sink;

pub use decode::Decode;
pub use encode::Encode;
pub use hash::StateHash;
pub use hashed::Hashed;
pub use input::{Input, Malformed};
pub use sink::Sink;
