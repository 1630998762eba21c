//! Multi-heuristic A*: one heuristic that can be trusted keeps the bound, any number of others lead.
//!
//! Every state lives in the anchor's queue; the guides' queues hold the same states in other orders. A
//! state is expanded at most twice: once from a guide's queue, once from the anchor's, and the second
//! time only if a cheaper way to it was found in between.

mod choice;
mod focal;
mod guides;
mod improved;
mod plus_plus;
mod shared;
mod unconstrained;

use crate::NodeId;
use crate::graph::Expansion;
use crate::nodes::Flag;

pub use choice::QueueChoice;
pub use focal::FocalMha;
pub use improved::ImprovedMha;
pub use plus_plus::MhaPlusPlus;
pub use shared::SharedMha;
pub use unconstrained::UnconstrainedMha;

/// How a node is expanded from a guide's queue, or from the anchor's.
fn expansion(node: NodeId, guide: Option<usize>, anchor_is_consistent: bool) -> Expansion {
    Expansion {
        node,
        queue: guide.map_or(0, |guide| guide + 1),
        closes: if guide.is_some() { Flag::CLOSED_BY_GUIDE } else { Flag::CLOSED },
        reopens_closed: !anchor_is_consistent,
    }
}
