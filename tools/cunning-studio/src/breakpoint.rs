//! Looking out for something to become true, to stop there: `guard_3 has no plan`.

use std::sync::{Arc, Mutex, OnceLock};

use serde::Serialize;

use crate::live_scene::lock;
use crate::recording::RecordingView;
use crate::reel::Reel;
use crate::wire::Refusal;

/// Names for whoever it is.
const ANYBODY: [&str; 3] = ["anybody", "somebody", "anyone"];

/// What is to become true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    text: String,
    /// Of whom; of anybody if nothing is said.
    who: Option<String>,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// There is no plan.
    NoPlan,
    /// The goal has this in it.
    Wants(String),
    /// The step that runs has this in it.
    Does(String),
    /// Believes this of a fact.
    Believes(String, String),
    /// A line with these words is told.
    Happens(String),
}

impl Condition {
    /// Reads a condition. Whatever has another form is a search for words.
    pub(crate) fn parse(text: &str) -> Result<Self, Refusal> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Refusal::new("say what is to become true, as in `guard_3 has no plan`"));
        }
        let found = ["has no plan", "wants", "does", "believes"].iter().find_map(|verb| {
            let (who, rest) = text.split_once(verb)?;
            let is_word = who.ends_with(' ') && (rest.is_empty() || rest.starts_with(' '));
            is_word.then(|| (who.trim(), *verb, rest.trim()))
        });
        let what = |verb: &str, rest: &str| match (verb, rest.split_once('=')) {
            ("has no plan", _) => Some(What::NoPlan),
            (_, _) if rest.is_empty() => None,
            ("wants", _) => Some(What::Wants(rest.to_lowercase())),
            ("does", _) => Some(What::Does(rest.to_lowercase())),
            (_, Some((fact, value))) => Some(What::Believes(
                fact.trim_end_matches('=').trim().to_owned(),
                value.trim_start_matches('=').trim().to_owned(),
            )),
            (_, None) => Some(What::Believes(rest.to_owned(), "true".to_owned())),
        };
        let (who, what) = match found.and_then(|(who, verb, rest)| Some((who, what(verb, rest)?))) {
            Some((who, what)) => (Some(who.to_owned()).filter(|who| !ANYBODY.contains(&who.as_str())), what),
            None => (None, What::Happens(text.to_owned())),
        };
        Ok(Self { text: text.to_owned(), who, what })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether somebody has the name that is looked for.
    fn knows(&self, recording: &RecordingView) -> bool {
        self.who.as_ref().is_none_or(|who| recording.agent_named(who).is_some())
    }

    /// Whether it is true at a tick.
    fn holds(&self, recording: &RecordingView, tick: u64) -> Result<bool, Refusal> {
        let who = match &self.who {
            Some(name) => match recording.agent_named(name) {
                Some(agent) => Some(agent),
                None => return Ok(false),
            },
            None => None,
        };
        if let What::Happens(words) = &self.what {
            return Ok(!recording.past(None, (tick, tick), words, 0).is_empty());
        }
        let bodies = match who {
            Some(agent) => recording.body_of(agent, tick)?.into_iter().collect(),
            None => recording.frame(tick)?,
        };
        let has = |text: &Option<String>, wanted: &str| {
            text.as_ref().is_some_and(|text| text.to_lowercase().contains(wanted))
        };
        for body in &bodies {
            let holds = match &self.what {
                What::NoPlan => !body.has_plan,
                What::Wants(goal) => has(&body.goal, goal),
                What::Does(step) => has(&body.step, step),
                What::Believes(fact, value) => recording.believes(body.who.agent, tick, fact, value)?,
                What::Happens(_) => false,
            };
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Where it stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Stop {
    pub(crate) tick: u64,
    pub(crate) text: String,
}

/// Whoever looks out for something.
#[derive(Default)]
pub(crate) struct Breakpoint {
    reel: OnceLock<Arc<Reel>>,
    /// What for, and whether it was true at the last look.
    wanted: Mutex<Option<(Condition, bool)>>,
}

impl Breakpoint {
    /// Says where to look; only the first time counts.
    pub(crate) fn look_at(&self, reel: &Arc<Reel>) {
        let _known = self.reel.set(reel.clone());
    }

    /// Looks out for something from a tick on, or for nothing.
    pub(crate) fn want(&self, condition: Option<Condition>, tick: u64) -> Result<(), Refusal> {
        let wanted = match (condition, self.reel.get()) {
            (Some(condition), Some(reel)) => {
                if !reel.all(|recording| Ok(condition.knows(recording)))?.contains(&true) {
                    let who = condition.who.unwrap_or_default();
                    return Err(Refusal::new(format!("there is nobody called `{who}`")));
                }
                let is_true = is_true(reel, &condition, tick)?;
                Some((condition, is_true))
            }
            _ => None,
        };
        *lock(&self.wanted) = wanted;
        Ok(())
    }

    /// Looks at a tick; if what is wanted has become true there, says so and looks out no longer.
    pub(crate) fn check(&self, tick: u64) -> Option<Stop> {
        let mut wanted = lock(&self.wanted);
        let (condition, was_true) = wanted.as_mut()?;
        let is_true = is_true(self.reel.get()?, condition, tick).ok()?;
        let was_true = std::mem::replace(was_true, is_true);
        if !is_true || was_true {
            return None;
        }
        wanted.take().map(|(condition, _)| Stop { tick, text: condition.text })
    }
}

fn is_true(reel: &Reel, condition: &Condition, tick: u64) -> Result<bool, Refusal> {
    Ok(reel.all(|recording| condition.holds(recording, tick))?.contains(&true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_as_they_are_said() {
        let of = |text: &str| {
            let read = Condition::parse(text).unwrap();
            (read.who, read.what)
        };
        let guard = || Some("guard_3".to_owned());
        assert_eq!(of("guard_3 has no plan"), (guard(), What::NoPlan));
        assert_eq!(of("anybody has no plan"), (None, What::NoPlan));
        assert_eq!(of("guard_3 wants Patrol"), (guard(), What::Wants("patrol".to_owned())));
        assert_eq!(of("guard_3 does grab"), (guard(), What::Does("grab".to_owned())));
        let believes = |fact: &str, value: &str| What::Believes(fact.to_owned(), value.to_owned());
        assert_eq!(of("guard_3 believes gold = 3"), (guard(), believes("gold", "3")));
        assert_eq!(of("guard_3 believes gold == 3"), (guard(), believes("gold", "3")));
        assert_eq!(of("guard_3 believes alarmed"), (guard(), believes("alarmed", "true")));
        assert_eq!(of("bottle taken"), (None, What::Happens("bottle taken".to_owned())));
        assert_eq!(of("nobody wants"), (None, What::Happens("nobody wants".to_owned())));
        assert!(Condition::parse("  ").is_err());
    }
}
