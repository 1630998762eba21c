//! What bodies tell minds: the phrases of `[sense.NAME]`, and the percepts that they become.

use cunning_mind::Value;
use cunning_plan::model::{Domain, Fact, FactId, FactKind, TypeId, TypeKind};

use super::words::{Findings, Thing, Things, WORD, handle};
use crate::scene::Word;
use crate::{ActorId, Cell, DoorId, ItemId, Scene, SpotId, Stance, StationId, World};

/// What a body tells of one fact, or of a family.
#[derive(Clone, Debug)]
pub(super) struct Feed {
    pub(super) fact: FactId,
    kind: FactKind,
    source: Source,
}

/// Where the values come from. Whatever is indexed by objects of the domain is resolved when the scene is loaded.
#[derive(Clone, Debug)]
enum Source {
    /// The named place that it stands in, while it does not walk: places with the objects that stand for them.
    Place(Vec<(SpotId, u32)>),
    Health,
    Rounds,
    Suppression,
    Crouched,
    /// Whether it heard something since it was asked last.
    Hears,
    /// How many of something it carries.
    Holds(Vec<(Vec<Value>, ItemId)>),
    /// What there is at the stations that it sees.
    Stock(Vec<(Vec<Value>, StationId, ItemId)>),
    /// Which doors that it sees are open.
    Open(Vec<(Vec<Value>, DoorId)>),
    /// Whom it sees alive; objects of this type.
    Sees(Whom, TypeId),
    /// Whom it sees dead.
    Dead(Whom, TypeId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whom {
    Enemies,
    Friends,
}

/// What a body knows of itself beyond the world: what it heard, and whom it has seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) heard: bool,
    /// For each actor, whether it was seen when it was looked for last.
    pub(super) seen: Vec<bool>,
}

/// Something told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) fact: FactId,
    pub(super) indices: Vec<Value>,
    pub(super) value: Value,
    /// An object that has to be bound first.
    pub(super) binds: Option<(TypeId, u64)>,
}

const SOURCES: [&str; 11] = [
    "place",
    "health",
    "rounds",
    "suppression",
    "crouched",
    "hears",
    "holds",
    "stock",
    "open",
    "sees",
    "dead",
];

impl Feed {
    /// Reads a phrase about a fact.
    pub(super) fn read(
        scene: &Scene,
        domain: &Domain,
        things: &Things,
        findings: &mut Findings<'_>,
        (fact, phrase): (&Word, &[Word]),
    ) -> Option<Self> {
        let id = domain.fact_named(&fact.text)?;
        let known: &Fact = domain.facts().get(id)?;
        let (first, rest) = phrase.split_first()?;
        let kind = known.kind;
        // The combinations of objects that a family is indexed by.
        let objects = |at: usize| {
            let objects = known.of.get(at).into_iter().flat_map(|ty| domain.objects_of(*ty));
            objects.map(|id| (Value::Object(id.index() as u32), things.object(id)))
        };
        let mut wrong = |message: String| {
            findings.error(WORD, message, first.span);
            None
        };
        let is_number = !matches!(kind, FactKind::Object { .. });
        let source = match (first.text.as_str(), rest) {
            ("place", []) => {
                let FactKind::Object { ty, .. } = kind else {
                    return wrong(format!("`{}` must be an object to be a place", fact.text));
                };
                let spots = domain.objects_of(ty).filter_map(|object| {
                    things.object(object).spot.map(|spot| (spot, object.index() as u32))
                });
                Source::Place(spots.collect())
            }
            (word, _) if !is_number && SOURCES.contains(&word) => {
                return wrong(format!(
                    "`{word}` tells a number or a truth, and `{}` is an object",
                    fact.text
                ));
            }
            ("health", []) => Source::Health,
            ("rounds", []) => Source::Rounds,
            ("suppression", []) => Source::Suppression,
            ("crouched", []) => Source::Crouched,
            ("hears", []) => Source::Hears,
            ("holds", []) => {
                if known.of.len() != 1 {
                    return wrong("`holds` is for facts of items; or say which: `holds coin`".to_owned());
                }
                let items =
                    objects(0).filter_map(|(value, thing)| thing.item.map(|item| (vec![value], item)));
                Source::Holds(items.collect())
            }
            ("holds", [item]) if known.of.is_empty() => {
                let Some(item) = Thing::named(scene, &item.text).item else {
                    findings.unknown("item", item, scene.items().iter().map(|item| item.name.as_str()));
                    return None;
                };
                Source::Holds(vec![(Vec::new(), item)])
            }
            ("stock", items) => {
                if known.of.len() != 2 {
                    return wrong("`stock` is for facts of stations and items".to_owned());
                }
                for word in items {
                    if scene.item(&word.text).is_none() {
                        findings.unknown("item", word, scene.items().iter().map(|item| item.name.as_str()));
                        return None;
                    }
                }
                let is_meant = |item: &ItemId| {
                    items.is_empty() || items.iter().any(|word| scene.item(&word.text) == Some(*item))
                };
                let mut all = Vec::new();
                for (place, thing) in objects(0) {
                    let Some(station) = thing.station else { continue };
                    let items =
                        objects(1).filter_map(|(value, thing)| Some((value, thing.item.filter(is_meant)?)));
                    all.extend(items.map(|(value, item)| (vec![place, value], station, item)));
                }
                Source::Stock(all)
            }
            ("open", []) => {
                if known.of.len() != 1 {
                    return wrong("`open` is for facts of doors".to_owned());
                }
                let doors =
                    objects(0).filter_map(|(value, thing)| thing.door.map(|door| (vec![value], door)));
                Source::Open(doors.collect())
            }
            (word @ ("sees" | "dead"), [whom]) => {
                let open = known.of.first().filter(|_| known.of.len() == 1).copied().filter(|ty| {
                    domain.types().get(*ty).is_some_and(|ty| matches!(ty.kind, TypeKind::Open { .. }))
                });
                let Some(ty) = open else {
                    return wrong(format!("`{word}` is for facts of an open type"));
                };
                let whom = match whom.text.as_str() {
                    "enemies" => Whom::Enemies,
                    "friends" => Whom::Friends,
                    _ => {
                        findings.unknown("sort of people", whom, ["enemies", "friends"]);
                        return None;
                    }
                };
                if word == "sees" { Source::Sees(whom, ty) } else { Source::Dead(whom, ty) }
            }
            (word, _) if SOURCES.contains(&word) => return wrong(format!("`{word}` is not said like this")),
            _ => {
                findings.unknown("sense", first, SOURCES);
                return None;
            }
        };
        Some(Self { fact: id, kind, source })
    }

    /// The item whose count it tells, if it tells one.
    pub(super) fn item_held(&self, indices: &[Value]) -> Option<ItemId> {
        let Source::Holds(items) = &self.source else { return None };
        items.iter().find(|(known, _)| known == indices).map(|(_, item)| *item)
    }

    /// Whether it tells what a body feels of itself, whatever a mind believed before.
    pub(super) fn is_felt(&self) -> bool {
        !matches!(
            self.source,
            Source::Stock(_) | Source::Open(_) | Source::Sees(..) | Source::Dead(..) | Source::Hears
        )
    }

    /// Looks what there is to tell for an actor.
    pub(super) fn ask(&self, world: &World, id: ActorId, body: &mut Body, told: &mut Vec<Told>) {
        let Some(actor) = world.actor(id) else { return };
        let mut tell = |indices: &[Value], value: Value| {
            told.push(Told { fact: self.fact, indices: indices.to_vec(), value, binds: None });
        };
        match &self.source {
            Source::Place(spots) => {
                if actor.walking().is_some() || actor.is_moving() {
                    return;
                }
                let here = spots.iter().find(|(spot, _)| {
                    let spot = world.scene().spots().get(spot.index());
                    spot.is_some_and(|spot| spot.cells.contains(&actor.cell()))
                });
                match (here, self.kind) {
                    (Some((_, object)), _) => tell(&[], Value::Object(*object)),
                    (None, FactKind::Object { optional: true, .. }) => tell(&[], Value::None),
                    // It is nowhere that has a name: where it was last counts.
                    (None, _) => {}
                }
            }
            Source::Health => tell(&[], self.value(actor.health().into())),
            Source::Rounds => tell(&[], self.value(actor.rounds().into())),
            Source::Suppression => tell(&[], self.value(actor.suppression().into())),
            Source::Crouched => tell(&[], self.value((actor.stance() == Stance::Crouched).into())),
            Source::Hears => tell(&[], self.value(std::mem::take(&mut body.heard).into())),
            Source::Holds(items) => {
                for (indices, item) in items {
                    tell(indices, self.value(actor.goods().count(*item).into()));
                }
            }
            Source::Stock(stocks) => {
                for (indices, station, item) in stocks {
                    let cells = world.scene().stations().get(station.index()).map_or(&[][..], |s| &s.cells);
                    let (true, Some(stock)) = (notices(world, id, cells), world.stock(*station)) else {
                        continue;
                    };
                    tell(indices, self.value(stock.count(*item).into()));
                }
            }
            Source::Open(doors) => {
                for (indices, door) in doors {
                    let Some(spec) = world.scene().doors().get(door.index()) else { continue };
                    if let (true, Some(state)) = (notices(world, id, &[spec.cell]), world.door(*door)) {
                        tell(indices, self.value(state.is_open().into()));
                    }
                }
            }
            Source::Sees(whom, ty) => {
                body.seen.resize(world.actors().len(), false);
                for other in others(world, id, *whom) {
                    let is_alive = world.actor(other).is_some_and(crate::Actor::is_alive);
                    let is_seen = is_alive && world.sees(id, other);
                    if std::mem::replace(&mut body.seen[other.index()], is_seen) || is_seen {
                        told.push(self.about(other, is_seen, *ty));
                    }
                }
            }
            Source::Dead(whom, ty) => {
                for other in others(world, id, *whom) {
                    let is_dead = world.actor(other).is_some_and(|other| !other.is_alive());
                    if is_dead && world.sees(id, other) {
                        told.push(self.about(other, true, *ty));
                    }
                }
            }
        }
    }

    fn about(&self, other: ActorId, is_so: bool, ty: TypeId) -> Told {
        let handle = handle(other);
        let value = self.value(is_so.into());
        Told { fact: self.fact, indices: vec![Value::Handle(handle)], value, binds: Some((ty, handle)) }
    }

    /// A number as the fact can have it.
    fn value(&self, number: i64) -> Value {
        match self.kind {
            FactKind::Int { min, max, .. } => Value::Int(number.clamp(min, max)),
            FactKind::Bool | FactKind::Object { .. } => Value::Bool(number > 0),
        }
    }
}

/// Whether an actor sees one of some cells, or stands beside it.
fn notices(world: &World, id: ActorId, cells: &[Cell]) -> bool {
    let at = world.actor(id).map(crate::Actor::cell);
    let is_near = |cell: &Cell| at.is_some_and(|at| at.moves_to(*cell) <= 1);
    cells.iter().any(|cell| is_near(cell) || world.sees_cell(id, *cell))
}

fn others(world: &World, id: ActorId, whom: Whom) -> impl Iterator<Item = ActorId> {
    let actors = world.scene().actors();
    let team = actors.get(id.index()).map(|spec| spec.team);
    let is_meant = move |(at, spec): &(usize, &crate::scene::ActorSpec)| {
        let is_friend = Some(spec.team) == team;
        *at != id.index() && is_friend == (whom == Whom::Friends)
    };
    actors.iter().enumerate().filter(is_meant).map(|(at, _)| ActorId::new(at as u16))
}
