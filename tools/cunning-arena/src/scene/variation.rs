//! What the seed varies: starting cells, job times, and the hour.

use std::collections::BTreeSet;

use cunning_walk::Random;

use crate::scene::{Bodies, Scene};

/// Separates the random numbers for the start from those of the run.
const BEGINNING: u64 = 0x5EED_0F7A_11CE_0001;
const HOURS: u64 = 24;

impl Scene {
    /// Whether the initial state depends on the seed.
    pub(crate) fn varies(&self) -> bool {
        let rules = &self.rules;
        rules.is_scattered || rules.vary > 0 || (rules.day_ms.is_some() && rules.hour.is_none())
    }

    /// Returns the scene as varied by a seed.
    pub(crate) fn varied(&self, seed: u64) -> Self {
        let mut scene = self.clone();
        let mut dice = Random::from_seed(seed ^ BEGINNING);
        if self.rules.is_scattered {
            scene.scatter(&mut dice);
        }
        let vary = u64::from(self.rules.vary);
        if vary > 0 {
            for station in &mut scene.stations {
                for job in &mut station.jobs {
                    job.time_ms = about(job.time_ms.into(), vary, &mut dice) as u32;
                }
            }
        }
        if self.rules.day_ms.is_some() && self.rules.hour.is_none() {
            scene.rules.hour = Some(dice.below(HOURS) as u8);
        }
        scene
    }

    fn scatter(&mut self, dice: &mut Random) {
        let fixed = self.actors.iter().filter(|actor| actor.cells.is_empty());
        let mut taken: BTreeSet<_> = fixed.map(|actor| actor.cell).collect();
        for actor in self.actors.iter_mut().filter(|actor| !actor.cells.is_empty()) {
            let is_free = |cell: &&crate::Cell| self.rules.bodies == Bodies::Pass || !taken.contains(cell);
            let free: Vec<_> = actor.cells.iter().filter(is_free).collect();
            // Each actor got a free cell when the scene was read, so there is room for all.
            if let Some(cell) = free.get(dice.below(free.len() as u64) as usize) {
                actor.cell = **cell;
            }
            taken.insert(actor.cell);
        }
    }
}

/// Varies a number by a share in thousandths, rounding up.
fn about(number: u64, vary: u64, dice: &mut Random) -> u64 {
    let share = 1000 - vary + dice.below(2 * vary + 1);
    (number * share).div_ceil(1000)
}
