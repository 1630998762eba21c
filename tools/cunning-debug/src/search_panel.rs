//! The search panel: the nodes of a search in the order of their expansion, a page at a time, and the nodes around each of
//! them as a graph.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_mind::debug::RecordedSearch;
use cunning_plan::TreeNode;
use serde::{Deserialize, Serialize};

use crate::designer::PlanQuery;
use crate::limits::{NODES_PAGE_MAX, SEARCHES_MAX};
use crate::protocol::{AgentRef, RequestError};

/// Identifies a search.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum SearchRef {
    /// A recorded search.
    Recorded { agent: AgentRef, job: String, nth: usize },
    /// The search for a planning query.
    WhatIf(PlanQuery),
}

/// A search that is prepared for display.
pub(crate) struct SearchView {
    search: RecordedSearch,
    /// Node indices: expanded nodes in the order of their expansion, then all others in the order of their discovery.
    order: Vec<u32>,
    /// The position of each node in `order`.
    rank: Vec<u32>,
    /// Node indices by node id.
    of_id: BTreeMap<u32, u32>,
    children: Vec<Vec<u32>>,
    expanded: usize,
}

/// The searches that were shown last.
#[derive(Default)]
pub(crate) struct SearchCache(Vec<(SearchRef, Arc<SearchView>)>);

/// Some nodes of a search.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchPage {
    goal: Option<String>,
    /// Whether the repeated search equals the recorded one.
    is_same: bool,
    is_forward: bool,
    total: usize,
    expanded: usize,
    /// The number of nodes that are not kept.
    omitted: u64,
    nodes: Vec<NodeRow>,
}

/// A node of a search.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct NodeRow {
    /// The position of the node in the order of expansion.
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

impl SearchCache {
    pub(crate) fn get(&self, which: &SearchRef) -> Option<Arc<SearchView>> {
        self.0.iter().find(|(known, _)| known == which).map(|(_, view)| view.clone())
    }

    pub(crate) fn add(&mut self, which: SearchRef, view: Arc<SearchView>) {
        if self.0.len() >= SEARCHES_MAX {
            self.0.remove(0);
        }
        self.0.push((which, view));
    }
}

impl SearchView {
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

    /// The nodes from a position in the order on.
    pub(crate) fn page(&self, from: usize, count: usize) -> SearchPage {
        let rows = self.order.iter().skip(from).take(count.min(NODES_PAGE_MAX));
        self.page_of(rows.filter_map(|&at| self.row(at)).collect())
    }

    /// The nodes around a node: its ancestors, its siblings and two generations of descendants.
    pub(crate) fn around(&self, place: usize) -> Result<SearchPage, RequestError> {
        let &at = self
            .order
            .get(place)
            .ok_or_else(|| RequestError::new(format!("the search has no node {place}")))?;
        let mut found = vec![at];
        // Reparenting cannot make cycles, but the drawn chain needs a limit.
        found.extend(std::iter::successors(self.parent(at), |&at| self.parent(at)).take(ANCESTORS_MAX));
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
        Ok(self.page_of(found.into_iter().filter_map(|at| self.row(at)).collect()))
    }

    fn page_of(&self, nodes: Vec<NodeRow>) -> SearchPage {
        let tree = self.search.tree();
        SearchPage {
            goal: self.search.goal().map(str::to_owned),
            is_same: self.search.is_same(),
            is_forward: tree.nodes.iter().any(|node| node.flags & TreeNode::FORWARD > 0),
            total: tree.nodes.len(),
            expanded: self.expanded,
            omitted: tree.left_out,
            nodes,
        }
    }

    fn row(&self, at: u32) -> Option<NodeRow> {
        let node = self.node(at)?;
        let conditions = self.search.tell(node).unwrap_or_default();
        let number = |micros: u64| micros as f64 / 1e6;
        Some(NodeRow {
            at: *self.rank.get(at as usize)?,
            parent: self.parent(at).and_then(|parent| self.rank.get(parent as usize).copied()),
            action: self.search.action(node),
            g: number(node.g_micros),
            h: node.h_micros.map(number),
            is_expanded: node.flags & TreeNode::EXPANDED > 0,
            is_in_plan: node.flags & TreeNode::IN_PLAN > 0,
            is_forward: node.flags & TreeNode::FORWARD > 0,
            children: self.children.get(at as usize).map_or(0, Vec::len),
            open: conditions.open,
            met: conditions.met,
            changed: conditions.changed,
        })
    }
}

/// The most nodes of each relation that are drawn around a node.
const ANCESTORS_MAX: usize = 60;
const CHILDREN_MAX: usize = 24;
const GRANDCHILDREN_MAX: usize = 3;
const SIBLINGS_MAX: usize = 12;
