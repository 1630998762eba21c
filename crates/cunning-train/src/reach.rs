//! A quick test whether a quest is solvable, before any search.
//!
//! It is optimistic: facts stay true once they were made true anywhere, and health is the most that any path leaves. So a
//! negative result is a proof, with its reason; a positive result proves nothing.

use std::collections::BinaryHeap;
use std::fmt;

use cunning_walk::Direction;

use crate::rules::{Rules, Situation};
use crate::{Facts, Quest};

/// Why a quest is unsolvable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// The obstacles, in the order of the quest file; empty if walls alone block the path.
    pub obstacles: Vec<Obstacle>,
    /// The names of facts that the goal needs and no reachable event makes true.
    pub missing: Vec<String>,
    /// Whether the goal's cells can be reached.
    pub is_place_reached: bool,
}

/// An obstacle on the path to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A door that cannot be opened.
    Door {
        /// The name of the door.
        name: String,
        /// The facts that it needs and no reachable event makes true.
        missing: Vec<String>,
    },
    /// An enemy that cannot be passed alive.
    Enemy {
        /// The name of the enemy.
        name: String,
        /// The fact that would protect, if no reachable event makes it true.
        missing: Option<String>,
    },
}

impl Quest {
    /// Returns an error if the quest is provably unsolvable. `Ok` proves nothing: health may run out.
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

/// The largest health with which each cell can be reached, given some facts from the start; 0 if it cannot.
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
            for (direction, sneaks) in moves() {
                // Healing may be saved for later, so it counts on every visit.
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
                    && moves().any(|(direction, _)| {
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

fn moves() -> impl Iterator<Item = (Direction, bool)> {
    Direction::ALL.into_iter().flat_map(|direction| [(direction, false), (direction, true)])
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
        f.write_str(match (self.is_place_reached, self.obstacles.is_empty(), self.missing.is_empty()) {
            (true, _, true) => "the goal cannot be reached with the health it needs",
            (true, _, false) => "the goal can be reached, but not with the facts it needs",
            (false, true, _) => "walls separate the start from the goal",
            (false, false, _) => "the goal cannot be reached",
        })?;
        if !self.missing.is_empty() {
            write!(f, "; no reachable event provides {}", list(&self.missing))?;
        }
        for obstacle in &self.obstacles {
            match obstacle {
                Obstacle::Door { name, missing } => {
                    write!(
                        f,
                        "; the door `{name}` needs {}, which no reachable event provides",
                        list(missing)
                    )?;
                }
                Obstacle::Enemy { name, missing: Some(shield) } => {
                    write!(
                        f,
                        "; the enemy `{name}` cannot be passed without `{shield}`, which no reachable event provides"
                    )?;
                }
                Obstacle::Enemy { name, missing: None } => {
                    write!(f, "; the enemy `{name}` cannot be passed alive")?;
                }
            }
        }
        Ok(())
    }
}

impl std::error::Error for Unreachable {}
