//! A crowd: thousands of riflemen (`domains/rifleman.toml`) who walk their rounds until something happens to them.
//!
//! Every agent has three sensors that are polled, beliefs that fade, and a step that runs. In every tick one agent in a
//! hundred perceives something that makes it plan again. What a tick takes is the processor time in which the set of
//! agents takes percepts and reports in, lets time pass, thinks and plans; what the game does in between is not
//! counted. A fixed loop is timed in the same run, so that times of different machines can be compared.
//!
//! Afterwards the questions that the crowd had are put to our planner alone, without a cache, and to the `dogoap`
//! crate's planner.

mod game;
mod peer;
mod questions;
mod report;
mod run;
mod targets;

use std::sync::Arc;

use cunning_diag::{Source, Style};
use cunning_mind::DomainSpec;

use crate::Format;
use crate::measure::calibrate;
use questions::Sample;
use report::{Planning, Report};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// How many agents, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "1000,10000,100000")]
    agents: Vec<u32>,
    /// How many ticks are measured; as many as make 10 million ticks of single agents if not given, within bounds
    #[arg(long)]
    ticks: Option<u32>,
    /// How many expansions a tick may make; one for each agent if not given
    #[arg(long)]
    budget: Option<u64>,
    /// How many plans are remembered; every crowd is measured without a memory for plans as well
    #[arg(long, default_value_t = 4096)]
    cache: usize,
    /// On how many threads plans are searched for, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "1,2")]
    threads: Vec<usize>,
    /// What chance decides is decided by this
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Few ticks and no peer: whether everything works, not how fast
    #[arg(long)]
    quick: bool,
}

/// How long a tick is.
const TICK_MS: u32 = 16;
/// How many of the crowd's questions the planners are asked afterwards.
const QUESTIONS_MAX: usize = 4096;

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let spec = read()?;
    let mut rows = Vec::new();
    let mut samples: Vec<Sample> = Vec::new();
    let before = calibrate();
    for &agents in &arguments.agents {
        let ticks = if arguments.quick { 50 } else { (10_000_000 / agents.max(1)).clamp(500, 2000) };
        // With the cache, and as if nobody ever asked the same.
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

fn read() -> Result<Arc<DomainSpec>, String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../domains/rifleman.toml");
    let text = std::fs::read_to_string(path).map_err(|error| format!("domains/rifleman.toml: {error}"))?;
    let spec = cunning_mind::read(&Source::new("rifleman.toml", text.as_str()));
    Ok(Arc::new(spec.map_err(|found| found.render(Style::Plain))?))
}

/// Puts the crowd's questions to planners alone.
fn plan(spec: &Arc<DomainSpec>, samples: &[Sample], is_quick: bool) -> Result<Option<Planning>, String> {
    if samples.is_empty() {
        return Ok(None);
    }
    let (micros, expanded) = questions::ask(spec, samples)?;
    let dogoap_micros = if is_quick { None } else { Some(peer::ask(samples)?) };
    Ok(Some(Planning { questions: samples.len(), micros, expanded, dogoap_micros }))
}
