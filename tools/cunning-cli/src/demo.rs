//! `cunning demo`: shows a scene as it runs. On a terminal it draws the map with the last decisions below it; elsewhere
//! it prints the decisions as lines of text.

mod cast;
mod edit_menu;
mod moving_picture;
mod page;
mod play;
mod screen;
mod view;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cunning_arena::simulation::{Line, LineKind, ScriptedPlayer, Simulation};
use cunning_diag::visible_line;

use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::run::{RunResult, finish_recording, new_recorded_simulation, new_simulation};
use crate::scenes::{SceneOptions, scene_help};
use cast::Cast;
use edit_menu::EditMenu;
use moving_picture::MovingPicture;
use page::Page;
use play::Play;
use screen::{Key, Screen};
use view::{Level, View};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning demo                                        a pirate wants rum
  cunning demo pirate --set lawful=false              a pirate who steals
  cunning demo pirate --event 'remove bottle @ 40'    the bottle is gone when he arrives
  cunning demo castle                                 walkers avoid the castle where they got lost
  cunning demo pirate --speed 20
  cunning demo quest                                  a companion follows demonstrations
  cunning demo quest --event 'move key to 44,4 @ 5 s' the companion replans
  cunning demo skirmish --difficulty easy             command four troopers with keys
  cunning demo skirmish --player careful              watch a scripted player
  cunning demo squad --who red2 --level decisions     follow one agent, and read only what it decides
  cunning demo squad --cast squad.cast --speed 4      record the screen for asciinema
  cunning demo pirate --record pirate.cng             press e to edit the scene, and replay it later
  cunning demo squad --gif squad.gif --speed 4        a moving picture of the map
  cunning demo | less                                 only the decisions")]
pub(crate) struct Arguments {
    #[arg(default_value = "pirate", help = scene_help())]
    scene: String,
    /// Seed of the random number generator [default: the seed of the scene]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    options: SceneOptions,
    /// Speed on a terminal, relative to real time; 0 runs without waiting [default: 3, or 1 if you play]
    #[arg(long, value_name = "X", value_parser = speed)]
    speed: Option<f64>,
    /// Stop after this many ticks
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    ticks: u64,
    /// Let a scripted player of the scene give the orders, or the script of a file; `none` for no orders [default: you, if
    /// the scene can be played]
    #[arg(long, value_name = "NAME|FILE|none")]
    player: Option<String>,
    /// Follow this agent and show only its lines
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Which lines to show
    #[arg(long, value_enum, default_value = "all")]
    level: Level,
    /// Write the screen to this file, in the format of asciinema
    #[arg(long, value_name = "FILE")]
    cast: Option<PathBuf>,
    /// Record the run to this file, edits and orders included, for `cunning replay` and the studio
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write a moving picture of the map to this file, as an animated GIF
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Columns and rows of the screen for --cast without a terminal
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "80x24", value_parser = size)]
    size: (usize, usize),
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let size =
        text.split_once('x').and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    let fits = |(columns, rows): &(usize, usize)| (40..=400).contains(columns) && (12..=200).contains(rows);
    size.filter(fits).ok_or_else(|| "expected columns and rows from 40x12 to 400x200, as in 80x24".to_owned())
}

/// The key that opens the menu of edits.
const EDIT: char = 'e';
/// The keys of a demo that is only watched.
const KEYS: &str = "  e edit  space pause  q quit";
/// How long keys are waited for at most before it is checked whether the user wants to stop.
const SLICE: Duration = Duration::from_millis(50);
/// The speed of a demo that is only watched, relative to real time.
const SPEED: f64 = 3.0;

fn speed(text: &str) -> Result<f64, String> {
    let speed: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if (0.0..=1000.0).contains(&speed) {
        Ok(speed)
    } else {
        Err("expected a number from 0 to 1000".to_owned())
    }
}

/// A running demo.
struct Demo<'d> {
    arguments: &'d Arguments,
    simulation: Simulation,
    player: Option<ScriptedPlayer>,
    view: View,
    /// The lines that are shown.
    lines: Vec<Line>,
    title: String,
    cast: Option<Cast>,
    picture: Option<MovingPicture>,
    cancel: Cancel,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let scenario = arguments.options.load(&arguments.scene)?;
    let player = crate::player::scripted(&scenario, arguments.player.as_deref())?;
    if let Some(who) = &arguments.who
        && !scenario.agents().any(|name| name == who)
    {
        return Err(crate::real_time::unknown("agent", who, scenario.agents()));
    }
    let doc = visible_line(scenario.scene().doc());
    let title = format!("{}: {doc}", visible_line(scenario.scene().name()));
    let terminal = output.screen().filter(|_| !output.is_json());
    let size = terminal.map_or(arguments.size, |(columns, rows)| (columns.into(), rows.into()));
    let seed = arguments.seed.unwrap_or(scenario.scene().seed());
    let mut recordings = Vec::new();
    let simulation = match &arguments.record {
        Some(path) => new_recorded_simulation(&scenario, seed, path, &mut recordings)?,
        None => new_simulation(&scenario, seed)?,
    };
    let mut demo = Demo {
        arguments,
        simulation: simulation.narrated(),
        player,
        view: View::new(arguments.who.clone(), arguments.level),
        lines: Vec::new(),
        cast: arguments.cast.clone().map(|path| Cast::new(path, size, &title)),
        picture: None,
        title,
        cancel: Cancel::listen(),
    };
    if let Some(path) = &arguments.gif {
        let speed = arguments.speed.filter(|speed| *speed > 0.0).unwrap_or(SPEED);
        demo.picture = Some(MovingPicture::new(path.clone(), demo.simulation.world(), speed)?);
    }
    if output.is_json() {
        while demo.goes_on() {
            demo.advance()?;
        }
        if let Some(path) = &arguments.record {
            finish_recording(&mut demo.simulation, recordings, path)?;
        }
        demo.finish_picture()?;
        let result = RunResult::new(&demo.simulation, demo.lines, demo.cancel.is_wanted());
        result.print(output)?;
        return Ok(exit(&demo.simulation, &demo.cancel));
    }
    match terminal {
        Some(_) => demo.show(output, size)?,
        None => demo.print(output, size)?,
    }
    if let Some(cast) = demo.cast.take() {
        cast.finish()?;
    }
    if let Some(path) = &arguments.record {
        finish_recording(&mut demo.simulation, recordings, path)?;
    }
    demo.finish_picture()?;
    let simulation = &demo.simulation;
    if simulation.player_team().is_some() {
        output.text(&play::ending(simulation))?;
    } else if simulation.outcome().is_none() {
        let why = if simulation.is_stuck() {
            "All agents are stuck: no goal has a plan."
        } else {
            "Stopped before the end of the scene."
        };
        output.text(&format!("{why}\n"))?;
    }
    if arguments.scene == "pirate" {
        output.note("Try also --set lawful=false, --set gold=3 or --event 'remove bottle @ 40'; see cunning demo --help.");
    }
    Ok(exit(simulation, &demo.cancel))
}

impl Demo<'_> {
    fn goes_on(&self) -> bool {
        let simulation = &self.simulation;
        // A stuck scene would not change any more, unless a person gives orders.
        let is_stuck = simulation.is_stuck() && simulation.player_team().is_none();
        let is_over = simulation.outcome().is_some() || is_stuck;
        !is_over && simulation.ticks() < self.arguments.ticks && !self.cancel.is_wanted()
    }

    /// Writes the moving picture.
    fn finish_picture(&mut self) -> Result<(), Failure> {
        self.picture.take().map_or(Ok(()), |picture| picture.finish(&self.simulation))
    }

    fn advance(&mut self) -> Result<(), Failure> {
        if let Some(player) = &mut self.player {
            player.play(&mut self.simulation);
        }
        self.simulation.tick();
        let new: Vec<Line> = self.simulation.drain_lines().collect();
        self.lines.extend(new.into_iter().filter(|line| self.view.shows(&self.simulation, line)));
        self.picture.as_mut().map_or(Ok(()), |picture| picture.add(&self.simulation))
    }

    /// Draws a page and adds it to the cast.
    fn page(
        &mut self,
        (columns, rows): (usize, usize),
        play: Option<&Play>,
        hands: Option<&Hands>,
        seconds: f64,
    ) -> Page {
        let mut page = Page::new(columns, rows);
        let Self { view, simulation, title, lines, .. } = self;
        draw(&mut page, rows, view, play, simulation, title, lines);
        if let Some(hands) = hands {
            hands.draw(&mut page, simulation, play.is_some());
        }
        if let Some(cast) = &mut self.cast {
            cast.add(seconds, &page);
        }
        page
    }

    /// Shows the demo on a terminal, where a person may play it.
    fn show(&mut self, output: &mut Output, first: (usize, usize)) -> Result<(), Failure> {
        let mut play = if self.arguments.player.is_none() { Play::new(&self.simulation) } else { None };
        if play.is_some() {
            self.view.of_team(self.simulation.player_team());
        }
        let mut hands = Hands::default();
        let mut screen = Screen::open(play.is_some() || io::stdin().is_terminal())?;
        let wait = Duration::from_millis(u64::from(self.simulation.scenario().settings().tick_ms));
        // A person needs time to think.
        let speed = self.arguments.speed.unwrap_or(if play.is_some() { 1.0 } else { SPEED });
        let wait = if speed > 0.0 { wait.div_f64(speed) } else { Duration::ZERO };
        let started = Instant::now();
        let mut due = started;
        let mut is_left = false;
        while self.goes_on() && !is_left {
            if !hands.hold() && play.as_ref().is_none_or(|play| !play.is_paused()) {
                self.advance()?;
            }
            let size = output.screen().map_or(first, |(columns, rows)| (columns.into(), rows.into()));
            Screen::draw(&self.page(size, play.as_ref(), Some(&hands), started.elapsed().as_secs_f64()))?;
            // A frame that took too long is not made up for.
            due = (due + wait).max(Instant::now());
            while due > Instant::now() && !self.cancel.is_wanted() {
                let left = due.saturating_duration_since(Instant::now());
                if let Some(key) = screen.key(left.min(SLICE))? {
                    is_left = !hands.press(key, play.as_mut(), &mut self.simulation);
                    break;
                }
            }
        }
        // The decisions stay readable after the map is gone.
        drop(screen);
        output.text(&format!("{}\n\n", self.title))?;
        let colours = output.has_colours();
        for line in &self.lines {
            output.text(&join_rows(format_line(line, colours, usize::MAX)))?;
        }
        Ok(())
    }

    /// Prints the lines of the demo.
    fn print(&mut self, output: &mut Output, size: (usize, usize)) -> Result<(), Failure> {
        let colours = output.has_colours();
        let speed = self.arguments.speed.filter(|speed| *speed > 0.0).unwrap_or(SPEED);
        output.text(&format!("{}\n\n", self.title))?;
        while self.goes_on() {
            let shown = self.lines.len();
            self.advance()?;
            for line in &self.lines[shown..] {
                output.text(&join_rows(format_line(line, colours, usize::MAX)))?;
            }
            if self.cast.is_some() {
                self.page(size, None, None, self.simulation.world().time_ms() as f64 / 1000.0 / speed);
            }
        }
        Ok(())
    }
}

/// What a person does with the keys, besides playing.
#[derive(Default)]
struct Hands {
    edits: EditMenu,
    is_paused: bool,
}

impl Hands {
    /// Whether the scene waits.
    fn hold(&self) -> bool {
        self.is_paused || self.edits.is_open()
    }

    /// Takes a key. Returns false if the person quits.
    fn press(&mut self, key: Key, play: Option<&mut Play>, simulation: &mut Simulation) -> bool {
        if self.edits.is_open() {
            self.edits.press(key, simulation);
            return true;
        }
        self.edits.forget();
        match (key, play) {
            (Key::Letter(EDIT), _) => self.edits.open(),
            (_, Some(play)) => return play.press(key, simulation),
            (Key::Quit | Key::Letter('q'), None) => return false,
            (Key::Letter(' '), None) => self.is_paused = !self.is_paused,
            _ => {}
        }
        true
    }

    /// Draws the menu of edits, or what can be pressed, over the page.
    fn draw(&self, page: &mut Page, simulation: &Simulation, is_played: bool) {
        if self.edits.is_open() {
            self.edits.draw(page, simulation);
            return;
        }
        let state = if self.is_paused { "  PAUSED" } else { "" };
        let said = self.edits.message();
        let text = match (said.is_empty(), is_played) {
            (false, _) => format!("{state}  {}", visible_line(said)),
            (true, true) => return,
            (true, false) => format!("{state}{KEYS}"),
        };
        let column = page.columns().saturating_sub(text.chars().count());
        page.put(0, column, &text, page::Paint::default().bold());
    }
}

/// Draws a page: the scene, and below it what a person needs to play.
fn draw(
    page: &mut Page,
    rows: usize,
    view: &mut View,
    play: Option<&Play>,
    simulation: &Simulation,
    title: &str,
    lines: &[Line],
) {
    let below = match play {
        Some(_) => Play::rows(simulation),
        None => simulation.friends().len(),
    };
    let height = rows.saturating_sub(below);
    view.draw(page, height, simulation, title, lines);
    match play {
        Some(play) => play.draw(page, view, height, simulation),
        None => view::friends(page, height, simulation, &[]),
    }
}

fn join_rows(rows: Vec<String>) -> String {
    rows.into_iter().map(|row| row + "\n").collect()
}

/// A demo that the user does not cancel succeeds, whatever its outcome.
fn exit(simulation: &Simulation, cancel: &Cancel) -> Exit {
    if simulation.outcome().is_none() && cancel.is_wanted() { Exit::Cancelled } else { Exit::Done }
}

/// Formats a line of narration as rows of at most `columns` columns.
fn format_line(line: &Line, has_colours: bool, columns: usize) -> Vec<String> {
    let colour = match line.kind {
        LineKind::Decision => "1",
        LineKind::Step => "2",
        LineKind::Surprise => "33",
        LineKind::Setback => "31",
        LineKind::Order => "1;34",
        LineKind::Report => "34",
        LineKind::Navigation => "1;33",
        LineKind::Idle => "35",
        LineKind::Event => "36",
        LineKind::Outcome => "1;32",
    };
    let paint = |row: String| if has_colours { format!("\x1b[{colour}m{row}\x1b[0m") } else { row };
    rows(line, columns).into_iter().map(paint).collect()
}

/// Wraps the time, the agent and the text of a line. All rows but the first are indented.
fn rows(line: &Line, columns: usize) -> Vec<String> {
    const INDENT: &str = "          ";
    let seconds = line.time_ms as f64 / 1000.0;
    let mut texts = line.text.lines().map(visible_line);
    let first = texts.next().unwrap_or_default();
    let first = match line.kind {
        LineKind::Step => format!("{} > {first}", line.agent),
        LineKind::Event | LineKind::Outcome => format!("* {first}"),
        _ => format!("{} {first}", line.agent),
    };
    let mut rows = vec![format!("{seconds:>6.1} s ")];
    for (at, text) in std::iter::once(first).chain(texts).enumerate() {
        if at > 0 {
            rows.push(INDENT.to_owned());
        }
        let indent = text.len() - text.trim_start().len();
        for (at, word) in text.split(' ').filter(|word| !word.is_empty()).enumerate() {
            let Some(row) = rows.last_mut() else { continue };
            if row.chars().count() + 1 + word.chars().count() > columns {
                rows.push(format!("{INDENT}  {}{word}", " ".repeat(indent)));
                continue;
            }
            row.push_str(&" ".repeat(if at == 0 { 1 + indent } else { 1 }));
            row.push_str(word);
        }
    }
    rows
}
