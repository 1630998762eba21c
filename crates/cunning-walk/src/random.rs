//! Random choices that are the same for the same seed in every version and on every platform.
//!
//! The numbers come from a generator with a published definition. They are turned into choices here rather than by a
//! library, because libraries improve their sampling, which would change every generated map and recorded fight.

use cunning_encode::{Decode, Encode, Input, Malformed, Sink};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A stream of random choices that is determined by its seed. Its state is the seed and the number of draws.
///
/// ```
/// use cunning_walk::Random;
///
/// let mut random = Random::from_seed(2024);
/// assert_eq!([random.below(1000), random.below(1000)], [273, 17]);
/// assert_eq!(Random::resumed(2024, 2).below(1000), random.below(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    draws: u64,
    stream: Pcg64Mcg,
}

impl Random {
    /// Starts the stream of a seed.
    pub fn from_seed(seed: u64) -> Self {
        Self { seed, draws: 0, stream: Pcg64Mcg::seed_from_u64(seed) }
    }

    /// The stream of a seed after some draws.
    pub fn resumed(seed: u64, draws: u64) -> Self {
        let mut random = Self { draws, ..Self::from_seed(seed) };
        // Every draw takes one number of the stream.
        random.stream.advance(draws.into());
        random
    }

    /// The seed of the stream.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of draws so far.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// A number in `0..end`, where `end` is at most 2³²; 0 if the range is empty. The bias is at most one in four
    /// billion.
    pub fn below(&mut self, end: u64) -> u64 {
        self.draws = self.draws.wrapping_add(1);
        let drawn = self.stream.next_u64() >> 32;
        (drawn * end.min(1 << 32)) >> 32
    }

    /// A number in `min..=max`.
    pub fn between(&mut self, min: u32, max: u32) -> u32 {
        min + self.below(u64::from(max.saturating_sub(min)) + 1) as u32
    }

    /// True with a probability of `percent` in a hundred.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < u64::from(percent)
    }

    /// True with a probability of `permille` in a thousand.
    pub fn permille(&mut self, permille: u32) -> bool {
        self.below(1000) < u64::from(permille)
    }

    /// One of the choices; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(self.below(choices.len() as u64) as usize).copied()
    }
}

impl Encode for Random {
    fn put(&self, out: &mut impl Sink) {
        (self.seed, self.draws).put(out);
    }
}

impl<'a, C> Decode<'a, C> for Random {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let (seed, draws) = Decode::take(input)?;
        Ok(Self::resumed(seed, draws))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_stream_resumes_where_it_was() {
        let draw = |random: &mut Random| (0..100).map(|_| random.permille(500)).collect::<Vec<bool>>();
        let mut random = Random::from_seed(7);
        draw(&mut random);
        let mut bytes = Vec::new();
        random.put(&mut bytes);
        let mut restored = Random::take(&mut Input::new(&bytes)).unwrap();
        assert_eq!(draw(&mut restored), draw(&mut random));
    }

    #[test]
    fn stream_of_a_seed_never_changes() {
        let mut random = Random::from_seed(2024);
        let drawn: Vec<u64> = (0..8).map(|_| random.below(1000)).collect();
        assert_eq!(drawn, [273, 17, 863, 507, 178, 640, 649, 643]);
    }

    #[test]
    fn numbers_stay_in_range_and_reach_both_ends() {
        let mut random = Random::from_seed(1);
        let drawn: Vec<u32> = (0..1000).map(|_| random.between(3, 6)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&3), Some(&6)));
        assert_eq!((random.below(0), random.below(1), random.between(5, 5)), (0, 0, 5));
        assert!(!random.percent(0) && random.percent(100));
        assert_eq!((random.pick::<u8>(&[]), random.pick(&[7])), (None, Some(7)));
    }

    #[test]
    fn probabilities_are_met() {
        let mut random = Random::from_seed(1);
        let hits = (0..10_000).filter(|_| random.permille(250)).count();
        assert!((2350..2650).contains(&hits), "{hits}");
        assert!((0..100).all(|_| random.permille(1000) && !random.permille(0)));
    }
}
