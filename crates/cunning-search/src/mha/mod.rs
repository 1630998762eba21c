//! Multi-heuristic A*: one heuristic that can be trusted keeps the bound, any number of others lead.
//!
//! Every state lives in the anchor's queue; the guides' queues hold the same states in other orders. A
//! state is expanded at most twice: once from a guide's queue, once from the anchor's, and the second
//! time only if a cheaper way to it was found in between.

mod choice;
mod focal;
mod improved;
mod plus_plus;
mod shared;
mod unconstrained;

pub use choice::QueueChoice;
pub use focal::FocalMha;
pub use improved::ImprovedMha;
pub use plus_plus::MhaPlusPlus;
pub use shared::SharedMha;
pub use unconstrained::UnconstrainedMha;
