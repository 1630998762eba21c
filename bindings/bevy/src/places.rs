//! Where entities are, from their transforms: answers to queries that ask nothing else.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_transform::helper::TransformHelper;

use crate::mind::Mind;
use crate::minds::Minds;
use crate::object::Landmark;
use crate::question::{Ground, PlaceAnswer, PlaceAsked};
use crate::step::Arg;

/// Answers `position` and `dist` of queries from transforms. Ways, sights and shelters are for the game to know: an
/// observer of [`PlaceAsked`] answers those.
///
/// ```
/// use bevy_app::App;
/// use bevy_cunning::{CunningPlugin, Ground, PlacesPlugin};
///
/// App::new().add_plugins((CunningPlugin::default(), PlacesPlugin { ground: Ground::Xz }));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacesPlugin {
    /// Which way the ground lies.
    pub ground: Ground,
}

impl Plugin for PlacesPlugin {
    fn build(&self, app: &mut App) {
        app.world_mut().get_resource_or_init::<Minds>().set_ground(self.ground);
        app.add_observer(answer);
    }
}

/// Finds out where something is.
#[derive(SystemParam)]
pub(crate) struct Places<'w, 's> {
    transforms: TransformHelper<'w, 's>,
    landmarks: Query<'w, 's, (Entity, &'static Landmark)>,
}

impl Places<'_, '_> {
    /// Where it is, in the game's units; nothing if it has no place.
    pub(crate) fn of(&self, arg: &Arg) -> Option<[f32; 3]> {
        let entity = match arg {
            Arg::Entity(entity) => *entity,
            Arg::Name(name) => self.landmarks.iter().find(|(_, mark)| mark.name() == &**name)?.0,
            Arg::Point(at) => return Some(at.map(|part| part as f32)),
            Arg::None | Arg::Bool(_) | Arg::Int(_) => return None,
        };
        let place = self.transforms.compute_global_transform(entity).ok()?;
        Some(place.translation().to_array())
    }
}

fn answer(event: On<PlaceAsked>, places: Places, agents: Query<&Mind>, mut minds: ResMut<Minds>) {
    let answer: PlaceAnswer = match (&*event.what, &event.of[..]) {
        ("position", [place]) => places.of(place).into(),
        ("dist", [a, b]) => {
            let apart = |(a, b): ([f32; 3], [f32; 3])| {
                let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
                squares.sum::<f32>().sqrt()
            };
            places.of(a).zip(places.of(b)).map(apart).into()
        }
        _ => return,
    };
    if let Ok(mind) = agents.get(event.entity) {
        minds.answer_place(mind, event.question, answer);
    }
}
