//! A search to be gone through node by node: one that is made for the purpose, or one that was made for an agent, taken from
//! its record and made again.
//!
//! A recording has the first nodes of every search and what its job worked on. So the search is made again, this time
//! with the order of its expansions; what comes of it is compared with the nodes that were recorded, and only what agrees
//! is called the same search.

use std::sync::Arc;

use cunning_plan::explain::{NodeTale, tell_node};
use cunning_plan::{CompiledGoal, GroundActionId, Planner, PlannerConfig, SearchTree, State, TreeNode};
use cunning_search::Status;
use cunning_trace::{List, SearchNode, View};

use crate::decision_snapshot::kind_of;
use crate::error::MindError;
use crate::job_snapshot::JobSnapshot;
use crate::spec::DomainSpec;

/// A search with its nodes, the order of their expansion and the words for them.
pub struct RecordedSearch {
    /// What was searched for, if that is certain.
    compiled_goal: Option<CompiledGoal>,
    start: State,
    goal: Option<String>,
    tree: SearchTree,
    is_same: bool,
}

impl RecordedSearch {
    /// A search that is made now, and what came of it.
    pub(crate) fn made(
        compiled_goal: CompiledGoal,
        start: State,
        refused: &[GroundActionId],
        goal: String,
        (expansions_max, nodes_max): (u64, usize),
    ) -> (Status, Self) {
        let mut planner = Planner::new(PlannerConfig::default());
        planner.keep_order();
        planner.begin(&compiled_goal, &start, refused);
        let status = planner.step(expansions_max);
        let tree = planner.tree(nodes_max);
        (status, Self { compiled_goal: Some(compiled_goal), start, goal: Some(goal), tree, is_same: true })
    }

    /// The search of a recording's job: the spec in force, the agent, the job's snapshot, and the recorded part of the
    /// tree with how much was left out of it. It is made again with at most so many expansions, and at most so many
    /// nodes are kept.
    pub fn of_record(
        spec: &Arc<DomainSpec>,
        agent: &View,
        snapshot: &[u8],
        (nodes, left_out): (List<'_, SearchNode<'_>>, u64),
        (expansions_max, nodes_max): (u64, usize),
    ) -> Result<Self, MindError> {
        let (mut kind, _) = kind_of(spec, agent)?;
        let job_snapshot = JobSnapshot::of_bytes(&kind, snapshot)?;
        let start = job_snapshot.start(&kind);
        let grounding = kind.grounding.clone();
        let node = |node: SearchNode<'_>| TreeNode {
            id: node.id,
            parent: node.parent,
            action: node.action.and_then(|number| grounding.ground_action_at(number)),
            g_micros: node.g,
            h_micros: node.h,
            flags: node.flags,
            expansion: None,
            state: node.state.to_vec(),
        };
        let recorded = SearchTree { nodes: nodes.iter().map(node).collect(), left_out };
        let mut akin = None;
        for ranked in &job_snapshot.goals {
            let Some(compiled_goal) = kind.compiled_goal(ranked.goal, &ranked.args) else { continue };
            let goal = kind.goals[ranked.goal].goal;
            let name = spec.planning.goals().get(goal).map_or_else(String::new, |goal| goal.name.clone());
            let limits = (expansions_max, nodes_max);
            let (_, made) =
                Self::made(compiled_goal.clone(), start.clone(), &job_snapshot.refused, name.clone(), limits);
            if is_same(&recorded, &made.tree) {
                return Ok(made);
            }
            // The same beginning means the same goal; what the game said meanwhile made another search of it.
            let first = |tree: &SearchTree| {
                tree.nodes.first().map(|node| (node.flags & TreeNode::FORWARD, node.state.clone()))
            };
            if akin.is_none() && first(&made.tree) == first(&recorded) {
                akin = Some((compiled_goal, name));
            }
        }
        let (compiled_goal, goal) = akin.unzip();
        Ok(Self { compiled_goal, start, goal, tree: recorded, is_same: false })
    }

    /// What was searched for, if that is certain.
    pub fn goal(&self) -> Option<&str> {
        self.goal.as_deref()
    }

    /// The nodes, in the order of their discovery, and how many there are beyond.
    pub fn tree(&self) -> &SearchTree {
        &self.tree
    }

    /// Whether the search that was made again is the one that was recorded. If not, the tree has the recorded nodes alone
    /// and no order of expansions.
    pub fn is_same(&self) -> bool {
        self.is_same
    }

    /// A node in words, if they are known.
    pub fn tell(&self, node: &TreeNode) -> Option<NodeTale> {
        tell_node(self.compiled_goal.as_ref()?, &self.start, node.flags, &node.state)
    }

    /// What led to a node: `go(beach, docks)`.
    pub fn action(&self, node: &TreeNode) -> Option<String> {
        Some(self.compiled_goal.as_ref()?.grounding().show(node.action?))
    }
}

/// Whether a search begins with the nodes that were recorded, and met as many.
fn is_same(recorded: &SearchTree, made: &SearchTree) -> bool {
    let count = |tree: &SearchTree| tree.nodes.len() as u64 + tree.left_out;
    let is_node =
        |(one, other): (&TreeNode, &TreeNode)| TreeNode { expansion: None, ..other.clone() } == *one;
    count(recorded) == count(made) && recorded.nodes.iter().zip(&made.nodes).all(is_node)
}
