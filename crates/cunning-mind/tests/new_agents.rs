//! A new agent does not report that it has no plan before it has perceived anything, and acts at once if what it was
//! told suffices.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::Value;
use cunning_mind::{AgentId, MindConfig, MindEngine, Spawn};

use crate::story;
use story::{said, tell, tick};

const TEXT: &str = r#"
[types]
place = ["yard", "hall"]
[facts]
open = { type = "bool", sensed = true }
inside = "bool"
seated = "bool"
[query.q]
from = "place"
where = ["odd(c)"]
[action.enter]
when = ["open"]
then = ["inside"]
[action.sit]
params = { p = "query.q" }
then = ["seated"]
[goal.be_inside]
want = ["inside"]
[goal.sit]
want = ["seated"]
[agent.guest]
actions = ["enter"]
goals = { be_inside = 1 }
sensors = ["eyes"]
[agent.sitter]
actions = ["sit"]
goals = { sit = 1 }
"#;

const IDLE: &str = "idle: NoPlan";

fn spawn(archetype: &str) -> (MindEngine, AgentId) {
    let spec = cunning_mind::read(&Source::new("test.toml", TEXT)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    set.set_sensor("eyes", 300);
    let agent = set.spawn(archetype, Spawn::default()).unwrap();
    (set, agent)
}

/// Runs some ticks and returns what was said, with the number of each tick.
fn story_of(set: &mut MindEngine, ticks: usize) -> Vec<(usize, String)> {
    let mut story = Vec::new();
    for at in 1..=ticks {
        tick(set);
        story.extend(said(set).into_iter().map(|line| (at, line)));
    }
    story
}

#[test]
fn lack_of_a_plan_is_reported_after_the_first_percepts_had_time_to_arrive() {
    let (mut set, _) = spawn("guest");
    let story = story_of(&mut set, 10);
    let polled = story.iter().find(|(_, line)| line == "sense 0").unwrap().0;
    let idle: Vec<usize> = story.iter().filter(|(_, line)| line == IDLE).map(|(at, _)| *at).collect();
    assert_eq!(idle, [polled + 1], "{story:?}");
}

#[test]
fn agent_that_perceives_what_it_needs_is_never_idle() {
    let (mut set, agent) = spawn("guest");
    for _ in 0..10 {
        tick(&mut set);
        let lines = said(&set);
        assert!(!lines.iter().any(|line| line == IDLE), "{lines:?}");
        if lines.iter().any(|line| line == "sense 0") {
            tell(&mut set, agent, "open", &[], Value::Bool(true));
            tick(&mut set);
            assert!(said(&set).iter().any(|line| line == "enter()"));
            return;
        }
    }
    panic!("the sensor was not polled");
}

#[test]
fn agent_whose_beliefs_suffice_does_not_wait_for_its_sensors() {
    let (mut set, agent) = spawn("guest");
    tell(&mut set, agent, "open", &[], Value::Bool(true));
    tick(&mut set);
    assert!(said(&set).iter().any(|line| line == "enter()"), "{:?}", said(&set));
}

#[test]
fn lack_of_a_plan_is_not_reported_while_a_query_was_never_answered() {
    let (mut set, _) = spawn("sitter");
    // The game does not answer, which counts as an answer after a second.
    let story = story_of(&mut set, 15);
    let idle: Vec<usize> = story.iter().filter(|(_, line)| line == IDLE).map(|(at, _)| *at).collect();
    assert!(idle.len() == 1 && (10..=13).contains(&idle[0]), "{story:?}");
}
