//! This example shows a first agent: a guard that patrols, sees a thief and catches it. Three guards do so at once.
//!
//! Run it in `bindings/bevy` with `cargo run --example 01_first_agent`, which asserts what the guards do, or watch it with
//! `cargo run --example 01_first_agent --features window`.

#![allow(clippy::print_stdout, reason = "an example shows its results")]
#![cfg_attr(feature = "window", allow(dead_code, reason = "the window does not use the assertions"))]

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

#[cfg(feature = "window")]
mod window;

const GUARD: &str = include_str!("../../../examples/thief.toml");

/// What a guard sees: a component whose first field is a fact.
#[derive(Component, Belief)]
struct Eyes {
    sees_thief: bool,
    /// When the thief comes into sight, in seconds.
    #[belief(skip)]
    thief_arrives: f32,
}

/// How long the current step of a guard has been running, in seconds.
#[derive(Component, Default)]
struct Elapsed(f32);

/// The steps of a guard, each with its time.
#[derive(Component, Default)]
struct Log(Vec<String>);

fn look(time: Res<Time>, mut guards: Query<&mut Eyes>) {
    for mut eyes in &mut guards {
        eyes.sees_thief = time.elapsed_secs() > eyes.thief_arrives;
    }
}

/// Every step takes half a second.
fn work(time: Res<Time>, mut guards: Query<(&mut CurrentStep, &mut Elapsed)>) {
    for (mut step, mut elapsed) in &mut guards {
        elapsed.0 = if step.running().is_some() { elapsed.0 + time.delta_secs() } else { 0.0 };
        if elapsed.0 > 0.5 {
            step.done();
            elapsed.0 = 0.0;
        }
    }
}

fn log(event: On<StepStarted>, time: Res<Time>, mut logs: Query<&mut Log>) -> Result {
    logs.get_mut(event.entity)?.0.push(format!("{:.1} s: {}", time.elapsed_secs(), event.step.action));
    Ok(())
}

/// Builds the game, with or without a window. Each guard is given the time at which it sees the thief.
fn guards<const N: usize>(app: &mut App, thief_arrives: [f32; N]) -> Result<[Entity; N]> {
    app.add_plugins(CunningPlugin::default())
        .add_belief::<Eyes>()
        .add_systems(Update, (look.before(CunningSystems::Perceive), work.after(CunningSystems::Act)))
        .add_observer(log);
    let domain = app.add_domain("thief.toml", GUARD)?;
    Ok(thief_arrives.map(|thief_arrives| {
        let eyes = Eyes { sees_thief: false, thief_arrives };
        app.world_mut().spawn((Mind::new(domain, "guard"), eyes, Elapsed::default(), Log::default())).id()
    }))
}

/// Plays six seconds and returns the log of each guard.
pub(crate) fn play<const N: usize>(thief_arrives: [f32; N]) -> Result<[Vec<String>; N]> {
    let mut app = App::new();
    // Every frame is a tenth of a second.
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    let guards = guards(&mut app, thief_arrives)?;
    for _ in 0..60 {
        app.update();
    }
    Ok(guards.map(|guard| app.world().get::<Log>(guard).map_or_else(Vec::new, |log| log.0.clone())))
}

pub(crate) fn headless() -> Result {
    for (log, number) in play([1.0, 2.0, 3.0])?.iter().zip(1..) {
        println!("guard {number}: {}", log.join(", "));
        assert!(log[0].ends_with("walk_round"));
        let chase = log.iter().position(|line| line.ends_with("chase")).ok_or("no chase")?;
        assert!(log[chase + 1].ends_with("grab"));
    }
    Ok(())
}

/// A yard in which three guards walk in circles until the thief comes.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Transform, Vec2, Vec3};
    const THIEF: Vec3 = Vec3::new(330.0, -150.0, 1.0);
    let mut app = window::app("Three guards and a thief");
    let guards = guards(&mut app, [2.0, 2.5, 3.0])?;
    let world = app.world_mut();
    let (yard, house) = (Color::srgb(0.16, 0.24, 0.18), Color::srgb(0.42, 0.40, 0.38));
    window::place(world, "", Vec2::new(0.0, -25.0), Vec2::new(860.0, 440.0), yard);
    window::place(world, "treasury", Vec2::new(0.0, -25.0), Vec2::new(120.0, 70.0), house);
    for guard in guards {
        window::body(world, guard, Color::srgb(0.30, 0.55, 0.85));
    }
    let thief = world.spawn_empty().id();
    window::body(world, thief, Color::srgb(0.86, 0.25, 0.28));
    app.add_systems(
        Update,
        move |time: Res<Time>, steps: Query<(&CurrentStep, &Eyes)>, mut transforms: Query<&mut Transform>| {
            let is_seen = steps.iter().any(|(_, eyes)| eyes.sees_thief);
            if let Ok(mut transform) = transforms.get_mut(thief) {
                transform.translation = if is_seen { THIEF } else { Vec3::splat(9999.0) };
            }
            for (guard, number) in guards.into_iter().zip(0_u8..) {
                let Ok((step, _)) = steps.get(guard) else { continue };
                let Ok(mut transform) = transforms.get_mut(guard) else { continue };
                let angle = time.elapsed_secs() + f32::from(number) * 2.1;
                let round = Vec2::from_angle(angle) * Vec2::new(260.0, 160.0) - Vec2::Y * 25.0;
                let beside = THIEF - Vec3::new(34.0, 34.0 * (f32::from(number) - 1.0), 0.0);
                let target = if step.is("walk_round") { round.extend(1.0) } else { beside };
                transform.translation = transform.translation.move_towards(target, 420.0 * time.delta_secs());
            }
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
