//! `--agent`: planning as an archetype would, with its actions, its cost factors and its traits.

use std::path::Path;
use std::sync::Arc;

use cunning_diag::did_you_mean;
use cunning_mind::{Archetype, Lore};
use cunning_plan::model::Domain;
use cunning_plan::{Grounding, Micros, PlanError, Planner, PlannerConfig, Query, State};

use crate::domain::DomainFile;
use crate::failure::Failure;

/// The archetype that plans.
pub(crate) struct Agent(Archetype);

impl Agent {
    fn find(lore: &Lore, name: &str) -> Result<Self, Failure> {
        if let Some(archetype) = lore.archetype_named(name) {
            return Ok(Self(archetype.clone()));
        }
        let names = lore.archetypes.iter().map(|archetype| archetype.name.as_str());
        let hint = did_you_mean(name, names).map(|likely| format!("; did you mean `{likely}`?"));
        let message = format!("there is no archetype `{name}`{}", hint.unwrap_or_default());
        Err(Failure::input("cli/agent", message))
    }

    /// The archetype that the command line names in a file, if it names one.
    pub(crate) fn named(file: &Path, name: Option<&str>) -> Result<Option<Self>, Failure> {
        let Some(name) = name else { return Ok(None) };
        let (lore, _) = DomainFile::open(file)?.lore()?;
        Self::find(&lore, name).map(Some)
    }

    /// A query as the archetype would have it: with its actions and its traits. Those that are drawn from a range have
    /// the middle of it.
    pub(crate) fn query(&self, query: &Query) -> Query {
        let middle = |low: Micros, high: Micros| Micros::new(low.get().midpoint(high.get())).unwrap_or(low);
        let traits = self.0.traits.iter().map(|(name, low, high)| (name.clone(), middle(*low, *high)));
        Query { traits: traits.collect(), actions: Some(self.0.actions.clone()), ..query.clone() }
    }

    /// Makes actions dearer or cheaper, as the archetype finds them.
    pub(crate) fn set_factors(&self, grounding: &Grounding, state: &mut State) -> Result<(), PlanError> {
        for id in grounding.ground_actions() {
            let action = grounding.action(id);
            if let Some((_, factor)) = self.0.costs.iter().find(|(known, _)| *known == action) {
                grounding.set_factor(state, id, *factor)?;
            }
        }
        Ok(())
    }

    /// Begins to plan as the archetype.
    pub(crate) fn planner(
        &self,
        domain: &Arc<Domain>,
        query: &Query,
        config: PlannerConfig,
    ) -> Result<(Planner, Arc<Grounding>), PlanError> {
        let query = self.query(query);
        let grounding = Grounding::for_query(domain, &query)?;
        let aim = grounding.aim(query.goal, &query.args)?;
        let mut state = grounding.start();
        self.set_factors(&grounding, &mut state)?;
        let mut planner = Planner::new(config);
        planner.begin(&aim, &state, &grounding.refused(&query.checks));
        Ok((planner, grounding))
    }
}
