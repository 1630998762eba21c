//! The phrases of `[sense.NAME]`, and the values that they read from the world.

use cunning_diag::Collector;
use cunning_mind::engine::Value;
use cunning_plan::model::{Fact, FactId, FactKind, PlanningDomain, TypeId, TypeKind};

use super::hearing::Hearing;
use super::names::{Thing, Things, WORD, handle, unknown};
use super::sightings::Sightings;
use crate::scene::{Pile, Spot, Word};
use crate::{Actor, ActorId, Cell, DoorId, ItemId, Scene, SpotId, Stance, StationId, WeaponId, World};

/// How the value of one fact, or of a family of facts, is sensed.
#[derive(Clone, Debug)]
pub(super) struct Feed {
    pub(super) fact: FactId,
    kind: FactKind,
    source: Source,
}

/// What a value is read from. Objects of the domain are resolved when the scene is loaded.
#[derive(Clone, Debug)]
enum Source {
    /// The named place that the actor is in or near: places and the objects that stand for them.
    Place(Vec<(SpotId, u32)>),
    /// The hour of the day.
    Hour,
    Health,
    Rounds,
    /// The rounds in the magazine of one of the actor's weapons.
    RoundsIn(WeaponId),
    /// Whether the actor has a weapon in hand.
    Wields(WeaponId),
    Suppression,
    Crouched,
    /// Whether a noise was heard since the last reading.
    Hears,
    /// Whether a noise that an actor of the group made was heard since the last reading.
    HearsOf(Group),
    /// How many of an item the actor carries.
    Holds(Vec<(Vec<Value>, ItemId)>),
    /// The stock of stations in sight.
    Stock(Vec<(Vec<Value>, StationId, ItemId)>),
    /// The prices at which stations in sight sell.
    Asks(Vec<(Vec<Value>, StationId, ItemId)>),
    /// The prices at which stations in sight buy.
    Pays(Vec<(Vec<Value>, StationId, ItemId)>),
    /// Whether doors in sight are open.
    Open(Vec<(Vec<Value>, DoorId)>),
    /// Whether actors are in sight and alive; objects of this type.
    Sees(Group, TypeId),
    /// Actors in sight and alive; actors out of sight are not reported.
    Spots(Group, TypeId),
    /// Whether actors are in sight and within weapon range.
    Reaches(Group, TypeId),
    /// Whether actors in sight have less than half of their health.
    Wounded(Group, TypeId),
    /// Dead actors in sight.
    Dead(Group, TypeId),
    /// The nearest actor in sight, as an object of this type. `reports_none` decides whether an empty result
    /// is reported.
    Nearest {
        group: Group,
        ty: TypeId,
        reports_none: bool,
    },
    /// Whether the actor has cover from all actors in sight.
    Sheltered(Group),
    /// Whether the actor is pinned.
    Pinned,
    /// Whether actors in sight are pinned.
    SeesPinned(Group, TypeId),
    /// Whether the blast of a grenade in sight would reach the actor.
    Blast,
    /// Whether the actor is under arrest.
    Held,
    /// Whether an actor sees this actor.
    Watched(Group),
    /// Actors that were seen taking from a station since the last reading.
    Takes(Group, TypeId),
    /// How many of an item lie on the ground, as far as the actor has seen.
    Lies(Vec<(Vec<Value>, ItemId)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Enemies,
    Friends,
}

impl Group {
    fn read(collector: &mut Collector, word: &Word) -> Option<Self> {
        match word.text.as_str() {
            "enemies" => Some(Self::Enemies),
            "friends" => Some(Self::Friends),
            _ => {
                unknown(collector, "group", word, ["enemies", "friends"]);
                None
            }
        }
    }
}

/// What an actor remembers for its senses: whether it heard something, and which actors it saw.
#[derive(Clone, Debug, Default)]
pub(super) struct SenseMemory {
    pub(super) hearing: Hearing,
    /// Where enemies were last seen.
    pub(super) sightings: Sightings,
    /// The actors that were seen taking from a station since the last reading.
    pub(super) thieves: Vec<ActorId>,
    /// The items that were seen on the ground, sorted by cell and item.
    pub(super) lying: Vec<Pile>,
    /// For each fact about actors, which actors were in sight at the last reading.
    pub(super) seen: Vec<(FactId, Vec<bool>)>,
}

impl SenseMemory {
    fn seen_for(&mut self, fact: FactId, actors: usize) -> &mut [bool] {
        let known = self.seen.iter().position(|(known, _)| *known == fact);
        let at = known.unwrap_or_else(|| {
            self.seen.push((fact, vec![false; actors]));
            self.seen.len() - 1
        });
        // Actors may have been added since the last reading.
        self.seen[at].1.resize(actors, false);
        &mut self.seen[at].1
    }
}

/// The sensed value of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SensedValue {
    pub(super) fact: FactId,
    pub(super) indices: Vec<Value>,
    pub(super) value: Value,
    /// An object that has to be bound first.
    pub(super) binds: Option<(TypeId, u64)>,
}

const SOURCES: [&str; 26] = [
    "wields",
    "wounded",
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
    "pinned",
    "blast",
    "held",
    "watched",
    "takes",
    "lies",
    "asks",
    "pays",
];

/// A fact, and the scene and domain to resolve its indices in.
struct Subject<'a> {
    scene: &'a Scene,
    domain: &'a PlanningDomain,
    things: &'a Things,
    fact: &'a Fact,
}

impl Subject<'_> {
    /// The objects that an index ranges over, with what they are in the scene.
    fn objects(&self, at: usize) -> impl Iterator<Item = (Value, Thing)> {
        let objects = self.fact.of.get(at).into_iter().flat_map(|ty| self.domain.objects_of(*ty));
        objects.map(|id| (Value::Object(id.index() as u32), self.things.object(id)))
    }

    /// For a family of one index: the objects that stand for things of a kind.
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

    /// Resolves a word to an item.
    fn item(&self, collector: &mut Collector, word: &Word) -> Option<ItemId> {
        let item = self.scene.item(&word.text);
        if item.is_none() {
            unknown(collector, "item", word, self.scene.items().iter().map(|item| item.name.as_str()));
        }
        item
    }

    /// Resolves a word to a weapon.
    fn weapon(&self, collector: &mut Collector, word: &Word) -> Option<WeaponId> {
        let weapon = self.scene.weapon(&word.text);
        if weapon.is_none() {
            unknown(
                collector,
                "weapon",
                word,
                self.scene.weapons().iter().map(|weapon| weapon.name.as_str()),
            );
        }
        weapon
    }

    /// Resolves a word to a station.
    fn station(&self, collector: &mut Collector, word: &Word) -> Option<StationId> {
        let station = self.scene.station(&word.text);
        if station.is_none() {
            let names = self.scene.stations().iter().map(|station| station.name.as_str());
            unknown(collector, "station", word, names);
        }
        station
    }

    /// The stations with the named items, or with all items.
    fn stock(
        &self,
        collector: &mut Collector,
        words: &[Word],
    ) -> Option<Vec<(Vec<Value>, StationId, ItemId)>> {
        let named = words.iter().map(|word| self.item(collector, word)).collect::<Option<Vec<_>>>()?;
        let is_meant = |item: &ItemId| named.is_empty() || named.contains(item);
        let mut all = Vec::new();
        for (place, thing) in self.objects(0) {
            let Some(station) = thing.station else { continue };
            let items =
                self.objects(1).filter_map(|(value, thing)| Some((value, thing.item.filter(is_meant)?)));
            all.extend(items.map(|(value, item)| (vec![place, value], station, item)));
        }
        Some(all)
    }

    /// The open type of the index, for a family that has an open type as its only index.
    fn open_type(&self) -> Option<TypeId> {
        let [ty] = self.fact.of[..] else { return None };
        let known = self.domain.types().get(ty)?;
        matches!(known.kind, TypeKind::Open { .. }).then_some(ty)
    }
}

impl Source {
    /// The source that a single word names.
    fn plain(word: &str) -> Option<Self> {
        Some(match word {
            "hour" => Self::Hour,
            "health" => Self::Health,
            "rounds" => Self::Rounds,
            "suppression" => Self::Suppression,
            "crouched" => Self::Crouched,
            "hears" => Self::Hears,
            "pinned" => Self::Pinned,
            "blast" => Self::Blast,
            "held" => Self::Held,
            _ => return None,
        })
    }

    /// The one number that a source has at any time, such as what an actor knows of its own body; nothing for other sources.
    fn own(&self, world: &World, id: ActorId, actor: &crate::Actor) -> Option<i64> {
        Some(match self {
            Self::Health => actor.health().into(),
            Self::Rounds => actor.rounds().into(),
            Self::RoundsIn(weapon) => world.rounds_in(id, *weapon).unwrap_or(0).into(),
            Self::Wields(weapon) => world.wields(id, *weapon).into(),
            Self::Suppression => actor.suppression().into(),
            Self::Crouched => (actor.stance() == Stance::Crouched).into(),
            Self::Blast => world.is_in_seen_blast(id, actor.cell()).into(),
            Self::Held => world.captor(id).is_some().into(),
            Self::Pinned => world.is_pinned(id).into(),
            Self::Hour => world.hour()?.into(),
            Self::Watched(group) => others(world, id, *group).any(|other| world.sees(other, id)).into(),
            _ => return None,
        })
    }
}

impl Feed {
    /// Reads a phrase for a fact. Returns nothing if the domain has no such fact or the phrase is invalid.
    pub(super) fn read(
        scene: &Scene,
        domain: &PlanningDomain,
        things: &Things,
        collector: &mut Collector,
        (name, phrase): (&Word, &[Word]),
    ) -> Option<Self> {
        let id = domain.fact_named(&name.text)?;
        let fact = domain.facts().get(id)?;
        let (first, rest) = phrase.split_first()?;
        let subject = Subject { scene, domain, things, fact };
        let mut wrong = |message: String| {
            collector.error(first.span, WORD, message);
            None
        };
        let source = match (first.text.as_str(), rest) {
            ("place", []) => match fact.kind {
                FactKind::Object { ty, .. } if fact.of.is_empty() => subject.places(ty),
                _ => {
                    return wrong(format!(
                        "`place` needs a fact whose value is an object, and `{}` has none",
                        name.text
                    ));
                }
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
                        let group = Group::read(collector, people)?;
                        Source::Nearest { group, ty, reports_none: word == "nearest" }
                    }
                    _ => return wrong(format!("`{}` must be an optional object of an open type", name.text)),
                }
            }
            (word, _) if matches!(fact.kind, FactKind::Object { .. }) && SOURCES.contains(&word) => {
                return wrong(format!("`{word}` gives a number or a bool, but `{}` is an object", name.text));
            }
            (word, []) if fact.of.is_empty() && Source::plain(word).is_some() => Source::plain(word)?,
            ("rounds", [weapon]) if fact.of.is_empty() => {
                Source::RoundsIn(subject.weapon(collector, weapon)?)
            }
            ("wields", [weapon]) if fact.of.is_empty() => Source::Wields(subject.weapon(collector, weapon)?),
            ("hears", [people]) if fact.of.is_empty() => Source::HearsOf(Group::read(collector, people)?),
            ("watched", [people]) if fact.of.is_empty() => Source::Watched(Group::read(collector, people)?),
            ("lies", []) if fact.of.len() == 1 => Source::Lies(subject.family(|thing| thing.item)),
            ("lies", _) => return wrong("`lies` needs a family indexed by items".to_owned()),
            ("holds", []) if fact.of.len() == 1 => Source::Holds(subject.family(|thing| thing.item)),
            ("holds", [item]) if fact.of.is_empty() => {
                Source::Holds(vec![(Vec::new(), subject.item(collector, item)?)])
            }
            ("holds", []) => {
                return wrong(
                    "`holds` needs a family indexed by items, or an item as in `holds coin`".to_owned(),
                );
            }
            ("stock", [item, at, station]) if fact.of.is_empty() && at.text == "at" => {
                let item = subject.item(collector, item)?;
                Source::Stock(vec![(Vec::new(), subject.station(collector, station)?, item)])
            }
            ("stock", items) if fact.of.len() == 2 => Source::Stock(subject.stock(collector, items)?),
            ("asks", items) if fact.of.len() == 2 => Source::Asks(subject.stock(collector, items)?),
            ("pays", items) if fact.of.len() == 2 => Source::Pays(subject.stock(collector, items)?),
            ("stock", _) => {
                return wrong(
                    "`stock` needs a family indexed by stations and items, or an item and a station as in `stock coin at market`"
                        .to_owned(),
                );
            }
            ("open", []) if fact.of.len() == 1 => Source::Open(subject.family(|thing| thing.door)),
            (word @ ("sees" | "spots" | "reaches" | "dead" | "wounded" | "pinned" | "takes"), [people]) => {
                let Some(ty) = subject.open_type() else {
                    return wrong(format!("`{word}` needs a family indexed by an open type"));
                };
                let group = Group::read(collector, people)?;
                match word {
                    "sees" => Source::Sees(group, ty),
                    "spots" => Source::Spots(group, ty),
                    "reaches" => Source::Reaches(group, ty),
                    "pinned" => Source::SeesPinned(group, ty),
                    "takes" => Source::Takes(group, ty),
                    "wounded" => Source::Wounded(group, ty),
                    _ => Source::Dead(group, ty),
                }
            }
            ("sheltered", [people]) if fact.of.is_empty() => {
                Source::Sheltered(Group::read(collector, people)?)
            }
            (word, _) if SOURCES.contains(&word) => {
                return wrong(format!("`{word}` with these words does not fit the fact `{}`", name.text));
            }
            _ => {
                unknown(collector, "sense", first, SOURCES);
                return None;
            }
        };
        Some(Self { fact: id, kind: fact.kind, source })
    }

    /// The item that is counted, if this feed counts one.
    pub(super) fn item_held(&self, indices: &[Value]) -> Option<ItemId> {
        let Source::Holds(items) = &self.source else { return None };
        items.iter().find(|(known, _)| known == indices).map(|(_, item)| *item)
    }

    /// Whether the value comes from the body itself and overrides any belief.
    pub(super) fn is_felt(&self) -> bool {
        !matches!(
            self.source,
            Source::Stock(_)
                | Source::Asks(_)
                | Source::Pays(_)
                | Source::Open(_)
                | Source::Sees(..)
                | Source::Spots(..)
                | Source::Reaches(..)
                | Source::Dead(..)
                | Source::Wounded(..)
                | Source::Nearest { .. }
                | Source::SeesPinned(..)
                | Source::Takes(..)
                | Source::Lies(..)
                | Source::Hears
                | Source::HearsOf(_)
        )
    }

    /// Reads the current values for an actor.
    pub(super) fn ask(
        &self,
        world: &World,
        id: ActorId,
        aliases: &[(u32, Thing)],
        memory: &mut SenseMemory,
        sensed: &mut Vec<SensedValue>,
    ) {
        let Some(actor) = world.actor(id) else { return };
        let mut push = |indices: &[Value], value: Value| {
            sensed.push(SensedValue { fact: self.fact, indices: indices.to_vec(), value, binds: None });
        };
        if let Some(number) = self.source.own(world, id, actor) {
            push(&[], self.value(number));
            return;
        }
        match &self.source {
            Source::Place(spots) => {
                let is_optional = matches!(self.kind, FactKind::Object { optional: true, .. });
                match place(world, actor, spots, aliases, is_optional) {
                    Some(object) => push(&[], Value::Object(object)),
                    None if is_optional => push(&[], Value::None),
                    None => {}
                }
            }
            Source::Hears => push(&[], self.value(std::mem::take(&mut memory.hearing.any).into())),
            Source::HearsOf(group) => {
                let heard = match group {
                    Group::Enemies => &mut memory.hearing.enemies,
                    Group::Friends => &mut memory.hearing.friends,
                };
                push(&[], self.value(std::mem::take(heard).into()));
            }
            Source::Holds(items) => {
                for (indices, item) in items {
                    push(indices, self.value(actor.goods().count(*item).into()));
                }
            }
            Source::Stock(all) | Source::Asks(all) | Source::Pays(all) => {
                self.ask_stations(world, id, all, |indices, number| push(indices, self.value(number.into())));
            }
            Source::Open(doors) => {
                for (indices, door) in doors {
                    let Some(spec) = world.scene().doors().get(door.index()) else { continue };
                    if let (true, Some(state)) = (notices(world, id, &[spec.cell]), world.door(*door)) {
                        push(indices, self.value(state.is_open().into()));
                    }
                }
            }
            Source::Sees(group, ty) | Source::Reaches(group, ty) => {
                self.ask_sight(world, id, (*group, *ty), memory, sensed);
            }
            Source::Takes(group, ty) => {
                for thief in std::mem::take(&mut memory.thieves) {
                    if others(world, id, *group).any(|other| other == thief) {
                        memory.sightings.note(world, thief);
                        sensed.push(self.about(thief, true, *ty));
                    }
                }
            }
            Source::Lies(items) => {
                memory.look_for_items(world, id);
                for (indices, item) in items {
                    push(indices, self.value(memory.lying(*item)));
                }
            }
            Source::SeesPinned(group, ty) => {
                let pinned = |other: ActorId| self.about(other, world.is_pinned(other), *ty);
                sensed.extend(in_sight(world, id, *group).map(pinned));
            }
            Source::Wounded(group, ty) => {
                let wounded = |other: ActorId| self.about(other, is_wounded(world, other), *ty);
                sensed.extend(in_sight(world, id, *group).map(wounded));
            }
            Source::Spots(group, ty) => {
                for other in in_sight(world, id, *group) {
                    memory.sightings.note(world, other);
                    sensed.push(self.about(other, true, *ty));
                }
                for lost in memory.sightings.lose(world, id) {
                    sensed.push(self.about(lost, false, *ty));
                }
            }
            Source::Nearest { group, ty, reports_none } => match nearest(world, id, *group) {
                Some(other) => sensed.push(self.is_object(handle(other), *ty)),
                None if *reports_none => push(&[], Value::None),
                None => {}
            },
            Source::Sheltered(group) => {
                let is_sheltered = |other: ActorId| {
                    let from = world.actor(other).map(crate::Actor::cell);
                    from.is_none_or(|from| world.cover_from(actor.cell(), from) != crate::Shelter::None)
                };
                let mut all = in_sight(world, id, *group);
                push(&[], self.value(all.all(is_sheltered).into()));
            }
            Source::Dead(group, ty) => {
                for other in others(world, id, *group) {
                    let is_dead = world.actor(other).is_some_and(|other| !other.is_alive());
                    if is_dead && world.sees(id, other) {
                        sensed.push(self.about(other, true, *ty));
                    }
                }
            }
            // Read above.
            _ => {}
        }
    }

    /// Reads the stock or the prices of stations in sight.
    fn ask_stations(
        &self,
        world: &World,
        id: ActorId,
        all: &[(Vec<Value>, StationId, ItemId)],
        mut push: impl FnMut(&[Value], u16),
    ) {
        // Entries of the same station follow each other.
        let mut last = None;
        for (indices, station, item) in all {
            let cells = world.scene().stations().get(station.index()).map_or(&[][..], |s| &s.cells);
            let is_noticed = match last {
                Some((known, is_noticed)) if known == *station => is_noticed,
                _ => notices(world, id, cells),
            };
            last = Some((*station, is_noticed));
            if !is_noticed {
                continue;
            }
            let number = match self.source {
                Source::Asks(_) => world.asks(*station, *item),
                Source::Pays(_) => world.pays(*station, *item),
                _ => world.stock(*station).map(|stock| stock.count(*item)),
            };
            push(indices, number.unwrap_or(0));
        }
    }

    /// Reads which actors are in sight, and within range if they have to be.
    fn ask_sight(
        &self,
        world: &World,
        id: ActorId,
        (group, ty): (Group, TypeId),
        memory: &mut SenseMemory,
        sensed: &mut Vec<SensedValue>,
    ) {
        let must_reach = matches!(self.source, Source::Reaches(..));
        for other in others(world, id, group) {
            let is_alive = world.actor(other).is_some_and(crate::Actor::is_alive);
            let is_near = !must_reach || world.is_in_range(id, other);
            let is_seen = is_alive && is_near && world.sees(id, other);
            if is_seen {
                memory.sightings.note(world, other);
            }
            let seen = memory.seen_for(self.fact, world.actors().len());
            if std::mem::replace(&mut seen[other.index()], is_seen) || is_seen {
                sensed.push(self.about(other, is_seen, ty));
            }
        }
    }

    /// The value that is an object of the game.
    fn is_object(&self, handle: u64, ty: TypeId) -> SensedValue {
        let (value, binds) = (Value::Handle(handle), Some((ty, handle)));
        SensedValue { fact: self.fact, indices: Vec::new(), value, binds }
    }

    fn about(&self, other: ActorId, is_so: bool, ty: TypeId) -> SensedValue {
        let handle = handle(other);
        let value = self.value(is_so.into());
        SensedValue {
            fact: self.fact,
            indices: vec![Value::Handle(handle)],
            value,
            binds: Some((ty, handle)),
        }
    }

    /// Converts a number to a value that the fact can have.
    fn value(&self, number: i64) -> Value {
        match self.kind {
            FactKind::Int { min, max, .. } => Value::Int(number.clamp(min, max)),
            FactKind::Bool | FactKind::Object { .. } => Value::Bool(number > 0),
        }
    }
}

/// Returns the object for the place where an actor is. The destination of a walk does not count before the
/// walk has ended. Outside all places this is the nearest place in a straight line, or nothing if the fact is
/// optional.
fn place(
    world: &World,
    actor: &Actor,
    spots: &[(SpotId, u32)],
    aliases: &[(u32, Thing)],
    is_optional: bool,
) -> Option<u32> {
    let cell = actor.cell();
    let is_going_to = |spot: &Spot| actor.destination().is_some_and(|to| spot.cells.contains(&to));
    let places = spots.iter().filter_map(|(spot, object)| {
        let aliases = aliases.iter().find(|(word, _)| word == object).and_then(|(_, thing)| thing.spot);
        let spot = world.scene().spots().get(aliases.unwrap_or(*spot).index())?;
        (!is_going_to(spot)).then_some((spot, *object))
    });
    let distance = |spot: &Spot| spot.cells.iter().map(|other| cell.octile_to(*other)).min();
    let nearest =
        places.filter_map(|(spot, object)| Some((distance(spot)?, object))).min_by_key(|near| near.0);
    nearest
        .filter(|(distance, _)| !is_optional || *distance == cell.octile_to(cell))
        .map(|(_, object)| object)
}

/// Whether an actor sees one of some cells, or stands next to one.
fn notices(world: &World, id: ActorId, cells: &[Cell]) -> bool {
    let at = world.actor(id).map(crate::Actor::cell);
    let is_near = |cell: &Cell| at.is_some_and(|at| at.moves_to(*cell) <= 1);
    cells.iter().any(|cell| is_near(cell) || world.sees_cell(id, *cell))
}

/// The nearest actor of a group in sight; the first of several at the same distance.
fn nearest(world: &World, id: ActorId, group: Group) -> Option<ActorId> {
    let from = world.actor(id)?.cell();
    let apart = |other: &ActorId| world.actor(*other).map(|other| from.distance(other.cell()));
    in_sight(world, id, group).min_by_key(|other| (apart(other), *other))
}

/// Whether an actor has less than half of its health.
fn is_wounded(world: &World, id: ActorId) -> bool {
    let spec = world.scene().actors().get(id.index());
    let body = spec.and_then(|spec| world.scene().bodies().get(spec.body.index()));
    let health = world.actor(id).map(Actor::health);
    body.zip(health).is_some_and(|(body, health)| u32::from(health) * 2 < u32::from(body.health))
}

/// The living actors of a group in sight.
fn in_sight(world: &World, id: ActorId, group: Group) -> impl Iterator<Item = ActorId> {
    let is_alive = |other: &ActorId| world.actor(*other).is_some_and(crate::Actor::is_alive);
    others(world, id, group).filter(is_alive).filter(move |other| world.sees(id, *other))
}

fn others(world: &World, id: ActorId, group: Group) -> impl Iterator<Item = ActorId> {
    let actors = world.scene().actors();
    let team = actors.get(id.index()).map(|spec| spec.team);
    let is_meant = move |(at, spec): &(usize, &crate::scene::ActorSpec)| {
        let is_friend = Some(spec.team) == team;
        *at != id.index() && is_friend == (group == Group::Friends)
    };
    actors.iter().enumerate().filter(is_meant).map(|(at, _)| ActorId::new(at as u16))
}
