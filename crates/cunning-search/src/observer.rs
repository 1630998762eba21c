//! Observing a search, for debuggers and explanations. Observing with `()` costs nothing.

use crate::{NodeId, Space};

/// Receives the events of a search. All methods do nothing by default.
pub trait Observer<S: Space> {
    /// A state is about to be expanded.
    fn expanded(&mut self, event: Expanded<'_, S>) {
        let _ = event;
    }

    /// A successor (or the start) was generated.
    fn generated(&mut self, event: Generated<'_, S>) {
        let _ = event;
    }

    /// A multi-heuristic engine chose a queue: 0 is the anchor's, followed by the guides'.
    fn queue_chosen(&mut self, queue: usize) {
        let _ = queue;
    }

    /// A cheaper path to a goal was found.
    fn improved(&mut self, cost: S::Cost) {
        let _ = cost;
    }
}

impl<S: Space> Observer<S> for () {}

/// The expansion of a state. IDA* stores no nodes, so there `node` is the depth of the state on the current path.
pub struct Expanded<'a, S: Space> {
    /// The expanded node.
    pub node: NodeId,
    /// The state of the node.
    pub state: &'a S::State,
    /// The cost of the best known path to the state.
    pub g: S::Cost,
    /// The queue that the node came from: 0, or a guide's in a multi-heuristic search.
    pub queue: usize,
}

/// The generation of a successor or of the start.
pub struct Generated<'a, S: Space> {
    /// The generated node (see [`Expanded`] about IDA*).
    pub node: NodeId,
    /// The expanded node that generated it, `None` for the start.
    pub parent: Option<NodeId>,
    /// The action that led here, `None` for the start.
    pub action: Option<S::Action>,
    /// The state of the node.
    pub state: &'a S::State,
    /// The cost of this path to the state.
    pub g: S::Cost,
    /// The heuristic estimate (the anchor's); `None` for a dead end.
    pub h: Option<S::Cost>,
    /// How the engine treated it.
    pub fate: Fate,
}

/// How an engine treated a generated state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// The state is new and now open.
    New,
    /// The state was open, and this path is cheaper.
    Improved,
    /// The state was expanded, and this path is cheaper: it is open again.
    Reopened,
    /// This path is not cheaper, or the engine does not reopen the state.
    Duplicate,
    /// The heuristic proved that no goal can be reached.
    DeadEnd,
    /// The state lies beyond the current threshold or a depth limit (IDA*).
    CutOff,
}
