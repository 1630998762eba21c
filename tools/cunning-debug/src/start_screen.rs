//! The start screen: templates that a project can start from, and scenes to open.
//!
//! A session shows one thing. To show another, it names what to open ([`Opening`]), and its shell opens that in a new
//! session.

use std::path::{Component, Path, PathBuf};

use cunning_arena::Scene;
use cunning_arena::scene::SceneChoices;
use cunning_diag::Source;
use serde::Serialize;

use crate::backdrop::rows_of;
use crate::limits::{FOLDER_BYTES_MAX, FOLDER_DEPTH_MAX};
use crate::protocol::RequestError;

/// What a start screen offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartScreen {
    /// The templates.
    pub templates: Vec<Template>,
    /// The scenes that can be opened by name.
    pub scenes: Vec<SceneOffer>,
    /// The folder that projects are created in.
    pub folder: PathBuf,
}

/// A project to start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// The names and texts of its files, the scene first.
    pub files: Vec<(String, String)>,
    /// The map of its scene.
    pub map: Thumbnail,
}

/// A scene to open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SceneOffer {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub doc: String,
    /// Its map.
    pub map: Thumbnail,
}

/// A small map of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thumbnail {
    /// One letter per cell, one text per row.
    rows: Vec<String>,
    teams: Vec<String>,
    /// The cell and the team of each actor.
    actors: Vec<(u16, u16, usize)>,
}

impl Thumbnail {
    /// The map of a scene file; an empty one if the file cannot be read. `load` returns the files that it names.
    pub fn of(scene: &Source, load: &dyn Fn(&str) -> Option<Source>) -> Self {
        let Ok(scene) = Scene::parse_with(scene, SceneChoices::default(), load) else {
            return Self::default();
        };
        let actors = scene.actors().iter().map(|actor| (actor.cell.x, actor.cell.y, actor.team.index()));
        Self { rows: rows_of(&scene), teams: scene.teams().to_vec(), actors: actors.collect() }
    }
}

/// What a page wants to see instead of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// A scene of the start screen.
    Scene(String),
    /// A file that was created.
    File(PathBuf),
}

/// The start screen of a session.
pub(crate) enum Start {
    Absent,
    /// Pages can go there.
    Offered(StartScreen),
    /// There is nothing else to show.
    Shown(StartScreen),
}

impl Start {
    pub(crate) fn screen(&self) -> Option<&StartScreen> {
        match self {
            Self::Absent => None,
            Self::Offered(screen) | Self::Shown(screen) => Some(screen),
        }
    }
}

/// The start screen for a page.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StartView {
    templates: Vec<TemplateRow>,
    scenes: Vec<SceneOffer>,
    folder: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TemplateRow {
    name: String,
    doc: String,
    files: Vec<String>,
    map: Thumbnail,
}

impl StartScreen {
    pub(crate) fn view(&self) -> StartView {
        let template = |template: &Template| TemplateRow {
            name: template.name.clone(),
            doc: template.doc.clone(),
            files: template.files.iter().map(|(name, _)| name.clone()).collect(),
            map: template.map.clone(),
        };
        StartView {
            templates: self.templates.iter().map(template).collect(),
            scenes: self.scenes.clone(),
            folder: self.folder.display().to_string(),
        }
    }

    pub(crate) fn scene(&self, name: &str) -> Result<Opening, RequestError> {
        let known = self.scenes.iter().find(|known| known.name == name);
        known
            .map(|known| Opening::Scene(known.name.clone()))
            .ok_or_else(|| RequestError::new(format!("there is no scene `{name}`")))
    }

    pub(crate) fn template(&self, name: &str) -> Result<&Template, RequestError> {
        let known = self.templates.iter().find(|known| known.name == name);
        known.ok_or_else(|| RequestError::new(format!("there is no template `{name}`")))
    }
}

/// A folder below that of the start screen, as a page names it.
pub(crate) fn folder_below(text: &str) -> Result<&Path, RequestError> {
    let refused = |why: &str| Err(RequestError::new(format!("`{text}` cannot be created: {why}")));
    if text.is_empty() || text.len() > FOLDER_BYTES_MAX {
        return refused("give a short name");
    }
    if !text.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_' | ' ' | '.' | '/')) {
        return refused("use letters, digits, `-`, `_`, spaces and dots; `/` separates folders");
    }
    let path = Path::new(text);
    let is_name = |part: Component<'_>| match part {
        Component::Normal(name) => {
            let name = name.to_string_lossy();
            !name.starts_with('.') && name.trim() == name && !name.ends_with('.')
        }
        _ => false,
    };
    if !path.components().all(is_name) || text.contains("//") || text.starts_with('/') || text.contains("/./")
    {
        return refused("it must be a folder below the one that the studio was started in");
    }
    if path.components().count() > FOLDER_DEPTH_MAX {
        return refused("it is too deep");
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_stay_below_the_start() {
        for text in ["guard", "my game/ai", "a-b_c.d/e", "ä"] {
            assert_eq!(folder_below(text).unwrap(), Path::new(text), "{text}");
        }
        let long = "a".repeat(FOLDER_BYTES_MAX + 1);
        for text in [
            "",
            "..",
            "../x",
            "a/../../x",
            "/etc",
            "//x",
            "a//b",
            ".",
            "./a",
            "a/./b",
            ".ssh",
            "a/.git",
            "~",
            "C:\\x",
            "a\\b",
            "a\0b",
            "a\nb",
            " a",
            "a ",
            "a/ b",
            "a.",
            "a/b/c/d/e/f/g/h/i",
            "$(x)",
            "a:b",
            &long,
        ] {
            assert!(folder_below(text).is_err(), "{text:?}");
        }
    }
}
