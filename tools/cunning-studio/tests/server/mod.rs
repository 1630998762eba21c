//! A studio for tests, and clients that connect to it.

#![allow(dead_code, reason = "not every test uses all of it")]

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use cunning_studio::{DebugSession, Server};
use cunning_trace::{AgentId, Config, Event, Header, Recorder};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// A studio that stops when it is dropped.
pub struct Studio {
    pub port: u16,
    pub token: String,
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Studio {
    /// A studio that shows a small recording.
    pub fn open() -> Self {
        let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
        let name = "<img src=x onerror=alert(1)>";
        recorder.record(AgentId(1), || Event::AgentAdded { archetype: 0, name, commander: None, seed: 1 });
        let mut bytes = Vec::new();
        recorder.save(&mut bytes).unwrap().unwrap();
        Self::new(DebugSession::recording("test", bytes).unwrap())
    }

    /// A studio that shows a debug session.
    pub fn new(debug_session: DebugSession) -> Self {
        let server = Server::bind(0, debug_session).unwrap();
        let url = server.url();
        let (address, token) = url.strip_prefix("http://127.0.0.1:").unwrap().split_once("/#").unwrap();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let flag = is_stopped.clone();
        let thread =
            std::thread::spawn(move || drop(server.run(move || flag.load(Ordering::Relaxed)).unwrap()));
        Self { port: address.parse().unwrap(), token: token.to_owned(), is_stopped, thread: Some(thread) }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Sends bytes and returns the response; empty if the connection is closed without one.
    pub fn send(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        while !is_complete(&answer) {
            match stream.read(&mut part) {
                Ok(0) => break,
                Ok(count) => answer.extend_from_slice(&part[..count]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
                Err(error) => panic!("{error}"),
            }
        }
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn get(&self, path: &str, host: &str, more: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n"))
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn socket(&self) -> WebSocket<TcpStream> {
        let mut request = format!("ws://{}/socket", self.host()).into_client_request().unwrap();
        request.headers_mut().insert("Origin", format!("http://{}", self.host()).parse().unwrap());
        tungstenite::client(request, self.connect()).unwrap().0
    }

    /// A connected page that has sent its token.
    pub fn page(&self) -> WebSocket<TcpStream> {
        let mut page = self.socket();
        page.send(Message::text(format!("{{\"token\":\"{}\"}}", self.token))).unwrap();
        let info = page.read().unwrap().into_text().unwrap();
        assert!(info.contains("\"title\":"), "{info}");
        page
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// Whether a response is complete, so that tests need not wait for the connection to close.
pub fn is_complete(answer: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answer).to_lowercase();
    let Some((head, _)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n").map_or(0, |at| answer.len() - at - 4);
    body >= length.unwrap_or(0)
}

pub fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("")
}

/// The close frame of a connection, if there was one.
pub fn end(page: &mut WebSocket<TcpStream>) -> Option<(CloseCode, String)> {
    loop {
        match page.read() {
            Ok(Message::Close(frame)) => return frame.map(|frame| (frame.code, frame.reason.to_string())),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

/// The headers of a WebSocket handshake.
pub const HANDSHAKE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
