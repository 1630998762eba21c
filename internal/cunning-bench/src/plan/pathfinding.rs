//! The `pathfinding` crate's A* over a packed state, guided by the number of unmet goals: what a user of a
//! generic search writes by hand.
//!
//! Only the states of the path are returned; the actions between them are determined outside the timed part.

use super::contender::{Answer, Runner};
use super::model::Model;
use super::packed::{Packed, Word};
use super::problems::Problem;

struct Pathfinding<W> {
    model: Model,
    packed: Packed<W>,
    path: Option<Vec<W>>,
    expanded: u64,
}

pub(crate) fn prepare(problem: &Problem) -> Option<Box<dyn Runner>> {
    // Narrower words are faster.
    prepare_in::<u64>(&problem.model).or_else(|| prepare_in::<u128>(&problem.model))
}

fn prepare_in<W: Word>(model: &Model) -> Option<Box<dyn Runner>> {
    let packed: Packed<W> = Packed::new(model)?;
    Some(Box::new(Pathfinding { model: model.clone(), packed, path: None, expanded: 0 }))
}

impl<W: Word> Runner for Pathfinding<W> {
    fn plan(&mut self, start: usize) {
        let Packed { rules, goal, starts } = &self.packed;
        let mut expanded = 0;
        let found = ::pathfinding::directed::astar::astar(
            &starts[start],
            |&state| {
                expanded += 1;
                let rules = rules.iter().filter(move |rule| rule.applies(state));
                rules.map(move |rule| (rule.apply(state), rule.cost))
            },
            |&state| goal.unmet(state),
            |&state| goal.hold(state),
        );
        self.path = found.map(|(path, _)| path);
        self.expanded = expanded;
    }

    fn answer(&self) -> Answer {
        let plan = self.path.as_ref().map(|path| {
            let steps = path.iter().zip(path.iter().skip(1)).filter_map(|(&from, &to)| {
                let rules = self.packed.rules.iter().enumerate();
                let fits = rules.filter(|(_, rule)| rule.applies(from) && rule.apply(from) == to);
                fits.min_by_key(|(_, rule)| rule.cost).map(|(number, _)| self.model.actions[number].step())
            });
            steps.collect::<Vec<_>>()
        });
        Answer { result: plan.into(), expanded: Some(self.expanded) }
    }
}
