//! Studies goals in batches on all threads, with results in the order of the goals.

use std::fmt::Write as _;
use std::time::Instant;

use cunning_draw::CellSize;
use cunning_lab::fear::{
    Claim, Curve, OrderRow, Outcome, Study, StudySettings, claims, curve_chart, plates, rules_chart, study,
};
use cunning_walk::Grid;
use cunning_walk::real_time::Method;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::files::Folder;
use super::record::Record;
use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// A map to study goals on.
pub(crate) struct Level {
    pub(crate) name: String,
    pub(crate) grid: Grid,
    /// The given goals.
    pub(crate) goals: Vec<u32>,
    /// All free cells, in the order in which they are tried as goals.
    pub(crate) candidates: Vec<u32>,
}

/// Runs the studies and stores their results.
pub(crate) struct Laboratory {
    pub(crate) pool: rayon::ThreadPool,
    pub(crate) cancel: Cancel,
    pub(crate) progress: ProgressBar,
    /// The number of goals that are studied at once.
    pub(crate) batch: usize,
    pub(crate) records: Vec<Record>,
}

impl Laboratory {
    /// Studies the given goals.
    pub(crate) fn study(
        &mut self,
        level: &Level,
        settings: &StudySettings,
        goals: &[u32],
        heat: usize,
        folder: &mut Folder,
        output: &mut Output,
    ) -> Result<(), Failure> {
        self.run(level, settings, goals, goals.len(), heat, folder, Some(output)).map(|_| ())
    }

    /// Tries random goals until enough of them qualify or all were tried.
    pub(crate) fn sample(
        &mut self,
        level: &Level,
        settings: &StudySettings,
        count: usize,
        heat: usize,
        folder: &mut Folder,
        output: &mut Output,
    ) -> Result<(), Failure> {
        self.run(level, settings, &level.candidates, count, heat, folder, Some(output)).map(|_| ())
    }

    /// The random goals that qualify, without studying them.
    pub(crate) fn choose(
        &mut self,
        level: &Level,
        settings: &StudySettings,
        count: usize,
        folder: &mut Folder,
    ) -> Result<Vec<u32>, Failure> {
        self.run(level, settings, &level.candidates, count, 0, folder, None)
    }

    /// Studies goals in order until `count` of them qualify, and returns those. Prints results if there is an output.
    #[allow(clippy::too_many_arguments)] // A struct would only rename the arguments of two callers.
    fn run(
        &mut self,
        level: &Level,
        settings: &StudySettings,
        goals: &[u32],
        count: usize,
        heat: usize,
        folder: &mut Folder,
        mut output: Option<&mut Output>,
    ) -> Result<Vec<u32>, Failure> {
        let mut found = Vec::new();
        let algorithm = settings.method.to_string();
        let conditions = conditions(&level.grid, settings);
        let begin = Instant::now();
        let clock = || begin.elapsed().as_micros() as u64;
        for batch in goals.chunks(self.batch.max(1)) {
            if found.len() >= count || self.cancel.is_wanted() {
                break;
            }
            let position = |goal: u32| level.grid.position(goal);
            let is_known =
                |goal: u32| folder.known(&level.name, &algorithm, &conditions, position(goal)).is_some();
            let cancel = &self.cancel;
            let studies: Vec<Option<Result<Study, _>>> = self.pool.install(|| {
                let batch = batch.par_iter().map(|&goal| {
                    let draws = found.len() < heat || !is_known(goal);
                    let goes_on = || !cancel.is_wanted();
                    draws.then(|| study(&level.grid, goal, settings, &clock, &goes_on))
                });
                batch.collect()
            });
            for (&goal, studied) in batch.iter().zip(studies) {
                if found.len() >= count {
                    break;
                }
                let known = folder.known(&level.name, &algorithm, &conditions, position(goal)).cloned();
                let studied = studied.transpose().map_err(|error| Failure::input("cli/fear", error))?;
                let is_new = known.is_none();
                let record = match (known, &studied) {
                    (Some(record), _) => record,
                    (None, Some(study)) => Record::new(&level.name, &algorithm, &conditions, study),
                    (None, None) => continue,
                };
                if record.outcome == Outcome::Cancelled {
                    continue;
                }
                if output.is_some() && is_new {
                    folder.append(&record)?;
                }
                if record.outcome == Outcome::Rejected {
                    continue;
                }
                found.push(goal);
                let Some(output) = output.as_deref_mut() else { continue };
                self.progress.inc(1);
                if let Some(study) = studied.filter(|_| found.len() <= heat && folder.is_open()) {
                    draw(level, &study, folder)?;
                }
                if output.is_json() {
                    output.json(&record)?;
                } else {
                    output.text(&record.sentence())?;
                }
                self.records.push(record);
            }
        }
        Ok(found)
    }

    /// Writes charts, tables and the report.
    pub(crate) fn finish(
        &mut self,
        levels: &[Level],
        methods: &[Method],
        folder: &mut Folder,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        self.progress.finish_and_clear();
        if self.cancel.is_wanted() {
            output.note("Cancelled. Use --out and --resume to continue.");
            return Ok(Exit::Cancelled);
        }
        if self.records.is_empty() {
            output.note("No goal qualified.");
            return Ok(Exit::Unsolvable);
        }
        if self.records.iter().all(|record| record.states <= 1) {
            output.note("No other cell can reach the goal.");
            return Ok(Exit::Unsolvable);
        }
        let rules: Vec<(String, Curve)> = methods
            .iter()
            .map(|method| {
                let name = method.to_string();
                let goals = self.records.iter().filter(|record| record.algorithm == name);
                let betas: Vec<Vec<f64>> = goals.map(|record| record.beta.clone()).collect();
                (name, Curve::of(&betas))
            })
            .collect();
        let curve = Curve::of(&self.records.iter().map(|record| record.beta.clone()).collect::<Vec<_>>());
        let title = match methods {
            [method] => format!("{method}, {} goals", self.records.len()),
            _ => format!("{} rules, {} goals", methods.len(), self.records.len()),
        };
        let failed = |error| Failure::input("cli/picture", error);
        folder.write("curve.svg", curve_chart(&title, &curve).map_err(failed)?.as_bytes())?;
        folder.write("rules.svg", rules_chart(&title, &rules).map_err(failed)?.as_bytes())?;
        folder.write("curve.csv", curve.to_csv().as_bytes())?;
        folder.write("orders.csv", self.table().as_bytes())?;
        let report = self.report(levels, &curve, &rules);
        folder.write("report.md", report.as_bytes())?;
        if !output.is_json() {
            output.text(&report)?;
        }
        Ok(Exit::Done)
    }

    /// Every order of every goal as CSV.
    fn table(&self) -> String {
        let mut table = "map,algorithm,x,y,order,beta,roots,capped,endless,micros\n".to_owned();
        for Record { map, algorithm, goal: (x, y), orders, .. } in &self.records {
            for OrderRow { order, beta, roots, capped, endless, micros } in orders {
                // Writing to a String cannot fail.
                let _ = writeln!(
                    table,
                    "{map},{algorithm},{x},{y},{order},{beta},{roots},{capped},{endless},{micros}"
                );
            }
        }
        table
    }

    fn report(&self, levels: &[Level], curve: &Curve, rules: &[(String, Curve)]) -> String {
        let mut report =
            "# Self-knowledge in real-time search\n\n| map | goals | seconds a goal |\n|---|---|---|\n"
                .to_owned();
        for level in levels {
            let seconds: Vec<f64> = self
                .records
                .iter()
                .filter(|record| record.map == level.name)
                .map(|record| record.seconds)
                .collect();
            let mean = seconds.iter().sum::<f64>() / seconds.len().max(1) as f64;
            let _ = writeln!(report, "| {} | {} | {mean:.2} |", level.name, seconds.len());
        }
        let _ = writeln!(report, "\n| order | mean | deviation |\n|---|---|---|");
        for point in curve.points.iter().take(12) {
            let _ = writeln!(report, "| {} | {:.3} | {:.3} |", point.order, point.mean, point.deviation);
        }
        let settled: Vec<u32> = self.records.iter().filter_map(|record| record.settled).collect();
        let fixpoints: Vec<usize> = self
            .records
            .iter()
            .filter(|record| record.outcome == Outcome::Fixpoint)
            .map(|record| record.beta.len().saturating_sub(1))
            .collect();
        let _ = writeln!(
            report,
            "\nBy the paper's measure (less than 0.001 for 10 orders) {} of {} goals settled, the last at order {}; \
             {} came to an exact fixpoint, the last at order {}.\n",
            settled.len(),
            self.records.len(),
            settled.iter().max().unwrap_or(&0),
            fixpoints.len(),
            fixpoints.iter().max().unwrap_or(&0)
        );
        let goals: Vec<(&[OrderRow], Outcome)> =
            self.records.iter().map(|record| (record.orders.as_slice(), record.outcome)).collect();
        for Claim { text, held, evidence } in claims(&goals) {
            let verdict = match held {
                Some(true) => "held",
                Some(false) => "did not hold",
                None => "not tested",
            };
            let _ = writeln!(report, "- {text}: **{verdict}** ({evidence})");
        }
        if rules.len() > 1 {
            let rises = |(_, curve): &&(String, Curve)| {
                let first = curve.points.first().map_or(f64::INFINITY, |point| point.mean);
                curve.peak().is_some_and(|(_, peak)| peak > first)
            };
            let rising = rules.iter().filter(rises).count();
            let _ = writeln!(
                report,
                "- rules whose curve rises above its first order: {rising} of {}",
                rules.len()
            );
        }
        report
    }
}

/// The settings that a result depends on, besides the names of map and algorithm.
fn conditions(grid: &Grid, settings: &StudySettings) -> String {
    let (low, high) = (settings.beta1.start(), settings.beta1.end());
    let (width, height, corners) = (grid.width(), grid.height(), grid.corners());
    format!("{width}x{height}, corners {corners:?}, beta1 {low}..{high}, {} orders", settings.orders_max)
}

/// Writes the heat maps of a goal.
fn draw(level: &Level, study: &Study, folder: &Folder) -> Result<(), Failure> {
    let size = (level.grid.width(), level.grid.height());
    let failed = |error| Failure::input("cli/picture", error);
    let picture = plates(size, |position| level.grid.is_free(position), study).map_err(failed)?;
    let stem = level.name.trim_end_matches(".map");
    let name = format!("{stem}_{}_{}", study.goal.0, study.goal.1);
    folder.write(&format!("{name}.png"), &picture.to_png(CellSize::Auto).map_err(failed)?)?;
    folder.write(&format!("{name}.svg"), picture.to_svg().as_bytes())
}
