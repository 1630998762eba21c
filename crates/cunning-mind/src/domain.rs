//! A domain: everything a domain file says, for planning and for agents.

#[cfg(feature = "fs")]
mod fs;

use std::ops::Deref;
use std::sync::Arc;

use cunning_diag::{Diagnostics, Source};
use cunning_plan::model::PlanningDomain;
use thiserror::Error;

use crate::planning::PlanBuilder;
use crate::read::read_with;
use crate::spec::DomainSpec;

/// Everything a domain file says: types, facts, actions and goals for the planner, and archetypes and queries for
/// agents. A domain is immutable, and cloning it is cheap.
///
/// ```
/// use cunning_mind::Domain;
///
/// let domain = Domain::from_str("bell.toml", r#"
///     facts = { alarm = "bool", at = "place" }
///     types = { place = ["yard", "bell"] }
///     action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
///     action.ring = { when = ["at == bell"], then = ["alarm"] }
///     goal.raise_alarm = { want = ["alarm"] }
/// "#)?;
/// let plan = domain.plan("raise_alarm").solve()?;
/// assert_eq!(plan.to_string(), "go(bell), ring   (cost 2, proved best)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Domain {
    spec: Arc<DomainSpec>,
    warnings: Arc<Diagnostics>,
}

/// Why a domain cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DomainError {
    /// The text has mistakes. The diagnostics list all of them, each with its location and a hint.
    #[error("{0}")]
    Invalid(Diagnostics),
    /// The loader does not have the named text.
    #[error("source `{0}` not found; the loader returned nothing for this name")]
    Missing(String),
    /// A file cannot be read.
    #[cfg(feature = "fs")]
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The path of the file.
        path: std::path::PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
}

impl Domain {
    /// Reads a domain from a text. The name appears in diagnostics and recordings.
    #[allow(
        clippy::should_implement_trait,
        reason = "it takes a name too, and its error is a list of diagnostics"
    )]
    pub fn from_str(name: &str, text: &str) -> Result<Self, DomainError> {
        Self::read(&Source::new(name, text), |_| None)
    }

    /// Reads a domain from the texts of a loader, such as packed assets: the named one and those that it includes.
    pub fn from_sources(name: &str, loader: impl Fn(&str) -> Option<String>) -> Result<Self, DomainError> {
        let text = loader(name).ok_or_else(|| DomainError::Missing(name.to_owned()))?;
        Self::read(&Source::new(name, text), |name| loader(name).map(|text| Source::new(name, text)))
    }

    pub(crate) fn read(
        source: &Source,
        loader: impl Fn(&str) -> Option<Source>,
    ) -> Result<Self, DomainError> {
        let (spec, warnings) = read_with(source, loader).map_err(DomainError::Invalid)?;
        Ok(Self { spec: Arc::new(spec), warnings: Arc::new(warnings) })
    }

    /// Starts a planning request for a goal, from the domain's start.
    pub fn plan(&self, goal: &str) -> PlanBuilder<'_> {
        PlanBuilder::new(self, goal)
    }

    /// Returns the planner's part of the domain.
    pub fn planning(&self) -> &Arc<PlanningDomain> {
        &self.spec.planning
    }

    /// Returns the definitions of the file with every name resolved and every default filled in.
    pub fn spec(&self) -> &Arc<DomainSpec> {
        &self.spec
    }

    /// Returns the warnings of the domain's lints. A domain with warnings is usable.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}

impl From<Arc<DomainSpec>> for Domain {
    /// Wraps a spec that was read before, without its warnings.
    fn from(spec: Arc<DomainSpec>) -> Self {
        Self { spec, warnings: Arc::default() }
    }
}

impl From<PlanningDomain> for Domain {
    /// Creates a domain without any definitions for agents: one archetype, `agent`, that has every action and every
    /// goal.
    fn from(planning: PlanningDomain) -> Self {
        Arc::new(DomainSpec::plain(Arc::new(planning))).into()
    }
}

impl Deref for Domain {
    type Target = DomainSpec;

    fn deref(&self) -> &DomainSpec {
        &self.spec
    }
}
