//! The recorded snapshot of a job is enough to repeat its search, and to compare it with another text.

use crate::crowd;
use crate::story;

use std::collections::BTreeMap;
use std::sync::Arc;

use crowd::{Crowd, spec};
use cunning_diag::Source;
use cunning_mind::debug::{Comparison, Decision, RecordedDomain, RecordedSearch};
use cunning_mind::{DomainSpec, MindConfig};
use cunning_plan::TreeNode;
use cunning_trace::{AgentId, Config, Event, Header, Kind, NameTable, Reader, Recorder, Subject};
use story::File;

fn recorded() -> Reader<Vec<u8>> {
    let file = File::default();
    let mut crowd = Crowd::new(20, MindConfig::default(), |set| {
        let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
        recorder.attach(Box::new(file.clone()));
        set.record(recorder);
        set.record_trees(4);
    });
    (0..60).for_each(|_| crowd.tick(50));
    drop(crowd.minds.engine_mut().take_recorder().detach());
    Reader::open(file.bytes()).unwrap()
}

#[test]
fn recorded_searches_are_repeated() {
    let (reader, domain) = (recorded(), RecordedDomain::new(spec()));
    let mut asked: BTreeMap<u64, (AgentId, u64, Vec<u8>)> = BTreeMap::new();
    let (mut same, mut all) = (0, 0);
    for record in reader.records().of_kinds(&[Kind::PlanAsked, Kind::SearchTree]) {
        let record = record.unwrap();
        let Subject::Agent(agent) = record.subject else { continue };
        match record.event {
            Event::PlanAsked { job, snapshot, .. } => {
                asked.insert(job, (agent, record.tick, snapshot.to_vec()));
            }
            Event::SearchTree { job, nodes, left_out } => {
                let (agent, tick, snapshot) = &asked[&job];
                let view = reader.view(*agent, *tick).unwrap();
                let past =
                    RecordedSearch::of_record(&domain, &view, snapshot, (nodes, left_out), (20_000, 1000))
                        .unwrap();
                all += 1;
                same += usize::from(past.is_same());
                let tree = past.tree();
                if past.is_same() {
                    assert_eq!(tree.left_out, 0, "the repeated search has all nodes");
                    let expanded = tree.nodes.iter().filter(|node| node.flags & TreeNode::EXPANDED > 0);
                    assert!(expanded.clone().all(|node| node.expansion.is_some()));
                    assert!(tree.nodes.iter().all(|node| past.tell(node).is_some()));
                    assert!(
                        tree.nodes.iter().all(|node| past.action(node).is_some() == node.action.is_some())
                    );
                }
            }
            _ => {}
        }
    }
    assert!(all > 50 && same * 10 >= all * 9, "{same} of {all}");
}

#[test]
fn bytes_of_another_domain_are_an_error() {
    let (reader, domain) = (recorded(), RecordedDomain::new(spec()));
    let (agent, tick) = (AgentId(0), 1);
    let view = reader.view(agent, tick).unwrap();
    for bytes in [&[][..], &[0; 3], &[255; 400]] {
        let nodes = (cunning_trace::List::empty(), 0);
        assert!(RecordedSearch::of_record(&domain, &view, bytes, nodes, (100, 100)).is_err());
    }
}

/// Returns all decisions of a recording in two versions of its domain.
fn compared(reader: &Reader<Vec<u8>>, new: Arc<DomainSpec>) -> Vec<(u64, [Decision; 2])> {
    let mut comparison = Comparison::new(spec(), new);
    let mut found = Vec::new();
    for record in reader.records().of_kinds(&[Kind::PlanAsked]) {
        let record = record.unwrap();
        let (Subject::Agent(agent), Event::PlanAsked { job, snapshot, .. }) = (record.subject, record.event)
        else {
            continue;
        };
        let view = reader.view(agent, record.tick).unwrap();
        found.push((job, comparison.compare(&view, snapshot, 20_000).unwrap()));
    }
    found
}

#[test]
fn same_text_makes_the_recorded_decisions() {
    let reader = recorded();
    let found = compared(&reader, spec());
    assert!(found.len() > 50 && found.iter().all(|(_, [old, new])| old == new));
    let decisions: BTreeMap<u64, &Decision> = found.iter().map(|(job, [old, _])| (*job, old)).collect();
    let (mut agree, mut all) = (0, 0);
    for record in reader.records().of_kinds(&[Kind::PlanFound]) {
        let record = record.unwrap();
        let Event::PlanFound { job, plan, .. } = record.event else { continue };
        let name = |id| reader.name(NameTable::Action, id, record.tick).unwrap().to_owned();
        let steps: Vec<String> = plan.steps.iter().map(|step| name(step.action.id)).collect();
        let thought: Vec<String> = decisions[&job]
            .steps
            .iter()
            .map(|step| step.split('(').next().unwrap_or_default().to_owned())
            .collect();
        all += 1;
        agree += usize::from(steps == thought && plan.cost == decisions[&job].cost_micros);
    }
    assert!(all > 50 && agree * 10 >= all * 9, "{agree} of {all}");
}

#[test]
fn another_text_makes_other_decisions() {
    let text = include_str!("../../../domains/rifleman.toml");
    let without = text.replace("\"take_cover\"", "\"reload\"");
    assert_ne!(text, without, "the edit changes the text");
    let edited = cunning_mind::read(&Source::new("rifleman.toml", without));
    let found = compared(&recorded(), Arc::new(edited.unwrap_or_else(|found| panic!("{found}"))));
    let changed = found.iter().filter(|(_, [old, new])| old != new);
    assert!(changed.clone().all(|(_, [old, _])| old.steps.iter().any(|step| step.contains("take_cover"))));
    assert!(changed.count() > 0);
}
