//! Paths on a grid by any search algorithm.

use std::fmt;
use std::sync::Arc;

use cunning_search::{
    AStar, Algorithm, AlgorithmError, AlgorithmInfo, AlgorithmParameters, AnyEngine, Counters, Dense,
    Guarantee, Heuristics, Limits, Runner, SearchQuery, Space, Status, Unguided,
};

use crate::grid_space::{CanonicalSpace, GridGuide, GridSpace, OctileDistance, Road};
use crate::jps::JumpSpace;
use crate::{Grid, Octile};

/// How a [`PathFinder`] searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathAlgorithm {
    /// Jump point search: A* over jump points. Finds shortest paths, usually many times faster than A* over cells.
    Jps,
    /// An algorithm of the search kernel over cells. Multi-heuristic algorithms are guided by one heuristic for each
    /// [`Road`].
    Search(Algorithm),
}

/// Finds paths on one grid and reuses its memory from query to query.
///
/// ```
/// use std::sync::Arc;
/// use cunning_walk::{Corners, Grid, Map, PathAlgorithm, PathFinder};
///
/// let map = Map::from_rows(&["..@..", ".@@..", "....."]).unwrap();
/// let mut finder = PathFinder::new(Arc::new(Grid::new(&map, Corners::Strict)), PathAlgorithm::Jps);
/// finder.find((0, 0), (4, 0)).unwrap();
/// assert_eq!(finder.length().unwrap().to_string(), "7.41421356");
/// assert_eq!(finder.path()[1], (0, 1));
/// ```
pub struct PathFinder {
    grid: Arc<Grid>,
    runner: Runner<Ends, Octile>,
    path: Vec<(u32, u32)>,
}

/// Why a query is invalid.
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
    /// Makes a finder for a grid.
    pub fn new(grid: Arc<Grid>, algorithm: impl Into<PathAlgorithm>) -> Self {
        // Cells are dense states, so a search never needs more nodes than the grid has cells.
        let cells = grid.width() * grid.height();
        let limits = Limits { nodes_max: cells, depth_max: cells };
        let distance = OctileDistance::new(&grid, 0);
        let runner = match algorithm.into() {
            PathAlgorithm::Jps => Runner::new(AStar::new(limits), JumpSpace::new(grid.clone(), 0), distance),
            PathAlgorithm::Search(Algorithm::AStar) => {
                Runner::new(AStar::new(limits), CanonicalSpace::new(grid.clone(), 0), distance)
            }
            PathAlgorithm::Search(algorithm) => {
                let engine = AnyEngine::new(algorithm, limits);
                let space = GridSpace::new(grid.clone(), 0);
                if algorithm.info().uses_guides {
                    let guides = Road::ALL.map(|road| GridGuide::new(road, &grid, 0)).to_vec();
                    Runner::new(engine, space, Heuristics { anchor: distance, guides })
                } else {
                    Runner::new(engine, space, Unguided(distance))
                }
            }
        };
        Self { grid, runner, path: Vec::new() }
    }

    /// Starts a search for a path. An invalid query leaves the last result unchanged.
    pub fn start(&mut self, from: (u32, u32), to: (u32, u32)) -> Result<(), PathError> {
        let [from, to] = [from, to].map(|position| match self.grid.cell(position) {
            None => Err(PathError::Outside(position)),
            Some(_) if !self.grid.is_free(position) => Err(PathError::Blocked(position)),
            Some(cell) => Ok(cell),
        });
        self.runner.start(&Ends { grid: self.grid.clone(), from: from?, to: to? });
        Ok(())
    }

    /// Continues the search for at most `budget` expansions.
    pub fn step(&mut self, budget: u64) -> Status {
        self.runner.step(budget)
    }

    /// As [`PathFinder::step`], calling `watch` with every position that is expanded.
    pub fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut((u32, u32))) -> Status {
        let grid = &self.grid;
        self.runner.step_watched(budget, &mut |cell| watch(grid.position(cell as u32)))
    }

    /// Searches for a path without a budget.
    pub fn find(&mut self, from: (u32, u32), to: (u32, u32)) -> Result<Status, PathError> {
        self.start(from, to)?;
        Ok(self.step(u64::MAX))
    }

    /// The state of the search.
    pub fn status(&self) -> Status {
        self.runner.status()
    }

    /// The work done so far.
    pub fn counters(&self) -> Counters {
        self.runner.counters()
    }

    /// The length of the best path found so far.
    pub fn length(&self) -> Option<Octile> {
        self.runner.cost()
    }

    /// The best path found so far, from start to goal, cell by cell; empty if there is none.
    pub fn path(&mut self) -> &[(u32, u32)] {
        self.path.clear();
        let (grid, path) = (&self.grid, &mut self.path);
        self.runner.visit_path(&mut |cell, _| {
            let (x, y) = grid.position(cell as u32);
            // Two jump points are connected by a straight or diagonal line of cells.
            while let Some(&(at_x, at_y)) = path.last()
                && (at_x, at_y) != (x, y)
            {
                let toward = |from: u32, to: u32| from.saturating_add(1).min(to).max(from.saturating_sub(1));
                path.push((toward(at_x, x), toward(at_y, y)));
            }
            if path.is_empty() {
                path.push((x, y));
            }
        });
        &self.path
    }
}

impl From<Algorithm> for PathAlgorithm {
    fn from(algorithm: Algorithm) -> Self {
        Self::Search(algorithm)
    }
}

static JPS: AlgorithmInfo = AlgorithmInfo {
    name: "jps",
    aliases: &["jump-point-search"],
    title: "jump point search",
    summary: "optimal, usually much faster than astar",
    parameters: &[],
    uses_guides: false,
};

impl PathAlgorithm {
    /// Describes all algorithms, in the order in which help texts list them.
    pub fn all() -> impl Iterator<Item = &'static AlgorithmInfo> + Clone {
        let (optimal, others) = (Algorithm::all().take(1), Algorithm::all().skip(1));
        optimal.chain([&JPS]).chain(others)
    }

    /// Builds the algorithm with this name or alias. Rejects parameters that it does not take; `defaults` stand in
    /// for parameters that were not given.
    pub fn from_name_or(
        name: &str,
        given: &AlgorithmParameters,
        defaults: &AlgorithmParameters,
    ) -> Result<Self, AlgorithmError> {
        if JPS.is_called(name) {
            JPS.check(given)?;
            return Ok(Self::Jps);
        }
        Algorithm::from_name_or(name, given, defaults).map(Self::Search)
    }

    /// How the length of a path compares with the shortest length.
    pub fn guarantee(self) -> Guarantee {
        match self {
            Self::Jps => Guarantee::Optimal,
            Self::Search(algorithm) => algorithm.guarantee(),
        }
    }
}

/// The two ends of a path.
struct Ends {
    grid: Arc<Grid>,
    from: u32,
    to: u32,
}

impl<S: Space<State = Dense> + Aim, H: Aim> SearchQuery<S, H> for Ends {
    fn prepare(&self, space: &mut S, heuristics: &mut H) -> Dense {
        space.aim(&self.grid, self.to);
        heuristics.aim(&self.grid, self.to);
        Dense(self.from)
    }
}

/// A space or heuristic that can be pointed at another goal.
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

impl<H: Aim> Aim for Unguided<H> {
    fn aim(&mut self, grid: &Arc<Grid>, goal: u32) {
        self.0.aim(grid, goal);
    }
}
