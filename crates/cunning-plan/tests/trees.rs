//! The search tree of a finished search is available for every algorithm that keeps one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::explain::tell_node;
use cunning_plan::{
    Algorithm, CompiledGoal, Direction, Grounding, PlanCache, PlanRequest, Planner, PlannerConfig,
    SearchTree, State, TreeNode, read,
};
use cunning_search::{Status, Weight};

const TEXT: &str = r#"
types.place = ["beach", "docks", "tavern", "still"]
facts = { at = "place", gold = { type = "int", min = 0, max = 9 }, rum = "bool", drunk = "bool" }
action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"], cost = 2 }
action.work = { when = ["at == docks", "gold < 9"], then = ["gold += 1"] }
action.buy = { when = ["at == tavern", "gold >= 3"], then = ["rum", "gold -= 3"] }
action.drink = { when = ["rum"], then = ["drunk", "not rum"] }
goal.get_drunk = { want = ["drunk"] }
"#;

/// Plans, and gives the tree with the number of steps of the plan.
fn planned(config: PlannerConfig, nodes_max: usize, cache: Option<&mut PlanCache>) -> (SearchTree, usize) {
    let domain = Arc::new(read(&Source::new("rum.toml", TEXT)).unwrap_or_else(|found| panic!("{found}")));
    let goal = domain.goal_named("get_drunk").unwrap();
    let grounding = Grounding::new(&domain, &PlanRequest::new(goal)).unwrap();
    let compiled_goal = grounding.compiled_goal(goal, &[]).unwrap();
    let mut planner = Planner::new(config);
    match cache {
        None => {
            planner.begin(&compiled_goal, &grounding.start(), &[]);
            while planner.step(7) == Status::Running {}
        }
        Some(cache) => {
            for _ in 0..2 {
                planner.begin_cached(&compiled_goal, &grounding.start(), &[], cache);
                while planner.step(7) == Status::Running {}
                planner.keep(cache);
            }
        }
    }
    let steps = planner.plan().unwrap().steps.len();
    (planner.tree(nodes_max), steps)
}

#[test]
fn plan_is_a_path_through_the_search_tree() {
    let plain = PlannerConfig::default();
    for (algorithm, direction) in [
        (Algorithm::AStar, Direction::Auto),
        (Algorithm::AStar, Direction::Backward),
        (Algorithm::AStar, Direction::Forward),
        (Algorithm::Greedy, Direction::Forward),
        (Algorithm::WeightedAStar(Weight::new(2.0).unwrap()), Direction::Backward),
    ] {
        let config = PlannerConfig { algorithm, direction, ..plain };
        let (tree, steps) = planned(config, 10_000, None);
        let nodes: BTreeMap<u32, &TreeNode> = tree.nodes.iter().map(|node| (node.id, node)).collect();
        assert_eq!((nodes.len(), tree.left_out), (tree.nodes.len(), 0), "numbers are different");
        let in_plan: Vec<&TreeNode> =
            tree.nodes.iter().filter(|node| node.flags & TreeNode::IN_PLAN > 0).collect();
        // From its end, the way leads through as many actions as the plan has steps to a beginning.
        let parents: Vec<u32> = in_plan.iter().filter_map(|node| node.parent).collect();
        let last = in_plan.iter().find(|node| !parents.contains(&node.id)).unwrap();
        let way = std::iter::successors(Some(*last), |node| node.parent.map(|parent| nodes[&parent]));
        let actions = way.clone().filter(|node| node.action.is_some()).count();
        assert_eq!(actions, steps, "{algorithm:?} {direction:?}");
        assert!(way.zip(1..).all(|(node, _)| node.flags & TreeNode::IN_PLAN > 0));
        assert!(tree.nodes.iter().filter(|node| node.flags & TreeNode::EXPANDED > 0).count() >= steps);
        let is_forward = tree.nodes.iter().all(|node| node.flags & TreeNode::FORWARD > 0);
        assert_eq!(is_forward, direction == Direction::Forward);
    }
}

/// How a search is set up with the order of expansions kept.
fn begun(config: PlannerConfig) -> (Planner, CompiledGoal, State) {
    let domain = Arc::new(read(&Source::new("rum.toml", TEXT)).unwrap_or_else(|found| panic!("{found}")));
    let goal = domain.goal_named("get_drunk").unwrap();
    let grounding = Grounding::new(&domain, &PlanRequest::new(goal)).unwrap();
    let (compiled_goal, start) = (grounding.compiled_goal(goal, &[]).unwrap(), grounding.start());
    let mut planner = Planner::new(config);
    planner.keep_order();
    planner.begin(&compiled_goal, &start, &[]);
    (planner, compiled_goal, start)
}

#[test]
fn expansion_order_equals_that_of_single_steps() {
    for direction in [Direction::Auto, Direction::Backward, Direction::Forward] {
        let (mut planner, ..) = begun(PlannerConfig { direction, ..PlannerConfig::default() });
        let is_expanded = |node: &&TreeNode| node.flags & TreeNode::EXPANDED > 0;
        let (mut seen, mut order) = (BTreeSet::new(), Vec::new());
        while planner.step(1) == Status::Running {
            let tree = planner.tree(usize::MAX);
            let new = tree.nodes.iter().filter(is_expanded).find(|node| !seen.contains(&node.id));
            // A step may be a piece of work on tables.
            if let Some(new) = new {
                seen.insert(new.id);
                order.push(new.id);
            }
        }
        let tree = planner.tree(usize::MAX);
        let mut kept: Vec<(u32, u32)> =
            tree.nodes.iter().filter_map(|node| Some((node.expansion?, node.id))).collect();
        kept.sort_unstable();
        assert!(kept.iter().zip(0..).all(|((at, _), place)| *at == place), "{direction:?}: none is left out");
        let kept: Vec<u32> = kept.into_iter().map(|(_, id)| id).collect();
        assert_eq!(kept[..order.len()], order, "{direction:?}");
        assert!(kept.len() <= order.len() + 1, "{direction:?}: a step expands at most one node");
    }
}

#[test]
fn nodes_list_open_conditions() {
    let (mut planner, compiled_goal, start) =
        begun(PlannerConfig { direction: Direction::Backward, ..PlannerConfig::default() });
    while planner.step(7) == Status::Running {}
    let tree = planner.tree(usize::MAX);
    let tell = |node: &TreeNode| tell_node(&compiled_goal, &start, node.flags, &node.state).unwrap();
    let root = tell(&tree.nodes[0]);
    assert_eq!((root.open, root.met), (vec!["drunk".to_owned()], Vec::new()));
    // Nothing is open where a plan ends that was searched from the goal.
    let in_plan: Vec<&TreeNode> =
        tree.nodes.iter().filter(|node| node.flags & TreeNode::IN_PLAN > 0).collect();
    assert!(in_plan.iter().any(|node| tell(node).open.is_empty()));
    assert!(in_plan.iter().any(|node| tell(node).open.contains(&"gold >= 3".to_owned())));

    let (mut planner, compiled_goal, start) =
        begun(PlannerConfig { direction: Direction::Forward, ..PlannerConfig::default() });
    while planner.step(7) == Status::Running {}
    let tree = planner.tree(usize::MAX);
    let tell = |node: &TreeNode| tell_node(&compiled_goal, &start, node.flags, &node.state).unwrap();
    let root = tell(&tree.nodes[0]);
    assert_eq!((root.open, root.changed), (vec!["drunk".to_owned()], Vec::new()));
    let end = tree.nodes.iter().filter(|node| node.flags & TreeNode::IN_PLAN > 0).map(tell);
    let end = end.filter(|tale| tale.open.is_empty()).collect::<Vec<_>>();
    assert_eq!(end.len(), 1);
    assert!(
        end[0].changed.contains(&"drunk".to_owned()) && end[0].changed.contains(&"at == tavern".to_owned())
    );
}

#[test]
fn foreign_bytes_are_not_decoded_as_a_node() {
    let (_, compiled_goal, start) = begun(PlannerConfig::default());
    for bytes in [&[][..], &[1, 2, 3], &[0; 800]] {
        for flags in [0, TreeNode::FORWARD, u32::MAX] {
            assert_eq!(tell_node(&compiled_goal, &start, flags, bytes), None);
        }
    }
    // Nonsense of the right size is told without a panic.
    assert!(tell_node(&compiled_goal, &start, TreeNode::FORWARD, &[255; 8]).is_some());
    assert!(tell_node(&compiled_goal, &start, 0, &[255; 8]).is_some());
}

#[test]
fn tree_keeps_the_first_nodes_and_counts_the_rest() {
    let config = PlannerConfig::default();
    let all = planned(config, usize::MAX, None).0;
    let some = planned(config, 5, None).0;
    assert_eq!(some.nodes, all.nodes[..5]);
    assert_eq!(some.left_out, all.nodes.len() as u64 - 5);
}

#[test]
fn ida_star_and_cached_searches_have_no_tree() {
    let config = PlannerConfig { algorithm: Algorithm::IdaStar, ..PlannerConfig::default() };
    assert_eq!(planned(config, 100, None).0, SearchTree::default());
    let mut cache = PlanCache::new(10);
    assert_eq!(planned(PlannerConfig::default(), 100, Some(&mut cache)).0, SearchTree::default());
}
