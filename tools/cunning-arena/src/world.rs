//! The world: the changing state of a scene, and the rules by which it changes.
//!
//! Intents go in ([`World::intend`]), events come out ([`World::drain_events`]), and [`World::tick`] advances
//! time. A world contains bodies and things. It knows nothing of minds, plans or goals.

mod actor;
mod door;
mod edit;
mod event;
mod intent;
mod rules;
mod save;
mod tick;

use std::sync::{Arc, OnceLock};

use cunning_encode::{Encode as _, StateHash};
use cunning_walk::navigator::NavigatorConfig;
use cunning_walk::{Grid, Random};

use crate::custody::Custody;
use crate::id::{ActorId, DoorId, IntentId, ItemId, StationId};
use crate::limits::{EVENTS_MAX, QUEUE_MAX, REACH_MAX, TIME_MS_MAX};
use crate::paths::{OwnPaths, Paths, is_passable};
use crate::scene::{Bodies, Pile, Scene, WinCondition};
use crate::{Cell, Goods, Grenade, combat, seeking};

pub use actor::{Actor, SUPPRESSION_MAX};
pub(crate) use actor::{Task, Walk};
pub use door::{DoorAction, DoorState};
pub(crate) use edit::Spawned;
pub use event::{Event, EventKind, Failure, Noise, NoiseKind, Obstacle, Outcome};
pub(crate) use intent::Order;
pub use intent::{DoorPolicy, Goal, Holder, Intent, Stance, Target};
pub use save::RestoreError;

/// A world: a scene and its current state.
///
/// A clone is a snapshot: it continues exactly as the original would. Undrained events are copied with it but
/// are not part of the state: neither [`World::hash`] nor [`World::save`] includes them.
///
/// ```
/// use std::sync::Arc;
/// use cunning_arena::{DoorPolicy, Cell, Goal, Intent, Scene, EventKind, World};
/// use cunning_diag::Source;
///
/// let scene = Scene::parse(&Source::new("hall.toml", "
/// [scene]
/// name = 'hall'
/// teams = ['one']
/// map = '''
/// .......
/// .......
/// '''
/// [[actor]]
/// name = 'ann'
/// team = 'one'
/// at = [1, 1]
/// "))?;
/// let ann = scene.actor("ann").expect("ann is in the scene");
/// let mut world = World::new(Arc::new(scene));
///
/// let to = Goal::Cell(Cell::new(5, 1));
/// let walk = world.intend(ann, Intent::Walk { to, doors: DoorPolicy::Open }).expect("the intent is valid");
/// while !world.drain_events().any(|event| matches!(event.kind, EventKind::Ended { intent, .. } if intent == walk)) {
///     world.tick(100);
/// }
/// // Four cells at 3.5 cells a second are 1143 ms: twelve ticks.
/// assert_eq!((world.actors()[0].cell(), world.time_ms()), (Cell::new(5, 1), 1200));
/// # Ok::<(), cunning_diag::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) scene: Arc<Scene>,
    pub(crate) state: State,
    /// The actor that stands in each cell, if bodies are solid: its index plus one, or zero. Derived from the
    /// state.
    pub(crate) standing: Vec<u16>,
    /// A hash of the passable doors for each door policy. Derived from the state.
    pub(crate) door_keys: [u64; 2],
    pub(crate) events: Vec<Event>,
    pub(crate) events_dropped: u64,
    pub(crate) paths: OwnPaths,
    pub(crate) shots: Vec<combat::Shot>,
    /// Ended walks of seekers that were not fetched yet. Like events, they are not part of the state.
    pub(crate) walked: Vec<seeking::Walked>,
    /// The grid for seekers. Derived from the scene when it is first needed.
    ground: OnceLock<Option<Arc<Grid>>>,
}

/// The changing state, which is saved and hashed.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) time_ms: u64,
    pub(crate) ticks: u64,
    pub(crate) dice: Random,
    pub(crate) actors: Vec<Actor>,
    pub(crate) doors: Vec<DoorState>,
    pub(crate) piles: Vec<Pile>,
    pub(crate) grenades: Vec<Grenade>,
    pub(crate) custody: Vec<Custody>,
    pub(crate) stocks: Vec<Goods>,
    /// Whether the fact of each win condition holds; false for conditions without a fact.
    pub(crate) facts: Vec<bool>,
    pub(crate) script_done: u32,
    pub(crate) intents_given: u64,
    pub(crate) queue: Vec<Order>,
    pub(crate) outcome: Option<Outcome>,
    /// The actors that were added while the scene ran, after those of the scene.
    pub(crate) spawned: Vec<Spawned>,
}

/// Why an intent was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IntentError {
    /// The actor does not exist.
    UnknownActor,
    /// The intent names something that is not in the scene.
    UnknownThing,
    /// The intent names a cell outside the map.
    OutsideMap,
    /// A number is zero or exceeds its limit.
    InvalidAmount,
    /// The number of waiting intents has reached [`QUEUE_MAX`].
    QueueFull,
    /// The body follows a mind.
    NotAPlayer,
}

impl std::fmt::Display for IntentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownActor => write!(f, "the actor does not exist"),
            Self::UnknownThing => write!(f, "the intent names something that is not in the scene"),
            Self::OutsideMap => write!(f, "the intent names a cell outside the map"),
            Self::InvalidAmount => write!(f, "a number of the intent is zero or too large"),
            Self::NotAPlayer => write!(f, "the actor is not a player; name it in `Settings::players`"),
            Self::QueueFull => write!(f, "{QUEUE_MAX} intents are already waiting for the next tick"),
        }
    }
}

impl std::error::Error for IntentError {}

impl World {
    /// Creates a world in the initial state of a scene, with the scene's seed.
    pub fn new(scene: Arc<Scene>) -> Self {
        let seed = scene.seed;
        Self::with_seed(scene, seed)
    }

    /// Creates a world in the initial state of a scene, with another seed.
    pub fn with_seed(scene: Arc<Scene>, seed: u64) -> Self {
        let scene = if scene.varies() { Arc::new(scene.varied(seed)) } else { scene };
        let actors = scene.actors.iter().map(|spec| Actor::new(&scene, spec));
        let state = State {
            time_ms: 0,
            ticks: 0,
            dice: Random::from_seed(seed),
            actors: actors.collect(),
            doors: scene.doors.iter().map(|door| door.state).collect(),
            piles: scene.piles.clone(),
            grenades: Vec::new(),
            custody: Vec::new(),
            stocks: scene.stations.iter().map(|station| station.stock).collect(),
            facts: vec![false; scene.wins.len()],
            script_done: 0,
            intents_given: 0,
            queue: Vec::new(),
            outcome: None,
            spawned: Vec::new(),
        };
        let mut world = Self::assemble(scene, state);
        world.scatter();
        world
    }

    /// Moves each actor to a random free cell within `jitter` steps of its starting cell.
    fn scatter(&mut self) {
        let jitter = self.scene.rules.jitter;
        if jitter == 0 {
            return;
        }
        let mut paths = Paths::default();
        for index in 0..self.state.actors.len() {
            let from = self.state.actors[index].cell;
            let near = |cell: &Cell| {
                let length = paths.length(self, *cell, from, DoorPolicy::Avoid);
                let is_free = *cell == from || self.standing_at(*cell).is_none();
                is_free
                    && length.is_some_and(|length| length.straight() + length.diagonal() <= u32::from(jitter))
            };
            let cells: Vec<Cell> = self.square(from, jitter, 1).filter(near).collect();
            let drawn = self.state.dice.below(cells.len() as u64);
            let Some(&cell) = cells.get(drawn as usize) else { continue };
            self.stand(from, 0);
            self.stand(cell, index as u16 + 1);
            let actor = &mut self.state.actors[index];
            (actor.cell, actor.left) = (cell, cell);
        }
    }

    /// Adds the derived parts to a state.
    fn assemble(scene: Arc<Scene>, state: State) -> Self {
        let cells = usize::from(scene.width) * usize::from(scene.height);
        let mut world = Self {
            standing: vec![0; cells],
            door_keys: [0; 2],
            scene,
            state,
            events: Vec::new(),
            events_dropped: 0,
            paths: OwnPaths::default(),
            shots: Vec::new(),
            walked: Vec::new(),
            ground: OnceLock::new(),
        };
        for index in 0..world.state.actors.len() {
            let actor = &world.state.actors[index];
            if actor.is_alive() {
                world.stand(actor.cell, index as u16 + 1);
            }
        }
        world.door_keys = world.keys_of_doors();
        world
    }

    /// The scene as varied by the seed.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The seed of the world.
    pub fn seed(&self) -> u64 {
        self.state.dice.seed()
    }

    /// The time since the start, in milliseconds.
    pub fn time_ms(&self) -> u64 {
        self.state.time_ms
    }

    /// The hour of the day, from 0 to 23, if the scene has days.
    pub fn hour(&self) -> Option<u8> {
        let day_ms = self.scene.rules.day_ms?;
        let begun_ms = u64::from(self.scene.rules.hour.unwrap_or(0)) * day_ms / 24;
        Some(((self.state.time_ms + begun_ms) % day_ms * 24 / day_ms) as u8)
    }

    /// The time until an hour of the day begins, if the scene has days; a whole day if it begins now.
    pub fn until_hour_ms(&self, hour: u8) -> Option<u64> {
        let day_ms = self.scene.rules.day_ms?;
        let at_ms = |hour: u8| (u64::from(hour % 24) * day_ms).div_ceil(24);
        let begun_ms = u64::from(self.scene.rules.hour.unwrap_or(0)) * day_ms / 24;
        let now_ms = (self.state.time_ms + begun_ms) % day_ms;
        Some((at_ms(hour) + day_ms - now_ms - 1) % day_ms + 1)
    }

    /// The number of ticks so far.
    pub fn ticks(&self) -> u64 {
        self.state.ticks
    }

    /// All actors, in scene order.
    pub fn actors(&self) -> &[Actor] {
        &self.state.actors
    }

    /// The actor with an id.
    pub fn actor(&self, actor: ActorId) -> Option<&Actor> {
        self.state.actors.get(actor.index())
    }

    /// The state of a door.
    pub fn door(&self, door: DoorId) -> Option<DoorState> {
        self.state.doors.get(door.index()).copied()
    }

    /// The items on the ground, sorted by cell, then by kind.
    pub fn piles(&self) -> &[Pile] {
        &self.state.piles
    }

    /// The stock of a station.
    pub fn stock(&self, station: StationId) -> Option<&Goods> {
        self.state.stocks.get(station.index())
    }

    /// The outcome, once the scene is decided.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome
    }

    /// Whether a cell can be walked on now, ignoring bodies.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.scene.terrain(cell).is_walkable() && self.closed_door(cell).is_none()
    }

    /// Whether a cell blocks sight and shots now.
    pub fn is_opaque(&self, cell: Cell) -> bool {
        self.scene.terrain(cell).is_opaque() || self.closed_door(cell).is_some()
    }

    /// The actor that stands in a cell and blocks it; always `None` where bodies pass each other.
    pub fn standing_at(&self, cell: Cell) -> Option<ActorId> {
        let number = self.scene.number(cell)?;
        self.standing.get(number)?.checked_sub(1).map(ActorId::new)
    }

    /// Gives an actor an intent. Intents are taken up in the next tick, in the order in which they came.
    pub fn intend(&mut self, actor: ActorId, intent: Intent) -> Result<IntentId, IntentError> {
        if self.actor(actor).is_none() {
            return Err(IntentError::UnknownActor);
        }
        self.check_intent(&intent)?;
        if self.state.queue.len() >= QUEUE_MAX {
            return Err(IntentError::QueueFull);
        }
        let id = IntentId(self.state.intents_given);
        self.state.intents_given += 1;
        self.state.queue.push(Order { actor, id, intent });
        Ok(id)
    }

    /// Cancels an intent at once. An intent that has ended or belongs to another actor is unaffected. A step
    /// in progress is finished.
    pub fn stop(&mut self, actor: ActorId, intent: IntentId) {
        let is_it = |order: &Order| order.actor == actor && order.id == intent;
        if let Some(place) = self.state.queue.iter().position(is_it) {
            self.state.queue.remove(place);
            self.ended(actor, intent, Err(Failure::Stopped));
        }
        let Some(body) = self.state.actors.get_mut(actor.index()) else { return };
        if body.legs.is_some_and(|walk| walk.id == intent) {
            self.end_walk(actor, Err(Failure::Stopped));
        } else if body.hands.is_some_and(|task| task.id == intent) {
            self.end_task(actor, Err(Failure::Stopped));
        }
    }

    /// Sets whether a fact holds, for all win conditions that name it.
    pub fn set_fact(&mut self, fact: &str, holds: bool) {
        for (win, value) in self.scene.wins.iter().zip(&mut self.state.facts) {
            if matches!(&win.when, WinCondition::Fact(name) if name == fact) {
                *value = holds;
            }
        }
    }

    /// Returns the events since the last call, in order. Events beyond [`EVENTS_MAX`] are dropped and counted
    /// in [`World::events_dropped`].
    pub fn drain_events(&mut self) -> std::vec::Drain<'_, Event> {
        self.events.drain(..)
    }

    /// The events that were not drained yet.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The number of events that were dropped because they were not drained in time.
    pub fn events_dropped(&self) -> u64 {
        self.events_dropped
    }

    pub(crate) fn emit(&mut self, kind: EventKind) {
        if self.events.len() < EVENTS_MAX {
            self.events.push(Event { time_ms: self.state.time_ms, kind });
        } else {
            self.events_dropped += 1;
        }
    }

    pub(crate) fn noise(&mut self, at: Cell, loudness: u16, kind: NoiseKind, by: Option<ActorId>) {
        self.emit(EventKind::Noise(Noise { at, loudness, kind, by }));
    }

    pub(crate) fn ended(&mut self, actor: ActorId, intent: IntentId, result: Result<(), Failure>) {
        self.emit(EventKind::Ended { actor, intent, result });
    }

    pub(crate) fn end_walk(&mut self, actor: ActorId, result: Result<(), Failure>) {
        let body = &mut self.state.actors[actor.index()];
        body.path.clear();
        if let Some(walk) = body.legs.take() {
            if walk.seeks {
                seeking::ended(self, actor, &walk);
            }
            self.ended(actor, walk.id, result);
        }
    }

    pub(crate) fn end_task(&mut self, actor: ActorId, result: Result<(), Failure>) {
        if let Some(task) = self.state.actors[actor.index()].hands.take() {
            self.ended(actor, task.id, result);
        }
    }

    /// The grid for seekers, or nothing if the map is invalid.
    pub(crate) fn ground(&self) -> Option<&Arc<Grid>> {
        self.ground.get_or_init(|| seeking::ground(&self.scene)).as_ref()
    }

    /// The navigator settings of an actor.
    pub(crate) fn navigator_config(&self, actor: ActorId) -> NavigatorConfig {
        let spec = self.scene.actors.get(actor.index()).and_then(|spec| spec.navigator);
        spec.map_or_else(NavigatorConfig::default, |spec| spec.config())
    }

    /// Marks a cell as occupied by an actor (its index plus one) or as free (zero). Does nothing where bodies
    /// pass each other.
    pub(crate) fn stand(&mut self, cell: Cell, occupant: u16) {
        if self.scene.rules.bodies == Bodies::Solid
            && let Some(number) = self.scene.number(cell)
        {
            self.standing[number] = occupant;
        }
    }

    /// The door in a cell, if it is not open.
    pub(crate) fn closed_door(&self, cell: Cell) -> Option<DoorId> {
        self.scene.door_at(cell).filter(|&door| self.door(door).is_some_and(|state| !state.is_open()))
    }

    /// Changes a door and everything derived from it.
    pub(crate) fn set_door(&mut self, door: DoorId, state: DoorState, by: Option<ActorId>) {
        self.state.doors[door.index()] = state;
        self.door_keys = self.keys_of_doors();
        self.emit(EventKind::Door { door, state, by });
    }

    /// Whether a living actor is in a cell, also where bodies pass each other.
    pub(crate) fn is_occupied(&self, cell: Cell) -> bool {
        self.state.actors.iter().any(|actor| actor.is_alive() && (actor.cell == cell || actor.left == cell))
    }

    fn keys_of_doors(&self) -> [u64; 2] {
        [DoorPolicy::Open, DoorPolicy::Avoid].map(|manner| {
            let mut key = StateHash::new();
            self.scene.fingerprint.put(&mut key);
            self.state.doors.iter().for_each(|&state| is_passable(state, manner).put(&mut key));
            key.finish()
        })
    }

    fn check_intent(&self, intent: &Intent) -> Result<(), IntentError> {
        let scene = &self.scene;
        let on_map = |cell: Cell| scene.number(cell).map(|_| ()).ok_or(IntentError::OutsideMap);
        let known = |is_known: bool| if is_known { Ok(()) } else { Err(IntentError::UnknownThing) };
        let counted = |count: u16| if count > 0 { Ok(()) } else { Err(IntentError::InvalidAmount) };
        let item_known = |item: ItemId| known(item.index() < scene.items.len());
        let station_known = |station: StationId| known(station.index() < scene.stations.len());
        let holder_known = |holder: Holder| match holder {
            Holder::Ground => Ok(()),
            Holder::Station(station) => station_known(station),
            Holder::Actor(actor) => known(actor.index() < scene.actors.len()),
        };
        match *intent {
            Intent::Walk { to: Goal::Cell(cell), .. }
            | Intent::Seek { to: Goal::Cell(cell) }
            | Intent::Face { toward: cell }
            | Intent::Shoot { at: Target::Cell(cell), .. } => on_map(cell),
            Intent::Walk { to: Goal::Spot(spot), .. } | Intent::Seek { to: Goal::Spot(spot) } => {
                known(spot.index() < scene.spots.len())
            }
            Intent::Shoot { at: Target::Actor(actor), rounds } => {
                known(actor.index() < scene.actors.len())?;
                counted(rounds)
            }
            Intent::Arrest { actor } => known(actor.index() < scene.actors.len()),
            Intent::Release { actor, into } => {
                known(actor.index() < scene.actors.len())?;
                known(into.is_none_or(|spot| spot.index() < scene.spots.len()))
            }
            Intent::Shout { loudness, .. } if loudness > REACH_MAX => Err(IntentError::InvalidAmount),
            Intent::Take { item, count, from: holder } | Intent::Put { item, count, to: holder } => {
                item_known(item)?;
                counted(count)?;
                holder_known(holder)
            }
            Intent::Buy { station, item, count } | Intent::Sell { station, item, count } => {
                station_known(station)?;
                item_known(item)?;
                counted(count)
            }
            Intent::Use { item } => item_known(item),
            Intent::Throw { item, at } => {
                item_known(item)?;
                on_map(at)
            }
            Intent::Door { door, .. } => known(door.index() < scene.doors.len()),
            Intent::Work { station, job } => {
                station_known(station)?;
                known(usize::from(job) < scene.stations[station.index()].jobs.len())
            }
            Intent::Draw { weapon } => known(weapon.index() < scene.weapons.len()),
            Intent::Treat { item, actor } => {
                item_known(item)?;
                known(actor.index() < scene.actors.len())
            }
            Intent::Wait { time_ms } | Intent::Overwatch { time_ms } if u64::from(time_ms) > TIME_MS_MAX => {
                Err(IntentError::InvalidAmount)
            }
            Intent::Stand { .. }
            | Intent::Reload
            | Intent::Wait { .. }
            | Intent::Overwatch { .. }
            | Intent::Shout { .. } => Ok(()),
        }
    }
}
