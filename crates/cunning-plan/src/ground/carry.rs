//! States and ids as plain numbers and back, for saving. Numbers from outside are validated.

use std::sync::Arc;

use super::{GroundActionId, GroundFact, Grounding, State};
use crate::micros::Micros;

/// The parts of a [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateParts<'a> {
    /// For each ground fact, the index of its value.
    pub values: &'a [u32],
    /// The numbers of tables and traits that may change with every state.
    pub numbers: &'a [i64],
    /// The cost factor of each ground action, in millionths; empty if all are 1.
    pub factors: &'a [u32],
}

impl State {
    /// Returns the parts of the state.
    pub fn parts(&self) -> StateParts<'_> {
        StateParts { values: &self.values, numbers: &self.given, factors: &self.factors }
    }
}

impl Grounding {
    /// Creates a state from its parts; `None` if they do not fit this grounding.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use cunning_plan::{PlanningDomain, Grounding, PlanRequest, StateParts};
    ///
    /// let domain = PlanningDomain::builder("lamp").bool("lit").action("light", |a| a.then("lit")).goal("see", ["lit"]).build();
    /// let domain = Arc::new(domain.map_err(|found| found.to_string())?);
    /// let goal = domain.goal_named("see").ok_or("no such goal")?;
    /// let grounding = Grounding::new(&domain, &PlanRequest::new(goal))?;
    /// let start = grounding.start();
    /// assert_eq!(grounding.state_of(start.parts()), Some(start.clone()));
    /// assert_eq!(grounding.state_of(StateParts { values: &[7], ..start.parts() }), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state_of(&self, parts: StateParts<'_>) -> Option<State> {
        let StateParts { values, numbers, factors } = parts;
        let fits = numbers.len() == self.given.start.len()
            && (factors.is_empty() || factors.len() == self.ground_actions.len())
            && numbers.iter().all(|&number| Micros::new(number).is_some());
        // Unchanged numbers are shared.
        let is_plain = numbers == self.given.start.as_slice();
        let given = if is_plain { self.given.start.clone() } else { Arc::new(numbers.to_vec()) };
        let state = State { values: values.to_vec(), given, factors: factors.to_vec() };
        (fits && self.has(&state)).then_some(state)
    }

    /// Returns the ground action of a number; `None` if it is out of range.
    pub fn ground_action_at(&self, number: u32) -> Option<GroundActionId> {
        ((number as usize) < self.ground_actions.len()).then_some(GroundActionId(number))
    }

    /// Returns the ground fact of an index; `None` if it is out of range.
    pub fn ground_fact_at(&self, index: usize) -> Option<GroundFact> {
        (index < self.ground_fact_count()).then(|| GroundFact::new(index as u32))
    }

    /// Returns the value of a trait in a state; `None` if the grounding was made without it.
    pub fn trait_in(&self, state: &State, name: &str) -> Option<Micros> {
        let (id, _) = self.domain.traits().iter().find(|(_, known)| known.name == name)?;
        match self.given.of_trait(id) {
            Some(at) => Micros::new(*state.given.get(at as usize)?),
            None => self.traits.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value),
        }
    }
}
