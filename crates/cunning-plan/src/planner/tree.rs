//! The tree of a search, read from its memory on request, at no cost for the search.

use std::collections::BTreeMap;

use cunning_search::{Heuristic, Met, Space};

use super::Planner;
use super::side::Side;
use crate::compiled_goal::GoalProgram;
use crate::ground::GroundActionId;
use crate::search::{BoundedSpace, NO_OPERATOR};
use crate::task::Prices;

/// The first nodes of a search, in the order of their discovery. Several searches that take turns come one after the
/// other, each with its own root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTree {
    /// The nodes; each comes after its parent, unless a cheaper path was found later.
    pub nodes: Vec<TreeNode>,
    /// The number of nodes left out.
    pub left_out: u64,
}

/// A node of a search: a state, or a set of states if the search starts at the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The number of the node.
    pub id: u32,
    /// The parent on the best path; `None` for a root.
    pub parent: Option<u32>,
    /// The last action of the path; in a search from the goal, the first one.
    pub action: Option<GroundActionId>,
    /// The cost of the path, in millionths.
    pub g_micros: u64,
    /// The estimate of the rest, in millionths; `None` for a dead end.
    pub h_micros: Option<u64>,
    /// The flags: any of [`TreeNode::EXPANDED`], [`TreeNode::IN_PLAN`] and [`TreeNode::FORWARD`].
    pub flags: u32,
    /// The number of nodes expanded before it, if it was expanded and the [order](Planner::keep_order) was kept.
    pub expansion: Option<u32>,
    /// The state as the search packs it; [`tell_node`](crate::explain::tell_node) describes it.
    pub state: Vec<u8>,
}

impl TreeNode {
    /// The node was expanded.
    pub const EXPANDED: u32 = 1;
    /// The node is on the path of the plan.
    pub const IN_PLAN: u32 = 2;
    /// The search starts at the start, not at the goal.
    pub const FORWARD: u32 = 4;
}

/// A tree under construction.
pub(super) struct Writer<'a> {
    pub(super) tree: SearchTree,
    pub(super) nodes_max: usize,
    pub(super) program: &'a GoalProgram,
    pub(super) unit: Prices,
}

/// A node in the terms of a search.
pub(super) struct Found<'s> {
    pub(super) id: u32,
    pub(super) parent: Option<u32>,
    pub(super) operator: Option<u32>,
    pub(super) g: u64,
    pub(super) h: Option<u64>,
    pub(super) flags: u32,
    pub(super) expansion: Option<u32>,
    pub(super) row: &'s [u64],
}

impl Planner {
    /// Records the order in which nodes are expanded from the next search on, for tools that go through a
    /// [tree](Self::tree) step by step. Plans do not depend on it.
    pub fn keep_order(&mut self) {
        self.keeps_order = true;
    }

    /// Returns the first nodes of the latest search. Empty if the result was cached, because nothing was searched. If
    /// the plan has steps that stand for goals, it is the outermost search.
    pub fn tree(&mut self, nodes_max: usize) -> SearchTree {
        match self.levels.first_mut().filter(|_| self.recalled.is_none()) {
            Some(level) => level.solver.tree(nodes_max),
            None => SearchTree::default(),
        }
    }
}

impl Writer<'_> {
    /// Adds a node of a search whose first node has the given number.
    pub(super) fn add(&mut self, first: u32, found: &Found<'_>) {
        if self.tree.nodes.len() >= self.nodes_max {
            self.tree.left_out += 1;
            return;
        }
        let task_action =
            |operator: u32| Some(self.program.task.operators.get(operator as usize)?.task_action);
        let operator = found.operator.filter(|&operator| operator != NO_OPERATOR);
        let action =
            operator.and_then(task_action).and_then(|task_action| self.program.ground_action(task_action));
        self.tree.nodes.push(TreeNode {
            id: first + found.id,
            parent: found.parent.map(|parent| first + parent),
            action: action.map(|(id, _)| id),
            g_micros: self.unit.cost(found.g),
            h_micros: found.h.map(|h| self.unit.cost(h)),
            flags: found.flags,
            expansion: found.expansion,
            state: found.row.iter().flat_map(|word| word.to_le_bytes()).collect(),
        });
    }

    /// Returns the number of the first node of the next search.
    pub(super) fn next(&self) -> u32 {
        (self.tree.nodes.len() as u64 + self.tree.left_out) as u32
    }

    /// Adds all nodes of one direction.
    pub(super) fn add_side<S, H>(
        &mut self,
        side: &mut Side<S, H>,
        flags: u32,
        order: &BTreeMap<u32, u32>,
        row: impl Fn(&S, S::State) -> &[u64],
    ) where
        S: BoundedSpace + Space<Cost = u64, Action = u32>,
        S::State: Copy + PartialEq,
        H: Heuristic<S>,
    {
        if !side.has_begun {
            return;
        }
        let first = self.next();
        side.path();
        let Some(space) = &side.space else { return };
        side.visit(&mut |met: Met<S>| {
            let is_in_plan = side.path.iter().any(|step| step.state == met.state);
            let flags = flags
                | if met.is_expanded { TreeNode::EXPANDED } else { 0 }
                | if is_in_plan { TreeNode::IN_PLAN } else { 0 };
            let Met { node, parent, action, g, h, state, .. } = met;
            // The path to a dead end was not computed: its record holds data of another search.
            let g = if h.is_some() { g } else { 0 };
            self.add(
                first,
                &Found {
                    id: node.0,
                    parent: parent.map(|parent| parent.0),
                    operator: action,
                    g,
                    h,
                    flags,
                    expansion: order.get(&node.0).copied(),
                    row: row(space, state),
                },
            );
        });
    }
}
