//! A node of a search in words: what is different there, and what is still open.

use crate::compiled_goal::CompiledGoal;
use crate::ground::State;
use crate::planner::TreeNode;
use crate::task::{Atom, Set, VarId};

use super::unmet;
use super::words::Words;

/// A node of a [`SearchTree`](crate::SearchTree) in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeTale {
    /// The conditions that are left to be met. From the goal: what must hold and does not in the start. From the start:
    /// what the goal lacks, in the way that lacks fewest.
    pub open: Vec<String>,
    /// From the goal: what must hold and does so in the start.
    pub met: Vec<String>,
    /// From the start: the facts that are different there, as in `gold == 3`.
    pub changed: Vec<String>,
}

/// Puts a node into words: `flags` and `state` as a [`TreeNode`] or a recording has them, `start` the state that was
/// planned from. `None` if it is not a node of a search for this goal.
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
/// // The search came from the goal, so the first step that it looked at is the last of the plan.
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

/// A set of states, each of which leads to the goal.
fn tell_set(compiled_goal: &CompiledGoal, start: &State, row: &[u64]) -> Option<NodeTale> {
    let program = compiled_goal.program();
    let regression = program.regression.as_ref().filter(|regression| regression.width() == row.len())?;
    let words = Words { grounding: compiled_goal.grounding(), mark: None };
    let mut tale = NodeTale::default();
    for (&var, set) in program.vars().iter().zip(regression.sets(row)) {
        let size = words.grounding.task().sizes[var.index()];
        // A variable without a value is that of the root before all ways of meeting the goal: it says nothing.
        let Some(set) = set.filter(|set| *set != Set::full(size) && !words.is_mark(var)) else { continue };
        let list = if set.contains(start.value(var)) { &mut tale.met } else { &mut tale.open };
        // Conditions that take several words are quoted each by itself, for sentences.
        list.push(words.atom(&Atom { var, set }).replace("` and `", " and "));
    }
    Some(tale)
}

/// A state that can be reached.
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
    tale.open = unmet(compiled_goal.grounding(), &program.ways(), &there);
    Some(tale)
}

fn put(state: &mut State, var: VarId, value: u32) {
    if let Some(target) = state.values.get_mut(var.index()) {
        *target = value;
    }
}
