//! Squads as relationships: whoever is [`CommandedBy`] somebody gets his orders, and is in his [`Squad`].
//!
//! Minds keep their own list. It follows these components before minds think; and when a commander falls and somebody
//! succeeds him, the components follow the minds.

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;

/// Who commands this entity. Both need a [`Mind`](crate::Mind) of the same domain.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq))]
#[relationship(relationship_target = Squad)]
pub struct CommandedBy(pub Entity);

/// Whom this entity commands.
#[derive(Component, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Debug, from_reflect = false))]
#[relationship_target(relationship = CommandedBy)]
pub struct Squad(Vec<Entity>);

impl Squad {
    /// The members, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = Entity> {
        self.0.iter().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
