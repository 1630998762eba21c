//! Estimates for every cell: straight lines, and chains of jumps and experience. Both are computed on demand and cached.

use std::sync::Arc;

use cunning_search::{Heuristic, Weight};

use super::ExperienceGraph;
use crate::metric::{Metric, Point};
use crate::space::{Packed, QuestSpace};

/// A target with the cost from there to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The position of the target.
    pub at: Point,
    /// The cost from the target to the goal.
    pub rest: u64,
}

/// An estimate of the time from each cell to the goal.
pub trait Guide {
    /// Sets new targets and reuses the memory.
    fn aim(&mut self, targets: &[Target]);

    /// The estimate for a cell.
    fn at(&mut self, cell: u32) -> u64;
}

/// The straight line at top speed to the best target. Consistent.
#[derive(Clone, Debug)]
pub struct StraightField {
    metric: Metric,
    targets: Vec<Target>,
    cache: Vec<u64>,
}

/// The least cost to a target over jumps at `ε` times the straight line and over experience at its own cost.
///
/// It lies between the straight line and `ε` times the straight line, and falls by at most `ε` times the cost of a step:
/// it is `ε`-consistent. Weighted A* with it keeps the bound `w·ε` and needs no reopening.
#[derive(Clone, Debug)]
pub struct ExperienceField {
    metric: Metric,
    jump: Jump,
    graph: Arc<ExperienceGraph>,
    targets: Vec<Target>,
    /// The points where experience helps, with the cost from there.
    useful: Vec<Target>,
    /// Scratch memory for the unsettled points and the cost from each.
    open: Vec<u32>,
    costs: Vec<Reached>,
    /// The useful point that was best for the last cell; probably a good one for the next cell.
    hint: usize,
    cache: Vec<u64>,
}

/// The cost of a thousandth of a cell off experience.
#[derive(Clone, Copy, Debug)]
struct Jump {
    price: u64,
}

/// The least known cost from a point of the experience, and whether it starts with a link.
#[derive(Clone, Copy, Debug)]
struct Reached {
    cost: u64,
    is_linked: bool,
}

/// The value of a cell that was not computed yet; larger than any estimate.
const UNKNOWN: u64 = u64::MAX;

impl StraightField {
    /// Makes a field for a map with `count` cells, without targets.
    pub fn new(metric: Metric, cell_count: u32) -> Self {
        Self { metric, targets: Vec::new(), cache: vec![UNKNOWN; cell_count as usize] }
    }
}

impl Guide for StraightField {
    fn aim(&mut self, targets: &[Target]) {
        self.targets.clear();
        self.targets.extend_from_slice(targets);
        self.cache.fill(UNKNOWN);
    }

    #[inline]
    fn at(&mut self, cell: u32) -> u64 {
        let Some(known) = self.cache.get_mut(cell as usize) else { return 0 };
        if *known == UNKNOWN {
            let from = self.metric.middle(cell);
            *known = least(&self.targets, |at| self.metric.between(from, at));
        }
        *known
    }
}

impl ExperienceField {
    /// Makes a field for a map with `count` cells, without targets.
    pub fn new(metric: Metric, graph: Arc<ExperienceGraph>, epsilon: Weight, cell_count: u32) -> Self {
        let count = graph.points.len();
        let (numerator, denominator) = epsilon.as_fraction();
        Self {
            metric,
            // The denominator divides a thousand, and the cost of a thousandth of a cell is a multiple of a thousand.
            jump: Jump { price: (metric.price() / u64::from(denominator)).saturating_mul(numerator.into()) },
            graph,
            targets: Vec::new(),
            useful: Vec::with_capacity(count),
            open: Vec::with_capacity(count),
            costs: Vec::with_capacity(count),
            hint: 0,
            cache: vec![UNKNOWN; cell_count as usize],
        }
    }

    /// Computes the estimate for any point.
    pub fn at_point(&self, from: Point) -> u64 {
        self.best_from(from).0
    }

    /// The estimate for a point, and the useful point that it goes through.
    fn best_from(&self, from: Point) -> (u64, usize) {
        let mut best = least(&self.targets, |to| self.jump.cost(from, to));
        let mut leads_to = self.hint;
        if let Some(target) = self.useful.get(self.hint) {
            best = self.jump.below(best, from, target.at, target.rest).unwrap_or(best);
        }
        for (index, target) in self.useful.iter().enumerate() {
            // The points are in the order in which they were settled, the cheapest first.
            if target.rest >= best {
                break;
            }
            if let Some(cost) = self.jump.below(best, from, target.at, target.rest) {
                (best, leads_to) = (cost, index);
            }
        }
        (best, leads_to)
    }

    /// The cost from every point of the experience, by Dijkstra's algorithm on the complete graph.
    fn solve(&mut self) {
        let Self { jump, ref graph, ref targets, ref mut useful, ref mut open, ref mut costs, .. } = *self;
        let points = &graph.points;
        useful.clear();
        open.clear();
        open.extend(0..points.len() as u32);
        costs.clear();
        costs.extend(
            points
                .iter()
                .map(|&point| Reached { cost: least(targets, |to| jump.cost(point, to)), is_linked: false }),
        );
        let key = |costs: &[Reached], point: u32| (costs[point as usize].cost, point);
        let mut next = (0..open.len()).min_by_key(|&place| key(costs, open[place]));
        while let Some(place) = next {
            let settled = open.swap_remove(place) as usize;
            let (at, Reached { cost, is_linked }) = (points[settled], costs[settled]);
            let before = settled.checked_sub(1);
            let back = before.and_then(|before| graph.link(before));
            for (neighbour, link) in [(Some(settled + 1), graph.link(settled)), (before, back)] {
                let (Some(neighbour), Some(link)) = (neighbour, link) else { continue };
                let by_link = Reached { cost: cost.saturating_add(link), is_linked: true };
                if let Some(known) = costs.get_mut(neighbour).filter(|known| by_link.cost < known.cost) {
                    *known = by_link;
                }
            }
            // One jump is never longer than two, so a point is useful only if experience starts there.
            if is_linked {
                useful.push(Target { at, rest: cost });
                for &point in &*open {
                    let known = &mut costs[point as usize];
                    if let Some(cost) = jump.below(known.cost, points[point as usize], at, cost) {
                        *known = Reached { cost, is_linked: false };
                    }
                }
            }
            next = (0..open.len()).min_by_key(|&place| key(costs, open[place]));
        }
    }
}

impl Jump {
    #[inline]
    fn cost(self, from: Point, to: Point) -> u64 {
        u64::from(from.distance(to)).saturating_mul(self.price)
    }

    /// The cost over a jump to a point, if that is less than `best`.
    #[inline]
    fn below(self, best: u64, from: Point, to: Point, rest: u64) -> Option<u64> {
        // The longer side alone excludes most points without a square root.
        let side = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
        let at_least = rest.saturating_add(u64::from(side).saturating_mul(self.price));
        if at_least >= best {
            return None;
        }
        Some(rest.saturating_add(self.cost(from, to))).filter(|&cost| cost < best)
    }
}

impl Guide for ExperienceField {
    fn aim(&mut self, targets: &[Target]) {
        self.targets.clear();
        self.targets.extend_from_slice(targets);
        self.cache.fill(UNKNOWN);
        self.solve();
    }

    #[inline]
    fn at(&mut self, cell: u32) -> u64 {
        let known = self.cache.get(cell as usize).copied().unwrap_or(0);
        if known != UNKNOWN {
            return known;
        }
        let (estimate, hint) = self.best_from(self.metric.middle(cell));
        let estimate = estimate.min(UNKNOWN - 1);
        self.hint = hint;
        if let Some(known) = self.cache.get_mut(cell as usize) {
            *known = estimate;
        }
        estimate
    }
}

#[inline]
fn least(targets: &[Target], cost: impl Fn(Point) -> u64) -> u64 {
    let costs = targets.iter().map(|target| cost(target.at).saturating_add(target.rest));
    costs.min().unwrap_or(UNKNOWN - 1)
}

macro_rules! heuristic {
    ($field:ty) => {
        impl<P: Packed> Heuristic<QuestSpace<P>> for $field {
            #[inline]
            fn estimate(&mut self, space: &mut QuestSpace<P>, state: &P) -> Option<u64> {
                Some(self.at(space.cell(*state)))
            }

            // For the experience field this means the estimate divided by ε, which gives the same order of the queue.
            fn is_consistent(&self) -> bool {
                true
            }
        }
    };
}

heuristic!(StraightField);
heuristic!(ExperienceField);
