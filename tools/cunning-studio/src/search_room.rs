//! The room in which a search is gone through: its nodes in the order of their expansion, a page at a time, and the
//! neighbourhood of each as a graph.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_mind::RecordedSearch;
use cunning_plan::TreeNode;
use serde::{Deserialize, Serialize};

use crate::designer::Asked;
use crate::limits::{NODES_PAGE_MAX, SEARCHES_MAX};
use crate::wire::{Refusal, Who};

/// Which search.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Which {
    /// One that was recorded.
    Job { agent: Who, job: String, nth: usize },
    /// The one for a question about a text.
    Asked(Asked),
}

/// A search made ready to be looked at.
pub(crate) struct Looked {
    search: RecordedSearch,
    /// Places of nodes: those that were expanded in that order, then all others in the order of their discovery.
    order: Vec<u32>,
    /// The place in that order of each node.
    rank: Vec<u32>,
    /// Which node a number means.
    of_id: BTreeMap<u32, u32>,
    children: Vec<Vec<u32>>,
    expanded: usize,
}

/// The searches that were looked at last.
#[derive(Default)]
pub(crate) struct Gallery(Vec<(Which, Arc<Looked>)>);

/// Part of a search.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Page {
    goal: Option<String>,
    /// Whether it is the search that was recorded, made again.
    is_same: bool,
    is_forward: bool,
    total: usize,
    expanded: usize,
    /// How many nodes are not kept.
    left_out: u64,
    nodes: Vec<Row>,
}

/// A node.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    /// Its place in the order.
    at: u32,
    parent: Option<u32>,
    action: Option<String>,
    g: f64,
    h: Option<f64>,
    is_expanded: bool,
    is_in_plan: bool,
    is_forward: bool,
    children: usize,
    open: Vec<String>,
    met: Vec<String>,
    changed: Vec<String>,
}

impl Gallery {
    /// A search that was looked at before.
    pub(crate) fn get(&self, which: &Which) -> Option<Arc<Looked>> {
        self.0.iter().find(|(known, _)| known == which).map(|(_, looked)| looked.clone())
    }

    pub(crate) fn add(&mut self, which: Which, looked: Arc<Looked>) {
        if self.0.len() >= SEARCHES_MAX {
            self.0.remove(0);
        }
        self.0.push((which, looked));
    }
}

impl Looked {
    pub(crate) fn new(search: RecordedSearch) -> Self {
        let nodes = &search.tree().nodes;
        let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
        order.sort_by_key(|&at| nodes[at as usize].expansion.map_or((1, at), |place| (0, place)));
        let mut rank = vec![0; nodes.len()];
        (0..).zip(&order).for_each(|(place, &at)| rank[at as usize] = place);
        let of_id: BTreeMap<u32, u32> = (0..).zip(nodes).map(|(at, node)| (node.id, at)).collect();
        let mut children = vec![Vec::new(); nodes.len()];
        for &at in &order {
            let parent = nodes[at as usize].parent.and_then(|parent| of_id.get(&parent));
            if let Some(&parent) = parent {
                children[parent as usize].push(at);
            }
        }
        let expanded = nodes.iter().filter(|node| node.expansion.is_some()).count();
        Self { search, order, rank, of_id, children, expanded }
    }

    fn node(&self, at: u32) -> Option<&TreeNode> {
        self.search.tree().nodes.get(at as usize)
    }

    fn parent(&self, at: u32) -> Option<u32> {
        self.node(at)?.parent.and_then(|parent| self.of_id.get(&parent).copied())
    }

    /// The nodes from a place in the order on.
    pub(crate) fn page(&self, from: usize, count: usize) -> Page {
        let rows = self.order.iter().skip(from).take(count.min(NODES_PAGE_MAX));
        self.told(rows.filter_map(|&at| self.row(at)).collect())
    }

    /// What is around a node: where it comes from, what comes of it, and the others beside it.
    pub(crate) fn around(&self, place: usize) -> Result<Page, Refusal> {
        let &at = self.order.get(place).ok_or_else(|| Refusal::new("the search has no such node"))?;
        let mut found = vec![at];
        // Better ways found later make no circles, but a chain has to end for those who draw it.
        found.extend(std::iter::successors(self.parent(at), |&at| self.parent(at)).take(CHAIN_MAX));
        let children = |at: u32| self.children.get(at as usize).map_or(&[][..], Vec::as_slice);
        found.extend(children(at).iter().take(CHILDREN_MAX));
        for &child in children(at).iter().take(CHILDREN_MAX) {
            found.extend(children(child).iter().take(GRANDCHILDREN_MAX));
        }
        if let Some(parent) = self.parent(at) {
            found.extend(children(parent).iter().take(SIBLINGS_MAX));
        }
        found.sort_unstable();
        found.dedup();
        Ok(self.told(found.into_iter().filter_map(|at| self.row(at)).collect()))
    }

    fn told(&self, nodes: Vec<Row>) -> Page {
        let tree = self.search.tree();
        Page {
            goal: self.search.goal().map(str::to_owned),
            is_same: self.search.is_same(),
            is_forward: tree.nodes.iter().any(|node| node.flags & TreeNode::FORWARD > 0),
            total: tree.nodes.len(),
            expanded: self.expanded,
            left_out: tree.left_out,
            nodes,
        }
    }

    fn row(&self, at: u32) -> Option<Row> {
        let node = self.node(at)?;
        let tale = self.search.tell(node).unwrap_or_default();
        let number = |micros: u64| micros as f64 / 1e6;
        Some(Row {
            at: *self.rank.get(at as usize)?,
            parent: self.parent(at).and_then(|parent| self.rank.get(parent as usize).copied()),
            action: self.search.action(node),
            g: number(node.g_micros),
            h: node.h_micros.map(number),
            is_expanded: node.flags & TreeNode::EXPANDED > 0,
            is_in_plan: node.flags & TreeNode::IN_PLAN > 0,
            is_forward: node.flags & TreeNode::FORWARD > 0,
            children: self.children.get(at as usize).map_or(0, Vec::len),
            open: tale.open,
            met: tale.met,
            changed: tale.changed,
        })
    }
}

/// How far back the way to a node is drawn, and how much around it.
const CHAIN_MAX: usize = 60;
const CHILDREN_MAX: usize = 24;
const GRANDCHILDREN_MAX: usize = 3;
const SIBLINGS_MAX: usize = 12;
