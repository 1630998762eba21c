//! Lines of sight, fields of view, hearing, cover and candidate cells.

use crate::support;

use cunning_arena::{Cell, DoorAction, Heading, Intent, Noise, NoiseKind, Paths, Shelter};
use proptest::prelude::*;
use support::{actor, id, run, world, world_of};

/// Whether the line passes through a wall, determined by sampling many points: a check that shares no code
/// with the exact one. Coordinates are in units of 1/2000 of the line.
fn passes_wall_by_sampling(walls: &[Cell], a: Cell, b: Cell) -> bool {
    const STEPS: i64 = 2000;
    (1..STEPS).any(|step| {
        // The centre of a cell is at 1/2; everything is scaled by twice the steps.
        let along = |a: u16, b: u16| (2 * i64::from(a) + 1) * (STEPS - step) + (2 * i64::from(b) + 1) * step;
        let (x, y) = (along(a.x, b.x), along(a.y, b.y));
        let inside = |at: i64, cell: u16| {
            let (low, high) = (2 * STEPS * i64::from(cell), 2 * STEPS * (i64::from(cell) + 1));
            // Slightly inside, so that touching an edge or a corner does not count.
            low + 4 < at && at < high - 4
        };
        walls.iter().any(|wall| *wall != a && *wall != b && inside(x, wall.x) && inside(y, wall.y))
    })
}

proptest! {
    #[test]
    fn sight_is_symmetric_and_blocked_by_walls(
        cells in prop::collection::vec(prop::sample::select(vec!['.', '.', '.', '#', 'T', '+', 'o', '~', '/']), 14 * 10),
        ends in prop::collection::vec((0..14_u16, 0..10_u16), 30),
    ) {
        let rows: Vec<String> = cells.chunks(14).map(|row| row.iter().collect()).collect();
        let world = world(&(rows.join("\n") + "\n"), "");
        let walls: Vec<Cell> = world.scene().cells().filter(|&cell| world.is_opaque(cell)).collect();
        for pair in ends.windows(2) {
            let (a, b) = (Cell::new(pair[0].0, pair[0].1), Cell::new(pair[1].0, pair[1].1));
            let sight = world.line_of_sight(a, b);
            prop_assert_eq!(sight, world.line_of_sight(b, a), "{:?} {:?}", a, b);
            if sight {
                prop_assert!(!passes_wall_by_sampling(&walls, a, b), "{:?} {:?}", a, b);
            }
            // Full cover means that there is no line of sight, in both directions.
            prop_assert_eq!(world.cover_from(a, b) == Shelter::Full, !sight);
        }
    }
}

#[test]
fn line_passes_one_corner_but_not_between_two() {
    let one = world("..\n#.\n", "");
    assert!(one.line_of_sight(Cell::new(0, 0), Cell::new(1, 1)));
    let two = world(".#\n#.\n", "");
    assert!(!two.line_of_sight(Cell::new(0, 0), Cell::new(1, 1)));
}

#[test]
fn closed_door_blocks_sight_until_opened() {
    let mut world = world(".+.\n", &actor("ann", "red", 0, 0, ""));
    let (a, b) = (Cell::new(0, 0), Cell::new(2, 0));
    assert!(!world.line_of_sight(a, b));
    let (ann, door) = (id(&world, "ann"), world.scene().door("door1").unwrap());
    run(&mut world, ann, Intent::Door { door, action: DoorAction::Open }).unwrap();
    assert!(world.line_of_sight(a, b));
}

#[test]
fn field_of_view_has_a_range_and_an_angle() {
    let map = ".........................\n".repeat(25);
    let people = actor("ann", "red", 2, 12, "facing = 'east'")
        + &actor("ahead", "blue", 10, 12, "")
        + &actor("aside", "blue", 6, 14, "")
        + &actor("above", "blue", 2, 5, "")
        + &actor("behind", "blue", 0, 12, "")
        + &actor("far", "blue", 24, 12, "");
    let mut world = world(&map, &people);
    let ann = id(&world, "ann");
    let seen = |world: &cunning_arena::World| -> Vec<String> {
        world.visible_actors(ann).map(|id| world.scene().actors()[id.index()].name.clone()).collect()
    };
    // The default field of view is 120 degrees and 20 cells.
    assert_eq!(seen(&world), ["ahead", "aside"]);
    run(&mut world, ann, Intent::Face { toward: Cell::new(2, 0) }).unwrap();
    assert_eq!(world.actors()[0].heading(), Heading::NORTH);
    assert_eq!(seen(&world), ["above"]);
}

#[test]
fn noise_fades_with_distance_and_walls() {
    let map = "\
..........#..........
..........#..........
..........+..........
";
    let people = actor("near", "red", 5, 0, "")
        + &actor("far", "red", 0, 0, "")
        + &actor("wall", "red", 12, 0, "")
        + &actor("dulled", "red", 8, 0, "body = 'dull'")
        + "[body.dull]\nhearing = 0.1\n";
    let world = world(map, &people);
    let noise = Noise { at: Cell::new(9, 0), loudness: 6, kind: NoiseKind::Shout(1), by: None };
    let hears = |name: &str| world.hears(id(&world, name), &noise);
    assert!(hears("near") && !hears("far"));
    assert!(hears("wall"), "three cells through a wall count for six");
    assert!(!world.hears(id(&world, "wall"), &Noise { loudness: 5, ..noise }));
    assert!(!hears("dulled"));
    let mut paths = Paths::default();
    // The path through the door is longer than the straight line.
    assert!(world.hears_along_paths(&mut paths, id(&world, "near"), &noise));
    assert!(!world.hears_along_paths(&mut paths, id(&world, "wall"), &Noise { loudness: 5, ..noise }));
    let own = Noise { by: Some(id(&world, "near")), ..noise };
    assert!(!world.hears(id(&world, "near"), &own));
}

#[test]
fn low_cover_protects_an_actor_directly_behind_it() {
    let world = world("........\n..o.....\n........\n", "");
    let behind = Cell::new(1, 1);
    assert_eq!(world.cover_from(behind, Cell::new(7, 1)), Shelter::Low);
    assert_eq!(world.cover_from(Cell::new(7, 1), behind), Shelter::None, "it is far from the other one");
    assert_eq!(world.cover_from(Cell::new(0, 1), Cell::new(7, 1)), Shelter::None, "a step too far back");
    assert_eq!(world.cover_from(behind, Cell::new(0, 1)), Shelter::None, "from the other side");
    assert_eq!(world.cover_from(behind, Cell::new(3, 1)), Shelter::None, "both are right at it");
}

#[test]
fn candidate_cells_are_walkable() {
    let world = world_of("rooms");
    let centre = Cell::new(14, 8);
    let ring: Vec<Cell> = world.ring(centre, 4, 16).collect();
    assert!(ring.len() > 8 && ring.iter().all(|&cell| world.is_walkable(cell)));
    assert!(ring.iter().all(|cell| (3500..4600).contains(&cell.distance(centre))), "{ring:?}");
    assert_eq!(world.square(centre, 1, 1).count(), 9);
    assert_eq!(world.square(centre, 2, 2).count(), 9);
    assert_eq!(world.ring(centre, 4, 0).count(), 0);
}
