//! Runs queries, one question at a time.
//!
//! A run examines one candidate after the other. Each question costs one unit of the tick's budget, and so does each
//! candidate; a run that is out of budget continues in the next tick. Without a [`Geometry`] to answer at once, all
//! questions of a run that can be asked go out together, and the run waits for the answers.

mod asker;

use std::collections::VecDeque;

use cunning_plan::model::FactId;
use cunning_plan::{Arg, DecodeContext};
use cunning_trace::Candidate as Judged;

use crate::agent::Agent;
use crate::compiled_archetype::CompiledArchetype;
use crate::geometry::{Geometry, Position, SpatialAnswer, SpatialQuestion};
use crate::message::{AgentId, Command, QuestionId, Value};
use crate::object_slots::arg;
use crate::query::What;
use crate::spec::{Candidates, QuerySubject};
use crate::tick_context::TickContext;
use crate::wire::{Decode, Encode, Malformed, Sink, wire_enum, wire_struct};
use asker::Asker;

/// Time that the game has to answer.
pub(crate) const QUERY_MS_MAX: u64 = 1000;

/// An agent's state of one of its queries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// The candidates, best first.
    pub(crate) taken: Vec<Arg>,
    /// The time at which the query runs next.
    pub(crate) due_ms: u64,
    /// Whether the query is running.
    pub(crate) is_queued: bool,
    /// Whether the query was ever answered.
    pub(crate) has_been: bool,
}

wire_struct!(Answers { taken, due_ms, is_queued, has_been });
wire_struct!(Run {
    agent,
    query,
    centre,
    has_candidates,
    candidates,
    answers,
    at,
    has_new_answers,
    until_ms
});
wire_struct!(Candidate { object, is_kept, next, state });
wire_enum!(State { 0 = New, 1 = Open, 2 = Out, 3 = Scored(score) });
wire_enum!(Cell { 0 = Empty, 1 = Asked(question), 2 = Answered(answer) });

/// Makes the queries due that have to run when a fact has changed. Returns whether there are any.
pub(crate) fn refresh(
    queries: &mut [Answers],
    archetype: &CompiledArchetype,
    fact: FactId,
    now_ms: u64,
) -> bool {
    let mut is_due = false;
    for (answers, query) in queries.iter_mut().zip(&archetype.queries) {
        if !answers.is_queued && query.urgent_facts.contains(&fact) {
            answers.due_ms = answers.due_ms.min(now_ms);
            is_due = true;
        }
    }
    is_due
}

/// All running queries.
#[derive(Debug, Default)]
pub(crate) struct QueryRunner {
    /// The waiting queries that choose targets of goals: the agent, and the index of the query in its archetype. They are
    /// small and go first, so that goals are compared with targets that are up to date.
    urgent: VecDeque<(AgentId, usize)>,
    /// The other waiting queries.
    queue: VecDeque<(AgentId, usize)>,
    /// The runs that have started, in the order in which they continue.
    runs: VecDeque<Run>,
    /// Unused runs, kept for their memory.
    pool: Vec<Run>,
    /// Whether answers come from a recording.
    pub(crate) is_replayed: bool,
}

/// A running query of an agent.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) agent: AgentId,
    /// The index of the query in the archetype.
    pub(crate) query: usize,
    /// The centre of generated points, if the query generates points.
    centre: Cell,
    has_candidates: bool,
    candidates: Vec<Candidate>,
    /// The answers, candidate by candidate.
    answers: Vec<Cell>,
    at: usize,
    /// Whether an answer arrived since the run last continued.
    has_new_answers: bool,
    until_ms: u64,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    object: Value,
    /// Whether the candidate is taken whenever it passes, because the agent uses it.
    is_kept: bool,
    /// The index of the next question.
    next: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Open,
    Out,
    Scored(i64),
}

/// The state of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Cell {
    #[default]
    Empty,
    Asked(QuestionId),
    Answered(SpatialAnswer),
}

/// The result of continuing a run.
pub(crate) enum Progress {
    Done,
    /// The budget is spent.
    OutOfBudget,
    /// The run waits for answers of the game.
    Waits,
    /// Code of the game panicked with this message.
    Panicked(String),
}

/// Unused runs are neither saved nor copied.
impl Encode for QueryRunner {
    fn put(&self, out: &mut impl Sink) {
        self.urgent.put(out);
        self.queue.put(out);
        self.runs.put(out);
    }
}

impl<'a, C: DecodeContext> Decode<'a, C> for QueryRunner {
    fn take(from: &mut cunning_encode::Input<'a, C>) -> Result<Self, Malformed> {
        let ((urgent, queue), runs) = Decode::take(from)?;
        Ok(Self { urgent, queue, runs, ..Self::default() })
    }
}

impl Clone for QueryRunner {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        self.urgent.clone_from(&other.urgent);
        self.queue.clone_from(&other.queue);
        self.runs.clone_from(&other.runs);
        self.is_replayed = other.is_replayed;
    }
}

impl QueryRunner {
    /// Drops all waiting and running queries.
    pub(crate) fn clear(&mut self) {
        self.urgent.clear();
        self.queue.clear();
        self.pool.extend(self.runs.drain(..));
    }

    /// Iterates over all waiting and running queries with their agents.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (AgentId, usize)> {
        self.urgent
            .iter()
            .chain(&self.queue)
            .copied()
            .chain(self.runs.iter().map(|run| (run.agent, run.query)))
    }

    /// Returns whether every run is valid, where `asks` returns the number of questions that a query of an agent asks
    /// per candidate.
    pub(crate) fn is_sound(&self, asks: impl Fn(AgentId, usize) -> Option<usize>) -> bool {
        self.runs.iter().all(|run| {
            let answers = if run.has_candidates { run.candidates.len() } else { 0 };
            let Some(asks) = asks(run.agent, run.query) else { return true };
            answers.checked_mul(asks) == Some(run.answers.len())
                && run.at <= run.candidates.len()
                && run.candidates.iter().all(|candidate| candidate.next <= asks)
        })
    }

    /// Rules out a candidate that no longer exists.
    pub(crate) fn forget(&mut self, object: Value) {
        for candidate in self.runs.iter_mut().flat_map(|run| &mut run.candidates) {
            if candidate.object == object {
                (candidate.object, candidate.state, candidate.is_kept) = (Value::None, State::Out, false);
            }
        }
    }

    /// Changes all values of the runs.
    pub(crate) fn map_values(&mut self, change: impl Fn(&mut Value)) {
        for candidate in self.runs.iter_mut().flat_map(|run| &mut run.candidates) {
            change(&mut candidate.object);
        }
    }

    /// Queues a query of an agent. `is_urgent` is for those that choose targets of goals.
    pub(crate) fn push(&mut self, agent: AgentId, query: usize, is_urgent: bool) {
        let queue = if is_urgent { &mut self.urgent } else { &mut self.queue };
        queue.push_back((agent, query));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.urgent.is_empty() && self.queue.is_empty() && self.runs.is_empty()
    }

    /// Returns the next run that can continue: an urgent one, one that has started, or a new one.
    pub(crate) fn next(&mut self, now_ms: u64) -> Option<Run> {
        let can = |run: &Run| run.has_new_answers || run.until_ms <= now_ms;
        let started = self.runs.iter().position(can).filter(|_| self.urgent.is_empty());
        if let Some(at) = started {
            return self.runs.remove(at);
        }
        let (agent, query) = self.urgent.pop_front().or_else(|| self.queue.pop_front())?;
        let mut run = self.pool.pop().unwrap_or_else(Run::new);
        run.begin(agent, query);
        Some(run)
    }

    /// Puts back a run that has not ended.
    pub(crate) fn put_back(&mut self, run: Run, is_first: bool) {
        if is_first { self.runs.push_front(run) } else { self.runs.push_back(run) }
    }

    /// Keeps the memory of a run that has ended.
    pub(crate) fn end(&mut self, run: Run) {
        self.pool.push(run);
    }

    /// Sends questions that were not answered before the engine was saved again.
    pub(crate) fn ask_again<'a>(
        &self,
        agent_of: impl Fn(AgentId) -> Option<(&'a Agent, &'a CompiledArchetype)>,
        mut say: impl FnMut(QuestionId, Command<'static>, &[Value]),
    ) {
        for run in &self.runs {
            let Some((agent, archetype)) = agent_of(run.agent) else { continue };
            let known = &archetype.queries[run.query];
            let mut again = |cell: &Cell, asked: SpatialQuestion, of: &[QuerySubject], candidate: Value| {
                if let Cell::Asked(question) = *cell {
                    let values: Vec<Value> =
                        of.iter().map(|subject| agent.value_at(archetype, subject, candidate)).collect();
                    let ask = Command::Query { agent: run.agent, question, asked, of: &[] };
                    say(question, ask, &values);
                }
            };
            if let Candidates::Ring { around, .. } | Candidates::Grid { around, .. } =
                &archetype.spec.queries[known.query].from
            {
                again(&run.centre, SpatialQuestion::Position, std::slice::from_ref(around), Value::None);
            }
            for (at, cell) in run.answers.iter().enumerate() {
                let (ask, candidate) = (&known.asks[at % known.asks.len()], at / known.asks.len());
                if let What::Game(asked) = ask.what {
                    again(cell, asked, &ask.of, run.candidates[candidate].object);
                }
            }
        }
    }

    /// Handles an answer. Returns false if the question is unknown or no longer relevant.
    pub(crate) fn handle_answer(&mut self, question: QuestionId, answer: SpatialAnswer) -> bool {
        self.runs.iter_mut().any(|run| {
            let is_it = |cell: &&mut Cell| **cell == Cell::Asked(question);
            let cell = std::iter::once(&mut run.centre).chain(&mut run.answers).find(is_it);
            if let Some(cell) = cell {
                *cell = Cell::Answered(answer);
                run.has_new_answers = true;
                return true;
            }
            false
        })
    }
}

impl Run {
    fn new() -> Self {
        Self {
            agent: AgentId(u64::MAX),
            query: 0,
            centre: Cell::Empty,
            has_candidates: false,
            candidates: Vec::new(),
            answers: Vec::new(),
            at: 0,
            has_new_answers: false,
            until_ms: u64::MAX,
        }
    }

    fn begin(&mut self, agent: AgentId, query: usize) {
        (self.agent, self.query) = (agent, query);
        (self.centre, self.has_candidates, self.has_new_answers, self.until_ms) =
            (Cell::Empty, false, true, u64::MAX);
        self.at = 0;
        self.candidates.clear();
        self.answers.clear();
    }

    /// Continues the run. Returns the units of budget it used, and its state.
    pub(crate) fn work(
        &mut self,
        agent: &Agent,
        archetype: &mut CompiledArchetype,
        ctx: &mut TickContext,
        geometry: &mut Option<&mut dyn Geometry>,
        budget: u64,
    ) -> (u64, Progress) {
        let mut asker = Asker { agent, ctx, geometry, left: budget, panic: None };
        if self.until_ms <= asker.ctx.now_ms {
            self.stop_waiting(&mut asker, archetype);
        }
        (self.has_new_answers, self.until_ms) = (false, u64::MAX);
        let progress = self.go_on(&mut asker, archetype);
        let spent = budget - asker.left;
        if let Some(panic) = asker.panic {
            return (spent, Progress::Panicked(panic));
        }
        match progress {
            Progress::Waits => self.until_ms = ctx.now_ms + QUERY_MS_MAX,
            Progress::OutOfBudget => self.has_new_answers = true,
            Progress::Done | Progress::Panicked(_) => {}
        }
        (spent, progress)
    }

    /// Counts questions without an answer as unknown once their time is over.
    fn stop_waiting(&mut self, asker: &mut Asker<'_, '_>, archetype: &CompiledArchetype) {
        let known = &archetype.queries[self.query];
        let mut give_up = |cell: &mut Cell, name: &str| {
            if matches!(cell, Cell::Asked(_)) {
                *cell = Cell::Answered(SpatialAnswer::Unknown);
                asker.ctx.counters.questions_unanswered += 1;
                asker.ctx.unanswered(self.agent, &archetype.spec.queries[known.query].name, name);
            }
        };
        give_up(&mut self.centre, "position");
        for (at, cell) in self.answers.iter_mut().enumerate() {
            give_up(cell, known.asks.get(at % known.asks.len().max(1)).map_or("", |ask| &ask.name));
        }
    }

    fn go_on(&mut self, asker: &mut Asker<'_, '_>, archetype: &mut CompiledArchetype) -> Progress {
        if !self.has_candidates {
            match self.find_candidates(asker, archetype) {
                Progress::Done => {}
                other => return other,
            }
            let asks = archetype.queries[self.query].asks.len();
            self.answers.resize(self.candidates.len() * asks, Cell::Empty);
            self.has_candidates = true;
        }
        let mut waits = false;
        // Candidates that wait for answers are examined again from the beginning.
        let from = std::mem::take(&mut self.at);
        for at in from..self.candidates.len() {
            match self.judge(at, asker, archetype) {
                Progress::Done => {}
                Progress::Waits => waits = true,
                other => {
                    // No earlier candidate has a new answer, unless some wait.
                    self.at = if waits { 0 } else { at };
                    return other;
                }
            }
        }
        if waits { Progress::Waits } else { Progress::Done }
    }

    /// Collects the candidates.
    fn find_candidates(&mut self, asker: &mut Asker<'_, '_>, archetype: &CompiledArchetype) -> Progress {
        let known = &archetype.queries[self.query];
        let Some(query) = archetype.spec.queries.get(known.query) else { return Progress::Done };
        if !known.is_needed(&asker.agent.beliefs.memory.state) {
            return Progress::Done;
        }
        let (around, count) = match &query.from {
            Candidates::Type(_) => {
                self.candidates.extend(known.objects.iter().map(|&id| Candidate::new(Value::Object(id))));
                let met =
                    asker.agent.beliefs.object_slots.iter().filter(|met| known.slots.contains(&met.slot));
                let objects = met.filter_map(|met| met.object);
                let unslotted =
                    asker.agent.beliefs.unslotted.iter().filter(|(ty, _)| Some(*ty) == known.fills);
                let objects = objects.chain(unslotted.map(|(_, handle)| Value::Handle(*handle)));
                self.candidates.extend(objects.map(Candidate::new));
                self.keep(asker.agent, archetype);
                return Progress::Done;
            }
            Candidates::Ring { count, around, .. } => (around, *count),
            Candidates::Grid { count, around, .. } => (around, count.saturating_mul(*count)),
        };
        if self.centre == Cell::Empty {
            if asker.left == 0 {
                return Progress::OutOfBudget;
            }
            let of = [around.clone()];
            self.centre = asker.ask(
                archetype,
                What::Game(SpatialQuestion::Position),
                SpatialQuestion::Position.name(),
                &of,
                Value::None,
            );
        }
        let centre = match self.centre {
            Cell::Answered(SpatialAnswer::Position(centre)) => centre,
            Cell::Answered(_) | Cell::Empty => return Progress::Done,
            Cell::Asked(_) => return Progress::Waits,
        };
        for at in 0..count {
            let position = match &query.from {
                Candidates::Ring { count, radius, .. } => centre.on_ring(at, *count, *radius),
                Candidates::Grid { count, spacing, .. } => centre.on_grid(at, *count, *spacing),
                Candidates::Type(_) => None,
            };
            // Points outside the range of coordinates are not candidates.
            if let Some(point) = position.and_then(Position::packed) {
                let candidate = Candidate::new(Value::Point(point));
                if !self.candidates.iter().any(|other| other.object == candidate.object) {
                    self.candidates.push(candidate);
                }
            }
        }
        self.keep(asker.agent, archetype);
        Progress::Done
    }

    /// Keeps the objects that the agent uses as candidates. Otherwise an agent that walks to a point of a ring around
    /// itself would lose its goal as the ring moves.
    fn keep(&mut self, agent: &Agent, archetype: &CompiledArchetype) {
        for &arg in &agent.beliefs.queries[self.query].taken {
            if !agent.is_about(archetype, arg) {
                continue;
            }
            let object = agent.value(arg);
            match self.candidates.iter_mut().find(|known| known.object == object) {
                Some(known) => known.is_kept = true,
                None => self.candidates.push(Candidate { is_kept: true, ..Candidate::new(object) }),
            }
        }
    }

    /// Asks the remaining questions about a candidate.
    fn judge(&mut self, at: usize, asker: &mut Asker<'_, '_>, archetype: &mut CompiledArchetype) -> Progress {
        let spec = archetype.spec.clone();
        let Some(query) = spec.queries.get(archetype.queries[self.query].query) else {
            return Progress::Done;
        };
        let asks = archetype.queries[self.query].asks.len();
        let candidate = self.candidates[at];
        let met = arg(asker.agent, candidate.object);
        let state = &asker.agent.beliefs.memory.state;
        let grounding = archetype.grounding.clone();
        if candidate.state == State::New {
            if asker.left == 0 {
                return Progress::OutOfBudget;
            }
            asker.left -= 1;
            let is_believed = archetype.queries[self.query].is_believed(query, &grounding, state, met);
            self.candidates[at].state = if is_believed { State::Open } else { State::Out };
        }
        while self.candidates[at].state == State::Open {
            let next = self.candidates[at].next;
            let known = &mut archetype.queries[self.query];
            if next == asks {
                let findings = |ask: usize| match self.answers.get(at * asks + ask) {
                    Some(Cell::Answered(answer)) => *answer,
                    _ => SpatialAnswer::Unknown,
                };
                let score = known.score(&grounding, state, met, &findings);
                self.candidates[at].state = score.map_or(State::Out, State::Scored);
                break;
            }
            let cell = at * asks + next;
            if self.answers[cell] == Cell::Empty {
                if asker.left == 0 {
                    return Progress::OutOfBudget;
                }
                let known = &archetype.queries[self.query].asks[next];
                self.answers[cell] =
                    asker.ask(archetype, known.what, &known.name, &known.of, candidate.object);
                if let Some(panic) = &asker.panic {
                    return Progress::Panicked(panic.clone());
                }
            }
            match self.answers[cell] {
                Cell::Answered(answer) => {
                    let is_out = archetype.queries[self.query].passes(next, answer) == Some(false);
                    self.candidates[at].next += 1;
                    if is_out {
                        self.candidates[at].state = State::Out;
                    }
                }
                Cell::Asked(_) | Cell::Empty => return Progress::Waits,
            }
        }
        Progress::Done
    }

    /// Collects the judged candidates and marks those taken: the best ones, and those that the agent uses.
    pub(crate) fn result(&self, take: usize, judged: &mut Vec<Judged>) {
        judged.clear();
        judged.extend(self.candidates.iter().map(|candidate| {
            let score = if let State::Scored(score) = candidate.state { Some(score) } else { None };
            Judged { object: candidate.object, score, is_taken: false }
        }));
        for _ in 0..take {
            let open =
                judged.iter().enumerate().filter(|(_, known)| known.score.is_some() && !known.is_taken);
            // Ties keep the order in which candidates were found.
            let best = open.max_by_key(|(at, known)| (known.score, std::cmp::Reverse(*at)));
            let Some(best) = best.map(|(at, _)| at) else { break };
            judged[best].is_taken = true;
        }
        for (known, candidate) in judged.iter_mut().zip(&self.candidates) {
            known.is_taken |= candidate.is_kept && known.score.is_some();
        }
    }
}

impl Candidate {
    fn new(object: Value) -> Self {
        Self { object, is_kept: false, next: 0, state: State::New }
    }
}
