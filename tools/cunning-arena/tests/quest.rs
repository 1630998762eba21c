//! A trained companion carries out the trained planner's plan: it walks what was planned, arrives, and plans
//! again with the same demonstrations when an item is moved; recorded, saved and sliced like any other scene.

use crate::support;

use std::sync::Arc;

use cunning_arena::Outcome;
use cunning_arena::simulation::{LineKind, QuestProgress, Scenario, Settings, Simulation, replay};
use cunning_diag::Source;
use cunning_search::Status;
use cunning_trace::{Event, Kind, Reader};
use cunning_train::{Quest, QuestPlanner, QuestSearch, Rules, Situation, Successors};
use support::scenarios::{corrupt_save, file, project_scenario, run_scene, seeds};
use support::{File, text_of};

const COMPANION: &str = "companion";
const PLACEMENTS: usize = 60;

/// Random numbers for placements: Knuth's generator.
struct Draws(u64);

impl Draws {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (((self.0 >> 32) * count as u64) >> 32) as usize
    }
}

/// Returns the cost of the plan that a planner finds for a quest.
fn cost(scenario: &Scenario, quest: &Quest, planner: QuestPlanner) -> Option<u64> {
    let spec = scenario.scene().quest().unwrap();
    let mut search = QuestSearch::new(quest, &spec.experience, planner, Successors::Sixteen).unwrap();
    (search.step(u64::MAX) == Status::Solved).then(|| search.cost().unwrap())
}

/// Returns the quest with key and shield moved, if it can still be done.
fn placed(scenario: &Scenario, key: (u32, u32), shield: (u32, u32)) -> Option<Quest> {
    let quest = &scenario.scene().quest().unwrap().quest;
    let quest = quest.with_event_at("key", key).ok()?.with_event_at("shield", shield).ok()?;
    (quest.check_reachable().is_ok() && cost(scenario, &quest, QuestPlanner::ASTAR).is_some())
        .then_some(quest)
}

/// Runs to the end, and returns the progress and what the cells that the body walked cost by the quest's
/// rules. `planned` is called for each new plan.
fn walk(
    scenario: &Arc<Scenario>,
    budget: u64,
    mut planned: impl FnMut(&QuestProgress),
) -> (QuestProgress, u64) {
    let quest = &scenario.scene().quest().unwrap().quest;
    let rules = Rules::new(quest);
    let mut simulation = Simulation::new(scenario, 0).unwrap();
    let actor = scenario.scene().actor(COMPANION).unwrap();
    let cell_of = |simulation: &Simulation| {
        let cell = simulation.world().actor(actor).unwrap().cell();
        quest.cell((cell.x.into(), cell.y.into())).unwrap()
    };
    let (mut plans, mut walked) = (0, 0);
    let mut cell = cell_of(&simulation);
    while simulation.outcome().is_none() {
        // Short ticks, so that no actor takes two steps in one.
        simulation.tick_for(50, budget);
        let now = cell_of(&simulation);
        if now != cell {
            let is_crouched =
                simulation.world().actor(actor).unwrap().stance() == cunning_arena::Stance::Crouched;
            // With all facts and full health no step is forbidden, and the cost of a step does not depend on
            // them.
            let at = Situation { cell, facts: cunning_train::Facts(3), level: 5, sneaks: false };
            walked += rules.step_to(at, now, is_crouched).expect("a step that the rules allow").1;
            cell = now;
        }
        if let Some(progress) = simulation.quest_of(COMPANION).filter(|progress| progress.plans > plans) {
            plans = progress.plans;
            planned(&progress);
        }
    }
    assert!(matches!(simulation.outcome(), Some(Outcome::Won { .. })), "{:?}", simulation.outcome());
    (simulation.quest_of(COMPANION).unwrap(), walked)
}

#[test]
fn companion_walks_its_plan_and_replans_when_the_key_moves() {
    let plain = project_scenario("quest", &[], &[]);
    let spec = plain.scene().quest().unwrap();
    let free: Vec<u32> = (0..spec.quest.cell_count()).filter(|&cell| spec.quest.can_hold(cell)).collect();
    let mut draws = Draws(7);
    let mut draw = || spec.quest.position(free[draws.below(free.len())]);
    let (mut done, mut replanned) = (0, 0);
    while done < PLACEMENTS {
        let (key, shield, later) = (draw(), draw(), draw());
        let (Some(first), Some(second)) = (placed(&plain, key, shield), placed(&plain, later, shield)) else {
            continue;
        };
        done += 1;
        let case = format!("key at {key:?}, then at {later:?}, shield at {shield:?}");
        let at = |(x, y): (u32, u32)| format!("{x},{y}");
        let events = [
            format!("move key to {} @ 0", at(key)),
            format!("move shield to {} @ 0", at(shield)),
            format!("move key to {} @ 4 s", at(later)),
        ];
        let scenario = project_scenario("quest", &[], &events.each_ref().map(String::as_str));
        let mut totals = Vec::new();
        let (end, walked) = walk(&scenario, 1000, |progress| {
            let left = progress.left_ns.unwrap();
            // The first plan is the one that the planner finds from here. Later ones begin where the walk by a
            // guess ends, so they are only known to be within their bound.
            let quest = if totals.is_empty() { &first } else { &second };
            let quest = quest.begun_at(progress.situation).unwrap();
            if totals.is_empty() {
                assert_eq!(Some(left), cost(&scenario, &quest, spec.planner), "{case}");
            } else {
                let fastest = cost(&scenario, &quest, QuestPlanner::ASTAR).unwrap() as f64;
                assert!(left as f64 <= spec.planner.bound().unwrap() * (fastest + 5e9), "{case}");
            }
            totals.push(progress.walked_ns + left);
        });
        assert_eq!(end.walked_ns, walked, "{case}: reported and observed walk differ");
        assert_eq!(Some(&end.walked_ns), totals.last(), "{case}: walk and plan differ");
        assert!(Rules::new(&second).is_goal(end.situation), "{case}: {end:?}");
        // The first plan is within its bound.
        let fastest = cost(&scenario, &first, QuestPlanner::ASTAR).unwrap();
        assert!(totals[0] as f64 <= spec.planner.bound().unwrap() * fastest as f64, "{case}");
        // A key that was picked up before does not matter any more.
        replanned += usize::from(totals.len() == 2);
    }
    assert!(replanned >= 50, "only {replanned} of {done} replanned");
}

/// While the companion plans again it walks towards its best guess. It has stood still for the whole search before.
#[test]
fn companion_does_not_stand_still_while_it_replans() {
    let plain = project_scenario("quest", &[], &[]);
    let spec = plain.scene().quest().unwrap();
    let free: Vec<u32> = (0..spec.quest.cell_count()).filter(|&cell| spec.quest.can_hold(cell)).collect();
    let shield = spec.quest.events().iter().find(|event| event.name == "shield").unwrap();
    let shield = spec.quest.position(shield.cells[0]);
    let mut draws = Draws(11);
    let (mut done, mut longest_ms, mut slowest) = (0, 0, String::new());
    while done < seeds(20) {
        let later = spec.quest.position(free[draws.below(free.len())]);
        if placed(&plain, later, shield).is_none() {
            continue;
        }
        done += 1;
        let at_s = 2 + done % 6;
        let event = format!("move key to {},{} @ {at_s} s", later.0, later.1);
        let scenario = project_scenario("quest", &[], &[&event]);
        let mut simulation = Simulation::new(&scenario, 0).unwrap();
        let actor = scenario.scene().actor(COMPANION).unwrap();
        let body = |simulation: &Simulation| {
            let body = simulation.world().actor(actor).unwrap();
            (body.cell(), body.is_moving())
        };
        let (mut before, mut since_ms) = (body(&simulation), 0);
        while simulation.outcome().is_none() {
            simulation.tick();
            let (now, time_ms) = (body(&simulation), simulation.world().time_ms());
            if now != before || now.1 || simulation.quest_of(COMPANION).is_none_or(|quest| quest.plans == 0) {
                (before, since_ms) = (now, time_ms);
            }
            if time_ms - since_ms > longest_ms {
                (longest_ms, slowest) = (time_ms - since_ms, event.clone());
            }
        }
        assert!(matches!(simulation.outcome(), Some(Outcome::Won { .. })), "{event}");
    }
    println!("longest standstill: {longest_ms} ms over {done} replans ({slowest})");
    assert!(longest_ms < 400, "{longest_ms} ms: cunning demo quest --event '{slowest}'");
}

#[test]
fn companion_narrates_its_steps_and_reasons() {
    let transcript = run_scene("quest", 0, &[], &["move key to 44,4 @ 5 s"]);
    let context = transcript.text();
    assert_eq!(transcript.outcome, "companions win: done", "{context}");
    assert_eq!(transcript.of(LineKind::Event), ["key is moved to 44,4"]);
    assert_eq!(transcript.of(LineKind::Surprise), ["notices: key is at 44,4, not at 7,39"]);
    let plans: Vec<&str> = transcript.of(LineKind::Decision);
    assert_eq!(plans.len(), 3, "{context}");
    assert!(plans[1].starts_with("plans with 2 demonstrations: shield after 7.0 s, key after "), "{context}");
    assert!(plans[2].contains("because key is at 44,4, not at 7,39: shield after "), "{context}");
    let steps = transcript.steps();
    assert_eq!((steps[1], steps[2]), ("takes shield", "is hit by ogre: 80 of 100 health left"), "{context}");
    assert!(steps.contains(&"takes key") && steps.contains(&"opens treasury"), "{context}");
}

#[test]
fn impossible_quest_is_reported_and_resumed_when_possible() {
    let transcript = run_scene("quest", 0, &[], &["remove key @ 2 s", "add key to start @ 8 s"]);
    let context = transcript.text();
    let setbacks = transcript.of(LineKind::Setback);
    assert!(
        setbacks[0].contains("the door `treasury` needs `key`, which no reachable event provides"),
        "{context}"
    );
    assert_eq!(transcript.outcome, "companions win: done", "{context}");
}

#[test]
fn budget_changes_when_the_plan_is_ready_but_not_the_plan() {
    let scenario = project_scenario("quest", &[], &[]);
    let [(slow, _), (quick, _)] = [137, 1_000_000].map(|budget| walk(&scenario, budget, |_| {}));
    assert_eq!((slow.walked_ns, slow.situation), (quick.walked_ns, quick.situation));
}

#[test]
fn recording_includes_the_quest_and_replays_identically() {
    let scenario = project_scenario("quest", &[], &["move key to 44,4 @ 5 s"]);
    let recording = File::default();
    let mut simulation = Simulation::recorded(&scenario, 0, |_| Some(recording.boxed())).unwrap().narrated();
    while simulation.outcome().is_none() {
        simulation.tick();
    }
    simulation.end_recording().unwrap();
    let bytes = recording.bytes();
    let replayed = replay(&bytes).unwrap();
    assert_eq!((replayed.diverged, replayed.compared), (None, simulation.ticks()));
    let reader = Reader::open(&bytes).unwrap();
    let notes = reader.records().of_kinds(&[Kind::Note]).filter_map(|record| match record.unwrap().event {
        Event::Note { text } => Some(text.to_owned()),
        _ => None,
    });
    let notes: Vec<String> = notes.collect();
    assert!(notes.iter().any(|note| note.contains("because key is at 44,4")), "{notes:?}");
    let names: Vec<&str> = reader.header().scene.iter().map(|source| source.name).collect();
    assert_eq!(names, ["scene.toml", "dungeon.toml", "shield.json", "key.json"]);
}

#[test]
fn quest_can_be_restored_after_every_tick() {
    // With a small budget, so that searches are in progress when the run is saved.
    for (budget, events) in [(1000, &["move key to 44,4 @ 5 s"][..]), (300, &["move shield to 5,5 @ 2 s"])] {
        let scenario = project_scenario("quest", &[], events);
        let mut plain = Simulation::new(&scenario, 0).unwrap();
        let mut saved = Simulation::new(&scenario, 0).unwrap();
        while plain.outcome().is_none() {
            plain.tick_for(100, budget);
            saved.tick_for(100, budget);
            let bytes = saved.save();
            saved = Simulation::restore(&scenario, &bytes).unwrap();
            assert_eq!(saved.hash(), plain.hash(), "budget {budget}, tick {}", plain.ticks());
        }
        assert_eq!(saved.quest_of(COMPANION), plain.quest_of(COMPANION));
    }
}

#[test]
fn damaged_saves_of_a_quest_never_panic() {
    let scenario = project_scenario("quest", &[], &[]);
    let mut simulation = Simulation::new(&scenario, 0).unwrap();
    while simulation.ticks() < 30 {
        simulation.tick();
    }
    corrupt_save(&scenario, &simulation, 11);
}

#[test]
fn invalid_quest_scene_is_reported() {
    let scene = text_of("quest");
    let found = |text: &str, events: &[&str]| {
        let events = events.iter().map(|event| (*event).to_owned()).collect();
        let settings = Settings { events, ..Settings::default() };
        Scenario::load(&Source::new("quest.toml", text), &file, settings)
            .err()
            .expect("a mistake")
            .to_string()
    };
    for (from, to, what) in [
        ("file = \"dungeon.toml\"", "file = \"cave.toml\"", "the quest file `cave.toml` was not found"),
        ("file = \"dungeon.toml\"", "", "`file` is missing"),
        ("enemies = \"monsters\"", "", "the quest has enemies"),
        ("w1 = 20 ", "w1 = 0.5 ", "expected a number"),
        ("name = \"companion\"", "name = \"ogre\"", "the name `ogre` is already used by an enemy"),
        ("teams =", "map = \"...\"\nteams =", "`map` conflicts with the map of the quest"),
        ("[do]", "[item.key]\n[do]", "the name `key` is already used by an item of the quest"),
        ("carry_out = \"quest\"", "carry_out = \"quest key\"", "unexpected `key` after `quest`"),
    ] {
        assert!(scene.contains(from), "{from}");
        let context = found(&scene.replace(from, to), &[]);
        assert!(context.contains(what), "{to}: {context}");
    }
    for (event, what) in [
        ("move key to 0,0 @ 5", "nothing can be put at 0,0"),
        ("move key to 38,42 @ 5", "nothing can be put at 38,42"),
        ("move key to gaol @ 5", "there is no place `gaol`; did you mean `goal`?"),
        ("move kay to goal @ 5", "did you mean `key`?"),
        ("move key @ 5", "has missing or extra words"),
    ] {
        assert!(found(&scene, &[event]).contains(what), "{event}: {}", found(&scene, &[event]));
    }
    let pirate = text_of("pirate").replace("go = \"walk to\"", "go = \"quest\"");
    assert!(found(&pirate, &[]).contains("the scene has no quest"));
}
