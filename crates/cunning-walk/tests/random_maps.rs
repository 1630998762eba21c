//! Paths on random maps under both corner rules, compared with an independent computation.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_search::{QueueChoice, Schedule, Status, Weight};
use cunning_walk::{Algorithm, Corners, Grid, Map, Octile, PathAlgorithm, PathFinder};
use proptest::prelude::*;

/// Whether a move between two cells is allowed, by the definition.
fn may_step(map: &Map, corners: Corners, from: (u32, u32), to: (u32, u32)) -> bool {
    let is_free = |(x, y)| map.is_free(x, y);
    let is_next = from.0.abs_diff(to.0) <= 1 && from.1.abs_diff(to.1) <= 1 && from != to;
    let is_diagonal = from.0 != to.0 && from.1 != to.1;
    let sides_are_free = is_free((from.0, to.1)) && is_free((to.0, from.1));
    is_next && is_free(from) && is_free(to) && (!is_diagonal || corners == Corners::Cut || sides_are_free)
}

/// The shortest lengths from one cell to all reachable cells as (straight, diagonal) counts, which are compared as the
/// irrational numbers they represent.
fn shortest(map: &Map, corners: Corners, from: (u32, u32)) -> BTreeMap<(u32, u32), (u32, u32)> {
    let value = |(straight, diagonal): (u32, u32)| f64::from(straight) + f64::from(diagonal) * 2_f64.sqrt();
    let mut known = BTreeMap::from([(from, (0, 0))]);
    loop {
        let mut changed = false;
        for (at, moves) in known.clone() {
            for dy in 0..3 {
                for dx in 0..3 {
                    let Some(to) = (at.0 + dx).checked_sub(1).zip((at.1 + dy).checked_sub(1)) else {
                        continue;
                    };
                    if !may_step(map, corners, at, to) {
                        continue;
                    }
                    let is_diagonal = at.0 != to.0 && at.1 != to.1;
                    let moves = (moves.0 + u32::from(!is_diagonal), moves.1 + u32::from(is_diagonal));
                    if known.get(&to).is_none_or(|&old| value(moves) < value(old) - 1e-9) {
                        known.insert(to, moves);
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return known;
        }
    }
}

fn maps() -> impl Strategy<Value = Map> {
    (1..14_usize, 1..14_usize, 0..60_u32).prop_flat_map(|(width, height, blocked)| {
        let cell = prop::bool::weighted(f64::from(blocked) / 100.0);
        let row = prop::collection::vec(cell, width).prop_map(|cells| {
            cells.into_iter().map(|blocked| if blocked { '@' } else { '.' }).collect::<String>()
        });
        prop::collection::vec(row, height).prop_map(|rows| Map::from_rows(&rows).unwrap())
    })
}

fn weight(value: f64) -> Weight {
    Weight::new(value).unwrap()
}

/// Algorithms with the bounds on the length of their paths.
fn algorithms() -> Vec<(PathAlgorithm, f64)> {
    let turns = QueueChoice::RoundRobin;
    let draws = QueueChoice::Thompson { seed: 3 };
    vec![
        (Algorithm::AStar.into(), 1.0),
        (PathAlgorithm::Jps, 1.0),
        (Algorithm::AraStar(Schedule { first: weight(2.5), passes: 3 }).into(), 1.0),
        (Algorithm::WeightedAStar(weight(1.0)).into(), 1.0),
        (Algorithm::WeightedAStar(weight(1.5)).into(), 1.5),
        (Algorithm::Greedy.into(), 1e9),
        (Algorithm::SharedMha(weight(1.0), weight(1.0), turns).into(), 1.0),
        (Algorithm::SharedMha(weight(1.5), weight(2.0), draws).into(), 3.0),
        (Algorithm::FocalMha(weight(1.0), turns).into(), 1.0),
        (Algorithm::FocalMha(weight(2.0), turns).into(), 2.0),
        (Algorithm::MhaPlusPlus(weight(2.0), draws).into(), 2.0),
        (Algorithm::UnconstrainedMha(weight(1.0), turns).into(), 1.0),
        (Algorithm::UnconstrainedMha(weight(2.0), turns).into(), 2.0),
    ]
}

/// Checks the paths of an algorithm from the first free cell of a map to every cell.
fn check(
    map: &Map,
    corners: Corners,
    algorithm: impl Into<PathAlgorithm>,
    bound: f64,
) -> Result<(), TestCaseError> {
    let algorithm = algorithm.into();
    let cells = || (0..map.height()).flat_map(|y| (0..map.width()).map(move |x| (x, y)));
    let Some(from) = cells().find(|&(x, y)| map.is_free(x, y)) else { return Ok(()) };
    let truth = shortest(map, corners, from);
    let mut finder = PathFinder::new(Arc::new(Grid::new(map, corners)), algorithm);
    for to in cells().filter(|&(x, y)| map.is_free(x, y)) {
        let status = finder.find(from, to).unwrap();
        let Some(&(straight, diagonal)) = truth.get(&to) else {
            prop_assert_eq!(status, Status::Unsolvable);
            prop_assert!(finder.length().is_none() && finder.path().is_empty());
            continue;
        };
        prop_assert_eq!(status, Status::Solved);
        let (length, best) = (finder.length().unwrap(), Octile::new(straight, diagonal));
        if bound.to_bits() == 1_f64.to_bits() {
            prop_assert_eq!(length, best, "{:?} from {:?} to {:?}", algorithm, from, to);
        }
        prop_assert!(length >= best && length.as_f64() <= best.as_f64() * bound + 1e-9);
        let path = finder.path();
        prop_assert_eq!((path.first(), path.last()), (Some(&from), Some(&to)));
        let mut walked = (0, 0);
        for step in path.windows(2) {
            prop_assert!(may_step(map, corners, step[0], step[1]), "{:?}", step);
            let is_diagonal = step[0].0 != step[1].0 && step[0].1 != step[1].1;
            walked = (walked.0 + u32::from(!is_diagonal), walked.1 + u32::from(is_diagonal));
        }
        prop_assert_eq!((length.straight(), length.diagonal()), walked);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_engine_keeps_its_promise(map in maps()) {
        for corners in [Corners::Strict, Corners::Cut] {
            for (algorithm, bound) in algorithms() {
                check(&map, corners, algorithm, bound)?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Canonical moves and jump points must not lose shortest paths.
    #[test]
    fn pruned_moves_are_never_needed(map in maps(), cut in any::<bool>()) {
        let corners = if cut { Corners::Cut } else { Corners::Strict };
        check(&map, corners, Algorithm::AStar, 1.0)?;
        check(&map, corners, PathAlgorithm::Jps, 1.0)?;
    }
}

/// Wide maps, where jumps cross the words of a bitmap.
#[test]
fn jumps_cross_words_in_long_corridors() {
    for length in [61, 62, 63, 64, 65, 124, 125, 126, 127, 128, 129, 300] {
        let open = ".".repeat(length);
        let wall = format!("{}.", "@".repeat(length - 1));
        for rows in [vec![open.clone()], vec![open.clone(), wall.clone(), open.clone()]] {
            let map = Map::from_rows(&rows).unwrap();
            let to = (0, rows.len() as u32 - 1);
            for corners in [Corners::Strict, Corners::Cut] {
                for (from, to) in [((length as u32 - 1, 0), to), ((0, 0), (length as u32 - 1, 0))] {
                    let mut lengths = [
                        Algorithm::AStar.into(),
                        PathAlgorithm::Jps,
                        Algorithm::WeightedAStar(Weight::ONE).into(),
                    ]
                    .map(|algorithm| {
                        let mut finder = PathFinder::new(Arc::new(Grid::new(&map, corners)), algorithm);
                        assert_eq!(finder.find(from, to), Ok(Status::Solved));
                        finder.length().unwrap()
                    });
                    lengths.sort_unstable();
                    assert_eq!(lengths[0], lengths[2], "{length} {corners:?}");
                }
            }
        }
    }
}

#[test]
fn invalid_queries_are_errors() {
    use cunning_walk::PathError::{Blocked, Outside};
    let map = Map::from_rows(&[".@.", "..."]).unwrap();
    let mut finder = PathFinder::new(Arc::new(Grid::new(&map, Corners::Strict)), Algorithm::AStar);
    assert_eq!(finder.find((1, 0), (0, 0)), Err(Blocked((1, 0))));
    assert_eq!(finder.find((0, 0), (3, 0)), Err(Outside((3, 0))));
    assert_eq!(finder.find((0, 0), (0, u32::MAX)), Err(Outside((0, u32::MAX))));
    // An invalid query leaves the finder usable.
    assert_eq!(finder.find((0, 0), (2, 0)), Ok(Status::Solved));
}
