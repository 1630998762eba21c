//! Scenes to play: those that come with the command, and files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cunning::stock::{DOMAINS, SCENES};
use cunning_arena::Scene;
use cunning_arena::limits::SCENE_BYTES_MAX;
use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::{Source, did_you_mean};
use cunning_train::limits::DEMONSTRATION_BYTES_MAX;

use crate::failure::Failure;
use crate::files;

/// What can be said about a scene on the command line.
#[derive(clap::Args)]
pub(crate) struct SceneOptions {
    /// Something that minds believe or carry in the beginning, as in `lawful=false`; for one of them alone as in
    /// `pirate.gold=3`
    #[arg(long, value_name = "FACT=VALUE")]
    set: Vec<String>,
    /// Something that happens, at a tick or a time: `remove bottle @ 40`, `add 3 coin to docks @ 4 s`,
    /// `move key to 44,4 @ 5 s`
    #[arg(long, value_name = "EVENT")]
    event: Vec<String>,
    /// Let the first two teams begin in each other's places
    #[arg(long)]
    swap: bool,
    /// Play without commanders: everybody is on its own
    #[arg(long)]
    no_orders: bool,
    /// Have the last team driven by something else than minds
    #[arg(long, value_name = "WHAT")]
    against: Option<Baseline>,
}

/// What minds can be measured against.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Baseline {
    /// A plain state machine
    Fsm,
}

/// Where the texts of a scene are, as far as they are files: the scene's, and those of domain files by their names.
pub(crate) fn files_of(scene: &str, scenario: &Scenario) -> (Option<PathBuf>, Vec<(String, PathBuf)>) {
    let is_built_in = SCENES.iter().any(|(name, _)| *name == scene);
    if is_built_in || scene == "-" {
        return (None, Vec::new());
    }
    let path = PathBuf::from(scene);
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    let place = |source: &Source| {
        let file = candidates(folder, source.name()).into_iter().find(|path| path.is_file())?;
        Some((source.name().to_owned(), file))
    };
    let domains = scenario.domain_sources().filter_map(place).collect();
    (Some(path), domains)
}

impl SceneOptions {
    /// A scene by its name or its file.
    pub(crate) fn load(&self, scene: &str) -> Result<Arc<Scenario>, Failure> {
        let (source, folder) = open(scene)?;
        let machine = match self.against {
            // Which team is the last one, the scene says.
            Some(Baseline::Fsm) => {
                let scene = Scene::parse_with(&source, &[], &|name| named(folder.as_deref(), name))?;
                scene.teams().last().cloned()
            }
            None => None,
        };
        let settings = Settings {
            set: self.set.clone(),
            events: self.event.clone(),
            is_swapped: self.swap,
            has_orders: !self.no_orders,
            machine,
            ..Settings::default()
        };
        let scenario = Scenario::load(&source, &|name| named(folder.as_deref(), name), settings)?;
        Ok(Arc::new(scenario))
    }
}

/// A scene's text, and the folder that it is in.
fn open(scene: &str) -> Result<(Source, Option<PathBuf>), Failure> {
    if let Some((_, text)) = SCENES.iter().find(|(name, _)| *name == scene) {
        return Ok((Source::new(format!("{scene}.toml"), *text), None));
    }
    let path = Path::new(scene);
    let is_name = path.extension().is_none() && path.components().count() == 1 && scene != "-";
    if is_name && !path.exists() {
        let names = || SCENES.iter().map(|(name, _)| *name);
        let hint = did_you_mean(scene, names()).map_or_else(
            || format!("there are: {}; or name a file", names().collect::<Vec<_>>().join(", ")),
            |hint| format!("did you mean `{hint}`?"),
        );
        return Err(Failure::input("cli/scene", format!("there is no scene `{scene}`; {hint}")));
    }
    let source = files::read(path, SCENE_BYTES_MAX)?;
    Ok((source, Some(path.parent().unwrap_or_else(|| Path::new("")).to_path_buf())))
}

/// A file that a scene names, be it of a domain, a quest or demonstrations: beside the scene, in the folders `domains` and
/// `quests` beside the scene's, or one that comes with the command. Names lead nowhere else. Who reads it has a cap of his own,
/// at most that of demonstrations.
fn named(folder: Option<&Path>, name: &str) -> Option<Source> {
    let files = folder.map(|folder| candidates(folder, name)).unwrap_or_default().into_iter();
    let file =
        files.filter(|path| path.exists()).find_map(|path| files::read(&path, DEMONSTRATION_BYTES_MAX).ok());
    if let Some(source) = file {
        return Some(Source::new(name, source.text()));
    }
    let stem = name.strip_suffix(".toml");
    let domain = DOMAINS.iter().find(|(known, _)| Some(*known) == stem);
    let domain = domain.map(|(_, text)| Source::new(name, *text));
    let quest = || stem.and_then(cunning_train::built_in::quest);
    domain.or_else(quest).or_else(|| cunning_train::built_in::demonstrations(name))
}

/// Where a file that a scene names may be.
fn candidates(folder: &Path, name: &str) -> Vec<PathBuf> {
    let is_inside = Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    let ways = ["", "../domains", "../quests"].map(|way| folder.join(way).join(name));
    if is_inside { ways.to_vec() } else { Vec::new() }
}
