//! Saving and loading a navigator.
//!
//! Little-endian: a magic number of four bytes, the number of states of the graph, then three lists preceded by their
//! lengths: knowledge by goal, the walk in progress (none or one), the watched walks. Numbers are `u32`, costs `u64`,
//! estimates the bits of an `f64`. Keys are in rising order.

use std::collections::{BTreeMap, BTreeSet};

use super::active_walk::ActiveWalk;
use super::{GOALS_MAX, Navigator, WATCHED_MAX, Watched};
use crate::knowledge::{Knowledge, STEPS_MAX, Track, take};
use crate::real_time::WalkError;

const LETTERS: [u8; 4] = *b"CWN1";

impl Navigator {
    /// Encodes the navigator as bytes, the same on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = LETTERS.to_vec();
        put(&mut bytes, &[self.states, self.known.len() as u32]);
        for knowledge in self.known.values() {
            let known = knowledge.to_bytes();
            put(&mut bytes, &[known.len() as u32]);
            bytes.extend(known);
        }
        put(&mut bytes, &[u32::from(self.active_walk.is_some())]);
        if let Some(active_walk) = &self.active_walk {
            put(&mut bytes, &[active_walk.goal, active_walk.aim, u32::from(active_walk.is_told)]);
            put_track(&mut bytes, &active_walk.track);
            put(&mut bytes, &[active_walk.learned.len() as u32]);
            for (state, estimate) in &active_walk.learned {
                put(&mut bytes, &[*state]);
                bytes.extend(estimate.to_bits().to_le_bytes());
            }
            put(&mut bytes, &[active_walk.removed.len() as u32]);
            active_walk.removed.iter().for_each(|state| put(&mut bytes, &[*state]));
        }
        put(&mut bytes, &[self.watched.len() as u32]);
        for (who, watched) in &self.watched {
            put(&mut bytes, &[*who, watched.goal, watched.aim]);
            put_track(&mut bytes, &watched.track);
        }
        bytes
    }

    /// Decodes the bytes of [`Navigator::to_bytes`]. Other bytes are an error. The fear of the walk in progress is not
    /// saved: call [`Navigator::wake`]. [`Navigator::states`] tells the size of the graph.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WalkError> {
        let mut rest = bytes;
        if take::<4>(&mut rest)? != LETTERS {
            return Err(WalkError::Bytes("wrong magic number"));
        }
        let states = number(&mut rest)?;
        let mut navigator = Self { states, ..Self::default() };
        for _ in 0..count(&mut rest, GOALS_MAX)? {
            let length = number(&mut rest)? as usize;
            let known = rest.get(..length).ok_or(WalkError::Bytes("wrong length"))?;
            rest = &rest[length..];
            let knowledge = Knowledge::from_bytes(known)?;
            if knowledge.states() != states {
                return Err(WalkError::Bytes("knowledge of another graph"));
            }
            let last = navigator.known.last_key_value();
            rising(last.is_none_or(|(last, _)| *last < knowledge.goal()))?;
            navigator.known.insert(knowledge.goal(), knowledge);
        }
        for _ in 0..count(&mut rest, 1)? {
            let (goal, aim) = (state(&mut rest, states)?, state(&mut rest, states)?);
            let is_told = count(&mut rest, 1)? == 1;
            let track = take_track(&mut rest, states)?;
            let (mut learned, mut removed) = (BTreeMap::new(), BTreeSet::new());
            for _ in 0..count(&mut rest, states as usize)? {
                let at = state(&mut rest, states)?;
                let estimate = f64::from_bits(u64::from_le_bytes(take(&mut rest)?));
                if estimate.is_nan() || estimate < 0.0 {
                    return Err(WalkError::Bytes("estimate out of range"));
                }
                rising(learned.last_key_value().is_none_or(|(last, _)| *last < at))?;
                learned.insert(at, estimate);
            }
            for _ in 0..count(&mut rest, states as usize)? {
                let at = state(&mut rest, states)?;
                rising(removed.last().is_none_or(|last| *last < at))?;
                removed.insert(at);
            }
            let fear_penalty = BTreeMap::new();
            navigator.active_walk =
                Some(ActiveWalk { goal, aim, track, learned, removed, is_told, fear_penalty });
        }
        for _ in 0..count(&mut rest, WATCHED_MAX)? {
            let who = number(&mut rest)?;
            let (goal, aim) = (state(&mut rest, states)?, state(&mut rest, states)?);
            let track = take_track(&mut rest, states)?;
            rising(navigator.watched.last_key_value().is_none_or(|(last, _)| *last < who))?;
            navigator.watched.insert(who, Watched { goal, aim, track });
        }
        if rest.is_empty() { Ok(navigator) } else { Err(WalkError::Bytes("wrong length")) }
    }
}

fn put(bytes: &mut Vec<u8>, numbers: &[u32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn put_track(bytes: &mut Vec<u8>, track: &Track) {
    put(bytes, &[track.states().len() as u32]);
    for (state, cost) in track.iter() {
        put(bytes, &[state]);
        bytes.extend(cost.to_le_bytes());
    }
}

fn take_track(rest: &mut &[u8], states: u32) -> Result<Track, WalkError> {
    // Every step takes bytes, so a wrong count runs out of bytes before it takes memory.
    let count = count(rest, STEPS_MAX + 1)?;
    let step = |_| Ok((state(rest, states)?, u64::from_le_bytes(take(rest)?)));
    let steps = (0..count).map(step).collect::<Result<Vec<_>, WalkError>>()?;
    Track::of(&steps).ok_or(WalkError::Bytes("walk without a start, or with falling costs"))
}

fn number(rest: &mut &[u8]) -> Result<u32, WalkError> {
    take(rest).map(u32::from_le_bytes)
}

fn count(rest: &mut &[u8], max: usize) -> Result<usize, WalkError> {
    let count = number(rest)? as usize;
    if count <= max { Ok(count) } else { Err(WalkError::Bytes("list too long")) }
}

fn state(rest: &mut &[u8], states: u32) -> Result<u32, WalkError> {
    let state = number(rest)?;
    if state < states { Ok(state) } else { Err(WalkError::NoSuchState { state, states }) }
}

/// Returns an error unless the keys are in rising order.
fn rising(is_rising: bool) -> Result<(), WalkError> {
    if is_rising { Ok(()) } else { Err(WalkError::Bytes("list out of order")) }
}
