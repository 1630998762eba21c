//! This example shows a squad: a captain takes a hill by giving orders, and when the captain falls the sergeant succeeds.
//!
//! Run it in `bindings/bevy` with `cargo run --example 03_squad`, which asserts the outcome, or watch it with
//! `cargo run --example 03_squad --features window`.

#![allow(clippy::print_stdout, reason = "an example shows its results")]
#![cfg_attr(feature = "window", allow(dead_code, reason = "the window does not use the assertions"))]

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

#[cfg(feature = "window")]
mod window;

const HILL: &str = include_str!("hill.toml");

/// The name of an agent or a hill in the log.
#[derive(Component)]
struct Label(&'static str);

/// How long the current step of an agent has been running, in seconds.
#[derive(Component, Default)]
struct Elapsed(f32);

/// The hills that are taken.
#[derive(Resource, Default)]
struct Flags(Vec<Entity>);

/// The steps of all agents.
#[derive(Resource, Default)]
struct Log(Vec<String>);

/// An agent with a squad believes that it leads.
fn lead(event: On<Insert, Squad>, mut leaders: Query<&mut Beliefs>) {
    if let Ok(mut beliefs) = leaders.get_mut(event.entity) {
        beliefs.set("leads", true);
    }
}

/// A hill is taken as soon as a soldier arrives, and all agents see the flag.
fn raise_flag(event: On<StepEnded>, mut all: Query<&mut Beliefs>, mut flags: ResMut<Flags>) {
    let Some(hill) = event.step.entity("h").filter(|_| event.step.is("run")) else { return };
    if !flags.0.contains(&hill) {
        flags.0.push(hill);
        for mut beliefs in &mut all {
            beliefs.set(("taken", hill), true);
        }
    }
}

/// Firing takes half a second, running two. The steps of commanders end when their subordinates report.
fn work(time: Res<Time>, mut soldiers: Query<(&mut CurrentStep, &mut Elapsed)>) {
    for (mut current, mut elapsed) in &mut soldiers {
        let Some(step) = current.running() else {
            elapsed.0 = 0.0;
            continue;
        };
        let needed = match &*step.action {
            "fire" => 0.5,
            "run" => 2.0,
            _ => continue,
        };
        elapsed.0 += time.delta_secs();
        if elapsed.0 > needed {
            current.done();
            elapsed.0 = 0.0;
        }
    }
}

fn log(event: On<StepStarted>, labels: Query<&Label>, mut log: ResMut<Log>) {
    let label = |entity: Entity| labels.get(entity).map_or("?", |label| label.0);
    let hill = event.step.entity("h").map_or_else(String::new, |hill| format!(" {}", label(hill)));
    log.0.push(format!("{}: {}{hill}", label(event.entity), event.step.action));
}

/// Builds the game, with or without a window: two hills, a captain and a squad.
fn squad(app: &mut App) -> Result<(Entity, [Entity; 2], [Entity; 4])> {
    app.add_plugins(CunningPlugin::default())
        .init_resource::<Log>()
        .init_resource::<Flags>()
        .add_systems(Update, work.after(CunningSystems::Act))
        .add_observer(log)
        .add_observer(lead)
        .add_observer(raise_flag);
    let domain = app.add_domain("hill.toml", HILL)?;
    let world = app.world_mut();
    let hills = ["red hill", "blue hill"].map(|name| world.spawn((Object::of("hill"), Label(name))).id());
    let captain = world.spawn((Mind::new(domain, "captain"), Label("captain"))).id();
    // A squad is a relationship: an agent that is despawned leaves it.
    let members = [("sergeant", "sergeant"), ("anna", "soldier"), ("boris", "soldier"), ("clara", "soldier")];
    let members = members.map(|(name, archetype)| {
        let mind = Mind::new(domain, archetype);
        world.spawn((mind, Label(name), CommandedBy(captain), Elapsed::default())).id()
    });
    // An agent knows an object once it is told a fact about it. Here all agents know both hills.
    for mut beliefs in world.query::<&mut Beliefs>().iter_mut(world) {
        for hill in hills {
            beliefs.set(("taken", hill), false);
        }
    }
    Ok((captain, hills, members))
}

pub(crate) fn headless() -> Result {
    let mut app = App::new();
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
    let (captain, hills, _) = squad(&mut app)?;
    // The captain falls after the first hill is taken.
    until_flags(&mut app, 1)?;
    app.world_mut().despawn(captain);
    app.world_mut().resource_mut::<Log>().0.push("the captain falls".to_owned());
    until_flags(&mut app, 2)?;
    let log = app.world().resource::<Log>().0.clone();
    for line in &log {
        println!("{line}");
    }
    let is_logged = |from: usize, parts: [&str; 2]| {
        log[from..].iter().any(|line| line.starts_with(parts[0]) && line.ends_with(parts[1]))
    };
    let fall = log.iter().position(|line| line == "the captain falls").ok_or("the captain did not fall")?;
    assert!(log[0].starts_with("captain: assault"));
    let second = hills.into_iter().find(|hill| app.world().resource::<Flags>().0.last() == Some(hill));
    let second = second.and_then(|hill| app.world().get::<Label>(hill)).ok_or("no second hill")?.0;
    assert!(is_logged(fall, ["sergeant: assault", second]) && is_logged(fall, ["clara: run", second]));
    // The relationships have followed: the sergeant commands three soldiers.
    let squads: Vec<usize> = app.world_mut().query::<&Squad>().iter(app.world()).map(Squad::len).collect();
    assert_eq!(squads, [3]);
    Ok(())
}

/// Plays until a number of hills is taken; more than a minute is an error.
fn until_flags(app: &mut App, count: usize) -> Result<(), &'static str> {
    while app.world().resource::<Flags>().0.len() < count {
        if app.world().resource::<Time>().elapsed_secs() > 60.0 {
            return Err("the hills were not taken within a minute");
        }
        app.update();
    }
    Ok(())
}

/// Two hills and the squad, seen from above. The captain falls when the first hill is taken.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Transform, Vec2};
    let mut app = window::app("Half of the squad fires, the rest storms");
    let (captain, hills, members) = squad(&mut app)?;
    let world = app.world_mut();
    window::place(world, "", Vec2::Y * -30.0, Vec2::new(960.0, 480.0), Color::srgb(0.16, 0.24, 0.18));
    for (hill, x, color) in
        [(hills[0], -250.0, Color::srgb(0.50, 0.22, 0.20)), (hills[1], 250.0, Color::srgb(0.20, 0.30, 0.50))]
    {
        window::body(world, hill, color);
        world.entity_mut(hill).insert(Transform::from_xyz(x, 150.0, 0.0).with_scale([5.0, 3.0, 1.0].into()));
    }
    let mut place = |entity: Entity, x: f32, y: f32, color: Color| {
        window::body(world, entity, color);
        world.entity_mut(entity).insert(Transform::from_xyz(x, y, 1.0));
    };
    place(captain, 0.0, -235.0, Color::srgb(0.95, 0.85, 0.45));
    for (at, member) in (0..).zip(members) {
        place(member, -330.0 + 220.0 * at as f32, -110.0, Color::srgb(0.35, 0.65, 0.40));
    }
    app.add_systems(
        Update,
        move |time: Res<Time>,
              flags: Res<Flags>,
              steps: Query<(Entity, &CurrentStep)>,
              mut transforms: Query<&mut Transform>,
              mut commands: Commands| {
            for (member, step) in &steps {
                let run = step.running().filter(|step| step.is("run"));
                let Some(hill) = run.and_then(|step| step.entity("h")) else { continue };
                let Ok([mut body, hill]) = transforms.get_many_mut([member, hill]) else { continue };
                // Side by side, so that all are visible.
                let column = members.iter().position(|known| *known == member).unwrap_or(0) as f32;
                let to = hill.translation.truncate() + Vec2::new(100.0 * (column - 1.5), -70.0);
                let at = body.translation.truncate().move_towards(to, 180.0 * time.delta_secs());
                body.translation = at.extend(1.0);
            }
            if flags.0.len() == 1 {
                commands.entity(captain).try_despawn();
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
