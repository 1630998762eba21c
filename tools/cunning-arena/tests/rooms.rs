//! Clearing a house: the order of events in every tick over many seeds.

use crate::support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cunning_arena::simulation::{Line, LineKind, Scenario, Simulation};
use cunning_arena::{Cell, Scene};
use support::scenarios::project_scenario;

const SEEDS: u64 = 50;
const RAIDERS: [&str; 4] = ["ada", "bea", "cal", "dov"];
const ROOMS: [&str; 5] = ["kitchen", "hall", "study", "store", "cellar"];
const QUARTERS: [&str; 4] = ["nw", "ne", "sw", "se"];

fn cells<'s>(scene: &'s Scene, spot: &str) -> &'s [Cell] {
    &scene.spots()[scene.spot(spot).unwrap_or_else(|| panic!("{spot}")).index()].cells
}

/// Whether a cell is inside a room, between its corners.
fn is_inside(scene: &Scene, room: &str, cell: Cell) -> bool {
    let corner = |quarter: &str| cells(scene, &format!("{room}_{quarter}"))[0];
    let (nw, se) = (corner("nw"), corner("se"));
    (nw.x..=se.x).contains(&cell.x) && (nw.y..=se.y).contains(&cell.y)
}

/// The progress of clearing a room.
#[derive(Default)]
struct Progress {
    /// Whether all four stood before its door at the same time.
    is_stacked: bool,
    entered: BTreeSet<&'static str>,
    /// The longest time that each corner was watched, in ticks.
    watched: BTreeMap<&'static str, u32>,
    reports: BTreeSet<String>,
    is_clear: bool,
}

/// Runs with a seed and checks the order of events in every tick. Returns the number of ticks.
fn check(scenario: &Arc<Scenario>, seed: u64) -> u64 {
    let mut simulation = Simulation::new(scenario, seed).unwrap().narrated();
    let scene = scenario.scene().clone();
    let ids = RAIDERS.map(|name| scene.actor(name).unwrap());
    let mut rooms: Vec<Progress> = ROOMS.iter().map(|_| Progress::default()).collect();
    let mut standing = [[0_u32; 4]; 5];
    while simulation.outcome().is_none() {
        simulation.tick();
        let tick = simulation.ticks();
        assert!(tick < 3000, "seed {seed}: not done after {tick} ticks; cunning demo rooms --seed {seed}");
        let at = ids.map(|id| simulation.world().actor(id).unwrap().cell());
        for (number, room) in ROOMS.iter().enumerate() {
            let context = format!("seed {seed}, tick {tick}, {room}: cunning demo rooms --seed {seed}");
            let is_before_door =
                at.iter().all(|cell| cells(&scene, &format!("before_{room}")).contains(cell));
            let is_next = rooms.iter().take(number).all(|before| before.is_clear);
            let progress = &mut rooms[number];
            if is_before_door && is_next {
                progress.is_stacked = true;
            }
            for (raider, cell) in RAIDERS.iter().zip(at) {
                if is_inside(&scene, room, cell) && progress.entered.insert(raider) {
                    assert!(progress.is_stacked, "{raider} went in before all were stacked: {context}");
                    assert!(is_next, "{raider} went in before the room before was clear: {context}");
                }
            }
            for (corner, quarter) in QUARTERS.iter().enumerate() {
                let cell = cells(&scene, &format!("{room}_{quarter}"))[0];
                let ticks = &mut standing[number][corner];
                *ticks = if at.contains(&cell) { *ticks + 1 } else { 0 };
                let most = progress.watched.entry(quarter).or_default();
                *most = (*most).max(*ticks);
            }
        }
        let lines: Vec<Line> = simulation.drain_lines().collect();
        let context = |line: &Line| {
            format!(
                "seed {seed}, tick {tick}: {} {}; cunning demo rooms --seed {seed}",
                line.agent, line.text
            )
        };
        let of = |line: &Line, goal: &str| {
            ROOMS.iter().position(|room| line.text.contains(&format!("{goal}({room})")))
        };
        let of_kind = |kind: LineKind| lines.iter().filter(move |line| line.kind == kind);
        for line in of_kind(LineKind::Setback) {
            // One who shoots from a doorway may block the others for longer than they wait; they try again.
            let is_blocked = line.text.ends_with("another actor is in the way");
            assert!(is_blocked || !line.text.contains("failed"), "{}", context(line));
        }
        for line in of_kind(LineKind::Report) {
            assert!(line.text.ends_with("done"), "{}", context(line));
            if let Some(number) = of(line, "sweep") {
                assert!(rooms[number].reports.insert(line.agent.clone()), "twice: {}", context(line));
            }
        }
        for (number, room) in ROOMS.iter().enumerate() {
            let progress = &mut rooms[number];
            let is_clear =
                simulation.believes("control", &format!("clear[{room}]")).as_deref() == Some("true");
            if is_clear && !std::mem::replace(&mut progress.is_clear, true) {
                let context = format!("seed {seed}, tick {tick}, {room}");
                assert_eq!(progress.reports.len(), 4, "clear before all reported: {context}");
                // Each of them watched a corner for a second.
                assert!(
                    progress.watched.values().all(|ticks| *ticks >= 10),
                    "corners: {context} {:?}",
                    progress.watched
                );
            }
        }
        for line in of_kind(LineKind::Order) {
            assert!(line.text.starts_with(&format!("orders {}:", RAIDERS.join(", "))), "{}", context(line));
            if let Some(number) = of(line, "line_up") {
                let is_over = |room: &Progress| room.reports.len() == 4 && room.is_clear;
                assert!(
                    rooms[..number].iter().all(is_over),
                    "on to the next door too soon: {}",
                    context(line)
                );
            }
            if let Some(number) = of(line, "sweep") {
                assert!(rooms[number].is_stacked, "in before all were stacked: {}", context(line));
            }
        }
    }
    assert!(rooms.iter().all(|room| room.is_clear && room.entered.len() == 4), "seed {seed}");
    let dead = simulation.world().actors().iter().filter(|actor| !actor.is_alive()).count();
    assert_eq!(dead, ROOMS.len(), "seed {seed}: no figure is left standing");
    simulation.ticks()
}

#[test]
fn squad_enters_and_moves_on_only_when_all_are_ready() {
    let scenario = project_scenario("rooms", &[], &[]);
    let ticks: BTreeSet<u64> = (0..SEEDS).map(|seed| check(&scenario, seed)).collect();
    assert!(ticks.len() > 10, "seeds matter: {ticks:?}");
}
