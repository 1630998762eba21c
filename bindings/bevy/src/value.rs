//! Values that the game and its minds exchange: those of `cunning_mind`, with entities in place of object ids.

use std::borrow::Cow;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use cunning_mind::{NameKind, UnknownName};

/// The value of a fact, an index of a family of facts, or an argument of an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// No value: an empty optional fact, or an object that has been despawned.
    #[default]
    None,
    /// A truth value.
    Bool(bool),
    /// An integer, for int facts and numeric parameters.
    Int(i64),
    /// An object that the domain file lists, by its name.
    Name(Arc<str>),
    /// An entity that is an [`Object`](crate::Object).
    Entity(Entity),
    /// A point of the world that a query made up, in the game's units.
    Point([f64; 3]),
}

impl Value {
    /// Returns the truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(truth) = self { Some(*truth) } else { None }
    }

    /// Returns the integer, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Self::Int(number) = self { Some(*number) } else { None }
    }

    /// Returns the name, if it is an object that the domain file lists.
    pub fn as_name(&self) -> Option<&str> {
        if let Self::Name(name) = self { Some(name) } else { None }
    }

    /// Returns the entity, if it is one.
    pub fn as_entity(&self) -> Option<Entity> {
        if let Self::Entity(entity) = self { Some(*entity) } else { None }
    }

    /// Returns the point, if it is one.
    pub fn as_point(&self) -> Option<[f64; 3]> {
        if let Self::Point(point) = self { Some(*point) } else { None }
    }
}

/// Converts a type of the game to a [`Value`]. `#[derive(Belief)]` implements it for enums without fields.
pub trait ToValue {
    /// Returns the value.
    fn to_value(&self) -> Value;
}

macro_rules! to_value {
    ($($ty:ty: |$value:ident| $made:expr;)*) => { $(
        impl ToValue for $ty {
            fn to_value(&self) -> Value {
                let $value = self;
                $made
            }
        }
    )* };
}

to_value! {
    Value: |value| value.clone();
    bool: |value| Value::Bool(*value);
    i8: |value| Value::Int((*value).into());
    i16: |value| Value::Int((*value).into());
    i32: |value| Value::Int((*value).into());
    i64: |value| Value::Int(*value);
    u8: |value| Value::Int((*value).into());
    u16: |value| Value::Int((*value).into());
    u32: |value| Value::Int((*value).into());
    str: |value| Value::Name(value.into());
    String: |value| Value::Name(value.as_str().into());
    Entity: |value| Value::Entity(*value);
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value {
        (**self).to_value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::None, ToValue::to_value)
    }
}

/// A fact by its name, or a member of a family by name and indices: `"alarm"`, `("sees", enemy)`,
/// `("stock", "tavern", "rum")`.
#[derive(Clone, Debug, PartialEq)]
pub struct FactKey {
    pub(crate) name: Cow<'static, str>,
    pub(crate) indices: Vec<Value>,
}

impl From<&'static str> for FactKey {
    fn from(name: &'static str) -> Self {
        Self { name: name.into(), indices: Vec::new() }
    }
}

impl From<String> for FactKey {
    fn from(name: String) -> Self {
        Self { name: name.into(), indices: Vec::new() }
    }
}

macro_rules! key_from_tuple {
    ($($index:ident)*) => {
        impl<$($index: ToValue),*> From<(&'static str, $($index),*)> for FactKey {
            #[allow(non_snake_case, reason = "the type parameters name the values too")]
            fn from((name, $($index),*): (&'static str, $($index),*)) -> Self {
                Self { name: name.into(), indices: vec![$($index.to_value()),*] }
            }
        }
    };
}

key_from_tuple!(A);
key_from_tuple!(A B);
key_from_tuple!(A B C);
key_from_tuple!(A B C D);

/// The parameters of an action with their arguments, in declaration order. Cloning it is cheap.
#[derive(Clone, Debug, PartialEq)]
pub struct Args(pub(crate) Arc<[(Arc<str>, Value)]>);

impl Args {
    /// Returns the argument of a parameter; a mistyped name is an error with a suggestion.
    pub fn get(&self, param: &str) -> Result<&Value, UnknownName> {
        let found = self.0.iter().find(|(known, _)| **known == *param).map(|(_, value)| value);
        found.ok_or_else(|| UnknownName::new(NameKind::Parameter, param, self.iter().map(|(known, _)| known)))
    }

    /// Iterates over the parameters with their arguments.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }
}
