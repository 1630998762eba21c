//! The link's thread: takes what waits in the queue, keeps track of how everybody stands, and tells the one reader.
//! Nothing here waits for the reader: it gets what it takes, and misses what it does not.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cunning_trace::Relay;

use crate::GREETING;
use crate::queue::{Queue, Waiting};
use crate::token::Token;

/// How often it looks whether there is something to do.
const PERIOD: Duration = Duration::from_millis(5);
/// How long somebody may take to show the token.
const PATIENCE: Duration = Duration::from_secs(2);
/// Bytes of a first line.
const LINE_BYTES_MAX: usize = 128;
/// Those who have not shown their token yet.
const GUESTS_MAX: usize = 16;

pub(crate) struct Listener {
    socket: TcpListener,
    token: Token,
    queue: Arc<Queue>,
    bytes_max: usize,
    guests: Vec<Guest>,
    relay: Relay<Reader>,
}

/// Somebody who has not shown the token yet.
struct Guest {
    stream: TcpStream,
    line: Vec<u8>,
    since: Instant,
}

/// Whoever was let in, and what waits for it.
struct Reader {
    stream: TcpStream,
    out: Vec<u8>,
}

impl Write for Reader {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Reader {
    /// Sends as much as it takes. An error if it is gone.
    fn send(&mut self) -> io::Result<()> {
        let mut sent = 0;
        let result = loop {
            if sent == self.out.len() {
                break Ok(());
            }
            match self.stream.write(&self.out[sent..]) {
                Ok(0) => break Err(ErrorKind::WriteZero.into()),
                Ok(count) => sent += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.out.drain(..sent);
        result
    }

    /// Whether it hung up. What it says is of no interest.
    fn is_gone(&mut self) -> bool {
        let mut said = [0; 256];
        match self.stream.read(&mut said) {
            Ok(count) => count == 0,
            Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }
}

/// What a guest turned out to be.
enum Verdict {
    Waits,
    Welcome,
    Refused,
}

impl Guest {
    fn listen(&mut self, token: &Token) -> Verdict {
        let mut part = [0; LINE_BYTES_MAX];
        loop {
            match self.stream.read(&mut part) {
                Ok(0) => return Verdict::Refused,
                Ok(count) => self.line.extend_from_slice(&part[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return Verdict::Refused,
            }
            if self.line.len() > LINE_BYTES_MAX {
                return Verdict::Refused;
            }
        }
        if self.line.last() == Some(&b'\n') {
            let line = std::str::from_utf8(&self.line).unwrap_or_default();
            let shown = line.trim_end().strip_prefix(GREETING);
            return if shown.is_some_and(|shown| token.is(shown)) {
                Verdict::Welcome
            } else {
                Verdict::Refused
            };
        }
        if self.since.elapsed() > PATIENCE { Verdict::Refused } else { Verdict::Waits }
    }
}

impl Listener {
    pub(crate) fn new(socket: TcpListener, token: Token, queue: Arc<Queue>, bytes_max: usize) -> Self {
        Self { socket, token, queue, bytes_max, guests: Vec::new(), relay: Relay::new() }
    }

    pub(crate) fn run(mut self) {
        let mut taken = Waiting::default();
        loop {
            let is_over = self.queue.is_over();
            self.queue.take(&mut taken);
            // What the game's own recorder wrote is whole; if it were not, there would be nothing to show.
            if self.relay.push(&taken.bytes).is_err() {
                self.relay.lose(1);
            }
            self.relay.lose(taken.dropped);
            self.queue.count_missed(self.relay.missed());
            self.admit();
            self.serve();
            if is_over {
                return;
            }
            if taken.bytes.is_empty() {
                std::thread::sleep(PERIOD);
            }
        }
    }

    /// Looks who is at the door.
    fn admit(&mut self) {
        while let Ok((stream, _)) = self.socket.accept() {
            if self.guests.len() < GUESTS_MAX && stream.set_nonblocking(true).is_ok() {
                self.guests.push(Guest { stream, line: Vec::new(), since: Instant::now() });
            }
        }
        for at in (0..self.guests.len()).rev() {
            match self.guests[at].listen(&self.token) {
                Verdict::Waits => {}
                Verdict::Refused => drop(self.guests.swap_remove(at)),
                Verdict::Welcome => {
                    // One reader at a time: the other one is left as it is. Whoever comes while nothing can be told
                    // yet waits at the door.
                    if self.relay.output().is_none() {
                        self.let_in(at);
                    } else {
                        drop(self.guests.swap_remove(at));
                    }
                }
            }
        }
    }

    fn let_in(&mut self, at: usize) {
        let Ok(stream) = self.guests[at].stream.try_clone() else { return };
        if self.relay.attach(Reader { stream, out: Vec::new() }).is_some() {
            self.guests.swap_remove(at);
            self.queue.count_reader();
        }
    }

    /// Gives the reader what it takes.
    fn serve(&mut self) {
        let Some(reader) = self.relay.output() else { return };
        let is_gone = reader.send().is_err() || reader.is_gone();
        let waiting = reader.out.len();
        if is_gone {
            self.relay.detach();
            return;
        }
        self.queue.count_bytes(waiting);
        if waiting > self.bytes_max {
            self.relay.hold();
        } else if waiting == 0 && self.relay.is_holding() {
            self.relay.go_on();
        }
    }
}
