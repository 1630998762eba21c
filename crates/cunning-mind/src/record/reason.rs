//! Reasons for which things start and end, with their names in recordings.

use crate::message::{IdleReason, StopReason};

/// The reason for a start or an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Done,
    Failed,
    Met,
    Replanned,
    ConditionLost,
    ObjectLost,
    TimedOut,
    EffectNotSeen,
    Ordered,
    Held,
    Removed,
    Reloaded,
    NothingMatters,
    NoPlan,
    Quarantined,
    Best,
    Withdrawn,
}

/// All reasons with their names in recordings.
pub(super) const REASONS: [(Reason, &str); 17] = [
    (Reason::Done, "done"),
    (Reason::Failed, "failed"),
    (Reason::Met, "met"),
    (Reason::Replanned, "replanned"),
    (Reason::ConditionLost, "condition_lost"),
    (Reason::ObjectLost, "object_lost"),
    (Reason::TimedOut, "timed_out"),
    (Reason::EffectNotSeen, "effect_not_seen"),
    (Reason::Ordered, "ordered"),
    (Reason::Held, "held"),
    (Reason::Removed, "removed"),
    (Reason::Reloaded, "reloaded"),
    (Reason::NothingMatters, "nothing_matters"),
    (Reason::NoPlan, "no_plan"),
    (Reason::Quarantined, "quarantined"),
    (Reason::Best, "best"),
    (Reason::Withdrawn, "withdrawn"),
];

impl From<StopReason> for Reason {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Replanned => Self::Replanned,
            StopReason::ConditionLost => Self::ConditionLost,
            StopReason::ObjectLost => Self::ObjectLost,
            StopReason::TimedOut => Self::TimedOut,
            StopReason::Ordered => Self::Ordered,
            StopReason::Held => Self::Held,
            StopReason::Removed => Self::Removed,
            StopReason::Reloaded => Self::Reloaded,
        }
    }
}

impl From<IdleReason> for Reason {
    fn from(reason: IdleReason) -> Self {
        match reason {
            IdleReason::NothingMatters => Self::NothingMatters,
            IdleReason::NoPlan => Self::NoPlan,
            IdleReason::Held => Self::Held,
            IdleReason::Quarantined => Self::Quarantined,
        }
    }
}
