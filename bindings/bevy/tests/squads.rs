//! Squads as relationships: orders, reports, and the succession of commanders.

use bevy_app::App;
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;

use crate::support::*;

const HILL: &str = r#"
facts = { hill_taken = "bool", fired = "bool", flanked = "bool", sang = "bool" }
action.fire = { then = ["fired"] }
action.sneak = { then = ["flanked"] }
action.sing = { then = ["sang"] }
goal.take_hill = { want = ["hill_taken"] }
goal.suppress = { want = ["fired"], relevance = [{ score = 0 }] }
goal.flank = { want = ["flanked"], relevance = [{ score = 0 }] }
goal.sing = { want = ["sang"], relevance = [{ score = 0 }] }
agent.captain = { actions = ["assault", "fire"], goals = { take_hill = 1.0, suppress = 0.5 } }
agent.sergeant = { actions = ["assault", "fire", "sneak"], goals = { suppress = 1.0, flank = 1.0 } }
agent.soldier = { actions = ["fire", "sneak", "sing"], goals = { suppress = 1.0, flank = 1.0, sing = 1.0 } }
[action.assault]
then = ["hill_taken"]
orders = [{ to = "half", goal = "suppress", bias = 0.5 }, { to = "rest", goal = "flank", bias = 0.6 }]
done = { need = "all", within = "20 s" }
"#;

#[derive(Resource, Default)]
struct Reports(Vec<OrderState>);

fn game() -> (App, DomainId) {
    let mut app = app();
    app.init_resource::<Reports>().add_observer(|event: On<OrderReported>, mut reports: ResMut<Reports>| {
        reports.0.push(event.state);
    });
    let domain = app.add_domain("hill.toml", HILL).unwrap();
    (app, domain)
}

fn put_under(app: &mut App, member: Entity, leader: Entity) {
    app.world_mut().entity_mut(member).insert(CommandedBy(leader));
}

fn squad(app: &App, leader: Entity) -> Vec<Entity> {
    app.world().get::<Squad>(leader).map_or_else(Vec::new, |squad| {
        let mut members: Vec<Entity> = squad.iter().collect();
        members.sort_by_key(|member| app.world().get::<Label>(*member).map(|label| label.0));
        members
    })
}

#[test]
fn commander_gives_orders_and_receives_reports() {
    let (mut app, domain) = game();
    // The relationship may be older than the minds.
    let captain = app.world_mut().spawn(Label("captain")).id();
    let soldiers = ["anna", "boris", "clara"]
        .map(|name| app.world_mut().spawn((Label(name), CommandedBy(captain))).id());
    app.world_mut().entity_mut(captain).insert(Mind::new(domain, "captain"));
    for soldier in soldiers {
        app.world_mut().entity_mut(soldier).insert(Mind::new(domain, "soldier"));
    }
    frames(&mut app, 3);
    let log = take_log(&mut app);
    for line in ["captain starts assault", "anna starts fire", "boris starts fire", "clara starts sneak"] {
        assert!(log.contains(&line.to_owned()), "{line}: {log:?}");
    }
    // A step that consists of orders ignores reports of the game, and does not time out without them.
    app.insert_resource(bevy_cunning::StepTimeout(Some(std::time::Duration::from_secs(1))));
    for _ in 0..18 {
        report(&mut app, captain, CurrentStep::done);
        for soldier in soldiers {
            report(&mut app, soldier, CurrentStep::progressed);
        }
        frames(&mut app, 1);
    }
    assert_eq!(doing(&app, captain).as_deref(), Some("assault"), "{:?}", take_log(&mut app));
    for soldier in soldiers {
        report(&mut app, soldier, CurrentStep::done);
    }
    frames(&mut app, 3);
    let minds = app.world().resource::<Minds>();
    let mind = app.world().get::<Mind>(captain).unwrap();
    assert_eq!(minds.get(mind, "hill_taken").unwrap(), Value::Bool(true), "{log:?}");
    assert_eq!(doing(&app, captain), None, "the step is over");
    assert!(take_log(&mut app).contains(&"captain settled assault".to_owned()));
}

#[test]
fn agent_that_leaves_a_squad_gets_no_orders() {
    let (mut app, domain) = game();
    let captain = spawn(&mut app, domain, "captain", "captain");
    let [anna, boris] = ["anna", "boris"].map(|name| spawn(&mut app, domain, "soldier", name));
    put_under(&mut app, anna, captain);
    put_under(&mut app, boris, captain);
    frames(&mut app, 3);
    assert_eq!((doing(&app, anna).as_deref(), doing(&app, boris).as_deref()), (Some("fire"), Some("sneak")));
    app.world_mut().entity_mut(boris).remove::<CommandedBy>();
    frames(&mut app, 2);
    assert_eq!(squad(&app, captain), [anna], "the minds do not restore the relationship");
    // The orders of a removed commander are withdrawn.
    app.world_mut().despawn(captain);
    frames(&mut app, 2);
    assert_eq!(doing(&app, anna), None, "{:?}", take_log(&mut app));
    assert!(app.world().get::<CommandedBy>(anna).is_none());
}

#[test]
fn relationships_follow_the_succession_of_a_commander() {
    let (mut app, domain) = game();
    let general = spawn(&mut app, domain, "captain", "general");
    let captain = spawn(&mut app, domain, "captain", "captain");
    let sergeant = spawn(&mut app, domain, "sergeant", "sergeant");
    let soldiers = ["anna", "boris"].map(|name| spawn(&mut app, domain, "soldier", name));
    put_under(&mut app, captain, general);
    for member in [soldiers[0], sergeant, soldiers[1]] {
        put_under(&mut app, member, captain);
    }
    frames(&mut app, 3);
    app.world_mut().despawn(captain);
    frames(&mut app, 3);
    assert_eq!(squad(&app, sergeant), soldiers, "the sergeant can command");
    assert_eq!(squad(&app, general), [sergeant]);
    // The new relationships are stable.
    frames(&mut app, 20);
    assert_eq!(squad(&app, sergeant), soldiers);
}

#[test]
fn game_gives_orders_and_receives_reports() {
    let (mut app, domain) = game();
    let anna = spawn(&mut app, domain, "soldier", "anna");
    frames(&mut app, 1);
    let mind = app.world().get::<Mind>(anna).unwrap().clone();
    let mut minds = app.world_mut().resource_mut::<Minds>();
    assert!(minds.order(&mind, Order::goal("sing")).is_ok());
    let errors =
        ["take_hill", "snig"].map(|goal| minds.order(&mind, Order::goal(goal)).unwrap_err().to_string());
    assert_eq!(errors[0], "archetype `soldier` does not have the goal `take_hill`; add it to its `goals`");
    assert_eq!(errors[1], "unknown goal `snig`; did you mean `sing`?");
    frames(&mut app, 2);
    assert_eq!(doing(&app, anna).as_deref(), Some("sing"));
    report(&mut app, anna, CurrentStep::done);
    frames(&mut app, 2);
    assert_eq!(app.world().resource::<Reports>().0, [OrderState::TakenUp, OrderState::Done]);
    // The agent is despawned while it has an order.
    let mind = app.world().get::<Mind>(anna).unwrap().clone();
    let mut minds = app.world_mut().resource_mut::<Minds>();
    assert!(minds.order(&mind, Order::goal("flank").rigid()).is_ok());
    app.world_mut().despawn(anna);
    frames(&mut app, 3);
    assert!(app.world().resource::<Minds>().is_empty());
}

#[test]
fn commander_of_another_domain_is_a_mistake() {
    let (mut app, domain) = game();
    let other = app.add_domain("hill2.toml", HILL).unwrap();
    let captain = spawn(&mut app, other, "captain", "captain");
    let anna = spawn(&mut app, domain, "soldier", "anna");
    put_under(&mut app, anna, captain);
    frames(&mut app, 3);
    assert_eq!(doing(&app, anna), None);
    assert!(mistakes(&app)[0].contains("minds of different domains"));
}

const STORM: &str = r#"
types = { hill = { open = true, max = 3 } }
facts = { there = "hill?" }
action.run = { params = { h = "hill" }, then = ["there = h"] }
goal.storm = { params = { h = "hill" }, want = ["there == h"], relevance = [{ score = 0 }] }
agent.soldier = { actions = ["run"], goals = { storm = 1.0 } }
"#;

#[test]
fn order_names_its_target_by_entity() {
    let mut app = app();
    let domain = app.add_domain("storm.toml", STORM).unwrap();
    let soldiers = ["anna", "boris", "clara"].map(|name| spawn(&mut app, domain, "soldier", name));
    let hills = [(); 3].map(|()| app.world_mut().spawn(Object::of("hill")).id());
    for (soldier, hill) in soldiers.into_iter().zip(hills) {
        let mind = app.world().get::<Mind>(soldier).unwrap().clone();
        let mut minds = app.world_mut().resource_mut::<Minds>();
        let error = minds.order(&mind, Order::goal("storm").arg("h", soldier)).unwrap_err();
        assert!(
            error.to_string().ends_with("is not an object; insert an `Object` component first"),
            "{error}"
        );
        minds.order(&mind, Order::goal("storm").arg("h", hill)).unwrap();
    }
    frames(&mut app, 2);
    for (soldier, hill) in soldiers.into_iter().zip(hills) {
        let step = app.world().get::<CurrentStep>(soldier).unwrap().running().cloned().unwrap();
        assert_eq!((&*step.action, step.entity("h")), ("run", Some(hill)));
        assert!(step.arg("i").is_err());
    }
}
