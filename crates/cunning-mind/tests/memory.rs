//! Memory: confidence fades, faded facts are unknown, numbers drift, and only relevant changes wake agents.

use crate::story;

use std::time::Duration;

use cunning_mind::engine::{CERTAIN, Percept, Value};
use cunning_mind::spec::Wake;
use cunning_mind::{AgentId, Budget, Domain, DomainSpec, MindEngine, Minds};
use cunning_plan::Micros;
use story::{agents, belief, live, said, spawn, spec, started, tell, tick};

const TEXT: &str = r#"
[facts]
sees = "bool"
safe = "bool"
hunger = { type = "int", min = 0, max = 100, overflow = "clamp" }
[action.hide]
when = ["sees"]
then = ["safe"]
[action.relax]
when = ["not sees"]
then = ["safe"]
cost = 3
[goal.be_safe]
want = ["safe"]
"#;

fn with(change: impl FnOnce(&mut DomainSpec)) -> (MindEngine, AgentId) {
    let mut spec = spec(TEXT);
    change(&mut spec);
    let mut set = agents(spec);
    let agent = spawn(&mut set);
    (set, agent)
}

fn fact(spec: &DomainSpec, name: &str) -> usize {
    spec.planning.fact_named(name).unwrap().index()
}

#[test]
fn confidence_fades_until_the_fact_is_unknown() {
    let (mut set, agent) = with(|spec| {
        let sees = fact(spec, "sees");
        spec.facts[sees].forget_ms = Some(2000);
        spec.facts[sees].threshold = Micros::new(250_000).unwrap();
    });
    tell(&mut set, agent, "sees", &[], Value::Bool(true));
    let mut known = Vec::new();
    for _ in 0..20 {
        tick(&mut set);
        known.push(belief(&set, agent, "sees"));
    }
    let confidences: Vec<u32> = known.iter().map(|(_, confidence)| *confidence).collect();
    assert_eq!(confidences[..3], [950_000, 900_000, 850_000]);
    // A quarter is left after 1500 ms; below that the fact is unknown and has its default.
    assert_eq!(known[14], (Value::Bool(true), 250_000));
    assert_eq!(known[15], (Value::Bool(false), 0));
    assert_eq!(known[19], (Value::Bool(false), 0));
}

#[test]
fn percept_below_the_threshold_changes_nothing() {
    let (mut set, agent) = with(|spec| {
        let sees = fact(spec, "sees");
        spec.facts[sees].forget_ms = Some(2000);
        spec.facts[sees].threshold = Micros::new(250_000).unwrap();
    });
    let sees = set.spec().planning.fact_named("sees").unwrap();
    let weak = |value| Percept::Set { agent, fact: sees, indices: &[], value, confidence: 249_999 };
    set.receive(&weak(Value::Bool(true)));
    assert_eq!(belief(&set, agent, "sees"), (Value::Bool(false), 0));
    tick(&mut set);
    assert!(!said(&set).contains(&"hide()".to_owned()), "{:?}", said(&set));
    tell(&mut set, agent, "sees", &[], Value::Bool(true));
    set.receive(&weak(Value::Bool(false)));
    assert_eq!(belief(&set, agent, "sees"), (Value::Bool(true), 1_000_000));
}

#[test]
fn forgetting_wakes_the_agent() {
    let (mut set, agent) = with(|spec| {
        let sees = fact(spec, "sees");
        spec.facts[sees].forget_ms = Some(1000);
    });
    tell(&mut set, agent, "sees", &[], Value::Bool(true));
    tick(&mut set);
    assert_eq!(said(&set), ["hide()"]);
    let mut story = Vec::new();
    for _ in 0..12 {
        tick(&mut set);
        story.extend(said(&set));
        if story.last().is_some_and(|last| last.starts_with("stop")) {
            break;
        }
    }
    assert_eq!(story, ["stop: Replanned"]);
}

#[test]
fn numbers_drift_at_their_rate() {
    let (mut set, agent) = with(|spec| {
        let hunger = fact(spec, "hunger");
        // One per second.
        spec.facts[hunger].drift_per_hour = Micros::from_int(3600).unwrap();
    });
    tell(&mut set, agent, "hunger", &[], Value::Int(5));
    for _ in 0..50 {
        tick(&mut set);
    }
    assert_eq!(belief(&set, agent, "hunger"), (Value::Int(10), CERTAIN));
    tell(&mut set, agent, "hunger", &[], Value::Int(99));
    for _ in 0..50 {
        tick(&mut set);
    }
    assert_eq!(belief(&set, agent, "hunger").0, Value::Int(100));
}

#[test]
fn only_changes_listed_under_wake_wake_the_agent() {
    let thoughts = |wake: Wake, values: &[i64]| {
        let (mut set, agent) = with(|spec| {
            let hunger = fact(spec, "hunger");
            spec.facts[hunger].wake = wake;
        });
        live(&mut set, 5);
        let before = set.counters().thoughts;
        for &value in values {
            tell(&mut set, agent, "hunger", &[], Value::Int(value));
            tick(&mut set);
        }
        set.counters().thoughts - before
    };
    let rising = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    assert_eq!(thoughts(Wake::Never, &rising), 0);
    assert_eq!(thoughts(Wake::Change, &rising), 10);
    assert_eq!(thoughts(Wake::Change, &[1, 1, 1]), 1);
    assert_eq!(thoughts(Wake::Step(4), &rising), 2);
    assert_eq!(thoughts(Wake::Cross(vec![3, 8]), &rising), 2);
    assert_eq!(thoughts(Wake::Cross(vec![3, 8]), &[9, 1]), 2);
}

#[test]
fn broken_while_condition_stops_the_step() {
    let (mut set, agent) = with(|spec| {
        let hide = spec.planning.actions().iter().find(|(_, action)| action.name == "hide").unwrap().0;
        let when = spec.planning.actions()[hide].when.clone();
        spec.actions[hide.index()].while_ = when;
    });
    tell(&mut set, agent, "sees", &[], Value::Bool(true));
    tick(&mut set);
    let (_, step) = started(&set)[0];
    tell(&mut set, agent, "sees", &[], Value::Bool(false));
    assert_eq!(said(&set).last().unwrap(), "stop: ConditionLost");
    set.receive(&Percept::Ended(step));
    tick(&mut set);
    assert_eq!(said(&set), ["relax()"]);
}

#[test]
fn drift_continues_from_the_value_set_by_an_effect() {
    let text = r#"
facts = { hunger = { type = "int", min = 0, max = 9, overflow = "clamp", drift = "+60 / min" } }
action.eat = { when = ["hunger >= 5"], then = ["hunger -= 5"] }
goal.be_fed = { want = ["hunger <= 2"], relevance = [{ when = ["hunger >= 6"], score = 1 }, { score = 0 }] }
agent.eater = { actions = ["eat"], goals = { be_fed = 1 } }
"#;
    let mut set = agents(cunning_mind::read(&cunning_diag::Source::new("eater.toml", text)).unwrap());
    let agent = set.spawn("eater", cunning_mind::Spawn::default()).unwrap();
    let mut meals = 0;
    for _ in 0..300 {
        tick(&mut set);
        for (_, step) in started(&set) {
            set.receive(&Percept::Done(step));
            meals += 1;
        }
        let (Value::Int(hunger), _) = belief(&set, agent, "hunger") else {
            unreachable!("hunger is a number")
        };
        assert!(hunger <= 7, "{hunger}");
    }
    // One per second for thirty seconds, five at a time.
    assert!((5..=6).contains(&meals), "{meals}");
}

#[test]
fn own_effects_fade_like_percepts() {
    let text = r#"
facts = { tidy = { type = "bool", forget = "2 s" } }
action.tidy_up = { then = ["tidy"] }
goal.be_tidy = { want = ["tidy"] }
agent.butler = { actions = ["tidy_up"], goals = { be_tidy = 1 } }
"#;
    let mut set = agents(cunning_mind::read(&cunning_diag::Source::new("butler.toml", text)).unwrap());
    let agent = set.spawn("butler", cunning_mind::Spawn::default()).unwrap();
    let mut deeds = 0;
    for _ in 0..100 {
        tick(&mut set);
        for (_, step) in started(&set) {
            set.receive(&Percept::Done(step));
            assert_eq!(belief(&set, agent, "tidy"), (Value::Bool(true), CERTAIN));
            deeds += 1;
        }
    }
    // Every two seconds for ten seconds.
    assert_eq!(deeds, 5);
}

#[test]
fn timers_of_removed_agents_are_dropped() {
    let text = r#"
facts = { rumour = { type = "bool", forget = "2 h" }, told = "bool" }
action.tell = { when = ["rumour"], then = ["told"] }
goal.gossip = { want = ["told"] }
agent.guest = { actions = ["tell"], goals = { gossip = 1 } }
"#;
    let mut minds = Minds::new(&Domain::from_str("inn.toml", text).unwrap());
    let mut come_and_go = |guests: u32| {
        for _ in 0..guests {
            let guest = minds.spawn("guest").unwrap();
            minds.set(guest, "rumour", true).unwrap();
            minds.remove(guest);
            minds.tick(Duration::from_millis(10), Budget::work(10));
            while minds.next_command().is_some() {}
        }
    };
    come_and_go(1000);
    let grown = allocation_counter::measure(|| come_and_go(5000));
    assert!(grown.bytes_current <= 0, "{} bytes more", grown.bytes_current);
}
