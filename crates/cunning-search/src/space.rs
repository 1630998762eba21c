//! The state space: the one thing a user of the kernel must describe.

use crate::{Cost, State};

/// A graph given by its successor function.
///
/// Methods take `&mut self` so that a space may keep scratch or ask lazily, but the answers must not
/// change while a search runs: same state, same successors in the same order.
pub trait Space: Sized {
    /// A node of the graph. The state type chooses how states are numbered: see [`State`].
    type State: State;
    /// What labels an edge: a direction, a ground action, `()`.
    type Action: Copy;
    /// What an edge costs.
    type Cost: Cost;

    /// Appends the successors of `state` to `out`, which the engine hands over empty.
    ///
    /// `via` is the action of the best known way into `state`, `None` at the start. Most spaces ignore
    /// it; one that prunes symmetric ways (jump points, say) may rely on it, and then answers for the
    /// optimality of what is left.
    fn successors(&mut self, state: &Self::State, via: Option<Self::Action>, out: &mut Vec<Successor<Self>>);

    /// Is the search over here? Partial goals are fine: any state for which this holds ends it.
    fn is_goal(&mut self, state: &Self::State) -> bool;
}

/// One edge out of a state.
pub struct Successor<S: Space> {
    /// Where the edge leads.
    pub state: S::State,
    /// Its label.
    pub action: S::Action,
    /// What it costs.
    pub cost: S::Cost,
}
