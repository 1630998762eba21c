//! A quest: a map with items, triggers, doors and enemies, a walker and a goal. Quests are immutable.

mod read;

use std::sync::Arc;

use crate::rules::Situation;

/// Returns a JSON Schema (draft 2020-12) of quest files, so that an editor can complete and explain them.
///
/// ```
/// assert!(cunning_train::schema().contains("Cunning quest"));
/// ```
pub fn schema() -> &'static str {
    include_str!("quest/schema.json")
}

/// A set of facts, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facts(pub u32);

/// The number of a fact in [`Quest::facts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FactId(pub u8);

/// A quest.
///
/// ```
/// use cunning_diag::Source;
/// use cunning_train::Quest;
///
/// let map = ["#######", "#S.k#G#", "#...D.#", "#######"].join("\n");
/// let things = "[item.key]\nat = 'k'\n[door.cellar]\nat = 'D'\nneeds = ['key']";
/// let text = format!("map = '''\n{map}\n'''\n[walker]\nat = 'S'\n{things}\n[goal]\nat = 'G'");
/// let quest = Quest::parse(&Source::new("cellar.toml", text))?;
/// assert_eq!((quest.width(), quest.height()), (7, 4));
/// assert_eq!(quest.facts(), ["key"]);
/// # Ok::<(), cunning_diag::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quest {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) free: Arc<[bool]>,
    pub(crate) walker: Walker,
    pub(crate) facts: Vec<String>,
    pub(crate) events: Vec<Event>,
    pub(crate) doors: Vec<Door>,
    pub(crate) enemies: Vec<Enemy>,
    pub(crate) goal: Goal,
    pub(crate) demonstrations: Vec<String>,
    /// The situation of a walker that has already begun; `None` for the start of the file.
    pub(crate) begun: Option<Situation>,
}

/// The character that carries out the quest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walker {
    /// The start cell.
    pub cell: u32,
    /// The time to walk to an adjacent cell.
    pub walk_ms: u32,
    /// The time to sneak to an adjacent cell.
    pub sneak_ms: u32,
    /// The initial and largest health, in points.
    pub health: u32,
    /// The number of points in a level: damage and healing are counted in levels.
    pub level: u32,
}

/// An event that happens once at a place and makes a fact true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The name.
    pub name: String,
    /// The kind of event.
    pub kind: EventKind,
    /// The fact that becomes true.
    pub fact: FactId,
    /// The cells of the place; any of them counts.
    pub cells: Vec<u32>,
    /// The facts that must be true before the event can happen.
    pub needs: Facts,
    /// The health that it gives, in points.
    pub heals: u32,
    /// The time that it takes.
    pub takes_ms: u32,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// An item to pick up.
    Item,
    /// A trigger to set off.
    Trigger,
}

/// Cells that are closed until some facts are true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Door {
    /// The name.
    pub name: String,
    /// The cells of the door.
    pub cells: Vec<u32>,
    /// The facts that must be true to pass.
    pub needs: Facts,
}

/// An enemy that does damage at every step that ends within its reach. Of several damages that apply, the least counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enemy {
    /// The name.
    pub name: String,
    /// The cells of the enemies; one stands on each.
    pub cells: Vec<u32>,
    /// The reach in thousandths of a cell from the middle of its cell, also through walls.
    pub reach: u32,
    /// The damage, in points.
    pub harm: u32,
    /// The damage to a sneaking walker.
    pub sneaking: u32,
    /// The fact that protects the walker.
    pub shield: Option<FactId>,
    /// The damage to a protected walker.
    pub shielded: u32,
}

/// The goal of a quest. Everything else is unconstrained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The cells of the place; any of them counts.
    pub cells: Vec<u32>,
    /// The facts that must be true.
    pub needs: Facts,
    /// The least required health, in points.
    pub health: u32,
}

/// Why an event or the walker cannot be moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// No event has this name.
    UnknownEvent(String),
    /// The cell is outside the map, a wall or a door.
    NotFree((u32, u32)),
    /// The situation is impossible in this quest.
    Impossible(Situation),
}

impl Facts {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Whether all of `others` are in the set.
    #[inline]
    pub const fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether a fact is in the set.
    #[inline]
    pub const fn has(self, fact: FactId) -> bool {
        self.0 & Self::of(fact).0 != 0
    }

    /// The set of one fact.
    #[inline]
    pub const fn of(fact: FactId) -> Self {
        Self(1 << (fact.0 & 31))
    }

    /// The union of two sets.
    #[inline]
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The facts that are not in `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The facts, in order.
    pub fn iter(self) -> impl Iterator<Item = FactId> {
        (0..32).map(FactId).filter(move |&fact| self.has(fact))
    }
}

impl Quest {
    /// The quest's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description of the quest.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// The width of the map.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height of the map.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The character that carries out the quest.
    pub fn walker(&self) -> Walker {
        self.walker
    }

    /// The names of all facts.
    pub fn facts(&self) -> &[String] {
        &self.facts
    }

    /// The events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The doors.
    pub fn doors(&self) -> &[Door] {
        &self.doors
    }

    /// The enemies.
    pub fn enemies(&self) -> &[Enemy] {
        &self.enemies
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The names of the demonstration files that belong to the quest.
    pub fn demonstrations(&self) -> &[String] {
        &self.demonstrations
    }

    /// The number of cells of the map. They are numbered row by row.
    pub fn cell_count(&self) -> u32 {
        self.width * self.height
    }

    /// The column and row of a cell.
    pub fn position(&self, cell: u32) -> (u32, u32) {
        (cell % self.width.max(1), cell / self.width.max(1))
    }

    /// The cell at a column and a row; `None` outside the map.
    pub fn cell(&self, (x, y): (u32, u32)) -> Option<u32> {
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// Whether a cell is not a wall. Doors are free cells.
    pub fn is_free(&self, cell: u32) -> bool {
        self.free.get(cell as usize).copied().unwrap_or(false)
    }

    /// The door at a cell.
    pub fn door_at(&self, cell: u32) -> Option<&Door> {
        self.doors.iter().find(|door| door.cells.contains(&cell))
    }

    /// The names of the facts in a set.
    pub fn fact_names(&self, facts: Facts) -> impl Iterator<Item = &str> {
        facts.iter().filter_map(|fact| self.facts.get(usize::from(fact.0))).map(String::as_str)
    }

    /// The same quest with an event moved to another cell.
    pub fn with_event_at(&self, event: &str, position: (u32, u32)) -> Result<Self, MoveError> {
        let cell = self.cell(position).ok_or(MoveError::NotFree(position))?;
        self.with_event_at_all(event, &[cell])
    }

    /// The same quest with an event moved to these cells. Without cells the event cannot happen.
    pub fn with_event_at_all(&self, event: &str, cells: &[u32]) -> Result<Self, MoveError> {
        if let Some(&cell) = cells.iter().find(|&&cell| !self.can_hold(cell)) {
            return Err(MoveError::NotFree(self.position(cell)));
        }
        let mut quest = self.clone();
        let moved = quest.events.iter_mut().find(|known| known.name == event);
        moved.ok_or_else(|| MoveError::UnknownEvent(event.to_owned()))?.cells = cells.to_vec();
        Ok(quest)
    }

    /// Whether an event can be placed at a cell, which must be neither wall nor door.
    pub fn can_hold(&self, cell: u32) -> bool {
        self.is_free(cell) && self.door_at(cell).is_none()
    }

    /// The same quest for a walker that is already in a situation. Events at its cell happen before the first step.
    pub fn begun_at(&self, at: Situation) -> Result<Self, MoveError> {
        let facts = Facts((1_u64.wrapping_shl(self.facts.len() as u32) - 1) as u32);
        let is_possible = self.is_free(at.cell)
            && facts.has_all(at.facts)
            && (1..=self.walker.levels()).contains(&at.level);
        if is_possible {
            Ok(Self { begun: Some(at), ..self.clone() })
        } else {
            Err(MoveError::Impossible(at))
        }
    }
}

impl Walker {
    /// The highest level of health; 0 is death.
    pub const fn levels(&self) -> u32 {
        self.health / self.level
    }

    /// The time per cell at top speed.
    pub(crate) const fn top_ms(&self) -> u32 {
        if self.sneak_ms < self.walk_ms { self.sneak_ms } else { self.walk_ms }
    }
}

impl std::fmt::Display for MoveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownEvent(name) => write!(f, "unknown item or trigger `{name}`"),
            Self::NotFree((x, y)) => write!(f, "{x},{y} is outside the map, a wall or a door"),
            Self::Impossible(at) => {
                write!(f, "impossible situation: health level {} at this cell", at.level)
            }
        }
    }
}

impl std::error::Error for MoveError {}
