//! Points: combinations of parameters, computed from their index.

use std::collections::BTreeMap;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use super::hash;
use crate::key::Key;
use crate::spec::{Distribution, Levels, Parameter, Settings, SweepSpec};

/// A combination of parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    index: u64,
    /// The value of each parameter in the table.
    labels: Vec<Value>,
    /// The index of the level of each listed parameter; 0 for sampled ones.
    levels: Vec<usize>,
    settings: Vec<Settings>,
}

impl Point {
    /// The point at an index: the last parameter of the grid changes fastest, samples change slowest.
    pub(super) fn new(spec: &SweepSpec, index: u64) -> Self {
        let mut rest = index;
        let mut levels = vec![0; spec.parameters.len()];
        for (at, parameter) in spec.parameters.iter().enumerate().rev() {
            if let Levels::Listed(all) = &parameter.levels {
                let count = all.len().max(1) as u64;
                levels[at] = (rest % count) as usize;
                rest /= count;
            }
        }
        Self::from_levels(spec, index, levels, rest)
    }

    /// The point with these levels of the grid and the sample of this number.
    pub(super) fn from_levels(spec: &SweepSpec, index: u64, levels: Vec<usize>, sample: u64) -> Self {
        let (mut labels, mut settings) = (Vec::new(), Vec::new());
        for (parameter, &level) in spec.parameters.iter().zip(&levels) {
            match &parameter.levels {
                Levels::Listed(all) => {
                    let level = all.get(level);
                    labels.push(level.map_or(Value::Null, |level| level.label.clone()));
                    settings.push(level.map_or_else(Settings::new, |level| level.settings.clone()));
                }
                Levels::Sampled(key, distribution) => {
                    let value = draw(spec.samples.seed, &parameter.name, sample, distribution);
                    settings.push(vec![(key.clone(), value.clone())]);
                    labels.push(value);
                }
            }
        }
        Self { index, labels, levels, settings }
    }

    /// The number of the combination in the plan.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// The values of the parameters in the table, in file order.
    pub fn labels(&self) -> &[Value] {
        &self.labels
    }

    /// The settings of the run and of all levels, by key; levels override the run, later parameters earlier ones.
    pub(super) fn settings(&self, spec: &SweepSpec) -> BTreeMap<Key, Value> {
        spec.run.settings.iter().chain(self.settings.iter().flatten()).cloned().collect()
    }

    /// The number of the point's combination of levels that change which files are read.
    pub(super) fn base(&self, spec: &SweepSpec) -> usize {
        let mut base = 0;
        for (parameter, level) in spec.parameters.iter().zip(&self.levels) {
            if is_structural(parameter) {
                base = base * level_count(parameter) + level;
            }
        }
        base
    }
}

pub(super) fn level_count(parameter: &Parameter) -> usize {
    match &parameter.levels {
        Levels::Listed(levels) => levels.len(),
        Levels::Sampled(..) => 1,
    }
}

/// Whether a parameter may change which files are read.
pub(super) fn is_structural(parameter: &Parameter) -> bool {
    match &parameter.levels {
        Levels::Listed(levels) => {
            levels.iter().flat_map(|level| &level.settings).any(|(key, value)| key.is_structural(value))
        }
        Levels::Sampled(..) => false,
    }
}

/// Draws a value. Each parameter has its own stream, and each sample its own part of it: more samples or parameters do
/// not change earlier values.
fn draw(seed: u64, name: &str, sample: u64, distribution: &Distribution) -> Value {
    let stream = hash(&format!("{seed} {name} {sample}"));
    let mut random = Pcg64Mcg::seed_from_u64(stream as u64);
    // The 53 bits that a float has.
    let share = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    match distribution {
        Distribution::Whole(first, last) => {
            let count = last.abs_diff(*first).saturating_add(1);
            let at = (u128::from(random.next_u64()) * u128::from(count)) >> 64;
            Value::from(first.saturating_add_unsigned(at as u64))
        }
        Distribution::Uniform(low, high) => {
            let number = low + (high - low) * share;
            Value::from(rounded(number, high - low).clamp(*low, *high))
        }
        Distribution::Logarithmic(low, high) => {
            let number = (low.ln() + (high / low).ln() * share).exp();
            Value::from(rounded(number, *low).clamp(*low, *high))
        }
        Distribution::Choice(values) => {
            let at = ((random.next_u64() >> 32) * values.len() as u64) >> 32;
            values.get(at as usize).cloned().unwrap_or(Value::Null)
        }
    }
}

/// Rounds to three decimals, which is what scenes and domains allow, or to more if `scale` is below a hundredth. So tables
/// stay readable, and no platform's last digit matters.
pub(crate) fn rounded(number: f64, scale: f64) -> f64 {
    let decimals = (1.0 - scale.abs().log10().floor()).clamp(3.0, 15.0) as usize;
    format!("{number:.decimals$}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn numbers_have_three_decimals_or_as_many_as_the_scale_needs() {
        let shown = |number: f64, scale: f64| rounded(number, scale).to_string();
        assert_eq!(shown(0.238_844_1, 0.5), "0.239");
        assert_eq!(shown(1_234.567_89, 1000.0), "1234.568");
        assert_eq!(shown(0.001_234_5, 0.002), "0.0012");
        assert!(rounded(0.5, 0.0).is_finite());
    }
}
