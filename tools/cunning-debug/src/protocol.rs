//! The messages that a page and the studio exchange, as JSON over one WebSocket.
//!
//! A page sends requests (`{"id": 7, "request": "frame", "tick": 40}`). The studio replies with `{"id": 7, "ok": …}` or
//! `{"id": 7, "error": {"message": …}}`, and pushes `{"status": …}` when something changes. Lists that can grow large are
//! limited to the requested range. Agent ids are texts because they exceed the integers that JavaScript represents
//! exactly.
//!
//! `web/src/protocol.ts` is generated from these types by `cargo xtask types`.

#[cfg(test)]
mod typescript;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use cunning_trace::AgentId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::backdrop::Backdrop;
use crate::body::Body;
use crate::branches::{BranchDifference, BranchRow};
use crate::breakpoint::Stop;
use crate::designer::{
    Board, BoardEdit, Card, CardEdit, CardKind, CheckResult, CompareCursor, CompareSlice, KindKeys,
    PlanQuery, PlanResult, Renaming,
};
use crate::documents::{DocumentRow, DocumentText};
use crate::edits::{EditTarget, OfferedEdit};
use crate::fear_panel::{FearOrder, FearSetup, FearStudyView};
use crate::game::{Game, PreviewRow};
use crate::overlay::Overlay;
use crate::quest_panel::{DemonstrationState, KeyedDemonstration, PlannerRun, QuestSetup, QuestView};
use crate::recording::{
    ActionWhy, AgentDetails, AgentState, CommandRow, EventPage, Explanation, GoalWhy, LaneRow, OrderNews,
    ScoreLines, SearchList,
};
use crate::search_panel::{SearchPage, SearchRef};
use crate::start_screen::StartView;
use crate::world_history::WorldSnapshot;

/// Declares each request once, with its parameters and the type of its answer. The declaration gives the message that is
/// read ([`Request`]), the method that answers it ([`Answer`]) and the TypeScript signature.
macro_rules! requests {
    ($($(#[$doc:meta])* $variant:ident => $method:ident($($field:ident: $ty:ty),*) -> $answer:ty;)*) => {
        /// A request of a page.
        #[derive(Debug, Deserialize)]
        #[serde(tag = "request", rename_all = "snake_case")]
        pub(crate) enum Request {
            $($(#[$doc])* $variant { $($field: $ty),* },)*
        }

        /// Answers requests; the method and the [`Request`] of an answer have the same name.
        pub(crate) trait Answer {
            $($(#[$doc])* fn $method(&self, $($field: $ty),*) -> Result<$answer, RequestError>;)*
        }

        impl Request {
            /// Answers the request as JSON.
            pub(crate) fn answer(self, target: &impl Answer) -> Result<Value, RequestError> {
                match self {
                    $(Self::$variant { $($field),* } => json(&target.$method($($field),*)?),)*
                }
            }
        }

        #[cfg(test)]
        impl Request {
            /// Adds the signature of every request to the TypeScript declarations.
            fn declare(types: &mut typescript::Declarations) {
                $(types.request::<$answer>(
                    stringify!($variant),
                    stringify!($method),
                    &[$((stringify!($field), typescript::Declarations::name_of::<$ty>)),*],
                );)*
            }
        }
    };
}

requests! {
    /// The background that agents are drawn on.
    Scene => scene() -> Arc<Backdrop>;
    /// The agents and the world at a tick.
    Frame => frame(tick: u64) -> Frame;
    /// The timeline of every agent within a range of ticks.
    Lanes => lanes(from: u64, to: u64) -> Vec<LaneRow>;
    /// The complete state of one agent at a tick.
    Agent => agent(agent: AgentRef, tick: u64) -> AgentDetails;
    /// The goal scores of an agent within a range of ticks.
    Scores => scores(agent: AgentRef, from: u64, to: u64) -> ScoreLines;
    /// Events in words: of one agent or all, within a range of ticks, matching a text. One page per recording.
    Events => events(agent: Option<AgentRef>, from: u64, to: u64, text: String, skip: usize) -> Vec<EventPage>;
    /// Events in words around a tick, of one agent or all, matching a text. One page per recording.
    EventsAround => events_around(agent: Option<AgentRef>, tick: u64, text: String) -> Vec<EventPage>;
    /// The next or previous tick that has a mark of one of the given kinds.
    Jump => jump(agent: Option<AgentRef>, tick: u64, back: bool, kinds: Vec<MarkKind>) -> Option<u64>;
    /// The chain of command at a tick, with the orders of each agent.
    Command => command(tick: u64) -> Vec<CommandRow>;
    /// Explains why an agent does what it does at a tick, or why it does nothing.
    Why => why(agent: AgentRef, tick: u64) -> Explanation;
    /// Explains the score of a goal of an agent, and what it would have to believe to choose the goal.
    WhyGoal => why_goal(agent: AgentRef, tick: u64, goal: String) -> GoalWhy;
    /// Explains why an action is not in the plan of an agent.
    WhyNot => why_not(agent: AgentRef, tick: u64, action: String) -> ActionWhy;
    /// Resumes the running scene.
    Play => play() -> ();
    /// Pauses the running scene.
    Pause => pause() -> ();
    /// Runs a single tick.
    Step => step() -> ();
    /// Sets the speed of the running scene, in thousandths of real time.
    Speed => speed(thousandths: u32) -> ();
    /// A range of ticks of one recording, as a file.
    Excerpt => excerpt(recording: usize, from: u64, to: u64) -> ExcerptFile;
    /// Adds a breakpoint.
    AddBreakpoint => add_breakpoint(text: String) -> ();
    /// Removes a breakpoint.
    RemoveBreakpoint => remove_breakpoint(text: String) -> ();
    /// Rewinds the running scene to a tick and continues from there as a new branch, paused.
    Branch => branch(tick: u64) -> ();
    /// Starts the scene again, from the saved texts, as a new branch, paused. Without a seed or a level of difficulty, the
    /// same as before. With a text, that is the scene.
    Restart => restart(seed: Option<u64>, level: Option<String>, text: Option<String>) -> ();
    /// Shows and continues another branch.
    SwitchBranch => switch_branch(branch: usize) -> ();
    /// Forgets a branch and its recording. If it is the one that is shown, another one is shown instead.
    RemoveBranch => remove_branch(branch: usize) -> ();
    /// Where another branch differs from the one that is shown.
    BranchDifference => branch_difference(branch: usize) -> BranchDifference;
    /// The bodies of another branch at a tick.
    BranchBodies => branch_bodies(branch: usize, tick: u64) -> Vec<Body>;
    /// Makes an edit of the running scene, in words, after its last tick. Returns what happened.
    Edit => edit(text: String) -> String;
    /// The edits that are possible for a cell, an agent or a body.
    EditOffers => edit_offers(target: EditTarget) -> Vec<OfferedEdit>;
    /// How the game stands that a person plays; none if the scene is not a game.
    Game => game() -> Option<Game>;
    /// Gives an order to friends, after the last tick. Returns the number of friends that received it.
    GiveOrder => give_order(names: Vec<String>, order: String, targets: Vec<String>) -> usize;
    /// What friends would do on an order, without giving it.
    PreviewOrder => preview_order(names: Vec<String>, order: String, targets: Vec<String>) -> Vec<PreviewRow>;
    /// What became of the orders of the game or a person up to a tick.
    OrderLog => order_log(tick: u64) -> Vec<OrderNews>;
    /// The map overlays of an agent: sight, cover, searched cells and fear.
    Overlay => overlay(agent: AgentRef, tick: u64) -> Overlay;

    /// The searches that were made for an agent up to a tick.
    Searches => searches(agent: AgentRef, tick: u64) -> SearchList;
    /// Nodes of a search in the order of their expansion, from a position on.
    Search => search(search: SearchRef, from: usize, count: usize) -> SearchPage;
    /// The nodes around one node of a search.
    SearchAround => search_around(search: SearchRef, at: usize) -> SearchPage;

    /// All documents that were opened.
    Documents => documents() -> Vec<DocumentRow>;
    /// The text of one document.
    Document => document(document: usize) -> DocumentText;
    /// Reads a document again that another program has changed.
    Reopen => reopen(document: usize) -> DocumentText;
    /// Checks an edited text.
    Check => check(document: usize, text: String) -> CheckResult;
    /// The declarations of an edited text, as cards.
    Cards => cards(document: usize, text: String) -> Vec<Card>;
    /// The keys that cards can have.
    CardKeys => card_keys() -> Vec<KindKeys>;
    /// Changes an edited text by an edit of one of its cards. Returns the new text.
    EditCard => edit_card(document: usize, text: String, edit: CardEdit) -> String;
    /// Renames a declaration of a domain file with all references. `drafts` are the edited texts of documents.
    RenameCard => rename_card(
        document: usize, drafts: Vec<(usize, String)>, kind: CardKind, name: String, to: String
    ) -> Renaming;
    /// The map of an edited scene and what stands on it.
    Board => board(document: usize, text: String) -> Board;
    /// Changes an edited scene by an edit of its map. Returns the new text.
    EditBoard => edit_board(document: usize, text: String, edit: BoardEdit) -> String;
    /// Plans with an edited text.
    WhatIf => what_if(query: PlanQuery) -> PlanResult;
    /// An agent's beliefs and goal at a tick, in the form that [`PlanQuery`] takes.
    DecisionInputs => decision_inputs(agent: AgentRef, tick: u64) -> DecisionInputs;
    /// Compares recorded decisions with those that an edited text leads to, one slice at a time.
    Compare => compare(document: usize, text: String, from: Option<CompareCursor>) -> CompareSlice;
    /// Writes a text to its file.
    Save => save(document: usize, text: String) -> ();
    /// Applies a text to the running scene.
    Reload => reload(document: usize, text: String) -> Vec<ReloadResult>;

    /// What the start screen offers.
    StartScreen => start_screen() -> StartView;
    /// Opens a scene of the start screen in place of the session.
    OpenScene => open_scene(name: String) -> ();
    /// Creates a project from a template in a new folder, and opens it in place of the session.
    CreateProject => create_project(template: String, folder: String) -> ();

    /// The names of the available quests.
    Quests => quests() -> Vec<String>;
    /// A quest with its pieces moved.
    Quest => quest(setup: QuestSetup) -> QuestView;
    /// Plays the keys of a demonstration and returns the resulting state.
    Demonstrate => demonstrate(demonstration: KeyedDemonstration) -> DemonstrationState;
    /// A demonstration as a file.
    DemonstrationFile => demonstration_file(demonstration: KeyedDemonstration) -> String;
    /// Runs one planner on a quest.
    RunPlanner => run_planner(
        setup: QuestSetup, demonstrations: Vec<KeyedDemonstration>, use_included: bool, planner: usize
    ) -> PlannerRun;

    /// Studies what a learning walker fears on a map.
    Fear => fear(setup: FearSetup) -> FearStudyView;
    /// One order of that study.
    FearOrder => fear_order(setup: FearSetup, order: u32) -> FearOrder;
}

pub(crate) fn json(value: &impl Serialize) -> Result<Value, RequestError> {
    serde_json::to_value(value).map_err(RequestError::new)
}

/// Identifies an agent by its recording and its id there, written as `RECORDING:ID`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
pub(crate) struct AgentRef {
    pub(crate) recording: usize,
    pub(crate) id: AgentId,
}

impl fmt::Display for AgentRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.recording, self.id.0)
    }
}

impl FromStr for AgentRef {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        let parsed = text.split_once(':').and_then(|(recording, id)| {
            Some(Self { recording: recording.parse().ok()?, id: AgentId(id.parse().ok()?) })
        });
        parsed.ok_or_else(|| RequestError::new(format!("`{text}` is not an agent")))
    }
}

impl Serialize for AgentRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AgentRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|RequestError { message }| serde::de::Error::custom(message))
    }
}

/// The kinds of marks on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum MarkKind {
    /// A goal was chosen or a plan was found.
    Decision,
    /// A plan or a step failed.
    Failure,
    /// A step was stopped.
    Interrupt,
    /// An order was given, reported on or ended.
    Order,
    /// The agent became idle.
    Idle,
    /// Anything else worth a mark.
    Note,
}

/// Why a request was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RequestError {
    pub(crate) message: String,
}

impl RequestError {
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Self { message: message.to_string() }
    }
}

/// The agents and the world at a tick.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Frame {
    pub(crate) tick: u64,
    pub(crate) agents: Vec<AgentState>,
    /// All bodies on the map, with and without minds.
    pub(crate) bodies: Vec<Body>,
    /// The world at the tick, if it is known.
    pub(crate) world: Option<Arc<WorldSnapshot>>,
}

/// The bytes of a recording that the page offers as a download.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ExcerptFile {
    pub(crate) base64: String,
}

/// An agent's beliefs and goal, in the form that [`PlanQuery`] takes.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DecisionInputs {
    /// The document with the agent's domain, if it is open.
    pub(crate) document: Option<usize>,
    /// The name of the agent's archetype.
    pub(crate) agent: String,
    pub(crate) goal: Option<String>,
    /// Objects of the game, one `type=name, name` per type.
    pub(crate) objects: Vec<String>,
    /// Facts that differ from their start values.
    pub(crate) set: Vec<String>,
    /// The number of beliefs about objects that no longer exist.
    pub(crate) omitted: usize,
}

/// The result of a reload for the minds of one domain file.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReloadResult {
    pub(crate) name: String,
    pub(crate) report: String,
}

/// The state that changes while pages are connected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    /// The first tick that can be shown.
    pub(crate) first_tick: u64,
    /// The last tick so far.
    pub(crate) last_tick: u64,
    /// The length of a tick; 0 until the first tick is known.
    pub(crate) tick_ms: u32,
    /// Whether the scene or game is running.
    pub(crate) is_playing: bool,
    /// The speed in thousandths of real time.
    pub(crate) speed: u32,
    /// How the scene ended, or what is wrong with the recording.
    pub(crate) outcome: Option<String>,
    /// The number of world snapshots that were skipped so that a tick did not wait for the studio.
    pub(crate) skipped_snapshots: u64,
    /// The number of records that an attached game dropped because the studio was too slow.
    pub(crate) dropped: u64,
    /// The breakpoints.
    pub(crate) breakpoints: Vec<String>,
    /// Where a breakpoint was last hit.
    pub(crate) stopped: Option<Stop>,
    /// The branches of a running scene, and the id of the one that is shown.
    pub(crate) branches: Vec<BranchRow>,
    pub(crate) branch: usize,
    /// Grows whenever snapshots of the world become available.
    pub(crate) world_revision: u64,
    /// The last tick of the timeline while a long recording is being scanned.
    pub(crate) scanned_tick: Option<u64>,
    /// The tick from which the replay of a recorded scene differs from the recording.
    pub(crate) diverged: Option<u64>,
}

/// The first message to a page: what it looks at and what it may do.
#[allow(clippy::struct_excessive_bools, reason = "each is an independent capability")]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionInfo {
    pub(crate) version: &'static str,
    /// The name of the recording, scene, game or file.
    pub(crate) title: String,
    /// Whether ticks are added while the page is open.
    pub(crate) is_live: bool,
    /// Whether it is a game that runs in another process.
    pub(crate) is_attached: bool,
    /// Whether the page may control the running scene.
    pub(crate) can_control: bool,
    /// Whether the page may write files.
    pub(crate) can_write: bool,
    /// Whether there are agents to show.
    pub(crate) has_agents: bool,
    /// The domain files of the recorded scene whose recordings are not open. Their agents are shown as bodies.
    pub(crate) missing: Vec<String>,
    /// Whether there is a start screen to go to.
    pub(crate) has_start: bool,
    /// Whether there is nothing else to show.
    pub(crate) is_start: bool,
    /// Whether there are documents to edit.
    pub(crate) has_documents: bool,
    pub(crate) status: Status,
}
