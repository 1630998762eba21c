//! The hash that tells whether two runs are in the same state.
//!
//! `XXH64` with seed 0 (Yann Collet's xxHash, 64 bits). Numbers are hashed as eight bytes, least significant first; texts
//! and bytes as their length followed by their content. The result is the same on every platform and in every version.
//! It does not protect against deliberate collisions.

use std::hash::Hasher;

use twox_hash::XxHash64;

use crate::value::Value;

/// Hashes the parts of a state in a fixed order.
///
/// ```
/// use cunning_trace::StateHash;
///
/// let mut hash = StateHash::new();
/// hash.number(7).text("guard").signed(-1);
/// assert_eq!(hash.finish(), 0x3f58_b07f_b21b_2b73);
/// ```
#[derive(Clone)]
pub struct StateHash(XxHash64);

impl StateHash {
    /// Creates a hash without content.
    pub fn new() -> Self {
        Self(XxHash64::with_seed(0))
    }

    /// Adds a number.
    pub fn number(&mut self, number: u64) -> &mut Self {
        self.0.write(&number.to_le_bytes());
        self
    }

    /// Adds a number that may be negative, in two's complement.
    pub fn signed(&mut self, number: i64) -> &mut Self {
        self.number(number as u64)
    }

    /// Adds bytes with their length, so that the boundaries between parts matter.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.number(bytes.len() as u64);
        self.0.write(bytes);
        self
    }

    /// Adds a text, as its bytes.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    /// Adds a value: the number of its kind in the file format, then its content.
    pub fn value(&mut self, value: Value) -> &mut Self {
        let (kind, held) = value.parts();
        self.number(u64::from(kind)).number(held)
    }

    /// The hash of everything added so far.
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}

impl Default for StateHash {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_matches_the_reference_values() {
        // The reference value of XXH64 for the empty input, then for known parts.
        assert_eq!(StateHash::new().finish(), 0xef46_db37_51d8_e999);
        let mut hash = StateHash(XxHash64::with_seed(0));
        hash.0.write(b"abc");
        assert_eq!(hash.finish(), 0x44bc_2cf5_ad77_0999);
    }

    #[test]
    fn boundaries_between_parts_change_the_hash() {
        let of = |texts: &[&str]| {
            let mut hash = StateHash::new();
            for text in texts {
                hash.text(text);
            }
            hash.finish()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        let value = |value| StateHash::new().value(value).finish();
        assert_ne!(value(Value::None), value(Value::Bool(false)));
        assert_ne!(value(Value::Int(1)), value(Value::Object(1)));
    }
}
