//! Games: domains of the size that a designer writes, every goal from several starts.
//!
//! The domains are the larger ones in `domains/` and those in `internal/cunning-bench/games`: `tuning`, which algorithms
//! may be developed with, and `held_out`, which they may not. The queries stand in `games/queries.json`, each with its
//! start and the best plan that any engine has found for it so far; `--generate` adds queries for new goals by random
//! walks, and `--long` looks for better plans and stores them.
//!
//! All times are processor times: **compile** is everything from the text to the compiled goal, **first** the first
//! query of a new planner, **warm** the same query again. Nothing is cached between queries.

mod beside;
mod ferroplan;
mod minds;
mod ours;
mod outcome;
mod query;
mod report;
mod suite;
mod summary;
mod walk;

use std::path::PathBuf;

use clap::ValueEnum;

use crate::Format;
use ferroplan::Ferroplan;
use ours::{Choice, Ours};
use outcome::{Outcome, Row};
use query::Query;
use suite::{Part, Suite};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask bench games --quick
  cargo xtask bench games --algorithm greedy,wastar:3 --part tuning
  cargo xtask bench games --only soldier/blow_depot --algorithm astar --cap 60
  cargo xtask bench games --engines minds
  cargo xtask bench games --long --cap 600")]
pub(crate) struct Arguments {
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Algorithms of `cunning plan`, separated by commas, with a weight as in `wastar:3`; `lazy` ends with a good plan,
    /// `intime` is how agents plan
    #[arg(long, value_delimiter = ',', default_value = "anytime,lazy")]
    algorithm: Vec<Choice>,
    /// Only queries whose name contains one of these texts, separated by commas
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Only one part of the domains
    #[arg(long, value_enum)]
    part: Option<Part>,
    /// Seconds of processor time for each query and engine
    #[arg(long, default_value_t = 10.0)]
    cap: f64,
    /// Use a few queries and small budgets, to check that everything works
    #[arg(long)]
    quick: bool,
    /// Look for better plans than the best known ones, and store what is found
    #[arg(long)]
    long: bool,
    /// Add queries for goals that have none yet
    #[arg(long)]
    generate: bool,
    /// The peer's command; without it the peer is skipped unless the project's script has installed it
    #[arg(long, value_name = "FILE")]
    ferroplan: Option<PathBuf>,
    /// Which engines take part
    #[arg(long, value_enum, default_value = "all")]
    engines: Engines,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engines {
    /// Our planner and the peer
    All,
    /// Our planner alone
    Ours,
    /// The peer alone
    Peer,
    /// Agents that have the goal as an order; measures their ticks
    Minds,
}

/// The part of a best cost that a plan may cost to count as good.
const NEAR: f64 = 1.1;
/// With `--quick`, only every so many queries take part, with this cap in seconds.
const QUICK: (usize, f64) = (12, 0.1);

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut suite = Suite::load()?;
    if arguments.generate {
        let added = walk::generate(&mut suite)?;
        suite.save()?;
        eprintln!("{added} queries added");
        return Ok(());
    }
    if arguments.engines == Engines::Minds {
        return ask_minds(arguments, &suite);
    }
    let peer = match arguments.engines {
        Engines::Ours | Engines::Minds => None,
        Engines::All | Engines::Peer => Ferroplan::find(arguments.ferroplan.as_deref())?,
    };
    let cap = if arguments.quick { QUICK.1.min(arguments.cap) } else { arguments.cap };
    let mut rows: Vec<Row> = Vec::new();
    let mut compiled = Ours::default();
    for at in chosen(arguments, &suite) {
        let query = suite.queries[at].clone();
        let game = suite.game_of(&query)?;
        let mut answers: Vec<Outcome> = Vec::new();
        if arguments.engines != Engines::Peer {
            for choice in &arguments.algorithm {
                answers.push(compiled.ask(game, &query, choice, cap)?);
            }
        }
        if let Some(peer) = &peer {
            answers.push(peer.ask(game, &query, cap)?);
        }
        let part = game.part;
        for outcome in answers {
            if arguments.long && suite.queries[at].learn(&outcome) {
                suite.save()?;
            }
            let row = Row::new(&suite.queries[at], part, outcome);
            if arguments.format == Format::Human {
                report::print_row(&row);
            }
            rows.push(row);
        }
    }
    let summaries = summary::summaries(&rows);
    match arguments.format {
        Format::Human => {
            report::print_summaries(&summaries, &suite.queries);
            for choice in &arguments.algorithm {
                beside::print(&rows, choice.name());
            }
        }
        Format::Json => println!("{}", report::json(&rows, &summaries)?),
    }
    // Faults of the peer are in its rows and do not count against us.
    let ours = rows.iter().filter(|row| row.outcome.engine != ferroplan::NAME);
    let wrong: Vec<&str> = ours.filter(|row| row.is_wrong()).map(|row| row.query.as_str()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong answers: {}", wrong.join(", "))) }
}

/// Lets agents ask the queries.
fn ask_minds(arguments: &Arguments, suite: &Suite) -> Result<(), String> {
    let mut decisions = Vec::new();
    for at in chosen(arguments, suite) {
        let query = &suite.queries[at];
        match minds::ask(suite.game_of(query)?, query) {
            Ok(decision) => decisions.push(decision),
            Err(error) => eprintln!("left out: {error}"),
        }
    }
    match arguments.format {
        Format::Human => minds::print(&decisions),
        Format::Json => {
            println!("{}", serde_json::to_string_pretty(&decisions).map_err(|error| error.to_string())?);
        }
    }
    Ok(())
}

/// The indices of the queries that take part.
fn chosen(arguments: &Arguments, suite: &Suite) -> Vec<usize> {
    let is_chosen = |query: &Query| {
        let is_part = arguments.part.is_none_or(|part| suite.part_of(query) == Some(part));
        let is_named = |text: &String| query.name().contains(text.as_str());
        is_part && (arguments.only.is_empty() || arguments.only.iter().any(is_named))
    };
    let all = suite.queries.iter().enumerate().filter(|(_, query)| is_chosen(query)).map(|(at, _)| at);
    all.step_by(if arguments.quick { QUICK.0 } else { 1 }).collect()
}
