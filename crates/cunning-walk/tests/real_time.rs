//! Walkers: LRTA* compared with a second implementation, the effect of each parameter, and invariants.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_walk::generate::{Caves, Kind, Maze, Rooms, generate};
use cunning_walk::real_time::{
    Graph, Learning, Lookahead, Method, RoadMap, Rule, Run, Step, WalkError, WalkObserver, Walker, distances,
    octile_distances,
};
use cunning_walk::{Corners, Grid, Map};

/// The free cells, in order.
fn free_cells(grid: &Grid) -> Vec<u32> {
    (0..grid.state_count()).filter(|&cell| grid.is_free(grid.position(cell))).collect()
}

fn maps() -> Vec<Map> {
    let kinds = [
        Kind::Rooms(Rooms::default()),
        Kind::Caves(Caves::default()),
        Kind::Maze(Maze { braid_percent: 50 }),
    ];
    kinds.into_iter().flat_map(|kind| (0..4).map(move |seed| generate(kind, 31, 21, seed).unwrap())).collect()
}

fn all_methods() -> Vec<Method> {
    let rule = Method::Rule;
    vec![
        Method::LRTA,
        rule(Rule { removes_expendable: true, ..Rule::LRTA }),
        rule(Rule { avoids_depressions: true, ..Rule::LRTA }),
        rule(Rule { cost_weight: 4.0, ..Rule::LRTA }),
        rule(Rule { learning: Learning::Median, beam: 0.95, step_size: 0.5, ..Rule::LRTA }),
        Method::Lookahead(Lookahead::lss(1)),
        Method::Lookahead(Lookahead::lss(16)),
        Method::Lookahead(Lookahead::rtaa(16)),
        Method::Lookahead(Lookahead::da_lss(16)),
        Method::Lookahead(Lookahead { cost_weight: 2.0, ..Lookahead::lss(10) }),
    ]
}

/// LRTA* by its definition, on pairs of straight and diagonal moves, with a map of learned estimates.
fn lrta_again(map: &Map, corners: Corners, start: (u32, u32), goal: (u32, u32)) -> Vec<(u32, u32)> {
    type Length = (i64, i64);
    let value = |(a, b): Length| a as f64 + b as f64 * 2_f64.sqrt();
    // Different sums of a few hundred moves differ by far more than this.
    let less = |one: Length, two: Length| one != two && value(one) < value(two) - 1e-9;
    let octile = |(x, y): (u32, u32)| {
        let (dx, dy) = (i64::from(x.abs_diff(goal.0)), i64::from(y.abs_diff(goal.1)));
        ((dx - dy).abs(), dx.min(dy))
    };
    let ring = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
    let mut learned: BTreeMap<(u32, u32), Length> = BTreeMap::new();
    let (mut at, mut path) = (start, vec![start]);
    while at != goal {
        let mut best: Option<((u32, u32), Length)> = None;
        for (dx, dy) in ring {
            let Some(to) = at.0.checked_add_signed(dx).zip(at.1.checked_add_signed(dy)) else { continue };
            let is_diagonal = dx != 0 && dy != 0;
            let passes = !is_diagonal
                || corners == Corners::Cut
                || (map.is_free(at.0, to.1) && map.is_free(to.0, at.1));
            if !map.is_free(to.0, to.1) || !passes {
                continue;
            }
            let (a, b) = learned.get(&to).copied().unwrap_or_else(|| octile(to));
            let sum = (a + i64::from(!is_diagonal), b + i64::from(is_diagonal));
            if best.is_none_or(|(_, least)| less(sum, least)) {
                best = Some((to, sum));
            }
        }
        let (to, sum) = best.unwrap();
        let old = learned.get(&at).copied().unwrap_or_else(|| octile(at));
        if less(old, sum) {
            learned.insert(at, sum);
        }
        at = to;
        path.push(at);
    }
    path
}

#[derive(Default)]
struct Path(Vec<u32>, u64);

impl WalkObserver for Path {
    fn moved(&mut self, from: u32, to: u32, cost: u64) {
        if self.0.is_empty() {
            self.0.push(from);
        }
        self.0.push(to);
        self.1 += cost;
    }

    fn learned(&mut self, _: u32, from: f64, to: f64) {
        assert!(to > from);
    }
}

#[test]
fn lrta_matches_its_definition() {
    for map in maps() {
        for corners in [Corners::Strict, Corners::Cut] {
            let grid = Arc::new(Grid::new(&map, corners));
            let cells = free_cells(&grid);
            let goal = cells[cells.len() / 3];
            for &start in cells.iter().step_by(29) {
                let heuristic = octile_distances(&grid, goal);
                let mut walker = Walker::new(grid.clone(), Method::LRTA, heuristic, start, goal).unwrap();
                let mut path = Path(vec![start], 0);
                while let Step::Moved { .. } = walker.step_watched(&mut path) {}
                let path: Vec<(u32, u32)> = path.0.iter().map(|&cell| grid.position(cell)).collect();
                assert_eq!(path, lrta_again(&map, corners, grid.position(start), grid.position(goal)));
            }
        }
    }
}

#[test]
fn every_method_reaches_the_goal_at_the_reported_cost() {
    for map in maps() {
        let grid = Grid::new(&map, Corners::Cut);
        let cells = free_cells(&grid);
        let goal = cells[cells.len() / 2];
        let optimal = distances(&grid, goal).unwrap();
        for method in all_methods() {
            let start = cells[0];
            let mut walker = Walker::new(&grid, method, octile_distances(&grid, goal), start, goal).unwrap();
            let mut seen = Path::default();
            while let Step::Moved { to, cost } = walker.step_watched(&mut seen) {
                assert_eq!(walker.state(), to);
                assert!(cost > 0 && walker.steps() < 1_000_000, "{method:?} goes on and on");
            }
            assert_eq!((walker.state(), walker.step()), (goal, Step::Arrived), "{method:?}");
            assert_eq!((walker.cost(), walker.steps() + 1), (seen.1, seen.0.len() as u64));
            assert!(walker.cost() as f64 >= optimal[start as usize], "{method:?}");
            let is_edge = |pair: &[u32]| grid.neighbours(pair[0]).any(|(to, _)| to == pair[1]);
            assert!(seen.0.windows(2).all(is_edge), "{method:?}");
        }
    }
}

/// After forgetting, a second walk from the same state equals the first; with learned estimates it is no longer.
#[test]
fn forgetting_resets_a_walker() {
    for map in maps() {
        let grid = Grid::new(&map, Corners::Strict);
        let cells = free_cells(&grid);
        let (start, goal) = (cells[0], cells[cells.len() - 1]);
        for method in all_methods() {
            let heuristic = octile_distances(&grid, goal);
            let mut walker = Walker::new(&grid, method, heuristic.clone(), start, goal).unwrap();
            let Run::Arrived(first) = walker.run(u64::MAX) else { panic!("{method:?}") };
            walker.forget();
            assert_eq!(walker.estimates(), heuristic, "{method:?}");
            walker.place(start).unwrap();
            assert_eq!(walker.run(u64::MAX), Run::Arrived(first), "{method:?}");
            walker.set_heuristic(&distances(&grid, goal).unwrap()).unwrap();
            walker.place(start).unwrap();
            let Run::Arrived(best) = walker.run(u64::MAX) else { panic!("{method:?}") };
            assert!(best <= first, "{method:?}");
        }
    }
}

/// The specialised LRTA* equals LRTA* by the general rule.
#[test]
fn specialised_lrta_equals_the_general_rule() {
    for map in maps() {
        let grid = Grid::new(&map, Corners::Cut);
        let cells = free_cells(&grid);
        let goal = cells[cells.len() / 2];
        for &start in cells.iter().step_by(41) {
            let walk = |rule: Rule| {
                let heuristic = octile_distances(&grid, goal);
                let mut walker = Walker::new(&grid, Method::Rule(rule), heuristic, start, goal).unwrap();
                (walker.run(u64::MAX), walker.estimates().to_vec())
            };
            let plain = walk(Rule::LRTA);
            // The maximum of one sum is its minimum.
            let general = walk(Rule { learning: Learning::Max, beam: 0.0, ..Rule::LRTA });
            assert_eq!(plain, general);
        }
    }
}

#[test]
fn runs_stop_at_their_limit() {
    let map = Map::from_rows(&["....."]).unwrap();
    let grid = Grid::new(&map, Corners::Strict);
    let unit = grid.unit() as u64;
    let mut walker = Walker::new(&grid, Method::LRTA, octile_distances(&grid, 4), 0, 4).unwrap();
    assert_eq!(walker.run(2 * unit), Run::OverLimit);
    assert_eq!(walker.state(), 2);
    // A limit that is reached exactly at the goal is not exceeded.
    assert_eq!(walker.run(4 * unit), Run::Arrived(4 * unit));
    walker.place(4).unwrap();
    assert_eq!(walker.run(0), Run::Arrived(0));
}

/// A dead end is removed once its estimate rises; a bridge is not.
#[test]
fn only_expendable_states_are_removed() {
    #[derive(Default)]
    struct Removed(Vec<u32>);
    impl WalkObserver for Removed {
        fn removed(&mut self, state: u32) {
            self.0.push(state);
        }
    }
    // The dead end in the middle lies towards the goal; the path leads through the corridor around it.
    let map = Map::from_rows(&[".......", ".@@@@@.", "...@...", ".@@@@@.", "......."]).unwrap();
    let grid = Grid::new(&map, Corners::Strict);
    let (start, goal) = (grid.cell((0, 2)).unwrap(), grid.cell((4, 2)).unwrap());
    let method = Method::Rule(Rule { removes_expendable: true, ..Rule::LRTA });
    let mut walker = Walker::new(&grid, method, octile_distances(&grid, goal), start, goal).unwrap();
    let mut removed = Removed::default();
    while let Step::Moved { .. } = walker.step_watched(&mut removed) {}
    assert_eq!(walker.state(), goal);
    let removed: Vec<(u32, u32)> = removed.0.iter().map(|&cell| grid.position(cell)).collect();
    assert_eq!(removed[..2], [(2, 2), (1, 2)]);
    let roads = RoadMap::new(4, &[(0, 1, 1), (1, 2, 1), (0, 2, 1), (2, 3, 1)]).unwrap();
    assert!(roads.is_expendable(1, |_| true) && roads.is_expendable(3, |_| true));
    assert!(!roads.is_expendable(2, |_| true) && roads.is_expendable(2, |state| state != 3));
}

#[test]
fn walker_without_neighbours_is_stuck() {
    let map = Map::from_rows(&[".@.", "@@@"]).unwrap();
    let grid = Grid::new(&map, Corners::Strict);
    for method in all_methods() {
        let mut walker = Walker::new(&grid, method, octile_distances(&grid, 2), 0, 2).unwrap();
        assert_eq!(walker.step(), Step::Stuck);
        assert_eq!(walker.run(u64::MAX), Run::Stuck);
    }
}

#[test]
fn invalid_parameters_are_errors() {
    let map = Map::from_rows(&["..."]).unwrap();
    let grid = Grid::new(&map, Corners::Strict);
    let refused = |method| Walker::new(&grid, method, vec![0.0; 3], 0, 2).err();
    let lrta = Rule::LRTA;
    for rule in [
        Rule { weight: 0.0, ..lrta },
        Rule { weight: f64::NAN, ..lrta },
        Rule { cost_weight: -1.0, ..lrta },
        Rule { cost_weight: f64::INFINITY, ..lrta },
        Rule { beam: 1.01, ..lrta },
        Rule { beam: f64::NAN, ..lrta },
        Rule { step_size: -0.1, ..lrta },
    ] {
        assert!(matches!(refused(Method::Rule(rule)), Some(WalkError::Parameter { .. })), "{rule:?}");
    }
    for lookahead in
        [Lookahead::lss(0), Lookahead::rtaa(u32::MAX), Lookahead { cost_weight: 0.0, ..Lookahead::lss(1) }]
    {
        assert!(matches!(refused(Method::Lookahead(lookahead)), Some(WalkError::Parameter { .. })));
    }
    let new = |heuristic, start, goal| Walker::new(&grid, Method::LRTA, heuristic, start, goal).err();
    assert_eq!(new(vec![0.0; 3], 3, 0), Some(WalkError::NoSuchState { state: 3, states: 3 }));
    assert_eq!(new(vec![0.0; 3], 0, 9), Some(WalkError::NoSuchState { state: 9, states: 3 }));
    assert_eq!(new(vec![0.0; 2], 0, 1), Some(WalkError::HeuristicLength { found: 2, states: 3 }));
    assert!(matches!(new(vec![0.0, -1.0, 0.0], 0, 1), Some(WalkError::Estimate { state: 1, .. })));
    for roads in [&[(0, 0, 1)][..], &[(0, 1, 0)], &[(0, 1, 1), (1, 0, 2)], &[(0, 1, u64::MAX)]] {
        assert!(matches!(RoadMap::new(2, roads), Err(WalkError::Edge { .. })), "{roads:?}");
    }
    assert!(matches!(RoadMap::new(2, &[(0, 2, 1)]), Err(WalkError::NoSuchState { state: 2, states: 2 })));
    assert_eq!(RoadMap::new(u32::MAX, &[]).err(), Some(WalkError::GraphTooLarge));
}

#[test]
fn steps_do_not_allocate() {
    let map = generate(Kind::Maze(Maze { braid_percent: 20 }), 41, 31, 3).unwrap();
    let grid = Grid::new(&map, Corners::Strict);
    let cells = free_cells(&grid);
    let (start, goal) = (cells[0], cells[cells.len() - 1]);
    for method in all_methods() {
        let mut walker = Walker::new(&grid, method, octile_distances(&grid, goal), start, goal).unwrap();
        let info = allocation_counter::measure(|| {
            walker.run(u64::MAX);
            walker.forget();
            walker.place(start).unwrap();
            walker.run(u64::MAX);
        });
        assert_eq!(info.count_total, 0, "{method:?}");
    }
}
