//! This example shows a first agent: a guard who patrols, sees a thief and catches him.
//!
//! Run it in `bindings/bevy` with `cargo run --example 01_first_agent`. It needs no feature and no window.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

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

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CunningPlugin::default()))
        .add_belief::<Eyes>()
        .init_resource::<Story>()
        // A game would leave this out: here every frame is a tenth of a second.
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
        .add_systems(Update, (look.before(CunningSystems::Hear), work.after(CunningSystems::Act)))
        .add_observer(tell);
    let domain = app.add_domain("thief.toml", GUARD)?;
    app.world_mut().spawn((Mind::new(domain, "guard"), Eyes { sees_thief: false }));
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
