//! What bodies tell minds: the phrases of `[sense.NAME]`, and the percepts that they become.

use cunning_mind::Value;
use cunning_plan::model::{Fact, FactId, FactKind, PlanningDomain, TypeId, TypeKind};

use super::words::{Findings, Thing, Things, WORD, handle};
use crate::scene::{Spot, Word};
use crate::{Actor, ActorId, Cell, DoorId, ItemId, Scene, SpotId, Stance, StationId, World};

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
    /// The named place that it is in, or else near: places with the objects that stand for them.
    Place(Vec<(SpotId, u32)>),
    /// The hour of the day.
    Hour,
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
    /// Whom it sees alive; nothing is said of those who are out of sight.
    Spots(Whom, TypeId),
    /// Whom it could shoot at: in sight, and within the range of its weapon.
    Reaches(Whom, TypeId),
    /// Whom it sees dead.
    Dead(Whom, TypeId),
    /// Who of those it sees is nearest; an object of this type. If there is nobody, that may be told or not.
    Nearest {
        whom: Whom,
        ty: TypeId,
        tells_none: bool,
    },
    /// Whether it is sheltered from all that it sees.
    Sheltered(Whom),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whom {
    Enemies,
    Friends,
}

impl Whom {
    fn read(findings: &mut Findings<'_>, word: &Word) -> Option<Self> {
        match word.text.as_str() {
            "enemies" => Some(Self::Enemies),
            "friends" => Some(Self::Friends),
            _ => {
                findings.unknown("sort of people", word, ["enemies", "friends"]);
                None
            }
        }
    }
}

/// What a body knows of itself beyond the world: what it heard, and whom it has seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) heard: bool,
    /// For each fact about people and each actor, whether it was seen when it was looked for last.
    pub(super) seen: Vec<(FactId, Vec<bool>)>,
}

impl Body {
    fn seen_for(&mut self, fact: FactId, actors: usize) -> &mut [bool] {
        let known = self.seen.iter().position(|(known, _)| *known == fact);
        let at = known.unwrap_or_else(|| {
            self.seen.push((fact, vec![false; actors]));
            self.seen.len() - 1
        });
        &mut self.seen[at].1
    }
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

const SOURCES: [&str; 16] = [
    "place",
    "hour",
    "health",
    "rounds",
    "suppression",
    "crouched",
    "hears",
    "holds",
    "stock",
    "open",
    "sees",
    "spots",
    "reaches",
    "dead",
    "nearest",
    "sheltered",
];

/// A fact, and what its indices may stand for in the scene.
struct Subject<'a> {
    scene: &'a Scene,
    domain: &'a PlanningDomain,
    things: &'a Things,
    fact: &'a Fact,
}

impl Subject<'_> {
    /// The objects that an index may be, with what they are in the world.
    fn objects(&self, at: usize) -> impl Iterator<Item = (Value, Thing)> {
        let objects = self.fact.of.get(at).into_iter().flat_map(|ty| self.domain.objects_of(*ty));
        objects.map(|id| (Value::Object(id.index() as u32), self.things.object(id)))
    }

    /// For a family of one index: the things of a sort.
    fn family<T>(&self, pick: impl Fn(Thing) -> Option<T>) -> Vec<(Vec<Value>, T)> {
        self.objects(0).filter_map(|(value, thing)| pick(thing).map(|picked| (vec![value], picked))).collect()
    }

    fn places(&self, ty: TypeId) -> Source {
        let spots = self
            .domain
            .objects_of(ty)
            .filter_map(|object| self.things.object(object).spot.map(|spot| (spot, object.index() as u32)));
        Source::Place(spots.collect())
    }

    /// The item that a word names.
    fn item(&self, findings: &mut Findings<'_>, word: &Word) -> Option<ItemId> {
        let item = self.scene.item(&word.text);
        if item.is_none() {
            findings.unknown("item", word, self.scene.items().iter().map(|item| item.name.as_str()));
        }
        item
    }

    /// Stations with items: those that are named, or all.
    fn stock(&self, findings: &mut Findings<'_>, words: &[Word]) -> Option<Source> {
        let named = words.iter().map(|word| self.item(findings, word)).collect::<Option<Vec<_>>>()?;
        let is_meant = |item: &ItemId| named.is_empty() || named.contains(item);
        let mut all = Vec::new();
        for (place, thing) in self.objects(0) {
            let Some(station) = thing.station else { continue };
            let items =
                self.objects(1).filter_map(|(value, thing)| Some((value, thing.item.filter(is_meant)?)));
            all.extend(items.map(|(value, item)| (vec![place, value], station, item)));
        }
        Some(Source::Stock(all))
    }

    /// The open type that a family is indexed by, if it is indexed by one alone.
    fn open_type(&self) -> Option<TypeId> {
        let [ty] = self.fact.of[..] else { return None };
        let known = self.domain.types().get(ty)?;
        matches!(known.kind, TypeKind::Open { .. }).then_some(ty)
    }
}

impl Feed {
    /// Reads a phrase about a fact; nothing if the domain has no such fact, or if the phrase makes no sense.
    pub(super) fn read(
        scene: &Scene,
        domain: &PlanningDomain,
        things: &Things,
        findings: &mut Findings<'_>,
        (name, phrase): (&Word, &[Word]),
    ) -> Option<Self> {
        let id = domain.fact_named(&name.text)?;
        let fact = domain.facts().get(id)?;
        let (first, rest) = phrase.split_first()?;
        let subject = Subject { scene, domain, things, fact };
        let mut wrong = |message: String| {
            findings.error(WORD, message, first.span);
            None
        };
        let source = match (first.text.as_str(), rest) {
            ("place", []) => match fact.kind {
                FactKind::Object { ty, .. } if fact.of.is_empty() => subject.places(ty),
                _ => return wrong(format!("`{}` must be an object to be a place", name.text)),
            },
            (word @ ("nearest" | "spots"), [people])
                if word == "nearest" || matches!(fact.kind, FactKind::Object { .. }) =>
            {
                let open = |ty: TypeId| {
                    let known = domain.types().get(ty);
                    known.is_some_and(|known| matches!(known.kind, TypeKind::Open { .. }))
                };
                match fact.kind {
                    FactKind::Object { ty, optional: true } if fact.of.is_empty() && open(ty) => {
                        let whom = Whom::read(findings, people)?;
                        Source::Nearest { whom, ty, tells_none: word == "nearest" }
                    }
                    _ => return wrong(format!("`{}` must be an object of an open type, or none", name.text)),
                }
            }
            (word, _) if matches!(fact.kind, FactKind::Object { .. }) && SOURCES.contains(&word) => {
                return wrong(format!(
                    "`{word}` tells a number or a truth, and `{}` is an object",
                    name.text
                ));
            }
            ("hour", []) if fact.of.is_empty() => Source::Hour,
            ("health", []) if fact.of.is_empty() => Source::Health,
            ("rounds", []) if fact.of.is_empty() => Source::Rounds,
            ("suppression", []) if fact.of.is_empty() => Source::Suppression,
            ("crouched", []) if fact.of.is_empty() => Source::Crouched,
            ("hears", []) if fact.of.is_empty() => Source::Hears,
            ("holds", []) if fact.of.len() == 1 => Source::Holds(subject.family(|thing| thing.item)),
            ("holds", [item]) if fact.of.is_empty() => {
                Source::Holds(vec![(Vec::new(), subject.item(findings, item)?)])
            }
            ("holds", []) => {
                return wrong("`holds` is for facts of items; or say which: `holds coin`".to_owned());
            }
            ("stock", items) if fact.of.len() == 2 => subject.stock(findings, items)?,
            ("stock", _) => return wrong("`stock` is for facts of stations and items".to_owned()),
            ("open", []) if fact.of.len() == 1 => Source::Open(subject.family(|thing| thing.door)),
            (word @ ("sees" | "spots" | "reaches" | "dead"), [people]) => {
                let Some(ty) = subject.open_type() else {
                    return wrong(format!("`{word}` is for facts of an open type"));
                };
                let whom = Whom::read(findings, people)?;
                match word {
                    "sees" => Source::Sees(whom, ty),
                    "spots" => Source::Spots(whom, ty),
                    "reaches" => Source::Reaches(whom, ty),
                    _ => Source::Dead(whom, ty),
                }
            }
            ("sheltered", [people]) if fact.of.is_empty() => Source::Sheltered(Whom::read(findings, people)?),
            (word, _) if SOURCES.contains(&word) => {
                return wrong(format!("`{word}` is not said like this of `{}`", name.text));
            }
            _ => {
                findings.unknown("sense", first, SOURCES);
                return None;
            }
        };
        Some(Self { fact: id, kind: fact.kind, source })
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
            Source::Stock(_)
                | Source::Open(_)
                | Source::Sees(..)
                | Source::Spots(..)
                | Source::Reaches(..)
                | Source::Dead(..)
                | Source::Nearest { .. }
                | Source::Hears
        )
    }

    /// Looks what there is to tell for an actor.
    pub(super) fn ask(
        &self,
        world: &World,
        id: ActorId,
        own: &[(u32, Thing)],
        body: &mut Body,
        told: &mut Vec<Told>,
    ) {
        let Some(actor) = world.actor(id) else { return };
        let mut tell = |indices: &[Value], value: Value| {
            told.push(Told { fact: self.fact, indices: indices.to_vec(), value, binds: None });
        };
        match &self.source {
            Source::Place(spots) => {
                let is_optional = matches!(self.kind, FactKind::Object { optional: true, .. });
                match place(world, actor, spots, own, is_optional) {
                    Some(object) => tell(&[], Value::Object(object)),
                    None if is_optional => tell(&[], Value::None),
                    None => {}
                }
            }
            Source::Hour => {
                if let Some(hour) = world.hour() {
                    tell(&[], self.value(hour.into()));
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
            Source::Sees(whom, ty) | Source::Reaches(whom, ty) => {
                let must_reach = matches!(self.source, Source::Reaches(..));
                let seen = body.seen_for(self.fact, world.actors().len());
                for other in others(world, id, *whom) {
                    let is_alive = world.actor(other).is_some_and(crate::Actor::is_alive);
                    let is_near = !must_reach || world.is_in_range(id, other);
                    let is_seen = is_alive && is_near && world.sees(id, other);
                    if std::mem::replace(&mut seen[other.index()], is_seen) || is_seen {
                        told.push(self.about(other, is_seen, *ty));
                    }
                }
            }
            Source::Spots(whom, ty) => {
                told.extend(in_sight(world, id, *whom).map(|other| self.about(other, true, *ty)));
            }
            Source::Nearest { whom, ty, tells_none } => {
                let apart =
                    |other: &ActorId| world.actor(*other).map(|other| actor.cell().distance(other.cell()));
                let nearest = in_sight(world, id, *whom).min_by_key(|other| (apart(other), *other));
                match nearest {
                    Some(other) => {
                        let handle = handle(other);
                        let binds = Some((*ty, handle));
                        told.push(Told {
                            fact: self.fact,
                            indices: Vec::new(),
                            value: Value::Handle(handle),
                            binds,
                        });
                    }
                    None if *tells_none => tell(&[], Value::None),
                    None => {}
                }
            }
            Source::Sheltered(whom) => {
                let is_sheltered = |other: ActorId| {
                    let from = world.actor(other).map(crate::Actor::cell);
                    from.is_none_or(|from| world.cover_from(actor.cell(), from) != crate::Shelter::None)
                };
                let mut all = in_sight(world, id, *whom);
                tell(&[], self.value(all.all(is_sheltered).into()));
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

/// The object for the place where an actor is. Who is on the way somewhere is not there before the walk is over, and who is
/// nowhere is at the nearest place, as the crow flies, unless nowhere is an answer too.
fn place(
    world: &World,
    actor: &Actor,
    spots: &[(SpotId, u32)],
    own: &[(u32, Thing)],
    is_optional: bool,
) -> Option<u32> {
    let cell = actor.cell();
    let is_going_to = |spot: &Spot| actor.destination().is_some_and(|to| spot.cells.contains(&to));
    let places = spots.iter().filter_map(|(spot, object)| {
        let own = own.iter().find(|(word, _)| word == object).and_then(|(_, thing)| thing.spot);
        let spot = world.scene().spots().get(own.unwrap_or(*spot).index())?;
        (!is_going_to(spot)).then_some((spot, *object))
    });
    let distance = |spot: &Spot| spot.cells.iter().map(|other| cell.octile_to(*other)).min();
    let nearest =
        places.filter_map(|(spot, object)| Some((distance(spot)?, object))).min_by_key(|near| near.0);
    nearest
        .filter(|(distance, _)| !is_optional || *distance == cell.octile_to(cell))
        .map(|(_, object)| object)
}

/// Whether an actor sees one of some cells, or stands beside it.
fn notices(world: &World, id: ActorId, cells: &[Cell]) -> bool {
    let at = world.actor(id).map(crate::Actor::cell);
    let is_near = |cell: &Cell| at.is_some_and(|at| at.moves_to(*cell) <= 1);
    cells.iter().any(|cell| is_near(cell) || world.sees_cell(id, *cell))
}

/// Who of them is alive and in sight.
fn in_sight(world: &World, id: ActorId, whom: Whom) -> impl Iterator<Item = ActorId> {
    let is_alive = |other: &ActorId| world.actor(*other).is_some_and(crate::Actor::is_alive);
    others(world, id, whom).filter(is_alive).filter(move |other| world.sees(id, *other))
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
