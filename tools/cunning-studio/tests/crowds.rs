//! A running scene keeps its speed while the studio is flooded with requests, idle connections and stalled readers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod server;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::Source;
use cunning_studio::DebugSession;
use server::{Studio, is_complete};
use tungstenite::{Message, WebSocket};

/// How long each kind of load lasts.
const LOAD_TIME: Duration = Duration::from_secs(4);
/// The most memory that the load may cost.
const BYTES_MAX: u64 = 400 << 20;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The village scene: 300 agents, ten ticks per second.
fn village() -> Arc<Scenario> {
    let read = |path: PathBuf| std::fs::read_to_string(path).ok();
    let text = read(root().join("scenes/village.toml")).unwrap();
    let loader = |name: &str| Some(Source::new(name, read(root().join("domains").join(name))?));
    let scenario = Scenario::load(&Source::new("village.toml", text), &loader, Settings::default());
    Arc::new(scenario.unwrap_or_else(|found| panic!("{found}")))
}

/// A number in a status message.
fn number(status: &str, key: &str) -> Option<u64> {
    let at = status.find(&format!("\"{key}\":"))? + key.len() + 3;
    let digits: String = status[at..].chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Reads status messages for some time; returns the last tick, the skipped snapshots and the number of messages.
fn listen(page: &mut WebSocket<TcpStream>, time: Duration) -> (u64, u64, u64) {
    let begin = Instant::now();
    let mut last = (0, 0, 0);
    while begin.elapsed() < time {
        let status = page.read().unwrap();
        let status = status.to_text().unwrap_or_default();
        if let Some((tick, skipped)) = number(status, "lastTick").zip(number(status, "skippedSnapshots")) {
            last = (tick, skipped, last.2 + 1);
        }
    }
    last
}

/// The memory of this process; 0 where the system does not report it.
fn memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

#[test]
fn ticks_do_not_wait_for_connections() {
    let scenario = village();
    let studio = Studio::new(DebugSession::live(&scenario, 1, false).unwrap());
    let mut page = studio.page();
    let begin = Instant::now();
    let (first, ..) = listen(&mut page, Duration::from_secs(2));
    let before = memory();

    // A page that sends requests and never reads.
    let mut stalled = studio.page();
    for id in 0..400 {
        let request = format!("{{\"id\":{id},\"request\":\"frame\",\"tick\":{first}}}");
        if stalled.send(Message::text(request)).is_err() {
            break;
        }
    }
    // As many HTTP requests as possible, on connections that stay open.
    let (answered, host) = (AtomicU64::new(0), studio.host());
    let (calm, flooded) = (
        first,
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| flood(&studio, &host, &answered));
            }
            listen(&mut page, LOAD_TIME)
        }),
    );
    // Connections that send nothing.
    let idle: Vec<TcpStream> = (0..500).map(|_| studio.connect()).collect();
    let crowded = listen(&mut page, LOAD_TIME);
    let requests = answered.load(Ordering::Relaxed) / LOAD_TIME.as_secs();
    let grown = memory().saturating_sub(before);
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{requests} requests a second, then {} idle connections and a stalled reader: ticks {calm}, {}, {} \
         after {seconds:.1} s; {} snapshots skipped; {} MB more",
        idle.len(),
        flooded.0,
        crowded.0,
        crowded.1,
        grown >> 20
    );
    // The scene runs ten ticks per second; allow for a busy machine.
    assert!(flooded.0 > first && crowded.0 > flooded.0);
    assert!(crowded.0 as f64 > seconds * 10.0 * 0.4, "{crowded:?} after {seconds} s");
    assert!(grown < BYTES_MAX, "{grown} bytes more");
    drop(idle);
}

/// Sends requests in a loop.
fn flood(studio: &Studio, host: &str, answered: &AtomicU64) {
    let begin = Instant::now();
    let request = format!("GET /nothing HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut stream = studio.connect();
    let mut part = [0; 4096];
    while begin.elapsed() < LOAD_TIME {
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        while !is_complete(&answer) {
            let count = stream.read(&mut part).unwrap();
            answer.extend_from_slice(&part[..count]);
        }
        answered.fetch_add(1, Ordering::Relaxed);
    }
}
