//! Lists in events. One type holds a slice when an event is recorded and encoded bytes when it is read.
//!
//! So events are written from the caller's data and read from the file without a copy. An encoded list is validated when
//! it is read, so iterating over it cannot fail.

use std::fmt;

use cunning_encode::{Decode, Encode, Input, Malformed, Sink};

/// A list within an event.
///
/// ```
/// use cunning_trace::{List, Value};
///
/// let args = [Value::Object(3), Value::Int(-1)];
/// let list = List::from(&args);
/// assert_eq!(list.len(), 2);
/// assert_eq!(list.iter().next(), Some(Value::Object(3)));
/// ```
pub struct List<'a, T>(Items<'a, T>);

enum Items<'a, T> {
    Slice(&'a [T]),
    Encoded { len: usize, bytes: &'a [u8] },
}

impl<T> List<'_, T> {
    /// Creates an empty list.
    pub const fn empty() -> Self {
        Self(Items::Slice(&[]))
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        match self.0 {
            Items::Slice(items) => items.len(),
            Items::Encoded { len, .. } => len,
        }
    }

    /// Whether the list has no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T: Decode<'a> + Copy> List<'a, T> {
    /// Iterates over the items.
    pub fn iter(&self) -> ListIter<'a, T> {
        ListIter(match self.0 {
            Items::Slice(items) => Iter::Slice(items.iter()),
            Items::Encoded { len, bytes } => Iter::Encoded { left: len, input: Input::new(bytes) },
        })
    }
}

impl<T> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<'_, T> {}

impl<T> Clone for Items<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Items<'_, T> {}

impl<T> Default for List<'_, T> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<'a, T> From<&'a [T]> for List<'a, T> {
    fn from(items: &'a [T]) -> Self {
        Self(Items::Slice(items))
    }
}

impl<'a, T> From<&'a Vec<T>> for List<'a, T> {
    fn from(items: &'a Vec<T>) -> Self {
        Self(Items::Slice(items))
    }
}

impl<'a, T, const N: usize> From<&'a [T; N]> for List<'a, T> {
    fn from(items: &'a [T; N]) -> Self {
        Self(Items::Slice(items))
    }
}

impl<'a, T: Decode<'a> + Copy + PartialEq> PartialEq for List<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'a, T: Decode<'a> + Copy + Eq> Eq for List<'a, T> {}

impl<'a, T: Decode<'a> + Copy + fmt::Debug> fmt::Debug for List<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: Decode<'a> + Copy> IntoIterator for List<'a, T> {
    type Item = T;
    type IntoIter = ListIter<'a, T>;
    fn into_iter(self) -> ListIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Decode<'a> + Copy> IntoIterator for &List<'a, T> {
    type Item = T;
    type IntoIter = ListIter<'a, T>;
    fn into_iter(self) -> ListIter<'a, T> {
        self.iter()
    }
}

/// The iterator over a [`List`].
pub struct ListIter<'a, T>(Iter<'a, T>);

enum Iter<'a, T> {
    Slice(std::slice::Iter<'a, T>),
    Encoded { left: usize, input: Input<'a> },
}

impl<'a, T: Decode<'a> + Copy> Iterator for ListIter<'a, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match &mut self.0 {
            Iter::Slice(items) => items.next().copied(),
            Iter::Encoded { left, input } => {
                *left = left.checked_sub(1)?;
                T::take(input).ok()
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = match &self.0 {
            Iter::Slice(items) => items.len(),
            Iter::Encoded { left, .. } => *left,
        };
        (len, Some(len))
    }
}

impl<'a, T: Decode<'a> + Copy> ExactSizeIterator for ListIter<'a, T> {}

/// The number of items, then each item.
impl<T: Encode> Encode for List<'_, T> {
    fn put(&self, out: &mut impl Sink) {
        out.number(self.len() as u64);
        match self.0 {
            Items::Slice(items) => T::put_all(items, out),
            // Every value has exactly one encoding, so the bytes can be copied.
            Items::Encoded { bytes, .. } => out.raw(bytes),
        }
    }
}

impl<'a, C, T: Decode<'a, C>> Decode<'a, C> for List<'a, T> {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let len = input.count()?;
        let all = input.rest();
        for _ in 0..len {
            T::take(input)?;
        }
        let bytes = &all[..all.len() - input.rest().len()];
        Ok(Self(Items::Encoded { len, bytes }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_from_slices_and_bytes_are_equal() {
        let given = List::from(&[3u64, 500, 0]);
        let mut bytes = Vec::new();
        given.put(&mut bytes);
        assert_eq!(bytes, [3, 3, 0xf4, 3, 0]);
        let read = List::<u64>::take(&mut Input::new(&bytes)).unwrap();
        assert_eq!(read, given);
        assert_eq!(read.iter().len(), 3);
        assert_ne!(read, List::from(&[3, 500, 1]));
        assert_ne!(read, List::from(&[3, 500]));
        let mut again = Vec::new();
        read.put(&mut again);
        assert_eq!(again, bytes);
    }

    #[test]
    fn lengths_beyond_the_input_are_rejected_early() {
        let mut bytes = Vec::new();
        bytes.number(u64::MAX >> 1);
        assert!(List::<u64>::take(&mut Input::new(&bytes)).is_err());
        assert!(List::<u64>::take(&mut Input::new(&[2, 1])).is_err());
    }
}
