//! `cunning demo`: shows a scene as it runs. On a terminal it draws the map with the last decisions below it; elsewhere
//! it prints the decisions as lines of text.

mod screen;

use std::time::Duration;

use cunning_arena::simulation::{Line, LineKind, Simulation};
use cunning_diag::visible_line;

use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::run::{RunResult, new_simulation};
use crate::scenes::{SceneOptions, scene_help};
use screen::Screen;

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
  cunning demo | less                                 only the decisions")]
pub(crate) struct Arguments {
    #[arg(default_value = "pirate", help = scene_help())]
    scene: String,
    /// Seed of the random number generator [default: the seed of the scene]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    options: SceneOptions,
    /// Speed on a terminal, relative to real time; 0 runs without waiting
    #[arg(long, value_name = "X", default_value_t = 3.0, value_parser = speed)]
    speed: f64,
    /// Stop after this many ticks
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    ticks: u64,
}

fn speed(text: &str) -> Result<f64, String> {
    let speed: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if (0.0..=1000.0).contains(&speed) {
        Ok(speed)
    } else {
        Err("expected a number from 0 to 1000".to_owned())
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let scenario = arguments.options.load(&arguments.scene)?;
    let cancel = Cancel::listen();
    let mut simulation =
        new_simulation(&scenario, arguments.seed.unwrap_or(scenario.scene().seed()))?.narrated();
    let doc = visible_line(scenario.scene().doc());
    let title = format!("{}: {doc}", visible_line(scenario.scene().name()));
    let mut lines: Vec<Line> = Vec::new();
    let goes_on = |simulation: &Simulation| {
        // A stuck scene would not change any more.
        let is_over = simulation.outcome().is_some() || simulation.is_stuck();
        !is_over && simulation.ticks() < arguments.ticks && !cancel.is_wanted()
    };
    if output.is_json() {
        while goes_on(&simulation) {
            simulation.tick();
            lines.extend(simulation.drain_lines());
        }
        let result = RunResult::new(&simulation, lines, cancel.is_wanted());
        result.print(output)?;
        return Ok(exit(&simulation, &cancel));
    }
    let colours = output.has_colours();
    if let Some(mut screen) = Screen::open(output, &simulation) {
        let wait = Duration::from_millis(u64::from(scenario.settings().tick_ms));
        let wait = if arguments.speed > 0.0 { wait.div_f64(arguments.speed) } else { Duration::ZERO };
        while goes_on(&simulation) {
            simulation.tick();
            lines.extend(simulation.drain_lines());
            screen.draw(&simulation, &title, &lines)?;
            pause(wait, &cancel);
        }
        // The decisions stay readable after the map is gone.
        drop(screen);
        output.text(&format!("{title}\n\n"))?;
        for line in &lines {
            output.text(&join_rows(format_line(line, colours, usize::MAX)))?;
        }
    } else {
        output.text(&format!("{title}\n\n"))?;
        while goes_on(&simulation) {
            simulation.tick();
            for line in simulation.drain_lines() {
                output.text(&join_rows(format_line(&line, colours, usize::MAX)))?;
            }
        }
    }
    if simulation.outcome().is_none() {
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
    Ok(exit(&simulation, &cancel))
}

fn join_rows(rows: Vec<String>) -> String {
    rows.into_iter().map(|row| row + "\n").collect()
}

/// A demo that the user does not cancel succeeds, whatever its outcome.
fn exit(simulation: &Simulation, cancel: &Cancel) -> Exit {
    if simulation.outcome().is_none() && cancel.is_wanted() { Exit::Cancelled } else { Exit::Done }
}

/// Waits, unless the user wants to stop.
fn pause(wait: Duration, cancel: &Cancel) {
    const SLICE: Duration = Duration::from_millis(50);
    let mut left = wait;
    while !left.is_zero() && !cancel.is_wanted() {
        let slice = left.min(SLICE);
        std::thread::sleep(slice);
        left -= slice;
    }
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
