//! Finds the texts that sweeps read: built in, beside the file that names them, or beside the sweep file.

use std::path::{Path, PathBuf};

use cunning::stock::{DOMAINS, SCENES};
use cunning_train::limits::DEMONSTRATION_BYTES_MAX;

use crate::files;
use crate::scenes::named_file;

/// Finds texts for a sweep file.
pub(crate) struct TextLoader {
    sweep_file: PathBuf,
}

impl TextLoader {
    /// Finds texts beside a file.
    pub(crate) fn beside(file: &Path) -> Self {
        Self { sweep_file: file.to_path_buf() }
    }

    /// The path of a file beside the sweep file.
    fn path(&self, name: &str) -> PathBuf {
        self.sweep_file.with_file_name("").join(name)
    }

    /// The text with a name; `from` is the file that names it.
    pub(crate) fn load(&self, from: Option<&str>, name: &str) -> Option<String> {
        let Some(from) = from else { return self.own(name) };
        let is_built_in = SCENES.iter().any(|(scene, _)| *scene == from);
        let scene = self.path(from);
        // A built-in scene reads built-in files, whatever is beside the sweep file.
        let namer = Some(scene.as_path()).filter(|_| !is_built_in);
        let found = named_file(namer, name).or_else(|| named_file(Some(&self.sweep_file), name));
        found.map(|source| source.text().to_owned())
    }

    /// A text that the sweep file names: a built-in scene, a file, or a built-in domain.
    fn own(&self, name: &str) -> Option<String> {
        if let Some((_, text)) = SCENES.iter().find(|(scene, _)| *scene == name) {
            return Some((*text).to_owned());
        }
        let path = if name == "-" { PathBuf::from(name) } else { self.path(name) };
        if let Ok(source) = files::read(&path, DEMONSTRATION_BYTES_MAX) {
            return Some(source.text().to_owned());
        }
        let domain = DOMAINS.iter().find(|(domain, _)| name.strip_suffix(".toml") == Some(*domain));
        domain.map(|(_, text)| (*text).to_owned())
    }
}
