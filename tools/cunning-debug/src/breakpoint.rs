//! Breakpoints: stop when a condition becomes true, as in `guard_3 has no plan`.

use std::sync::Mutex;

use serde::Serialize;

use crate::lock::lock;
use crate::protocol::RequestError;
use crate::recording::RecordingView;
use crate::recording_set::RecordingSet;

/// Words that stand for any agent.
const ANY_AGENT: [&str; 3] = ["anyone", "anybody", "any"];

/// The condition of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    text: String,
    /// The name of the agent; any agent if `None`.
    agent: Option<String>,
    test: Test,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    /// The agent has no plan.
    NoPlan,
    /// The agent's goal contains this text.
    Wants(String),
    /// The running step contains this text.
    Does(String),
    /// The agent believes that a fact has this value.
    Believes(String, String),
    /// An event is logged whose text contains these words.
    Event(String),
}

impl Condition {
    /// Parses a condition. A text in any other form is a search in the event log.
    pub(crate) fn parse(text: &str) -> Result<Self, RequestError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(RequestError::new("the condition is empty: write one such as `guard_3 has no plan`"));
        }
        let found = ["has no plan", "wants", "does", "believes"].iter().find_map(|verb| {
            let (agent, rest) = text.split_once(verb)?;
            let is_word = agent.ends_with(' ') && (rest.is_empty() || rest.starts_with(' '));
            is_word.then(|| (agent.trim(), *verb, rest.trim()))
        });
        let test = |verb: &str, rest: &str| match (verb, rest.split_once('=')) {
            ("has no plan", _) => Some(Test::NoPlan),
            (_, _) if rest.is_empty() => None,
            ("wants", _) => Some(Test::Wants(rest.to_lowercase())),
            ("does", _) => Some(Test::Does(rest.to_lowercase())),
            (_, Some((fact, value))) => Some(Test::Believes(
                fact.trim_end_matches('=').trim().to_owned(),
                value.trim_start_matches('=').trim().to_owned(),
            )),
            (_, None) => Some(Test::Believes(rest.to_owned(), "true".to_owned())),
        };
        let (agent, test) = match found.and_then(|(agent, verb, rest)| Some((agent, test(verb, rest)?))) {
            Some((agent, test)) => {
                (Some(agent.to_owned()).filter(|agent| !ANY_AGENT.contains(&agent.as_str())), test)
            }
            None => (None, Test::Event(text.to_owned())),
        };
        Ok(Self { text: text.to_owned(), agent, test })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a recording has the agent of the condition.
    fn applies_to(&self, recording: &RecordingView) -> bool {
        self.agent.as_ref().is_none_or(|name| recording.agent_named(name).is_some())
    }

    /// Whether the condition holds at a tick.
    fn holds(&self, recording: &RecordingView, tick: u64) -> Result<bool, RequestError> {
        let agent = match &self.agent {
            Some(name) => match recording.agent_named(name) {
                Some(agent) => Some(agent),
                None => return Ok(false),
            },
            None => None,
        };
        if let Test::Event(words) = &self.test {
            return Ok(!recording.events(None, (tick, tick), words, 0).is_empty());
        }
        let agents = match agent {
            Some(agent) => recording.agent_state(agent, tick)?.into_iter().collect(),
            None => recording.frame(tick)?,
        };
        let has = |text: &Option<String>, wanted: &str| {
            text.as_ref().is_some_and(|text| text.to_lowercase().contains(wanted))
        };
        for agent in &agents {
            let holds = match &self.test {
                Test::NoPlan => !agent.has_plan,
                Test::Wants(goal) => has(&agent.goal, goal),
                Test::Does(step) => has(&agent.step, step),
                Test::Believes(fact, value) => recording.believes(agent.agent.id, tick, fact, value)?,
                Test::Event(_) => false,
            };
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Where a breakpoint was hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Stop {
    pub(crate) tick: u64,
    /// The text of the condition.
    pub(crate) text: String,
}

/// The breakpoint of a debug session. It is removed when it is hit.
#[derive(Default)]
pub(crate) struct Breakpoint {
    /// The condition, and whether it held at the last check.
    condition: Mutex<Option<(Condition, bool)>>,
}

impl Breakpoint {
    /// Sets or removes the condition. One that holds at `tick` already must become false first.
    pub(crate) fn set(
        &self,
        recordings: &RecordingSet,
        condition: Option<Condition>,
        tick: u64,
    ) -> Result<(), RequestError> {
        let condition = match condition {
            Some(condition) => {
                if !recordings.all(|recording| Ok(condition.applies_to(recording)))?.contains(&true) {
                    let name = condition.agent.unwrap_or_default();
                    return Err(RequestError::new(format!("there is no agent called `{name}`")));
                }
                let holds = holds(recordings, &condition, tick)?;
                Some((condition, holds))
            }
            None => None,
        };
        *lock(&self.condition) = condition;
        Ok(())
    }

    /// Checks a tick. Removes the condition and returns the stop if it has become true.
    pub(crate) fn check(&self, recordings: &RecordingSet, tick: u64) -> Option<Stop> {
        let mut guard = lock(&self.condition);
        let (condition, held) = guard.as_mut()?;
        let holds = holds(recordings, condition, tick).ok()?;
        let held = std::mem::replace(held, holds);
        if !holds || held {
            return None;
        }
        guard.take().map(|(condition, _)| Stop { tick, text: condition.text })
    }
}

fn holds(recordings: &RecordingSet, condition: &Condition, tick: u64) -> Result<bool, RequestError> {
    Ok(recordings.all(|recording| condition.holds(recording, tick))?.contains(&true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_parsed() {
        let parse = |text: &str| {
            let parsed = Condition::parse(text).unwrap();
            (parsed.agent, parsed.test)
        };
        let guard = || Some("guard_3".to_owned());
        assert_eq!(parse("guard_3 has no plan"), (guard(), Test::NoPlan));
        assert_eq!(parse("anyone has no plan"), (None, Test::NoPlan));
        assert_eq!(parse("guard_3 wants Patrol"), (guard(), Test::Wants("patrol".to_owned())));
        assert_eq!(parse("guard_3 does grab"), (guard(), Test::Does("grab".to_owned())));
        let believes = |fact: &str, value: &str| Test::Believes(fact.to_owned(), value.to_owned());
        assert_eq!(parse("guard_3 believes gold = 3"), (guard(), believes("gold", "3")));
        assert_eq!(parse("guard_3 believes gold == 3"), (guard(), believes("gold", "3")));
        assert_eq!(parse("guard_3 believes alarmed"), (guard(), believes("alarmed", "true")));
        assert_eq!(parse("bottle taken"), (None, Test::Event("bottle taken".to_owned())));
        assert_eq!(parse("guard_3 wants"), (None, Test::Event("guard_3 wants".to_owned())));
        assert!(Condition::parse("  ").is_err());
    }
}
