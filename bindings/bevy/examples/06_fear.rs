//! This example shows fear: a courier searches its path step by step, loses time in a dead end between ruins, and walks
//! around them the next day, because it remembers what walking there has cost. A courier without fear walks in again every
//! day. Three couriers fear differently.
//!
//! Run it in `bindings/bevy` with `cargo run --example 06_fear`, or watch it with
//! `cargo run --example 06_fear --features window`.

#![allow(clippy::print_stdout, reason = "an example shows its results")]
#![cfg_attr(feature = "window", allow(dead_code, reason = "the window does not use the assertions"))]

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::common_conditions::on_timer;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use cunning_walk::knowledge::FearProfile;
use cunning_walk::navigator::{Navigator, NavigatorConfig};
use cunning_walk::{Corners, Grid, Map};

#[cfg(feature = "window")]
mod window;

/// A courier delivers again and again. Each delivery starts at home.
const COURIER: &str = r#"
facts = { delivered = "bool" }
action.deliver = { then = ["delivered"] }
goal.bring_mail = { want = ["delivered"], mode = "repeat" }
agent.courier = { actions = ["deliver"], goals = { bring_mail = 1.0 } }
"#;

/// Ruins with a dead end on the straight line; the road leads around them.
const GROUND: [&str; 7] = [
    "..............",
    "...@@@@@@@@...",
    "..........@...",
    "..........@...",
    "..........@...",
    "...@@@@@@@@...",
    "..............",
];
const HOME: (u32, u32) = (0, 3);
const MILL: (u32, u32) = (13, 3);
const STRIDE: Duration = Duration::from_millis(100);

#[derive(Resource)]
struct Ground {
    grid: Grid,
    home: u32,
    mill: u32,
}

/// The navigator of a courier, and the length of each day's walk.
#[derive(Component)]
struct Legs {
    navigator: Navigator,
    config: NavigatorConfig,
    at: u32,
    steps: u32,
    days: Vec<u32>,
}

/// A delivery starts at home.
fn set_out(event: On<StepStarted>, ground: Res<Ground>, mut couriers: Query<&mut Legs>) -> Result {
    let mut legs = couriers.get_mut(event.entity)?;
    let Legs { navigator, config, at, steps, .. } = &mut *legs;
    (*at, *steps) = (ground.home, 0);
    Ok(navigator.set_out(&ground.grid, config, ground.home, ground.mill, ground.mill)?)
}

/// Walks one cell ten times a second.
fn walk(ground: Res<Ground>, mut couriers: Query<(&mut CurrentStep, &mut Legs)>) -> Result {
    for (mut current, mut legs) in &mut couriers {
        if !current.is("deliver") {
            continue;
        }
        let Legs { navigator, config, at, steps, days } = &mut *legs;
        if let Some(next) = navigator.decide(&ground.grid, config, *at, |_| true) {
            navigator.went(next.to, next.cost);
            *at = next.to;
            *steps += 1;
        } else {
            navigator.end(&ground.grid, config)?;
            days.push(*steps);
            current.done();
        }
    }
    Ok(())
}

/// Builds the game, with or without a window: couriers without fear, with some fear, and with full fear.
fn couriers(app: &mut App) -> Result<[Entity; 3]> {
    let grid = Grid::new(&Map::from_rows(&GROUND)?, Corners::Strict);
    let cell = |position| grid.cell(position).ok_or("outside");
    let (home, mill) = (cell(HOME)?, cell(MILL)?);
    app.add_plugins(CunningPlugin::default())
        .insert_resource(Ground { grid, home, mill })
        .add_systems(Update, walk.after(CunningSystems::Act).run_if(on_timer(STRIDE)))
        .add_observer(set_out);
    let domain = app.add_domain("courier.toml", COURIER)?;
    Ok([0.0, 0.5, 1.0].map(|fear| {
        let fear_profile = FearProfile { fear, ..FearProfile::default() };
        let config = NavigatorConfig { fear_profile, remembers: true, ..NavigatorConfig::default() };
        let legs = Legs { navigator: Navigator::default(), config, at: home, steps: 0, days: Vec::new() };
        app.world_mut().spawn((Mind::new(domain, "courier"), legs)).id()
    }))
}

pub(crate) fn headless() -> Result {
    let mut app = App::new();
    app.add_plugins(TimePlugin).insert_resource(TimeUpdateStrategy::ManualDuration(STRIDE));
    let couriers = couriers(&mut app)?;
    for _ in 0..3000 {
        app.update();
    }
    let days = couriers.map(|courier| app.world().get::<Legs>(courier).map_or(&[][..], |legs| &legs.days));
    for (days, fear) in days.iter().zip(["no", "some", "full"]) {
        println!("steps on each day with {fear} fear: {days:?}");
    }
    let [[lost, again, ..], [_, _, ..], [bitten, shy, ..]] = days else {
        return Err("not two days each".into());
    };
    assert!(lost == bitten && again == lost, "a courier without fear walks in again");
    assert!(shy * 2 < *bitten, "a courier with fear walks around the ruins");
    Ok(())
}

/// The ground with three couriers: the red one has no fear, the yellow one has full fear.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Transform, Vec2};
    const CELL: f32 = 56.0;
    let at = |x: u32, y: u32| Vec2::new(x as f32 - 6.5, 2.5 - y as f32) * CELL;
    let mut app = window::app("Couriers with no fear (red), some and full fear (yellow)");
    let [bold, careful, shy] = couriers(&mut app)?;
    let world = app.world_mut();
    for (y, row) in (0..).zip(GROUND) {
        for (x, kind) in (0..).zip(row.chars()) {
            let is_ruin = kind == '@';
            let color = if is_ruin { Color::srgb(0.42, 0.40, 0.38) } else { Color::srgb(0.16, 0.24, 0.18) };
            window::place(world, "", at(x, y), Vec2::splat(CELL - 2.0), color);
        }
    }
    for ((x, y), name) in [(HOME, "home"), (MILL, "mill")] {
        window::place(world, name, at(x, y), Vec2::splat(CELL - 16.0), Color::srgb(0.25, 0.38, 0.60));
    }
    window::body(world, bold, Color::srgb(0.86, 0.25, 0.28));
    window::body(world, careful, Color::srgb(0.92, 0.55, 0.35));
    window::body(world, shy, Color::srgb(0.95, 0.85, 0.45));
    app.add_systems(Update, move |ground: Res<Ground>, mut bodies: Query<(&Legs, &mut Transform)>| {
        for (legs, mut transform) in &mut bodies {
            let (x, y) = ground.grid.position(legs.at);
            // Side by side in the same cell.
            let aside = (legs.config.fear_profile.fear as f32 - 0.5) * 36.0;
            transform.translation = (at(x, y) + Vec2::X * aside).extend(1.0);
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
