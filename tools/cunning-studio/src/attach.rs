//! The connection to a game on this machine that sends its recording (`cunning-link`). Only the studio waits: the game
//! drops what the studio is too slow for, and the recording says how many records are missing.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cunning_debug::DebugSession;
use cunning_link::GREETING;
use cunning_trace::OpenError;

use crate::host::Host;
use crate::limits::ATTACHED_BYTES_MAX;

/// How long the game may take to send the start of its recording.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a game may need to notice that another studio has disconnected.
const RETRY: Duration = Duration::from_secs(1);
/// The size of the read buffer.
const BUFFER_BYTES: usize = 256 << 10;

/// Why the studio could not attach to a game.
#[derive(Debug)]
#[non_exhaustive]
pub enum AttachError {
    /// The address is not a loopback address with a token, as in `127.0.0.1:7070#TOKEN`.
    Address(String),
    /// The connection failed.
    Connect(std::io::Error),
    /// The game closed the connection or did not answer: the token is wrong, or another studio is attached.
    Refused,
    /// The game sent something that is not a recording that this version reads.
    Open(OpenError),
}

impl std::fmt::Display for AttachError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Address(address) => write!(
                f,
                "`{address}` is not the address of a game on this machine: use the one that the game prints, such as \
                127.0.0.1:7070#TOKEN"
            ),
            Self::Connect(error) => write!(f, "could not connect to the game: {error}"),
            Self::Refused => write!(
                f,
                "the game rejected the connection: use the token that it printed when it started, and close other studios \
                that are attached to it"
            ),
            Self::Open(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AttachError {}

/// The connection to a game that sends its recording.
pub struct Attachment {
    stream: TcpStream,
    pub(crate) session: DebugSession,
}

impl Attachment {
    /// Connects to a game on this machine, at the address that its link prints, and reads the start of its recording.
    pub fn connect(address: &str) -> Result<Self, AttachError> {
        let begin = Instant::now();
        loop {
            match try_connect(address) {
                // A game notices that a studio has disconnected when it next sends something.
                Err(AttachError::Refused) if begin.elapsed() < RETRY => std::thread::sleep(RETRY / 10),
                other => return other,
            }
        }
    }

    /// Changes the session, for example to add breakpoints.
    pub fn map_session<E>(
        self,
        change: impl FnOnce(DebugSession) -> Result<DebugSession, E>,
    ) -> Result<Self, E> {
        Ok(Self { session: change(self.session)?, ..self })
    }

    /// Splits the connection from the session that it feeds.
    pub(crate) fn into_parts(self) -> (TcpStream, DebugSession) {
        (self.stream, self.session)
    }
}

fn try_connect(address: &str) -> Result<Attachment, AttachError> {
    let (host, token) = address.rsplit_once('#').ok_or_else(|| AttachError::Address(address.to_owned()))?;
    let addresses = host.to_socket_addrs().map_err(|_| AttachError::Address(address.to_owned()))?;
    let is_loopback = |address: &SocketAddr| address.ip().is_loopback();
    let loopback =
        addresses.into_iter().find(is_loopback).ok_or_else(|| AttachError::Address(address.to_owned()))?;
    let mut stream = TcpStream::connect_timeout(&loopback, PATIENCE).map_err(AttachError::Connect)?;
    let line = format!("{GREETING}{token}\n");
    let sent = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.write_all(line.as_bytes()));
    sent.map_err(AttachError::Connect)?;
    let begin = Instant::now();
    let (mut bytes, mut buffer) = (Vec::new(), vec![0; BUFFER_BYTES]);
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return Err(AttachError::Refused),
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return Err(AttachError::Refused),
        }
        match DebugSession::growing(bytes.clone()) {
            Ok(Some(session)) => {
                let unlimited = stream.set_read_timeout(None).map_err(AttachError::Connect);
                return unlimited.map(|()| Attachment { stream, session });
            }
            Ok(None) if begin.elapsed() < PATIENCE => {}
            Ok(None) => return Err(AttachError::Open(OpenError::Incomplete)),
            Err(error) => return Err(AttachError::Open(error)),
        }
    }
}

/// The thread that reads from the game; dropping it closes the connection and joins the thread.
pub(crate) struct AttachThread {
    stream: TcpStream,
    thread: Option<JoinHandle<()>>,
}

impl AttachThread {
    /// Starts the thread.
    pub(crate) fn spawn(stream: TcpStream, host: &Arc<Host>) -> std::io::Result<Self> {
        let (clone, host) = (stream.try_clone()?, host.clone());
        let thread =
            std::thread::Builder::new().name("attached".to_owned()).spawn(move || read(stream, &host))?;
        Ok(Self { stream: clone, thread: Some(thread) })
    }
}

impl Drop for AttachThread {
    fn drop(&mut self) {
        // The stream may be closed already.
        let _closed = self.stream.shutdown(Shutdown::Both);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

fn read(mut stream: TcpStream, host: &Host) {
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut total = 0;
    let outcome = loop {
        let count = match stream.read(&mut buffer) {
            Ok(0) => break "the game has disconnected".to_owned(),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => break format!("the connection to the game was lost: {error}"),
        };
        total += count;
        if total > ATTACHED_BYTES_MAX {
            break "the recording has reached the size limit of the studio: attach again to continue"
                .to_owned();
        }
        if let Err(reason) = host.session.append(&buffer[..count]) {
            break reason;
        }
        host.notify_pages();
    };
    host.session.end(outcome);
    host.notify_pages();
}
