//! Who comes in and who does not: pages of other sites, other machines' names, guessers, floods.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cunning_studio::limits::{CONNECTIONS_MAX, MESSAGE_BYTES_MAX, MESSAGES_PER_SECOND, SESSIONS_MAX};
use cunning_studio::{Desk, Server};
use cunning_trace::{AgentId, Config, Event, Header, Recorder};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// A studio that runs for as long as a test does.
struct Studio {
    port: u16,
    token: String,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Studio {
    fn open() -> Self {
        let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
        let name = "<img src=x onerror=alert(1)>";
        recorder.record(AgentId(1), || Event::AgentAdded { archetype: 0, name, commander: None, seed: 1 });
        let mut bytes = Vec::new();
        recorder.save(&mut bytes).unwrap().unwrap();
        let server = Server::bind(0, Desk::recording("test", bytes).unwrap()).unwrap();
        let url = server.url();
        let (address, token) = url.strip_prefix("http://127.0.0.1:").unwrap().split_once("/#").unwrap();
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = is_over.clone();
        let thread = std::thread::spawn(move || server.run(move || flag.load(Ordering::Relaxed)).unwrap());
        Self { port: address.parse().unwrap(), token: token.to_owned(), is_over, thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// What comes back for some bytes; empty if the connection is closed without an answer.
    fn say(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        while !is_whole(&answer) {
            match stream.read(&mut part) {
                Ok(0) => break,
                Ok(count) => answer.extend_from_slice(&part[..count]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
                Err(error) => panic!("{error}"),
            }
        }
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str, host: &str, more: &str) -> String {
        self.say(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n"))
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn socket(&self) -> WebSocket<TcpStream> {
        let mut request = format!("ws://{}/socket", self.host()).into_client_request().unwrap();
        request.headers_mut().insert("Origin", format!("http://{}", self.host()).parse().unwrap());
        tungstenite::client(request, self.connect()).unwrap().0
    }

    /// A page that was let in.
    fn page(&self) -> WebSocket<TcpStream> {
        let mut page = self.socket();
        page.send(Message::text(format!("{{\"token\":\"{}\"}}", self.token))).unwrap();
        let welcome = page.read().unwrap().into_text().unwrap();
        assert!(welcome.contains("\"title\":\"test\""), "{welcome}");
        page
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// Whether an answer is there to its last byte, so that nobody waits for the connection to be closed.
fn is_whole(answer: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answer).to_lowercase();
    let Some((head, _)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n").map_or(0, |at| answer.len() - at - 4);
    body >= length.unwrap_or(0)
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("")
}

/// How the other side ended a conversation.
fn end(page: &mut WebSocket<TcpStream>) -> Option<(CloseCode, String)> {
    loop {
        match page.read() {
            Ok(Message::Close(frame)) => return frame.map(|frame| (frame.code, frame.reason.to_string())),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

const HANDSHAKE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

#[test]
fn other_names_get_nothing() {
    let studio = Studio::open();
    let port = studio.port;
    assert_eq!(status(&studio.get("/", &studio.host(), "")), "200");
    assert_eq!(status(&studio.get("/", &format!("localhost:{port}"), "")), "200");
    let names = [
        "evil.example",
        "127.0.0.1",
        "localhost",
        "[::1]",
        "0.0.0.0",
        "127.1",
        "2130706433",
        "0x7f.1",
        "127.0.0.1.",
        "127.0.0.1.nip.io",
        "localhost.evil.example",
        "LOCALHOST",
        "192.168.1.1",
        "user@127.0.0.1",
        "127.0.0.2",
    ];
    for name in names {
        for host in [format!("{name}:{port}x"), format!("{name}:{}", port ^ 1), format!("evil.{name}:{port}")]
        {
            let answer = studio.get("/", &host, "");
            assert!(["403", "400"].contains(&status(&answer)), "{host}: {answer}");
        }
        if !["127.0.0.1", "localhost"].contains(&name) {
            let answer = studio.get("/", &format!("{name}:{port}"), "");
            assert!(["403", "400"].contains(&status(&answer)), "{name}: {answer}");
        }
    }
    let none = studio.say("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!(["403", "400"].contains(&status(&none)), "{none}");
    let two = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        studio.host()
    );
    assert!(["403", "400"].contains(&status(&studio.say(&two))));
}

#[test]
fn sockets_are_for_the_own_page_alone() {
    let studio = Studio::open();
    let host = studio.host();
    let open = |origin: &str| {
        let more = format!("{HANDSHAKE}{origin}");
        studio.say(&format!("GET /socket HTTP/1.1\r\nHost: {host}\r\n{more}\r\n"))
    };
    let strangers = [
        String::new(),
        "Origin: null\r\n".to_owned(),
        "Origin: http://evil.example\r\n".to_owned(),
        format!("Origin: https://{host}\r\n"),
        format!("Origin: http://localhost:{}\r\n", studio.port),
        format!("Origin: http://{host}.evil.example\r\n"),
        format!("Origin: http://{host}\r\nOrigin: http://evil.example\r\n"),
        "Origin: http://127.0.0.1\r\n".to_owned(),
        "Origin: file://\r\n".to_owned(),
        "Origin: chrome-extension://abc\r\n".to_owned(),
    ];
    for origin in &strangers {
        let answer = open(origin);
        assert_eq!(status(&answer), "403", "{origin}{answer}");
    }
    // Without a handshake there is nothing to be had either.
    let plain = studio.get("/socket", &host, &format!("Origin: http://{host}\r\n"));
    assert_eq!(status(&plain), "426", "{plain}");
}

#[test]
fn the_token_opens_and_nothing_else_does() {
    let studio = Studio::open();
    let wrong = [
        "{\"token\":\"\"}".to_owned(),
        "{\"token\":\"0123456789abcdef0123456789abcdef\"}".to_owned(),
        format!("{{\"token\":\"{}\"}}", &studio.token[1..]),
        format!("{{\"token\":\"{}0\"}}", studio.token),
        format!("{{\"token\":\"{}\",\"more\":1}}", studio.token),
        "{\"id\":1,\"ask\":\"scene\"}".to_owned(),
        "null".to_owned(),
        "not json".to_owned(),
    ];
    for knock in wrong {
        let mut page = studio.socket();
        page.send(Message::text(knock.clone())).unwrap();
        let ended = end(&mut page);
        assert!(ended.is_some_and(|(code, _)| code == CloseCode::Policy), "{knock}");
    }
    let mut page = studio.page();
    page.send(Message::text("{\"id\":1,\"ask\":\"frame\",\"tick\":0}")).unwrap();
    let answer = page.read().unwrap().into_text().unwrap();
    assert!(answer.starts_with("{\"id\":1,\"ok\":"), "{answer}");
}

#[test]
fn whoever_says_nothing_is_shown_out() {
    let studio = Studio::open();
    let begin = Instant::now();
    let mut silent = studio.socket();
    assert_eq!(end(&mut silent).map(|(_, why)| why), Some("no token came".to_owned()));
    let mut slow = studio.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    let mut answer = Vec::new();
    slow.read_to_end(&mut answer).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

#[test]
fn nothing_but_reading_is_there() {
    let studio = Studio::open();
    let host = studio.host();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] {
        let answer = studio.say(&format!(
            "{method} / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        ));
        assert_eq!(status(&answer), "405", "{method}");
    }
    let answer = studio.get("/", &host, "Origin: http://evil.example\r\n").to_lowercase();
    assert!(!answer.contains("access-control"), "{answer}");
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "frame-ancestors 'none'",
        "cache-control: no-store",
    ] {
        assert!(answer.contains(header), "{header} is missing in {answer}");
    }
}

#[test]
fn no_path_leads_out() {
    let studio = Studio::open();
    let paths = [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/....//Cargo.toml",
        "/..\\Cargo.toml",
        "/..%5cCargo.toml",
        "/assets/../../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/%252e%252e%252fCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/.%00/Cargo.toml",
        "/index.html%00.png",
        "/INDEX.HTML",
        "/index.html/",
        "/./index.html",
        "/socket/",
        "/.git/config",
        "/~root",
        "/C:/windows/win.ini",
        "/file:///etc/passwd",
        "/?file=../../Cargo.toml/..",
        "/\u{2025}/Cargo.toml",
    ];
    for path in paths {
        let answer = studio.get(path, &studio.host(), "");
        let is_page = path.starts_with("/?");
        let wanted: &[&str] = if is_page { &["200"] } else { &["404", "400"] };
        assert!(wanted.contains(&status(&answer)), "{path}: {answer}");
        assert!(!answer.contains("[package]") && !answer.contains("root:"), "{path}");
    }
}

#[test]
fn what_makes_no_sense_ends_the_conversation() {
    let studio = Studio::open();
    let nonsense = [
        "{",
        "[]",
        "1",
        "{\"id\":-1,\"ask\":\"scene\"}",
        "{\"id\":1,\"ask\":\"format_disk\"}",
        "{\"id\":1}",
        "{\"id\":1,\"ask\":\"frame\"}",
        "{\"id\":1,\"ask\":\"frame\",\"tick\":-1}",
        "{\"id\":1,\"ask\":\"agent\",\"agent\":\"x\",\"tick\":0}",
    ];
    for text in nonsense {
        let mut page = studio.page();
        page.send(Message::text(text)).unwrap();
        assert_eq!(end(&mut page).map(|(code, _)| code), Some(CloseCode::Invalid), "{text}");
    }
    let mut page = studio.page();
    page.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(end(&mut page).map(|(code, _)| code), Some(CloseCode::Invalid));
    let mut page = studio.page();
    // The other side may hang up before all of it is sent.
    let _sent = page.send(Message::text("x".repeat(MESSAGE_BYTES_MAX + 1)));
    assert!(end(&mut page).is_none_or(|(code, _)| code == CloseCode::Policy));
    // Questions about what is not there are answered, in words.
    let mut page = studio.page();
    for (ask, why) in [
        ("\"ask\":\"agent\",\"agent\":\"9:1\",\"tick\":0", "no such agent"),
        ("\"ask\":\"play\"", "does not go on"),
    ] {
        page.send(Message::text(format!("{{\"id\":7,{ask}}}"))).unwrap();
        let answer = page.read().unwrap().into_text().unwrap();
        assert!(answer.contains("\"error\"") && answer.contains(why), "{answer}");
    }
}

#[test]
fn a_flood_holds_up_nobody_else() {
    let studio = Studio::open();
    let (mut flooding, mut other) = (studio.page(), studio.page());
    // It is cut off, or has to wait until its questions are answered one after the other: the other page is answered.
    for id in 0..20 * MESSAGES_PER_SECOND {
        if flooding.send(Message::text(format!("{{\"id\":{id},\"ask\":\"scene\"}}"))).is_err() {
            break;
        }
    }
    other.send(Message::text("{\"id\":1,\"ask\":\"scene\"}")).unwrap();
    assert!(other.read().unwrap().into_text().unwrap().starts_with("{\"id\":1,\"ok\":"));
}

#[test]
fn there_is_room_for_so_many() {
    let studio = Studio::open();
    // As many pages as there may be, and one more.
    let mut pages: Vec<_> = (0..SESSIONS_MAX).map(|_| studio.page()).collect();
    let refused = studio.say(&format!(
        "GET /socket HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\n{HANDSHAKE}\r\n",
        studio.host()
    ));
    assert_eq!(status(&refused), "503", "{refused}");
    pages.clear();
    // Idle connections beyond the cap are closed; the page still opens once they are gone.
    let idle: Vec<TcpStream> = (0..CONNECTIONS_MAX + 500).map(|_| studio.connect()).collect();
    drop(idle);
    let begin = Instant::now();
    while status(&studio.get("/", &studio.host(), "")) != "200" {
        assert!(begin.elapsed() < Duration::from_secs(30));
        std::thread::yield_now();
    }
}
