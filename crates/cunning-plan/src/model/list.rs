//! Ids, and the lists they index. An id is a position in the file order of its kind.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

/// The index of an entry of a [`List`].
pub trait Id: Copy {
    /// Makes the id of the entry at a position in file order.
    fn new(index: u32) -> Self;

    /// Returns the position in file order.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// Makes the id of the entry at a position in file order.
            pub const fn new(index: u32) -> Self {
                Self(index)
            }

            /// Returns the position in file order.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Id for $name {
            fn new(index: u32) -> Self {
                Self(index)
            }

            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// Identifies a type.
    TypeId
    /// Identifies an object of a closed type.
    ObjectId
    /// Identifies a fact or a family of facts.
    FactId
    /// Identifies a table.
    TableId
    /// Identifies a trait.
    TraitId
    /// Identifies a curve.
    CurveId
    /// Identifies an action.
    ActionId
    /// Identifies a goal.
    GoalId
    /// Identifies a parameter of one action or goal, or a variable of a quantifier in it.
    ///
    /// Parameters count from 0 in file order. Variables count on from there, the outermost quantifier first,
    /// so that the bindings of a condition are one array that grows and shrinks like a stack.
    ParamId
}

/// The entries of one kind, in file order.
///
/// Indexing by an id of another domain may panic or give another entry; [`List::get`] never panics.
#[derive(Clone, PartialEq, Eq)]
pub struct List<I, T> {
    entries: Vec<T>,
    ids: PhantomData<I>,
}

impl<I: Id, T> List<I, T> {
    pub(crate) fn new() -> Self {
        Self { entries: Vec::new(), ids: PhantomData }
    }

    pub(crate) fn push(&mut self, entry: T) -> I {
        let id = I::new(self.entries.len() as u32);
        self.entries.push(entry);
        id
    }

    pub(crate) fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.entries.get_mut(id.index())
    }

    /// Returns the entry with an id.
    pub fn get(&self, id: I) -> Option<&T> {
        self.entries.get(id.index())
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns all ids, in file order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.entries.len() as u32).map(I::new)
    }

    /// Returns all entries with their ids, in file order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.entries.iter().enumerate().map(|(at, entry)| (I::new(at as u32), entry))
    }

    /// Returns all entries, in file order.
    pub fn as_slice(&self) -> &[T] {
        &self.entries
    }
}

impl<I: Id, T> Default for List<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for List<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.entries[id.index()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for List<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.entries).finish()
    }
}
