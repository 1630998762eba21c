//! `cunning train record`: records a demonstration in the terminal or from a script.

mod screen;

use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use cunning_train::{Demonstration, Quest, QuestSession, Waypoint};
use cunning_walk::Direction;
use serde::Serialize;

use super::quests;
use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::output::Output;
use screen::Screen;

#[derive(clap::Args)]
#[command(after_help = "\
Keys:
  arrows, or h j k l       go; y u b n, or Home PgUp End PgDn, go across corners
  s sneak or walk · w wait · Backspace undo · r restart · Enter save · q quit without saving

Examples:
  cunning train record shield --out mine.json
  cunning train record shield --out mine.json --waypoints '4.5,20.5; 9.5,22.5; wait 500; sneak 15.8,14.5'
  cunning train plan dungeon --demo mine.json")]
pub(super) struct Arguments {
    /// The quest: dungeon, shield, key, or a quest file
    quest: String,
    /// File to save the demonstration to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Follow a script instead of playing: `X,Y`, `sneak X,Y` and `wait MS`, separated by semicolons
    #[arg(long, value_name = "SCRIPT")]
    waypoints: Option<String>,
}

/// The length of a wait.
const WAIT_MS: u64 = 250;
/// The interval between checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(100);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let quest = quests::load(&arguments.quest)?.quest;
    let demonstration = match &arguments.waypoints {
        Some(script) => Some(scripted(&quest, script)?),
        None => played(&quest, output)?,
    };
    let Some(demonstration) = demonstration else {
        output.note("Nothing was saved.");
        return Ok(Exit::Cancelled);
    };
    files::write(&arguments.out, Demonstration::to_json(std::slice::from_ref(&demonstration)).as_bytes())?;
    tell(&demonstration, arguments, output)?;
    Ok(Exit::Done)
}

fn tell(demonstration: &Demonstration, arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Record {
        quest: String,
        samples: usize,
        ms: u64,
        out: String,
    }
    let (samples, ms) = (demonstration.samples().len(), demonstration.duration_ms());
    let out = arguments.out.display().to_string();
    if output.is_json() {
        return output.json(&Record { quest: demonstration.quest().to_owned(), samples, ms, out });
    }
    let seconds = ms as f64 / 1000.0;
    output.text(&format!("{seconds:.1} s in {samples} samples, saved in {out}.\n"))
}

fn scripted(quest: &Quest, script: &str) -> Result<Demonstration, Failure> {
    let lines = script.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty());
    let waypoints: Result<Vec<Waypoint>, _> = lines.map(str::parse).collect();
    let waypoints = waypoints.map_err(|error| Failure::input("cli/waypoints", error))?;
    Demonstration::from_waypoints(quest, &waypoints).map_err(|error| Failure::input("cli/waypoints", error))
}

/// The command of a key.
enum Wish {
    Go(Direction),
    Sneak,
    Wait,
    Undo,
    Restart,
    Save,
    Leave,
    Nothing,
}

/// Lets the user play. `None` if they quit without saving.
fn played(quest: &Quest, output: &Output) -> Result<Option<Demonstration>, Failure> {
    let cancel = Cancel::listen();
    let mut screen = Screen::open(output)?;
    let mut scenario = QuestSession::new(quest);
    let mut sneaks = false;
    let mut message = String::from("Play the quest.");
    loop {
        screen.draw(quest, &scenario, sneaks, &message)?;
        let wish = wait_for_wish(&cancel)?;
        message.clear();
        match wish {
            Wish::Go(direction) => {
                if let Err(refusal) = scenario.step(direction, sneaks) {
                    message = format!("{refusal}.");
                } else if scenario.is_done() {
                    "The goal is reached. Enter saves.".clone_into(&mut message);
                }
            }
            Wish::Wait => {
                if let Err(refusal) = scenario.wait(WAIT_MS) {
                    message = format!("{refusal}.");
                }
            }
            Wish::Sneak => sneaks = !sneaks,
            Wish::Undo => {
                if !scenario.undo() {
                    "Nothing to undo.".clone_into(&mut message);
                }
            }
            Wish::Restart => scenario.restart(),
            Wish::Leave => return Ok(None),
            Wish::Save => {
                let saved = scenario.to_demonstration();
                return saved.map(Some).map_err(|error| Failure::input("cli/record", error));
            }
            Wish::Nothing => {}
        }
    }
}

/// Waits for a key or a resize of the terminal.
fn wait_for_wish(cancel: &Cancel) -> Result<Wish, Failure> {
    let failed = |error| Failure::io("the terminal", error);
    loop {
        if cancel.is_wanted() {
            return Ok(Wish::Leave);
        }
        if event::poll(POLL).map_err(failed)? {
            match event::read().map_err(failed)? {
                Event::Key(key) if key.kind != KeyEventKind::Release => return Ok(wish(key)),
                Event::Resize(..) => return Ok(Wish::Nothing),
                _ => {}
            }
        }
    }
}

fn wish(key: KeyEvent) -> Wish {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return if key.code == KeyCode::Char('c') { Wish::Leave } else { Wish::Nothing };
    }
    match key.code {
        KeyCode::Up | KeyCode::Char('k') => Wish::Go(North),
        KeyCode::Down | KeyCode::Char('j') => Wish::Go(South),
        KeyCode::Left | KeyCode::Char('h') => Wish::Go(West),
        KeyCode::Right | KeyCode::Char('l') => Wish::Go(East),
        KeyCode::Home | KeyCode::Char('y') => Wish::Go(NorthWest),
        KeyCode::PageUp | KeyCode::Char('u') => Wish::Go(NorthEast),
        KeyCode::End | KeyCode::Char('b') => Wish::Go(SouthWest),
        KeyCode::PageDown | KeyCode::Char('n') => Wish::Go(SouthEast),
        KeyCode::Char('s') => Wish::Sneak,
        KeyCode::Char('w') => Wish::Wait,
        KeyCode::Backspace => Wish::Undo,
        KeyCode::Char('r') => Wish::Restart,
        KeyCode::Enter => Wish::Save,
        KeyCode::Char('q') | KeyCode::Esc => Wish::Leave,
        _ => Wish::Nothing,
    }
}
