//! The bytes of the format. If one of these tests fails, existing recordings can no longer be read: add a new kind or a
//! field at the end instead, or raise `FORMAT_VERSION` and keep reading the old version.

use crate::support;

use std::path::PathBuf;

use cunning_trace::*;
use support::{Draw, event, header, readable};

/// A recording of each kind of event twice: with mostly zero fields, and with others.
fn every_kind() -> Vec<u8> {
    let config = Config { key_bytes_min: 100, ..Config::default() };
    let mut recorder = Recorder::new(&header(), config).unwrap();
    let shelf = SharedBytes::default();
    recorder.attach(Box::new(shelf.clone()));
    let bytes: [&'static [u8]; 2] = [&[], &[1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]];
    for (tick, bytes) in bytes.into_iter().enumerate() {
        recorder.begin_tick(tick as u64 * 3).unwrap();
        for &kind in Kind::ALL {
            let subject =
                if (kind as u32) < Kind::AgentAdded as u32 { Subject::World } else { AgentId(300).into() };
            // A removed agent has no state, but the key frame must show the state.
            if kind != Kind::AgentRemoved || tick == 1 {
                recorder.record(subject, || event(kind, &mut Draw(bytes)));
            }
        }
        // Enough records for a key frame.
        recorder.record(Subject::World, || Event::Message { sort: 0, bytes: &[0; 1000] });
    }
    recorder.record_input(Subject::World, || Event::Tick { dt_ms: 16, budget: 1000 });
    recorder.detach().unwrap().unwrap();
    shelf.bytes()
}

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

#[test]
fn the_bytes_of_every_kind_are_stable() {
    let bytes = every_kind();
    // After an intended change, rewrite the file with `CUNNING_GOLDEN=write`.
    if std::env::var_os("CUNNING_GOLDEN").is_some_and(|what| what == "write") {
        std::fs::write(golden("every_kind.cunning"), &bytes).unwrap();
    }
    let expected = std::fs::read(golden("every_kind.cunning")).unwrap();
    let differs = bytes.iter().zip(&expected).position(|(a, b)| a != b);
    assert!(bytes == expected, "first difference at {differs:?}, lengths {} {}", bytes.len(), expected.len());
}

#[test]
fn golden_recording_is_readable() {
    let bytes = std::fs::read(golden("every_kind.cunning")).unwrap();
    let reader = Reader::open(&bytes[..]).unwrap();
    assert_eq!(reader.ending(), Ending::Closed { left_out: 0 });
    assert_eq!(reader.key_frames().iter().map(|mark| mark.tick).collect::<Vec<_>>(), [0, 3]);
    assert_eq!(readable(reader.records()).len(), 2 * Kind::ALL.len() + 2);
    assert_eq!(reader.view(AgentId(300), 2).unwrap().place(), Some([-7.25; 4]));
}

/// A frame, as the format is documented.
fn frame(body: &[u8]) -> Vec<u8> {
    let mut frame = vec![u8::try_from(body.len()).unwrap()];
    assert!(frame[0] < 0x80);
    frame.extend(body);
    frame.extend(crc32fast::hash(&frame).to_le_bytes());
    frame
}

/// The start of a recording without domain, scene and settings.
fn beginning() -> Vec<u8> {
    let mut bytes = b"\x89CNG\r\n\x1a\n\x01\x00".to_vec();
    bytes.extend(frame(b"\x01e\x00\x00\x07\x00"));
    bytes
}

#[test]
fn short_recording_has_the_documented_bytes() {
    let header = Header { engine: "e", seed: 7, ..Header::default() };
    let mut recorder = Recorder::new(&header, Config::default()).unwrap();
    let shelf = SharedBytes::default();
    recorder.attach(Box::new(shelf.clone()));
    recorder.begin_tick(2).unwrap();
    recorder.record_input(AgentId(5), || Event::Held { reason: "hi" });
    let args = [Value::Handle(300), Value::Int(-2)];
    let fact = Term::new(4, &args);
    let value = Value::Bool(true);
    recorder.record(AgentId(5), || Event::Belief { fact, value, confidence: 128, cause: Cause::Told });
    recorder.detach().unwrap().unwrap();

    let mut bytes = beginning();
    let key = bytes.len();
    // The key frame of an empty state: no ticks and no flags, kind 0, first and last, tick 0.
    bytes.extend(frame(&[0, 0, 1, 0]));
    bytes.extend(frame(&[0, 0, 2, 0]));
    // Two ticks later, an input of agent 5; kind 18; a text of two bytes.
    bytes.extend(frame(&[2 << 2 | 2 | 1, 5, 18, 2, b'h', b'i']));
    // The same tick; kind 23; fact 4 with two arguments, a handle and a number; true; a confidence; a cause.
    bytes.extend(frame(&[2, 5, 23, 4, 2, 4, 0xac, 2, 2, 3, 1, 1, 0x80, 1, 3]));
    // The index: one key frame at tick 0, no definitions, last tick 2, nothing left out.
    let index = frame(&[0, 1, 1, 0, u8::try_from(key).unwrap(), 0, 2, 0]);
    bytes.extend(&index);
    bytes.extend(u32::try_from(index.len()).unwrap().to_le_bytes());
    bytes.extend(b"GNC\n");
    assert_eq!(shelf.bytes(), bytes);
}

#[test]
fn unknown_kinds_and_fields_are_skipped() {
    let mut bytes = beginning();
    bytes.extend(frame(&[0, 0, 1, 0]));
    bytes.extend(frame(&[0, 0, 2, 0]));
    bytes.extend(frame(&[2, 5, 0xff, 0x7f, 1, 2, 3]));
    // A known kind with an additional field.
    bytes.extend(frame(&[2, 5, 28, 9, 42]));
    let reader = Reader::open(&bytes[..]).unwrap();
    let events: Vec<Event<'_>> = readable(reader.records()).iter().map(|record| record.event).collect();
    let Event::Unknown(unknown) = events[0] else { panic!("{events:?}") };
    assert_eq!((unknown.code(), unknown.payload()), (16383, &[1, 2, 3][..]));
    assert_eq!(events[1], Event::Idle { reason: 9 });
    assert_eq!(reader.view(AgentId(5), 0).unwrap().idle(), Some((0, 9)));
    assert_eq!(reader.records().of_kinds(Kind::ALL).count(), 1);
}

#[test]
fn false_definitions_in_the_index_are_detected() {
    let mut records = beginning();
    let key = u8::try_from(records.len()).unwrap();
    records.extend(frame(&[0, 0, 1, 0]));
    records.extend(frame(&[0, 0, 2, 0]));
    let name = u8::try_from(records.len()).unwrap();
    records.extend(frame(&[0, 2, 2, 7, 1, b'x']));
    let backdrop = u8::try_from(records.len()).unwrap() - name;
    records.extend(frame(&[0, 3, 1, b'f', 0]));
    let last_tick = |definitions: &[u8]| {
        let mut bytes = records.clone();
        // According to the index the last tick is 9.
        let index = frame(&[&[0, 1, 1, 0, key], definitions, &[9, 0]].concat());
        bytes.extend(&index);
        bytes.extend(u32::try_from(index.len()).unwrap().to_le_bytes());
        bytes.extend(b"GNC\n");
        let reader = Reader::open(&bytes[..]).unwrap();
        assert_eq!(reader.name(NameTable::Fact, 7, 0), Some("x"));
        assert_eq!(reader.ending(), Ending::Closed { left_out: 0 });
        reader.last_tick()
    };
    assert_eq!(last_tick(&[2, 0, name, 0, backdrop]), 9);
    // A duplicate; a missing one; another kind; an overlapping one.
    assert_eq!(last_tick(&[3, 0, name, 0, backdrop, 0, 0]), 0);
    assert_eq!(last_tick(&[1, 0, 200]), 0);
    assert_eq!(last_tick(&[1, 0, key]), 0);
    assert_eq!(last_tick(&[2, 0, name, 0, 1]), 0);
}

#[test]
fn malformed_records_end_the_recording() {
    for body in [
        // No kind; a kind without its field; a boolean of 2; a key frame of another tick.
        &[0][..],
        &[0, 12],
        &[0, 35, 1, 1, 0, 0, 2],
        &[0, 0, 0, 9],
    ] {
        let mut bytes = beginning();
        bytes.extend(frame(&[0, 0, 1, 0]));
        bytes.extend(frame(&[0, 0, 2, 0]));
        bytes.extend(frame(&[0, 49, 0]));
        let offset = bytes.len() as u64;
        bytes.extend(frame(body));
        bytes.extend(frame(&[0, 49, 0]));
        let reader = Reader::open(&bytes[..]).unwrap();
        let records: Vec<_> = reader.records().collect();
        assert_eq!(records.len(), 2, "{body:?}");
        assert_eq!(records[1], Err(Damage { offset, kind: DamageKind::Malformed }), "{body:?}");
    }
}

/// The name of a type in the documentation.
fn described(ty: &str) -> String {
    let inside = |front: &str| ty.strip_prefix(front)?.strip_suffix('>').map(described);
    match ty {
        "&'a str" => "text".to_owned(),
        "&'a [u8]" => "bytes".to_owned(),
        _ => inside("Option<")
            .map(|inner| inner + "?")
            .or_else(|| inside("List<'a, ").map(|inner| inner + "*"))
            .unwrap_or_else(|| ty.replace("<'a>", "")),
    }
}

#[test]
fn documentation_lists_every_kind_with_its_fields() {
    let page = include_str!("../../../docs/recording.md");
    let source = include_str!("../src/event.rs");
    for &kind in Kind::ALL {
        let front = format!("    {} {}", kind as u32, kind.name());
        let declared = source.split(&front).find(|text| text.starts_with([' ', ';'])).unwrap();
        let fields: Vec<String> = declared
            .lines()
            .take_while(|line| !line.ends_with(';'))
            .filter_map(|line| line.trim().strip_suffix(',')?.split_once(": "))
            .filter(|(name, _)| !name.starts_with("//"))
            .map(|(name, ty)| format!("{name}: {}", described(ty)))
            .collect();
        let fields = if fields.is_empty() { "–".to_owned() } else { format!("`{}`", fields.join(", ")) };
        let row = format!("| {} | {} | {fields} |", kind as u32, kind.name());
        assert!(page.contains(&row), "{row}");
    }
}
