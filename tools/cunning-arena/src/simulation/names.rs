//! What words of a scene mean: things of the world, and parameters of the action that is spoken of.

use std::collections::BTreeSet;

use cunning_diag::{Code, Diagnostic, Diagnostics, Source, Span};
use cunning_mind::{Position, Value};
use cunning_plan::model::{Action, ObjectId, ParamKind, PlanningDomain};

use super::ground::cell_at;
use crate::scene::{Scene, Word};
use crate::{ActorId, Cell, DoorId, ItemId, SpotId, StationId};

pub(super) const WORD: Code = Code::new("stage/word");
pub(super) const UNKNOWN: Code = Code::new("stage/unknown-name");
pub(super) const MISSING: Code = Code::new("stage/missing");
pub(super) const SETTING: Code = Code::new("stage/setting");
pub(super) const DOMAIN: Code = Code::new("stage/domain");

/// What was found wrong with how a scene is to be played.
pub(super) struct Findings<'s> {
    pub(super) source: &'s Source,
    pub(super) found: Diagnostics,
}

impl Findings<'_> {
    pub(super) fn error(&mut self, code: Code, message: impl Into<String>, span: Span) {
        self.found.push(Diagnostic::error(code, message).at(self.source, span));
    }

    pub(super) fn unknown<'n>(&mut self, what: &str, word: &Word, known: impl IntoIterator<Item = &'n str>) {
        let message = format!("there is no {what} `{}`", word.text);
        let diagnostic = Diagnostic::error(UNKNOWN, message).at(self.source, word.span);
        self.found.push(diagnostic.suggest(&word.text, known));
    }
}

/// Everything in the world that has one name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Thing {
    pub(super) spot: Option<SpotId>,
    pub(super) station: Option<StationId>,
    pub(super) item: Option<ItemId>,
    pub(super) door: Option<DoorId>,
    pub(super) actor: Option<ActorId>,
    /// A point that a query made up.
    pub(super) cell: Option<Cell>,
}

/// What a thing has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facet {
    /// Somewhere to walk to or look at.
    Place,
    Item,
    Station,
    Door,
    Actor,
    /// Who or what can be given something.
    Holder,
}

impl Facet {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Item => "item",
            Self::Station => "station",
            Self::Door => "door",
            Self::Actor => "actor",
            Self::Holder => "station or actor",
        }
    }

    /// The names of all such things.
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
            cell: None,
        }
    }

    pub(super) fn is(self, facet: Facet) -> bool {
        match facet {
            Facet::Place => {
                let has_place = self.spot.is_some() || self.station.is_some();
                has_place || self.door.is_some() || self.actor.is_some() || self.item.is_some()
            }
            Facet::Item => self.item.is_some(),
            Facet::Station => self.station.is_some(),
            Facet::Door => self.door.is_some(),
            Facet::Actor => self.actor.is_some(),
            Facet::Holder => self.station.is_some() || self.actor.is_some(),
        }
    }
}

/// How an actor is called among minds.
pub(super) fn handle(actor: ActorId) -> u64 {
    actor.index() as u64 + 1
}

pub(super) fn actor_of(handle: u64) -> Option<ActorId> {
    u16::try_from(handle.checked_sub(1)?).ok().map(ActorId::new)
}

/// The things that the objects of a domain are, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Things {
    objects: Vec<Thing>,
    /// Objects that are something else to each actor.
    own: BTreeSet<u32>,
}

impl Things {
    /// What objects are; those of `own` differ from actor to actor, and one stands for all.
    pub(super) fn new(scene: &Scene, domain: &PlanningDomain, own: &[(u32, Thing)]) -> Self {
        let objects = domain.objects().as_slice().iter().map(|object| Thing::named(scene, &object.name));
        let mut objects: Vec<Thing> = objects.collect();
        for (object, thing) in own {
            objects[*object as usize] = *thing;
        }
        Self { objects, own: own.iter().map(|(object, _)| *object).collect() }
    }

    pub(super) fn object(&self, object: ObjectId) -> Thing {
        self.objects.get(object.index()).copied().unwrap_or_default()
    }

    /// What a value is to somebody with words of his own.
    fn value(&self, value: Value, own: &[(u32, Thing)]) -> Thing {
        match value {
            Value::Object(object) => {
                let own = own.iter().find(|(word, _)| *word == object).map(|(_, thing)| *thing);
                own.or_else(|| self.objects.get(object as usize).copied()).unwrap_or_default()
            }
            Value::Handle(handle) => match Position::of_handle(handle) {
                Some(place) => Thing { cell: cell_at(place), ..Thing::default() },
                None => Thing { actor: actor_of(handle), ..Thing::default() },
            },
            Value::None | Value::Bool(_) | Value::Int(_) => Thing::default(),
        }
    }
}

/// A thing: a certain one, or whatever a parameter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    Thing(Thing),
    /// An object that means something of its own to each.
    Object(u32),
    Param(usize),
}

impl Noun {
    /// The thing, for the arguments of a step.
    pub(super) fn thing(self, things: &Things, own: &[(u32, Thing)], args: &[Value]) -> Thing {
        match self {
            Self::Thing(thing) => thing,
            Self::Object(object) => things.value(Value::Object(object), own),
            Self::Param(at) => args.get(at).map_or_else(Thing::default, |value| things.value(*value, own)),
        }
    }
}

/// A number: a certain one, or a parameter.
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

/// Resolves the words of phrases about an action.
pub(super) struct Speech<'a> {
    pub(super) scene: &'a Scene,
    pub(super) domain: &'a PlanningDomain,
    pub(super) things: &'a Things,
    pub(super) action: &'a Action,
}

impl Speech<'_> {
    /// A thing of a sort; a parameter is one if all objects that it may stand for are.
    pub(super) fn noun(&self, findings: &mut Findings<'_>, word: &Word, facet: Facet) -> Option<Noun> {
        let Some(at) = self.action.params.iter().position(|param| param.name == word.text) else {
            let named = |object: &&u32| self.domain.objects().as_slice()[**object as usize].name == word.text;
            if let Some(object) = self.things.own.iter().find(named) {
                return Some(Noun::Object(*object));
            }
            let thing = Thing::named(self.scene, &word.text);
            if thing.is(facet) {
                return Some(Noun::Thing(thing));
            }
            let params = self.action.params.iter().map(|param| param.name.as_str());
            let known = params.chain(facet.names(self.scene));
            findings.unknown(facet.word(), word, known);
            return None;
        };
        let ParamKind::Object(ty) = self.action.params[at].kind else {
            let message = format!("`{}` is a number, not a {}", word.text, facet.word());
            findings.error(WORD, message, word.span);
            return None;
        };
        let strange = self.domain.objects_of(ty).find(|object| !self.things.object(*object).is(facet));
        if let Some(object) = strange.and_then(|object| self.domain.objects().get(object)) {
            let message = format!(
                "`{}` may stand for `{}`, and there is no {} of that name in this scene",
                word.text,
                object.name,
                facet.word()
            );
            findings.error(WORD, message, word.span);
            return None;
        }
        Some(Noun::Param(at))
    }

    /// A number, if the word is one or a parameter that stands for one.
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
