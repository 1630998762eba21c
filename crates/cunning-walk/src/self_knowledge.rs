//! Self-knowledge of every order: what a walker would pay from each state, given what it knows of itself.
//!
//! `C_0` is a heuristic, and `C_i(s)` is what a walk from `s` costs that is guided by `C_{i-1}` and forgets what it
//! learned before the next walk begins. Knowing oneself can hurt at first: who got lost somewhere once avoids that place,
//! even where the shortest way leads through it. V. Bulitko, "Effects of Self-Knowledge: Once Bitten Twice Shy", 2017.
//!
//! [`SelfKnowledge`] computes one order after the other, exactly, and much faster than by walking from every state:
//! a walk whose first step teaches nothing goes on as the walk from the next state would, so only *roots*, the states
//! where the first step does teach something, are walked from. Everything else follows along the first steps. That holds
//! for every [`Rule`](crate::real_time::Rule); for hill climbing, which never learns, there are no roots at all and one
//! pass back from the goal is enough. Lookaheads commit to more than one step and are walked from every state.
//!
//! With the feature `parallel` walks run on all threads of the current rayon pool; results are the same.

mod convergence;
mod orders;
mod runs;

pub use convergence::{Converged, Convergence};
pub use orders::{Order, SUBOPTIMALITY_MAX, SelfKnowledge};
