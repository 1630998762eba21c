//! Messages as bytes, for games in other languages or processes: percepts in, commands out.
//!
//! A message is a tag byte followed by its fields in declaration order. Unsigned integers are LEB128 (seven bits per
//! byte, lowest first, high bit set on all but the last byte); signed integers are zigzag-encoded first; lists are
//! prefixed by their length. Percepts are concatenated; commands are prefixed by their count.

use crate::engine::MindEngine;
use crate::error::MindError;
use crate::message::{Commands, Percept, Value};
use crate::object_slots::short;
use crate::spec::DomainSpec;
use crate::wire::{Decode, Encode as _, Input, Malformed, Sink as _, input};

/// The largest accepted batch of messages, in bytes.
pub const MESSAGE_BYTES_MAX: usize = 1 << 24;

impl Commands {
    /// Encodes the commands as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        bytes
    }

    /// Decodes commands from bytes, using the ids of a domain.
    pub fn from_bytes(bytes: &[u8], spec: &DomainSpec) -> Result<Self, MindError> {
        read(bytes, spec, Self::take)
    }
}

impl Percept<'_> {
    /// Appends the encoded percept to `bytes`, for [`MindEngine::receive_bytes`].
    pub fn put_bytes(&self, bytes: &mut Vec<u8>) {
        match *self {
            Percept::Set { agent, fact, indices, value, confidence } => {
                bytes.push(0);
                (agent, fact).put(bytes);
                indices.put(bytes);
                (value, confidence).put(bytes);
            }
            Percept::Bind { ty, handle, name } => {
                bytes.push(1);
                (ty, handle).put(bytes);
                bytes.text(short(name));
            }
            Percept::Unbind { handle } => {
                bytes.push(2);
                handle.put(bytes);
            }
            Percept::Done(step) | Percept::Failed(step) | Percept::Running(step) | Percept::Ended(step) => {
                bytes.push(match self {
                    Percept::Done(_) => 3,
                    Percept::Failed(_) => 4,
                    Percept::Running(_) => 5,
                    _ => 6,
                });
                step.put(bytes);
            }
            Percept::Answer { question, yes } => {
                bytes.push(7);
                (question, yes).put(bytes);
            }
            Percept::QueryAnswer { question, answer } => {
                bytes.push(8);
                (question, answer).put(bytes);
            }
            Percept::Hold(agent) => {
                bytes.push(9);
                agent.put(bytes);
            }
            Percept::Release(agent) => {
                bytes.push(10);
                agent.put(bytes);
            }
        }
    }
}

impl MindEngine {
    /// Receives a sequence of encoded percepts and returns their number. If any of them is malformed, none is
    /// received.
    pub fn receive_bytes(&mut self, bytes: &[u8]) -> Result<usize, MindError> {
        let spec = self.spec().clone();
        let percepts = read(bytes, &spec, |from| {
            let mut percepts = Vec::new();
            while !from.is_empty() {
                percepts.push(take(from)?);
            }
            Ok(percepts)
        })?;
        for (percept, indices) in &percepts {
            match *percept {
                Percept::Set { agent, fact, value, confidence, .. } => {
                    self.receive(&Percept::Set { agent, fact, indices, value, confidence });
                }
                other => self.receive(&other),
            }
        }
        Ok(percepts.len())
    }
}

/// Reads a percept, and the indices of its fact if it has one.
fn take<'a>(from: &mut Input<'a>) -> Result<(Percept<'a>, Vec<Value>), Malformed> {
    let mut at = Vec::new();
    let percept = match from.byte()? {
        0 => {
            let (agent, fact) = Decode::take(from)?;
            at = Decode::take(from)?;
            let (value, confidence) = Decode::take(from)?;
            Percept::Set { agent, fact, indices: &[], value, confidence }
        }
        1 => {
            let (ty, handle) = Decode::take(from)?;
            Percept::Bind { ty, handle, name: from.text()? }
        }
        2 => Percept::Unbind { handle: Decode::take(from)? },
        3 => Percept::Done(Decode::take(from)?),
        4 => Percept::Failed(Decode::take(from)?),
        5 => Percept::Running(Decode::take(from)?),
        6 => Percept::Ended(Decode::take(from)?),
        7 => {
            let (question, yes) = Decode::take(from)?;
            Percept::Answer { question, yes }
        }
        8 => {
            let (question, answer) = Decode::take(from)?;
            Percept::QueryAnswer { question, answer }
        }
        9 => Percept::Hold(Decode::take(from)?),
        10 => Percept::Release(Decode::take(from)?),
        _ => return Err(Malformed::new("unknown percept tag")),
    };
    Ok((percept, at))
}

/// Reads bytes to their end.
fn read<'a, T>(
    bytes: &'a [u8],
    spec: &'a DomainSpec,
    take: impl FnOnce(&mut Input<'a>) -> Result<T, Malformed>,
) -> Result<T, MindError> {
    if bytes.len() > MESSAGE_BYTES_MAX {
        return Err(MindError::TooMany { what: "bytes of messages", max: MESSAGE_BYTES_MAX });
    }
    let mut from = input(bytes, spec);
    let taken = take(&mut from).and_then(|taken| from.end().map(|()| taken));
    taken.map_err(|malformed| MindError::malformed("messages", malformed.reason()))
}
