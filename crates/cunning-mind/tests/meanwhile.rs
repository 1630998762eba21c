//! An agent that waits for a plan does a fallback action, which never delays the plan.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::debug::replay;
use cunning_mind::engine::{Percept, Value};
use cunning_mind::{AgentId, DomainSpec, MindConfig, MindEngine, Spawn, codes};
use cunning_trace::{Config, Event, Header, Kind, Reader, Recorder};
use story::{File, said, started, tell};

const TEXT: &str = r#"
[facts]
wood = { type = "int", min = 0, max = 9 }
warm = "bool"
tired = "bool"
[action.chop]
when = ["wood < 9"]
then = ["wood += 1"]
[action.burn]
when = ["wood >= 5"]
then = ["warm", "wood = 0"]
[action.yawn]
when = ["tired"]
then = ["not tired"]
[action.look_around]
interrupt = "never"
[goal.be_warm]
want = ["warm"]
[agent.scout]
actions = ["chop", "burn"]
goals = { be_warm = 1 }
MEANWHILE
"#;

fn spec(meanwhile: &str) -> Arc<DomainSpec> {
    let text = TEXT.replace("MEANWHILE", meanwhile);
    Arc::new(cunning_mind::read(&Source::new("scout.toml", text)).unwrap_or_else(|found| panic!("{found}")))
}

fn scout(meanwhile: &str) -> (MindEngine, AgentId) {
    let mut set = MindEngine::new(spec(meanwhile), MindConfig::default());
    let scout = set.spawn("scout", Spawn::default()).unwrap();
    (set, scout)
}

/// Runs a tick with a budget of two expansions.
fn slow_tick(set: &mut MindEngine) -> Vec<String> {
    set.clear_commands();
    set.tick(100, 2);
    said(set)
}

#[test]
fn fallback_action_runs_while_a_plan_is_made() {
    let (mut set, scout) = scout("meanwhile = 'look_around'");
    assert_eq!(slow_tick(&mut set), ["look_around()"]);
    assert!(set.inspect(scout).unwrap().is_planning);
    let mut ticks = 0;
    let said = loop {
        let said = slow_tick(&mut set);
        if !said.is_empty() {
            break said;
        }
        ticks += 1;
    };
    assert!(ticks > 0, "the plan took a while");
    // The plan does not wait for the fallback action to end.
    assert_eq!(said, ["stop: Replanned", "chop()"]);
    let counters = set.counters();
    assert_eq!((counters.steps_started, counters.steps_ended), (2, 1));
}

#[test]
fn no_fallback_action_if_the_plan_is_ready() {
    let lives = ["", "meanwhile = 'look_around'"].map(|meanwhile| {
        let (mut set, _) = scout(meanwhile);
        let story = story::live(&mut set, 10);
        (story, set.counters())
    });
    assert_eq!(lives[0], lives[1]);
}

#[test]
fn fallback_actions_are_tried_in_order() {
    let (mut set, scout) = scout("meanwhile = ['yawn', 'look_around']");
    tell(&mut set, scout, "tired", &[], Value::Bool(true));
    assert_eq!(slow_tick(&mut set), ["yawn()"]);
    set.receive(&Percept::Done(started(&set)[0].1));
    assert_eq!(
        story::belief(&set, scout, "tired").0,
        Value::Bool(false),
        "its effects are believed like those of any step"
    );
    assert_eq!(slow_tick(&mut set), ["look_around()"]);
}

#[test]
fn failed_fallback_action_is_not_repeated_at_once() {
    let (mut set, _) = scout("meanwhile = 'look_around'");
    slow_tick(&mut set);
    set.receive(&Percept::Failed(started(&set)[0].1));
    assert_eq!(slow_tick(&mut set), Vec::<String>::new());
}

#[test]
fn fallback_action_becomes_the_first_step_of_the_plan() {
    let (mut set, scout) = scout("meanwhile = 'chop'");
    assert_eq!(slow_tick(&mut set), ["chop()"]);
    let step = started(&set)[0].1;
    while set.inspect(scout).unwrap().is_planning {
        assert_eq!(slow_tick(&mut set), Vec::<String>::new());
    }
    assert_eq!(set.inspect(scout).unwrap().plan.len(), 6);
    set.receive(&Percept::Done(step));
    assert_eq!(set.inspect(scout).unwrap().plan.len(), 5, "it is the first step of the plan");
}

#[test]
fn fallback_actions_are_recorded() {
    let spec = spec("meanwhile = ['yawn', 'look_around']");
    let mut set = MindEngine::new(spec.clone(), MindConfig::default());
    let file = File::default();
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    set.record(recorder);
    let scout = set.spawn("scout", Spawn::default()).unwrap();
    for at in 0..60 {
        if at % 10 == 0 {
            tell(&mut set, scout, "tired", &[], Value::Bool(true));
            tell(&mut set, scout, "warm", &[], Value::Bool(false));
        }
        slow_tick(&mut set);
        for (_, step) in started(&set) {
            set.receive(&Percept::Done(step));
        }
    }
    set.take_recorder().detach().unwrap().unwrap();
    let reader = Reader::open(file.bytes()).unwrap();
    let is_meanwhile = |record: cunning_trace::Record<'_>| {
        matches!(record.event, Event::StepStarted { index: u32::MAX, .. })
    };
    let starts = reader.records().of_kinds(&[Kind::StepStarted]);
    assert!(starts.filter(|record| is_meanwhile((*record).unwrap())).count() > 5);
    let replayed = replay(&reader, spec, MindConfig::default()).unwrap();
    assert_eq!((replayed.ticks, replayed.diverged), (60, None));
}

#[test]
fn meanwhile_rejects_orders_and_checks() {
    for (action, why) in [
        ("[action.call]\norders = [{ goal = 'be_warm' }]", "subordinates carry it out"),
        ("[action.call]\ncheck = 'phone'", "it has a check"),
    ] {
        let text = format!("{action}\n{}", TEXT.replace("MEANWHILE", "meanwhile = 'call'"));
        let found = cunning_mind::read(&Source::new("scout.toml", text)).unwrap_err();
        let first = found.iter().next().unwrap();
        assert_eq!(first.code(), codes::MEANWHILE);
        assert!(first.to_string().contains(why), "{first}");
    }
}
