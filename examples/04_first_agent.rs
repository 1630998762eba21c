//! This example shows a first agent in a game loop of your own: a guard who patrols, sees a thief and catches him.
//!
//! Run it with `cargo run --example 04_first_agent`.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::sync::Arc;

use cunning::diag::Source;
use cunning::mind::{
    AgentId, Behaviour, Doing, Driver, MindConfig, MindEngine, Progress, Senses, Spawn, Value,
};

const GUARD: &str = include_str!("thief.toml");

/// The game: a thief comes along after two seconds.
#[derive(Default)]
struct Game {
    time_ms: u32,
    story: Vec<String>,
}

/// An action that takes a while and is told.
struct Takes(u32, &'static str);

impl Behaviour<Game> for Takes {
    fn start(&mut self, game: &mut Game, _: &Doing<'_>) -> Progress {
        game.story.push(format!("{} ms: {}", game.time_ms, self.1));
        self.0 = 5;
        Progress::Running
    }

    fn tick(&mut self, _: &mut Game, _: &Doing<'_>) -> Progress {
        self.0 -= 1;
        if self.0 == 0 { Progress::Done } else { Progress::Running }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = Arc::new(cunning::mind::read(&Source::new("thief.toml", GUARD))?);
    let sees_thief = spec.planning.fact_named("sees_thief").ok_or("no such fact")?;
    let mut agents = MindEngine::new(spec, MindConfig::default());
    let mut driver = Driver::new()
        .sensor(&mut agents, "eyes", 200, move |game: &mut Game, _: AgentId, senses: &mut Senses<'_>| {
            senses.tell(sees_thief, &[], Value::Bool(game.time_ms > 2000));
        })
        .behaviour("walk_round", Takes(0, "walks his round"))
        .behaviour("chase", Takes(0, "runs after the thief"))
        .behaviour("grab", Takes(0, "grabs him"));
    agents.spawn("guard", Spawn::default())?;
    let mut game = Game::default();
    while game.time_ms < 4000 {
        // Once a frame: 100 ms have passed, and at most 200 nodes may be expanded for plans.
        driver.tick(&mut agents, &mut game, 100, 200);
        game.time_ms += 100;
    }
    for line in &game.story {
        println!("{line}");
    }
    assert!(game.story[0].ends_with("walks his round"));
    let chase =
        game.story.iter().position(|line| line.ends_with("runs after the thief")).ok_or("no chase")?;
    assert!(game.story[chase + 1].ends_with("grabs him"));
    Ok(())
}
