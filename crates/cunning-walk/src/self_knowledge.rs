//! Self-knowledge: the cost of a walk from each state, by a walker that knows the costs of its own walks.
//!
//! `C_0` is a heuristic, and `C_i(s)` is the cost of a walk from `s` that is guided by `C_{i-1}` and forgets what it
//! learned before the next walk starts. Self-knowledge can make walks worse at first: a walker that got lost somewhere
//! avoids that area, even if the shortest path leads through it. V. Bulitko, "Effects of Self-Knowledge: Once Bitten Twice
//! Shy", 2017.
//!
//! [`SelfKnowledge`] computes one order after the other, exactly, and much faster than by walking from every state: a
//! walk whose first step changes no estimate continues like the walk from the next state. So walks are simulated only
//! from *roots*, the states where the first step does change an estimate; all other costs follow along the first steps.
//! This holds for every [`Rule`](crate::real_time::Rule). Hill climbing never learns, so it has no roots and one pass back
//! from the goal is enough. Lookaheads commit to more than one step, so their walks are simulated from every state.
//!
//! With the feature `parallel` walks run on all threads of the current rayon pool; results are the same.

mod convergence;
mod orders;
mod runs;

pub use convergence::{Converged, Convergence};
pub use orders::{Order, SUBOPTIMALITY_MAX, SelfKnowledge};
