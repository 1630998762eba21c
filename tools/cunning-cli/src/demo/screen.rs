//! The terminal: the alternate screen, and keys. Dropping the screen restores the terminal.

use std::io::{self, Write};
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal;

use super::page::Page;
use crate::failure::Failure;

/// Control sequences: enter the alternate screen without a cursor, and leave it.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[2J";
const LEAVE: &str = "\x1b[?25h\x1b[?1049l";

/// What a person presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Letter(char),
    Enter,
    /// One step back in a menu.
    Back,
    /// Takes back the last letter.
    Erase,
    Quit,
}

pub(super) struct Screen {
    has_keys: bool,
}

impl Screen {
    /// Opens the screen; with keys if a person can press some.
    pub(super) fn open(has_keys: bool) -> Result<Self, Failure> {
        if has_keys {
            terminal::enable_raw_mode().map_err(|error| Failure::io("the terminal", error))?;
        }
        let screen = Self { has_keys };
        write(ENTER)?;
        Ok(screen)
    }

    pub(super) fn draw(page: &Page) -> Result<(), Failure> {
        write(&page.ansi())
    }

    /// Waits for a key, up to a time.
    pub(super) fn key(&mut self, wait: Duration) -> Result<Option<Key>, Failure> {
        let failed = |error| Failure::io("the terminal", error);
        if !self.has_keys {
            std::thread::sleep(wait);
            return Ok(None);
        }
        if !event::poll(wait).map_err(failed)? {
            return Ok(None);
        }
        let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event::read().map_err(failed)? else {
            return Ok(None);
        };
        Ok(match code {
            _ if kind == KeyEventKind::Release => None,
            KeyCode::Char('c' | 'd') if modifiers.contains(KeyModifiers::CONTROL) => Some(Key::Quit),
            KeyCode::Char(letter) => Some(Key::Letter(letter)),
            KeyCode::Enter => Some(Key::Enter),
            KeyCode::Esc => Some(Key::Back),
            KeyCode::Backspace => Some(Key::Erase),
            _ => None,
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A closed terminal needs no restoring.
        let _ = write(LEAVE);
        if self.has_keys {
            let _ = terminal::disable_raw_mode();
        }
    }
}

fn write(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Failure::io("standard output", error))
}
