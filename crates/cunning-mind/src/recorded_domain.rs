//! A domain of a recording with its compiled archetypes, so that many questions about one recording compile each
//! archetype once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cunning_plan::Micros;
use cunning_trace::{Event, View};

use crate::compiled_archetype::CompiledArchetype;
use crate::engine::traits;
use crate::error::MindError;
use crate::spec::DomainSpec;

/// The number of compiled archetypes that are kept. Agents differ if conditions read their drawn traits.
const ARCHETYPES_MAX: usize = 64;

/// A domain text of a recording, for questions about its agents.
pub struct RecordedDomain {
    spec: Arc<DomainSpec>,
    archetypes: Mutex<BTreeMap<Identity, CompiledArchetype>>,
}

/// The index of an archetype in the domain, and the traits of an agent.
pub(crate) type Identity = (usize, Vec<(String, Micros)>);

impl RecordedDomain {
    /// Creates a domain from the spec in force.
    pub fn new(spec: Arc<DomainSpec>) -> Self {
        Self { spec, archetypes: Mutex::default() }
    }

    /// Returns the spec of the domain.
    pub fn spec(&self) -> &Arc<DomainSpec> {
        &self.spec
    }

    /// Returns the compiled archetype of a recorded agent, and the agent's seed.
    pub(crate) fn archetype_of(&self, agent: &View) -> Result<(CompiledArchetype, u64), MindError> {
        let (identity, seed) = identity_of(&self.spec, agent)?;
        let mut archetypes = self.archetypes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = archetypes.get(&identity) {
            return Ok((known.clone(), seed));
        }
        let compiled = CompiledArchetype::new(&self.spec, identity.0, &identity.1)?;
        if archetypes.len() >= ARCHETYPES_MAX {
            archetypes.clear();
        }
        archetypes.insert(identity, compiled.clone());
        Ok((compiled, seed))
    }
}

/// Returns the archetype and traits of a recorded agent, and its seed.
pub(crate) fn identity_of(spec: &DomainSpec, agent: &View) -> Result<(Identity, u64), MindError> {
    let mut archetype = None;
    let mut given = Vec::new();
    for latest in agent.entries() {
        match latest.event {
            Event::AgentAdded { archetype: at, seed, .. } => archetype = Some((at as usize, seed)),
            Event::TraitSet { id, value } => {
                let known = spec.planning.traits().as_slice().get(id as usize);
                given.extend(known.map(|known| known.name.clone()).zip(Micros::new(value)));
            }
            _ => {}
        }
    }
    let (archetype, seed) = archetype
        .filter(|(at, _)| *at < spec.archetypes.len())
        .ok_or_else(|| MindError::ForeignRecording("the agent does not exist at this tick".to_owned()))?;
    Ok(((archetype, traits(spec, archetype, seed, &given)), seed))
}
