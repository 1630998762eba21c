//! The state space that a search explores.

use crate::{Cost, State};

/// A graph given by its successor function.
///
/// Methods take `&mut self` so that a space may keep scratch memory or compute lazily. The results must not change
/// while a search runs: the same state always has the same successors in the same order.
pub trait Space: Sized {
    /// A node of the graph. Its type decides how states are numbered, see [`State`].
    type State: State;
    /// The label of an edge: a direction, a ground action, `()`.
    type Action: Copy;
    /// The cost of an edge.
    type Cost: Cost;

    /// Appends the successors of `state` to `out`, which is empty when the engine calls this.
    ///
    /// `via` is the last action of the best known path to `state`, `None` at the start. Most spaces ignore it. A space
    /// that prunes symmetric paths, such as jump points, may rely on it and must then preserve optimality itself.
    fn successors(&mut self, state: &Self::State, via: Option<Self::Action>, out: &mut Vec<Successor<Self>>);

    /// Whether `state` is a goal. Any number of states may be goals.
    fn is_goal(&mut self, state: &Self::State) -> bool;
}

/// One edge out of a state.
pub struct Successor<S: Space> {
    /// The state that the edge leads to.
    pub state: S::State,
    /// The label of the edge.
    pub action: S::Action,
    /// The cost of the edge.
    pub cost: S::Cost,
}
