//! This example shows trained companions: the player has demonstrated two other quests; three companions carry out a third
//! one, each at its own pace, and plan again with the same demonstrations when the key is moved. Planning takes a slice of
//! every frame.
//!
//! Run it in `bindings/bevy` with `cargo run --example 05_trained_companion`, which asserts that all arrive, or watch it
//! with `cargo run --example 05_trained_companion --features window`.

#![allow(clippy::print_stdout, reason = "an example shows its results")]
#![cfg_attr(feature = "window", allow(dead_code, reason = "the window does not use the assertions"))]

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

/// The mind decides to carry out the quest; training decides how.
const COMPANION: &str = include_str!("../../../domains/companion.toml");
const EXPANSIONS_A_FRAME: u64 = 500;

/// The quest, and the demonstrations of other quests.
#[derive(Resource)]
struct Dungeon {
    quest: Quest,
    experience: Experience,
    planner: QuestPlanner,
}

/// The state of a companion.
#[derive(Component)]
struct Companion {
    at: Situation,
    path: Path,
    /// Its speed in percent.
    pace: u64,
    log: Vec<String>,
}

/// The path of a companion through the quest.
enum Path {
    Unknown,
    Searching(Box<QuestSearch>),
    Known { plan: Vec<Moment>, next: usize, left_ns: u64 },
}

/// Carries out the step `carry_out`: plans in slices, then walks.
fn carry_out(
    time: Res<Time>,
    dungeon: Res<Dungeon>,
    mut companions: Query<(&mut CurrentStep, &mut Companion)>,
) -> Result {
    for (mut step, mut companion) in &mut companions {
        if !step.is("carry_out") {
            continue;
        }
        if dungeon.is_changed() {
            companion.path = Path::Unknown;
        }
        let Companion { at, path, pace, log } = &mut *companion;
        match path {
            Path::Unknown => {
                let quest = dungeon.quest.begun_at(*at)?;
                let search =
                    QuestSearch::new(&quest, &dungeon.experience, dungeon.planner, Successors::Sixteen)?;
                *path = Path::Searching(Box::new(search));
            }
            Path::Searching(search) => match search.step(EXPANSIONS_A_FRAME) {
                Status::Running => {}
                Status::Solved => {
                    let (plan, expanded) = (search.plan(), search.counters().expanded);
                    let seconds = plan.last().map_or(0, |last| last.ns) as f64 / 1e9;
                    log.push(format!("plans {seconds:.1} s, {expanded} expansions"));
                    *path = Path::Known { plan, next: 1, left_ns: 0 };
                }
                _ => step.failed(),
            },
            Path::Known { plan, next, left_ns } => {
                *left_ns += u64::try_from(time.delta().as_nanos())? * *pace / 100;
                let rules = Rules::new(&dungeon.quest);
                while let Some(moment) = plan.get(*next) {
                    let (to, sneaks) = (moment.situation.cell, moment.situation.sneaks);
                    let (after, cost) = rules.step_to(*at, to, sneaks).ok_or("no such step")?;
                    if *left_ns < cost {
                        break;
                    }
                    let gained = after.facts.without(at.facts);
                    log.extend(dungeon.quest.fact_names(gained).map(|name| format!("takes the {name}")));
                    (*at, *left_ns, *next) = (after, *left_ns - cost, *next + 1);
                }
                if *next == plan.len() {
                    step.done();
                }
            }
        }
    }
    Ok(())
}

/// Moves the key after five seconds.
fn move_key(time: Res<Time>, mut dungeon: ResMut<Dungeon>) -> Result {
    if time.elapsed_secs() >= 5.0 && time.elapsed_secs() - time.delta_secs() < 5.0 {
        dungeon.quest = dungeon.quest.with_event_at("key", (44, 4))?;
    }
    Ok(())
}

/// Builds the game, with or without a window.
fn companions(app: &mut App) -> Result<[Entity; 3]> {
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
        // The quest is one long step.
        .insert_resource(bevy_cunning::StepTimeout(None))
        .add_systems(Update, (move_key, carry_out.after(CunningSystems::Act)).chain());
    let domain = app.add_domain("companion.toml", COMPANION)?;
    Ok([100, 80, 60].map(|pace| {
        let companion = Companion { at, path: Path::Unknown, pace, log: Vec::new() };
        app.world_mut().spawn((Mind::new(domain, "companion"), companion)).id()
    }))
}

pub(crate) fn headless() -> Result {
    let mut app = App::new();
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
    let companions = companions(&mut app)?;
    for _ in 0..2000 {
        app.update();
    }
    let rules = Rules::new(&app.world().resource::<Dungeon>().quest);
    for companion in companions {
        let Companion { at, pace, log, .. } = app.world().get(companion).ok_or("a companion is missing")?;
        println!("pace {pace} %: {}", log.join(", "));
        assert!(rules.is_goal(*at), "it has arrived");
        let plans = log.iter().filter(|line| line.starts_with("plans")).count();
        assert_eq!((plans, log.last().map(String::as_str)), (2, Some("takes the key")));
    }
    Ok(())
}

/// The dungeon from above, with the planned paths.
#[cfg(feature = "window")]
fn show() -> Result {
    use bevy::prelude::{Color, Gizmos, Transform, Vec2};
    const CELL: f32 = 10.0;
    fn at(quest: &Quest, cell: u32) -> Vec2 {
        let (x, y) = quest.position(cell);
        Vec2::new(x as f32 - 25.0, 23.0 - y as f32) * CELL
    }
    let mut app = window::app("Trained companions");
    let companions = companions(&mut app)?;
    let (world, floor) = (app.world_mut(), Color::srgb(0.20, 0.23, 0.30));
    let quest = world.resource::<Dungeon>().quest.clone();
    for cell in (0..quest.cell_count()).filter(|&cell| quest.is_free(cell)) {
        window::place(world, "", at(&quest, cell), Vec2::splat(CELL), floor);
    }
    for companion in companions {
        window::body(world, companion, Color::srgb(0.35, 0.75, 0.50));
    }
    app.add_systems(
        Update,
        |dungeon: Res<Dungeon>, mut bodies: Query<(&Companion, &mut Transform)>, mut gizmos: Gizmos| {
            for cell in dungeon.quest.events().iter().flat_map(|event| &event.cells) {
                gizmos.circle_2d(at(&dungeon.quest, *cell), CELL, Color::srgb(0.95, 0.80, 0.30));
            }
            for (companion, mut transform) in &mut bodies {
                transform.translation = at(&dungeon.quest, companion.at.cell).extend(1.0);
                if let Path::Known { plan, next, .. } = &companion.path {
                    let path = plan[*next..].iter().map(|moment| at(&dungeon.quest, moment.situation.cell));
                    gizmos.linestrip_2d(path, Color::srgb(0.60, 0.85, 0.70));
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
