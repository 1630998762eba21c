//! Encoded bytes that are being read.

use std::fmt;

/// Why bytes are not a valid encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed(&'static str);

impl Malformed {
    /// Creates an error from a phrase such as "a boolean is neither 0 nor 1".
    pub const fn new(reason: &'static str) -> Self {
        Self(reason)
    }

    /// What is wrong with the bytes.
    pub const fn reason(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Malformed {}

/// Encoded bytes, read from the front, with what decoded values refer to.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a, C = ()> {
    rest: &'a [u8],
    text_bytes_max: usize,
    /// What decoded values refer to, such as the domain that ids belong to.
    pub context: C,
}

/// The largest length of a number: seven bits per byte for 64 bits.
const NUMBER_BYTES_MAX: usize = 10;

impl<'a> Input<'a> {
    /// Creates an input for values that refer to nothing else.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::in_context(bytes, ())
    }
}

impl<'a, C> Input<'a, C> {
    /// Creates an input for values that refer to something else.
    pub const fn in_context(bytes: &'a [u8], context: C) -> Self {
        Self { rest: bytes, text_bytes_max: usize::MAX, context }
    }

    /// Rejects texts of more than `max` bytes.
    #[must_use]
    pub fn text_bytes_max(self, max: usize) -> Self {
        Self { text_bytes_max: max, ..self }
    }

    /// The bytes that have not been read.
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether all bytes have been read.
    pub const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Reads that many bytes as they are.
    pub fn raw(&mut self, len: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) =
            self.rest.split_at_checked(len).ok_or(Malformed::new("unexpected end of data"))?;
        self.rest = rest;
        Ok(taken)
    }

    /// Reads an array of bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Malformed::new("unexpected end of data"))?;
        self.rest = rest;
        Ok(*taken)
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        let (&byte, rest) = self.rest.split_first().ok_or(Malformed::new("unexpected end of data"))?;
        self.rest = rest;
        Ok(byte)
    }

    /// Reads an unsigned integer. Only the shortest encoding is accepted.
    pub fn number(&mut self) -> Result<u64, Malformed> {
        const MALFORMED: Malformed = Malformed::new("malformed integer");
        let mut number = 0_u64;
        for index in 0..NUMBER_BYTES_MAX {
            let byte = self.byte()?;
            // The tenth byte has room for one bit.
            if index + 1 == NUMBER_BYTES_MAX && byte > 1 {
                return Err(MALFORMED);
            }
            number |= u64::from(byte & 0x7f) << (7 * index);
            if byte & 0x80 == 0 {
                // A zero last byte would be a second encoding of the same number.
                return if byte == 0 && index > 0 { Err(MALFORMED) } else { Ok(number) };
            }
        }
        Err(MALFORMED)
    }

    /// Reads the length of a list. Every item takes at least one byte, so a length beyond the input is rejected before
    /// memory is allocated for it.
    pub fn count(&mut self) -> Result<usize, Malformed> {
        let count = usize::try_from(self.number()?).ok().filter(|&count| count <= self.rest.len());
        count.ok_or(Malformed::new("unexpected end of data"))
    }

    /// Reads a length and that many bytes.
    pub fn block(&mut self) -> Result<&'a [u8], Malformed> {
        let len = self.count()?;
        self.raw(len)
    }

    /// Reads a text.
    pub fn text(&mut self) -> Result<&'a str, Malformed> {
        let bytes = self.block()?;
        if bytes.len() > self.text_bytes_max {
            return Err(Malformed::new("a text is too long"));
        }
        std::str::from_utf8(bytes).map_err(|_| Malformed::new("a text is not valid UTF-8"))
    }

    /// Returns an error unless all bytes have been read.
    pub fn end(&self) -> Result<(), Malformed> {
        if self.is_empty() { Ok(()) } else { Err(Malformed::new("unexpected bytes after the end")) }
    }
}
