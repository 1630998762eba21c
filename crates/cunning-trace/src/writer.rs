//! Writes a recording to an output: records, key frames and the closing index.
//!
//! Each record is written at once; buffering is up to the caller. The first error ends the recording and is reported when
//! it is finished, so that a full disk does not stop a game.

use std::io::{self, Write};

use crate::frame;
use crate::index::{self, Index, Mark};
use crate::limits::KEY_PART_BYTES;
use crate::output::Output;
use crate::record::RawRecord;
use crate::recorder::Config;
use crate::state::{Entry, State, key};
use crate::value::{Origin, Subject};

/// The minimum ratio of record bytes to key frame bytes.
const KEY_SHARE: u64 = 4;

/// An upper bound of the bytes of a record besides its event.
const HEAD_BYTES_MAX: usize = 64;

/// The most key frames that memory is reserved for.
const KEYS_RESERVED_MAX: u64 = 1 << 16;

/// The size of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Written {
    /// The number of written bytes.
    pub bytes: u64,
    /// The number of records that were left out because the recording was full.
    pub left_out: u64,
}

pub(crate) struct Writer<W> {
    out: W,
    offset: u64,
    bytes_max: u64,
    key_bytes_min: u64,
    /// The end of the last key frame.
    key_end: u64,
    index: Index,
    is_full: bool,
    error: Option<io::Error>,
    length: Output,
    head: Output,
    part: Output,
    frame: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Starts a recording with the bytes before its first record.
    pub(crate) fn new(out: W, preamble: &[u8], config: &Config) -> Self {
        let keys_max = config.recording_bytes_max / config.key_bytes_min.max(1);
        let keys = Vec::with_capacity(keys_max.min(KEYS_RESERVED_MAX) as usize + 1);
        let mut writer = Self {
            out,
            offset: 0,
            bytes_max: config.recording_bytes_max,
            key_bytes_min: config.key_bytes_min,
            key_end: 0,
            index: Index { keys, ..Index::default() },
            is_full: false,
            error: None,
            length: Output::default(),
            head: Output::default(),
            // Reserved at once, because key frames can grow at any time.
            part: Output::with_capacity(KEY_PART_BYTES + HEAD_BYTES_MAX),
            frame: Vec::with_capacity(KEY_PART_BYTES + 2 * HEAD_BYTES_MAX),
        };
        writer.write(preamble);
        writer
    }

    pub(crate) fn output(&mut self) -> &mut W {
        &mut self.out
    }

    pub(crate) fn tick(&self) -> u64 {
        self.index.last_tick
    }

    /// Whether a key frame of this size is due.
    pub(crate) fn wants_key(&self, state_bytes: impl FnOnce() -> u64) -> bool {
        let written = self.offset - self.key_end;
        self.is_open() && written >= self.key_bytes_min && written >= KEY_SHARE * state_bytes()
    }

    pub(crate) fn record(&mut self, tick: u64, subject: Subject, origin: Origin, coded: &[u8]) -> Mark {
        let mark = self.framed(tick, subject, origin, coded);
        self.index.left_out += u64::from(self.is_full);
        mark
    }

    fn framed(&mut self, tick: u64, subject: Subject, origin: Origin, coded: &[u8]) -> Mark {
        self.head.clear();
        RawRecord::put_head(&mut self.head, tick - self.index.last_tick, subject, origin);
        frame::put(&mut self.frame, &mut self.length, [self.head.bytes().unwrap_or_default(), coded]);
        let mark = Mark { tick, offset: self.offset };
        let frame = std::mem::take(&mut self.frame);
        if self.write(&frame) {
            self.index.last_tick = tick;
        }
        self.frame = frame;
        mark
    }

    pub(crate) fn definition(&mut self, tick: u64, subject: Subject, origin: Origin, coded: &[u8]) {
        let mark = self.record(tick, subject, origin, coded);
        if self.is_open() {
            self.index.definitions.push(mark);
        }
    }

    /// Writes a key frame with the states before the first event of the tick.
    pub(crate) fn key<'s>(&mut self, tick: u64, states: impl Iterator<Item = (Subject, &'s State)>) {
        let mut part = std::mem::take(&mut self.part);
        part.clear();
        key::begin(&mut part, key::FIRST, tick);
        let mark = self.key_part(tick, Subject::World, &part);
        for (subject, state) in states {
            let mut entries = state.entries().iter().peekable();
            while entries.peek().is_some() {
                part.clear();
                key::begin(&mut part, 0, tick);
                let fits = |part: &Output, entry: &Entry| part.len() + entry.coded().len() <= KEY_PART_BYTES;
                let mut is_first = true;
                while let Some(entry) = entries.next_if(|entry| is_first || fits(&part, entry)) {
                    key::entry(&mut part, entry, tick);
                    is_first = false;
                }
                self.key_part(tick, subject, &part);
            }
        }
        part.clear();
        key::begin(&mut part, key::LAST, tick);
        self.key_part(tick, Subject::World, &part);
        self.part = part;
        if self.is_open() {
            self.index.keys.push(mark);
            self.key_end = self.offset;
        }
    }

    fn key_part(&mut self, tick: u64, subject: Subject, part: &Output) -> Mark {
        self.framed(tick, subject, Origin::Result, part.bytes().unwrap_or_default())
    }

    fn is_open(&self) -> bool {
        !self.is_full && self.error.is_none()
    }

    fn write(&mut self, bytes: &[u8]) -> bool {
        // After the first omitted record nothing is written, so that a recording has no gaps.
        self.is_full |= self.offset + bytes.len() as u64 > self.bytes_max;
        if self.is_open() {
            match self.out.write_all(bytes) {
                Ok(()) => self.offset += bytes.len() as u64,
                Err(error) => self.error = Some(error),
            }
        }
        self.is_open()
    }

    pub(crate) fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    pub(crate) fn written(&self) -> Written {
        Written { bytes: self.offset, left_out: self.index.left_out }
    }

    pub(crate) fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }

    /// Writes the closing index. It is small, so it may exceed the size limit of the recording.
    pub(crate) fn finish(mut self) -> io::Result<Written> {
        if let Some(error) = self.error {
            return Err(error);
        }
        // The header did not fit: an index alone is not a recording.
        if self.offset == 0 {
            return Ok(self.written());
        }
        self.part.clear();
        RawRecord::put_head(&mut self.part, 0, Subject::World, Origin::Result);
        self.index.put(&mut self.part);
        // An index that is too large for a record is left out; readers scan the recording instead.
        if let Some(body) = self.part.bytes() {
            frame::put(&mut self.frame, &mut self.length, [body, &[]]);
            let len = self.frame.len();
            self.frame.extend_from_slice(&index::trailer(len));
            self.out.write_all(&self.frame)?;
            self.offset += self.frame.len() as u64;
        }
        self.out.flush()?;
        Ok(self.written())
    }
}
