//! Resolves the words of a scene's phrases: names of things in the world, and parameters of actions.

use std::collections::BTreeSet;

use cunning_diag::{Code, Collector};
use cunning_mind::Position;
use cunning_mind::engine::Value;
use cunning_plan::model::{Action, ObjectId, ParamKind, PlanningDomain};

use super::ground::cell_at;
use crate::scene::{Scene, Word};
use crate::{ActorId, Cell, DoorId, ItemId, SpotId, StationId, WeaponId};

pub(super) const WORD: Code = Code::new("stage/word");
pub(super) const UNKNOWN: Code = Code::new("stage/unknown-name");
pub(super) const MISSING: Code = Code::new("stage/missing");
pub(super) const SETTING: Code = Code::new("stage/setting");
pub(super) const DOMAIN: Code = Code::new("stage/domain");

/// Reports an unknown name with the likely one among the known names.
pub(super) fn unknown<'n>(
    collector: &mut Collector,
    what: &str,
    word: &Word,
    known: impl IntoIterator<Item = &'n str>,
) {
    let message = format!("there is no {what} `{}`", word.text);
    collector.unknown(word.span, UNKNOWN, message, &word.text, known);
}

/// Everything in the scene that has a given name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Thing {
    pub(super) spot: Option<SpotId>,
    pub(super) station: Option<StationId>,
    pub(super) item: Option<ItemId>,
    pub(super) door: Option<DoorId>,
    pub(super) actor: Option<ActorId>,
    pub(super) weapon: Option<WeaponId>,
    /// A point that a query generated.
    pub(super) cell: Option<Cell>,
}

/// A kind of thing that a word has to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThingKind {
    /// A place to walk to or look at.
    Place,
    Item,
    Station,
    Door,
    Actor,
    Weapon,
    /// A station or an actor, which can be given items.
    Holder,
}

impl ThingKind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Item => "item",
            Self::Station => "station",
            Self::Door => "door",
            Self::Actor => "actor",
            Self::Weapon => "weapon",
            Self::Holder => "station or actor",
        }
    }

    /// The names of all things of this kind in a scene.
    fn names(self, scene: &Scene) -> Vec<&str> {
        let spots = scene.spots().iter().map(|spot| spot.name.as_str());
        let stations = scene.stations().iter().map(|station| station.name.as_str());
        let items = scene.items().iter().map(|item| item.name.as_str());
        let doors = scene.doors().iter().map(|door| door.name.as_str());
        let actors = scene.actors().iter().map(|actor| actor.name.as_str());
        match self {
            Self::Place => spots.chain(stations).chain(doors).chain(actors).chain(items).collect(),
            Self::Item => items.collect(),
            Self::Station => stations.collect(),
            Self::Door => doors.collect(),
            Self::Actor => actors.collect(),
            Self::Weapon => scene.weapons().iter().map(|weapon| weapon.name.as_str()).collect(),
            Self::Holder => stations.chain(actors).collect(),
        }
    }
}

impl Thing {
    pub(super) fn named(scene: &Scene, name: &str) -> Self {
        Self {
            spot: scene.spot(name),
            station: scene.station(name),
            item: scene.item(name),
            door: scene.door(name),
            actor: scene.actor(name),
            weapon: scene.weapon(name),
            cell: None,
        }
    }

    /// Whether it is an item and nothing else that has a place.
    pub(super) fn is_lying_only(self) -> bool {
        self.item.is_some() && (self.spot, self.station, self.door, self.cell) == (None, None, None, None)
    }

    pub(super) fn is(self, kind: ThingKind) -> bool {
        match kind {
            ThingKind::Place => {
                let has_place = self.spot.is_some() || self.station.is_some();
                has_place || self.door.is_some() || self.actor.is_some() || self.item.is_some()
            }
            ThingKind::Item => self.item.is_some(),
            ThingKind::Station => self.station.is_some(),
            ThingKind::Door => self.door.is_some(),
            ThingKind::Actor => self.actor.is_some(),
            ThingKind::Weapon => self.weapon.is_some(),
            ThingKind::Holder => self.station.is_some() || self.actor.is_some(),
        }
    }
}

/// Returns the handle of an actor among minds.
pub(super) fn handle(actor: ActorId) -> u64 {
    actor.index() as u64 + 1
}

pub(super) fn actor_of(handle: u64) -> Option<ActorId> {
    u16::try_from(handle.checked_sub(1)?).ok().map(ActorId::new)
}

/// What the objects of a domain stand for in the scene, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Things {
    objects: Vec<Thing>,
    /// Objects that stand for a different thing for each actor.
    aliases: BTreeSet<u32>,
}

impl Things {
    /// Maps the objects of a domain by name. For each object in `aliases`, one of its meanings stands for
    /// all.
    pub(super) fn new(scene: &Scene, domain: &PlanningDomain, aliases: &[(u32, Thing)]) -> Self {
        let objects = domain.objects().as_slice().iter().map(|object| Thing::named(scene, &object.name));
        let mut objects: Vec<Thing> = objects.collect();
        for (object, thing) in aliases {
            objects[*object as usize] = *thing;
        }
        Self { objects, aliases: aliases.iter().map(|(object, _)| *object).collect() }
    }

    pub(super) fn object(&self, object: ObjectId) -> Thing {
        self.objects.get(object.index()).copied().unwrap_or_default()
    }

    /// Returns what a value stands for, given an actor's aliases.
    fn value(&self, value: Value, aliases: &[(u32, Thing)]) -> Thing {
        match value {
            Value::Object(object) => {
                let aliases = aliases.iter().find(|(word, _)| *word == object).map(|(_, thing)| *thing);
                aliases.or_else(|| self.objects.get(object as usize).copied()).unwrap_or_default()
            }
            Value::Handle(handle) => Thing { actor: actor_of(handle), ..Thing::default() },
            Value::Point(point) => Thing { cell: cell_at(Position::unpacked(point)), ..Thing::default() },
            Value::None | Value::Bool(_) | Value::Int(_) => Thing::default(),
        }
    }
}

/// A reference to a thing: a fixed one, or the value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThingRef {
    Thing(Thing),
    /// An object that stands for a different thing for each actor.
    Object(u32),
    Param(usize),
}

impl ThingRef {
    /// Returns the thing for the arguments of a step.
    pub(super) fn thing(self, things: &Things, aliases: &[(u32, Thing)], args: &[Value]) -> Thing {
        match self {
            Self::Thing(thing) => thing,
            Self::Object(object) => things.value(Value::Object(object), aliases),
            Self::Param(at) => {
                args.get(at).map_or_else(Thing::default, |value| things.value(*value, aliases))
            }
        }
    }
}

/// A number: a fixed one, or the value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Number(u16),
    Param(usize),
}

impl Count {
    pub(super) fn number(self, args: &[Value]) -> u16 {
        match self {
            Self::Number(number) => number,
            Self::Param(at) => match args.get(at) {
                Some(Value::Int(number)) => u16::try_from(*number).unwrap_or(0),
                _ => 0,
            },
        }
    }
}

/// The scope in which the words of a phrase about an action are resolved.
pub(super) struct PhraseScope<'a> {
    pub(super) scene: &'a Scene,
    pub(super) domain: &'a PlanningDomain,
    pub(super) things: &'a Things,
    pub(super) action: &'a Action,
}

impl PhraseScope<'_> {
    /// Resolves a word to a thing of a kind. A parameter is accepted if all objects that it ranges over are
    /// of that kind.
    pub(super) fn thing_ref(
        &self,
        collector: &mut Collector,
        word: &Word,
        kind: ThingKind,
    ) -> Option<ThingRef> {
        let Some(at) = self.action.params.iter().position(|param| param.name == word.text) else {
            let named = |object: &&u32| self.domain.objects().as_slice()[**object as usize].name == word.text;
            if let Some(object) = self.things.aliases.iter().find(named) {
                return Some(ThingRef::Object(*object));
            }
            let thing = Thing::named(self.scene, &word.text);
            if thing.is(kind) {
                return Some(ThingRef::Thing(thing));
            }
            let params = self.action.params.iter().map(|param| param.name.as_str());
            let known = params.chain(kind.names(self.scene));
            unknown(collector, kind.word(), word, known);
            return None;
        };
        let ParamKind::Object(ty) = self.action.params[at].kind else {
            let message = format!("the parameter `{}` is a number, expected a {}", word.text, kind.word());
            collector.error(word.span, WORD, message);
            return None;
        };
        let unmatched = self.domain.objects_of(ty).find(|object| !self.things.object(*object).is(kind));
        if let Some(object) = unmatched.and_then(|object| self.domain.objects().get(object)) {
            let message = format!(
                "the parameter `{}` can be `{}`, but the scene has no {} of that name",
                word.text,
                object.name,
                kind.word()
            );
            collector.error(word.span, WORD, message);
            return None;
        }
        Some(ThingRef::Param(at))
    }

    /// Resolves a word to a number, if it is one or names a parameter that is one.
    pub(super) fn count(&self, word: &Word) -> Option<Count> {
        if let Ok(number) = word.text.parse() {
            return Some(Count::Number(number));
        }
        let is_it = |param: &cunning_plan::model::Param| {
            param.name == word.text && matches!(param.kind, ParamKind::Number { .. })
        };
        self.action.params.iter().position(is_it).map(Count::Param)
    }
}
