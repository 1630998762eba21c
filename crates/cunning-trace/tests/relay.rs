//! A relayed recording: whatever is lost, readers know the states afterwards.

use std::io::Write;
use std::sync::{Arc, Mutex};

use cunning_trace::{
    AgentId, Cause, Config, Event, Header, NameTable, Reader, Recorder, Relay, Subject, Term, Value,
};

/// The output of a recorder, record by record.
#[derive(Clone, Default)]
struct Pieces(Arc<Mutex<Vec<Vec<u8>>>>);

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

const TICKS: u64 = 400;

/// A recording of five agents whose states change often.
fn pieces() -> Vec<Vec<u8>> {
    let out = Pieces::default();
    let config = Config { key_bytes_min: 2000, ring_bytes_max: 0, ..Config::default() };
    let mut recorder = Recorder::new(&Header { engine: "test", ..Header::default() }, config).unwrap();
    recorder.attach(Box::new(out.clone()));
    recorder.record(Subject::World, || Event::Name { table: NameTable::Fact, id: 0, text: "alarm" });
    for agent in 1..=5 {
        let added = Event::AgentAdded { archetype: 0, name: "guard", commander: None, seed: agent };
        recorder.record_input(AgentId(agent), || added);
    }
    for tick in 1..=TICKS {
        recorder.begin_tick(tick).unwrap();
        recorder.record_input(Subject::World, || Event::Tick { dt_ms: 50, budget: 10 });
        let agent = AgentId(1 + tick % 5);
        let value = Value::Int((tick * tick % 97) as i64);
        let fact = Term::plain((tick % 7) as u32);
        recorder.record(agent, || Event::Belief { fact, value, confidence: 1, cause: Cause::Percept });
    }
    drop(recorder);
    std::mem::take(&mut *out.0.lock().unwrap())
}

fn assert_same_end(relayed: &[u8], whole: &[u8]) {
    let (relayed, whole) = (Reader::open(relayed).unwrap(), Reader::open(whole).unwrap());
    assert_eq!(relayed.last_tick(), whole.last_tick());
    assert_eq!(relayed.name(NameTable::Fact, 0, TICKS), Some("alarm"));
    for agent in 1..=5 {
        let (now, then) = (relayed.view(AgentId(agent), TICKS), whole.view(AgentId(agent), TICKS));
        let (now, then) = (now.unwrap(), then.unwrap());
        assert!(then.entries().count() > 3);
        assert_eq!(then.diff(&now), [], "agent {agent}");
    }
}

fn dropped(bytes: &[u8]) -> u64 {
    let reader = Reader::open(bytes).unwrap();
    let records = reader.records().map(Result::unwrap);
    records.map(|record| if let Event::Dropped { records } = record.event { records } else { 0 }).sum()
}

#[test]
fn a_complete_relay_changes_nothing() {
    let pieces = pieces();
    let mut relay = Relay::new();
    relay.push(&pieces[0]).unwrap();
    relay.attach(Vec::new()).unwrap();
    pieces[1..].iter().for_each(|piece| relay.push(piece).unwrap());
    let relayed = relay.output().unwrap().clone();
    assert_same_end(&relayed, &pieces.concat());
    let (relayed, whole) = (Reader::open(relayed).unwrap(), Reader::open(pieces.concat()).unwrap());
    assert!(relayed.records().eq(whole.records()));
}

#[test]
fn late_readers_get_the_current_states() {
    let pieces = pieces();
    for late in (1..pieces.len()).step_by(50) {
        let mut relay = Relay::new();
        relay.push(&pieces[..late].concat()).unwrap();
        relay.attach(Vec::new()).unwrap();
        relay.push(&pieces[late..].concat()).unwrap();
        let relayed = relay.output().unwrap().clone();
        assert_same_end(&relayed, &pieces.concat());
        assert_eq!(dropped(&relayed), 0);
    }
}

#[test]
fn lost_records_are_counted_and_recovered() {
    let pieces = pieces();
    for lost in [1, 20, 150] {
        let mut relay = Relay::new();
        relay.push(&pieces[..100].concat()).unwrap();
        relay.attach(Vec::new()).unwrap();
        relay.push(&pieces[100..200].concat()).unwrap();
        relay.lose(lost as u64);
        relay.push(&pieces[200 + lost..].concat()).unwrap();
        let relayed = relay.output().unwrap().clone();
        assert_same_end(&relayed, &pieces.concat());
        assert!(dropped(&relayed) >= lost as u64, "states are unknown until the next key frame");
        assert_eq!(relay.missed(), dropped(&relayed));
    }
}

#[test]
fn paused_outputs_resume_with_the_current_states() {
    let pieces = pieces();
    let mut relay = Relay::new();
    relay.push(&pieces[0]).unwrap();
    relay.attach(Vec::new()).unwrap();
    for (at, piece) in pieces[1..].iter().enumerate() {
        match at % 200 {
            90 => relay.pause(),
            180 => relay.resume(),
            _ => {}
        }
        relay.push(piece).unwrap();
    }
    assert!(!relay.is_paused());
    let relayed = relay.output().unwrap().clone();
    assert_same_end(&relayed, &pieces.concat());
    let missed = dropped(&relayed);
    assert!(missed > 100 && missed < 500, "{missed}");
}

#[test]
fn invalid_input_is_rejected() {
    let mut relay: Relay<Vec<u8>> = Relay::new();
    assert!(relay.push(b"GET / HTTP/1.1").is_err());
    let pieces = pieces();
    relay.push(&pieces[0]).unwrap();
    let mut wrong = pieces[3].clone();
    wrong[2] ^= 1;
    assert!(relay.push(&wrong).is_err());
}
