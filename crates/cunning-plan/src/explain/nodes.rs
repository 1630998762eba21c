//! Descriptions of search nodes: what differs from the start, and what is still open.

use crate::compiled_goal::CompiledGoal;
use crate::ground::State;
use crate::planner::TreeNode;
use crate::task::{Atom, Set, VarId};

use super::unmet;
use super::words::Words;

/// The description of a node of a [`SearchTree`](crate::SearchTree).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeTale {
    /// The open conditions. In a search from the goal: what must hold and does not at the start. In a search from the
    /// start: what the goal lacks, for the alternative that lacks fewest.
    pub open: Vec<String>,
    /// In a search from the goal: what must hold and does so at the start.
    pub met: Vec<String>,
    /// In a search from the start: the facts that differ from the start, as in `gold == 3`.
    pub changed: Vec<String>,
}

/// Describes a node: `flags` and `state` as in a [`TreeNode`] or a recording, `start` the state that was planned
/// from. Returns `None` if it is not a node of a search for this goal.
///
/// ```
/// use std::sync::Arc;
/// use cunning_plan::explain::tell_node;
/// use cunning_plan::{Grounding, Planner, PlannerConfig, PlanRequest, read};
///
/// let text = r#"
/// facts = { has_rum = "bool", drunk = "bool" }
/// action.buy = { then = ["has_rum"] }
/// action.drink = { when = ["has_rum"], then = ["drunk"] }
/// goal.get_drunk = { want = ["drunk"] }
/// "#;
/// let domain = Arc::new(read(&cunning_diag::Source::new("rum.toml", text))?);
/// let goal = domain.goal_named("get_drunk").ok_or("no such goal")?;
/// let grounding = Grounding::new(&domain, &PlanRequest::new(goal))?;
/// let (compiled_goal, start) = (grounding.compiled_goal(goal, &[])?, grounding.start());
/// let mut planner = Planner::new(PlannerConfig::default());
/// planner.begin(&compiled_goal, &start, &[]);
/// planner.step(100);
/// // The search started at the goal, so the first step that it examined is the last of the plan.
/// let tree = planner.tree(100);
/// let told: Vec<_> = tree.nodes.iter().filter_map(|node| tell_node(&compiled_goal, &start, node.flags, &node.state)).collect();
/// assert_eq!(told[0].open, ["drunk"]);
/// assert_eq!(told[1].open, ["has_rum"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tell_node(compiled_goal: &CompiledGoal, start: &State, flags: u32, state: &[u8]) -> Option<NodeTale> {
    let (words, rest) = state.as_chunks::<8>();
    if !rest.is_empty() {
        return None;
    }
    let row: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
    if flags & TreeNode::FORWARD > 0 {
        tell_state(compiled_goal, start, &row)
    } else {
        tell_set(compiled_goal, start, &row)
    }
}

/// Describes a set of states, each of which leads to the goal.
fn tell_set(compiled_goal: &CompiledGoal, start: &State, row: &[u64]) -> Option<NodeTale> {
    let program = compiled_goal.program();
    let regression = program.regression().filter(|regression| regression.width() == row.len())?;
    let words = Words { grounding: compiled_goal.grounding(), mark: None };
    let mut tale = NodeTale::default();
    for (&var, set) in program.vars().iter().zip(regression.sets(row)) {
        let size = words.grounding.task().sizes[var.index()];
        // A variable without a value belongs to the root before all alternatives of the goal.
        let Some(set) = set.filter(|set| *set != Set::full(size) && !words.is_mark(var)) else { continue };
        let list = if set.contains(start.value(var)) { &mut tale.met } else { &mut tale.open };
        // The parts of a compound condition are quoted separately in sentences.
        list.push(words.atom(&Atom { var, set }).replace("` and `", " and "));
    }
    Some(tale)
}

/// Describes a reachable state.
fn tell_state(compiled_goal: &CompiledGoal, start: &State, row: &[u64]) -> Option<NodeTale> {
    let program = compiled_goal.program();
    if program.packing.width() != row.len() {
        return None;
    }
    let words = Words { grounding: compiled_goal.grounding(), mark: None };
    let mut there = start.clone();
    let mut tale = NodeTale::default();
    for (&var, value) in program.vars().iter().zip(program.packing.values(row)) {
        let size = words.grounding.task().sizes[var.index()];
        let is_known = value < size && !words.is_mark(var);
        if is_known && start.value(var) != value {
            tale.changed.extend(Set::only(size, value).and_then(|set| words.plain(var, set)));
        }
        put(&mut there, var, value);
    }
    tale.open = unmet(compiled_goal.grounding(), compiled_goal.ways(), &there);
    Some(tale)
}

fn put(state: &mut State, var: VarId, value: u32) {
    if let Some(target) = state.values.get_mut(var.index()) {
        *target = value;
    }
}
