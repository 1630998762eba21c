//! Checks the claims of the paper.

use super::{Curve, OrderRow, Outcome};

/// A claim and whether it held.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The text of the claim.
    pub text: &'static str,
    /// Whether it held; `None` if the run does not tell.
    pub held: Option<bool>,
    /// The numbers behind the verdict.
    pub evidence: String,
}

/// Checks the claims on the goals of one algorithm, given by their orders and outcomes.
pub fn claims(goals: &[(&[OrderRow], Outcome)]) -> Vec<Claim> {
    let betas: Vec<Vec<f64>> =
        goals.iter().map(|(orders, _)| orders.iter().map(|row| row.beta).collect()).collect();
    let curve = Curve::of(&betas);
    let known = |held: bool| (!goals.is_empty()).then_some(held);
    let first = curve.points.first().map_or(0.0, |point| point.mean);
    let last = curve.points.last().map_or(0.0, |point| point.mean);
    let (peak_order, peak) = curve.peak().unwrap_or_default();
    let worse = betas.iter().filter(|betas| betas.iter().skip(1).any(|&beta| beta > betas[0])).count();
    let ended = goals.iter().filter(|(_, outcome)| *outcome == Outcome::Fixpoint).count();
    let is_perfect = |betas: &&Vec<f64>| betas.last().is_some_and(|&beta| (beta - 1.0).abs() < 1e-9);
    let perfect = betas.iter().filter(is_perfect).count();
    let shrinking = goals.iter().filter(|(orders, _)| {
        orders.windows(2).all(|pair| pair.iter().map(|row| row.roots).is_sorted_by(|one, two| one >= two))
    });
    let shrinking = shrinking.count();
    let count = goals.len();
    vec![
        Claim {
            text: "self-knowledge makes the walker worse at first: the mean curve rises above its first order",
            held: known(peak_order > 1 && peak > first),
            evidence: format!("mean {first:.3} at order 1, {peak:.3} at order {peak_order}"),
        },
        Claim {
            text: "this is the rule: most goals get worse at some order",
            held: known(2 * worse > count),
            evidence: format!("{worse} of {count} goals"),
        },
        Claim {
            text: "higher orders overcome the fear: the mean curve falls to 1",
            held: known((last - 1.0).abs() < 1e-3),
            evidence: format!("mean {last:.6} at order {}", curve.points.len()),
        },
        Claim {
            text: "every goal ends in an exact fixpoint where every walk is a shortest path",
            held: known(ended == count && perfect == count),
            evidence: format!("{ended} of {count} goals at a fixpoint, {perfect} at exactly 1"),
        },
        Claim {
            text: "the number of roots never grows",
            held: known(shrinking == count),
            evidence: format!("{shrinking} of {count} goals"),
        },
    ]
}
