//! Why an agent does what it does at a tick, or does nothing: its domain, its beliefs and its plan, explained.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::{DecisionSnapshot, DomainSpec, Reasons, read_with};
use cunning_trace::{AgentId, Event, NameTable, Slot, Subject, View};
use serde::Serialize;

use super::RecordingView;
use crate::limits::EXPANSIONS_MAX;
use crate::wire::Refusal;

/// An explanation.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Why {
    /// The tick of the decision that is explained.
    tick: u64,
    goal: String,
    /// What each step of the plan is for.
    steps: Vec<WhyStep>,
    /// The whole explanation as `cunning explain` tells it.
    text: String,
}

#[derive(Clone, Debug, Serialize)]
struct WhyStep {
    step: String,
    purpose: String,
    alternative: String,
}

impl RecordingView {
    /// The domain in force at a tick.
    pub(crate) fn spec(&self, tick: u64) -> Result<Arc<DomainSpec>, Refusal> {
        let sources: Vec<Source> =
            self.reader.domain(tick).iter().map(|source| Source::new(source.name, source.text)).collect();
        let main = sources.first().ok_or_else(|| Refusal::new("the recording has no domain text"))?;
        let loader = |name: &str| sources.iter().find(|source| source.name() == name).cloned();
        match read_with(main, loader) {
            Ok((spec, _)) => Ok(Arc::new(spec)),
            Err(found) => Err(Refusal::new(format!("the domain of the recording cannot be read: {found}"))),
        }
    }

    /// What an agent believed at a tick, ready to be thought about.
    pub(crate) fn moment(&self, agent: AgentId, tick: u64) -> Result<(DecisionSnapshot, View), Refusal> {
        let world = self
            .reader
            .view(Subject::World, tick)
            .map_err(|damage| Refusal::new(format!("the recording is damaged: {damage}")))?;
        let view = self.view(agent, tick)?;
        let moment = DecisionSnapshot::new(&self.spec(tick)?, &world, &view)
            .map_err(|error| Refusal::new(error.to_string()))?;
        Ok((moment, world))
    }

    /// Why an agent does what it does at a tick.
    pub(crate) fn why(&self, agent: AgentId, tick: u64) -> Result<Why, Refusal> {
        let view = self.view(agent, tick)?;
        // A plan is explained from what was believed when it was made.
        let (at, plan) = match view.plan() {
            Some((since, plan)) => (since, Some(plan)),
            None => (tick, None),
        };
        let (mut moment, world) = self.moment(agent, at)?;
        let failed = view.entries().find(|latest| latest.slot == Slot::Failure).map(|latest| latest.event);
        let goal = view.goal().map(|(_, goal)| goal);
        let explained = match goal {
            Some(goal) => moment.explain(&world, goal, plan, EXPANSIONS_MAX),
            None => match moment.best_goal() {
                Some(goal) => {
                    let goal = cunning_trace::Term::plain(goal.index() as u32);
                    moment.explain(&world, goal, None, EXPANSIONS_MAX)
                }
                None => return Ok(Why::nothing(at, failed.as_ref())),
            },
        };
        let words = self.words(at);
        let goal = goal.map_or_else(String::new, |goal| words.call(NameTable::Goal, goal));
        Ok(match explained.map_err(|error| Refusal::new(error.to_string()))? {
            Reasons::Plan(plan) => Why {
                tick: at,
                goal,
                text: plan.to_string(),
                steps: plan
                    .steps
                    .iter()
                    .map(|step| WhyStep {
                        step: step.action.clone(),
                        purpose: step.tell_purpose(),
                        alternative: step.tell_alternative(),
                    })
                    .collect(),
            },
            Reasons::Failure(failure) => Why { tick: at, goal, text: failure.to_string(), steps: Vec::new() },
            Reasons::Unclear(status) => {
                let text = format!("Whether there is a plan is open: {status:?}.");
                Why { tick: at, goal, text, steps: Vec::new() }
            }
        })
    }
}

impl Why {
    fn nothing(tick: u64, failed: Option<&Event<'_>>) -> Self {
        let text = match failed {
            Some(_) => "All goals that count are met by now.",
            None => "No goal matters: each is met, or counts nothing.",
        };
        Self { tick, goal: String::new(), steps: Vec::new(), text: text.to_owned() }
    }
}
