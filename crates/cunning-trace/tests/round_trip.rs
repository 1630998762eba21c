//! Recorded events are read back unchanged; truncated and damaged recordings give the events before the damage.

use crate::support;

use cunning_trace::*;
use proptest::prelude::*;
use support::{Draw, Happening, attached, event, expected, happenings, header, play, readable, recording};

/// Frequent key frames, so that they occur everywhere.
const OFTEN: Config = Config { ring_bytes_max: 0, recording_bytes_max: 1 << 20, key_bytes_min: 64 };

#[test]
fn every_kind_of_event_round_trips() {
    let (mut recorder, shelf) = attached(OFTEN);
    let bytes: &'static [u8] = &[1; 64];
    let events: Vec<Event<'_>> = Kind::ALL.iter().map(|&kind| event(kind, &mut Draw(bytes))).collect();
    for event in &events {
        recorder.record(AgentId(1), || *event);
    }
    recorder.detach().unwrap().unwrap();
    let reader = Reader::open(shelf.bytes()).unwrap();
    let read: Vec<Event<'_>> = reader.records().map(|record| record.unwrap().event).collect();
    assert_eq!(read, events);
    let kinds: Vec<Kind> = read.iter().filter_map(Event::kind).collect();
    assert_eq!(kinds, Kind::ALL);
    assert_eq!(reader.header(), header());
}

#[test]
fn excerpts_repeat_earlier_scene_reloads() {
    let (mut recorder, shelf) = attached(OFTEN);
    let texts = ["one", "two", "three"].map(|text| [Source { name: "a.toml", text }]);
    for (after, sources) in (1..).zip(&texts) {
        recorder.begin_tick(after).unwrap();
        let event = || Event::SceneReloaded { after, sources: List::from(&sources[..]) };
        recorder.record_input(Subject::World, event);
    }
    recorder.detach().unwrap().unwrap();
    let reader = Reader::open(shelf.bytes()).unwrap();
    let mut part = Vec::new();
    reader.excerpt(3, 3, &mut part).unwrap();
    let part = Reader::open(part).unwrap();
    let read: Vec<(u64, u64, Vec<&str>)> = readable(part.records())
        .into_iter()
        .map(|record| match record.event {
            Event::SceneReloaded { after, sources } => {
                (record.tick, after, sources.iter().map(|source| source.text).collect())
            }
            other => unreachable!("{other:?}"),
        })
        .collect();
    assert_eq!(read, [(3, 1, vec!["one"]), (3, 2, vec!["two"]), (3, 3, vec!["three"])]);
    assert_eq!(
        part.domain(3),
        part.header().domain,
        "scene reloads do not change the domain of the recording"
    );
}

#[test]
fn earlier_ticks_are_rejected() {
    let (mut recorder, _) = attached(OFTEN);
    recorder.begin_tick(5).unwrap();
    recorder.begin_tick(5).unwrap();
    assert_eq!(recorder.begin_tick(4), Err(RecordError::TickBefore { tick: 4, now: 5 }));
    assert_eq!(recorder.begin_tick(TICK_MAX + 1), Err(RecordError::TickTooLarge(TICK_MAX + 1)));
    recorder.begin_tick(TICK_MAX).unwrap();
}

proptest! {
    #[test]
    fn any_sequence_comes_back(happenings in happenings(60)) {
        let bytes = recording(&happenings, OFTEN);
        prop_assert_eq!(&recording(&happenings, OFTEN), &bytes, "the same events give the same bytes");
        let reader = Reader::open(&bytes).unwrap();
        prop_assert_eq!(reader.ending(), Ending::Closed { left_out: 0 });
        let expected = expected(&happenings);
        let read: Result<Vec<Record<'_>>, Damage> = reader.records().collect();
        prop_assert_eq!(read.unwrap(), expected.clone());

        // Recording the read events again gives the same bytes.
        let (mut again, shelf) = attached(OFTEN);
        for record in reader.records().map(Result::unwrap) {
            again.begin_tick(record.tick).unwrap();
            match record.origin {
                Origin::Input => again.record_input(record.subject, || record.event),
                Origin::Result => again.record(record.subject, || record.event),
            }
        }
        again.detach().unwrap().unwrap();
        prop_assert_eq!(shelf.bytes(), bytes.clone());

        let inputs: Vec<Record<'_>> = readable(reader.records().inputs());
        let (some, about) = ([Kind::Belief, Kind::Note], Subject::from(AgentId(200)));
        let chosen: Vec<Record<'_>> = readable(reader.records().of_kinds(&some).about(about));
        let is_chosen = |record: &&Record<'_>| {
            record.subject == about && record.event.kind().is_some_and(|kind| some.contains(&kind))
        };
        prop_assert!(inputs.iter().eq(expected.iter().filter(|record| record.origin == Origin::Input)));
        prop_assert!(chosen.iter().eq(expected.iter().filter(is_chosen)));
    }

    #[test]
    fn any_cut_gives_every_whole_record(happenings in happenings(30), cut in any::<prop::sample::Index>()) {
        let (mut recorder, shelf) = attached(OFTEN);
        let empty = shelf.bytes().len();
        let expected = expected(&happenings);
        let mut ends = Vec::new();
        for (happening, record) in happenings.iter().zip(&expected) {
            let now = Happening { ticks: record.tick, ..happening.clone() };
            play(&mut recorder, &[now]);
            ends.push(shelf.bytes().len());
        }
        let unfinished = shelf.bytes();
        let reader = Reader::open(&unfinished).unwrap();
        prop_assert_eq!(reader.ending(), Ending::Unfinished { lost_bytes: 0 });
        prop_assert_eq!(readable(reader.records()), expected.clone());

        let len = cut.index(unfinished.len());
        match Reader::open(&unfinished[..len]) {
            Err(error) => prop_assert!(len < empty && error == OpenError::Incomplete),
            Ok(reader) => {
                let whole = ends.iter().filter(|end| **end <= len).count();
                prop_assert_eq!(readable(reader.records()), expected[..whole].to_vec());
                let is_told = matches!(reader.ending(), Ending::Unfinished { .. });
                prop_assert!(is_told);
            }
        }
    }

    #[test]
    fn any_wrong_byte_is_noticed_or_harmless(
        happenings in happenings(20),
        at in any::<prop::sample::Index>(),
        wrong in 1..=255u8,
        is_closed: bool,
    ) {
        let (mut recorder, shelf) = attached(OFTEN);
        play(&mut recorder, &happenings);
        if is_closed {
            recorder.detach().unwrap().unwrap();
        }
        let mut bytes = shelf.bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= wrong;
        let expected = expected(&happenings);
        let Ok(reader) = Reader::open(&bytes) else { return Ok(()) };
        let read = readable(reader.records());
        prop_assert_eq!(&read[..], &expected[..read.len()], "only valid records are read");
        if read.len() < expected.len() {
            let is_told = matches!(reader.ending(), Ending::Damaged(_) | Ending::Unfinished { lost_bytes: 1.. });
            prop_assert!(is_told || reader.records().any(|record| record.is_err()));
        }
        for tick in 0..10 {
            let _ = reader.view(AgentId(100), tick);
            let _ = reader.views(tick);
            let _ = readable(reader.records_from(tick));
        }
    }
}
