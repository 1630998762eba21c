//! The studio rejects requests from other sites and other host names, without a valid token, and floods.

use crate::server;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use cunning_studio::limits::{CONNECTIONS_MAX, MESSAGE_BYTES_MAX, MESSAGES_PER_SECOND, SESSIONS_MAX};
use server::{HANDSHAKE, Studio, end, status};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

/// Host names that resolve to this server or resemble its name.
const HOST_NAMES: &[&str] = &[
    "evil.example",
    "127.0.0.1",
    "localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "0",
    "127.1",
    "2130706433",
    "0x7f.1",
    "017700000001",
    "127.0.0.1.",
    "localhost.",
    "127.0.0.1.nip.io",
    "localhost.evil.example",
    "LOCALHOST",
    "Localhost",
    "ip6-localhost",
    "192.168.1.1",
    "169.254.169.254",
    "user@127.0.0.1",
    "127.0.0.2",
    "127.0.0.01",
    "%31%32%37.0.0.1",
];

#[test]
fn requests_for_other_hosts_are_rejected() {
    let studio = Studio::open();
    let port = studio.port;
    assert_eq!(status(&studio.get("/", &studio.host(), "")), "200");
    assert_eq!(status(&studio.get("/", &format!("localhost:{port}"), "")), "200");
    let mut rows = 0;
    for name in HOST_NAMES {
        let is_valid = ["127.0.0.1", "localhost"].contains(name);
        let mut hosts = vec![
            format!("{name}:{port}x"),
            format!("{name}:{}", port ^ 1),
            format!("evil.{name}:{port}"),
            format!("{name}:0{port}"),
            format!("{name}"),
        ];
        if !is_valid {
            hosts.push(format!("{name}:{port}"));
        }
        for host in hosts {
            let answer = studio.get("/", &host, "");
            assert!(["403", "400"].contains(&status(&answer)), "{host}: {answer}");
            // A valid origin or forwarding header changes nothing.
            let more = format!("Origin: http://127.0.0.1:{port}\r\nX-Forwarded-Host: 127.0.0.1:{port}\r\n");
            let answer = studio.get("/socket", &host, &format!("{more}{HANDSHAKE}"));
            assert!(["403", "400"].contains(&status(&answer)), "{host}: {answer}");
            rows += 2;
        }
    }
    assert!(rows >= 60, "{rows} rows");
    let none = studio.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!(["403", "400"].contains(&status(&none)), "{none}");
    let two = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        studio.host()
    );
    assert!(["403", "400"].contains(&status(&studio.send(&two))));
}

#[test]
fn sockets_from_other_origins_are_rejected() {
    let studio = Studio::open();
    let host = studio.host();
    let open = |origin: &str| {
        let more = format!("{HANDSHAKE}{origin}");
        studio.send(&format!("GET /socket HTTP/1.1\r\nHost: {host}\r\n{more}\r\n"))
    };
    let origins = [
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
        format!("Origin: http://{host}/\r\n"),
        format!("Origin: http://{host} \t.evil.example\r\n"),
        format!("Origin: HTTP://{host}\r\n"),
        format!("Origin: http://127.0.0.1:{}\r\n", studio.port ^ 1),
        format!("Origin: http://[::1]:{}\r\n", studio.port),
        format!("Origin: http://user@{host}\r\n"),
        format!("Origin: ws://{host}\r\n"),
        format!("Origin: {host}\r\n"),
        "Origin: \r\n".to_owned(),
        "Origin: about:blank\r\n".to_owned(),
        "Origin: data:\r\n".to_owned(),
        format!("Referer: http://{host}/\r\n"),
    ];
    for origin in &origins {
        let answer = open(origin);
        assert_eq!(status(&answer), "403", "{origin}{answer}");
    }
    // A request without a handshake is rejected too.
    let plain = studio.get("/socket", &host, &format!("Origin: http://{host}\r\n"));
    assert_eq!(status(&plain), "426", "{plain}");
}

#[test]
fn only_the_token_opens_a_session() {
    let studio = Studio::open();
    let wrong = [
        "{\"token\":\"\"}".to_owned(),
        "{\"token\":\"0123456789abcdef0123456789abcdef\"}".to_owned(),
        format!("{{\"token\":\"{}\"}}", &studio.token[1..]),
        format!("{{\"token\":\"{}0\"}}", studio.token),
        format!("{{\"token\":\"{}\",\"more\":1}}", studio.token),
        "{\"id\":1,\"request\":\"scene\"}".to_owned(),
        "null".to_owned(),
        "not json".to_owned(),
    ];
    for first in wrong {
        let mut page = studio.socket();
        page.send(Message::text(first.clone())).unwrap();
        let ended = end(&mut page);
        assert!(ended.is_some_and(|(code, _)| code == CloseCode::Policy), "{first}");
    }
    let mut page = studio.page();
    page.send(Message::text("{\"id\":1,\"request\":\"frame\",\"tick\":0}")).unwrap();
    let answer = page.read().unwrap().into_text().unwrap();
    assert!(answer.starts_with("{\"id\":1,\"ok\":"), "{answer}");
}

#[test]
fn silent_clients_are_disconnected() {
    let studio = Studio::open();
    let begin = Instant::now();
    let mut silent = studio.socket();
    assert_eq!(end(&mut silent).map(|(_, reason)| reason), Some("no token was sent".to_owned()));
    let mut slow = studio.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    let mut answer = Vec::new();
    slow.read_to_end(&mut answer).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

#[test]
fn only_get_and_head_are_allowed() {
    let studio = Studio::open();
    let host = studio.host();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] {
        let answer = studio.send(&format!(
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
fn paths_outside_the_page_are_not_found() {
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
        "/..;/Cargo.toml",
        "/.././.././Cargo.toml",
        "/%2e%2e%2f%2e%2e%2fetc/passwd",
        "/%c0%ae%c0%ae/etc/passwd",
        "/%uff0e%uff0e/etc/passwd",
        "/..%255c..%255cwindows/win.ini",
        "/assets/%2e%2e/index.html",
        "/assets//index.html",
        "/assets",
        "/assets/",
        "/index.html~",
        "/index.html.bak",
        "/.env",
        "/.git/HEAD",
        "/package.json",
        "/node_modules/vite/package.json",
        "/src/main.tsx",
        "/web/dist/index.html",
        "/proc/self/environ",
        "/dev/null",
        "/\\\\server\\share",
        "/con",
        "/index.html::$DATA",
        "/@fs/etc/passwd",
        "/api",
        "/socket/../index.html",
        "/socket%2f",
        "/favicon.ico",
        "/robots.txt",
        "/index.php?page=../../etc/passwd%00",
    ];
    assert!(paths.len() >= 50);
    for path in paths {
        let answer = studio.get(path, &studio.host(), "");
        let is_page = path.starts_with("/?");
        let wanted: &[&str] = if is_page { &["200"] } else { &["404", "400"] };
        assert!(wanted.contains(&status(&answer)), "{path}: {answer}");
        assert!(!answer.contains("[package]") && !answer.contains("root:"), "{path}");
    }
}

#[test]
fn invalid_messages_close_the_connection() {
    let studio = Studio::open();
    let invalid = [
        "{",
        "[]",
        "1",
        "{\"id\":-1,\"request\":\"scene\"}",
        "{\"id\":1,\"request\":\"format_disk\"}",
        "{\"id\":1}",
        "{\"id\":1,\"request\":\"frame\"}",
        "{\"id\":1,\"request\":\"frame\",\"tick\":-1}",
        "{\"id\":1,\"request\":\"agent\",\"agent\":\"x\",\"tick\":0}",
    ];
    for text in invalid {
        let mut page = studio.page();
        page.send(Message::text(text)).unwrap();
        assert_eq!(end(&mut page).map(|(code, _)| code), Some(CloseCode::Invalid), "{text}");
    }
    let mut page = studio.page();
    page.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(end(&mut page).map(|(code, _)| code), Some(CloseCode::Invalid));
    let mut page = studio.page();
    // The server may close the connection before all of it is sent.
    let _sent = page.send(Message::text("x".repeat(MESSAGE_BYTES_MAX + 1)));
    assert!(end(&mut page).is_none_or(|(code, _)| code == CloseCode::Policy));
    // Valid requests that cannot be answered get an error instead.
    let mut page = studio.page();
    for (request, message) in [
        ("\"request\":\"agent\",\"agent\":\"9:1\",\"tick\":0", "there is no recording 9"),
        ("\"request\":\"play\"", "cannot be played"),
    ] {
        page.send(Message::text(format!("{{\"id\":7,{request}}}"))).unwrap();
        let answer = page.read().unwrap().into_text().unwrap();
        assert!(answer.contains("\"error\"") && answer.contains(message), "{answer}");
    }
}

#[test]
fn a_flooding_page_does_not_block_others() {
    let studio = Studio::open();
    let (mut flooding, mut other) = (studio.page(), studio.page());
    // The flooding page is disconnected or waits for its answers; the other page is answered.
    for id in 0..20 * MESSAGES_PER_SECOND {
        if flooding.send(Message::text(format!("{{\"id\":{id},\"request\":\"scene\"}}"))).is_err() {
            break;
        }
    }
    other.send(Message::text("{\"id\":1,\"request\":\"scene\"}")).unwrap();
    assert!(other.read().unwrap().into_text().unwrap().starts_with("{\"id\":1,\"ok\":"));
}

#[test]
fn connections_and_pages_are_limited() {
    let studio = Studio::open();
    // One page more than allowed.
    let mut pages: Vec<_> = (0..SESSIONS_MAX).map(|_| studio.page()).collect();
    let mut refused = studio.socket();
    refused.send(Message::text(format!("{{\"token\":\"{}\"}}", studio.token))).unwrap();
    assert_eq!(end(&mut refused).map(|(code, _)| code), Some(CloseCode::Again));
    pages.clear();
    // Idle connections beyond the limit are closed; the page loads again once they are gone.
    let idle: Vec<TcpStream> = (0..CONNECTIONS_MAX + 500).map(|_| studio.connect()).collect();
    drop(idle);
    let begin = Instant::now();
    while status(&studio.get("/", &studio.host(), "")) != "200" {
        assert!(begin.elapsed() < Duration::from_secs(30));
        std::thread::yield_now();
    }
}

#[test]
fn a_process_without_the_token_cannot_keep_pages_out() {
    let studio = Studio::open();
    // More connections and sockets than the studio accepts, all of which stay open and send nothing.
    let idle: Vec<TcpStream> = (0..2 * CONNECTIONS_MAX).map(|_| studio.connect()).collect();
    let silent: Vec<_> = (0..2 * SESSIONS_MAX).map(|_| studio.socket()).collect();
    let begin = Instant::now();
    for _ in 0..SESSIONS_MAX {
        assert_eq!(status(&studio.get("/", &studio.host(), "")), "200");
        let mut page = studio.page();
        // Even a crowd that comes later does not disconnect a page.
        let _more: Vec<TcpStream> = (0..CONNECTIONS_MAX).map(|_| studio.connect()).collect();
        page.send(Message::text("{\"id\":1,\"request\":\"scene\"}")).unwrap();
        assert!(page.read().unwrap().into_text().unwrap().starts_with("{\"id\":1,\"ok\":"));
    }
    // Nothing waits until the idle connections time out.
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    drop((idle, silent));
}

#[test]
fn malformed_frames_close_the_connection() {
    let studio = Studio::open();
    let frames: &[&[u8]] = &[
        // A huge length; an invalid length; no mask.
        &[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4],
        &[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4],
        &[0x81, 0x02, b'{', b'}'],
        // Reserved bits and opcodes, a fragmented control frame, one that is too long, a continuation without a start.
        &[0xf1, 0x81, 0, 0, 0, 0, b'x'],
        &[0x83, 0x81, 0, 0, 0, 0, b'x'],
        &[0x09, 0x81, 0, 0, 0, 0, b'x'],
        &[0x89, 0xfe, 0x00, 0xff, 0, 0, 0, 0],
        &[0x80, 0x81, 0, 0, 0, 0, b'x'],
        // Invalid UTF-8.
        &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe],
        // A close frame with half a code.
        &[0x88, 0x81, 0, 0, 0, 0, 3],
    ];
    for frame in frames {
        let mut page = studio.page();
        page.get_mut().write_all(frame).unwrap();
        // The close code does not matter, only that the connection ends.
        let _ended = end(&mut page);
    }
    let mut page = studio.page();
    page.send(Message::text(format!("{{\"id\":1,\"request\":{}", "[".repeat(200_000)))).unwrap();
    assert_eq!(end(&mut page).map(|(code, _)| code), Some(CloseCode::Invalid), "nested too deep");
    // Other pages are not affected.
    let mut page = studio.page();
    page.send(Message::text("{\"id\":1,\"request\":\"scene\"}")).unwrap();
    assert!(page.read().unwrap().into_text().unwrap().starts_with("{\"id\":1,\"ok\":"));
}
