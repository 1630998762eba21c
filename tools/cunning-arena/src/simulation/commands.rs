//! What minds want becomes what bodies do: commands are obeyed, and steps are carried out deed by deed.

use cunning_mind::{AgentId, Command, Percept, StepId, Value};
use cunning_plan::model::ActionId;

use super::{Running, Simulation};

impl Simulation {
    /// Carries out what minds want. What is answered may lead to more.
    pub(super) fn obey_all(&mut self, minds_at: usize) {
        let news = self.narrate_reports(minds_at);
        while !self.minds[minds_at].set.commands().is_empty() {
            let mut commands = std::mem::take(&mut self.minds[minds_at].commands);
            self.minds[minds_at].set.take_commands(&mut commands);
            for command in commands.iter() {
                self.obey(minds_at, command);
            }
            self.minds[minds_at].commands = commands;
        }
        self.narrate_orders(minds_at, &news);
    }

    fn obey(&mut self, minds_at: usize, command: Command<'_>) {
        let instance_of =
            |simulation: &Self, agent: AgentId| simulation.minds[minds_at].instances.get(&agent).copied();
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
                        self.leave_errand(instance);
                    }
                    if let Some(running) =
                        self.instances[instance].running.take_if(|running| running.step == step)
                        && let (Some(actor), Some(intent)) = (self.actor(instance), running.intent)
                    {
                        self.world.stop(actor, intent);
                    }
                }
                self.minds[minds_at].set.receive(&Percept::Ended(step));
            }
            Command::Sense { agent, sensor } => {
                let name = self.minds[minds_at].set.sensor_name(agent, sensor);
                if let (Some(instance), Some(name)) = (instance_of(self, agent), name) {
                    self.sense(instance, &name);
                }
            }
            Command::Ask { question, action, .. } => {
                let domain_at = &self.scenario.domains[minds_at];
                let check =
                    domain_at.spec.planning.actions().get(action).and_then(|action| action.check.as_ref());
                let yes = check.is_none_or(|check| !domain_at.refused.contains(check));
                self.minds[minds_at].set.receive(&Percept::Answer { question, yes });
            }
            Command::Idle { agent, why } => {
                if let Some(instance) = instance_of(self, agent) {
                    self.narrate_idle(instance, why);
                }
            }
            // Queries ask the world itself.
            Command::Query { .. } | Command::OrderReport { .. } => {}
        }
    }

    fn start(&mut self, instance: usize, step: StepId, action: ActionId, args: &[Value]) {
        let running =
            Running { step, action, args: args.to_vec(), at: 0, times: 0, intent: None, until_ms: None };
        let times = self.times(instance, &running);
        self.instances[instance].running = Some(Running { times, ..running });
        self.go_on(instance);
    }

    /// How often the deed that is next is to be done.
    fn times(&self, instance: usize, running: &Running) -> u16 {
        let body_actions =
            self.domain_at(instance).body_actions.get(running.action.index()).and_then(Option::as_ref);
        let body_action = body_actions.and_then(|body_actions| body_actions.get(running.at));
        body_action.map_or(0, |body_action| body_action.times.number(&running.args))
    }

    /// Begins the next deed of a step, or ends it.
    pub(super) fn go_on(&mut self, instance: usize) {
        let Some(mut running) = self.instances[instance].running.take() else { return };
        let scenario = self.scenario.clone();
        let domain_at = &scenario.domains[scenario.agent_specs[instance].domain_at];
        let body_actions = domain_at.body_actions.get(running.action.index()).and_then(Option::as_ref);
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
                // Without a body there is nothing to do but wait.
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
                &domain_at.things,
                &scenario.agent_specs[instance].own,
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
        let spec = &self.domain_at(instance).spec;
        if spec.actions.get(running.action.index()).is_some_and(|action| !action.orders.is_empty()) {
            // Whoever commands hears from others how it goes, whatever his own body does meanwhile.
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
        // The body knows better than what the mind concludes from its deeds.
        self.sense_all(instance);
    }
}
