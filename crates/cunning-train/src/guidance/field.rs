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
    metric: Metric,
    jump: Jump,
    graph: Arc<ExperienceGraph>,
    targets: Vec<Target>,
    /// The points from which experience helps, and the cost from there.
    useful: Vec<Target>,
    /// Room for the points that are not settled yet, and for the cost from each.
    open: Vec<u32>,
    costs: Vec<Reached>,
    /// The useful point that was best for the cell asked about last: probably a good one for the next cell too.
    hint: usize,
    cache: Vec<u64>,
}

/// What it costs to leave experience and go straight, for a thousandth of a cell.
#[derive(Clone, Copy, Debug)]
struct Jump {
    price: u64,
}

/// The least known cost from a point of the experience, and whether it begins with a link.
#[derive(Clone, Copy, Debug)]
struct Reached {
    cost: u64,
    is_linked: bool,
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
        let (numerator, denominator) = epsilon.as_fraction();
        Self {
            metric,
            // The denominator divides a thousand, and what a thousandth costs are whole thousands.
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

    /// The estimate for any point, computed anew.
    pub fn at_point(&self, from: Point) -> u64 {
        self.best_from(from).0
    }

    /// The estimate for a point, and which useful point it leads to.
    fn best_from(&self, from: Point) -> (u64, usize) {
        let mut best = least(&self.targets, |to| self.jump.cost(from, to));
        let mut leads_to = self.hint;
        if let Some(target) = self.useful.get(self.hint) {
            best = self.jump.below(best, from, target.at, target.rest).unwrap_or(best);
        }
        for (index, target) in self.useful.iter().enumerate() {
            // They are in the order in which they were settled, the cheapest first.
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
            // A jump is never longer than two, so only experience makes a point worth jumping to.
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

    /// What it costs to jump and go on, if that is less than `best`.
    #[inline]
    fn below(self, best: u64, from: Point, to: Point, rest: u64) -> Option<u64> {
        // The longer side alone rules most points out, without a square root.
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

            // Of the experience field this is said of the estimate divided by ε, which leaves the order of a queue as it is.
            fn is_consistent(&self) -> bool {
                true
            }
        }
    };
}

heuristic!(StraightField);
heuristic!(ExperienceField);
