//! A quest: a map, what lies and lurks on it, and what is wanted. It is read once and never changes; a quest with
//! something elsewhere is another quest.

mod read;

use std::sync::Arc;

use crate::rules::Situation;

/// A set of facts, a bit for each.
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
    /// How the walker stands if it has begun already; otherwise it stands as the file says.
    pub(crate) begun: Option<Situation>,
}

/// Whoever is to carry the quest out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walker {
    /// Where it starts.
    pub cell: u32,
    /// How long it walks from a cell to the next one beside it.
    pub walk_ms: u32,
    /// How long it sneaks.
    pub sneak_ms: u32,
    /// Its health in the beginning, which is also the most it can have, in points.
    pub health: u32,
    /// How many points are one level: harm and healing are counted in levels.
    pub level: u32,
}

/// Something that happens once, at a place: a fact becomes true there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: EventKind,
    /// The fact that becomes true.
    pub fact: FactId,
    /// Where; at any of these cells.
    pub cells: Vec<u32>,
    /// What must be true before, or nothing happens.
    pub needs: Facts,
    /// Points of health that it gives.
    pub heals: u32,
    /// How long it takes.
    pub takes_ms: u32,
}

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// Something to pick up.
    Item,
    /// Something to set off.
    Trigger,
}

/// Cells that are closed to whoever lacks what they need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Door {
    /// What it is called.
    pub name: String,
    /// Where; each of its cells is a door.
    pub cells: Vec<u32>,
    /// What must be true to pass.
    pub needs: Facts,
}

/// Somebody who strikes at every step that ends within reach. The least of the harms that apply is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enemy {
    /// What it is called.
    pub name: String,
    /// Where; one of its kind stands on each of these cells.
    pub cells: Vec<u32>,
    /// How far it strikes, in thousandths of a cell, from the middle of its cell, also through walls.
    pub reach: u32,
    /// The harm, in points.
    pub harm: u32,
    /// The harm to whoever sneaks.
    pub sneaking: u32,
    /// The fact that protects.
    pub shield: Option<FactId>,
    /// The harm to whoever is protected.
    pub shielded: u32,
}

/// What is wanted. Everything that is not said here may be any way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Where; at any of these cells.
    pub cells: Vec<u32>,
    /// What must be true.
    pub needs: Facts,
    /// The least health, in points.
    pub health: u32,
}

/// Why something cannot be moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// There is no event of that name.
    UnknownEvent(String),
    /// The place is outside the map, a wall or a door.
    NotFree((u32, u32)),
    /// Nobody can stand like that in this quest.
    Impossible(Situation),
}

impl Facts {
    /// No facts.
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

    /// The facts of both sets.
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

    /// What it is about.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// Columns of the map.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows of the map.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Whoever is to carry it out.
    pub fn walker(&self) -> Walker {
        self.walker
    }

    /// The names of all facts.
    pub fn facts(&self) -> &[String] {
        &self.facts
    }

    /// Everything that can happen.
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

    /// What is wanted.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The files of demonstrations that belong to it, as it names them.
    pub fn demonstrations(&self) -> &[String] {
        &self.demonstrations
    }

    /// How many cells the map has. They are numbered row by row.
    pub fn cell_count(&self) -> u32 {
        self.width * self.height
    }

    /// Column and row of a cell.
    pub fn position(&self, cell: u32) -> (u32, u32) {
        (cell % self.width.max(1), cell / self.width.max(1))
    }

    /// The cell at a column and a row; nothing outside the map.
    pub fn cell(&self, (x, y): (u32, u32)) -> Option<u32> {
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// Whether a cell is no wall; doors are none.
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

    /// The same quest with an event at another place, and only there.
    pub fn with_event_at(&self, event: &str, position: (u32, u32)) -> Result<Self, MoveError> {
        let cell = self.cell(position).ok_or(MoveError::NotFree(position))?;
        self.with_event_at_all(event, &[cell])
    }

    /// The same quest with an event at any of these cells, and only there; without one it can never happen.
    pub fn with_event_at_all(&self, event: &str, cells: &[u32]) -> Result<Self, MoveError> {
        if let Some(&cell) = cells.iter().find(|&&cell| !self.can_hold(cell)) {
            return Err(MoveError::NotFree(self.position(cell)));
        }
        let mut quest = self.clone();
        let moved = quest.events.iter_mut().find(|known| known.name == event);
        moved.ok_or_else(|| MoveError::UnknownEvent(event.to_owned()))?.cells = cells.to_vec();
        Ok(quest)
    }

    /// Whether something can lie at a cell: neither walls nor doors hold anything.
    pub fn can_hold(&self, cell: u32) -> bool {
        self.is_free(cell) && self.door_at(cell).is_none()
    }

    /// The same quest for a walker who has begun and stands like this. What lies where it stands is picked up before the
    /// first step.
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

    /// What a cell costs at top speed.
    pub(crate) const fn top_ms(&self) -> u32 {
        if self.sneak_ms < self.walk_ms { self.sneak_ms } else { self.walk_ms }
    }
}

impl std::fmt::Display for MoveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownEvent(name) => write!(f, "there is no item or trigger `{name}`"),
            Self::NotFree((x, y)) => write!(f, "nothing can lie at {x},{y}"),
            Self::Impossible(at) => {
                write!(f, "nobody can stand in this quest with health level {}", at.level)
            }
        }
    }
}

impl std::error::Error for MoveError {}
