//! Demonstrations and past solutions as a graph of points: on the grid for the E-Graph heuristic of Phillips, Cohen,
//! Chitta and Likhachev (2012), off the grid for the T-Graph heuristic of Drake, Safonova and Likhachev (2016).

use std::fmt;

use cunning_walk::Direction;

use crate::limits::{DEMONSTRATIONS_MAX, POINTS_MAX};
use crate::metric::{MILLI, Metric, NS_PER_MS, Point, step_cost};
use crate::rules::Rules;
use crate::{Demonstration, Quest, Sample};

/// A collection of demonstrations and past solutions.
///
/// They may come from other quests if the map has the same size.
#[derive(Clone, Debug, Default)]
pub struct Experience {
    demonstrations: Vec<Demonstration>,
}

/// Why a demonstration cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExperienceError {
    /// Its map has another size.
    OtherMap {
        /// The width and height of its map.
        shown: (u32, u32),
        /// The width and height of the quest's map.
        here: (u32, u32),
    },
    /// There are more than [`DEMONSTRATIONS_MAX`].
    TooMany,
    /// The demonstrations have more than [`POINTS_MAX`] points in total.
    TooLong,
}

/// Chains of points, with the cost between consecutive points in both directions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExperienceGraph {
    pub(super) points: Vec<Point>,
    /// The cost from each point to the next; `None` at the end of a chain.
    pub(super) links: Vec<Option<u64>>,
}

impl Experience {
    /// Makes an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a demonstration or a past solution.
    pub fn add(&mut self, demonstration: Demonstration) -> Result<(), ExperienceError> {
        if self.demonstrations.len() == DEMONSTRATIONS_MAX {
            return Err(ExperienceError::TooMany);
        }
        self.demonstrations.push(demonstration);
        Ok(())
    }

    /// All demonstrations, in order.
    pub fn demonstrations(&self) -> &[Demonstration] {
        &self.demonstrations
    }

    fn on(&self, quest: &Quest) -> Result<&[Demonstration], ExperienceError> {
        let here = (quest.width, quest.height);
        match self.demonstrations.iter().find(|shown| shown.size() != here) {
            Some(other) => Err(ExperienceError::OtherMap { shown: other.size(), here }),
            None => Ok(&self.demonstrations),
        }
    }
}

impl ExperienceGraph {
    /// A graph of one chain: each point with the cost to the next one. The last cost is ignored.
    ///
    /// Costs below the straight-line time are raised to it, so that estimates are never below the straight line.
    pub fn chain(points: &[(Point, u64)], metric: Metric) -> Self {
        let mut graph = Self::default();
        for pair in points.windows(2) {
            if let &[(from, cost), (to, _)] = pair {
                graph.push(from, Some(cost.max(metric.between(from, to))));
            }
        }
        if let Some(&(last, _)) = points.last() {
            graph.push(last, None);
        }
        graph
    }

    /// The points, chain after chain.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The cost from a point to the next one; `None` at the end of a chain.
    pub fn link(&self, point: usize) -> Option<u64> {
        self.links.get(point).copied().flatten()
    }

    /// Adds the chains of another graph.
    pub fn append(&mut self, mut other: Self) {
        self.points.append(&mut other.points);
        self.links.append(&mut other.links);
    }

    /// Demonstrations as recorded, off the grid: at least one point per cell, each step with its recorded time.
    pub fn off_grid(quest: &Quest, experience: &Experience) -> Result<Self, ExperienceError> {
        let metric = Metric::of(quest);
        let mut graph = Self::default();
        for shown in experience.on(quest)? {
            let mut chain: Vec<(Point, u64)> = Vec::new();
            let thinned = thinned(&shown.samples);
            for pair in thinned.windows(2) {
                let &[from, to] = pair else { continue };
                let duration = (to.ms - from.ms) * NS_PER_MS;
                let pieces = u64::from(from.at.distance(to.at).div_ceil(MILLI).max(1));
                let between = |piece: u64| between(from.at, to.at, piece, pieces);
                // The times of the pieces add up to the total.
                let cost = |piece: u64| duration * (piece + 1) / pieces - duration * piece / pieces;
                chain.extend((0..pieces).map(|piece| (between(piece), cost(piece))));
                if graph.points.len() + chain.len() >= POINTS_MAX {
                    return Err(ExperienceError::TooLong);
                }
            }
            chain.extend(thinned.last().map(|last| (last.at, 0)));
            graph.append(Self::chain(&chain, metric));
        }
        if graph.points.len() > POINTS_MAX { Err(ExperienceError::TooLong) } else { Ok(graph) }
    }

    /// Demonstrations snapped to the grid: the cells along them, each step with its actual cost. A wall ends a chain and
    /// starts another.
    pub fn on_grid(quest: &Quest, experience: &Experience) -> Result<Self, ExperienceError> {
        let rules = Rules::new(quest);
        let mut graph = Self::default();
        for shown in experience.on(quest)? {
            let begin = graph.points.len();
            let mut chain: Vec<(u32, bool)> = Vec::new();
            for (cell, sneaks) in passed(quest, &shown.samples) {
                // A line past a corner touches a third cell, which the path does not need.
                if let [.., (from, _), _] = *chain
                    && direction(&rules, from, cell).is_some_and(Direction::is_diagonal)
                {
                    chain.pop();
                }
                if chain.last().is_none_or(|&(last, _)| last != cell) {
                    chain.push((cell, sneaks));
                }
                if begin + chain.len() > POINTS_MAX {
                    return Err(ExperienceError::TooLong);
                }
            }
            for (index, &(cell, _)) in chain.iter().enumerate() {
                let link = chain.get(index + 1).and_then(|&(next, sneaks)| {
                    let ms = if sneaks { quest.walker.sneak_ms } else { quest.walker.walk_ms };
                    direction(&rules, cell, next).map(|direction| step_cost(direction.is_diagonal(), ms))
                });
                graph.push(Point::middle(cell, quest.width), link);
            }
        }
        Ok(graph)
    }

    fn push(&mut self, point: Point, link: Option<u64>) {
        self.points.push(point);
        self.links.push(link);
    }
}

/// The samples at least half a cell apart, and the last one. Games that record every frame record more than necessary.
fn thinned(samples: &[Sample]) -> Vec<Sample> {
    let mut kept: Vec<Sample> = Vec::new();
    for &sample in samples {
        let is_far = |last: &Sample| last.at.distance(sample.at) >= MILLI / 2;
        if kept.last().is_none_or(is_far) {
            kept.push(sample);
        }
    }
    if let Some(&last) = samples.last()
        && kept.last() != Some(&last)
    {
        kept.push(last);
    }
    kept
}

/// The free cells on straight lines between samples, tested four times per cell.
fn passed<'q>(quest: &'q Quest, samples: &'q [Sample]) -> impl Iterator<Item = (u32, bool)> + 'q {
    let cell = |at: Point| {
        let (x, y) = ((at.x / MILLI).min(quest.width - 1), (at.y / MILLI).min(quest.height - 1));
        quest.cell((x, y)).filter(|&cell| quest.is_free(cell))
    };
    let first = samples.first().and_then(move |first| Some((cell(first.at)?, first.sneaks)));
    let rest = samples.windows(2).flat_map(move |pair| {
        let &[from, to] = pair else { return Vec::new() };
        let pieces = u64::from(from.at.distance(to.at).div_ceil(MILLI / 4).max(1));
        let cells = (1..=pieces).filter_map(|piece| cell(between(from.at, to.at, piece, pieces)));
        cells.map(|cell| (cell, to.sneaks)).collect()
    });
    first.into_iter().chain(rest)
}

fn direction(rules: &Rules, from: u32, to: u32) -> Option<Direction> {
    let mut moves = rules.moves.get(from as usize)?.into_iter();
    moves.find(|&direction| from.wrapping_add(rules.strides[direction as usize]) == to)
}

/// The point after a number of pieces of a line.
fn between(from: Point, to: Point, piece: u64, pieces: u64) -> Point {
    let along = |from: u32, to: u32| {
        let (from, to) = (u64::from(from), u64::from(to));
        ((from * (pieces - piece) + to * piece) / pieces.max(1)) as u32
    };
    Point { x: along(from.x, to.x), y: along(from.y, to.y) }
}

impl fmt::Display for ExperienceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherMap { shown: (w, h), here: (width, height) } => {
                write!(
                    f,
                    "a demonstration was recorded on a map of {w} × {h} cells, but this map has {width} × {height}"
                )
            }
            Self::TooMany => write!(f, "more than {DEMONSTRATIONS_MAX} demonstrations"),
            Self::TooLong => write!(f, "the demonstrations have more than {POINTS_MAX} points"),
        }
    }
}

impl std::error::Error for ExperienceError {}
