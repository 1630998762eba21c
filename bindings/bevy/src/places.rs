//! Positions of entities from their transforms, as answers to queries.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_transform::helper::TransformHelper;

use crate::geometry::{GroundPlane, SpatialQueryAsked};
use crate::mind::Mind;
use crate::minds::Minds;
use crate::object::Landmark;
use crate::value::Value;

/// Answers `position` and `dist` of queries from transforms. Questions such as `path`, `sees` and `hides` are left to
/// observers of [`SpatialQueryAsked`] in the game.
///
/// ```
/// use bevy_app::App;
/// use bevy_cunning::{CunningPlugin, GroundPlane, PlacesPlugin};
///
/// App::new().add_plugins((CunningPlugin::default(), PlacesPlugin { ground: GroundPlane::Xz }));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacesPlugin {
    /// The plane in which queries place points.
    pub ground: GroundPlane,
}

impl Plugin for PlacesPlugin {
    fn build(&self, app: &mut App) {
        app.world_mut().get_resource_or_init::<Minds>().set_ground(self.ground);
        app.add_observer(answer);
    }
}

/// Finds the positions of entities and landmarks.
#[derive(SystemParam)]
pub(crate) struct Places<'w, 's> {
    transforms: TransformHelper<'w, 's>,
    landmarks: Query<'w, 's, (Entity, &'static Landmark)>,
}

impl Places<'_, '_> {
    /// Returns the position of a value in the game's units; `None` if it has none.
    pub(crate) fn position(&self, value: &Value) -> Option<[f32; 3]> {
        let entity = match value {
            Value::Entity(entity) => *entity,
            Value::Name(name) => self.landmarks.iter().find(|(_, landmark)| landmark.name() == &**name)?.0,
            Value::Point(point) => return Some(point.map(|part| part as f32)),
            Value::None | Value::Bool(_) | Value::Int(_) => return None,
        };
        let transform = self.transforms.compute_global_transform(entity).ok()?;
        Some(transform.translation().to_array())
    }
}

fn answer(event: On<SpatialQueryAsked>, places: Places, agents: Query<&Mind>, mut minds: ResMut<Minds>) {
    let Ok(mind) = agents.get(event.entity) else { return };
    match (&*event.name, &event.subjects[..]) {
        ("position", [subject]) => minds.answer_position(mind, event.id, places.position(subject)),
        ("dist", [a, b]) => {
            let distance = |(a, b): ([f32; 3], [f32; 3])| {
                let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
                squares.sum::<f32>().sqrt()
            };
            minds.answer_query(mind, event.id, places.position(a).zip(places.position(b)).map(distance));
        }
        _ => {}
    }
}
