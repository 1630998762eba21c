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
//! [`SCENE_KEYS`] lists all tables and keys, and [`simulation`](crate::simulation) says how a scene connects bodies and
//! minds.

mod edit;
pub(crate) mod event_text;
mod game;
mod keys;
mod model;
mod read;
mod schema;
mod terrain;
mod variation;

use std::sync::Arc;

use crate::Cell;
use crate::id::{ActorId, DoorId, ItemId, SpotId, StationId, TeamId, WeaponId};

pub use edit::{BodyMove, EDIT_FORMS, Edit, EditSite};
pub use game::{Briefing, Difficulty, Objective, ObjectiveAim, OrderSpec, PlayerSpec, SceneChoices};
pub use keys::{SCENE_KEYS, SceneKey, Shape};
pub use model::{
    ActorSpec, BaselineSpec, BaselineSpecs, BeliefSpec, BlastKind, Bodies, BodyActionSpec, BodyKind,
    CommanderSpec, DoorSpec, ItemKind, Job, NavigatorSpec, ObserverPlace, ObserverSpec, Pile, QuestSpec,
    Rules, ScriptedEvent, SenseSpec, Site, Spot, StationSpec, SuppressionRules, Switch, VariantSpec,
    WeaponKind, Win, WinCondition, Word,
};
pub use read::Loader;
pub use schema::{reference, schema};
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
    pub(crate) variants: Vec<VariantSpec>,
    pub(crate) rules: Rules,
    pub(crate) baselines: BaselineSpecs,
    pub(crate) observer: Option<ObserverSpec>,
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

    /// The archetypes that the scene derives from those of domain files.
    pub fn variants(&self) -> &[VariantSpec] {
        &self.variants
    }

    /// The commanders without a body.
    pub fn commanders(&self) -> &[CommanderSpec] {
        &self.commanders
    }

    /// The rules of the scene.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The numbers of the baselines.
    pub fn baselines(&self) -> &BaselineSpecs {
        &self.baselines
    }

    /// The place or actor near which agents matter most.
    pub fn observer(&self) -> Option<&ObserverSpec> {
        self.observer.as_ref()
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

    /// Returns the kind of weapon with this name.
    pub fn weapon(&self, name: &str) -> Option<WeaponId> {
        position(&self.weapons, |weapon| weapon.name == name).map(WeaponId::new)
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
