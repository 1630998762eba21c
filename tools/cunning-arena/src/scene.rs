//! Scenes: the static part of a world and its initial state.
//!
//! A scene is read from TOML ([`Scene::parse`]) and is valid from then on: every id refers to something, and
//! every cell lies on the map. It knows nothing of passing time. Texts for the simulation layer (archetypes,
//! domain files, squads, facts) are kept unchanged.
//!
//! # File format
//!
//! Times are seconds, or strings such as `"500 ms"`, `"4 s"`, `"3 min"`. Goods are tables of counts: `{ coin
//! = 3 }`. `at` is `[x, y]`, counted from 0 at the top left, or the name of a place.
//!
//! | table | keys, with their defaults |
//! |---|---|
//! | `[scene]` | `name`; `map`; `doc`; `teams = []`; `seed = 0`; `difficulty` (the level that is used by default) |
//! | `[legend]` | the meaning of map letters: a terrain (`"ground"`, `"cover"`, `"water"`, `"tree"`, `"wall"`), `{ spot = "well" }` (all these cells form one place), `{ spots = "house" }` (each cell is a place: `house1` …) or `{ door = "locked", name = "gate", key = "iron_key" }`. Without a legend `.` is ground, `o` cover, `~` water, `T` tree, `#` or a blank wall, and `+`, `/`, `%` are doors: closed, open, locked |
//! | `[spots]` | more places, each a cell `[x, y]` or a list of cells; they may overlap others |
//! | `[item.NAME]` | `heals = 0`; `blast = { range = 9, radius = 3, damage = 80, fuse = 2.5, loudness = 60 }` (it can be thrown and explodes, see [`blast`](crate::blast)) |
//! | `[weapon.NAME]` | `range = 12`; `damage = 20`; `near = 0.8`, `far = 0.2` (chances to hit); `magazine = 12`; `interval = 0.4`; `reload = 1.5`; `ammunition` (an item); `suppression = 0.15`; `loudness = 30` |
//! | `[body.NAME]` | `speed = 3.5` (cells a second); `health = 100`; `sight = 20`; `view = 120` (degrees); `hearing = 1`. The body `human` with these values always exists |
//! | `[[actor]]` | `name`; `team`; `at`; `count` (creates a group: `name1` …); `body = "human"`; `weapon`; `facing = "east"`; `stance = "standing"` or `"crouched"`; `items`; `navigator`; `if` (a switch); for the simulation layer `archetype`, `domain`, `squad`, `commands` (the squads that it leads), `means` (maps object names of the domain to places: `{ home = "house" }` assigns `house1`, `house2` … to the members of a group in turn), `set` (initial beliefs) |
//! | `[navigator.NAME]` | how an actor navigates with `seek`: `fear = 0` (0 to 1, the weight of its knowledge against the straight distance); `knows = ["memory"]` (a list of `"memory"`: its own walks, `"seen"`: walks of others that it saw, `"computed"`: the cost of walking from every cell); `reach = 1024` (the maximum number of feared cells around a memory); `half_life` (the time in which half of a memory fades; by default memories stay); `map_range` (how many steps around its walks it remembers the ground, of which it takes the shortest path that it does not fear; without it an actor keeps no map) |
//! | `[[commander]]` | a commander without a body, for the simulation layer: `name`; `team`; `archetype`; `domain`; `squad`; `commands` (squads); `set` (initial beliefs) |
//! | `[switch.NAME]` | an option of the scene: `default = true`; `doc`; `off = {}` (archetypes, each with the archetype that replaces it while the switch is off) |
//! | `[[station]]` | `name`; `at`; `stock`; `sells`, `buys` (prices) |
//! | `[[station.job]]` | `name`; `time = 1`; `places = 1`; `takes`, `yields` (from and to the worker); `uses`, `makes` (from and to the stock); `pays` (from the stock to the worker) |
//! | `[[item_at]]` | `item`; `at`; `count = 1` |
//! | `[rules]` | `time_limit`; `bodies = "solid"` or `"pass"`; `money` (an item); `scatter = false` (an actor whose `at` is a place starts at a random cell of that place); `jitter = 0` (every actor starts at a random cell within that many steps of its starting cell); `vary = 0` (the share by which job times vary with the seed); `day` (the length of a day), `hour` (the hour at the start; by default drawn from the seed); `suppression = { pins, holds = 0, fades = 0.25 }` (from which suppression on an actor is pinned, by default never; how long suppression lasts before it fades; how much fades per second; see [`combat`](crate::combat)) |
//! | `[[win]]` | `team`, and `dead` (a team), or `item` and `at` (a station or place), or `fact` (a fact that a mind of the team believes) |
//! | `[briefing]` | a person commands a team: `team`; `text` |
//! | `[order.NAME]` | an order that a person may give: `goal = NAME` (a goal of the domain); `doc`; `bias = 1`; `within`; `rigid = false` |
//! | `[[objective]]` | what counts for the score: `name`; `doc`; `score = 0`; the keys of `[[win]]` (the points are for the whole) or `alive` (a team; the points are for each living member); `win = false` (reaching it wins the scene for the team of `[briefing]`) |
//! | `[player.NAME]` | a scripted player: `doc`; `script` (a list of lines, see [`ScriptedPlayer`](crate::simulation::ScriptedPlayer)) |
//! | `[difficulty.NAME]` | a level of difficulty: `doc`, and the tables and keys of the scene that it changes, as in `[difficulty.hard.body.guard]`. Tables in lists are changed by `name`, and added if they are new: `[[difficulty.hard.actor]]` |
//! | `[quest]` | a quest file instead of `map`: `file`; `enemies` (their team); planner settings `epsilon = 100`, `w1 = 20`, `w2 = 50`. Ground, doors, items and enemies come from the quest, as do the places `start` and `goal`, a place for each trigger, and the body `walker`. Bodies pass each other |
//! | `[do]`, `[sense.NAME]`, `[check]` | what bodies do and sense, see [`simulation`](crate::simulation) |
//! | `[[event]]` | `at` (a time), `if` (a switch), and `remove` (an item; `from` a station or place), `add` (an item; `count = 1`, `to`), `move` (an item; `to` a place), `open`, `close` or `lock` (a door), `noise` (a place; `loudness = 20`), `say`, or `edit` (any of [`EDIT_FORMS`] in words: `"kill pirate"`) |

mod edit;
pub(crate) mod event_text;
mod game;
mod model;
mod read;
mod terrain;
mod variation;

use std::sync::Arc;

use crate::Cell;
use crate::id::{ActorId, DoorId, ItemId, SpotId, StationId, TeamId};

pub use edit::{EDIT_FORMS, Edit, EditSite};
pub use game::{Briefing, Difficulty, Objective, ObjectiveAim, OrderSpec, PlayerSpec, SceneChoices};
pub use model::{
    ActorSpec, BeliefSpec, BlastKind, Bodies, BodyActionSpec, BodyKind, CommanderSpec, DoorSpec, ItemKind,
    Job, NavigatorSpec, Pile, QuestSpec, Rules, ScriptedEvent, SenseSpec, Site, Spot, StationSpec,
    SuppressionRules, Switch, WeaponKind, Win, WinCondition, Word,
};
pub use read::Loader;
pub use terrain::Terrain;

/// A validated scene.
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
    /// The navigators, by name.
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
    pub(crate) briefing: Option<Briefing>,
    pub(crate) orders: Vec<OrderSpec>,
    pub(crate) objectives: Vec<Objective>,
    pub(crate) scripted_players: Vec<PlayerSpec>,
    pub(crate) difficulties: Vec<Difficulty>,
    /// The chosen level of difficulty.
    pub(crate) difficulty: Option<String>,
    pub(crate) quest: Option<Arc<QuestSpec>>,
    /// A hash of the source text. A saved world cannot be restored in another scene.
    pub(crate) fingerprint: u64,
}

impl Scene {
    /// The name of the scene.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description of the scene.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// The default seed of worlds.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of cells in a row.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of cells in a column.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The index of a cell, row by row; `None` outside the map.
    pub fn number(&self, cell: Cell) -> Option<usize> {
        let inside = cell.x < self.width && cell.y < self.height;
        inside.then(|| usize::from(cell.y) * usize::from(self.width) + usize::from(cell.x))
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// The terrain of a cell; everything outside the map is wall.
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

    /// The commanders without a body.
    pub fn commanders(&self) -> &[CommanderSpec] {
        &self.commanders
    }

    /// The rules of the scene.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The win conditions, in the order in which they are checked.
    pub fn wins(&self) -> &[Win] {
        &self.wins
    }

    /// The scripted events, ordered by time.
    pub fn script(&self) -> &[ScriptedEvent] {
        &self.script
    }

    /// The entries of `[do]`: what bodies do for actions.
    pub fn body_actions(&self) -> &[BodyActionSpec] {
        &self.body_actions
    }

    /// The tables `[sense.NAME]`: what bodies sense, and how often.
    pub fn senses(&self) -> &[SenseSpec] {
        &self.senses
    }

    /// The answers to the checks of actions.
    pub fn checks(&self) -> &[(Word, bool)] {
        &self.checks
    }

    /// The switches, with their current positions.
    pub fn switches(&self) -> &[Switch] {
        &self.switches
    }

    /// What a person who plays is told, if the scene can be played.
    pub fn briefing(&self) -> Option<&Briefing> {
        self.briefing.as_ref()
    }

    /// The orders that a person may give, in file order.
    pub fn orders(&self) -> &[OrderSpec] {
        &self.orders
    }

    /// What counts for the score, in file order.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// The scripted players, in file order.
    pub fn scripted_players(&self) -> &[PlayerSpec] {
        &self.scripted_players
    }

    /// The levels of difficulty, in file order.
    pub fn difficulties(&self) -> &[Difficulty] {
        &self.difficulties
    }

    /// The chosen level of difficulty, if the scene has levels.
    pub fn difficulty(&self) -> Option<&str> {
        self.difficulty.as_deref()
    }

    /// The quest of the scene, if it has one.
    pub fn quest(&self) -> Option<&QuestSpec> {
        self.quest.as_deref()
    }

    /// Returns the place with this name.
    pub fn spot(&self, name: &str) -> Option<SpotId> {
        position(&self.spots, |spot| spot.name == name).map(SpotId::new)
    }

    /// Returns the actor with this name.
    pub fn actor(&self, name: &str) -> Option<ActorId> {
        position(&self.actors, |actor| actor.name == name).map(ActorId::new)
    }

    /// Returns the kind of item with this name.
    pub fn item(&self, name: &str) -> Option<ItemId> {
        position(&self.items, |item| item.name == name).map(ItemId::new)
    }

    /// Returns the station with this name.
    pub fn station(&self, name: &str) -> Option<StationId> {
        position(&self.stations, |station| station.name == name).map(StationId::new)
    }

    /// Returns the door with this name.
    pub fn door(&self, name: &str) -> Option<DoorId> {
        position(&self.doors, |door| door.name == name).map(DoorId::new)
    }

    /// Returns the team with this name.
    pub fn team(&self, name: &str) -> Option<TeamId> {
        position(&self.teams, |team| team == name).map(TeamId::new)
    }
}

fn position<T>(list: &[T], is_it: impl Fn(&T) -> bool) -> Option<u16> {
    list.iter().position(is_it).map(|index| index as u16)
}
