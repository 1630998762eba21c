//! Executes the commands of minds: steps are started, stopped and carried out one body action at a time.

use cunning_mind::engine::{Percept, Value};
use cunning_mind::{AgentId, Check, Host, Idle, Minds, SensorPoll, Step, StepId, StoppedStep, dispatch};
use cunning_plan::model::ActionId;

use super::body_action::Knowledge;
use super::sightings::believed_cell;
use super::{Control, Running, Simulation};
use crate::Intent;

/// The simulation as the host of one domain's minds.
struct DomainHost<'s> {
    simulation: &'s mut Simulation,
    domain_index: usize,
}

impl DomainHost<'_> {
    fn instance(&self, agent: AgentId) -> Option<usize> {
        self.simulation.domains[self.domain_index].instances.get(&agent).copied()
    }
}

impl Host for DomainHost<'_> {
    fn minds(&mut self) -> &mut Minds {
        &mut self.simulation.domains[self.domain_index].minds
    }

    fn start(&mut self, step: Step<'static>) {
        let Some(instance) = self.instance(step.agent) else { return };
        let (id, action, args) = (step.id, step.action_id(), self.minds().engine_args(&step));
        if !step.resumed || !self.simulation.resume(instance, id, action, &args) {
            self.simulation.count_start(instance, &args);
            self.simulation.narrate_start(instance, action, &args);
            self.simulation.start(instance, id, action, args);
        }
    }

    fn stop(&mut self, step: StoppedStep) {
        if let Some(instance) = self.instance(step.agent) {
            self.simulation.stop(instance, step);
        }
        self.minds().stopped(step.id);
    }

    fn sense(&mut self, poll: SensorPoll) {
        if let Some(instance) = self.instance(poll.agent) {
            self.simulation.sense(instance, &poll.sensor);
        }
    }

    /// A check succeeds unless the scene says otherwise.
    fn check(&mut self, check: Check) {
        let is_refused = self.simulation.scenario.domains[self.domain_index].refused.contains(&*check.name);
        self.minds().answer(check.id, !is_refused);
    }

    fn idle(&mut self, idle: Idle) {
        if let Some(instance) = self.instance(idle.agent) {
            self.simulation.narrate_idle(instance, idle.reason);
        }
    }
}

impl Simulation {
    /// Executes all commands of one domain's minds. Answers may lead to further commands.
    pub(super) fn run_commands(&mut self, domain_index: usize) {
        let news = self.narrate_reports(domain_index);
        dispatch(&mut DomainHost { simulation: self, domain_index });
        self.narrate_orders(domain_index, &news);
    }

    fn stop(&mut self, instance: usize, step: StoppedStep) {
        self.narrate_stop(instance, step.reason);
        if self.is_on_quest(instance) {
            self.suspend_quest(instance);
        }
        self.track_end(instance, Some(step.reason));
        if let Some(running) = self.instances[instance].running.take_if(|running| running.step == step.id)
            && let (Some(actor), Some(intent)) = (self.actor(instance), running.intent)
        {
            self.world.stop(actor, intent);
        }
    }

    fn start(&mut self, instance: usize, step: StepId, action: ActionId, args: Vec<Value>) {
        let running = Running { step, action, args, at: 0, times: 0, intent: None, until_ms: None };
        let times = self.times(instance, &running);
        self.instances[instance].running = Some(Running { times, ..running });
        self.continue_step(instance);
    }

    /// How often the current body action is to be performed.
    fn times(&self, instance: usize, running: &Running) -> u16 {
        let body_actions =
            self.scenario_domain(instance).body_actions.get(running.action.index()).and_then(Option::as_ref);
        let body_action = body_actions.and_then(|body_actions| body_actions.get(running.at));
        body_action.map_or(0, |body_action| body_action.times.number(&running.args))
    }

    /// Starts the next body action of a step, or ends the step.
    pub(super) fn continue_step(&mut self, instance: usize) {
        if self.instances[instance].control == Control::Person {
            // The mind takes the step to be running until the body is its own again.
            return;
        }
        self.track_end(instance, None);
        let Some(mut running) = self.instances[instance].running.take() else { return };
        let scenario = self.scenario.clone();
        let domain = &scenario.domains[scenario.agent_specs[instance].domain_index];
        let body_actions = domain.body_actions.get(running.action.index()).and_then(Option::as_ref);
        let body_actions = body_actions.map_or(&[][..], Vec::as_slice);
        (running.intent, running.until_ms) = (None, None);
        let ended = loop {
            let Some(body_action) = body_actions.get(running.at) else { break Ok(()) };
            let Some(times) = running.times.checked_sub(1) else {
                running.at += 1;
                running.times = self.times(instance, &running);
                continue;
            };
            running.times = times;
            let Some(actor) = self.actor(instance) else {
                // An agent without a body can only wait.
                let Some(wait_ms) = body_action.waits_ms(&self.world) else { continue };
                running.until_ms = Some(self.world.time_ms() + u64::from(wait_ms));
                self.instances[instance].running = Some(running);
                return;
            };
            if body_action.is_quest() {
                self.instances[instance].running = Some(running);
                self.begin_quest(instance, actor);
                return;
            }
            let known = |other| {
                let sightings = &self.instances[instance].senses.sightings;
                believed_cell(&self.world, &scenario.agent_specs[instance], sightings, other)
            };
            match body_action.intent(
                &self.world,
                actor,
                &Knowledge { known: &known, noise: self.instances[instance].senses.hearing.from },
                &domain.things,
                &scenario.agent_specs[instance].aliases,
                &running.args,
            ) {
                Ok(None) => {}
                Ok(Some(intent)) => match self.world.intend(actor, intent) {
                    // Nothing has to be waited for.
                    Ok(_) if matches!(intent, Intent::Stand { .. } | Intent::Face { .. }) => {}
                    Ok(id) => {
                        self.track_intent(instance, &intent);
                        running.intent = Some(id);
                        self.instances[instance].running = Some(running);
                        return;
                    }
                    Err(refusal) => break Err(refusal.to_string()),
                },
                Err(why) => break Err(why.to_owned()),
            }
        };
        self.instances[instance].running = Some(running);
        self.end_step(instance, ended);
    }

    pub(super) fn end_step(&mut self, instance: usize, result: Result<(), String>) {
        let Some(running) = self.instances[instance].running.take() else { return };
        self.track_end(instance, None);
        let step = running.step;
        let spec = &self.scenario_domain(instance).spec;
        if spec.actions.get(running.action.index()).is_some_and(|action| !action.orders.is_empty()) {
            // A commander's step ends with the reports of its subordinates, not with its own body actions.
            return;
        }
        let report = match result {
            Ok(()) => Percept::Done(step),
            Err(why) => {
                self.narrate_failure(instance, &running, &why);
                Percept::Failed(step)
            }
        };
        self.engine(instance).receive(&report);
        // Sensing corrects what the mind concluded from the effects of its action.
        self.sense_all(instance);
    }
}
