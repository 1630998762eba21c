//! This example shows handlers instead of a loop: sensors and actions by name, each running step with a state of its own.
//!
//! Run it with `cargo run --example 03_handlers`.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::time::Duration;

use cunning::prelude::*;

/// The game: a thief comes along after two seconds.
#[derive(Default)]
struct World {
    time: Duration,
    rung: u32,
    story: Vec<String>,
}

impl World {
    fn thief_is_near(&self) -> bool {
        self.time > Duration::from_secs(2)
    }
}

/// An action that takes so many ticks.
struct Takes(u32);

impl ActionHandler<World> for Takes {
    fn start(&mut self, world: &mut World, step: &Step) -> Progress {
        world.story.push(format!("{:?}: agent {} begins {step}", world.time, step.agent.0));
        Progress::Running
    }

    fn tick(&mut self, _: &mut World, _: &Step) -> Progress {
        self.0 -= 1;
        if self.0 == 0 { Progress::Done } else { Progress::Running }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let domain = Domain::from_str("guard.toml", include_str!("guard.toml"))?;
    let mut minds = Minds::new(&domain);
    for name in ["Ann", "Bo", "Cid"] {
        minds.spawn_with("guard", Spawn::new().name(name))?;
    }
    let mut runtime = Runtime::<World>::new(minds)
        .sensor("eyes", Duration::from_millis(200), |world, _agent, beliefs| {
            let _ = beliefs.set("sees_thief", world.thief_is_near());
        })
        .action("go", |_: &Step| Takes(5)) // A factory: one value for each running step.
        .action("patrol", |_: &Step| Takes(3))
        .action_fn("ring", |world, _step| {
            world.rung += 1;
            Progress::Done
        })
        .build()?; // Lists every unknown name, and everything without a handler.
    let mut world = World::default();
    while world.time < Duration::from_secs(5) {
        runtime.tick(&mut world, Duration::from_millis(100), Budget::default());
        world.time += Duration::from_millis(100);
    }
    for line in &world.story {
        println!("{line}");
    }
    assert_eq!(world.rung, 3, "each of the three guards rings once");
    assert!(runtime.minds().agents().all(|agent| runtime.minds().quarantined(agent).is_none()));
    Ok(())
}
