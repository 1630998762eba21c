//! Asks one question of a query: of the agent's beliefs, of a [`Geometry`], or of the game by a message.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cunning_plan::Arg;

use super::Cell;
use crate::agent::Agent;
use crate::compiled_archetype::CompiledArchetype;
use crate::geometry::{Geometry, Position, SpatialAnswer, Spot};
use crate::limits::ASK_PLACES_MAX;
use crate::message::{Command, Value};
use crate::query::What;
use crate::runtime::panic_message;
use crate::spec::QuerySubject;
use crate::tick_context::TickContext;

/// The agent that asks, and what it needs to ask.
pub(super) struct Asker<'a, 'g> {
    pub(super) agent: &'a Agent,
    pub(super) ctx: &'a mut TickContext,
    pub(super) geometry: &'a mut Option<&'g mut dyn Geometry>,
    /// The remaining budget.
    pub(super) left: u64,
    /// The message of a panic in code of the game.
    pub(super) panic: Option<String>,
}

impl Asker<'_, '_> {
    /// Asks one question.
    pub(super) fn ask(
        &mut self,
        archetype: &CompiledArchetype,
        what: What,
        name: &str,
        of: &[QuerySubject],
        candidate: Value,
    ) -> Cell {
        self.left -= 1;
        self.ctx.counters.questions += 1;
        let mut values = [Value::None; ASK_PLACES_MAX];
        let mut spots = [Spot::Agent(self.agent.id); ASK_PLACES_MAX];
        let of = &of[..of.len().min(ASK_PLACES_MAX)];
        for (at, subject) in of.iter().enumerate().filter(|(_, subject)| **subject != QuerySubject::Oneself) {
            values[at] = self.agent.value_at(archetype, subject, candidate);
            spots[at] = match values[at] {
                Value::Object(object) => Spot::Named(object),
                Value::Handle(handle) => Spot::Object(handle),
                Value::Point(point) => Spot::Point(Position::unpacked(point)),
                // A fact without a value has no position.
                Value::None | Value::Bool(_) | Value::Int(_) => {
                    return Cell::Answered(SpatialAnswer::Unknown);
                }
            };
        }
        let asked = match what {
            What::Free | What::Claimed => {
                let is_claimed = self.ctx.claims.holder_besides(self.agent.id, values[0]).is_some();
                return Cell::Answered(SpatialAnswer::Truth(is_claimed == (what == What::Claimed)));
            }
            What::Game(asked) => asked,
        };
        let spots = &spots[..of.len()];
        if let Some(geometry) = self.geometry {
            let agent = self.agent.id;
            let asked = catch_unwind(AssertUnwindSafe(|| geometry.answer(agent, asked, name, spots)));
            return Cell::Answered(asked.unwrap_or_else(|panic| {
                self.panic = Some(panic_message(panic.as_ref()));
                SpatialAnswer::Unknown
            }));
        }
        let question = self.ctx.query_question(self.agent.id);
        let agent = self.agent.id;
        let of = values.into_iter().take(of.len());
        self.ctx.say(Command::Query { agent, question, asked, of: &[] }, of);
        Cell::Asked(question)
    }
}

impl Agent {
    /// Returns the value of an argument of a question; [`Value::None`] for the agent itself.
    pub(super) fn value_at(
        &self,
        archetype: &CompiledArchetype,
        subject: &QuerySubject,
        candidate: Value,
    ) -> Value {
        match subject {
            QuerySubject::Oneself => Value::None,
            QuerySubject::Candidate => candidate,
            QuerySubject::Fact(fact) => {
                let ground = archetype.grounding.ground_fact(*fact, &[]);
                let value =
                    ground.and_then(|fact| archetype.grounding.value(&self.beliefs.memory.state, fact));
                value.map_or(Value::None, |value| self.value_of(value))
            }
        }
    }

    /// Returns whether the agent's step, plan or goal involves an argument, or a plan that it waits for.
    pub(crate) fn is_about(&self, archetype: &CompiledArchetype, arg: Arg) -> bool {
        let steps = self.execution.plan[self.execution.at.min(self.execution.plan.len())..].iter().copied();
        let mut all = steps.chain(self.execution.running.map(|running| running.action));
        all.any(|id| archetype.grounding.bound_args(id).any(|other| other == arg))
            || self.intention.chosen.as_ref().is_some_and(|chosen| chosen.args.contains(&Some(arg)))
            || self.awaits(archetype, arg)
    }

    /// Returns whether the goal that is planned for, or a plan whose checks are open, involves an argument.
    pub(crate) fn awaits(&self, archetype: &CompiledArchetype, arg: Arg) -> bool {
        let mut steps = self.intention.pending().into_iter().flat_map(|pending| &pending.plan.steps);
        self.intention.requested.as_ref().is_some_and(|job| job.args.contains(&Some(arg)))
            || steps.any(|step| archetype.grounding.bound_args(step.id).any(|other| other == arg))
    }
}
