//! `cunning studio`: serves the debugger, which shows the decisions of a scene, a recording or a running game in the
//! browser.

use std::path::{Path, PathBuf};

use cunning_arena::limits::SCENE_BYTES_MAX;
use cunning_diag::Source;
use cunning_studio::{AttachError, Attachment, DebugSession, Server};
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
  cunning studio my-quest.toml                     a quest, with demonstrations and planners
  cunning studio --attach 127.0.0.1:7070#TOKEN     a running game, at the address that its link prints

The first line of standard output is the address to open. It contains a token that is new for every start and gives full
access to the studio; keep it secret. Only this machine can connect. Stop the studio with Ctrl-C.")]
pub(crate) struct Arguments {
    /// The name of a built-in scene, or the path of a scene, domain, quest or recording file
    #[arg(value_name = "SCENE|FILE", required_unless_present = "attach")]
    what: Option<String>,
    /// Attach to a game on this machine that has opened a link (`cunning-link`); the game never waits for the studio
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["what", "seed", "allow_control", "allow_write"])]
    attach: Option<String>,
    /// Port to listen on; 0 takes any free port
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Allow the page to run, pause and step the scene and to reload edited domain files; without this the scene just runs
    #[arg(long)]
    allow_control: bool,
    /// Allow the page to save the opened files, and no others
    #[arg(long)]
    allow_write: bool,
    /// Seed of the random number generator [default: the seed of the scene]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    options: SceneOptions,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let cancel = Cancel::listen();
    let server = match &arguments.attach {
        Some(address) => Server::attach(arguments.port, attach(address)?),
        None => Server::bind(arguments.port, arguments.session()?),
    };
    let server = server.map_err(|error| Failure::io(format!("port {}", arguments.port), error))?;
    let url = server.url();
    output.text(&format!("{url}\n"))?;
    if !cunning_studio::is_built() {
        output.note(
            "This build does not contain the page; `cargo xtask studio` builds it and starts the studio.",
        );
    }
    if !arguments.no_open && open::that_detached(&url).is_err() {
        output.note("Cannot open a browser; open the address above.");
    }
    server.run(|| cancel.is_wanted()).map_err(|error| Failure::io("the studio", error))?;
    Ok(Exit::Done)
}

impl Arguments {
    /// Opens what the arguments name.
    fn session(&self) -> Result<DebugSession, Failure> {
        let what = self.what.as_deref().unwrap_or_default();
        let path = Path::new(what);
        if path.is_file() {
            let (name, bytes) = files::read_bytes(path, RECORDING_BYTES_MAX)?;
            // A damaged file with the extension of recordings is reported as such, not parsed as text.
            if bytes.starts_with(&MAGIC) || path.extension().is_some_and(|ending| ending == "cng") {
                return DebugSession::recording(&name, bytes)
                    .map_err(|error| Failure::input("cli/recording", format!("{name}: {error}")));
            }
        }
        if path.is_file() {
            let text = files::read(path, SCENE_BYTES_MAX)?;
            if !has_table(&text, "scene") {
                // Quest files have a walker, domain files do not.
                return if has_table(&text, "walker") { quest(path) } else { self.domain(path) };
            }
        }
        let scenario = self.options.load(what)?;
        let seed = self.seed.unwrap_or_else(|| scenario.scene().seed());
        let session = DebugSession::live(&scenario, seed, self.allow_control)
            .map_err(|error| Failure::input("cli/scene", error.to_string()))?;
        let (scene, domains) = scenes::files_of(what, &scenario);
        let (scene, domains) = (scene.and_then(|path| path.canonicalize().ok()), canonical(domains));
        let scene = scene.as_deref().map(|path| (scenario.source().name(), path));
        Ok(self.permitted(session.with_files(scene, &domains)))
    }

    /// Adds the permission to write, if it was given.
    fn permitted(&self, session: DebugSession) -> DebugSession {
        if self.allow_write { session.writing() } else { session }
    }

    /// Opens a domain file.
    fn domain(&self, path: &Path) -> Result<DebugSession, Failure> {
        let sources = DomainFile::open(path)?.sources();
        let texts: Vec<Source> = sources.iter().map(|(source, _)| source.clone()).collect();
        let paths: Vec<(String, PathBuf)> =
            sources.into_iter().map(|(source, path)| (source.name().to_owned(), path)).collect();
        let session = DebugSession::domain(&texts);
        Ok(self.permitted(session.with_files(None, &canonical(paths))))
    }
}

/// Resolves links now, so that later saves write the files that were opened.
fn canonical(files: Vec<(String, PathBuf)>) -> Vec<(String, PathBuf)> {
    files.into_iter().filter_map(|(name, path)| Some((name, path.canonicalize().ok()?))).collect()
}

/// Attaches to a game.
fn attach(address: &str) -> Result<Attachment, Failure> {
    Attachment::connect(address).map_err(|error| match error {
        AttachError::Connect(error) => Failure::io(address, error),
        error => Failure::input("cli/attach", error.to_string()),
    })
}

/// Opens a quest file with its demonstrations.
fn quest(path: &Path) -> Result<DebugSession, Failure> {
    let loaded = quests::open(path)?;
    // Errors in demonstrations are reported here with their positions, not in the page.
    loaded.own_demonstrations()?;
    Ok(DebugSession::quest(loaded.source.clone(), loaded.demonstration_files()?))
}

/// Whether a TOML file has a table of that name, judged by the beginnings of its lines: errors elsewhere in the file are
/// reported by its parser.
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
    fn kind_of_a_file_is_recognized_by_its_tables() {
        let has = |text: &str, name: &str| has_table(&Source::new("a.toml", text), name);
        for text in
            ["[scene]\n", " [ scene ]\nname = 1", "scene.name = 1", "scene = { name = 1 }", "[scene.x]"]
        {
            assert!(has(text, "scene"), "{text}");
        }
        // Facts and actions can have any name.
        for text in ["[facts]\nscene = \"bool\"", "[action.scene]", "# [scene]", "scenery = 1", ""] {
            assert!(!has(text, "scene"), "{text}");
        }
        assert!(has("name = \"dungeon\"\nmap = \"\"\"\n#.#\n\"\"\"\n[walker]\n", "walker"));
    }
}
