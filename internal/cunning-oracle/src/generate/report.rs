//! Statistics of a campaign, and whether it was hard enough to be meaningful.

use super::features::{self, Feature};
use super::{Family, Generated};
use crate::domain::OracleDomain;
use crate::query::{Outcome, Verdict};
use std::collections::BTreeMap;
use std::fmt;

/// The number of families that a campaign must have.
const FAMILIES_MIN: usize = 6;
/// The mean number of states beyond which brute force is too slow.
const MEAN_STATES_MAX: usize = 1_000;

/// Counts over the domains of a campaign.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Domains in all.
    pub domains: usize,
    /// Domains with a plan.
    pub solved: usize,
    /// Domains with a plan of at least 4 steps.
    pub solved_in_4: usize,
    /// Domains with a plan of at least 8 steps.
    pub solved_in_8: usize,
    /// Domains without a plan.
    pub unsolvable: usize,
    /// Domains without an answer.
    pub limit_exceeded: usize,
    /// States, summed over all domains.
    pub states: usize,
    /// The most states of one domain.
    pub states_max: usize,
    /// The same by family.
    pub families: BTreeMap<Family, FamilyCount>,
    /// Domains that use each part of the language.
    pub features: BTreeMap<Feature, usize>,
}

/// Counts over the domains of one family.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FamilyCount {
    /// Domains in all.
    pub domains: usize,
    /// Domains with a plan.
    pub solved: usize,
    /// The sum of the steps of their plans.
    pub steps: usize,
    /// Domains without a plan.
    pub unsolvable: usize,
    /// States, summed.
    pub states: usize,
}

impl Report {
    /// Counts one domain and its answer.
    pub fn add(&mut self, generated: &Generated, domain: &OracleDomain, outcome: &Outcome) {
        for feature in features::features(domain, &generated.query) {
            *self.features.entry(feature).or_default() += 1;
        }
        let family = self.families.entry(generated.family).or_default();
        self.domains += 1;
        family.domains += 1;
        self.states += outcome.states;
        family.states += outcome.states;
        self.states_max = self.states_max.max(outcome.states);
        match &outcome.verdict {
            Verdict::Solved { steps, .. } => {
                self.solved += 1;
                family.solved += 1;
                family.steps += steps;
                self.solved_in_4 += usize::from(*steps >= 4);
                self.solved_in_8 += usize::from(*steps >= 8);
            }
            Verdict::Unsolvable => {
                self.unsolvable += 1;
                family.unsolvable += 1;
            }
            Verdict::LimitExceeded => self.limit_exceeded += 1,
        }
    }

    /// Adds the counts of another part of the same campaign.
    pub fn absorb(&mut self, other: &Self) {
        self.domains += other.domains;
        self.solved += other.solved;
        self.solved_in_4 += other.solved_in_4;
        self.solved_in_8 += other.solved_in_8;
        self.unsolvable += other.unsolvable;
        self.limit_exceeded += other.limit_exceeded;
        self.states += other.states;
        self.states_max = self.states_max.max(other.states_max);
        for (family, count) in &other.families {
            let own = self.families.entry(*family).or_default();
            own.domains += count.domains;
            own.solved += count.solved;
            own.steps += count.steps;
            own.unsolvable += count.unsolvable;
            own.states += count.states;
        }
        for (feature, count) in &other.features {
            *self.features.entry(*feature).or_default() += count;
        }
    }

    /// Returns the quotas that the campaign missed; empty if it was hard enough.
    pub fn shortfalls(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut quota = |what: &str, part: usize, whole: usize, percent: usize| {
            if whole == 0 || part * 100 < whole * percent {
                found.push(format!("{what}: {part} of {whole}, less than {percent} %"));
            }
        };
        let using = |feature: Feature| self.features.get(&feature).copied().unwrap_or(0);
        quota("plans of 4 steps or more", self.solved_in_4, self.solved, 30);
        quota("plans of 8 steps or more", self.solved_in_8, self.solved, 10);
        quota("unsolvable domains", self.unsolvable, self.domains, 20);
        quota("domains with numbers", using(Feature::Numbers), self.domains, 25);
        quota("domains with parameters", using(Feature::Parameters), self.domains, 25);
        for feature in Feature::ALL.into_iter().filter(|feature| *feature != Feature::SubGoals) {
            quota(&format!("domains with {feature:?}"), using(feature), self.domains, 1);
        }
        if self.families.len() < FAMILIES_MIN {
            found.push(format!("families: {}, less than {FAMILIES_MIN}", self.families.len()));
        }
        if self.states > self.domains * MEAN_STATES_MAX {
            found.push(format!("states: {}, more than {MEAN_STATES_MAX} a domain", self.states));
        }
        if self.limit_exceeded > 0 {
            found.push(format!("domains without an answer: {}", self.limit_exceeded));
        }
        found
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |sum: usize, count: usize| sum as f64 / count.max(1) as f64;
        writeln!(
            out,
            "{} domains: {} solved ({} in 4 or more steps, {} in 8 or more), {} unsolvable, {} without answer",
            self.domains,
            self.solved,
            self.solved_in_4,
            self.solved_in_8,
            self.unsolvable,
            self.limit_exceeded
        )?;
        writeln!(
            out,
            "states: {:.1} a domain, at most {}",
            mean(self.states, self.domains),
            self.states_max
        )?;
        for (family, count) in &self.families {
            writeln!(
                out,
                "  {family:?}: {} domains, {} solved in {:.1} steps, {} unsolvable, {:.1} states",
                count.domains,
                count.solved,
                mean(count.steps, count.solved),
                count.unsolvable,
                mean(count.states, count.domains)
            )?;
        }
        for (feature, count) in &self.features {
            writeln!(out, "  {feature:?}: {count}")?;
        }
        Ok(())
    }
}
