//! The terminal screen during play: the part of the map around the walker. Dropping the screen restores the terminal.

use std::io::{self, IsTerminal, Write};

use crossterm::terminal;
use cunning_diag::visible_line;
use cunning_train::{Moment, Quest, QuestSession};

use crate::failure::Failure;
use crate::output::Output;

/// Switches to the alternate screen without a cursor, and back.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[2J";
const LEAVE: &str = "\x1b[?25h\x1b[?1049l";
/// Moves to the top left; erases to the end of the line; erases to the end of the screen.
const HOME: &str = "\x1b[H";
const REST_OF_LINE: &str = "\x1b[K\r\n";
const REST_OF_PAGE: &str = "\x1b[J";
/// The smallest supported terminal.
const COLUMNS_MIN: u16 = 40;
const ROWS_MIN: u16 = 10;
/// The number of lines below the map: state, message, keys.
const LINES: u16 = 3;

pub(super) struct Screen {
    has_colours: bool,
}

impl Screen {
    /// Opens the screen.
    pub(super) fn open(output: &Output) -> Result<Self, Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            let message = "recording needs a terminal; use --waypoints without one";
            return Err(Failure::input("cli/terminal", message));
        }
        let (columns, rows) = size()?;
        if is_too_small(columns, rows) {
            let message = format!(
                "the terminal has {columns} columns and {rows} rows; at least {COLUMNS_MIN} and {ROWS_MIN} are needed"
            );
            return Err(Failure::input("cli/terminal", message));
        }
        terminal::enable_raw_mode().map_err(|error| Failure::io("the terminal", error))?;
        let screen = Self { has_colours: output.has_colours() };
        write(ENTER)?;
        Ok(screen)
    }

    pub(super) fn draw(
        &mut self,
        quest: &Quest,
        scenario: &QuestSession<'_>,
        sneaks: bool,
        message: &str,
    ) -> Result<(), Failure> {
        let (columns, rows) = size()?;
        let mut page = String::from(HOME);
        if is_too_small(columns, rows) {
            page += "too small";
            page += REST_OF_PAGE;
            return write(&page);
        }
        let Moment { ns, situation } = scenario.now();
        let carried: Vec<&str> = quest.fact_names(situation.facts).collect();
        let stance = if sneaks { "sneaking" } else { "walking" };
        let health = situation.level * quest.walker().level;
        let state = format!("{:.1} s · health {health} · {stance} · {}", ns as f64 / 1e9, carried.join(" "));
        let keys = "arrows move · s sneak · w wait · ⌫ undo · r restart · ⏎ save · q quit";
        self.map(&mut page, quest, scenario, (columns, rows - LINES));
        for (index, line) in [&state, message, keys].into_iter().enumerate() {
            page.extend(visible_line(line).chars().take(columns.into()));
            // No line break after the last line, which would scroll the screen.
            page += if index == 2 { "\x1b[K" } else { REST_OF_LINE };
        }
        page += REST_OF_PAGE;
        write(&page)
    }

    /// The part of the map around the walker, with two characters per cell if they fit.
    fn map(
        &self,
        page: &mut String,
        quest: &Quest,
        scenario: &QuestSession<'_>,
        (columns, rows): (u16, u16),
    ) {
        let zoom = if u32::from(columns) >= 2 * quest.width() { 2 } else { 1 };
        let at = quest.position(scenario.now().situation.cell);
        let across = window(at.0, quest.width(), u32::from(columns) / zoom);
        for y in window(at.1, quest.height(), rows.into()) {
            for x in across.clone() {
                let (letter, colour) =
                    quest.cell((x, y)).map_or((' ', ""), |cell| look(quest, scenario, cell));
                if self.has_colours && !colour.is_empty() {
                    page.push_str(colour);
                }
                page.push(letter);
                if zoom == 2 {
                    page.push(if letter == '#' { '#' } else { ' ' });
                }
                if self.has_colours && !colour.is_empty() {
                    page.push_str("\x1b[0m");
                }
            }
            page.push_str(REST_OF_LINE);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Errors are ignored: the terminal may be gone.
        let _ = write(LEAVE);
        let _ = terminal::disable_raw_mode();
    }
}

/// The letter of a cell and the escape sequence of its colour.
fn look(quest: &Quest, scenario: &QuestSession<'_>, cell: u32) -> (char, &'static str) {
    let facts = scenario.now().situation.facts;
    let event = quest.events().iter().find(|event| event.cells.contains(&cell) && !facts.has(event.fact));
    if scenario.now().situation.cell == cell {
        ('@', "\x1b[1;32m")
    } else if !quest.is_free(cell) {
        ('#', "\x1b[90m")
    } else if quest.goal().cells.contains(&cell) {
        ('G', "\x1b[1;31m")
    } else if let Some(event) = event {
        (event.name.chars().next().unwrap_or('?'), "\x1b[1;36m")
    } else if quest.enemies().iter().any(|enemy| enemy.cells.contains(&cell)) {
        ('!', "\x1b[1;31m")
    } else if let Some(door) = quest.door_at(cell) {
        (if facts.has_all(door.needs) { '/' } else { '+' }, "\x1b[33m")
    } else if scenario.moments().iter().any(|moment| moment.situation.cell == cell) {
        ('*', "\x1b[34m")
    } else {
        ('.', "\x1b[2m")
    }
}

/// A window of `room` cells of a row, with a given cell as close to the middle as possible.
fn window(at: u32, count: u32, room: u32) -> std::ops::Range<u32> {
    let room = room.min(count);
    let begin = at.saturating_sub(room / 2).min(count - room);
    begin..begin + room
}

fn is_too_small(columns: u16, rows: u16) -> bool {
    columns < COLUMNS_MIN || rows < ROWS_MIN
}

fn size() -> Result<(u16, u16), Failure> {
    terminal::size().map_err(|error| Failure::io("the terminal", error))
}

fn write(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Failure::io("standard output", error))
}

#[cfg(test)]
mod tests {
    use super::window;

    #[test]
    fn a_window_holds_the_walker_and_stays_on_the_map() {
        for count in 1..60 {
            for room in 1..70 {
                for at in 0..count {
                    let window = window(at, count, room);
                    assert!(window.contains(&at) && window.end <= count, "{at} of {count} in {room}");
                    assert_eq!(window.len() as u32, room.min(count));
                }
            }
        }
    }
}
