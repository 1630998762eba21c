//! How a walker learns and moves: the general rule with its parameters, and the choice of a method.

use std::fmt;

use super::{Lookahead, Teaching, WalkError};

/// A method of real-time search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// The general rule, which looks one step ahead.
    Rule(Rule),
    /// A local search around the walker, followed by a walk to its frontier.
    Lookahead(Lookahead),
}

impl Method {
    /// LRTA* (Korf 1990).
    pub const LRTA: Self = Self::Rule(Rule::LRTA);
    /// Hill climbing, which never learns.
    pub const HILL_CLIMBING: Self = Self::Rule(Rule::HILL_CLIMBING);

    /// Returns an error if a parameter is out of range.
    pub fn check(&self) -> Result<(), WalkError> {
        match self {
            Self::Rule(rule) => rule.check(),
            Self::Lookahead(lookahead) => lookahead.check(),
        }
    }
}

/// Shows the usual name, or all parameters in the notation of the literature: `w=1.5 wc=1 min b=0 lr=1 da E`.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::LRTA => write!(f, "LRTA*"),
            Self::HILL_CLIMBING => write!(f, "hill climbing"),
            Self::Rule(rule) => {
                let (w, wc, lop) = (rule.weight, rule.cost_weight, rule.learning.name());
                write!(f, "w={w} wc={wc} {lop} b={} lr={}", rule.beam, rule.step_size)?;
                write!(f, "{}", if rule.avoids_depressions { " da" } else { "" })?;
                write!(f, "{}", if rule.removes_expendable { " E" } else { "" })
            }
            Self::Lookahead(Lookahead { expansions, teaching, avoids_depressions, cost_weight }) => {
                let name = match (teaching, avoids_depressions) {
                    (Teaching::Frontier, false) => "LSS-LRTA*",
                    (Teaching::Frontier, true) => "daLSS-LRTA*",
                    (Teaching::Best, false) => "RTAA*",
                    (Teaching::Best, true) => "daRTAA*",
                };
                write!(f, "{name}({expansions})")?;
                if cost_weight.to_bits() == 1_f64.to_bits() { Ok(()) } else { write!(f, " wc={cost_weight}") }
            }
        }
    }
}

/// The learning operator: how several sums are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Learning {
    /// The minimum.
    #[default]
    Min,
    /// The arithmetic mean.
    Mean,
    /// The median; of an even number of sums the mean of the middle two.
    Median,
    /// The maximum.
    Max,
}

impl Learning {
    /// All operators.
    pub const ALL: [Self; 4] = [Self::Min, Self::Mean, Self::Median, Self::Max];

    /// The name on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Mean => "mean",
            Self::Median => "median",
            Self::Max => "max",
        }
    }
}

/// The general rule of one-step real-time search (Bulitko 2016, with a step size).
///
/// At `s` with neighbours `n` at cost `c`, each step
/// 1. chooses the least `c + h(n)`, the first of equals; with `avoids_depressions` only among the neighbours whose
///    estimates have risen least;
/// 2. takes the first `beam` share of the neighbours by `c + h(n)`, at least one, and computes
///    `h' = max(h(s), weight · learning(cost_weight · c + h(n)))` over those;
/// 3. moves `h(s)` towards `h'` by the share `step_size`;
/// 4. with `removes_expendable`: if `h(s)` rose and `s` is expendable, removes `s` from the graph.
///
/// Weights above 1, averages and the two switches make most walks shorter but lose the guarantee of LRTA* that the goal
/// is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The weight of learned estimates, above 0.
    pub weight: f64,
    /// The weight of edge costs in learned estimates, above 0.
    pub cost_weight: f64,
    /// The learning operator over the beam.
    pub learning: Learning,
    /// The share of neighbours to learn from, 0 (only the best) to 1 (all).
    pub beam: f64,
    /// The learning rate: how far an estimate moves towards the new value, from 0 to 1.
    pub step_size: f64,
    /// Whether to move only to neighbours whose estimates have risen least (depression avoidance).
    pub avoids_depressions: bool,
    /// Whether expendable states are removed from the graph.
    pub removes_expendable: bool,
}

impl Rule {
    /// LRTA*.
    pub const LRTA: Self = Self {
        weight: 1.0,
        cost_weight: 1.0,
        learning: Learning::Min,
        beam: 0.0,
        step_size: 1.0,
        avoids_depressions: false,
        removes_expendable: false,
    };

    /// Hill climbing: LRTA* that never learns. It may walk in circles forever.
    pub const HILL_CLIMBING: Self = Self { step_size: 0.0, ..Self::LRTA };

    /// Returns an error if a parameter is out of range.
    ///
    /// ```
    /// use cunning_walk::real_time::Rule;
    ///
    /// let error = Rule { beam: 1.5, ..Rule::LRTA }.check().unwrap_err();
    /// assert_eq!(error.to_string(), "`beam` must be from 0 to 1, not 1.5");
    /// ```
    pub fn check(&self) -> Result<(), WalkError> {
        for (name, found) in [("weight", self.weight), ("cost_weight", self.cost_weight)] {
            let is_in = found > 0.0 && found <= 1e6;
            WalkError::check(name, found, "above 0 and at most 1000000", is_in)?;
        }
        for (name, found) in [("beam", self.beam), ("step_size", self.step_size)] {
            WalkError::check(name, found, "from 0 to 1", (0.0..=1.0).contains(&found))?;
        }
        Ok(())
    }

    /// Whether estimates ever change.
    pub(crate) fn learns(&self) -> bool {
        self.step_size > 0.0
    }

    /// Whether only the best sum matters, so that nothing has to be sorted.
    pub(crate) fn is_plain(&self) -> bool {
        let is_one = |number: f64| number.to_bits() == 1_f64.to_bits();
        is_one(self.weight)
            && is_one(self.cost_weight)
            && self.learning == Learning::Min
            && (is_one(self.step_size) || !self.learns())
            && !self.avoids_depressions
            && !self.removes_expendable
    }
}
