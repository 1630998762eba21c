//! A thousand actors for a thousand ticks: in steady state nothing is allocated.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test may fail by panicking.

mod support;

use std::sync::Arc;

use allocation_counter::measure;
use cunning_arena::{ActorId, AtDoors, Failure, Goal, Intent, SpotId, Target, What, World};
use support::parse;

const ACTORS: usize = 1000;

/// A town of blocks with a door each, places of 256 cells in the four corners, and a thousand people of two teams.
fn town(bodies: &str) -> World {
    let side = 96;
    let letter = |x: usize, y: usize| match (x, y) {
        (0..16, 0..16) => 'a',
        (80.., 0..16) => 'b',
        (0..16, 80..) => 'c',
        (80.., 80..) => 'd',
        _ => match (x % 24, y % 24) {
            (13, 8) => '+',
            (8..18, 8 | 17) | (8 | 17, 8..18) => '#',
            (3 | 20, 12) => 'o',
            _ => '.',
        },
    };
    let rows: Vec<String> = (0..side).map(|y| (0..side).map(|x| letter(x, y)).collect()).collect();
    let group = |team: &str, at: &str| {
        format!(
            "[[actor]]\nname = '{team}{at}'\nteam = '{team}'\nat = '{at}'\ncount = 250\nweapon = 'rifle'\n"
        )
    };
    let groups = group("red", "a") + &group("red", "b") + &group("blue", "c") + &group("blue", "d");
    let legend = ["a", "b", "c", "d"].map(|c| format!("{c} = {{ spot = '{c}' }}\n")).concat();
    let text = format!(
        "[scene]\nname = 'town'\nteams = ['red', 'blue']\nmap = '''\n{}\n'''\n[legend]\n{legend}\
         [weapon.rifle]\ndamage = 0\nmagazine = 10000\n[rules]\nbodies = '{bodies}'\n{groups}",
        rows.join("\n")
    );
    World::new(Arc::new(parse(&text)))
}

/// What happened while everybody lived.
#[derive(Debug, Default)]
struct Tally {
    arrivals: usize,
    failures: usize,
    shots: usize,
}

/// Everybody walks back and forth between two corners and fires now and then.
fn drive(world: &mut World, actor: usize, goals: &mut [u16], tally: &mut Tally) {
    let id = ActorId::new(actor as u16);
    if world.actors()[actor].walking().is_none() {
        let cells = &world.scene().spots()[usize::from(goals[actor])].cells;
        tally.arrivals += usize::from(cells.contains(&world.actors()[actor].cell()));
        let ends = [actor as u16 % 4, 3 - actor as u16 % 4];
        goals[actor] = if goals[actor] == ends[0] { ends[1] } else { ends[0] };
        let to = Goal::Spot(SpotId::new(goals[actor]));
        world.intend(id, Intent::Walk { to, doors: AtDoors::Open }).unwrap();
    }
    if (world.ticks() as usize + actor).is_multiple_of(50) {
        let at = Target::Actor(ActorId::new(((actor + ACTORS / 2) % ACTORS) as u16));
        world.intend(id, Intent::Shoot { at, rounds: 3 }).unwrap();
    }
}

fn live(world: &mut World, goals: &mut [u16], ticks: u32) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..ticks {
        for actor in 0..ACTORS {
            drive(world, actor, goals, &mut tally);
        }
        world.tick(100);
        for event in world.drain_events() {
            match event.what {
                What::Shot { .. } => tally.shots += 1,
                What::Ended { result: Err(Failure::Occupied | Failure::NoWay), .. } => tally.failures += 1,
                _ => {}
            }
        }
    }
    tally
}

#[test]
fn a_thousand_walkers_allocate_nothing_once_warm() {
    let mut world = town("pass");
    let mut goals: Vec<u16> = (0..ACTORS).map(|actor| (actor / 250) as u16).collect();
    live(&mut world, &mut goals, 1500);
    let mut tally = Tally::default();
    let allocations = measure(|| tally = live(&mut world, &mut goals, 1000));
    assert!(tally.arrivals > 1000 && tally.shots > 1000, "{tally:?}");
    assert_eq!(allocations.count_total, 0, "allocations in a thousand ticks with {tally:?}");
}

#[test]
fn a_thousand_solid_walkers_get_where_they_want() {
    let mut world = town("solid");
    let mut goals: Vec<u16> = (0..ACTORS).map(|actor| (actor / 250) as u16).collect();
    let tally = live(&mut world, &mut goals, 1000);
    // A thousand have begun where they are; of those who set out, few give up.
    assert!(tally.arrivals > 3 * ACTORS / 2 && tally.failures < ACTORS / 10, "{tally:?}");
}
