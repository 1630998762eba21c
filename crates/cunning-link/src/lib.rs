//! Connects a running game to the studio, which then shows live what minds sense, decide and do.
//!
//! One call opens the link. The game passes the recorder to its minds and prints the address for the developer:
//!
//! ```
//! use cunning_link::{Link, LinkConfig};
//! use cunning_trace::{Event, Header, Subject};
//!
//! let header = Header { engine: "my game 1.0", ..Header::default() };
//! let (mut recorder, link) = Link::open(&header, &LinkConfig::default())?;
//! println!("cunning studio --attach {}", link.address());
//! // Pass the recorder to your minds, or record by hand:
//! recorder.begin_tick(1)?;
//! recorder.record(Subject::World, || Event::Note { text: "the game starts" });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Guarantees:
//! - **The game never waits.** Records go to a queue in memory, without waiting for a lock. The link's own thread sends
//!   them. Records that do not fit into the queue are dropped and counted.
//! - **Memory is bounded** even if the reader is slow: [`LinkConfig::queue_bytes_max`] for the queue and twice as much for
//!   the reader. A slow reader misses records; it receives their number and the current states afterwards.
//! - **Only the local developer can connect.** The link listens on loopback only and sends nothing before it has received
//!   the token of this run.
//! - **A late reader** gets a recording that starts with the current state of all agents.
//!
//! A reader connects by TCP and sends `cunning-link 1 TOKEN` and a line feed. It receives a recording as specified in
//! `docs/recording.md` until the game ends. The link serves one reader at a time.

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
use queue::{Queue, QueueWriter};

pub use queue::LinkCounts;
pub use token::Token;

/// The first bytes that a reader sends, before the token.
pub const GREETING: &str = "cunning-link 1 ";
/// The minimum distance of key frames, in bytes. A reader recovers from lost records at the next key frame.
const KEY_BYTES_MIN: u64 = 64 << 10;

/// The settings of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkConfig {
    /// The port to listen on; 0 picks a free one.
    pub port: u16,
    /// The most bytes that wait for the link's thread. When more wait for the reader, it misses records.
    pub queue_bytes_max: usize,
}

impl Default for LinkConfig {
    fn default() -> Self {
        Self { port: 0, queue_bytes_max: 4 << 20 }
    }
}

/// Why a link could not be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum LinkError {
    /// The header is too large for a recording.
    Header(RecordError),
    /// The port is in use, or no thread could be started.
    Io(io::Error),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(error) => error.fmt(f),
            Self::Io(error) => write!(f, "could not open the link: {error}"),
        }
    }
}

impl std::error::Error for LinkError {}

impl From<io::Error> for LinkError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// An open link; dropping it closes the link.
pub struct Link {
    address: SocketAddr,
    token: Token,
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
}

impl Link {
    /// Opens a link and returns a recorder that writes to it. The header contains the name of the game and, for
    /// explanations, the files of its domain.
    pub fn open(header: &Header<'_>, config: &LinkConfig) -> Result<(Recorder, Self), LinkError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let token = Token::random().map_err(io::Error::other)?;
        let queue = Arc::new(Queue::new(config.queue_bytes_max));
        let recording =
            Config { ring_bytes_max: 0, recording_bytes_max: u64::MAX >> 1, key_bytes_min: KEY_BYTES_MIN };
        let mut recorder = Recorder::new(header, recording).map_err(LinkError::Header)?;
        recorder.attach(Box::new(QueueWriter::new(queue.clone())));
        let listener = Listener::new(listener, token.clone(), queue.clone(), config.queue_bytes_max);
        let thread =
            std::thread::Builder::new().name("cunning-link".to_owned()).spawn(move || listener.run())?;
        Ok((recorder, Self { address, token, queue, thread: Some(thread) }))
    }

    /// The address to attach to, as in `127.0.0.1:7070#TOKEN`. It contains the token, so keep it private.
    pub fn address(&self) -> String {
        format!("{}#{}", self.address, self.token)
    }

    /// The counters of the link.
    pub fn counts(&self) -> LinkCounts {
        self.queue.counts()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic already.
            let _ended = thread.join();
        }
    }
}
