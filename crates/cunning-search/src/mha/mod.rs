//! Multi-heuristic A*: an admissible anchor heuristic ensures the bound, any number of other heuristics guide.
//!
//! Every open state is in the anchor's queue; the guides' queues hold the same states in other orders. A state is
//! expanded at most twice: once from a guide's queue and once from the anchor's, and the second time only if a cheaper
//! path to it was found in between.

mod choice;
mod focal;
mod guides;
mod improved;
mod plus_plus;
mod shared;
mod unconstrained;

use crate::graph::{Estimated, Expansion, Graph};
use crate::nodes::Flag;
use crate::{HeuristicSet, Limit, NodeId, Observer, Space, Successor};

pub use choice::QueueChoice;
pub use focal::FocalMha;
pub use improved::ImprovedMha;
pub use plus_plus::MhaPlusPlus;
pub use shared::SharedMha;
pub use unconstrained::UnconstrainedMha;

/// Expands a node from a guide's queue, or from the anchor's.
fn expand<S: Space, H: HeuristicSet<S>>(
    graph: &mut Graph<S>,
    node: NodeId,
    guide: Option<usize>,
    space: &mut S,
    heuristics: &mut H,
    observer: &mut impl Observer<S>,
) -> Result<(), Limit> {
    let expansion = Expansion {
        node,
        queue: guide.map_or(0, |guide| guide + 1),
        closes: if guide.is_some() { Flag::CLOSED_BY_GUIDE } else { Flag::CLOSED },
        reopens_closed: !heuristics.anchor_is_consistent(),
    };
    observer.queue_chosen(expansion.queue);
    let state = graph.nodes.state(node);
    let anchor = |space: &mut S, successor: &Successor<S>| {
        heuristics.anchor(space, &successor.state).map(Estimated::of_state)
    };
    graph.expand(&expansion, &state, space, anchor, observer)
}
