//! A small game for tests, with a log of what its agents do.

use std::time::Duration;

use bevy_app::App;
use bevy_cunning::prelude::*;
use bevy_cunning::{Ending, FactKey, ToValue};
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};

/// The events of steps, one line each: `ann starts dig`.
#[derive(Resource, Default, Debug)]
pub struct EventLog(pub Vec<String>);

/// Creates an app with frames of a fixed length that logs all events of steps.
pub fn app_with(frame_ms: u64, plugin: CunningPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, plugin))
        .init_resource::<EventLog>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(frame_ms)))
        .add_observer(|event: On<StepStarted>, mut log: ResMut<EventLog>, labels: Query<&Label>| {
            let who = labels.get(event.entity).map_or("?", |label| label.0);
            log.0.push(format!("{who} starts {}", event.step.action));
        })
        .add_observer(|event: On<StepStopped>, mut log: ResMut<EventLog>, labels: Query<&Label>| {
            let who = labels.get(event.entity).map_or("?", |label| label.0);
            log.0.push(format!("{who} stops {}: {:?}", event.step.action, event.reason));
        })
        .add_observer(|event: On<StepEnded>, mut log: ResMut<EventLog>, labels: Query<&Label>| {
            let who = labels.get(event.entity).map_or("?", |label| label.0);
            let how = match event.ending {
                Ending::Done => "finished",
                Ending::Failed => "failed",
                Ending::Settled => "settled",
            };
            log.0.push(format!("{who} {how} {}", event.step.action));
        })
        .add_observer(|event: On<WentIdle>, mut log: ResMut<EventLog>, labels: Query<&Label>| {
            let who = labels.get(event.entity).map_or("?", |label| label.0);
            log.0.push(format!("{who} is idle: {:?}", event.reason));
        });
    app
}

/// As [`app_with`], with frames of 100 ms.
pub fn app() -> App {
    app_with(100, CunningPlugin::default())
}

/// The name of an entity in the log.
#[derive(Component, Clone, Copy)]
pub struct Label(pub &'static str);

/// Spawns an agent.
pub fn spawn(app: &mut App, domain: DomainId, archetype: &'static str, name: &'static str) -> Entity {
    app.world_mut().spawn((Mind::new(domain, archetype).with_name(name), Label(name))).id()
}

/// Runs a number of frames.
pub fn frames(app: &mut App, count: u32) {
    for _ in 0..count {
        app.update();
    }
}

/// Returns the log since the last call.
pub fn take_log(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<EventLog>().0)
}

/// Tells an agent a fact.
pub fn tell(app: &mut App, agent: Entity, key: impl Into<FactKey>, value: impl ToValue) {
    app.world_mut().get_mut::<Beliefs>(agent).unwrap().set(key, value);
}

/// Reports the step of an agent.
pub fn report(app: &mut App, agent: Entity, report: fn(&mut CurrentStep)) {
    report(&mut app.world_mut().get_mut::<CurrentStep>(agent).unwrap());
}

/// Returns the action of an agent's running step.
pub fn doing(app: &App, agent: Entity) -> Option<String> {
    let step = app.world().get::<CurrentStep>(agent)?;
    step.running().map(|step| step.action.to_string())
}

/// Returns the mistakes that the plugin has logged.
pub fn mistakes(app: &App) -> Vec<String> {
    app.world().resource::<Minds>().mistakes().map(str::to_owned).collect()
}
