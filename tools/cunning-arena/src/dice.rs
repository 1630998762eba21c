//! Random numbers: one stream per world, defined by its seed, that is saved as a number of draws.
//!
//! The generator has a published definition. Turning its numbers into choices is done here and not by a
//! library, so that a recorded run stays the same for ever.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::world::wire::{Broken, Reader, Sink, Wire};

/// A stream of random choices.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    seed: u64,
    draws: u64,
    stream: Pcg64Mcg,
}

impl Dice {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self { seed, draws: 0, stream: Pcg64Mcg::seed_from_u64(seed) }
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns a number from zero to less than `end`; zero if `end` is zero.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.draws = self.draws.wrapping_add(1);
        let roll = self.stream.next_u64() >> 32;
        (roll * end.min(1 << 32)) >> 32
    }

    /// Returns true with a probability in thousandths.
    pub(crate) fn permille(&mut self, chance: u32) -> bool {
        self.draws = self.draws.wrapping_add(1);
        let roll = self.stream.next_u64() >> 32;
        (roll * 1000) >> 32 < u64::from(chance)
    }
}

impl Wire for Dice {
    fn put(&self, out: &mut impl Sink) {
        self.seed.put(out);
        self.draws.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        let mut dice = Self::seeded(u64::take(from)?);
        dice.draws = u64::take(from)?;
        // Every draw takes one number of the stream.
        dice.stream.advance(dice.draws.into());
        Ok(dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolls(dice: &mut Dice) -> Vec<bool> {
        (0..100).map(|_| dice.permille(500)).collect()
    }

    #[test]
    fn restored_stream_continues_where_it_was_saved() {
        let mut dice = Dice::seeded(7);
        rolls(&mut dice);
        let mut bytes = Vec::new();
        dice.put(&mut bytes);
        let mut restored = Dice::take(&mut Reader::new(&bytes)).unwrap();
        assert_eq!(rolls(&mut restored), rolls(&mut dice));
    }

    #[test]
    fn permille_hits_with_the_given_probability() {
        let mut dice = Dice::seeded(1);
        let hits = (0..10_000).filter(|_| dice.permille(250)).count();
        assert!((2350..2650).contains(&hits), "{hits}");
        assert!((0..100).all(|_| dice.permille(1000) && !dice.permille(0)));
    }
}
