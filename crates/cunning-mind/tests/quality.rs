//! Quality counters: what counts as indecision, and what does not.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{Percept, Value};
use cunning_mind::{AgentId, MindConfig, MindEngine, Quality, Spawn};

use crate::story;
use story::{started, tell, tick};

const TEXT: &str = r#"
[types]
place = ["well", "field", "barn"]
[facts]
at = "place"
fed = "bool"
wet = "bool"
hungry = "bool"
thirsty = "bool"
dear = "bool"
lost = "bool"
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
stop = "now"
[action.eat]
when = ["at == barn", "not lost"]
then = ["fed"]
cost = [{ when = ["dear"], is = 20 }, { is = 1 }]
[action.graze]
when = ["at == field"]
then = ["fed"]
cost = 5
[action.drink]
when = ["at == well"]
then = ["wet"]
[goal.eat]
want = ["fed"]
relevance = [{ when = ["hungry"], score = 0.5 }, { score = 0 }]
[goal.drink]
want = ["wet"]
relevance = [{ when = ["thirsty"], score = 0.9 }, { score = 0 }]
[agent.cow]
actions = ["go", "eat", "graze", "drink"]
goals = { eat = 1, drink = 1 }
"#;

fn herd() -> (MindEngine, AgentId) {
    let spec = cunning_mind::read(&Source::new("herd.toml", TEXT)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    let cow = set.spawn("cow", Spawn::default()).unwrap();
    (set, cow)
}

fn set_true(set: &mut MindEngine, cow: AgentId, fact: &str) {
    tell(set, cow, fact, &[], Value::Bool(true));
}

fn finish(set: &mut MindEngine) {
    let (_, step) = started(set)[0];
    set.receive(&Percept::Done(step));
}

#[test]
fn a_plan_that_gives_way_before_its_first_step_ended_is_counted_once() {
    let (mut set, cow) = herd();
    set_true(&mut set, cow, "hungry");
    tick(&mut set);
    set_true(&mut set, cow, "dear");
    tick(&mut set);
    assert_eq!(started(&set).len(), 1, "to the field instead of the barn");
    let quality = set.quality_of(cow).unwrap();
    assert_eq!((quality.plans_replaced, quality.goal_switches), (1, 0));
}

#[test]
fn a_plan_replaced_after_its_first_step_is_not_counted() {
    let (mut set, cow) = herd();
    set_true(&mut set, cow, "hungry");
    tick(&mut set);
    finish(&mut set);
    set_true(&mut set, cow, "dear");
    tick(&mut set);
    assert_eq!(set.quality().plans_replaced, 0);
}

#[test]
fn turning_to_another_goal_is_a_switch_and_ending_one_is_not() {
    let (mut set, cow) = herd();
    set_true(&mut set, cow, "hungry");
    tick(&mut set);
    finish(&mut set);
    tick(&mut set);
    finish(&mut set);
    set_true(&mut set, cow, "thirsty");
    tick(&mut set);
    assert_eq!(set.quality().goal_switches, 0, "the cow had eaten");
    let (mut set, cow) = herd();
    set_true(&mut set, cow, "hungry");
    tick(&mut set);
    set_true(&mut set, cow, "thirsty");
    tick(&mut set);
    assert_eq!(set.quality().goal_switches, 1);
}

#[test]
fn time_without_a_step_is_idle_and_solvable_only_if_a_plan_follows() {
    let (mut set, cow) = herd();
    for _ in 0..5 {
        tick(&mut set);
    }
    assert_eq!(
        set.quality_of(cow),
        Some(Quality { agent_ms: 500, idle_ms: 500, ..Quality::default() }),
        "nothing matters"
    );
    set_true(&mut set, cow, "hungry");
    // Without a budget there is no plan, although there could be one.
    for _ in 0..3 {
        set.tick(100, 0);
    }
    assert_eq!(set.quality().idle_solvable_ms, 0, "it is not known yet whether there is a plan");
    tick(&mut set);
    assert_eq!(started(&set).len(), 1);
    let quality = set.quality();
    assert_eq!((quality.idle_ms, quality.idle_solvable_ms), (900, 300));
    tick(&mut set);
    assert_eq!(set.quality().idle_ms, 900, "the cow walks");
}

#[test]
fn held_agents_are_not_idle() {
    let (mut set, cow) = herd();
    tick(&mut set);
    set.receive(&Percept::Hold(cow));
    tick(&mut set);
    tick(&mut set);
    set.receive(&Percept::Release(cow));
    tick(&mut set);
    let quality = set.quality();
    assert_eq!((quality.agent_ms, quality.idle_ms), (400, 200));
}

#[test]
fn counters_of_removed_agents_stay_in_the_sum_and_restored_engines_start_from_zero() {
    let (mut set, cow) = herd();
    set_true(&mut set, cow, "hungry");
    tick(&mut set);
    set_true(&mut set, cow, "dear");
    tick(&mut set);
    let saved = set.save();
    set.remove(cow);
    tick(&mut set);
    assert_eq!(set.quality_of(cow), None);
    assert_eq!((set.quality().plans_replaced, set.quality().agent_ms), (1, 200));
    let spec = set.spec().clone();
    let (mut restored, _) = MindEngine::restore(&saved, spec, MindConfig::default(), Some).unwrap();
    tick(&mut restored);
    assert_eq!(restored.quality(), Quality { agent_ms: 100, ..Quality::default() }, "the cow walks on");
}

const SQUAD: &str = r#"
[facts]
won = "bool"
there = "bool"
[action.attack]
then = ["won"]
orders = [{ goal = "be_there" }]
[action.go]
then = ["there"]
[goal.win]
want = ["won"]
[goal.be_there]
want = ["there"]
relevance = [{ score = 0 }]
[agent.captain]
actions = ["attack"]
goals = { win = 1 }
[agent.soldier]
actions = ["go"]
goals = { be_there = 1 }
"#;

#[test]
fn an_order_repeated_soon_after_it_failed_is_re_issued() {
    let spec =
        cunning_mind::read(&Source::new("squad.toml", SQUAD)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    let captain = set.spawn("captain", Spawn::default()).unwrap();
    set.spawn("soldier", Spawn { commander: Some(captain), ..Spawn::default() }).unwrap();
    for _ in 0..40 {
        tick(&mut set);
        for (agent, step) in started(&set) {
            if agent != captain {
                set.receive(&Percept::Failed(step));
            }
        }
    }
    let quality = set.quality_of(captain).unwrap();
    assert!(quality.orders_reissued > 0, "{quality:?}");
    assert_eq!(quality.orders_reissued, set.quality().orders_reissued);
}
