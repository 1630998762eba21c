//! Questions about places: what queries of domain files ask of the game, and what there is to say to it.

use std::borrow::Cow;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use cunning_mind::engine::{Percept, QuestionId};
use cunning_mind::{DomainSpec, Position, SpatialAnswer, SpatialQuestion};
use cunning_plan::Micros;

use crate::mind::Mind;
use crate::minds::Minds;
use crate::step::Arg;

/// A query asks about places, to be answered with [`Minds::answer_place`], now or some frames later. What nobody answers
/// within a second counts as unknown, and a candidate of which something is unknown is not taken.
///
/// With the feature `places`, `PlacesPlugin` answers `position` and `dist`.
///
/// ```
/// use bevy_cunning::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// # fn is_wall_between(_: Entity, _: Entity) -> bool { false }
/// fn see(event: On<PlaceAsked>, agents: Query<&Mind>, mut minds: ResMut<Minds>) {
///     if event.asks("sees")
///         && let Ok(mind) = agents.get(event.entity)
///         && let [Arg::Entity(from), Arg::Entity(to)] = event.of[..]
///     {
///         minds.answer_place(mind, event.question, !is_wall_between(from, to));
///     }
/// }
/// ```
#[derive(EntityEvent, Clone, Debug)]
pub struct PlaceAsked {
    /// Who asks.
    pub entity: Entity,
    /// The question, for the answer.
    pub question: QuestionId,
    /// What is asked: `position` of one place, `dist`, `path`, `sees` or `hides` of two, or a word of the domain's own.
    pub what: Cow<'static, str>,
    /// Of which places. Whoever asks is among them as an entity.
    pub of: Arc<[Arg]>,
}

impl PlaceAsked {
    /// Whether this is asked.
    pub fn asks(&self, what: &str) -> bool {
        self.what == what
    }
}

/// The word for what is asked.
pub(crate) fn word(asked: SpatialQuestion, spec: &DomainSpec) -> Option<Cow<'static, str>> {
    Some(match asked {
        SpatialQuestion::Position => "position".into(),
        SpatialQuestion::Distance => "dist".into(),
        SpatialQuestion::Path => "path".into(),
        SpatialQuestion::Sees => "sees".into(),
        SpatialQuestion::Hides => "hides".into(),
        SpatialQuestion::Named(at) => (*spec.questions().get(at as usize)?).to_owned().into(),
    })
}

/// What there is to say to a question about places. `bool`, `f32`, `[f32; 3]` and `Option` of those are answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaceAnswer {
    /// Nothing.
    Unknown,
    /// Yes or no: to `sees` and `hides`.
    Truth(bool),
    /// How far: to `dist` and `path`. What is no number is unknown.
    Number(f64),
    /// Where, in the game's units: to `position`.
    Position([f64; 3]),
}

impl From<bool> for PlaceAnswer {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<f32> for PlaceAnswer {
    fn from(number: f32) -> Self {
        Self::Number(number.into())
    }
}

impl From<[f32; 3]> for PlaceAnswer {
    fn from(position: [f32; 3]) -> Self {
        Self::Position(position.map(f64::from))
    }
}

impl<T: Into<Self>> From<Option<T>> for PlaceAnswer {
    fn from(known: Option<T>) -> Self {
        known.map_or(Self::Unknown, Into::into)
    }
}

/// A number of the game in millionths; none if it is too large, or no number.
fn millionths(number: f64) -> Option<i64> {
    let scaled = number * 1e6;
    // Far more than any place a domain file can speak of, and exact in both types.
    (scaled.abs() < 1e15).then_some(scaled.round() as i64)
}

impl PlaceAnswer {
    fn finding(self, ground: Ground) -> Option<SpatialAnswer> {
        Some(match self {
            Self::Unknown => return None,
            Self::Truth(truth) => SpatialAnswer::Truth(truth),
            Self::Number(number) => SpatialAnswer::Number(Micros::new(millionths(number)?)?),
            Self::Position(at) => {
                let [x, y, z] = ground.turned(at).map(millionths);
                SpatialAnswer::Position(Position { x: x?, y: y?, z: z? })
            }
        })
    }
}

/// Which way the ground lies: points that queries make up, on rings and grids, are on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// `x` and `y`, as in flat games.
    #[default]
    Xy,
    /// `x` and `z`, as in games with height.
    Xz,
}

impl Ground {
    /// A place of the game as minds have it, and the other way round.
    pub(crate) fn turned<T>(self, [x, y, z]: [T; 3]) -> [T; 3] {
        match self {
            Self::Xy => [x, y, z],
            Self::Xz => [x, z, y],
        }
    }
}

impl Minds {
    /// Answers what [`PlaceAsked`] asks. The first answer counts.
    pub fn answer_place(&mut self, mind: &Mind, question: QuestionId, answer: impl Into<PlaceAnswer>) {
        let finding = answer.into().finding(self.objects.ground).unwrap_or_default();
        if let Some(set) = self.agents(mind.domain) {
            set.receive(&Percept::QueryAnswer { question, answer: finding });
        }
    }

    /// Says which way the ground lies in this world.
    pub fn set_ground(&mut self, ground: Ground) {
        self.objects.ground = ground;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_unknown_and_places_keep_their_parts() {
        let finding = |answer: PlaceAnswer| answer.finding(Ground::Xz);
        for strange in [f32::NAN, f32::INFINITY, f32::MAX] {
            assert_eq!(finding(strange.into()), None);
            assert_eq!(finding([0.0, strange, 0.0].into()), None);
        }
        assert_eq!(finding(None::<bool>.into()), None);
        assert_eq!(finding(Some(2.5).into()), Micros::new(2_500_000).map(SpatialAnswer::Number));
        let place = Position { x: 1_000_000, y: 3_000_000, z: 2_000_000 };
        assert_eq!(
            finding([1.0, 2.0, 3.0].into()),
            Some(SpatialAnswer::Position(place)),
            "height comes last"
        );
    }
}
