//! Saving and loading knowledge.
//!
//! Little-endian: a magic number of four bytes, then states, goal and the number of memories as `u32`, then each memory: state `u32`, cost
//! and weight as the bits of an `f64`, walks `u32`, source `u8`. States come in rising order.

use std::collections::BTreeMap;

use super::{Knowledge, Memory, Source};
use crate::real_time::WalkError;

const LETTERS: [u8; 4] = *b"CWK1";
const HEAD: usize = 16;
const EACH: usize = 25;

impl Knowledge {
    /// Encodes the knowledge as bytes, the same on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + EACH * self.memories.len());
        bytes.extend(LETTERS);
        for number in [self.states, self.goal, self.memories.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        for (&state, memory) in &self.memories {
            bytes.extend(state.to_le_bytes());
            bytes.extend(memory.cost.to_bits().to_le_bytes());
            bytes.extend(memory.weight.to_bits().to_le_bytes());
            bytes.extend(memory.walks.to_le_bytes());
            bytes.push(memory.source as u8);
        }
        bytes
    }

    /// Decodes the bytes of [`Knowledge::to_bytes`]. Other bytes are an error.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WalkError> {
        let mut rest = bytes;
        if take::<4>(&mut rest)? != LETTERS {
            return Err(WalkError::Bytes("wrong magic number"));
        }
        let mut number = || take::<4>(&mut rest).map(u32::from_le_bytes);
        let (states, goal, count) = (number()?, number()?, number()?);
        if goal >= states || count > states {
            return Err(WalkError::Bytes("more memories than states, or no goal"));
        }
        if rest.len() != count as usize * EACH {
            return Err(WalkError::Bytes("wrong length"));
        }
        let mut memories = BTreeMap::new();
        for _ in 0..count {
            let state = u32::from_le_bytes(take(&mut rest)?);
            let cost = f64::from_bits(u64::from_le_bytes(take(&mut rest)?));
            let weight = f64::from_bits(u64::from_le_bytes(take(&mut rest)?));
            let walks = u32::from_le_bytes(take(&mut rest)?);
            let source = match take::<1>(&mut rest)? {
                [0] => Source::Computed,
                [1] => Source::Seen,
                [2] => Source::Own,
                _ => return Err(WalkError::Bytes("unknown source of a memory")),
            };
            let is_known = memories.last_key_value().is_some_and(|(&last, _)| last >= state);
            if state >= states || is_known {
                return Err(WalkError::Bytes("states out of order"));
            }
            if !(cost >= 0.0 && cost.is_finite() && (0.0..=1.0).contains(&weight)) {
                return Err(WalkError::Bytes("cost or weight out of range"));
            }
            memories.insert(state, Memory { cost, walks, weight, source });
        }
        Ok(Self { states, goal, memories })
    }
}

/// Takes the next bytes.
pub(crate) fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], WalkError> {
    let (taken, left) = rest.split_first_chunk().ok_or(WalkError::Bytes("wrong length"))?;
    *rest = left;
    Ok(*taken)
}
