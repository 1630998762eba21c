//! `cunning studio`: a page in the browser that shows every decision of a scene or a recording.

use std::path::{Path, PathBuf};

use cunning_arena::limits::SCENE_BYTES_MAX;
use cunning_diag::Source;
use cunning_studio::{AttachError, DebugSession, Server, StudioError};
use cunning_trace::{MAGIC, RECORDING_BYTES_MAX};

use crate::cancel::Cancel;
use crate::domain::DomainFile;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::output::Output;
use crate::scenes::{self, SceneOptions};
use crate::train::quests;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning studio pirate --allow-control
  cunning run pirate --record pirate.cng && cunning studio pirate.cng
  cunning studio scenes/mine.toml --no-open --port 8090
  cunning studio domains/pirate.toml --allow-write
  cunning studio my-quest.toml                     a quest to try demonstrations and planners on
  cunning studio --attach 127.0.0.1:7070#TOKEN     a game that runs, by the address that its link says

The first line of standard output is the address to open. It holds a secret of this start: whoever has it can look at
everything here. Only this machine can connect. Ctrl-C ends it.")]
pub(crate) struct Arguments {
    /// A scene that comes with the command, a scene file, a domain file, a quest file, or a recording
    #[arg(required_unless_present = "attach")]
    what: Option<String>,
    /// Look into a game that runs on this machine and has a link open (`cunning-link`); the game is never held up
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["what", "seed", "allow_control", "allow_write"])]
    attach: Option<String>,
    /// Which port to listen on; 0 is any free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Let the page play, pause and step the scene and give its minds edited domain files; without this it plays by itself
    #[arg(long)]
    allow_control: bool,
    /// Let the page save the files that were opened, and no others
    #[arg(long)]
    allow_write: bool,
    /// What all draws come from [default: the scene's own]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    options: SceneOptions,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let cancel = Cancel::listen();
    let server = Server::bind(arguments.port, arguments.session()?)
        .map_err(|error| Failure::io(format!("port {}", arguments.port), error))?;
    let url = server.url();
    output.text(&format!("{url}\n"))?;
    if !cunning_studio::is_built() {
        output.note("The page was not built into this command: `cargo xtask studio` builds and starts both.");
    }
    if !arguments.no_open && open::that_detached(&url).is_err() {
        output.note("No browser could be opened; open the address above yourself.");
    }
    server.run(|| cancel.is_wanted()).map_err(|error| Failure::io("the studio", error))?;
    Ok(Exit::Done)
}

impl Arguments {
    /// What there is to look at.
    fn session(&self) -> Result<DebugSession, Failure> {
        if let Some(address) = &self.attach {
            return DebugSession::attach(address).map_err(|error| match error {
                StudioError::Attach(AttachError::Connect(error)) => Failure::io(address, error),
                error => Failure::input("cli/attach", error.to_string()),
            });
        }
        let what = self.what.as_deref().unwrap_or_default();
        let path = Path::new(what);
        if path.is_file() {
            let (name, bytes) = files::read_bytes(path, RECORDING_BYTES_MAX)?;
            // What is called a recording and is none is not taken for a text.
            if bytes.starts_with(&MAGIC) || path.extension().is_some_and(|ending| ending == "cng") {
                return DebugSession::recording(&name, bytes)
                    .map_err(|error| Failure::input("cli/recording", format!("{name}: {error}")));
            }
        }
        if path.is_file() {
            let text = files::read(path, SCENE_BYTES_MAX)?;
            if !has_table(&text, "scene") {
                // Quests have somebody who walks; domains do not.
                return if has_table(&text, "walker") { quest(path) } else { self.domain(path) };
            }
        }
        let scenario = self.options.load(what)?;
        let seed = self.seed.unwrap_or_else(|| scenario.scene().seed());
        let session = DebugSession::live(&scenario, seed, self.allow_control)
            .map_err(|error| Failure::input("cli/scene", error.to_string()))?;
        if !self.allow_write {
            return Ok(session);
        }
        let (scene, domains) = scenes::files_of(what, &scenario);
        let scene = scene.as_deref().map(|path| (scenario.source().name(), path));
        Ok(session.writing(scene, &domains))
    }

    /// A domain file by itself.
    fn domain(&self, path: &Path) -> Result<DebugSession, Failure> {
        let sources = DomainFile::open(path)?.sources();
        let texts: Vec<Source> = sources.iter().map(|(source, _)| source.clone()).collect();
        let places: Vec<(String, PathBuf)> =
            sources.into_iter().map(|(source, path)| (source.name().to_owned(), path)).collect();
        let session = DebugSession::domain(&texts);
        Ok(if self.allow_write { session.writing(None, &places) } else { session })
    }
}

/// A quest file and its demonstrations.
fn quest(path: &Path) -> Result<DebugSession, Failure> {
    let loaded = quests::open(path)?;
    // What is wrong with a demonstration is said with its place, now and not in the page.
    loaded.own_demonstrations()?;
    Ok(DebugSession::quest(loaded.source.clone(), loaded.demonstration_files()?))
}

/// Whether a file has a table of that name, by the beginnings of its lines: what else is in it is the matter of those who
/// read it whole.
fn has_table(source: &Source, name: &str) -> bool {
    let mut is_top = true;
    source.text().lines().any(|line| {
        let line = line.trim_start();
        let header = line.strip_prefix('[');
        is_top &= header.is_none();
        let key = if is_top { Some(line) } else { header };
        let rest = key.and_then(|key| key.trim_start_matches('[').trim_start().strip_prefix(name));
        rest.is_some_and(|rest| rest.trim_start().starts_with(['=', ']', '.']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_their_tables() {
        let has = |text: &str, name: &str| has_table(&Source::new("a.toml", text), name);
        for text in
            ["[scene]\n", " [ scene ]\nname = 1", "scene.name = 1", "scene = { name = 1 }", "[scene.x]"]
        {
            assert!(has(text, "scene"), "{text}");
        }
        // A fact may be called like anything.
        for text in ["[facts]\nscene = \"bool\"", "[action.scene]", "# [scene]", "scenery = 1", ""] {
            assert!(!has(text, "scene"), "{text}");
        }
        assert!(has("name = \"dungeon\"\nmap = \"\"\"\n#.#\n\"\"\"\n[walker]\n", "walker"));
    }
}
