//! The state of a world as bytes: little-endian, without gaps, the same on every platform.
//!
//! What is saved is what is hashed: both go through [`Wire::put`]. Structs and enums list their fields once, so
//! reading and writing cannot drift apart, and a field that is left out does not compile.

use std::fmt;

/// Where bytes go.
pub(crate) trait Sink {
    fn bytes(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// FNV-1a with 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>.
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

/// What can be written as bytes and read back.
pub(crate) trait Wire: Sized {
    fn put(&self, out: &mut impl Sink);
    fn take(from: &mut Reader<'_>) -> Result<Self, Broken>;
}

/// Why bytes are no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken(pub(crate) &'static str);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The bytes that are still to be read.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Broken> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(Broken("the bytes end too early"))?;
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
            _ => Err(Broken("there is a bool that is neither true nor false")),
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
        // No value takes less than a byte, so a lying count runs out of bytes before it takes memory.
        let count = u32::take(from)?;
        (0..count).map(|_| T::take(from)).collect()
    }
}

impl Wire for String {
    fn put(&self, out: &mut impl Sink) {
        self.as_bytes().to_vec().put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        Self::from_utf8(Vec::take(from)?).map_err(|_| Broken("a text is no text"))
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

/// Writes and reads a struct field by field.
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

/// Writes and reads an enum: a byte that says which variant, then its fields.
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
                    _ => Err($crate::world::wire::Broken(concat!("there is no such ", stringify!($name)))),
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
    fn the_hash_is_the_published_one() {
        let mut hash = Fnv::default();
        hash.bytes(b"foobar");
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_lying_count_is_refused_quickly() {
        let bytes = [0xff; 12];
        assert!(Vec::<u64>::take(&mut Reader::new(&bytes)).is_err());
    }
}
