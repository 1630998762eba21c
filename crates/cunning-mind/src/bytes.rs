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
use crate::wire::{Input, Malformed, Output, Wire, put_text, take_text};

/// The largest accepted batch of messages, in bytes.
pub const MESSAGE_BYTES_MAX: usize = 1 << 24;

impl Commands {
    /// Encodes the commands as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Output::default();
        self.put(&mut out);
        out.bytes
    }

    /// Decodes commands from bytes, using the ids of a domain.
    pub fn from_bytes(bytes: &[u8], spec: &DomainSpec) -> Result<Self, MindError> {
        read(bytes, spec, Self::take)
    }
}

impl Percept<'_> {
    /// Appends the encoded percept to `bytes`, for [`MindEngine::receive_bytes`].
    pub fn put_bytes(&self, bytes: &mut Vec<u8>) {
        let mut out = Output { bytes: std::mem::take(bytes), archetype: None };
        match *self {
            Percept::Set { agent, fact, indices, value, confidence } => {
                out.bytes.push(0);
                (agent, fact).put(&mut out);
                indices.to_vec().put(&mut out);
                (value, confidence).put(&mut out);
            }
            Percept::Bind { ty, handle, name } => {
                out.bytes.push(1);
                (ty, handle).put(&mut out);
                put_text(short(name), &mut out);
            }
            Percept::Unbind { handle } => {
                out.bytes.push(2);
                handle.put(&mut out);
            }
            Percept::Done(step) | Percept::Failed(step) | Percept::Running(step) | Percept::Ended(step) => {
                out.bytes.push(match self {
                    Percept::Done(_) => 3,
                    Percept::Failed(_) => 4,
                    Percept::Running(_) => 5,
                    _ => 6,
                });
                step.put(&mut out);
            }
            Percept::Answer { question, yes } => {
                out.bytes.push(7);
                (question, yes).put(&mut out);
            }
            Percept::QueryAnswer { question, answer } => {
                out.bytes.push(8);
                (question, answer).put(&mut out);
            }
            Percept::Hold(agent) => {
                out.bytes.push(9);
                agent.put(&mut out);
            }
            Percept::Release(agent) => {
                out.bytes.push(10);
                agent.put(&mut out);
            }
        }
        *bytes = out.bytes;
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
            let (agent, fact) = Wire::take(from)?;
            at = Wire::take(from)?;
            let (value, confidence) = Wire::take(from)?;
            Percept::Set { agent, fact, indices: &[], value, confidence }
        }
        1 => {
            let (ty, handle) = Wire::take(from)?;
            Percept::Bind { ty, handle, name: take_text(from)? }
        }
        2 => Percept::Unbind { handle: Wire::take(from)? },
        3 => Percept::Done(Wire::take(from)?),
        4 => Percept::Failed(Wire::take(from)?),
        5 => Percept::Running(Wire::take(from)?),
        6 => Percept::Ended(Wire::take(from)?),
        7 => {
            let (question, yes) = Wire::take(from)?;
            Percept::Answer { question, yes }
        }
        8 => {
            let (question, answer) = Wire::take(from)?;
            Percept::QueryAnswer { question, answer }
        }
        9 => Percept::Hold(Wire::take(from)?),
        10 => Percept::Release(Wire::take(from)?),
        _ => return Err(Malformed("unknown percept tag")),
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
    let mut from = Input::new(bytes);
    from.spec = Some(spec);
    match take(&mut from) {
        Ok(_) if !from.is_empty() => Err(MindError::malformed("messages", "trailing bytes")),
        Ok(taken) => Ok(taken),
        Err(Malformed(why)) => Err(MindError::malformed("messages", why)),
    }
}
