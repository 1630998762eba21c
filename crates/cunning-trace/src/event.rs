//! All events as plain data. One list declares the type, the numbers and the encoding of events.
//!
//! The numbers and the order of fields are the file format. A number is never reused, and fields are only added at the
//! end: readers skip kinds and trailing fields that they do not know.

use cunning_encode::{Decode, Encode, Input, Malformed, Sink};

use crate::list::List;
use crate::parts::{
    Candidate, Cause, GoalScore, OrderReport, OrderTerms, Plan, PlanFailure, Report, SearchNode, Source,
    StepEnd,
};
use crate::value::{AgentId, NameTable, Term, Value};

/// An event of a kind that this version does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown<'a> {
    code: u32,
    payload: &'a [u8],
}

impl<'a> Unknown<'a> {
    /// The number of the kind.
    pub fn code(&self) -> u32 {
        self.code
    }

    /// The encoded fields.
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}

macro_rules! events {
    ($( $(#[$doc:meta])* $code:literal $name:ident $({ $( $(#[$note:meta])* $field:ident: $ty:ty ),+ $(,)? })?; )+) => {
        /// A recorded event. Durations are in milliseconds; shares, scores and costs are in millionths.
        ///
        /// A `reason` is an id that is named in [`NameTable::Reason`].
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Event<'a> {
            $( $(#[$doc])* $name $({ $( $(#[$note])* $field: $ty ),+ })?, )+
            /// An event of a kind that this version does not know.
            Unknown(Unknown<'a>),
        }

        /// The kinds of [`Event`]s.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Kind { $( $(#[$doc])* $name = $code ),+ }

        impl Kind {
            /// All kinds, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$( Self::$name ),+];

            /// The name of the kind, as in the documentation.
            pub fn name(self) -> &'static str {
                match self { $( Self::$name => stringify!($name) ),+ }
            }
        }

        impl Event<'_> {
            /// The kind, or `None` if this version does not know it.
            pub fn kind(&self) -> Option<Kind> {
                match self {
                    $( Self::$name { .. } => Some(Kind::$name), )+
                    Self::Unknown(_) => None,
                }
            }

            /// The number of the kind.
            pub(crate) fn code(&self) -> u32 {
                match self {
                    $( Self::$name { .. } => $code, )+
                    Self::Unknown(unknown) => unknown.code,
                }
            }
        }

        /// The number of the kind, then the fields in order.
        impl Encode for Event<'_> {
            fn put(&self, out: &mut impl Sink) {
                match self {
                    $( Self::$name $({ $( $field ),+ })? => {
                        out.number($code);
                        $( $( $field.put(out); )+ )?
                    } )+
                    Self::Unknown(unknown) => {
                        out.number(u64::from(unknown.code));
                        out.raw(unknown.payload);
                    }
                }
            }
        }

        impl<'a> Decode<'a> for Event<'a> {
            /// Takes the rest of the input; fields that a newer version added are ignored.
            fn take(input: &mut Input<'a>) -> Result<Self, Malformed> {
                Ok(match u32::take(input)? {
                    $( $code => Self::$name $({ $( $field: Decode::take(input)? ),+ })?, )+
                    code => Self::Unknown(Unknown { code, payload: input.raw(input.rest().len())? }),
                })
            }
        }
    };
}

/// The numbers of records that are not events: key frames and the closing index.
pub(crate) const KEY_CODE: u32 = 0;
pub(crate) const INDEX_CODE: u32 = 1;

events! {
    // Definitions.

    /// An id was named. A later name replaces it, because a reloaded domain may assign other ids.
    2 Name {
        /// The table of the id.
        table: NameTable,
        /// The id.
        id: u32,
        /// The name of the id.
        text: &'a str,
    };
    /// The background that a viewer draws behind the agents.
    3 Backdrop {
        /// The format of the bytes: a media type, or a word that the game and the viewer agree on.
        format: &'a str,
        /// The image or map.
        bytes: &'a [u8],
    };
    /// A changed domain took effect.
    4 Reloaded {
        /// All files of the domain, the main one first.
        sources: List<'a, Source<'a>>,
    };

    // The world.

    /// A tick started.
    5 Tick {
        /// The time since the last tick.
        dt_ms: u32,
        /// The number of node expansions granted to the tick.
        budget: u64,
    };
    /// The hash of the state at the end of a tick (see [`StateHash`](crate::StateHash)).
    6 Hash {
        /// The hash value.
        hash: u64,
    };
    /// An object of the game was bound.
    7 Bound {
        /// The type of the object.
        ty: u32,
        /// The game's id of the object.
        handle: u64,
        /// The display name of the object; may be empty.
        name: &'a str,
    };
    /// An object of the game was unbound.
    8 Unbound {
        /// The game's id of the object.
        handle: u64,
    };
    /// An entry of a table was overwritten.
    9 TableSet {
        /// The table and the indices of the entry.
        entry: Term<'a>,
        /// The new value, in millionths.
        value: i64,
    };
    /// A message in an encoding that only its sender and its receiver know.
    10 Message {
        /// The kind of the message, named in [`NameTable::Message`].
        sort: u32,
        /// The encoded message.
        bytes: &'a [u8],
    };

    // Agents.

    /// An agent was added.
    11 AgentAdded {
        /// The archetype of the agent.
        archetype: u32,
        /// The name of the agent; may be empty.
        name: &'a str,
        /// The commander of the agent.
        commander: Option<AgentId>,
        /// The seed of the agent's random number generator.
        seed: u64,
    };
    /// The agent was removed. This clears its state.
    12 AgentRemoved {
        /// The reason of the removal.
        reason: u32,
    };
    /// The commander of the agent changed.
    13 CommanderChanged {
        /// The new commander.
        commander: Option<AgentId>,
    };
    /// A trait of the agent was set.
    14 TraitSet {
        /// The trait.
        id: u32,
        /// The new value, in millionths.
        value: i64,
    };
    /// The importance of the agent was set.
    15 ImportanceSet {
        /// The new importance, in millionths.
        importance: u32,
    };
    /// The agent fell asleep: it is simulated without the game.
    16 Slept;
    /// The agent woke up and is controlled by the game again.
    17 Woken;
    /// The agent was put on hold: it does nothing until it is released.
    18 Held {
        /// The reason of the hold.
        reason: &'a str,
    };
    /// The agent was released and may act again.
    19 Released;
    /// The agent was put in quarantine after an error and does nothing any more.
    20 Quarantined {
        /// The error.
        reason: &'a str,
    };
    /// The position and direction of the agent.
    21 Place {
        /// The x coordinate, in the game's unit.
        x: f32,
        /// The y coordinate, in the game's unit.
        y: f32,
        /// The z coordinate, in the game's unit.
        z: f32,
        /// The direction in which the agent looks, in radians.
        yaw: f32,
    };

    // Memory.

    /// The agent received a percept.
    22 Percept {
        /// The perceived fact.
        fact: Term<'a>,
        /// The perceived value.
        value: Value,
        /// The confidence of the percept, in millionths.
        confidence: u32,
        /// The sensor; `None` if the game set the fact directly.
        sensor: Option<u32>,
    };
    /// A belief of the agent changed in value or confidence.
    23 Belief {
        /// The believed fact.
        fact: Term<'a>,
        /// The believed value.
        value: Value,
        /// The confidence of the belief, in millionths.
        confidence: u32,
        /// What caused the change.
        cause: Cause,
    };
    /// The confidence of a belief fell below the threshold of use.
    24 Forgot {
        /// The fact that is no longer believed.
        fact: Term<'a>,
    };

    // Goals.

    /// The agent scored its goals.
    25 GoalScores {
        /// The score of every goal that was considered.
        scores: List<'a, GoalScore<'a>>,
    };
    /// The agent chose a goal.
    26 GoalChosen {
        /// The chosen goal with its arguments.
        goal: Term<'a>,
        /// The score of the goal, in millionths.
        score: i64,
        /// What triggered the choice.
        reason: u32,
    };
    /// The agent dropped or reached its goal.
    27 GoalEnded {
        /// Why the goal ended.
        reason: u32,
    };
    /// The agent became idle.
    28 Idle {
        /// Why the agent is idle.
        reason: u32,
    };

    // Planning.

    /// A planning job was created.
    29 PlanAsked {
        /// The id of the job.
        job: u64,
        /// The goal to plan for.
        goal: Term<'a>,
        /// The input of the job, in the planner's encoding.
        snapshot: &'a [u8],
    };
    /// A job ran for a slice of a tick's budget.
    30 PlanSliced {
        /// The id of the job.
        job: u64,
        /// The number of granted node expansions.
        granted: u64,
        /// The number of node expansions made.
        expanded: u64,
    };
    /// A part of a search tree; a large tree is recorded in several parts.
    31 SearchTree {
        /// The id of the job.
        job: u64,
        /// Nodes, in the order of discovery.
        nodes: List<'a, SearchNode<'a>>,
        /// The number of nodes of the search that are not in the recording.
        left_out: u64,
    };
    /// A plan was found, and the agent follows it.
    32 PlanFound {
        /// The id of the job.
        job: u64,
        /// The plan with its steps and cost.
        plan: Plan<'a>,
        /// The number of node expansions; 0 for a plan from the cache.
        expanded: u64,
    };
    /// No plan was found.
    33 PlanFailed {
        /// The id of the job.
        job: u64,
        /// How planning failed.
        failure: PlanFailure,
        /// The number of node expansions.
        expanded: u64,
        /// Details of the failure; may be empty.
        detail: &'a str,
    };
    /// The agent stopped following a plan.
    34 PlanEnded {
        /// The job that found the plan.
        job: u64,
        /// Why the plan ended.
        reason: u32,
    };

    // Execution.

    /// A step was started.
    35 StepStarted {
        /// The id of the step.
        step: u64,
        /// The index of the step in the plan; `u32::MAX` for a fallback action.
        index: u32,
        /// The action with its arguments.
        action: Term<'a>,
        /// Whether the step is resumed after a saved game was loaded.
        is_resumed: bool,
    };
    /// The game reported on a step.
    36 StepReported {
        /// The id of the step.
        step: u64,
        /// What the game reported.
        report: Report,
        /// The progress of the step, in millionths.
        progress: u32,
    };
    /// The game was asked to stop a step.
    37 StepStopped {
        /// The id of the step.
        step: u64,
        /// Why the step is stopped.
        reason: u32,
    };
    /// A step ended.
    38 StepEnded {
        /// The id of the step.
        step: u64,
        /// How the step ended.
        end: StepEnd,
        /// Why the step ended.
        reason: u32,
    };
    /// The agent was interrupted.
    39 Interrupted {
        /// The agent that caused the interruption, if one did.
        by: Option<AgentId>,
        /// Why the agent was interrupted.
        reason: u32,
    };

    // Questions.

    /// The game was asked a question.
    40 Asked {
        /// The id of the question.
        question: u64,
        /// The action that the question is about.
        about: Term<'a>,
    };
    /// The game answered a question of the agent.
    41 Answered {
        /// The id of the question.
        question: u64,
        /// The game's answer.
        value: Value,
    };
    /// A query was run.
    42 QueryRun {
        /// The query that was run.
        query: u32,
        /// The candidates that the query considered.
        candidates: List<'a, Candidate>,
    };

    // Command.

    /// The agent claimed an object.
    43 Claimed {
        /// The claimed object.
        object: Value,
    };
    /// The agent could not claim an object that another agent has claimed.
    44 ClaimRefused {
        /// The requested object.
        object: Value,
        /// The agent that holds the claim.
        holder: AgentId,
    };
    /// The agent gave up a claim.
    45 Unclaimed {
        /// The object that is free again.
        object: Value,
    };
    /// The agent received an order.
    46 Ordered {
        /// The id of the order.
        order: u64,
        /// The agent that gave the order; `None` for the game.
        from: Option<AgentId>,
        /// The ordered goal.
        goal: Term<'a>,
        /// The terms of the order.
        terms: OrderTerms,
    };
    /// The agent reported on an order.
    47 OrderReported {
        /// The id of the order.
        order: u64,
        /// What the agent reported.
        report: OrderReport,
    };
    /// An order ended.
    48 OrderEnded {
        /// The id of the order.
        order: u64,
        /// Why the order ended.
        reason: u32,
    };

    // About the recording.

    /// A free text for people who read the recording.
    49 Note {
        /// The text of the note.
        text: &'a str,
    };
    /// An event was too large to be recorded.
    50 Omitted {
        /// The number of the event's kind.
        code: u32,
    };
    /// Records were dropped because the reader was too slow. A key frame follows.
    51 Dropped {
        /// The number of dropped records.
        records: u64,
    };

    // Scenes.

    /// A scene continues with changed domain files, of this recording or of another one of the same scene. Minds load
    /// them after this event, so a replay must load them here.
    52 SceneReloaded {
        /// The last tick before the reload. An excerpt repeats earlier reloads at its first tick.
        after: u64,
        /// The files that have changed.
        sources: List<'a, Source<'a>>,
    };

    // Planning, continued.

    /// A plan was found that the agent does not follow, because the rest of its running plan costs hardly more.
    53 PlanKept {
        /// The id of the job.
        job: u64,
        /// The cost of the rest of the running plan.
        kept: u64,
        /// The cost of the new plan.
        new: u64,
    };

    // Scenes, continued.

    /// A person changed the scene while it ran: the world, an agent's beliefs or its traits. It takes effect after this
    /// event, so a replay must repeat it here.
    54 SceneEdited {
        /// The last tick before the edit. An excerpt repeats earlier edits at its first tick.
        after: u64,
        /// The edit in the words of a scripted event, such as `kill pirate`.
        edit: &'a str,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Output, input};

    #[test]
    fn unknown_kinds_are_kept_unchanged() {
        let coded = [0xff, 0x7f, 1, 2, 3];
        let event = Event::take(&mut input(&coded)).unwrap();
        let Event::Unknown(unknown) = event else { panic!("{event:?}") };
        assert_eq!((unknown.code(), unknown.payload()), (16383, &[1, 2, 3][..]));
        let mut out = Output::default();
        event.put(&mut out);
        assert_eq!(out.bytes(), Some(&coded[..]));
    }

    #[test]
    fn fields_of_newer_versions_are_ignored() {
        let event = Event::take(&mut input(&[12, 7, 99, 99])).unwrap();
        assert_eq!(event, Event::AgentRemoved { reason: 7 });
    }

    #[test]
    fn kinds_are_numbered_without_gaps() {
        let first = INDEX_CODE + 1;
        let codes: Vec<u32> = Kind::ALL.iter().map(|&kind| kind as u32).collect();
        assert_eq!(codes, (first..first + codes.len() as u32).collect::<Vec<_>>());
    }
}
