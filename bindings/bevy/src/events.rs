//! What agents tell the game, as events of their entities. Observers of an entity or of all hear them.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use cunning_mind::engine::QuestionId;
use cunning_mind::{IdleReason, OrderId, OrderState, StopReason};

use crate::step::{Arg, Step};

/// An agent begins a step. It is in its [`CurrentStep`](crate::CurrentStep) already.
#[derive(EntityEvent, Clone, Debug)]
pub struct StepStarted {
    /// Who.
    pub entity: Entity,
    /// The step.
    pub step: Step,
    /// Whether it ran already when the game was saved.
    pub resumed: bool,
}

/// An agent has to stop a step. It is gone from its [`CurrentStep`](crate::CurrentStep) already, unless it
/// [winds down](crate::WindsDown).
#[derive(EntityEvent, Clone, Debug)]
pub struct StepStopped {
    /// Who.
    pub entity: Entity,
    /// The step.
    pub step: Step,
    /// Why.
    pub reason: StopReason,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game said that it was carried out.
    Done,
    /// The game said that it cannot be.
    Failed,
    /// It consisted of orders, and those who got them have settled it, one way or the other.
    Settled,
}

/// A step is over without having been stopped.
#[derive(EntityEvent, Clone, Debug)]
pub struct StepEnded {
    /// Who.
    pub entity: Entity,
    /// The step.
    pub step: Step,
    /// How.
    pub ending: Ending,
}

/// An agent has nothing to do.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct WentIdle {
    /// Who.
    pub entity: Entity,
    /// Why.
    pub why: IdleReason,
}

/// An action of a plan asks a question of the game, to be answered with [`Minds::answer`](crate::Minds::answer), now or
/// some frames later. Whoever does not answer says no.
#[derive(EntityEvent, Clone, Debug)]
pub struct CheckAsked {
    /// Who asks.
    pub entity: Entity,
    /// The question, for the answer.
    pub question: QuestionId,
    /// What is asked: the action's `check`.
    pub check: Arc<str>,
    /// The action's parameters by name.
    pub args: Arc<[(Arc<str>, Arg)]>,
}

/// A sensor is due; see [`Minds::poll`](crate::Minds::poll).
#[derive(EntityEvent, Clone, Debug)]
pub struct SensorDue {
    /// Whose.
    pub entity: Entity,
    /// Which.
    pub sensor: Arc<str>,
}

/// How an order goes that the game gave; see [`Minds::order`](crate::Minds::order).
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct OrderReported {
    /// Who got it.
    pub entity: Entity,
    /// The order.
    pub order: OrderId,
    /// How it goes.
    pub state: OrderState,
}
