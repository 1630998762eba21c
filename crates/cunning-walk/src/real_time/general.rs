//! One decision of the general rule: the step to take, and the estimate to learn.

use super::{Choice, Graph, Learning, Rule};

/// The estimates of a walker.
pub(crate) trait Beliefs {
    /// The estimate of a state.
    fn now(&self, state: u32) -> f64;
    /// How much the estimate of a state has risen.
    fn learned(&self, state: u32) -> f64;
    /// Whether the state has not been removed.
    fn is_there(&self, state: u32) -> bool;
}

/// The estimates of a walker that has learned nothing yet.
impl Beliefs for [f64] {
    fn now(&self, state: u32) -> f64 {
        self.get(state as usize).copied().unwrap_or(f64::INFINITY)
    }

    fn learned(&self, _: u32) -> f64 {
        0.0
    }

    fn is_there(&self, _: u32) -> bool {
        true
    }
}

/// Learned amounts that differ by less than this share of a straight move count as equal.
const TOLERANCE: f64 = 1e-4;

/// A neighbour with the values that the rule needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    choice: Choice,
    /// The value to learn from it, before the weight.
    lesson: f64,
}

/// The step to take and the estimate that the rule would learn, which is never below the old one. `seen` is
/// scratch memory with capacity for all neighbours. `None` if there are no neighbours.
pub(crate) fn look<G: Graph, B: Beliefs + ?Sized>(
    graph: &G,
    rule: &Rule,
    estimates: &B,
    state: u32,
    seen: &mut Vec<Seen>,
) -> Option<(Choice, f64)> {
    seen.clear();
    for (to, cost) in graph.neighbours(state) {
        if estimates.is_there(to) {
            let h = estimates.now(to);
            let choice = Choice { to, cost, sum: cost as f64 + h };
            seen.push(Seen { choice, lesson: rule.cost_weight * cost as f64 + h });
        }
    }
    let tolerance = TOLERANCE * graph.unit();
    let amount = |seen: &Seen| estimates.learned(seen.choice.to);
    let least_amount =
        if rule.avoids_depressions { seen.iter().map(amount).fold(f64::INFINITY, f64::min) } else { 0.0 };
    let mut best: Option<Choice> = None;
    for neighbour in seen.iter() {
        let is_open = !rule.avoids_depressions || amount(neighbour) <= least_amount + tolerance;
        if is_open && best.is_none_or(|best| neighbour.choice.sum < best.sum) {
            best = Some(neighbour.choice);
        }
    }
    let best = best?;
    let old = estimates.now(state);
    if !rule.learns() {
        return Some((best, old));
    }
    sort(seen);
    let kept = ((rule.beam * seen.len() as f64).ceil() as usize).clamp(1, seen.len());
    let lesson = rule.weight * summary(rule.learning, &mut seen[..kept]);
    // Written as an increment so that rounding can never lower an estimate.
    let new = if lesson > old { old + rule.step_size * (lesson - old) } else { old };
    Some((best, new))
}

/// The first step of a walk with initial estimates, and whether an estimate rises.
pub(crate) fn first_step<G: Graph>(
    graph: &G,
    rule: &Rule,
    h: &[f64],
    state: u32,
    seen: &mut Vec<Seen>,
) -> Option<(Choice, bool)> {
    let old = h.now(state);
    if rule.is_plain() {
        return graph.choose(state, h).map(|choice| (choice, rule.learns() && choice.sum > old));
    }
    look(graph, rule, h, state, seen).map(|(choice, learned)| (choice, learned > old))
}

/// A stable sort by sum. Insertion sort, because neighbours are few and sorting must not allocate.
fn sort(seen: &mut [Seen]) {
    for end in 1..seen.len() {
        let mut at = end;
        while at > 0 && seen[at].choice.sum < seen[at - 1].choice.sum {
            seen.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Combines the values to learn from, of which there is at least one.
fn summary(learning: Learning, kept: &mut [Seen]) -> f64 {
    let lessons = kept.iter().map(|seen| seen.lesson);
    match learning {
        Learning::Min => lessons.fold(f64::INFINITY, f64::min),
        Learning::Max => lessons.fold(0.0, f64::max),
        Learning::Mean => lessons.sum::<f64>() / kept.len() as f64,
        Learning::Median => {
            kept.sort_unstable_by(|one, two| one.lesson.total_cmp(&two.lesson));
            let middle = kept.len() / 2;
            let upper = kept.get(middle).map_or(0.0, |seen| seen.lesson);
            if kept.len() % 2 == 1 {
                return upper;
            }
            let lower = kept.get(middle - 1).map_or(upper, |seen| seen.lesson);
            f64::midpoint(lower, upper)
        }
    }
}
