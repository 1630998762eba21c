//! Who commands whom at a tick, and what becomes of orders.

use cunning_trace::{NameTable, Subject};
use serde::Serialize;

use super::RecordingView;
use super::agent::OrderRow;
use crate::wire::{Refusal, Who};

/// An agent in the chain of command.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rank {
    who: Who,
    name: String,
    archetype: String,
    commander: Option<Who>,
    goal: Option<String>,
    step: Option<String>,
    /// The orders that it has.
    orders: Vec<OrderRow>,
}

impl RecordingView {
    /// Everybody who commands or is commanded; all of them if nobody is.
    pub(crate) fn command(&self, tick: u64) -> Result<Vec<Rank>, Refusal> {
        let views = self
            .reader
            .views(tick)
            .map_err(|damage| Refusal::new(format!("the recording is damaged: {damage}")))?;
        let words = self.words(tick);
        let rank = |view: &cunning_trace::View| {
            let Subject::Agent(agent) = view.subject() else { return None };
            let (archetype, name) = view.identity()?;
            Some(Rank {
                who: Who { recording: self.at, agent },
                name: name.to_owned(),
                archetype: words.name(NameTable::Archetype, archetype),
                commander: view.commander().map(|agent| Who { recording: self.at, agent }),
                goal: view.goal().map(|(_, goal)| words.call(NameTable::Goal, goal)),
                step: view.step().map(|step| words.call(NameTable::Action, step.action)),
                orders: self.orders(&words, view).collect(),
            })
        };
        Ok(views.iter().filter_map(rank).collect())
    }
}
