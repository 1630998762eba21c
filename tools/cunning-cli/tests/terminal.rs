//! A program that runs in a terminal, for tests that press keys.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{Termios, tcgetattr};

/// The longest time that a test waits for the program.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that runs in a terminal.
pub(crate) struct Session {
    child: Child,
    keyboard: File,
    /// Kept open, so that the terminal can be inspected after the program has ended.
    terminal: std::os::fd::OwnedFd,
    before: Termios,
    screen: String,
    pieces: Receiver<Vec<u8>>,
}

impl Session {
    /// Starts the command in a terminal without colours.
    pub(crate) fn start(arguments: &[&str], size: (u16, u16)) -> Self {
        Self::start_with(arguments, size, Some("1"))
    }

    /// Starts the command in a terminal with colours.
    pub(crate) fn start_in_colour(arguments: &[&str], size: (u16, u16)) -> Self {
        Self::start_with(arguments, size, None)
    }

    fn start_with(arguments: &[&str], (columns, rows): (u16, u16), no_colour: Option<&str>) -> Self {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(Some(&size), None).unwrap();
        let before = tcgetattr(&pty.slave).unwrap();
        let end = || Stdio::from(pty.slave.try_clone().unwrap());
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("cunning"));
        command.env_remove("NO_COLOR").envs(no_colour.map(|value| ("NO_COLOR", value)));
        let child = command
            .args(arguments)
            .env("TERM", "xterm-256color")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        let mut reader = File::from(pty.master.try_clone().unwrap());
        let (sender, pieces) = channel();
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(count) = reader.read(&mut piece) {
                if sender.send(piece[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keyboard = File::from(pty.master);
        Self { child, keyboard, terminal: pty.slave, before, screen: String::new(), pieces }
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the program has printed a text since the last key.
    pub(crate) fn sees(&mut self, text: &str) {
        let begin = Instant::now();
        while !self.screen.contains(text) {
            match self.pieces.recv_timeout(Duration::from_millis(100)) {
                Ok(piece) => self.screen += &String::from_utf8_lossy(&piece),
                Err(RecvTimeoutError::Timeout) if begin.elapsed() < PATIENCE => {}
                Err(error) => panic!("{error}: `{text}` was not shown:\n{}", self.screen),
            }
        }
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.screen.clear();
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end; returns the exit code and the output. The terminal must be restored.
    pub(crate) fn ends(mut self) -> (i32, String) {
        let begin = Instant::now();
        let status = loop {
            // Unread output would block the program.
            while let Ok(piece) = self.pieces.recv_timeout(Duration::from_millis(20)) {
                self.screen += &String::from_utf8_lossy(&piece);
            }
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if begin.elapsed() < PATIENCE => {}
                None => {
                    self.child.kill().unwrap();
                    panic!("it did not end:\n{}", self.screen);
                }
            }
        };
        while let Ok(piece) = self.pieces.recv_timeout(Duration::from_millis(100)) {
            self.screen += &String::from_utf8_lossy(&piece);
        }
        assert_eq!(tcgetattr(&self.terminal).unwrap(), self.before, "the terminal is not restored");
        (status.code().unwrap(), self.screen)
    }
}
