//! A search to inspect node by node: a new one, or an agent's search repeated from a recording.
//!
//! A recording has the first nodes of every search and the input of its job. The search is repeated with the order of
//! its expansions and compared with the recorded nodes; only if they agree is it the same search.

use cunning_plan::explain::{NodeTale, tell_node};
use cunning_plan::{CompiledGoal, GroundActionId, Planner, PlannerConfig, SearchTree, State, TreeNode};
use cunning_search::Status;
use cunning_trace::{List, SearchNode, View};

use crate::engine::planner_config;
use crate::error::MindError;
use crate::job_snapshot::JobSnapshot;
use crate::recorded_domain::RecordedDomain;

/// A search with its nodes, the order of their expansion and the texts for them.
pub struct RecordedSearch {
    /// The goal of the search, if it is certain.
    compiled_goal: Option<CompiledGoal>,
    start: State,
    goal: Option<String>,
    tree: SearchTree,
    is_same: bool,
}

impl RecordedSearch {
    /// Wraps a search made now and its result.
    pub(crate) fn made(
        config: PlannerConfig,
        compiled_goal: CompiledGoal,
        start: State,
        refused: &[GroundActionId],
        goal: String,
        (expansions_max, nodes_max): (u64, usize),
    ) -> (Status, Self) {
        let mut planner = Planner::new(config);
        planner.keep_order();
        planner.begin(&compiled_goal, &start, refused);
        let status = planner.step(expansions_max);
        let tree = planner.tree(nodes_max);
        (status, Self { compiled_goal: Some(compiled_goal), start, goal: Some(goal), tree, is_same: true })
    }

    /// Repeats the search of a recorded job, given the domain in force, the agent, the job's snapshot, and the recorded
    /// nodes with the number of those left out. `limits` are the largest numbers of expansions and of kept nodes.
    pub fn of_record(
        domain: &RecordedDomain,
        agent: &View,
        snapshot: &[u8],
        (nodes, left_out): (List<'_, SearchNode<'_>>, u64),
        (expansions_max, nodes_max): (u64, usize),
    ) -> Result<Self, MindError> {
        let (mut archetype, _) = domain.archetype_of(agent)?;
        let spec = domain.spec();
        let job_snapshot = JobSnapshot::of_bytes(&archetype, snapshot)?;
        let start = job_snapshot.start(&archetype);
        let grounding = archetype.grounding.clone();
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
            let Some(compiled_goal) = archetype.compiled_goal(ranked.goal, &ranked.args) else { continue };
            let goal = archetype.goals[ranked.goal].goal;
            let name = spec.planning.goals().get(goal).map_or_else(String::new, |goal| goal.name.clone());
            let limits = (expansions_max, nodes_max);
            for refused in job_snapshot.ruled_out() {
                let (_, made) = Self::made(
                    planner_config(),
                    compiled_goal.clone(),
                    start.clone(),
                    &refused,
                    name.clone(),
                    limits,
                );
                if is_same(&recorded, &made.tree) {
                    return Ok(made);
                }
                // The same first nodes mean the same goal; answers of the game may have changed the rest.
                let first = |tree: &SearchTree| {
                    tree.nodes.first().map(|node| (node.flags & TreeNode::FORWARD, node.state.clone()))
                };
                if akin.is_none() && first(&made.tree) == first(&recorded) {
                    akin = Some((compiled_goal.clone(), name.clone()));
                }
            }
        }
        let (compiled_goal, goal) = akin.unzip();
        Ok(Self { compiled_goal, start, goal, tree: recorded, is_same: false })
    }

    /// Returns the goal of the search, if it is certain.
    pub fn goal(&self) -> Option<&str> {
        self.goal.as_deref()
    }

    /// Returns the nodes in the order of their discovery, and the number of nodes left out.
    pub fn tree(&self) -> &SearchTree {
        &self.tree
    }

    /// Returns whether the repeated search equals the recorded one. If not, the tree has only the recorded nodes and
    /// no order of expansions.
    pub fn is_same(&self) -> bool {
        self.is_same
    }

    /// Describes a node, if its text is known.
    pub fn tell(&self, node: &TreeNode) -> Option<NodeTale> {
        tell_node(self.compiled_goal.as_ref()?, &self.start, node.flags, &node.state)
    }

    /// Returns the action that led to a node, such as `go(beach, docks)`.
    pub fn action(&self, node: &TreeNode) -> Option<String> {
        Some(self.compiled_goal.as_ref()?.grounding().show(node.action?))
    }
}

/// Returns whether a search starts with the recorded nodes and has as many nodes.
fn is_same(recorded: &SearchTree, made: &SearchTree) -> bool {
    let count = |tree: &SearchTree| tree.nodes.len() as u64 + tree.left_out;
    let is_node =
        |(one, other): (&TreeNode, &TreeNode)| TreeNode { expansion: None, ..other.clone() } == *one;
    count(recorded) == count(made) && recorded.nodes.iter().zip(&made.nodes).all(is_node)
}
