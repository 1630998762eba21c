//! `cunning demo`: a scene to watch. On a terminal the map moves and the last decisions stand below it; elsewhere the
//! decisions are lines of text.

mod screen;

use std::time::Duration;

use cunning_arena::simulation::{Line, LineKind, Simulation};
use cunning_diag::visible_line;

use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::run::{Ending, staged};
use crate::scenes::SceneOptions;
use screen::Screen;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning demo                                        a pirate who wants rum
  cunning demo pirate --set lawful=false              one who steals
  cunning demo pirate --event 'remove bottle @ 40'    somebody is quicker
  cunning demo castle                                 once bitten, twice shy
  cunning demo pirate --speed 20
  cunning demo quest                                  a companion that was trained
  cunning demo quest --event 'move key to 44,4 @ 5 s' one that has to think again
  cunning demo | less                                 the decisions alone")]
pub(crate) struct Arguments {
    /// The scene: castle, outpost, pirate, quest, rooms, squad, village, or a scene file
    #[arg(default_value = "pirate")]
    scene: String,
    /// What all draws come from [default: the scene's own]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    options: SceneOptions,
    /// How many times faster than life, on a terminal; 0 does not wait at all
    #[arg(long, value_name = "X", default_value_t = 3.0, value_parser = speed)]
    speed: f64,
    /// Stop after so many ticks
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
    let mut simulation = staged(&scenario, arguments.seed.unwrap_or(scenario.scene().seed()))?.narrated();
    let doc = visible_line(scenario.scene().doc());
    let title = format!("{}: {doc}", visible_line(scenario.scene().name()));
    let mut lines: Vec<Line> = Vec::new();
    let goes_on = |simulation: &Simulation| {
        // Nobody wants to watch those who have nothing left to try.
        let is_over = simulation.outcome().is_some() || simulation.is_stuck();
        !is_over && simulation.ticks() < arguments.ticks && !cancel.is_wanted()
    };
    if output.is_json() {
        while goes_on(&simulation) {
            simulation.tick();
            lines.extend(simulation.drain_lines());
        }
        let ending = Ending::new(&simulation, lines, cancel.is_wanted());
        ending.print(output)?;
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
        // What was decided stays to be read when the map is gone.
        drop(screen);
        output.text(&format!("{title}\n\n"))?;
        for line in &lines {
            output.text(&page(told(line, colours, usize::MAX)))?;
        }
    } else {
        output.text(&format!("{title}\n\n"))?;
        while goes_on(&simulation) {
            simulation.tick();
            for line in simulation.drain_lines() {
                output.text(&page(told(&line, colours, usize::MAX)))?;
            }
        }
    }
    if simulation.outcome().is_none() {
        let why = if simulation.is_stuck() { "Nobody knows what to do." } else { "It is not over yet." };
        output.text(&format!("{why}\n"))?;
    }
    if arguments.scene == "pirate" {
        output.note("Others: --set lawful=false, --set gold=3, --event 'remove bottle @ 40'. More: cunning demo --help");
    }
    Ok(exit(&simulation, &cancel))
}

fn page(rows: Vec<String>) -> String {
    rows.into_iter().map(|row| row + "\n").collect()
}

/// A demonstration that was watched to any end is done.
fn exit(simulation: &Simulation, cancel: &Cancel) -> Exit {
    if simulation.outcome().is_none() && cancel.is_wanted() { Exit::Cancelled } else { Exit::Done }
}

/// Waits, but not for somebody who has had enough.
fn pause(wait: Duration, cancel: &Cancel) {
    const SLICE: Duration = Duration::from_millis(50);
    let mut left = wait;
    while !left.is_zero() && !cancel.is_wanted() {
        let slice = left.min(SLICE);
        std::thread::sleep(slice);
        left -= slice;
    }
}

/// A line of narration for people, in rows of at most so many columns.
fn told(line: &Line, has_colours: bool, columns: usize) -> Vec<String> {
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

/// When, who, what. All but the first row are set off.
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
