//! What every part of a tick shares: the time, the numbers to give out, the commands, and what was counted.

use std::collections::BTreeSet;

use crate::claims::Claims;
use crate::command::Message;
use crate::events::EventFeed;
use crate::message::{AgentId, Command, Commands, OrderId, QuestionId, StepId, StopReason, Value};
use crate::profile::Watch;
use crate::record::MindRecorder;
use crate::wire::{wire_and_assign, wire_struct};

/// The present.
#[derive(Default)]
pub(crate) struct TickContext {
    pub(crate) now_ms: u64,
    pub(crate) tick: u64,
    /// What is left for plans.
    pub(crate) budget: u64,
    next_number: u64,
    /// Questions of queries are counted apart: a replay has their answers and asks none of them.
    next_survey: u64,
    pub(crate) commands: Commands,
    /// Messages between agents, on their way.
    pub(crate) messages: Vec<Message>,
    pub(crate) claims: Claims,
    /// Queries that are due, by agent and index in its kind.
    pub(crate) due: Vec<(AgentId, usize)>,
    /// What nobody answered: queries, and what they asked.
    pub(crate) unanswered: BTreeSet<(String, String)>,
    pub(crate) counters: Counters,
    pub(crate) recorder: MindRecorder,
    pub(crate) watch: Watch,
    pub(crate) events: EventFeed,
}

/// What a set of agents has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// How often an agent compared its goals.
    pub thoughts: u64,
    /// Plans asked for.
    pub plans_asked: u64,
    /// Plans found.
    pub plans_found: u64,
    /// Goals for which there was none.
    pub plans_failed: u64,
    /// Expansions made for them.
    pub expanded: u64,
    /// Steps started.
    pub steps_started: u64,
    /// Steps ended, in whatever way.
    pub steps_ended: u64,
    /// Percepts that were about nobody, nothing known, or a value that cannot be.
    pub percepts_ignored: u64,
    /// Reports about steps that were over, and answers to questions nobody asks any more.
    pub reports_ignored: u64,
    /// Queries answered.
    pub queries: u64,
    /// Questions that they asked, each a unit of the budget.
    pub questions: u64,
    /// Questions that the game did not answer in time.
    pub questions_unanswered: u64,
    /// Units of the budget that queries took.
    pub surveyed: u64,
}

wire_and_assign!(TickContext {
    now_ms,
    tick,
    budget,
    next_number,
    next_survey,
    commands,
    messages,
    claims,
    due,
    unanswered,
    counters,
} own { recorder, watch, events });
wire_struct!(Counters {
    thoughts,
    plans_asked,
    plans_found,
    plans_failed,
    expanded,
    steps_started,
    steps_ended,
    percepts_ignored,
    reports_ignored,
    queries,
    questions,
    questions_unanswered,
    surveyed,
});

/// How many bits of a number tell whose it is.
const OWNER_BITS: u32 = 24;
/// How many numbers are given out before a saved game is not believed.
const NUMBERS_MAX: u64 = 1 << 38;
/// How late it can be in a saved game.
pub(crate) const TIME_MS_MAX: u64 = 1 << 48;
/// Marks the questions of queries.
const SURVEY_BIT: u64 = 1 << 63;
/// How many agents there can be at a time.
pub(crate) const AGENTS_MAX: usize = 1 << OWNER_BITS;

impl TickContext {
    /// Changes all values that are on their way.
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

    /// Whether its counters are such as there can be: far beyond any game, and far below where adding to them could overflow.
    pub(crate) fn is_sound(&self) -> bool {
        let Self { now_ms, tick, next_number, next_survey, .. } = self;
        *now_ms < TIME_MS_MAX
            && *tick < TIME_MS_MAX
            && *next_number < NUMBERS_MAX
            && *next_survey < NUMBERS_MAX
    }

    /// A number that was never given out, from which its owner can be told.
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

    /// A question of a query.
    pub(crate) fn survey(&mut self, agent: AgentId) -> QuestionId {
        self.next_survey += 1;
        let place = agent.0 & (AGENTS_MAX as u64 - 1);
        QuestionId(SURVEY_BIT | (self.next_survey << OWNER_BITS & (SURVEY_BIT - 1)) | place)
    }

    /// Notes that nobody answered a question of a query.
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

/// The place of the agent that a number was given to.
pub(crate) const fn owner(number: u64) -> usize {
    (number & (AGENTS_MAX as u64 - 1)) as usize
}
