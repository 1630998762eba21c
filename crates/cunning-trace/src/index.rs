//! The closing index of a finished recording: the offsets of its key frames and definitions.
//!
//! It is an ordinary record, followed by its length and a mark so that it can be found from the end. A recording without
//! an index is scanned instead.

use cunning_encode::{Decode as _, Encode as _, Input, Malformed, Sink as _};

use crate::event::INDEX_CODE;
use crate::output::Output;

/// The position of a record in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The tick of the record.
    pub tick: u64,
    /// The offset of the record's first byte.
    pub offset: u64,
}

/// The content of the closing index.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Index {
    /// The first record of each key frame.
    pub(crate) keys: Vec<Mark>,
    /// The records of definitions.
    pub(crate) definitions: Vec<Mark>,
    /// The tick of the last record.
    pub(crate) last_tick: u64,
    /// The number of records that were left out because the recording was full.
    pub(crate) left_out: u64,
}

/// The last bytes of a finished recording.
const END: [u8; 4] = *b"GNC\n";
/// The size of the trailer: the length of the index's frame in four bytes, then the mark.
pub(crate) const TRAILER_BYTES: usize = 8;

pub(crate) fn trailer(frame_len: usize) -> [u8; TRAILER_BYTES] {
    let mut trailer = [0; TRAILER_BYTES];
    trailer[..4].copy_from_slice(&(frame_len as u32).to_le_bytes());
    trailer[4..].copy_from_slice(&END);
    trailer
}

/// The offset of the index's frame, if the bytes end with a trailer.
pub(crate) fn find(bytes: &[u8]) -> Option<usize> {
    let (_, trailer) = bytes.split_last_chunk::<TRAILER_BYTES>()?;
    let (len, end) = trailer.split_first_chunk::<4>()?;
    if end != END {
        return None;
    }
    bytes.len().checked_sub(TRAILER_BYTES)?.checked_sub(u32::from_le_bytes(*len) as usize)
}

impl Index {
    pub(crate) fn put(&self, out: &mut Output) {
        out.number(u64::from(INDEX_CODE));
        for marks in [&self.keys, &self.definitions] {
            out.number(marks.len() as u64);
            let mut before = Mark { tick: 0, offset: 0 };
            for mark in marks {
                out.number(mark.tick - before.tick);
                out.number(mark.offset - before.offset);
                before = *mark;
            }
        }
        self.last_tick.put(out);
        self.left_out.put(out);
    }

    pub(crate) fn take(input: &mut Input<'_>) -> Result<Self, Malformed> {
        let keys = marks(input)?;
        let definitions = marks(input)?;
        Ok(Self { keys, definitions, last_tick: u64::take(input)?, left_out: u64::take(input)? })
    }
}

fn marks(input: &mut Input<'_>) -> Result<Vec<Mark>, Malformed> {
    const OUT_OF_RANGE: Malformed = Malformed::new("a position is out of range");
    let len = input.count()?;
    let mut marks = Vec::with_capacity(len);
    let mut mark = Mark { tick: 0, offset: 0 };
    for _ in 0..len {
        mark.tick = mark.tick.checked_add(input.number()?).ok_or(OUT_OF_RANGE)?;
        mark.offset = mark.offset.checked_add(input.number()?).ok_or(OUT_OF_RANGE)?;
        marks.push(mark);
    }
    Ok(marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::input;

    #[test]
    fn index_round_trips() {
        let mark = |tick, offset| Mark { tick, offset };
        let index = Index {
            keys: vec![mark(0, 10), mark(7, 5000)],
            definitions: vec![mark(0, 12)],
            last_tick: 9,
            left_out: 1,
        };
        let mut out = Output::default();
        index.put(&mut out);
        let bytes = out.bytes().unwrap();
        assert_eq!(bytes, [1, 2, 0, 10, 7, 0xfe, 0x26, 1, 0, 12, 9, 1]);
        assert_eq!(Index::take(&mut input(&bytes[1..])), Ok(index));
        for len in 1..bytes.len() {
            assert!(Index::take(&mut input(&bytes[1..len])).is_err());
        }
    }

    #[test]
    fn trailer_locates_the_index() {
        let mut bytes = vec![0; 30];
        bytes.extend(trailer(20));
        assert_eq!(find(&bytes), Some(10));
        assert_eq!(find(&trailer(1)), None);
        assert_eq!(find(&bytes[..37]), None);
    }
}
