//! `cunning studio`: serves the debugger, which shows the decisions of a scene, a recording or a running game in the
//! browser.

use std::io::{BufRead as _, Read as _};
use std::path::{Path, PathBuf};

use cunning::stock::{self, SCENES};
use cunning_arena::limits::SCENE_BYTES_MAX;
use cunning_diag::Source;
use cunning_files::PrivateFile;
use cunning_studio::{
    AttachError, Attachment, DebugSession, Opening, SceneOffer, Server, StartScreen, Thumbnail,
};
use cunning_trace::{MAGIC, RECORDING_BYTES_MAX, Reader};

use crate::cancel::Cancel;
use crate::domain::DomainFile;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::new;
use crate::output::Output;
use crate::scenes::{self, SceneOptions};
use crate::train::quests;

/// The most bytes of an address that is read from standard input, and of a file with breakpoints.
const ADDRESS_BYTES_MAX: u64 = 4096;
const BREAKPOINT_BYTES_MAX: usize = 64 << 10;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning studio --allow-control --allow-write     the start screen: templates and scenes
  cunning studio pirate --allow-control
  cunning run pirate --record pirate.cng && cunning studio pirate.cng
  cunning studio scenes/mine.toml --no-open --port 8090
  cunning studio domains/pirate.toml --allow-write
  cunning studio my-quest.toml                     a quest, with demonstrations and planners
  cunning studio pirate --allow-control --stop-when \"pirate has no plan\"
  cunning studio --attach -                        a running game; paste the address that its link prints

Conditions of --stop-when: AGENT has no plan, AGENT wants GOAL, AGENT does ACTION, AGENT believes FACT = VALUE, event WORDS;
`anyone` stands for any agent.

The first line of standard output is the address to open. It contains a token that is new for every start and gives full
access to the studio; keep it secret. Only this machine can connect. Stop the studio with Ctrl-C.")]
pub(crate) struct Arguments {
    /// The name of a built-in scene, or the path of a scene, domain, quest or recording file; without one the studio shows
    /// its start screen
    #[arg(value_name = "SCENE|FILE")]
    what: Option<String>,
    /// Attach to a game on this machine that has opened a link (`cunning-link`); the game never waits for the studio. With
    /// `-` the address is read from standard input, so that its token does not show in the list of processes
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
    /// Allow the page to save the opened files, and to create projects in new folders below the current one
    #[arg(long)]
    allow_write: bool,
    /// Stop when a condition becomes true; may be repeated
    #[arg(long, value_name = "CONDITION")]
    stop_when: Vec<String>,
    /// Keep breakpoints in a file, one per line; it is created if it does not exist, and written when the page changes them
    #[arg(long, value_name = "FILE")]
    breakpoints: Option<PathBuf>,
    /// Seed of the random number generator [default: the seed of the scene]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    options: SceneOptions,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let cancel = Cancel::listen();
    let server = if let Some(address) = &arguments.attach {
        let attachment = attach(address)?.map_session(|session| arguments.with_breakpoints(session))?;
        Server::attach(arguments.port, attachment)
    } else {
        let session = arguments.session(arguments.what.as_deref())?;
        if !session.is_live() && (!arguments.stop_when.is_empty() || arguments.breakpoints.is_some()) {
            let message =
                "only a running scene or game stops at breakpoints: open a scene or attach to a game";
            return Err(Failure::input("cli/breakpoint", message));
        }
        Server::bind(arguments.port, session)
    };
    let server = server.map_err(|error| Failure::io(format!("port {}", arguments.port), error))?;
    let url = server.url();
    output.text(&format!("{url}\n"))?;
    if !cunning_studio::is_built() {
        output.note(
            "This build does not contain the page; `cargo xtask studio` builds it and starts the studio.",
        );
    }
    let page = if arguments.no_open { None } else { open_page(&url) };
    if page.is_none() && !arguments.no_open {
        output.note("Cannot open a browser; open the address above.");
    }
    let failed = |error| Failure::io("the studio", error);
    let mut server = server;
    while let Some(handover) = server.run(|| cancel.is_wanted()).map_err(failed)? {
        let session = arguments.next_session(handover.opening())?;
        server = Server::resume(handover, session).map_err(failed)?;
    }
    drop(page);
    Ok(Exit::Done)
}

impl Arguments {
    /// Opens a scene or a file, with the start screen behind it; the start screen alone without one.
    fn session(&self, what: Option<&str>) -> Result<DebugSession, Failure> {
        let screen = start_screen()?;
        let Some(what) = what else { return Ok(self.permitted(DebugSession::start(screen))) };
        Ok(self.opened(what)?.with_start_screen(screen))
    }

    /// Opens what a page wants to see; the start screen with the reason if that cannot be opened.
    fn next_session(&self, opening: &Opening) -> Result<DebugSession, Failure> {
        let opened = match opening {
            Opening::Scene(name) => self.session(Some(name)),
            Opening::File(path) => self.session(Some(&path.display().to_string())),
        };
        opened.or_else(|failure| {
            let session = self.session(None)?;
            session.end(reason(&failure));
            Ok(session)
        })
    }

    /// Opens what the arguments name.
    fn opened(&self, what: &str) -> Result<DebugSession, Failure> {
        let path = Path::new(what);
        if path.is_file() {
            let (name, bytes) = files::read_bytes(path, RECORDING_BYTES_MAX)?;
            // A damaged file with the extension of recordings is reported as such, not parsed as text.
            if bytes.starts_with(&MAGIC) || path.extension().is_some_and(|ending| ending == "cng") {
                let mut recordings = vec![bytes];
                recordings.extend(other_recordings(path, &recordings[0]));
                return DebugSession::recordings(&name, recordings)
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
        self.with_breakpoints(self.permitted(session.with_files(scene, &domains)))
    }

    /// Adds the breakpoints of the command line and of the file.
    fn with_breakpoints(&self, session: DebugSession) -> Result<DebugSession, Failure> {
        let wrong = |error: cunning_studio::SessionError| Failure::input("cli/breakpoint", error.to_string());
        let mut session = session;
        if let Some(path) = &self.breakpoints {
            if !path.exists() {
                files::write(path, b"")?;
            }
            let source = files::read(path, BREAKPOINT_BYTES_MAX)?;
            let resolved = path.canonicalize().unwrap_or_else(|_| path.clone());
            session = session.with_breakpoint_file(&resolved, source.text()).map_err(wrong)?;
        }
        session.with_breakpoints(self.stop_when.iter().map(String::as_str)).map_err(wrong)
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

/// Why something cannot be opened, in one line.
fn reason(failure: &Failure) -> String {
    match failure {
        Failure::Input(found) | Failure::Limit(found) => {
            found.iter().next().map_or_else(String::new, |first| first.message().to_owned())
        }
        Failure::Io { name, error } => format!("{name}: {error}"),
    }
}

/// The templates of `cunning new` and the built-in scenes. Projects are created below the current folder.
fn start_screen() -> Result<StartScreen, Failure> {
    let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", error))?;
    // A scene file begins with a comment that says what it shows.
    let doc = |text: &str| {
        let lines = text.lines().map_while(|line| line.strip_prefix("# "));
        let words = lines.collect::<Vec<_>>().join(" ");
        words.split_inclusive(". ").next().unwrap_or_default().trim_end().to_owned()
    };
    let offer = |(name, text): &(&str, &str)| SceneOffer {
        name: (*name).to_owned(),
        doc: doc(text),
        map: Thumbnail::of(&Source::new(*name, *text), &stock::file),
    };
    Ok(StartScreen { templates: new::templates(), scenes: SCENES.iter().map(offer).collect(), folder })
}

/// Opens the address in a browser. The browser gets the path of a file that leads to the address, because the arguments of
/// a process are visible to all users of the machine. The file must exist until the browser has read it.
fn open_page(url: &str) -> Option<PrivateFile> {
    let page = format!(
        "<!doctype html><meta charset=\"utf-8\"><title>Cunning studio</title>\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\"><a href=\"{url}\">Open the studio</a>\n"
    );
    let file = cunning_files::private(page.as_bytes(), ".html").ok()?;
    open::that_detached(file.path()).ok().map(|()| file)
}

/// The recordings of the scene's other domain files, which `cunning run --record` writes beside the first.
fn other_recordings(path: &Path, first: &[u8]) -> Vec<Vec<u8>> {
    let Ok(reader) = Reader::open(first) else { return Vec::new() };
    let header = reader.header();
    let Some(ending) = path.extension().and_then(|ending| ending.to_str()) else { return Vec::new() };
    let others = header.scene.iter().skip(1).filter_map(|source| {
        let stem = Path::new(source.name).file_stem()?.to_str()?;
        let (_, bytes) =
            files::read_bytes(&path.with_extension(format!("{stem}.{ending}")), RECORDING_BYTES_MAX).ok()?;
        let other = Reader::open(&bytes[..]).ok()?;
        let is_same_run = other.header().seed == header.seed
            && other.header().scene.iter().next() == header.scene.iter().next();
        is_same_run.then_some(bytes)
    });
    others.collect()
}

/// Resolves links now, so that later saves write the files that were opened.
fn canonical(files: Vec<(String, PathBuf)>) -> Vec<(String, PathBuf)> {
    files.into_iter().filter_map(|(name, path)| Some((name, path.canonicalize().ok()?))).collect()
}

/// Attaches to a game.
fn attach(address: &str) -> Result<Attachment, Failure> {
    let mut line = String::new();
    if address == "-" {
        let read = std::io::stdin().lock().take(ADDRESS_BYTES_MAX).read_line(&mut line);
        read.map_err(|error| Failure::io("standard input", error))?;
    }
    let address = if address == "-" { line.trim() } else { address };
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
