//! A scene: everything about a world that never changes, and how it begins.
//!
//! A scene is read from TOML ([`Scene::parse`]) and is sound from then on: every id in it names something, every
//! cell lies on the map. It knows nothing of time passing. Texts that are meant for the layer above (archetypes,
//! domain files, squads, facts) are kept as they are.
//!
//! # The file
//!
//! Times are seconds, or texts such as `"500 ms"`, `"4 s"`, `"3 min"`. Goods are tables of counts: `{ coin = 3 }`.
//! `at` is `[x, y]`, counted from 0 at the top left, or the name of a place.
//!
//! | table | keys, with their defaults |
//! |---|---|
//! | `[scene]` | `name`; `map`; `doc`; `teams = []`; `seed = 0` |
//! | `[legend]` | a letter of the map each: a terrain (`"ground"`, `"cover"`, `"water"`, `"tree"`, `"wall"`), `{ spot = "well" }` (all such cells are one place), `{ spots = "house" }` (each is a place: `house1` …) or `{ door = "locked", name = "gate", key = "iron_key" }`. Without a legend `.` is ground, `o` cover, `~` water, `T` tree, `#` or a blank wall, and `+`, `/`, `%` are doors: closed, open, locked |
//! | `[spots]` | more places, each a cell `[x, y]` or a list of cells; they may overlap others |
//! | `[item.NAME]` | `heals = 0` |
//! | `[weapon.NAME]` | `range = 12`; `damage = 20`; `near = 0.8`, `far = 0.2` (chances to hit); `magazine = 12`; `interval = 0.4`; `reload = 1.5`; `ammunition` (an item); `suppression = 0.15`; `loudness = 30` |
//! | `[body.NAME]` | `speed = 3.5` (cells a second); `health = 100`; `sight = 20`; `view = 120` (degrees); `hearing = 1`. A body `human` with these values is always there |
//! | `[[actor]]` | `name`; `team`; `at`; `count` (makes a group: `name1` …); `body = "human"`; `weapon`; `facing = "east"`; `items`; `navigator`; `if` (a switch); for the layer above `archetype`, `domain`, `squad`, `commands` (squads that it leads), `means` (places by names of its mind: `{ home = "house" }` gives the members of a group `house1`, `house2` … in turn), `set` (facts) |
//! | `[navigator.NAME]` | how somebody finds its way where it seeks one: `fear = 0` (to 1: how much what it knows weighs against the plain distance); `knows = ["memory"]` (of `"memory"`: its own walks, `"seen"`: walks that it saw, `"computed"`: what walking would cost from everywhere); `reach = 1024` (how many cells around a memory are feared at most); `half_life` (after what time half of a memory is gone; by default it stays) |
//! | `[[commander]]` | somebody without a body, for the layer above: `name`; `team`; `archetype`; `domain`; `squad`; `commands` (squads); `set` (facts) |
//! | `[switch.NAME]` | something that whoever plays the scene switches: `default = true`; `doc`; `off = {}` (archetypes, and those that take their place while it is off) |
//! | `[[station]]` | `name`; `at`; `stock`; `sells`, `buys` (prices) |
//! | `[[station.job]]` | `name`; `time = 1`; `places = 1`; `takes`, `yields` (from and to the worker); `uses`, `makes` (from and to the stock); `pays` (from the stock to the worker) |
//! | `[[item_at]]` | `item`; `at`; `count = 1` |
//! | `[rules]` | `time_limit`; `bodies = "solid"` or `"pass"`; `money` (an item); `scatter = false` (who begins in a place begins anywhere in it); `jitter = 0` (everybody begins up to so many steps from there, whether there is a place or not); `vary = 0` (by what share times of work differ from seed to seed); `day` (how long a day is), `hour` (when it begins; by default the seed decides) |
//! | `[[win]]` | `team`, and `dead` (a team), or `item` and `at` (a station or place), or `fact` (for the layer above) |
//! | `[quest]` | a quest file instead of `map`: `file`; `enemies` (their team); for the layer above how it is planned: `epsilon = 100`, `w1 = 20`, `w2 = 50`. Ground, doors, items and enemies are the quest's; so are the places `start` and `goal`, one for each trigger, and the body `walker`. Bodies pass each other |
//! | `[do]`, `[sense.NAME]`, `[check]` | for the layer above: see [`simulation`](crate::stage) |
//! | `[[event]]` | `at` (a time), `if` (a switch), and `remove` (an item; `from` a station or place), `add` (an item; `count = 1`, `to`), `move` (an item; `to` a place), `open`, `close` or `lock` (a door), `noise` (a place; `loudness = 20`), or `say` |

pub(crate) mod event_text;
mod model;
mod read;
mod terrain;
mod variety;

use std::sync::Arc;

use crate::Cell;
use crate::id::{ActorId, DoorId, ItemId, SpotId, StationId, TeamId};

pub use model::{
    ActorSpec, BeliefSpec, Bodies, BodyActionSpec, BodyKind, CommanderSpec, DoorSpec, ItemKind, Job,
    NavigatorSpec, Pile, QuestSpec, Rules, ScriptAction, ScriptedEvent, SenseSpec, Site, Spot, StationSpec,
    Switch, WeaponKind, Win, WinCondition, Word,
};
pub use read::Loader;
pub use terrain::Terrain;

/// A scene, ready to become a world.
///
/// ```
/// use cunning_arena::{Cell, Scene};
/// use cunning_diag::Source;
///
/// let scene = Scene::parse(&Source::new("yard.toml", r#"
/// [scene]
/// name = "yard"
/// teams = ["guards"]
/// map = '''
/// ..w..
/// TT+TT
/// .....
/// '''
///
/// [legend]
/// w = { spot = "well" }
///
/// [[actor]]
/// name = "ann"
/// team = "guards"
/// at = [1, 2]
/// "#))?;
/// assert_eq!(scene.spot("well").map(|well| scene.spots()[well.index()].centre), Some(Cell::new(2, 0)));
/// assert_eq!(scene.doors().len(), 1);
///
/// let wrong = Scene::parse(&Source::new("wrong.toml", "[scene]\nname = 'x'\nmpa = '.'"));
/// assert!(wrong.is_err_and(|found| found.to_string().contains("did you mean `map`?")));
/// # Ok::<(), cunning_diag::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) seed: u64,
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) terrain: Vec<Terrain>,
    /// The door in each cell.
    pub(crate) door_at: Vec<Option<DoorId>>,
    pub(crate) doors: Vec<DoorSpec>,
    pub(crate) spots: Vec<Spot>,
    pub(crate) teams: Vec<String>,
    pub(crate) items: Vec<ItemKind>,
    pub(crate) weapons: Vec<WeaponKind>,
    pub(crate) bodies: Vec<BodyKind>,
    /// How those who name them find their way, by name.
    pub(crate) navigators: Vec<(String, NavigatorSpec)>,
    pub(crate) stations: Vec<StationSpec>,
    pub(crate) piles: Vec<Pile>,
    pub(crate) actors: Vec<ActorSpec>,
    pub(crate) commanders: Vec<CommanderSpec>,
    pub(crate) rules: Rules,
    pub(crate) wins: Vec<Win>,
    pub(crate) script: Vec<ScriptedEvent>,
    pub(crate) body_actions: Vec<BodyActionSpec>,
    pub(crate) senses: Vec<SenseSpec>,
    pub(crate) checks: Vec<(Word, bool)>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) quest: Option<Arc<QuestSpec>>,
    /// A hash of the text it was read from: saved worlds are refused by other scenes.
    pub(crate) fingerprint: u64,
}

impl Scene {
    /// What the scene is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is about.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// The seed a world gets if it is given no other.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Cells in a row.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Cells in a column.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The number of a cell, row by row; none outside the map.
    pub fn number(&self, cell: Cell) -> Option<usize> {
        let inside = cell.x < self.width && cell.y < self.height;
        inside.then(|| usize::from(cell.y) * usize::from(self.width) + usize::from(cell.x))
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// What a cell is made of; outside the map everything is wall.
    pub fn terrain(&self, cell: Cell) -> Terrain {
        self.number(cell).and_then(|number| self.terrain.get(number)).copied().unwrap_or(Terrain::Wall)
    }

    /// The door in a cell.
    pub fn door_at(&self, cell: Cell) -> Option<DoorId> {
        self.number(cell).and_then(|number| self.door_at.get(number).copied().flatten())
    }

    /// The doors, in reading order of the map.
    pub fn doors(&self) -> &[DoorSpec] {
        &self.doors
    }

    /// The named places.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// The names of the teams.
    pub fn teams(&self) -> &[String] {
        &self.teams
    }

    /// The kinds of items.
    pub fn items(&self) -> &[ItemKind] {
        &self.items
    }

    /// The kinds of weapons.
    pub fn weapons(&self) -> &[WeaponKind] {
        &self.weapons
    }

    /// The kinds of bodies.
    pub fn bodies(&self) -> &[BodyKind] {
        &self.bodies
    }

    /// The stations.
    pub fn stations(&self) -> &[StationSpec] {
        &self.stations
    }

    /// The actors, one for each body in the world.
    pub fn actors(&self) -> &[ActorSpec] {
        &self.actors
    }

    /// Those who command without a body.
    pub fn commanders(&self) -> &[CommanderSpec] {
        &self.commanders
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What decides the scene, in the order in which it is looked at.
    pub fn wins(&self) -> &[Win] {
        &self.wins
    }

    /// What happens by itself, in the order of time.
    pub fn script(&self) -> &[ScriptedEvent] {
        &self.script
    }

    /// For the layer above: what bodies do when minds act.
    pub fn body_actions(&self) -> &[BodyActionSpec] {
        &self.body_actions
    }

    /// For the layer above: what bodies tell minds, and how often.
    pub fn senses(&self) -> &[SenseSpec] {
        &self.senses
    }

    /// For the layer above: the answers to questions that actions ask.
    pub fn checks(&self) -> &[(Word, bool)] {
        &self.checks
    }

    /// What whoever plays it may switch on or off.
    pub fn switches(&self) -> &[Switch] {
        &self.switches
    }

    /// The quest that it is the scene of, if it is one.
    pub fn quest(&self) -> Option<&QuestSpec> {
        self.quest.as_deref()
    }

    /// The place of this name.
    pub fn spot(&self, name: &str) -> Option<SpotId> {
        position(&self.spots, |spot| spot.name == name).map(SpotId::new)
    }

    /// The actor of this name.
    pub fn actor(&self, name: &str) -> Option<ActorId> {
        position(&self.actors, |actor| actor.name == name).map(ActorId::new)
    }

    /// The kind of item of this name.
    pub fn item(&self, name: &str) -> Option<ItemId> {
        position(&self.items, |item| item.name == name).map(ItemId::new)
    }

    /// The station of this name.
    pub fn station(&self, name: &str) -> Option<StationId> {
        position(&self.stations, |station| station.name == name).map(StationId::new)
    }

    /// The door of this name.
    pub fn door(&self, name: &str) -> Option<DoorId> {
        position(&self.doors, |door| door.name == name).map(DoorId::new)
    }

    /// The team of this name.
    pub fn team(&self, name: &str) -> Option<TeamId> {
        position(&self.teams, |team| team == name).map(TeamId::new)
    }
}

fn position<T>(list: &[T], is_it: impl Fn(&T) -> bool) -> Option<u16> {
    list.iter().position(is_it).map(|index| index as u16)
}
