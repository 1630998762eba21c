//! Agents: spawning, removal, command hierarchy, orders, attention and traits.

use std::collections::BTreeMap;

use cunning_mind::{AgentId, Order, OrderId, Spawn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{Minds, duration};
use crate::errors::{Failure, failure};
use crate::value::{self, Key};

impl Minds {
    /// Calls a method with an agent that exists.
    fn with_agent(
        &mut self,
        agent: u64,
        call: impl FnOnce(&mut cunning_mind::Minds, AgentId),
    ) -> Result<(), Failure> {
        let agent = self.agent(agent)?;
        call(&mut self.minds, agent);
        Ok(())
    }
}

#[pymethods]
impl Minds {
    #[pyo3(signature = (archetype, *, name = None, seed = None, commander = None, traits = None))]
    fn spawn(
        &mut self,
        archetype: &str,
        name: Option<&str>,
        seed: Option<u64>,
        commander: Option<u64>,
        traits: Option<BTreeMap<String, f64>>,
    ) -> Result<u64, Failure> {
        let mut spawn = Spawn::new();
        if let Some(name) = name {
            spawn = spawn.name(name);
        }
        if let Some(seed) = seed {
            spawn = spawn.seed(seed);
        }
        if let Some(commander) = commander {
            spawn = spawn.commander(AgentId(commander));
        }
        for (name, number) in traits.into_iter().flatten() {
            spawn = spawn.set_trait(name, number);
        }
        Ok(self.minds.spawn_with(archetype, spawn)?.0)
    }

    fn remove(&mut self, agent: u64) -> Result<(), Failure> {
        self.with_agent(agent, |minds, agent| {
            minds.remove(agent);
        })
    }

    fn agents(&self) -> Vec<u64> {
        self.minds.agents().map(|agent| agent.0).collect()
    }

    fn set_commander(&mut self, agent: u64, commander: Option<u64>) -> Result<(), Failure> {
        Ok(self.minds.set_commander(AgentId(agent), commander.map(AgentId))?)
    }

    fn commander(&self, agent: u64) -> Option<u64> {
        self.minds.commander(AgentId(agent)).map(|agent| agent.0)
    }

    fn subordinates(&self, agent: u64) -> Vec<u64> {
        self.minds.subordinates(AgentId(agent)).iter().map(|agent| agent.0).collect()
    }

    fn hold(&mut self, agent: u64) -> Result<(), Failure> {
        self.with_agent(agent, cunning_mind::Minds::hold)
    }

    fn release(&mut self, agent: u64) -> Result<(), Failure> {
        self.with_agent(agent, cunning_mind::Minds::release)
    }

    fn sleep(&mut self, agent: u64) -> Result<(), Failure> {
        self.with_agent(agent, cunning_mind::Minds::sleep)
    }

    fn wake(&mut self, agent: u64) -> Result<(), Failure> {
        self.with_agent(agent, cunning_mind::Minds::wake)
    }

    fn quarantine(&mut self, agent: u64, reason: &str) -> Result<(), Failure> {
        self.with_agent(agent, |minds, agent| minds.quarantine(agent, reason))
    }

    fn set_importance(&mut self, agent: u64, importance: f64) -> Result<(), Failure> {
        Ok(self.minds.set_importance(AgentId(agent), importance)?)
    }

    fn set_trait(&mut self, agent: u64, name: &str, number: f64) -> Result<(), Failure> {
        Ok(self.minds.set_trait(AgentId(agent), name, number)?)
    }

    /// Overwrites a number of a table, for one agent or, with `None`, for all.
    fn set_table(
        &mut self,
        agent: Option<u64>,
        entry: &Bound<'_, PyAny>,
        number: f64,
    ) -> Result<(), Failure> {
        let agent = agent.map(|agent| self.agent(agent)).transpose()?;
        Ok(self.minds.set_table(agent, Key::new(entry)?.as_key(), number)?)
    }

    fn poll_sensor(&mut self, sensor: &str, every_ms: f64) -> Result<(), Failure> {
        Ok(self.minds.poll_sensor(sensor, duration(every_ms)?)?)
    }

    #[pyo3(signature = (agent, goal, args = None, *, bias = None, within_ms = None, rigid = false))]
    fn order(
        &mut self,
        agent: u64,
        goal: String,
        args: Option<&Bound<'_, PyDict>>,
        bias: Option<f64>,
        within_ms: Option<f64>,
        rigid: bool,
    ) -> Result<u64, Failure> {
        let mut order = Order::goal(goal);
        for (param, given) in args.into_iter().flat_map(PyDictMethods::iter) {
            order = order.arg(param.extract::<String>()?, value::value(&given)?);
        }
        if let Some(bias) = bias {
            order = order.bias(bias);
        }
        if let Some(ms) = within_ms {
            order = order.within(duration(ms)?);
        }
        if rigid {
            order = order.rigid();
        }
        Ok(self.minds.order(AgentId(agent), order)?.0)
    }

    fn withdraw(&mut self, order: u64) -> Result<(), Failure> {
        if self.minds.withdraw(OrderId(order)) {
            return Ok(());
        }
        Err(failure("no-order", "the order has ended, or never existed").into())
    }
}
