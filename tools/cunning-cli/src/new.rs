//! `cunning new`: starts a project from a template, as a scene and the files that it names.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use cunning::stock;
use cunning_diag::Source;
use cunning_studio::Thumbnail;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::output::Output;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning new guard                          writes guard/scene.toml and guard/guard.toml
  cunning new villager my-game/ai            into another folder
  cunning new squad && cunning demo squad/scene.toml
  cunning new quest && cunning studio quest/scene.toml --allow-control --allow-write")]
pub(crate) struct Arguments {
    /// What to start from
    template: Template,
    /// The folder to write to; it is created if it does not exist [default: the name of the template]
    folder: Option<PathBuf>,
}

/// The templates that a project can start from, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Template {
    /// A guard that patrols and raises the alarm
    Guard,
    /// Two soldiers and a leader who gives orders
    Squad,
    /// A villager that works, eats and sleeps
    Villager,
    /// A companion that carries out a quest along demonstrations
    Quest,
}

impl Template {
    fn name(self) -> &'static str {
        match self {
            Self::Guard => "guard",
            Self::Squad => "squad",
            Self::Villager => "villager",
            Self::Quest => "quest",
        }
    }

    /// The files of the template, the scene first.
    fn files(self) -> Vec<(&'static str, String)> {
        let texts = match self {
            Self::Guard => [
                ("scene.toml", include_str!("../templates/guard/scene.toml")),
                ("guard.toml", include_str!("../templates/guard/guard.toml")),
            ],
            Self::Squad => [
                ("scene.toml", include_str!("../templates/squad/scene.toml")),
                ("squad.toml", include_str!("../templates/squad/squad.toml")),
            ],
            Self::Villager => [
                ("scene.toml", include_str!("../templates/villager/scene.toml")),
                ("villager.toml", include_str!("../templates/villager/villager.toml")),
            ],
            Self::Quest => {
                // The quest of the project; its demonstrations are built in.
                let scene = stock::scene("quest").map(|source| ("scene.toml", source.text().to_owned()));
                let named = ["companion.toml", "dungeon.toml"];
                let named =
                    named.map(|name| stock::file(name).map(|source| (name, source.text().to_owned())));
                return scene.into_iter().chain(named.into_iter().flatten()).collect();
            }
        };
        texts.into_iter().map(|(name, text)| (name, text.to_owned())).collect()
    }
}

/// The templates, for the start screen of the studio.
pub(crate) fn templates() -> Vec<cunning_studio::Template> {
    let template = |template: &Template| {
        let files = template.files();
        let load = |wanted: &str| {
            let own = files.iter().find(|(name, _)| *name == wanted);
            own.map(|(name, text)| Source::new(*name, text.as_str())).or_else(|| stock::file(wanted))
        };
        let map = load("scene.toml").map_or_else(Thumbnail::default, |scene| Thumbnail::of(&scene, &load));
        cunning_studio::Template {
            name: template.name().to_owned(),
            doc: template
                .to_possible_value()
                .and_then(|value| value.get_help().map(ToString::to_string))
                .unwrap_or_default(),
            files: files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect(),
            map,
        }
    };
    Template::value_variants().iter().map(template).collect()
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let template = arguments.template;
    let folder = arguments.folder.clone().unwrap_or_else(|| PathBuf::from(template.name()));
    let texts = template.files();
    let taken = texts.iter().map(|(name, _)| folder.join(name)).find(|path| path.exists());
    if let Some(taken) = taken {
        let message = format!("{} exists already; name another folder", taken.display());
        return Err(Failure::input("cli/new", message));
    }
    std::fs::create_dir_all(&folder).map_err(|error| Failure::io(folder.display().to_string(), error))?;
    for (name, text) in &texts {
        files::write(&folder.join(name), text.as_bytes())?;
    }
    let written: Vec<String> = texts.iter().map(|(name, _)| shown(&folder, name)).collect();
    if output.is_json() {
        output.json(&serde_json::json!({ "template": template.name(), "files": written }))?;
        return Ok(Exit::Done);
    }
    for file in &written {
        output.text(&format!("{file}\n"))?;
    }
    let scene = shown(&folder, "scene.toml");
    output.note(&format!(
        "Next: cunning demo {scene}, or cunning studio {scene} --allow-control --allow-write"
    ));
    Ok(Exit::Done)
}

fn shown(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}
