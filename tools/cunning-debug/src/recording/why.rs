//! Explains why an agent does what it does at a tick, or why it does nothing.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::debug::{DecisionSnapshot, Reasons, RecordedDomain};
use cunning_mind::{DomainSpec, read_with};
use cunning_trace::{AgentId, Event, NameTable, Slot, Subject, View};
use serde::Serialize;

use super::{RecordingView, damaged};
use crate::breakpoint::NameKind;
use crate::limits::EXPANSIONS_MAX;
use crate::lock::lock;
use crate::protocol::RequestError;

/// Why an agent follows its plan, or has none.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explanation {
    /// The tick of the decision that is explained.
    tick: u64,
    goal: String,
    /// The purpose of each step of the plan.
    steps: Vec<ExplainedStep>,
    /// The whole explanation, as `cunning explain` prints it.
    text: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ExplainedStep {
    step: String,
    purpose: String,
    alternative: String,
}

impl RecordingView {
    /// The domain in force at a tick. It is read and compiled once for all questions about the same text.
    pub(crate) fn domain(&self, tick: u64) -> Result<Arc<RecordedDomain>, RequestError> {
        let sources: Vec<Source> =
            self.reader.domain(tick).iter().map(|source| Source::new(source.name, source.text)).collect();
        let mut latest = lock(&self.domain);
        if let Some(known) = latest.as_ref().filter(|known| is_text_of(known.spec(), &sources)) {
            return Ok(known.clone());
        }
        let main = sources.first().ok_or_else(|| RequestError::new("the recording has no domain text"))?;
        let loader = |name: &str| sources.iter().find(|source| source.name() == name).cloned();
        match read_with(main, loader) {
            Ok((spec, _)) => {
                let domain = Arc::new(RecordedDomain::new(Arc::new(spec)));
                *latest = Some(domain.clone());
                Ok(domain)
            }
            Err(found) => Err(RequestError::new(format!("the domain in the recording has errors: {found}"))),
        }
    }

    /// The names of goals, actions or facts in the domain.
    pub(crate) fn domain_names(&self, kind: NameKind) -> Result<Vec<String>, RequestError> {
        let domain = self.domain(self.last_tick())?;
        let planning = &domain.spec().planning;
        Ok(match kind {
            NameKind::Goal => planning.goals().as_slice().iter().map(|goal| goal.name.clone()).collect(),
            NameKind::Action => {
                planning.actions().as_slice().iter().map(|action| action.name.clone()).collect()
            }
            NameKind::Fact => planning.facts().as_slice().iter().map(|fact| fact.name.clone()).collect(),
        })
    }

    /// The inputs of an agent's decision at a tick, and the world.
    pub(crate) fn decision_snapshot(
        &self,
        agent: AgentId,
        tick: u64,
    ) -> Result<(DecisionSnapshot, View), RequestError> {
        let world = self.reader.view(Subject::World, tick).map_err(damaged)?;
        let view = self.view(agent, tick)?;
        let snapshot =
            DecisionSnapshot::new(&*self.domain(tick)?, &world, &view).map_err(RequestError::new)?;
        Ok((snapshot, world))
    }

    /// Explains what an agent does at a tick.
    pub(crate) fn why(&self, agent: AgentId, tick: u64) -> Result<Explanation, RequestError> {
        let view = self.view(agent, tick)?;
        // A plan is explained with the beliefs from when it was made.
        let (at, plan) = match view.plan() {
            Some((since, plan)) => (since, Some(plan)),
            None => (tick, None),
        };
        let (mut snapshot, world) = self.decision_snapshot(agent, at)?;
        let failed = view.entries().find(|latest| latest.slot == Slot::Failure).map(|latest| latest.event);
        let goal = view.goal().map(|(_, goal)| goal);
        let explained = match goal {
            Some(goal) => snapshot.explain(&world, goal, plan, EXPANSIONS_MAX),
            None => match snapshot.best_goal() {
                Some(goal) => {
                    let goal = cunning_trace::Term::plain(goal.index() as u32);
                    snapshot.explain(&world, goal, None, EXPANSIONS_MAX)
                }
                None => return Ok(Explanation::no_goal(at, failed.as_ref())),
            },
        };
        let names = self.names(at);
        // Explanations call an object by the slot that it has in the agent's plans.
        let slots: Vec<(&str, String)> =
            snapshot.objects().map(|(object, slot)| (slot, names.value(object))).collect();
        let rename = |text: &str| rename(text, &slots);
        let goal = goal.map_or_else(String::new, |goal| names.call(NameTable::Goal, goal));
        Ok(match explained.map_err(RequestError::new)? {
            Reasons::Plan(plan) => Explanation {
                tick: at,
                goal,
                text: rename(&plan.to_string()),
                steps: plan
                    .steps
                    .iter()
                    .map(|step| ExplainedStep {
                        step: rename(&step.action),
                        purpose: rename(&step.tell_purpose()),
                        alternative: rename(&step.tell_alternative()),
                    })
                    .collect(),
            },
            Reasons::Failure(failure) => {
                Explanation { tick: at, goal, text: rename(&failure.to_string()), steps: Vec::new() }
            }
            Reasons::Unclear(status) => {
                let text = format!("It is unknown whether there is a plan: {status:?}.");
                Explanation { tick: at, goal, text, steps: Vec::new() }
            }
        })
    }
}

/// Replaces the names of slots, such as `foe#1`, by those of the objects in them.
pub(crate) fn rename(text: &str, slots: &[(&str, String)]) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sharp) = rest.find('#') {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let start = rest[..sharp]
            .rfind(|letter| !is_letter(letter))
            .map_or(0, |before| before + rest[before..].chars().next().map_or(0, char::len_utf8));
        let digits = rest[sharp + 1..].find(|letter: char| !letter.is_ascii_digit());
        let end = digits.map_or(rest.len(), |digits| sharp + 1 + digits);
        let word = &rest[start..end];
        let name = slots.iter().find(|(slot, _)| *slot == word).map_or(word, |(_, name)| name.as_str());
        renamed.push_str(&rest[..start]);
        renamed.push_str(name);
        rest = &rest[end..];
    }
    renamed.push_str(rest);
    renamed
}

/// Returns whether a spec was read from some texts.
fn is_text_of(spec: &DomainSpec, sources: &[Source]) -> bool {
    let is_same = |(one, other): (&Source, &Source)| one.name() == other.name() && one.text() == other.text();
    spec.sources.len() == sources.len() && spec.sources.iter().zip(sources).all(is_same)
}

impl Explanation {
    fn no_goal(tick: u64, failed: Option<&Event<'_>>) -> Self {
        let text = match failed {
            Some(_) => "All relevant goals are met by now.",
            None => "No goal is relevant: each is met or has a score of 0.",
        };
        Self { tick, goal: String::new(), steps: Vec::new(), text: text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::rename;

    #[test]
    fn slots_are_called_by_their_objects() {
        let slots = [("foe#1", "blue3".to_owned()), ("foe#12", "Zoë".to_owned())];
        let text = "shoot(foe#1) needs sees[foe#12]; not foe#2, #7, ä#1 or oaf-foe#1";
        assert_eq!(rename(text, &slots), "shoot(blue3) needs sees[Zoë]; not foe#2, #7, ä#1 or oaf-blue3");
        assert_eq!(rename("", &slots), "");
    }
}
