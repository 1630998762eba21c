//! The past in memory is limited and counted, and it is sufficient for every state that it covers.

use crate::support;

use cunning_trace::*;
use proptest::prelude::*;
use support::{attached, expected, happenings, header, play, readable};

const ANN: AgentId = AgentId(1);

#[test]
fn oldest_records_are_dropped_first_and_counted() {
    let config = Config { ring_bytes_max: 1000, ..Config::default() };
    let mut recorder = Recorder::new(&header(), config).unwrap();
    for tick in 0..1000 {
        recorder.begin_tick(tick).unwrap();
        recorder.record(ANN, || Event::Note { text: "0123456789" });
    }
    let kept: Vec<u64> = recorder.recent(ANN).map(|record| record.tick).collect();
    assert_eq!(kept, (1000 - kept.len() as u64..1000).collect::<Vec<_>>());
    assert_eq!(recorder.dropped(ANN), 1000 - kept.len() as u64);
    // A length, ticks and flags, the kind, a length, and the text.
    assert_eq!(kept.len(), 500 / 14);
    assert!(recorder.recent(ANN).all(|record| record.subject == ANN.into()));
}

#[test]
fn events_above_the_limit_still_change_the_state() {
    let config = Config { ring_bytes_max: 100, ..Config::default() };
    let mut recorder = Recorder::new(&header(), config).unwrap();
    let long = "long ".repeat(50);
    recorder.record(ANN, || Event::Note { text: "short" });
    recorder.begin_tick(1).unwrap();
    recorder.record(ANN, || Event::Held { reason: &long });
    assert_eq!((recorder.recent(ANN).count(), recorder.dropped(ANN)), (0, 2));
    assert_eq!(recorder.view(ANN, 1).unwrap().held(), Some((1, &long[..])));
    assert_eq!(recorder.view(ANN, 0), None);
}

#[test]
fn beliefs_outlive_their_records() {
    let config = Config { ring_bytes_max: 400, ..Config::default() };
    let mut recorder = Recorder::new(&header(), config).unwrap();
    let old =
        Event::Belief { fact: Term::plain(1), value: Value::Int(5), confidence: 1, cause: Cause::Start };
    recorder.record(ANN, || old);
    for tick in 1..100 {
        recorder.begin_tick(tick).unwrap();
        recorder.record(ANN, || Event::Place { x: tick as f32, y: 0.0, z: 0.0, yaw: 0.0 });
    }
    assert!(recorder.recent(ANN).all(|record| record.tick > 50));
    assert_eq!(recorder.view(ANN, 0), None);
    let view = recorder.view(ANN, 98).unwrap();
    assert_eq!(view.belief(Term::plain(1)).unwrap().since, 0);
    assert_eq!(view.place().unwrap()[0].to_bits(), 98f32.to_bits());
}

#[test]
fn removed_agents_are_kept_for_a_while() {
    let mut recorder = Recorder::new(&header(), Config::default()).unwrap();
    for agent in 0..40 {
        recorder.begin_tick(agent).unwrap();
        let added = Event::AgentAdded { archetype: 0, name: "", commander: None, seed: agent };
        recorder.record(AgentId(agent), || added);
        recorder.record(AgentId(agent), || Event::AgentRemoved { reason: 0 });
    }
    let agents: Vec<u64> = recorder.agents().map(|agent| agent.0).collect();
    assert_eq!(agents, (40 - REMOVED_MAX as u64..40).collect::<Vec<_>>());
    assert_eq!(recorder.recent(AgentId(39)).count(), 2);
    // An agent that is added again does not get the past of the log it reuses.
    recorder.record(AgentId(3), || Event::Slept);
    assert_eq!((recorder.recent(AgentId(3)).count(), recorder.dropped(AgentId(3))), (1, 0));
    assert!(!recorder.now(AgentId(3)).exists());
}

#[test]
fn a_recorder_without_memory_has_only_the_current_state() {
    let (mut recorder, _) = attached(Config { ring_bytes_max: 0, ..Config::default() });
    recorder.record(ANN, || Event::Slept);
    assert_eq!((recorder.recent(ANN).count(), recorder.view(ANN, 0)), (0, None));
    assert_eq!(recorder.now(ANN).entries().count(), 1);
    let mut saved = Vec::new();
    recorder.save(&mut saved).unwrap().unwrap();
    assert_eq!(Reader::open(saved).unwrap().view(ANN, 0).unwrap(), recorder.now(ANN));
}

#[test]
fn recorders_and_readers_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Recorder>();
    shared::<Reader<Vec<u8>>>();
    shared::<View>();
}

#[test]
fn a_disabled_recorder_builds_no_events() {
    let mut recorder = Recorder::off();
    assert!(!recorder.is_on());
    recorder.begin_tick(9).unwrap();
    recorder.record(ANN, || panic!("made"));
    recorder.record_input(ANN, || panic!("made"));
    recorder.attach(Box::new(SharedBytes::default()));
    assert!(recorder.detach().is_none() && recorder.written().is_none());
    assert!(recorder.save(&mut Vec::new()).is_none());
    assert_eq!(recorder.now(ANN).entries().count(), 0);
}

proptest! {
    #[test]
    fn memory_tells_what_the_recording_tells(happenings in happenings(200), ring_bytes_max in 0..800usize) {
        let (mut recorder, shelf) = attached(Config { ring_bytes_max, ..Config::default() });
        play(&mut recorder, &happenings);
        let bytes = shelf.bytes();
        let reader = Reader::open(&bytes[..]).unwrap();
        let records = expected(&happenings);
        for subject in [Subject::World, AgentId(100).into(), AgentId(200).into()] {
            // The latest records without definitions, which are kept separately.
            let definitions = [Kind::Name, Kind::Backdrop, Kind::Reloaded].map(Some);
            let of: Vec<_> = records
                .iter()
                .filter(|record| record.subject == subject && !definitions.contains(&record.event.kind()))
                .copied()
                .collect();
            let recent: Vec<_> = recorder.recent(subject).collect();
            prop_assert_eq!(&recent[..], &of[of.len() - recent.len()..]);
            if ring_bytes_max > 0 {
                prop_assert_eq!(recorder.dropped(subject) as usize, of.len() - recent.len());
            }
            let first = recent.first().map_or(0, |record| record.tick);
            for tick in first..=reader.last_tick() {
                if let Some(view) = recorder.view(subject, tick) {
                    prop_assert_eq!(view, reader.view(subject, tick).unwrap());
                } else {
                    prop_assert!(recent.is_empty());
                }
            }
        }

        // A recording saved from memory agrees with the complete recording.
        let mut saved = Vec::new();
        recorder.save(&mut saved).unwrap().unwrap();
        let saved = Reader::open(saved).unwrap();
        prop_assert_eq!(saved.ending(), Ending::Closed { left_out: 0 });
        for tick in saved.first_tick()..=reader.last_tick() {
            prop_assert_eq!(saved.views(tick).unwrap(), reader.views(tick).unwrap());
        }
        if ring_bytes_max > 0 {
            for subject in [Subject::World, AgentId(100).into(), AgentId(300).into()] {
                let all_but_definitions: Vec<Kind> = Kind::ALL
                    .iter()
                    .copied()
                    .filter(|kind| !matches!(kind, Kind::Name | Kind::Backdrop | Kind::Reloaded))
                    .collect();
                let from = |reader: Records<'_>| readable(reader.about(subject).of_kinds(&all_but_definitions)).len();
                prop_assert_eq!(
                    from(saved.records_from(saved.first_tick())),
                    from(reader.records_from(saved.first_tick()))
                );
            }
        }
    }
}
