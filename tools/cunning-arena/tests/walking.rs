//! Walking: never through what is closed, always on time, around others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test may fail by panicking.

mod support;

use cunning_arena::{
    AtDoors, Cell, DoorAction, DoorState, Failure, Goal, Intent, Obstacle, Paths, Stance, What, World,
};
use proptest::prelude::*;
use support::{actor, id, run, until_end, walk, world, world_of};

/// Whether everybody stands where one can stand, and got there by a step that exists.
fn check_steps(before: &World, after: &World) {
    for (old, new) in before.actors().iter().zip(after.actors()) {
        assert!(after.is_walkable(new.cell()), "{:?} is in a wall or a closed door", new.cell());
        let (from, to) = (old.cell(), new.cell());
        assert!(from.moves_to(to) <= 1, "jumped from {from:?} to {to:?}");
        for side in [Cell::new(to.x, from.y), Cell::new(from.x, to.y)] {
            assert!(after.is_walkable(side), "cut the corner of {side:?}");
        }
    }
}

#[test]
fn arrival_takes_length_over_speed() {
    let map = "........................\n".repeat(12);
    let mut world = world(&map, &actor("ann", "red", 1, 1, ""));
    let ann = id(&world, "ann");
    for (x, y) in [(21, 1), (1, 1), (11, 11), (13, 3), (14, 3)] {
        let (from, start) = (world.actors()[0].cell(), world.time_ms());
        let length = from.octile_to(Cell::new(x, y));
        assert_eq!(run(&mut world, ann, walk(x, y)), Ok(()));
        assert_eq!(world.actors()[0].cell(), Cell::new(x, y));
        // Speed 3.5: a straight step takes 1/3.5 s, a diagonal one √2 times as long.
        let micro = u64::from(length.straight()) * 1_000_000 + u64::from(length.diagonal()) * 1_414_214;
        let ticks = micro.div_ceil(3500 * 50);
        assert_eq!(world.time_ms() - start, ticks * 50, "from {from:?} to {x},{y}");
    }
}

#[test]
fn slices_of_time_do_not_change_how_far_a_lone_walker_gets() {
    let map = "........................\n".repeat(3);
    let after = |slices: &[u16]| {
        let mut world = world(&map, &actor("ann", "red", 0, 0, ""));
        let ann = id(&world, "ann");
        world.intend(ann, walk(23, 2)).unwrap();
        for &slice in slices {
            world.tick(slice);
        }
        (world.actors()[0].cell(), world.actors()[0].point())
    };
    assert_eq!(after(&[3000]), after(&[50; 60]));
    assert_eq!(after(&[3000]), after(&[1, 999, 7, 993, 500, 500]));
}

#[test]
fn crouching_halves_the_speed() {
    let mut world = world("............\n", &actor("ann", "red", 0, 0, ""));
    let ann = id(&world, "ann");
    run(&mut world, ann, Intent::Stand { stance: Stance::Crouched }).unwrap();
    let start = world.time_ms();
    run(&mut world, ann, walk(7, 0)).unwrap();
    assert_eq!(world.time_ms() - start, 4000);
}

const TWO_ROOMS: &str = "\
.......
.......
###+###
.......
";

#[test]
fn doors_are_opened_on_the_way_or_taken_for_walls() {
    let mut world = world(TWO_ROOMS, &actor("ann", "red", 0, 0, ""));
    let (ann, door) = (id(&world, "ann"), world.scene().door("door1").unwrap());
    let stopping = Intent::Walk { to: Goal::Cell(Cell::new(6, 3)), doors: AtDoors::Stop };
    assert_eq!(run(&mut world, ann, stopping), Err(Failure::NoWay));
    assert_eq!(world.door(door), Some(DoorState::Closed));
    assert_eq!(run(&mut world, ann, walk(6, 3)), Ok(()));
    assert_eq!(world.door(door), Some(DoorState::Open));
    // Now that it is open, the other way of walking finds it too.
    let back = Intent::Walk { to: Goal::Cell(Cell::new(0, 0)), doors: AtDoors::Stop };
    assert_eq!(run(&mut world, ann, back), Ok(()));
}

#[test]
fn a_door_that_closes_before_a_walker_is_gone_around_or_ends_the_walk() {
    let map = "\
.......
###/###
.......
";
    let script = "[[event]]\nat = 0.5\nlock = 'door1'\n";
    let mut one_way = world(map, &format!("{}{script}", actor("ann", "red", 0, 0, "")));
    let ann = id(&one_way, "ann");
    let intent = one_way.intend(ann, walk(6, 2)).unwrap();
    let (end, events) = until_end(&mut one_way, intent);
    assert_eq!(end, Err(Failure::NoWay));
    let blocked = events.iter().any(|event| {
        matches!(event.what, What::Blocked { by: Obstacle::Door(_), intent: blocked, .. } if blocked == intent)
    });
    assert!(blocked);

    let two_ways = ".......\n###/##/\n.......\n";
    let mut two_ways = world(two_ways, &format!("{}{script}", actor("ann", "red", 0, 0, "")));
    assert_eq!(run(&mut two_ways, ann, walk(0, 2)), Ok(()));
}

#[test]
fn doors_obey_deeds_that_make_sense() {
    let map = "..L..\n";
    let legend = "[legend]\nL = { door = 'locked', name = 'gate', key = 'apple' }\n";
    let text = format!("{legend}{}", actor("ann", "red", 1, 0, "items = { apple = 1 }"));
    let mut world = world(map, &text);
    let (ann, door) = (id(&world, "ann"), world.scene().door("gate").unwrap());
    let mut run = |action| run(&mut world, ann, Intent::Door { door, action });
    assert_eq!(run(DoorAction::Open), Err(Failure::Refused), "it is locked");
    assert_eq!(run(DoorAction::Unlock), Ok(()));
    assert_eq!(run(DoorAction::Open), Ok(()));
    assert_eq!(run(DoorAction::Lock), Err(Failure::Refused), "it is open");
    assert_eq!(run(DoorAction::Close), Ok(()));
    assert_eq!(run(DoorAction::Break), Ok(()));
    assert_eq!(run(DoorAction::Close), Err(Failure::Refused), "it is broken");
    assert_eq!(world.door(door), Some(DoorState::Broken));
}

#[test]
fn a_door_does_not_close_on_somebody() {
    let mut world = world("./.\n", &(actor("ann", "red", 0, 0, "") + &actor("bob", "red", 1, 0, "")));
    let (ann, door) = (id(&world, "ann"), world.scene().door("door1").unwrap());
    let close = Intent::Door { door, action: DoorAction::Close };
    assert_eq!(run(&mut world, ann, close), Err(Failure::Occupied));
}

#[test]
fn walkers_pass_each_other_in_a_corridor() {
    let people = actor("ann", "red", 0, 0, "") + &actor("bob", "blue", 9, 0, "");
    let mut world = world("..........\n", &people);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    world.intend(ann, walk(9, 0)).unwrap();
    let back = world.intend(bob, walk(0, 0)).unwrap();
    assert_eq!(until_end(&mut world, back).0, Ok(()));
    (0..20).for_each(|_| world.tick(50));
    assert_eq!((world.actors()[0].cell(), world.actors()[1].cell()), (Cell::new(9, 0), Cell::new(0, 0)));
}

#[test]
fn walkers_go_around_whoever_stands_in_the_way_and_give_up_where_they_cannot() {
    let people = actor("ann", "red", 0, 0, "") + &actor("bob", "red", 5, 0, "");
    let mut wide = world("..........\n..........\n", &people);
    let ann = id(&wide, "ann");
    let intent = wide.intend(ann, walk(9, 0)).unwrap();
    let (end, events) = until_end(&mut wide, intent);
    assert_eq!(end, Ok(()));
    assert!(events.iter().any(|event| matches!(event.what, What::Blocked { by: Obstacle::Actor(_), .. })));

    let mut narrow = world("..........\n", &people);
    assert_eq!(run(&mut narrow, ann, walk(9, 0)), Err(Failure::Occupied));
    assert_eq!(narrow.actors()[0].cell(), Cell::new(4, 0));
}

#[test]
fn nobody_is_always_first() {
    for (idle_ticks, winner) in [(0, 0), (1, 1), (2, 0)] {
        let people = actor("ann", "red", 0, 0, "") + &actor("bob", "blue", 2, 0, "");
        let mut world = world("...\n", &people);
        (0..idle_ticks).for_each(|_| world.tick(50));
        for name in ["ann", "bob"] {
            let id = id(&world, name);
            world.intend(id, walk(1, 0)).unwrap();
        }
        world.tick(50);
        assert_eq!(world.actors()[winner].cell(), Cell::new(1, 0), "after {idle_ticks} ticks");
    }
}

#[test]
fn a_place_is_reached_at_a_cell_that_nobody_has() {
    let map = ".....pp\n";
    let people = actor("ann", "red", 0, 0, "") + &actor("bob", "red", 5, 0, "");
    let mut world =
        world(&format!("{map}.......\n"), &format!("[legend]\np = {{ spot = 'post' }}\n{people}"));
    let (ann, post) = (id(&world, "ann"), world.scene().spot("post").unwrap());
    assert_eq!(run(&mut world, ann, Intent::Walk { to: Goal::Spot(post), doors: AtDoors::Open }), Ok(()));
    assert_eq!(world.actors()[0].cell(), Cell::new(6, 0));
}

#[test]
fn a_stopped_walk_ends_once_in_the_middle_of_a_cell() {
    let mut world = world("..........\n", &actor("ann", "red", 0, 0, ""));
    let ann = id(&world, "ann");
    let intent = world.intend(ann, walk(9, 0)).unwrap();
    (0..7).for_each(|_| world.tick(50));
    assert!(world.actors()[0].is_moving());
    world.stop(ann, intent);
    world.stop(ann, intent);
    (0..20).for_each(|_| world.tick(50));
    let ends = world.drain_events().filter(|event| matches!(event.what, What::Ended { .. })).count();
    assert_eq!(ends, 1);
    assert_eq!((world.actors()[0].cell(), world.actors()[0].is_moving()), (Cell::new(2, 0), false));
}

#[test]
fn a_new_walk_replaces_the_old_one_and_hands_are_free_meanwhile() {
    let mut world = world("..........\n", &actor("ann", "red", 0, 0, ""));
    let ann = id(&world, "ann");
    let first = world.intend(ann, walk(9, 0)).unwrap();
    let wait = world.intend(ann, Intent::Wait { time_ms: 100 }).unwrap();
    world.tick(50);
    let second = world.intend(ann, walk(3, 0)).unwrap();
    let (end, events) = until_end(&mut world, second);
    assert_eq!(end, Ok(()));
    let result = |intent| {
        events.iter().find_map(|event| match event.what {
            What::Ended { intent: ended, result, .. } if ended == intent => Some(result),
            _ => None,
        })
    };
    assert_eq!((result(first), result(wait)), (Some(Err(Failure::Replaced)), Some(Ok(()))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// On random maps with doors and a crowd nobody ever passes what is closed, and no two stand in one cell.
    #[test]
    fn crowds_keep_to_the_ground(
        cells in prop::collection::vec(prop::sample::select(vec!['.', '.', '.', '.', '#', 'o', '+', '/', '~']), 15 * 12),
        goals in prop::collection::vec((0..15_u16, 0..13_u16, 0..6_usize), 30),
    ) {
        let mut rows: Vec<String> = cells.chunks(15).map(|row| row.iter().collect()).collect();
        rows.push(".".repeat(15));
        let people: String = (0..6).map(|n| actor(&format!("p{n}"), "red", 2 * n, 12, "")).collect();
        let mut world = world(&(rows.join("\n") + "\n"), &people);
        for (x, y, who) in goals {
            let _ = world.intend(cunning_arena::ActorId::new(who as u16), walk(x, y));
            for _ in 0..12 {
                let before = world.clone();
                world.tick(70);
                check_steps(&before, &world);
                let mut cells: Vec<Cell> = world.actors().iter().map(cunning_arena::Actor::cell).collect();
                cells.sort_unstable();
                cells.dedup();
                prop_assert_eq!(cells.len(), 6);
            }
        }
    }
}

#[test]
fn lengths_of_fields_and_of_paths_agree() {
    let world = world_of("rooms");
    let (mut paths, mut path) = (Paths::default(), Vec::new());
    let cells: Vec<Cell> = world.scene().cells().step_by(37).collect();
    for doors in [AtDoors::Open, AtDoors::Stop] {
        for &a in &cells {
            for &b in &cells {
                let found = paths.find(&world, a, b, doors, &mut path);
                assert_eq!(found, paths.length(&world, a, b, doors), "{a:?} to {b:?}");
                assert_eq!(found.is_some(), path.first() == Some(&a) && path.last() == Some(&b));
            }
        }
    }
}
