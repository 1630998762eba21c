//! This example shows how one domain file makes different stories: a pirate who wants rum buys it, steals it or brews it,
//! and thinks again when the bottles are gone.
//!
//! Run it in `bindings/bevy` with `cargo run --example 02_pirate`, which asserts three stories, or look at the third one
//! with `cargo run --example 02_pirate --features window`.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

#[cfg(feature = "window")]
mod window;

const PIRATE: &str = include_str!("../../../domains/pirate.toml");
const SPEED: f32 = 6.0;

/// Places of the domain file, and where they are on the shore.
const PLACES: [(&str, f32); 4] = [("beach", 0.0), ("docks", 10.0), ("tavern", 25.0), ("still", -15.0)];

/// His body: where it is on the shore, and what it tells the mind.
#[derive(Component, Belief)]
struct Body {
    at: &'static str,
    #[belief(skip)]
    x: f32,
    #[belief(skip)]
    busy: f32,
}

/// His character is two facts that no action changes.
#[derive(Component, Belief)]
struct Character {
    lawful: bool,
    knows_recipe: bool,
}

#[derive(Resource)]
struct Bottles {
    left: u32,
    gone_after: f32,
}

#[derive(Resource, Default)]
struct Story(Vec<String>);

/// Carries steps out: walking takes as long as the way is, everything else a second.
fn carry_out(
    time: Res<Time>,
    mut pirates: Query<(&mut CurrentStep, &mut Body)>,
    mut bottles: ResMut<Bottles>,
) {
    for (mut current, mut body) in &mut pirates {
        let Some(step) = current.running().cloned() else { continue };
        let to = step.name("to").and_then(|to| PLACES.iter().find(|(name, _)| *name == to));
        if let Some((place, x)) = to {
            let way = x - body.x;
            let stride = SPEED * time.delta_secs();
            body.bypass_change_detection().x += way.clamp(-stride, stride);
            if way.abs() <= stride {
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
        } else if bottles.left == 0 {
            current.failed();
        } else {
            bottles.left -= 1;
            current.done();
        }
    }
}

/// From the tavern he sees what is on its shelves.
fn look(bottles: Res<Bottles>, mut pirates: Query<(&Body, &mut Beliefs)>) {
    for (body, mut beliefs) in &mut pirates {
        if body.at == "tavern" {
            let of = ["tavern", "bottle"].map(|name| BeliefValue::Name(name.into()));
            beliefs.tell("stock", of.to_vec(), BeliefValue::Int(bottles.left.into()), 1.0);
        }
    }
}

fn tell(event: On<StepStarted>, mut story: ResMut<Story>) {
    let to = event.step.name("to").map_or_else(String::new, |place| format!(" to {place}"));
    story.0.push(format!("{}{to}", event.step.action));
}

/// The landlord's door is open.
fn answer(event: On<CheckAsked>, minds: Query<&Mind>, mut all: ResMut<Minds>) {
    if let Ok(mind) = minds.get(event.entity) {
        all.answer(mind, event.question, true);
    }
}

/// Somebody takes all bottles away, sooner or later.
fn rob(time: Res<Time>, mut bottles: ResMut<Bottles>) {
    if time.elapsed_secs() > bottles.gone_after {
        bottles.left = 0;
    }
}

/// The game, with or without a window: a pirate on the beach.
fn pirate(app: &mut App, lawful: bool, gone_after: f32) -> Result<Entity> {
    app.add_plugins(CunningPlugin::default())
        .add_belief::<Body>()
        .add_belief::<Character>()
        .insert_resource(Bottles { left: 3, gone_after })
        .init_resource::<Story>()
        .add_systems(Update, (rob, look).chain().before(CunningSystems::Hear))
        .add_systems(Update, carry_out.after(CunningSystems::Act))
        .add_observer(tell)
        .add_observer(answer);
    let domain = app.add_domain("pirate.toml", PIRATE)?;
    let body = Body { at: "beach", x: 0.0, busy: 0.0 };
    let character = Character { lawful, knows_recipe: true };
    Ok(app.world_mut().spawn((Mind::new(domain, "pirate"), body, character)).id())
}

/// Plays until he is drunk.
fn play(lawful: bool, gone_after: f32) -> Result<Vec<String>> {
    let mut app = App::new();
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
    let pirate = pirate(&mut app, lawful, gone_after)?;
    for _ in 0..2000 {
        app.update();
        let mind = app.world().get::<Mind>(pirate).ok_or("he is there")?;
        if app.world().resource::<Minds>().belief(mind, "drunk", &[]) == Some(BeliefValue::Bool(true)) {
            return Ok(std::mem::take(&mut app.world_mut().resource_mut::<Story>().0));
        }
    }
    Err("he stayed sober".into())
}

pub(crate) fn headless() -> Result {
    for (lawful, gone_after, story) in [
        (true, f32::MAX, "go to docks, sell, go to tavern, buy, drink"),
        (false, f32::MAX, "go to tavern, steal, drink"),
        (true, 3.0, "go to docks, sell, go to tavern, go to beach, gather, go to still, brew, drink"),
    ] {
        let told = play(lawful, gone_after)?.join(", ");
        println!("{told}");
        assert_eq!(told, story);
    }
    Ok(())
}

/// The shore, and a disc that walks along it.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Transform, Vec2, Vec3};
    const STEP: f32 = 20.0;
    let mut app = window::app("A pirate who wants rum");
    let pirate = pirate(&mut app, true, 3.0)?;
    let world = app.world_mut();
    window::place(world, "", Vec2::new(0.0, -130.0), Vec2::new(1024.0, 320.0), Color::srgb(0.13, 0.27, 0.36));
    window::place(world, "", Vec2::new(0.0, 20.0), Vec2::new(1024.0, 46.0), Color::srgb(0.62, 0.54, 0.36));
    for (name, x) in PLACES {
        let at = Vec2::new((x - 5.0) * STEP, -25.0);
        window::place(world, name, at, Vec2::splat(44.0), Color::srgb(0.45, 0.30, 0.22));
    }
    window::body(world, pirate, Color::srgb(0.86, 0.25, 0.28));
    app.add_systems(Update, |mut bodies: Query<(&Body, &mut Transform)>| {
        for (body, mut at) in &mut bodies {
            at.translation = Vec3::new((body.x - 5.0) * STEP, 20.0, 1.0);
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
