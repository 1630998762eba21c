//! Intents: what actors are asked to do. Intents name cells and things but no reasons.

use crate::id::{ActorId, DoorId, IntentId, ItemId, StationId, WeaponId};
use crate::world::door::DoorAction;
use crate::{Cell, SpotId};
use cunning_encode::{encode_enum, encode_struct};

/// Something that an actor is asked to do.
///
/// An actor has legs and hands. It can walk and use its hands at the same time, but each does only one thing.
/// A new intent replaces the current one of the same slot, which ends as
/// [`Replaced`](crate::Failure::Replaced). Turning, crouching and shouting take no time and replace nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Walks along the shortest path (legs).
    Walk {
        /// Where to go.
        to: Goal,
        /// How to treat closed doors.
        doors: DoorPolicy,
    },
    /// Walks by choosing one step at a time with the actor's navigator (legs). Doors on the way are opened.
    Seek {
        /// Where to go.
        to: Goal,
    },
    /// Turns towards a cell (instant).
    Face {
        /// The cell to face.
        toward: Cell,
    },
    /// Stands up or crouches (instant).
    Stand {
        /// The new stance.
        stance: Stance,
    },
    /// Shouts (instant).
    Shout {
        /// How far the shout is heard, in cells.
        loudness: u16,
        /// A number that the caller assigns to the shouted word.
        word: u32,
    },
    /// Shoots until the rounds are spent or the target is dead (hands). Fails when the magazine is empty, an
    /// obstacle is in between or the target is out of range. The shooter turns to its target. The world does
    /// not check whether the shooter has seen it.
    Shoot {
        /// What to shoot at.
        at: Target,
        /// The maximum number of rounds.
        rounds: u16,
    },
    /// Fills the magazine (hands).
    Reload,
    /// Takes another of its weapons in hand (hands).
    Draw {
        /// The weapon to take in hand.
        weapon: WeaponId,
    },
    /// Fires at every enemy that appears within range and in sight, the nearest first, until the time is over or the
    /// magazine is empty (hands). The actor needs no further intent to fire.
    Overwatch {
        /// The duration, in milliseconds.
        time_ms: u32,
    },
    /// Uses up an item that heals on another actor within reach (hands).
    Treat {
        /// The item to use.
        item: ItemId,
        /// The actor to treat.
        actor: ActorId,
    },
    /// Throws a grenade at a cell (hands). Fails when an obstacle is in between or the cell is out of range.
    Throw {
        /// The kind of item to throw.
        item: ItemId,
        /// The target.
        at: Cell,
    },
    /// Takes items within reach (hands). Taking from a station costs no money.
    Take {
        /// The kind of item to handle.
        item: ItemId,
        /// How many items to handle.
        count: u16,
        /// Where the items are taken from.
        from: Holder,
    },
    /// Puts items on the ground, into a stock, or gives them to another actor (hands).
    Put {
        /// The kind of item to handle.
        item: ItemId,
        /// How many items to handle.
        count: u16,
        /// Where the items go.
        to: Holder,
    },
    /// Buys from a station (hands).
    Buy {
        /// The station to buy from.
        station: StationId,
        /// The kind of item to handle.
        item: ItemId,
        /// How many items to handle.
        count: u16,
    },
    /// Sells to a station (hands).
    Sell {
        /// The station to sell to.
        station: StationId,
        /// The kind of item to handle.
        item: ItemId,
        /// How many items to handle.
        count: u16,
    },
    /// Uses up one item (hands).
    Use {
        /// The kind of item to handle.
        item: ItemId,
    },
    /// Acts on a door within reach (hands).
    Door {
        /// The door to act on.
        door: DoorId,
        /// The action to perform on the door.
        action: DoorAction,
    },
    /// Arrests an actor within reach (hands). The prisoner loses what it carries to the captor and follows it until it
    /// is released.
    Arrest {
        /// The actor to arrest.
        actor: ActorId,
    },
    /// Releases a prisoner (hands), and pushes it into a place up to three cells away, such as a cell behind bars.
    Release {
        /// The prisoner to release.
        actor: ActorId,
        /// Where the prisoner goes; by default it stays where it is.
        into: Option<SpotId>,
    },
    /// Waits (hands).
    Wait {
        /// The duration, in milliseconds.
        time_ms: u32,
    },
    /// Works at a station within reach (hands).
    Work {
        /// The station to work at.
        station: StationId,
        /// The index of the job in the station's list.
        job: u16,
    },
}

/// The destination of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Walks to this cell.
    Cell(Cell),
    /// The nearest unoccupied cell of a place.
    Spot(SpotId),
}

/// How a walker treats doors that are closed but not locked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DoorPolicy {
    /// Opens doors on its path, which takes time and makes noise.
    #[default]
    Open,
    /// Treats them as walls.
    Avoid,
}

/// The target of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Shoots at an actor.
    Actor(ActorId),
    /// A cell, whether or not an actor is in it: suppressing fire.
    Cell(Cell),
}

/// A holder of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The ground, where items lie in piles.
    Ground,
    /// The stock of a station.
    Station(StationId),
    /// An actor, which can be given items but not robbed.
    Actor(ActorId),
}

/// The posture of an actor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stance {
    /// Upright, at full walking speed.
    #[default]
    Standing,
    /// Half as fast, harder to hit, and better protected by low cover.
    Crouched,
}

/// An intent that waits for the next tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) actor: ActorId,
    pub(crate) id: IntentId,
    pub(crate) intent: Intent,
}

encode_enum!(Intent {
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
    15 = Throw { item, at },
    16 = Arrest { actor },
    17 = Release { actor, into },
    18 = Draw { weapon },
    19 = Overwatch { time_ms },
    20 = Treat { item, actor },
});
encode_enum!(Goal { 0 = Cell(cell), 1 = Spot(spot) });
encode_enum!(DoorPolicy { 0 = Open, 1 = Avoid });
encode_enum!(Target { 0 = Actor(actor), 1 = Cell(cell) });
encode_enum!(Holder { 0 = Ground, 1 = Station(station), 2 = Actor(actor) });
encode_enum!(Stance { 0 = Standing, 1 = Crouched });
encode_struct!(Order { actor, id, intent });
