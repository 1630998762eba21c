//! The state that all parts of a tick share: time, id generators, commands and counters.

use std::collections::BTreeSet;

use crate::claims::Claims;
use crate::command::Message;
use crate::events::EventFeed;
use crate::message::{AgentId, Command, Commands, OrderId, QuestionId, StepId, StopReason, Value};
use crate::profile::Watch;
use crate::quality::QualityLog;
use crate::record::MindRecorder;
use crate::wire::{Decode, Encode as _, Input, Malformed, Sink, wire_and_clone, wire_struct};

/// The working set of a tick.
#[derive(Default)]
pub(crate) struct TickContext {
    pub(crate) now_ms: u64,
    pub(crate) tick: u64,
    /// The budget that is left for plans.
    pub(crate) budget: u64,
    next_number: u64,
    /// The next id of a question of a query. These are counted separately, because a replay has their answers and
    /// asks none.
    next_query_question: u64,
    pub(crate) commands: Commands,
    /// Messages between agents that have not been delivered yet.
    pub(crate) messages: Vec<Message>,
    pub(crate) claims: Claims,
    /// Queries that are due, by agent and index in its archetype.
    pub(crate) due: Vec<(AgentId, usize)>,
    /// Queries with questions that were not answered in time.
    pub(crate) unanswered: BTreeSet<(String, String)>,
    pub(crate) counters: Counters,
    pub(crate) quality: QualityLog,
    pub(crate) recorder: MindRecorder,
    pub(crate) watch: Watch,
    pub(crate) events: EventFeed,
}

/// Counters of an engine since its creation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// The number of times an agent compared its goals.
    pub thoughts: u64,
    /// The number of requested plans.
    pub plans_asked: u64,
    /// The number of found plans.
    pub plans_found: u64,
    /// The number of found plans that were not followed, because the running plan costs hardly more.
    pub plans_kept: u64,
    /// The number of searches without a plan.
    pub plans_failed: u64,
    /// The number of expansions of all searches.
    pub expanded: u64,
    /// The number of started steps.
    pub steps_started: u64,
    /// The number of ended steps, for whatever reason.
    pub steps_ended: u64,
    /// The number of ignored percepts: about an unknown agent or fact, or with an invalid value.
    pub percepts_ignored: u64,
    /// The number of ignored reports about ended steps and of answers to questions that are no longer relevant.
    pub reports_ignored: u64,
    /// The number of answered queries.
    pub queries: u64,
    /// The number of questions that queries asked, each a unit of the budget.
    pub questions: u64,
    /// The number of questions that the game did not answer in time.
    pub questions_unanswered: u64,
    /// The number of units of the budget that queries used.
    pub query_units: u64,
}

wire_and_clone!(TickContext {
    now_ms,
    tick,
    budget,
    next_number,
    messages,
    claims,
    due,
} apart { commands, next_query_question, unanswered, counters } own { quality, recorder, watch, events });
wire_struct!(Counters {
    thoughts,
    plans_asked,
    plans_found,
    plans_kept,
    plans_failed,
    expanded,
    steps_started,
    steps_ended,
    percepts_ignored,
    reports_ignored,
    queries,
    questions,
    questions_unanswered,
    query_units,
});

/// The number of bits of an id that hold the index of its owner.
const OWNER_BITS: u32 = 24;
/// The largest number of ids that a save may have given out.
const NUMBERS_MAX: u64 = 1 << 38;
/// The latest time in a save.
pub(crate) const TIME_MS_MAX: u64 = 1 << 48;
/// The bit that marks questions of queries.
const QUERY_BIT: u64 = 1 << 63;
/// The largest number of agents at a time.
pub(crate) const AGENTS_MAX: usize = 1 << OWNER_BITS;

impl TickContext {
    /// Writes the counters and the progress of queries, which a replay does not have.
    pub(crate) fn put_progress(&self, out: &mut impl Sink) {
        (self.next_query_question, &self.unanswered).put(out);
        self.counters.put(out);
    }

    pub(crate) fn take_progress(&mut self, from: &mut Input<'_>) -> Result<(), Malformed> {
        (self.next_query_question, self.unanswered) = Decode::take(from)?;
        self.counters = Decode::take(from)?;
        Ok(())
    }

    /// Changes all values in undelivered messages and commands.
    pub(crate) fn map_values(&mut self, change: impl Fn(&mut Value)) {
        self.commands.map_args(&change);
        for message in &mut self.messages {
            if let Message::Order { order, .. } = message {
                order.args.iter_mut().flatten().for_each(&change);
            }
        }
        let changed = |(mut object, holder): (Value, AgentId)| {
            change(&mut object);
            (object, holder)
        };
        self.claims.holders = std::mem::take(&mut self.claims.holders).into_iter().map(changed).collect();
    }

    /// Returns an error unless times and id generators are in range: far beyond any game, and far below an overflow.
    pub(crate) fn check(&self) -> Result<(), Malformed> {
        let Self { now_ms, tick, next_number, next_query_question, .. } = self;
        let is_sound = *now_ms < TIME_MS_MAX
            && *tick < TIME_MS_MAX
            && *next_number < NUMBERS_MAX
            && *next_query_question < NUMBERS_MAX;
        if is_sound { Ok(()) } else { Err(Malformed::new("a counter is out of range")) }
    }

    /// Returns a new id that contains the index of its owner.
    fn number(&mut self, agent: AgentId) -> u64 {
        self.next_number += 1;
        self.next_number << OWNER_BITS | agent.0 & (AGENTS_MAX as u64 - 1)
    }

    pub(crate) fn step(&mut self, agent: AgentId) -> StepId {
        StepId(self.number(agent))
    }

    pub(crate) fn question(&mut self, agent: AgentId) -> QuestionId {
        QuestionId(self.number(agent))
    }

    /// Returns the id of a new question of a query.
    pub(crate) fn query_question(&mut self, agent: AgentId) -> QuestionId {
        self.next_query_question += 1;
        let index = agent.0 & (AGENTS_MAX as u64 - 1);
        QuestionId(QUERY_BIT | (self.next_query_question << OWNER_BITS & (QUERY_BIT - 1)) | index)
    }

    /// Counts a question of a query that was not answered in time.
    pub(crate) fn unanswered(&mut self, agent: AgentId, query: &str, question: &str) {
        if self.unanswered.insert((query.to_owned(), question.to_owned())) {
            self.recorder.unanswered(agent, query, question);
        }
    }

    pub(crate) fn order(&mut self, agent: AgentId) -> OrderId {
        OrderId(self.number(agent))
    }

    pub(crate) fn stop(&mut self, agent: AgentId, step: StepId, reason: StopReason) {
        self.recorder.step_stopped(agent, step, reason);
        self.commands.push(Command::Stop { agent, step, reason }, []);
    }

    pub(crate) fn say(&mut self, command: Command<'static>, args: impl IntoIterator<Item = Value>) {
        self.commands.push(command, args);
    }
}

/// Returns the index of the agent that an id was given to.
pub(crate) const fn owner(number: u64) -> usize {
    (number & (AGENTS_MAX as u64 - 1)) as usize
}
