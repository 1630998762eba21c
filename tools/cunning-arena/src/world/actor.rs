//! One actor's changing half; what never changes is in the scene's [`ActorSpec`](crate::scene::ActorSpec).

use cunning_walk::navigator::Navigator;

use crate::id::IntentId;
use crate::movement::step_cost;
use crate::world::intent::{AtDoors, Goal, Intent, Stance};
use crate::world::wire::{Broken, Reader, Sink, Wire, wire_struct};
use crate::{Cell, Goods, Heading, Point};

/// The full scale of suppression.
pub const SUPPRESSION_MAX: u16 = 1000;

/// An actor as it is now.
#[derive(Clone, Debug)]
pub struct Actor {
    pub(crate) cell: Cell,
    /// Where the step under way began; the cell itself when there is none.
    pub(crate) left: Cell,
    /// How much of that step is done, in millionths of a cell.
    pub(crate) gone: u32,
    pub(crate) heading: Heading,
    pub(crate) stance: Stance,
    pub(crate) health: u16,
    pub(crate) suppression: u16,
    pub(crate) rounds: u16,
    /// Time until the weapon can fire again.
    pub(crate) cooldown_ms: u32,
    pub(crate) goods: Goods,
    pub(crate) legs: Option<Walk>,
    /// The cells still to be walked, the next one last. Kept here so that its memory is used again.
    pub(crate) path: Vec<Cell>,
    pub(crate) hands: Option<Task>,
    /// What it has learned by walking, and seen of others; there is none before there is something.
    pub(crate) navigator: Option<Box<Navigator>>,
}

/// A walk under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) id: IntentId,
    pub(crate) goal: Goal,
    /// The cell it leads to.
    pub(crate) to: Cell,
    pub(crate) doors: AtDoors,
    /// Whether it finds its way as it goes.
    pub(crate) seeks: bool,
    /// How long somebody has been in the way.
    pub(crate) waited_ms: u32,
    /// How long a door has been worked at.
    pub(crate) opening_ms: u32,
}

/// Something the hands are at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) id: IntentId,
    pub(crate) intent: Intent,
    /// Time until it is done; for shooting, unused.
    pub(crate) left_ms: u32,
    /// Rounds still to be fired.
    pub(crate) rounds: u16,
}

wire_struct!(Actor {
    cell,
    left,
    gone,
    heading,
    stance,
    health,
    suppression,
    rounds,
    cooldown_ms,
    goods,
    legs,
    path,
    hands,
    navigator,
});
wire_struct!(Walk { id, goal, to, doors, seeks, waited_ms, opening_ms });
wire_struct!(Task { id, intent, left_ms, rounds });

impl Wire for Box<Navigator> {
    fn put(&self, out: &mut impl Sink) {
        self.to_bytes().put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        let bytes = Vec::<u8>::take(from)?;
        Navigator::from_bytes(&bytes).map(Self::new).map_err(|_| Broken("somebody remembers what cannot be"))
    }
}

impl Actor {
    /// The cell it counts for: where it stands, or where its step under way leads.
    pub fn cell(&self) -> Cell {
        self.cell
    }

    /// Where exactly it is, for pictures.
    pub fn point(&self) -> Point {
        let (from, to) = (self.left.centre(), self.cell.centre());
        let cost = i64::from(step_cost(self.left, self.cell).max(1));
        let along = |from: i32, to: i32| from + (i64::from(to - from) * i64::from(self.gone) / cost) as i32;
        Point { x: along(from.x, to.x), y: along(from.y, to.y) }
    }

    /// Which way it looks.
    pub fn heading(&self) -> Heading {
        self.heading
    }

    /// How it holds itself.
    pub fn stance(&self) -> Stance {
        self.stance
    }

    /// What is left of its health.
    pub fn health(&self) -> u16 {
        self.health
    }

    /// Whether it lives.
    pub fn is_alive(&self) -> bool {
        self.health > 0
    }

    /// Whether it is between two cells.
    pub fn is_moving(&self) -> bool {
        self.left != self.cell
    }

    /// How much it keeps its head down, from 0 to [`SUPPRESSION_MAX`].
    pub fn suppression(&self) -> u16 {
        self.suppression
    }

    /// Rounds in the magazine.
    pub fn rounds(&self) -> u16 {
        self.rounds
    }

    /// What it carries.
    pub fn goods(&self) -> &Goods {
        &self.goods
    }

    /// The walk under way.
    pub fn walking(&self) -> Option<IntentId> {
        self.legs.map(|walk| walk.id)
    }

    /// The cell the walk under way leads to.
    pub fn destination(&self) -> Option<Cell> {
        self.legs.map(|walk| walk.to)
    }

    /// What the hands are at.
    pub fn doing(&self) -> Option<(IntentId, Intent)> {
        self.hands.map(|task| (task.id, task.intent))
    }

    /// What it has learned by walking and watching.
    pub fn navigator(&self) -> Option<&Navigator> {
        self.navigator.as_deref()
    }

    /// The cells still to be walked, the last one first; of a seeker, only the next.
    pub fn path(&self) -> &[Cell] {
        &self.path
    }
}
