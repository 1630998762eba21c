//! Loads scenes: the built-in ones, and scene files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cunning::stock::{self, SCENES};
use cunning_arena::Scene;
use cunning_arena::limits::SCENE_BYTES_MAX;
use cunning_arena::map_family::generated_map;
use cunning_arena::scene::{EDIT_FORMS, SceneChoices};
use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::Source;
use cunning_train::limits::DEMONSTRATION_BYTES_MAX;

use crate::failure::Failure;
use crate::files;

/// The help of an argument that names a scene.
pub(crate) fn scene_help() -> String {
    let names: Vec<&str> = SCENES.iter().map(|(name, _)| *name).collect();
    format!("The scene: {}, or the path of a scene file", names.join(", "))
}

/// The long help of `--event`.
fn event_help() -> String {
    let mut help =
        "Event at a tick or a time, in words and after `@`: `remove bottle @ 40`, `kill pirate @ 4 s`\n"
            .to_owned();
    for (_, form, doc) in EDIT_FORMS {
        // Writing to a String cannot fail.
        let _ = write!(help, "\n  {form:<36} {doc}");
    }
    help
}

/// The options that change a scene.
#[derive(clap::Args)]
pub(crate) struct SceneOptions {
    /// Initial value of a fact for all agents, as in `lawful=false`, or for one agent, as in `pirate.gold=3`
    #[arg(long, value_name = "FACT=VALUE")]
    set: Vec<String>,
    /// Event at a tick or a time: `remove bottle @ 40`, `add 3 coin to docks @ 4 s`, `kill pirate @ 100`
    #[arg(long, value_name = "EVENT", long_help = event_help())]
    event: Vec<String>,
    /// Swap the start positions of the first two teams
    #[arg(long)]
    swap: bool,
    /// Run without commanders: every agent acts on its own
    #[arg(long)]
    no_orders: bool,
    /// Do without parts of command, to measure what they are worth: actions of commanders, goals that they order, or
    /// `sharing` (what squads know together)
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    without: Vec<String>,
    /// Replace the minds of the last team by a baseline: `fsm` (state machine), `bt` (behaviour tree) or `utility`;
    /// soldiers of `fsm+share` and the like tell each other where enemies are
    #[arg(long, value_name = "BASELINE")]
    against: Option<String>,
    /// Replace the minds of any team by a baseline, as in `red=bt`
    #[arg(long = "baseline", value_name = "TEAM=BASELINE")]
    baselines: Vec<String>,
    /// Number of actors in groups; groups, stocks and places of jobs are scaled to it
    #[arg(long, value_name = "N")]
    crowd: Option<u32>,
    /// Level of difficulty of a scene that has some, such as `easy`, `normal` or `hard`
    #[arg(long, value_name = "LEVEL")]
    difficulty: Option<String>,
    /// Use the map of this file instead of the map of the scene, or a generated one, as in `yards:7` (`field` has open
    /// ground, `blocks` rooms, `yards` houses; all fit the scene `squad`)
    #[arg(long, value_name = "FILE|FAMILY:SEED")]
    map: Option<PathBuf>,
}

/// The paths of the scene file and of its domain files by name; none for a built-in scene or standard input.
pub(crate) fn files_of(scene: &str, scenario: &Scenario) -> (Option<PathBuf>, Vec<(String, PathBuf)>) {
    let is_built_in = SCENES.iter().any(|(name, _)| *name == scene);
    if is_built_in || scene == "-" {
        return (None, Vec::new());
    }
    let path = PathBuf::from(scene);
    let file_of = |source: &Source| {
        let file = stock::paths_of(&path, source.name()).into_iter().find(|path| path.is_file())?;
        Some((source.name().to_owned(), file))
    };
    let domains = scenario.domain_sources().filter_map(file_of).collect();
    (Some(path), domains)
}

impl SceneOptions {
    /// Loads a scene by its name or path.
    pub(crate) fn load(&self, scene: &str) -> Result<Arc<Scenario>, Failure> {
        let (mut source, file) = open(scene)?;
        let mut edits = Vec::new();
        if let Some(map) = &self.map {
            edits.push(("scene.map", serde_json::Value::from(rows_of(map)?)));
        }
        edits.extend(self.crowd.map(|crowd| ("scene.crowd", serde_json::Value::from(crowd))));
        if !edits.is_empty() {
            let text =
                cunning_sweep::edit::edit(source.text(), edits.iter().map(|(key, value)| (*key, value)));
            let text = text.map_err(|error| Failure::input("cli/scene", error))?;
            source = Source::new(source.name(), text);
        }
        let mut baselines = self.baselines.clone();
        if let Some(baseline) = &self.against {
            // The scene has to be parsed to find its last team.
            let scene = Scene::parse_with(&source, SceneChoices::default(), &|name| {
                named_file(file.as_deref(), name)
            })?;
            baselines.extend(scene.teams().last().map(|team| format!("{team}={baseline}")));
        }
        let settings = Settings {
            set: self.set.clone(),
            events: self.event.clone(),
            is_swapped: self.swap,
            has_orders: !self.no_orders,
            without: self.without.clone(),
            difficulty: self.difficulty.clone(),
            baselines,
            ..Settings::default()
        };
        let scenario = Scenario::load(&source, &|name| named_file(file.as_deref(), name), settings)?;
        Ok(Arc::new(scenario))
    }

    /// The sweep file that runs a scene with these options and many seeds.
    pub(crate) fn sweep_text(&self, scene: &str, seeds: &std::ops::Range<u64>, ticks: u64) -> String {
        let mut text = format!("[sweep]\nseeds = \"{}..{}\"\n\n[run]\n", seeds.start, seeds.end);
        setting(&mut text, "scene", scene);
        setting(&mut text, "ticks", ticks);
        setting(&mut text, "swap", self.swap);
        setting(&mut text, "orders", !self.no_orders);
        setting(&mut text, "without", self.without.clone());
        if let Some(level) = &self.difficulty {
            setting(&mut text, "difficulty", level.as_str());
        }
        if let Some(baseline) = &self.against {
            setting(&mut text, "against", baseline.as_str());
        }
        setting(&mut text, "baselines", self.baselines.clone());
        setting(&mut text, "events", self.event.clone());
        // The last value of a fact counts.
        let facts = self.set.iter().map(|fact| fact.split_once('=').unwrap_or((fact, "true")));
        for (fact, value) in facts.collect::<std::collections::BTreeMap<_, _>>() {
            setting(&mut text, &format!("set:{fact}"), value);
        }
        text
    }
}

/// Appends `key = value` in TOML.
pub(crate) fn setting(text: &mut String, key: &str, value: impl Into<serde_json::Value>) {
    // Strings of JSON are strings of TOML too. Writing to a String cannot fail.
    let _ = writeln!(text, "{} = {}", serde_json::Value::from(key), value.into());
}

/// Reads a scene; returns its text and its path, which a built-in scene does not have.
fn open(scene: &str) -> Result<(Source, Option<PathBuf>), Failure> {
    if let Some(source) = stock::scene(scene) {
        return Ok((source, None));
    }
    let path = Path::new(scene);
    if let Some(error) = stock::unknown_scene(scene).filter(|_| scene != "-" && !path.exists()) {
        return Err(Failure::input("cli/scene", error));
    }
    let source = files::read(path, SCENE_BYTES_MAX)?;
    Ok((source, Some(path.to_path_buf())))
}

/// The rows of a map: of a file, or generated.
fn rows_of(map: &Path) -> Result<String, Failure> {
    let generated = map.to_str().and_then(generated_map).filter(|_| !map.exists());
    match generated {
        Some(rows) => rows.map_err(|error| Failure::input("cli/map", error)),
        None => Ok(files::read(map, SCENE_BYTES_MAX)?.text().to_owned()),
    }
}

/// Reads a file that a scene or a sweep names (a domain, a quest or demonstrations), or returns a built-in one. The
/// parsers have their own caps, at most that of demonstrations.
pub(crate) fn named_file(namer: Option<&Path>, name: &str) -> Option<Source> {
    let files = namer.map(|namer| stock::paths_of(namer, name)).unwrap_or_default().into_iter();
    let file =
        files.filter(|path| path.exists()).find_map(|path| files::read(&path, DEMONSTRATION_BYTES_MAX).ok());
    if let Some(source) = file {
        return Some(Source::new(name, source.text()));
    }
    stock::file(name)
}
