//! Encoding of values.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::Sink;

/// A value that can be written as bytes.
pub trait Encode {
    /// Writes the encoding.
    fn put(&self, out: &mut impl Sink);

    /// Writes the encodings of several values without their number.
    fn put_all(values: &[Self], out: &mut impl Sink)
    where
        Self: Sized,
    {
        for value in values {
            value.put(out);
        }
    }
}

impl Encode for u8 {
    fn put(&self, out: &mut impl Sink) {
        out.byte(*self);
    }

    fn put_all(values: &[Self], out: &mut impl Sink) {
        out.raw(values);
    }
}

macro_rules! encode_unsigned {
    ($($number:ty),*) => { $(
        impl Encode for $number {
            #[allow(clippy::cast_lossless, reason = "one of them has no fixed width")]
            fn put(&self, out: &mut impl Sink) {
                out.number(*self as u64);
            }
        }
    )* };
}

encode_unsigned!(u16, u32, u64, usize);

impl Encode for NonZeroU32 {
    fn put(&self, out: &mut impl Sink) {
        self.get().put(out);
    }
}

/// Signed numbers are zigzag-encoded, so that small ones of either sign are short.
impl Encode for i64 {
    fn put(&self, out: &mut impl Sink) {
        out.number(((self << 1) ^ (self >> 63)) as u64);
    }
}

impl Encode for bool {
    fn put(&self, out: &mut impl Sink) {
        out.byte(u8::from(*self));
    }
}

/// All bits are kept.
impl Encode for f32 {
    fn put(&self, out: &mut impl Sink) {
        out.raw(&self.to_le_bytes());
    }
}

/// All bits are kept.
impl Encode for f64 {
    fn put(&self, out: &mut impl Sink) {
        out.raw(&self.to_le_bytes());
    }
}

impl Encode for str {
    fn put(&self, out: &mut impl Sink) {
        out.text(self);
    }
}

impl Encode for String {
    fn put(&self, out: &mut impl Sink) {
        out.text(self);
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn put(&self, out: &mut impl Sink) {
        T::put(self, out);
    }
}

impl<T: Encode + ?Sized> Encode for Box<T> {
    fn put(&self, out: &mut impl Sink) {
        T::put(self, out);
    }
}

impl<T: Encode + ?Sized> Encode for Arc<T> {
    fn put(&self, out: &mut impl Sink) {
        T::put(self, out);
    }
}

impl<T: Encode> Encode for Option<T> {
    fn put(&self, out: &mut impl Sink) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }
}

impl<T: Encode> Encode for [T] {
    fn put(&self, out: &mut impl Sink) {
        out.number(self.len() as u64);
        T::put_all(self, out);
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn put(&self, out: &mut impl Sink) {
        self.as_slice().put(out);
    }
}

/// An array has no length in front.
impl<T: Encode, const N: usize> Encode for [T; N] {
    fn put(&self, out: &mut impl Sink) {
        T::put_all(self, out);
    }
}

impl<T: Encode> Encode for VecDeque<T> {
    fn put(&self, out: &mut impl Sink) {
        out.number(self.len() as u64);
        let (front, back) = self.as_slices();
        T::put_all(front, out);
        T::put_all(back, out);
    }
}

impl<K: Encode, V: Encode> Encode for BTreeMap<K, V> {
    fn put(&self, out: &mut impl Sink) {
        out.number(self.len() as u64);
        for entry in self {
            entry.put(out);
        }
    }
}

impl<T: Encode> Encode for BTreeSet<T> {
    fn put(&self, out: &mut impl Sink) {
        out.number(self.len() as u64);
        for value in self {
            value.put(out);
        }
    }
}

impl<A: Encode, B: Encode> Encode for (A, B) {
    fn put(&self, out: &mut impl Sink) {
        self.0.put(out);
        self.1.put(out);
    }
}
