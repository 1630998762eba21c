//! Entities that minds can know: objects of an open type, and those that stand for objects of a domain file.

use std::borrow::Cow;

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;

/// Makes an entity an object of an open type, in every domain that has a type of that name: from then on facts can be
/// about it and plans can bind it, so that "the nearest bottle" is an [`Entity`]. A despawned object is gone from all minds,
/// and steps that are about it stop with [`ObjectLost`](crate::StopReason::ObjectLost).
/// Recordings and the studio call it by its [`Name`](bevy_ecs::name::Name).
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq))]
#[component(immutable)]
pub struct Object {
    pub(crate) ty: Cow<'static, str>,
}

impl Object {
    /// An object of the type of this name.
    pub fn of(ty: impl Into<Cow<'static, str>>) -> Self {
        Self { ty: ty.into() }
    }

    /// The name of its type.
    pub fn ty(&self) -> &str {
        &self.ty
    }
}

/// Says that an object of domain files, as `place = ["tavern"]` has them, is where this entity is. Queries can then ask how
/// far it is, and the overlay points at it.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq))]
#[component(immutable)]
pub struct Landmark {
    name: Cow<'static, str>,
}

impl Landmark {
    /// Stands for the object of this name.
    pub fn of(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into() }
    }

    /// The name of the object.
    pub fn name(&self) -> &str {
        &self.name
    }
}
