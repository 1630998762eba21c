//! Frames: a length, that many bytes, and a checksum over both. A truncated or damaged file is readable up to its last
//! complete record.
//!
//! Every record has its own frame. One checksum per block of records would be smaller, but the records just before a
//! crash matter most.

use std::fmt;

use cunning_encode::Sink as _;

use crate::limits::RECORD_BYTES_MAX;
use crate::output::{Output, input};

const CHECKSUM_BYTES: usize = 4;
/// The longest encoding of a length: [`RECORD_BYTES_MAX`] takes four bytes.
const LENGTH_BYTES_MAX: usize = 4;

/// Where and how a recording is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first byte of the record that cannot be read.
    pub offset: u64,
    /// What is wrong with the record.
    pub kind: DamageKind,
}

/// Why a record cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageKind {
    /// The file ends within the record.
    Cut,
    /// The length is malformed or above [`RECORD_BYTES_MAX`].
    Length,
    /// The checksum does not match.
    Checksum,
    /// The checksum matches, but the content is not valid.
    Malformed,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            DamageKind::Cut => "truncated record",
            DamageKind::Length => "invalid record length",
            DamageKind::Checksum => "record with a wrong checksum",
            DamageKind::Malformed => "malformed record",
        };
        write!(f, "{what} at byte {}", self.offset)
    }
}

impl std::error::Error for Damage {}

/// Replaces the content of `out` with a frame around the parts.
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

/// Reads the frame at an offset; returns its bytes and the offset of its end.
pub(crate) fn take(bytes: &[u8], offset: usize) -> Result<(&[u8], usize), Damage> {
    let damage = |kind| Damage { offset: offset as u64, kind };
    let all = bytes.get(offset..).unwrap_or_default();
    let mut input = input(all);
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
    fn frames_have_the_documented_bytes() {
        // The checksum is the CRC-32 of Ethernet and zip files.
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
        let frame = framed(b"abc");
        assert_eq!(frame[..4], *b"\x03abc");
        assert_eq!(frame[4..], crc32fast::hash(b"\x03abc").to_le_bytes());
        assert_eq!(take(&frame, 0), Ok((&b"abc"[..], 8)));
    }

    #[test]
    fn every_truncation_and_bit_flip_is_detected() {
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
    fn lengths_above_the_limit_are_rejected() {
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
