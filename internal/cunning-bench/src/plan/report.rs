//! The results as a table and as JSON.

use serde::Serialize;

use super::judge::Marks;
use crate::target::{self, Target};

/// The results of one contender on one problem.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) problem: String,
    pub(crate) contender: &'static str,
    pub(crate) status: Status,
    #[serde(flatten)]
    pub(crate) speed: Option<Speed>,
    /// The mean number of expanded states; none if the contender does not report it.
    pub(crate) expanded: Option<f64>,
    #[serde(flatten)]
    pub(crate) marks: Marks,
    /// Whether every optimal plan also had the fewest steps, which only our own planner guarantees.
    pub(crate) fewest_steps: bool,
    /// Why the first invalid plan is invalid.
    pub(crate) fault: Option<String>,
}

/// Whether the contender answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Answered,
    NotExpressible,
    TookTooLong,
    Crashed,
}

/// The time and allocations of one plan.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Speed {
    pub(crate) micros: f64,
    /// The distance between the quartiles.
    pub(crate) spread_micros: f64,
    /// Its time divided by ours, as the median of rounds; none if we have no time.
    pub(crate) times_ours: Option<f64>,
    pub(crate) allocations: f64,
}

impl Row {
    pub(crate) fn without_answer(problem: &str, contender: &'static str, status: Status) -> Self {
        Self {
            problem: problem.into(),
            contender,
            status,
            speed: None,
            expanded: None,
            marks: Marks::default(),
            fewest_steps: false,
            fault: None,
        }
    }

    /// Whether all answers are optimal, including the number of steps.
    pub(crate) fn is_perfect(&self) -> bool {
        self.marks.judged > 0 && self.marks.optimal == self.marks.judged && self.fewest_steps
    }

    /// Whether an answer broke a guarantee of our own planner. Running out of time or memory is not a wrong
    /// answer.
    pub(crate) fn is_wrong(&self) -> bool {
        let Marks { judged, optimal, gave_up, .. } = self.marks;
        match self.status {
            Status::Answered => optimal + gave_up < judged || (optimal > 0 && !self.fewest_steps),
            Status::NotExpressible | Status::Crashed => true,
            Status::TookTooLong => false,
        }
    }
}

/// Prints the rows of one problem.
pub(crate) fn print_rows(rows: &[Row], cap_seconds: f64) {
    if let Some(row) = rows.first() {
        println!(
            "{:<17} {:>11} {:>10} {:>10} {:>9} {:>9}  answers",
            row.problem, "µs", "± µs", "× ours", "allocs", "expanded"
        );
    }
    for row in rows {
        let Some(speed) = row.speed else {
            let why = match row.status {
                Status::NotExpressible => "not expressible".to_owned(),
                Status::TookTooLong => format!("> {cap_seconds} s"),
                Status::Answered | Status::Crashed => "crashed".to_owned(),
            };
            println!("  {:<15} {why:>11}", row.contender);
            continue;
        };
        let known = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        println!(
            "  {:<15} {:>11.2} {:>10.2} {:>10} {:>9.0} {:>9}  {}{}",
            row.contender,
            speed.micros,
            speed.spread_micros,
            known(speed.times_ours.map(|times| format!("{times:.2}"))),
            speed.allocations,
            known(row.expanded.map(|expanded| format!("{expanded:.0}"))),
            row.marks.show(),
            row.fault.as_ref().map_or(String::new(), |fault| format!(" ({fault})")),
        );
    }
    println!();
}

/// Prints which targets were met.
pub(crate) fn print_targets(targets: &[Target]) {
    target::print(targets);
    println!();
    println!(
        "µs: processor time of a plan, median of rounds; ±: between the quartiles; × ours: median of ratios."
    );
    println!("optimal: valid, and no plan is cheaper; correctly reporting no plan counts as optimal.");
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Entry<'a> {
    Row(&'a Row),
    Target(&'a Target),
}

/// Returns all rows, then all targets, as one list.
pub(crate) fn json(rows: &[Row], targets: &[Target]) -> Result<String, String> {
    let entries = rows.iter().map(Entry::Row).chain(targets.iter().map(Entry::Target));
    let entries: Vec<Entry> = entries.collect();
    serde_json::to_string_pretty(&entries).map_err(|error| error.to_string())
}
