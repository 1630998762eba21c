//! Walking: never through obstacles, exactly on time, and around other actors.

use crate::support;

use cunning_arena::{
    Cell, DoorAction, DoorPolicy, DoorState, EventKind, Failure, Goal, Intent, Obstacle, Paths, Stance, World,
};
use proptest::prelude::*;
use support::{actor, id, run, until_end, walk, world, world_of};

/// Checks that every actor stands on a walkable cell and got there by a legal step.
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
fn walk_takes_length_over_speed() {
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
fn tick_length_does_not_change_how_far_a_lone_walker_gets() {
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
fn doors_are_opened_or_treated_as_walls() {
    let mut world = world(TWO_ROOMS, &actor("ann", "red", 0, 0, ""));
    let (ann, door) = (id(&world, "ann"), world.scene().door("door1").unwrap());
    let stopping = Intent::Walk { to: Goal::Cell(Cell::new(6, 3)), doors: DoorPolicy::Avoid };
    assert_eq!(run(&mut world, ann, stopping), Err(Failure::NoPath));
    assert_eq!(world.door(door), Some(DoorState::Closed));
    assert_eq!(run(&mut world, ann, walk(6, 3)), Ok(()));
    assert_eq!(world.door(door), Some(DoorState::Open));
    // An open door is passable with both policies.
    let back = Intent::Walk { to: Goal::Cell(Cell::new(0, 0)), doors: DoorPolicy::Avoid };
    assert_eq!(run(&mut world, ann, back), Ok(()));
}

#[test]
fn walker_avoids_a_door_that_closes_or_fails() {
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
    assert_eq!(end, Err(Failure::NoPath));
    let blocked = events.iter().any(|event| {
        matches!(event.kind, EventKind::Blocked { by: Obstacle::Door(_), intent: blocked, .. } if blocked == intent)
    });
    assert!(blocked);

    let two_ways = ".......\n###/##/\n.......\n";
    let mut two_ways = world(two_ways, &format!("{}{script}", actor("ann", "red", 0, 0, "")));
    assert_eq!(run(&mut two_ways, ann, walk(0, 2)), Ok(()));
}

#[test]
fn door_actions_depend_on_the_door_state() {
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
fn occupied_door_cannot_be_closed() {
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
fn walker_takes_a_detour_around_an_actor_or_gives_up() {
    let people = actor("ann", "red", 0, 0, "") + &actor("bob", "red", 5, 0, "");
    let mut wide = world("..........\n..........\n", &people);
    let ann = id(&wide, "ann");
    let intent = wide.intend(ann, walk(9, 0)).unwrap();
    let (end, events) = until_end(&mut wide, intent);
    assert_eq!(end, Ok(()));
    assert!(
        events.iter().any(|event| matches!(event.kind, EventKind::Blocked { by: Obstacle::Actor(_), .. }))
    );

    let mut narrow = world("..........\n", &people);
    assert_eq!(run(&mut narrow, ann, walk(9, 0)), Err(Failure::Occupied));
    assert_eq!(narrow.actors()[0].cell(), Cell::new(4, 0));
}

#[test]
fn actor_order_alternates_between_ticks() {
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
fn walk_to_a_place_ends_at_a_free_cell() {
    let map = ".....pp\n";
    let people = actor("ann", "red", 0, 0, "") + &actor("bob", "red", 5, 0, "");
    let mut world =
        world(&format!("{map}.......\n"), &format!("[legend]\np = {{ spot = 'post' }}\n{people}"));
    let (ann, post) = (id(&world, "ann"), world.scene().spot("post").unwrap());
    assert_eq!(run(&mut world, ann, Intent::Walk { to: Goal::Spot(post), doors: DoorPolicy::Open }), Ok(()));
    assert_eq!(world.actors()[0].cell(), Cell::new(6, 0));
}

#[test]
fn stopped_walk_ends_once_in_the_middle_of_a_cell() {
    let mut world = world("..........\n", &actor("ann", "red", 0, 0, ""));
    let ann = id(&world, "ann");
    let intent = world.intend(ann, walk(9, 0)).unwrap();
    (0..7).for_each(|_| world.tick(50));
    assert!(world.actors()[0].is_moving());
    world.stop(ann, intent);
    world.stop(ann, intent);
    (0..20).for_each(|_| world.tick(50));
    let ends = world.drain_events().filter(|event| matches!(event.kind, EventKind::Ended { .. })).count();
    assert_eq!(ends, 1);
    assert_eq!((world.actors()[0].cell(), world.actors()[0].is_moving()), (Cell::new(2, 0), false));
}

#[test]
fn new_walk_replaces_the_old_one_while_the_hands_are_busy() {
    let mut world = world("..........\n", &actor("ann", "red", 0, 0, ""));
    let ann = id(&world, "ann");
    let first = world.intend(ann, walk(9, 0)).unwrap();
    let wait = world.intend(ann, Intent::Wait { time_ms: 100 }).unwrap();
    world.tick(50);
    let second = world.intend(ann, walk(3, 0)).unwrap();
    let (end, events) = until_end(&mut world, second);
    assert_eq!(end, Ok(()));
    let result = |intent| {
        events.iter().find_map(|event| match event.kind {
            EventKind::Ended { intent: ended, result, .. } if ended == intent => Some(result),
            _ => None,
        })
    };
    assert_eq!((result(first), result(wait)), (Some(Err(Failure::Replaced)), Some(Ok(()))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// On random maps with doors and a crowd, no actor passes an obstacle, and no two stand in one cell.
    #[test]
    fn crowd_stays_on_walkable_cells(
        cells in prop::collection::vec(prop::sample::select(vec!['.', '.', '.', '.', '#', 'o', '+', '/', '~']), 15 * 12),
        goals in prop::collection::vec((0..15_u16, 0..13_u16, 0..6_usize), 30),
    ) {
        let mut rows: Vec<String> = cells.chunks(15).map(|row| row.iter().collect()).collect();
        rows.push(".".repeat(15));
        let people: String = (0..6).map(|n| actor(&format!("p{n}"), "red", 2 * n, 12, "")).collect();
        let mut world = world(&(rows.join("\n") + "\n"), &people);
        for (x, y, actor) in goals {
            let _ = world.intend(cunning_arena::ActorId::new(actor as u16), walk(x, y));
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
fn field_and_path_lengths_agree() {
    let world = world_of("rooms");
    let (mut paths, mut path) = (Paths::default(), Vec::new());
    let cells: Vec<Cell> = world.scene().cells().step_by(37).collect();
    for doors in [DoorPolicy::Open, DoorPolicy::Avoid] {
        for &a in &cells {
            for &b in &cells {
                let found = paths.find(&world, a, b, doors, &mut path);
                assert_eq!(found, paths.length(&world, a, b, doors), "{a:?} to {b:?}");
                assert_eq!(found.is_some(), path.first() == Some(&a) && path.last() == Some(&b));
            }
        }
    }
}
