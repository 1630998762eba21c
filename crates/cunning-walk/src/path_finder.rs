//! Paths on a grid by any engine of the kernel, behind one call.

use std::fmt;
use std::sync::Arc;

use cunning_search::{
    AStar, AraStar, Counters, Dense, Engine, Expanded, FocalMha, Greedy, Heuristics, IdaLimits, IdaStar,
    Limits, MhaPlusPlus, Observer, PathStep, QueueChoice, Schedule, SharedMha, Space, Status,
    UnconstrainedMha, Weight, WeightedAStar,
};

use crate::grid_space::{CanonicalSpace, GridGuide, GridSpace, OctileDistance, Road};
use crate::jps::JumpSpace;
use crate::{Grid, Octile};

/// Which engine looks for the path, and so what it promises. `AStar`, `Jps`, `Ida` and `Ara` end with a
/// shortest path; the others stay within their weights, `Greedy` within nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// A* over cells.
    AStar,
    /// A* over jump points: the same lengths, usually many times faster.
    Jps,
    /// Weighted A*.
    WeightedAStar(Weight),
    /// Greedy best-first search.
    Greedy,
    /// IDA*, which remembers nothing but the path; only for very small maps.
    Ida,
    /// ARA*: the path gets better while the search runs.
    Ara(Schedule),
    /// Shared MHA* with three guides (see [`Road`]), within the product of its weights.
    SharedMha(Weight, Weight, QueueChoice),
    /// Focal-MHA* with the same guides.
    FocalMha(Weight, QueueChoice),
    /// MHA*++ with the same guides.
    MhaPlusPlus(Weight, QueueChoice),
    /// Unconstrained-MHA* with the same guides.
    UnconstrainedMha(Weight, QueueChoice),
}

/// Finds paths on one grid, one after the other, keeping its memory.
///
/// ```
/// use std::sync::Arc;
/// use cunning_walk::{Algorithm, Corners, Grid, Map, PathFinder};
///
/// let map = Map::from_rows(&["..@..", ".@@..", "....."]).unwrap();
/// let mut finder = PathFinder::new(Arc::new(Grid::new(&map, Corners::Strict)), Algorithm::Jps);
/// finder.find((0, 0), (4, 0)).unwrap();
/// assert_eq!(finder.length().unwrap().to_string(), "7.41421356");
/// assert_eq!(finder.path()[1], (0, 1));
/// ```
pub struct PathFinder {
    grid: Arc<Grid>,
    run: Box<dyn Run + Send>,
    turns: Vec<u32>,
    path: Vec<(u32, u32)>,
}

/// Why a path cannot be looked for at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathError {
    /// The position is not on the map.
    Outside((u32, u32)),
    /// The position is blocked.
    Blocked((u32, u32)),
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside((x, y)) => write!(f, "{x},{y} is outside the map"),
            Self::Blocked((x, y)) => write!(f, "{x},{y} is blocked"),
        }
    }
}

impl std::error::Error for PathError {}

impl PathFinder {
    /// A finder ready for its first query.
    pub fn new(grid: Arc<Grid>, algorithm: Algorithm) -> Self {
        // Cells are dense states: room for all of them is all the room a search can need.
        let limits = Limits { nodes_max: grid.width() * grid.height() };
        let cells = GridSpace::new(grid.clone(), 0);
        let distance = OctileDistance::new(&grid, 0);
        let guided = Heuristics {
            anchor: distance,
            guides: [Road::Straight, Road::Column, Road::Row]
                .map(|road| GridGuide::new(road, &grid, 0))
                .to_vec(),
        };
        let run: Box<dyn Run + Send> = match algorithm {
            Algorithm::AStar => {
                Runner::boxed(AStar::new(limits), CanonicalSpace::new(grid.clone(), 0), distance)
            }
            Algorithm::Jps => Runner::boxed(AStar::new(limits), JumpSpace::new(grid.clone(), 0), distance),
            Algorithm::WeightedAStar(weight) => {
                Runner::boxed(WeightedAStar::new(weight, limits), cells, distance)
            }
            Algorithm::Greedy => Runner::boxed(Greedy::new(limits), cells, distance),
            Algorithm::Ida => {
                let limits = IdaLimits { depth_max: limits.nodes_max, cost_max: None };
                Runner::boxed(IdaStar::new(limits), cells, distance)
            }
            Algorithm::Ara(schedule) => Runner::boxed(AraStar::new(schedule, limits), cells, distance),
            Algorithm::SharedMha(w1, w2, choice) => {
                Runner::boxed(SharedMha::new(w1, w2, choice, limits), cells, guided)
            }
            Algorithm::FocalMha(weight, choice) => {
                Runner::boxed(FocalMha::new(weight, choice, limits), cells, guided)
            }
            Algorithm::MhaPlusPlus(weight, choice) => {
                Runner::boxed(MhaPlusPlus::new(weight, choice, limits), cells, guided)
            }
            Algorithm::UnconstrainedMha(weight, choice) => {
                Runner::boxed(UnconstrainedMha::new(weight, choice, limits), cells, guided)
            }
        };
        Self { grid, run, turns: Vec::new(), path: Vec::new() }
    }

    /// Begins to look for a path. A query that is refused leaves the last answer as it was.
    pub fn start(&mut self, from: (u32, u32), to: (u32, u32)) -> Result<(), PathError> {
        let [from, to] = [from, to].map(|position| match self.grid.cell(position) {
            None => Err(PathError::Outside(position)),
            Some(_) if !self.grid.is_free(position) => Err(PathError::Blocked(position)),
            Some(cell) => Ok(cell),
        });
        self.run.start(&self.grid, from?, to?);
        Ok(())
    }

    /// Goes on for at most `budget` expansions.
    pub fn step(&mut self, budget: u64) -> Status {
        self.run.step(budget)
    }

    /// As [`PathFinder::step`], telling `watch` of every position that is expanded.
    pub fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut((u32, u32))) -> Status {
        let grid = &self.grid;
        self.run.step_watched(budget, &mut |cell| watch(grid.position(cell)))
    }

    /// Looks for a path to the end, in one go.
    pub fn find(&mut self, from: (u32, u32), to: (u32, u32)) -> Result<Status, PathError> {
        self.start(from, to)?;
        Ok(self.step(u64::MAX))
    }

    /// How the search stands.
    pub fn status(&self) -> Status {
        self.run.status()
    }

    /// What the search did so far.
    pub fn counters(&self) -> Counters {
        self.run.counters()
    }

    /// How long the best path found so far is.
    pub fn length(&self) -> Option<Octile> {
        self.run.length()
    }

    /// The best path found so far, from start to goal, cell by cell; empty if there is none.
    pub fn path(&mut self) -> &[(u32, u32)] {
        self.run.turns_into(&mut self.turns);
        self.path.clear();
        for &turn in &self.turns {
            let (x, y) = self.grid.position(turn);
            // Between two jump points the way is straight or diagonal.
            while let Some(&(at_x, at_y)) = self.path.last()
                && (at_x, at_y) != (x, y)
            {
                let toward = |from: u32, to: u32| from.saturating_add(1).min(to).max(from.saturating_sub(1));
                self.path.push((toward(at_x, x), toward(at_y, y)));
            }
            if self.path.is_empty() {
                self.path.push((x, y));
            }
        }
        &self.path
    }
}

/// An engine with its space and heuristic, whatever their types.
trait Run {
    fn start(&mut self, grid: &Arc<Grid>, from: u32, to: u32);
    fn step(&mut self, budget: u64) -> Status;
    fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut(u32)) -> Status;
    fn status(&self) -> Status;
    fn counters(&self) -> Counters;
    fn length(&self) -> Option<Octile>;
    fn turns_into(&mut self, turns: &mut Vec<u32>);
}

struct Runner<E, S: Space, H> {
    engine: E,
    space: S,
    heuristic: H,
    steps: Vec<PathStep<S>>,
}

impl<E, S, H> Runner<E, S, H>
where
    S: Space<State = Dense, Cost = Octile> + Aim + Send + 'static,
    S::Action: Send,
    H: Aim + Send + 'static,
    E: Engine<S, H> + Send + 'static,
{
    fn boxed(engine: E, space: S, heuristic: H) -> Box<dyn Run + Send> {
        Box::new(Self { engine, space, heuristic, steps: Vec::new() })
    }
}

impl<E, S, H> Run for Runner<E, S, H>
where
    S: Space<State = Dense, Cost = Octile> + Aim,
    H: Aim,
    E: Engine<S, H>,
{
    fn start(&mut self, grid: &Arc<Grid>, from: u32, to: u32) {
        self.space.aim(grid, to);
        self.heuristic.aim(grid, to);
        self.engine.start(&mut self.space, &mut self.heuristic, &Dense(from), &mut ());
    }

    fn step(&mut self, budget: u64) -> Status {
        self.engine.step(&mut self.space, &mut self.heuristic, budget, &mut ())
    }

    fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut(u32)) -> Status {
        self.engine.step(&mut self.space, &mut self.heuristic, budget, &mut Watch(watch))
    }

    fn status(&self) -> Status {
        self.engine.status()
    }

    fn counters(&self) -> Counters {
        self.engine.counters()
    }

    fn length(&self) -> Option<Octile> {
        self.engine.cost()
    }

    fn turns_into(&mut self, turns: &mut Vec<u32>) {
        self.engine.path_into(&mut self.steps);
        turns.clear();
        turns.extend(self.steps.iter().map(|step| step.state.0));
    }
}

/// Turns what serves one query towards the goal of the next.
trait Aim {
    fn aim(&mut self, grid: &Arc<Grid>, goal: u32);
}

impl Aim for GridSpace {
    fn aim(&mut self, grid: &Arc<Grid>, goal: u32) {
        *self = Self::new(grid.clone(), goal);
    }
}

impl Aim for CanonicalSpace {
    fn aim(&mut self, grid: &Arc<Grid>, goal: u32) {
        *self = Self::new(grid.clone(), goal);
    }
}

impl Aim for JumpSpace {
    fn aim(&mut self, grid: &Arc<Grid>, goal: u32) {
        *self = Self::new(grid.clone(), goal);
    }
}

impl Aim for OctileDistance {
    fn aim(&mut self, grid: &Arc<Grid>, goal: u32) {
        *self = Self::new(grid, goal);
    }
}

impl Aim for GridGuide {
    fn aim(&mut self, grid: &Arc<Grid>, goal: u32) {
        *self = Self::new(self.road(), grid, goal);
    }
}

impl<A: Aim, G: Aim> Aim for Heuristics<A, G> {
    fn aim(&mut self, grid: &Arc<Grid>, goal: u32) {
        self.anchor.aim(grid, goal);
        self.guides.iter_mut().for_each(|guide| guide.aim(grid, goal));
    }
}

struct Watch<'a>(&'a mut dyn FnMut(u32));

impl<S: Space<State = Dense>> Observer<S> for Watch<'_> {
    fn expanded(&mut self, event: Expanded<'_, S>) {
        (self.0)(event.state.0);
    }
}
