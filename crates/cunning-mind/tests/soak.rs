//! A crowd with every kind of fault: wrong percepts, steps that fail or never end, panics of the game, agents and
//! objects that disappear, no budget, jumps in time, changing domains, saves, restores and rollbacks. Checked
//! throughout: everything that starts ends once, removed agents get no commands, queues stay short; and when the
//! faults stop, every agent acts again.
//!
//! And a place where agents come and go, each with traits of its own: memory and the work of a spawn stay the same.
//!
//! `CUNNING_SOAK_AGENTS`, `CUNNING_SOAK_TICKS` and `CUNNING_SOAK_SPAWNS` make it longer, as `cargo xtask soak` does.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it did"
)]

mod camp;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use std::time::Duration;

use camp::{Camp, TEXT};
use cunning_mind::{AgentId, Budget, Domain, Minds, Snapshot, Spawn};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

/// The memory that may be taken in the second half of the run, independent of the number of agents.
const GROWTH_BYTES_MAX: i64 = 4 << 20;

/// The tests measure the memory of the process, so they run one after another.
static ALONE: Mutex<()> = Mutex::new(());

/// Returns the memory of the process; zero where the system does not tell. Allocations of single threads say little,
/// because goals may be compiled by one thread and freed by another.
fn resident_bytes() -> i64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<i64>().ok()).unwrap_or(0) * 4096
}

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
}

/// The domain as designers change it while the game runs: with other ids, fewer definitions, other numbers.
fn texts() -> [String; 4] {
    let more = "[facts]\nsong = \"bool\"\n";
    let sing = "[action.sing]\nthen = [\"song\"]\n[action.go]\n";
    let renumbered = TEXT
        .replace("[facts]\n", more)
        .replace("[action.go]\n", sing)
        .replace("\"camp\", ", "\"cave\", \"camp\", ");
    let poorer = TEXT
        .replace("\"pick\", ", "")
        .replace("foe = { open = true, max = 3 }", "foe = { open = true, max = 2 }");
    let other =
        TEXT.replace("max = 100, default = 100", "max = 90, default = 90").replace("\"6 s\"", "\"7 s\"");
    [TEXT.to_owned(), renumbered, poorer, other]
}

/// A camp with faults, and how often each happened.
struct Soak {
    game: Camp,
    random: Pcg32,
    texts: [String; 4],
    snapshot: Snapshot,
    /// Saves, reloads and rollbacks.
    moments: [u32; 3],
}

impl Soak {
    fn new(agents: u64) -> Self {
        Self {
            game: Camp::new(agents, 1),
            random: Pcg32::seed_from_u64(2),
            texts: texts(),
            snapshot: Snapshot::default(),
            moments: [0; 3],
        }
    }

    fn tick(&mut self) {
        let Self { game, random, texts, snapshot, moments } = self;
        game.tick();
        match random.random_range(0..300) {
            0..3 => {
                game.save_and_restore();
                moments[0] += 1;
            }
            3..6 => {
                game.reload(&texts[random.random_range(0..texts.len())]);
                moments[1] += 1;
            }
            6..9 => {
                game.minds.snapshot_into(snapshot);
                let world = game.world.clone();
                for _ in 0..8 {
                    game.tick();
                }
                assert!(game.minds.rollback(snapshot).is_ok());
                game.world = world;
                moments[2] += 1;
            }
            _ => {}
        }
    }
}

#[test]
fn crowd_survives_all_faults() {
    let _alone = ALONE.lock();
    let (agents, ticks) = (number("CUNNING_SOAK_AGENTS", 300), number("CUNNING_SOAK_TICKS", 5000));
    let mut soak = Soak::new(agents);
    for _ in 0..ticks / 2 {
        soak.tick();
    }
    // By now every collection has its final size.
    let before = resident_bytes();
    for _ in ticks / 2..ticks {
        soak.tick();
    }
    let grown = resident_bytes() - before;
    assert!(
        grown < 1000 * agents as i64 + GROWTH_BYTES_MAX,
        "{grown} bytes more than after half of the time"
    );
    let Soak { mut game, moments, .. } = soak;
    assert!(moments.iter().all(|count| u64::from(*count) > ticks / 200), "{moments:?}");
    let counters = game.minds.stats();
    println!("{agents} agents, {ticks} ticks: {counters:?}; {grown} bytes more than after half of the time");
    assert!(counters.steps_started > ticks && counters.plans_found > ticks / 2, "{counters:?}");
    // Steps started while an agent sleeps are never sent to the game.
    assert!(counters.steps_started >= game.world.starts && game.world.starts > counters.steps_started / 2);
    let acting =
        game.world.agents.iter().filter(|agent| game.minds.inspect(**agent).unwrap().is_acting).count()
            as u64;
    assert_eq!(counters.steps_started, counters.steps_ended + acting, "whatever starts ends once");
    // The faults stop: every agent that is not in quarantine acts again.
    game.world.has_faults = false;
    game.recover();
    let mut last: BTreeMap<AgentId, u64> = BTreeMap::new();
    let patience = 1200;
    for tick in 0..patience + 200 {
        game.tick();
        for agent in &game.world.agents.clone() {
            let inspection = game.minds.inspect(*agent).unwrap();
            if inspection.is_acting || inspection.is_planning {
                last.insert(*agent, tick);
            }
            let idle = tick - last.get(agent).copied().unwrap_or(0);
            // The back-off takes half a minute at most, and needs return after nine seconds at most.
            assert!(idle <= patience, "{agent:?} has done nothing for {idle} ticks: {inspection:?}");
        }
    }
}

#[test]
fn same_seed_gives_the_same_run() {
    let _alone = ALONE.lock();
    let live = |seed: u64| {
        let mut game = Camp::new(40, seed);
        let tick = |_| {
            game.tick();
            game.minds.hash()
        };
        (0..400).map(tick).collect::<Vec<u64>>()
    };
    assert_eq!(live(3), live(3));
    assert_ne!(live(3).last(), live(4).last());
}

/// Two traits of a guest are read by conditions: one is drawn, the other given. The rumour keeps a timer for hours.
const INN: &str = r#"
[facts]
gold = { type = "int", min = 0, max = 100 }
rested = "bool"
rumour = { type = "bool", forget = "2 h" }
[action.work]
then = ["gold += 1"]
[action.rest]
when = ["gold >= trait.price"]
then = ["rested"]
[action.gamble]
when = ["trait.luck > 1"]
then = ["gold += 10"]
[goal.be_rested]
want = ["rested"]
[agent.guest]
actions = ["work", "rest", "gamble"]
goals = { be_rested = 1 }
traits = { price = [1, 9], luck = [0, 2] }
"#;

/// The number of guests at a time.
const GUESTS: usize = 50;

#[test]
fn memory_and_work_stay_flat_when_agents_with_drawn_traits_come_and_go() {
    let _alone = ALONE.lock();
    let spawns = number("CUNNING_SOAK_SPAWNS", 20_000);
    let mut minds = Minds::new(&Domain::from_str("inn.toml", INN).unwrap());
    let mut guests = VecDeque::new();
    let mut come_and_go = |seeds: std::ops::Range<u64>| {
        for seed in seeds {
            let price = (seed % 5 + 1) as f64;
            let spawn = Spawn::new().seed(seed).set_trait("price", price);
            let guest = minds.spawn_with("guest", spawn).unwrap();
            minds.set(guest, "rumour", true).unwrap();
            guests.push_back(guest);
            if guests.len() > GUESTS {
                minds.remove(guests.pop_front().unwrap());
            }
            if seed % 10 == 0 {
                minds.tick(Duration::from_millis(100), Budget::work(1000));
                while let Some(command) = minds.next_command() {
                    if let cunning_mind::Command::Start(step) = command {
                        minds.done(step.id);
                    }
                }
            }
        }
    };
    // A tenth of the guests, in which every collection reaches its final size.
    let tenth = spawns / 10;
    come_and_go(0..tenth * 4);
    let before = allocation_counter::measure(|| come_and_go(tenth * 4..tenth * 5));
    let half = resident_bytes();
    come_and_go(tenth * 5..tenth * 9);
    let after = allocation_counter::measure(|| come_and_go(tenth * 9..tenth * 10));
    let grown = resident_bytes() - half;
    println!(
        "{spawns} spawns: {grown} bytes more in the second half, {} and {} allocations per spawn",
        before.count_total / tenth,
        after.count_total / tenth,
    );
    assert!(grown < GROWTH_BYTES_MAX, "{grown} bytes");
    assert!(after.count_total < before.count_total + before.count_total / 10, "{before:?}, then {after:?}");
    assert!(minds.stats().steps_ended > spawns, "{:?}", minds.stats());
}
