//! Checks of a plan's actions: asked once a plan that uses them is found, at most once per job. A check without an
//! answer in time counts as no.

use cunning_plan::{GroundActionId, Plan};

use crate::agent::{Agent, Asked, Pending};
use crate::compiled_archetype::CompiledArchetype;
use crate::message::{Command, QuestionId, Value};
use crate::scheduler::Job;
use crate::tick_context::TickContext;

/// Time that the game has to answer.
const ANSWER_MS_MAX: u64 = 1000;

/// The result of a plan's checks.
pub(crate) enum Granted {
    /// All checks passed.
    Yes(Job, Plan),
    /// A check was refused; another plan is needed.
    No(Job),
}

/// The effect of an answer.
pub(crate) enum AnswerEffect {
    /// The question is unknown or no longer relevant.
    Unknown,
    /// Other questions are still open.
    More,
    /// All questions are answered.
    Enough(Box<Granted>),
}

impl Agent {
    /// Asks the checks of a plan that are not answered yet. Returns the plan if there are none.
    pub(crate) fn ask_checks(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        mut job: Job,
        plan: Plan,
    ) -> Option<(Job, Plan)> {
        let is_current =
            job.goals.get(job.at).is_some_and(|ranked| self.is_plan_current(archetype, ranked, &plan, &job));
        if self.lifecycle.is_dormant() || !is_current {
            return Some((job, plan));
        }
        let mut is_open = false;
        for step in &plan.steps {
            let is_known = job.asked.iter().any(|asked| asked.action == step.id);
            if is_known || archetype.grounding.check(step.id).is_none() {
                continue;
            }
            let question = ctx.question(self.id);
            job.asked.push(Asked { question, action: step.id, is_granted: false });
            is_open = true;
            let args: Vec<Value> =
                archetype.grounding.bound_args(step.id).map(|arg| self.value(arg)).collect();
            ctx.say(Command::Ask { agent: self.id, question, action: step.action, args: &[] }, args);
        }
        if !is_open {
            return Some((job, plan));
        }
        let until_ms = ctx.now_ms + ANSWER_MS_MAX;
        self.wake_at(until_ms);
        if let Some(requested) = &mut self.intention.requested {
            requested.pending = Some(Box::new(Pending { job, plan, until_ms }));
        }
        None
    }

    /// Handles an answer.
    pub(crate) fn handle_answer(&mut self, question: QuestionId, yes: bool) -> AnswerEffect {
        let pending = self.intention.requested.as_mut().map(|requested| &mut requested.pending);
        let Some(pending) = pending else { return AnswerEffect::Unknown };
        let asked = pending.iter_mut().flat_map(|pending| &mut pending.job.asked);
        let Some(asked) = asked.into_iter().find(|asked| asked.question == question) else {
            return AnswerEffect::Unknown;
        };
        let action = asked.action;
        asked.is_granted = yes;
        let Some(pending) = pending.take_if(|pending| pending.is_settled() || !yes) else {
            return AnswerEffect::More;
        };
        let Pending { mut job, plan, .. } = *pending;
        if yes {
            return AnswerEffect::Enough(Box::new(Granted::Yes(job, plan)));
        }
        job.refused.push(action);
        AnswerEffect::Enough(Box::new(Granted::No(job)))
    }

    /// Counts checks without an answer as refused once their time is over.
    pub(crate) fn stop_waiting(&mut self, now_ms: u64) -> Option<Granted> {
        let pending = &mut self.intention.requested.as_mut()?.pending;
        let Pending { mut job, .. } = *pending.take_if(|pending| pending.until_ms <= now_ms)?;
        let open = job.asked.iter().filter(|asked| !asked.is_granted).map(|asked| asked.action);
        job.refused.extend(open.collect::<Vec<_>>());
        Some(Granted::No(job))
    }
}

impl Pending {
    /// Returns whether all checks of the plan have passed.
    fn is_settled(&self) -> bool {
        let is_granted =
            |id: GroundActionId| self.job.asked.iter().all(|asked| asked.action != id || asked.is_granted);
        self.plan.steps.iter().all(|step| is_granted(step.id))
    }
}
