//! This example shows a squad: a captain without a weapon of his own takes a hill by ordering two squads, and when he falls
//! his sergeant succeeds him.
//!
//! Run it in `bindings/bevy` with `cargo run --example 03_squad`, which asserts how it ends, or look at it with
//! `cargo run --example 03_squad --features window`.

#![allow(clippy::print_stdout)] // An example shows what it does.
#![cfg_attr(feature = "window", allow(dead_code))] // Whoever looks at it asserts nothing.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

#[cfg(feature = "window")]
mod window;

const HILL: &str = include_str!("hill.toml");

#[derive(Component)]
struct Called(&'static str);

/// How long somebody has been at a step.
#[derive(Component, Default)]
struct Effort(f32);

#[derive(Resource, Default)]
struct Flags(Vec<Entity>);

#[derive(Resource, Default)]
struct Story(Vec<String>);

/// Who has a squad leads.
fn lead(event: On<Insert, Squad>, mut leaders: Query<&mut Beliefs>) {
    if let Ok(mut beliefs) = leaders.get_mut(event.entity) {
        beliefs.set("leads", true);
    }
}

/// A hill on which somebody arrives is taken, and everybody sees the flag.
fn raise_flag(event: On<StepEnded>, mut all: Query<&mut Beliefs>, mut flags: ResMut<Flags>) {
    let Some(hill) = event.step.entity("h").filter(|_| &*event.step.action == "run") else { return };
    if !flags.0.contains(&hill) {
        flags.0.push(hill);
        for mut beliefs in &mut all {
            beliefs.set_of("taken", hill, true);
        }
    }
}

/// Firing takes half a second, running two. What commanders do is done when their people report.
fn work(time: Res<Time>, mut soldiers: Query<(&mut CurrentStep, &mut Effort)>) {
    for (mut current, mut effort) in &mut soldiers {
        let Some(step) = current.running() else {
            effort.0 = 0.0;
            continue;
        };
        let needed = match &*step.action {
            "fire" => 0.5,
            "run" => 2.0,
            _ => continue,
        };
        effort.0 += time.delta_secs();
        if effort.0 > needed {
            current.done();
            effort.0 = 0.0;
        }
    }
}

fn tell(event: On<StepStarted>, names: Query<&Called>, mut story: ResMut<Story>) {
    let name = |entity: Entity| names.get(entity).map_or("somebody", |called| called.0);
    let at = event.step.entity("h").map_or_else(String::new, |hill| format!(" {}", name(hill)));
    story.0.push(format!("{}: {}{at}", name(event.entity), event.step.action));
}

/// The game, with or without a window: two hills, a captain and his people.
fn squad(app: &mut App) -> Result<(Entity, [Entity; 2], [Entity; 4])> {
    app.add_plugins(CunningPlugin::default())
        .init_resource::<Story>()
        .init_resource::<Flags>()
        .add_systems(Update, work.after(CunningSystems::Act))
        .add_observer(tell)
        .add_observer(lead)
        .add_observer(raise_flag);
    let domain = app.add_domain("hill.toml", HILL)?;
    let world = app.world_mut();
    let hills = ["red hill", "blue hill"].map(|name| world.spawn((Object::of("hill"), Called(name))).id());
    let captain = world.spawn((Mind::new(domain, "captain"), Called("captain"))).id();
    // A squad is a relationship; whoever is despawned is out of it.
    let people = [("sergeant", "sergeant"), ("anna", "soldier"), ("boris", "soldier"), ("clara", "soldier")];
    let people = people.map(|(name, archetype)| {
        let mind = Mind::new(domain, archetype);
        world.spawn((mind, Called(name), CommandedBy(captain), Effort::default())).id()
    });
    // Objects are known to whoever is told something about them: here to all, from the map.
    for mut beliefs in world.query::<&mut Beliefs>().iter_mut(world) {
        for hill in hills {
            beliefs.set_of("taken", hill, false);
        }
    }
    Ok((captain, hills, people))
}

pub(crate) fn headless() -> Result {
    let mut app = App::new();
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
    let (captain, hills, _) = squad(&mut app)?;
    // One hill is taken under the captain, the other one without him.
    until_flags(&mut app, 1)?;
    app.world_mut().despawn(captain);
    app.world_mut().resource_mut::<Story>().0.push("the captain falls".to_owned());
    until_flags(&mut app, 2)?;
    let story = app.world().resource::<Story>().0.clone();
    for line in &story {
        println!("{line}");
    }
    let is_told = |from: usize, parts: [&str; 2]| {
        story[from..].iter().any(|line| line.starts_with(parts[0]) && line.ends_with(parts[1]))
    };
    let fall = story.iter().position(|line| line == "the captain falls").ok_or("he fell")?;
    assert!(story[0].starts_with("captain: assault"));
    let left = hills.into_iter().find(|hill| app.world().resource::<Flags>().0.last() == Some(hill));
    let left = left.and_then(|hill| app.world().get::<Called>(hill)).ok_or("a hill")?.0;
    assert!(is_told(fall, ["sergeant: assault", left]) && is_told(fall, ["clara: run", left]));
    // The relationship has followed: three soldiers are the sergeant's now.
    let squads: Vec<usize> = app.world_mut().query::<&Squad>().iter(app.world()).map(Squad::len).collect();
    assert_eq!(squads, [3]);
    Ok(())
}

/// Plays until so many flags are raised; an error if that takes more than a minute.
fn until_flags(app: &mut App, count: usize) -> Result<(), &'static str> {
    while app.world().resource::<Flags>().0.len() < count {
        if app.world().resource::<Time>().elapsed_secs() > 60.0 {
            return Err("the hills are not taken");
        }
        app.update();
    }
    Ok(())
}

/// Two hills and those who take them, seen from above. Who runs moves; the captain falls when the first flag is raised.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Transform, Vec2};
    let mut app = window::app("Half of them fire, the rest storm");
    let (captain, hills, people) = squad(&mut app)?;
    let world = app.world_mut();
    window::place(world, "", Vec2::Y * -30.0, Vec2::new(960.0, 480.0), Color::srgb(0.16, 0.24, 0.18));
    for (hill, x, color) in
        [(hills[0], -250.0, Color::srgb(0.50, 0.22, 0.20)), (hills[1], 250.0, Color::srgb(0.20, 0.30, 0.50))]
    {
        window::body(world, hill, color);
        world.entity_mut(hill).insert(Transform::from_xyz(x, 150.0, 0.0).with_scale([5.0, 3.0, 1.0].into()));
    }
    let mut place = |who: Entity, x: f32, y: f32, color: Color| {
        window::body(world, who, color);
        world.entity_mut(who).insert(Transform::from_xyz(x, y, 1.0));
    };
    place(captain, 0.0, -235.0, Color::srgb(0.95, 0.85, 0.45));
    for (at, who) in (0..).zip(people) {
        place(who, -330.0 + 220.0 * at as f32, -110.0, Color::srgb(0.35, 0.65, 0.40));
    }
    app.add_systems(
        Update,
        move |time: Res<Time>,
              flags: Res<Flags>,
              steps: Query<(Entity, &CurrentStep)>,
              mut places: Query<&mut Transform>,
              mut commands: Commands| {
            for (who, step) in &steps {
                let hill = step.running().filter(|step| &*step.action == "run");
                let Some(to) = hill.and_then(|step| step.entity("h")) else { continue };
                let Ok([mut place, hill]) = places.get_many_mut([who, to]) else { continue };
                // Side by side, so that they can be told apart.
                let file = people.iter().position(|of_them| *of_them == who).unwrap_or(0) as f32;
                let to = hill.translation.truncate() + Vec2::new(100.0 * (file - 1.5), -70.0);
                let at = place.translation.truncate().move_towards(to, 180.0 * time.delta_secs());
                place.translation = at.extend(1.0);
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
