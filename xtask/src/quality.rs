//! `cargo xtask quality`: runs the frozen scenes and compares the quality counters with those of the baseline.
//!
//! The scenes, their domains and the baseline are in `internal/cunning-bench/frozen`. The runs are made by the command
//! itself (`cunning run SCENE --seeds N --format json`).

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde_json::{Map, Value, json};

use crate::process::{Cargo, program, root};

/// The scenes, each with the team whose wins count: one team's loss is the other's gain.
const SCENES: [(&str, &str); 6] = [
    ("castle", "village"),
    ("outpost", "south"),
    ("pirate", "pirates"),
    ("rooms", "raiders"),
    ("squad", "red"),
    ("village", "village"),
];

/// The number of ticks after which a run ends: enough for every scene that ends by itself, and two minutes of a village
/// that does not.
const TICKS_MAX: [(&str, u64); 1] = [("village", 1200)];

/// The counters, in the order of the table: their names in JSON, and their headings.
const COUNTERS: [(&str, &str); 7] = [
    ("plans_replaced", "replaced"),
    ("direction_reversals", "reversals"),
    ("goal_switches", "switches"),
    ("absent_objects", "absent"),
    ("orders_reissued", "re-orders"),
    ("idle_s", "idle s"),
    ("idle_solvable_s", "solvable s"),
];

/// The largest share of the baseline's replaced plans and reversals.
const DITHER_SHARE_MAX: f64 = 1.0 / 3.0;
/// The number of events in the baseline from which a scene that meets the targets is listed.
const EVENTS_MIN: f64 = 10.0;
/// The largest loss of a win rate.
const WIN_LOSS_MAX: f64 = 0.02;

/// What to measure.
pub(crate) struct Options {
    /// The scenes; all of them if empty.
    pub(crate) scenes: Vec<String>,
    pub(crate) seeds: u64,
    /// A build of the command to measure instead of the present code.
    pub(crate) program: Option<PathBuf>,
    /// Whether the result becomes the baseline.
    pub(crate) is_baseline: bool,
}

/// The sums of some runs of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
struct Sums {
    runs: u64,
    won: u64,
    agent_minutes: f64,
    counts: [f64; COUNTERS.len()],
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.won += other.won;
        self.agent_minutes += other.agent_minutes;
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum += count;
        }
    }

    /// Returns a counter per minute of an agent's life.
    fn rate(&self, at: usize) -> f64 {
        if self.agent_minutes > 0.0 { self.counts[at] / self.agent_minutes } else { 0.0 }
    }

    fn win_rate(&self) -> f64 {
        self.won as f64 / (self.runs.max(1)) as f64
    }

    fn rate_of(&self, name: &str) -> f64 {
        COUNTERS.iter().position(|(known, _)| *known == name).map_or(0.0, |at| self.rate(at))
    }
}

/// Runs the scenes; the exit code is 1 if a target is missed.
pub(crate) fn run(options: &Options) -> io::Result<ExitCode> {
    let scenes: Vec<(&str, &str)> = SCENES
        .into_iter()
        .filter(|(name, _)| options.scenes.is_empty() || options.scenes.iter().any(|asked| asked == name))
        .collect();
    if let Some(unknown) = options.scenes.iter().find(|asked| SCENES.iter().all(|(name, _)| name != asked)) {
        let names = SCENES.map(|(name, _)| name).join(", ");
        return Err(io::Error::other(format!("unknown scene `{unknown}`; use one of {names}")));
    }
    let built = program("cunning");
    let program = options.program.as_ref().unwrap_or(&built);
    if options.program.is_none() && !Cargo::parse("build --package cunning-cli").run()?.success() {
        return Ok(ExitCode::FAILURE);
    }
    let mut results = Map::new();
    for (name, _) in &scenes {
        results.insert((*name).to_owned(), runs_of(program, name, options.seeds)?);
    }
    if options.is_baseline {
        write_baseline(options.seeds, &results)?;
        return Ok(ExitCode::SUCCESS);
    }
    let baseline: Value = serde_json::from_slice(&std::fs::read(baseline_path())?)?;
    let rows: Vec<(&str, Sums, Sums)> = scenes
        .iter()
        .map(|(name, team)| {
            let before = sums(&baseline["scenes"][name], team, options.seeds);
            (*name, before, sums(&results[*name], team, options.seeds))
        })
        .collect();
    let verdicts = verdicts(&rows);
    let mut out = io::stdout().lock();
    out.write_all(table(&rows).as_bytes())?;
    for (is_met, text) in &verdicts {
        writeln!(out, "{} {text}", if *is_met { "met   " } else { "MISSED" })?;
    }
    let is_met = verdicts.iter().all(|(is_met, _)| *is_met);
    Ok(if is_met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn frozen() -> PathBuf {
    root().join("internal/cunning-bench/frozen")
}

fn baseline_path() -> PathBuf {
    frozen().join("baseline.json")
}

/// Runs a scene and returns the counters of each run.
fn runs_of(program: &Path, name: &str, seeds: u64) -> io::Result<Value> {
    let scene = frozen().join("scenes").join(format!("{name}.scene.toml"));
    let mut command = Command::new(program);
    command.arg("run").arg(scene).args(["--seeds", &seeds.to_string(), "--format", "json"]);
    if let Some((_, ticks)) = TICKS_MAX.iter().find(|(known, _)| *known == name) {
        command.args(["--ticks", &ticks.to_string()]);
    }
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    let result: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| io::Error::other(format!("`cunning run` of the scene {name} failed: {error}")))?;
    let run = |run: &Value| {
        let mut row = Map::new();
        row.insert("seed".to_owned(), run["seed"].clone());
        row.insert("team".to_owned(), run["team"].clone());
        row.insert("agent_minutes".to_owned(), run["quality"]["agent_minutes"].clone());
        for (counter, _) in COUNTERS {
            row.insert(counter.to_owned(), run["quality"][counter].clone());
        }
        Value::Object(row)
    };
    Ok(result["runs"].as_array().into_iter().flatten().map(run).collect())
}

/// Sums the runs of the first seeds.
fn sums(runs: &Value, team: &str, seeds: u64) -> Sums {
    let mut sums = Sums::default();
    for run in runs.as_array().into_iter().flatten() {
        if run["seed"].as_u64().is_none_or(|seed| seed >= seeds) {
            continue;
        }
        sums.add(&Sums {
            runs: 1,
            won: u64::from(run["team"] == team),
            agent_minutes: run["agent_minutes"].as_f64().unwrap_or(0.0),
            counts: COUNTERS.map(|(counter, _)| run[counter].as_f64().unwrap_or(0.0)),
        });
    }
    sums
}

/// Writes the baseline, one run per line, so that a difference can be read.
fn write_baseline(seeds: u64, results: &Map<String, Value>) -> io::Result<()> {
    let mut text = format!(
        "{{\"command\": \"cargo xtask quality --write --seeds {seeds}\", \"seeds\": {seeds}, \"scenes\": {{\n"
    );
    for (at, (name, runs)) in results.iter().enumerate() {
        let runs: Vec<String> = runs.as_array().into_iter().flatten().map(Value::to_string).collect();
        let end = if at + 1 == results.len() { "" } else { "," };
        let _ = write!(text, "{}: [\n{}\n]{end}\n", json!(name), runs.join(",\n"));
    }
    text.push_str("}}\n");
    replace(&baseline_path(), text.as_bytes())
}

/// Writes a file to a new name and renames it.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = std::fs::File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(new, path)
}

fn total(rows: &[(&str, Sums, Sums)], pick: impl Fn(&(&str, Sums, Sums)) -> Sums) -> Sums {
    let mut total = Sums::default();
    for row in rows {
        total.add(&pick(row));
    }
    total
}

/// The counters per agent and minute, baseline and now.
fn table(rows: &[(&str, Sums, Sums)]) -> String {
    let mut text = format!("{:<8} {:<8} {:>5} {:>6}", "scene", "", "runs", "won %");
    for (_, heading) in COUNTERS {
        let _ = write!(text, " {heading:>10}");
    }
    text.push('\n');
    let all = ("all", total(rows, |row| row.1.clone()), total(rows, |row| row.2.clone()));
    for (name, before, now) in rows.iter().chain([&all]) {
        for (label, sums) in [("baseline", before), ("now", now)] {
            let won = sums.win_rate() * 100.0;
            let _ = write!(text, "{name:<8} {label:<8} {:>5} {won:>6.1}", sums.runs);
            for at in 0..COUNTERS.len() {
                let _ = write!(text, " {:>10.3}", sums.rate(at));
            }
            text.push('\n');
        }
    }
    text.push_str(
        "counters are per agent and minute; absent is a number of steps per agent and minute too\n",
    );
    text
}

/// Whether each target is met, with the figures.
fn verdicts(rows: &[(&str, Sums, Sums)]) -> Vec<(bool, String)> {
    let (before, now) = (total(rows, |row| row.1.clone()), total(rows, |row| row.2.clone()));
    let mut verdicts = Vec::new();
    for (name, text) in [
        ("plans_replaced", "plans replaced before their first step ended"),
        ("direction_reversals", "direction reversals"),
    ] {
        for (scene, before, now) in rows {
            let (rate, limit) = (now.rate_of(name), before.rate_of(name) * DITHER_SHARE_MAX);
            let share = if limit > 0.0 { rate / limit * DITHER_SHARE_MAX * 100.0 } else { 0.0 };
            if before.rate_of(name) * before.agent_minutes >= EVENTS_MIN || rate > limit {
                let text = format!("{scene}: {text}: {share:.1} % of the baseline, at most 33.3 %");
                verdicts.push((rate <= limit, text));
            }
        }
    }
    let absent = now.rate_of("absent_objects") * now.agent_minutes;
    verdicts.push((absent < 0.5, format!("steps about absent objects: {absent:.0}, at most 0")));
    for (name, text) in [("idle_s", "idle seconds"), ("idle_solvable_s", "idle seconds with a solvable goal")]
    {
        let (before, now) = (before.rate_of(name), now.rate_of(name));
        // Less than the baseline, up to rounding.
        let is_met = now <= before + 0.0005;
        verdicts.push((is_met, format!("{text}: {now:.3} per agent and minute, at most {before:.3}")));
    }
    for (name, before, now) in rows {
        let (before, now) = (before.win_rate(), now.win_rate());
        let is_met = now >= before - WIN_LOSS_MAX - 1e-9;
        let [before, now] = [before, now].map(|rate| rate * 100.0);
        verdicts.push((is_met, format!("{name}: won {now:.1} %, before {before:.1} %")));
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(won: u64, counts: [f64; 7]) -> Sums {
        Sums { runs: 50, won, agent_minutes: 10.0, counts }
    }

    fn missed(before: &Sums, now: &Sums) -> Vec<String> {
        let verdicts = verdicts(&[("squad", before.clone(), now.clone())]);
        verdicts.into_iter().filter(|(is_met, _)| !is_met).map(|(_, text)| text).collect()
    }

    #[test]
    fn each_missed_target_is_named() {
        let before = of(30, [30.0, 9.0, 5.0, 30.0, 4.0, 100.0, 20.0]);
        assert_eq!(missed(&before, &of(29, [10.0, 3.0, 99.0, 0.0, 99.0, 100.0, 20.0])), Vec::<String>::new());
        assert_eq!(missed(&before, &of(28, [11.0, 4.0, 5.0, 1.0, 4.0, 101.0, 21.0])).len(), 6);
    }

    #[test]
    fn only_the_first_seeds_of_the_baseline_are_compared() {
        let runs = json!([
            {"seed": 0, "team": "red", "agent_minutes": 1.5, "plans_replaced": 3},
            {"seed": 1, "team": null, "agent_minutes": 2.5, "plans_replaced": 4},
            {"seed": 2, "team": "red", "agent_minutes": 9.0, "plans_replaced": 5},
        ]);
        let sums = sums(&runs, "red", 2);
        assert_eq!((sums.runs, sums.won), (2, 1));
        assert!((sums.agent_minutes - 4.0).abs() < 1e-9 && (sums.rate(0) - 1.75).abs() < 1e-9);
    }

    #[test]
    fn every_scene_is_frozen_with_its_domains() {
        for (name, team) in SCENES {
            let path = frozen().join("scenes").join(format!("{name}.scene.toml"));
            let text = std::fs::read_to_string(path).expect("the scene is frozen");
            assert!(text.contains(&format!("\"{team}\"")), "{name} has no team {team}");
            for domain in text.lines().filter_map(|line| line.strip_prefix("domain = ")) {
                let path = frozen().join("domains").join(domain.trim_matches('"'));
                assert!(path.is_file(), "{name} needs {domain}");
            }
        }
    }
}
