//! Self-knowledge: the published counter-example, the theorems on random graphs, and the fast computation compared with
//! the slow one.

#![allow(clippy::float_cmp)] // Costs are integers.

use cunning_walk::real_time::{
    Graph, Learning, Lookahead, Method, RoadMap, Rule, WalkError, distances, octile_distances,
};
use cunning_walk::self_knowledge::SelfKnowledge;
use cunning_walk::{Corners, Grid, Map};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

struct Numbers(Pcg64Mcg);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }
}

/// A connected graph of up to 24 states, a tree with some more edges, and a heuristic of one of five kinds.
fn random_problem(seed: u64) -> (RoadMap, u32, Vec<f64>) {
    let mut dice = Numbers(Pcg64Mcg::seed_from_u64(seed));
    let states = 2 + dice.below(23) as u32;
    let costs = 1 + dice.below(9);
    let mut roads: Vec<(u32, u32, u64)> = Vec::new();
    for state in 1..states {
        roads.push((dice.below(u64::from(state)) as u32, state, 1 + dice.below(costs)));
    }
    for _ in 0..dice.below(2 * u64::from(states)) {
        let [one, two] = [0, 1].map(|_| dice.below(u64::from(states)) as u32);
        let is_new = |&(a, b, _): &(u32, u32, u64)| (a, b) != (one, two) && (b, a) != (one, two);
        if one != two && roads.iter().all(is_new) {
            roads.push((one, two, 1 + dice.below(costs)));
        }
    }
    let graph = RoadMap::new(states, &roads).unwrap();
    let goal = dice.below(u64::from(states)) as u32;
    let optimal = distances(&graph, goal).unwrap();
    let kind = dice.below(5);
    let heuristic = optimal.iter().map(|&optimal| match kind {
        0 => 0.0,
        1 => (optimal * 0.5).floor(),
        2 => dice.below(optimal as u64 + 1) as f64,
        3 => dice.below(40) as f64,
        _ => [f64::INFINITY, 3.0, optimal][dice.below(3) as usize],
    });
    let heuristic = heuristic.collect();
    (graph, goal, heuristic)
}

/// Rules and lookaheads for the comparison.
fn methods() -> Vec<Method> {
    let rule = Method::Rule;
    vec![
        Method::LRTA,
        rule(Rule { weight: 1.5, ..Rule::LRTA }),
        rule(Rule { weight: 0.5, cost_weight: 0.5, ..Rule::LRTA }),
        rule(Rule { learning: Learning::Mean, beam: 0.7, step_size: 0.3, ..Rule::LRTA }),
        rule(Rule { learning: Learning::Median, beam: 1.0, cost_weight: 3.0, ..Rule::LRTA }),
        rule(Rule { learning: Learning::Max, beam: 0.5, avoids_depressions: true, ..Rule::LRTA }),
        rule(Rule { removes_expendable: true, ..Rule::LRTA }),
        rule(Rule { avoids_depressions: true, removes_expendable: true, step_size: 0.5, ..Rule::LRTA }),
    ]
}

/// The counter-example of the paper with its numbers.
#[test]
fn counter_example_of_the_paper_is_reproduced() {
    let map = Map::from_rows(&[".....", "@@@@.", "@@..@"]).unwrap();
    let grid = Grid::new(&map, Corners::Cut);
    let goal = grid.cell((2, 2)).unwrap();
    let mut knowledge = SelfKnowledge::new(&grid, goal, Method::LRTA, octile_distances(&grid, goal)).unwrap();
    let top_row = |costs: &[f64]| -> Vec<String> {
        costs[..5].iter().map(|cost| format!("{:.3}", cost / grid.unit())).collect()
    };
    assert_eq!(top_row(knowledge.costs()), ["2.828", "2.414", "2.000", "2.414", "2.828"]);
    let mut orders = Vec::new();
    for expected in [
        ["7.414", "6.414", "5.414", "10.414", "3.414"],
        ["12.828", "11.828", "10.828", "3.828", "3.414"],
        ["6.828", "5.828", "4.828", "3.828", "3.414"],
    ] {
        orders.push(knowledge.next_order());
        assert_eq!(top_row(knowledge.costs()), expected);
    }
    assert_eq!(
        knowledge.costs(),
        &knowledge
            .optimal()
            .iter()
            .zip(knowledge.costs())
            .map(|(&optimal, &cost)| { if optimal.is_finite() { optimal } else { cost } })
            .collect::<Vec<f64>>()[..]
    );
    let betas: Vec<String> = orders.iter().map(|order| format!("{:.4}", order.beta)).collect();
    assert_eq!(betas, ["1.2535", "1.3938", "1.0000"]);
    assert!(knowledge.next_order().is_fixpoint);
}

/// For every rule, heuristic and limit, costs propagated from roots equal those of walks from every state.
#[test]
fn walks_from_roots_give_the_costs_of_walks_from_every_state() {
    for seed in 0..2000 {
        let (graph, goal, heuristic) = random_problem(seed);
        for method in methods() {
            let mut fast = SelfKnowledge::new(&graph, goal, method, heuristic.clone()).unwrap();
            let mut slow = SelfKnowledge::new(&graph, goal, method, heuristic.clone()).unwrap();
            for _ in 0..4 {
                let (one, two) = (fast.next_order(), slow.next_order_by_runs());
                assert_eq!(fast.costs(), slow.costs(), "seed {seed}, {method:?}, order {}", one.index);
                assert_eq!((one.beta, one.capped), (two.beta, two.capped), "seed {seed}, {method:?}");
                assert!(one.roots <= two.roots);
            }
        }
    }
}

/// An order is rejected exactly if its mean is too high, and then nothing has changed.
#[test]
fn order_is_rejected_exactly_if_its_mean_is_too_high() {
    let mut refused = 0;
    for seed in 0..2000 {
        let (graph, goal, heuristic) = random_problem(seed);
        for method in
            [Method::LRTA, methods()[3], Method::HILL_CLIMBING, Method::Lookahead(Lookahead::lss(2))]
        {
            let mut free = SelfKnowledge::new(&graph, goal, method, heuristic.clone()).unwrap();
            let mut bound = SelfKnowledge::new(&graph, goal, method, heuristic.clone()).unwrap();
            let order = free.next_order();
            for beta_max in [1.0, 1.2, 2.0, order.beta - 1e-6] {
                let answer = bound.next_order_within(beta_max);
                if order.beta <= beta_max {
                    assert_eq!(
                        (answer, bound.costs()),
                        (Some(order), free.costs()),
                        "seed {seed}, {method:?}"
                    );
                    break;
                }
                refused += 1;
                assert_eq!(answer, None, "seed {seed}, {method:?}, {beta_max}");
            }
            let mut fresh = SelfKnowledge::new(&graph, goal, method, heuristic.clone()).unwrap();
            assert_eq!(fresh.next_order_within(order.beta), Some(order), "seed {seed}, {method:?}");
        }
    }
    assert!(refused > 2000, "{refused}");
}

/// Corollary 1: hill climbing that reaches the goal from every state never gets worse with self-knowledge. Theorem 2: from
/// any heuristic, even with infinite values, it is perfect after as many orders as there are states.
#[test]
fn hill_climbing_never_gets_worse_and_becomes_perfect() {
    let mut finite = 0;
    for seed in 0..3000 {
        let (graph, goal, heuristic) = random_problem(seed);
        let mut knowledge = SelfKnowledge::new(&graph, goal, Method::HILL_CLIMBING, heuristic).unwrap();
        let mut before = knowledge.costs().to_vec();
        let mut was_complete = false;
        for _ in 0..knowledge.reachable().len() {
            let order = knowledge.next_order();
            assert_eq!(order.roots, 0);
            if was_complete {
                finite += 1;
                let pairs = knowledge.costs().iter().zip(&before);
                assert!(pairs.into_iter().all(|(now, before)| now <= before), "seed {seed}");
            }
            was_complete = order.endless == 0;
            before = knowledge.costs().to_vec();
        }
        assert_eq!(knowledge.costs(), knowledge.optimal(), "seed {seed}");
        assert!(knowledge.next_order().is_fixpoint);
    }
    assert!(finite > 2000, "{finite}");
}

/// The set of roots of LRTA* only shrinks, and the cost of a state is optimal from the order on that is one above the
/// number of edges of its longest optimal path.
#[test]
fn lrta_roots_shrink_and_costs_become_optimal_from_the_goal_outward() {
    for seed in 0..3000 {
        let (graph, goal, mut heuristic) = random_problem(seed);
        let optimal = distances(&graph, goal).unwrap();
        // The claims hold for costs of walks, not for initial estimates; infinite costs are endless walks.
        for (estimate, optimal) in heuristic.iter_mut().zip(&optimal) {
            *estimate = estimate.min(1000.0 * optimal);
        }
        let depths = longest_optimal_paths(&graph, &optimal);
        let mut knowledge = SelfKnowledge::new(&graph, goal, Method::LRTA, heuristic).unwrap();
        let mut roots_before: Vec<u32> = (0..graph.state_count()).collect();
        let deepest = depths.iter().max().copied().unwrap();
        for index in 1..=deepest + 1 {
            knowledge.next_order();
            let is_old = |root| roots_before.binary_search(root).is_ok();
            assert!(knowledge.roots().iter().all(is_old), "seed {seed}, order {index}");
            roots_before = knowledge.roots().to_vec();
            for (state, &depth) in depths.iter().enumerate() {
                if index > depth {
                    let found = knowledge.costs()[state];
                    assert!(found == optimal[state], "seed {seed}, state {state}");
                }
            }
        }
        assert!(knowledge.next_order().is_fixpoint, "seed {seed}");
    }
}

/// The number of edges of the longest optimal path from each state.
fn longest_optimal_paths(graph: &RoadMap, optimal: &[f64]) -> Vec<u32> {
    let mut states: Vec<u32> = (0..graph.state_count()).collect();
    states.sort_by(|&one, &two| optimal[one as usize].total_cmp(&optimal[two as usize]));
    let mut depths = vec![0; states.len()];
    for state in states {
        for (to, cost) in graph.neighbours(state) {
            let rest = optimal[state as usize] - cost as f64;
            if rest == optimal[to as usize] {
                depths[state as usize] = depths[state as usize].max(depths[to as usize] + 1);
            }
        }
    }
    depths
}

/// Optimal costs are a fixed point for every method without weights.
#[test]
fn optimal_costs_are_a_fixed_point_for_unweighted_methods() {
    for seed in 0..300 {
        let (graph, goal, _) = random_problem(seed);
        let optimal = distances(&graph, goal).unwrap();
        for method in [
            Method::LRTA,
            Method::HILL_CLIMBING,
            Method::Lookahead(Lookahead::lss(3)),
            Method::Lookahead(Lookahead::rtaa(5)),
        ] {
            let mut knowledge = SelfKnowledge::new(&graph, goal, method, optimal.clone()).unwrap();
            assert!(knowledge.next_order().is_fixpoint, "seed {seed}, {method:?}");
        }
    }
}

#[test]
fn invalid_inputs_are_rejected() {
    let graph = RoadMap::new(2, &[(0, 1, 1)]).unwrap();
    let new = |goal, method, heuristic| SelfKnowledge::new(&graph, goal, method, heuristic).err();
    assert_eq!(new(2, Method::LRTA, vec![0.0; 2]), Some(WalkError::NoSuchState { state: 2, states: 2 }));
    assert_eq!(new(0, Method::LRTA, vec![0.0; 3]), Some(WalkError::HeuristicLength { found: 3, states: 2 }));
    assert!(matches!(new(0, Method::LRTA, vec![0.0, f64::NAN]), Some(WalkError::Estimate { state: 1, .. })));
    let rule = Method::Rule(Rule { weight: 0.0, ..Rule::LRTA });
    assert!(matches!(new(0, rule, vec![0.0; 2]), Some(WalkError::Parameter { name: "weight", .. })));
    let far = RoadMap::new(50_000, &(1..50_000).map(|i| (i - 1, i, 1 << 28)).collect::<Vec<_>>()).unwrap();
    assert_eq!(SelfKnowledge::new(&far, 0, Method::LRTA, vec![0.0; 50_000]).err(), Some(WalkError::TooFar));
}
