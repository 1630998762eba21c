//! Destinations of encoded bytes.

/// A destination for encoded bytes: a buffer, or a hash of what would be in it.
pub trait Sink {
    /// Adds bytes as they are.
    fn raw(&mut self, bytes: &[u8]);

    /// Adds one byte.
    fn byte(&mut self, byte: u8) {
        self.raw(&[byte]);
    }

    /// Adds an unsigned integer as LEB128.
    #[inline]
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    /// Adds a length and that many bytes.
    fn block(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.raw(bytes);
    }

    /// Adds a text: the length in bytes and the bytes.
    fn text(&mut self, text: &str) {
        self.block(text.as_bytes());
    }

    /// Whether the bytes are only hashed, so that the hash of a part may stand for the part.
    fn is_hash(&self) -> bool {
        false
    }
}

impl Sink for Vec<u8> {
    fn raw(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn byte(&mut self, byte: u8) {
        self.push(byte);
    }
}
