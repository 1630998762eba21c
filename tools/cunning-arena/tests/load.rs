//! A thousand actors for a thousand ticks: a warm world does not allocate.

use crate::support;

use std::sync::Arc;

use allocation_counter::measure;
use cunning_arena::{ActorId, DoorPolicy, EventKind, Failure, Goal, Intent, SpotId, Target, World};
use support::parse;

const ACTORS: usize = 1000;

/// A town of blocks with a door each, places of 256 cells in the four corners, and a thousand actors of two
/// teams.
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

/// Counts of events in a run.
#[derive(Debug, Default)]
struct Counts {
    arrivals: usize,
    failures: usize,
    shots: usize,
}

/// Lets an actor walk back and forth between two corners and fire now and then.
fn drive(world: &mut World, actor: usize, goals: &mut [u16], counts: &mut Counts) {
    let id = ActorId::new(actor as u16);
    if world.actors()[actor].walking().is_none() {
        let cells = &world.scene().spots()[usize::from(goals[actor])].cells;
        counts.arrivals += usize::from(cells.contains(&world.actors()[actor].cell()));
        let ends = [actor as u16 % 4, 3 - actor as u16 % 4];
        goals[actor] = if goals[actor] == ends[0] { ends[1] } else { ends[0] };
        let to = Goal::Spot(SpotId::new(goals[actor]));
        world.intend(id, Intent::Walk { to, doors: DoorPolicy::Open }).unwrap();
    }
    if (world.ticks() as usize + actor).is_multiple_of(50) {
        let at = Target::Actor(ActorId::new(((actor + ACTORS / 2) % ACTORS) as u16));
        world.intend(id, Intent::Shoot { at, rounds: 3 }).unwrap();
    }
}

fn run(world: &mut World, goals: &mut [u16], ticks: u32) -> Counts {
    let mut counts = Counts::default();
    for _ in 0..ticks {
        for actor in 0..ACTORS {
            drive(world, actor, goals, &mut counts);
        }
        world.tick(100);
        for event in world.drain_events() {
            match event.kind {
                EventKind::Shot { .. } => counts.shots += 1,
                EventKind::Ended { result: Err(Failure::Occupied | Failure::NoPath), .. } => {
                    counts.failures += 1;
                }
                _ => {}
            }
        }
    }
    counts
}

#[test]
fn thousand_walkers_do_not_allocate_when_warm() {
    let mut world = town("pass");
    let mut goals: Vec<u16> = (0..ACTORS).map(|actor| (actor / 250) as u16).collect();
    run(&mut world, &mut goals, 1500);
    let mut counts = Counts::default();
    let allocations = measure(|| counts = run(&mut world, &mut goals, 1000));
    assert!(counts.arrivals > 1000 && counts.shots > 1000, "{counts:?}");
    assert_eq!(allocations.count_total, 0, "allocations in a thousand ticks with {counts:?}");
}

#[test]
fn thousand_solid_walkers_reach_their_destinations() {
    let mut world = town("solid");
    let mut goals: Vec<u16> = (0..ACTORS).map(|actor| (actor / 250) as u16).collect();
    let counts = run(&mut world, &mut goals, 1000);
    // A thousand began at their destination; of those that set out, few give up.
    assert!(counts.arrivals > 3 * ACTORS / 2 && counts.failures < ACTORS / 10, "{counts:?}");
}
