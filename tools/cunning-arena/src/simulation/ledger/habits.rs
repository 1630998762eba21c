//! Habits: when people leave their homes in the morning, and which of them do so together.

use std::collections::BTreeMap;

use crate::scene::Word;
use crate::{SpotId, World};

/// The part of a day after which a stay at home counts as a night.
const NIGHTS_PER_DAY: u64 = 8;
/// The parts of a day within which two people leave together: five minutes of twenty-four hours.
const MOMENTS_PER_DAY: u64 = 24 * 12;

/// People who live in the same place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// The number of pairs of people who live in the same place.
    pub pairs: usize,
    /// The pairs that leave home within the same five minutes on more than half of the days on which both slept there.
    pub together: usize,
}

/// When each actor with a home left it after a night.
#[derive(Clone, Debug, Default)]
pub(super) struct Habits {
    people: Vec<Person>,
}

#[derive(Clone, Debug)]
struct Person {
    actor: usize,
    home: SpotId,
    home_since_ms: Option<u64>,
    /// The time of the first departure on each day.
    left_ms: BTreeMap<u64, u64>,
}

impl Habits {
    /// Watches the actors whose `means` say where their home is.
    pub(super) fn new(world: &World, home: &str) -> Self {
        let home_of = |means: &[(Word, SpotId)]| {
            means.iter().find(|(word, _)| word.text == home).map(|(_, spot)| *spot)
        };
        let actors = world.scene().actors().iter().enumerate();
        let person = |(actor, home)| Person { actor, home, home_since_ms: None, left_ms: BTreeMap::new() };
        Self {
            people: actors.filter_map(|(at, spec)| Some((at, home_of(&spec.means)?))).map(person).collect(),
        }
    }

    pub(super) fn watch(&mut self, world: &World, day_ms: u64) {
        let now_ms = world.time_ms();
        for person in &mut self.people {
            let home = world.scene().spots().get(person.home.index());
            let cell = world.actors().get(person.actor).map(crate::world::Actor::cell);
            let Some((home, cell)) = home.zip(cell) else { continue };
            if home.cells.contains(&cell) {
                person.home_since_ms.get_or_insert(now_ms);
            } else if let Some(since_ms) = person.home_since_ms.take()
                && now_ms - since_ms > day_ms / NIGHTS_PER_DAY
            {
                person.left_ms.entry(now_ms / day_ms).or_insert(now_ms);
            }
        }
    }

    pub(super) fn neighbours(&self, day_ms: u64) -> Neighbours {
        let mut neighbours = Neighbours::default();
        for (at, one) in self.people.iter().enumerate() {
            for other in self.people.iter().skip(at + 1).filter(|other| other.home == one.home) {
                let both = one.left_ms.iter().filter_map(|(day, ms)| Some((ms, other.left_ms.get(day)?)));
                let (mut days, mut same) = (0, 0);
                for (one_ms, other_ms) in both {
                    days += 1;
                    same += usize::from(one_ms.abs_diff(*other_ms) <= day_ms / MOMENTS_PER_DAY);
                }
                neighbours.pairs += 1;
                neighbours.together += usize::from(2 * same > days);
            }
        }
        neighbours
    }
}
