//! Values with a cached hash.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Decode, Encode, Input, Malformed, Sink, StateHash};

/// A value that keeps the hash of its encoding until it is changed.
///
/// The value can be changed only through a mutable reference, and giving one out forgets the hash, so that the hash is
/// never out of date. Values must not have interior mutability.
///
/// ```
/// use cunning_encode::{Hashed, StateHash};
///
/// let mut plan = Hashed::new(vec![1u32, 2]);
/// assert_eq!(plan.hash(), StateHash::of(&vec![1u32, 2]));
/// plan.push(3);
/// assert_eq!(plan.hash(), StateHash::of(&vec![1u32, 2, 3]));
/// ```
pub struct Hashed<T> {
    value: Box<T>,
    /// The hash, or [`UNKNOWN`]. It is atomic only so that values can be shared between threads.
    hash: AtomicU64,
}

/// Stands for a hash that is not known. A value with this hash is hashed every time.
const UNKNOWN: u64 = 0;

impl<T> Hashed<T> {
    /// Creates a value whose hash is not known yet.
    pub fn new(value: T) -> Self {
        Self { value: Box::new(value), hash: AtomicU64::new(UNKNOWN) }
    }

    /// Returns the value.
    pub fn into_inner(self) -> T {
        *self.value
    }
}

impl<T: Default> Default for Hashed<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Encode> Hashed<T> {
    /// Returns the hash of the value's encoding.
    pub fn hash(&self) -> u64 {
        match self.hash.load(Ordering::Relaxed) {
            UNKNOWN => {
                let hash = StateHash::of(&*self.value);
                self.hash.store(hash, Ordering::Relaxed);
                hash
            }
            known => known,
        }
    }
}

impl<T> Deref for Hashed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Hashed<T> {
    fn deref_mut(&mut self) -> &mut T {
        *self.hash.get_mut() = UNKNOWN;
        &mut self.value
    }
}

impl<T: Clone> Clone for Hashed<T> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), hash: AtomicU64::new(self.hash.load(Ordering::Relaxed)) }
    }

    /// Copies another value, reusing memory.
    fn clone_from(&mut self, other: &Self) {
        self.value.clone_from(&other.value);
        *self.hash.get_mut() = other.hash.load(Ordering::Relaxed);
    }
}

impl<T: fmt::Debug> fmt::Debug for Hashed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Encode> Encode for Hashed<T> {
    /// Writes the value, or its hash if the bytes are only hashed.
    fn put(&self, out: &mut impl Sink) {
        if out.is_hash() {
            out.raw(&self.hash().to_le_bytes());
        } else {
            self.value.put(out);
        }
    }
}

impl<'a, C, T: Decode<'a, C>> Decode<'a, C> for Hashed<T> {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        T::take(input).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_follows_every_change() {
        let mut value = Hashed::new(vec![1u8]);
        let mut other = Hashed::new(vec![9u8, 9]);
        for step in 0..4u8 {
            match step {
                0 => value.push(2),
                1 => value.clone_from(&other),
                2 => *value = vec![4],
                _ => value = other.clone(),
            }
            assert_eq!(value.hash(), StateHash::of(&*value), "step {step}");
            other.push(step);
            assert_eq!(other.hash(), StateHash::of(&*other), "step {step}");
        }
    }

    #[test]
    fn bytes_hold_the_value_and_hashes_its_hash() {
        let value = Hashed::new(7u32);
        let mut bytes = Vec::new();
        value.put(&mut bytes);
        assert_eq!(bytes, [7]);
        assert_eq!(StateHash::of(&value), StateHash::of_bytes(&value.hash().to_le_bytes()));
    }
}
