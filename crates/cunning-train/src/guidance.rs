//! Heuristics from demonstrations: estimates of the remaining time that are low along demonstrated paths.

mod events;
mod experience;
mod field;

pub(crate) use events::goal;
pub use events::{FirstLeg, QuestGuides};
pub use experience::{Experience, ExperienceError, ExperienceGraph};
pub use field::{ExperienceField, Guide, StraightField, Target};
