//! Orders go down, reports come up; a removed commander is succeeded; the game may command too.

use crate::story;

use cunning_mind::engine::{Order, OrderTerms, Percept};
use cunning_mind::spec::{Archetype, DoneRule, Need, OrderSpec, Receivers};
use cunning_mind::{AgentId, DomainSpec, MindEngine, Spawn};
use cunning_plan::Micros;
use cunning_plan::model::{Number, NumberKind, SourceSpan};
use story::{agents, live, said, spec, started, tick};

const TEXT: &str = r#"
[facts]
taken = "bool"
fired = "bool"
flanked = "bool"
[action.assault]
then = ["taken"]
[action.fire]
then = ["fired"]
[action.sneak]
then = ["flanked"]
[goal.take_hill]
want = ["taken"]
[goal.suppress]
want = ["fired"]
[goal.flank]
want = ["flanked"]
"#;

/// Creates a captain that can only give orders, and soldiers that only follow them.
fn company(need: Need, soldiers: usize) -> (MindEngine, AgentId, Vec<AgentId>) {
    let mut spec = spec(TEXT);
    let (captain, soldier) = archetypes(&spec);
    let goal = |name: &str| spec.planning.goal_named(name).unwrap();
    let order =
        |to, name: &str| OrderSpec { to, goal: goal(name), terms: OrderTerms::default(), give: Vec::new() };
    let orders = vec![order(Receivers::Half, "suppress"), order(Receivers::Rest, "flank")];
    spec.archetypes = vec![captain, soldier];
    spec.actions[0].orders = orders;
    spec.actions[0].done = DoneRule { need, within_ms: Some(5000) };
    let mut set = agents(spec);
    let captain = set.spawn("captain", Spawn::default()).unwrap();
    let soldiers = (0..soldiers)
        .map(|_| set.spawn("soldier", Spawn { commander: Some(captain), ..Spawn::default() }).unwrap())
        .collect();
    (set, captain, soldiers)
}

fn archetypes(spec: &DomainSpec) -> (Archetype, Archetype) {
    let plain = spec.archetypes[0].clone();
    let zero = Number { kind: NumberKind::Literal(Micros::ZERO), span: SourceSpan::NONE };
    let captain = Archetype {
        name: "captain".to_owned(),
        actions: plain.actions[..1].to_vec(),
        goals: plain.goals[..1].to_vec(),
        ..plain.clone()
    };
    let wants_nothing = plain.goals[1..].iter().map(|(goal, _)| (*goal, zero.clone())).collect();
    let soldier = Archetype {
        name: "soldier".to_owned(),
        actions: plain.actions[1..].to_vec(),
        goals: wants_nothing,
        autonomous: false,
        ..plain
    };
    (captain, soldier)
}

/// Returns the started steps with their agents, in order.
fn starts(set: &MindEngine) -> Vec<String> {
    said(set).into_iter().filter(|said| said.ends_with(')')).collect()
}

#[test]
fn orders_reach_their_receivers() {
    let (mut set, captain, soldiers) = company(Need::All, 3);
    tick(&mut set);
    assert_eq!(starts(&set), ["assault()"]);
    tick(&mut set);
    // Half of three, rounded up, suppresses; the rest flanks.
    assert_eq!(starts(&set), ["fire()", "fire()", "sneak()"]);
    let all = started(&set);
    assert_eq!(all.iter().map(|(agent, _)| *agent).collect::<Vec<_>>(), soldiers);
    for (_, step) in &all[..2] {
        set.receive(&Percept::Done(*step));
    }
    tick(&mut set);
    assert_eq!(set.inspect(captain).unwrap().goal.as_deref(), Some("take_hill"), "one report is missing");
    set.receive(&Percept::Done(all[2].1));
    tick(&mut set);
    assert_eq!(set.inspect(captain).unwrap().goal, None, "all reported");
    let counters = set.counters();
    assert_eq!((counters.steps_started, counters.steps_ended), (4, 4));
}

#[test]
fn need_any_is_fulfilled_by_one_report() {
    let (mut set, captain, _) = company(Need::Any, 3);
    tick(&mut set);
    tick(&mut set);
    let all = started(&set);
    set.receive(&Percept::Done(all[2].1));
    // The orders of the others are withdrawn, and they are idle.
    assert_eq!(said(&set).iter().filter(|said| *said == "stop: Ordered").count(), 2);
    tick(&mut set);
    assert_eq!(set.inspect(captain).unwrap().goal, None);
}

#[test]
fn lost_receiver_is_not_waited_for() {
    let (mut set, captain, soldiers) = company(Need::All, 3);
    tick(&mut set);
    tick(&mut set);
    let all = started(&set);
    set.remove(soldiers[0]);
    set.receive(&Percept::Done(all[1].1));
    set.receive(&Percept::Done(all[2].1));
    tick(&mut set);
    assert_eq!(set.inspect(captain).unwrap().goal, None);
}

#[test]
fn orders_fail_after_their_time_limit() {
    let (mut set, captain, _) = company(Need::All, 2);
    for _ in 0..60 {
        tick(&mut set);
    }
    let captain = set.inspect(captain).unwrap();
    assert!(!captain.is_acting || captain.goal.is_some());
    assert!(set.counters().steps_ended >= 1, "{:?}", set.counters());
}

#[test]
fn step_with_orders_fails_without_subordinates() {
    let (mut set, captain, _) = company(Need::All, 0);
    live(&mut set, 20);
    assert!(!set.inspect(captain).unwrap().is_acting);
}

#[test]
fn removed_commander_is_succeeded() {
    let (mut set, captain, soldiers) = company(Need::All, 2);
    let lieutenant = set.spawn("captain", Spawn { commander: Some(captain), ..Spawn::default() }).unwrap();
    tick(&mut set);
    set.remove(captain);
    for _ in 0..5 {
        tick(&mut set);
    }
    // The soldiers are under the lieutenant now, the only one that can command.
    assert_eq!(set.inspect(lieutenant).unwrap().goal.as_deref(), Some("take_hill"));
    assert!(soldiers.iter().all(|&soldier| set.inspect(soldier).unwrap().goal.is_some()));
}

#[test]
fn successor_has_the_same_commander() {
    let (mut set, general, _) = company(Need::All, 0);
    let under = |commander| Spawn { commander: Some(commander), ..Spawn::default() };
    let captain = set.spawn("captain", under(general)).unwrap();
    let lieutenant = set.spawn("captain", under(captain)).unwrap();
    let soldier = set.spawn("soldier", under(captain)).unwrap();
    set.remove(captain);
    tick(&mut set);
    // The general's orders reach the lieutenant, and the lieutenant's reach the soldier.
    let goal = |set: &MindEngine, agent| set.inspect(agent).unwrap().goal;
    assert_eq!(goal(&set, general).as_deref(), Some("take_hill"), "the general has a subordinate");
    assert!(set.inspect(general).unwrap().is_acting || set.counters().steps_started > 1);
    for _ in 0..3 {
        tick(&mut set);
    }
    assert_eq!(goal(&set, lieutenant).as_deref(), Some("take_hill"));
    assert!(goal(&set, soldier).is_some());
}

#[test]
fn game_can_give_orders() {
    let (mut set, _, _) = company(Need::All, 0);
    let soldier = set.spawn("soldier", Spawn::default()).unwrap();
    live(&mut set, 3);
    let flank = set.spec().planning.goal_named("flank").unwrap();
    assert!(set.order(soldier, Order::new(flank)).is_ok());
    let story = live(&mut set, 5);
    assert!(story.contains(&"sneak()".to_owned()), "{story:?}");
    assert!(
        story.contains(&"flank: TakenUp".to_owned()) && story.contains(&"flank: Done".to_owned()),
        "{story:?}"
    );
    let take = set.spec().planning.goal_named("take_hill").unwrap();
    assert!(set.order(soldier, Order::new(take)).is_err(), "soldiers do not have this goal");
}

/// A captain whose plan changes while the soldiers follow the orders that the new plan gives, too.
const HILLS: &str = r#"
[facts]
signal = "bool"
ready = "bool"
taken = "bool"
fired = "bool"
[action.assault]
then = ["taken"]
cost = [{ when = ["signal"], is = 9 }, { is = 1 }]
orders = [{ to = "all", goal = "suppress", bias = 1 }]
stop = "now"
[action.storm]
then = ["taken"]
cost = 3
orders = [{ to = "all", goal = "suppress", bias = 1 }]
stop = "now"
[action.fire]
then = ["fired"]
[goal.take_hill]
want = ["taken"]
[goal.suppress]
want = ["fired"]
[agent.captain]
actions = ["assault", "storm"]
goals = { take_hill = 1 }
[agent.soldier]
actions = ["fire"]
goals = { suppress = 0 }
"#;

fn hills() -> (MindEngine, AgentId, Vec<AgentId>) {
    let source = cunning_diag::Source::new("hills.toml", HILLS);
    let spec = cunning_mind::read(&source).unwrap_or_else(|found| panic!("{found}"));
    let mut set = agents(spec);
    let captain = set.spawn("captain", Spawn::default()).unwrap();
    let under = || Spawn { commander: Some(captain), ..Spawn::default() };
    let soldiers = (0..3).map(|_| set.spawn("soldier", under()).unwrap()).collect();
    (set, captain, soldiers)
}

#[test]
fn subordinates_whose_orders_stay_the_same_are_not_interrupted() {
    let (mut set, captain, soldiers) = hills();
    tick(&mut set);
    tick(&mut set);
    let running = started(&set);
    assert_eq!(running.len(), soldiers.len());
    story::tell(&mut set, captain, "signal", &[], cunning_mind::engine::Value::Bool(true));
    tick(&mut set);
    assert_eq!(said(&set), ["stop: Replanned", "storm()"], "the soldiers fire on");
    tick(&mut set);
    assert_eq!(starts(&set), Vec::<String>::new());
    for (_, step) in running {
        set.receive(&Percept::Done(step));
    }
    tick(&mut set);
    assert_eq!(set.inspect(captain).unwrap().goal, None, "the reports count for the new step");
}

#[test]
fn orders_that_were_not_fulfilled_are_given_again_after_a_growing_pause() {
    let (mut set, _, _) = hills();
    let mut given = Vec::new();
    for at in 0..200_u64 {
        tick(&mut set);
        let steps = started(&set);
        given.extend(starts(&set).iter().filter(|said| *said != "fire()").map(|said| (at, said.clone())));
        for (agent, step) in steps {
            if set.archetype_of(agent).is_some_and(|archetype| archetype.name == "soldier") {
                set.receive(&Percept::Failed(step));
            }
        }
    }
    // Without a pause the captain would order about every third tick: 66 times in 20 seconds.
    assert!((4..=16).contains(&given.len()), "{given:?}");
    let assaults: Vec<u64> =
        given.iter().filter(|(_, said)| said == "assault()").map(|(at, _)| *at).collect();
    assert!(assaults.windows(3).all(|w| w[2] - w[1] >= w[1] - w[0]), "{assaults:?}");
}
