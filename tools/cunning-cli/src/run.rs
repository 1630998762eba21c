//! `cunning run`: runs a scene to its end, or with many seeds.

mod profile;
mod quality;
mod walks;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cunning_arena::simulation::{
    Line, LineKind, OutcomeCounts, ReplayError, RunQuality, Scenario, Simulation,
};
use cunning_arena::{Outcome, TeamId};
use cunning_diag::visible_line;
use serde::Serialize;

use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::output::Output;
use crate::scenes::{SceneOptions, scene_help};
use quality::QualityReport;
use walks::{Walk, Walks};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning run pirate
  cunning run pirate --set lawful=false --format json
  cunning run pirate --event 'remove bottle @ 40' --record pirate.cng
  cunning run pirate --seeds 100
  cunning run squad --seeds 500
  cunning run quest --event 'move key to 44,4 @ 5 s' --record quest.cng
  cunning run squad --seeds 500 --against fsm --swap
  cunning run castle --seeds 50 --set fear=0.5
  cunning run castle --ticks 700 --picture first-day.svg
  cunning run pirate --profile
  cunning run pirate --save pirate.save@200 && cunning run pirate --restore pirate.save
  cunning run scenes/mine.toml --ticks 600

Exits with 0 if a team won or the teams drew, 10 if the time of the scene was up, and 20 after --ticks ticks.")]
pub(crate) struct Arguments {
    #[arg(help = scene_help())]
    scene: String,
    /// Seed of the random number generator [default: the seed of the scene]
    #[arg(long, value_name = "S", conflicts_with = "seeds")]
    seed: Option<u64>,
    /// Run with this many seeds, starting from 0
    #[arg(long, value_name = "N", conflicts_with = "record")]
    seeds: Option<u64>,
    /// Stop after this many ticks
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    ticks: u64,
    #[command(flatten)]
    options: SceneOptions,
    /// Record everything that the agents sense, decide and do
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Save the run after a tick, to continue from there
    #[arg(long, value_name = "FILE@TICK", conflicts_with = "seeds", value_parser = save_at)]
    save: Option<SaveAt>,
    /// Continue a saved run of the same scene with the same settings
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seeds", "seed", "record"])]
    restore: Option<PathBuf>,
    /// Print how long the minds took, by phase, and their quality counters
    #[arg(long, conflicts_with = "seeds")]
    profile: bool,
    /// Draw the world at the end as SVG, with the last walk of every agent that searched its path as it went
    #[arg(long, value_name = "FILE", conflicts_with = "seeds")]
    picture: Option<PathBuf>,
}

/// The file to save to, and the tick after which to save.
#[derive(Clone, Debug)]
struct SaveAt {
    path: PathBuf,
    tick: u64,
}

fn save_at(text: &str) -> Result<SaveAt, String> {
    let (path, tick) = text.rsplit_once('@').ok_or("expected FILE@TICK")?;
    let tick = tick.parse().map_err(|_| format!("expected a tick number after `@`, found `{tick}`"))?;
    Ok(SaveAt { path: path.into(), tick })
}

/// The size of the largest saved run that is read.
const SAVE_BYTES_MAX: u64 = 1 << 30;

/// The result of a run.
#[derive(Serialize)]
pub(crate) struct RunResult {
    scene: String,
    seed: u64,
    ticks: u64,
    time_ms: u64,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    team: Option<String>,
    hash: String,
    quality: QualityReport,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<NarrationLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    profile: Vec<profile::MindsProfile>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    walks: Vec<Walk>,
    #[serde(skip)]
    counted: RunQuality,
    #[serde(skip)]
    sentence: String,
    #[serde(skip)]
    end: Option<Outcome>,
    #[serde(skip)]
    pub(crate) exit: Exit,
}

/// A line of narration as JSON.
#[derive(Serialize)]
struct NarrationLine {
    tick: u64,
    who: String,
    kind: &'static str,
    text: String,
}

/// The results of runs with many seeds.
#[derive(Serialize)]
struct SeedsResult {
    seeds: u64,
    won: usize,
    draw: usize,
    time_up: usize,
    open: usize,
    teams: Vec<TeamRate>,
    quality: QualityReport,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    walks: Vec<Walks>,
    runs: Vec<RunResult>,
}

/// The number of runs that a team won, and its share.
#[derive(Serialize)]
struct TeamRate {
    team: String,
    won: u64,
    rate: f64,
    /// The lower and upper end of the 95 % confidence interval of the rate.
    low: f64,
    high: f64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let scenario = arguments.options.load(&arguments.scene)?;
    let cancel = Cancel::listen();
    if let Some(seeds) = arguments.seeds {
        return run_many(&scenario, seeds, arguments.ticks, &cancel, output);
    }
    let seed = arguments.seed.unwrap_or(scenario.scene().seed());
    let mut recordings = Vec::new();
    let mut simulation = match (&arguments.restore, &arguments.record) {
        (Some(path), _) => restore_simulation(&scenario, path)?,
        (None, Some(path)) => new_recorded_simulation(&scenario, seed, path, &mut recordings)?,
        (None, None) => new_simulation(&scenario, seed)?,
    }
    .narrated();
    if arguments.profile {
        simulation = simulation.profiled(profile::profiler);
    }
    let (mut lines, mut walked) = (Vec::new(), Vec::new());
    while simulation.outcome().is_none() && simulation.ticks() < arguments.ticks && !cancel.is_wanted() {
        simulation.tick();
        lines.extend(simulation.drain_lines());
        walked.extend(simulation.drain_walks());
        if let Some(SaveAt { path, .. }) =
            arguments.save.as_ref().filter(|save| save.tick == simulation.ticks())
        {
            files::write(path, &simulation.save())?;
        }
    }
    if let Some(path) = &arguments.record {
        let ended = simulation.end_recording();
        let committed = ended.and_then(|()| recordings.into_iter().try_for_each(NewFile::commit));
        committed.map_err(|error| Failure::io(path.display().to_string(), error))?;
    }
    if let Some(path) = &arguments.picture {
        let svg = walks::picture(simulation.world(), &walked)
            .map_err(|error| Failure::input("cli/picture", error))?;
        files::write(path, svg.as_bytes())?;
    }
    let mut result = RunResult::new(&simulation, lines, cancel.is_wanted());
    result.profile = profile::profiles(&simulation);
    result.walks = walked.into_iter().map(Walk::from).collect();
    result.print(output)?;
    Ok(result.exit)
}

/// Starts a scene.
pub(crate) fn new_simulation(scenario: &Arc<Scenario>, seed: u64) -> Result<Simulation, Failure> {
    Simulation::new(scenario, seed).map_err(|error| Failure::input("cli/scene", error))
}

/// Restores a saved run.
fn restore_simulation(scenario: &Arc<Scenario>, path: &Path) -> Result<Simulation, Failure> {
    let (name, bytes) = files::read_bytes(path, SAVE_BYTES_MAX)?;
    Simulation::restore(scenario, &bytes)
        .map_err(|error| Failure::input("cli/restore", format!("{name}: {error}")))
}

/// Starts a scene that is recorded. Each further domain file of the scene gets its own recording beside the first. The
/// recordings are to be committed when the run has ended.
fn new_recorded_simulation(
    scenario: &Arc<Scenario>,
    seed: u64,
    path: &Path,
    recordings: &mut Vec<NewFile>,
) -> Result<Simulation, Failure> {
    let mut failed = None;
    let mut is_first = true;
    let simulation = Simulation::recorded(scenario, seed, |domain| {
        let stem = Path::new(domain).file_stem().unwrap_or_default().to_string_lossy();
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let path = if std::mem::take(&mut is_first) {
            path.to_path_buf()
        } else {
            path.with_extension(format!("{stem}.{extension}"))
        };
        match files::create(&path) {
            Ok((file, writer)) => {
                recordings.push(file);
                Some(Box::new(BufWriter::new(writer)) as Box<dyn Write + Send + Sync>)
            }
            Err(failure) => {
                failed = Some(failure);
                None
            }
        }
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    simulation.map_err(|error: ReplayError| Failure::input("cli/record", error))
}

fn run_many(
    scenario: &Arc<Scenario>,
    seeds: u64,
    ticks_max: u64,
    cancel: &Cancel,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let runs = run_all(scenario, seeds, ticks_max, cancel)?;
    let teams = scenario.scene().teams();
    let mut tally = OutcomeCounts::new(teams.len());
    for run in &runs {
        tally.add(run.end);
    }
    let mut counted = RunQuality::default();
    for run in &runs {
        counted.add(&run.counted);
    }
    let rate = |(at, team): (usize, &String)| {
        let (rate, low, high) = tally.rate(TeamId::new(at as u16));
        TeamRate { team: team.clone(), won: tally.won[at], rate, low, high }
    };
    let teams: Vec<TeamRate> = teams.iter().enumerate().map(rate).collect();
    let count = |outcome: &str| runs.iter().filter(|run| run.outcome == outcome).count();
    let result = SeedsResult {
        seeds,
        won: count("won"),
        draw: count("draw"),
        time_up: count("time_up"),
        open: count("open"),
        teams,
        quality: counted.into(),
        walks: Walks::of(runs.iter().flat_map(|run| &run.walks)),
        runs,
    };
    if output.is_json() {
        output.json(&result)?;
    } else {
        for run in &result.runs {
            output.text(&run.summary())?;
        }
        let SeedsResult { won, draw, time_up, open, .. } = result;
        output.text(&format!("{won} won, {draw} drawn, {time_up} out of time, {open} undecided\n"))?;
        for TeamRate { team, won, rate, low, high } in result.teams.iter().filter(|_| result.teams.len() > 1)
        {
            let [rate, low, high] = [rate, low, high].map(|share| share * 100.0);
            let team = visible_line(team);
            output
                .text(&format!("{team} won {won}: {rate:.1} % (95 % interval {low:.1} to {high:.1} %)\n"))?;
        }
        for walks in &result.walks {
            output.text(&walks.sentence())?;
        }
        output.text(&result.quality.sentence())?;
    }
    Ok(match &result {
        _ if cancel.is_wanted() => Exit::Cancelled,
        SeedsResult { open: 1.., .. } => Exit::OutOfBudget,
        SeedsResult { time_up: 1.., .. } => Exit::Unsolvable,
        _ => Exit::Done,
    })
}

/// Runs a scene with all seeds on all cores. Runs are independent, so the number of cores does not change the results.
fn run_all(
    scenario: &Arc<Scenario>,
    seeds: u64,
    ticks_max: u64,
    cancel: &Cancel,
) -> Result<Vec<RunResult>, Failure> {
    let bar = Output::progress(seeds);
    let next = AtomicU64::new(0);
    let run_some = || {
        let mut ended = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                return Ok(ended);
            }
            let mut simulation = new_simulation(scenario, seed)?;
            while simulation.outcome().is_none() && simulation.ticks() < ticks_max && !cancel.is_wanted() {
                simulation.tick();
            }
            if cancel.is_wanted() {
                return Ok(ended);
            }
            let walks = simulation.drain_walks().map(Walk::from).collect();
            ended.push(RunResult { walks, ..RunResult::new(&simulation, Vec::new(), false) });
            bar.inc(1);
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let all: Vec<Result<Vec<_>, Failure>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(run_some)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).collect()
    });
    bar.finish_and_clear();
    let mut ended = Vec::new();
    for some in all {
        ended.extend(some?);
    }
    ended.sort_by_key(|result| result.seed);
    Ok(ended)
}

impl RunResult {
    pub(crate) fn new(simulation: &Simulation, lines: Vec<Line>, is_cancelled: bool) -> Self {
        let teams = simulation.world().scene().teams();
        let (outcome, team, exit) = match simulation.outcome() {
            Some(Outcome::Won { team, .. }) => ("won", teams.get(team.index()).cloned(), Exit::Done),
            Some(Outcome::Draw) => ("draw", None, Exit::Done),
            Some(Outcome::TimeUp) => ("time_up", None, Exit::Unsolvable),
            None if is_cancelled => ("open", None, Exit::Cancelled),
            None => ("open", None, Exit::OutOfBudget),
        };
        let narration = |line: Line| NarrationLine {
            tick: line.tick,
            who: line.agent,
            kind: kind_name(line.kind),
            text: line.text,
        };
        Self {
            scene: simulation.world().scene().name().to_owned(),
            seed: simulation.world().seed(),
            ticks: simulation.ticks(),
            time_ms: simulation.world().time_ms(),
            outcome,
            team,
            hash: format!("{:016x}", simulation.hash()),
            quality: simulation.quality().into(),
            counted: simulation.quality(),
            lines: lines.into_iter().map(narration).collect(),
            profile: Vec::new(),
            walks: Vec::new(),
            sentence: simulation
                .outcome()
                .map_or("undecided".to_owned(), |outcome| simulation.describe_outcome(outcome)),
            end: simulation.outcome(),
            exit,
        }
    }

    pub(crate) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(self);
        }
        // The reasons why agents were idle.
        let idle = self.lines.iter().filter(|line| line.kind == "idle" && line.text.contains('\n'));
        output.text(&self.summary())?;
        for line in idle {
            let rows: Vec<String> = line.text.lines().map(visible_line).collect();
            output.text(&format!("{} {}\n", line.who, rows.join("\n")))?;
        }
        for profile in &self.profile {
            output.text(&profile.table())?;
        }
        if !self.profile.is_empty() {
            output.text(&self.quality.sentence())?;
        }
        Ok(())
    }

    fn summary(&self) -> String {
        let seconds = self.time_ms as f64 / 1000.0;
        let Self { scene, seed, ticks, hash, sentence, .. } = self;
        let scene = visible_line(scene);
        format!("{scene}, seed {seed}: {sentence}, after {ticks} ticks ({seconds:.1} s), hash {hash}\n")
    }
}

/// The name of a kind of line in JSON.
fn kind_name(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Decision => "decision",
        LineKind::Step => "step",
        LineKind::Surprise => "surprise",
        LineKind::Setback => "setback",
        LineKind::Order => "order",
        LineKind::Report => "report",
        LineKind::Navigation => "way",
        LineKind::Idle => "idle",
        LineKind::Event => "event",
        LineKind::Outcome => "outcome",
    }
}
