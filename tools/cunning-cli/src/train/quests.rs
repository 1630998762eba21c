//! Quests by name or file, and the demonstrations that go with them.

use std::path::{Component, Path, PathBuf};

use cunning_diag::{Source, did_you_mean};
use cunning_train::limits::{DEMONSTRATION_BYTES_MAX, QUEST_BYTES_MAX};
use cunning_train::{Demonstration, Experience, Quest, built_in};

use crate::failure::Failure;
use crate::files;

/// A quest, and where its file is; nowhere if it came with the command.
pub(crate) struct Loaded {
    pub(crate) quest: Quest,
    /// Its text.
    pub(crate) source: Source,
    folder: Option<PathBuf>,
}

/// A quest by its name or its file.
pub(super) fn load(name: &str) -> Result<Loaded, Failure> {
    if let Some(source) = built_in::quest(name) {
        return Ok(Loaded { quest: Quest::parse(&source)?, source, folder: None });
    }
    let path = Path::new(name);
    let is_name = path.extension().is_none() && path.components().count() == 1 && name != "-";
    if is_name && !path.exists() {
        let names = || built_in::NAMES.iter().copied();
        let hint = did_you_mean(name, names()).map_or_else(
            || format!("there are: {}; or name a file", names().collect::<Vec<_>>().join(", ")),
            |hint| format!("did you mean `{hint}`?"),
        );
        return Err(Failure::input("cli/quest", format!("there is no quest `{name}`; {hint}")));
    }
    open(path)
}

/// A quest by its file.
pub(crate) fn open(path: &Path) -> Result<Loaded, Failure> {
    let source = files::read(path, QUEST_BYTES_MAX)?;
    let folder = path.parent().unwrap_or_else(|| Path::new("")).to_path_buf();
    Ok(Loaded { quest: Quest::parse(&source)?, source, folder: Some(folder) })
}

impl Loaded {
    /// The demonstrations that the quest itself names.
    pub(crate) fn own_demonstrations(&self) -> Result<Vec<Demonstration>, Failure> {
        let mut all = Vec::new();
        for source in self.demonstration_files()? {
            all.extend(Demonstration::parse(&source)?);
        }
        Ok(all)
    }

    /// The files of those, under the names that the quest has for them.
    pub(crate) fn demonstration_files(&self) -> Result<Vec<Source>, Failure> {
        let file = |name: &String| match &self.folder {
            None => built_in::demonstrations(name).ok_or_else(|| {
                Failure::input("cli/demonstration", format!("no file `{name}` comes with the command"))
            }),
            Some(folder) => Ok(Source::new(name, beside(folder, name)?.text())),
        };
        self.quest.demonstrations().iter().map(file).collect()
    }
}

/// A file beside the quest's. Names lead nowhere else.
fn beside(folder: &Path, name: &str) -> Result<Source, Failure> {
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        let message = format!("the quest names the demonstration `{name}`, which is not beside it");
        return Err(Failure::input("cli/demonstration", message));
    }
    files::read(&folder.join(name), DEMONSTRATION_BYTES_MAX)
}

/// The demonstrations of a file that the user named.
pub(super) fn demonstrations(path: &Path) -> Result<Vec<Demonstration>, Failure> {
    Ok(Demonstration::parse(&files::read(path, DEMONSTRATION_BYTES_MAX)?)?)
}

/// Adds all to what is known.
pub(super) fn add(experience: &mut Experience, more: Vec<Demonstration>) -> Result<(), Failure> {
    for demonstration in more {
        experience.add(demonstration).map_err(|error| Failure::input("cli/demonstration", error))?;
    }
    Ok(())
}
