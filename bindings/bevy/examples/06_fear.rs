//! This example shows fear: a courier finds his way step by step, is lost in a dead end of ruins, and goes around them the
//! next day, because it is remembered what walking there has cost. Nothing says that ruins are bad; without fear he walks in
//! again every day.
//!
//! Run it in `bindings/bevy` with `cargo run --example 06_fear`, or look at it with
//! `cargo run --example 06_fear --features window`.

#![allow(clippy::print_stdout)] // An example shows what it does.
#![cfg_attr(feature = "window", allow(dead_code))] // Whoever looks at it asserts nothing.

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

/// He delivers, again and again, and comes home in between by the mail coach.
const COURIER: &str = r#"
facts = { delivered = "bool" }
action.deliver = { then = ["delivered"] }
goal.bring_mail = { want = ["delivered"], mode = "repeat" }
agent.courier = { actions = ["deliver"], goals = { bring_mail = 1.0 } }
"#;

/// Ruins with a dead end on the straight way; the road leads around them.
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

/// What finds somebody's way, and what each day's walk took.
#[derive(Component)]
struct Legs {
    navigator: Navigator,
    config: NavigatorConfig,
    at: u32,
    steps: u32,
    days: Vec<u32>,
}

/// Whoever begins to deliver sets out from home.
fn set_out(event: On<StepStarted>, ground: Res<Ground>, mut couriers: Query<&mut Legs>) -> Result {
    let mut legs = couriers.get_mut(event.entity)?;
    let Legs { navigator, config, at, steps, .. } = &mut *legs;
    (*at, *steps) = (ground.home, 0);
    Ok(navigator.set_out(&ground.grid, config, ground.home, ground.mill, ground.mill)?)
}

/// A step of the way ten times a second.
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

/// The game, with or without a window: somebody who fears nothing, and somebody who does.
fn couriers(app: &mut App) -> Result<[Entity; 2]> {
    let grid = Grid::new(&Map::from_rows(&GROUND)?, Corners::Strict);
    let cell = |position| grid.cell(position).ok_or("outside");
    let (home, mill) = (cell(HOME)?, cell(MILL)?);
    app.add_plugins(CunningPlugin::default())
        .insert_resource(Ground { grid, home, mill })
        .add_systems(Update, walk.after(CunningSystems::Act).run_if(on_timer(STRIDE)))
        .add_observer(set_out);
    let domain = app.add_domain("courier.toml", COURIER)?;
    Ok([0.0, 1.0].map(|fear| {
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
    let [[lost, again, ..], [bitten, shy, ..]] = days else { return Err("not two days each".into()) };
    println!(
        "steps on the first day and on the second, without fear: {lost}, {again}; with fear: {bitten}, {shy}"
    );
    assert!(lost == bitten && again == lost, "who fears nothing walks in again");
    assert!(shy * 2 < *bitten, "once bitten, twice shy");
    Ok(())
}

/// The ground, with two discs that look for their way: the red one knows no fear.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Transform, Vec2};
    const CELL: f32 = 56.0;
    let at = |x: u32, y: u32| Vec2::new(x as f32 - 6.5, 2.5 - y as f32) * CELL;
    let mut app = window::app("Once bitten, twice shy: red fears nothing");
    let [bold, shy] = couriers(&mut app)?;
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
    window::body(world, shy, Color::srgb(0.95, 0.85, 0.45));
    app.add_systems(Update, move |ground: Res<Ground>, mut bodies: Query<(&Legs, &mut Transform)>| {
        for (legs, mut place) in &mut bodies {
            let (x, y) = ground.grid.position(legs.at);
            // Side by side where both are in one cell.
            let aside = if legs.config.fear_profile.fear > 0.0 { 9.0 } else { -9.0 };
            place.translation = (at(x, y) + Vec2::X * aside).extend(1.0);
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
