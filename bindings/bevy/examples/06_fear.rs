//! This example shows fear: a courier finds his way step by step, is lost in a dead end of ruins, and goes around them the
//! next day, because it is remembered what walking there has cost. Nothing says that ruins are bad; without fear he walks in
//! again every day.
//!
//! Run it with `cargo run --example 06_fear`. It needs no window.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use cunning_walk::knowledge::Shyness;
use cunning_walk::navigator::{Navigator, Temper};
use cunning_walk::{Corners, Grid, Map};

/// He delivers, again and again, and comes home in between by the mail coach.
const COURIER: &str = r#"
facts = { delivered = "bool" }
action.deliver = { then = ["delivered"] }
goal.deliver = { want = ["delivered"], mode = "repeat" }
agent.courier = { actions = ["deliver"], goals = { deliver = 1.0 } }
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
    temper: Temper,
    at: u32,
    steps: u32,
    days: Vec<u32>,
}

/// Whoever begins to deliver sets out from home.
fn set_out(event: On<StepStarted>, ground: Res<Ground>, mut couriers: Query<&mut Legs>) -> Result {
    let mut legs = couriers.get_mut(event.entity)?;
    let Legs { navigator, temper, at, steps, .. } = &mut *legs;
    (*at, *steps) = (ground.home, 0);
    Ok(navigator.set_out(&ground.grid, temper, ground.home, ground.mill, ground.mill)?)
}

/// A step of the way in every frame.
fn walk(ground: Res<Ground>, mut couriers: Query<(&mut CurrentStep, &mut Legs)>) -> Result {
    for (mut current, mut legs) in &mut couriers {
        if !current.is("deliver") {
            continue;
        }
        let Legs { navigator, temper, at, steps, days } = &mut *legs;
        if let Some(next) = navigator.decide(&ground.grid, temper, *at, |_| true) {
            navigator.went(next.to, next.cost);
            *at = next.to;
            *steps += 1;
        } else {
            navigator.end(&ground.grid, temper)?;
            days.push(*steps);
            current.done();
        }
    }
    Ok(())
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = Grid::new(&Map::from_rows(&GROUND)?, Corners::Strict);
    let cell = |position| grid.cell(position).ok_or("outside");
    let (home, mill) = (cell(HOME)?, cell(MILL)?);
    let mut app = App::new();
    app.add_plugins((TimePlugin, CunningPlugin::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
        .insert_resource(Ground { grid, home, mill })
        .add_systems(Update, walk.after(CunningSystems::Act))
        .add_observer(set_out);
    let domain = app.add_domain("courier.toml", COURIER)?;
    let couriers = [0.0, 1.0].map(|fear| {
        let shyness = Shyness { fear, ..Shyness::default() };
        let temper = Temper { shyness, remembers: true, ..Temper::default() };
        let legs = Legs { navigator: Navigator::default(), temper, at: home, steps: 0, days: Vec::new() };
        app.world_mut().spawn((Mind::new(domain, "courier"), legs)).id()
    });
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
