//! Solves all problems of a scenario file and compares the lengths with the shortest ones.

use std::sync::Arc;
use std::time::Instant;

use cunning_diag::Source;
use cunning_search::Status;
use cunning_walk::{Corners, Grid, Octile, PathAlgorithm, PathFinder, Problem, Scenario};
use serde::Serialize;

use super::Ground;
use super::query::SLICE;
use crate::cancel::Cancel;
use crate::exit::{Exit, status_word};
use crate::failure::Failure;
use crate::output::Output;

/// The summary of a scenario.
#[derive(Serialize)]
struct Summary {
    /// `done`, or the reason for ending before the last problem.
    status: &'static str,
    problems: usize,
    /// The number of attempted problems.
    tried: usize,
    solved: usize,
    /// The number of paths with the shortest length.
    optimal: usize,
    /// Problems without a path, or with a path that violates the algorithm's guarantee.
    mismatches: Vec<Mismatch>,
    /// The number of problems that exceeded the budget.
    #[serde(skip_serializing_if = "is_zero")]
    out_of_budget: usize,
    expanded: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Mismatch {
    line: u32,
    from: (u32, u32),
    to: (u32, u32),
    status: &'static str,
    /// The shortest length; `None` if there is no path.
    expected: Option<f64>,
    found: Option<f64>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The signature is serde's.
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The number of mismatches in text output; JSON contains all.
const MISMATCHES_SHOWN: usize = 10;

pub(super) fn run(
    source: &Source,
    ground: &Ground,
    corners: Corners,
    algorithm: PathAlgorithm,
    expansions_max: u64,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let scenario = Scenario::parse(source)?;
    scenario.validate(&ground.map)?;
    let cancel = Cancel::listen();
    let grid = Arc::new(Grid::new(&ground.map, corners));
    let mut referee = Referee::new(&grid, corners, algorithm);
    let mut finder = PathFinder::new(grid, algorithm);
    let progress = Output::progress(scenario.problems.len() as u64).with_message("problems");
    let mut summary = Summary {
        status: "done",
        tried: 0,
        problems: scenario.problems.len(),
        solved: 0,
        optimal: 0,
        mismatches: Vec::new(),
        out_of_budget: 0,
        expanded: 0,
        seconds: 0.0,
    };
    for problem in &scenario.problems {
        let begin = Instant::now();
        let position = |error| Failure::input("cli/position", error);
        finder.start(problem.start, problem.goal).map_err(position)?;
        let mut left = expansions_max;
        while left > 0 && finder.status() == Status::Running && !cancel.is_wanted() {
            finder.step(left.min(SLICE));
            left -= left.min(SLICE);
        }
        summary.seconds += begin.elapsed().as_secs_f64();
        if cancel.is_wanted() {
            summary.status = "cancelled";
            break;
        }
        summary.tried += 1;
        summary.expanded += finder.counters().expanded;
        let status = finder.status();
        let length = finder.length().filter(|_| status == Status::Solved);
        summary.solved += usize::from(length.is_some());
        summary.out_of_budget += usize::from(status == Status::Running);
        let verdict = referee.judge(problem, length);
        summary.optimal += usize::from(verdict.is_optimal);
        if !verdict.is_allowed && status != Status::Running {
            summary.mismatches.push(Mismatch {
                line: problem.line,
                from: problem.start,
                to: problem.goal,
                status: status_word(status),
                expected: verdict.expected,
                found: length.map(Octile::as_f64),
            });
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    print(&summary, corners, output)?;
    Ok(match summary {
        Summary { status: "cancelled", .. } => Exit::Cancelled,
        Summary { ref mismatches, .. } if !mismatches.is_empty() => Exit::CheckFailed,
        Summary { out_of_budget: 1.., .. } => Exit::OutOfBudget,
        _ => Exit::Done,
    })
}

/// Provides shortest lengths: from the file, which holds for strict corners, or by a second search.
struct Referee {
    own: Option<PathFinder>,
    bound: Option<f64>,
}

struct Verdict {
    expected: Option<f64>,
    is_optimal: bool,
    is_allowed: bool,
}

impl Referee {
    fn new(grid: &Arc<Grid>, corners: Corners, algorithm: PathAlgorithm) -> Self {
        let own = (corners == Corners::Cut).then(|| PathFinder::new(grid.clone(), PathAlgorithm::Jps));
        Self { own, bound: algorithm.guarantee().bound() }
    }

    fn judge(&mut self, problem: &Problem, found: Option<Octile>) -> Verdict {
        let (expected, tolerance, is_optimal) = match &mut self.own {
            None => {
                let listed = problem.length;
                let matches = found.is_some_and(|length| listed.matches(length.as_f64()));
                (Some(listed.value()), listed.tolerance(), matches)
            }
            Some(finder) => {
                let shortest = finder.find(problem.start, problem.goal).ok().and_then(|_| finder.length());
                (shortest.map(Octile::as_f64), 0.0, found == shortest)
            }
        };
        // No path may be shorter than the shortest length.
        let is_within = |length: f64, expected: f64| {
            length > expected && self.bound.is_none_or(|bound| length <= bound * (expected + tolerance))
        };
        let lengths = found.map(Octile::as_f64).zip(expected);
        let is_allowed = is_optimal || lengths.is_some_and(|(length, expected)| is_within(length, expected));
        Verdict { expected, is_optimal, is_allowed }
    }
}

fn print(summary: &Summary, corners: Corners, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.json(summary);
    }
    let Summary { problems, tried, solved, optimal, expanded, seconds, .. } = summary;
    let mut lines = Vec::new();
    if tried < problems {
        lines.push(format!("Cancelled after {tried} of {problems} problems."));
    }
    lines.push(format!(
        "{solved} of {tried} problems solved, {optimal} at the shortest length;          {expanded} expanded in {seconds:.3} s."
    ));
    if corners == Corners::Cut {
        lines.push(
            "Corners may be cut, so lengths are compared with a second search, not with the file.".into(),
        );
    }
    if summary.out_of_budget > 0 {
        lines.push(format!("{} ran out of budget.", summary.out_of_budget));
    }
    lines.extend(summary.mismatches.iter().take(MISMATCHES_SHOWN).map(|mismatch| {
        let Mismatch { line, from, to, status, expected, found } = mismatch;
        let show = |length: &f64| format!("{length:.8}");
        let expected = expected.as_ref().map_or_else(|| "no path".to_owned(), show);
        let found = found.as_ref().map_or_else(|| (*status).to_owned(), show);
        format!("line {line}: {from:?} to {to:?}: expected {expected}, found {found}")
    }));
    if summary.mismatches.len() > MISMATCHES_SHOWN {
        lines.push(format!("… and {} more", summary.mismatches.len() - MISMATCHES_SHOWN));
    }
    lines.push(String::new());
    output.text(&lines.join("\n"))
}
