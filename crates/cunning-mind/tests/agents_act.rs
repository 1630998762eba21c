//! Agents do what they want: they choose a goal, plan for it, carry the plan out, and think again when the world differs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::{
    AgentId, AgentSet, CERTAIN, Command, IdleReason, Lore, MindConfig, Percept, Spawn, StepId, StopReason, Value,
};

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

fn agents(text: &str) -> AgentSet {
    let domain = cunning_plan::read(&Source::new("test.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    AgentSet::new(Arc::new(Lore::plain(Arc::new(domain))), MindConfig::default())
}

fn spawn(set: &mut AgentSet) -> AgentId {
    set.spawn("agent", Spawn::default()).unwrap()
}

fn tell(set: &mut AgentSet, agent: AgentId, fact: &str, indices: &[Value], value: Value) {
    let fact = set.lore().domain.fact_named(fact).unwrap();
    set.receive(&Percept::Set { agent, fact, indices, value, confidence: CERTAIN });
}

/// What was said in a tick, for people.
fn said(set: &AgentSet) -> Vec<String> {
    let domain = &set.lore().domain;
    let object = |value: &Value| match value {
        Value::Object(id) => domain.objects().as_slice()[*id as usize].name.clone(),
        other => format!("{other:?}"),
    };
    let show = |command: Command<'_>| match command {
        Command::Start { action, args, .. } => {
            let args: Vec<String> = args.iter().map(object).collect();
            format!("{}({})", domain.actions()[action].name, args.join(", "))
        }
        Command::Stop { reason, .. } => format!("stop: {reason:?}"),
        Command::Idle { why, .. } => format!("idle: {why:?}"),
        other => format!("{other:?}"),
    };
    set.commands().iter().map(show).collect()
}

fn started(set: &AgentSet) -> Option<StepId> {
    set.commands().iter().find_map(|command| match command {
        Command::Start { step, .. } => Some(step),
        _ => None,
    })
}

#[test]
fn a_plan_is_carried_out_step_by_step() {
    let mut set = agents(RUM);
    let agent = spawn(&mut set);
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(true));
    let mut story = Vec::new();
    for _ in 0..10 {
        set.tick(100, 1000);
        story.extend(said(&set));
        if let Some(step) = started(&set) {
            set.receive(&Percept::Done(step));
        }
    }
    assert_eq!(story, ["go(tavern)", "take(tavern)", "drink()", "idle: NothingMatters"]);
    let counters = set.counters();
    assert_eq!((counters.steps_started, counters.steps_ended), (3, 3));
}

#[test]
fn who_finds_the_bottle_gone_brews() {
    let mut set = agents(RUM);
    let agent = spawn(&mut set);
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(true));
    set.tick(100, 1000);
    assert_eq!(said(&set), ["go(tavern)"]);
    let step = started(&set).unwrap();
    set.receive(&Percept::Done(step));
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(false));
    let mut story = Vec::new();
    for _ in 0..10 {
        set.tick(100, 1000);
        story.extend(said(&set));
        if let Some(step) = started(&set) {
            set.receive(&Percept::Done(step));
        }
    }
    assert_eq!(story, ["go(still)", "brew()", "drink()", "idle: NothingMatters"]);
}

#[test]
fn a_step_that_comes_first_in_the_new_plan_goes_on() {
    let mut set = agents(RUM);
    let agent = spawn(&mut set);
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(true));
    set.tick(100, 1000);
    let step = started(&set).unwrap();
    // One more bottle changes nothing.
    tell(&mut set, agent, "bottle", &[Value::Object(2)], Value::Bool(true));
    set.tick(100, 1000);
    assert_eq!(said(&set), [""; 0]);
    // Now there is none where it goes: it turns round.
    tell(&mut set, agent, "bottle", &[Value::Object(1)], Value::Bool(false));
    set.tick(100, 1000);
    assert_eq!(said(&set), [format!("stop: {:?}", StopReason::Replanned)]);
    set.tick(100, 1000);
    assert_eq!(said(&set), [""; 0], "the next step waits until the last one has ended");
    set.receive(&Percept::Ended(step));
    set.tick(100, 1000);
    assert_eq!(said(&set), ["go(still)"]);
    // Reports about what is over are ignored.
    set.receive(&Percept::Done(step));
    assert_eq!(set.counters().reports_ignored, 1);
}

#[test]
fn nobody_sticks_to_what_cannot_be() {
    let text = RUM.replace("[goal.get_drunk]", "[facts.dead]\ntype = 'bool'\n[goal.die]\nwant = ['dead']\n[goal.get_drunk]");
    let mut set = agents(&text);
    spawn(&mut set);
    set.tick(100, 1000);
    // The first goal has no plan, the second has.
    assert_eq!(said(&set), ["go(still)"]);
    assert_eq!(set.counters().plans_failed, 1);
}

#[test]
fn failures_are_not_repeated_for_ever() {
    let mut set = agents(RUM);
    let agent = spawn(&mut set);
    let mut tries = 0;
    for _ in 0..600 {
        set.tick(100, 1000);
        if let Some(step) = started(&set) {
            tries += 1;
            set.receive(&Percept::Failed(step));
        }
    }
    assert!((4..40).contains(&tries), "{tries} tries in a minute");
    assert!(set.inspect(agent).is_some());
}

#[test]
fn who_is_held_does_nothing() {
    let mut set = agents(RUM);
    let agent = spawn(&mut set);
    set.tick(100, 1000);
    let step = started(&set).unwrap();
    set.receive(&Percept::Hold(agent));
    assert_eq!(said(&set).last().map(String::as_str), Some("stop: Held"));
    set.receive(&Percept::Ended(step));
    for _ in 0..10 {
        set.tick(100, 1000);
        assert_eq!(said(&set), [""; 0]);
    }
    set.receive(&Percept::Release(agent));
    set.tick(100, 1000);
    assert_eq!(said(&set), ["go(still)"]);
}

#[test]
fn who_is_removed_is_gone() {
    let mut set = agents(RUM);
    let agent = spawn(&mut set);
    set.tick(100, 1000);
    let step = started(&set).unwrap();
    set.remove(agent);
    assert_eq!(said(&set).last().map(String::as_str), Some("stop: Removed"));
    set.receive(&Percept::Done(step));
    set.tick(100, 1000);
    assert_eq!(said(&set), [""; 0]);
    assert_eq!(set.inspect(agent), None);
    let again = spawn(&mut set);
    assert_ne!(again, agent);
    assert_eq!(set.inspect(agent), None);
}

#[test]
fn no_tick_makes_more_expansions_than_it_may() {
    let mut set = agents(RUM);
    for _ in 0..100 {
        spawn(&mut set);
    }
    let mut before = 0;
    for _ in 0..200 {
        set.tick(16, 3);
        let after = set.counters().expanded;
        assert!(after - before <= 3);
        before = after;
    }
    assert_eq!(set.counters().plans_found, 100, "and everybody gets a turn");
    let idle = set.commands().iter().any(|command| matches!(command, Command::Idle { why: IdleReason::NoPlan, .. }));
    assert!(!idle);
}
