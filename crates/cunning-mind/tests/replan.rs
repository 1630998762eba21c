//! Plans are made anew at regular intervals where a goal or an archetype says so: not for all at once, and without
//! breaking off what goes on.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::Value;
use cunning_mind::{AgentId, MindConfig, MindEngine, Spawn};
use story::{said, started, tell, tick};

/// Two ways to a fire, of which one may become dearer unnoticed.
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

/// How many plans were asked for in each of some ticks.
fn asked(set: &mut MindEngine, ticks: u32) -> Vec<u64> {
    let one = |_| {
        let before = set.counters().plans_asked;
        tick(set);
        set.counters().plans_asked - before
    };
    (0..ticks).map(one).collect()
}

#[test]
fn without_a_reason_nobody_plans_again() {
    let mut set = camp("", "");
    scouts(&mut set, 1);
    tick(&mut set);
    assert_eq!(asked(&mut set, 100).iter().sum::<u64>(), 0);
}

#[test]
fn plans_are_made_anew_at_intervals_and_not_for_all_at_once() {
    for (goal, agent) in
        [("replan = '2 s'", ""), ("", "replan = '2 s'"), ("replan = '2 s'", "replan = '9 s'")]
    {
        let mut set = camp(goal, agent);
        scouts(&mut set, 40);
        tick(&mut set);
        let asked = asked(&mut set, 100);
        assert_eq!(asked.iter().sum::<u64>(), 40 * 5, "five times in ten seconds");
        assert!(asked.iter().all(|&asked| asked < 8), "{asked:?}");
        // After a round all comes again.
        assert_eq!(asked[20..40], asked[40..60]);
    }
}

#[test]
fn what_goes_on_is_not_begun_again() {
    let mut set = camp("replan = '500 ms'", "");
    scouts(&mut set, 1);
    tick(&mut set);
    let (agent, _) = started(&set)[0];
    for _ in 0..20 {
        tick(&mut set);
        assert_eq!(said(&set), Vec::<String>::new());
    }
    // What nobody was woken for is noticed now.
    tell(&mut set, agent, "wet", &[], Value::Bool(true));
    let mut story = Vec::new();
    for _ in 0..6 {
        tick(&mut set);
        story.extend(said(&set));
    }
    assert_eq!(story, ["stop: Replanned"]);
    assert_eq!(set.inspect(agent).unwrap().plan, ["beg"]);
}
