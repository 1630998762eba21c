//! A navigator continues unchanged after loading, remembers watched walks, and rejects invalid bytes.

use crate::castle;

use castle::{Layout, layout};
use cunning_walk::knowledge::{FearProfile, Source};
use cunning_walk::navigator::{Navigator, NavigatorConfig};
use cunning_walk::real_time::{Graph as _, Method, Rule, Step, Walker, octile_distances};

const SHY: NavigatorConfig = NavigatorConfig {
    fear_profile: FearProfile { fear: 1.0, reach: 1024 },
    remembers: true,
    watches: true,
    computes: false,
    map_range: None,
    rule: Rule::LRTA,
};

/// Walks to the goal; `each` gets the navigator after every step and may replace it.
fn walk(
    layout: &Layout,
    config: &NavigatorConfig,
    navigator: &mut Navigator,
    mut each: impl FnMut(&mut Navigator),
) -> Vec<u32> {
    let Layout { grid, goal, starts, .. } = layout;
    let mut at = starts[0];
    navigator.set_out(grid, config, at, *goal, *goal).unwrap();
    while at != *goal {
        let step = navigator.decide(grid, config, at, |_| true).unwrap();
        navigator.went(step.to, step.cost);
        at = step.to;
        each(navigator);
    }
    navigator.end(grid, config).unwrap().unwrap().states().to_vec()
}

fn is_around(layout: &Layout, walk: &[u32]) -> bool {
    !walk.iter().any(|state| layout.inside[*state as usize])
}

#[test]
fn fearless_navigator_walks_like_lrta() {
    for seed in 0..5 {
        let layout = layout(seed);
        let rules = [Rule::LRTA, Rule { cost_weight: 4.0, removes_expendable: true, ..Rule::LRTA }];
        for rule in rules {
            let plain = octile_distances(&layout.grid, layout.goal);
            let mut walker =
                Walker::new(&layout.grid, Method::Rule(rule), plain, layout.starts[0], layout.goal).unwrap();
            let mut states = vec![layout.starts[0]];
            while let Step::Moved { to, .. } = walker.step() {
                states.push(to);
            }
            let config = NavigatorConfig { rule, ..NavigatorConfig::default() };
            assert_eq!(walk(&layout, &config, &mut Navigator::default(), |_| {}), states, "seed {seed}");
        }
    }
}

#[test]
fn second_walk_avoids_the_castle_even_if_saved_at_every_step() {
    for seed in 0..3 {
        let layout = layout(seed);
        let mut navigator = Navigator::default();
        assert!(!is_around(&layout, &walk(&layout, &SHY, &mut navigator, |_| {})), "the bad day");
        let mut copy = navigator.clone();
        let second = walk(&layout, &SHY, &mut navigator, |_| {});
        assert!(is_around(&layout, &second), "seed {seed}: {second:?}");
        let again = walk(&layout, &SHY, &mut copy, |navigator| {
            let bytes = navigator.to_bytes();
            let mut restored = Navigator::from_bytes(&bytes).unwrap();
            restored.wake(&layout.grid, &SHY).unwrap();
            assert_eq!(restored, *navigator);
            *navigator = restored;
        });
        assert_eq!(again, second);
    }
}

#[test]
fn avoidance_is_reported_once_per_walk() {
    let layout = layout(1);
    let mut navigator = Navigator::default();
    walk(&layout, &SHY, &mut navigator, |_| {});
    let Layout { grid, goal, starts, inside } = &layout;
    let mut at = starts[0];
    navigator.set_out(grid, &SHY, at, *goal, *goal).unwrap();
    let mut told = Vec::new();
    while at != *goal {
        let step = navigator.decide(grid, &SHY, at, |_| true).unwrap();
        told.extend(step.avoidance);
        navigator.went(step.to, step.cost);
        at = step.to;
    }
    let [avoidance] = told[..] else { panic!("{told:?}") };
    assert!(inside[avoidance.feared as usize], "{avoidance:?}");
    assert_eq!(avoidance.memory.source, Source::Own);
    assert!(avoidance.memory.cost > avoidance.plain);
}

/// Fear can be queried between walks, and the next walk uses it.
#[test]
fn fear_is_available_before_the_walk() {
    let layout = layout(3);
    let Layout { grid, goal, starts, .. } = &layout;
    let mut navigator = Navigator::default();
    assert!(navigator.fear(grid, &SHY, *goal).unwrap().is_empty());
    walk(&layout, &SHY, &mut navigator, |_| {});
    assert_eq!(navigator.goals().collect::<Vec<_>>(), [*goal]);
    let fear = navigator.fear(grid, &SHY, *goal).unwrap();
    assert!(fear.values().any(|fear_penalty| fear_penalty.over > 0.0));
    let fearless = NavigatorConfig { fear_profile: FearProfile { fear: 0.0, ..SHY.fear_profile }, ..SHY };
    assert!(navigator.fear(grid, &fearless, *goal).unwrap().is_empty());
    assert!(navigator.fear(grid, &SHY, starts[0]).unwrap().is_empty(), "that goal is unknown");
    navigator.set_out(grid, &SHY, starts[0], *goal, *goal).unwrap();
    for state in 0..grid.state_count() {
        assert_eq!(navigator.fear_penalty(state), fear.get(&state).copied());
    }
}

#[test]
fn watched_walks_are_remembered() {
    let layout = layout(2);
    let Layout { grid, goal, .. } = &layout;
    let (mut lost, mut other) = (Navigator::default(), Navigator::default());
    let day = walk(&layout, &SHY, &mut lost, |_| {});
    for &state in &day {
        other.watch(grid, 7, *goal, *goal, state).unwrap();
    }
    assert_eq!(other.watched().collect::<Vec<_>>(), [7]);
    assert!(other.knowledge(*goal).is_none(), "it is not over yet");
    assert!(other.look_away(grid, &SHY, 7).unwrap() && !other.look_away(grid, &SHY, 7).unwrap());
    assert!(other.knowledge(*goal).unwrap().iter().all(|(_, memory)| memory.source == Source::Seen));
    assert!(is_around(&layout, &walk(&layout, &SHY, &mut other, |_| {})));
    // Memories fade.
    for _ in 0..7 {
        other.fade(grid, &SHY, 0.5).unwrap();
    }
    assert!(other.knowledge(*goal).is_none());
    assert!(!is_around(&layout, &walk(&layout, &SHY, &mut other, |_| {})));
}

#[test]
fn invalid_bytes_are_rejected() {
    let layout = layout(3);
    let (mut navigator, mut saved) = (Navigator::default(), Vec::new());
    walk(&layout, &SHY, &mut navigator, |_| {});
    navigator.watch(&layout.grid, 3, layout.goal, layout.goal, 5).unwrap();
    walk(&layout, &SHY, &mut navigator, |navigator| saved = navigator.to_bytes());
    assert!(Navigator::from_bytes(&saved).is_ok());
    assert_eq!(Navigator::from_bytes(&saved).unwrap().states(), layout.grid.state_count());
    for end in 0..saved.len() {
        assert!(Navigator::from_bytes(&saved[..end]).is_err(), "cut to {end}");
    }
    for at in 0..saved.len() {
        let mut damaged = saved.clone();
        damaged[at] ^= 0x81;
        // Changed bytes are rejected, or decode to another navigator that still works.
        if let Ok(mut other) = Navigator::from_bytes(&damaged) {
            assert!(other.to_bytes() == damaged, "byte {at}");
            // Its knowledge may be about another graph now, which is an error.
            let _told = other.wake(&layout.grid, &SHY);
            other.decide(&layout.grid, &SHY, layout.starts[0], |_| true);
        }
    }
}

/// After a bad day and a walk around the castle by other means, a fearless character with a map takes the shortest known
/// path, and a shy one the road. When a step of the known path is closed, it still arrives.
#[test]
fn map_keeper_takes_the_shortest_path_it_does_not_fear() {
    let shy = NavigatorConfig { map_range: Some(10), ..SHY };
    let fearless = NavigatorConfig { fear_profile: FearProfile { fear: 0.0, ..SHY.fear_profile }, ..shy };
    for seed in 0..5 {
        let layout = layout(seed);
        let Layout { grid, goal, starts, inside } = &layout;
        let mut navigator = Navigator::default();
        walk(&layout, &shy, &mut navigator, |_| {});
        for state in (0..grid.state_count()).filter(|&state| !inside[state as usize]) {
            if grid.is_free(grid.position(state)) {
                navigator.explore(grid, &shy, state).unwrap();
            }
        }
        let mut plain = navigator.clone();
        let short = walk(&layout, &fearless, &mut plain, |_| {});
        let long = walk(&layout, &shy, &mut navigator.clone(), |_| {});
        assert!(!is_around(&layout, &short) && is_around(&layout, &long), "seed {seed}");
        let again = walk(&layout, &shy, &mut navigator.clone(), |navigator| {
            *navigator = Navigator::from_bytes(&navigator.to_bytes()).unwrap();
            navigator.wake(grid, &shy).unwrap();
        });
        assert_eq!(again, long, "seed {seed}: saved at every step");
        // The cell in the middle of the known path is closed.
        let closed = short[short.len() / 2];
        let mut at = starts[0];
        navigator.set_out(grid, &fearless, at, *goal, *goal).unwrap();
        for _ in 0..10_000 {
            let Some(step) = navigator.decide(grid, &fearless, at, |to| to != closed) else { break };
            assert_ne!(step.to, closed);
            navigator.went(step.to, step.cost);
            at = step.to;
        }
        assert_eq!(at, *goal, "seed {seed}");
    }
}
