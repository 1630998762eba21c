//! Lists in events: a slice on the way in, encoded bytes on the way out, the same type for both.
//!
//! So an event can be written from what its maker has at hand and read from where it lies in a file, without a copy
//! either way. An encoded list was walked to its end once when it was read, so going through it cannot fail.

use std::fmt;

use crate::wire::{Input, Malformed, Output, Wire};

/// A list of parts of an event.
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
    Given(&'a [T]),
    Coded { len: usize, bytes: &'a [u8] },
}

impl<T> List<'_, T> {
    /// A list of nothing.
    pub const fn empty() -> Self {
        Self(Items::Given(&[]))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.0 {
            Items::Given(items) => items.len(),
            Items::Coded { len, .. } => len,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T: Wire<'a>> List<'a, T> {
    /// Goes through the list.
    pub fn iter(&self) -> ListIter<'a, T> {
        ListIter(match self.0 {
            Items::Given(items) => Iter::Given(items.iter()),
            Items::Coded { len, bytes } => Iter::Coded { left: len, input: Input::new(bytes) },
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
        Self(Items::Given(items))
    }
}

impl<'a, T> From<&'a Vec<T>> for List<'a, T> {
    fn from(items: &'a Vec<T>) -> Self {
        Self(Items::Given(items))
    }
}

impl<'a, T, const N: usize> From<&'a [T; N]> for List<'a, T> {
    fn from(items: &'a [T; N]) -> Self {
        Self(Items::Given(items))
    }
}

impl<'a, T: Wire<'a> + PartialEq> PartialEq for List<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'a, T: Wire<'a> + Eq> Eq for List<'a, T> {}

impl<'a, T: Wire<'a> + fmt::Debug> fmt::Debug for List<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: Wire<'a>> IntoIterator for List<'a, T> {
    type Item = T;
    type IntoIter = ListIter<'a, T>;
    fn into_iter(self) -> ListIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Wire<'a>> IntoIterator for &List<'a, T> {
    type Item = T;
    type IntoIter = ListIter<'a, T>;
    fn into_iter(self) -> ListIter<'a, T> {
        self.iter()
    }
}

/// Goes through a [`List`].
pub struct ListIter<'a, T>(Iter<'a, T>);

enum Iter<'a, T> {
    Given(std::slice::Iter<'a, T>),
    Coded { left: usize, input: Input<'a> },
}

impl<'a, T: Wire<'a>> Iterator for ListIter<'a, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match &mut self.0 {
            Iter::Given(items) => items.next().copied(),
            Iter::Coded { left, input } => {
                *left = left.checked_sub(1)?;
                T::take(input).ok()
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = match &self.0 {
            Iter::Given(items) => items.len(),
            Iter::Coded { left, .. } => *left,
        };
        (len, Some(len))
    }
}

impl<'a, T: Wire<'a>> ExactSizeIterator for ListIter<'a, T> {}

/// How many there are, then each of them.
impl<'a, T: Wire<'a>> Wire<'a> for List<'a, T> {
    fn put(&self, out: &mut Output) {
        out.number(self.len() as u64);
        match self.0 {
            Items::Given(items) => items.iter().for_each(|item| item.put(out)),
            // Each value has one encoding, so these are the bytes that its items would be written as.
            Items::Coded { bytes, .. } => out.raw(bytes),
        }
    }

    fn take(input: &mut Input<'a>) -> Result<Self, Malformed> {
        let len = usize::try_from(input.number()?).map_err(|_| Malformed)?;
        let all = input.rest();
        // An item takes a byte at least.
        if len > all.len() {
            return Err(Malformed);
        }
        for _ in 0..len {
            T::take(input)?;
        }
        let bytes = &all[..all.len() - input.rest().len()];
        Ok(Self(Items::Coded { len, bytes }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_and_read_lists_are_equal_and_written_alike() {
        let given = List::from(&[3u64, 500, 0]);
        let mut out = Output::default();
        given.put(&mut out);
        let bytes = out.bytes().unwrap().to_vec();
        assert_eq!(bytes, [3, 3, 0xf4, 3, 0]);
        let read = List::<u64>::take(&mut Input::new(&bytes)).unwrap();
        assert_eq!(read, given);
        assert_eq!(read.iter().len(), 3);
        assert_ne!(read, List::from(&[3, 500, 1]));
        assert_ne!(read, List::from(&[3, 500]));
        out.clear();
        read.put(&mut out);
        assert_eq!(out.bytes(), Some(&bytes[..]));
    }

    #[test]
    fn a_count_beyond_the_input_is_refused_before_it_is_walked() {
        let mut out = Output::default();
        out.number(u64::MAX >> 1);
        assert!(List::<u64>::take(&mut Input::new(out.bytes().unwrap())).is_err());
        assert!(List::<u64>::take(&mut Input::new(&[2, 1])).is_err());
    }
}
