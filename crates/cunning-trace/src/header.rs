//! The header of a recording: the magic bytes, the format version, and everything that a replay or a viewer needs first.

use std::fmt;

use cunning_encode::{Decode as _, Encode as _, encode_struct};

use crate::frame::{self, Damage};
use crate::list::List;
use crate::output::{Output, input};
use crate::parts::{Setting, Source};

/// The first bytes of every recording. As in PNG, the first byte is not ASCII and the line ends reveal conversions.
pub const MAGIC: [u8; 8] = *b"\x89CNG\r\n\x1a\n";

/// The version of the format. It changes when older readers would misread a recording; added kinds and fields do not
/// change it.
pub const FORMAT_VERSION: u32 = 1;

/// The header of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Header<'a> {
    /// The program that wrote the recording, with its version.
    pub engine: &'a str,
    /// All files of the domain, the main one first.
    pub domain: List<'a, Source<'a>>,
    /// The scene or level with its files; may be empty.
    pub scene: List<'a, Source<'a>>,
    /// The seed of the random number generators.
    pub seed: u64,
    /// Other inputs of a replay: versions, options, limits.
    pub settings: List<'a, Setting<'a>>,
}

encode_struct!(Header<'a> { engine, domain, scene, seed, settings });

/// Why bytes cannot be opened as a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The bytes end within the header of a recording.
    Incomplete,
    /// The bytes do not start like a recording.
    NotARecording,
    /// The recording has another format version.
    Version(u32),
    /// The header is damaged.
    Header(Damage),
    /// The recording defines more than [`NAMES_MAX`](crate::NAMES_MAX) names.
    TooManyNames,
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Incomplete => write!(f, "the recording ends within its header"),
            Self::NotARecording => write!(f, "this is not a Cunning recording"),
            Self::Version(version) => {
                write!(
                    f,
                    "the recording has format version {version}, but this program reads version {FORMAT_VERSION}"
                )
            }
            Self::Header(damage) => write!(f, "the header of the recording is damaged: {damage}"),
            Self::TooManyNames => write!(f, "the recording defines more than {} names", crate::NAMES_MAX),
        }
    }
}

impl std::error::Error for OpenError {}

/// The offsets of the version, which has two bytes, and of the header's frame.
const VERSION_AT: usize = MAGIC.len();
const FRAME_AT: usize = VERSION_AT + 2;

/// Encodes the start of a recording; `None` if the header is too large.
pub(crate) fn put(header: &Header<'_>) -> Option<Vec<u8>> {
    let mut body = Output::default();
    header.put(&mut body);
    let mut framed = Vec::new();
    frame::put(&mut framed, &mut Output::default(), [body.bytes()?, &[]]);
    let version = FORMAT_VERSION as u16;
    Some([&MAGIC, &version.to_le_bytes()[..], &framed].concat())
}

/// Reads the header; returns it and the offset of the first record.
pub(crate) fn take(bytes: &[u8]) -> Result<(Header<'_>, usize), OpenError> {
    let known = bytes.len().min(VERSION_AT);
    if bytes[..known] != MAGIC[..known] {
        return Err(OpenError::NotARecording);
    }
    let version = bytes.get(VERSION_AT..FRAME_AT).and_then(|version| version.try_into().ok());
    let version = u32::from(u16::from_le_bytes(version.ok_or(OpenError::Incomplete)?));
    if version != FORMAT_VERSION {
        return Err(OpenError::Version(version));
    }
    let (body, end) = frame::take(bytes, FRAME_AT).map_err(|damage| match damage.kind {
        frame::DamageKind::Cut => OpenError::Incomplete,
        _ => OpenError::Header(damage),
    })?;
    let malformed = Damage { offset: FRAME_AT as u64, kind: frame::DamageKind::Malformed };
    let header = Header::take(&mut input(body)).map_err(|_| OpenError::Header(malformed))?;
    Ok((header, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_errors_are_distinguished() {
        let whole = put(&Header { engine: "e", seed: 3, ..Header::default() }).unwrap();
        assert_eq!(take(&whole).unwrap().0.seed, 3);
        for len in 0..whole.len() {
            assert_eq!(take(&whole[..len]).unwrap_err(), OpenError::Incomplete, "{len}");
        }
        assert_eq!(take(b"PNG").unwrap_err(), OpenError::NotARecording);
        let mut newer = whole.clone();
        newer[VERSION_AT] = 9;
        assert_eq!(take(&newer).unwrap_err(), OpenError::Version(9));
        let mut damaged = whole.clone();
        damaged[FRAME_AT + 2] ^= 1;
        assert!(matches!(take(&damaged).unwrap_err(), OpenError::Header(_)));
    }
}
