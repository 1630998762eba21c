//! Small games for tests.
#![allow(dead_code, clippy::unwrap_used)] // Each test uses its part, and may fail by panicking.

use std::time::Duration;

use bevy_app::App;
use bevy_cunning::prelude::*;
use bevy_cunning::{Ending, IntoBelief};
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};

/// What happened, one line each: `1 starts dig`.
#[derive(Resource, Default, Debug)]
pub struct Story(pub Vec<String>);

/// An app in which every frame takes so many milliseconds, and everything is told.
pub fn app_with(frame_ms: u64, plugin: CunningPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, plugin))
        .init_resource::<Story>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(frame_ms)))
        .add_observer(|event: On<StepStarted>, mut story: ResMut<Story>, names: Query<&Called>| {
            let who = names.get(event.entity).map_or("?", |name| name.0);
            story.0.push(format!("{who} starts {}", event.step.action));
        })
        .add_observer(|event: On<StepStopped>, mut story: ResMut<Story>, names: Query<&Called>| {
            let who = names.get(event.entity).map_or("?", |name| name.0);
            story.0.push(format!("{who} stops {}: {:?}", event.step.action, event.reason));
        })
        .add_observer(|event: On<StepEnded>, mut story: ResMut<Story>, names: Query<&Called>| {
            let who = names.get(event.entity).map_or("?", |name| name.0);
            let how = match event.ending {
                Ending::Done => "did",
                Ending::Failed => "failed",
                Ending::Settled => "is through with",
            };
            story.0.push(format!("{who} {how} {}", event.step.action));
        })
        .add_observer(|event: On<WentIdle>, mut story: ResMut<Story>, names: Query<&Called>| {
            let who = names.get(event.entity).map_or("?", |name| name.0);
            story.0.push(format!("{who} is idle: {:?}", event.why));
        });
    app
}

/// As [`app_with`], with frames of 100 ms.
pub fn app() -> App {
    app_with(100, CunningPlugin::default())
}

/// What somebody is called in the story.
#[derive(Component, Clone, Copy)]
pub struct Called(pub &'static str);

/// Somebody with a mind.
pub fn spawn(app: &mut App, domain: DomainId, archetype: &'static str, name: &'static str) -> Entity {
    app.world_mut().spawn((Mind::new(domain, archetype).named(name), Called(name))).id()
}

pub fn frames(app: &mut App, count: u32) {
    for _ in 0..count {
        app.update();
    }
}

/// What happened since the last call.
pub fn told(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Story>().0)
}

/// Tells somebody a fact.
pub fn tell(app: &mut App, who: Entity, fact: &'static str, value: impl IntoBelief) {
    app.world_mut().get_mut::<Beliefs>(who).unwrap().set(fact, value);
}

/// Reports the step of somebody.
pub fn report(app: &mut App, who: Entity, report: fn(&mut CurrentStep)) {
    report(&mut app.world_mut().get_mut::<CurrentStep>(who).unwrap());
}

/// The action that somebody is at.
pub fn doing(app: &App, who: Entity) -> Option<String> {
    let step = app.world().get::<CurrentStep>(who)?;
    step.running().map(|step| step.action.to_string())
}

pub fn mistakes(app: &App) -> Vec<String> {
    app.world().resource::<Minds>().mistakes().map(str::to_owned).collect()
}
