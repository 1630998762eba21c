//! A warm search does not allocate, including the computation of its heuristics.

use crate::support;

use cunning_search::Status;
use cunning_train::{QuestSearch, Successors};
use support::{Numbers, built_in_quest, planners};

#[test]
fn warm_search_does_not_allocate() {
    let (quest, experience) = built_in_quest("dungeon");
    for planner in planners(&mut Numbers::new(3)) {
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

/// Checks that the counter counts, without which the test above would prove nothing.
#[test]
fn cold_search_allocates() {
    let (quest, experience) = built_in_quest("dungeon");
    let planner = planners(&mut Numbers::new(3))[0];
    let counted = allocation_counter::measure(|| {
        QuestSearch::new(&quest, &experience, planner, Successors::Sixteen).unwrap().step(u64::MAX);
    });
    assert!(counted.count_total > 0);
}
