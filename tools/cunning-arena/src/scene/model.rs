//! The parts of a scene. Lengths are cells, times milliseconds, chances thousandths; speeds are thousandths of a
//! cell a second.

use cunning_diag::{Source, Span};
use cunning_train::{Experience, Planner, Quest};
use cunning_walk::knowledge::{FearProfile, REACH_MAX};
use cunning_walk::navigator::NavigatorConfig;

use crate::id::{BodyId, DoorId, ItemId, SpotId, StationId, TeamId, WeaponId};
use crate::world::DoorState;
use crate::{Cell, Goods, Heading};

/// A named place: one or more cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What it is called.
    pub name: String,
    /// Its cells, in reading order; at least one.
    pub cells: Vec<Cell>,
    /// The cell nearest to the middle of all.
    pub centre: Cell,
}

/// A door, and how it is in the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorSpec {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub cell: Cell,
    /// Open, closed or locked.
    pub state: DoorState,
    /// What one must hold to lock or unlock it; nothing means that nobody can.
    pub key: Option<ItemId>,
}

/// A kind of item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemKind {
    /// What it is called.
    pub name: String,
    /// How much health using one gives. Using an item spends it.
    pub heals: u16,
}

/// A kind of weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeaponKind {
    /// What it is called.
    pub name: String,
    /// The furthest target.
    pub range: u16,
    /// What a hit takes from health.
    pub damage: u16,
    /// The chance to hit a standing, unsheltered target right before the shooter.
    pub near: u16,
    /// The same at the end of the range; between them the chance falls evenly.
    pub far: u16,
    /// Rounds in a full magazine.
    pub magazine: u16,
    /// Time from one shot to the next.
    pub interval_ms: u32,
    /// Time to fill the magazine.
    pub reload_ms: u32,
    /// The item that filling the magazine takes one of.
    pub ammunition: Option<ItemId>,
    /// How much a shot raises the suppression of whoever it is aimed at, in thousandths.
    pub suppression: u16,
    /// How far a shot is heard.
    pub loudness: u16,
}

/// A kind of body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyKind {
    /// What it is called.
    pub name: String,
    /// Walking speed when standing; crouched it is half.
    pub speed: u32,
    /// Health in the beginning, and the most there can be.
    pub health: u16,
    /// How far it sees.
    pub sight: u16,
    /// How far to either side of its heading it sees, in 256ths of a turn; 128 is all around.
    pub view: u8,
    /// How much of a noise's loudness counts for it, in thousandths.
    pub hearing: u16,
}

/// An actor, and how it is in the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActorSpec {
    /// What it is called.
    pub name: String,
    /// Its team.
    pub team: TeamId,
    /// Its body.
    pub body: BodyId,
    /// Its weapon.
    pub weapon: Option<WeaponId>,
    /// Where it is.
    pub cell: Cell,
    /// Where it may be instead, if the scene scatters its actors.
    pub cells: Vec<Cell>,
    /// Which way it looks.
    pub heading: Heading,
    /// What it carries.
    pub goods: Goods,
    /// How it finds its way where it seeks one; without, it knows no fear.
    pub config: Option<NavigatorSpec>,
    /// For the layer above: which archetype of mind.
    pub archetype: String,
    /// For the layer above: the domain file of the mind.
    pub domain: String,
    /// For the layer above: whom it belongs to.
    pub squad: String,
    /// For the layer above: the squads that it commands.
    pub commands: Vec<String>,
    /// For the layer above: places that its mind calls by names of its own.
    pub means: Vec<(Word, SpotId)>,
    /// For the layer above: what its mind believes in the beginning.
    pub beliefs: Vec<BeliefSpec>,
}

/// How somebody finds its way as it goes, and what it is shy of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavigatorSpec {
    /// How much what it knows weighs against the plain distance, in thousandths.
    pub fear: u16,
    /// How many cells around what it remembers are feared too, at most.
    pub reach: u16,
    /// Whether it remembers its own walks.
    pub remembers: bool,
    /// Whether it remembers what it sees of the walks of others.
    pub watches: bool,
    /// Whether it knows what walking would cost it from everywhere.
    pub computes: bool,
    /// After what time half of a memory is gone; never if there is none.
    pub half_life_ms: Option<u32>,
}

impl Default for NavigatorSpec {
    fn default() -> Self {
        let reach = REACH_MAX as u16;
        Self { fear: 0, reach, remembers: false, watches: false, computes: false, half_life_ms: None }
    }
}

impl NavigatorSpec {
    /// The same for a navigator.
    pub(crate) fn config(&self) -> NavigatorConfig {
        NavigatorConfig {
            fear_profile: FearProfile { fear: f64::from(self.fear) / 1000.0, reach: self.reach.into() },
            remembers: self.remembers,
            watches: self.watches,
            computes: self.computes,
            ..NavigatorConfig::default()
        }
    }
}

/// Somebody without a body, for the layer above alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommanderSpec {
    /// What he is called.
    pub name: String,
    /// His team.
    pub team: TeamId,
    /// Which archetype of mind.
    pub archetype: String,
    /// The domain file of the mind.
    pub domain: String,
    /// Whom he belongs to.
    pub squad: String,
    /// The squads he commands.
    pub commands: Vec<String>,
    /// What his mind believes in the beginning.
    pub beliefs: Vec<BeliefSpec>,
}

/// A word of the file with its place, for the layer above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A fact of a mind and its value, as the file has them, for the layer above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeliefSpec {
    /// The fact.
    pub fact: Word,
    /// Its value.
    pub value: String,
}

/// What a body does when a mind acts, for the layer above: an entry of `[do]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyActionSpec {
    /// The action.
    pub action: Word,
    /// What the body does, one after the other, each in words.
    pub body_actions: Vec<Vec<Word>>,
}

/// A sense of minds, for the layer above: a table `[sense.NAME]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SenseSpec {
    /// What it is called; archetypes name it among their sensors.
    pub name: Word,
    /// How often it is asked.
    pub every_ms: u32,
    /// Facts, and in words what the body tells of them.
    pub facts: Vec<(Word, Vec<Word>)>,
}

/// A shop, a work place or a store: a place with goods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StationSpec {
    /// What it is called.
    pub name: String,
    /// Where it is, for pictures and for walking there.
    pub cell: Cell,
    /// All its cells; one must be in one of them or beside it.
    pub cells: Vec<Cell>,
    /// What it has in the beginning.
    pub stock: Goods,
    /// What it sells one of each for, if it sells it.
    pub sells: Vec<(ItemId, u16)>,
    /// What it pays for one of each, if it buys it.
    pub buys: Vec<(ItemId, u16)>,
    /// What can be done here.
    pub jobs: Vec<Job>,
}

/// Something about a scene that is so or not, as whoever plays it likes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// What it is called.
    pub name: String,
    /// What it is for.
    pub doc: String,
    /// Whether it is on.
    pub is_on: bool,
    /// Archetypes, and those that take their place while it is off.
    pub off: Vec<(String, String)>,
}

/// Work that can be done at a station.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// What it is called.
    pub name: String,
    /// How long it takes.
    pub time_ms: u32,
    /// How many can be at it at the same time.
    pub places: u16,
    /// What it takes from the worker.
    pub takes: Goods,
    /// What it gives the worker.
    pub yields: Goods,
    /// What it takes from the station's stock.
    pub uses: Goods,
    /// What it adds to the station's stock.
    pub makes: Goods,
    /// What the worker gets from the station's stock.
    pub pays: Goods,
}

/// Items on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pile {
    /// Where.
    pub cell: Cell,
    /// What.
    pub item: ItemId,
    /// How many.
    pub count: u16,
}

/// Whether bodies are in each other's way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bodies {
    /// One living body a cell.
    #[default]
    Solid,
    /// Any number: for crowds.
    Pass,
}

/// The rules of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// When it is over if nobody has won.
    pub time_limit_ms: Option<u64>,
    /// Whether bodies are in each other's way.
    pub bodies: Bodies,
    /// The item that things are paid with.
    pub money: Option<ItemId>,
    /// How many cells from their places actors may begin, as the seed has it.
    pub jitter: u16,
    /// Whether who begins in a named place begins anywhere in it, as the seed has it.
    pub is_scattered: bool,
    /// By how much the times of work differ from seed to seed, in thousandths.
    pub vary: u16,
    /// How long a day is, if days pass. The hour at which it all begins comes from the seed, unless it is given.
    pub day_ms: Option<u64>,
    /// The hour at which it all begins.
    pub hour: Option<u8>,
}

/// Who wins, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The team that wins.
    pub team: TeamId,
    /// When.
    pub when: WinCondition,
}

/// What decides a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinCondition {
    /// Everybody of a team is dead.
    Dead(TeamId),
    /// An item lies at a place, or is carried there by somebody alive, or is in the stock there.
    ItemAt(ItemId, Site),
    /// Something that only the layer above can tell, in its own words.
    Fact(String),
}

/// Where goods can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// In the stock of a station.
    Station(StationId),
    /// On the ground of a place.
    Spot(SpotId),
}

/// The quest of a scene, for the layer above.
#[derive(Clone, Debug)]
pub struct QuestSpec {
    /// The quest as it begins.
    pub quest: Quest,
    /// What was shown of such quests.
    pub experience: Experience,
    /// How whoever carries it out plans.
    pub planner: Planner,
    /// The quest's file and those of its demonstrations.
    pub sources: Vec<Source>,
    /// The team of its enemies.
    pub team: TeamId,
}

/// Something that happens by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptedEvent {
    /// When.
    pub at_ms: u64,
    /// What.
    pub action: ScriptAction,
}

/// What can happen by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptAction {
    /// Items of a kind vanish from a site, or from the ground and all stations.
    Remove(ItemId, Option<Site>),
    /// Items of a kind that lie on the ground, all of them, lie at one cell from now on.
    Move(ItemId, Cell),
    /// Items appear: at the centre of a place, or in a stock.
    Add(ItemId, u16, Site),
    /// A door changes. Nothing happens if somebody stands in it or it is broken.
    Door(DoorId, DoorState),
    /// Something is heard at a place.
    Noise(SpotId, u16),
    /// Words for the layer above.
    Say(String),
}
