//! The hash that tells whether two states are the same.
//!
//! `XXH64` with seed 0 (Yann Collet's xxHash, 64 bits) of the encoded bytes, so it is the same on every platform. It does
//! not protect against deliberate collisions.

use std::hash::Hasher as _;

use twox_hash::XxHash64;

use crate::{Encode, Sink};

/// The number of bytes that are collected before they are hashed: hashing a few bytes at a time is slow.
const BUFFER_BYTES: usize = 512;

/// The hash of an encoding, computed while it is written.
///
/// ```
/// use cunning_encode::{Encode, Sink, StateHash};
///
/// let mut hash = StateHash::new();
/// (7u64, "guard").put(&mut hash);
/// assert_eq!(hash.finish(), StateHash::of(&(7u64, "guard")));
/// ```
#[derive(Clone, Debug)]
pub struct StateHash {
    hasher: XxHash64,
    buffer: [u8; BUFFER_BYTES],
    len: usize,
}

impl StateHash {
    /// Creates the hash of no bytes.
    pub fn new() -> Self {
        Self { hasher: XxHash64::with_seed(0), buffer: [0; BUFFER_BYTES], len: 0 }
    }

    /// Returns the hash of the encoding of a value.
    pub fn of(value: &(impl Encode + ?Sized)) -> u64 {
        let mut hash = Self::new();
        value.put(&mut hash);
        hash.finish()
    }

    /// Returns the hash of bytes as they are.
    pub fn of_bytes(bytes: &[u8]) -> u64 {
        XxHash64::oneshot(0, bytes)
    }

    /// The hash of all bytes so far.
    pub fn finish(mut self) -> u64 {
        self.flush();
        self.hasher.finish()
    }

    #[cold]
    fn flush(&mut self) {
        self.hasher.write(&self.buffer[..self.len]);
        self.len = 0;
    }
}

impl Default for StateHash {
    fn default() -> Self {
        Self::new()
    }
}

impl Sink for StateHash {
    #[inline]
    fn raw(&mut self, bytes: &[u8]) {
        if bytes.len() > BUFFER_BYTES - self.len {
            self.flush();
        }
        match self.buffer.get_mut(self.len..self.len + bytes.len()) {
            Some(free) => {
                free.copy_from_slice(bytes);
                self.len += bytes.len();
            }
            None => self.hasher.write(bytes),
        }
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        if self.len == BUFFER_BYTES {
            self.flush();
        }
        self.buffer[self.len] = byte;
        self.len += 1;
    }

    #[inline]
    fn is_hash(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_matches_the_reference_values() {
        assert_eq!(StateHash::new().finish(), 0xef46_db37_51d8_e999);
        let mut hash = StateHash::new();
        hash.raw(b"abc");
        assert_eq!(hash.finish(), 0x44bc_2cf5_ad77_0999);
        assert_eq!(StateHash::of_bytes(b"abc"), 0x44bc_2cf5_ad77_0999);
    }

    #[test]
    fn hash_is_that_of_the_encoded_bytes_however_they_arrive() {
        let parts = [1, 7, 500, 13, 511, 512, 513, 1, 1024, 3, 2000, 1];
        let (mut hash, mut bytes) = (StateHash::new(), Vec::new());
        for (at, len) in parts.into_iter().enumerate() {
            let part = vec![at as u8; len];
            hash.raw(&part);
            hash.byte(9);
            bytes.extend(part);
            bytes.push(9);
        }
        assert_eq!(hash.finish(), StateHash::of_bytes(&bytes));
    }
}
