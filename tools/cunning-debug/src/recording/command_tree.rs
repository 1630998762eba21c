//! The chain of command at a tick, with the orders of each agent.

use cunning_trace::{NameTable, Subject};
use serde::Serialize;

use super::agent::OrderRow;
use super::{RecordingView, damaged};
use crate::protocol::{AgentRef, RequestError};

/// An agent in the chain of command.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommandRow {
    agent: AgentRef,
    name: String,
    archetype: String,
    commander: Option<AgentRef>,
    goal: Option<String>,
    step: Option<String>,
    /// The orders that the agent has received.
    orders: Vec<OrderRow>,
}

impl RecordingView {
    /// All agents at a tick, with their commanders.
    pub(crate) fn command(&self, tick: u64) -> Result<Vec<CommandRow>, RequestError> {
        let views = self.reader.views(tick).map_err(damaged)?;
        let names = self.names(tick);
        let row = |view: &cunning_trace::View| {
            let Subject::Agent(agent) = view.subject() else { return None };
            let (archetype, name) = view.identity()?;
            Some(CommandRow {
                agent: self.agent_ref(agent),
                name: name.to_owned(),
                archetype: names.name(NameTable::Archetype, archetype),
                commander: view.commander().map(|agent| self.agent_ref(agent)),
                goal: view.goal().map(|(_, goal)| names.call(NameTable::Goal, goal)),
                step: view.step().map(|step| names.call(NameTable::Action, step.action)),
                orders: self.orders(&names, view).collect(),
            })
        };
        Ok(views.iter().filter_map(row).collect())
    }
}
