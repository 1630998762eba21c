//! Watching a search: debuggers and explanations feed on this; whoever passes `()` pays nothing.

use crate::{NodeId, Space};

/// Sees what an engine does, as it does it. All methods do nothing by default.
pub trait Observer<S: Space> {
    /// A state is about to be expanded.
    fn expanded(&mut self, event: Expanded<'_, S>) {
        let _ = event;
    }

    /// A successor (or the start) was generated.
    fn generated(&mut self, event: Generated<'_, S>) {
        let _ = event;
    }

    /// A multi-heuristic engine turned to a queue: 0 is the anchor's, then the guides'.
    fn queue_chosen(&mut self, queue: usize) {
        let _ = queue;
    }

    /// A path to a goal was found that is cheaper than all before it.
    fn improved(&mut self, cost: S::Cost) {
        let _ = cost;
    }
}

impl<S: Space> Observer<S> for () {}

/// An expansion. IDA* keeps no nodes, so there `node` is the depth of the state on the current path.
pub struct Expanded<'a, S: Space> {
    /// The node expanded.
    pub node: NodeId,
    /// Its state.
    pub state: &'a S::State,
    /// The cost of the best known way to it.
    pub g: S::Cost,
    /// The queue it came from: 0, or a guide's in a multi-heuristic search.
    pub queue: usize,
}

/// A generation.
pub struct Generated<'a, S: Space> {
    /// The node generated (see [`Expanded`] about IDA*).
    pub node: NodeId,
    /// The node it was generated from, `None` for the start.
    pub parent: Option<NodeId>,
    /// The action that led here, `None` for the start.
    pub action: Option<S::Action>,
    /// Its state.
    pub state: &'a S::State,
    /// The cost of this way to it.
    pub g: S::Cost,
    /// The estimate from here on (the anchor's); `None` for a dead end.
    pub h: Option<S::Cost>,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a generated state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Never met before: it is open now.
    New,
    /// Met before, and this way is cheaper.
    Improved,
    /// Expanded before, and this way is cheaper: it is open again.
    Reopened,
    /// Nothing gained by this way.
    Duplicate,
    /// No goal can be reached from here.
    DeadEnd,
    /// Beyond the current cost threshold or a depth limit (IDA*).
    CutOff,
}
