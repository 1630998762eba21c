//! What happened: the only thing a world says by itself. Events are plain data; nobody is told anything twice.

use std::fmt;

use cunning_walk::knowledge::Source;

use crate::Cell;
use crate::id::{ActorId, DoorId, IntentId, ItemId, StationId, TeamId};
use crate::world::door::DoorState;
use crate::world::intent::{Holder, Target};

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// When: the end of the tick it happened in.
    pub time_ms: u64,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An intent was taken up.
    Started {
        /// By whom.
        actor: ActorId,
        /// Which.
        intent: IntentId,
    },
    /// A walker could not go on as planned, and looks for another way or waits.
    Blocked {
        /// Who.
        actor: ActorId,
        /// The walk.
        intent: IntentId,
        /// What is in the way.
        by: Obstacle,
    },
    /// A seeker keeps away from where it would have gone without fear; told once for each walk.
    Shied {
        /// Who.
        actor: ActorId,
        /// The walk.
        intent: IntentId,
        /// Where it was lost, or saw somebody lost, or knows that it would be.
        feared: Cell,
        /// Where it knows that from.
        source: Source,
        /// What the way from there has cost, in thousandths of a cell.
        cost: u32,
        /// How far it is from there, in thousandths of a cell.
        distance: u32,
    },
    /// An intent ended: well, or by a failure. Every intent ends exactly once, and a walk ends well by arriving.
    Ended {
        /// Whose.
        actor: ActorId,
        /// Which.
        intent: IntentId,
        /// How.
        result: Result<(), Failure>,
    },
    /// There was a noise.
    Noise(Noise),
    /// A shot was fired.
    Shot {
        /// By whom.
        shooter: ActorId,
        /// At what.
        at: Target,
        /// Who was hit.
        hit: Option<ActorId>,
    },
    /// Somebody lost health.
    Hurt {
        /// Who.
        actor: ActorId,
        /// By whom.
        by: ActorId,
        /// How much.
        damage: u16,
    },
    /// Somebody died, and dropped everything.
    Died {
        /// Who.
        actor: ActorId,
        /// By whom.
        by: ActorId,
    },
    /// A door changed.
    Door {
        /// Which.
        door: DoorId,
        /// How it is now.
        state: DoorState,
        /// Who did it, if anybody.
        by: Option<ActorId>,
    },
    /// Items changed hands without money.
    Moved {
        /// Who moved them.
        actor: ActorId,
        /// Which.
        item: ItemId,
        /// How many.
        count: u16,
        /// Where from; nothing means from the actor.
        from: Option<Holder>,
        /// Where to; nothing means to the actor.
        to: Option<Holder>,
    },
    /// Items changed hands for money.
    Traded {
        /// Who.
        actor: ActorId,
        /// With which station.
        station: StationId,
        /// What.
        item: ItemId,
        /// How many the actor got; negative if it sold them.
        count: i32,
        /// How much money changed hands.
        money: u16,
    },
    /// An item was used up.
    Used {
        /// By whom.
        actor: ActorId,
        /// Which.
        item: ItemId,
    },
    /// Work was finished.
    Worked {
        /// By whom.
        actor: ActorId,
        /// Where.
        station: StationId,
        /// The job, by its place in the station's list.
        job: u16,
    },
    /// Something happened by itself.
    Scripted {
        /// Which event of the scene's script.
        index: u16,
    },
    /// The scene is decided; it can go on all the same.
    Decided(Outcome),
}

/// What is in a walker's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A door that is not open.
    Door(DoorId),
    /// Somebody.
    Actor(ActorId),
}

/// Something to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// Where it comes from.
    pub at: Cell,
    /// How far it is heard with ordinary ears, in cells.
    pub loudness: u16,
    /// What it is.
    pub kind: NoiseKind,
    /// Who made it.
    pub by: Option<ActorId>,
}

/// What can be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseKind {
    /// A shot.
    Shot,
    /// A shout, with its word.
    Shout(u32),
    /// A door.
    Door,
    /// A door that breaks.
    Breaking,
    /// Something of the script.
    Scripted,
}

/// How a scene ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A team won, by this one of the scene's win conditions.
    Won {
        /// Which team.
        team: TeamId,
        /// The condition, by its place in the scene.
        by: u16,
    },
    /// Conditions of several teams were met in the same tick.
    Draw,
    /// Time ran out.
    TimeUp,
}

/// Why an intent failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// Another intent took its place.
    Replaced,
    /// It was called off.
    Stopped,
    /// The actor is dead.
    Dead,
    /// There is no way.
    NoWay,
    /// It has walked very long and not arrived.
    Lost,
    /// Somebody is in the way and does not move.
    Occupied,
    /// There is no weapon.
    Unarmed,
    /// The magazine is empty, or there is nothing to fill it with.
    Empty,
    /// Something is between shooter and target.
    NoLine,
    /// The target is beyond the weapon's range.
    OutOfRange,
    /// The thing is more than a cell away.
    OutOfReach,
    /// There is not enough of it.
    TooFew,
    /// There is not enough money.
    TooPoor,
    /// There is no room for more.
    Full,
    /// This cannot be done there: not sold, not bought, no such door state, no key.
    Refused,
    /// All places are taken.
    Busy,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Replaced => "another intent took its place",
            Self::Stopped => "it was called off",
            Self::Dead => "the actor is dead",
            Self::NoWay => "there is no way",
            Self::Lost => "the way was not found",
            Self::Occupied => "somebody is in the way",
            Self::Unarmed => "there is no weapon",
            Self::Empty => "there is no ammunition",
            Self::NoLine => "something is in between",
            Self::OutOfRange => "the target is too far away",
            Self::OutOfReach => "the thing is out of reach",
            Self::TooFew => "there is not enough of it",
            Self::TooPoor => "there is not enough money",
            Self::Full => "there is no room for more",
            Self::Refused => "that cannot be done there",
            Self::Busy => "all places are taken",
        })
    }
}
