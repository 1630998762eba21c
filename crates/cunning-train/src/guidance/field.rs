//! Estimates for every cell: straight lines, and chains of jumps and experience. Both are computed for a cell when it is
//! first asked about, and remembered.

use std::sync::Arc;

use cunning_search::{Heuristic, Weight};

use super::ExperienceGraph;
use crate::metric::{Metric, Point};
use crate::space::{Packed, QuestSpace};

/// A place to get to, and what is still to come from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where.
    pub at: Point,
    /// What it costs from there on.
    pub rest: u64,
}

/// Something that estimates the time from a cell.
pub trait Guide {
    /// Begins anew with these targets, in the memory it has.
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

/// The least cost of a chain of jumps at `ε` times the straight line and of experience at its own cost, to the best target.
///
/// It lies between the straight line and `ε` times that, and falls by at most `ε` times what a step costs, so it is a
/// consistent estimate made `ε` times as large: weighted A* keeps the bound `w·ε` with it and never opens a state twice.
#[derive(Clone, Debug)]
pub struct ExperienceField {
    jump: Jump,
    graph: Arc<ExperienceGraph>,
    targets: Vec<Target>,
    /// The points from which experience helps, and the cost from there.
    useful: Vec<Target>,
    /// Room for the points that are not settled yet, and for the cost from each.
    open: Vec<u32>,
    costs: Vec<u64>,
    cache: Vec<u64>,
}

/// What it costs to leave experience and go straight.
#[derive(Clone, Copy, Debug)]
struct Jump {
    metric: Metric,
    epsilon: Weight,
}

/// What a cell has before it is asked about; no estimate is as large.
const UNKNOWN: u64 = u64::MAX;

impl StraightField {
    /// A field for a map of so many cells, without targets yet.
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
    /// A field for a map of so many cells, without targets yet.
    pub fn new(metric: Metric, graph: Arc<ExperienceGraph>, epsilon: Weight, cell_count: u32) -> Self {
        let count = graph.points.len();
        Self {
            jump: Jump { metric, epsilon },
            graph,
            targets: Vec::new(),
            useful: Vec::with_capacity(count),
            open: Vec::with_capacity(count),
            costs: Vec::with_capacity(count),
            cache: vec![UNKNOWN; cell_count as usize],
        }
    }

    /// The estimate for any point, computed anew.
    pub fn at_point(&self, from: Point) -> u64 {
        let jump = |to: Point| self.jump.cost(from, to);
        least(&self.targets, jump).min(least(&self.useful, jump))
    }

    /// The cost from every point of the experience, by Dijkstra's algorithm on the complete graph.
    fn solve(&mut self) {
        let Self { jump, ref graph, ref targets, ref mut useful, ref mut open, ref mut costs, .. } = *self;
        let points = &graph.points;
        let direct = |point: Point| least(targets, |to| jump.cost(point, to));
        costs.clear();
        costs.extend(points.iter().map(|&point| direct(point)));
        useful.clear();
        open.clear();
        open.extend(0..points.len() as u32);
        while let Some(place) =
            (0..open.len()).min_by_key(|&place| (costs[open[place] as usize], open[place]))
        {
            let settled = open.swap_remove(place) as usize;
            let (at, cost) = (points[settled], costs[settled]);
            // A jump is never longer than two, so only experience makes a point worth jumping to.
            if cost < direct(at) {
                useful.push(Target { at, rest: cost });
                for &point in &*open {
                    let by_jump = cost.saturating_add(jump.cost(points[point as usize], at));
                    costs[point as usize] = costs[point as usize].min(by_jump);
                }
            }
            let before = settled.checked_sub(1);
            let back = before.and_then(|before| graph.link(before));
            for (neighbour, link) in [(Some(settled + 1), graph.link(settled)), (before, back)] {
                let (Some(neighbour), Some(link)) = (neighbour, link) else { continue };
                if let Some(known) = costs.get_mut(neighbour) {
                    *known = (*known).min(cost.saturating_add(link));
                }
            }
        }
    }
}

impl Jump {
    #[inline]
    fn cost(self, from: Point, to: Point) -> u64 {
        let (numerator, denominator) = self.epsilon.as_fraction();
        // The denominator divides a thousand, and straight lines cost whole thousands.
        (self.metric.between(from, to) / u64::from(denominator)).saturating_mul(numerator.into())
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
        let estimate = self.at_point(self.jump.metric.middle(cell)).min(UNKNOWN - 1);
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

            // Of the experience field this is said of the estimate divided by ε, which leaves the order of a queue as it is.
            fn is_consistent(&self) -> bool {
                true
            }
        }
    };
}

heuristic!(StraightField);
heuristic!(ExperienceField);
