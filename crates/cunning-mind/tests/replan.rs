//! Plans are made again at regular intervals where a goal or an archetype has `replan`: staggered between agents, and
//! without restarting the running step.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::Value;
use cunning_mind::{AgentId, MindConfig, MindEngine, Spawn};
use story::{said, started, tell, tick};

/// Creates a camp with two sources of fire, one of which may become more expensive unnoticed.
fn camp(goal: &str, agent: &str) -> MindEngine {
    let text = format!(
        r#"
[facts]
wet = {{ type = "bool", wake = "never" }}
warm = "bool"
[action.strike]
then = ["warm"]
cost = [{{ when = ["wet"], is = 9 }}, {{ is = 1 }}]
[action.beg]
then = ["warm"]
cost = 3
[goal.keep_warm]
want = ["warm"]
{goal}
[agent.scout]
actions = ["strike", "beg"]
goals = {{ keep_warm = 1 }}
{agent}
"#
    );
    let spec = cunning_mind::read(&Source::new("camp.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    MindEngine::new(Arc::new(spec), MindConfig::default())
}

fn scouts(set: &mut MindEngine, count: usize) -> Vec<AgentId> {
    (0..count).map(|_| set.spawn("scout", Spawn::default()).unwrap()).collect()
}

/// Returns the number of requested plans in each tick.
fn asked(set: &mut MindEngine, ticks: u32) -> Vec<u64> {
    let one = |_| {
        let before = set.counters().plans_asked;
        tick(set);
        set.counters().plans_asked - before
    };
    (0..ticks).map(one).collect()
}

#[test]
fn no_replanning_without_a_reason() {
    let mut set = camp("", "");
    scouts(&mut set, 1);
    tick(&mut set);
    assert_eq!(asked(&mut set, 100).iter().sum::<u64>(), 0);
}

#[test]
fn replanning_intervals_are_staggered() {
    for (goal, agent) in
        [("replan = '2 s'", ""), ("", "replan = '2 s'"), ("replan = '2 s'", "replan = '9 s'")]
    {
        let mut set = camp(goal, agent);
        scouts(&mut set, 40);
        tick(&mut set);
        let asked = asked(&mut set, 100);
        assert_eq!(asked.iter().sum::<u64>(), 40 * 5, "five times in ten seconds");
        assert!(asked.iter().all(|&asked| asked < 8), "{asked:?}");
        // The pattern repeats after an interval.
        assert_eq!(asked[20..40], asked[40..60]);
    }
}

#[test]
fn replanning_does_not_restart_the_running_step() {
    let mut set = camp("replan = '500 ms'", "");
    scouts(&mut set, 1);
    tick(&mut set);
    let (agent, _) = started(&set)[0];
    for _ in 0..20 {
        tick(&mut set);
        assert_eq!(said(&set), Vec::<String>::new());
    }
    // A change that wakes no agent is noticed now.
    tell(&mut set, agent, "wet", &[], Value::Bool(true));
    let mut story = Vec::new();
    for _ in 0..6 {
        tick(&mut set);
        story.extend(said(&set));
    }
    assert_eq!(story, ["stop: Replanned"]);
    assert_eq!(set.inspect(agent).unwrap().plan, ["beg"]);
}

/// A cheap action on cooldown, and a more expensive one.
const KETTLES: &str = r#"
facts = { warm = { type = "bool", forget = "1 s" } }
action.use_kettle = { cost = 1, then = ["warm"], cooldown = "10 s" }
EXPENSIVE
goal.be_warm = { want = ["warm"] }
agent.host = { actions = [ACTIONS], goals = { be_warm = 1 } }
"#;

fn kettles(expensive: &str, actions: &str) -> Vec<(u64, String)> {
    let text = KETTLES.replace("EXPENSIVE", expensive).replace("ACTIONS", actions);
    let domain = cunning_mind::Domain::from_str("kettles.toml", &text).unwrap();
    let mut minds = cunning_mind::Minds::new(&domain);
    minds.spawn("host").unwrap();
    let mut started = Vec::new();
    for tick in 0..130 {
        minds.tick(std::time::Duration::from_millis(100), cunning_mind::Budget::default());
        while let Some(command) = minds.next_command() {
            if let cunning_mind::Command::Start(step) = command {
                started.push((tick * 100, step.name().to_owned()));
                minds.done(step.id);
            }
        }
    }
    assert!(
        minds.stats().plans_asked < 40,
        "{} plans for {} steps",
        minds.stats().plans_asked,
        started.len()
    );
    started
}

#[test]
fn action_on_cooldown_is_replaced_by_a_more_expensive_one() {
    let started =
        kettles("action.make_fire = { cost = 5, then = [\"warm\"] }", "\"use_kettle\", \"make_fire\"");
    let names: Vec<&str> = started.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names[..3], ["use_kettle", "make_fire", "make_fire"]);
    assert!(names[3..].contains(&"use_kettle"), "{started:?}");
}

#[test]
fn action_on_cooldown_is_waited_for_if_nothing_else_helps() {
    let started = kettles("", "\"use_kettle\"");
    let [(0, _), (second, _)] = started[..] else { panic!("{started:?}") };
    assert!((10_000..=10_300).contains(&second), "{started:?}");
}
