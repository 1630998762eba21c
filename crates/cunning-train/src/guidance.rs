//! What demonstrations are worth: estimates of the time still needed that are low along ways that somebody has shown.

mod events;
mod experience;
mod field;

pub(crate) use events::goal;
pub use events::{FirstLeg, QuestGuides};
pub use experience::{Experience, ExperienceError, ExperienceGraph};
pub use field::{ExperienceField, Guide, StraightField, Target};
