//! `cunning run`: runs a scene to its end, or with many seeds.

mod days;
mod fighting;
mod many;
mod profile;
mod walks;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cunning_arena::simulation::{Line, LineKind, ReplayError, Scenario, Simulation};
use cunning_diag::visible_line;
use cunning_sweep::SceneResult;
use cunning_sweep::spec::Seeds;
use serde::Serialize;

use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::output::Output;
use crate::scenes::{SceneOptions, scene_help};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning run pirate
  cunning run pirate --set lawful=false --format json
  cunning run pirate --event 'remove bottle @ 40' --record pirate.cng
  cunning run pirate --seeds 100
  cunning run squad --seeds 500
  cunning run squad --seeds 500..1000 --jobs 2 --out squad-runs --resume
  cunning run quest --event 'move key to 44,4 @ 5 s' --record quest.cng
  cunning run squad --seeds 500 --against bt --swap
  cunning run squad --seeds 500 --baseline red=bt --against fsm
  cunning run squad --seeds 500 --without assault,sharing
  cunning run squad --seeds 100 --against fsm --fighting
  cunning run skirmish --player careful --seeds 20 --difficulty hard
  cunning run castle --seeds 50 --set fear=0.5
  cunning run castle --ticks 700 --picture first-day.svg
  cunning run pirate --profile
  cunning run pirate --save pirate.save@200 && cunning run pirate --restore pirate.save
  cunning run village --days 60 --crowd 100
  cunning run village --days 30 --seeds 10
  cunning run scenes/mine.toml --ticks 600

Exits with 0 if a team won or the teams drew, 10 if the time of the scene was up, and 20 after --ticks ticks.")]
pub(crate) struct Arguments {
    #[arg(help = scene_help())]
    scene: String,
    /// Seed of the random number generator [default: the seed of the scene]
    #[arg(long, value_name = "S", conflicts_with = "seeds")]
    seed: Option<u64>,
    /// Run with the seeds from A to B, without B, or with N seeds from 0
    #[arg(long, value_name = "A..B|N", conflicts_with = "record", value_parser = seed_range)]
    seeds: Option<std::ops::Range<u64>>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", requires = "seeds", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Store the result of each seed in this folder, with a table and a report
    #[arg(long, value_name = "DIR", requires = "seeds")]
    out: Option<PathBuf>,
    /// Continue with the results in the folder
    #[arg(long, requires = "out")]
    resume: bool,
    /// Stop after this many ticks
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    ticks: u64,
    /// Run this many days of a scene with days, and print what was made, used up and held on each
    #[arg(long, value_name = "N", conflicts_with = "ticks", value_parser = clap::value_parser!(u16).range(1..=1000))]
    days: Option<u16>,
    #[command(flatten)]
    options: SceneOptions,
    /// Let a scripted player of the scene give the orders, or the script of a file [default: none]
    #[arg(long, value_name = "NAME|FILE|none", conflicts_with_all = ["save", "restore"])]
    player: Option<String>,
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
    /// Print how each team fought: cover, delays, shots, hits, grenades
    #[arg(long)]
    fighting: bool,
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

fn seed_range(text: &str) -> Result<std::ops::Range<u64>, String> {
    let range = Seeds::parse(text)?;
    let range = if text.contains("..") { range } else { 0..range.start };
    Seeds::new(vec![range.clone()]).map(|_| range)
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
    #[serde(flatten)]
    scene: SceneResult,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<NarrationLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    profile: Vec<profile::MindsProfile>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    days: Vec<days::DayRow>,
    #[serde(skip)]
    pub(crate) exit: Exit,
    #[serde(skip)]
    teams: Vec<String>,
}

/// A line of narration as JSON.
#[derive(Serialize)]
struct NarrationLine {
    tick: u64,
    who: String,
    kind: &'static str,
    text: String,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let scenario = arguments.options.load(&arguments.scene)?;
    if let Some(seeds) = &arguments.seeds {
        return many::run_many(&scenario, seeds.clone(), arguments, output);
    }
    let cancel = Cancel::listen();
    let seed = arguments.seed.unwrap_or(scenario.scene().seed());
    let mut recordings = Vec::new();
    let mut simulation = match (&arguments.restore, &arguments.record) {
        (Some(path), _) => restore_simulation(&scenario, path)?,
        (None, Some(path)) => new_recorded_simulation(&scenario, seed, path, &mut recordings)?,
        (None, None) => new_simulation(&scenario, seed)?,
    }
    .narrated();
    if arguments.fighting {
        simulation = simulation.with_fighting();
    }
    if arguments.profile {
        simulation = simulation.profiled(profile::profiler);
    }
    let mut player = crate::player::scripted(&scenario, arguments.player.as_deref())?;
    let mut ticks = arguments.ticks;
    if let Some(days) = arguments.days {
        ticks = days::ticks(&scenario, days)?;
        simulation = cunning_sweep::Balance::counted(simulation);
    }
    let (mut lines, mut walked) = (Vec::new(), Vec::new());
    while simulation.outcome().is_none() && simulation.ticks() < ticks && !cancel.is_wanted() {
        if let Some(player) = &mut player {
            player.play(&mut simulation);
        }
        simulation.tick();
        // Weeks of a village have too many lines to keep.
        lines.extend(simulation.drain_lines().filter(|_| arguments.days.is_none()));
        walked.extend(simulation.drain_walks());
        if let Some(SaveAt { path, .. }) =
            arguments.save.as_ref().filter(|save| save.tick == simulation.ticks())
        {
            files::write(path, &simulation.save())?;
        }
    }
    if let Some(path) = &arguments.record {
        finish_recording(&mut simulation, recordings, path)?;
    }
    if let Some(path) = &arguments.picture {
        let svg = walks::picture(simulation.world(), &walked)
            .map_err(|error| Failure::input("cli/picture", error))?;
        files::write(path, svg.as_bytes())?;
    }
    let mut result = RunResult::new(&simulation, lines, cancel.is_wanted());
    result.profile = profile::profiles(&simulation);
    result.days = simulation.days().iter().map(days::DayRow::from).collect();
    if arguments.days.is_some() && matches!(result.exit, Exit::OutOfBudget) {
        result.exit = Exit::Done;
    }
    result.scene.walks = walked.into_iter().map(cunning_sweep::Walk::from).collect();
    result.print(output)?;
    Ok(result.exit)
}

/// Starts a scene.
pub(crate) fn new_simulation(scenario: &Arc<Scenario>, seed: u64) -> Result<Simulation, Failure> {
    Simulation::new(scenario, seed).map_err(|error| Failure::input("cli/scene", error))
}

/// Ends the recordings of a run and gives them their names.
pub(crate) fn finish_recording(
    simulation: &mut Simulation,
    recordings: Vec<NewFile>,
    path: &Path,
) -> Result<(), Failure> {
    let ended = simulation.end_recording();
    let committed = ended.and_then(|()| recordings.into_iter().try_for_each(NewFile::commit));
    committed.map_err(|error| Failure::io(path.display().to_string(), error))
}

/// Restores a saved run.
fn restore_simulation(scenario: &Arc<Scenario>, path: &Path) -> Result<Simulation, Failure> {
    let (name, bytes) = files::read_bytes(path, SAVE_BYTES_MAX)?;
    Simulation::restore(scenario, &bytes)
        .map_err(|error| Failure::input("cli/restore", format!("{name}: {error}")))
}

/// Starts a scene that is recorded. Each further domain file of the scene gets its own recording beside the first. The
/// recordings are to be committed when the run has ended.
pub(crate) fn new_recorded_simulation(
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

impl RunResult {
    pub(crate) fn new(simulation: &Simulation, lines: Vec<Line>, is_cancelled: bool) -> Self {
        let scene = SceneResult::new(simulation);
        let exit = match scene.outcome.as_str() {
            "won" | "draw" => Exit::Done,
            "time_up" => Exit::Unsolvable,
            _ if is_cancelled => Exit::Cancelled,
            _ => Exit::OutOfBudget,
        };
        let narration = |line: Line| NarrationLine {
            tick: line.tick,
            who: line.agent,
            kind: kind_name(line.kind),
            text: line.text,
        };
        let teams = simulation.world().scene().teams().to_vec();
        Self {
            scene,
            lines: lines.into_iter().map(narration).collect(),
            profile: Vec::new(),
            days: Vec::new(),
            exit,
            teams,
        }
    }

    pub(crate) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(self);
        }
        // The reasons why agents were idle.
        let idle = self.lines.iter().filter(|line| line.kind == "idle" && line.text.contains('\n'));
        output.text(&summary(&self.scene))?;
        for line in idle {
            let rows: Vec<String> = line.text.lines().map(visible_line).collect();
            output.text(&format!("{} {}\n", line.who, rows.join("\n")))?;
        }
        output.text(&days::table(&self.days))?;
        output.text(&days::balance(&self.scene))?;
        for profile in &self.profile {
            output.text(&profile.table())?;
        }
        output.text(&fighting::table(&self.teams, [&self.scene]))?;
        if !self.profile.is_empty() {
            output.text(&self.scene.quality.sentence())?;
        }
        Ok(())
    }
}

/// The result of a run as a sentence.
fn summary(result: &SceneResult) -> String {
    let seconds = result.time_ms as f64 / 1000.0;
    let SceneResult { scene, seed, ticks, hash, ending, .. } = result;
    let scene = visible_line(scene);
    let score = result.score.map_or_else(String::new, |score| format!(", score {score}"));
    format!("{scene}, seed {seed}: {ending}{score}, after {ticks} ticks ({seconds:.1} s), hash {hash}\n")
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
