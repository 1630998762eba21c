//! Saving and loading a navigator.
//!
//! A magic number of four bytes, then in the [common encoding](cunning_encode) the number of states of the graph, the
//! knowledge by goal, the walk in progress, the watched walks, and the known ground.

use std::collections::BTreeMap;

use cunning_encode::{Decode, Encode, Input, Malformed, Sink, encode_struct};

use super::active_walk::ActiveWalk;
use super::known_ground::KnownGround;
use super::{GOALS_MAX, Navigator, WATCHED_MAX, Watched};
use crate::knowledge::{Knowledge, Track};
use crate::real_time::WalkError;

const LETTERS: [u8; 4] = *b"CWN3";

encode_struct!(Watched { goal, aim, track });
encode_struct!(KnownGround { states });

impl Encode for Track {
    fn put(&self, out: &mut impl Sink) {
        out.number(self.states().len() as u64);
        for step in self.iter() {
            step.put(out);
        }
    }
}

impl<'a, C> Decode<'a, C> for Track {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let steps = Vec::take(input)?;
        Self::of(&steps).ok_or(Malformed::new("walk without a start, too long, or with falling costs"))
    }
}

impl Encode for ActiveWalk {
    fn put(&self, out: &mut impl Sink) {
        // The rest is derived from knowledge.
        let Self { goal, aim, track, learned, removed, is_told, fear_penalty: _, rest_of_walk: _ } = self;
        (goal, aim).put(out);
        is_told.put(out);
        track.put(out);
        learned.put(out);
        removed.put(out);
    }
}

impl<'a, C> Decode<'a, C> for ActiveWalk {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let (goal, aim) = Decode::take(input)?;
        Ok(Self {
            goal,
            aim,
            is_told: Decode::take(input)?,
            track: Decode::take(input)?,
            learned: Decode::take(input)?,
            removed: Decode::take(input)?,
            fear_penalty: BTreeMap::new(),
            rest_of_walk: BTreeMap::new(),
        })
    }
}

impl Encode for Navigator {
    fn put(&self, out: &mut impl Sink) {
        LETTERS.put(out);
        self.states.put(out);
        out.number(self.known.len() as u64);
        self.known.values().for_each(|knowledge| knowledge.put(out));
        self.active_walk.put(out);
        self.watched.put(out);
        self.known_ground.put(out);
    }
}

impl<'a, C> Decode<'a, C> for Navigator {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        if input.array()? != LETTERS {
            return Err(Malformed::new("wrong magic number"));
        }
        let states = u32::take(input)?;
        let known = Vec::<Knowledge>::take(input)?;
        let is_rising = known.is_sorted_by(|one, next| one.goal() < next.goal());
        if !is_rising || known.iter().any(|knowledge| knowledge.states() != states) {
            return Err(Malformed::new("knowledge out of order or of another graph"));
        }
        let known = known.into_iter().map(|knowledge| (knowledge.goal(), knowledge)).collect();
        let navigator = Self {
            states,
            known,
            active_walk: Decode::take(input)?,
            watched: Decode::take(input)?,
            known_ground: Decode::take(input)?,
        };
        if navigator.known.len() > GOALS_MAX || navigator.watched.len() > WATCHED_MAX {
            return Err(Malformed::new("list too long"));
        }
        if !navigator.saved_states().all(|state| state < states) {
            return Err(Malformed::new("a state is out of range"));
        }
        let mut estimates = navigator.active_walk.iter().flat_map(|walk| walk.learned.values());
        if estimates.any(|estimate| estimate.is_nan() || *estimate < 0.0) {
            return Err(Malformed::new("estimate out of range"));
        }
        Ok(navigator)
    }
}

impl Navigator {
    /// Encodes the navigator as bytes, the same on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        bytes
    }

    /// Decodes the bytes of [`Navigator::to_bytes`]. Other bytes are an error. What is derived for the walk in
    /// progress is not saved: call [`Navigator::wake`]. [`Navigator::states`] tells the size of the graph.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WalkError> {
        let mut input = Input::new(bytes);
        let navigator = Self::take(&mut input)?;
        input.end()?;
        Ok(navigator)
    }

    /// Iterates over the states of all walks and of the known ground.
    fn saved_states(&self) -> impl Iterator<Item = u32> {
        let walk = self.active_walk.iter().flat_map(|walk| {
            let learned = walk.learned.keys().chain(&walk.removed);
            [&walk.goal, &walk.aim].into_iter().chain(walk.track.states()).chain(learned)
        });
        let watched = self
            .watched
            .values()
            .flat_map(|watched| [&watched.goal, &watched.aim].into_iter().chain(watched.track.states()));
        walk.chain(watched).chain(&self.known_ground.states).copied()
    }
}
