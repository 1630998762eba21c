//! Encodes the state of a world as bytes: little-endian, without padding, the same on every platform.
//!
//! Saving and hashing both use [`Wire::put`]. Structs and enums list their fields once, so that reading and
//! writing agree and a forgotten field does not compile.

use std::fmt;

/// A destination for bytes.
pub(crate) trait Sink {
    fn bytes(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// 64-bit FNV-1a: <http://www.isthe.com/chongo/tech/comp/fnv/>.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv(pub(crate) u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Sink for Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// A type that can be written as bytes and read back.
pub(crate) trait Wire: Sized {
    fn put(&self, out: &mut impl Sink);
    fn take(from: &mut Reader<'_>) -> Result<Self, Broken>;
}

/// Why bytes cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken(pub(crate) &'static str);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The remaining bytes to read.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Broken> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(Broken("unexpected end of data"))?;
        self.0 = rest;
        Ok(*first)
    }
}

macro_rules! wire_numbers {
    ($($number:ty),*) => { $(
        impl Wire for $number {
            fn put(&self, out: &mut impl Sink) {
                out.bytes(&self.to_le_bytes());
            }

            fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
                from.array().map(Self::from_le_bytes)
            }
        }
    )* };
}

wire_numbers!(u8, u16, u32, u64);

impl Wire for bool {
    fn put(&self, out: &mut impl Sink) {
        u8::from(*self).put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        match u8::take(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Broken("malformed bool")),
        }
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, out: &mut impl Sink) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        if bool::take(from)? { T::take(from).map(Some) } else { Ok(None) }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, out: &mut impl Sink) {
        (self.len() as u32).put(out);
        for value in self {
            value.put(out);
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        // Every value takes at least one byte, so a false count runs out of bytes before it takes memory.
        let count = u32::take(from)?;
        (0..count).map(|_| T::take(from)).collect()
    }
}

impl Wire for String {
    fn put(&self, out: &mut impl Sink) {
        self.as_bytes().to_vec().put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        Self::from_utf8(Vec::take(from)?).map_err(|_| Broken("malformed UTF-8 text"))
    }
}

impl<T: Wire + Copy + Default, const N: usize> Wire for [T; N] {
    fn put(&self, out: &mut impl Sink) {
        for value in self {
            value.put(out);
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        let mut values = [T::default(); N];
        for value in &mut values {
            *value = T::take(from)?;
        }
        Ok(values)
    }
}

/// Encodes a struct field by field.
macro_rules! wire_struct {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::world::wire::Wire for $name {
            fn put(&self, out: &mut impl $crate::world::wire::Sink) {
                let Self { $($field),* } = self;
                $( $crate::world::wire::Wire::put($field, out); )*
            }

            fn take(
                from: &mut $crate::world::wire::Reader<'_>,
            ) -> Result<Self, $crate::world::wire::Broken> {
                Ok(Self { $($field: $crate::world::wire::Wire::take(from)?),* })
            }
        }
    };
}

/// Encodes an enum: a byte for the variant, then its fields.
macro_rules! wire_enum {
    ($name:ident {
        $($tag:literal = $variant:ident $({ $($field:ident),* $(,)? })? $(( $($value:ident),* ))?),* $(,)?
    }) => {
        impl $crate::world::wire::Wire for $name {
            fn put(&self, out: &mut impl $crate::world::wire::Sink) {
                match self { $(
                    Self::$variant $({ $($field),* })? $(( $($value),* ))? => {
                        $crate::world::wire::Wire::put(&($tag as u8), out);
                        $( $( $crate::world::wire::Wire::put($field, out); )* )?
                        $( $( $crate::world::wire::Wire::put($value, out); )* )?
                    }
                )* }
            }

            fn take(
                from: &mut $crate::world::wire::Reader<'_>,
            ) -> Result<Self, $crate::world::wire::Broken> {
                match <u8 as $crate::world::wire::Wire>::take(from)? {
                    $( $tag => {
                        $( $( let $field = $crate::world::wire::Wire::take(from)?; )* )?
                        $( $( let $value = $crate::world::wire::Wire::take(from)?; )* )?
                        Ok(Self::$variant $({ $($field),* })? $(( $($value),* ))?)
                    } )*
                    _ => Err($crate::world::wire::Broken(concat!("unknown variant of ", stringify!($name)))),
                }
            }
        }
    };
}

pub(crate) use {wire_enum, wire_struct};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_matches_the_published_test_vector() {
        let mut hash = Fnv::default();
        hash.bytes(b"foobar");
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn false_count_is_rejected_without_allocating() {
        let bytes = [0xff; 12];
        assert!(Vec::<u64>::take(&mut Reader::new(&bytes)).is_err());
    }
}
