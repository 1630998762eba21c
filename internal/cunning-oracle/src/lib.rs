//! An independent reference for the planner's tests: a brute-force planner, a plan validator and a domain generator.
//!
//! It is written from the semantics of the language alone and shares no code with the planner. Actions are not
//! grounded: they are interpreted over explicit states, every binding of their parameters is tried in every state,
//! and a uniform-cost search visits all reachable states. That is slow and obviously correct. Questions that the
//! semantics leave open are decided in `DECISIONS.md` next to this crate's manifest.
//!
//! [`OracleDomain::parse`] reads a text (TOML, then tokens, phrases and names) into a domain of indices; an
//! [`OracleQuery`] binds objects and a start to it; [`OracleDomain::solve`] searches and [`OracleDomain::validate`]
//! checks a plan.
//!
//! It has no heuristics, no grounding of conditions or effects, no diagnostics beyond the first error and no
//! includes. Keys of agents that do not affect plans are accepted and ignored.

mod apply;
mod clash;
mod decimal;
mod domain;
mod error;
mod evaluate;
pub mod generate;
mod instance;
pub mod limits;
mod load;
mod query;
mod resolve;
mod search;
mod solve;
mod subgoal;
mod syntax;
mod token;
mod validate;

pub use domain::OracleDomain;
pub use error::{ErrorKind, OracleError};
pub use query::{CheckAnswer, Limits, OracleQuery, Outcome, Step, Value, Verdict};
pub use solve::FREE_ACTION;
pub use validate::{Invalid, StepFault};
