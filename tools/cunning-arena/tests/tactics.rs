//! Tactics that come from orders alone happen in the scenes: concentrated fire, an assault under fire, searching together, a
//! pincer, and what a soldier does while it waits for a plan.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cunning_arena::map_family::MapFamily;
use cunning_arena::simulation::{Line, LineKind, Scenario, ScriptedPlayer, Settings, Simulation};
use cunning_diag::Source;
use cunning_trace::{Event, Kind, Reader};

use crate::support::File;
use crate::support::scenarios::{Transcript, file, project_scenario, run, squad_on};
use crate::support::text_of;

/// The orders that an agent gave, by tick: how many friends got each.
fn orders(lines: &[Line], officer: &str, goal: &str) -> BTreeMap<u64, BTreeMap<String, usize>> {
    let mut found: BTreeMap<u64, BTreeMap<String, usize>> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.kind == LineKind::Order && line.agent == officer) {
        let Some((to, order)) = line.text.strip_prefix("orders ").and_then(|text| text.split_once(": "))
        else {
            continue;
        };
        if let Some((order, _)) = order.split_once(" (").filter(|(order, _)| order.starts_with(goal)) {
            *found.entry(line.tick).or_default().entry(order.to_owned()).or_default() +=
                to.split(", ").count();
        }
    }
    found
}

fn fight(scenario: &Arc<Scenario>, seed: u64) -> Transcript {
    run(Simulation::new(scenario, seed).unwrap().narrated())
}

/// In one building among many, soldiers who wait are not found. After a minute the officer sends each of them to another
/// area, so that no fight ends without a winner.
#[test]
fn squad_that_waits_in_vain_searches_together() {
    let scenario = squad_on(&MapFamily::Blocks.map(3), Settings::default());
    let mut searches = 0;
    for seed in 0..8 {
        let transcript = fight(&scenario, seed);
        let context = format!("cunning demo squad --map blocks:3 --seed {seed} --level decisions");
        assert!(transcript.outcome.contains("win"), "{}: {context}", transcript.outcome);
        for (tick, areas) in orders(&transcript.lines, "red_officer", "scout(") {
            assert!(tick > 600, "searches before a minute is over, in tick {tick}: {context}");
            assert!(areas.values().all(|friends| *friends == 1), "{areas:?} in tick {tick}: {context}");
            searches += usize::from(areas.len() > 1);
        }
    }
    assert!(searches >= 4, "{searches} searches by more than one soldier");
}

#[test]
fn soldiers_concentrate_their_fire_and_assault_under_it() {
    let scenario = project_scenario("squad", &[], &[]);
    let (mut together, mut assaults) = (0, 0);
    for seed in 0..10 {
        let transcript = fight(&scenario, seed);
        // The enemies that soldiers fire at, and those that were ordered to be pinned.
        let mut fires: BTreeMap<&str, &str> = BTreeMap::new();
        let ordered: BTreeSet<String> = orders(&transcript.lines, "red_officer", "pin(")
            .into_values()
            .flatten()
            .map(|(order, _)| order)
            .collect();
        let (mut is_together, mut is_assaulted) = (false, false);
        for line in transcript
            .lines
            .iter()
            .filter(|line| line.agent.starts_with("red") && line.kind == LineKind::Step)
        {
            let target = line.text.strip_prefix("shoot");
            if let Some(target) = target {
                fires.insert(&line.agent, target);
            } else {
                fires.remove(line.agent.as_str());
            }
            let count = |target: &str| fires.values().filter(|other| **other == target).count();
            is_together |=
                target.is_some_and(|target| ordered.contains(&format!("pin{target}")) && count(target) > 1);
            // Only an order makes a soldier creep up to an enemy; meanwhile another one fires at it.
            let crept = line
                .text
                .strip_prefix("creep(")
                .and_then(|args| args.split_once(", "))
                .map(|(_, target)| target);
            is_assaulted |= crept.is_some_and(|target| fires.values().any(|other| other[1..] == *target));
        }
        together += usize::from(is_together);
        assaults += usize::from(is_assaulted);
    }
    assert!(together >= 7, "fire was concentrated in {together} of 10 fights");
    assert!(assaults >= 3, "an enemy under fire was assaulted in {assaults} of 10 fights");
}

#[test]
fn officer_of_the_hard_skirmish_attacks_from_several_sides() {
    let settings = Settings { difficulty: Some("hard".to_owned()), ..Settings::default() };
    let scenario = Scenario::load(&Source::new("skirmish.toml", text_of("skirmish")), &file, settings);
    let scenario = Arc::new(scenario.unwrap_or_else(|found| panic!("{found}")));
    let mut pincers = 0;
    for seed in 0..6 {
        let mut simulation = Simulation::new(&scenario, seed).unwrap().narrated();
        let mut player = ScriptedPlayer::of_scene(&scenario, "careful").unwrap();
        let mut lines = Vec::new();
        while simulation.outcome().is_none() {
            player.play(&mut simulation);
            simulation.tick();
            lines.extend(simulation.drain_lines());
        }
        // Each sentry gets an enemy of its own.
        let given = orders(&lines, "lieutenant", "attack(");
        assert!(
            given.values().flat_map(BTreeMap::values).all(|sentries| *sentries == 1),
            "seed {seed}: {given:?}"
        );
        pincers += usize::from(given.values().any(|targets| targets.len() > 1));
    }
    assert!(pincers >= 3, "enemies were attacked from several sides in {pincers} of 6 games");
}

/// A soldier whose next plan is not ready yet kneels, which is no part of any plan. With a small budget that is often so.
#[test]
fn soldier_kneels_while_it_waits_for_a_plan() {
    let settings = Settings { budget: 20, ..Settings::default() };
    let scenario = Scenario::load(&Source::new("outpost.toml", text_of("outpost")), &file, settings);
    let scenario = Arc::new(scenario.unwrap_or_else(|found| panic!("{found}")));
    let mut kneels = 0;
    for seed in 0..3 {
        // The garrison has a recording of its own.
        let company = File::default();
        let record = |domain: &str| (domain == "company.toml").then(|| company.boxed());
        let mut simulation = Simulation::recorded(&scenario, seed, record).unwrap();
        while simulation.outcome().is_none() && simulation.ticks() < 1500 {
            simulation.tick();
        }
        simulation.end_recording().unwrap();
        let bytes = company.bytes();
        for record in Reader::open(&bytes).unwrap().records().of_kinds(&[Kind::StepStarted]) {
            kneels +=
                usize::from(matches!(record.unwrap().event, Event::StepStarted { index: u32::MAX, .. }));
        }
    }
    assert!(kneels >= 10, "soldiers knelt {kneels} times while they waited");
}

/// Soldiers in a fight fall back when they are ordered to, and gather where they started.
#[test]
fn troopers_in_contact_fall_back_and_regroup_on_orders() {
    let scenario = project_scenario("skirmish", &[], &[]);
    let mut simulation = Simulation::new(&scenario, 3).unwrap();
    let mut player = ScriptedPlayer::of_scene(&scenario, "careful").unwrap();
    let is_fighting = |simulation: &Simulation| {
        let goals = simulation.friends().into_iter().filter_map(|friend| friend.goal);
        goals.filter(|goal| goal.starts_with("fight(")).count() > 1
    };
    while !is_fighting(&simulation) {
        player.play(&mut simulation);
        simulation.tick();
        assert!(simulation.outcome().is_none(), "no two troopers fight at the same time");
    }
    simulation.command("all: dash start").unwrap();
    let start = simulation.world().scene().spot("start").unwrap();
    let cells = simulation.world().scene().spots()[start.index()].cells.clone();
    let alive = |simulation: &Simulation| -> Vec<_> {
        let patrol = simulation.world().actors().iter().take(4);
        patrol.filter(|actor| actor.is_alive()).map(cunning_arena::Actor::cell).collect()
    };
    let begun = simulation.ticks();
    let is_near = |cell: &cunning_arena::Cell| cells.iter().any(|at| at.moves_to(*cell) <= 1);
    while !alive(&simulation).iter().all(is_near) {
        simulation.tick();
        assert!(simulation.ticks() < begun + 300, "{:?} did not gather at {cells:?}", alive(&simulation));
    }
    assert!(alive(&simulation).len() >= 2, "{} troopers are left", alive(&simulation).len());
}
