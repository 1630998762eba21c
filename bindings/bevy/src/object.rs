//! Entities that minds can know: objects of an open type.

use std::borrow::Cow;

use bevy_ecs::prelude::*;

/// Makes an entity an object of an open type, in every domain that has a type of that name: from then on facts can be
/// about it and plans can bind it, so that "the nearest bottle" is an [`Entity`]. A despawned object is gone from all minds,
/// and steps that are about it stop with [`ObjectLost`](crate::StopReason::ObjectLost).
#[derive(Component, Clone, Debug, PartialEq, Eq)]
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
