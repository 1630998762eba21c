//! This example shows a game that the studio can look into while it runs: one call opens the link, the rest is telling
//! where everybody is and what the level looks like.
//!
//! Run it with `cargo run --features link --example 08_attached -- --stay`, then start the studio with the line that it
//! prints. Without `--stay` it plays for a while and ends.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::time::Duration;

use cunning::prelude::*;
use cunning::trace::{Event, Subject};

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

impl ActionHandler<Game> for Go {
    fn start(&mut self, game: &mut Game, step: &Step) -> Progress {
        let turn = game.tick.wrapping_mul(7) % 11;
        let place = if self.to_trough { TROUGH } else { (3.0 + turn as f32 * 1.3, 2.0 + (turn % 4) as f32) };
        game.hen(step.agent).to = place;
        Progress::Running
    }

    fn tick(&mut self, game: &mut Game, step: &Step) -> Progress {
        if !game.hen(step.agent).walk() {
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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stays = std::env::args().any(|argument| argument == "--stay");
    let mut minds = Minds::new(&Domain::from_str("farm.toml", FARM)?);

    // The one call: from now on the studio can look on.
    println!("cunning studio --attach {}", minds.attach()?);
    // The level, for the studio to draw.
    minds.engine_mut().note(Subject::World, || Event::Backdrop { format: "cells", bytes: YARD.as_bytes() });

    let mut game = Game { corn: 12, ..Game::default() };
    for name in ["Berta", "Clara", "Dora"] {
        let agent = minds.spawn_with("hen", Spawn::new().name(name))?;
        let place = 5.0 + game.hens.len() as f32;
        game.hens.push((agent, Hen { x: place, y: place, ..Hen::default() }));
    }
    let mut runtime = Runtime::<Game>::new(minds)
        .sensor("belly", Duration::from_millis(500), |game, _agent, beliefs| {
            let _ = beliefs.set("hungry", game.tick % 200 > 120);
            let _ = beliefs.set("corn_left", game.corn > 0);
        })
        .action("pick", |_: &Step| Go { to_trough: true })
        .action("stroll", |_: &Step| Go { to_trough: false })
        .instant("eat")
        .build()?;
    while stays || game.tick < 2000 {
        runtime.tick(&mut game, Duration::from_millis(50), Budget::default());
        game.tick += 1;
        // Corn for a while, then none: something to look into.
        if game.tick.is_multiple_of(600) {
            game.corn = 12;
        }
        for (agent, hen) in &game.hens {
            runtime.minds_mut().note_position(*agent, [hen.x, hen.y, 0.0], hen.yaw);
        }
        if stays {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    let counts = runtime.minds().link().ok_or("the link is open")?.counts();
    println!("{} records, {} dropped", counts.records, counts.dropped);
    assert!(counts.records > 1000);
    Ok(())
}
