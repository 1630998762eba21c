//! The agent in `bevy_cunning`.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::MindConfig;
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};

use compare_game::{DRINK_FRAMES, Result, THIRST_A_FRAME, THIRSTY, WALK_FRAMES, first_thirst, measure};

const VILLAGER: &str = r#"
facts = { thirsty = "bool", at_well = "bool" }
action.walk = { when = ["not at_well"], then = ["at_well"] }
action.drink = { when = ["at_well"], then = ["not thirsty", "not at_well"] }
goal.drink = { want = ["not thirsty"] }
agent.villager = { actions = ["walk", "drink"], goals = { drink = 1.0 } }
"#;

#[derive(Component)]
struct Thirst(f32);

#[derive(Component, Default)]
struct Busy(u32);

#[derive(Resource, Default)]
struct Drinks(u64);

fn get_thirsty(mut villagers: Query<(&mut Thirst, &mut Beliefs)>) {
    for (mut thirst, mut beliefs) in &mut villagers {
        let before = thirst.0;
        thirst.0 += THIRST_A_FRAME;
        if before < THIRSTY && thirst.0 >= THIRSTY {
            beliefs.set("thirsty", true);
        }
    }
}

fn work(mut villagers: Query<(&mut CurrentStep, &mut Busy, &mut Thirst)>, mut drinks: ResMut<Drinks>) {
    for (mut step, mut busy, mut thirst) in &mut villagers {
        let frames = match step.running().map(|step| &*step.action) {
            Some("walk") => WALK_FRAMES,
            Some("drink") => DRINK_FRAMES,
            _ => continue,
        };
        busy.0 += 1;
        if busy.0 == frames {
            if frames == DRINK_FRAMES {
                thirst.0 = 0.0;
                drinks.0 += 1;
            }
            busy.0 = 0;
            step.done();
        }
    }
}

pub fn village(agents: u32, config: MindConfig) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CunningPlugin::default().with_budget(10_000)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)))
        .init_resource::<Drinks>()
        .add_systems(Update, (get_thirsty.before(CunningSystems::Perceive), work.after(CunningSystems::Act)));
    let mut minds = app.world_mut().resource_mut::<Minds>();
    let domain = minds.add_domain_with("villager.toml", VILLAGER, config).expect("the domain is valid");
    for number in 0..agents {
        let thirst = Thirst(first_thirst(number));
        app.world_mut().spawn((Mind::new(domain, "villager"), thirst, Busy::default()));
    }
    app
}

pub fn run(agents: u32) -> Result {
    let app = std::cell::RefCell::new(village(agents, MindConfig::default()));
    measure(|| app.borrow_mut().update(), || app.borrow().world().resource::<Drinks>().0)
}
