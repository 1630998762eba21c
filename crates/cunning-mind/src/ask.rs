//! Questions to the game about the actions of a plan: asked when a plan has been found that uses them, at most once for a
//! job, and *no* if nobody answers in time.

use cunning_plan::{GroundActionId, Plan};

use crate::agent::{Agent, Asked, Pending};
use crate::compiled_archetype::CompiledArchetype;
use crate::message::{Command, QuestionId, Value};
use crate::scheduler::Job;
use crate::tick_context::TickContext;

/// How long the game may take to answer.
const ANSWER_MS_MAX: u64 = 1000;

/// What becomes of a plan whose checks are known.
pub(crate) enum Granted {
    /// It may be followed.
    Yes(Job, Plan),
    /// Another one has to be found.
    No(Job),
}

/// What an answer meant.
pub(crate) enum Heard {
    /// Nobody asked, or nobody does any more.
    Nobody,
    /// Other questions are still open.
    More,
    /// All is known.
    Enough(Box<Granted>),
}

impl Agent {
    /// Asks the checks of a plan that are not answered yet. Gives the plan back if there are none.
    pub(crate) fn ask_checks(
        &mut self,
        kind: &CompiledArchetype,
        ctx: &mut TickContext,
        mut job: Job,
        plan: Plan,
    ) -> Option<(Job, Plan)> {
        if self.is_dormant {
            return Some((job, plan));
        }
        let mut is_open = false;
        for step in &plan.steps {
            let is_known = job.asked.iter().any(|asked| asked.action == step.id);
            if is_known || kind.grounding.check(step.id).is_none() {
                continue;
            }
            let question = ctx.question(self.id);
            job.asked.push(Asked { question, action: step.id, is_granted: false });
            is_open = true;
            let args: Vec<Value> = kind.grounding.bound_args(step.id).map(|arg| self.value(arg)).collect();
            ctx.say(Command::Ask { agent: self.id, question, action: step.action, args: &[] }, args);
        }
        if !is_open {
            return Some((job, plan));
        }
        let until_ms = ctx.now_ms + ANSWER_MS_MAX;
        self.wake_at(until_ms);
        self.pending = Some(Box::new(Pending { job, plan, until_ms }));
        None
    }

    /// Takes an answer.
    pub(crate) fn hear(&mut self, question: QuestionId, yes: bool) -> Heard {
        let asked = self
            .pending
            .as_mut()
            .and_then(|pending| pending.job.asked.iter_mut().find(|asked| asked.question == question));
        let Some(asked) = asked else { return Heard::Nobody };
        let action = asked.action;
        asked.is_granted = yes;
        let Some(pending) = self.pending.take_if(|pending| pending.is_settled() || !yes) else {
            return Heard::More;
        };
        let Pending { mut job, plan, .. } = *pending;
        if yes {
            return Heard::Enough(Box::new(Granted::Yes(job, plan)));
        }
        job.refused.push(action);
        Heard::Enough(Box::new(Granted::No(job)))
    }

    /// Whoever has not answered by now says no.
    pub(crate) fn stop_waiting(&mut self, now_ms: u64) -> Option<Granted> {
        let Pending { mut job, .. } = *self.pending.take_if(|pending| pending.until_ms <= now_ms)?;
        let open = job.asked.iter().filter(|asked| !asked.is_granted).map(|asked| asked.action);
        job.refused.extend(open.collect::<Vec<_>>());
        Some(Granted::No(job))
    }
}

impl Pending {
    /// Whether the game has granted all that the plan needs.
    fn is_settled(&self) -> bool {
        let is_granted =
            |id: GroundActionId| self.job.asked.iter().all(|asked| asked.action != id || asked.is_granted);
        self.plan.steps.iter().all(|step| is_granted(step.id))
    }
}
