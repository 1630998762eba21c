//! Orders that the game gives to agents.

use std::borrow::Cow;
use std::time::Duration;

use crate::minds::MindsError;
use crate::object::Objects;
use crate::value::{ToValue, Value};

/// An order to pursue a goal, from the game or a player: a [`cunning_mind::Order`] whose arguments may be entities.
#[derive(Clone, Debug)]
pub struct Order {
    order: cunning_mind::Order,
    args: Vec<(Cow<'static, str>, Value)>,
}

impl Order {
    /// Creates an order to pursue a goal. It adds 1 to the goal's score until the goal is met or fails.
    pub fn goal(goal: impl Into<Cow<'static, str>>) -> Self {
        Self { order: cunning_mind::Order::goal(goal), args: Vec::new() }
    }

    /// Binds a parameter of the goal. The agent chooses parameters that are not bound.
    #[must_use]
    pub fn arg(mut self, param: impl Into<Cow<'static, str>>, value: impl ToValue) -> Self {
        self.args.push((param.into(), value.to_value()));
        self
    }

    /// Sets the amount that the order adds to the goal's score. A negative bias lowers the score.
    #[must_use]
    pub fn bias(mut self, bias: f64) -> Self {
        self.order = self.order.bias(bias);
        self
    }

    /// Sets how long the order is valid; after that time it has failed.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.order = self.order.within(time);
        self
    }

    /// Puts the goal before all other goals of the agent, as long as there is a plan for it.
    #[must_use]
    pub fn rigid(mut self) -> Self {
        self.order = self.order.rigid();
        self
    }

    /// Returns the order with ids in place of entities.
    pub(crate) fn resolved(self, objects: &Objects) -> Result<cunning_mind::Order, MindsError> {
        let Self { mut order, args } = self;
        for (param, value) in args {
            order = order.arg(param, objects.value_ref(&value)?);
        }
        Ok(order)
    }
}
