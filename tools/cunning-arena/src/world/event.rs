//! Events: what happened in a world, as plain data. Each event is reported once.

use std::fmt;

use cunning_walk::knowledge::Source;

use crate::Cell;
use crate::id::{ActorId, DoorId, IntentId, ItemId, StationId, TeamId};
use crate::world::door::DoorState;
use crate::world::intent::{Holder, Target};

/// An event in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The end of the tick in which it happened, in milliseconds since the start.
    pub time_ms: u64,
    /// What happened, with the ids of everything involved.
    pub kind: EventKind,
}

/// What can happen in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// An actor took up an intent.
    Started {
        /// The actor concerned.
        actor: ActorId,
        /// The intent concerned.
        intent: IntentId,
    },
    /// A walker was blocked and waits or looks for another path.
    Blocked {
        /// The walker.
        actor: ActorId,
        /// The walk's intent.
        intent: IntentId,
        /// What blocks the walker.
        by: Obstacle,
    },
    /// A seeker avoids a cell that it would have chosen without fear. Reported once per walk.
    Avoided {
        /// The seeker.
        actor: ActorId,
        /// The walk's intent.
        intent: IntentId,
        /// The cell that it fears: it got lost there, saw another get lost there, or computed that it would.
        feared: Cell,
        /// Where the knowledge comes from.
        source: Source,
        /// The remembered cost of the path from there, in thousandths of a cell.
        cost: u32,
        /// The straight distance from there, in thousandths of a cell.
        distance: u32,
    },
    /// An intent succeeded or failed. Every intent ends exactly once. A walk succeeds by arriving.
    Ended {
        /// The actor concerned.
        actor: ActorId,
        /// The intent concerned.
        intent: IntentId,
        /// Whether it succeeded, or why it failed.
        result: Result<(), Failure>,
    },
    /// A noise was made.
    Noise(Noise),
    /// A shot was fired.
    Shot {
        /// The shooter.
        shooter: ActorId,
        /// The target.
        at: Target,
        /// The actor that was hit.
        hit: Option<ActorId>,
    },
    /// A grenade was thrown.
    Thrown {
        /// The thrower.
        actor: ActorId,
        /// The kind of item.
        item: ItemId,
        /// The cell where it lies until it explodes.
        at: Cell,
    },
    /// A grenade exploded.
    Exploded {
        /// The kind of item.
        item: ItemId,
        /// The centre of the blast.
        at: Cell,
        /// The actor that threw it.
        by: ActorId,
    },
    /// An actor lost health.
    Hurt {
        /// The actor concerned.
        actor: ActorId,
        /// The actor that caused the damage; itself if an edit did.
        by: ActorId,
        /// The lost health.
        damage: u16,
    },
    /// An actor was added to the scene while it ran.
    Appeared {
        /// The new actor.
        actor: ActorId,
    },
    /// An actor died and dropped everything it carried.
    Died {
        /// The actor concerned.
        actor: ActorId,
        /// The actor that killed it; itself if an edit did.
        by: ActorId,
    },
    /// A door changed its state.
    Door {
        /// The door that changed.
        door: DoorId,
        /// The new state.
        state: DoorState,
        /// The actor that changed it, if one did.
        by: Option<ActorId>,
    },
    /// Items changed hands without money.
    Moved {
        /// The actor that moved them.
        actor: ActorId,
        /// The kind of item.
        item: ItemId,
        /// The number of items.
        count: u16,
        /// The source; `None` is the actor itself.
        from: Option<Holder>,
        /// The destination; `None` is the actor itself.
        to: Option<Holder>,
    },
    /// Items changed hands for money.
    Traded {
        /// The actor concerned.
        actor: ActorId,
        /// The station concerned.
        station: StationId,
        /// The kind of item.
        item: ItemId,
        /// The number of items that the actor got; negative if it sold them.
        count: i32,
        /// The amount of money that changed hands.
        money: u16,
    },
    /// An item was used up.
    Used {
        /// The actor concerned.
        actor: ActorId,
        /// The kind of item.
        item: ItemId,
    },
    /// A job was finished.
    Worked {
        /// The worker.
        actor: ActorId,
        /// The station concerned.
        station: StationId,
        /// The index of the job in the station's list.
        job: u16,
    },
    /// An actor was arrested, and what it carried was taken from it.
    Arrested {
        /// The actor under arrest.
        actor: ActorId,
        /// The actor who arrested it.
        by: ActorId,
    },
    /// A prisoner was released, or separated from its captor.
    Released {
        /// The actor under arrest.
        actor: ActorId,
        /// The actor who arrested it.
        by: ActorId,
    },
    /// A scripted event happened.
    Scripted {
        /// The index of the event in the scene's script.
        index: u16,
    },
    /// The scene was decided. It can still be continued.
    Decided(Outcome),
}

/// What blocks a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A door that is not open.
    Door(DoorId),
    /// Another actor.
    Actor(ActorId),
}

/// A noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// The cell that it comes from.
    pub at: Cell,
    /// How far it is heard with normal hearing, in cells.
    pub loudness: u16,
    /// The kind of noise.
    pub kind: NoiseKind,
    /// The actor that made it, if one did.
    pub by: Option<ActorId>,
}

/// The kinds of noises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseKind {
    /// A weapon was fired.
    Shot,
    /// A shout, with the number of its word.
    Shout(u32),
    /// A door that is opened, closed, locked or unlocked.
    Door,
    /// A door that is broken.
    Breaking,
    /// A grenade that explodes.
    Blast,
    /// A noise of the script.
    Scripted,
}

/// How a scene ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A team met one of the scene's win conditions.
    Won {
        /// The winning team.
        team: TeamId,
        /// The index of the win condition.
        by: u16,
    },
    /// Several teams met win conditions in the same tick.
    Draw,
    /// Time ran out.
    TimeUp,
}

/// Why an intent failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// A newer intent replaced it.
    Replaced,
    /// It was cancelled.
    Stopped,
    /// The actor is dead.
    Dead,
    /// No path leads to the destination.
    NoPath,
    /// A seeker walked very far without arriving.
    Lost,
    /// Another actor stays in the way.
    Occupied,
    /// The actor has no weapon.
    Unarmed,
    /// The magazine is empty, or there is no ammunition to fill it.
    Empty,
    /// An obstacle is between shooter and target.
    NoLineOfSight,
    /// The target is beyond the weapon's range.
    OutOfRange,
    /// The thing is more than one cell away.
    OutOfReach,
    /// There are not enough items.
    TooFew,
    /// There is not enough money.
    TooPoor,
    /// The receiver has no room for more items.
    Full,
    /// The action is not possible there: not sold, not bought, wrong door state, or no key.
    Refused,
    /// All places at the station are taken.
    Busy,
    /// The actor is held by another one.
    Held,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Replaced => "a newer intent replaced it",
            Self::Stopped => "it was cancelled",
            Self::Dead => "the actor is dead",
            Self::NoPath => "no path",
            Self::Lost => "the destination was not found",
            Self::Occupied => "another actor is in the way",
            Self::Unarmed => "the actor has no weapon",
            Self::Empty => "no ammunition",
            Self::NoLineOfSight => "no line of sight",
            Self::OutOfRange => "the target is out of range",
            Self::OutOfReach => "the target is out of reach",
            Self::TooFew => "not enough items",
            Self::TooPoor => "not enough money",
            Self::Full => "no room for more items",
            Self::Refused => "not possible there",
            Self::Busy => "all places are taken",
            Self::Held => "the actor is under arrest",
        })
    }
}
