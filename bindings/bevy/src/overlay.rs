//! An overlay for debugging in the game: the goal and the plan of each agent as text, and arrows to the plan's targets.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Isometry3d, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;

use crate::mind::Mind;
use crate::minds::{Minds, PlannedStep};
use crate::places::Places;

/// Draws the goal and the plan of every entity that has a [`Mind`] and a transform, with gizmos. Add it after Bevy's gizmos,
/// which are in `DefaultPlugins`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThoughtOverlayPlugin;

/// Settings of the overlay.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct ThoughtOverlay {
    /// Whether the overlay is drawn.
    pub is_on: bool,
    /// The size of the text, in the world's units.
    pub font_size: f32,
    /// The offset of the text from its entity.
    pub offset: Vec3,
    /// The colour of text and arrows.
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
    for (mind, transform) in &agents {
        let plan = minds.plan(mind);
        let text = summary(&minds, mind, &plan);
        let above = Isometry3d::from_translation(transform.translation() + overlay.offset);
        gizmos.text(above, &text, overlay.font_size, Vec2::ZERO, overlay.color);
        let mut from = transform.translation();
        for target in targets(&plan, &places) {
            gizmos.arrow(from, target, overlay.color).with_tip_length(overlay.font_size);
            from = target;
        }
    }
}

/// Returns the goal, and below it the rest of the plan.
fn summary(minds: &Minds, mind: &Mind, plan: &[PlannedStep]) -> String {
    let goal = minds.inspect(mind).and_then(|inspection| inspection.goal);
    let Some(goal) = goal else { return "idle".to_owned() };
    let steps: Vec<&str> = plan.iter().map(|step| &*step.action).collect();
    format!("{goal}\n{}", steps.join(", "))
}

/// Returns the positions that the plan leads to: for each step the last argument that has a position, without repetitions.
fn targets(plan: &[PlannedStep], places: &Places) -> Vec<Vec3> {
    let target = |step: &PlannedStep| step.args.iter().rev().find_map(|(_, arg)| places.position(arg));
    let mut targets: Vec<Vec3> = plan.iter().filter_map(target).map(Vec3::from).collect();
    targets.dedup();
    targets
}

#[cfg(test)]
mod tests {
    use bevy_asset::{AssetApp as _, AssetPlugin};
    use bevy_ecs::system::SystemState;
    use bevy_gizmos::config::DefaultGizmoConfigGroup;
    use bevy_gizmos::{AppGizmoBuilder as _, GizmoAsset};
    use bevy_time::TimePlugin;
    use bevy_transform::components::Transform;

    use super::*;
    use crate::prelude::*;

    const MINER: &str = include_str!("../tests/support/miner.toml");

    #[test]
    fn goal_plan_and_targets_are_drawn() {
        let mut app = App::new();
        app.add_plugins((TimePlugin, AssetPlugin::default(), CunningPlugin::default(), ThoughtOverlayPlugin))
            // The part of Bevy's gizmos that lines need, without meshes.
            .init_asset::<GizmoAsset>()
            .init_gizmo_group::<DefaultGizmoConfigGroup>();
        let domain = app.add_domain("miner.toml", MINER).unwrap();
        let at = |x: f32| Transform::from_xyz(x, 0.0, 0.0);
        let rock = app.world_mut().spawn((Object::of("rock"), at(5.0))).id();
        let ann = app.world_mut().spawn((Mind::new(domain, "miner"), at(0.0))).id();
        app.world_mut().get_mut::<Beliefs>(ann).unwrap().set(("sees", rock), true);
        for _ in 0..3 {
            app.update();
        }
        let mut state = SystemState::<(Res<Minds>, Query<&Mind>, Places)>::new(app.world_mut());
        let (minds, agents, places) = state.get(app.world()).unwrap();
        let mind = agents.get(ann).unwrap();
        let plan = minds.plan(mind);
        assert_eq!(summary(&minds, mind, &plan), "get_rich\ngo, dig, dig, sell");
        assert_eq!(targets(&plan, &places), [Vec3::new(5.0, 0.0, 0.0)]);
    }
}
