//! Iterates over the records of a recording, frame by frame.

use cunning_encode::Malformed;

use crate::event::{INDEX_CODE, KEY_CODE, Kind};
use crate::frame::{self, Damage, DamageKind};
use crate::index::Mark;
use crate::record::{Kinds, RawRecord, Record};
use crate::state::key;
use crate::value::{Origin, Subject};

const KEY_FRAME: Malformed = Malformed::new("a key frame is inconsistent");

/// Iterates over all records, including key frames and the index.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a> {
    bytes: &'a [u8],
    /// The offset of the next record.
    pub(crate) offset: usize,
    /// The tick of the previous record.
    pub(crate) tick: u64,
}

/// A record and its offset.
pub(crate) type Found<'a> = (usize, RawRecord<'a>);

impl<'a> Walk<'a> {
    pub(crate) fn new(bytes: &'a [u8], offset: usize, tick: u64) -> Self {
        Self { bytes, offset, tick }
    }

    /// Starts at the first record of a key frame.
    pub(crate) fn at_key(bytes: &'a [u8], mark: Mark) -> Result<Self, Damage> {
        let damage = |_| Damage { offset: mark.offset, kind: DamageKind::Malformed };
        let offset = usize::try_from(mark.offset).unwrap_or(usize::MAX);
        let (body, _) = frame::take(bytes, offset)?;
        // Records store the ticks since the previous record; key frames also store their absolute tick.
        let record = RawRecord::take(body, 0).map_err(damage)?;
        let (flags, tick) = record.payload().and_then(|mut input| key::take(&mut input)).map_err(damage)?;
        let tick_before = tick.checked_sub(record.tick).ok_or(KEY_FRAME).map_err(damage)?;
        if record.code() != Ok(KEY_CODE) || flags & key::FIRST == 0 || tick != mark.tick {
            return Err(damage(KEY_FRAME));
        }
        Ok(Self::new(bytes, offset, tick_before))
    }

    /// The next record; `None` at the end of the bytes.
    pub(crate) fn next(&mut self) -> Result<Option<Found<'a>>, Damage> {
        let start = self.offset;
        if start >= self.bytes.len() {
            return Ok(None);
        }
        let (body, end) = frame::take(self.bytes, start)?;
        let damage = |_| Damage { offset: start as u64, kind: DamageKind::Malformed };
        let record = RawRecord::take(body, self.tick).map_err(damage)?;
        if record.code().map_err(damage)? == KEY_CODE {
            let (_, tick) = record.payload().and_then(|mut input| key::take(&mut input)).map_err(damage)?;
            if tick != record.tick {
                return Err(damage(KEY_FRAME));
            }
        }
        (self.offset, self.tick) = (end, record.tick);
        Ok(Some((start, record)))
    }
}

/// An iterator over the events of a recording.
///
/// In a damaged recording the last item is the damage. A truncated recording simply ends; see
/// [`Reader::ending`](crate::Reader::ending).
#[derive(Clone)]
pub struct Records<'a> {
    walk: Result<Walk<'a>, Damage>,
    from: u64,
    subject: Option<Subject>,
    origin: Option<Origin>,
    kinds: Option<Kinds>,
    is_done: bool,
}

impl<'a> Records<'a> {
    pub(crate) fn new(walk: Result<Walk<'a>, Damage>, from: u64) -> Self {
        Self { walk, from, subject: None, origin: None, kinds: None, is_done: false }
    }

    /// Keeps only records about a subject.
    #[must_use]
    pub fn about(self, subject: impl Into<Subject>) -> Self {
        Self { subject: Some(subject.into()), ..self }
    }

    /// Keeps only records of some kinds.
    #[must_use]
    pub fn of_kinds(self, kinds: &[Kind]) -> Self {
        Self { kinds: Some(Kinds::new(kinds)), ..self }
    }

    /// Keeps only inputs, which a replay repeats.
    #[must_use]
    pub fn inputs(self) -> Self {
        Self { origin: Some(Origin::Input), ..self }
    }

    fn is_wanted(&self, record: &RawRecord<'_>, code: u32) -> bool {
        code != KEY_CODE
            && code != INDEX_CODE
            && record.tick >= self.from
            && self.subject.is_none_or(|subject| subject == record.subject)
            && self.origin.is_none_or(|origin| origin == record.origin)
            && self.kinds.is_none_or(|kinds| kinds.has(code))
    }

    fn step(&mut self) -> Result<Option<Record<'a>>, Damage> {
        let mut walk = self.walk?;
        while let Some((start, record)) = walk.next()? {
            self.walk = Ok(walk);
            let damage = |_| Damage { offset: start as u64, kind: DamageKind::Malformed };
            if self.is_wanted(&record, record.code().map_err(damage)?) {
                return record.decode().map(Some).map_err(damage);
            }
        }
        Ok(None)
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Result<Record<'a>, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let next = self.step();
        self.is_done = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}
