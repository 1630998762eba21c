//! Every planner keeps its bound on small quests, compared with an independent exhaustive search.

use crate::support;

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_search::{Dense, Engine, Expanded, Limits, Observer, QueueChoice, Search, SharedMha, Status};
use cunning_train::{
    ExperienceGraph, FirstLeg, QuestGuides, QuestPlanner, QuestSearch, QuestSession, QuestSpace, Successors,
};
use cunning_walk::Direction;
use support::{Numbers, built_in_quest, exhaustive, planners, random_experience, small_quest, weight};

const SMALL_QUESTS: u64 = 2500;

#[test]
fn every_planner_keeps_its_bound_on_small_quests() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..SMALL_QUESTS {
        let quest = small_quest(seed);
        let optimal = exhaustive(&quest);
        if optimal.is_some() {
            solved += 1;
        } else {
            unsolvable += 1;
        }
        if quest.check_reachable().is_err() {
            assert_eq!(optimal, None, "seed {seed}: solvable but reported as unreachable");
        }
        let experience = random_experience(&quest, seed);
        for planner in planners(&mut Numbers::new(seed)) {
            let mut search = QuestSearch::new(&quest, &experience, planner, Successors::Sixteen).unwrap();
            let status = search.step(u64::MAX);
            let Some(optimal) = optimal else {
                assert_eq!(status, Status::Unsolvable, "seed {seed}, {planner}");
                continue;
            };
            assert_eq!(status, Status::Solved, "seed {seed}, {planner}");
            let cost = search.cost().unwrap();
            assert!(
                cost >= optimal,
                "seed {seed}, {planner}: {cost} ns is less than the optimum of {optimal}"
            );
            assert!(
                cost as f64 <= optimal as f64 * planner.bound().unwrap(),
                "seed {seed}, {planner}: {cost} ns, the fastest takes {optimal}"
            );
            if planner.bound().unwrap() <= 1.0 {
                assert_eq!(cost, optimal, "seed {seed}, {planner}");
            }
        }
    }
    assert!(
        solved > 800 && unsolvable > 300,
        "{solved} solved, {unsolvable} not: the quests are too much alike"
    );
}

/// Plans can be played step by step and take the reported time.
#[test]
fn plans_can_be_played() {
    for seed in 0..300 {
        let quest = small_quest(seed);
        for planner in planners(&mut Numbers::new(seed)) {
            let mut search =
                QuestSearch::new(&quest, &random_experience(&quest, seed), planner, Successors::Sixteen)
                    .unwrap();
            if search.step(u64::MAX) != Status::Solved {
                continue;
            }
            let plan = search.plan();
            let mut play = QuestSession::new(&quest);
            assert_eq!(plan[0], play.now());
            for moment in &plan[1..] {
                let from = quest.position(play.now().situation.cell);
                let to = quest.position(moment.situation.cell);
                let direction = Direction::ALL.into_iter().find(|direction| {
                    let (dx, dy) = direction.offset();
                    (from.0.checked_add_signed(dx), from.1.checked_add_signed(dy)) == (Some(to.0), Some(to.1))
                });
                play.step(direction.unwrap(), moment.situation.sneaks).unwrap();
                assert_eq!(play.now(), *moment, "seed {seed}, {planner}");
            }
            assert!(play.is_done(), "seed {seed}, {planner}");
            assert_eq!(Some(play.now().ns), search.cost());
        }
    }
}

struct Count(BTreeMap<Dense, u32>);

impl Observer<QuestSpace<Dense>> for Count {
    fn expanded(&mut self, event: Expanded<'_, QuestSpace<Dense>>) {
        *self.0.entry(*event.state).or_default() += 1;
    }
}

#[test]
fn shared_mha_expands_no_state_more_than_twice() {
    let (dungeon, shown) = built_in_quest("dungeon");
    let small = (0..200).map(|seed| (small_quest(seed), random_experience(&small_quest(seed), seed)));
    let mut twice = 0;
    for (quest, experience) in small.chain([(dungeon, shown)]) {
        let graph = Arc::new(ExperienceGraph::on_grid(&quest, &experience).unwrap());
        for (epsilon, w1, w2) in [(2.0, 1.0, 1.0), (100.0, 1.0, 10.0), (2.0, 20.0, 5.0), (100.0, 20.0, 50.0)]
        {
            let mut guides = QuestGuides::new(&quest, &graph, weight(epsilon), FirstLeg::Straight);
            let mut space = QuestSpace::<Dense>::new(&quest, Successors::Sixteen);
            let mut engine =
                SharedMha::new(weight(w1), weight(w2), QueueChoice::RoundRobin, Limits::default());
            let mut count = Count(BTreeMap::new());
            let start = space.start();
            engine.start(&mut space, &mut guides, &start, &mut count);
            engine.step(&mut space, &mut guides, u64::MAX, &mut count);
            assert!(count.0.values().all(|&times| times <= 2), "{}: {epsilon} {w1} {w2}", quest.name());
            assert_eq!(
                count.0.values().map(|&times| u64::from(times)).sum::<u64>(),
                engine.counters().expanded
            );
            twice += count.0.values().filter(|&&times| times == 2).count();
        }
    }
    assert!(twice > 0, "no state was expanded twice, so the test would prove nothing");
}

#[test]
fn epsilon_one_equals_a_star() {
    let (quest, experience) = built_in_quest("dungeon");
    let one = weight(1.0);
    let mut costs = Vec::new();
    for planner in [
        QuestPlanner::ASTAR,
        QuestPlanner::e_graph(one, one),
        QuestPlanner::t_graph(one, one),
        QuestPlanner::shared_mha(one, one, one),
    ] {
        let mut search = QuestSearch::new(&quest, &experience, planner, Successors::Sixteen).unwrap();
        search.step(u64::MAX);
        costs.push((search.cost().unwrap(), search.counters()));
    }
    assert_eq!(costs[0], costs[1], "the E-Graph");
    assert_eq!(costs[0], costs[2], "the T-Graph");
    assert_eq!(costs[0].0, costs[3].0, "MHA*");
}

/// The enlarged space has sixteen times as many states and successors but the same plans.
#[test]
fn enlarged_space_has_the_same_plans() {
    let (dungeon, _) = built_in_quest("dungeon");
    assert_eq!(QuestSpace::<Dense>::new(&dungeon, Successors::Sixteen).state_count(), 120_000);
    assert_eq!(QuestSpace::<Dense>::new(&dungeon, Successors::TwoHundredFiftySix).state_count(), 1_920_000);
    for seed in 0..100 {
        let (quest, planner) = (small_quest(seed), QuestPlanner::ASTAR);
        let experience = random_experience(&quest, seed);
        let [plain, enlarged] = [Successors::Sixteen, Successors::TwoHundredFiftySix].map(|successors| {
            let mut search = QuestSearch::new(&quest, &experience, planner, successors).unwrap();
            search.step(u64::MAX);
            (search.status(), search.cost(), search.counters())
        });
        assert_eq!((plain.0, plain.1), (enlarged.0, enlarged.1), "seed {seed}");
        if plain.0 == Status::Unsolvable {
            // All states were expanded, and each has sixteen times the successors.
            assert!(enlarged.2.generated >= plain.2.generated * 16, "seed {seed}");
        }
    }
}

/// Quests with too many states for direct indexing are solved too.
#[test]
fn quests_with_many_facts_are_solved() {
    let row: String = ('a'..='v').collect();
    let names: Vec<String> = row.chars().map(|letter| format!("'item_{letter}'")).collect();
    let items =
        names.iter().zip(row.chars()).map(|(name, letter)| format!("[item.{name}]\nat = '{letter}'\n"));
    let items = items.collect::<Vec<_>>().concat();
    let text = format!(
        "map = '''\n##########################\n#S{row}G#\n##########################\n'''\n[walker]\nat = 'S'\n{items}[goal]\nat = 'G'\nneeds = [{}]\n",
        names.join(", ")
    );
    let quest = cunning_train::Quest::parse(&cunning_diag::Source::new("many", text)).unwrap();
    for planner in planners(&mut Numbers::new(1)) {
        let mut search =
            QuestSearch::new(&quest, &random_experience(&quest, 1), planner, Successors::Sixteen).unwrap();
        assert_eq!(search.step(u64::MAX), Status::Solved, "{planner}");
        assert!(search.cost().unwrap() as f64 <= planner.bound().unwrap() * 23.0 * 250e6);
    }
}

#[test]
fn slicing_does_not_change_the_search() {
    let (quest, experience) = built_in_quest("dungeon");
    for planner in planners(&mut Numbers::new(5)) {
        let search = || QuestSearch::new(&quest, &experience, planner, Successors::Sixteen).unwrap();
        let (mut whole, mut sliced) = (search(), search());
        whole.step(u64::MAX);
        let mut numbers = Numbers::new(9);
        while sliced.step(1 + numbers.below(500)) == Status::Running {}
        assert_eq!((whole.counters(), whole.cost()), (sliced.counters(), sliced.cost()), "{planner}");
        assert_eq!(whole.plan(), sliced.plan());
        sliced.restart();
        sliced.step(u64::MAX);
        assert_eq!(whole.counters(), sliced.counters(), "{planner}, restarted");
    }
}
