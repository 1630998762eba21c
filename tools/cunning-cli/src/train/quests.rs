//! Loads quests by name or file, with their demonstrations.

use std::path::{Component, Path, PathBuf};

use cunning_diag::{Source, did_you_mean};
use cunning_train::limits::{DEMONSTRATION_BYTES_MAX, QUEST_BYTES_MAX};
use cunning_train::{Demonstration, Experience, Quest, built_in};

use crate::failure::Failure;
use crate::files;

/// A quest and its file; `None` for a built-in quest.
pub(crate) struct Loaded {
    pub(crate) quest: Quest,
    /// The text of the quest.
    pub(crate) source: Source,
    folder: Option<PathBuf>,
}

/// Loads a quest by its name or file.
pub(super) fn load(name: &str) -> Result<Loaded, Failure> {
    if let Some(source) = built_in::quest(name) {
        return Ok(Loaded { quest: Quest::parse(&source)?, source, folder: None });
    }
    let path = Path::new(name);
    let is_name = path.extension().is_none() && path.components().count() == 1 && name != "-";
    if is_name && !path.exists() {
        let names = || built_in::NAMES.iter().copied();
        let hint = did_you_mean(name, names()).map_or_else(
            || format!("known quests: {}; or give a file", names().collect::<Vec<_>>().join(", ")),
            |hint| format!("did you mean `{hint}`?"),
        );
        return Err(Failure::input("cli/quest", format!("unknown quest `{name}`; {hint}")));
    }
    open(path)
}

/// Loads a quest from a file.
pub(crate) fn open(path: &Path) -> Result<Loaded, Failure> {
    let source = files::read(path, QUEST_BYTES_MAX)?;
    let folder = path.parent().unwrap_or_else(|| Path::new("")).to_path_buf();
    Ok(Loaded { quest: Quest::parse(&source)?, source, folder: Some(folder) })
}

impl Loaded {
    /// The demonstrations of the quest.
    pub(crate) fn own_demonstrations(&self) -> Result<Vec<Demonstration>, Failure> {
        let mut all = Vec::new();
        for source in self.demonstration_files()? {
            all.extend(Demonstration::parse(&source)?);
        }
        Ok(all)
    }

    /// The demonstration files of the quest.
    pub(crate) fn demonstration_files(&self) -> Result<Vec<Source>, Failure> {
        let file = |name: &String| match &self.folder {
            None => built_in::demonstrations(name).ok_or_else(|| {
                Failure::input("cli/demonstration", format!("unknown built-in demonstration file `{name}`"))
            }),
            Some(folder) => Ok(Source::new(name, beside(folder, name)?.text())),
        };
        self.quest.demonstrations().iter().map(file).collect()
    }
}

/// A file in the directory of the quest; other directories are rejected.
fn beside(folder: &Path, name: &str) -> Result<Source, Failure> {
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        let message = format!("the demonstration file `{name}` is not in the directory of the quest");
        return Err(Failure::input("cli/demonstration", message));
    }
    files::read(&folder.join(name), DEMONSTRATION_BYTES_MAX)
}

/// Loads the demonstrations of a file.
pub(super) fn demonstrations(path: &Path) -> Result<Vec<Demonstration>, Failure> {
    Ok(Demonstration::parse(&files::read(path, DEMONSTRATION_BYTES_MAX)?)?)
}

/// Adds demonstrations to the experience.
pub(super) fn add(experience: &mut Experience, more: Vec<Demonstration>) -> Result<(), Failure> {
    for demonstration in more {
        experience.add(demonstration).map_err(|error| Failure::input("cli/demonstration", error))?;
    }
    Ok(())
}
