//! What actors are asked to do. Intents name cells and things; they know no reasons.

use crate::id::{ActorId, DoorId, IntentId, ItemId, StationId};
use crate::world::door::DoorAction;
use crate::world::wire::{wire_enum, wire_struct};
use crate::{Cell, SpotId};

/// Something an actor is to do.
///
/// An actor has legs and hands: it walks and does something else at the same time, but not two things with
/// either. A new intent replaces the one that has its place, which ends as
/// [`Replaced`](crate::Failure::Replaced). Turning, crouching and shouting take no time and replace nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Walks somewhere (legs).
    Walk {
        /// Where to.
        to: Goal,
        /// What to do about closed doors.
        doors: AtDoors,
    },
    /// Goes somewhere by finding its way step by step, with what it has learned and fears (legs). Doors on its way are
    /// opened.
    Seek {
        /// Where to.
        to: Goal,
    },
    /// Turns towards a cell (at once).
    Face {
        /// The cell.
        toward: Cell,
    },
    /// Stands up or crouches (at once).
    Stand {
        /// How.
        stance: Stance,
    },
    /// Makes itself heard (at once).
    Shout {
        /// How far, in cells.
        loudness: u16,
        /// What is shouted, in numbers of the layer above.
        word: u32,
    },
    /// Shoots until the rounds are spent or the target is dead (hands). Fails when the magazine is empty, something is
    /// in between or the target is out of range. The shooter turns to its target by itself, and whether it has noticed
    /// the target is not the world's business.
    Shoot {
        /// At what.
        at: Target,
        /// How many rounds.
        rounds: u16,
    },
    /// Fills the magazine (hands).
    Reload,
    /// Takes items within reach (hands). From a station this does not ask for money.
    Take {
        /// Which.
        item: ItemId,
        /// How many.
        count: u16,
        /// Where from.
        from: Holder,
    },
    /// Puts items down within reach, into a stock, or gives them to somebody (hands).
    Put {
        /// Which.
        item: ItemId,
        /// How many.
        count: u16,
        /// Where to.
        to: Holder,
    },
    /// Buys from a station (hands).
    Buy {
        /// Where.
        station: StationId,
        /// What.
        item: ItemId,
        /// How many.
        count: u16,
    },
    /// Sells to a station (hands).
    Sell {
        /// Where.
        station: StationId,
        /// What.
        item: ItemId,
        /// How many.
        count: u16,
    },
    /// Uses one item up (hands).
    Use {
        /// Which.
        item: ItemId,
    },
    /// Does something to a door within reach (hands).
    Door {
        /// Which.
        door: DoorId,
        /// What.
        action: DoorAction,
    },
    /// Does nothing for a while (hands).
    Wait {
        /// How long.
        time_ms: u32,
    },
    /// Works at a station within reach (hands).
    Work {
        /// Where.
        station: StationId,
        /// The job, by its place in the station's list.
        job: u16,
    },
}

/// Where to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To this cell.
    Cell(Cell),
    /// To the nearest cell of a place that nobody stands on.
    Spot(SpotId),
}

/// What a walker does about doors that are closed and not locked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtDoors {
    /// Opens those on its way, which takes time and can be heard.
    #[default]
    Open,
    /// Takes them for walls.
    Stop,
}

/// What is shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Somebody.
    Actor(ActorId),
    /// A cell, whoever is there: to keep heads down.
    Cell(Cell),
}

/// Who or what holds items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The ground.
    Ground,
    /// A station.
    Station(StationId),
    /// Somebody; one can give but not take.
    Actor(ActorId),
}

/// How an actor holds itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stance {
    /// Upright.
    #[default]
    Standing,
    /// Half as fast, harder to hit, well sheltered behind low cover.
    Crouched,
}

/// An intent that waits for the next tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) actor: ActorId,
    pub(crate) id: IntentId,
    pub(crate) intent: Intent,
}

wire_enum!(Intent {
    0 = Walk { to, doors },
    1 = Face { toward },
    2 = Stand { stance },
    3 = Shout { loudness, word },
    4 = Shoot { at, rounds },
    5 = Reload,
    6 = Take { item, count, from },
    7 = Put { item, count, to },
    8 = Buy { station, item, count },
    9 = Sell { station, item, count },
    10 = Use { item },
    11 = Door { door, action },
    12 = Wait { time_ms },
    13 = Work { station, job },
    14 = Seek { to },
});
wire_enum!(Goal { 0 = Cell(cell), 1 = Spot(spot) });
wire_enum!(AtDoors { 0 = Open, 1 = Stop });
wire_enum!(Target { 0 = Actor(actor), 1 = Cell(cell) });
wire_enum!(Holder { 0 = Ground, 1 = Station(station), 2 = Actor(actor) });
wire_enum!(Stance { 0 = Standing, 1 = Crouched });
wire_struct!(Order { actor, id, intent });
