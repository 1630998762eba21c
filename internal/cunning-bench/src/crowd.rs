//! A crowd: thousands of riflemen (`domains/rifleman.toml`) that patrol until something happens to them.
//!
//! Every agent has three polled sensors, fading beliefs, and a running step. In every tick one agent in a
//! hundred perceives something that makes it replan. The time of a tick is the processor time in which the
//! minds receive percepts and reports, advance time, think and plan; the game's own time is not counted. A
//! fixed loop is timed in the same run, so that different machines can be compared.
//!
//! Afterwards the planning problems of the crowd are given to our planner alone, without a cache, and to the
//! `dogoap` crate's planner.

mod game;
mod peer;
mod questions;
mod report;
mod run;
mod soldiers;
mod targets;

use std::sync::Arc;

use cunning_diag::{Source, Style};
use cunning_mind::DomainSpec;

use crate::Format;
use crate::measure::calibrate;
use questions::Sample;
use report::{Planning, Report};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask bench crowd --agents 10000
  cargo xtask bench crowd --soldiers --agents 10000,100000")]
pub(crate) struct Arguments {
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Numbers of agents, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "1000,10000,100000")]
    agents: Vec<u32>,
    /// Number of measured ticks; the default gives 10 million agent ticks, within bounds
    #[arg(long)]
    ticks: Option<u32>,
    /// Expansions per tick; the default is one per agent
    #[arg(long)]
    budget: Option<u64>,
    /// Number of cached plans; every crowd is also measured without a cache
    #[arg(long, default_value_t = 4096)]
    cache: usize,
    /// Numbers of planning threads, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "1,2")]
    threads: Vec<usize>,
    /// Seed of the random number generator
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run few ticks and no peer, to check that everything works
    #[arg(long)]
    quick: bool,
    /// Measure soldiers who play `domains/soldier.toml` as shipped, with and without a cache and varied costs
    #[arg(long)]
    soldiers: bool,
}

/// The length of a tick in milliseconds.
const TICK_MS: u32 = 16;
/// The maximum number of planning problems that are sampled.
const QUESTIONS_MAX: usize = 4096;
/// The soldiers for each unit of the default budget.
const SOLDIERS_PER_UNIT: u32 = 9;

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.soldiers {
        return run_soldiers(arguments);
    }
    let spec = read()?;
    let mut rows = Vec::new();
    let mut samples: Vec<Sample> = Vec::new();
    let before = calibrate();
    for &agents in &arguments.agents {
        let ticks = if arguments.quick { 50 } else { (10_000_000 / agents.max(1)).clamp(500, 2000) };
        // With the cache, and as if no two problems were equal.
        let caches = [arguments.cache, 0];
        let both = caches.into_iter().flat_map(|cache| arguments.threads.iter().map(move |&at| (cache, at)));
        for (cache, threads) in both {
            let pace = run::Pace {
                agents,
                ticks: arguments.ticks.unwrap_or(ticks),
                settling: if arguments.quick { 100 } else { 700 },
                budget: arguments.budget.unwrap_or(u64::from(agents)),
                cache,
                seed: arguments.seed,
                threads,
            };
            let row = run::run(&spec, pace, &mut samples)?;
            if arguments.format == Format::Human {
                row.print();
            }
            rows.push(row);
        }
    }
    let planning = plan(&spec, &samples, arguments.quick)?;
    let report = Report {
        tick_ms: TICK_MS,
        calibration_ms: [before, calibrate()],
        targets: targets::targets(&rows, planning.as_ref()),
        rows,
        planning,
    };
    match arguments.format {
        Format::Human => report.print(),
        Format::Json => println!("{}", report.json()?),
    }
    Ok(())
}

fn run_soldiers(arguments: &Arguments) -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    for &agents in &arguments.agents {
        let budget = arguments.budget.unwrap_or(u64::from(agents / SOLDIERS_PER_UNIT).max(500));
        let ticks = arguments.ticks.unwrap_or(if arguments.quick { 50 } else { 1000 }) as usize;
        for (varies, cache) in [(false, arguments.cache), (false, 0), (true, arguments.cache), (true, 0)] {
            let row = pool.install(|| soldiers::run(agents, varies, cache, budget, ticks, arguments.seed))?;
            if arguments.format == Format::Human {
                row.print();
            }
            rows.push(row);
        }
    }
    match arguments.format {
        Format::Human => crate::target::print(&soldiers::targets(&rows)),
        Format::Json => {
            println!("{}", serde_json::to_string_pretty(&rows).map_err(|error| error.to_string())?);
        }
    }
    Ok(())
}

fn read() -> Result<Arc<DomainSpec>, String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../domains/rifleman.toml");
    let text = std::fs::read_to_string(path).map_err(|error| format!("domains/rifleman.toml: {error}"))?;
    let spec = cunning_mind::read(&Source::new("rifleman.toml", text.as_str()));
    Ok(Arc::new(spec.map_err(|found| found.render(Style::Plain))?))
}

/// Gives the crowd's planning problems to the planners alone.
fn plan(spec: &Arc<DomainSpec>, samples: &[Sample], is_quick: bool) -> Result<Option<Planning>, String> {
    if samples.is_empty() {
        return Ok(None);
    }
    let (micros, expanded) = questions::ask(spec, samples)?;
    let dogoap_micros = if is_quick { None } else { Some(peer::ask(samples)?) };
    Ok(Some(Planning { questions: samples.len(), micros, expanded, dogoap_micros }))
}
