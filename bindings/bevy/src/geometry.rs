//! Questions that queries of domain files ask about positions, and the answers of the game.

use std::sync::Arc;

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use cunning_mind::{QueryId, SpatialAnswer};

use crate::mind::Mind;
use crate::minds::Minds;
use crate::value::Value;

/// A query asks a question about positions. Answer it with [`Minds::answer_query`] or [`Minds::answer_position`], at once
/// or some frames later. Without an answer within a second it counts as unknown, and candidates with unknown answers are
/// not taken.
///
/// With the feature `places`, `PlacesPlugin` answers `position` and `dist`.
///
/// ```
/// use bevy_cunning::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// # fn is_wall_between(_: Entity, _: Entity) -> bool { false }
/// fn see(event: On<SpatialQueryAsked>, agents: Query<&Mind>, mut minds: ResMut<Minds>) -> Result {
///     if event.is("sees")
///         && let [Value::Entity(from), Value::Entity(to)] = event.subjects[..]
///     {
///         let mind = agents.get(event.entity)?;
///         minds.answer_query(mind, event.id, !is_wall_between(from, to));
///     }
///     Ok(())
/// }
/// ```
#[derive(EntityEvent, Clone, Debug)]
pub struct SpatialQueryAsked {
    /// The entity whose query it is.
    pub entity: Entity,
    /// The id that the answer names.
    pub id: QueryId,
    /// The question: `position` of one subject, `dist`, `path`, `sees` or `hides` of two, or one of the domain's own.
    pub name: Arc<str>,
    /// The entities, named objects and points that the question is about. `self` is the entity.
    pub subjects: Arc<[Value]>,
}

impl SpatialQueryAsked {
    /// Returns whether it is the named question.
    pub fn is(&self, question: &str) -> bool {
        *self.name == *question
    }
}

/// The plane in which queries place the points of rings and grids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, PartialEq))]
pub enum GroundPlane {
    /// `x` and `y`, as in 2D games.
    #[default]
    Xy,
    /// `x` and `z`, as in 3D games with `y` up.
    Xz,
}

impl GroundPlane {
    /// Converts coordinates between the game and minds, for which the height comes last. It is its own inverse.
    pub(crate) fn swapped<T>(self, [x, y, z]: [T; 3]) -> [T; 3] {
        match self {
            Self::Xy => [x, y, z],
            Self::Xz => [x, z, y],
        }
    }
}

/// Converts a coordinate to millionths; `None` if it is not finite or too large.
pub(crate) fn millionths(number: f64) -> Option<i64> {
    let scaled = number * 1e6;
    // Beyond this, floats are no longer exact to a millionth.
    (scaled.abs() < 1e15).then_some(scaled.round() as i64)
}

impl Minds {
    /// Answers a [`SpatialQueryAsked`] with a `bool`, a number, or `None` for unknown. The first answer counts.
    pub fn answer_query(&mut self, mind: &Mind, id: QueryId, answer: impl Into<SpatialAnswer>) {
        if let Ok(minds) = self.domain_mut(mind.domain) {
            minds.answer_query(id, answer);
        }
    }

    /// Answers a [`SpatialQueryAsked`] for `position`, in the game's units; `None` if there is no position.
    pub fn answer_position(&mut self, mind: &Mind, id: QueryId, position: impl Into<Option<[f32; 3]>>) {
        let position = position.into().and_then(|point| self.objects.position(point.map(f64::from)));
        self.answer_query(mind, id, position);
    }

    /// Sets the ground plane of this world.
    pub fn set_ground(&mut self, ground: GroundPlane) {
        self.objects.ground = ground;
    }
}

#[cfg(test)]
mod tests {
    use cunning_mind::Position;

    use super::*;
    use crate::object::Objects;

    #[test]
    fn coordinates_that_are_not_finite_are_unknown_and_height_comes_last() {
        let mut objects = Objects::default();
        objects.ground = GroundPlane::Xz;
        for coordinate in [f64::NAN, f64::INFINITY, f64::MAX] {
            assert_eq!(objects.position([0.0, coordinate, 0.0]), None);
        }
        let position = Position { x: 1_000_000, y: 3_000_000, z: 2_000_000 };
        assert_eq!(objects.position([1.0, 2.0, 3.0]), Some(position));
        assert_eq!(objects.point(position), Value::Point([1.0, 2.0, 3.0]));
    }
}
