//! The thread of the link: it takes records from the queue, tracks the current states, and sends records to the reader.
//! It never waits for the reader.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cunning_trace::Relay;

use crate::GREETING;
use crate::queue::{Batch, Queue};
use crate::token::Token;

/// The polling interval.
const PERIOD: Duration = Duration::from_millis(5);
/// How long a client may take to send the token.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest first line.
const LINE_BYTES_MAX: usize = 128;
/// The most clients that have not sent their token yet.
const PENDING_MAX: usize = 16;

pub(crate) struct Listener {
    socket: TcpListener,
    token: Token,
    queue: Arc<Queue>,
    bytes_max: usize,
    pending: Vec<PendingClient>,
    relay: Relay<Reader>,
}

/// A client that has not sent the token yet.
struct PendingClient {
    stream: TcpStream,
    line: Vec<u8>,
    since: Instant,
}

/// The connected reader and the bytes that wait for it.
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
    /// Sends as much as possible without blocking; fails if the reader has disconnected.
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

    /// Whether the reader has disconnected. Everything it sends is ignored.
    fn is_disconnected(&mut self) -> bool {
        let mut ignored = [0; 256];
        match self.stream.read(&mut ignored) {
            Ok(count) => count == 0,
            Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }
}

/// The state of a client's authentication.
enum Authentication {
    Pending,
    Accepted,
    Rejected,
}

impl PendingClient {
    fn authenticate(&mut self, token: &Token) -> Authentication {
        let mut buffer = [0; LINE_BYTES_MAX];
        loop {
            match self.stream.read(&mut buffer) {
                Ok(0) => return Authentication::Rejected,
                Ok(count) => self.line.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return Authentication::Rejected,
            }
            if self.line.len() > LINE_BYTES_MAX {
                return Authentication::Rejected;
            }
        }
        if self.line.last() == Some(&b'\n') {
            let line = std::str::from_utf8(&self.line).unwrap_or_default();
            let sent = line.trim_end().strip_prefix(GREETING);
            return if sent.is_some_and(|sent| token.is(sent)) {
                Authentication::Accepted
            } else {
                Authentication::Rejected
            };
        }
        if self.since.elapsed() > PATIENCE { Authentication::Rejected } else { Authentication::Pending }
    }
}

impl Listener {
    pub(crate) fn new(socket: TcpListener, token: Token, queue: Arc<Queue>, bytes_max: usize) -> Self {
        Self { socket, token, queue, bytes_max, pending: Vec::new(), relay: Relay::new() }
    }

    pub(crate) fn run(mut self) {
        let mut batch = Batch::default();
        loop {
            let is_closed = self.queue.is_closed();
            self.queue.take(&mut batch);
            // The recorder writes complete records, so this does not fail.
            if self.relay.push(&batch.bytes).is_err() {
                self.relay.lose(1);
            }
            self.relay.lose(batch.dropped);
            self.queue.count_missed(self.relay.missed());
            self.accept();
            self.serve();
            if is_closed {
                return;
            }
            if batch.bytes.is_empty() {
                std::thread::sleep(PERIOD);
            }
        }
    }

    /// Accepts connections and authenticates clients.
    fn accept(&mut self) {
        while let Ok((stream, _)) = self.socket.accept() {
            if self.pending.len() < PENDING_MAX && stream.set_nonblocking(true).is_ok() {
                self.pending.push(PendingClient { stream, line: Vec::new(), since: Instant::now() });
            }
        }
        for at in (0..self.pending.len()).rev() {
            match self.pending[at].authenticate(&self.token) {
                Authentication::Pending => {}
                Authentication::Rejected => drop(self.pending.swap_remove(at)),
                Authentication::Accepted => {
                    // A second reader is rejected. A reader that connects before the states are known stays pending.
                    if self.relay.output().is_none() {
                        self.connect(at);
                    } else {
                        drop(self.pending.swap_remove(at));
                    }
                }
            }
        }
    }

    fn connect(&mut self, at: usize) {
        let Ok(stream) = self.pending[at].stream.try_clone() else { return };
        if self.relay.attach(Reader { stream, out: Vec::new() }).is_some() {
            self.pending.swap_remove(at);
            self.queue.count_reader();
        }
    }

    /// Sends waiting bytes to the reader, and pauses it if too many wait.
    fn serve(&mut self) {
        let Some(reader) = self.relay.output() else { return };
        let is_disconnected = reader.send().is_err() || reader.is_disconnected();
        let waiting = reader.out.len();
        if is_disconnected {
            self.relay.detach();
            return;
        }
        self.queue.count_bytes(waiting);
        if waiting > self.bytes_max {
            self.relay.pause();
        } else if waiting == 0 && self.relay.is_paused() {
            self.relay.resume();
        }
    }
}
