//! An agent that got lost in a castle avoids it the next day, the more so the more fear it has.

use crate::castle;

use castle::{Layout, layout};
use cunning_walk::knowledge::{FearProfile, Knowledge, Source, Track};
use cunning_walk::real_time::{Graph as _, Method, Step, Walker, octile_distances};
use cunning_walk::self_knowledge::SelfKnowledge;
use cunning_walk::{Corners, Grid, Map};

/// Walks to the goal by LRTA* on these estimates.
fn walk(layout: &Layout, start: u32, heuristic: Vec<f64>) -> Track {
    let mut walker = Walker::new(&layout.grid, Method::LRTA, heuristic, start, layout.goal).unwrap();
    let mut track = Track::new(start);
    while let Step::Moved { .. } = walker.step_watched(&mut track) {}
    assert_eq!(walker.state(), layout.goal);
    track
}

/// What an agent knows after the first day, by the source of its knowledge.
fn knowledge(layout: &Layout, start: u32, source: Source) -> Knowledge {
    let plain = octile_distances(&layout.grid, layout.goal);
    if source == Source::Computed {
        let mut orders = SelfKnowledge::new(&layout.grid, layout.goal, Method::LRTA, plain).unwrap();
        orders.next_order();
        return Knowledge::computed(&orders);
    }
    let mut knowledge = Knowledge::new(&layout.grid, layout.goal).unwrap();
    knowledge.remember(&walk(layout, start, plain.clone()), source, &plain).unwrap();
    knowledge
}

const FEARS: [f64; 6] = [0.0, 0.01, 0.1, 0.3, 0.6, 1.0];
const LAYOUTS: u64 = 24;
const SEEDS: u64 = 50;

/// The first seed of layouts that were not used for tuning.
const FIRST_LAYOUT: u64 = 1000;

/// The share of second days on which the castle is avoided, for each degree of fear, over 24 layouts and 50 seeds. A seed
/// determines where the walks of both days start.
fn shares(source: Source) -> Vec<f64> {
    let mut avoided = [0_u32; FEARS.len()];
    let mut walks = 0;
    for layout in (FIRST_LAYOUT..FIRST_LAYOUT + LAYOUTS).map(layout) {
        let plain = octile_distances(&layout.grid, layout.goal);
        let start = |seed: u64| layout.starts[(seed % layout.starts.len() as u64) as usize];
        let days: Vec<Knowledge> =
            layout.starts.iter().map(|&start| knowledge(&layout, start, source)).collect();
        for seed in 0..SEEDS {
            let knowledge = &days[(seed / 7 % layout.starts.len() as u64) as usize];
            walks += 1;
            for (avoided, fear) in avoided.iter_mut().zip(FEARS) {
                let fear_profile = FearProfile { fear, ..FearProfile::default() };
                let heuristic = knowledge.heuristic(&layout.grid, &plain, fear_profile).unwrap();
                let second_day = walk(&layout, start(seed), heuristic);
                let is_inside = |state: &u32| layout.inside[*state as usize];
                *avoided += u32::from(!second_day.states().iter().any(is_inside));
            }
        }
    }
    avoided.iter().map(|&avoided| f64::from(avoided) / f64::from(walks)).collect()
}

fn check(source: Source) {
    let shares = shares(source);
    assert!(shares[0] <= 0.1 && *shares.last().unwrap() >= 0.9, "{source:?} {shares:?}");
    assert!(shares.is_sorted(), "{source:?} {shares:?}");
}

#[test]
fn agent_that_got_lost_avoids_the_castle() {
    check(Source::Own);
}

#[test]
fn agent_that_watched_avoids_the_castle() {
    check(Source::Seen);
}

#[test]
fn agent_with_self_knowledge_avoids_the_castle_without_a_visit() {
    check(Source::Computed);
}

#[test]
fn knowledge_survives_saving_and_fades() {
    let layout = layout(7);
    let start = layout.starts[0];
    let mut known = knowledge(&layout, start, Source::Own);
    let bytes = known.to_bytes();
    assert_eq!(Knowledge::from_bytes(&bytes).unwrap(), known);
    for end in 0..bytes.len() {
        assert!(Knowledge::from_bytes(&bytes[..end]).is_err());
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x80;
        // Changed bytes are rejected, or decode to other usable knowledge.
        if let Ok(other) = Knowledge::from_bytes(&damaged) {
            assert_eq!(other.to_bytes(), damaged);
        }
    }
    let plain = octile_distances(&layout.grid, layout.goal);
    let fresh = known.heuristic(&layout.grid, &plain, FearProfile::default()).unwrap();
    known.fade(0.5).unwrap();
    let faded = known.heuristic(&layout.grid, &plain, FearProfile::default()).unwrap();
    assert!(faded.iter().zip(&fresh).all(|(faded, fresh)| faded <= fresh));
    assert_ne!(faded, fresh);
    (0..6).for_each(|_| known.fade(0.5).unwrap());
    assert!(known.is_empty());
    assert!(known.fade(1.5).is_err());
    assert_eq!(known.heuristic(&layout.grid, &plain, FearProfile::default()).unwrap(), plain);
}

/// Only states where a walk turned back are remembered, and fear stays within its reach.
#[test]
fn only_turning_points_are_feared_within_reach() {
    let grid = Grid::new(&Map::from_rows(&["........"]).unwrap(), Corners::Cut);
    let plain = vec![7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0];
    let mut track = Track::new(0);
    for to in [1, 2, 1, 2, 3, 4, 5, 6, 7] {
        track.go(to, 10);
    }
    let mut knowledge = Knowledge::new(&grid, 7).unwrap();
    knowledge.remember(&track, Source::Seen, &plain).unwrap();
    assert_eq!(
        knowledge.iter().map(|(state, memory)| (state, memory.cost)).collect::<Vec<_>>(),
        [(1, 80.0), (2, 70.0)]
    );
    let unit = grid.unit();
    let in_units: Vec<f64> = plain.iter().map(|length| length * unit).collect();
    let mut knowledge = Knowledge::new(&grid, 7).unwrap();
    let mut track = Track::new(0);
    for to in [1, 2, 1, 2, 3, 4, 5, 6, 7] {
        track.go(to, unit as u64);
    }
    knowledge.remember(&track, Source::Seen, &in_units).unwrap();
    // Two of nine steps were wasted; that counts less with the distance from the remembered state.
    let shy = |fear, reach| {
        let shy = knowledge.heuristic(&grid, &in_units, FearProfile { fear, reach }).unwrap();
        shy.iter().map(|estimate| estimate / unit).collect::<Vec<_>>()
    };
    assert_eq!(shy(1.0, 9), [7.0 + 1.0, 8.0, 7.0, 4.0 + 1.0, 3.0, 2.0, 1.0, 0.0]);
    assert_eq!(shy(0.5, 9), [7.0 + 0.5, 7.0, 6.0, 4.0 + 0.5, 3.0, 2.0, 1.0, 0.0]);
    assert_eq!(shy(1.0, 0), [7.0, 8.0, 7.0, 4.0, 3.0, 2.0, 1.0, 0.0]);
    let fear_penalty =
        knowledge.fear_penalty(&grid, |state| in_units[state as usize], FearProfile::default()).unwrap();
    assert_eq!(fear_penalty.get(&3).map(|fear_penalty| fear_penalty.from), Some(2));
    assert_eq!(fear_penalty.get(&4), None);
    // Own experience replaces what was seen.
    knowledge.remember(&track, Source::Own, &in_units).unwrap();
    assert_eq!(knowledge.get(1).map(|memory| (memory.source, memory.walks)), Some((Source::Own, 1)));
    knowledge.remember(&track, Source::Own, &in_units).unwrap();
    assert_eq!(knowledge.get(1).map(|memory| (memory.cost / unit, memory.walks)), Some((8.0, 2)));
    assert!(knowledge.heuristic(&grid, &plain, FearProfile { fear: 1.1, reach: 1 }).is_err());
    assert!(knowledge.heuristic(&grid, &plain, FearProfile { fear: 1.0, reach: u32::MAX }).is_err());
    assert!(knowledge.heuristic(&grid, &plain[1..], FearProfile::default()).is_err());
}
