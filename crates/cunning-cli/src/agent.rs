//! `--agent`: planning as an archetype would, with its actions, its cost factors and its traits.

use std::sync::Arc;

use cunning_diag::did_you_mean;
use cunning_mind::{Archetype, Lore};
use cunning_plan::model::Domain;
use cunning_plan::{Grounding, Micros, PlanError, Planner, PlannerConfig, Query};

use crate::failure::Failure;

/// The archetype that plans.
pub(crate) struct Agent(Archetype);

impl Agent {
    pub(crate) fn find(lore: &Lore, name: &str) -> Result<Self, Failure> {
        if let Some(archetype) = lore.archetype_named(name) {
            return Ok(Self(archetype.clone()));
        }
        let names = lore.archetypes.iter().map(|archetype| archetype.name.as_str());
        let hint = did_you_mean(name, names).map(|likely| format!("; did you mean `{likely}`?"));
        let message = format!("there is no archetype `{name}`{}", hint.unwrap_or_default());
        Err(Failure::input("cli/agent", message))
    }

    /// Begins to plan as the archetype. Traits that are drawn from a range have the middle of it.
    pub(crate) fn planner(
        &self,
        domain: &Arc<Domain>,
        query: &Query,
        config: PlannerConfig,
    ) -> Result<(Planner, Arc<Grounding>), PlanError> {
        let middle = |low: Micros, high: Micros| Micros::new(low.get().midpoint(high.get())).unwrap_or(low);
        let traits = self.0.traits.iter().map(|(name, low, high)| (name.clone(), middle(*low, *high)));
        let actions = Some(self.0.actions.clone());
        let query = Query { traits: traits.collect(), actions, ..query.clone() };
        let grounding = Grounding::for_query(domain, &query)?;
        let aim = grounding.aim(query.goal, &query.args)?;
        let mut state = grounding.start();
        for id in grounding.ground_actions() {
            let action = grounding.action(id);
            if let Some((_, factor)) = self.0.costs.iter().find(|(known, _)| *known == action) {
                grounding.set_factor(&mut state, id, *factor)?;
            }
        }
        let mut planner = Planner::new(config);
        planner.begin(&aim, &state, &grounding.refused(&query.checks));
        Ok((planner, grounding))
    }
}
