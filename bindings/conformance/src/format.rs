//! How logs write values, calls and codes.

use cunning_mind::{IdleReason, OrderFailure, OrderState, Position, StopReason, Value, ValueRef, Why};

pub(crate) fn value(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Point(point) => position(point),
        other => other.to_string(),
    }
}

pub(crate) fn position(Position { x, y, z }: Position) -> String {
    format!("({x}, {y}, {z})")
}

/// Writes a call: `ring`, `go(bell)`.
pub(crate) fn call(name: &str, args: &[String]) -> String {
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
}

pub(crate) fn args<'a>(args: impl Iterator<Item = (&'a str, &'a Value)>) -> Vec<String> {
    args.map(|(_, arg)| value(arg.into())).collect()
}

pub(crate) fn stop_reason(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Replanned => "replanned",
        StopReason::ConditionLost => "condition-lost",
        StopReason::ObjectLost => "object-lost",
        StopReason::TimedOut => "timed-out",
        StopReason::Ordered => "ordered",
        StopReason::Held => "held",
        StopReason::Removed => "removed",
        StopReason::Reloaded => "reloaded",
    }
}

pub(crate) fn idle_reason(reason: IdleReason) -> &'static str {
    match reason {
        IdleReason::NothingMatters => "nothing-matters",
        IdleReason::NoPlan => "no-plan",
        IdleReason::Held => "held",
        IdleReason::Quarantined => "quarantined",
    }
}

pub(crate) fn order_state(state: OrderState) -> &'static str {
    match state {
        OrderState::TakenUp => "taken-up",
        OrderState::Done => "done",
        OrderState::Lost => "lost",
        OrderState::Withdrawn => "withdrawn",
        OrderState::ObjectGone => "object-gone",
        OrderState::Failed(OrderFailure::NoPlan) => "failed-no-plan",
        OrderState::Failed(OrderFailure::TimedOut) => "failed-timed-out",
        OrderState::Failed(OrderFailure::StepsFailed) => "failed-steps-failed",
        OrderState::Failed(OrderFailure::ForeignGoal) => "failed-foreign-goal",
        OrderState::Failed(OrderFailure::Reloaded) => "failed-reloaded",
        OrderState::Failed(_) => "failed",
    }
}

pub(crate) fn why(why: &Why) -> &'static str {
    match why {
        Why::Pursues(_) => "pursues",
        Why::NothingMatters => "nothing-matters",
        Why::NoPlan(_) => "no-plan",
        Why::Quarantined(_) => "quarantined",
        _ => "other",
    }
}
