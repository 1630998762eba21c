//! Means with confidence intervals.

/// The number of standard errors on each side of a 95 % interval.
const ERRORS: f64 = 1.96;

/// A mean and half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) mean: f64,
    half: f64,
}

/// Estimates the mean of independent values.
pub(super) fn estimate(values: &[f64]) -> Estimate {
    let count = values.len() as f64;
    if values.len() < 2 {
        return Estimate { mean: values.first().copied().unwrap_or(f64::NAN), half: f64::NAN };
    }
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Estimate { mean, half: ERRORS * (squares / (count - 1.0) / count).sqrt() }
}

impl Estimate {
    pub(super) fn low(self) -> f64 {
        self.mean - self.half
    }

    fn high(self) -> f64 {
        self.mean + self.half
    }

    pub(super) fn contains(self, value: f64) -> bool {
        (self.mean - value).abs() <= self.half
    }

    /// A share as `61.2 % (58.0 to 64.4)`.
    pub(super) fn in_percent(self) -> String {
        format!("{:.1} % ({:.1} to {:.1})", 100.0 * self.mean, 100.0 * self.low(), 100.0 * self.high())
    }

    /// A difference of shares as `+3.1 (+0.4 to +5.8)`.
    pub(super) fn in_points(self) -> String {
        format!("{:+.1} ({:+.1} to {:+.1})", 100.0 * self.mean, 100.0 * self.low(), 100.0 * self.high())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_is_that_of_the_normal_distribution() {
        let found = estimate(&[0.0, 1.0, 0.0, 1.0]);
        assert_eq!(found.in_percent(), "50.0 % (-6.6 to 106.6)");
        assert!(found.contains(0.0) && !found.contains(1.07));
        assert_eq!(estimate(&[0.25; 3]).in_points(), "+25.0 (+25.0 to +25.0)");
    }

    #[test]
    fn single_value_has_no_interval() {
        assert!(!estimate(&[1.0]).contains(1.0) && !estimate(&[]).contains(0.0));
    }
}
