//! `cunning run --seeds`: a sweep of one scene over seeds.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use cunning_arena::simulation::Scenario;
use cunning_diag::{Source, visible_line};
use cunning_sweep::{
    CellRecord, MemoryStore, Plan, QualityReport, ResultFolder, RunOptions, SceneResult, run_cells, stats,
};
use serde::Serialize;

use super::Arguments;
use super::walks::Walks;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::scenes::setting;
use crate::sweep::{Host, TextLoader, all_cores, standard_job};

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
    runs: Vec<SceneResult>,
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

pub(super) fn run_many(
    scenario: &Arc<Scenario>,
    seeds: std::ops::Range<u64>,
    arguments: &Arguments,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let mut text = arguments.options.sweep_text(&arguments.scene, &seeds, arguments.ticks);
    if let Some(days) = arguments.days {
        super::days::ticks(scenario, days)?;
        setting(&mut text, "days", days);
    }
    if arguments.fighting {
        text.push_str("fighting = true\n");
    }
    if let Some(player) = &arguments.player {
        // The player is checked before anything runs.
        crate::player::scripted(scenario, Some(player))?;
        match crate::player::script_file(scenario, player)? {
            Some(script) => setting(&mut text, "script", script),
            None => setting(&mut text, "player", player.as_str()),
        }
    }
    let source = Source::new(format!("{}.toml", scenario.scene().name()), text);
    let loader = TextLoader::beside(Path::new("run.toml"));
    // The scene was read already, maybe from standard input.
    let scene = scenario.source().text();
    let load = |from: Option<&str>, name: &str| match from {
        None if name == arguments.scene => Some(scene.to_owned()),
        _ => loader.load(from, name),
    };
    let job = standard_job();
    let plan = Plan::new(&source, &job, &load)?;
    let options =
        RunOptions { jobs: arguments.jobs.map_or_else(all_cores, usize::from), ..RunOptions::default() };
    let host = Host::new();
    let records: Vec<CellRecord> = match &arguments.out {
        None => {
            let store = MemoryStore::default();
            host.run(|run_host| run_cells(&plan, &job, &store, &options, run_host))?;
            store.into_records()
        }
        Some(path) => {
            let folder = open_folder(path, &plan, arguments.resume)?;
            host.run(|run_host| run_cells(&plan, &job, &folder, &options, run_host))?;
            if !host.cancel.is_wanted() {
                crate::sweep::write_tables(&plan, &folder)?;
            }
            let mut records = Vec::new();
            for cell in plan.cells() {
                records.extend(folder.read(cell.name)?.or(folder.failure(cell.name)?));
            }
            records
        }
    };
    if let Some(error) = records.iter().find_map(|record| record.error.as_ref()) {
        return Err(Failure::input("cli/scene", error));
    }
    let result = |record: CellRecord| serde_json::from_value(record.result.unwrap_or_default());
    let runs: Result<Vec<SceneResult>, _> = records.into_iter().map(result).collect();
    let mut runs = runs.map_err(|error| Failure::io("a result", error.into()))?;
    runs.sort_by_key(|run| run.seed);
    let result = SeedsResult::new(scenario, seeds.end.saturating_sub(seeds.start), runs);
    result.print(output)?;
    Ok(match &result {
        _ if host.cancel.is_wanted() => Exit::Cancelled,
        SeedsResult { open: 1.., .. } if arguments.days.is_none() => Exit::OutOfBudget,
        SeedsResult { time_up: 1.., .. } => Exit::Unsolvable,
        _ => Exit::Done,
    })
}

/// Opens the result folder. Results of an earlier run are used only if the user wants that.
fn open_folder(path: &Path, plan: &Plan, resumes: bool) -> Result<ResultFolder, Failure> {
    let folder = ResultFolder::create(path)?;
    if !resumes && !folder.done()?.is_empty() {
        let message =
            format!("{} has results already; continue with --resume, or name another folder", path.display());
        return Err(Failure::input("cli/out", message));
    }
    folder.save_plan(plan)?;
    Ok(folder)
}

impl SeedsResult {
    fn new(scenario: &Scenario, seeds: u64, runs: Vec<SceneResult>) -> Self {
        let count = |outcome: &str| runs.iter().filter(|run| run.outcome == outcome).count();
        let mut won: BTreeMap<&str, u64> = BTreeMap::new();
        for team in runs.iter().filter_map(|run| run.team.as_deref()) {
            *won.entry(team).or_default() += 1;
        }
        let rate = |team: &String| {
            let won = won.get(team.as_str()).copied().unwrap_or(0);
            let share = stats::share(won, runs.len() as u64);
            TeamRate { team: team.clone(), won, rate: share.mean, low: share.low, high: share.high }
        };
        Self {
            seeds,
            won: count("won"),
            draw: count("draw"),
            time_up: count("time_up"),
            open: count("open"),
            teams: scenario.scene().teams().iter().map(rate).collect(),
            quality: QualityReport::total(runs.iter().map(|run| &run.quality)),
            walks: Walks::of(runs.iter().flat_map(|run| &run.walks)),
            runs,
        }
    }

    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(self);
        }
        for run in &self.runs {
            output.text(&super::summary(run))?;
            output.text(&super::days::balance(run))?;
        }
        let Self { won, draw, time_up, open, .. } = self;
        output.text(&format!("{won} won, {draw} drawn, {time_up} out of time, {open} undecided\n"))?;
        for TeamRate { team, won, rate, low, high } in self.teams.iter().filter(|_| self.teams.len() > 1) {
            let [rate, low, high] = [rate, low, high].map(|share| share * 100.0);
            let team = visible_line(team);
            output
                .text(&format!("{team} won {won}: {rate:.1} % (95 % interval {low:.1} to {high:.1} %)\n"))?;
        }
        let scores: Vec<f64> = self.runs.iter().filter_map(|run| run.score).map(f64::from).collect();
        if !scores.is_empty() {
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            output.text(&format!("mean score {mean:.1}\n"))?;
        }
        for walks in &self.walks {
            output.text(&walks.sentence())?;
        }
        let teams: Vec<String> = self.teams.iter().map(|team| team.team.clone()).collect();
        output.text(&super::fighting::table(&teams, &self.runs))?;
        output.text(&self.quality.sentence())
    }
}
