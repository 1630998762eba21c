//! A jump to a tick gives the same state as reading from the start, and reads few bytes.

use crate::support;

use cunning_trace::*;
use proptest::prelude::*;
use support::{attached, expected, happenings, play, readable, recording};

const OFTEN: Config = Config { ring_bytes_max: 0, recording_bytes_max: 1 << 24, key_bytes_min: 64 };
/// A single key frame at the start.
const NEVER: Config = Config { key_bytes_min: u64::MAX, ..OFTEN };

fn subjects() -> Vec<Subject> {
    let agents = (1..5).map(|agent| AgentId(agent * 100).into());
    [Subject::World].into_iter().chain(agents).collect()
}

proptest! {
    #[test]
    fn a_jump_gives_what_going_there_gives(happenings in happenings(200)) {
        let (often, never) = (recording(&happenings, OFTEN), recording(&happenings, NEVER));
        // Without its last byte a recording is read without its index.
        let scanned = &often[..often.len() - 1];
        let readers = [Reader::open(&often[..]).unwrap(), Reader::open(scanned).unwrap()];
        let all = Reader::open(&never[..]).unwrap();
        prop_assert_eq!(readers[0].key_frames(), readers[1].key_frames());
        prop_assert_eq!(all.key_frames().len(), 1);

        // The state that the recorder had at the end of each tick.
        let mut recorder = Recorder::new(&support::header(), Config::default()).unwrap();
        let records = expected(&happenings);
        let last = records.last().map_or(0, |record| record.tick);
        let mut rest = &records[..];
        for tick in 0..=last + 1 {
            recorder.begin_tick(tick).unwrap();
            while let Some(record) = rest.first().filter(|record| record.tick == tick) {
                recorder.record(record.subject, || record.event);
                rest = &rest[1..];
            }
            for reader in readers.iter().chain([&all]) {
                prop_assert_eq!(reader.last_tick(), last);
                let from_here: Vec<_> = records.iter().filter(|record| record.tick >= tick).copied().collect();
                prop_assert_eq!(readable(reader.records_from(tick)), from_here);
                for subject in subjects() {
                    prop_assert_eq!(reader.view(subject, tick).unwrap(), recorder.now(subject));
                }
                let views = reader.views(tick).unwrap();
                let exist: Vec<_> = subjects()
                    .into_iter()
                    .map(|subject| recorder.now(subject))
                    .filter(|view| view.subject() == Subject::World || view.exists())
                    .collect();
                prop_assert_eq!(views, exist);
            }
        }
    }

    #[test]
    fn names_are_those_of_the_tick(happenings in happenings(60)) {
        let bytes = recording(&happenings, OFTEN);
        let reader = Reader::open(&bytes[..]).unwrap();
        let scanned = Reader::open(&bytes[..bytes.len() - 1]).unwrap();
        let records = expected(&happenings);
        for tick in 0..=reader.last_tick() {
            let until = || records.iter().rev().filter(|record| record.tick <= tick);
            for table in NameTable::ALL {
                let name = until().find_map(|record| match record.event {
                    Event::Name { table: of, id: 0, text } if of == *table => Some(text),
                    _ => None,
                });
                prop_assert_eq!(reader.name(*table, 0, tick), name);
                prop_assert_eq!(scanned.name(*table, 0, tick), name);
            }
            let backdrop = until().find_map(|record| match record.event {
                Event::Backdrop { format, bytes } => Some((format, bytes)),
                _ => None,
            });
            prop_assert_eq!(reader.backdrop(tick), backdrop);
            let domain = until().find_map(|record| match record.event {
                Event::Reloaded { sources } => Some(sources),
                _ => None,
            });
            prop_assert_eq!(reader.domain(tick), domain.unwrap_or(support::header().domain));
        }
    }
}

/// A hundred agents with many beliefs, so that key frames are large.
fn crowd(recorder: &mut Recorder, ticks: u64) {
    for tick in 0..ticks {
        recorder.begin_tick(tick).unwrap();
        for agent in 0..100u64 {
            let id = AgentId(agent);
            if tick == 0 {
                recorder.record(id, || Event::AgentAdded {
                    archetype: 0,
                    name: "",
                    commander: None,
                    seed: 0,
                });
            }
            let fact = Term::plain((tick * 7 + agent) as u32 % 40);
            let value = Value::Int(tick as i64);
            recorder.record(id, || Event::Belief {
                fact,
                value,
                confidence: 1_000_000,
                cause: Cause::Percept,
            });
            recorder.record(id, || Event::Place { x: agent as f32, y: tick as f32, z: 0.0, yaw: 0.0 });
        }
    }
}

#[test]
fn jumps_read_a_bounded_number_of_bytes() {
    let config = Config { key_bytes_min: 32 << 10, ..OFTEN };
    let (mut recorder, shelf) = attached(config);
    crowd(&mut recorder, 400);
    recorder.detach().unwrap().unwrap();
    let bytes = shelf.bytes();
    let reader = Reader::open(&bytes[..]).unwrap();

    // A key frame holds a hundred agents with at most forty beliefs and a position of about twenty bytes each.
    let key_bytes_max = 100 * 41 * 20;
    // One tick may be written before a due key frame.
    let tick_bytes_max = 100 * 2 * 30;
    let keys = reader.key_frames();
    assert!(keys.len() > 3, "{keys:?}");
    let ends = keys.iter().skip(1).map(|mark| mark.offset).chain([bytes.len() as u64]);
    for (mark, end) in keys.iter().zip(ends) {
        let apart = end - mark.offset;
        assert!(apart <= (32 << 10).max(4 * key_bytes_max) + key_bytes_max + tick_bytes_max, "{apart}");
    }
    for tick in [0, 1, 123, 399] {
        let view = reader.view(AgentId(17), tick).unwrap();
        assert_eq!(view.place(), Some([17.0, tick as f32, 0.0, 0.0]));
        assert_eq!(view.beliefs().count() as u64, (tick + 1).min(40));
    }
    // Key frames take at most a fifth of the recording, whatever the setting.
    let (mut plain, plain_shelf) = attached(Config { key_bytes_min: u64::MAX, ..OFTEN });
    crowd(&mut plain, 400);
    plain.detach().unwrap().unwrap();
    let (with, without) = (bytes.len(), plain_shelf.bytes().len());
    assert!(with - without <= with / 4, "{with} {without}");
}

#[test]
fn incomplete_key_frames_are_not_used() {
    let (mut recorder, shelf) = attached(OFTEN);
    let before_any = shelf.bytes().len();
    crowd(&mut recorder, 120);
    let bytes = shelf.bytes();
    let keys = Reader::open(&bytes[..]).unwrap().key_frames().to_vec();
    let last = keys[keys.len() - 1];
    assert!(keys.len() > 1 && last.offset as usize > before_any);
    let whole = Reader::open(&bytes[..last.offset as usize]).unwrap();
    for len in (last.offset as usize..last.offset as usize + 2000).step_by(31) {
        let cut = Reader::open(&bytes[..len]).unwrap();
        let (view, expected) = (cut.view(AgentId(99), last.tick), whole.view(AgentId(99), last.tick));
        assert_eq!(view.unwrap(), expected.unwrap(), "{len}");
    }
}

#[test]
fn recordings_can_start_in_the_middle() {
    let mut recorder = Recorder::new(&support::header(), OFTEN).unwrap();
    recorder.record(Subject::World, || Event::Name { table: NameTable::Fact, id: 3, text: "alarm" });
    crowd(&mut recorder, 50);
    let shelf = SharedBytes::default();
    recorder.attach(Box::new(shelf.clone()));
    recorder.begin_tick(60).unwrap();
    recorder.record(AgentId(1), || Event::Slept);
    recorder.detach().unwrap().unwrap();
    let reader = Reader::open(shelf.bytes()).unwrap();
    assert_eq!((reader.first_tick(), reader.last_tick()), (49, 60));
    assert_eq!(reader.name(NameTable::Fact, 3, 60), Some("alarm"));
    assert_eq!(reader.view(AgentId(1), 60).unwrap(), recorder.now(AgentId(1)));
    assert_eq!(reader.view(AgentId(1), 49).unwrap().beliefs().count(), 40);
    assert_eq!(reader.view(AgentId(1), 48).unwrap().beliefs().count(), 0);
}

proptest! {
    #[test]
    fn a_recording_can_be_watched_while_it_is_written(
        happenings in happenings(60),
        pieces in prop::collection::vec(1..40usize, 1..20),
    ) {
        let (mut recorder, shelf) = attached(OFTEN);
        let beginning = shelf.bytes().len();
        play(&mut recorder, &happenings);
        recorder.detach().unwrap().unwrap();
        let bytes = shelf.bytes();
        let mut reader = Reader::open(bytes[..beginning].to_vec()).unwrap();
        let (mut at, mut piece) = (beginning, 0);
        while at < bytes.len() {
            let end = (at + pieces[piece % pieces.len()]).min(bytes.len());
            reader.append(&bytes[at..end]).unwrap();
            (at, piece) = (end, piece + 1);
        }
        let whole = Reader::open(&bytes[..]).unwrap();
        prop_assert_eq!(reader.ending(), Ending::Closed { left_out: 0 });
        prop_assert_eq!(reader.key_frames(), whole.key_frames());
        prop_assert_eq!(readable(reader.records()), expected(&happenings));
        prop_assert_eq!(reader.views(3).unwrap(), whole.views(3).unwrap());
    }
}
