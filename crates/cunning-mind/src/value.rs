//! The values that games and minds exchange: facts, indices and arguments by name.
//!
//! [`Value`] is owned and appears in commands. [`ValueRef`] and [`FactKey`] are what the game passes in; they borrow, so
//! that telling a belief allocates nothing.

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::geometry::Position;

/// An object of the game, known by the game's own id. All 64 bits are the game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameObject(pub u64);

/// The value of a fact, an index or an argument.
///
/// ```
/// use cunning_mind::Value;
///
/// let place = Value::from("tavern");
/// assert_eq!(place, "tavern");
/// assert_eq!(place.as_name(), Some("tavern"));
/// assert_eq!(Value::from(3).as_int(), Some(3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// No value: an empty optional fact, or an argument left open.
    #[default]
    None,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An object that the domain file lists, by its name.
    Name(Arc<str>),
    /// An object of the game.
    Object(GameObject),
    /// A point of the world that a query made up.
    Point(Position),
}

impl Value {
    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(truth) = self { Some(*truth) } else { None }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Self::Int(number) = self { Some(*number) } else { None }
    }

    /// The name, if it is an object that the domain file lists.
    pub fn as_name(&self) -> Option<&str> {
        if let Self::Name(name) = self { Some(name) } else { None }
    }

    /// The game's object, if it is one.
    pub fn as_object(&self) -> Option<GameObject> {
        if let Self::Object(object) = self { Some(*object) } else { None }
    }

    /// The point, if it is one.
    pub fn as_point(&self) -> Option<Position> {
        if let Self::Point(point) = self { Some(*point) } else { None }
    }

    /// Whether there is no value.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ValueRef::from(self).fmt(f)
    }
}

impl PartialEq<str> for Value {
    fn eq(&self, other: &str) -> bool {
        self.as_name() == Some(other)
    }
}

impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        self.as_name() == Some(other)
    }
}

impl PartialEq<bool> for Value {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

impl PartialEq<i64> for Value {
    fn eq(&self, other: &i64) -> bool {
        self.as_int() == Some(*other)
    }
}

impl PartialEq<GameObject> for Value {
    fn eq(&self, other: &GameObject) -> bool {
        self.as_object() == Some(*other)
    }
}

impl<'a, T: Into<ValueRef<'a>>> From<T> for Value {
    fn from(value: T) -> Self {
        value.into().to_owned()
    }
}

/// A borrowed [`Value`]: what calls take. Made from `bool`, integers, names, [`GameObject`]s, [`Position`]s and options
/// of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueRef<'a> {
    /// No value.
    #[default]
    None,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An object that the domain file lists, by its name.
    Name(&'a str),
    /// An object of the game.
    Object(GameObject),
    /// A point of the world.
    Point(Position),
}

impl ValueRef<'_> {
    /// The same value, owned.
    pub fn to_owned(self) -> Value {
        match self {
            Self::None => Value::None,
            Self::Bool(truth) => Value::Bool(truth),
            Self::Int(number) => Value::Int(number),
            Self::Name(name) => Value::Name(name.into()),
            Self::Object(object) => Value::Object(object),
            Self::Point(point) => Value::Point(point),
        }
    }
}

impl fmt::Display for ValueRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Bool(truth) => truth.fmt(f),
            Self::Int(number) => number.fmt(f),
            Self::Name(name) => f.write_str(name),
            Self::Object(GameObject(id)) => write!(f, "#{id}"),
            Self::Point(Position { x, y, z }) => {
                write!(f, "({}, {}, {})", *x as f64 / 1e6, *y as f64 / 1e6, *z as f64 / 1e6)
            }
        }
    }
}

impl<'a> From<&'a Value> for ValueRef<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::None => Self::None,
            Value::Bool(truth) => Self::Bool(*truth),
            Value::Int(number) => Self::Int(*number),
            Value::Name(name) => Self::Name(name),
            Value::Object(object) => Self::Object(*object),
            Value::Point(point) => Self::Point(*point),
        }
    }
}

impl<'a> From<&'a str> for ValueRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl<'a> From<&'a String> for ValueRef<'a> {
    fn from(name: &'a String) -> Self {
        Self::Name(name)
    }
}

impl<'a> From<&'a Arc<str>> for ValueRef<'a> {
    fn from(name: &'a Arc<str>) -> Self {
        Self::Name(name)
    }
}

impl From<bool> for ValueRef<'_> {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<GameObject> for ValueRef<'_> {
    fn from(object: GameObject) -> Self {
        Self::Object(object)
    }
}

impl From<Position> for ValueRef<'_> {
    fn from(point: Position) -> Self {
        Self::Point(point)
    }
}

impl<'a, T: Into<ValueRef<'a>>> From<Option<T>> for ValueRef<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

macro_rules! from_integers {
    ($($integer:ty)*) => {
        $(impl From<$integer> for ValueRef<'_> {
            fn from(number: $integer) -> Self {
                Self::Int(i64::from(number))
            }
        })*
    };
}

from_integers!(i8 i16 i32 i64 u8 u16 u32);

/// A fact by its name, or a member of a family by name and indices: `"alarm"`, `("stock", "tavern", "rum")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactKey<'a> {
    /// The fact's name.
    pub name: &'a str,
    /// The indices of a member of a family; empty for a single fact.
    pub indices: SmallVec<[ValueRef<'a>; 3]>,
}

impl fmt::Display for FactKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for (at, index) in self.indices.iter().enumerate() {
            write!(f, "{}{index}", if at == 0 { "[" } else { ", " })?;
        }
        if self.indices.is_empty() { Ok(()) } else { f.write_str("]") }
    }
}

impl<'a> From<&'a str> for FactKey<'a> {
    fn from(name: &'a str) -> Self {
        Self { name, indices: SmallVec::new() }
    }
}

impl<'a> From<&'a String> for FactKey<'a> {
    fn from(name: &'a String) -> Self {
        name.as_str().into()
    }
}

impl<'a, I: Into<ValueRef<'a>> + Copy> From<(&'a str, &[I])> for FactKey<'a> {
    fn from((name, indices): (&'a str, &[I])) -> Self {
        Self { name, indices: indices.iter().map(|index| (*index).into()).collect() }
    }
}

macro_rules! key_from_tuple {
    ($($index:ident)*) => {
        impl<'a, $($index: Into<ValueRef<'a>>),*> From<(&'a str, $($index),*)> for FactKey<'a> {
            #[allow(non_snake_case, reason = "the type parameters name the values too")]
            fn from((name, $($index),*): (&'a str, $($index),*)) -> Self {
                let mut indices = SmallVec::new();
                $(indices.push($index.into());)*
                Self { name, indices }
            }
        }
    };
}

key_from_tuple!(A);
key_from_tuple!(A B);
key_from_tuple!(A B C);
key_from_tuple!(A B C D);
