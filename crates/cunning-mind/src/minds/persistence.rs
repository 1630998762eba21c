//! Saved games, rollback and reloads.

use super::Minds;
use crate::domain::Domain;
use crate::engine::{MindConfig, MindEngine, ReloadReport, RestoreError, RestoreReport, Snapshot};
use crate::error::MindError;
use crate::value::GameObject;

impl Minds {
    /// All minds as bytes. The same state gives the same bytes on every platform.
    pub fn save(&self) -> Vec<u8> {
        self.engine.save()
    }

    /// The minds that were saved, for a domain that may be newer by now. `remap` gives each object that was bound its id in
    /// this session, or `None` if it does not exist any more. Running steps come back as resumed
    /// [`Command::Start`](crate::Command::Start)s.
    pub fn restore(
        bytes: &[u8],
        domain: &Domain,
        remap: impl Fn(GameObject) -> Option<GameObject>,
    ) -> Result<(Self, RestoreReport), RestoreError> {
        Self::restore_with(bytes, domain, MindConfig::default(), remap)
    }

    /// As [`Minds::restore`], with the configuration that the minds had.
    pub fn restore_with(
        bytes: &[u8],
        domain: &Domain,
        config: MindConfig,
        remap: impl Fn(GameObject) -> Option<GameObject>,
    ) -> Result<(Self, RestoreReport), RestoreError> {
        let remap = |handle| remap(GameObject(handle)).map(|object| object.0);
        let (engine, report) = MindEngine::restore(bytes, domain.spec().clone(), config, remap)?;
        Ok((Self::from_engine(engine, domain.clone(), config), report))
    }

    /// Copies the state into a snapshot, for rollback. Filling the same snapshot again takes no new memory.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        self.engine.snapshot_into(snapshot);
    }

    /// Goes back to a snapshot of these minds.
    pub fn rollback(&mut self, snapshot: &Snapshot) -> Result<(), MindError> {
        self.engine.restore_snapshot(snapshot)
    }

    /// Goes on with another version of the domain: agents keep, by name, what they believe, want and do. Symbols and typed
    /// handles of names that are still there stay valid.
    pub fn reload(&mut self, domain: &Domain) -> Result<ReloadReport, MindError> {
        let report = self.engine.reload(domain.spec().clone())?;
        self.domain = domain.clone();
        self.symbols.update(domain);
        Ok(report)
    }

    /// A hash of everything that decides what agents will do.
    pub fn hash(&self) -> u64 {
        self.engine.hash()
    }

    /// The configuration of the planner and its cache.
    pub fn config(&self) -> MindConfig {
        self.config
    }
}
