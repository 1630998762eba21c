//! Tools that explain behaviour: questions about a domain text, decisions rebuilt from a recording, and replays.

pub use crate::circumstances::Circumstances;
pub use crate::comparison::{Comparison, Decision};
pub use crate::decision_snapshot::{DecisionSnapshot, Prospect, Reasons};
pub use crate::goal_reasons::{BeliefChange, GoalReasons, RuleReason, ScoreTerm};
pub use crate::recorded_domain::RecordedDomain;
pub use crate::recorded_search::RecordedSearch;
pub use crate::replay::{Replayed, replay};
pub use crate::what_if::{Explanation, Missed, Question, WhatIf, WhatIfError, status_word};
