//! This example shows a crowd: ten thousand riflemen, of whom one in a hundred learns something that matters in every
//! frame, and what minds take of a frame. The budget is honoured in each.
//!
//! Run it in `bindings/bevy` with `cargo run --release --example 04_crowd`, or with a number of agents: `… -- 1000`. Look at
//! it with `cargo run --release --example 04_crowd --features window`: a square for each, coloured by what he wants.

#![allow(clippy::print_stdout)] // An example shows what it does.
#![cfg_attr(feature = "window", allow(dead_code))] // Whoever looks at it asserts nothing.

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
/// Frames in which everybody is given something to do.
const WARM_UP: u32 = 120;
const BUDGET: u64 = 20_000;

/// What a soldier notices by himself.
#[derive(Component, Belief, Default)]
struct Senses {
    under_fire: bool,
    wounded: bool,
    jammed: bool,
}

/// When a step is over, in frames.
#[derive(Component, Default)]
struct Busy(u32);

#[derive(Resource, Default)]
struct Frame {
    number: u32,
    began: Option<Instant>,
    took: Vec<Duration>,
}

/// A stream of numbers that is the same in every run.
fn draw(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    (*state >> 33) as u32
}

/// One in a hundred comes under fire, is hit, or has a jammed rifle, or no longer.
fn happen(mut soldiers: Query<&mut Senses>, mut random: Local<u64>) {
    for mut senses in &mut soldiers {
        match draw(&mut random) % 300 {
            0 => senses.under_fire = !senses.under_fire,
            1 => senses.wounded = !senses.wounded,
            2 => senses.jammed = !senses.jammed,
            _ => {}
        }
    }
}

/// A step takes from half a second to two.
fn work(mut soldiers: Query<(&mut CurrentStep, &mut Busy)>, mut random: Local<u64>) {
    for (mut current, mut busy) in &mut soldiers {
        if current.running().is_none() {
            busy.0 = 0;
        } else if busy.0 == 0 {
            busy.0 = 30 + draw(&mut random) % 90;
        } else {
            busy.0 -= 1;
            if busy.0 == 0 {
                current.done();
            }
        }
    }
}

fn begin(mut frame: ResMut<Frame>) {
    frame.began = Some(Instant::now());
}

fn end(mut frame: ResMut<Frame>) {
    frame.number += 1;
    let began = frame.began.take();
    if let Some(began) = began.filter(|_| frame.number > WARM_UP) {
        frame.took.push(began.elapsed());
    }
}

/// The game, with or without a window: a crowd, and the clock that looks on.
fn crowd(app: &mut App, agents: u32) -> Result<DomainId> {
    app.add_plugins(CunningPlugin::default().with_budget(BUDGET))
        .add_belief::<Senses>()
        .init_resource::<Frame>()
        .add_systems(
            Update,
            (
                (happen, begin).chain().before(CunningSystems::Hear),
                (end, work).chain().after(CunningSystems::Act),
            ),
        );
    let domain = app.add_domain("rifleman.toml", RIFLEMAN)?;
    for seed in 0..agents {
        let mind = Mind::new(domain, "rifleman").seeded(seed.into());
        app.world_mut().spawn((mind, Senses::default(), Busy::default()));
    }
    Ok(domain)
}

/// Lets so many live for a while.
fn run(agents: u32) -> Result {
    let mut app = App::new();
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)));
    let domain = crowd(&mut app, agents)?;
    let counters = |app: &mut App| {
        app.world_mut().resource_mut::<Minds>().agents(domain).map(|set| set.counters()).unwrap_or_default()
    };
    let mut spent_max = 0;
    for _ in 0..WARM_UP + FRAMES {
        let before = counters(&mut app).expanded;
        app.update();
        spent_max = spent_max.max(counters(&mut app).expanded - before);
    }
    assert!(spent_max <= BUDGET, "{spent_max} expansions in a frame");
    let plans = counters(&mut app).plans_found;
    assert!(plans > u64::from(agents), "everybody has had a plan");
    let mut took = std::mem::take(&mut app.world_mut().resource_mut::<Frame>().took);
    took.sort_unstable();
    let part = |hundredths: usize| took[took.len() * hundredths / 100].as_secs_f64() * 1e3;
    println!(
        "{agents} agents, {FRAMES} frames: minds took {:.2} ms in the median, {:.2} ms in the 99th hundredth; \
         {plans} plans, at most {spent_max} expansions in a frame",
        part(50),
        part(99)
    );
    Ok(())
}

pub(crate) fn headless() -> Result {
    run(std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(AGENTS))
}

/// Everybody in rank and file.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Sprite, Transform, Vec2};
    const IN_A_ROW: usize = 125;
    const STEP: f32 = 6.0;
    let mut app = window::app("red hides, pink heals, yellow gets ready, green patrols");
    app.insert_resource(bevy_cunning::ThoughtOverlay { is_on: false, ..Default::default() });
    crowd(&mut app, AGENTS)?;
    let world = app.world_mut();
    let everybody: Vec<Entity> = world.query_filtered::<Entity, With<Mind>>().iter(world).collect();
    for (at, soldier) in everybody.into_iter().enumerate() {
        let (row, file) = ((at / IN_A_ROW) as f32, (at % IN_A_ROW) as f32);
        let place = Transform::from_xyz((file - 62.0) * STEP, (38.0 - row) * STEP, 1.0);
        world.entity_mut(soldier).insert((Sprite::from_color(Color::BLACK, Vec2::splat(STEP - 1.0)), place));
    }
    app.add_systems(Update, |minds: Res<Minds>, mut soldiers: Query<(&Mind, &mut Sprite)>| {
        for (mind, mut sprite) in &mut soldiers {
            let goal = minds.inspect(mind).and_then(|about| about.goal);
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
