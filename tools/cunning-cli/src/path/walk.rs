//! Walks by real-time search, for one query or a scenario file, compared with shortest lengths.

use std::time::Instant;

use cunning_diag::Source;
use cunning_draw::{GridPicture, PathStyle, PathWeight, palette};
use cunning_walk::real_time::{Graph, Method, Step, Walker, distances, octile_distances};
use cunning_walk::self_knowledge::SUBOPTIMALITY_MAX;
use cunning_walk::{Corners, Grid, Octile, PathError, Scenario};
use serde::Serialize;

use super::Ground;
use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// A query for a walk.
pub(crate) struct Job {
    pub(crate) from: (u32, u32),
    pub(crate) to: (u32, u32),
    pub(crate) corners: Corners,
    pub(crate) method: Method,
    pub(crate) steps_max: u64,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Arrived,
    /// The goal cannot be reached.
    NoPath,
    /// It took too many steps, or more than [`SUBOPTIMALITY_MAX`] times the shortest length.
    GaveUp,
    Cancelled,
}

/// The result of a walk.
pub(crate) struct Walk {
    job: Job,
    end: End,
    path: Vec<(u32, u32)>,
    length: f64,
    moves: (u64, u64),
    shortest: Option<f64>,
    micros: u64,
}

/// The number of steps between two checks for Ctrl-C.
const SLICE: u64 = 100_000;

/// The largest number of steps of a walk that is drawn.
const DRAWN_MAX: usize = cunning_draw::PATH_CELLS_MAX as usize;

impl Job {
    pub(crate) fn walk(self, ground: &Ground) -> Result<Walk, Failure> {
        let grid = Grid::new(&ground.map, self.corners);
        let [start, goal] = [self.from, self.to].map(|position| cell(&grid, position));
        let (start, goal) = (start?, goal?);
        let wrong = |error| Failure::input("cli/rule", error);
        let optimal = distances(&grid, goal).map_err(wrong)?[start as usize];
        let mut walker =
            Walker::new(&grid, self.method, octile_distances(&grid, goal), start, goal).map_err(wrong)?;
        let mut path = vec![self.from];
        let begin = Instant::now();
        let end = if optimal.is_finite() {
            walk(&mut walker, optimal, self.steps_max, &Cancel::listen(), |cell| {
                path.push(grid.position(cell));
            })
        } else {
            End::NoPath
        };
        let micros = begin.elapsed().as_micros() as u64;
        let diagonal = path.windows(2).filter(|pair| pair[0].0 != pair[1].0 && pair[0].1 != pair[1].1);
        let diagonal = diagonal.count() as u64;
        Ok(Walk {
            end,
            length: walker.cost() as f64 / grid.unit(),
            moves: (walker.steps() - diagonal, diagonal),
            shortest: optimal.is_finite().then(|| optimal / grid.unit()),
            path,
            micros,
            job: self,
        })
    }
}

/// Walks to the goal or until a limit is reached.
fn walk(
    walker: &mut Walker<&Grid>,
    optimal: f64,
    steps_max: u64,
    cancel: &Cancel,
    mut moved: impl FnMut(u32),
) -> End {
    let limit = (optimal * f64::from(SUBOPTIMALITY_MAX)) as u64;
    loop {
        if walker.steps().is_multiple_of(SLICE) && cancel.is_wanted() {
            return End::Cancelled;
        }
        if walker.state() == walker.goal() {
            return End::Arrived;
        }
        if walker.cost() >= limit || walker.steps() >= steps_max {
            return End::GaveUp;
        }
        match walker.step() {
            Step::Moved { to, .. } => moved(to),
            Step::Arrived => return End::Arrived,
            Step::Stuck => return End::GaveUp,
        }
    }
}

/// The free cell at a position.
pub(crate) fn cell(grid: &Grid, position: (u32, u32)) -> Result<u32, Failure> {
    match grid.cell(position) {
        Some(cell) if grid.is_free(position) => Ok(cell),
        Some(_) => Err(Failure::input("cli/position", PathError::Blocked(position))),
        None => Err(Failure::input("cli/position", PathError::Outside(position))),
    }
}

impl End {
    fn exit(self) -> Exit {
        match self {
            Self::Arrived => Exit::Done,
            Self::NoPath => Exit::Unsolvable,
            Self::GaveUp => Exit::OutOfBudget,
            Self::Cancelled => Exit::Cancelled,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Arrived => "solved",
            Self::NoPath => "unsolvable",
            Self::GaveUp => "out_of_budget",
            Self::Cancelled => "cancelled",
        }
    }
}

impl Walk {
    pub(crate) fn exit(&self) -> Exit {
        self.end.exit()
    }

    /// The length divided by the shortest length; `None` if the walk did not reach the goal.
    fn suboptimality(&self) -> Option<f64> {
        let shortest = self.shortest.filter(|_| self.end == End::Arrived)?;
        Some(if shortest > 0.0 { self.length / shortest } else { 1.0 })
    }

    /// The map with the visited cells and the walk.
    pub(crate) fn picture(&self, ground: &Ground) -> Result<GridPicture, Failure> {
        let mut picture = ground.picture()?;
        let drawn = &self.path[..self.path.len().min(DRAWN_MAX)];
        let style = PathStyle { weight: PathWeight::Thin, ..PathStyle::default() };
        let done = picture
            .tint(drawn, palette::EXPANDED)
            .and_then(|picture| picture.path(drawn, style))
            .and_then(|picture| picture.start(self.job.from))
            .and_then(|picture| picture.goal(self.job.to));
        done.map_err(|error| Failure::input("cli/picture", error))?;
        Ok(picture)
    }

    pub(crate) fn print(&self, ground: &Ground, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            let has_length = self.end == End::Arrived;
            return output.json(&Record {
                status: self.end.word(),
                algorithm: self.job.method.to_string(),
                length: has_length.then_some(self.length),
                straight: has_length.then_some(self.moves.0),
                diagonal: has_length.then_some(self.moves.1),
                shortest: self.shortest,
                suboptimality: self.suboptimality(),
                steps: self.moves.0 + self.moves.1,
                path: &self.path,
                micros: self.micros,
            });
        }
        match self.picture(ground) {
            Ok(picture) => output.picture(&picture)?,
            Err(_) => output.note("The map is too large to draw here."),
        }
        output.text(&self.sentence())
    }

    fn sentence(&self) -> String {
        let Job { from: (x1, y1), to: (x2, y2), method, .. } = self.job;
        let (straight, diagonal) = self.moves;
        let steps = straight + diagonal;
        let shortest = self.shortest.unwrap_or(f64::INFINITY);
        match (self.end, self.suboptimality()) {
            (End::Arrived, Some(ratio)) => format!(
                "{method} from {x1},{y1} to {x2},{y2}: length {:.3} in {steps} steps ({straight} straight, \
                 {diagonal} diagonal), {ratio:.3} times the shortest {shortest:.3}; {} µs.\n",
                self.length, self.micros
            ),
            (End::NoPath, _) => format!("No path leads from {x1},{y1} to {x2},{y2}.\n"),
            (End::Cancelled, _) => format!("Cancelled after {steps} steps.\n"),
            _ => format!(
                "{method} gave up after {steps} steps of length {:.3}; the shortest path is {shortest:.3}.\n",
                self.length
            ),
        }
    }
}

#[derive(Serialize)]
struct Record<'a> {
    status: &'static str,
    algorithm: String,
    length: Option<f64>,
    straight: Option<u64>,
    diagonal: Option<u64>,
    shortest: Option<f64>,
    suboptimality: Option<f64>,
    steps: u64,
    path: &'a [(u32, u32)],
    micros: u64,
}

/// The summary of a scenario.
#[derive(Serialize)]
struct Summary {
    status: &'static str,
    algorithm: String,
    problems: usize,
    /// The number of attempted problems.
    tried: usize,
    solved: usize,
    /// The number of walks with the shortest length.
    optimal: usize,
    /// Problems whose goal cannot be reached.
    mismatches: Vec<u32>,
    /// The mean over all walks; a stopped walk counts as the largest suboptimality.
    suboptimality: f64,
    /// The number of walks that were stopped.
    capped: usize,
    steps: u64,
    seconds: f64,
}

pub(super) fn run_scenario(
    source: &Source,
    ground: &Ground,
    corners: Corners,
    method: Method,
    steps_max: u64,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let scenario = Scenario::parse(source)?;
    scenario.validate(&ground.map)?;
    let grid = Grid::new(&ground.map, corners);
    let cancel = Cancel::listen();
    let progress = Output::progress(scenario.problems.len() as u64).with_message("problems");
    let mut summary = Summary {
        status: "done",
        algorithm: method.to_string(),
        problems: scenario.problems.len(),
        tried: 0,
        solved: 0,
        optimal: 0,
        mismatches: Vec::new(),
        suboptimality: 0.0,
        capped: 0,
        steps: 0,
        seconds: 0.0,
    };
    let mut shortest =
        cunning_walk::PathFinder::new(std::sync::Arc::new(grid.clone()), cunning_walk::PathAlgorithm::Jps);
    for problem in &scenario.problems {
        let (start, goal) = (cell(&grid, problem.start)?, cell(&grid, problem.goal)?);
        let found = shortest.find(problem.start, problem.goal);
        found.map_err(|error| Failure::input("cli/position", error))?;
        progress.inc(1);
        let Some(optimal) = shortest.length().map(Octile::units) else {
            summary.tried += 1;
            summary.mismatches.push(problem.line);
            continue;
        };
        let heuristic = octile_distances(&grid, goal);
        let mut walker = Walker::new(&grid, method, heuristic, start, goal)
            .map_err(|error| Failure::input("cli/rule", error))?;
        let begin = Instant::now();
        let end = walk(&mut walker, optimal as f64, steps_max, &cancel, |_| {});
        summary.seconds += begin.elapsed().as_secs_f64();
        if end == End::Cancelled {
            summary.status = "cancelled";
            break;
        }
        summary.tried += 1;
        summary.steps += walker.steps();
        if end == End::Arrived {
            summary.solved += 1;
            summary.optimal += usize::from(walker.cost() == optimal);
            summary.suboptimality += if optimal == 0 { 1.0 } else { walker.cost() as f64 / optimal as f64 };
        } else {
            summary.capped += 1;
            summary.suboptimality += f64::from(SUBOPTIMALITY_MAX);
        }
    }
    progress.finish_and_clear();
    summary.suboptimality /= (summary.solved + summary.capped).max(1) as f64;
    print(&summary, corners, output)?;
    Ok(match summary {
        Summary { status: "cancelled", .. } => Exit::Cancelled,
        Summary { ref mismatches, .. } if !mismatches.is_empty() => Exit::CheckFailed,
        Summary { capped: 1.., .. } => Exit::OutOfBudget,
        _ => Exit::Done,
    })
}

fn print(summary: &Summary, corners: Corners, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.json(summary);
    }
    let Summary { algorithm, problems, tried, solved, optimal, suboptimality, steps, seconds, .. } = summary;
    let mut lines = Vec::new();
    if tried < problems {
        lines.push(format!("Cancelled after {tried} of {problems} problems."));
    }
    let rule = if corners == Corners::Cut { "corners may be cut" } else { "corners may not be cut" };
    lines.push(format!(
        "{algorithm}, {rule}: {solved} of {tried} problems solved, {optimal} at the shortest length; on average \
         {suboptimality:.3} times the shortest; {steps} steps in {seconds:.3} s."
    ));
    if summary.capped > 0 {
        lines.push(format!("{} walks were stopped and count as {SUBOPTIMALITY_MAX}.", summary.capped));
    }
    if !summary.mismatches.is_empty() {
        lines.push(format!("{} problems have no path to the goal.", summary.mismatches.len()));
    }
    lines.push(String::new());
    output.text(&lines.join("\n"))
}
