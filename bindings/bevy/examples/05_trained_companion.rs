//! This example shows a trained companion: the player showed how two other quests are done; the companion does a third one,
//! and plans anew with the same demonstrations when the key is moved. Planning takes a slice of every frame.
//!
//! Run it in `bindings/bevy` with `cargo run --example 05_trained_companion`. It needs no feature and no window.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};
use cunning_search::{Status, Weight};
use cunning_train::{
    Demonstration, Experience, FirstLeg, Moment, Planner, Quest, QuestSearch, Rules, Situation, Successors,
    built_in,
};

/// The mind decides that the quest is done; how is a matter of training.
const COMPANION: &str = include_str!("../../../domains/companion.toml");
const EXPANSIONS_A_FRAME: u64 = 500;

/// The quest as it lies, and what was shown of others.
#[derive(Resource)]
struct Dungeon {
    quest: Quest,
    experience: Experience,
    planner: Planner,
}

/// Where the companion stands, and what it is about to do.
#[derive(Component)]
struct Companion {
    at: Situation,
    walked_ns: u64,
    plans: u32,
    way: Way,
}

enum Way {
    Unknown,
    Searching(Box<QuestSearch>),
    Known { plan: Vec<Moment>, next: usize, left_ns: u64 },
}

// A search is only ever stepped by the system that owns it.
#[derive(Resource, Default)]
struct Story(Vec<String>);

/// Works at the step `carry_out`: plans in slices, then walks.
fn carry_out(
    time: Res<Time>,
    dungeon: Res<Dungeon>,
    mut companions: Query<(&mut CurrentStep, &mut Companion)>,
    mut story: ResMut<Story>,
) -> Result {
    for (mut step, mut companion) in &mut companions {
        if !step.is("carry_out") {
            continue;
        }
        if dungeon.is_changed() {
            companion.way = Way::Unknown;
        }
        let companion = &mut *companion;
        match &mut companion.way {
            Way::Unknown => {
                let quest = dungeon.quest.begun_at(companion.at)?;
                let search =
                    QuestSearch::new(&quest, &dungeon.experience, dungeon.planner, Successors::Sixteen)?;
                companion.way = Way::Searching(Box::new(search));
            }
            Way::Searching(search) => match search.step(EXPANSIONS_A_FRAME) {
                Status::Running => {}
                Status::Solved => {
                    let (plan, expanded) = (search.plan(), search.counters().expanded);
                    let seconds = plan.last().map_or(0, |last| last.ns) as f64 / 1e9;
                    story.0.push(format!("plans {seconds:.1} s, {expanded} expansions"));
                    companion.plans += 1;
                    companion.way = Way::Known { plan, next: 1, left_ns: 0 };
                }
                _ => step.failed(),
            },
            Way::Known { plan, next, left_ns } => {
                *left_ns += u64::try_from(time.delta().as_nanos())?;
                let rules = Rules::new(&dungeon.quest);
                while let Some(moment) = plan.get(*next) {
                    let (to, sneaks) = (moment.situation.cell, moment.situation.sneaks);
                    let (after, cost) = rules.step_to(companion.at, to, sneaks).ok_or("no such step")?;
                    if *left_ns < cost {
                        break;
                    }
                    let gained = after.facts.without(companion.at.facts);
                    story.0.extend(dungeon.quest.fact_names(gained).map(|name| format!("takes the {name}")));
                    (companion.at, *left_ns, *next) = (after, *left_ns - cost, *next + 1);
                    companion.walked_ns += cost;
                }
                if *next == plan.len() {
                    step.done();
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let quest = Quest::parse(&built_in::quest(built_in::DUNGEON).ok_or("no such quest")?)?;
    let mut experience = Experience::new();
    for file in quest.demonstrations() {
        for shown in Demonstration::parse(&built_in::demonstrations(file).ok_or("no such file")?)? {
            experience.add(shown)?;
        }
    }
    let planner = Planner::SharedMha {
        epsilon: Weight::new(100.0)?,
        first_leg: FirstLeg::Straight,
        w1: Weight::new(20.0)?,
        w2: Weight::new(50.0)?,
    };
    let at = Rules::new(&quest).start();
    let mut app = App::new();
    app.add_plugins((TimePlugin, CunningPlugin::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
        .insert_resource(Dungeon { quest, experience, planner })
        .init_resource::<Story>()
        .add_systems(Update, carry_out.after(CunningSystems::Act));
    let domain = app.add_domain("companion.toml", COMPANION)?;
    let body = Companion { at, walked_ns: 0, plans: 0, way: Way::Unknown };
    let companion = app.world_mut().spawn((Mind::new(domain, "companion"), body)).id();
    // The quest takes its time: patience is for steps that are forgotten.
    app.insert_resource(bevy_cunning::StepPatience(None));
    for frame in 0..2000 {
        app.update();
        if frame == 100 {
            let mut dungeon = app.world_mut().resource_mut::<Dungeon>();
            dungeon.quest = dungeon.quest.with_event_at("key", (44, 4))?;
            app.world_mut().resource_mut::<Story>().0.push("somebody moves the key".to_owned());
        }
    }
    let story = &app.world().resource::<Story>().0;
    for line in story {
        println!("{line}");
    }
    let body = app.world().get::<Companion>(companion).ok_or("it is there")?;
    let dungeon = app.world().resource::<Dungeon>();
    assert!(Rules::new(&dungeon.quest).is_goal(body.at), "it arrived");
    assert_eq!((body.plans, story.last().map(String::as_str)), (2, Some("takes the key")));
    Ok(())
}
