//! The game's end of a live debugger: everything that minds sense, decide and do, on its way to the studio.
//!
//! One call enables it. The game gives the recorder to its agents and shows the address to whoever debugs:
//!
//! ```
//! use cunning_link::{Link, LinkConfig};
//! use cunning_trace::{Event, Header, Subject};
//!
//! let header = Header { engine: "my game 1.0", ..Header::default() };
//! let (mut recorder, link) = Link::open(&header, &LinkConfig::default())?;
//! println!("cunning studio --attach {}", link.address());
//! // `agents.record(recorder)` with an `MindEngine`; or by hand:
//! recorder.begin_tick(1)?;
//! recorder.record(Subject::World, || Event::Note { text: "it begins" });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What holds:
//! - **The game never waits.** What it records goes to a queue in memory, and never by a lock that it would have to wait
//!   for. A thread of the link's own does the rest. What does not fit into the queue is dropped and counted.
//! - **Memory is bounded**, whoever reads slowly or not at all: [`LinkConfig::queue_bytes_max`] for the queue and twice as
//!   much for the reader. A slow reader misses records; it is told how many, and how everybody stands after that.
//! - **Nobody else looks in.** It listens on loopback only, and says nothing before it has heard the token of this start.
//! - **Whoever comes late** gets a recording that begins with the present state of all agents.
//!
//! A reader connects by TCP and says `cunning-link 1 TOKEN` and a line end; what comes back is a recording as
//! `docs/recording.md` describes it, for as long as the game goes on. One reader at a time.

mod listener;
mod queue;
mod token;

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;

use cunning_trace::{Config, Header, RecordError, Recorder};

use listener::Listener;
use queue::{Queue, Tap};

pub use token::Token;

/// What a reader says first, before the token.
pub const GREETING: &str = "cunning-link 1 ";
/// How far key frames are apart at least, in bytes: whatever is lost is made up for that soon.
const KEY_BYTES_MIN: u64 = 64 << 10;

/// How a link is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkConfig {
    /// Which port it listens on; 0 is any free one.
    pub port: u16,
    /// How many bytes may wait for the link's thread. When as many wait for the reader, it misses what follows.
    pub queue_bytes_max: usize,
}

impl Default for LinkConfig {
    fn default() -> Self {
        Self { port: 0, queue_bytes_max: 4 << 20 }
    }
}

/// Why there is no link.
#[derive(Debug)]
#[non_exhaustive]
pub enum LinkError {
    /// The header is too large for a recording.
    Header(RecordError),
    /// The port is taken, or no thread could be started.
    Io(io::Error),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LinkError {}

impl From<io::Error> for LinkError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// How a link does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkCounts {
    /// Records that the game gave.
    pub records: u64,
    /// Records of them that did not fit into the queue.
    pub dropped: u64,
    /// Records that readers have missed, those too: they were too slow, or the queue was full.
    pub missed: u64,
    /// How often a record had to stay with the game for a moment because the queue was in use. Nobody waited.
    pub busy: u64,
    /// Readers that were let in.
    pub readers: u64,
    /// The most bytes that ever waited, in the queue and for the reader.
    pub bytes_high: u64,
}

/// A link that is open until it is dropped.
pub struct Link {
    address: SocketAddr,
    token: Token,
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
}

impl Link {
    /// Opens a link and gives a recorder that writes to it. The header is what a debugger needs to know of the game: its
    /// name, and the texts of its domain, for explanations.
    pub fn open(header: &Header<'_>, config: &LinkConfig) -> Result<(Recorder, Self), LinkError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let token = Token::random().map_err(io::Error::other)?;
        let queue = Arc::new(Queue::new(config.queue_bytes_max));
        let recording =
            Config { ring_bytes_max: 0, recording_bytes_max: u64::MAX >> 1, key_bytes_min: KEY_BYTES_MIN };
        let mut recorder = Recorder::new(header, recording).map_err(LinkError::Header)?;
        recorder.attach(Box::new(Tap::new(queue.clone())));
        let listener = Listener::new(listener, token.clone(), queue.clone(), config.queue_bytes_max);
        let thread =
            std::thread::Builder::new().name("cunning-link".to_owned()).spawn(move || listener.run())?;
        Ok((recorder, Self { address, token, queue, thread: Some(thread) }))
    }

    /// Where to attach, as in `127.0.0.1:7070#TOKEN`. Whoever knows it sees everything that minds do.
    pub fn address(&self) -> String {
        format!("{}#{}", self.address, self.token)
    }

    /// How it does.
    pub fn counts(&self) -> LinkCounts {
        self.queue.counts()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.queue.end();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was told by its own hook.
            let _ended = thread.join();
        }
    }
}
