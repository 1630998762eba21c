//! Decisions of recorded scenes, thought through again from the record alone: objects that the game bound are in them, by
//! name, and come out as they were.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_arena::simulation::Simulation;
use cunning_diag::Source;
use cunning_mind::{Comparison, DecisionSnapshot, DomainSpec, Prospect, Question, WhatIf};
use cunning_plan::PlannerConfig;
use cunning_trace::{Event, Kind, NameTable, Reader, Subject, Term, Value, View};
use support::{File, play};

const EXPANSIONS_MAX: u64 = 100_000;

/// How decisions about objects of the game came out again.
#[derive(Debug, Default)]
struct Tally {
    decisions: u64,
    /// From what the job worked on.
    by_job: u64,
    /// From what was believed: the same plan, and the same steps in any order.
    by_moment: [u64; 2],
    /// As a question about the text.
    by_question: [u64; 2],
    /// Beliefs that could not be taken along.
    left_out: usize,
}

/// The recordings of a scene.
fn recorded(scene: &str, seed: u64, ticks: u64) -> Vec<Vec<u8>> {
    let mut files: Vec<File> = Vec::new();
    let mut simulation = Simulation::recorded(&play::play_of(scene, &[], &[]), seed, |_| {
        let file = File::default();
        files.push(file.clone());
        Some(file.boxed())
    })
    .unwrap();
    while simulation.ticks() < ticks && simulation.outcome().is_none() {
        simulation.tick();
    }
    simulation.end_recording().unwrap();
    files.into_iter().map(|file| file.bytes()).collect()
}

/// A step in words.
fn step(reader: &Reader<Vec<u8>>, world: &View, action: Term<'_>, tick: u64) -> String {
    let value = |value| match value {
        Value::Int(number) => number.to_string(),
        Value::Object(id) => reader.name(NameTable::Object, id, tick).unwrap().to_owned(),
        Value::Handle(handle) => {
            let name =
                world.bindings().find(|bound| bound.handle == handle).map(|bound| bound.name.to_owned());
            name.unwrap_or_else(|| "point".to_owned())
        }
        other => panic!("{other:?}"),
    };
    let args: Vec<String> = action.args.iter().map(value).collect();
    let name = reader.name(NameTable::Action, action.id, tick).unwrap();
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
}

/// A step in words, with every point called that.
fn plain(step: &str) -> String {
    let mut words = step.split("point_");
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, rest| {
        text + "point" + rest.trim_start_matches(|letter: char| letter.is_ascii_digit())
    })
}

/// Whether a plan is the recorded one, and whether it is so in another order.
fn agrees(recorded: &[String], found: impl Iterator<Item = String>) -> [u64; 2] {
    let sorted = |mut steps: Vec<String>| {
        steps.sort_unstable();
        steps
    };
    let found: Vec<String> = found.map(|step| plain(&step)).collect();
    let is_same = found == recorded;
    [u64::from(is_same), u64::from(sorted(found) == sorted(recorded.to_vec()))]
}

fn add(sum: &mut [u64; 2], more: [u64; 2]) {
    *sum = [sum[0] + more[0], sum[1] + more[1]];
}

fn tally(bytes: Vec<u8>, tally: &mut Tally) {
    let reader = Reader::open(bytes).unwrap();
    let sources: Vec<Source> =
        reader.header().domain.iter().map(|source| Source::new(source.name, source.text)).collect();
    let loader = |name: &str| sources.iter().find(|source| source.name() == name).cloned();
    let (spec, _): (DomainSpec, _) = cunning_mind::read_with(&sources[0], loader).unwrap();
    let spec = Arc::new(spec);
    let mut comparison = Comparison::new(spec.clone(), spec.clone());
    let mut asked: BTreeMap<u64, (u64, Vec<u8>)> = BTreeMap::new();
    for record in reader.records().of_kinds(&[Kind::PlanAsked, Kind::PlanFound]) {
        let record = record.unwrap();
        let Subject::Agent(agent) = record.subject else { continue };
        if let Event::PlanAsked { job, snapshot, .. } = record.event {
            asked.insert(job, (record.tick, snapshot.to_vec()));
        }
        let Event::PlanFound { job, plan, .. } = record.event else { continue };
        let Some((tick, snapshot)) = asked.remove(&job) else { continue };
        let is_bound = |value| matches!(value, Value::Handle(_));
        if !plan.steps.iter().any(|step| step.action.args.iter().any(is_bound)) {
            continue;
        }
        // Whoever is gone by the end of the tick wants nothing.
        let after = reader.view(agent, record.tick).unwrap();
        let Some((_, goal)) = after.goal() else { continue };
        tally.decisions += 1;
        let (world, view) = (reader.view(Subject::World, tick).unwrap(), reader.view(agent, tick).unwrap());
        let steps: Vec<String> =
            plan.steps.iter().map(|known| step(&reader, &world, known.action, tick)).collect();

        let [then, now] = comparison.compare(&view, &snapshot, EXPANSIONS_MAX).unwrap();
        assert_eq!(then, now, "the same text decides the same");
        tally.by_job += u64::from(then.cost_micros == plan.cost && then.steps.len() == steps.len());

        let mut moment = DecisionSnapshot::new(&spec, &world, &view).unwrap();
        if let Prospect::Plan { steps: found, .. } = moment.pursue(&world, goal, EXPANSIONS_MAX).unwrap() {
            add(&mut tally.by_moment, agrees(&steps, found.into_iter().map(|(step, _)| step)));
        }

        let call = moment.call(&world, goal).unwrap();
        let circumstances = moment.circumstances();
        tally.left_out += circumstances.left_out;
        let archetype = view.identity().map(|(at, _)| spec.archetypes[at as usize].name.clone());
        let question = Question {
            goal: &call,
            agent: archetype.as_deref(),
            objects: &circumstances.objects,
            set: &circumstances.set,
            asker: "a test",
            ..Question::default()
        };
        let what_if = WhatIf::new(&sources[0], &loader, &question).unwrap_or_else(|error| panic!("{error}"));
        let (mut planner, grounding) = what_if.planner(PlannerConfig::default()).unwrap();
        planner.step(EXPANSIONS_MAX);
        if let Some(found) = planner.plan() {
            let found = found.steps.iter().map(|step| grounding.show(step.id));
            add(&mut tally.by_question, agrees(&steps, found));
        }
    }
}

/// Where the order of objects decides between plans that are equally good, another order of the same steps comes out: in
/// which order an agent got to know them, no record has. The others are those where costs of the archetype vary, or where
/// the agent could not do something, because another one had claimed it or it had done it just before.
#[test]
fn decisions_about_objects_of_the_game_come_out_again() {
    let mut all = Tally::default();
    for (scene, ticks) in [("squad", 400), ("outpost", 400), ("rooms", 400)] {
        let before = all.decisions;
        for seed in 1..=3 {
            for bytes in recorded(scene, seed, ticks) {
                tally(bytes, &mut all);
            }
        }
        assert!(all.decisions > before, "{scene}");
    }
    println!("{all:?}");
    assert_eq!((all.by_job, all.left_out), (all.decisions, 0));
    for [same, reordered] in [all.by_moment, all.by_question] {
        assert!(same * 100 >= all.decisions * 94 && reordered * 100 >= all.decisions * 98, "{all:?}");
    }
}
