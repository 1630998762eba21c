//! The limits hold, for the recorder and for readers of malicious files.

use crate::support;

use std::io::{self, Write};

use allocation_counter::measure;
use cunning_trace::*;
use proptest::prelude::*;
use support::{attached, happenings, header, play, readable, recording};

const ANN: AgentId = AgentId(1);

#[test]
fn oversized_events_are_replaced_by_a_mark() {
    let (mut recorder, shelf) = attached(Config::default());
    let large = vec![0; EVENT_BYTES_MAX + 1];
    let long = "x".repeat(TEXT_BYTES_MAX + 1);
    recorder.record(Subject::World, || Event::Backdrop { format: "png", bytes: &large });
    recorder.record(ANN, || Event::Note { text: &long });
    recorder.record(ANN, || Event::Note { text: &long[1..] });
    let fits = &large[..EVENT_BYTES_MAX - 6];
    recorder.record(ANN, || Event::Message { sort: 1, bytes: fits });
    recorder.detach().unwrap().unwrap();
    let reader = Reader::open(shelf.bytes()).unwrap();
    let events: Vec<Event<'_>> = readable(reader.records()).iter().map(|record| record.event).collect();
    assert_eq!(events[0], Event::Omitted { code: Kind::Backdrop as u32 });
    assert_eq!(events[1], Event::Omitted { code: Kind::Note as u32 });
    assert_eq!(events[2].kind(), Some(Kind::Note));
    assert_eq!(events[3], Event::Message { sort: 1, bytes: fits });
}

#[test]
fn the_largest_event_fits_into_a_key_frame() {
    let (mut recorder, shelf) = attached(Config { key_bytes_min: 1, ..Config::default() });
    let snapshot = vec![7; EVENT_BYTES_MAX - 20];
    recorder.record(ANN, || Event::PlanAsked { job: u64::MAX, goal: Term::plain(0), snapshot: &snapshot });
    for tick in 1..6 {
        // Repeat it until a key frame is due.
        recorder.begin_tick(tick * (TICK_MAX / 6)).unwrap();
        recorder.record(AgentId(2), || Event::Message { sort: 0, bytes: &snapshot });
    }
    let reader = Reader::open(shelf.bytes()).unwrap();
    let last = reader.key_frames().last().unwrap();
    assert!(last.tick > 0);
    assert_eq!(reader.view(ANN, last.tick).unwrap().entries().count(), 1);
    assert_eq!(reader.view(ANN, TICK_MAX).unwrap().diff(&recorder.now(ANN)), []);
}

#[test]
fn oversized_headers_are_rejected() {
    let text = "x".repeat(TEXT_BYTES_MAX);
    let sources = [Source { name: "a.toml", text: &text }; 4];
    let header = |count: usize| Header { domain: List::from(&sources[..count]), ..Header::default() };
    assert!(Recorder::new(&header(3), Config::default()).is_ok());
    assert_eq!(Recorder::new(&header(4), Config::default()).err(), Some(RecordError::HeaderTooLarge));
}

#[test]
fn full_recordings_have_no_gaps() {
    let config = Config { recording_bytes_max: 1000, key_bytes_min: 100, ..Config::default() };
    let (mut recorder, shelf) = attached(config);
    for tick in 0..100 {
        recorder.begin_tick(tick).unwrap();
        recorder.record(ANN, || Event::Note { text: if tick % 2 == 0 { "a rather long text" } else { "" } });
    }
    let written = recorder.detach().unwrap().unwrap();
    let bytes = shelf.bytes();
    assert_eq!(written.bytes, bytes.len() as u64);
    let reader = Reader::open(bytes).unwrap();
    let records = readable(reader.records());
    let ticks: Vec<u64> = records.iter().map(|record| record.tick).collect();
    assert_eq!(ticks, (0..ticks.len() as u64).collect::<Vec<_>>());
    assert_eq!(written.left_out, 100 - ticks.len() as u64);
    assert_eq!(reader.ending(), Ending::Closed { left_out: written.left_out });
    assert!(ticks.len() > 20 && reader.key_frames().len() > 2);
}

#[test]
fn a_recording_without_space_for_its_header_is_empty() {
    let (mut recorder, shelf) = attached(Config { recording_bytes_max: 10, ..Config::default() });
    recorder.record(ANN, || Event::Slept);
    assert_eq!(recorder.detach().unwrap().unwrap(), Written { bytes: 0, left_out: 1 });
    assert_eq!(shelf.bytes(), []);
}

/// An output that fails after some bytes.
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::Error::other("the disk is full")) } else { Ok(taken) }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_failing_output_ends_only_the_recording() {
    let mut recorder = Recorder::new(&header(), Config::default()).unwrap();
    recorder.attach(Box::new(Disk(300)));
    for _ in 0..20 {
        recorder.record(ANN, || Event::Note { text: "0123456789" });
    }
    assert_eq!(recorder.write_error().unwrap().to_string(), "the disk is full");
    assert!(recorder.written().unwrap().bytes <= 300);
    assert_eq!(recorder.recent(ANN).count(), 20);
    assert!(recorder.detach().unwrap().is_err());
    assert!(recorder.detach().is_none());
}

#[test]
fn too_many_names_are_rejected() {
    let (mut recorder, shelf) = attached(Config::default());
    let mut name =
        |id| recorder.record(Subject::World, || Event::Name { table: NameTable::Fact, id, text: "" });
    let before_last = NAMES_MAX as u32 - 1;
    (0..before_last).for_each(&mut name);
    let len = shelf.bytes().len();
    name(before_last);
    let whole = shelf.bytes();
    // A recorder writes no more names than a reader accepts.
    name(0);
    let mut reader = Reader::open(shelf.bytes()).unwrap();
    let last = reader.records().last().unwrap().unwrap();
    assert_eq!(last.event, Event::Omitted { code: Kind::Name as u32 });
    // The last name once more.
    assert_eq!(reader.append(&whole[len..]), Err(OpenError::TooManyNames));
    assert_eq!(Reader::open([&whole[..], &whole[len..]].concat()).err(), Some(OpenError::TooManyNames));
}

/// The most memory for opening and querying, per byte of a recording.
const MEMORY_FACTOR: u64 = 30;
/// The most memory for an empty recording.
const MEMORY_MIN: u64 = 4096;

fn held_by_reading(bytes: &[u8]) -> u64 {
    let counted = measure(|| {
        if let Ok(reader) = Reader::open(bytes) {
            for tick in [0, 1, u64::MAX] {
                let _ = reader.views(tick);
            }
            assert!(reader.records().count() <= bytes.len());
        }
    });
    counted.bytes_max
}

proptest! {
    #[test]
    fn reading_holds_a_small_multiple_of_the_recording(
        happenings in happenings(200),
        at in any::<prop::sample::Index>(),
        wrong: u8,
    ) {
        let mut bytes = recording(&happenings, Config { key_bytes_min: 64, ..Config::default() });
        let at = at.index(bytes.len());
        bytes[at] ^= wrong;
        prop_assert!(held_by_reading(&bytes) <= MEMORY_MIN + MEMORY_FACTOR * bytes.len() as u64);
    }

    #[test]
    fn bytes_of_any_kind_are_read_without_harm(bytes: Vec<u8>) {
        let mut recording = recording(&[], Config::default());
        recording.extend(&bytes);
        for bytes in [&bytes, &recording] {
            prop_assert!(held_by_reading(bytes) <= MEMORY_MIN + MEMORY_FACTOR * bytes.len() as u64);
        }
    }
}

#[test]
fn many_small_agents_use_little_memory() {
    let (mut recorder, shelf) = attached(Config { ring_bytes_max: 0, ..Config::default() });
    for agent in 0..50_000 {
        recorder.record(AgentId(agent), || Event::Slept);
    }
    let bytes = shelf.bytes();
    let held = held_by_reading(&bytes);
    assert!(held <= MEMORY_MIN + MEMORY_FACTOR * bytes.len() as u64, "{held} for {}", bytes.len());
}

#[test]
fn false_index_sizes_are_detected() {
    let mut bytes = recording(&[], Config::default());
    let len = bytes.len();
    for lie in [0, 1, 1000, u32::MAX] {
        bytes[len - 8..len - 4].copy_from_slice(&lie.to_le_bytes());
        let reader = Reader::open(&bytes[..]).unwrap();
        assert_eq!(reader.ending(), Ending::Closed { left_out: 0 });
    }
}

#[test]
fn a_recorder_continues_after_a_recording_was_finished() {
    let (mut recorder, first) = attached(Config::default());
    play(&mut recorder, &[]);
    recorder.detach().unwrap().unwrap();
    let len = first.bytes().len();
    recorder.record(ANN, || Event::Slept);
    assert_eq!(first.bytes().len(), len);
    assert_eq!(recorder.now(ANN).entries().count(), 1);
}
