//! Carries out the commands of minds in the world: as changes of [`CurrentStep`] and as events.

use bevy_ecs::prelude::*;
use cunning_mind::{
    AgentId, Check, Host, Idle, Report, SensorPoll, SpatialQuery, StopReason, StoppedStep, Subject,
};

use crate::domains::DomainMinds;
use crate::events::{
    CheckAsked, Ending, OrderReported, SensorDue, StepEnded, StepStarted, StepStopped, WentIdle,
};
use crate::geometry::SpatialQueryAsked;
use crate::minds::Minds;
use crate::step::{CurrentStep, Step, WindsDown};
use crate::value::Value;

/// The minds of one domain with what their commands change in the world.
pub(crate) struct BevyHost<'a, 'w, 's> {
    pub(crate) minds: &'a mut Minds,
    /// The index of the domain whose commands are dispatched.
    pub(crate) domain: usize,
    pub(crate) steps: Query<'w, 's, (&'static mut CurrentStep, Has<WindsDown>)>,
    pub(crate) commands: Commands<'w, 's>,
}

impl BevyHost<'_, '_, '_> {
    fn domain(&self) -> &DomainMinds {
        &self.minds.domains[self.domain]
    }

    fn domain_mut(&mut self) -> &mut DomainMinds {
        &mut self.minds.domains[self.domain]
    }

    /// Triggers an event for the entity of an agent.
    fn trigger<E: for<'t> Event<Trigger<'t>: Default>>(
        &mut self,
        agent: AgentId,
        event: impl FnOnce(Entity) -> E,
    ) {
        if let Some(entity) = self.domain().entity(agent) {
            self.commands.trigger(event(entity));
        }
    }

    /// Ends the steps that consist of orders and whose subordinates have all reported.
    pub(crate) fn end_settled_steps(&mut self) {
        let Self { minds, domain, steps, commands } = self;
        let DomainMinds { minds, entities, commanding, .. } = &mut minds.domains[*domain];
        commanding.retain(|agent, id| {
            let is_running = minds.engine().action_of(*id).is_some();
            if !is_running
                && let Some(&entity) = entities.get(agent)
                && let Ok((mut current, _)) = steps.get_mut(entity)
                && let Some(step) = current.stop(*id, false)
            {
                commands.trigger(StepEnded { entity, step, ending: Ending::Settled });
            }
            is_running
        });
    }

    /// Logs questions of queries that no observer has answered in time.
    pub(crate) fn log_unanswered(&mut self) {
        let Minds { domains, mistakes, .. } = &mut *self.minds;
        let DomainMinds { minds, unanswered, .. } = &mut domains[self.domain];
        let count = minds.engine().unanswered().count();
        if std::mem::replace(unanswered, count) < count {
            minds.engine().unanswered().for_each(|message| mistakes.log(message));
        }
    }
}

impl Host for BevyHost<'_, '_, '_> {
    fn minds(&mut self) -> &mut cunning_mind::Minds {
        &mut self.domain_mut().minds
    }

    fn start(&mut self, started: cunning_mind::Step<'static>) {
        let is_command = started.is_command();
        if is_command {
            self.domain_mut().commanding.insert(started.agent, started.id);
        }
        if let Some(entity) = self.domain().entity(started.agent)
            && let Ok((mut current, _)) = self.steps.get_mut(entity)
        {
            let step = Step::new(&started, &self.minds.objects);
            current.start(step.clone(), is_command);
            self.commands.trigger(StepStarted { entity, step, resumed: started.resumed });
        }
    }

    fn stop(&mut self, StoppedStep { id, agent, reason }: StoppedStep) {
        let is_leaving = self.domain().leaving.contains_key(&agent);
        let stopped = self.domain().entity(agent).and_then(|entity| {
            let (mut current, winds_down) = self.steps.get_mut(entity).ok()?;
            let winds_down = winds_down && !is_leaving;
            current.stop(id, winds_down).map(|step| (entity, step, winds_down))
        });
        if !matches!(stopped, Some((.., true))) {
            self.minds().stopped(id);
        }
        let Some((entity, step, _)) = stopped else { return };
        if reason == StopReason::TimedOut {
            self.minds.mistakes.log(format!("`{}` took longer than its `timeout`", step.action));
        }
        self.commands.trigger(StepStopped { entity, step, reason });
    }

    fn sense(&mut self, SensorPoll { agent, sensor }: SensorPoll) {
        self.trigger(agent, |entity| SensorDue { entity, sensor });
    }

    fn check(&mut self, check: Check) {
        let args = self.minds.objects.args(check.args());
        self.trigger(check.agent, |entity| CheckAsked { entity, id: check.id, name: check.name, args });
    }

    fn query(&mut self, SpatialQuery { id, agent, name, subjects, .. }: SpatialQuery) {
        let Some(entity) = self.domain().entity(agent) else { return };
        let objects = &self.minds.objects;
        let subject = |subject: Subject| match subject {
            Subject::Agent(agent) => self.domain().entity(agent).map_or(Value::None, Value::Entity),
            Subject::Name(name) => Value::Name(name),
            Subject::Object(object) => objects.entity(object),
            Subject::Point(position) => objects.point(position),
            _ => Value::None,
        };
        let subjects = subjects.into_iter().map(subject).collect();
        self.commands.trigger(SpatialQueryAsked { entity, id, name, subjects });
    }

    fn idle(&mut self, Idle { agent, reason }: Idle) {
        self.trigger(agent, |entity| WentIdle { entity, reason });
    }

    fn report(&mut self, Report { agent, order, goal, state }: Report) {
        self.trigger(agent, |entity| OrderReported { entity, order, goal, state });
    }
}
