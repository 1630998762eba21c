//! Everything that can happen, as plain data: one list that gives the type, the numbers and the encoding of events.
//!
//! The numbers and the order of fields are the file format. A number is never used for something else, and a field is
//! only ever added at the end: readers skip kinds that they do not know and fields beyond those that they know.

use crate::list::List;
use crate::parts::{
    Candidate, Cause, GoalScore, OrderReport, Plan, PlanFailure, Report, SearchNode, Source, StepEnd,
};
use crate::value::{AgentId, NameTable, Term, Value};
use crate::wire::{Input, Malformed, Output, Wire};

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

    /// The bytes.
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}

macro_rules! events {
    ($( $(#[$doc:meta])* $code:literal $name:ident $({ $( $(#[$note:meta])* $field:ident: $ty:ty ),+ $(,)? })?; )+) => {
        /// Something that happened. Times and durations are in milliseconds, shares, scores and costs in millionths.
        ///
        /// A `reason` is a number with a name in [`NameTable::Reason`].
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Event<'a> {
            $( $(#[$doc])* $name $({ $( $(#[$note])* $field: $ty ),+ })?, )+
            /// Something that only a newer version knows.
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
            /// The kind, unless only a newer version knows it.
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
        impl<'a> Wire<'a> for Event<'a> {
            fn put(&self, out: &mut Output) {
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

            /// Takes all that is left of the input: fields that a newer version added are left out.
            fn take(input: &mut Input<'a>) -> Result<Self, Malformed> {
                Ok(match u32::take(input)? {
                    $( $code => Self::$name $({ $( $field: Wire::take(input)? ),+ })?, )+
                    code => Self::Unknown(Unknown { code, payload: input.raw(input.rest().len())? }),
                })
            }
        }
    };
}

/// Numbers of records that are no events: the key frame and the closing index.
pub(crate) const KEY_CODE: u32 = 0;
pub(crate) const INDEX_CODE: u32 = 1;

events! {
    // Definitions.

    /// A number got a name. The latest one counts: a new domain text may number things anew.
    2 Name {
        /// Which table.
        table: NameTable,
        /// The number.
        id: u32,
        /// The name.
        text: &'a str,
    };
    /// What to draw behind the agents.
    3 Backdrop {
        /// What the bytes are, as a media type or a word that the game and its viewer agree on.
        format: &'a str,
        /// The level.
        bytes: &'a [u8],
    };
    /// A new domain text took effect.
    4 Reloaded {
        /// All its parts, the main one first.
        sources: List<'a, Source<'a>>,
    };

    // The world.

    /// A tick began.
    5 Tick {
        /// How much time passed.
        dt_ms: u32,
        /// How many expansions it was granted.
        budget: u64,
    };
    /// The state at the end of a tick, as a hash (see [`StateHash`](crate::StateHash)).
    6 Hash {
        /// The hash.
        hash: u64,
    };
    /// An object of the game became known.
    7 Bound {
        /// Its type.
        ty: u32,
        /// The game's handle.
        handle: u64,
        /// What people call it; may be empty.
        name: &'a str,
    };
    /// An object of the game is known no longer.
    8 Unbound {
        /// The game's handle.
        handle: u64,
    };
    /// An entry of a table of numbers was overwritten.
    9 TableSet {
        /// The entry.
        entry: Term<'a>,
        /// Its number, in millionths.
        value: i64,
    };
    /// A message that only its sender and its receiver know, in full.
    10 Message {
        /// Which sort, named in [`NameTable::Message`].
        sort: u32,
        /// The message.
        bytes: &'a [u8],
    };

    // Agents.

    /// An agent came in.
    11 AgentAdded {
        /// What it is.
        archetype: u32,
        /// What it is called; may be empty.
        name: &'a str,
        /// Who commands it.
        commander: Option<AgentId>,
        /// What its draws come from.
        seed: u64,
    };
    /// An agent is gone, and all that was known of it.
    12 AgentRemoved {
        /// Why.
        reason: u32,
    };
    /// The agent has another commander.
    13 CommanderChanged {
        /// Who commands it from now on.
        commander: Option<AgentId>,
    };
    /// A trait was set.
    14 TraitSet {
        /// Which.
        id: u32,
        /// What to, in millionths.
        value: i64,
    };
    /// How much the agent matters was set.
    15 ImportanceSet {
        /// What to, in millionths.
        importance: u32,
    };
    /// The agent lives on without the game.
    16 Slept;
    /// The agent is back in the game.
    17 Woken;
    /// The agent does nothing until it is released.
    18 Held {
        /// Why.
        reason: &'a str,
    };
    /// The agent may act again.
    19 Released;
    /// Something of the agent's went wrong, and it does nothing any more.
    20 Quarantined {
        /// What.
        reason: &'a str,
    };
    /// Where the agent is.
    21 Place {
        /// In the game's unit.
        x: f32,
        /// In the game's unit.
        y: f32,
        /// In the game's unit.
        z: f32,
        /// Where it looks, in radians.
        yaw: f32,
    };

    // Memory.

    /// The agent sensed something.
    22 Percept {
        /// The fact.
        fact: Term<'a>,
        /// Its value.
        value: Value,
        /// How sure it is.
        confidence: u32,
        /// Which sensor; none if the game said so.
        sensor: Option<u32>,
    };
    /// The agent believes something else than before, or is surer or less sure of it.
    23 Belief {
        /// The fact.
        fact: Term<'a>,
        /// Its value.
        value: Value,
        /// How sure it is.
        confidence: u32,
        /// Where it came from.
        cause: Cause,
    };
    /// The agent is no longer sure enough of a fact to count on it.
    24 Forgot {
        /// The fact.
        fact: Term<'a>,
    };

    // Goals.

    /// Goals were compared.
    25 GoalScores {
        /// All that were looked at.
        scores: List<'a, GoalScore<'a>>,
    };
    /// The agent has a goal from now on.
    26 GoalChosen {
        /// The goal.
        goal: Term<'a>,
        /// Its score.
        score: i64,
        /// Why now.
        reason: u32,
    };
    /// The agent has no goal any more.
    27 GoalEnded {
        /// Why.
        reason: u32,
    };
    /// The agent has nothing to do.
    28 Idle {
        /// Why.
        reason: u32,
    };

    // Planning.

    /// A plan was asked for.
    29 PlanAsked {
        /// The job's number.
        job: u64,
        /// For what.
        goal: Term<'a>,
        /// What the job works on, as the planner packs it.
        snapshot: &'a [u8],
    };
    /// A job got a share of a tick's budget.
    30 PlanSliced {
        /// The job.
        job: u64,
        /// How many expansions it was granted.
        granted: u64,
        /// How many it made.
        expanded: u64,
    };
    /// A part of the tree of a search; a large tree comes in several.
    31 SearchTree {
        /// The job.
        job: u64,
        /// Nodes, in the order of discovery.
        nodes: List<'a, SearchNode<'a>>,
        /// How many nodes of the search are not in the recording.
        left_out: u64,
    };
    /// A plan was found, and is followed from now on.
    32 PlanFound {
        /// The job.
        job: u64,
        /// The plan.
        plan: Plan<'a>,
        /// How many expansions it took; 0 for one that was known.
        expanded: u64,
    };
    /// No plan was found.
    33 PlanFailed {
        /// The job.
        job: u64,
        /// In what way.
        failure: PlanFailure,
        /// How many expansions that took.
        expanded: u64,
        /// More about it; may be empty.
        detail: &'a str,
    };
    /// A plan is followed no longer.
    34 PlanEnded {
        /// The job that it came from.
        job: u64,
        /// Why.
        reason: u32,
    };

    // Doing.

    /// A step was started.
    35 StepStarted {
        /// The step's number.
        step: u64,
        /// Which of the plan's steps it is; the largest number for what is done while a plan is waited for.
        index: u32,
        /// The action with its arguments.
        action: Term<'a>,
        /// Whether it goes on after a saved game.
        is_resumed: bool,
    };
    /// The game said how a step goes.
    36 StepReported {
        /// The step.
        step: u64,
        /// How it goes.
        report: Report,
        /// How far it is.
        progress: u32,
    };
    /// A step was told to stop.
    37 StepStopped {
        /// The step.
        step: u64,
        /// Why.
        reason: u32,
    };
    /// A step is over.
    38 StepEnded {
        /// The step.
        step: u64,
        /// How.
        end: StepEnd,
        /// Why.
        reason: u32,
    };
    /// Something broke in on what the agent was doing.
    39 Interrupted {
        /// The agent that did it, if one did.
        by: Option<AgentId>,
        /// Why.
        reason: u32,
    };

    // Questions.

    /// The game was asked something.
    40 Asked {
        /// The question's number.
        question: u64,
        /// What was asked.
        about: Term<'a>,
    };
    /// An answer, to be recorded for the agent that asked.
    41 Answered {
        /// The question's number.
        question: u64,
        /// The answer.
        value: Value,
    };
    /// A query was run.
    42 QueryRun {
        /// The query.
        query: u32,
        /// What it looked at.
        candidates: List<'a, Candidate>,
    };

    // Command.

    /// The agent claims something for itself.
    43 Claimed {
        /// What.
        object: Value,
    };
    /// The agent wanted to claim what another one has.
    44 ClaimRefused {
        /// What.
        object: Value,
        /// Who has it.
        holder: AgentId,
    };
    /// The agent's claim is over.
    45 Unclaimed {
        /// To what.
        object: Value,
    };
    /// The agent got an order.
    46 Ordered {
        /// The order's number.
        order: u64,
        /// Who gave it; none for the game or a player.
        from: Option<AgentId>,
        /// What to pursue.
        goal: Term<'a>,
        /// How much that counts.
        bias: i64,
        /// How long it counts, if not until it is ended.
        within_ms: Option<u64>,
        /// Whether it comes before everything else.
        is_rigid: bool,
    };
    /// The agent said how an order goes.
    47 OrderReported {
        /// The order.
        order: u64,
        /// How it goes.
        report: OrderReport,
    };
    /// An order counts no longer.
    48 OrderEnded {
        /// The order.
        order: u64,
        /// Why.
        reason: u32,
    };

    // About the recording.

    /// Whatever somebody wanted to remember.
    49 Note {
        /// What.
        text: &'a str,
    };
    /// An event that was too large to record stood here.
    50 Omitted {
        /// The number of its kind.
        code: u32,
    };
    /// Records stood here that a reader was too slow for; the next key frame makes up for them.
    51 Dropped {
        /// How many.
        records: u64,
    };

    // Scenes.

    /// A scene goes on with other texts of its files: of domains, this recording's own or another one's. Minds take them
    /// after this, so a replay has to be given them here.
    52 SceneReloaded {
        /// The last tick that was played before. An excerpt repeats what came before it, at its own first tick.
        after: u64,
        /// The files that say something else than before.
        sources: List<'a, Source<'a>>,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_that_is_not_known_is_kept_as_it_is() {
        let coded = [0xff, 0x7f, 1, 2, 3];
        let event = Event::take(&mut Input::new(&coded)).unwrap();
        let Event::Unknown(unknown) = event else { panic!("{event:?}") };
        assert_eq!((unknown.code(), unknown.payload()), (16383, &[1, 2, 3][..]));
        let mut out = Output::default();
        event.put(&mut out);
        assert_eq!(out.bytes(), Some(&coded[..]));
    }

    #[test]
    fn a_field_that_a_newer_version_added_is_ignored() {
        let event = Event::take(&mut Input::new(&[12, 7, 99, 99])).unwrap();
        assert_eq!(event, Event::AgentRemoved { reason: 7 });
    }

    #[test]
    fn kinds_are_numbered_without_a_gap_after_those_that_are_no_events() {
        let first = INDEX_CODE + 1;
        let codes: Vec<u32> = Kind::ALL.iter().map(|&kind| kind as u32).collect();
        assert_eq!(codes, (first..first + codes.len() as u32).collect::<Vec<_>>());
    }
}
