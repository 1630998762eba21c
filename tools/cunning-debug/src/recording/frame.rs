//! A summary of all agents at a tick: positions, goals and steps.

use cunning_trace::{AgentId, NameTable, Subject, View};
use serde::Serialize;

use super::names::Names;
use super::{RecordingView, damaged};
use crate::protocol::{AgentRef, RequestError};

/// A summary of an agent at a tick.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentState {
    pub(crate) agent: AgentRef,
    pub(crate) name: String,
    archetype: String,
    /// x, y, z and yaw; `None` for agents without a body.
    pub(crate) position: Option<[f32; 4]>,
    pub(crate) goal: Option<String>,
    pub(crate) step: Option<String>,
    pub(crate) has_plan: bool,
    /// The arguments of the running step.
    targets: Vec<String>,
    idle: Option<String>,
    is_held: bool,
    is_quarantined: bool,
    commander: Option<AgentRef>,
}

impl RecordingView {
    /// All agents at a tick.
    pub(crate) fn frame(&self, tick: u64) -> Result<Vec<AgentState>, RequestError> {
        let views = self.reader.views(tick).map_err(damaged)?;
        let names = self.names(tick);
        Ok(views.iter().filter_map(|view| self.summary(&names, view)).collect())
    }

    /// One agent at a tick, if it exists then.
    pub(crate) fn agent_state(&self, agent: AgentId, tick: u64) -> Result<Option<AgentState>, RequestError> {
        Ok(self.summary(&self.names(tick), &self.view(agent, tick)?))
    }

    /// Whether an agent believes that a fact has a value; both are compared as they are displayed.
    pub(crate) fn believes(
        &self,
        agent: AgentId,
        tick: u64,
        fact: &str,
        value: &str,
    ) -> Result<bool, RequestError> {
        let (names, view) = (self.names(tick), self.view(agent, tick)?);
        let compact = |text: &str| text.split_whitespace().collect::<String>();
        let (fact, value) = (compact(fact), compact(value));
        Ok(view.beliefs().any(|belief| {
            compact(&names.fact(belief.fact)) == fact && compact(&names.value(belief.value)) == value
        }))
    }

    fn summary(&self, names: &Names<'_>, view: &View) -> Option<AgentState> {
        let Subject::Agent(agent) = view.subject() else { return None };
        let (archetype, name) = view.identity()?;
        let step = view.step();
        let targets = step.iter().flat_map(|step| step.action.args.iter()).map(|value| names.value(value));
        Some(AgentState {
            agent: self.agent_ref(agent),
            name: name.to_owned(),
            archetype: names.name(NameTable::Archetype, archetype),
            position: view.place(),
            goal: view.goal().map(|(_, goal)| names.call(NameTable::Goal, goal)),
            step: step.map(|step| names.call(NameTable::Action, step.action)),
            has_plan: view.plan().is_some(),
            targets: targets.collect(),
            idle: view.idle().map(|(_, reason)| names.reason(reason)),
            is_held: view.held().is_some(),
            is_quarantined: view.quarantined().is_some(),
            commander: view.commander().map(|agent| self.agent_ref(agent)),
        })
    }
}
