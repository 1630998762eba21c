//! What agents tell the game: events of their entities, for observers of one entity or of all.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use cunning_mind::{CheckId, IdleReason, OrderId, OrderState, StopReason};

use crate::step::Step;
use crate::value::Args;

/// An agent starts a step. The step is already in its [`CurrentStep`](crate::CurrentStep).
#[derive(EntityEvent, Clone, Debug)]
pub struct StepStarted {
    /// The entity that performs the step.
    pub entity: Entity,
    /// The step.
    pub step: Step,
    /// Whether the step already ran before: when the game was saved, or while the agent was asleep.
    pub resumed: bool,
}

/// The mind stops a step. It has already been removed from [`CurrentStep`](crate::CurrentStep), unless the entity has the
/// component [`WindsDown`](crate::WindsDown).
#[derive(EntityEvent, Clone, Debug)]
pub struct StepStopped {
    /// The entity that performed the step.
    pub entity: Entity,
    /// The step.
    pub step: Step,
    /// The reason why it was stopped.
    pub reason: StopReason,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game reported it as done.
    Done,
    /// The game reported it as failed.
    Failed,
    /// It consisted of orders, and all subordinates have reported.
    Settled,
}

/// A step has ended without being stopped.
#[derive(EntityEvent, Clone, Debug)]
pub struct StepEnded {
    /// The entity that performed the step.
    pub entity: Entity,
    /// The step.
    pub step: Step,
    /// How it ended.
    pub ending: Ending,
}

/// An agent has nothing to do.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct WentIdle {
    /// The entity without a step.
    pub entity: Entity,
    /// The reason why it has nothing to do.
    pub reason: IdleReason,
}

/// An action of a plan has a `check` that the game decides. Answer it with [`Minds::answer`](crate::Minds::answer), at once
/// or some frames later. Without an answer it counts as *no* after a while.
#[derive(EntityEvent, Clone, Debug)]
pub struct CheckAsked {
    /// The entity that plans to act.
    pub entity: Entity,
    /// The id that the answer names.
    pub id: CheckId,
    /// The name of the check.
    pub name: Arc<str>,
    /// The arguments of the action.
    pub args: Args,
}

/// A sensor of an agent is due; see [`Minds::poll_sensor`](crate::Minds::poll_sensor).
#[derive(EntityEvent, Clone, Debug)]
pub struct SensorDue {
    /// The entity whose sensor it is.
    pub entity: Entity,
    /// The name of the sensor.
    pub sensor: Arc<str>,
}

/// News of an order that the game gave with [`Minds::order`](crate::Minds::order).
#[derive(EntityEvent, Clone, Debug)]
pub struct OrderReported {
    /// The entity that was ordered.
    pub entity: Entity,
    /// The order.
    pub order: OrderId,
    /// The goal that was ordered.
    pub goal: Arc<str>,
    /// The state of the order.
    pub state: OrderState,
}
