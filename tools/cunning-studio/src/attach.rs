//! A game that runs elsewhere on this machine and passes its record on (`cunning-link`). Only this end ever waits: the
//! game drops what does not get through, and the record says how much that was.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cunning_link::GREETING;
use cunning_trace::OpenError;
use tokio::sync::watch;

use crate::breakpoint::Breakpoint;
use crate::limits::ATTACHED_BYTES_MAX;
use crate::recording::RecordingView;
use crate::reel::Reel;
use crate::wire::Status;

/// How long the game may take to begin.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long after another studio closed a game may still take it for attached.
const FAREWELL: Duration = Duration::from_secs(1);
/// How much is read at once.
const PART_BYTES: usize = 256 << 10;

/// Why a game cannot be attached to.
#[derive(Debug)]
#[non_exhaustive]
pub enum AttachError {
    /// The address is not one of a link: `127.0.0.1:7070#TOKEN`, on this machine.
    Address(String),
    /// Nobody is there.
    Connect(std::io::Error),
    /// The game hung up or said nothing: the token is of another start, or another studio is attached.
    Refused,
    /// What it says is no recording that this version reads.
    Open(OpenError),
}

impl std::fmt::Display for AttachError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Address(address) => write!(
                f,
                "`{address}` is no address of a game on this machine; the game shows one like 127.0.0.1:7070#TOKEN"
            ),
            Self::Connect(error) => write!(f, "no game listens there: {error}"),
            Self::Refused => write!(
                f,
                "the game does not answer: the token is not of this start of it, or another studio is attached"
            ),
            Self::Open(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AttachError {}

/// The connection to a game, with the thread that listens to it.
pub(crate) struct Attachment {
    stream: TcpStream,
    thread: Option<JoinHandle<()>>,
}

/// Connects to a game; gives the beginning of its record.
pub(crate) fn connect(address: &str) -> Result<(TcpStream, RecordingView), AttachError> {
    let begin = Instant::now();
    loop {
        match greet(address) {
            // A game notices that a studio is gone when it next has something to tell it.
            Err(AttachError::Refused) if begin.elapsed() < FAREWELL => std::thread::sleep(FAREWELL / 10),
            other => return other,
        }
    }
}

fn greet(address: &str) -> Result<(TcpStream, RecordingView), AttachError> {
    let (place, token) = address.rsplit_once('#').ok_or_else(|| AttachError::Address(address.to_owned()))?;
    let places = place.to_socket_addrs().map_err(|_| AttachError::Address(address.to_owned()))?;
    let is_here = |place: &SocketAddr| place.ip().is_loopback();
    let place = places.into_iter().find(is_here).ok_or_else(|| AttachError::Address(address.to_owned()))?;
    let mut stream = TcpStream::connect_timeout(&place, PATIENCE).map_err(AttachError::Connect)?;
    let line = format!("{GREETING}{token}\n");
    let sent = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.write_all(line.as_bytes()));
    sent.map_err(AttachError::Connect)?;
    let begin = Instant::now();
    let (mut bytes, mut part) = (Vec::new(), vec![0; PART_BYTES]);
    loop {
        match stream.read(&mut part) {
            Ok(0) => return Err(AttachError::Refused),
            Ok(count) => bytes.extend_from_slice(&part[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return Err(AttachError::Refused),
        }
        match RecordingView::open(0, bytes.clone()) {
            // The first key frame says when it begins.
            Ok(recording) if recording.reader().key_frames().is_empty() && begin.elapsed() < PATIENCE => {}
            Ok(recording) => {
                let whole = stream.set_read_timeout(None).map_err(AttachError::Connect);
                return whole.map(|()| (stream, recording));
            }
            Err(OpenError::Incomplete) if begin.elapsed() < PATIENCE => {}
            Err(error) => return Err(AttachError::Open(error)),
        }
    }
}

impl Attachment {
    /// Listens from now on.
    pub(crate) fn listen(
        stream: TcpStream,
        reel: Arc<Reel>,
        breakpoint: Arc<Breakpoint>,
        news: watch::Sender<Status>,
    ) -> Result<Self, AttachError> {
        let own = stream.try_clone().map_err(AttachError::Connect)?;
        let thread = std::thread::Builder::new()
            .name("attached".to_owned())
            .spawn(move || listen(stream, &reel, &breakpoint, &news))
            .map_err(AttachError::Connect)?;
        Ok(Self { stream: own, thread: Some(thread) })
    }
}

impl Drop for Attachment {
    fn drop(&mut self) {
        // It may be closed already.
        let _closed = self.stream.shutdown(Shutdown::Both);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

fn listen(mut stream: TcpStream, reel: &Reel, breakpoint: &Breakpoint, news: &watch::Sender<Status>) {
    let mut part = vec![0; PART_BYTES];
    let mut total = 0;
    let outcome = loop {
        let count = match stream.read(&mut part) {
            Ok(0) => break "the game is gone".to_owned(),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => break format!("the game is gone: {error}"),
        };
        total += count;
        if total > ATTACHED_BYTES_MAX {
            break "the studio's memory is full: attach again to go on".to_owned();
        }
        let before = news.borrow().last_tick;
        let told = reel.append(&part[..count], |recording| {
            if recording.is_broken() {
                Err(recording.damage())
            } else {
                Ok((recording.last_tick(), recording.dropped(), recording.tick_ms()))
            }
        });
        let (last_tick, dropped, tick_ms) = match told {
            Ok(Some(Ok(told))) => told,
            Ok(Some(Err(damage))) => break damage.unwrap_or_default(),
            Ok(None) => break String::new(),
            Err(refusal) => break refusal.message,
        };
        // The last tick may still go on; those before are over.
        let stop = (before..last_tick).find_map(|tick| breakpoint.check(tick));
        news.send_modify(|status| {
            (status.last_tick, status.dropped, status.tick_ms) = (last_tick, dropped, tick_ms);
            if stop.is_some() {
                (status.stop_when, status.stopped) = (None, stop);
            }
        });
    };
    news.send_modify(|status| (status.outcome, status.is_playing) = (Some(outcome), false));
}
