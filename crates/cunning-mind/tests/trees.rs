//! A recording shows the requested number of nodes of every search; searches are the same with it and without.

use crate::crowd;
use crate::story;

use std::collections::BTreeSet;

use crowd::Crowd;
use cunning_mind::MindConfig;
use cunning_plan::TreeNode;
use cunning_trace::{Config, Event, Header, Kind, Reader, Recorder};
use story::File;

/// Runs a crowd, and records this many nodes of every search if a number is given.
fn live(nodes_max: Option<u32>) -> (Vec<u64>, Vec<u8>) {
    let file = File::default();
    let mut crowd = Crowd::new(20, MindConfig::default(), |set| {
        if let Some(nodes_max) = nodes_max {
            let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
            recorder.attach(Box::new(file.clone()));
            set.record(recorder);
            set.record_trees(nodes_max);
        }
    });
    let tick = |_| {
        crowd.tick(50);
        crowd.minds.hash()
    };
    let hashes = (0..60).map(tick).collect();
    drop(crowd.minds.engine_mut().take_recorder().detach());
    (hashes, file.bytes())
}

#[test]
fn every_plan_has_a_recorded_tree() {
    let reader = Reader::open(live(Some(1000)).1).unwrap();
    let (mut trees, mut jobs, mut whole) = (0, BTreeSet::new(), 0);
    for record in reader.records().of_kinds(&[Kind::SearchTree, Kind::PlanFound]) {
        match record.unwrap().event {
            Event::SearchTree { job, nodes, left_out } => {
                trees += 1;
                jobs.insert(job);
                assert_eq!(left_out, 0);
                let nodes: Vec<_> = nodes.iter().collect();
                assert!(nodes.iter().any(|node| node.parent.is_none()), "it begins somewhere");
                let ids: BTreeSet<u32> = nodes.iter().map(|node| node.id).collect();
                assert!(nodes.iter().filter_map(|node| node.parent).all(|parent| ids.contains(&parent)));
                assert!(nodes.iter().all(|node| !node.state.is_empty()));
                let is_whole = |node: &&cunning_trace::SearchNode<'_>| node.flags & TreeNode::IN_PLAN > 0;
                let steps = nodes.iter().filter(is_whole).filter(|node| node.action.is_some()).count();
                whole += usize::from(steps > 2);
            }
            Event::PlanFound { job, .. } => assert!(jobs.contains(&job), "the tree comes before the plan"),
            other => panic!("{other:?}"),
        }
    }
    assert!(trees > 50 && whole > 5, "{trees} trees, {whole} with long plans");
}

#[test]
fn recorded_nodes_stay_within_the_limit() {
    for (nodes_max, kinds) in [(5, true), (0, false)] {
        let reader = Reader::open(live(Some(nodes_max)).1).unwrap();
        let mut left = 0;
        for record in reader.records().of_kinds(&[Kind::SearchTree]) {
            let Event::SearchTree { nodes, left_out, .. } = record.unwrap().event else {
                panic!("another kind")
            };
            assert!(nodes.iter().count() <= nodes_max as usize);
            left += left_out;
        }
        assert_eq!(left > 0, kinds);
        assert_eq!(reader.records().of_kinds(&[Kind::SearchTree]).count() > 0, kinds);
    }
}

#[test]
fn recording_trees_changes_nothing() {
    let plain = live(None).0;
    assert!([Some(0), Some(7), Some(1000)].into_iter().all(|nodes_max| live(nodes_max).0 == plain));
}
