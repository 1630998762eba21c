//! The changing part of an actor. The static part is the scene's [`ActorSpec`](crate::scene::ActorSpec).

use cunning_encode::encode_struct;
use cunning_walk::navigator::Navigator;

use crate::id::IntentId;
use crate::movement::step_cost;
use crate::world::intent::{DoorPolicy, Goal, Intent, Stance};
use crate::{Cell, Goods, Heading, Point};

/// The maximum of suppression.
pub const SUPPRESSION_MAX: u16 = 1000;

/// The current state of an actor.
#[derive(Clone, Debug)]
pub struct Actor {
    pub(crate) cell: Cell,
    /// The cell where the current step began; equal to `cell` between steps.
    pub(crate) left: Cell,
    /// The completed part of that step, in millionths of a cell.
    pub(crate) gone: u32,
    pub(crate) heading: Heading,
    pub(crate) stance: Stance,
    pub(crate) health: u16,
    pub(crate) suppression: u16,
    /// The time until suppression begins to fade.
    pub(crate) shaken_ms: u32,
    /// The rounds in the magazine of the weapon in hand.
    pub(crate) rounds: u16,
    /// Which of its weapons the actor has in hand.
    pub(crate) in_hand: u8,
    /// The rounds in the magazines of its weapons, if it has several; that of the weapon in hand is in `rounds`.
    pub(crate) magazines: Vec<u16>,
    /// The time until the weapon can fire again.
    pub(crate) cooldown_ms: u32,
    pub(crate) goods: Goods,
    pub(crate) legs: Option<Walk>,
    /// The remaining cells of the walk, the next one last. Stored here so that the allocation is reused.
    pub(crate) path: Vec<Cell>,
    pub(crate) hands: Option<Task>,
    /// What the actor has learned by walking and watching; `None` until it has learned something.
    pub(crate) navigator: Option<Box<Navigator>>,
    /// Whether an edit has removed the body.
    pub(crate) is_removed: bool,
}

/// A walk in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) id: IntentId,
    pub(crate) goal: Goal,
    /// The destination cell.
    pub(crate) to: Cell,
    pub(crate) doors: DoorPolicy,
    /// Whether this is a seeker's walk.
    pub(crate) seeks: bool,
    /// How long another actor has been in the way.
    pub(crate) waited_ms: u32,
    /// How long the actor has been opening a door.
    pub(crate) opening_ms: u32,
}

/// A task of the hands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) id: IntentId,
    pub(crate) intent: Intent,
    /// The time until it is done; unused for shooting.
    pub(crate) left_ms: u32,
    /// The number of rounds still to be fired.
    pub(crate) rounds: u16,
}

encode_struct!(Actor {
    cell,
    left,
    gone,
    heading,
    stance,
    health,
    suppression,
    shaken_ms,
    rounds,
    in_hand,
    magazines,
    cooldown_ms,
    goods,
    legs,
    path,
    hands,
    navigator,
    is_removed,
});
encode_struct!(Walk { id, goal, to, doors, seeks, waited_ms, opening_ms });
encode_struct!(Task { id, intent, left_ms, rounds });

impl Actor {
    /// The cell that the actor occupies: where it stands, or where its current step leads.
    pub fn cell(&self) -> Cell {
        self.cell
    }

    /// The exact position, for pictures.
    pub fn point(&self) -> Point {
        let (from, to) = (self.left.centre(), self.cell.centre());
        let cost = i64::from(step_cost(self.left, self.cell).max(1));
        let along = |from: i32, to: i32| from + (i64::from(to - from) * i64::from(self.gone) / cost) as i32;
        Point { x: along(from.x, to.x), y: along(from.y, to.y) }
    }

    /// The direction that the actor faces.
    pub fn heading(&self) -> Heading {
        self.heading
    }

    /// Whether the actor stands or crouches.
    pub fn stance(&self) -> Stance {
        self.stance
    }

    /// The remaining health.
    pub fn health(&self) -> u16 {
        self.health
    }

    /// Whether the actor is alive.
    pub fn is_alive(&self) -> bool {
        self.health > 0
    }

    /// Whether an edit has removed the body. A removed actor is dead and not to be seen.
    pub fn is_removed(&self) -> bool {
        self.is_removed
    }

    /// Whether the actor is between two cells.
    pub fn is_moving(&self) -> bool {
        self.left != self.cell
    }

    /// How strongly the actor is suppressed, from 0 to [`SUPPRESSION_MAX`].
    pub fn suppression(&self) -> u16 {
        self.suppression
    }

    /// The number of rounds in the magazine.
    pub fn rounds(&self) -> u16 {
        self.rounds
    }

    /// The items that the actor carries.
    pub fn goods(&self) -> &Goods {
        &self.goods
    }

    /// The intent of the current walk.
    pub fn walking(&self) -> Option<IntentId> {
        self.legs.map(|walk| walk.id)
    }

    /// The destination cell of the current walk.
    pub fn destination(&self) -> Option<Cell> {
        self.legs.map(|walk| walk.to)
    }

    /// The intent that the hands are busy with.
    pub fn doing(&self) -> Option<(IntentId, Intent)> {
        self.hands.map(|task| (task.id, task.intent))
    }

    /// What the actor has learned by walking and watching.
    pub fn navigator(&self) -> Option<&Navigator> {
        self.navigator.as_deref()
    }

    /// The remaining cells of the walk, the last one first; for a seeker only the next cell.
    pub fn path(&self) -> &[Cell] {
        &self.path
    }
}
