//! The link never blocks the game, and it rejects clients without a valid token.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use cunning_link::{GREETING, Link, LinkConfig};
use cunning_trace::{AgentId, Cause, Event, Header, Reader, Recorder, Subject, Term, Value};

const GUARD: AgentId = AgentId(1);
const QUEUE: usize = 256 << 10;

fn open() -> (Recorder, Link) {
    let header = Header { engine: "test", ..Header::default() };
    Link::open(&header, &LinkConfig { queue_bytes_max: QUEUE, ..LinkConfig::default() }).unwrap()
}

/// Records a tick in which the guard believes a number.
fn tick(recorder: &mut Recorder, tick: u64) {
    recorder.begin_tick(tick).unwrap();
    recorder.record_input(Subject::World, || Event::Tick { dt_ms: 16, budget: 100 });
    let value = Value::Int(tick as i64);
    let belief = Event::Belief { fact: Term::plain(0), value, confidence: 1, cause: Cause::Percept };
    recorder.record(GUARD, || belief);
    recorder.record(Subject::World, || Event::Note { text: "a note that makes the records longer" });
}

fn connect(link: &Link, greeting: impl Fn(&str) -> String) -> TcpStream {
    let address = link.address();
    let (host, token) = address.split_once('#').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The link may have closed the connection already.
    let _sent = stream.write_all(greeting(token).as_bytes());
    stream
}

fn greet(token: &str) -> String {
    format!("{GREETING}{token}\n")
}

/// Waits for another thread.
fn until(what: &str, holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(30), "never: {what}");
        std::thread::yield_now();
    }
}

#[test]
fn late_readers_get_the_current_state_and_all_later_records() {
    let (mut recorder, link) = open();
    recorder.record_input(GUARD, || Event::AgentAdded {
        archetype: 0,
        name: "Ann",
        commander: None,
        seed: 1,
    });
    (1..=100).for_each(|at| tick(&mut recorder, at));
    let mut stream = connect(&link, greet);
    until("the reader is connected", || link.counts().readers == 1);
    (101..=200).for_each(|at| tick(&mut recorder, at));
    drop(link);
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let reader = Reader::open(bytes).unwrap();
    assert_eq!(reader.header().engine, "test");
    assert_eq!(reader.last_tick(), 200);
    let view = reader.view(GUARD, 200).unwrap();
    assert_eq!(view.identity(), Some((0, "Ann")));
    assert_eq!(view.belief(Term::plain(0)).unwrap().value, Value::Int(200));
    assert!(reader.records_from(101).count() >= 300);
}

#[test]
fn stalled_readers_do_not_block_the_game() {
    const TICKS: u64 = 100_000;
    let (mut recorder, link) = open();
    let mut stream = connect(&link, greet);
    until("the reader is connected", || link.counts().readers == 1);
    let begin = Instant::now();
    let mut longest = Duration::ZERO;
    for at in 1..=TICKS {
        let begin = Instant::now();
        tick(&mut recorder, at);
        longest = longest.max(begin.elapsed());
    }
    let counts = link.counts();
    println!("{TICKS} ticks in {:?}, the longest {longest:?}: {counts:?}", begin.elapsed());
    assert!(counts.dropped + counts.missed > 0, "more was recorded than the queue holds");
    assert!(counts.bytes_high <= 3 * QUEUE as u64, "{counts:?}");
    // The reader starts to read: it gets a recording with a reported gap and the states after it.
    let reading = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).map(|_| bytes).unwrap()
    });
    let mut at = TICKS;
    // The game keeps running until all waiting records are read.
    while link.counts().missed == 0 || at < TICKS + 20_000 {
        at += 1;
        tick(&mut recorder, at);
        std::thread::yield_now();
        assert!(at < 100 * TICKS);
    }
    drop(link);
    let bytes = reading.join().unwrap();
    let reader = Reader::open(bytes).unwrap();
    let dropped: u64 = reader
        .records()
        .map(|record| if let Event::Dropped { records } = record.unwrap().event { records } else { 0 })
        .sum();
    assert!(dropped > 0, "no dropped records were reported");
    let last = reader.last_tick();
    let belief = reader.view(GUARD, last).unwrap().belief(Term::plain(0)).map(|belief| belief.value);
    assert!(
        belief == Some(Value::Int(last as i64)) || belief == Some(Value::Int(last as i64 - 1)),
        "{belief:?}"
    );
}

#[test]
fn clients_without_the_token_receive_nothing() {
    let (mut recorder, link) = open();
    tick(&mut recorder, 1);
    let greetings: [&dyn Fn(&str) -> String; 7] = [
        &|_| "\n".to_owned(),
        &|_| "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".to_owned(),
        &|token| format!("{GREETING}{}\n", &token[1..]),
        &|token| format!("{GREETING}{token}0\n"),
        &|token| format!("cunning-link 2 {token}\n"),
        &|token| format!("{}{GREETING}{token}\n", "x".repeat(1000)),
        &|_| format!("{GREETING}{}\n", "0".repeat(32)),
    ];
    for greeting in greetings {
        let mut received = Vec::new();
        // A connection that is closed while the client writes gives it an error.
        let _ended = connect(&link, greeting).read_to_end(&mut received);
        assert_eq!(received, b"");
    }
    // A silent client is disconnected, and a second reader is rejected.
    let mut received = Vec::new();
    let _ended = connect(&link, |_| String::new()).read_to_end(&mut received);
    let _reader = connect(&link, greet);
    until("the reader is connected", || link.counts().readers == 1);
    let _ended = connect(&link, greet).read_to_end(&mut received);
    assert_eq!((received.as_slice(), link.counts().readers), (&b""[..], 1));
}
