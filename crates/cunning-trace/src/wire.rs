//! The encoding of numbers, texts and lists.
//!
//! Each value has exactly one encoding, and decoding rejects all others, so equal data have equal bytes. The encoding is
//! written by hand because the format must not change when a type is edited or a dependency is updated. Decoding
//! allocates nothing.

use crate::limits::{RECORD_BYTES_MAX, TEXT_BYTES_MAX};

/// The bytes are not a valid encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// A value with an encoding. Decoded values borrow from the encoded bytes.
pub trait Wire<'a>: Copy {
    /// Appends the encoding.
    fn put(&self, out: &mut Output);
    /// Reads the encoding from the front of the input.
    fn take(input: &mut Input<'a>) -> Result<Self, Malformed>;
}

/// A buffer for encodings that remembers whether the size limit was exceeded.
#[derive(Clone, Debug, Default)]
pub struct Output {
    bytes: Vec<u8>,
    is_oversize: bool,
}

impl Output {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), is_oversize: false }
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.is_oversize = false;
    }

    /// The encoded bytes, or `None` if they exceed the limit.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        (!self.is_oversize).then_some(&self.bytes)
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        if bytes.len() > RECORD_BYTES_MAX - self.bytes.len() {
            self.is_oversize = true;
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        if self.bytes.len() == RECORD_BYTES_MAX {
            self.is_oversize = true;
        } else {
            self.bytes.push(byte);
        }
    }

    pub(crate) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    /// A length and that many bytes.
    pub(crate) fn block(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.raw(bytes);
    }
}

/// Seven bits per byte, so ten bytes hold 64 bits.
const VARINT_BYTES_MAX: usize = 10;

/// Encoded bytes, read from the front.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Malformed> {
        let (&first, rest) = self.rest.split_first().ok_or(Malformed)?;
        self.rest = rest;
        Ok(first)
    }

    pub(crate) fn raw(&mut self, len: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(Malformed)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn number(&mut self) -> Result<u64, Malformed> {
        let mut number = 0u64;
        for index in 0..VARINT_BYTES_MAX {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            // The tenth byte has room for one bit.
            if index + 1 == VARINT_BYTES_MAX && byte > 1 {
                return Err(Malformed);
            }
            number |= bits << (7 * index);
            if byte & 0x80 == 0 {
                // A zero last byte would be a second encoding of the same number.
                return if byte == 0 && index > 0 { Err(Malformed) } else { Ok(number) };
            }
        }
        Err(Malformed)
    }

    /// A length and that many bytes.
    pub(crate) fn block(&mut self) -> Result<&'a [u8], Malformed> {
        let len = usize::try_from(self.number()?).map_err(|_| Malformed)?;
        self.raw(len)
    }
}

impl Wire<'_> for u64 {
    fn put(&self, out: &mut Output) {
        out.number(*self);
    }
    fn take(input: &mut Input<'_>) -> Result<Self, Malformed> {
        input.number()
    }
}

impl Wire<'_> for u32 {
    fn put(&self, out: &mut Output) {
        out.number(u64::from(*self));
    }
    fn take(input: &mut Input<'_>) -> Result<Self, Malformed> {
        Self::try_from(input.number()?).map_err(|_| Malformed)
    }
}

/// Zigzag encoding, so that small numbers of either sign are short.
impl Wire<'_> for i64 {
    fn put(&self, out: &mut Output) {
        out.number(((self << 1) ^ (self >> 63)) as u64);
    }
    fn take(input: &mut Input<'_>) -> Result<Self, Malformed> {
        let number = input.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

impl Wire<'_> for bool {
    fn put(&self, out: &mut Output) {
        out.byte(u8::from(*self));
    }
    fn take(input: &mut Input<'_>) -> Result<Self, Malformed> {
        match input.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed),
        }
    }
}

/// Four bytes, least significant first; all bits are kept.
impl Wire<'_> for f32 {
    fn put(&self, out: &mut Output) {
        out.raw(&self.to_le_bytes());
    }
    fn take(input: &mut Input<'_>) -> Result<Self, Malformed> {
        let bytes = input.raw(4)?.try_into().map_err(|_| Malformed)?;
        Ok(Self::from_le_bytes(bytes))
    }
}

impl<'a> Wire<'a> for &'a [u8] {
    fn put(&self, out: &mut Output) {
        out.block(self);
    }
    fn take(input: &mut Input<'a>) -> Result<Self, Malformed> {
        input.block()
    }
}

impl<'a> Wire<'a> for &'a str {
    fn put(&self, out: &mut Output) {
        if self.len() > TEXT_BYTES_MAX {
            out.is_oversize = true;
        } else {
            out.block(self.as_bytes());
        }
    }
    fn take(input: &mut Input<'a>) -> Result<Self, Malformed> {
        let bytes = input.block()?;
        if bytes.len() > TEXT_BYTES_MAX {
            return Err(Malformed);
        }
        std::str::from_utf8(bytes).map_err(|_| Malformed)
    }
}

impl<'a, T: Wire<'a>> Wire<'a> for Option<T> {
    fn put(&self, out: &mut Output) {
        self.is_some().put(out);
        if let Some(some) = self {
            some.put(out);
        }
    }
    fn take(input: &mut Input<'a>) -> Result<Self, Malformed> {
        Ok(if bool::take(input)? { Some(T::take(input)?) } else { None })
    }
}

/// Encodes a struct as its fields in order.
macro_rules! wire_fields {
    ($name:ident $(<$life:lifetime>)? { $($field:tt),+ }) => {
        impl<'a> $crate::wire::Wire<'a> for $name $(<$life>)? {
            fn put(&self, out: &mut $crate::wire::Output) {
                $( $crate::wire::Wire::put(&self.$field, out); )+
            }
            fn take(input: &mut $crate::wire::Input<'a>) -> Result<Self, $crate::wire::Malformed> {
                Ok(Self { $( $field: $crate::wire::Wire::take(input)? ),+ })
            }
        }
    };
}
pub(crate) use wire_fields;

/// Declares an enum whose cases are encoded as one byte.
macro_rules! wire_names {
    ($(#[$outer:meta])* $name:ident { $( $(#[$doc:meta])* $case:ident = $code:literal ),+ $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name { $( $(#[$doc])* $case = $code ),+ }

        impl $name {
            /// All cases, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$( Self::$case ),+];
        }

        impl $crate::wire::Wire<'_> for $name {
            fn put(&self, out: &mut $crate::wire::Output) {
                out.byte(*self as u8);
            }
            fn take(input: &mut $crate::wire::Input<'_>) -> Result<Self, $crate::wire::Malformed> {
                match input.byte()? {
                    $( $code => Ok(Self::$case), )+
                    _ => Err($crate::wire::Malformed),
                }
            }
        }
    };
}
pub(crate) use wire_names;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn coded<'a, T: Wire<'a>>(value: T) -> Vec<u8> {
        let mut out = Output::default();
        value.put(&mut out);
        out.bytes().unwrap().to_vec()
    }

    #[test]
    fn values_have_the_documented_bytes() {
        assert_eq!(coded(0u64), [0]);
        assert_eq!(coded(127u64), [0x7f]);
        assert_eq!(coded(128u64), [0x80, 1]);
        assert_eq!(coded(300u32), [0xac, 2]);
        assert_eq!(coded(u64::MAX), [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]);
        assert_eq!(coded(-1i64), [1]);
        assert_eq!(coded(1i64), [2]);
        assert_eq!(coded(i64::MIN), coded(u64::MAX));
        assert_eq!(coded(1.5f32), [0, 0, 0xc0, 0x3f]);
        assert_eq!(coded(Some("ab")), [1, 2, b'a', b'b']);
        assert_eq!(coded(None::<bool>), [0]);
    }

    #[test]
    fn alternative_encodings_are_rejected() {
        for bytes in [
            &[0x80, 0][..],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0],
            &[0x80],
        ] {
            assert_eq!(u64::take(&mut Input::new(bytes)), Err(Malformed), "{bytes:?}");
        }
        assert_eq!(u32::take(&mut Input::new(&coded(1u64 << 32))), Err(Malformed));
        assert_eq!(bool::take(&mut Input::new(&[2])), Err(Malformed));
        assert_eq!(<&str>::take(&mut Input::new(&[1, 0xff])), Err(Malformed));
        assert_eq!(<&[u8]>::take(&mut Input::new(&[3, 1, 2])), Err(Malformed));
    }

    #[test]
    fn oversized_values_are_detected() {
        let mut out = Output::default();
        let long = "x".repeat(TEXT_BYTES_MAX + 1);
        long.as_str().put(&mut out);
        assert_eq!(out.bytes(), None);
        out.clear();
        (&long.as_str()[1..]).put(&mut out);
        assert!(out.bytes().is_some());
        out.raw(&vec![0; RECORD_BYTES_MAX]);
        assert_eq!(out.bytes(), None);
    }

    proptest! {
        #[test]
        fn numbers_round_trip(unsigned: u64, shift in 0u32..64, signed: i64) {
            let small = unsigned >> shift;
            prop_assert_eq!(u64::take(&mut Input::new(&coded(small))), Ok(small));
            let small = signed >> shift;
            prop_assert_eq!(i64::take(&mut Input::new(&coded(small))), Ok(small));
        }

        #[test]
        fn decoded_numbers_encode_to_the_same_bytes(bytes: Vec<u8>) {
            let mut input = Input::new(&bytes);
            if let Ok(number) = u64::take(&mut input) {
                let used = bytes.len() - input.rest().len();
                prop_assert_eq!(&coded(number), &bytes[..used]);
            }
        }
    }
}
