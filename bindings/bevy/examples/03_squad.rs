//! This example shows a squad: a captain without a weapon of his own takes a hill by ordering two squads, and when he falls
//! his sergeant succeeds him.
//!
//! Run it in `bindings/bevy` with `cargo run --example 03_squad`. It needs no feature and no window.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

const HILL: &str = r#"
[types]
hill = { open = true, max = 3 }
[facts]
leads = "bool"
taken = { type = "bool", of = ["hill"] }
fired = { type = "bool", forget = "2 s" }
there = "hill?"
[action.assault]
params = { h = "hill" }
then = ["taken[h]"]
orders = [
    { to = "half", goal = "suppress", bias = 0.5 },
    { to = "rest", goal = "storm", give = { h = "h" }, bias = 0.6 },
]
done = { need = "all", within = "20 s" }
[action.fire]
then = ["fired"]
[action.run]
params = { h = "hill" }
then = ["there = h"]
[goal.take_all]
want = ["every hill h: taken[h]"]
relevance = [{ when = ["leads"], score = 1 }, { score = 0 }]
[goal.suppress]
want = ["fired"]
relevance = [{ score = 0 }]
[goal.storm]
params = { h = "hill" }
want = ["there == h"]
relevance = [{ score = 0 }]
[agent.captain]
actions = ["assault"]
goals = { take_all = 1.0 }
[agent.sergeant]
actions = ["assault", "fire", "run"]
goals = { take_all = 1.0, suppress = 1.0, storm = 1.0 }
[agent.soldier]
actions = ["fire", "run"]
goals = { suppress = 1.0, storm = 1.0 }
"#;

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

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CunningPlugin::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
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
    for (name, archetype) in
        [("sergeant", "sergeant"), ("anna", "soldier"), ("boris", "soldier"), ("clara", "soldier")]
    {
        world.spawn((Mind::new(domain, archetype), Called(name), CommandedBy(captain), Effort::default()));
    }
    // Objects are known to whoever is told something about them: here to all, from the map.
    for mut beliefs in app.world_mut().query::<&mut Beliefs>().iter_mut(app.world_mut()) {
        for hill in hills {
            beliefs.set_of("taken", hill, false);
        }
    }
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
