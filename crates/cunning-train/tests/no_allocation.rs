//! Once warm, planning allocates nothing: neither the search nor the guidance it computes anew.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

mod support;

use cunning_search::Status;
use cunning_train::{QuestSearch, Successors};
use support::{Dice, built_in_quest, planners};

#[test]
fn a_warm_search_allocates_nothing() {
    let (quest, experience) = built_in_quest("dungeon");
    for planner in planners(&mut Dice::new(3)) {
        let mut search = QuestSearch::new(&quest, &experience, planner, Successors::Sixteen).unwrap();
        search.step(u64::MAX);
        let mut status = Status::Idle;
        let counted = allocation_counter::measure(|| {
            search.restart();
            status = search.step(u64::MAX);
        });
        assert_eq!((status, counted.count_total), (Status::Solved, 0), "{planner}");
    }
}

/// The counter must be able to count, or the test above means nothing.
#[test]
fn a_cold_search_allocates() {
    let (quest, experience) = built_in_quest("dungeon");
    let planner = planners(&mut Dice::new(3))[0];
    let counted = allocation_counter::measure(|| {
        QuestSearch::new(&quest, &experience, planner, Successors::Sixteen).unwrap().step(u64::MAX);
    });
    assert!(counted.count_total > 0);
}
