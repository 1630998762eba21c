//! Random choices that stay the same for ever.
//!
//! The numbers come from a generator with a published definition; turning them into choices is done here and
//! not by a library, because libraries improve how they sample and every map would change with them.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A stream of choices fixed by its seed.
pub(super) struct Dice(Pcg64Mcg);

impl Dice {
    pub(super) fn seeded(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number from 0 up to but not including `end`; 0 if there is none. Some numbers are likelier by one in
    /// four billion, which no map shows.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        let roll = self.0.next_u64() >> 32;
        ((roll * u64::from(end)) >> 32) as u32
    }

    /// A number from `min` to `max`, both included.
    pub(super) fn between(&mut self, min: u32, max: u32) -> u32 {
        min + self.below(max.saturating_sub(min) + 1)
    }

    /// True in so many cases of a hundred.
    pub(super) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of the choices.
    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(self.below(choices.len() as u32) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut dice = Dice::seeded(2024);
        let rolls: Vec<u32> = (0..8).map(|_| dice.below(1000)).collect();
        assert_eq!(rolls, [273, 17, 863, 507, 178, 640, 649, 643]);
    }

    #[test]
    fn rolls_stay_in_range_and_reach_both_ends() {
        let mut dice = Dice::seeded(1);
        let rolls: Vec<u32> = (0..1000).map(|_| dice.between(3, 6)).collect();
        assert_eq!((rolls.iter().min(), rolls.iter().max()), (Some(&3), Some(&6)));
        assert_eq!((dice.below(0), dice.below(1), dice.between(5, 5)), (0, 0, 5));
        assert!(!dice.percent(0) && dice.percent(100));
        assert_eq!((dice.pick::<u8>(&[]), dice.pick(&[7])), (None, Some(7)));
    }
}
