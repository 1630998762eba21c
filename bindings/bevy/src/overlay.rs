//! Thoughts above heads, for a quick look in the game itself: goal and plan as text, and the way from target to target.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Isometry3d, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;

use crate::mind::Mind;
use crate::minds::{Minds, PlannedStep};
use crate::places::Places;

/// Draws thoughts with gizmos, for every entity that has a [`Mind`] and a place. To be added after Bevy's own gizmos, which
/// `DefaultPlugins` has.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThoughtOverlayPlugin;

/// How thoughts are drawn.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct ThoughtOverlay {
    /// Whether they are.
    pub is_on: bool,
    /// How large letters are, in the world's units.
    pub font_size: f32,
    /// Where the text is, seen from its entity.
    pub offset: Vec3,
    /// The colour of text and ways.
    pub color: Color,
}

impl Default for ThoughtOverlay {
    fn default() -> Self {
        Self {
            is_on: true,
            font_size: 0.4,
            offset: Vec3::new(0.0, 1.5, 0.0),
            color: Color::srgb(0.95, 0.8, 0.3),
        }
    }
}

impl Plugin for ThoughtOverlayPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ThoughtOverlay>().add_systems(PostUpdate, draw);
    }
}

fn draw(
    overlay: Res<ThoughtOverlay>,
    minds: Res<Minds>,
    agents: Query<(&Mind, &GlobalTransform)>,
    places: Places,
    mut gizmos: Gizmos,
) {
    if !overlay.is_on {
        return;
    }
    for (mind, place) in &agents {
        let plan = minds.plan(mind);
        let text = thought(&minds, mind, &plan);
        let above = Isometry3d::from_translation(place.translation() + overlay.offset);
        gizmos.text(above, &text, overlay.font_size, Vec2::ZERO, overlay.color);
        let mut from = place.translation();
        for target in targets(&plan, &places) {
            gizmos.arrow(from, target, overlay.color);
            from = target;
        }
    }
}

/// What somebody thinks, in a line: goal, then what is left of the plan.
fn thought(minds: &Minds, mind: &Mind, plan: &[PlannedStep]) -> String {
    let goal = minds.inspect(mind).and_then(|about| about.goal);
    let Some(goal) = goal else { return "idle".to_owned() };
    let steps: Vec<&str> = plan.iter().map(|step| &*step.action).collect();
    format!("{goal}: {}", steps.join(", "))
}

/// Where the plan leads: the places of whatever its steps are about, each once in a row.
fn targets(plan: &[PlannedStep], places: &Places) -> Vec<Vec3> {
    let args = plan.iter().flat_map(|step| step.args.iter());
    let mut targets: Vec<Vec3> = args.filter_map(|(_, arg)| places.of(arg).map(Vec3::from)).collect();
    targets.dedup();
    targets
}

#[cfg(test)]
mod tests {
    use bevy_asset::AssetPlugin;
    use bevy_ecs::system::SystemState;
    use bevy_gizmos::GizmoPlugin;
    use bevy_time::TimePlugin;
    use bevy_transform::components::Transform;

    use super::*;
    use crate::prelude::*;

    const MINER: &str = include_str!("../tests/support/miner.toml");

    #[test]
    fn goal_plan_and_way_are_drawn() {
        let mut app = App::new();
        app.add_plugins((
            TimePlugin,
            AssetPlugin::default(),
            GizmoPlugin,
            CunningPlugin::default(),
            ThoughtOverlayPlugin,
        ));
        let domain = app.add_domain("miner.toml", MINER).unwrap();
        let at = |x: f32| Transform::from_xyz(x, 0.0, 0.0);
        let rock = app.world_mut().spawn((Object::of("rock"), at(5.0))).id();
        let ann = app.world_mut().spawn((Mind::new(domain, "miner"), at(0.0))).id();
        app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
        // Whatever is drawn, it is drawn without a fuss.
        for _ in 0..3 {
            app.update();
        }
        let mut state = SystemState::<(Res<Minds>, Query<&Mind>, Places)>::new(app.world_mut());
        let (minds, agents, places) = state.get(app.world()).unwrap();
        let mind = agents.get(ann).unwrap();
        let plan = minds.plan(mind);
        assert_eq!(thought(&minds, mind, &plan), "get_rich: go, dig, dig, sell");
        assert_eq!(targets(&plan, &places), [Vec3::new(5.0, 0.0, 0.0)]);
    }
}
