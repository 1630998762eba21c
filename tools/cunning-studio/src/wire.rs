//! What a page and the studio say to each other: JSON over one socket. `web/src/wire.ts` mirrors it.
//!
//! A page asks (`{"id": 7, "ask": "frame", "tick": 40}`) and is answered (`{"id": 7, "ok": …}` or
//! `{"id": 7, "error": {"message": …}}`); news come by themselves (`{"status": …}`). Everything that lists can grow
//! large is cut to a range that was asked for. Agents are named by text, because their numbers are larger than a page
//! can count.

use std::fmt;
use std::str::FromStr;

use cunning_trace::AgentId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::breakpoint::Stop;
use crate::rooms::RoomAsk;

/// An agent: which recording, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Who {
    pub(crate) recording: usize,
    pub(crate) agent: AgentId,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.recording, self.agent.0)
    }
}

impl FromStr for Who {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let parsed = text.split_once(':').and_then(|(recording, agent)| {
            Some(Self { recording: recording.parse().ok()?, agent: AgentId(agent.parse().ok()?) })
        });
        parsed.ok_or_else(|| Refusal::new("there is no such agent"))
    }
}

impl Serialize for Who {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Who {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|Refusal { message }| serde::de::Error::custom(message))
    }
}

/// What a page wants to know or to have done.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Ask {
    /// What to draw behind the agents.
    Scene,
    /// Where everybody is at a tick, and what they are about.
    Frame { tick: u64 },
    /// What everybody did within a range of ticks.
    Lanes { from: u64, to: u64 },
    /// Everything about an agent at a tick.
    Agent { agent: Who, tick: u64 },
    /// How an agent's goals compared within a range of ticks.
    Scores { agent: Who, from: u64, to: u64 },
    /// What happened, in words: from a tick on, of one agent or all, with some text in it.
    Events { agent: Option<Who>, from: u64, to: u64, text: String, skip: usize },
    /// The next tick with a mark of some sorts, or the one before.
    Jump { agent: Option<Who>, tick: u64, back: bool, sorts: Vec<Sort> },
    /// Who commands whom at a tick, and what was ordered.
    Command { tick: u64 },
    /// Why an agent does what it does at a tick, or does nothing.
    Why { agent: Who, tick: u64 },
    /// Lets the scene go on.
    Scenario,
    /// Stops it.
    Pause,
    /// Plays one tick.
    Step,
    /// How fast it goes, in thousandths of the scene's own pace.
    Speed { thousandths: u32 },
    /// A range of ticks of one of the recordings, as a file.
    Excerpt { recording: usize, from: u64, to: u64 },
    /// Stops, or stops following, when something becomes true; an empty text takes it back.
    StopWhen { text: String },
    /// What somebody sees, what protects from it, and what was searched for its way.
    Overlay { agent: Who, tick: u64 },
    /// What another room asks.
    #[serde(untagged)]
    Room(RoomAsk),
}

/// The sorts of marks on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sort {
    /// A goal was chosen or a plan was made.
    Decision,
    /// A plan or a step came to nothing.
    Failure,
    /// A step was stopped.
    Interrupt,
    /// An order was given, reported on, or is over.
    Order,
    /// There is nothing to do.
    Idle,
    /// Something else worth knowing.
    Note,
}

/// Why a question gets no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Refusal {
    pub(crate) message: String,
}

impl Refusal {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

/// What is new.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    /// The first tick that can be looked at.
    pub(crate) first_tick: u64,
    /// The last one so far.
    pub(crate) last_tick: u64,
    /// How long a tick is; 0 as long as there was none.
    pub(crate) tick_ms: u32,
    /// Whether it goes on by itself.
    pub(crate) is_playing: bool,
    /// In thousandths of the scene's own pace.
    pub(crate) speed: u32,
    /// How it ended, if it did.
    pub(crate) outcome: Option<String>,
    /// How often a tick would have had to wait for the studio, and went on without it.
    pub(crate) waits: u64,
    /// How many records a game has dropped because the studio was too slow.
    pub(crate) dropped: u64,
    /// What is looked out for.
    pub(crate) stop_when: Option<String>,
    /// Where that became true last.
    pub(crate) stopped: Option<Stop>,
    /// How often what the world looked like became known anew.
    pub(crate) shots: u64,
    /// The tick from which on a recorded scene comes out otherwise when it is played again.
    pub(crate) diverged: Option<u64>,
}

/// What a page is told first.
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that a page may do")]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Welcome {
    pub(crate) version: &'static str,
    /// What is looked at.
    pub(crate) title: String,
    /// Whether it goes on while it is looked at.
    pub(crate) is_live: bool,
    /// Whether it is a game that runs elsewhere.
    pub(crate) is_attached: bool,
    /// Whether a page may let it go on.
    pub(crate) can_control: bool,
    /// Whether a page may write files.
    pub(crate) can_write: bool,
    /// Whether somebody was or is played here; otherwise there are only texts.
    pub(crate) has_agents: bool,
    /// Whether there are texts to edit; without agents and texts there is a quest.
    pub(crate) has_texts: bool,
    pub(crate) status: Status,
}
