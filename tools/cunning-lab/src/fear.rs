//! Self-knowledge in real-time search on game maps.
//!
//! For each goal on a map, [`study`] computes orders of self-knowledge until they no longer change, and records the mean
//! suboptimality of each. Goals are [chosen](candidates) at random and used if their first order is in a range, as in the
//! paper; rules are LRTA* or [sampled](sample_rule) from the published ranges. [`Curve`] is the mean over goals,
//! [`claims`] checks the claims of the paper, and [`plates`] draws the fear of a walker.
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
