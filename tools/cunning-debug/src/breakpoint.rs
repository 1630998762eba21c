//! Breakpoints: stop when a condition becomes true, as in `guard_3 has no plan`.

use std::sync::Mutex;

use cunning_diag::did_you_mean;
use serde::Serialize;

use crate::limits::BREAKPOINTS_MAX;
use crate::lock::lock;
use crate::protocol::{AgentRef, RequestError};
use crate::recording::RecordingView;
use crate::recording_set::RecordingSet;

/// Words that stand for any agent.
const ANY_AGENT: [&str; 3] = ["anyone", "anybody", "any"];

/// How conditions are written.
const FORMS: &str = "`AGENT has no plan`, `AGENT wants GOAL`, `AGENT does ACTION`, `AGENT believes FACT = VALUE` or \
    `event WORDS`; `anyone` stands for any agent";

/// The condition of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    text: String,
    /// The name of the agent; any agent if `None`.
    agent: Option<String>,
    test: Test,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
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
    /// Parses a condition.
    pub(crate) fn parse(text: &str) -> Result<Self, RequestError> {
        let text = text.trim();
        let unknown = || RequestError::new(format!("`{text}` is not a condition: write {FORMS}"));
        if let Some(words) = text.strip_prefix("event ").map(str::trim).filter(|words| !words.is_empty()) {
            return Ok(Self { text: text.to_owned(), agent: None, test: Test::Event(words.to_owned()) });
        }
        let found = [" has no plan", " wants ", " does ", " believes "].iter().find_map(|verb| {
            let (agent, rest) = text.split_once(verb)?;
            Some((agent.trim(), verb.trim(), rest.trim()))
        });
        let (agent, verb, rest) = found.filter(|(agent, ..)| !agent.is_empty()).ok_or_else(unknown)?;
        let test = match (verb, rest.split_once('=')) {
            ("has no plan", _) if rest.is_empty() => Test::NoPlan,
            (_, _) if rest.is_empty() || verb == "has no plan" => return Err(unknown()),
            ("wants", _) => Test::Wants(rest.to_lowercase()),
            ("does", _) => Test::Does(rest.to_lowercase()),
            (_, Some((fact, value))) => {
                Test::Believes(fact.trim().to_owned(), value.trim_start_matches('=').trim().to_owned())
            }
            (_, None) => Test::Believes(rest.to_owned(), "true".to_owned()),
        };
        let agent = Some(agent.to_owned()).filter(|agent| !ANY_AGENT.contains(&agent.as_str()));
        Ok(Self { text: text.to_owned(), agent, test })
    }

    /// Rejects a condition about an agent, a goal, an action or a fact that no recording has: it could never hold.
    fn check(&self, recordings: &RecordingSet) -> Result<(), RequestError> {
        if let Some(name) = &self.agent
            && recordings.agent_named(name)?.is_none()
        {
            let known: Vec<String> =
                recordings.all(|recording| Ok(recording.agent_names()))?.into_iter().flatten().collect();
            return Err(unknown_name("agent", name, &known));
        }
        let (kind, wanted) = match &self.test {
            Test::NoPlan | Test::Event(_) => return Ok(()),
            Test::Wants(goal) => (NameKind::Goal, goal),
            Test::Does(action) => (NameKind::Action, action),
            Test::Believes(fact, _) => (NameKind::Fact, fact),
        };
        let wanted = wanted.split(['(', '[']).next().unwrap_or_default().trim();
        let known: Vec<String> =
            recordings.all(|recording| recording.domain_names(kind))?.into_iter().flatten().collect();
        let is_known = |known: &String| match kind {
            NameKind::Fact => known == wanted,
            // Goals and steps are matched by a part of their text.
            NameKind::Goal | NameKind::Action => known.to_lowercase().contains(wanted),
        };
        if known.iter().any(is_known) { Ok(()) } else { Err(unknown_name(kind.word(), wanted, &known)) }
    }

    /// What the condition holds for at a tick, if it holds.
    fn holds(&self, recording: &RecordingView, tick: u64) -> Result<Option<Holder>, RequestError> {
        if let Test::Event(words) = &self.test {
            let events = recording.events(None, (tick, tick), words, 0);
            let agent = events.first().map(|event| event.agent);
            return Ok(agent.map(|agent| Holder::new(recording, agent)));
        }
        let agents = match &self.agent {
            Some(name) => match recording.agent_named(name) {
                Some(agent) => recording.agent_state(agent, tick)?.into_iter().collect(),
                None => return Ok(None),
            },
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
                return Ok(Some(Holder::new(recording, Some(agent.agent))));
            }
        }
        Ok(None)
    }
}

/// The kinds of names that a condition can mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    Goal,
    Action,
    Fact,
}

impl NameKind {
    fn word(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Action => "action",
            Self::Fact => "fact",
        }
    }
}

fn unknown_name(kind: &str, name: &str, known: &[String]) -> RequestError {
    let hint = match did_you_mean(name, known.iter().map(String::as_str)) {
        Some(near) => format!(": did you mean `{near}`?"),
        None => String::new(),
    };
    RequestError::new(format!("there is no {kind} called `{name}`{hint}"))
}

/// Where a breakpoint was hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Stop {
    pub(crate) tick: u64,
    /// The text of the condition.
    pub(crate) text: String,
    /// The agent for which it became true, and its name; `None` for an event of the world.
    pub(crate) agent: Option<AgentRef>,
    pub(crate) name: Option<String>,
}

/// The breakpoints of a debug session. One that was hit stays, and is hit again when its condition becomes true again.
#[derive(Default)]
pub(crate) struct Breakpoints(Mutex<Vec<Breakpoint>>);

struct Breakpoint {
    condition: Condition,
    /// Whether the condition held at the last check.
    held: bool,
}

impl Breakpoints {
    /// The texts of all conditions.
    pub(crate) fn texts(&self) -> Vec<String> {
        lock(&self.0).iter().map(|one| one.condition.text.clone()).collect()
    }

    /// Adds a breakpoint. If its condition holds at `tick` already, it must become false first.
    pub(crate) fn add(&self, recordings: &RecordingSet, text: &str, tick: u64) -> Result<(), RequestError> {
        let condition = Condition::parse(text)?;
        condition.check(recordings)?;
        let held = holds(recordings, &condition, tick)?.is_some();
        let mut all = lock(&self.0);
        if all.iter().any(|known| known.condition == condition) {
            return Err(RequestError::new(format!("there is a breakpoint for `{}` already", condition.text)));
        }
        if all.len() >= BREAKPOINTS_MAX {
            return Err(RequestError::new(format!(
                "there are {BREAKPOINTS_MAX} breakpoints already: remove one first"
            )));
        }
        all.push(Breakpoint { condition, held });
        Ok(())
    }

    /// Removes the breakpoint with a text.
    pub(crate) fn remove(&self, text: &str) -> Result<(), RequestError> {
        let mut all = lock(&self.0);
        let at = all.iter().position(|known| known.condition.text == text);
        let at = at.ok_or_else(|| RequestError::new(format!("there is no breakpoint for `{text}`")))?;
        all.remove(at);
        Ok(())
    }

    /// Makes every condition that holds at a tick wait until it has become false.
    pub(crate) fn rearm(&self, recordings: &RecordingSet, tick: u64) {
        for Breakpoint { condition, held } in lock(&self.0).iter_mut() {
            *held = holds(recordings, condition, tick).is_ok_and(|found| found.is_some());
        }
    }

    /// Checks a tick. Returns the first stop if a condition has become true.
    pub(crate) fn check(&self, recordings: &RecordingSet, tick: u64) -> Option<Stop> {
        let mut stop = None;
        for Breakpoint { condition, held } in lock(&self.0).iter_mut() {
            let found = holds(recordings, condition, tick).ok().flatten();
            let was_held = std::mem::replace(held, found.is_some());
            if let Some(Holder { agent, name }) = found.filter(|_| !was_held && stop.is_none()) {
                stop = Some(Stop { tick, text: condition.text.clone(), agent, name });
            }
        }
        stop
    }
}

/// What a condition holds for: an agent with its name, or the world.
struct Holder {
    agent: Option<AgentRef>,
    name: Option<String>,
}

impl Holder {
    fn new(recording: &RecordingView, agent: Option<AgentRef>) -> Self {
        Self { agent, name: agent.map(|agent| recording.name_of(agent.id)) }
    }
}

fn holds(
    recordings: &RecordingSet,
    condition: &Condition,
    tick: u64,
) -> Result<Option<Holder>, RequestError> {
    let found = recordings.all(|recording| condition.holds(recording, tick))?;
    Ok(found.into_iter().flatten().next())
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
        assert_eq!(parse("event bottle taken"), (None, Test::Event("bottle taken".to_owned())));
    }

    #[test]
    fn nonsense_is_refused() {
        let wrong = [
            "",
            "  ",
            "bottle taken",
            "guard_3",
            "guard_3 wants",
            "guard_3 wnats rum",
            "wants rum",
            " believes x",
            "event",
            "event ",
            "guard_3 has no plans",
            "guard_3 has no plan today",
        ];
        for text in wrong {
            let error = Condition::parse(text).unwrap_err();
            assert!(error.message.contains("is not a condition: write"), "{text}: {error:?}");
        }
    }
}
