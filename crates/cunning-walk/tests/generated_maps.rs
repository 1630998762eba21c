//! Generated maps are connected, open enough, and never change for a seed.

use cunning_diag::Source;
use cunning_walk::Map;
use cunning_walk::generate::{Caves, Field, GenerateError, Kind, Maze, Rooms, SIDE_MIN, generate};
use cunning_walk::map::SIDE_MAX;
use proptest::prelude::*;

/// The number of free cells that can be reached from the first one without cutting corners. Independent of the code of
/// the generators.
fn reached(map: &Map) -> usize {
    let cells = || (0..map.height()).flat_map(|y| (0..map.width()).map(move |x| (x, y)));
    let mut open: Vec<(u32, u32)> = cells().find(|&(x, y)| map.is_free(x, y)).into_iter().collect();
    let mut seen = vec![false; map.terrain().len()];
    let mut count = 0;
    while let Some((x, y)) = open.pop() {
        let Some(cell) = map.cell(x, y).filter(|&cell| map.is_free(x, y) && !seen[cell as usize]) else {
            continue;
        };
        seen[cell as usize] = true;
        count += 1;
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)] {
            let (to_x, to_y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if dx == 0 || dy == 0 || (map.is_free(to_x, y) && map.is_free(x, to_y)) {
                open.push((to_x, to_y));
            }
        }
    }
    count
}

/// Half of the usual share of free cells of a kind, in percent.
fn free_percent_min(kind: Kind) -> usize {
    match kind {
        Kind::Rooms(_) | Kind::Maze(_) => 25,
        // Of the cells inside the edge, which are less than two thirds of the smallest map.
        Kind::Caves(caves) => (100 - caves.rock_percent as usize) / 4,
        Kind::Field(field) => (100 - field.obstacle_percent as usize) / 2,
    }
}

#[track_caller]
fn check(kind: Kind, width: u32, height: u32, seed: u64) {
    let replay = format!("generate({kind:?}, {width}, {height}, {seed})");
    let map = generate(kind, width, height, seed).unwrap_or_else(|error| panic!("{replay}: {error}"));
    assert_eq!((map.width(), map.height()), (width, height), "{replay}");
    assert_eq!(reached(&map), map.free_count(), "{replay} is not connected:\n{}", map.to_text());
    let share = 100 * map.free_count() / map.terrain().len();
    assert!(share >= free_percent_min(kind), "{replay} has {share} % free:\n{}", map.to_text());
    assert_eq!(generate(kind, width, height, seed).as_ref(), Ok(&map), "{replay}");
    assert_eq!(Map::parse(&Source::new("generated.map", map.to_text())).as_ref(), Ok(&map), "{replay}");
}

fn any_kind() -> impl Strategy<Value = Kind> {
    let rooms = (2..9_u32, 0..12_u32, 0..=100_u32).prop_map(|(min, more, loop_percent)| {
        Kind::Rooms(Rooms { room_side_min: min, room_side_max: 2 * min + more, loop_percent })
    });
    let caves =
        (0..=60_u32, 0..7_u32).prop_map(|(rock_percent, rounds)| Kind::Caves(Caves { rock_percent, rounds }));
    let maze = (0..=100_u32).prop_map(|braid_percent| Kind::Maze(Maze { braid_percent }));
    let field = (0..=50_u32).prop_map(|obstacle_percent| Kind::Field(Field { obstacle_percent }));
    prop_oneof![prop::sample::select(Kind::defaults().to_vec()), rooms, caves, maze, field]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn maps_are_connected_and_open_enough(
        kind in any_kind(), width in SIDE_MIN..70, height in SIDE_MIN..70, seed in any::<u64>(),
    ) {
        check(kind, width, height, seed);
    }
}

#[test]
fn long_narrow_and_large_maps_are_connected() {
    for kind in Kind::defaults() {
        for (width, height) in [(SIDE_MAX, SIDE_MIN), (SIDE_MIN, SIDE_MAX), (601, 400)] {
            check(kind, width, height, 11);
        }
    }
}

#[test]
fn different_seeds_give_different_maps() {
    for kind in Kind::defaults() {
        let map = |seed| generate(kind, 40, 30, seed);
        assert_ne!(map(1), map(2), "{}", kind.name());
        assert_ne!(map(0), map(1 << 63), "{}", kind.name());
    }
}

/// The FNV-1a hash of a map's text.
fn hash(map: &Map) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    map.to_text().bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// If this fails, maps that users know by their seed have changed. Restore the maps instead of updating the numbers.
#[test]
fn map_of_a_seed_never_changes() {
    let golden = [
        ("rooms", [0x8c4c_5b4d_37b8_955c, 0x8033_0f14_204f_c5d7, 0xfefb_2700_60b4_b4a7]),
        ("caves", [0xf7ad_99b9_ede4_4178, 0x273d_4d4b_e243_cb39, 0x3633_b377_b829_0489]),
        ("maze", [0x2836_27e4_cad9_9baa, 0x8ddb_ee1c_dd99_1099, 0x6429_4175_a2ff_3227]),
        ("field", [0x19c4_7999_66fd_4599, 0x58c3_8aa3_04a8_0286, 0x31d9_9317_f1b6_2922]),
    ];
    let made = Kind::defaults().map(|kind| {
        let hashes = [(64, 64, 1), (33, 50, 2), (200, 100, u64::MAX)]
            .map(|(width, height, seed)| generate(kind, width, height, seed).map_or(0, |map| hash(&map)));
        (kind.name(), hashes)
    });
    assert_eq!(made, golden, "{made:#x?}");
}

/// The halls of a maze with their open sides.
fn halls(map: &Map) -> Vec<usize> {
    let halls =
        (1..map.height() - 1).step_by(2).flat_map(|y| (1..map.width() - 1).step_by(2).map(move |x| (x, y)));
    let sides = |(x, y): (u32, u32)| [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
    halls.map(|hall| sides(hall).into_iter().filter(|&(x, y)| map.is_free(x, y)).count()).collect()
}

#[test]
fn unbraided_maze_is_a_tree_and_braided_maze_has_no_dead_ends() {
    for seed in 0..20 {
        let maze =
            |braid_percent| generate(Kind::Maze(Maze { braid_percent }), 31, 24, seed).expect("a good size");
        let perfect = halls(&maze(0));
        assert_eq!(perfect.len(), 15 * 11);
        assert_eq!(
            perfect.iter().sum::<usize>(),
            2 * (perfect.len() - 1),
            "a tree has one edge less than nodes"
        );
        assert!(perfect.contains(&1), "a tree has dead ends");
        assert!(!halls(&maze(100)).contains(&1), "seed {seed} has a dead end");
    }
}

#[test]
fn rooms_without_loops_have_fewer_doors() {
    let free = |loop_percent| {
        let rooms = Rooms { loop_percent, ..Rooms::default() };
        generate(Kind::Rooms(rooms), 100, 100, 3).map_or(0, |map| map.free_count())
    };
    assert!(0 < free(0) && free(0) < free(100));
}

#[test]
fn sizes_and_parameters_out_of_range_are_errors() {
    let maze = Kind::Maze(Maze::default());
    for (width, height) in [(SIDE_MIN - 1, 20), (20, SIDE_MIN - 1), (0, 0), (SIDE_MAX + 1, 20), (5000, 5000)]
    {
        assert_eq!(generate(maze, width, height, 1), Err(GenerateError::Size { width, height }));
    }
    assert_eq!(
        generate(maze, u32::MAX, u32::MAX, 1).map_err(|error| error.to_string()).unwrap_err(),
        "a generated map has 8 to 16384 cells on each side and at most 16777216 in all, not 4294967295 x 4294967295"
    );
    let rooms = Rooms::default();
    let wrong = [
        (Kind::Maze(Maze { braid_percent: 101 }), "braid_percent"),
        (Kind::Field(Field { obstacle_percent: 51 }), "obstacle_percent"),
        (Kind::Caves(Caves { rock_percent: 61, ..Caves::default() }), "rock_percent"),
        (Kind::Caves(Caves { rounds: u32::MAX, ..Caves::default() }), "rounds"),
        (Kind::Rooms(Rooms { room_side_min: 1, ..rooms }), "room_side_min"),
        (Kind::Rooms(Rooms { room_side_min: u32::MAX, ..rooms }), "room_side_min"),
        (Kind::Rooms(Rooms { room_side_max: 2 * rooms.room_side_min - 1, ..rooms }), "room_side_max"),
        (Kind::Rooms(Rooms { room_side_max: u32::MAX, ..rooms }), "room_side_max"),
        (Kind::Rooms(Rooms { loop_percent: 101, ..rooms }), "loop_percent"),
    ];
    for (kind, parameter) in wrong {
        match generate(kind, 20, 20, 1) {
            Err(GenerateError::Parameter { name, .. }) => assert_eq!(name, parameter),
            other => panic!("{kind:?} gave {other:?}"),
        }
    }
}
