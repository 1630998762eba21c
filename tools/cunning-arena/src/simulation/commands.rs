//! Executes the commands of minds: steps are started, stopped and carried out one body action at a time.

use cunning_mind::engine::{Command, Percept, Value};
use cunning_mind::{AgentId, StepId};
use cunning_plan::model::ActionId;

use super::{Running, Simulation};

impl Simulation {
    /// Executes all commands of one domain's minds. Answers may lead to further commands.
    pub(super) fn run_commands(&mut self, domain_index: usize) {
        let news = self.narrate_reports(domain_index);
        while !self.minds[domain_index].set.commands().is_empty() {
            let mut commands = std::mem::take(&mut self.minds[domain_index].commands);
            self.minds[domain_index].set.take_commands(&mut commands);
            for command in commands.iter() {
                self.run_command(domain_index, command);
            }
            self.minds[domain_index].commands = commands;
        }
        self.narrate_orders(domain_index, &news);
    }

    fn run_command(&mut self, domain_index: usize, command: Command<'_>) {
        let instance_of =
            |simulation: &Self, agent: AgentId| simulation.minds[domain_index].instances.get(&agent).copied();
        match command {
            Command::Start { agent, step, action, args, resumed } => {
                if let Some(instance) = instance_of(self, agent)
                    .filter(|instance| !resumed || !self.resume(*instance, step, action, args))
                {
                    self.narrate_start(instance, action, args);
                    self.start(instance, step, action, args);
                }
            }
            Command::Stop { agent, step, reason } => {
                if let Some(instance) = instance_of(self, agent) {
                    self.narrate_stop(instance, reason);
                    if self.is_on_quest(instance) {
                        self.suspend_quest(instance);
                    }
                    if let Some(running) =
                        self.instances[instance].running.take_if(|running| running.step == step)
                        && let (Some(actor), Some(intent)) = (self.actor(instance), running.intent)
                    {
                        self.world.stop(actor, intent);
                    }
                }
                self.minds[domain_index].set.receive(&Percept::Ended(step));
            }
            Command::Sense { agent, sensor } => {
                let name = self.minds[domain_index].set.sensor_name(agent, sensor);
                if let (Some(instance), Some(name)) = (instance_of(self, agent), name) {
                    self.sense(instance, &name);
                }
            }
            Command::Ask { question, action, .. } => {
                let domain = &self.scenario.domains[domain_index];
                let check =
                    domain.spec.planning.actions().get(action).and_then(|action| action.check.as_ref());
                let yes = check.is_none_or(|check| !domain.refused.contains(check));
                self.minds[domain_index].set.receive(&Percept::Answer { question, yes });
            }
            Command::Idle { agent, why } => {
                if let Some(instance) = instance_of(self, agent) {
                    self.narrate_idle(instance, why);
                }
            }
            // The world answers spatial queries directly.
            Command::Query { .. } | Command::OrderReport { .. } => {}
        }
    }

    fn start(&mut self, instance: usize, step: StepId, action: ActionId, args: &[Value]) {
        let running =
            Running { step, action, args: args.to_vec(), at: 0, times: 0, intent: None, until_ms: None };
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
            match body_action.intent(
                &self.world,
                actor,
                &domain.things,
                &scenario.agent_specs[instance].aliases,
                &running.args,
            ) {
                Ok(None) => {}
                Ok(Some(intent)) => match self.world.intend(actor, intent) {
                    Ok(id) => {
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
        self.set(instance).receive(&report);
        // Sensing corrects what the mind concluded from the effects of its action.
        self.sense_all(instance);
    }
}
