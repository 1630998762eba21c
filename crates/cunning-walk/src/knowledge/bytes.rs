//! Saving and loading knowledge.
//!
//! A magic number of four bytes, then in the [common encoding](cunning_encode) the number of states, the goal, and the
//! memories by state.

use cunning_encode::{Decode, Encode, Input, Malformed, Sink, encode_enum, encode_struct};

use super::{Knowledge, Memory, Source};
use crate::real_time::WalkError;

const LETTERS: [u8; 4] = *b"CWK2";

encode_struct!(Memory { cost, weight, walks, source });
encode_enum!(Source { 0 = Computed, 1 = Seen, 2 = Own });

impl Encode for Knowledge {
    fn put(&self, out: &mut impl Sink) {
        LETTERS.put(out);
        self.states.put(out);
        self.goal.put(out);
        self.memories.put(out);
    }
}

impl<'a, C> Decode<'a, C> for Knowledge {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        if input.array()? != LETTERS {
            return Err(Malformed::new("wrong magic number"));
        }
        let known =
            Self { states: u32::take(input)?, goal: u32::take(input)?, memories: Decode::take(input)? };
        let is_sound = |memory: &Memory| {
            memory.cost >= 0.0 && memory.cost.is_finite() && (0.0..=1.0).contains(&memory.weight)
        };
        let last = known.memories.last_key_value().map(|(&state, _)| state);
        if known.goal.max(last.unwrap_or(0)) >= known.states {
            Err(Malformed::new("a state is out of range"))
        } else if !known.memories.values().all(is_sound) {
            Err(Malformed::new("cost or weight out of range"))
        } else {
            Ok(known)
        }
    }
}

impl Knowledge {
    /// Encodes the knowledge as bytes, the same on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        bytes
    }

    /// Decodes the bytes of [`Knowledge::to_bytes`]. Other bytes are an error.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WalkError> {
        let mut input = Input::new(bytes);
        let known = Self::take(&mut input)?;
        input.end()?;
        Ok(known)
    }
}
