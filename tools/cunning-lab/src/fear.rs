//! Self-knowledge in real-time search on game maps: does knowing oneself help?
//!
//! For each goal on a map, [`study`] computes one order of self-knowledge after the other, until nothing changes any
//! more, and keeps the mean suboptimality of each. Goals are [chosen](candidates) by chance and kept if their first order
//! lies in a range, as in the paper; rules are LRTA* or [sampled](sample_rule) from the published ranges. [`Curve`] is the
//! mean over goals, [`claims`] says what of the paper's claims held, and [`plates`] draws what a walker fears.
//!
//! V. Bulitko, "Effects of Self-Knowledge: Once Bitten Twice Shy", 2017.

mod claims;
mod curve;
mod pictures;
mod sampling;
mod study;

pub use claims::{Claim, claims};
pub use curve::{Curve, CurvePoint};
pub use pictures::{Plate, curve_chart, plates, rules_chart};
pub use sampling::{candidates, sample_rule};
pub use study::{OrderRow, Outcome, Study, StudySettings, study};
