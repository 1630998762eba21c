//! Uniform-cost search over explicit states, the least (cost, steps) first.
//!
//! Ties go to the state that was found first; states are found in the order of actions in the file and of their
//! bindings. Every reachable state is visited before the search reports that there is no plan.

use crate::domain::Condition;
use crate::evaluate::View;
use crate::instance::{Instance, Slots};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// One ground step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Move {
    /// An action with the binding at this index of its list.
    Act { action: usize, binding: usize },
    /// A freed condition is made true by giving its fact this value.
    Free { condition: usize, value: i32 },
}

/// A condition that a free pseudo-action makes true at any time.
pub(crate) struct Freed {
    pub(crate) condition: Condition,
    pub(crate) address: usize,
    pub(crate) values: Vec<i32>,
}

/// Everything that can be done in an instance.
pub(crate) struct Moves {
    /// For each action, the bindings whose ground action exists.
    pub(crate) bindings: Vec<Vec<Slots>>,
    pub(crate) freed: Vec<Freed>,
}

/// The goal: the conditions for one of the bindings.
pub(crate) struct Target<'a> {
    pub(crate) want: &'a [Condition],
    pub(crate) bindings: Vec<Slots>,
}

impl Target<'_> {
    /// Returns whether the goal is met. An undefined condition is not met.
    pub(crate) fn is_met(&self, instance: &Instance<'_>, state: &[i32]) -> bool {
        let view = View { instance, state };
        self.bindings.iter().any(|slots| view.all(self.want, &mut slots.clone()) == Some(true))
    }
}

/// How a search ended.
pub(crate) enum End {
    /// The cheapest path to the goal.
    Found(Vec<Move>),
    /// All reachable states were visited; this one last, so none is farther from the start.
    Dry(Vec<i32>),
    /// The limit of states, or of the numbers for costs, was reached.
    OutOfStates,
}

/// The states that a query may still store.
pub(crate) struct Budget {
    pub(crate) states_max: usize,
    pub(crate) states: usize,
}

struct Node {
    cost: u64,
    steps: u32,
    from: Option<(usize, Move)>,
}

/// The stored states, each with the best known path to it.
struct Store {
    width: usize,
    values: Vec<i32>,
    ids: FxHashMap<Box<[i32]>, usize>,
    nodes: Vec<Node>,
    open: BinaryHeap<Reverse<(u64, u32, usize)>>,
}

impl Store {
    fn state(&self, id: usize) -> &[i32] {
        &self.values[id * self.width..(id + 1) * self.width]
    }

    /// Records a path to a state; false if the limit of states is reached.
    fn reach(&mut self, state: &[i32], node: Node, budget: &mut Budget) -> bool {
        let key = (node.cost, node.steps);
        let id = if let Some(&id) = self.ids.get(state) {
            if (self.nodes[id].cost, self.nodes[id].steps) <= key {
                return true;
            }
            self.nodes[id] = node;
            id
        } else {
            if budget.states >= budget.states_max {
                return false;
            }
            budget.states += 1;
            let id = self.nodes.len();
            self.values.extend_from_slice(state);
            self.ids.insert(state.into(), id);
            self.nodes.push(node);
            id
        };
        self.open.push(Reverse((key.0, key.1, id)));
        true
    }

    fn path(&self, mut id: usize) -> Vec<Move> {
        let mut path = Vec::new();
        while let Some((from, taken)) = self.nodes[id].from {
            path.push(taken);
            id = from;
        }
        path.reverse();
        path
    }
}

/// Searches from `start` for the cheapest path to the target without forbidden steps.
pub(crate) fn uniform_cost(
    instance: &Instance<'_>,
    moves: &Moves,
    start: &[i32],
    target: &Target<'_>,
    forbidden: &BTreeSet<Move>,
    budget: &mut Budget,
) -> End {
    let mut store = Store {
        width: start.len(),
        values: Vec::new(),
        ids: FxHashMap::default(),
        nodes: Vec::new(),
        open: BinaryHeap::new(),
    };
    if !store.reach(start, Node { cost: 0, steps: 0, from: None }, budget) {
        return End::OutOfStates;
    }
    let mut state = Vec::new();
    while let Some(Reverse((cost, steps, id))) = store.open.pop() {
        if (store.nodes[id].cost, store.nodes[id].steps) != (cost, steps) {
            continue;
        }
        state.clear();
        state.extend_from_slice(store.state(id));
        if target.is_met(instance, &state) {
            return End::Found(store.path(id));
        }
        let mut room = true;
        each_successor(instance, moves, &state, forbidden, &mut |taken, price, after| {
            let sum = cost.checked_add(price);
            let node = sum.map(|cost| Node { cost, steps: steps + 1, from: Some((id, taken)) });
            room = room && node.is_some_and(|node| store.reach(after, node, budget));
        });
        if !room {
            return End::OutOfStates;
        }
    }
    End::Dry(state)
}

/// Calls `found` with each step that can be taken, its cost and the state after it.
fn each_successor(
    instance: &Instance<'_>,
    moves: &Moves,
    state: &[i32],
    forbidden: &BTreeSet<Move>,
    found: &mut impl FnMut(Move, u64, &[i32]),
) {
    let mut after = Vec::with_capacity(state.len());
    for (action, bindings) in moves.bindings.iter().enumerate() {
        for (binding, slots) in bindings.iter().enumerate() {
            let taken = Move::Act { action, binding };
            if !forbidden.is_empty() && forbidden.contains(&taken) {
                continue;
            }
            let mut slots = *slots;
            let attempt = instance.attempt(&instance.domain.actions[action], &mut slots, state, &mut after);
            if let Ok(cost) = attempt {
                found(taken, cost, &after);
            }
        }
    }
    for (condition, freed) in moves.freed.iter().enumerate() {
        for &value in &freed.values {
            if instance.set_free(freed, value, state, &mut after) {
                found(Move::Free { condition, value }, 0, &after);
            }
        }
    }
}

impl Instance<'_> {
    /// Gives a freed condition's fact a value. Returns false if the condition does not hold then.
    pub(crate) fn set_free(&self, freed: &Freed, value: i32, state: &[i32], after: &mut Vec<i32>) -> bool {
        after.clear();
        after.extend_from_slice(state);
        after[freed.address] = value;
        let view = View { instance: self, state: after };
        view.holds(&freed.condition, &mut [0; crate::limits::SLOTS_MAX]) == Some(true)
    }
}
