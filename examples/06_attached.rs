//! This example shows a game that the studio can look into while it runs: one call opens the link, the rest is telling
//! where everybody is and what the level looks like.
//!
//! Run it with `cargo run --features link --example 06_attached -- --stay`, then start the studio with the line that it
//! prints. Without `--stay` it plays for a while and ends.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::sync::Arc;
use std::time::Duration;

use cunning::diag::Source;
use cunning::link::{Link, LinkConfig};
use cunning::mind::{
    AgentId, Behaviour, Doing, Driver, MindConfig, MindEngine, Progress, Senses, Spawn, Value,
};
use cunning::trace::{Event, Header, List, Source as Text, Subject};

const FARM: &str = r#"
[facts]
hungry = "bool"
has_corn = { type = "bool", doc = "a grain in the beak" }
corn_left = { type = "bool", default = true }
strolled = "bool"
[action.pick]
when = ["corn_left"]
then = ["has_corn"]
[action.eat]
when = ["has_corn"]
then = ["not hungry", "not has_corn"]
[action.stroll]
then = ["strolled"]
[goal.be_full]
want = ["not hungry"]
relevance = [{ when = ["hungry"], score = 0.8 }, { score = 0 }]
[goal.see_the_yard]
want = ["strolled"]
mode = "repeat"
relevance = [{ score = 0.2 }]
[agent.hen]
actions = ["pick", "eat", "stroll"]
goals = { be_full = 1.0, see_the_yard = 1.0 }
sensors = ["belly"]
"#;

/// The level: a letter a cell.
const YARD: &str = "\
####################
#........#.........#
#..oo....#....T....#
#..oo..............#
#........#.....~~..#
#........#....~~~..#
#.............~~...#
####################
";

/// Where the corn is.
const TROUGH: (f32, f32) = (4.0, 3.0);

#[derive(Clone, Copy, Default)]
struct Hen {
    x: f32,
    y: f32,
    to: (f32, f32),
    yaw: f32,
}

impl Hen {
    /// Goes a step; whether it is there.
    fn walk(&mut self) -> bool {
        let (dx, dy) = (self.to.0 - self.x, self.to.1 - self.y);
        let far = dx.hypot(dy);
        if far < 0.2 {
            return true;
        }
        self.yaw = dy.atan2(dx);
        self.x += dx / far * 0.15;
        self.y += dy / far * 0.15;
        false
    }
}

/// The game: hens in a yard, and corn that is eaten up before there is more.
#[derive(Default)]
struct Game {
    tick: u32,
    hens: Vec<(AgentId, Hen)>,
    corn: u32,
}

impl Game {
    fn hen(&mut self, agent: AgentId) -> &mut Hen {
        let at = self.hens.iter().position(|(known, _)| *known == agent).unwrap_or(0);
        &mut self.hens[at].1
    }
}

/// Going somewhere: to the trough, or about.
struct Go {
    to_trough: bool,
}

impl Behaviour<Game> for Go {
    fn start(&mut self, game: &mut Game, doing: &Doing<'_>) -> Progress {
        let turn = game.tick.wrapping_mul(7) % 11;
        let place = if self.to_trough { TROUGH } else { (3.0 + turn as f32 * 1.3, 2.0 + (turn % 4) as f32) };
        game.hen(doing.agent).to = place;
        Progress::Running
    }

    fn tick(&mut self, game: &mut Game, doing: &Doing<'_>) -> Progress {
        if !game.hen(doing.agent).walk() {
            return Progress::Running;
        }
        if !self.to_trough {
            return Progress::Done;
        }
        match game.corn.checked_sub(1) {
            Some(left) => game.corn = left,
            None => return Progress::Failed,
        }
        Progress::Done
    }
}

struct Eat;

impl Behaviour<Game> for Eat {
    fn start(&mut self, _: &mut Game, _: &Doing<'_>) -> Progress {
        Progress::Done
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stays = std::env::args().any(|argument| argument == "--stay");
    let spec = Arc::new(cunning::mind::read(&Source::new("farm.toml", FARM))?);
    let hungry = spec.planning.fact_named("hungry").ok_or("no such fact")?;
    let corn_left = spec.planning.fact_named("corn_left").ok_or("no such fact")?;

    // The one call. The texts of the domain let the studio explain plans.
    let texts: Vec<Text<'_>> =
        spec.sources.iter().map(|source| Text { name: source.name(), text: source.text() }).collect();
    let header = Header { engine: "the farm", domain: List::from(&texts[..]), ..Header::default() };
    let (recorder, link) = Link::open(&header, &LinkConfig::default())?;
    println!("cunning studio --attach {}", link.address());

    let mut agents = MindEngine::new(spec.clone(), MindConfig::default());
    agents.record(recorder);
    // The level, for the studio to draw.
    agents.note(Subject::World, || Event::Backdrop { format: "cells", bytes: YARD.as_bytes() });
    let mut game = Game { corn: 12, ..Game::default() };
    for name in ["Berta", "Clara", "Dora"] {
        let agent = agents.spawn("hen", Spawn { name: name.to_owned(), ..Spawn::default() })?;
        let place = 5.0 + game.hens.len() as f32;
        game.hens.push((agent, Hen { x: place, y: place, ..Hen::default() }));
    }
    let mut driver = Driver::new()
        .sensor(&mut agents, "belly", 500, move |game: &mut Game, _: AgentId, senses: &mut Senses<'_>| {
            senses.tell(hungry, &[], Value::Bool(game.tick % 200 > 120));
            senses.tell(corn_left, &[], Value::Bool(game.corn > 0));
        })
        .behaviour("pick", Go { to_trough: true })
        .behaviour("eat", Eat)
        .behaviour("stroll", Go { to_trough: false });
    while stays || game.tick < 2000 {
        driver.tick(&mut agents, &mut game, 50, 200);
        game.tick += 1;
        // Corn for a while, then none: something to look into.
        if game.tick.is_multiple_of(600) {
            game.corn = 12;
        }
        for (agent, hen) in &game.hens {
            let Hen { x, y, yaw, .. } = *hen;
            agents.note(*agent, || Event::Place { x, y, z: 0.0, yaw });
        }
        if stays {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    let counts = link.counts();
    println!("{} records, {} dropped", counts.records, counts.dropped);
    assert!(counts.records > 1000);
    Ok(())
}
