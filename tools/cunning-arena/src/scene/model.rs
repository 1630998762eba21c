//! The parts of a scene. Lengths are in cells, times in milliseconds, probabilities in thousandths, and
//! speeds in thousandths of a cell per second.

use cunning_diag::{Source, Span};
use cunning_train::{Experience, Quest, QuestPlanner};
use cunning_walk::knowledge::{FearProfile, REACH_MAX};
use cunning_walk::navigator::NavigatorConfig;

use crate::id::{ActorId, BodyId, ItemId, SpotId, StationId, TeamId, WeaponId};
use crate::scene::Edit;
use crate::world::{DoorState, Stance};
use crate::{Cell, Goods, Heading};

/// A named place: one or more cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The unique name within the scene.
    pub name: String,
    /// Its cells, in reading order; at least one.
    pub cells: Vec<Cell>,
    /// The cell nearest to the centre of all cells.
    pub centre: Cell,
}

/// A door and its initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorSpec {
    /// The unique name within the scene.
    pub name: String,
    /// The cell of the door.
    pub cell: Cell,
    /// The initial state: open, closed or locked.
    pub state: DoorState,
    /// The item that locks and unlocks it; without one it cannot be locked or unlocked.
    pub key: Option<ItemId>,
}

/// A kind of item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemKind {
    /// The unique name within the scene.
    pub name: String,
    /// The health that using one restores. Using an item consumes it.
    pub heals: u16,
    /// What it does when it is thrown, if it can be.
    pub blast: Option<BlastKind>,
}

/// The blast of a grenade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlastKind {
    /// How far it can be thrown.
    pub range: u16,
    /// How far the blast reaches.
    pub radius: u16,
    /// The health that the blast takes at its centre.
    pub damage: u16,
    /// The time from the throw to the blast.
    pub fuse_ms: u32,
    /// How far the blast is heard.
    pub loudness: u16,
}

/// A kind of weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeaponKind {
    /// The unique name within the scene.
    pub name: String,
    /// The maximum distance of a target.
    pub range: u16,
    /// The health that a hit takes.
    pub damage: u16,
    /// The hit probability against a standing target without cover at point-blank range.
    pub near: u16,
    /// The hit probability at maximum range; in between it falls linearly.
    pub far: u16,
    /// The number of rounds in a full magazine.
    pub magazine: u16,
    /// The time between two shots.
    pub interval_ms: u32,
    /// The time to reload.
    pub reload_ms: u32,
    /// The time to take it in hand.
    pub draw_ms: u32,
    /// The item of which reloading consumes one.
    pub ammunition: Option<ItemId>,
    /// How much a shot raises the suppression of its target, in thousandths.
    pub suppression: u16,
    /// How far a shot is heard.
    pub loudness: u16,
}

/// A kind of body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyKind {
    /// The unique name within the scene.
    pub name: String,
    /// The walking speed when standing; half of it when crouched.
    pub speed: u32,
    /// The initial and maximum health.
    pub health: u16,
    /// How far it sees.
    pub sight: u16,
    /// The angle to either side of its heading that it sees, in 256ths of a turn; 128 is all around.
    pub view: u8,
    /// The share of a noise's loudness that it hears, in thousandths.
    pub hearing: u16,
}

/// An actor and its initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActorSpec {
    /// The unique name within the scene.
    pub name: String,
    /// The team that it belongs to.
    pub team: TeamId,
    /// The kind of body.
    pub body: BodyId,
    /// The kind of weapon that it has in its hands at the start, if it has one.
    pub weapon: Option<WeaponId>,
    /// Further weapons that it carries.
    pub weapons: Vec<WeaponId>,
    /// The starting cell.
    pub cell: Cell,
    /// The cells that it may start in, if the scene scatters its actors.
    pub cells: Vec<Cell>,
    /// The initial heading.
    pub heading: Heading,
    /// The initial stance.
    pub stance: Stance,
    /// The items that it carries.
    pub goods: Goods,
    /// Its navigator for `seek`; without one it has no fear.
    pub navigator: Option<NavigatorSpec>,
    /// The archetype of its mind.
    pub archetype: String,
    /// The domain file of its mind.
    pub domain: String,
    /// The squad that it belongs to.
    pub squad: String,
    /// The squads that it commands.
    pub commands: Vec<String>,
    /// Object names of the domain that stand for places of this actor.
    pub means: Vec<(Word, SpotId)>,
    /// The initial beliefs of its mind.
    pub beliefs: Vec<BeliefSpec>,
    /// Traits of its mind that are given instead of drawn, in thousandths.
    pub traits: Vec<(Word, u32)>,
}

/// How an actor navigates step by step, and what it fears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavigatorSpec {
    /// The weight of its knowledge against the straight distance, in thousandths.
    pub fear: u16,
    /// The maximum number of feared cells around a memory.
    pub reach: u16,
    /// Whether it remembers its own walks.
    pub remembers: bool,
    /// Whether it remembers walks of others that it sees.
    pub watches: bool,
    /// Whether it knows the cost of walking from every cell.
    pub computes: bool,
    /// How many steps around its walks it remembers the ground; `None` if it keeps no map.
    pub map_range: Option<u16>,
    /// The time in which half of a memory fades; `None` if memories stay.
    pub half_life_ms: Option<u32>,
}

impl ActorSpec {
    /// The weapons that it carries; the first one is in its hands at the start.
    pub fn arms(&self) -> impl Iterator<Item = WeaponId> {
        self.weapon.into_iter().chain(self.weapons.iter().copied())
    }
}

impl Default for NavigatorSpec {
    fn default() -> Self {
        let reach = REACH_MAX as u16;
        Self {
            fear: 0,
            reach,
            remembers: false,
            watches: false,
            computes: false,
            map_range: None,
            half_life_ms: None,
        }
    }
}

impl NavigatorSpec {
    /// Converts to the settings of a navigator.
    pub(crate) fn config(&self) -> NavigatorConfig {
        NavigatorConfig {
            fear_profile: FearProfile { fear: f64::from(self.fear) / 1000.0, reach: self.reach.into() },
            remembers: self.remembers,
            watches: self.watches,
            computes: self.computes,
            map_range: self.map_range.map(u32::from),
            ..NavigatorConfig::default()
        }
    }
}

/// A commander without a body, for the simulation layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommanderSpec {
    /// The unique name within the scene.
    pub name: String,
    /// The team that it belongs to.
    pub team: TeamId,
    /// The archetype of its mind.
    pub archetype: String,
    /// The domain file of its mind.
    pub domain: String,
    /// The squad that it belongs to.
    pub squad: String,
    /// The squads that it commands.
    pub commands: Vec<String>,
    /// The initial beliefs of its mind.
    pub beliefs: Vec<BeliefSpec>,
    /// Traits of its mind that are given instead of drawn, in thousandths.
    pub traits: Vec<(Word, u32)>,
}

/// An archetype that the scene derives from one of a domain file, for one actor, group or commander.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantSpec {
    /// The name of the derived archetype: that of the base and that of the actor, as in `soldier_boris`.
    pub name: Word,
    /// The archetype that it extends.
    pub base: String,
    /// The domain file of both.
    pub domain: String,
    /// Inherited actions, goals and sensors that are left out.
    pub without: Vec<Word>,
    /// Further actions.
    pub actions: Vec<Word>,
    /// Further sensors.
    pub sensors: Vec<Word>,
    /// Goals with other weights, or further ones, in thousandths.
    pub goals: Vec<(Word, u32)>,
    /// Factors of the costs of actions, in thousandths.
    pub costs: Vec<(Word, u32)>,
}

/// A word of the file with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text of the word.
    pub text: String,
    /// The position in the source.
    pub span: Span,
}

/// An initial belief as written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeliefSpec {
    /// The name of the fact.
    pub fact: Word,
    /// The value as text.
    pub value: String,
}

/// An entry of `[do]`: what a body does for an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyActionSpec {
    /// The name of the action.
    pub action: Word,
    /// The body actions in order, each as a phrase.
    pub body_actions: Vec<Vec<Word>>,
}

/// A table `[sense.NAME]`: a sensor of minds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SenseSpec {
    /// The name, which archetypes list among their sensors.
    pub name: Word,
    /// The time between two readings.
    pub every_ms: u32,
    /// The facts, each with the phrase that says how it is sensed.
    pub facts: Vec<(Word, Vec<Word>)>,
}

/// A place with goods: a shop, a workplace or a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StationSpec {
    /// The unique name within the scene.
    pub name: String,
    /// The cell that stands for it in pictures and as a destination.
    pub cell: Cell,
    /// All its cells. An actor must be in or next to one of them.
    pub cells: Vec<Cell>,
    /// The initial stock.
    pub stock: Goods,
    /// The items that it sells, with their prices.
    pub sells: Vec<(ItemId, u16)>,
    /// The items that it buys, with their prices.
    pub buys: Vec<(ItemId, u16)>,
    /// The stock of items at which the listed prices hold. With less stock prices rise, with more they fall.
    pub wants: Goods,
    /// The station that keeps its money, if it is another one.
    pub till: Option<StationId>,
    /// The jobs that can be done here.
    pub jobs: Vec<Job>,
}

/// An option of a scene that can be switched on or off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The unique name within the scene.
    pub name: String,
    /// A description for people.
    pub doc: String,
    /// Whether it is on.
    pub is_on: bool,
    /// Archetypes, each with the archetype that replaces it while the switch is off.
    pub off: Vec<(String, String)>,
}

/// A job at a station.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The unique name within the scene.
    pub name: String,
    /// The time that one run of the job takes.
    pub time_ms: u32,
    /// How many actors can do it at the same time.
    pub places: u16,
    /// The items that it takes from the worker.
    pub takes: Goods,
    /// The items that it gives to the worker.
    pub yields: Goods,
    /// The items that it takes from the station's stock.
    pub uses: Goods,
    /// The items that it adds to the station's stock.
    pub makes: Goods,
    /// The items that move from the station's stock to the worker.
    pub pays: Goods,
}

/// Items on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pile {
    /// The cell that the items lie in.
    pub cell: Cell,
    /// The kind of item.
    pub item: ItemId,
    /// The number of items.
    pub count: u16,
}

/// Whether bodies block each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bodies {
    /// At most one living body per cell.
    #[default]
    Solid,
    /// Any number of bodies per cell, for crowds.
    Pass,
}

/// The rules of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// When the scene ends without a winner.
    pub time_limit_ms: Option<u64>,
    /// Whether bodies block each other.
    pub bodies: Bodies,
    /// The item that serves as money.
    pub money: Option<ItemId>,
    /// Every actor starts at a random cell within this many steps of its starting cell.
    pub jitter: u16,
    /// Whether an actor whose `at` is a named place starts at a random cell of that place.
    pub is_scattered: bool,
    /// How much job times vary with the seed, in thousandths.
    pub vary: u16,
    /// The length of a day, if the scene has days. The hour at the start is drawn from the seed unless it is
    /// given.
    pub day_ms: Option<u64>,
    /// The hour of the day at the start.
    pub hour: Option<u8>,
    /// How fire suppresses.
    pub suppression: SuppressionRules,
}

/// How fire suppresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuppressionRules {
    /// The suppression from which on an actor is pinned, in thousandths; without it no actor is ever pinned.
    pub pins: Option<u16>,
    /// How long suppression lasts after the last shot before it fades.
    pub holds_ms: u32,
    /// How much suppression fades per second, in thousandths.
    pub fades: u16,
    /// The factor on the chance to hit a pinned actor behind low cover, in thousandths.
    pub cover: u16,
}

impl Default for SuppressionRules {
    fn default() -> Self {
        Self { pins: None, holds_ms: 0, fades: 250, cover: 200 }
    }
}

/// The numbers of each baseline, which can be tuned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BaselineSpecs {
    /// Those of the state machine.
    pub fsm: BaselineSpec,
    /// Those of the behaviour tree.
    pub bt: BaselineSpec,
    /// Those of the utility soldier.
    pub utility: BaselineSpec,
}

/// The numbers of a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaselineSpec {
    /// The number of rounds in a burst.
    pub burst: u16,
    /// How long it waits in cover for an enemy that it has lost.
    pub hold_ms: u64,
    /// How long it looks for an enemy that it has lost.
    pub remember_ms: u64,
    /// The health below which it treats itself.
    pub wounded: u16,
    /// The share of a full magazine below which it reloads when no enemy is in sight, in thousandths.
    pub reload: u16,
    /// The distance from which it looks at where it saw a lost enemy.
    pub distance: u16,
    /// How much farther away an enemy in the open may be to be shot at before one in cover.
    pub cover: u16,
}

impl Default for BaselineSpec {
    fn default() -> Self {
        Self { burst: 5, hold_ms: 6000, remember_ms: 20_000, wounded: 50, reload: 500, distance: 3, cover: 6 }
    }
}

/// The place or actor near which agents matter most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObserverSpec {
    /// Where it is.
    pub at: ObserverPlace,
    /// Up to this distance agents have full importance.
    pub near: u16,
    /// From this distance on agents have the least importance.
    pub far: u16,
    /// The importance of agents that are far away, in thousandths.
    pub least: u16,
}

/// Where an observer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObserverPlace {
    /// At a cell.
    Cell(Cell),
    /// Wherever an actor is.
    Actor(ActorId),
}

/// A win condition of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The team that wins.
    pub team: TeamId,
    /// What has to happen for the team to win.
    pub when: WinCondition,
}

/// What decides a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinCondition {
    /// All actors of a team are dead.
    Dead(TeamId),
    /// An item lies at a place, is carried there by a living actor, or is in the stock there.
    ItemAt(ItemId, Site),
    /// A fact that the simulation layer reports, by name.
    Fact(String),
}

/// A location of goods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// The stock of a station.
    Station(StationId),
    /// The ground of a place.
    Spot(SpotId),
}

/// The quest of a scene.
#[derive(Clone, Debug)]
pub struct QuestSpec {
    /// The quest in its initial state.
    pub quest: Quest,
    /// The demonstrations that were given.
    pub experience: Experience,
    /// The planner for the quest.
    pub planner: QuestPlanner,
    /// The quest file and the files of its demonstrations.
    pub sources: Vec<Source>,
    /// The team of the quest's enemies.
    pub team: TeamId,
}

/// A scripted event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptedEvent {
    /// The time of the event.
    pub at_ms: u64,
    /// What the event does.
    pub action: Edit,
}
