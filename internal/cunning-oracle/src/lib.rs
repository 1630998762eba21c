//! An independent reference for the planner's tests: a brute-force planner, a plan validator and a domain generator.
//!
//! It is written from the semantics of the language alone and shares no code with the planner.
//! Actions stay as they are written: they are interpreted over explicit states, every binding of their
//! parameters is tried in every state, and a uniform-cost search sees all states that can be reached. That
//! is slow and obviously correct. Questions that the semantics leave open are settled in
//! `DECISIONS.md` beside this crate's manifest.
//!
//! The way of a text: [`OracleDomain::parse`] (TOML, then tokens, phrases and names) gives a domain of
//! indices; a [`OracleQuery`] binds objects and a start to it; [`OracleDomain::solve`] searches and
//! [`OracleDomain::validate`] follows a plan.
//!
//! What is absent: heuristics, grounding of conditions or effects, diagnostics beyond the first mistake,
//! includes, and the keys of minds that change no plan, which are accepted and ignored.

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
