//! Edits of a running scene: the world by its own rules, and what minds believe.

use cunning_mind::Spawn;
use cunning_mind::engine::{CERTAIN, Percept, Value};

use super::names::handle;
use super::scenario::{AgentSpec, Assignment, check_edit};
use super::{AgentInstance, Control, LineKind, Simulation};
use crate::scene::{Edit, Scene, Site};
use crate::world::EventKind;
use crate::{ActorId, Cell};

/// An edit that is offered to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditOffer {
    /// The thing that it is about: an actor, a door, an item, or the cell.
    pub about: String,
    /// A short description for a menu.
    pub label: String,
    /// The words of the edit. [`EditOffer::PLACE`] and [`EditOffer::VALUE`] stand for what is asked for.
    pub text: String,
}

impl EditOffer {
    /// Stands for a place in the words of an offer.
    pub const PLACE: &'static str = "PLACE";
    /// Stands for a value in the words of an offer.
    pub const VALUE: &'static str = "VALUE";

    fn new(about: &str, label: &str, text: String) -> Self {
        Self { about: about.to_owned(), label: label.to_owned(), text }
    }
}

impl Simulation {
    /// Makes an edit, written in the words of [`EDIT_FORMS`](crate::scene::EDIT_FORMS), between two ticks. It is recorded as an
    /// input, so that a replay repeats it. Returns what happened. If the edit is impossible, nothing changes, and the error says
    /// why.
    pub fn edit(&mut self, text: &str) -> Result<String, String> {
        let edit = self.world.scene().edit(text)?;
        if let Edit::Drive(name, _) | Edit::Free(name) = &edit {
            self.driven_instance(name)?;
        }
        self.world.edit(&edit)?;
        self.edit_minds(&edit)?;
        self.record_edit(text.trim());
        let said = self.world.scene().describe_edit(&edit);
        if self.is_narrated && !matches!(edit, Edit::Drive(_, Some(_))) {
            self.narrate(None, LineKind::Event, said.clone());
        }
        let events: Vec<_> = self.world.drain_events().collect();
        for event in events {
            self.handle_event(event.kind);
        }
        self.record_places();
        Ok(said)
    }

    /// Makes the part of an edit that concerns minds.
    pub(super) fn edit_minds(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::Set { agent, fact, value } => {
                self.edit_agents(agent.as_deref(), |simulation, at| simulation.set_fact(at, fact, value))
            }
            Edit::Trait { agent, name, thousandths } => {
                let value = *thousandths as f64 / 1000.0;
                self.edit_agents(agent.as_deref(), |simulation, at| {
                    let spec = &simulation.scenario.agent_specs[at];
                    check_edit(simulation.world.scene(), simulation.scenario_domain(at), spec, edit)?;
                    let domain = &mut simulation.domains[simulation.scenario.agent_specs[at].domain_index];
                    let set = domain.minds.set_trait(simulation.instances[at].agent, name, value);
                    set.map_err(|error| error.to_string())
                })
            }
            Edit::Drive(name, _) => {
                let at = self.driven_instance(name)?;
                self.take_over(at);
                Ok(())
            }
            Edit::Free(name) => {
                let at = self.driven_instance(name)?;
                if self.instances[at].control == Control::Person {
                    self.instances[at].control = Control::Mind;
                    self.end_step(at, Err("a person has moved the body".to_owned()));
                    self.sense_all(at);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The agent whose body a person may drive.
    fn driven_instance(&self, name: &str) -> Result<usize, String> {
        let actor = self.world.scene().actor(name).and_then(|actor| self.instance_of.get(actor.index()));
        let at = actor
            .copied()
            .flatten()
            .ok_or_else(|| format!("`{name}` has no mind that a person could replace"))?;
        match &self.instances[at] {
            instance if instance.is_gone() => Err(format!("`{name}` is dead")),
            instance if instance.quest_run.is_some() => Err(format!("`{name}` is on a quest")),
            _ => Ok(at),
        }
    }

    /// Ends what the mind does with the body of an agent.
    fn take_over(&mut self, at: usize) {
        if self.instances[at].control == Control::Person {
            return;
        }
        self.instances[at].control = Control::Person;
        let intent = self.instances[at].running.as_mut().and_then(|running| running.intent.take());
        if let (Some(actor), Some(intent)) = (self.actor(at), intent) {
            self.track_end(at, None);
            self.world.stop(actor, intent);
        }
    }

    /// Edits one agent, or all agents for which the edit is possible. Returns an error if it is possible for none.
    fn edit_agents(
        &mut self,
        agent: Option<&str>,
        mut edit: impl FnMut(&mut Self, usize) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut failed = match agent {
            Some(name) => {
                let known = self.scenario.agent_specs.iter().map(|spec| spec.name.as_str());
                let hint = cunning_diag::did_you_mean(name, known);
                let hint = hint.map_or_else(String::new, |hint| format!("; did you mean `{hint}`?"));
                format!("there is no agent `{name}`{hint}")
            }
            None => "there are no agents".to_owned(),
        };
        let mut is_made = false;
        for at in 0..self.instances.len() {
            let name = &self.scenario.agent_specs[at].name;
            if agent.is_some_and(|agent| agent != name) {
                continue;
            }
            if self.instances[at].is_gone() {
                failed = format!("`{name}` is dead and has no mind any more");
                continue;
            }
            match edit(self, at) {
                Ok(()) => is_made = true,
                Err(error) => failed = error,
            }
        }
        if is_made { Ok(()) } else { Err(failed) }
    }

    /// Sets a fact of an agent. What the body senses will correct it at the next reading.
    fn set_fact(&mut self, instance: usize, fact: &str, value: &str) -> Result<(), String> {
        let scene = self.world.scene().clone();
        let living = |name: &str| {
            let actor =
                scene.actor(name).filter(|id| self.world.actor(*id).is_some_and(crate::Actor::is_alive));
            actor.map(handle)
        };
        let assignment = Assignment::read(self.scenario_domain(instance), fact, value, &living);
        let Assignment { fact, indices, value, most, binds } =
            assignment.map_err(|error| error.to_string())?;
        if value != most {
            return Err(format!("expected one value, not a range of {value:?} to {most:?}"));
        }
        let held = self.scenario_domain(instance).item_held(fact, &indices);
        if let (Some(item), Some(actor)) = (held, self.actor(instance)) {
            let count = match value {
                Value::Int(number) => u16::try_from(number).unwrap_or(0),
                other => u16::from(other == Value::Bool(true)),
            };
            let goods = &mut self.world.state.actors[actor.index()].goods;
            goods.remove(item, u16::MAX);
            goods.add(item, count);
            self.sense_all(instance);
            return Ok(());
        }
        let domain_index = self.scenario.agent_specs[instance].domain_index;
        for (ty, handle, name) in binds {
            let domain = &mut self.domains[domain_index];
            if domain.bound.insert(handle) {
                domain.minds.engine_mut().receive(&Percept::Bind { ty, handle, name: &name });
            }
        }
        let agent = self.instances[instance].agent;
        let percept = Percept::Set { agent, fact, indices: &indices, value, confidence: CERTAIN };
        self.engine(instance).receive(&percept);
        Ok(())
    }

    /// Gives a new actor its mind, or the baseline of its team.
    pub(super) fn add_agent(&mut self, actor: ActorId) {
        let scenario = std::sync::Arc::make_mut(&mut self.scenario);
        let Some(spawned) = scenario.add_actor(self.world.scene(), actor) else { return };
        self.instance_of.resize(self.world.actors().len(), None);
        if let Some(choice) = spawned.driver {
            self.drivers.push(super::Driver::new(actor, choice, self.world.seed()));
        }
        let Some(at) = spawned.agent else { return };
        let spec = &self.scenario.agent_specs[at];
        let seed = agent_seed(self.world.seed(), at);
        let spawn = Spawn { name: spec.name.clone(), seed, traits: spec.traits.clone(), commander: None };
        let (archetype, domain_index, commander) =
            (spec.archetype.clone(), spec.domain_index, spec.commander);
        let domain = &mut self.domains[domain_index];
        // The archetype is that of another agent, so it can be spawned.
        let Ok(agent) = domain.minds.engine_mut().spawn(&archetype, spawn) else { return };
        domain.instances.insert(agent, at);
        self.instance_of[actor.index()] = Some(at);
        self.instances.push(AgentInstance::new(agent));
        self.set_initial_beliefs(at);
        if let Some(commander) = commander.map(|at| &self.instances[at]).filter(|one| !one.is_gone()) {
            let commander = commander.agent;
            self.engine(at).set_commander(agent, Some(commander));
        }
        self.sense_all(at);
    }

    /// The edits that are possible at a cell, in the words of [`Simulation::edit`].
    pub fn edits_at(&self, cell: Cell) -> Vec<EditOffer> {
        let (scene, place) = (self.world.scene(), format!("{},{}", cell.x, cell.y));
        let mut offers = Vec::new();
        for (spec, actor) in scene.actors().iter().zip(self.world.actors()) {
            if actor.cell() == cell && !actor.is_removed() {
                offers.extend(self.edits_of(&spec.name));
            }
        }
        if let Some(door) = scene.door_at(cell) {
            let name = &scene.doors()[door.index()].name;
            for word in ["open", "close", "lock"] {
                offers.push(EditOffer::new(name, word, format!("{word} {name}")));
            }
            return offers;
        }
        if !scene.terrain(cell).is_walkable() {
            return offers;
        }
        for pile in self.world.piles().iter().filter(|pile| pile.cell == cell) {
            let item = &scene.items()[pile.item.index()].name;
            offers.push(EditOffer::new(item, "remove", format!("remove {item} from {place}")));
            offers.push(EditOffer::new(item, "move to …", format!("move {item} to {}", EditOffer::PLACE)));
        }
        let station = scene.stations().iter().find(|station| station.cells.contains(&cell));
        if let Some(station) = station {
            let at = scene.station(&station.name).map(Site::Station);
            for item in scene.items() {
                let name = &station.name;
                offers.push(EditOffer::new(
                    name,
                    &format!("add {}", item.name),
                    format!("add {} to {name}", item.name),
                ));
                let is_there = at
                    .zip(scene.item(&item.name))
                    .is_some_and(|(site, item)| self.world.is_item_at(item, site));
                if is_there {
                    let text = format!("remove {} from {name}", item.name);
                    offers.push(EditOffer::new(name, &format!("remove {}", item.name), text));
                }
            }
        }
        let ground = format!("ground {place}");
        for item in scene.items() {
            let text = format!("add {} to {place}", item.name);
            offers.push(EditOffer::new(&ground, &format!("add {}", item.name), text));
        }
        for archetype in scene.archetypes() {
            let text = format!("spawn {archetype} at {place}");
            offers.push(EditOffer::new(&ground, &format!("spawn {archetype}"), text));
        }
        for spot in scene.spots().iter().filter(|spot| spot.cells.contains(&cell)) {
            offers.push(EditOffer::new(&spot.name, "noise", format!("noise {}", spot.name)));
        }
        offers
    }

    /// The edits that are possible for an agent or an actor, in the words of [`Simulation::edit`].
    pub fn edits_of(&self, name: &str) -> Vec<EditOffer> {
        let mut offers = Vec::new();
        let scene = self.world.scene();
        let body =
            scene.actor(name).and_then(|actor| self.world.actor(actor)).filter(|body| !body.is_removed());
        if let Some(body) = body {
            if body.is_alive() {
                for word in ["wound", "heal", "kill"] {
                    offers.push(EditOffer::new(name, word, format!("{word} {name}")));
                }
                offers.push(EditOffer::new(
                    name,
                    "move to …",
                    format!("move {name} to {}", EditOffer::PLACE),
                ));
                for item in scene.items() {
                    let text = format!("add {} to {name}", item.name);
                    offers.push(EditOffer::new(name, &format!("give {}", item.name), text));
                }
                for (item, _) in body.goods().iter() {
                    let Some(item) = scene.items().get(item.index()) else { continue };
                    let text = format!("remove {} from {name}", item.name);
                    offers.push(EditOffer::new(name, &format!("take away {}", item.name), text));
                }
            }
            offers.push(EditOffer::new(name, "remove", format!("remove {name}")));
        }
        let is_it = |spec: &AgentSpec| spec.name == name;
        let Some(at) = self.scenario.agent_specs.iter().position(is_it) else { return offers };
        let archetype =
            self.scenario_domain(at).spec.archetype_named(&self.scenario.agent_specs[at].archetype);
        for (trait_name, ..) in archetype.map_or(&[][..], |archetype| &archetype.traits) {
            let text = format!("trait {name}.{trait_name}={}", EditOffer::VALUE);
            offers.push(EditOffer::new(name, &format!("set trait {trait_name} …"), text));
        }
        offers
    }

    /// Handles the events of edits by the script.
    pub(super) fn handle_edit(&mut self, what: EventKind) {
        match what {
            EventKind::Scripted { index } => {
                let scene: std::sync::Arc<Scene> = self.world.scene().clone();
                if let Some(event) = scene.script().get(usize::from(index)) {
                    // The edit was checked when the scenario was loaded; an agent may have died since.
                    let _made = self.edit_minds(&event.action);
                }
            }
            EventKind::Appeared { actor } => self.add_agent(actor),
            _ => {}
        }
    }
}

/// The seed of the agent with an index.
pub(super) fn agent_seed(seed: u64, at: usize) -> u64 {
    seed.wrapping_add(at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
