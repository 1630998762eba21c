//! The agents of one domain, and what its names and numbers mean to the game.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use cunning_mind::engine::{Commands, Percept, Value};
use cunning_mind::{AgentId, DomainSpec, MindEngine, Position, StepId};
use cunning_plan::model::{FactId, TypeKind};
use cunning_trace::{Header, List};

use crate::belief::BeliefValue;
use crate::question::Ground;
use crate::step::Arg;

/// What writes recordings.
const ENGINE: &str = concat!("bevy_cunning ", env!("CARGO_PKG_VERSION"));

/// The agents of one domain.
pub(crate) struct DomainMinds {
    /// What its file is called.
    pub(crate) name: String,
    pub(crate) set: MindEngine,
    pub(crate) entities: BTreeMap<AgentId, Entity>,
    /// Those who were removed, until they were told.
    pub(crate) leaving: BTreeMap<AgentId, Entity>,
    /// Who commands whom, as components said last.
    pub(crate) leaders: BTreeMap<AgentId, AgentId>,
    /// Steps that consist of orders: minds end them themselves.
    pub(crate) commanding: BTreeMap<AgentId, StepId>,
    pub(crate) commands: Commands,
    pub(crate) names: Names,
    /// How many of its questions nobody answered when that was told last.
    pub(crate) unanswered: usize,
    /// Its file, if it is an asset.
    #[cfg(feature = "asset")]
    pub(crate) file: Option<crate::asset::DomainFile>,
    /// The way to the studio, if there is one.
    #[cfg(feature = "link")]
    pub(crate) link: Option<cunning_link::Link>,
}

/// Names that are handed out often.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) facts: BTreeMap<String, FactId>,
    objects: Vec<Arc<str>>,
    pub(crate) actions: Vec<(Arc<str>, Vec<Arc<str>>)>,
}

/// Entities as objects. Their numbers are never used again.
#[derive(Default)]
pub(crate) struct Objects {
    pub(crate) last: u64,
    pub(crate) bound: BTreeMap<Entity, Bound>,
    pub(crate) entities: BTreeMap<u64, Entity>,
    /// Which way the ground lies, for points that queries make up.
    pub(crate) ground: Ground,
}

/// An object as domains know it.
pub(crate) struct Bound {
    pub(crate) handle: u64,
    pub(crate) ty: String,
    /// What people call it.
    pub(crate) name: String,
}

impl Names {
    pub(crate) fn of(spec: &DomainSpec) -> Self {
        let domain = &spec.planning;
        let facts = domain.facts().iter().map(|(id, fact)| (fact.name.clone(), id));
        let objects = domain.objects().as_slice().iter().map(|object| object.name.as_str().into());
        let actions = domain.actions().as_slice().iter().map(|action| {
            let params = action.params.iter().map(|param| param.name.as_str().into());
            (action.name.as_str().into(), params.collect())
        });
        Self { facts: facts.collect(), objects: objects.collect(), actions: actions.collect() }
    }
}

impl DomainMinds {
    /// What stands at the beginning of a recording.
    pub(crate) fn header<T>(&self, with: impl FnOnce(&Header<'_>) -> T) -> T {
        let sources = self.set.spec().sources.iter();
        let sources: Vec<cunning_trace::Source<'_>> =
            sources.map(|it| cunning_trace::Source { name: it.name(), text: it.text() }).collect();
        with(&Header { engine: ENGINE, domain: List::from(&sources[..]), ..Header::default() })
    }

    /// Whether there is no version of its file yet.
    pub(crate) fn is_awaited(&self) -> bool {
        #[cfg(feature = "asset")]
        let is_awaited = self.file.as_ref().is_some_and(crate::asset::DomainFile::is_awaited);
        #[cfg(not(feature = "asset"))]
        let is_awaited = false;
        is_awaited
    }

    /// Binds all objects whose types the domain has.
    pub(crate) fn bind_all(&mut self, objects: &Objects) {
        for object in objects.bound.values() {
            self.bind(object);
        }
    }

    /// Binds an object, or gives it another name, if the domain has such a type.
    pub(crate) fn bind(&mut self, Bound { handle, ty, name }: &Bound) -> bool {
        let domain = &self.set.spec().planning;
        let ty = domain.type_named(ty);
        let is_open = |ty: &cunning_plan::model::TypeId| {
            domain.types().get(*ty).is_some_and(|ty| matches!(ty.kind, TypeKind::Open { .. }))
        };
        let ty = ty.filter(is_open);
        if let Some(ty) = ty {
            self.set.receive(&Percept::Bind { ty, handle: *handle, name });
        }
        ty.is_some()
    }

    pub(crate) fn value(&self, objects: &Objects, value: &BeliefValue) -> Option<Value> {
        Some(match value {
            BeliefValue::None => Value::None,
            BeliefValue::Bool(truth) => Value::Bool(*truth),
            BeliefValue::Int(number) => Value::Int(*number),
            BeliefValue::Name(name) => {
                let place = self.names.objects.iter().position(|known| **known == **name)?;
                Value::Object(u32::try_from(place).ok()?)
            }
            BeliefValue::Entity(entity) => Value::Handle(objects.bound.get(entity)?.handle),
        })
    }

    pub(crate) fn arg(&self, objects: &Objects, value: Value) -> Arg {
        match value {
            Value::None => Arg::None,
            Value::Bool(truth) => Arg::Bool(truth),
            Value::Int(number) => Arg::Int(number),
            Value::Object(object) => {
                self.names.objects.get(object as usize).map_or(Arg::None, |name| Arg::Name(name.clone()))
            }
            Value::Point(point) => {
                let Position { x, y, z } = Position::unpacked(point);
                Arg::Point(objects.ground.turned([x, y, z].map(|part| part as f64 / 1e6)))
            }
            Value::Handle(handle) => {
                objects.entities.get(&handle).map_or(Arg::None, |entity| Arg::Entity(*entity))
            }
        }
    }
}
