//! Steps as components and events: how they begin and end, wind down, time out, and what a game may choose.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

mod support;

use bevy_app::{App, FixedUpdate, Update};
use bevy_cunning::prelude::*;
use bevy_cunning::{CheckAsked, SensorDue, WindsDown};
use bevy_ecs::prelude::*;
use support::*;

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
fn steps_follow_each_other_and_what_fails_is_tried_again() {
    let (mut app, _, cook) = kitchen();
    assert_eq!(doing(&app, cook).as_deref(), Some("cook"));
    report(&mut app, cook, CurrentStep::failed);
    frames(&mut app, 40);
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 1);
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 1);
    let story = told(&mut app);
    assert_eq!(story[..3], ["cook starts cook", "cook failed cook", "cook starts cook"]);
    assert_eq!(story.last().map(String::as_str), Some("cook is idle: NothingMatters"), "{story:?}");
}

#[test]
fn a_step_that_is_stopped_is_gone_at_once() {
    let (mut app, _, cook) = kitchen();
    tell(&mut app, cook, "fire", true);
    frames(&mut app, 2);
    assert_eq!(doing(&app, cook).as_deref(), Some("flee"));
    assert_eq!(told(&mut app), ["cook starts cook", "cook stops cook: Replanned", "cook starts flee"]);
}

#[test]
fn a_step_that_winds_down_is_waited_for_but_not_for_ever() {
    let (mut app, _, cook) = kitchen();
    app.world_mut().entity_mut(cook).insert(WindsDown);
    tell(&mut app, cook, "fire", true);
    frames(&mut app, 2);
    let current = app.world().get::<CurrentStep>(cook).unwrap();
    assert_eq!(current.stopping().map(|step| &*step.action), Some("cook"));
    assert!(current.running().is_none());
    report(&mut app, cook, CurrentStep::ended);
    frames(&mut app, 1);
    assert_eq!(doing(&app, cook).as_deref(), Some("flee"));
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 2);
    assert_eq!(doing(&app, cook).as_deref(), Some("cook"));
    // And now nobody says that it has ended.
    tell(&mut app, cook, "fire", true);
    frames(&mut app, 100);
    assert_eq!(doing(&app, cook).as_deref(), Some("flee"));
}

#[test]
fn a_timeout_of_the_domain_stops_a_step_and_is_told() {
    let (mut app, _, _) = kitchen();
    frames(&mut app, 25);
    let story = told(&mut app);
    assert_eq!(story[..2], ["cook starts cook", "cook stops cook: TimedOut"], "{story:?}");
    assert_eq!(mistakes(&app), ["`cook` took longer than its `timeout`"]);
}

#[derive(Component, Default)]
struct Cooking;

#[test]
fn a_component_is_there_while_its_step_runs() {
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
fn sensors_are_due_when_the_game_wants_it() {
    let mut app = app();
    let domain = app.add_domain("cook.toml", COOK).unwrap();
    app.world_mut().resource_mut::<Minds>().poll(domain, "nose", 500);
    spawn(&mut app, domain, "cook", "cook");
    app.add_observer(|event: On<SensorDue>, mut agents: Query<&mut Beliefs>| {
        assert_eq!(&*event.sensor, "nose");
        agents.get_mut(event.entity).unwrap().set("fire", true);
    });
    frames(&mut app, 8);
    assert!(told(&mut app).contains(&"cook starts flee".to_owned()));
}

#[test]
fn checks_are_answered_by_observers() {
    let mut app = app();
    let text = COOK.replace("[action.eat]", "[action.eat]\ncheck = \"table_free\"");
    let domain = app.add_domain("cook.toml", &text).unwrap();
    app.add_observer(|event: On<CheckAsked>, minds: Query<&Mind>, mut all: ResMut<Minds>| {
        assert_eq!(&*event.check, "table_free");
        all.answer(minds.get(event.entity).unwrap(), event.question, true);
    });
    let cook = spawn(&mut app, domain, "cook", "cook");
    frames(&mut app, 4);
    assert_eq!(doing(&app, cook).as_deref(), Some("cook"), "the plan with the check was granted");
}

#[test]
fn minds_think_in_the_schedule_of_the_games_choice_and_time_is_the_schedules() {
    let run = |plugin: CunningPlugin, frame_ms: u64, count: u32| {
        let mut app = app_with(frame_ms, plugin);
        let domain = app.add_domain("cook.toml", COOK).unwrap();
        let cook = spawn(&mut app, domain, "cook", "cook");
        frames(&mut app, count);
        (app, domain, cook)
    };
    // Two seconds less a little, whatever the frames are. In the first frame no time has passed.
    for (frame_ms, count) in [(5, 397), (250, 9)] {
        let (mut app, domain, _) = run(CunningPlugin::default().in_schedule(FixedUpdate), frame_ms, count);
        let now_ms = app.world_mut().resource_mut::<Minds>().agents(domain).unwrap().now_ms();
        assert!((1950..=2000).contains(&now_ms), "{now_ms} ms with frames of {frame_ms} ms");
        assert_eq!(told(&mut app).first().map(String::as_str), Some("cook starts cook"));
    }
    // A thousand frames of 1.6 ms each lose no time to rounding.
    let mut app = app_with(1, CunningPlugin::default().in_schedule(Update));
    app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(std::time::Duration::from_micros(
        1600,
    )));
    let domain = app.add_domain("cook.toml", COOK).unwrap();
    frames(&mut app, 1001);
    let now_ms = app.world_mut().resource_mut::<Minds>().agents(domain).unwrap().now_ms();
    assert_eq!(now_ms, 1600);
}

#[test]
fn the_budget_holds_in_every_frame_for_all_domains_together() {
    let mut app = app_with(16, CunningPlugin::default().with_budget(20));
    let domains = ["a.toml", "b.toml"].map(|name| app.add_domain(name, COOK).unwrap());
    for domain in domains {
        for _ in 0..100 {
            spawn(&mut app, domain, "cook", "cook");
        }
    }
    let expanded = |app: &mut App| {
        let mut minds = app.world_mut().resource_mut::<Minds>();
        domains.map(|domain| minds.agents(domain).unwrap().counters().expanded)
    };
    let mut before = [0; 2];
    let mut busy = 0;
    for frame in 0..110 {
        frames(&mut app, 1);
        let now = expanded(&mut app);
        let spent: u64 = now.iter().sum::<u64>() - before.iter().sum::<u64>();
        assert!(spent <= 20, "{spent} in frame {frame}");
        busy += usize::from(spent == 20);
        before = now;
    }
    assert!(busy > 10 && before.iter().all(|&spent| spent > 100), "{busy} frames, {before:?}");
    let started = told(&mut app).iter().filter(|line| line.ends_with("starts cook")).count();
    assert_eq!(started, 200, "everybody was served");
}

#[test]
fn a_domain_is_read_anew_while_the_game_runs() {
    let (mut app, domain, cook) = kitchen();
    let mut minds = app.world_mut().resource_mut::<Minds>();
    minds.reload(domain, &COOK.replace("[action.eat]", "[action.salt]\n[action.eat]")).unwrap();
    assert!(minds.reload(domain, "facts = 3").is_err(), "and a broken one changes nothing");
    frames(&mut app, 1);
    assert_eq!(doing(&app, cook).as_deref(), Some("cook"));
    report(&mut app, cook, CurrentStep::done);
    frames(&mut app, 2);
    assert_eq!(doing(&app, cook).as_deref(), Some("eat"));
}
