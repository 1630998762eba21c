//! The planner of `bevy_dogoap` alone, since the plugin requires a renderer and a window, and the same plan in
//! `bevy_cunning`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bevy_cunning::MindConfig;
use bevy_cunning::prelude::*;
use dogoap::prelude::{Action, Compare, Datum, Effect, Goal, LocalState, Mutator, make_plan};

fn action(key: &str, when: (&str, bool), then: &[(&str, bool)]) -> Action {
    let set = |(name, value): &(&str, bool)| Mutator::Set((*name).to_owned(), Datum::Bool(*value));
    Action {
        key: key.to_owned(),
        preconditions: vec![(when.0.to_owned(), Compare::Equals(Datum::Bool(when.1)))],
        effects: vec![Effect {
            action: key.to_owned(),
            mutators: then.iter().map(set).collect(),
            state: LocalState::new(),
            cost: 1,
        }],
    }
}

/// Measures a plan of `dogoap` for each agent.
pub fn dogoap(agents: u32) -> (u64, Duration) {
    let actions = [
        action("walk", ("at_well", false), &[("at_well", true)]),
        action("drink", ("at_well", true), &[("thirsty", false), ("at_well", false)]),
    ];
    let goal = Goal::from_reqs(&[("thirsty".to_owned(), Compare::Equals(Datum::Bool(false)))]);
    let start =
        LocalState::new().with_datum("thirsty", Datum::Bool(true)).with_datum("at_well", Datum::Bool(false));
    let begin = Instant::now();
    for _ in 0..agents {
        let plan = make_plan(black_box(&start), black_box(&actions), black_box(&goal));
        assert!(black_box(plan).is_some());
    }
    (agents.into(), begin.elapsed())
}

/// Measures a plan of `bevy_cunning` for each agent, in one frame, with everything around it: receiving beliefs, choosing
/// goals, starting steps. The cache of plans is off.
pub fn ours(agents: u32) -> (u64, Duration) {
    let mut app = crate::ours::village(agents, MindConfig { cache: 0, ..MindConfig::default() });
    let mut all = app.world_mut().query::<&mut Beliefs>();
    for mut beliefs in all.iter_mut(app.world_mut()) {
        beliefs.set("thirsty", true);
    }
    let begin = Instant::now();
    app.update();
    let took = begin.elapsed();
    let mut steps = app.world_mut().query::<&CurrentStep>();
    (steps.iter(app.world()).filter(|step| step.is("walk")).count() as u64, took)
}
