//! Ids, and the lists they number. An id is a place in the file order of its kind.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

/// A number that names one entry of a [`List`].
pub trait Id: Copy {
    /// The id of an entry by its place in the file order.
    fn new(index: u32) -> Self;

    /// The place in the file order.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id of an entry by its place in the file order.
            pub const fn new(index: u32) -> Self {
                Self(index)
            }

            /// The place in the file order.
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
    /// Names a type.
    TypeId
    /// Names an object of a closed type.
    ObjectId
    /// Names a fact or a family of facts.
    FactId
    /// Names a table.
    TableId
    /// Names a trait.
    TraitId
    /// Names a curve.
    CurveId
    /// Names an action.
    ActionId
    /// Names a goal.
    GoalId
    /// Names a parameter of one action or goal, or a variable of a quantifier in it.
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

    /// The entry of an id.
    pub fn get(&self, id: I) -> Option<&T> {
        self.entries.get(id.index())
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All ids, in file order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.entries.len() as u32).map(I::new)
    }

    /// All entries with their ids, in file order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.entries.iter().enumerate().map(|(at, entry)| (I::new(at as u32), entry))
    }

    /// All entries, in file order.
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
