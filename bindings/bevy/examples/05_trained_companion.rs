//! This example shows a trained companion: the player showed how two other quests are done; the companion does a third one,
//! and plans anew with the same demonstrations when the key is moved. Planning takes a slice of every frame.
//!
//! Run it in `bindings/bevy` with `cargo run --example 05_trained_companion`, which asserts that it arrives, or look at it
//! with `cargo run --example 05_trained_companion --features window`.

#![allow(clippy::print_stdout)] // An example shows what it does.
#![cfg_attr(feature = "window", allow(dead_code))] // Whoever looks at it asserts nothing.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};
use cunning_search::{Status, Weight};
use cunning_train::{
    Demonstration, Experience, Moment, Quest, QuestPlanner, QuestSearch, Rules, Situation, Successors,
    built_in,
};

#[cfg(feature = "window")]
mod window;

/// The mind decides that the quest is done; how is a matter of training.
const COMPANION: &str = include_str!("../../../domains/companion.toml");
const EXPANSIONS_A_FRAME: u64 = 500;

/// The quest as it lies, and what was shown of others.
#[derive(Resource)]
struct Dungeon {
    quest: Quest,
    experience: Experience,
    planner: QuestPlanner,
}

/// Where the companion stands, and what it is about to do.
#[derive(Component)]
struct Companion {
    at: Situation,
    way: Way,
}

enum Way {
    Unknown,
    Searching(Box<QuestSearch>),
    Known { plan: Vec<Moment>, next: usize, left_ns: u64 },
}

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
                }
                if *next == plan.len() {
                    step.done();
                }
            }
        }
    }
    Ok(())
}

/// Somebody puts the key elsewhere after five seconds.
fn move_key(time: Res<Time>, mut dungeon: ResMut<Dungeon>, mut story: ResMut<Story>) -> Result {
    if time.elapsed_secs() >= 5.0 && time.elapsed_secs() - time.delta_secs() < 5.0 {
        dungeon.quest = dungeon.quest.with_event_at("key", (44, 4))?;
        story.0.push("somebody moves the key".to_owned());
    }
    Ok(())
}

/// The game, with or without a window.
fn companion(app: &mut App) -> Result<Entity> {
    let quest = Quest::parse(&built_in::quest(built_in::DUNGEON).ok_or("no such quest")?)?;
    let mut experience = Experience::new();
    for file in quest.demonstrations() {
        for shown in Demonstration::parse(&built_in::demonstrations(file).ok_or("no such file")?)? {
            experience.add(shown)?;
        }
    }
    let planner = QuestPlanner::shared_mha(Weight::whole(100), Weight::whole(20), Weight::whole(50));
    let at = Rules::new(&quest).start();
    app.add_plugins(CunningPlugin::default())
        .insert_resource(Dungeon { quest, experience, planner })
        .init_resource::<Story>()
        // The quest takes its time: patience is for steps that are forgotten.
        .insert_resource(bevy_cunning::StepPatience(None))
        .add_systems(Update, (move_key, carry_out.after(CunningSystems::Act)).chain());
    let domain = app.add_domain("companion.toml", COMPANION)?;
    Ok(app.world_mut().spawn((Mind::new(domain, "companion"), Companion { at, way: Way::Unknown })).id())
}

pub(crate) fn headless() -> Result {
    let mut app = App::new();
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
    let companion = companion(&mut app)?;
    for _ in 0..2000 {
        app.update();
    }
    let story = &app.world().resource::<Story>().0;
    println!("{}", story.join("\n"));
    let body = app.world().get::<Companion>(companion).ok_or("it is there")?;
    assert!(Rules::new(&app.world().resource::<Dungeon>().quest).is_goal(body.at), "it arrived");
    let plans = story.iter().filter(|line| line.starts_with("plans")).count();
    assert_eq!((plans, story.last().map(String::as_str)), (2, Some("takes the key")));
    Ok(())
}

/// The dungeon from above, with the way that is planned.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Gizmos, Transform, Vec2};
    const CELL: f32 = 10.0;
    fn at(quest: &Quest, cell: u32) -> Vec2 {
        let (x, y) = quest.position(cell);
        Vec2::new(x as f32 - 25.0, 23.0 - y as f32) * CELL
    }
    let mut app = window::app("A trained companion");
    let companion = companion(&mut app)?;
    let (world, floor) = (app.world_mut(), Color::srgb(0.20, 0.23, 0.30));
    let quest = world.resource::<Dungeon>().quest.clone();
    for cell in (0..quest.cell_count()).filter(|&cell| quest.is_free(cell)) {
        window::place(world, "", at(&quest, cell), Vec2::splat(CELL), floor);
    }
    window::body(world, companion, Color::srgb(0.35, 0.75, 0.50));
    app.add_systems(
        Update,
        |dungeon: Res<Dungeon>, mut bodies: Query<(&Companion, &mut Transform)>, mut gizmos: Gizmos| {
            for cell in dungeon.quest.events().iter().flat_map(|event| &event.cells) {
                gizmos.circle_2d(at(&dungeon.quest, *cell), CELL, Color::srgb(0.95, 0.80, 0.30));
            }
            for (companion, mut place) in &mut bodies {
                place.translation = at(&dungeon.quest, companion.at.cell).extend(1.0);
                if let Way::Known { plan, next, .. } = &companion.way {
                    let way = plan[*next..].iter().map(|moment| at(&dungeon.quest, moment.situation.cell));
                    gizmos.linestrip_2d(way, Color::srgb(0.60, 0.85, 0.70));
                }
            }
        },
    );
    window::run(app)
}

fn main() -> Result {
    #[cfg(feature = "window")]
    return show();
    #[cfg(not(feature = "window"))]
    headless()
}
