//! The input of a planning job as recordings keep it: enough to repeat the search.

use cunning_plan::{GroundActionId, State};

use crate::choose::Ranked;
use crate::compiled_archetype::CompiledArchetype;
use crate::error::MindError;
use crate::wire::{Context, Decode as _, Encode as _, Input, wire_struct};

/// A planning job as it was requested.
#[derive(Clone, Debug)]
pub(crate) struct JobSnapshot {
    /// The agent's beliefs, and the numbers of its tables and traits.
    pub(crate) state: State,
    /// The goals, best first.
    pub(crate) goals: Vec<Ranked>,
    /// The ground actions that were ruled out.
    pub(crate) refused: Vec<GroundActionId>,
    /// The ground actions on cooldown, which are ruled out unless there is no plan without them.
    pub(crate) cooling: Vec<GroundActionId>,
    /// The seed of the cost variations.
    pub(crate) cost_seed: u64,
}

wire_struct!(JobSnapshot { state, goals, refused, cooling, cost_seed });

impl JobSnapshot {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        bytes
    }

    pub(crate) fn of_bytes(archetype: &CompiledArchetype, bytes: &[u8]) -> Result<Self, MindError> {
        let context = Context { spec: Some(&archetype.spec), archetype: Some(archetype) };
        let mut input = Input::in_context(bytes, context);
        let job_snapshot = Self::take(&mut input)
            .map_err(|malformed| MindError::malformed("planning job", malformed.reason()))?;
        let fits =
            input.is_empty() && job_snapshot.goals.iter().all(|ranked| ranked.goal < archetype.goals.len());
        if fits {
            Ok(job_snapshot)
        } else {
            Err(MindError::malformed("planning job", "it belongs to another domain"))
        }
    }

    /// Returns the ground actions that each search for a goal rules out, in the order in which they are tried.
    pub(crate) fn ruled_out(&self) -> Vec<Vec<GroundActionId>> {
        let mut all = vec![[&self.refused[..], &self.cooling].concat()];
        if !self.cooling.is_empty() {
            all.push(self.refused.clone());
        }
        all
    }

    /// Returns the start state of the search.
    pub(crate) fn start(&self, archetype: &CompiledArchetype) -> State {
        let mut state = self.state.clone();
        archetype.set_factors(&mut state, Some(self.cost_seed));
        state
    }
}
