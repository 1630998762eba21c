//! Confidence intervals. All are of 95 %, and the same numbers in the same order give the same interval.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

pub use cunning_arena::simulation::wilson;

/// How often a sample is drawn from the sample to find how much its mean varies.
const RESAMPLES: usize = 1000;

/// A number with the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The number of values.
    pub count: u64,
    /// The mean, or the share of values that are true.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The share of successes, with its Wilson interval.
pub fn share(successes: u64, count: u64) -> Interval {
    let (low, high) = wilson(successes, count);
    Interval { count, mean: successes as f64 / count.max(1) as f64, low, high }
}

/// The mean of some numbers, with its bootstrap interval: the middle 95 % of the means of samples drawn from the numbers
/// with replacement.
///
/// ```
/// let numbers: Vec<f64> = (0..100).map(f64::from).collect();
/// let interval = cunning_sweep::stats::bootstrap(&numbers);
/// assert_eq!(interval.mean, 49.5);
/// assert!(interval.low > 42.0 && interval.low < 46.0 && interval.high > 53.0 && interval.high < 57.0);
/// ```
pub fn bootstrap(numbers: &[f64]) -> Interval {
    let count = numbers.len() as u64;
    let mean = numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    if numbers.len() < 2 || numbers.iter().all(|number| number.total_cmp(&numbers[0]).is_eq()) {
        return Interval { count, mean, low: mean, high: mean };
    }
    let mut random = Pcg64Mcg::seed_from_u64(count);
    let mut means = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let mut sum = 0.0;
        // Two draws from each random number.
        let mut left = numbers.len();
        while left > 0 {
            let word = random.next_u64();
            sum += numbers[pick(word as u32, count)];
            if left > 1 {
                sum += numbers[pick((word >> 32) as u32, count)];
            }
            left = left.saturating_sub(2);
        }
        means.push(sum / numbers.len() as f64);
    }
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[((RESAMPLES - 1) as f64 * share).round() as usize];
    Interval { count, mean, low: at(0.025), high: at(0.975) }
}

fn pick(word: u32, count: u64) -> usize {
    ((u64::from(word) * count) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_contain_the_mean_and_shrink_with_more_values() {
        let numbers = |count: u32| (0..count).map(|at| f64::from(at * 7919 % 101)).collect::<Vec<f64>>();
        let (few, many) = (bootstrap(&numbers(20)), bootstrap(&numbers(2000)));
        assert!(few.low < few.mean && few.mean < few.high);
        assert!(many.high - many.low < (few.high - few.low) / 5.0);
    }

    #[test]
    fn bootstrap_covers_the_true_mean_about_as_often_as_it_says() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut uniform = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let covered = (0..400)
            .filter(|_| {
                let sample: Vec<f64> = (0..40).map(|_| uniform()).collect();
                let interval = bootstrap(&sample);
                interval.low <= 0.5 && 0.5 <= interval.high
            })
            .count();
        // 95 % of 400 is 380; the percentile bootstrap of 40 values covers a little less.
        assert!((360..=396).contains(&covered), "{covered}");
    }

    #[test]
    fn few_and_equal_values_have_no_spread() {
        assert_eq!(bootstrap(&[3.0]), Interval { count: 1, mean: 3.0, low: 3.0, high: 3.0 });
        let equal = bootstrap(&[2.0; 9]);
        assert_eq!((equal.low, equal.high), (2.0, 2.0));
        assert_eq!(bootstrap(&[]).count, 0);
        assert!(share(0, 10).low.abs() < 1e-12);
    }
}
