//! A recording is enough to live it through again, tick by tick; a changed input is noticed where it was changed.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod story;

use std::sync::Arc;

use cunning_mind::{AgentId, AgentSet, CERTAIN, Lore, MindConfig, Percept, Spawn, Value, replay};
use cunning_trace::{Config, Event, Header, Kind, Reader, Recorder, Subject};
use story::{File, lore, started};

const TEXT: &str = r#"
[types]
place = ["home", "field", "market"]
foe = { open = true, max = 2 }
[facts]
at = "place"
food = { type = "int", min = 0, max = 9 }
hungry = "bool"
sees = { type = "bool", of = ["foe"] }
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
[action.reap]
when = ["at == field", "food < 9"]
then = ["food += 1"]
check = "ripe"
[action.eat]
when = ["food > 0"]
then = ["food -= 1", "not hungry"]
[action.scare]
params = { f = "foe" }
when = ["sees[f]"]
then = ["not sees[f]"]
[goal.be_fed]
want = ["not hungry"]
[goal.be_alone]
want = ["no foe f: sees[f]"]
"#;

/// A hundred ticks in which a lot happens, recorded. At one tick a percept can be left out.
fn recorded(lore: &Arc<Lore>, skipped: Option<u32>) -> Vec<u8> {
    let mut set = AgentSet::new(lore.clone(), MindConfig::default());
    let file = File::default();
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    set.record(recorder);
    let agents: Vec<AgentId> =
        (0..4).map(|seed| set.spawn("agent", Spawn { seed, ..Spawn::default() }).unwrap()).collect();
    let hungry = lore.domain.fact_named("hungry").unwrap();
    let sees = lore.domain.fact_named("sees").unwrap();
    let foe = lore.domain.type_named("foe").unwrap();
    for at in 0..100_u32 {
        let agent = agents[at as usize % 4];
        if at % 10 == 3 && skipped != Some(at) {
            let value = Value::Bool(true);
            set.receive(&Percept::Set { agent, fact: hungry, indices: &[], value, confidence: CERTAIN });
        }
        if at % 20 == 5 {
            let handle = u64::from(at);
            set.receive(&Percept::Bind { ty: foe, handle });
            let indices = [Value::Handle(handle)];
            let value = Value::Bool(true);
            set.receive(&Percept::Set { agent, fact: sees, indices: &indices, value, confidence: CERTAIN });
        }
        if at % 20 == 15 {
            set.receive(&Percept::Unbind { handle: u64::from(at - 10) });
        }
        if at == 50 {
            set.remove(agents[1]);
            set.receive(&Percept::Hold(agents[2]));
        }
        if at == 70 {
            set.receive(&Percept::Release(agents[2]));
        }
        set.tick(100, 20);
        let questions: Vec<_> = set
            .commands()
            .iter()
            .filter_map(|command| match command {
                cunning_mind::Command::Ask { question, .. } => Some(question),
                _ => None,
            })
            .collect();
        let steps = started(&set);
        set.clear_commands();
        for question in questions {
            set.receive(&Percept::Answer { question, yes: at % 3 > 0 });
        }
        for (_, step) in steps {
            set.receive(&if at % 7 == 6 { Percept::Failed(step) } else { Percept::Done(step) });
        }
    }
    set.take_recorder().detach().unwrap().unwrap();
    file.bytes()
}

#[test]
fn a_recording_replays() {
    let lore = Arc::new(lore(TEXT));
    let bytes = recorded(&lore, None);
    let reader = Reader::open(bytes).unwrap();
    let replayed = replay(&reader, lore, MindConfig::default()).unwrap();
    assert_eq!((replayed.ticks, replayed.compared, replayed.diverged), (100, 100, None));
    // It was not a dull life.
    for kind in [
        Kind::Belief,
        Kind::GoalScores,
        Kind::GoalChosen,
        Kind::PlanFound,
        Kind::StepStarted,
        Kind::StepEnded,
    ] {
        assert!(reader.records().of_kinds(&[kind]).count() > 9, "{kind:?}");
    }
}

#[test]
fn a_flipped_percept_is_reported_at_its_tick() {
    let lore = Arc::new(lore(TEXT));
    let (told, untold) = (recorded(&lore, None), recorded(&lore, Some(43)));
    let (told, untold) = (Reader::open(told).unwrap(), Reader::open(untold).unwrap());
    let hashes = |reader: &Reader<Vec<u8>>| -> Vec<u64> {
        let hash = |record: cunning_trace::Record<'_>| match record.event {
            Event::Hash { hash } => Some(hash),
            _ => None,
        };
        reader.records().about(Subject::World).filter_map(|record| hash(record.unwrap())).collect()
    };
    let first = hashes(&told).iter().zip(hashes(&untold)).position(|(one, other)| *one != other);
    // The percept before the 44th tick.
    assert_eq!(first, Some(43));
}

#[test]
fn whatever_begins_ends() {
    let lore = Arc::new(lore(TEXT));
    let reader = Reader::open(recorded(&lore, None)).unwrap();
    let count = |kind: Kind| reader.records().of_kinds(&[kind]).count();
    let running = reader.views(100).unwrap().iter().filter(|view| view.step().is_some()).count();
    assert_eq!(count(Kind::StepStarted), count(Kind::StepEnded) + running);
}

#[test]
fn recording_changes_nothing() {
    let lore = Arc::new(lore(TEXT));
    assert_eq!(recorded(&lore, None), recorded(&lore, None));
}
