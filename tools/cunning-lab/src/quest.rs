//! Demonstrations across quests: the 24 configurations of Drake, Safonova and Likhachev, on their quest, on the enlarged
//! space and on random placements of key and shield.
//!
//! ```
//! use cunning_lab::quest::{Bench, CONFIGURATIONS};
//!
//! let mut bench = Bench::new()?;
//! let x = CONFIGURATIONS.iter().find(|one| one.label == "X*").unwrap();
//! let row = bench.run(x, 1, &mut || 0.0)?;
//! assert!(row.cost <= row.bound * row.optimal);
//! # Ok::<(), cunning_lab::quest::LabError>(())
//! ```

mod chart;
mod configuration;
mod placement;
mod report;
mod run;
mod table;

pub use chart::{Measure, chart, spread_chart};
pub use configuration::{CONFIGURATIONS, Configuration, Family};
pub use placement::{PLACEMENTS_MAX, placements};
pub use report::{Claim, Evidence, Speed, claims, report, speed_text};
pub use run::{Bench, LabError, Row, unchanged};
pub use table::csv;
