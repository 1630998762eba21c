//! Components as facts: what the derive tells, when it is told, and that only what changed makes anybody think.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

mod support;

use bevy_app::App;
use bevy_cunning::prelude::*;
use bevy_cunning::{Belief, BeliefValue, IntoBelief};
use bevy_ecs::prelude::*;
use support::*;

const GUEST: &str = r#"
[types]
place = ["town_hall", "well", "inn"]
friend = { open = true, max = 4 }
[facts]
at = "place"
coins = { type = "int", min = 0, max = 99 }
host = "friend?"
asleep = "bool"
thirsty = "bool"
mood = "place"
[action.drink]
when = ["at == inn", "coins > 2", "not asleep"]
then = ["not thirsty"]
[goal.drink]
want = ["not thirsty"]
[agent.guest]
actions = ["drink"]
goals = { drink = 1.0 }
"#;

#[derive(Belief, Clone, Copy, Debug, PartialEq)]
enum Place {
    TownHall,
    #[belief("well")]
    Fountain,
    Inn,
}

#[derive(Component, Belief)]
struct Guest {
    at: Place,
    #[belief("coins")]
    gold: u32,
    host: Option<Entity>,
    #[belief(skip)]
    frames: u64,
}

#[derive(Component, Belief)]
struct Thirsty(bool);

#[derive(Component, Belief, Default)]
struct Asleep;

#[derive(Component, Belief)]
#[belief("mood")]
enum Mood {
    Inn,
}

fn inn() -> (App, Entity, Entity) {
    let mut app = app();
    app.add_belief::<Guest>().add_belief::<Thirsty>().add_belief::<Asleep>().add_belief::<Mood>();
    let domain = app.add_domain("guest.toml", GUEST).unwrap();
    let host = app.world_mut().spawn(Object::of("friend")).id();
    let guest = Guest { at: Place::TownHall, gold: 5, host: Some(host), frames: 0 };
    let mind = Mind::new(domain, "guest");
    let ann = app.world_mut().spawn((mind, Called("ann"), guest, Thirsty(true), Asleep, Mood::Inn)).id();
    frames(&mut app, 1);
    (app, ann, host)
}

fn believes(app: &App, ann: Entity, fact: &str) -> BeliefValue {
    let mind = app.world().get::<Mind>(ann).unwrap();
    app.world().resource::<Minds>().belief(mind, fact, &[]).unwrap()
}

#[test]
fn every_shape_of_component_is_told() {
    let (mut app, ann, host) = inn();
    for (fact, value) in [
        ("at", "town_hall".to_belief()),
        ("coins", 5.to_belief()),
        ("host", host.to_belief()),
        ("thirsty", true.to_belief()),
        ("asleep", true.to_belief()),
        ("mood", "inn".to_belief()),
    ] {
        assert_eq!(believes(&app, ann, fact), value, "{fact}");
    }
    assert_eq!(Place::Fountain.to_belief(), "well".to_belief());
    app.world_mut().entity_mut(ann).remove::<Asleep>();
    app.world_mut().despawn(host);
    frames(&mut app, 1);
    assert_eq!(believes(&app, ann, "asleep"), BeliefValue::Bool(false));
    assert_eq!(believes(&app, ann, "host"), BeliefValue::None, "whoever is gone is nobody");
    assert_eq!(mistakes(&app), [""; 0]);
}

#[test]
fn a_change_that_matters_makes_a_plan_and_nothing_else_does() {
    let (mut app, ann, _) = inn();
    assert_eq!(doing(&app, ann), None);
    let mut guest = app.world_mut().get_mut::<Guest>(ann).unwrap();
    guest.at = Place::Inn;
    frames(&mut app, 3);
    assert_eq!(doing(&app, ann), None, "she sleeps");
    app.world_mut().entity_mut(ann).remove::<Asleep>();
    frames(&mut app, 50);
    assert_eq!(doing(&app, ann).as_deref(), Some("drink"));
    report(&mut app, ann, CurrentStep::done);
    app.world_mut().get_mut::<Thirsty>(ann).unwrap().0 = false;
    frames(&mut app, 3);
    let mind = app.world().get::<Mind>(ann).unwrap().clone();
    let counters =
        |app: &mut App| app.world_mut().resource_mut::<Minds>().agents(mind.domain()).unwrap().counters();
    let before = counters(&mut app);
    for _ in 0..100 {
        app.world_mut().get_mut::<Guest>(ann).unwrap().frames += 1;
        frames(&mut app, 1);
    }
    assert_eq!(counters(&mut app).expanded, before.expanded, "told a hundred times what she knew");
}

#[test]
fn a_mind_that_comes_later_hears_what_was_there_before() {
    let mut app = app();
    app.add_belief::<Thirsty>();
    let domain = app.add_domain("guest.toml", GUEST).unwrap();
    let ann = app.world_mut().spawn((Thirsty(true), Called("ann"))).id();
    frames(&mut app, 3);
    app.world_mut().entity_mut(ann).insert(Mind::new(domain, "guest"));
    frames(&mut app, 1);
    assert_eq!(believes(&app, ann, "thirsty"), BeliefValue::Bool(true));
}

const DIGGER: &str = r#"
facts = { ore = { type = "int", min = 0, max = 9 } }
action.dig = { then = ["ore += 1"] }
goal.have = { want = ["ore >= 5"] }
agent.digger = { actions = ["dig"], goals = { have = 1.0 } }
"#;

#[derive(Component, Belief)]
struct Bag {
    ore: u32,
}

#[test]
fn what_a_body_tells_counts_more_than_what_its_mind_concludes() {
    let mut app = app();
    app.add_belief::<Bag>();
    let domain = app.add_domain("digger.toml", DIGGER).unwrap();
    let ann = app.world_mut().spawn((Mind::new(domain, "digger"), Called("ann"), Bag { ore: 0 })).id();
    let mut digs = 0;
    for _ in 0..30 {
        frames(&mut app, 1);
        if doing(&app, ann).is_some() {
            digs += 1;
            // Every second try yields nothing.
            app.world_mut().get_mut::<Bag>(ann).unwrap().ore = digs / 2;
            report(&mut app, ann, CurrentStep::done);
        }
    }
    assert_eq!((digs, believes(&app, ann, "ore")), (10, BeliefValue::Int(5)));
}
