//! A scene goes on as it would, whatever is done to the studio that shows it.

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
use server::{Studio, is_whole};
use tungstenite::{Message, WebSocket};

/// How long each kind of trouble lasts.
const TROUBLE: Duration = Duration::from_secs(4);
/// Memory that it may cost, in bytes.
const BYTES_MAX: u64 = 400 << 20;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The village: 300 who live on, ten ticks a second.
fn village() -> Arc<Scenario> {
    let read = |path: PathBuf| std::fs::read_to_string(path).ok();
    let text = read(root().join("scenes/village.toml")).unwrap();
    let loader = |name: &str| Some(Source::new(name, read(root().join("domains").join(name))?));
    let scenario = Scenario::load(&Source::new("village.toml", text), &loader, Settings::default());
    Arc::new(scenario.unwrap_or_else(|found| panic!("{found}")))
}

/// What the news say of something.
fn number(news: &str, key: &str) -> Option<u64> {
    let at = news.find(&format!("\"{key}\":"))? + key.len() + 3;
    let digits: String = news[at..].chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Reads news until some time is over; gives the last tick, how often one was passed over, and how many came.
fn listen(page: &mut WebSocket<TcpStream>, time: Duration) -> (u64, u64, u64) {
    let begin = Instant::now();
    let mut last = (0, 0, 0);
    while begin.elapsed() < time {
        let news = page.read().unwrap();
        let news = news.to_text().unwrap_or_default();
        if let Some((tick, waits)) = number(news, "lastTick").zip(number(news, "waits")) {
            last = (tick, waits, last.2 + 1);
        }
    }
    last
}

/// How much memory this process has, where the system says so.
fn memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

#[test]
fn no_tick_waits_for_anybody() {
    let scenario = village();
    let studio = Studio::of(DebugSession::live(&scenario, 1, false).unwrap());
    let mut page = studio.page();
    let begin = Instant::now();
    let (first, ..) = listen(&mut page, Duration::from_secs(2));
    let before = memory();

    // One who asks and never reads.
    let mut stalled = studio.page();
    for id in 0..400 {
        let asked = format!("{{\"id\":{id},\"ask\":\"frame\",\"tick\":{first}}}");
        if stalled.send(Message::text(asked)).is_err() {
            break;
        }
    }
    // As many requests as there can be, on connections that stay.
    let (answered, host) = (AtomicU64::new(0), studio.host());
    let (calm, flooded) = (
        first,
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| flood(&studio, &host, &answered));
            }
            listen(&mut page, TROUBLE)
        }),
    );
    // Those who come and say nothing.
    let idle: Vec<TcpStream> = (0..500).map(|_| studio.connect()).collect();
    let crowded = listen(&mut page, TROUBLE);
    let requests = answered.load(Ordering::Relaxed) / TROUBLE.as_secs();
    let grown = memory().saturating_sub(before);
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{requests} requests a second, then {} idle connections and a stalled reader: ticks {calm}, {}, {} \
         after {seconds:.1} s; {} passed over; {} MB more",
        idle.len(),
        flooded.0,
        crowded.0,
        crowded.1,
        grown >> 20
    );
    // Ten ticks a second, less what a busy machine cannot do.
    assert!(flooded.0 > first && crowded.0 > flooded.0);
    assert!(crowded.0 as f64 > seconds * 10.0 * 0.4, "{crowded:?} after {seconds} s");
    assert!(grown < BYTES_MAX, "{grown} bytes more");
    drop(idle);
}

/// Asks for the page over and over again.
fn flood(studio: &Studio, host: &str, answered: &AtomicU64) {
    let begin = Instant::now();
    let request = format!("GET /nothing HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut stream = studio.connect();
    let mut part = [0; 4096];
    while begin.elapsed() < TROUBLE {
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        while !is_whole(&answer) {
            let count = stream.read(&mut part).unwrap();
            answer.extend_from_slice(&part[..count]);
        }
        answered.fetch_add(1, Ordering::Relaxed);
    }
}
