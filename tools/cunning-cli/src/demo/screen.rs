//! The full-screen view of a demo: the map above, the last lines below. Dropping the screen restores the terminal.

use std::io::{self, Write};

use cunning_arena::picture::{TextStyle, text_with_names};
use cunning_arena::simulation::{Line, Simulation};

use super::format_line;
use crate::failure::Failure;
use crate::output::Output;

/// Control sequences: enter the alternate screen without a cursor, and leave it.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[2J";
const LEAVE: &str = "\x1b[?25h\x1b[?1049l";
/// Control sequences: cursor to the top left; erase to the end of the line; erase to the end of the screen.
const HOME: &str = "\x1b[H";
const REST_OF_LINE: &str = "\x1b[K";
const REST_OF_SCREEN: &str = "\x1b[J";
/// The fewest lines that the screen needs besides the map, for the title and some narration.
const LINES_MIN: u16 = 7;

pub(super) struct Screen {
    columns: usize,
    /// The number of rows for narration.
    rows: usize,
}

impl Screen {
    /// Opens the screen; `None` if standard output is not a terminal that is large enough for the map.
    pub(super) fn open(output: &Output, simulation: &Simulation) -> Option<Self> {
        let (columns, rows) = output.screen()?;
        let scene = simulation.world().scene();
        let fits = columns >= scene.width().saturating_mul(2) && rows >= scene.height() + LINES_MIN;
        if !fits {
            return None;
        }
        // An error shows at the first frame.
        let _ = io::stdout().write_all(ENTER.as_bytes());
        Some(Self { columns: columns.into(), rows: usize::from(rows - scene.height()) - 2 })
    }

    pub(super) fn draw(
        &mut self,
        simulation: &Simulation,
        title: &str,
        lines: &[Line],
    ) -> Result<(), Failure> {
        let mut page = String::from(HOME);
        let time = simulation.world().time_ms() as f64 / 1000.0;
        let head = format!("{time:>6.1} s  {title}");
        page.extend(head.chars().take(self.columns));
        page.push_str(REST_OF_LINE);
        page.push('\n');
        page.push_str(&text_with_names(simulation.world(), TextStyle::Colour));
        let rows: Vec<String> = lines.iter().flat_map(|line| format_line(line, true, self.columns)).collect();
        for row in &rows[rows.len().saturating_sub(self.rows)..] {
            page.push_str(row);
            page.push_str(REST_OF_LINE);
            page.push('\n');
        }
        page.push_str(REST_OF_SCREEN);
        let mut out = io::stdout().lock();
        let written = out.write_all(page.as_bytes()).and_then(|()| out.flush());
        written.map_err(|error| Failure::io("standard output", error))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let mut out = io::stdout().lock();
        // A closed terminal needs no restoring.
        let _ = out.write_all(LEAVE.as_bytes()).and_then(|()| out.flush());
    }
}
