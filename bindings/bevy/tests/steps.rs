//! Steps as components and events: how they start, end, wind down and time out.

use std::time::Duration;

use bevy_app::{App, FixedUpdate, Update};
use bevy_cunning::prelude::*;
use bevy_cunning::{SensorDue, WindsDown};
use bevy_ecs::prelude::*;
use bevy_time::TimeUpdateStrategy;

use crate::support::*;

const COOK: &str = r#"
[facts]
hungry = { type = "bool", default = true }
soup = "bool"
fire = "bool"
[action.cook]
then = ["soup"]
timeout = "2 s"
[action.eat]
when = ["soup"]
then = ["not hungry", "not soup"]
[action.flee]
then = ["not fire"]
[goal.eat]
want = ["not hungry"]
relevance = [{ score = 0.3 }]
[goal.be_safe]
want = ["not fire"]
relevance = [{ when = ["fire"], score = 0.9 }, { score = 0 }]
[agent.cook]
actions = ["cook", "eat", "flee"]
goals = { eat = 1.0, be_safe = 1.0 }
sensors = ["nose"]
"#;

fn kitchen() -> (App, DomainId, Entity) {
    let mut app = app();
    let domain = app.add_domain("cook.toml", COOK).unwrap();
    let cook = spawn(&mut app, domain, "cook", "cook");
    frames(&mut app, 1);
    (app, domain, cook)
}

#[test]
fn failed_step_is_tried_again() {
    let (mut app, _, cook) = kitchen();
    assert_eq!(doing(&app, cook).as_deref(), Some("cook"));
    report(&mut app, cook, CurrentStep::failed);
    frames(&mut app, 40);
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 1);
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 1);
    let log = take_log(&mut app);
    assert_eq!(log[..3], ["cook starts cook", "cook failed cook", "cook starts cook"]);
    assert_eq!(log.last().map(String::as_str), Some("cook is idle: NothingMatters"), "{log:?}");
}

#[test]
fn stopped_step_is_removed_at_once() {
    let (mut app, _, cook) = kitchen();
    tell(&mut app, cook, "fire", true);
    frames(&mut app, 2);
    assert_eq!(doing(&app, cook).as_deref(), Some("flee"));
    assert_eq!(take_log(&mut app), ["cook starts cook", "cook stops cook: Replanned", "cook starts flee"]);
}

#[test]
fn next_step_waits_for_winding_down_until_a_limit() {
    let (mut app, _, cook) = kitchen();
    app.world_mut().entity_mut(cook).insert(WindsDown);
    tell(&mut app, cook, "fire", true);
    frames(&mut app, 2);
    let current = app.world().get::<CurrentStep>(cook).unwrap();
    assert_eq!(current.stopping().map(|step| &*step.action), Some("cook"));
    assert!(current.running().is_none());
    report(&mut app, cook, CurrentStep::stopped);
    frames(&mut app, 1);
    assert_eq!(doing(&app, cook).as_deref(), Some("flee"));
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 2);
    assert_eq!(doing(&app, cook).as_deref(), Some("cook"));
    // The end of the second one is never reported.
    tell(&mut app, cook, "fire", true);
    frames(&mut app, 100);
    assert_eq!(doing(&app, cook).as_deref(), Some("flee"));
}

#[test]
fn timeout_of_the_domain_stops_a_step_and_is_logged() {
    let (mut app, _, _) = kitchen();
    frames(&mut app, 25);
    let log = take_log(&mut app);
    assert_eq!(log[..2], ["cook starts cook", "cook stops cook: TimedOut"], "{log:?}");
    assert_eq!(mistakes(&app), ["`cook` took longer than its `timeout`"]);
}

#[derive(Component, Default)]
struct Cooking;

#[test]
fn step_component_is_present_while_its_step_runs() {
    let mut app = app();
    app.add_step_component::<Cooking>("cook");
    let domain = app.add_domain("cook.toml", COOK).unwrap();
    let cook = spawn(&mut app, domain, "cook", "cook");
    let is_cooking = |app: &App| app.world().get::<Cooking>(cook).is_some();
    frames(&mut app, 1);
    assert!(is_cooking(&app));
    tell(&mut app, cook, "fire", true);
    frames(&mut app, 2);
    assert!(!is_cooking(&app), "stopped");
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 2);
    assert!(is_cooking(&app), "again");
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 2);
    assert_eq!((is_cooking(&app), doing(&app, cook).as_deref()), (false, Some("eat")));
}

#[test]
fn sensors_are_polled_at_their_interval() {
    let mut app = app();
    let domain = app.add_domain("cook.toml", COOK).unwrap();
    let interval = Duration::from_millis(500);
    let mut minds = app.world_mut().resource_mut::<Minds>();
    minds.poll_sensor(domain, "nose", interval).unwrap();
    assert!(minds.poll_sensor(domain, "noze", interval).is_err());
    spawn(&mut app, domain, "cook", "cook");
    app.add_observer(|event: On<SensorDue>, mut agents: Query<&mut Beliefs>| {
        assert_eq!(&*event.sensor, "nose");
        agents.get_mut(event.entity).unwrap().set("fire", true);
    });
    frames(&mut app, 8);
    assert!(take_log(&mut app).contains(&"cook starts flee".to_owned()));
}

#[test]
fn checks_are_answered_by_observers() {
    let mut app = app();
    let text = COOK.replace("[action.eat]", "[action.eat]\ncheck = \"table_free\"");
    let domain = app.add_domain("cook.toml", &text).unwrap();
    app.add_observer(|event: On<CheckAsked>, minds: Query<&Mind>, mut all: ResMut<Minds>| {
        assert_eq!(&*event.name, "table_free");
        all.answer(minds.get(event.entity).unwrap(), event.id, true);
    });
    let cook = spawn(&mut app, domain, "cook", "cook");
    frames(&mut app, 4);
    assert_eq!(doing(&app, cook).as_deref(), Some("cook"), "the plan that needs the check was started");
}

#[test]
fn minds_use_the_schedule_and_time_of_the_plugin() {
    let run = |plugin: CunningPlugin, frame_ms: u64, count: u32| {
        let mut app = app_with(frame_ms, plugin);
        let domain = app.add_domain("cook.toml", COOK).unwrap();
        spawn(&mut app, domain, "cook", "cook");
        frames(&mut app, count);
        (app, domain)
    };
    // Almost two seconds, with short and with long frames. In the first frame no time has passed.
    for (frame_ms, count) in [(5, 397), (250, 9)] {
        let (mut app, domain) = run(CunningPlugin::default().in_schedule(FixedUpdate), frame_ms, count);
        let now_ms = app.world().resource::<Minds>().domain(domain).unwrap().now().as_millis();
        assert!((1950..=2000).contains(&now_ms), "{now_ms} ms with frames of {frame_ms} ms");
        assert_eq!(take_log(&mut app).first().map(String::as_str), Some("cook starts cook"));
    }
    // Fractions of milliseconds are not lost.
    let mut app = app_with(1, CunningPlugin::default().in_schedule(Update));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(1600)));
    let domain = app.add_domain("cook.toml", COOK).unwrap();
    frames(&mut app, 1001);
    let now_ms = app.world().resource::<Minds>().domain(domain).unwrap().now().as_millis();
    assert_eq!(now_ms, 1600);
}

#[test]
fn budget_of_a_frame_is_shared_by_all_domains() {
    let mut app = app_with(16, CunningPlugin::default().with_budget(20));
    let domains = ["a.toml", "b.toml"].map(|name| app.add_domain(name, COOK).unwrap());
    for domain in domains {
        for _ in 0..100 {
            spawn(&mut app, domain, "cook", "cook");
        }
    }
    let expanded = |app: &App| {
        let minds = app.world().resource::<Minds>();
        domains.map(|domain| minds.domain(domain).unwrap().stats().expanded)
    };
    let mut before = [0; 2];
    let mut busy = 0;
    for frame in 0..110 {
        frames(&mut app, 1);
        let now = expanded(&app);
        let spent: u64 = now.iter().sum::<u64>() - before.iter().sum::<u64>();
        assert!(spent <= 20, "{spent} in frame {frame}");
        busy += usize::from(spent == 20);
        before = now;
    }
    assert!(busy > 10 && before.iter().all(|&spent| spent > 100), "{busy} frames, {before:?}");
    let started = take_log(&mut app).iter().filter(|line| line.ends_with("starts cook")).count();
    assert_eq!(started, 200, "every agent got a plan");
}

#[test]
fn reloaded_domain_keeps_running_steps() {
    let (mut app, domain, cook) = kitchen();
    let mut minds = app.world_mut().resource_mut::<Minds>();
    minds.reload(domain, &COOK.replace("[action.eat]", "[action.salt]\n[action.eat]")).unwrap();
    assert!(minds.reload(domain, "facts = 3").is_err(), "an invalid version changes nothing");
    frames(&mut app, 1);
    assert_eq!(doing(&app, cook).as_deref(), Some("cook"));
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 2);
    assert_eq!(doing(&app, cook).as_deref(), Some("eat"));
}
