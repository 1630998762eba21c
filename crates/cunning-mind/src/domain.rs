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

/// Everything a domain file says: types, facts, actions and goals for the planner, and archetypes, queries and the rest
/// for agents. It does not change, and cloning it is cheap.
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
    /// The text has mistakes: all of them, each with its place and a hint.
    #[error("{0}")]
    Invalid(Diagnostics),
    /// The loader does not have the named text.
    #[error("there is no text named `{0}`")]
    Missing(String),
    /// A file cannot be read.
    #[cfg(feature = "fs")]
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: std::path::PathBuf,
        /// What the system says.
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

    /// Reads a domain from texts that a loader has, such as packed assets: the named one and those that it includes.
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

    /// Starts a question to the planner: a plan for a goal, from the domain's start.
    pub fn plan(&self, goal: &str) -> PlanBuilder<'_> {
        PlanBuilder::new(self, goal)
    }

    /// The planner's part of the domain.
    pub fn planning(&self) -> &Arc<PlanningDomain> {
        &self.spec.planning
    }

    /// The definitions of the file with every name resolved and every default filled in.
    pub fn spec(&self) -> &Arc<DomainSpec> {
        &self.spec
    }

    /// What the domain's lints have to say. A domain with warnings works.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}

impl From<Arc<DomainSpec>> for Domain {
    /// A domain that was read before, without its warnings.
    fn from(spec: Arc<DomainSpec>) -> Self {
        Self { spec, warnings: Arc::default() }
    }
}

impl From<PlanningDomain> for Domain {
    /// A domain that says nothing about agents: one archetype, `agent`, that has every action and every goal.
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
