//! Hoped-for effects are planned with, and believed only when they are observed.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{Percept, Value};
use cunning_mind::{AgentId, MindConfig, MindEngine, Spawn};
use story::{belief, said, started, tell, tick};

const TEXT: &str = r#"
[facts]
rounds = { type = "int", min = 0, max = 9, default = 9 }
dead = "bool"
[action.shoot]
when = ["rounds > 0"]
then = ["rounds -= 1"]
hope = ["dead"]
grace = "300 ms"
retries = 2
[goal.kill]
want = ["dead"]
[agent.gunman]
actions = ["shoot"]
goals = { kill = 1.0 }
"#;

fn gunman() -> (MindEngine, AgentId) {
    let spec = cunning_mind::read(&Source::new("test.toml", TEXT)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    let agent = set.spawn("gunman", Spawn::default()).unwrap();
    (set, agent)
}

#[test]
fn hoped_for_effect_is_believed_only_when_observed() {
    let (mut set, agent) = gunman();
    tick(&mut set);
    assert_eq!(said(&set), ["shoot()"]);
    set.receive(&Percept::Done(started(&set)[0].1));
    assert_eq!(belief(&set, agent, "rounds").0, Value::Int(8));
    assert_eq!(belief(&set, agent, "dead").0, Value::Bool(false));
    tick(&mut set);
    assert_eq!(said(&set), [""; 0], "it waits for the hoped-for effect");
    tell(&mut set, agent, "dead", &[], Value::Bool(true));
    tick(&mut set);
    assert_eq!(said(&set), ["idle: NothingMatters"]);
    assert_eq!((set.counters().steps_started, set.counters().steps_ended), (1, 1));
}

#[test]
fn missing_hoped_for_effect_is_retried_a_limited_number_of_times() {
    let (mut set, _) = gunman();
    let mut shots = Vec::new();
    for at in 0..40 {
        tick(&mut set);
        for (_, step) in started(&set) {
            shots.push(at);
            set.receive(&Percept::Done(step));
        }
    }
    // Three attempts, one every 300 ms of grace plus a tick, then longer and longer back-offs.
    assert!(shots.len() >= 4 && shots[1] - shots[0] <= 4 && shots[2] - shots[1] <= 4, "{shots:?}");
    assert!(shots[3] - shots[2] > 4, "{shots:?}");
}
