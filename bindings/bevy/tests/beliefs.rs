//! Components as facts: what the derive tells, when it tells it, and which changes trigger planning.

use bevy_app::App;
use bevy_cunning::ToValue;
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;

use crate::support::*;

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
    let ann = app.world_mut().spawn((mind, Label("ann"), guest, Thirsty(true), Asleep, Mood::Inn)).id();
    frames(&mut app, 1);
    (app, ann, host)
}

fn believes(app: &App, agent: Entity, fact: &'static str) -> Value {
    let mind = app.world().get::<Mind>(agent).unwrap();
    app.world().resource::<Minds>().get(mind, fact).unwrap()
}

#[test]
fn every_shape_of_component_tells_its_facts() {
    let (mut app, ann, host) = inn();
    for (fact, value) in [
        ("at", "town_hall".to_value()),
        ("coins", 5.to_value()),
        ("host", host.to_value()),
        ("thirsty", true.to_value()),
        ("asleep", true.to_value()),
        ("mood", "inn".to_value()),
    ] {
        assert_eq!(believes(&app, ann, fact), value, "{fact}");
    }
    assert_eq!(Place::Fountain.to_value(), "well".to_value());
    app.world_mut().entity_mut(ann).remove::<Asleep>();
    app.world_mut().despawn(host);
    frames(&mut app, 1);
    assert_eq!(believes(&app, ann, "asleep"), Value::Bool(false));
    assert_eq!(believes(&app, ann, "host"), Value::None, "a despawned object is no value");
    assert_eq!(mistakes(&app), [""; 0]);
}

#[test]
fn only_changes_of_relevant_facts_trigger_planning() {
    let (mut app, ann, _) = inn();
    assert_eq!(doing(&app, ann), None);
    let mut guest = app.world_mut().get_mut::<Guest>(ann).unwrap();
    guest.at = Place::Inn;
    frames(&mut app, 3);
    assert_eq!(doing(&app, ann), None, "the guest is asleep");
    app.world_mut().entity_mut(ann).remove::<Asleep>();
    frames(&mut app, 50);
    assert_eq!(doing(&app, ann).as_deref(), Some("drink"));
    report(&mut app, ann, CurrentStep::done);
    app.world_mut().get_mut::<Thirsty>(ann).unwrap().0 = false;
    frames(&mut app, 3);
    let mind = app.world().get::<Mind>(ann).unwrap().clone();
    let counters = |app: &App| app.world().resource::<Minds>().domain(mind.domain()).unwrap().stats();
    let before = counters(&app);
    for _ in 0..100 {
        app.world_mut().get_mut::<Guest>(ann).unwrap().frames += 1;
        frames(&mut app, 1);
    }
    assert_eq!(counters(&app).expanded, before.expanded, "facts that have not changed are not planned for");
}

#[test]
fn mind_inserted_later_is_told_existing_components() {
    let mut app = app();
    app.add_belief::<Thirsty>();
    let domain = app.add_domain("guest.toml", GUEST).unwrap();
    let ann = app.world_mut().spawn((Thirsty(true), Label("ann"))).id();
    frames(&mut app, 3);
    app.world_mut().entity_mut(ann).insert(Mind::new(domain, "guest"));
    frames(&mut app, 1);
    assert_eq!(believes(&app, ann, "thirsty"), Value::Bool(true));
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
fn told_facts_override_expected_effects_of_a_step() {
    let mut app = app();
    app.add_belief::<Bag>();
    let domain = app.add_domain("digger.toml", DIGGER).unwrap();
    let ann = app.world_mut().spawn((Mind::new(domain, "digger"), Label("ann"), Bag { ore: 0 })).id();
    let mut digs = 0;
    for _ in 0..30 {
        frames(&mut app, 1);
        if doing(&app, ann).is_some() {
            digs += 1;
            // Every second attempt yields nothing.
            app.world_mut().get_mut::<Bag>(ann).unwrap().ore = digs / 2;
            report(&mut app, ann, CurrentStep::done);
        }
    }
    assert_eq!((digs, believes(&app, ann, "ore")), (10, Value::Int(5)));
}
