//! A tick at a glance: where everybody is, and what they are about.

use cunning_trace::{AgentId, NameTable, Subject, View};
use serde::Serialize;

use super::RecordingView;
use super::words::Words;
use crate::wire::{Refusal, Who};

/// An agent at a tick.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Body {
    pub(crate) who: Who,
    pub(crate) name: String,
    archetype: String,
    /// x, y, z and yaw; none for those without a body.
    place: Option<[f32; 4]>,
    pub(crate) goal: Option<String>,
    pub(crate) step: Option<String>,
    pub(crate) has_plan: bool,
    /// What the step is about: the names of its arguments.
    targets: Vec<String>,
    idle: Option<String>,
    is_held: bool,
    is_quarantined: bool,
    commander: Option<Who>,
}

impl RecordingView {
    /// Everybody at a tick.
    pub(crate) fn frame(&self, tick: u64) -> Result<Vec<Body>, Refusal> {
        let views = self
            .reader
            .views(tick)
            .map_err(|damage| Refusal::new(format!("the recording is damaged: {damage}")))?;
        let words = self.words(tick);
        Ok(views.iter().filter_map(|view| self.body(&words, view)).collect())
    }

    /// Somebody at a tick; none if there is nobody of that number.
    pub(crate) fn body_of(&self, agent: AgentId, tick: u64) -> Result<Option<Body>, Refusal> {
        Ok(self.body(&self.words(tick), &self.view(agent, tick)?))
    }

    /// Whether somebody believes something of a fact, both as they are shown.
    pub(crate) fn believes(
        &self,
        agent: AgentId,
        tick: u64,
        fact: &str,
        value: &str,
    ) -> Result<bool, Refusal> {
        let (words, view) = (self.words(tick), self.view(agent, tick)?);
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let (fact, value) = (plain(fact), plain(value));
        Ok(view.beliefs().any(|belief| {
            plain(&words.fact(belief.fact)) == fact && plain(&words.value(belief.value)) == value
        }))
    }

    fn body(&self, words: &Words<'_>, view: &View) -> Option<Body> {
        let Subject::Agent(agent) = view.subject() else { return None };
        let (archetype, name) = view.identity()?;
        let step = view.step();
        let targets = step.iter().flat_map(|step| step.action.args.iter()).map(|value| words.value(value));
        Some(Body {
            who: Who { recording: self.at, agent },
            name: name.to_owned(),
            archetype: words.name(NameTable::Archetype, archetype),
            place: view.place(),
            goal: view.goal().map(|(_, goal)| words.call(NameTable::Goal, goal)),
            step: step.map(|step| words.call(NameTable::Action, step.action)),
            has_plan: view.plan().is_some(),
            targets: targets.collect(),
            idle: view.idle().map(|(_, reason)| words.reason(reason)),
            is_held: view.held().is_some(),
            is_quarantined: view.quarantined().is_some(),
            commander: view.commander().map(|agent| Who { recording: self.at, agent }),
        })
    }
}
