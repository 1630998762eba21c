//! A recording is enough to replay the run, tick by tick; a changed input is detected at its tick.

use crate::story;

use std::sync::Arc;

use cunning_mind::debug::replay;
use cunning_mind::engine::{CERTAIN, Percept, Value};
use cunning_mind::{AgentId, DomainSpec, Geometry, MindConfig, MindEngine, Position, Spawn, Spot};
use cunning_plan::Micros;
use cunning_trace::{Config, Event, Header, Kind, Reader, Recorder, Subject};
use story::{File, spec, started};

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

/// Records a hundred eventful ticks. At one tick a percept can be left out.
fn recorded(spec: &Arc<DomainSpec>, skipped: Option<u32>) -> Vec<u8> {
    let mut set = MindEngine::new(spec.clone(), MindConfig::default());
    let file = File::default();
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    set.record(recorder);
    let agents: Vec<AgentId> =
        (0..4).map(|seed| set.spawn("agent", Spawn { seed, ..Spawn::default() }).unwrap()).collect();
    let hungry = spec.planning.fact_named("hungry").unwrap();
    let sees = spec.planning.fact_named("sees").unwrap();
    let foe = spec.planning.type_named("foe").unwrap();
    for at in 0..100_u32 {
        let agent = agents[at as usize % 4];
        if at % 10 == 3 && skipped != Some(at) {
            let value = Value::Bool(true);
            set.receive(&Percept::Set { agent, fact: hungry, indices: &[], value, confidence: CERTAIN });
        }
        if at % 20 == 5 {
            let handle = u64::from(at);
            set.receive(&Percept::Bind { ty: foe, handle, name: "" });
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
                cunning_mind::engine::Command::Ask { question, .. } => Some(question),
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
fn recording_replays() {
    let spec = Arc::new(spec(TEXT));
    let bytes = recorded(&spec, None);
    let reader = Reader::open(bytes).unwrap();
    let replayed = replay(&reader, spec, MindConfig::default()).unwrap();
    assert_eq!((replayed.ticks, replayed.compared, replayed.diverged), (100, 100, None));
    // The run was eventful.
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
fn changed_percept_diverges_at_its_tick() {
    let spec = Arc::new(spec(TEXT));
    let (told, untold) = (recorded(&spec, None), recorded(&spec, Some(43)));
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
fn everything_that_starts_ends() {
    let spec = Arc::new(spec(TEXT));
    let reader = Reader::open(recorded(&spec, None)).unwrap();
    let count = |kind: Kind| reader.records().of_kinds(&[kind]).count();
    let running = reader.views(100).unwrap().iter().filter(|view| view.step().is_some()).count();
    assert_eq!(count(Kind::StepStarted), count(Kind::StepEnded) + running);
}

#[test]
fn recording_changes_nothing() {
    let spec = Arc::new(spec(TEXT));
    assert_eq!(recorded(&spec, None), recorded(&spec, None));
}

/// A field on which everything moves all the time.
struct Field(i64);

impl Geometry for Field {
    fn position(&mut self, of: Spot) -> Option<Position> {
        self.0 += 1;
        let at = |x: i64| Position { x: x % 7 * 1_000_000, y: x % 3 * 1_000_000, z: 0 };
        match of {
            Spot::Object(handle) => Some(at(self.0 + handle as i64)),
            Spot::Point(position) => Some(position),
            Spot::Agent(_) | Spot::Named(_) => Some(at(self.0 / 5)),
        }
    }

    fn path(&mut self, from: Spot, to: Spot) -> Option<Micros> {
        self.distance(from, to)
    }

    fn sees(&mut self, _: Spot, _: Spot) -> Option<bool> {
        Some(self.0 % 5 != 0)
    }

    fn hides(&mut self, _: Spot, _: Spot) -> Option<bool> {
        Some(self.0 % 3 != 0)
    }
}

#[test]
fn queries_replay_without_a_geometry() {
    let text = r#"
[types]
foe = { open = true, max = 2, fill = "query.worst" }
point = { open = true, max = 4 }
[facts]
sees = { type = "bool", of = ["foe"], sensed = true }
dead = { type = "bool", of = ["foe"], sensed = true }
at = { type = "point?", sensed = true }
[action.go]
params = { p = "query.points" }
then = ["at = p"]
claims = ["p"]
[action.shoot]
params = { f = "foe" }
when = ["at != none", "sees[f]"]
then = ["dead[f]", "at = none"]
[goal.kill]
params = { f = "query.nearest" }
want = ["dead[f]"]
mode = "repeat"
[agent.soldier]
actions = ["go", "shoot"]
goals = { kill = 1 }
[query.nearest]
from = "foe"
where = ["sees[c]"]
score = "0 - dist(self, c)"
take = 2
every = "200 ms"
[query.worst]
from = "foe"
score = "dist(self, c)"
take = 2
[query.points]
from = { grid = 3, spacing = 1, around = "self" }
as = "point"
where = ["free(c)", "hides(c, self)"]
score = "path(self, c)"
take = 2
every = "300 ms"
"#;
    let spec = cunning_mind::read(&cunning_diag::Source::new("test.toml", text));
    let spec = Arc::new(spec.unwrap_or_else(|found| panic!("{found}")));
    let mut set = MindEngine::new(spec.clone(), MindConfig::default());
    let file = File::default();
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    set.record(recorder);
    let ty = spec.planning.type_named("foe").unwrap();
    for handle in 1..5 {
        set.receive(&Percept::Bind { ty, handle, name: "" });
    }
    let agents: Vec<AgentId> =
        (0..4).map(|seed| set.spawn("soldier", Spawn { seed, ..Spawn::default() }).unwrap()).collect();
    let mut field = Field(0);
    for tick in 0..300u64 {
        for (at, &agent) in agents.iter().enumerate() {
            let foe = Value::Handle(1 + (tick / 7 + at as u64) % 4);
            story::tell(&mut set, agent, "sees", &[foe], Value::Bool(tick % 5 != 0));
        }
        // Sometimes by calls, sometimes by messages without answers; sometimes with hardly any budget.
        set.pass(50, if tick % 11 < 3 { 3 } else { 60 });
        if tick % 50 < 30 {
            set.think_in(&mut field);
        } else {
            set.think();
        }
        let steps = started(&set);
        set.clear_commands();
        for (_, step) in steps {
            set.receive(&Percept::Done(step));
        }
    }
    let counters = set.counters();
    assert!(counters.queries > 100 && counters.questions_unanswered > 10, "{counters:?}");
    assert!(counters.plans_found > 20, "{counters:?}");
    assert!(set.take_recorder().detach().unwrap().is_ok());
    let bytes = file.bytes();
    let reader = Reader::open(&bytes[..]).unwrap();
    let replayed = replay(&reader, spec, MindConfig::default()).unwrap();
    assert_eq!((replayed.ticks, replayed.compared, replayed.diverged), (300, 300, None));
    let judged = reader.records().of_kinds(&[Kind::QueryRun]).filter_map(Result::ok);
    let scored = judged.filter(|record| match record.event {
        Event::QueryRun { candidates, .. } => candidates.iter().any(|known| known.score.is_some()),
        _ => false,
    });
    assert!(scored.count() > 50, "candidates are recorded with their scores");
}
