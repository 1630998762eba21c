//! This example shows a crowd: ten thousand riflemen, of which one in a hundred senses a relevant change in every frame. It
//! measures the time that minds take of a frame, and asserts that no frame exceeds the budget.
//!
//! Run it in `bindings/bevy` with `cargo run --release --example 04_crowd`, or with a number of agents: `… -- 1000`. Watch it
//! with `cargo run --release --example 04_crowd --features window`: a square for each agent, coloured by its goal.

#![allow(clippy::print_stdout, reason = "an example shows its results")]
#![cfg_attr(feature = "window", allow(dead_code, reason = "the window does not use the assertions"))]

use std::time::{Duration, Instant};

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};

#[cfg(feature = "window")]
mod window;

const RIFLEMAN: &str = include_str!("../../../domains/rifleman.toml");
const AGENTS: u32 = 10_000;
const FRAMES: u32 = 300;
/// Frames before the measurement, in which all agents get their first plans.
const WARM_UP: u32 = 120;
const BUDGET: u64 = 20_000;

/// The senses of a soldier.
#[derive(Component, Belief, Default)]
struct Senses {
    under_fire: bool,
    wounded: bool,
    jammed: bool,
}

/// How many frames the current step of a soldier still takes.
#[derive(Component, Default)]
struct FramesLeft(u32);

/// The time that minds take of each frame.
#[derive(Resource, Default)]
struct Clock {
    frame: u32,
    started: Option<Instant>,
    times: Vec<Duration>,
}

/// Draws a pseudo-random number; the sequence is the same in every run.
fn draw(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    (*state >> 33) as u32
}

/// For one soldier in a hundred, fire, a wound or a jammed rifle starts or ends.
fn change_senses(mut soldiers: Query<&mut Senses>, mut random: Local<u64>) {
    for mut senses in &mut soldiers {
        match draw(&mut random) % 300 {
            0 => senses.under_fire = !senses.under_fire,
            1 => senses.wounded = !senses.wounded,
            2 => senses.jammed = !senses.jammed,
            _ => {}
        }
    }
}

/// A step takes between half a second and two seconds.
fn work(mut soldiers: Query<(&mut CurrentStep, &mut FramesLeft)>, mut random: Local<u64>) {
    for (mut current, mut left) in &mut soldiers {
        if current.running().is_none() {
            left.0 = 0;
        } else if left.0 == 0 {
            left.0 = 30 + draw(&mut random) % 90;
        } else {
            left.0 -= 1;
            if left.0 == 0 {
                current.done();
            }
        }
    }
}

fn start_clock(mut clock: ResMut<Clock>) {
    clock.started = Some(Instant::now());
}

fn stop_clock(mut clock: ResMut<Clock>) {
    clock.frame += 1;
    let started = clock.started.take();
    if let Some(started) = started.filter(|_| clock.frame > WARM_UP) {
        clock.times.push(started.elapsed());
    }
}

/// Builds the game, with or without a window.
fn crowd(app: &mut App, agents: u32) -> Result<DomainId> {
    app.add_plugins(CunningPlugin::default().with_budget(BUDGET))
        .add_belief::<Senses>()
        .init_resource::<Clock>()
        .add_systems(
            Update,
            (
                (change_senses, start_clock).chain().before(CunningSystems::Perceive),
                (stop_clock, work).chain().after(CunningSystems::Act),
            ),
        );
    let domain = app.add_domain("rifleman.toml", RIFLEMAN)?;
    for seed in 0..agents {
        let mind = Mind::new(domain, "rifleman").with_seed(seed.into());
        app.world_mut().spawn((mind, Senses::default(), FramesLeft::default()));
    }
    Ok(domain)
}

/// Measures a number of agents.
fn run(agents: u32) -> Result {
    let mut app = App::new();
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)));
    let domain = crowd(&mut app, agents)?;
    let stats = |app: &App| app.world().resource::<Minds>().domain(domain).map(cunning_mind::Minds::stats);
    let mut spent_max = 0;
    for _ in 0..WARM_UP + FRAMES {
        let before = stats(&app)?.expanded;
        app.update();
        spent_max = spent_max.max(stats(&app)?.expanded - before);
    }
    assert!(spent_max <= BUDGET, "{spent_max} expansions in a frame");
    let plans = stats(&app)?.plans_found;
    assert!(plans > u64::from(agents), "every agent has had a plan");
    let mut times = std::mem::take(&mut app.world_mut().resource_mut::<Clock>().times);
    times.sort_unstable();
    let percentile = |percent: usize| times[times.len() * percent / 100].as_secs_f64() * 1e3;
    println!(
        "{agents} agents, {FRAMES} frames: minds took {:.2} ms in the median, {:.2} ms in the 99th percentile; \
         {plans} plans, at most {spent_max} expansions in a frame",
        percentile(50),
        percentile(99)
    );
    Ok(())
}

pub(crate) fn headless() -> Result {
    run(std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(AGENTS))
}

/// All agents in a grid.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Sprite, Transform, Vec2};
    const COLUMNS: usize = 125;
    const STEP: f32 = 6.0;
    let mut app = window::app("red hides, pink heals, yellow gets ready, green patrols");
    app.insert_resource(bevy_cunning::ThoughtOverlay { is_on: false, ..Default::default() });
    crowd(&mut app, AGENTS)?;
    let world = app.world_mut();
    let soldiers: Vec<Entity> = world.query_filtered::<Entity, With<Mind>>().iter(world).collect();
    for (at, soldier) in soldiers.into_iter().enumerate() {
        let (row, column) = ((at / COLUMNS) as f32, (at % COLUMNS) as f32);
        let transform = Transform::from_xyz((column - 62.0) * STEP, (38.0 - row) * STEP, 1.0);
        world
            .entity_mut(soldier)
            .insert((Sprite::from_color(Color::BLACK, Vec2::splat(STEP - 1.0)), transform));
    }
    app.add_systems(Update, |minds: Res<Minds>, mut soldiers: Query<(&Mind, &mut Sprite)>| {
        for (mind, mut sprite) in &mut soldiers {
            let goal = minds.inspect(mind).and_then(|inspection| inspection.goal);
            sprite.color = match goal.as_deref() {
                Some("survive") => Color::srgb(0.90, 0.25, 0.25),
                Some("heal") => Color::srgb(0.95, 0.55, 0.70),
                Some("be_ready") => Color::srgb(0.95, 0.80, 0.30),
                Some("patrol") => Color::srgb(0.30, 0.65, 0.40),
                _ => Color::srgb(0.35, 0.37, 0.42),
            };
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
