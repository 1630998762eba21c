//! Knowledge as bytes: saved with an agent, and read back.
//!
//! Little-endian: four letters, then states, goal and the number of memories as `u32`, then each memory: state `u32`, cost
//! and weight as the bits of an `f64`, walks `u32`, source `u8`. States come in rising order.

use std::collections::BTreeMap;

use super::{Knowledge, Memory, Source};
use crate::real_time::WalkError;

const LETTERS: [u8; 4] = *b"CWK1";
const HEAD: usize = 16;
const EACH: usize = 25;

impl Knowledge {
    /// All of it as bytes, the same on every machine.
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

    /// Reads what [`Knowledge::to_bytes`] wrote. Anything else is an error.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WalkError> {
        let mut rest = bytes;
        if take::<4>(&mut rest)? != LETTERS {
            return Err(WalkError::Bytes("it begins with other letters"));
        }
        let mut number = || take::<4>(&mut rest).map(u32::from_le_bytes);
        let (states, goal, count) = (number()?, number()?, number()?);
        if goal >= states || count > states {
            return Err(WalkError::Bytes("it has more memories than states, or no goal"));
        }
        if rest.len() != count as usize * EACH {
            return Err(WalkError::Bytes("it is too short or too long"));
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
                _ => return Err(WalkError::Bytes("a memory comes from nowhere")),
            };
            let is_known = memories.last_key_value().is_some_and(|(&last, _)| last >= state);
            if state >= states || is_known {
                return Err(WalkError::Bytes("its states are not in order"));
            }
            if !(cost >= 0.0 && cost.is_finite() && (0.0..=1.0).contains(&weight)) {
                return Err(WalkError::Bytes("a cost or a weight is out of range"));
            }
            memories.insert(state, Memory { cost, walks, weight, source });
        }
        Ok(Self { states, goal, memories })
    }
}

/// The next bytes.
pub(crate) fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], WalkError> {
    let (taken, left) = rest.split_first_chunk().ok_or(WalkError::Bytes("it is too short or too long"))?;
    *rest = left;
    Ok(*taken)
}
