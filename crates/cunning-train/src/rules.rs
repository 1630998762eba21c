//! The effects of steps: a quest compiled for fast evaluation. Search, play and the reachability test share it, so they
//! cannot disagree.

use std::collections::BTreeMap;

use cunning_walk::{Direction, Directions};

use crate::metric::{MILLI, NS_PER_MS, Point, step_cost};
use crate::{Event, Facts, Quest};

/// The situation of the walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The cell of the walker.
    pub cell: u32,
    /// The facts that are true.
    pub facts: Facts,
    /// The health in levels, from 1 on; 0 is death.
    pub level: u32,
    /// Whether the last step was sneaking.
    pub sneaks: bool,
}

/// The rules of a quest: the effects of each step.
///
/// ```
/// # use cunning_diag::Source;
/// # use cunning_train::Quest;
/// use cunning_train::Rules;
///
/// # let text = "map = '''\n#######\n#S.k#G#\n#...D.#\n#######\n'''\n[walker]\nat = 'S'\n[item.key]\nat = 'k'\n[door.d]\nat = 'D'\nneeds = ['key']\n[goal]\nat = 'G'";
/// # let quest = Quest::parse(&Source::new("cellar.toml", text))?;
/// let rules = Rules::new(&quest);
/// let (at, _) = rules.step_to(rules.start(), 9, false).expect("a cell to the east");
/// let (at, _) = rules.step_to(at, 10, true).expect("where the key lies");
/// assert_eq!(quest.fact_names(at.facts).collect::<Vec<_>>(), ["key"]);
/// assert!(rules.step_to(at, 11, false).is_none(), "a wall is in the way");
/// # Ok::<(), cunning_diag::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    /// The moves at each cell if all doors are open.
    pub(crate) moves: Vec<Directions>,
    /// The offset of each direction in cell numbers; wrapping.
    pub(crate) strides: [u32; 8],
    /// The index of the special properties of each cell, from 1; 0 for a plain cell.
    pub(crate) special: Vec<u32>,
    specials: Vec<Special>,
    /// The cost of a step by `[diagonal][sneaking]`.
    pub(crate) costs: [[u64; 2]; 2],
    pub(crate) levels: u32,
    pub(crate) start: Situation,
    goal_cells: Vec<bool>,
    goal_facts: Facts,
    goal_level: u32,
}

/// The effects of entering a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Special {
    door: Facts,
    events: Vec<Happening>,
    strikes: Vec<Strike>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Happening {
    fact: Facts,
    needs: Facts,
    heals: u32,
    cost: u64,
}

/// The damage of one enemy in levels, by `[shielded][sneaking]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Strike {
    shield: Facts,
    harm: [[u32; 2]; 2],
}

impl Rules {
    /// Compiles the rules of a quest.
    pub fn new(quest: &Quest) -> Self {
        let walker = quest.walker;
        let (levels, width) = (walker.levels(), quest.width);
        let strides = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            0_u32.wrapping_add_signed(dx).wrapping_add(width.wrapping_mul(0_u32.wrapping_add_signed(dy)))
        });
        let costs =
            [false, true].map(|diagonal| [walker.walk_ms, walker.sneak_ms].map(|ms| step_cost(diagonal, ms)));
        let mut rules = Self {
            moves: moves(quest),
            strides,
            special: vec![0; quest.cell_count() as usize],
            specials: Vec::new(),
            costs,
            levels,
            start: quest.begun.unwrap_or(Situation {
                cell: walker.cell,
                facts: Facts::NONE,
                level: levels,
                sneaks: false,
            }),
            goal_cells: vec![false; quest.cell_count() as usize],
            goal_facts: quest.goal.needs,
            goal_level: quest.goal.health.div_ceil(walker.level).max(1),
        };
        for &cell in &quest.goal.cells {
            if let Some(is_goal) = rules.goal_cells.get_mut(cell as usize) {
                *is_goal = true;
            }
        }
        rules.mark_specials(quest);
        // Events at the start happen before the first step.
        let mut start = rules.start;
        let special = rules.special_at(start.cell);
        special.map(|special| special.happen(&mut start, levels));
        rules.start = start;
        rules
    }

    /// Assigns special properties to cells. Cells with the same properties share them.
    fn mark_specials(&mut self, quest: &Quest) {
        let mut at: BTreeMap<u32, Special> = BTreeMap::new();
        for door in &quest.doors {
            for &cell in &door.cells {
                let special = at.entry(cell).or_default();
                special.door = special.door.with(door.needs);
            }
        }
        for event in &quest.events {
            for &cell in &event.cells {
                at.entry(cell).or_default().events.push(Happening::new(event, quest.walker.level));
            }
        }
        for enemy in &quest.enemies {
            let points = |harm: u32| harm.div_ceil(quest.walker.level);
            let sneaking = enemy.harm.min(enemy.sneaking);
            let shielded = |harm: u32| if enemy.shield.is_some() { harm.min(enemy.shielded) } else { harm };
            let harm = [
                [points(enemy.harm), points(sneaking)],
                [points(shielded(enemy.harm)), points(shielded(sneaking))],
            ];
            let strike = Strike { shield: enemy.shield.map_or(Facts::NONE, Facts::of), harm };
            for cell in reached(quest, &enemy.cells, enemy.reach) {
                at.entry(cell).or_default().strikes.push(strike);
            }
        }
        let mut known: BTreeMap<Special, u32> = BTreeMap::new();
        for (cell, special) in at {
            let new = known.len() as u32;
            let number = *known.entry(special.clone()).or_insert(new);
            if number == new {
                self.specials.push(special);
            }
            if let Some(mark) = self.special.get_mut(cell as usize) {
                *mark = number + 1;
            }
        }
    }

    fn special_at(&self, cell: u32) -> Option<&Special> {
        let number = self.special.get(cell as usize)?.checked_sub(1)?;
        self.specials.get(number as usize)
    }

    /// The levels of health that can be gained at a cell.
    pub(crate) fn heals_at(&self, cell: u32) -> u32 {
        self.special_at(cell).map_or(0, |special| special.events.iter().map(|event| event.heals).sum())
    }

    /// The initial situation.
    pub fn start(&self) -> Situation {
        self.start
    }

    /// The situation after a step to a neighbouring cell and its time in nanoseconds; `None` if the step is impossible or
    /// deadly.
    pub fn step_to(&self, at: Situation, cell: u32, sneaks: bool) -> Option<(Situation, u64)> {
        let leads_there =
            |direction: &Direction| at.cell.wrapping_add(self.strides[*direction as usize]) == cell;
        self.step(at, Direction::ALL.into_iter().find(leads_there)?, sneaks)
    }

    /// The situation after a step and its cost; `None` if the step is impossible or deadly.
    #[inline]
    pub(crate) fn step(&self, at: Situation, direction: Direction, sneaks: bool) -> Option<(Situation, u64)> {
        let can_go = self.moves.get(at.cell as usize).is_some_and(|moves| moves.contains(direction));
        let cell = at.cell.wrapping_add(self.strides[direction as usize]);
        if can_go { self.enter(at, cell, direction.is_diagonal(), sneaks) } else { None }
    }

    /// As [`Rules::step`], to a neighbour that only a door can block.
    #[inline]
    pub(crate) fn enter(
        &self,
        at: Situation,
        cell: u32,
        is_diagonal: bool,
        sneaks: bool,
    ) -> Option<(Situation, u64)> {
        let cost = self.costs[usize::from(is_diagonal)][usize::from(sneaks)];
        let mut next = Situation { cell, sneaks, ..at };
        let Some(special) = self.special_at(cell) else { return Some((next, cost)) };
        if !at.facts.has_all(special.door) {
            return None;
        }
        let cost = cost + special.happen(&mut next, self.levels);
        for strike in &special.strikes {
            let is_shielded = strike.shield != Facts::NONE && next.facts.has_all(strike.shield);
            let harm = strike.harm[usize::from(is_shielded)][usize::from(sneaks)];
            next.level = next.level.saturating_sub(harm);
        }
        (next.level > 0).then_some((next, cost))
    }

    /// Whether the situation meets the goal.
    #[inline]
    pub fn is_goal(&self, at: Situation) -> bool {
        self.is_goal_cell(at.cell) && at.facts.has_all(self.goal_facts) && at.level >= self.goal_level
    }

    #[inline]
    pub(crate) fn is_goal_cell(&self, cell: u32) -> bool {
        self.goal_cells.get(cell as usize).copied().unwrap_or(false)
    }
}

impl Special {
    /// Applies all possible events in the order of the file, and returns their cost.
    fn happen(&self, at: &mut Situation, levels: u32) -> u64 {
        let mut cost = 0;
        for event in &self.events {
            if !at.facts.has_all(event.fact) && at.facts.has_all(event.needs) {
                at.facts = at.facts.with(event.fact);
                at.level = at.level.saturating_add(event.heals).min(levels);
                cost += event.cost;
            }
        }
        cost
    }
}

impl Happening {
    fn new(event: &Event, points_per_level: u32) -> Self {
        Self {
            fact: Facts::of(event.fact),
            needs: event.needs,
            heals: event.heals / points_per_level,
            cost: u64::from(event.takes_ms) * NS_PER_MS,
        }
    }
}

/// Moves do not cut corners and pass doors straight.
fn moves(quest: &Quest) -> Vec<Directions> {
    let mut is_door = vec![false; quest.cell_count() as usize];
    for &cell in quest.doors.iter().flat_map(|door| &door.cells) {
        if let Some(is_door) = is_door.get_mut(cell as usize) {
            *is_door = true;
        }
    }
    let at = |(x, y): (u32, u32), (dx, dy): (i32, i32)| {
        let cell = quest.cell((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?))?;
        quest.is_free(cell).then_some(is_door.get(cell as usize).copied().unwrap_or(false))
    };
    let allowed = |cell: u32| {
        let position = quest.position(cell);
        let can_go = |direction: &Direction| {
            let (dx, dy) = direction.offset();
            if !direction.is_diagonal() {
                return at(position, (dx, dy)).is_some();
            }
            let around = [(0, 0), (dx, 0), (0, dy), (dx, dy)];
            around.into_iter().all(|offset| at(position, offset) == Some(false))
        };
        let all = Direction::ALL.into_iter().filter(can_go).collect();
        if quest.is_free(cell) { all } else { Directions::default() }
    };
    (0..quest.cell_count()).map(allowed).collect()
}

/// The free cells within reach of any of several cells, sorted and without duplicates.
pub(crate) fn reached(quest: &Quest, cells: &[u32], reach: u32) -> Vec<u32> {
    let side = reach / MILLI;
    let mut all = Vec::new();
    for &from in cells {
        let (x, y) = quest.position(from);
        for y in y.saturating_sub(side)..=y + side {
            for x in x.saturating_sub(side)..=x + side {
                let Some(cell) = quest.cell((x, y)).filter(|&cell| quest.is_free(cell)) else { continue };
                let middle = |cell| Point::middle(cell, quest.width);
                if middle(from).distance(middle(cell)) <= reach {
                    all.push(cell);
                }
            }
        }
    }
    all.sort_unstable();
    all
}
