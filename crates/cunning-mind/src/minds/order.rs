//! Orders of the game, by name.

use std::borrow::Cow;
use std::time::Duration;

use cunning_plan::model::{Param, ParamKind};

use super::{Minds, micros, millis};
use crate::engine::{self, AgentId, OrderId};
use crate::error::{MindError, NameKind, UnknownName};
use crate::message::OrderTerms;
use crate::symbols::{described, param_takes};
use crate::value::{Value, ValueRef};

/// An order of the game or a player to pursue a goal.
///
/// ```
/// use std::time::Duration;
/// use cunning_mind::{GameObject, Order};
///
/// let orc = GameObject(7);
/// let order = Order::goal("kill").arg("f", orc).bias(0.5).within(Duration::from_secs(20));
/// ```
#[derive(Clone, Debug)]
pub struct Order {
    goal: Cow<'static, str>,
    args: Vec<(Cow<'static, str>, Value)>,
    bias: f64,
    within: Option<Duration>,
    is_rigid: bool,
}

impl Order {
    /// Creates an order to pursue a goal. It adds 1 to the goal's score until the goal is met or fails.
    pub fn goal(goal: impl Into<Cow<'static, str>>) -> Self {
        Self { goal: goal.into(), args: Vec::new(), bias: 1.0, within: None, is_rigid: false }
    }

    /// Binds a parameter of the goal. The agent chooses the parameters that are not bound.
    #[must_use]
    pub fn arg(mut self, param: impl Into<Cow<'static, str>>, value: impl Into<Value>) -> Self {
        self.args.push((param.into(), value.into()));
        self
    }

    /// Sets what the order adds to the goal's score. A negative bias discourages the goal.
    #[must_use]
    pub fn bias(mut self, bias: f64) -> Self {
        self.bias = bias;
        self
    }

    /// Sets how long the order counts. After that it has failed.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.within = Some(time);
        self
    }

    /// Gives the goal precedence over all others of the agent as long as there is a plan for it.
    #[must_use]
    pub fn rigid(mut self) -> Self {
        self.is_rigid = true;
        self
    }
}

impl Minds {
    /// Orders an agent to pursue a goal. [`Command::Report`](crate::Command::Report) tells how it goes.
    pub fn order(&mut self, agent: AgentId, order: Order) -> Result<OrderId, MindError> {
        let archetype = self.engine.archetype_of(agent).ok_or(MindError::NoAgent(agent))?;
        let domain = self.domain.planning();
        let goal = domain.goal_named(&order.goal).ok_or_else(|| {
            let known = domain.goals().as_slice().iter().map(|goal| goal.name.as_str());
            UnknownName::new(NameKind::Goal, &order.goal, known)
        })?;
        if !archetype.goals.iter().any(|(known, _)| *known == goal) {
            let (archetype, goal) = (archetype.name.clone(), order.goal.into_owned());
            return Err(MindError::ForeignGoal { archetype, goal });
        }
        let params = domain.goals().get(goal).map_or(&[][..], |goal| &goal.params);
        for (name, _) in &order.args {
            if !params.iter().any(|param| param.name == **name) {
                let known = params.iter().map(|param| param.name.as_str());
                return Err(UnknownName::new(NameKind::Parameter, name, known).into());
            }
        }
        let arg = |param: &Param| {
            let given = order.args.iter().rev().find(|(name, _)| **name == *param.name);
            given.map(|(_, value)| self.argument(param, value.into())).transpose()
        };
        let args = params.iter().map(arg).collect::<Result<Vec<_>, _>>()?;
        let bias = micros(order.bias)?.get();
        let terms = OrderTerms { bias, within_ms: order.within.map(millis), is_rigid: order.is_rigid };
        let raw = engine::Order { goal, args: &args, terms };
        self.engine.order(agent, raw)
    }

    /// Withdraws an order. An agent that pursued its goal only for the order stops. Returns false if the order has
    /// ended.
    pub fn withdraw(&mut self, order: OrderId) -> bool {
        self.engine.withdraw(order)
    }

    /// Converts the argument of a parameter and checks it.
    fn argument(&self, param: &Param, value: ValueRef<'_>) -> Result<cunning_trace::Value, MindError> {
        match (param.kind, value) {
            (ParamKind::Number { min, max }, ValueRef::Int(number)) => {
                if (min..=max).contains(&number) {
                    return Ok(cunning_trace::Value::Int(number));
                }
                Err(MindError::OutOfRange { name: param.name.clone(), min, max, given: number })
            }
            (ParamKind::Object(ty), ValueRef::Name(_) | ValueRef::Object(_) | ValueRef::Point(_)) => {
                self.object(&param.name, ty, value)
            }
            (kind, _) => Err(MindError::WrongType {
                name: param.name.clone(),
                expected: param_takes(self.domain.planning(), &kind),
                given: described(value),
            }),
        }
    }
}
