//! This example shows a first agent: a guard who patrols, sees a thief and catches him.
//!
//! Run it in `bindings/bevy` with `cargo run --example 01_first_agent`, which asserts what he does, or look at it with
//! `cargo run --example 01_first_agent --features window`.

#![allow(clippy::print_stdout)] // An example shows what it does.
#![cfg_attr(feature = "window", allow(dead_code))] // Whoever looks at it asserts nothing.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

#[cfg(feature = "window")]
mod window;

const GUARD: &str = include_str!("../../../examples/thief.toml");

/// What the guard sees: a component whose field is a fact of his.
#[derive(Component, Belief)]
struct Eyes {
    sees_thief: bool,
}

#[derive(Resource, Default)]
struct Story(Vec<String>);

/// A thief comes along after two seconds.
fn look(time: Res<Time>, mut guards: Query<&mut Eyes>) {
    for mut eyes in &mut guards {
        eyes.sees_thief = time.elapsed_secs() > 2.0;
    }
}

/// Every step takes half a second.
fn work(time: Res<Time>, mut agents: Query<&mut CurrentStep>, mut left: Local<f32>) {
    for mut step in &mut agents {
        *left = if step.running().is_some() { *left + time.delta_secs() } else { 0.0 };
        if *left > 0.5 {
            step.done();
            *left = 0.0;
        }
    }
}

/// What he does is told.
fn tell(event: On<StepStarted>, time: Res<Time>, mut story: ResMut<Story>) {
    story.0.push(format!("{:.1} s: {}", time.elapsed_secs(), event.step.action));
}

/// The game, with or without a window.
fn guard(app: &mut App) -> Result<Entity> {
    app.add_plugins(CunningPlugin::default())
        .add_belief::<Eyes>()
        .init_resource::<Story>()
        .add_systems(Update, (look.before(CunningSystems::Hear), work.after(CunningSystems::Act)))
        .add_observer(tell);
    let domain = app.add_domain("thief.toml", GUARD)?;
    Ok(app.world_mut().spawn((Mind::new(domain, "guard"), Eyes { sees_thief: false })).id())
}

pub(crate) fn headless() -> Result {
    let mut app = App::new();
    // Every frame is a tenth of a second.
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    guard(&mut app)?;
    for _ in 0..60 {
        app.update();
    }
    let story = &app.world().resource::<Story>().0;
    for line in story {
        println!("{line}");
    }
    assert!(story[0].ends_with("walk_round"));
    let chase = story.iter().position(|line| line.ends_with("chase")).ok_or("no chase")?;
    assert!(story[chase + 1].ends_with("grab"));
    Ok(())
}

/// A yard with a guard who goes round and round, until a thief comes.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Transform, Vec2, Vec3};
    const THIEF: Vec3 = Vec3::new(330.0, -150.0, 1.0);
    let mut app = window::app("A guard and a thief");
    let guard = guard(&mut app)?;
    let world = app.world_mut();
    let (yard, house) = (Color::srgb(0.16, 0.24, 0.18), Color::srgb(0.42, 0.40, 0.38));
    window::place(world, "", Vec2::new(0.0, -25.0), Vec2::new(860.0, 440.0), yard);
    window::place(world, "treasury", Vec2::new(0.0, -25.0), Vec2::new(120.0, 70.0), house);
    window::body(world, guard, Color::srgb(0.30, 0.55, 0.85));
    let thief = world.spawn_empty().id();
    window::body(world, thief, Color::srgb(0.86, 0.25, 0.28));
    app.add_systems(
        Update,
        move |time: Res<Time>, guards: Query<(&CurrentStep, &Eyes)>, mut places: Query<&mut Transform>| {
            let Ok((step, eyes)) = guards.get(guard) else { return };
            if let Ok(mut place) = places.get_mut(thief) {
                place.translation = if eyes.sees_thief { THIEF } else { Vec3::splat(9999.0) };
            }
            let Ok(mut place) = places.get_mut(guard) else { return };
            let round = Vec2::from_angle(time.elapsed_secs()) * Vec2::new(260.0, 160.0) - Vec2::Y * 25.0;
            let to = if step.is("walk_round") { round.extend(1.0) } else { THIEF - Vec3::X * 34.0 };
            let reach = 420.0 * time.delta_secs();
            place.translation = place.translation.move_towards(to, reach);
        },
    );
    window::run(app)
}

fn main() -> Result {
    #[cfg(feature = "window")]
    return show();
    #[cfg(not(feature = "window"))]
    headless()
}
