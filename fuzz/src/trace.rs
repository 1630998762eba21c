//! Recordings: reading never panics, and whatever is read can be recorded again without loss.
//!
//! A fuzzer rarely gets past the checksums, so the bytes are read twice: as a file, and as records that this file frames as
//! described in `docs/recording.md`.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use cunning_trace::{Config, Damage, Header, Origin, Reader, Record, Recorder};

/// Key frames as often as they can be.
const CONFIG: Config = Config { ring_bytes_max: 256, recording_bytes_max: 1 << 20, key_bytes_min: 32 };

/// Feeds bytes to the reader.
pub fn check(bytes: &[u8]) {
    read(bytes);
    read(&framed(bytes));
}

/// Asks everything that there is to ask.
fn read(bytes: &[u8]) {
    let Ok(reader) = Reader::open(bytes) else { return };
    let records: Vec<Record<'_>> = reader.records().map_while(Result::ok).collect();
    let last = reader.last_tick();
    for tick in [0, 1, last / 2, last, u64::MAX] {
        let from = reader.records_from(tick).map_while(Result::ok);
        assert!(from.inspect(|record| assert!(record.tick >= tick)).count() <= bytes.len());
        for view in reader.views(tick).unwrap_or_default() {
            assert_eq!(view.diff(&view), []);
            let parts = view.beliefs().count() + view.steps().count() + view.orders().count();
            assert!(parts <= view.entries().count());
            let _ = (view.goal(), view.plan(), view.scores(), view.commander(), view.place());
        }
    }
    record_again(&records);
}

/// Records what was read. That recording is read to its end, makes itself again, and tells the state of the recorder.
fn record_again(records: &[Record<'_>]) {
    let (recorder, first) = recording(records.iter().copied());
    let reader = Reader::open(&first[..]).expect("what was recorded");
    let again: Result<Vec<Record<'_>>, Damage> = reader.records().collect();
    let again = again.expect("what was recorded");
    assert_eq!(again.len(), records.len());
    let (_, second) = recording(again.iter().copied());
    // Bytes are compared, because a place may be no number, which is equal to nothing.
    assert!(first == second);
    for view in reader.views(reader.last_tick()).expect("what was recorded") {
        assert_eq!(view.diff(&recorder.now(view.subject())), []);
    }
}

fn recording<'a>(records: impl Iterator<Item = Record<'a>>) -> (Recorder, Vec<u8>) {
    let mut recorder = Recorder::new(&Header::default(), CONFIG).expect("a small header");
    let shelf = Shelf::default();
    recorder.attach(Box::new(shelf.clone()));
    for record in records {
        recorder.begin_tick(record.tick).expect("ticks in order");
        match record.origin {
            Origin::Input => recorder.record_input(record.subject, || record.event),
            Origin::Result => recorder.record(record.subject, || record.event),
        }
    }
    recorder.detach().expect("a recording").expect("no failure");
    let bytes = shelf.0.lock().expect("one thread").clone();
    (recorder, bytes)
}

#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<Vec<u8>>>);

impl Write for Shelf {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("one thread").write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A recording of the records in the bytes, each after a byte with its length. The last one may be an index.
fn framed(mut bytes: &[u8]) -> Vec<u8> {
    let mut recorder = Recorder::new(&Header::default(), CONFIG).expect("a small header");
    let shelf = Shelf::default();
    recorder.attach(Box::new(shelf.clone()));
    let mut recording = shelf.0.lock().expect("one thread").clone();
    let mut frame = Vec::new();
    while let Some((&len, rest)) = bytes.split_first() {
        let (body, rest) = rest.split_at(rest.len().min(usize::from(len)));
        frame.clear();
        if body.len() >= 0x80 {
            frame.push(body.len() as u8 | 0x80);
        }
        frame.push(if body.len() >= 0x80 { 1 } else { body.len() as u8 });
        frame.extend_from_slice(body);
        frame.extend_from_slice(&crc32fast::hash(&frame).to_le_bytes());
        recording.extend_from_slice(&frame);
        bytes = rest;
    }
    recording.extend_from_slice(&(frame.len() as u32).to_le_bytes());
    recording.extend_from_slice(b"GNC\n");
    recording
}
