//! Plans: our planner, five planning crates, and a hand-written model over the `pathfinding` crate's A*.
//!
//! All contenders get the same problems, generated from one model, with everything that does not depend on
//! the start prepared beforehand. They take turns within every round and go through 64 different starts, so
//! that nothing can be cached from one plan to the next. The oracle judges every kind of answer: whether the
//! plan is valid, and whether a cheaper one exists.
//!
//! A contender that takes too long is detected in a separate process and skipped.

pub(crate) mod contender;
pub(crate) mod dogoap;
pub(crate) mod example;
mod goap;
mod guard;
mod judge;
pub(crate) mod model;
mod ours;
mod packed;
mod pathfinding;
mod planning;
pub(crate) mod probe;
mod problems;
mod race;
mod report;
mod rust_goap;
mod targets;
mod telic;
mod villager;

use contender::{CONTENDERS, Contender, OURS};
use problems::{Problem, problems};
use race::{Pace, race};
use report::Row;

use crate::Format;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Only problems whose name contains this text
    #[arg(long, default_value = "")]
    only: String,
    /// Only these contenders, separated by commas; our own planner always takes part
    #[arg(long, value_delimiter = ',')]
    peers: Vec<String>,
    /// Use small problems and few rounds, to check that everything works
    #[arg(long)]
    quick: bool,
    /// Seconds of processor time after which a contender is skipped for a problem
    #[arg(long, default_value_t = 2.0)]
    cap: f64,
}

/// Prefixes of the names of problems that are small enough for `--quick`.
const QUICK: [&str; 9] =
    ["a_", "b_", "c_own_n8", "c_shared_n8", "d_", "e_unsolv_4", "e_mutex_0", "e_mutex_4", "f_"];

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let contenders = chosen(&arguments.peers)?;
    let pace = if arguments.quick { Pace::quick(arguments.cap) } else { Pace::thorough(arguments.cap) };
    let is_chosen = |problem: &Problem| {
        let is_quick = QUICK.iter().any(|beginning| problem.name.starts_with(beginning));
        problem.name.contains(&arguments.only) && (is_quick || !arguments.quick)
    };
    let mut rows: Vec<Row> = Vec::new();
    for problem in problems()?.into_iter().filter(is_chosen) {
        let raced = race(&problem, &contenders, pace)?;
        if arguments.format == Format::Human {
            report::print_rows(&raced, pace.cap_seconds);
        }
        rows.extend(raced);
    }
    let targets = targets::targets(&rows, pace.cap_seconds);
    match arguments.format {
        Format::Human => report::print_targets(&targets),
        Format::Json => println!("{}", report::json(&rows, &targets)?),
    }
    let wrong: Vec<&str> = rows
        .iter()
        .filter(|row| row.contender == OURS && row.is_wrong())
        .map(|row| row.problem.as_str())
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("our own answers are wrong: {}", wrong.join(", "))) }
}

fn chosen(names: &[String]) -> Result<Vec<&'static Contender>, String> {
    if names.is_empty() {
        return Ok(CONTENDERS.iter().collect());
    }
    let mut chosen = vec![Contender::named(OURS)?];
    for name in names.iter().filter(|name| *name != OURS) {
        chosen.push(Contender::named(name)?);
    }
    Ok(chosen)
}
