//! A play under way as bytes and back: the world, the minds, and what bodies are at for them.
//!
//! Narration is no part of it. Whoever watches a restored play hears nothing of what was told before.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cunning_mind::{AgentId, AgentSet, Commands, IdleReason, StepId, Value};
use cunning_plan::model::{ActionId, FactId};

use super::errand::{Errand, SavedErrand};
use super::machine::Machine;
use super::play::Part;
use super::sense::Body;
use super::{Play, Role, Running, Stage, Troupe, narration};
use crate::world::wire::{Broken, Reader, Sink, Wire, wire_enum, wire_struct};
use crate::{Paths, World};

/// What the first bytes say; another number means another layout.
const FORMAT: u32 = 0x4147_5403;

/// Why saved bytes are not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// They are no saved play, or were damaged.
    Broken(&'static str),
    /// The world in them is not one of this scene.
    World(crate::RestoreError),
    /// The minds in them cannot be restored.
    Minds(cunning_mind::RestoreError),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(why) => write!(f, "this is no saved play: {why}"),
            Self::World(error) => write!(f, "the world: {error}"),
            Self::Minds(error) => write!(f, "the minds: {error}"),
        }
    }
}

impl std::error::Error for RestoreError {}

impl From<Broken> for RestoreError {
    fn from(Broken(why): Broken) -> Self {
        Self::Broken(why)
    }
}

/// All that is saved.
struct Saved {
    format: u32,
    world: Vec<u8>,
    troupes: Vec<SavedTroupe>,
    roles: Vec<SavedRole>,
    machines: Vec<Machine>,
}

struct SavedTroupe {
    minds: Vec<u8>,
    bound: Vec<u64>,
}

struct SavedRole {
    agent: u64,
    heard: bool,
    seen: Vec<SavedSight>,
    running: Option<SavedStep>,
    errand: Option<SavedErrand>,
    is_gone: bool,
    idle: Option<IdleReason>,
}

/// Who was seen for a fact, which a newer domain may have numbered anew.
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

wire_struct!(Saved { format, world, troupes, roles, machines });
wire_struct!(SavedTroupe { minds, bound });
wire_struct!(SavedRole { agent, heard, seen, running, errand, is_gone, idle });
wire_struct!(SavedSight { fact, seen });
wire_struct!(SavedStep { step, action, args, at, times, intent, until_ms });
wire_enum!(IdleReason { 0 = NothingMatters, 1 = NoPlan, 2 = Held, 3 = Quarantined });

impl Wire for Value {
    fn put(&self, out: &mut impl Sink) {
        let (tag, held) = match *self {
            Self::None => (0_u8, 0),
            Self::Bool(truth) => (1, u64::from(truth)),
            Self::Int(number) => (2, number as u64),
            Self::Object(object) => (3, u64::from(object)),
            Self::Handle(handle) => (4, handle),
        };
        tag.put(out);
        held.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        let (tag, held) = (u8::take(from)?, u64::take(from)?);
        match (tag, held) {
            (0, 0) => Ok(Self::None),
            (1, 0..=1) => Ok(Self::Bool(held == 1)),
            (2, _) => Ok(Self::Int(held as i64)),
            (3, _) => u32::try_from(held).map(Self::Object).map_err(|_| Broken("there is no such object")),
            (4, _) => Ok(Self::Handle(held)),
            _ => Err(Broken("there is no such value")),
        }
    }
}

impl Stage {
    /// The play as it stands, as bytes for [`Stage::restore`]. To be called between two ticks.
    pub fn save(&self) -> Vec<u8> {
        let step = |running: &Running| SavedStep {
            step: running.step.0,
            action: running.action.index() as u32,
            args: running.args.clone(),
            at: running.at as u32,
            times: running.times,
            intent: running.intent.map(|intent| intent.0),
            until_ms: running.until_ms,
        };
        let sight = |cast: usize, (fact, seen): &(FactId, Vec<bool>)| {
            let fact = self.play.casts[cast].lore.domain.facts().get(*fact)?.name.clone();
            Some(SavedSight { fact, seen: seen.clone() })
        };
        let role = |(role, part): (&Role, &Part)| SavedRole {
            agent: role.agent.0,
            heard: role.body.heard,
            seen: role.body.seen.iter().filter_map(|seen| sight(part.cast, seen)).collect(),
            running: role.running.as_ref().map(step),
            errand: role.errand.as_ref().map(Errand::save),
            is_gone: role.is_gone,
            idle: role.told.idle,
        };
        let troupe = |troupe: &Troupe| SavedTroupe {
            minds: troupe.set.save(),
            bound: troupe.bound.iter().copied().collect(),
        };
        let saved = Saved {
            format: FORMAT,
            world: self.world.save(),
            troupes: self.troupes.iter().map(troupe).collect(),
            roles: self.roles.iter().zip(&self.play.parts).map(role).collect(),
            machines: self.machines.clone(),
        };
        let mut bytes = Vec::new();
        saved.put(&mut bytes);
        bytes
    }

    /// The play that was saved: of the same scene, with domain files that may be newer by now.
    pub fn restore(play: &Arc<Play>, bytes: &[u8]) -> Result<Self, RestoreError> {
        let mut reader = Reader::new(bytes);
        if u32::take(&mut Reader::new(bytes))? != FORMAT {
            return Err(RestoreError::Broken("it begins with other bytes"));
        }
        let Saved { world, troupes, roles, machines, .. } = Saved::take(&mut reader)?;
        let is_driven = machines.iter().map(Machine::actor).eq(play.machines.iter().copied());
        if !reader.is_empty()
            || !is_driven
            || troupes.len() != play.casts.len()
            || roles.len() != play.parts.len()
        {
            return Err(RestoreError::Broken("it does not fit the scene"));
        }
        let world = World::restore(play.scene.clone(), &world).map_err(RestoreError::World)?;
        let mut stage = Self {
            role_of: vec![None; play.scene.actors().len()],
            troupes: Vec::new(),
            roles: Vec::new(),
            lines: Vec::new(),
            events: Vec::new(),
            told: Vec::new(),
            machines,
            paths: Paths::default(),
            walks: super::walks::Walks::default(),
            is_watched: false,
            play: play.clone(),
            world,
        };
        for (SavedTroupe { minds, bound }, cast) in troupes.iter().zip(&play.casts) {
            let restored = AgentSet::restore(minds, cast.lore.clone(), play.config, Some);
            let (set, _) = restored.map_err(RestoreError::Minds)?;
            stage.troupes.push(Troupe {
                set,
                roles: BTreeMap::new(),
                bound: bound.iter().copied().collect(),
                commands: Commands::default(),
                orders: BTreeMap::new(),
            });
        }
        for (at, (saved, part)) in roles.into_iter().zip(&play.parts).enumerate() {
            let SavedRole { agent, heard, seen, running, errand, is_gone, idle } = saved;
            let agent = AgentId(agent);
            let is_there = stage.troupes[part.cast].set.inspect(agent).is_some();
            if is_there == is_gone || seen.iter().any(|sight| sight.seen.len() != stage.role_of.len()) {
                return Err(RestoreError::Broken("somebody is there who is gone, or the other way round"));
            }
            stage.troupes[part.cast].roles.insert(agent, at);
            if let Some(actor) = part.actor {
                stage.role_of[actor.index()] = Some(at);
            }
            let errand = errand.map(|saved| Errand::restore(&play.scene, saved)).transpose()?;
            let told = narration::Memory::of_idle(idle);
            let running = running.map(|saved| Running {
                step: StepId(saved.step),
                action: ActionId::new(saved.action),
                args: saved.args,
                at: saved.at as usize,
                times: saved.times,
                intent: saved.intent.map(crate::id::IntentId),
                until_ms: saved.until_ms,
            });
            let domain = &play.casts[part.cast].lore.domain;
            let seen =
                seen.into_iter().filter_map(|sight| Some((domain.fact_named(&sight.fact)?, sight.seen)));
            stage.roles.push(Role {
                agent,
                body: Body { heard, seen: seen.collect() },
                running,
                errand,
                is_gone,
                told,
                placed: None,
            });
        }
        // Steps that run are told again at once: later they may be over.
        for troupe in 0..stage.troupes.len() {
            stage.obey_all(troupe);
        }
        Ok(stage)
    }

    /// Goes on with a step that ran when the play was saved; false if nobody is at it. A newer domain may have numbered
    /// actions and objects anew.
    pub(super) fn resume(&mut self, role: usize, step: StepId, action: ActionId, args: &[Value]) -> bool {
        let running = self.roles[role].running.as_mut().filter(|running| running.step == step);
        let is_at_it = running.is_some();
        if let Some(running) = running {
            running.action = action;
            running.args = args.to_vec();
        }
        is_at_it
    }
}
