//! Whether a quest can be done at all, before anything is searched.
//!
//! What can happen is taken for the best: facts that were made true anywhere stay true everywhere, and health is what
//! the most careful way leaves. So "no" is a proof, with its reason; "yes" is a hope that the search will test.

use std::collections::BinaryHeap;
use std::fmt;

use cunning_walk::Direction;

use crate::rules::{Rules, Situation};
use crate::{Facts, Quest};

/// Why a quest cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// What is in the way, in the order of the quest file; empty if there are only walls.
    pub obstacles: Vec<Obstacle>,
    /// Names of facts that the goal wants and nothing in reach makes true.
    pub missing: Vec<String>,
    /// Whether the goal's place itself can be reached.
    pub is_place_reached: bool,
}

/// Something in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A door that cannot be opened.
    Door {
        /// Its name.
        name: String,
        /// The facts it needs that nothing in reach makes true.
        missing: Vec<String>,
    },
    /// An enemy that nobody gets past.
    Enemy {
        /// Its name.
        name: String,
        /// The fact that would protect, if nothing in reach makes it true.
        missing: Option<String>,
    },
}

impl Quest {
    /// Looks for a reason why the quest cannot be done. No reason is no promise: health may run out.
    pub fn check_reachable(&self) -> Result<(), Unreachable> {
        let rules = Rules::new(self);
        let mut facts = rules.start.facts;
        loop {
            let flood = Flood::new(&rules, facts);
            if flood.facts == facts {
                return flood.verdict(self, &rules);
            }
            facts = flood.facts;
        }
    }
}

/// The most health with which each cell can be reached, given some facts from the beginning; 0 if not at all.
struct Flood {
    best: Vec<u32>,
    facts: Facts,
}

impl Flood {
    fn new(rules: &Rules, facts: Facts) -> Self {
        let mut flood = Self { best: vec![0; rules.moves.len()], facts };
        let mut open = BinaryHeap::from([(rules.start.level, rules.start.cell)]);
        if let Some(best) = flood.best.get_mut(rules.start.cell as usize) {
            *best = rules.start.level;
        }
        while let Some((level, cell)) = open.pop() {
            if flood.best.get(cell as usize) != Some(&level) {
                continue;
            }
            for (direction, sneaks) in ways() {
                // What heals may be kept for later, so it helps every time.
                let to = cell.wrapping_add(rules.strides[direction as usize]);
                let level = level.saturating_add(rules.heals_at(to)).min(rules.levels);
                let at = Situation { cell, facts, level, sneaks: false };
                let Some((next, _)) = rules.step(at, direction, sneaks) else { continue };
                flood.facts = flood.facts.with(next.facts);
                if let Some(best) = flood.best.get_mut(next.cell as usize).filter(|best| **best < next.level)
                {
                    *best = next.level;
                    open.push((next.level, next.cell));
                }
            }
        }
        flood
    }

    fn is_reached(&self, cell: u32) -> bool {
        self.best.get(cell as usize).is_some_and(|&best| best > 0)
    }

    fn verdict(&self, quest: &Quest, rules: &Rules) -> Result<(), Unreachable> {
        let at = |&cell: &u32| Situation {
            cell,
            facts: self.facts,
            level: self.best.get(cell as usize).copied().unwrap_or(0),
            sneaks: false,
        };
        if quest.goal.cells.iter().any(|cell| rules.is_goal(at(cell))) {
            return Ok(());
        }
        let names = |facts: Facts| quest.fact_names(facts).map(str::to_owned).collect::<Vec<_>>();
        let is_near = |cells: &[u32]| {
            cells.iter().any(|&cell| {
                !self.is_reached(cell)
                    && ways().any(|(direction, _)| {
                        self.is_reached(cell.wrapping_add(rules.strides[direction as usize]))
                    })
            })
        };
        let doors = quest.doors.iter().filter(|door| !self.facts.has_all(door.needs) && is_near(&door.cells));
        let doors = doors.map(|door| Obstacle::Door {
            name: door.name.clone(),
            missing: names(door.needs.without(self.facts)),
        });
        let enemies = quest
            .enemies
            .iter()
            .filter(|enemy| is_near(&crate::rules::reached(quest, &enemy.cells, enemy.reach)));
        let enemies = enemies.map(|enemy| Obstacle::Enemy {
            name: enemy.name.clone(),
            missing: enemy
                .shield
                .filter(|&shield| !self.facts.has(shield))
                .and_then(|shield| names(Facts::of(shield)).pop()),
        });
        Err(Unreachable {
            obstacles: doors.chain(enemies).collect(),
            missing: names(quest.goal.needs.without(self.facts)),
            is_place_reached: quest.goal.cells.iter().any(|&cell| self.is_reached(cell)),
        })
    }
}

fn ways() -> impl Iterator<Item = (Direction, bool)> {
    Direction::ALL.into_iter().flat_map(|direction| [(direction, false), (direction, true)])
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
        f.write_str(match (self.is_place_reached, self.obstacles.is_empty(), self.missing.is_empty()) {
            (true, _, true) => "nobody reaches the goal with the health it wants",
            (true, _, false) => "the goal is within reach, but not with what it needs",
            (false, true, _) => "walls separate the start from the goal",
            (false, false, _) => "the goal is out of reach",
        })?;
        if !self.missing.is_empty() {
            write!(f, "; nothing in reach gives {}", list(&self.missing))?;
        }
        for obstacle in &self.obstacles {
            match obstacle {
                Obstacle::Door { name, missing } => {
                    write!(f, "; the door `{name}` needs {}, which nothing in reach gives", list(missing))?;
                }
                Obstacle::Enemy { name, missing: Some(shield) } => {
                    write!(
                        f,
                        "; nobody gets past the enemy `{name}` without `{shield}`, which nothing in reach gives"
                    )?;
                }
                Obstacle::Enemy { name, missing: None } => {
                    write!(f, "; nobody gets past the enemy `{name}` alive")?;
                }
            }
        }
        Ok(())
    }
}

impl std::error::Error for Unreachable {}
