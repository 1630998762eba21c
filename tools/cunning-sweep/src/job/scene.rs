//! Scenes, run in this process.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_arena::map_family::generated_map;
use cunning_arena::scene::SceneChoices;
use cunning_arena::simulation::{Scenario, ScriptedPlayer, SeekerWalk, Settings, Simulation, TeamFighting};
use cunning_arena::{Outcome, Scene};
use cunning_diag::{Diagnostic, Diagnostics, Source, did_you_mean};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::quality::QualityReport;
use super::{Balance, Trial, TrialError};
use crate::inputs::{Inputs, SETTING};

/// The most days of one run.
const DAYS_MAX: u64 = 1000;
/// After how many ticks a run stops by default.
const TICKS: u64 = 100_000;
/// How many ticks pass between two checks whether the run is cancelled.
const SLICE: u64 = 64;

/// A scene that is ready to run.
pub struct SceneTrial {
    scenario: Arc<Scenario>,
    ticks_max: u64,
    is_counted: bool,
    has_days: bool,
    /// A scripted player of the scene that gives orders.
    player: Option<ScriptedPlayer>,
}

/// The result of a run of a scene.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SceneResult {
    /// The name of the scene.
    pub scene: String,
    /// The seed that the scene was run with.
    pub seed: u64,
    /// The number of ticks until the end.
    pub ticks: u64,
    /// The time in the world until the end, in milliseconds.
    pub time_ms: u64,
    /// `won`, `draw`, `time_up`, or `open` if the run was cut off.
    pub outcome: String,
    /// The team that won; null if none did.
    pub team: Option<String>,
    /// The outcome as a sentence.
    pub ending: String,
    /// The hash of the last state.
    pub hash: String,
    /// The quality counters of the agents.
    pub quality: QualityReport,
    /// The player's score; null if the scene has no objectives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// The walks of agents that search their path as they go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walks: Vec<Walk>,
    /// How each team fought, in the order of the scene; empty unless the run counts it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fighting: Vec<BTreeMap<String, u64>>,
    /// What lasted over the days of the run; null unless the run counts days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
}

/// One walk of an agent that searches its path as it goes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Walk {
    /// The name of the agent that walked.
    pub who: String,
    /// The number of the walk among those of the agent, from 1.
    pub number: u32,
    /// The destination.
    pub to: String,
    /// The length in cells.
    pub cells: f64,
    /// The places on the way.
    pub through: Vec<String>,
    /// Whether the agent arrived.
    pub arrived: bool,
    /// The place that the agent avoided because of its fear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shied: Option<String>,
}

impl From<SeekerWalk> for Walk {
    fn from(walk: SeekerWalk) -> Self {
        let SeekerWalk {
            actor: who, number, to, length, through, has_arrived: arrived, avoided: shied, ..
        } = walk;
        Self { who, number, to, cells: length as f64 / 1000.0, through, arrived, shied }
    }
}

impl SceneResult {
    /// The result of a run as far as it went.
    pub fn new(simulation: &Simulation) -> Self {
        let teams = simulation.world().scene().teams();
        let (outcome, team) = match simulation.outcome() {
            Some(Outcome::Won { team, .. }) => ("won", teams.get(team.index()).cloned()),
            Some(Outcome::Draw) => ("draw", None),
            Some(Outcome::TimeUp) => ("time_up", None),
            None => ("open", None),
        };
        let ending = simulation
            .outcome()
            .map_or_else(|| "undecided".to_owned(), |outcome| simulation.describe_outcome(outcome));
        Self {
            scene: simulation.world().scene().name().to_owned(),
            seed: simulation.world().seed(),
            ticks: simulation.ticks(),
            time_ms: simulation.world().time_ms(),
            outcome: outcome.to_owned(),
            team,
            ending,
            hash: format!("{:016x}", simulation.hash()),
            quality: simulation.quality().into(),
            score: (!simulation.world().scene().objectives().is_empty()).then(|| simulation.score()),
            walks: Vec::new(),
            fighting: simulation.fighting().iter().map(counters).collect(),
            balance: Balance::of(simulation),
        }
    }
}

fn counters(team: &TeamFighting) -> BTreeMap<String, u64> {
    team.named().into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
}

impl SceneTrial {
    /// Reads a scene and the files that it names; `known` are names to suggest for an unknown one.
    pub fn prepare(inputs: &Inputs<'_>, known: &[&str]) -> Result<Self, Diagnostics> {
        let invalid = |message: String| Diagnostics::from(Diagnostic::error(SETTING, message));
        let name = inputs.text("scene").ok_or_else(|| invalid("a run needs a `scene`".into()))?;
        let unknown = || {
            let message = format!("the scene `{name}` was not found");
            let diagnostic = Diagnostic::error(SETTING, message);
            let diagnostic = match did_you_mean(name, known.iter().copied()) {
                Some(_) => diagnostic.suggest(name, known.iter().copied()),
                None => diagnostic.hint("name a built-in scene, or a scene file beside the sweep file"),
            };
            Diagnostics::from(diagnostic)
        };
        let text = inputs.load(None, name).ok_or_else(unknown)?;
        let text = match inputs.text("map") {
            Some(map) => {
                let rows = match generated_map(map) {
                    Some(rows) => rows.map_err(invalid)?,
                    None => inputs
                        .load(Some(name), map)
                        .ok_or_else(|| invalid(format!("the map `{map}` was not found")))?,
                };
                crate::edit::edit(&text, [("scene.map", &Value::String(rows))]).map_err(invalid)?
            }
            None => text,
        };
        let file = std::path::Path::new(name).file_name().unwrap_or_default().to_string_lossy();
        let file = if file.contains('.') { file.into_owned() } else { format!("{file}.toml") };
        let source = Source::new(file, text);
        let loader = |file: &str| inputs.load(Some(name), file).map(|text| Source::new(file, text));
        let list = |key: &str| match inputs.option(key) {
            None => Ok(Vec::new()),
            Some(Value::Array(list)) => Ok(list.iter().map(crate::key::show).collect()),
            Some(other) => Err(invalid(format!("`{key}`: expected a list of texts, found {other}"))),
        };
        let (events, mut baselines) = (list("events")?, list("baselines")?);
        if let Some(baseline) = inputs.text("against").filter(|baseline| *baseline != "none") {
            // The scene has to be read to find its last team.
            let scene = Scene::parse_with(&source, SceneChoices::default(), &loader)?;
            baselines.extend(scene.teams().last().map(|team| format!("{team}={baseline}")));
        }
        let defaults = Settings::default();
        let settings = Settings {
            tick_ms: inputs.whole("tick_ms", 1..=1000).map_or(defaults.tick_ms, |ms| ms as u16),
            budget: inputs.whole("budget", 1..=u64::MAX).unwrap_or(defaults.budget),
            set: inputs.facts(),
            events,
            has_orders: inputs.truth("orders").unwrap_or(true),
            without: list("without")?,
            difficulty: inputs.text("difficulty").map(str::to_owned),
            is_swapped: inputs.truth("swap").unwrap_or(false),
            baselines,
            players: Vec::new(),
        };
        let scenario = Arc::new(Scenario::load(&source, &loader, settings)?);
        let days = inputs.whole("days", 1..=DAYS_MAX);
        let ticks_max = match days {
            Some(days) => Balance::ticks(&scenario, days)
                .ok_or_else(|| invalid("`days`: the scene has no `day` in `[rules]`".into()))?,
            None => inputs.whole("ticks", 1..=u64::MAX).unwrap_or(TICKS),
        };
        let is_counted = inputs.truth("fighting").unwrap_or(false);
        let player = match (inputs.text("player"), inputs.text("script")) {
            (_, Some(script)) => Some(ScriptedPlayer::parse(script.lines())),
            (Some(name), None) if name != "none" => Some(ScriptedPlayer::of_scene(&scenario, name)),
            _ => None,
        };
        let player = player.transpose().map_err(|error| invalid(error.to_string()))?;
        Ok(Self { scenario, ticks_max, is_counted, has_days: days.is_some(), player })
    }
}

impl Trial for SceneTrial {
    fn run(&mut self, seed: u64, is_cancelled: &dyn Fn() -> bool) -> Result<Value, TrialError> {
        let failed = |error: String| TrialError::Failed(error);
        let mut simulation =
            Simulation::new(&self.scenario, seed).map_err(|error| failed(error.to_string()))?;
        if self.is_counted {
            simulation = simulation.with_fighting();
        }
        if self.has_days {
            simulation = Balance::counted(simulation);
        }
        let mut player = self.player.clone();
        while simulation.outcome().is_none() && simulation.ticks() < self.ticks_max {
            if simulation.ticks().is_multiple_of(SLICE) && is_cancelled() {
                return Err(TrialError::Cancelled);
            }
            if let Some(player) = &mut player {
                player.play(&mut simulation);
            }
            simulation.tick();
        }
        let walks = simulation.drain_walks().map(Walk::from).collect();
        let result = SceneResult { walks, ..SceneResult::new(&simulation) };
        serde_json::to_value(result).map_err(|error| failed(error.to_string()))
    }
}
