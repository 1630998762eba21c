//! Squads are relationships: orders go down them, reports come up, and a fallen leader is succeeded.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

mod support;

use bevy_app::App;
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use support::*;

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

fn under(app: &mut App, member: Entity, leader: Entity) {
    app.world_mut().entity_mut(member).insert(CommandedBy(leader));
}

fn squad(app: &App, leader: Entity) -> Vec<Entity> {
    app.world().get::<Squad>(leader).map_or_else(Vec::new, |squad| {
        let mut members: Vec<Entity> = squad.iter().collect();
        members.sort_by_key(|member| app.world().get::<Called>(*member).map(|called| called.0));
        members
    })
}

#[test]
fn orders_go_down_and_reports_come_up() {
    let (mut app, domain) = game();
    // The relation is there before the minds are: nothing depends on the order.
    let captain = app.world_mut().spawn(Called("captain")).id();
    let soldiers = ["anna", "boris", "clara"]
        .map(|name| app.world_mut().spawn((Called(name), CommandedBy(captain))).id());
    app.world_mut().entity_mut(captain).insert(Mind::new(domain, "captain"));
    for soldier in soldiers {
        app.world_mut().entity_mut(soldier).insert(Mind::new(domain, "soldier"));
    }
    frames(&mut app, 3);
    let story = told(&mut app);
    for line in ["captain starts assault", "anna starts fire", "boris starts fire", "clara starts sneak"] {
        assert!(story.contains(&line.to_owned()), "{line}: {story:?}");
    }
    // What consists of orders is not for the game to report, nor to lose patience with.
    app.insert_resource(bevy_cunning::StepPatience(Some(std::time::Duration::from_secs(1))));
    for _ in 0..18 {
        report(&mut app, captain, CurrentStep::done);
        for soldier in soldiers {
            report(&mut app, soldier, CurrentStep::progressed);
        }
        frames(&mut app, 1);
    }
    assert_eq!(doing(&app, captain).as_deref(), Some("assault"), "{:?}", told(&mut app));
    for soldier in soldiers {
        report(&mut app, soldier, CurrentStep::done);
    }
    frames(&mut app, 3);
    let minds = app.world().resource::<Minds>();
    let mind = app.world().get::<Mind>(captain).unwrap();
    let taken = minds.belief(mind, "hill_taken", &[]);
    assert_eq!(taken, Some(BeliefValue::Bool(true)), "{story:?}");
    assert_eq!(doing(&app, captain), None, "his step is over");
    assert!(told(&mut app).contains(&"captain is through with assault".to_owned()));
}

#[test]
fn whoever_leaves_the_squad_gets_no_orders() {
    let (mut app, domain) = game();
    let captain = spawn(&mut app, domain, "captain", "captain");
    let [anna, boris] = ["anna", "boris"].map(|name| spawn(&mut app, domain, "soldier", name));
    under(&mut app, anna, captain);
    under(&mut app, boris, captain);
    frames(&mut app, 3);
    assert_eq!((doing(&app, anna).as_deref(), doing(&app, boris).as_deref()), (Some("fire"), Some("sneak")));
    app.world_mut().entity_mut(boris).remove::<CommandedBy>();
    frames(&mut app, 2);
    assert_eq!(squad(&app, captain), [anna], "he left, and stays away");
    // An interrupted commander interrupts downwards.
    app.world_mut().despawn(captain);
    frames(&mut app, 2);
    assert_eq!(doing(&app, anna), None, "{:?}", told(&mut app));
    assert!(app.world().get::<CommandedBy>(anna).is_none());
}

#[test]
fn a_fallen_leader_is_succeeded_and_the_relation_follows() {
    let (mut app, domain) = game();
    let general = spawn(&mut app, domain, "captain", "general");
    let captain = spawn(&mut app, domain, "captain", "captain");
    let sergeant = spawn(&mut app, domain, "sergeant", "sergeant");
    let soldiers = ["anna", "boris"].map(|name| spawn(&mut app, domain, "soldier", name));
    under(&mut app, captain, general);
    for member in [soldiers[0], sergeant, soldiers[1]] {
        under(&mut app, member, captain);
    }
    frames(&mut app, 3);
    app.world_mut().despawn(captain);
    frames(&mut app, 3);
    assert_eq!(squad(&app, sergeant), soldiers, "who can command does");
    assert_eq!(squad(&app, general), [sergeant]);
    // And it stays like that.
    frames(&mut app, 20);
    assert_eq!(squad(&app, sergeant), soldiers);
}

#[test]
fn the_game_gives_orders_and_hears_how_they_go() {
    let (mut app, domain) = game();
    let anna = spawn(&mut app, domain, "soldier", "anna");
    frames(&mut app, 1);
    let mind = app.world().get::<Mind>(anna).unwrap().clone();
    let mut minds = app.world_mut().resource_mut::<Minds>();
    assert!(minds.order(&mind, &GoalOrder::new("sing")).is_some());
    assert!(minds.order(&mind, &GoalOrder::new("take_hill")).is_none(), "that is not for soldiers");
    frames(&mut app, 2);
    assert_eq!(doing(&app, anna).as_deref(), Some("sing"));
    report(&mut app, anna, CurrentStep::done);
    frames(&mut app, 2);
    assert_eq!(app.world().resource::<Reports>().0, [OrderState::TakenUp, OrderState::Done]);
    // In mid-order: nobody is left to report.
    let mind = app.world().get::<Mind>(anna).unwrap().clone();
    let mut minds = app.world_mut().resource_mut::<Minds>();
    assert!(minds.order(&mind, &GoalOrder::new("flank").rigid()).is_some());
    app.world_mut().despawn(anna);
    frames(&mut app, 3);
    assert!(app.world().resource::<Minds>().is_empty());
}

#[test]
fn commanders_of_another_domain_are_told_apart() {
    let (mut app, domain) = game();
    let other = app.add_domain("hill2.toml", HILL).unwrap();
    let captain = spawn(&mut app, other, "captain", "captain");
    let anna = spawn(&mut app, domain, "soldier", "anna");
    under(&mut app, anna, captain);
    frames(&mut app, 3);
    assert_eq!(doing(&app, anna), None);
    assert!(mistakes(&app)[0].contains("minds of different domains"));
}
