//! Frames: a length, that many bytes, and a checksum over both, so that a cut or damaged file is readable up to the
//! last whole record and not a byte further.
//!
//! Every record has a frame of its own. A checksum for a whole block of records would be shorter, but what happened
//! just before a crash is what a recording is opened for.

use std::fmt;

use crate::limits::RECORD_BYTES_MAX;
use crate::wire::{Input, Output};

const CHECKSUM_BYTES: usize = 4;
/// What a frame adds at most to the bytes in it: [`RECORD_BYTES_MAX`] is a number of four bytes.
const LENGTH_BYTES_MAX: usize = 4;

/// Where a file stops making sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first byte of the record that cannot be read.
    pub offset: u64,
    /// What is wrong with it.
    pub kind: DamageKind,
}

/// In which way a record cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageKind {
    /// The file ends within it.
    Cut,
    /// It is longer than [`RECORD_BYTES_MAX`], or its length is no number.
    Length,
    /// Its checksum does not match.
    Checksum,
    /// Its checksum matches, but it says nothing that the format allows.
    Malformed,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            DamageKind::Cut => "the recording ends within a record",
            DamageKind::Length => "a record has an impossible length",
            DamageKind::Checksum => "a record does not match its checksum",
            DamageKind::Malformed => "a record makes no sense",
        };
        write!(f, "{what} (byte {})", self.offset)
    }
}

impl std::error::Error for Damage {}

/// Puts a frame around bytes. The output then holds the frame and nothing else.
pub(crate) fn put(out: &mut Vec<u8>, length: &mut Output, parts: [&[u8]; 2]) {
    out.clear();
    length.clear();
    length.number(parts.iter().map(|part| part.len() as u64).sum());
    out.extend_from_slice(length.bytes().unwrap_or_default());
    for part in parts {
        out.extend_from_slice(part);
    }
    out.extend_from_slice(&crc32fast::hash(out).to_le_bytes());
}

/// The bytes in the frame at an offset, and where the frame ends.
pub(crate) fn take(bytes: &[u8], offset: usize) -> Result<(&[u8], usize), Damage> {
    let damage = |kind| Damage { offset: offset as u64, kind };
    let all = bytes.get(offset..).unwrap_or_default();
    let mut input = Input::new(all);
    let Ok(len) = input.number() else {
        let is_cut = all.len() < LENGTH_BYTES_MAX && all.iter().all(|byte| byte & 0x80 != 0);
        return Err(damage(if is_cut { DamageKind::Cut } else { DamageKind::Length }));
    };
    let len = usize::try_from(len).ok().filter(|&len| len <= RECORD_BYTES_MAX);
    let len = len.ok_or(damage(DamageKind::Length))?;
    let cut = |_| damage(DamageKind::Cut);
    let body = input.raw(len).map_err(cut)?;
    let checked = &all[..all.len() - input.rest().len()];
    let checksum = input.raw(CHECKSUM_BYTES).map_err(cut)?;
    if crc32fast::hash(checked).to_le_bytes() != checksum {
        return Err(damage(DamageKind::Checksum));
    }
    Ok((body, offset + checked.len() + CHECKSUM_BYTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &[u8]) -> Vec<u8> {
        let mut frame = Vec::new();
        put(&mut frame, &mut Output::default(), [body, &[]]);
        frame
    }

    #[test]
    fn a_frame_has_the_bytes_that_the_format_says() {
        // The checksum is the CRC-32 of Ethernet and zip files.
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
        let frame = framed(b"abc");
        assert_eq!(frame[..4], *b"\x03abc");
        assert_eq!(frame[4..], crc32fast::hash(b"\x03abc").to_le_bytes());
        assert_eq!(take(&frame, 0), Ok((&b"abc"[..], 8)));
    }

    #[test]
    fn every_cut_and_every_wrong_bit_is_noticed() {
        let frame = framed(&[7; 300]);
        for len in 0..frame.len() {
            assert_eq!(take(&frame[..len], 0), Err(Damage { offset: 0, kind: DamageKind::Cut }), "{len}");
        }
        for bit in 0..frame.len() * 8 {
            let mut wrong = frame.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(take(&wrong, 0).is_err(), "{bit}");
        }
    }

    #[test]
    fn a_length_beyond_the_cap_is_refused_whatever_follows() {
        let mut out = Output::default();
        out.number(RECORD_BYTES_MAX as u64 + 1);
        let length = out.bytes().unwrap();
        assert_eq!(length.len(), LENGTH_BYTES_MAX);
        let refused = Err(Damage { offset: 0, kind: DamageKind::Length });
        assert_eq!(take(length, 0), refused);
        assert_eq!(take(&[0xff; 12], 0), refused);
        assert_eq!(take(&[0x80, 0], 0), refused);
    }
}
