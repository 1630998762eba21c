//! A guide for every event of a quest: to the event first, then to the goal along demonstrations.
//! Drake, Safonova and Likhachev, demonstrations across quests by Multi-Heuristic A*.

use std::sync::Arc;

use cunning_search::{HeuristicSet, Weight};

use super::{ExperienceField, ExperienceGraph, Guide, StraightField, Target};
use crate::metric::Metric;
use crate::space::{Packed, QuestSpace};
use crate::{FactId, Quest};

/// How a guide leads to an event that has not happened yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FirstLeg {
    /// Along the straight line, as in the paper.
    #[default]
    Straight,
    /// Along demonstrations, the paper's variation.
    Experience,
}

/// The straight line as the anchor, and a guide for every event. A quest without events has one guide, along
/// demonstrations to the goal.
#[derive(Clone, Debug)]
pub struct QuestGuides {
    metric: Metric,
    goal: Vec<Target>,
    anchor: StraightField,
    /// The estimate of the rest once an event has happened.
    rest: ExperienceField,
    legs: Vec<Leg>,
    /// Scratch memory for the targets of an event.
    targets: Vec<Target>,
}

#[derive(Clone, Debug)]
struct Leg {
    fact: FactId,
    cells: Vec<u32>,
    estimate: LegEstimate,
}

#[derive(Clone, Debug)]
enum LegEstimate {
    Straight(StraightField),
    Experience(ExperienceField),
}

impl QuestGuides {
    /// Makes the guides of a quest.
    pub fn new(quest: &Quest, graph: &Arc<ExperienceGraph>, epsilon: Weight, first_leg: FirstLeg) -> Self {
        let (metric, count) = (Metric::of(quest), quest.cell_count());
        let experience = || ExperienceField::new(metric, graph.clone(), epsilon, count);
        let leg = |(fact, cells): (FactId, Vec<u32>)| Leg {
            fact,
            cells,
            estimate: match first_leg {
                FirstLeg::Straight => LegEstimate::Straight(StraightField::new(metric, count)),
                FirstLeg::Experience => LegEstimate::Experience(experience()),
            },
        };
        // Events with the same fact are one event at several places.
        let mut events: Vec<(FactId, Vec<u32>)> = Vec::new();
        // An event without a place cannot guide.
        for event in quest.events.iter().filter(|event| !event.cells.is_empty()) {
            match events.iter_mut().find(|(fact, _)| *fact == event.fact) {
                Some((_, cells)) => cells.extend(&event.cells),
                None => events.push((event.fact, event.cells.clone())),
            }
        }
        let mut guides = Self {
            metric,
            goal: goal(quest),
            anchor: StraightField::new(metric, count),
            rest: experience(),
            legs: events.into_iter().map(leg).collect(),
            targets: Vec::new(),
        };
        guides.aim();
        guides
    }

    /// Computes all estimates again and reuses the memory.
    pub(crate) fn aim(&mut self) {
        self.anchor.aim(&self.goal);
        self.rest.aim(&self.goal);
        for leg in &mut self.legs {
            self.targets.clear();
            for &cell in &leg.cells {
                self.targets.push(Target { at: self.metric.middle(cell), rest: self.rest.at(cell) });
            }
            leg.estimate.aim(&self.targets);
        }
    }
}

/// The targets of a quest's goal.
pub(crate) fn goal(quest: &Quest) -> Vec<Target> {
    let metric = Metric::of(quest);
    quest.goal.cells.iter().map(|&cell| Target { at: metric.middle(cell), rest: 0 }).collect()
}

impl LegEstimate {
    fn aim(&mut self, targets: &[Target]) {
        match self {
            Self::Straight(field) => field.aim(targets),
            Self::Experience(field) => field.aim(targets),
        }
    }

    #[inline]
    fn at(&mut self, cell: u32) -> u64 {
        match self {
            Self::Straight(field) => field.at(cell),
            Self::Experience(field) => field.at(cell),
        }
    }
}

impl<P: Packed> HeuristicSet<QuestSpace<P>> for QuestGuides {
    #[inline]
    fn anchor(&mut self, space: &mut QuestSpace<P>, state: &P) -> Option<u64> {
        Some(self.anchor.at(space.cell(*state)))
    }

    fn anchor_is_consistent(&self) -> bool {
        true
    }

    #[inline]
    fn guide_count(&self) -> usize {
        self.legs.len().max(1)
    }

    #[inline]
    fn guide(&mut self, guide: usize, space: &mut QuestSpace<P>, state: &P) -> Option<u64> {
        let at = space.situation(*state);
        match self.legs.get_mut(guide).filter(|leg| !at.facts.has(leg.fact)) {
            Some(leg) => Some(leg.estimate.at(at.cell)),
            None => Some(self.rest.at(at.cell)),
        }
    }
}
