//! A grid picture as text for a terminal or a log.
//!
//! A character is assumed to be twice as high as wide. A cell is two characters wide and one high if the terminal is large
//! enough; otherwise several cells share a character. The caller chooses the size and whether to use colours.

use std::fmt::Write;

use crate::colour::Colour;
use crate::grid::picture::GridPicture;
use crate::grid::sampling::{Ratio, Sample, Samples};

/// Options for terminal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalOptions {
    /// The largest number of characters in a line.
    pub columns: u16,
    /// The largest number of lines.
    pub rows: u16,
    /// The style of the text.
    pub style: TerminalStyle,
}

/// The style of terminal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalStyle {
    /// ASCII alone, for logs, pipes and tests: `.` free, `#` wall, `,` swamp, `~` water, `T` tree, `+` tinted,
    /// `0`–`9` heat, `*` path, `S` start, `G` goal, `o` point.
    Ascii,
    /// Upper half blocks in 24-bit colour with ANSI escapes, two samples per character, with letters for markers.
    HalfBlocks,
}

const RESET: &str = "\x1b[0m";

impl GridPicture {
    /// The picture as lines of text that end in newlines, within the given columns and rows. Empty without cells, columns
    /// or rows.
    ///
    /// A character that represents several cells shows a marker, else a path, else the most frequent ground.
    pub fn to_terminal(&self, options: TerminalOptions) -> String {
        let (columns, rows) = (u64::from(options.columns), u64::from(options.rows));
        let (width, height) = (u64::from(self.width()), u64::from(self.height()));
        if columns * rows * width * height == 0 {
            return String::new();
        }
        let is_roomy = 2 * width <= columns && height <= rows;
        let square = Ratio::ONE
            .max(Ratio { cells: width, samples: columns })
            .max(Ratio { cells: height, samples: 2 * rows });
        match options.style {
            TerminalStyle::Ascii if is_roomy => ascii(&Samples::of(self, Ratio::ONE, Ratio::ONE), " "),
            TerminalStyle::Ascii => {
                let tall = Ratio { cells: 2 * square.cells, ..square };
                ascii(&Samples::of(self, square, tall), "")
            }
            TerminalStyle::HalfBlocks if is_roomy => {
                half_blocks(&Samples::of(self, Ratio::ONE, Ratio::ONE), 2)
            }
            TerminalStyle::HalfBlocks => half_blocks(&Samples::of(self, square, square), 1),
        }
    }
}

/// One glyph per sample, with `gap` between neighbours.
fn ascii(samples: &Samples, gap: &str) -> String {
    let mut text = String::new();
    for row in 0..samples.rows {
        for column in 0..samples.columns {
            if column > 0 {
                text.push_str(gap);
            }
            text.extend(samples.get(column, row).map(|sample| sample.glyph));
        }
        text.push('\n');
    }
    text
}

/// Squares of `zoom` × `zoom` half characters, one for each sample.
fn half_blocks(samples: &Samples, zoom: u32) -> String {
    let mut text = String::new();
    for line in 0..(samples.rows * zoom).div_ceil(2) {
        let mut pen = Pen::default();
        for column in 0..samples.columns * zoom {
            let half = |y: u32| samples.get(column / zoom, y / zoom);
            let Some(upper) = half(2 * line) else { break };
            let lower = half(2 * line + 1);
            if let Some(marker) = [Some(upper), lower].into_iter().flatten().find(|s| s.is_marker) {
                pen.letter(&mut text, marker, column % zoom == 0);
            } else if let Some(lower) = lower {
                pen.halves(&mut text, upper.colour, lower.colour);
            } else {
                pen.upper(&mut text, upper.colour);
            }
        }
        text.push_str(RESET);
        text.push('\n');
    }
    text
}

/// The current colours of a line, so that none is set twice.
#[derive(Default)]
struct Pen {
    ink: Option<Colour>,
    ground: Option<Colour>,
}

impl Pen {
    /// A marker's letter on its colour, or only the colour.
    fn letter(&mut self, text: &mut String, marker: Sample, is_written: bool) {
        let ink = Colour::hex(if marker.colour.is_dark() { 0xff_ff_ff } else { 0 });
        self.set_ground(text, marker.colour);
        if is_written {
            self.set_ink(text, ink);
        }
        text.push(if is_written { marker.glyph } else { ' ' });
    }

    fn halves(&mut self, text: &mut String, upper: Colour, lower: Colour) {
        self.set_ground(text, lower);
        if upper == lower {
            text.push(' ');
        } else {
            self.set_ink(text, upper);
            text.push('▀');
        }
    }

    /// The last line of a picture with an odd number of rows, with the terminal's background below it.
    fn upper(&mut self, text: &mut String, upper: Colour) {
        if self.ground.take().is_some() {
            text.push_str("\x1b[49m");
        }
        self.set_ink(text, upper);
        text.push('▀');
    }

    fn set_ink(&mut self, text: &mut String, colour: Colour) {
        if self.ink.replace(colour) != Some(colour) {
            let _ = write!(text, "\x1b[38;2;{};{};{}m", colour.red, colour.green, colour.blue);
        }
    }

    fn set_ground(&mut self, text: &mut String, colour: Colour) {
        if self.ground.replace(colour) != Some(colour) {
            let _ = write!(text, "\x1b[48;2;{};{};{}m", colour.red, colour.green, colour.blue);
        }
    }
}
