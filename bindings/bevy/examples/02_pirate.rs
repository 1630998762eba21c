//! This example shows how one domain file leads to different plans: of three pirates who want rum, one buys it, one steals
//! it, and the third finds no bottle left, plans again and brews it.
//!
//! Run it in `bindings/bevy` with `cargo run --example 02_pirate`, which asserts the three stories, or watch it with
//! `cargo run --example 02_pirate --features window`.

#![allow(clippy::print_stdout, reason = "an example shows its results")]
#![cfg_attr(feature = "window", allow(dead_code, reason = "the window does not use the assertions"))]

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

#[cfg(feature = "window")]
mod window;

const PIRATE: &str = include_str!("../../../domains/pirate.toml");

/// The places of the domain file with their positions on the shore.
const PLACES: [(&str, f32); 4] = [("beach", 0.0), ("docks", 10.0), ("tavern", 25.0), ("still", -15.0)];

/// The body of a pirate, which tells the mind its place.
#[derive(Component, Belief)]
struct Body {
    at: &'static str,
    #[belief(skip)]
    x: f32,
    #[belief(skip)]
    speed: f32,
    /// How long the current step has been running, in seconds.
    #[belief(skip)]
    busy: f32,
}

/// The character of a pirate: two facts that no action changes.
#[derive(Component, Belief)]
struct Character {
    lawful: bool,
    knows_recipe: bool,
}

/// The bottles in the tavern.
#[derive(Resource)]
struct Bottles(u32);

/// The steps of a pirate.
#[derive(Component, Default)]
struct Story(Vec<String>);

/// Carries out steps: walking takes as long as the path is, everything else a second.
fn carry_out(
    time: Res<Time>,
    mut pirates: Query<(&mut CurrentStep, &mut Body)>,
    mut bottles: ResMut<Bottles>,
) {
    for (mut current, mut body) in &mut pirates {
        let Some(step) = current.running().cloned() else { continue };
        let to = step.object_name("to").and_then(|to| PLACES.iter().find(|(name, _)| *name == to));
        if let Some((place, x)) = to {
            let distance = x - body.x;
            let stride = body.speed * time.delta_secs();
            body.bypass_change_detection().x += distance.clamp(-stride, stride);
            if distance.abs() <= stride {
                body.at = place;
                current.done();
            }
            continue;
        }
        body.bypass_change_detection().busy += time.delta_secs();
        if body.busy < 1.0 {
            continue;
        }
        body.bypass_change_detection().busy = 0.0;
        if !matches!(&*step.action, "buy" | "steal") {
            current.done();
        } else if bottles.0 == 0 {
            current.failed();
        } else {
            bottles.0 -= 1;
            current.done();
        }
    }
}

/// A pirate in the tavern sees how many bottles are left.
fn look(bottles: Res<Bottles>, mut pirates: Query<(&Body, &mut Beliefs)>) {
    for (body, mut beliefs) in &mut pirates {
        if body.at == "tavern" {
            beliefs.set(("stock", "tavern", "bottle"), bottles.0);
        }
    }
}

fn log(event: On<StepStarted>, mut stories: Query<&mut Story>) -> Result {
    let to = event.step.object_name("to").map_or_else(String::new, |place| format!(" to {place}"));
    stories.get_mut(event.entity)?.0.push(format!("{}{to}", event.step.action));
    Ok(())
}

/// The check `tavern_open`: the tavern is always open.
fn answer(event: On<CheckAsked>, agents: Query<&Mind>, mut minds: ResMut<Minds>) -> Result {
    minds.answer(agents.get(event.entity)?, event.id, true);
    Ok(())
}

/// Builds the game, with or without a window: three pirates on the beach, and two bottles in the tavern. The first pirate
/// is lawful, the second one is not, and the third one is lawful and slow.
fn pirates(app: &mut App) -> Result<[Entity; 3]> {
    app.add_plugins(CunningPlugin::default())
        .add_belief::<Body>()
        .add_belief::<Character>()
        .insert_resource(Bottles(2))
        .add_systems(Update, look.before(CunningSystems::Perceive))
        .add_systems(Update, carry_out.after(CunningSystems::Act))
        .add_observer(log)
        .add_observer(answer);
    let domain = app.add_domain("pirate.toml", PIRATE)?;
    Ok([(true, 6.0), (false, 6.0), (true, 3.0)].map(|(lawful, speed)| {
        let body = Body { at: "beach", x: 0.0, speed, busy: 0.0 };
        let character = Character { lawful, knows_recipe: true };
        app.world_mut().spawn((Mind::new(domain, "pirate"), body, character, Story::default())).id()
    }))
}

pub(crate) fn headless() -> Result {
    let mut app = App::new();
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
    let pirates = pirates(&mut app)?;
    for _ in 0..1000 {
        app.update();
    }
    let stories = [
        "go to docks, sell, go to tavern, buy, drink",
        "go to tavern, steal, drink",
        "go to docks, sell, go to tavern, go to beach, gather, go to still, brew, drink",
    ];
    for (pirate, story) in pirates.into_iter().zip(stories) {
        let steps = app.world().get::<Story>(pirate).ok_or("a pirate is missing")?.0.join(", ");
        println!("{steps}");
        assert_eq!(steps, story);
    }
    Ok(())
}

/// The shore, with a disc for each pirate.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Transform, Vec2, Vec3};
    const STEP: f32 = 18.0;
    let mut app = window::app("Three pirates who want rum");
    let pirates = pirates(&mut app)?;
    let world = app.world_mut();
    window::place(world, "", Vec2::new(0.0, -174.0), Vec2::new(1024.0, 228.0), Color::srgb(0.13, 0.27, 0.36));
    window::place(world, "", Vec2::new(0.0, -25.0), Vec2::new(1024.0, 70.0), Color::srgb(0.62, 0.54, 0.36));
    for (name, x) in PLACES {
        let at = Vec2::new((x - 5.0) * STEP, -85.0);
        window::place(world, name, at, Vec2::splat(60.0), Color::srgb(0.45, 0.30, 0.22));
    }
    for pirate in pirates {
        window::body(world, pirate, Color::srgb(0.86, 0.25, 0.28));
    }
    app.add_systems(Update, |mut bodies: Query<(&Body, &mut Transform)>| {
        for (body, mut transform) in &mut bodies {
            transform.translation = Vec3::new((body.x - 5.0) * STEP, -20.0, 1.0);
        }
    });
    window::run(app)
}

fn main() -> Result {
    #[cfg(feature = "window")]
    return show();
    #[cfg(not(feature = "window"))]
    headless()
}
