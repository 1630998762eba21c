//! The domains of the benchmark and the file of queries.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use cunning_diag::{Source, Style};
use cunning_mind::debug::{Question, WhatIf};
use cunning_plan::model::PlanningDomain;
use cunning_plan::{PlanRequest, Reader};
use serde::Serialize;

use super::query::Query;

/// The files of `domains/` that take part.
const SHIPPED: [&str; 5] = ["soldier", "villager", "crafting", "heist", "guard"];

/// Whether algorithms may be developed with a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Part {
    /// Domains that algorithms may be developed with.
    Tuning,
    /// Domains that no algorithm is developed with.
    HeldOut,
}

impl Part {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Tuning => "tuning",
            Self::HeldOut => "held_out",
        }
    }
}

/// A domain file.
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) part: Part,
    pub(crate) source: Source,
    /// The number of random starts for each goal.
    pub(crate) walks: usize,
}

/// All domains with their queries.
pub(crate) struct Suite {
    pub(crate) games: Vec<Game>,
    pub(crate) queries: Vec<Query>,
}

impl Suite {
    pub(crate) fn load() -> Result<Self, String> {
        let mut games = Vec::new();
        for name in SHIPPED {
            games.push(Game::read(&root().join("domains").join(format!("{name}.toml")), Part::Tuning, 1)?);
        }
        for part in [Part::Tuning, Part::HeldOut] {
            for path in toml_files(&folder().join(part.name()))? {
                games.push(Game::read(&path, part, 3)?);
            }
        }
        let path = queries_path();
        let queries = match fs::read(&path) {
            Ok(bytes) => {
                serde_json::from_slice(&bytes).map_err(|error| format!("{}: {error}", path.display()))?
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        Ok(Self { games, queries })
    }

    /// Writes the file of queries, under a new name first.
    pub(crate) fn save(&self) -> Result<(), String> {
        let path = queries_path();
        let text = serde_json::to_string_pretty(&self.queries).map_err(|error| error.to_string())?;
        let new = path.with_extension("new");
        let write = || -> std::io::Result<()> {
            let mut file = fs::File::create(&new)?;
            std::io::Write::write_all(&mut file, format!("{text}\n").as_bytes())?;
            file.sync_all()?;
            fs::rename(&new, &path)
        };
        write().map_err(|error| format!("{}: {error}", path.display()))
    }

    pub(crate) fn game_of(&self, query: &Query) -> Result<&Game, String> {
        let game = self.games.iter().find(|game| game.name == query.game);
        game.ok_or_else(|| format!("{}: no such domain", query.game))
    }

    pub(crate) fn part_of(&self, query: &Query) -> Option<Part> {
        self.game_of(query).ok().map(|game| game.part)
    }
}

impl Game {
    fn read(path: &Path, part: Part, walks: usize) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let source = Source::new(format!("{name}.toml"), text.as_str());
        Ok(Self { name, part, source, walks })
    }

    /// Parses the text.
    pub(crate) fn domain(&self) -> Result<Arc<PlanningDomain>, String> {
        let read = Reader::new().read(&self.source);
        read.map(|(domain, _)| Arc::new(domain)).map_err(|found| found.render(Style::Plain))
    }

    /// The planning request of a query.
    pub(crate) fn request(&self, query: &Query) -> Result<PlanRequest, String> {
        let question =
            Question { goal: &query.goal, set: &query.set, asker: "queries.json", ..Question::default() };
        let what_if = WhatIf::new(&self.source, &|_| None, &question);
        what_if.map(|what_if| what_if.request().clone()).map_err(|error| format!("{}: {error}", query.name()))
    }
}

/// The folder of the project.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn folder() -> PathBuf {
    root().join("internal/cunning-bench/games")
}

fn queries_path() -> PathBuf {
    folder().join("queries.json")
}

fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    Ok(paths)
}
