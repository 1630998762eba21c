//! What minds want becomes what bodies do: commands are obeyed, and steps are carried out deed by deed.

use cunning_mind::{AgentId, Command, Percept, StepId, Value};
use cunning_plan::model::ActionId;

use super::{Running, Stage};

impl Stage {
    /// Carries out what minds want. What is answered may lead to more.
    pub(super) fn obey_all(&mut self, troupe: usize) {
        let news = self.narrate_reports(troupe);
        while !self.troupes[troupe].set.commands().is_empty() {
            let mut commands = std::mem::take(&mut self.troupes[troupe].commands);
            self.troupes[troupe].set.take_commands(&mut commands);
            for command in commands.iter() {
                self.obey(troupe, command);
            }
            self.troupes[troupe].commands = commands;
        }
        self.narrate_orders(troupe, &news);
    }

    fn obey(&mut self, troupe: usize, command: Command<'_>) {
        let role_of = |stage: &Self, agent: AgentId| stage.troupes[troupe].roles.get(&agent).copied();
        match command {
            Command::Start { agent, step, action, args, resumed } => {
                if let Some(role) =
                    role_of(self, agent).filter(|role| !resumed || !self.resume(*role, step, action, args))
                {
                    self.narrate_start(role, action, args);
                    self.start(role, step, action, args);
                }
            }
            Command::Stop { agent, step, reason } => {
                if let Some(role) = role_of(self, agent) {
                    self.narrate_stop(role, reason);
                    if self.is_on_errand(role) {
                        self.leave_errand(role);
                    }
                    if let Some(running) = self.roles[role].running.take_if(|running| running.step == step)
                        && let (Some(actor), Some(intent)) = (self.actor(role), running.intent)
                    {
                        self.world.stop(actor, intent);
                    }
                }
                self.troupes[troupe].set.receive(&Percept::Ended(step));
            }
            Command::Sense { agent, sensor } => {
                let name = self.troupes[troupe].set.sensor_name(agent, sensor);
                if let (Some(role), Some(name)) = (role_of(self, agent), name) {
                    self.sense(role, &name);
                }
            }
            Command::Ask { question, action, .. } => {
                let cast = &self.play.casts[troupe];
                let check = cast.lore.domain.actions().get(action).and_then(|action| action.check.as_ref());
                let yes = check.is_none_or(|check| !cast.refused.contains(check));
                self.troupes[troupe].set.receive(&Percept::Answer { question, yes });
            }
            Command::Idle { agent, why } => {
                if let Some(role) = role_of(self, agent) {
                    self.narrate_idle(role, why);
                }
            }
            // Queries ask the world itself.
            Command::Survey { .. } | Command::OrderReport { .. } => {}
        }
    }

    fn start(&mut self, role: usize, step: StepId, action: ActionId, args: &[Value]) {
        let running =
            Running { step, action, args: args.to_vec(), at: 0, times: 0, intent: None, until_ms: None };
        let times = self.times(role, &running);
        self.roles[role].running = Some(Running { times, ..running });
        self.go_on(role);
    }

    /// How often the deed that is next is to be done.
    fn times(&self, role: usize, running: &Running) -> u16 {
        let deeds = self.cast(role).deeds.get(running.action.index()).and_then(Option::as_ref);
        let deed = deeds.and_then(|deeds| deeds.get(running.at));
        deed.map_or(0, |deed| deed.times.number(&running.args))
    }

    /// Begins the next deed of a step, or ends it.
    pub(super) fn go_on(&mut self, role: usize) {
        let Some(mut running) = self.roles[role].running.take() else { return };
        let play = self.play.clone();
        let cast = &play.casts[play.parts[role].cast];
        let deeds = cast.deeds.get(running.action.index()).and_then(Option::as_ref);
        let deeds = deeds.map_or(&[][..], Vec::as_slice);
        (running.intent, running.until_ms) = (None, None);
        let ended = loop {
            let Some(deed) = deeds.get(running.at) else { break Ok(()) };
            let Some(times) = running.times.checked_sub(1) else {
                running.at += 1;
                running.times = self.times(role, &running);
                continue;
            };
            running.times = times;
            let Some(actor) = self.actor(role) else {
                // Without a body there is nothing to do but wait.
                let Some(wait_ms) = deed.waits_ms(&self.world) else { continue };
                running.until_ms = Some(self.world.time_ms() + u64::from(wait_ms));
                self.roles[role].running = Some(running);
                return;
            };
            if deed.is_quest() {
                self.roles[role].running = Some(running);
                self.begin_errand(role, actor);
                return;
            }
            match deed.intent(&self.world, actor, &cast.things, &play.parts[role].own, &running.args) {
                Ok(None) => {}
                Ok(Some(intent)) => match self.world.intend(actor, intent) {
                    Ok(id) => {
                        running.intent = Some(id);
                        self.roles[role].running = Some(running);
                        return;
                    }
                    Err(refusal) => break Err(refusal.to_string()),
                },
                Err(why) => break Err(why.to_owned()),
            }
        };
        self.roles[role].running = Some(running);
        self.end_step(role, ended);
    }

    pub(super) fn end_step(&mut self, role: usize, result: Result<(), String>) {
        let Some(running) = self.roles[role].running.take() else { return };
        let step = running.step;
        let lore = &self.cast(role).lore;
        if lore.actions.get(running.action.index()).is_some_and(|action| !action.orders.is_empty()) {
            // Whoever commands hears from others how it goes, whatever his own body does meanwhile.
            return;
        }
        let report = match result {
            Ok(()) => Percept::Done(step),
            Err(why) => {
                self.narrate_failure(role, &running, &why);
                Percept::Failed(step)
            }
        };
        self.set(role).receive(&report);
        // The body knows better than what the mind concludes from its deeds.
        self.sense_all(role);
    }
}
