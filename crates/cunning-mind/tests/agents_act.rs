//! Agents choose a goal, plan for it, carry out the plan, and reconsider when the world changes.

use crate::story;

use cunning_mind::engine::{Command, Percept, Value};
use cunning_mind::{IdleReason, MindEngine, StepId, StopReason};
use story::{agents, live, said, spawn, spec, started, tell, tick};

const RUM: &str = r#"
[types]
place = ["beach", "tavern", "still"]
[facts]
at = "place"
bottle = { type = "bool", of = ["place"] }
has = "bool"
drunk = "bool"
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
cost = 2
[action.take]
params = { p = "place" }
when = ["at == p", "bottle[p]"]
then = ["has", "not bottle[p]"]
[action.brew]
when = ["at == still"]
then = ["has"]
cost = 5
[action.drink]
when = ["has"]
then = ["drunk", "not has"]
[goal.get_drunk]
want = ["drunk"]
"#;

fn rum() -> MindEngine {
    agents(spec(RUM))
}

fn first(set: &MindEngine) -> Option<StepId> {
    started(set).first().map(|(_, step)| *step)
}

#[test]
fn plan_is_carried_out_step_by_step() {
    let mut set = rum();
    let agent = spawn(&mut set);
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(true));
    let story = live(&mut set, 10);
    assert_eq!(story, ["go(tavern)", "take(tavern)", "drink()", "idle: NothingMatters"]);
    let counters = set.counters();
    assert_eq!((counters.steps_started, counters.steps_ended), (3, 3));
}

#[test]
fn missing_object_leads_to_another_plan() {
    let mut set = rum();
    let agent = spawn(&mut set);
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(true));
    tick(&mut set);
    assert_eq!(said(&set), ["go(tavern)"]);
    let step = first(&set).unwrap();
    set.receive(&Percept::Done(step));
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(false));
    set.clear_commands();
    let story = live(&mut set, 10);
    assert_eq!(story, ["go(still)", "brew()", "drink()", "idle: NothingMatters"]);
}

#[test]
fn first_step_of_the_new_plan_continues() {
    let mut set = rum();
    let agent = spawn(&mut set);
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(true));
    tick(&mut set);
    let step = first(&set).unwrap();
    // One more bottle changes nothing.
    tell(&mut set, agent, "bottle", &[Value::Object(2)], Value::Bool(true));
    tick(&mut set);
    assert_eq!(said(&set), [""; 0]);
    // The bottle at its destination is gone, so it turns around.
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(false));
    tick(&mut set);
    assert_eq!(said(&set), [format!("stop: {:?}", StopReason::Replanned)]);
    tick(&mut set);
    assert_eq!(said(&set), [""; 0], "the next step waits until the last one has ended");
    set.receive(&Percept::Ended(step));
    tick(&mut set);
    assert_eq!(said(&set), ["go(still)"]);
    // Reports about ended steps are ignored.
    set.receive(&Percept::Done(step));
    assert_eq!(set.counters().reports_ignored, 1);
}

#[test]
fn goal_without_plan_gives_way_to_the_next() {
    let text = RUM.replace(
        "[goal.get_drunk]",
        "[facts.dead]\ntype = 'bool'\n[goal.die]\nwant = ['dead']\n[goal.get_drunk]",
    );
    let mut set = agents(spec(&text));
    spawn(&mut set);
    tick(&mut set);
    // The first goal has no plan, the second has.
    assert_eq!(said(&set), ["go(still)"]);
    assert_eq!(set.counters().plans_failed, 1);
}

#[test]
fn failing_goal_backs_off() {
    let mut set = rum();
    let agent = spawn(&mut set);
    let mut tries = 0;
    for _ in 0..600 {
        tick(&mut set);
        if let Some(step) = first(&set) {
            tries += 1;
            set.receive(&Percept::Failed(step));
        }
    }
    assert!((4..40).contains(&tries), "{tries} tries in a minute");
    assert!(set.inspect(agent).is_some());
}

#[test]
fn held_agent_does_nothing() {
    let mut set = rum();
    let agent = spawn(&mut set);
    tick(&mut set);
    let step = first(&set).unwrap();
    set.receive(&Percept::Hold(agent));
    assert_eq!(said(&set).last().map(String::as_str), Some("stop: Held"));
    set.receive(&Percept::Ended(step));
    for _ in 0..10 {
        tick(&mut set);
        assert_eq!(said(&set), [""; 0]);
    }
    set.receive(&Percept::Release(agent));
    tick(&mut set);
    assert_eq!(said(&set), ["go(still)"]);
}

#[test]
fn removed_agent_no_longer_exists() {
    let mut set = rum();
    let agent = spawn(&mut set);
    tick(&mut set);
    let step = first(&set).unwrap();
    set.remove(agent);
    assert_eq!(said(&set).last().map(String::as_str), Some("stop: Removed"));
    set.receive(&Percept::Done(step));
    tick(&mut set);
    assert_eq!(said(&set), [""; 0]);
    assert_eq!(set.inspect(agent), None);
    let again = spawn(&mut set);
    assert_ne!(again, agent);
    assert_eq!(set.inspect(agent), None);
}

#[test]
fn stopping_step_ends_when_its_agent_is_removed() {
    let mut set = rum();
    let agent = spawn(&mut set);
    tick(&mut set);
    set.receive(&Percept::Hold(agent));
    assert_eq!((set.counters().steps_started, set.counters().steps_ended), (1, 0));
    set.remove(agent);
    assert_eq!(set.counters().steps_ended, 1);
}

#[test]
fn expansions_stay_within_the_budget() {
    let mut set = rum();
    for _ in 0..100 {
        spawn(&mut set);
    }
    let mut before = 0;
    for _ in 0..200 {
        set.clear_commands();
        set.tick(16, 3);
        let after = set.counters().expanded;
        assert!(after - before <= 3);
        before = after;
    }
    assert_eq!(set.counters().plans_found, 100, "every agent gets a turn");
    let idle =
        set.commands().iter().any(|command| matches!(command, Command::Idle { why: IdleReason::NoPlan, .. }));
    assert!(!idle);
}

#[test]
fn agent_without_plan_explains_why() {
    let mut set = agents(spec(&RUM.replace("at == still", "at == still\", \"not has\", \"bottle[beach]")));
    let agent = spawn(&mut set);
    assert_eq!(live(&mut set, 2), ["idle: NoPlan"]);
    let before = set.hash();
    let why = set.why_no_plan(agent, 1000);
    assert_eq!(why.len(), 1);
    assert_eq!(why[0].goal, "get_drunk");
    assert!(why[0].missing.iter().any(|missing| missing.condition.contains("bottle[")), "{}", why[0]);
    assert_eq!(set.hash(), before, "asking changes nothing");
}
