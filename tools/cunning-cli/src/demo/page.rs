//! A page of letters in colour: what a terminal or a recorded cast shows at one moment.

use std::fmt::Write as _;

use cunning_draw::Colour;

/// Control sequences: cursor to the top left; erase to the end of the line.
const HOME: &str = "\x1b[H";
const REST_OF_LINE: &str = "\x1b[K";
const PLAIN: &str = "\x1b[0m";

/// The colours of a letter; `None` is the colour of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) ink: Option<Colour>,
    pub(super) ground: Option<Colour>,
    pub(super) is_bold: bool,
}

impl Paint {
    pub(super) fn ink(ink: Colour) -> Self {
        Self { ink: Some(ink), ..Self::default() }
    }

    pub(super) fn bold(self) -> Self {
        Self { is_bold: true, ..self }
    }

    /// The control sequence that switches to these colours.
    fn ansi(self) -> String {
        let mut code = String::from("\x1b[0");
        if self.is_bold {
            code.push_str(";1");
        }
        // Writing to a String cannot fail.
        if let Some(Colour { red, green, blue, .. }) = self.ink {
            let _ = write!(code, ";38;2;{red};{green};{blue}");
        }
        if let Some(Colour { red, green, blue, .. }) = self.ground {
            let _ = write!(code, ";48;2;{red};{green};{blue}");
        }
        code.push('m');
        code
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    columns: usize,
    letters: Vec<(char, Paint)>,
}

impl Page {
    /// A blank page.
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self { columns: columns.max(1), letters: vec![(' ', Paint::default()); columns.max(1) * rows] }
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// Writes a text and returns the column after it. What does not fit is cut off.
    pub(super) fn put(&mut self, row: usize, column: usize, text: &str, paint: Paint) -> usize {
        let mut at = column;
        for letter in text.chars() {
            if at < self.columns
                && let Some(place) = self.letters.get_mut(row * self.columns + at)
            {
                *place = (letter, paint);
            }
            at += 1;
        }
        at
    }

    /// The page as text for a terminal, from the top left.
    pub(super) fn ansi(&self) -> String {
        let mut text = String::from(HOME);
        let rows: Vec<_> = self.letters.chunks(self.columns).collect();
        for (at, row) in rows.iter().enumerate() {
            let blank = (' ', Paint::default());
            let length = row.iter().rposition(|letter| *letter != blank).map_or(0, |last| last + 1);
            let mut paint = None;
            for (letter, wanted) in row.iter().take(length) {
                // Pages are drawn many times a second, so colours are written only where they change.
                if paint.replace(*wanted) != Some(*wanted) {
                    text.push_str(&wanted.ansi());
                }
                text.push(*letter);
            }
            text.push_str(PLAIN);
            if length < self.columns {
                text.push_str(REST_OF_LINE);
            }
            // No line break after the last row, which would scroll the screen.
            if at + 1 < rows.len() {
                text.push_str("\r\n");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_outside_the_page_is_cut_off() {
        let mut page = Page::new(4, 2);
        assert_eq!(page.put(0, 2, "abc", Paint::default()), 5);
        page.put(7, 0, "x", Paint::default());
        assert_eq!(page.ansi(), "\x1b[H\x1b[0m  ab\x1b[0m\r\n\x1b[0m\x1b[K");
    }
}
