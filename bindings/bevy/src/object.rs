//! Entities that minds know: objects of open types, and entities that mark where an object of a domain file is.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use cunning_mind::{GameObject, MindError, Position, ValueRef};

use crate::geometry::{GroundPlane, millionths};
use crate::minds::MindsError;
use crate::value::{Args, FactKey, Value};

/// Makes an entity an object of an open type, in every domain that has a type of that name. Facts can be about it and
/// plans can bind it, so that "the nearest bottle" is an [`Entity`]. When it is despawned, all minds forget it, and steps
/// that are about it stop with [`ObjectLost`](crate::StopReason::ObjectLost).
/// Recordings and the studio show its [`Name`](bevy_ecs::name::Name).
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq))]
#[component(immutable)]
pub struct Object {
    pub(crate) ty: Cow<'static, str>,
}

impl Object {
    /// Creates an object of the named type.
    pub fn of(ty: impl Into<Cow<'static, str>>) -> Self {
        Self { ty: ty.into() }
    }

    /// Returns the name of its type.
    pub fn ty(&self) -> &str {
        &self.ty
    }
}

/// Marks the position of an object that domain files list, such as `tavern` in `place = ["tavern"]`. Queries can then ask
/// how far it is, and the overlay points at it.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq))]
#[component(immutable)]
pub struct Landmark {
    name: Cow<'static, str>,
}

impl Landmark {
    /// Creates a mark for the named object.
    pub fn of(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into() }
    }

    /// Returns the name of the object.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The entities that are objects, and the ids that minds know them by.
///
/// Ids are numbered in the order of binding and never used again, so that decisions do not depend on how the world
/// allocates entities.
#[derive(Default)]
pub(crate) struct Objects {
    last: u64,
    bound: BTreeMap<GameObject, Bound>,
    ids: EntityHashMap<GameObject>,
    pub(crate) ground: GroundPlane,
}

/// An object as it is bound in every domain that has its type.
pub(crate) struct Bound {
    entity: Entity,
    ty: String,
    name: String,
}

impl Objects {
    pub(crate) fn len(&self) -> usize {
        self.bound.len()
    }

    pub(crate) fn add(&mut self, entity: Entity, ty: &str, name: String) -> GameObject {
        self.last += 1;
        let object = GameObject(self.last);
        self.ids.insert(entity, object);
        self.bound.insert(object, Bound { entity, ty: ty.to_owned(), name });
        object
    }

    pub(crate) fn remove(&mut self, entity: Entity) -> Option<GameObject> {
        let object = self.ids.remove(&entity)?;
        self.bound.remove(&object);
        Some(object)
    }

    /// Renames an object; returns it if its name has changed.
    pub(crate) fn rename(&mut self, entity: Entity, name: &str) -> Option<GameObject> {
        let object = *self.ids.get(&entity)?;
        let bound = self.bound.get_mut(&object).filter(|bound| bound.name != name)?;
        name.clone_into(&mut bound.name);
        Some(object)
    }

    /// Binds an object in a domain, or renames it there.
    pub(crate) fn bind(&self, object: GameObject, minds: &mut cunning_mind::Minds) -> Result<(), MindError> {
        let Some(Bound { ty, name, .. }) = self.bound.get(&object) else { return Ok(()) };
        minds.bind(ty, object, name)
    }

    /// Binds all objects whose types a domain has.
    pub(crate) fn bind_all(&self, minds: &mut cunning_mind::Minds) {
        for object in self.bound.keys() {
            let _other_domains_have_its_type = self.bind(*object, minds);
        }
    }

    /// Converts a value of the game for a call to minds.
    pub(crate) fn value_ref<'a>(&self, value: &'a Value) -> Result<ValueRef<'a>, MindsError> {
        Ok(match value {
            Value::None => ValueRef::None,
            Value::Bool(truth) => ValueRef::Bool(*truth),
            Value::Int(number) => ValueRef::Int(*number),
            Value::Name(name) => ValueRef::Name(name),
            Value::Entity(entity) => {
                ValueRef::Object(*self.ids.get(entity).ok_or(MindsError::NotAnObject(*entity))?)
            }
            Value::Point(point) => {
                let position = self.position(*point);
                ValueRef::Point(position.ok_or_else(|| MindError::BadNumber(format!("{point:?}")))?)
            }
        })
    }

    /// Converts the key of a fact for a call to minds.
    pub(crate) fn key<'a>(&self, key: &'a FactKey) -> Result<cunning_mind::FactKey<'a>, MindsError> {
        let indices = key.indices.iter().map(|index| self.value_ref(index)).collect::<Result<_, _>>()?;
        Ok(cunning_mind::FactKey { name: &key.name, indices })
    }

    /// Converts a value of minds for the game. An object that is not bound any more becomes [`Value::None`].
    pub(crate) fn value(&self, value: &cunning_mind::Value) -> Value {
        match value {
            cunning_mind::Value::Bool(truth) => Value::Bool(*truth),
            cunning_mind::Value::Int(number) => Value::Int(*number),
            cunning_mind::Value::Name(name) => Value::Name(name.clone()),
            cunning_mind::Value::Object(object) => self.entity(*object),
            cunning_mind::Value::Point(position) => self.point(*position),
            _ => Value::None,
        }
    }

    /// Converts the arguments of an action for the game.
    pub(crate) fn args<'a>(&self, args: impl Iterator<Item = (&'a str, &'a cunning_mind::Value)>) -> Args {
        Args(args.map(|(name, value)| (Arc::from(name), self.value(value))).collect())
    }

    /// Returns the entity of an object as a value.
    pub(crate) fn entity(&self, object: GameObject) -> Value {
        self.bound.get(&object).map_or(Value::None, |bound| Value::Entity(bound.entity))
    }

    /// Converts a position of minds to a point in the game's units.
    pub(crate) fn point(&self, Position { x, y, z }: Position) -> Value {
        Value::Point(self.ground.swapped([x, y, z].map(|part| part as f64 / 1e6)))
    }

    /// Converts a point in the game's units; `None` if a coordinate is not finite or too large.
    pub(crate) fn position(&self, point: [f64; 3]) -> Option<Position> {
        let [x, y, z] = self.ground.swapped(point).map(millionths);
        Some(Position { x: x?, y: y?, z: z? })
    }
}
