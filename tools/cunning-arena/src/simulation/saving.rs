//! Saves a run as bytes and restores it: the world, the minds, and the running steps of bodies.
//!
//! Narration is not saved.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use cunning_encode::{Decode as _, Encode as _, Input, Malformed, StateHash, encode_enum, encode_struct};
use cunning_mind::engine::Value;
use cunning_mind::{AgentId, IdleReason, Minds, StepId};
use cunning_plan::model::{ActionId, FactId};

use super::baseline::Driver;
use super::hearing::Hearing;
use super::quest_run::{QuestRun, SavedQuestRun};
use super::scenario::AgentSpec;
use super::sense::SenseMemory;
use super::sightings::{Sighting, Sightings};
use super::{AgentInstance, Control, DomainMinds, Running, Scenario, Simulation, narration};
use crate::scene::Pile;
use crate::{ActorId, Paths, World};

/// The first bytes of a save. Another number means another layout.
const FORMAT: u32 = 0x4147_5409;

/// Why a save cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes are not a saved run, or are damaged.
    Broken(&'static str),
    /// The saved world does not belong to this scene.
    World(crate::RestoreError),
    /// The saved minds cannot be restored.
    Minds(cunning_mind::RestoreError),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(why) => write!(f, "invalid save: {why}"),
            Self::World(error) => write!(f, "invalid save: world: {error}"),
            Self::Minds(error) => write!(f, "invalid save: minds: {error}"),
        }
    }
}

impl std::error::Error for RestoreError {}

impl From<Malformed> for RestoreError {
    fn from(malformed: Malformed) -> Self {
        Self::Broken(malformed.reason())
    }
}

/// The layout of a save.
struct Saved {
    format: u32,
    world: Vec<u8>,
    minds: Vec<Vec<u8>>,
    run: SavedRun,
    /// Why each agent was last said to be idle, for narration.
    idle: Vec<Option<IdleReason>>,
}

/// What determines how the run continues, besides the world and the minds.
struct SavedRun {
    /// The objects that each domain's minds know.
    bound: Vec<BTreeSet<u64>>,
    instances: Vec<SavedInstance>,
    drivers: Vec<Driver>,
}

struct SavedInstance {
    agent: u64,
    hearing: Hearing,
    sightings: Vec<Sighting>,
    seen: Vec<SavedSight>,
    thieves: Vec<ActorId>,
    lying: Vec<Pile>,
    running: Option<SavedStep>,
    quest_run: Option<SavedQuestRun>,
    control: Control,
    importance: Option<u16>,
}

/// The actors that were seen for a fact. The fact is saved by name because a newer domain may number it
/// differently.
struct SavedSight {
    fact: String,
    seen: Vec<bool>,
}

struct SavedStep {
    step: u64,
    action: u32,
    args: Vec<Value>,
    at: u32,
    times: u16,
    intent: Option<u64>,
    until_ms: Option<u64>,
}

impl Saved {
    /// Reads the bytes of a save, which must be whole and undamaged.
    fn read(bytes: &[u8]) -> Result<Self, RestoreError> {
        if u32::take(&mut Input::new(bytes))? != FORMAT {
            return Err(RestoreError::Broken("unknown format number"));
        }
        let (bytes, checksum) = bytes.split_last_chunk().ok_or(RestoreError::Broken("incomplete"))?;
        if StateHash::of_bytes(bytes).to_le_bytes() != *checksum {
            return Err(RestoreError::Broken("the checksum does not match"));
        }
        let mut input = Input::new(bytes);
        let saved = Self::take(&mut input)?;
        if input.is_empty() {
            Ok(saved)
        } else {
            Err(RestoreError::Broken("the save belongs to another scene"))
        }
    }
}

impl From<SavedStep> for Running {
    fn from(saved: SavedStep) -> Self {
        Self {
            step: StepId(saved.step),
            action: ActionId::new(saved.action),
            args: saved.args,
            at: saved.at as usize,
            times: saved.times,
            intent: saved.intent.map(crate::id::IntentId),
            until_ms: saved.until_ms,
        }
    }
}

encode_struct!(Saved { format, world, minds, run, idle });
encode_struct!(SavedRun { bound, instances, drivers });
encode_struct!(SavedInstance {
    agent,
    hearing,
    sightings,
    seen,
    thieves,
    lying,
    running,
    quest_run,
    control,
    importance
});
encode_enum!(Control { 0 = Mind, 1 = Gone, 2 = Person });
encode_struct!(SavedSight { fact, seen });
encode_struct!(SavedStep { step, action, args, at, times, intent, until_ms });

impl Simulation {
    /// Hashes everything that determines how the run continues: what is [saved](Simulation::save), except narration.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        self.world.hash().put(&mut hash);
        self.domains.iter().for_each(|domain| domain.minds.hash().put(&mut hash));
        self.saved_run().put(&mut hash);
        hash.finish()
    }

    /// Saves the run as bytes for [`Simulation::restore`]. Call it between two ticks.
    pub fn save(&self) -> Vec<u8> {
        let saved = Saved {
            format: FORMAT,
            world: self.world.save(),
            minds: self.domains.iter().map(|domain| domain.minds.save()).collect(),
            run: self.saved_run(),
            idle: self.instances.iter().map(|instance| instance.narration.idle).collect(),
        };
        let mut bytes = Vec::new();
        saved.put(&mut bytes);
        let checksum = StateHash::of_bytes(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn saved_run(&self) -> SavedRun {
        let step = |running: &Running| SavedStep {
            step: running.step.0,
            action: running.action.index() as u32,
            args: running.args.clone(),
            at: running.at as u32,
            times: running.times,
            intent: running.intent.map(|intent| intent.0),
            until_ms: running.until_ms,
        };
        let sight = |domain_index: usize, (fact, seen): &(FactId, Vec<bool>)| {
            let fact = self.scenario.domains[domain_index].spec.planning.facts().get(*fact)?.name.clone();
            Some(SavedSight { fact, seen: seen.clone() })
        };
        let instance = |(instance, agent_spec): (&AgentInstance, &AgentSpec)| SavedInstance {
            agent: instance.agent.0,
            hearing: instance.senses.hearing,
            sightings: instance.senses.sightings.saved(),
            seen: instance
                .senses
                .seen
                .iter()
                .filter_map(|seen| sight(agent_spec.domain_index, seen))
                .collect(),
            thieves: instance.senses.thieves.clone(),
            lying: instance.senses.lying.clone(),
            running: instance.running.as_ref().map(step),
            quest_run: instance.quest_run.as_ref().map(QuestRun::save),
            control: instance.control,
            importance: instance.importance,
        };
        SavedRun {
            bound: self.domains.iter().map(|domain| domain.bound.clone()).collect(),
            instances: self.instances.iter().zip(&self.scenario.agent_specs).map(instance).collect(),
            drivers: self.drivers.clone(),
        }
    }

    /// Restores a saved run of the same scene. The domain files may be newer than the save.
    pub fn restore(scenario: &Arc<Scenario>, bytes: &[u8]) -> Result<Self, RestoreError> {
        let Saved { world, minds, run, idle, format: _ } = Saved::read(bytes)?;
        let SavedRun { bound, instances, drivers } = run;
        let world = World::restore(scenario.scene.clone(), &world).map_err(RestoreError::World)?;
        // Actors may have been added while the scene ran.
        let mut scenario = scenario.clone();
        if !world.spawned().is_empty() {
            Arc::make_mut(&mut scenario).add_actors(world.scene());
        }
        let scenario = &scenario;
        let is_driven =
            drivers.iter().map(Driver::actor).eq(scenario.drivers.iter().map(|(actor, _)| *actor));
        if !is_driven
            || [minds.len(), bound.len()] != [scenario.domains.len(); 2]
            || [instances.len(), idle.len()] != [scenario.agent_specs.len(); 2]
        {
            return Err(RestoreError::Broken("the save belongs to another scene"));
        }
        let mut simulation = Self {
            instance_of: vec![None; scenario.scene.actors().len()],
            domains: Vec::new(),
            instances: Vec::new(),
            lines: Vec::new(),
            events: Vec::new(),
            sensed: Vec::new(),
            drivers,
            custom_drivers: Vec::new(),
            paths: Paths::default(),
            walks: super::seeker_walks::Walks::default(),
            counted: super::quality::Counted::default(),
            fighting: None,
            ledger: None,
            is_narrated: false,
            scenario: scenario.clone(),
            world,
        };
        if !simulation.drivers.iter().all(|driver| driver.is_sound(&simulation.world)) {
            return Err(RestoreError::Broken("a baseline remembers an unknown actor"));
        }
        for ((minds, bound), domain) in minds.iter().zip(bound).zip(&scenario.domains) {
            let restored = Minds::restore_with(minds, &domain.spec.clone().into(), scenario.config, Some);
            let (minds, _) = restored.map_err(RestoreError::Minds)?;
            simulation.domains.push(DomainMinds { bound, ..DomainMinds::new(minds) });
        }
        let idle = idle.into_iter().map(narration::Memory::of_idle);
        let saved = instances.into_iter().zip(idle).zip(&scenario.agent_specs);
        for (at, ((saved, narration), agent_spec)) in saved.enumerate() {
            let SavedInstance {
                agent,
                hearing,
                sightings,
                seen,
                thieves,
                lying,
                running,
                quest_run,
                control,
                importance,
            } = saved;
            let agent = AgentId(agent);
            let is_there = simulation.domains[agent_spec.domain_index].minds.inspect(agent).is_some();
            if is_there == (control == Control::Gone)
                || seen.iter().any(|sight| sight.seen.len() > simulation.instance_of.len())
            {
                return Err(RestoreError::Broken("an agent's removal does not match its mind"));
            }
            let sightings = Sightings::restore(sightings, &simulation.world)
                .ok_or(RestoreError::Broken("an agent remembers an unknown actor or cell"))?;
            simulation.domains[agent_spec.domain_index].instances.insert(agent, at);
            if let Some(actor) = agent_spec.actor {
                simulation.instance_of[actor.index()] = Some(at);
            }
            let quest_run = quest_run.map(|saved| QuestRun::restore(&scenario.scene, saved)).transpose()?;
            let domain = &scenario.domains[agent_spec.domain_index].spec.planning;
            let seen =
                seen.into_iter().filter_map(|sight| Some((domain.fact_named(&sight.fact)?, sight.seen)));
            let senses = SenseMemory { hearing, sightings, thieves, lying, seen: seen.collect() };
            if !hearing.is_sound(&simulation.world) || !senses.is_sound(&simulation.world) {
                return Err(RestoreError::Broken("an agent remembers an unknown actor or item"));
            }
            let instance = AgentInstance::new(agent);
            simulation.instances.push(AgentInstance {
                senses,
                running: running.map(Running::from),
                quest_run,
                control,
                importance,
                narration,
                ..instance
            });
        }
        // The minds start running steps again at once; without this the steps could end first.
        for domain_index in 0..simulation.domains.len() {
            simulation.run_commands(domain_index);
        }
        Ok(simulation)
    }

    /// Resumes a step that was running when the run was saved. Returns false if the agent is not performing
    /// it. The action and its arguments are updated because a newer domain may number them differently.
    pub(super) fn resume(&mut self, instance: usize, step: StepId, action: ActionId, args: &[Value]) -> bool {
        let running = self.instances[instance].running.as_mut().filter(|running| running.step == step);
        let is_running = running.is_some();
        if let Some(running) = running {
            running.action = action;
            running.args = args.to_vec();
        }
        is_running
    }
}
