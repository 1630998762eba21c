//! The agents of one domain, and what its names and numbers mean to the game.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use cunning_diag::Source;
use cunning_mind::{AgentId, AgentSet, Commands, Lore, Percept, Position, StepId, Value};
use cunning_plan::model::{FactId, TypeKind};
use cunning_trace::{Header, List};

use crate::belief::BeliefValue;
use crate::step::Arg;

/// What writes recordings.
const ENGINE: &str = concat!("bevy_cunning ", env!("CARGO_PKG_VERSION"));

/// The agents of one domain.
pub(crate) struct Troupe {
    pub(crate) source: Source,
    pub(crate) set: AgentSet,
    pub(crate) entities: BTreeMap<AgentId, Entity>,
    /// Those who were removed, until they were told.
    pub(crate) leaving: BTreeMap<AgentId, Entity>,
    /// Who commands whom, as components said last.
    pub(crate) leaders: BTreeMap<AgentId, AgentId>,
    /// Steps that consist of orders: minds end them themselves.
    pub(crate) commanding: BTreeMap<AgentId, StepId>,
    pub(crate) commands: Commands,
    pub(crate) names: Names,
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
    pub(crate) handles: BTreeMap<Entity, (u64, String)>,
    pub(crate) entities: BTreeMap<u64, Entity>,
}

impl Names {
    pub(crate) fn of(lore: &Lore) -> Self {
        let domain = &lore.domain;
        let facts = domain.facts().iter().map(|(id, fact)| (fact.name.clone(), id));
        let objects = domain.objects().as_slice().iter().map(|object| object.name.as_str().into());
        let actions = domain.actions().as_slice().iter().map(|action| {
            let params = action.params.iter().map(|param| param.name.as_str().into());
            (action.name.as_str().into(), params.collect())
        });
        Self { facts: facts.collect(), objects: objects.collect(), actions: actions.collect() }
    }
}

impl Troupe {
    /// What stands at the beginning of a recording.
    pub(crate) fn header<T>(&self, with: impl FnOnce(&Header<'_>) -> T) -> T {
        let sources = [cunning_trace::Source { name: self.source.name(), text: self.source.text() }];
        with(&Header { engine: ENGINE, domain: List::from(&sources[..]), ..Header::default() })
    }

    /// Binds an object, if the domain has such a type.
    pub(crate) fn bind(&mut self, ty: &str, handle: u64, name: &str) -> bool {
        let domain = &self.set.lore().domain;
        let ty = domain.type_named(ty);
        let is_open = |ty: &cunning_plan::model::TypeId| {
            domain.types().get(*ty).is_some_and(|ty| matches!(ty.kind, TypeKind::Open { .. }))
        };
        let ty = ty.filter(is_open);
        if let Some(ty) = ty {
            self.set.receive(&Percept::Bind { ty, handle, name });
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
            BeliefValue::Entity(entity) => Value::Handle(objects.handles.get(entity)?.0),
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
            Value::Handle(handle) => match Position::of_handle(handle) {
                Some(Position { x, y, z }) => Arg::Point([x, y, z].map(|part| part as f64 / 1e6)),
                None => objects.entities.get(&handle).map_or(Arg::None, |entity| Arg::Entity(*entity)),
            },
        }
    }
}
