//! `big-brain`: a scorer, two actions, and a thinker that runs them one after the other.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use big_brain::prelude::*;

use compare_game::{DRINK_FRAMES, Result, THIRST_A_FRAME, THIRSTY, WALK_FRAMES, first_thirst, measure};

#[derive(Component)]
struct Thirst(f32);

#[derive(Component, Default)]
struct Busy(u32);

#[derive(Resource, Default)]
struct Drinks(u64);

#[derive(Clone, Component, Debug, ScorerBuilder)]
struct Thirsty;

#[derive(Clone, Component, Debug, ActionBuilder)]
struct Walk;

#[derive(Clone, Component, Debug, ActionBuilder)]
struct Drink;

fn get_thirsty(mut villagers: Query<&mut Thirst>) {
    for mut thirst in &mut villagers {
        thirst.0 += THIRST_A_FRAME;
    }
}

fn score(thirsts: Query<&Thirst>, mut scorers: Query<(&Actor, &mut Score), With<Thirsty>>) {
    for (Actor(actor), mut score) in &mut scorers {
        if let Ok(thirst) = thirsts.get(*actor) {
            score.set(if thirst.0 >= THIRSTY { 1.0 } else { 0.0 });
        }
    }
}

fn walk(mut busy: Query<&mut Busy>, mut actions: Query<(&Actor, &mut ActionState), With<Walk>>) {
    for (Actor(actor), mut state) in &mut actions {
        let Ok(mut busy) = busy.get_mut(*actor) else { continue };
        match *state {
            ActionState::Requested => *state = ActionState::Executing,
            ActionState::Executing => {
                busy.0 += 1;
                if busy.0 == WALK_FRAMES {
                    busy.0 = 0;
                    *state = ActionState::Success;
                }
            }
            ActionState::Cancelled => *state = ActionState::Failure,
            _ => {}
        }
    }
}

fn drink(
    mut villagers: Query<(&mut Busy, &mut Thirst)>,
    mut actions: Query<(&Actor, &mut ActionState), With<Drink>>,
    mut drinks: ResMut<Drinks>,
) {
    for (Actor(actor), mut state) in &mut actions {
        let Ok((mut busy, mut thirst)) = villagers.get_mut(*actor) else { continue };
        match *state {
            ActionState::Requested => *state = ActionState::Executing,
            ActionState::Executing => {
                busy.0 += 1;
                if busy.0 == DRINK_FRAMES {
                    (busy.0, thirst.0) = (0, 0.0);
                    drinks.0 += 1;
                    *state = ActionState::Success;
                }
            }
            ActionState::Cancelled => *state = ActionState::Failure,
            _ => {}
        }
    }
}

pub fn run(agents: u32) -> Result {
    let mut app = App::new();
    app.add_plugins((TimePlugin, BigBrainPlugin::new(PreUpdate)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)))
        .init_resource::<Drinks>()
        .add_systems(Update, get_thirsty)
        .add_systems(PreUpdate, score.in_set(BigBrainSet::Scorers))
        .add_systems(PreUpdate, (walk, drink).in_set(BigBrainSet::Actions));
    for number in 0..agents {
        let steps = Steps::build().label("fetch water").step(Walk).step(Drink);
        let thinker = Thinker::build().picker(FirstToScore { threshold: 0.5 }).when(Thirsty, steps);
        app.world_mut().spawn((Thirst(first_thirst(number)), Busy::default(), thinker));
    }
    let app = std::cell::RefCell::new(app);
    measure(|| app.borrow_mut().update(), || app.borrow().world().resource::<Drinks>().0)
}
