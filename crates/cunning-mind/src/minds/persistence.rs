//! Saved games, rollback and reloads.

use super::Minds;
use crate::domain::Domain;
use crate::engine::{MindConfig, MindEngine, ReloadReport, RestoreError, RestoreReport, Snapshot};
use crate::error::MindError;
use crate::value::GameObject;

impl Minds {
    /// Saves all minds as bytes. The same state gives the same bytes on every platform.
    pub fn save(&self) -> Vec<u8> {
        self.engine.save()
    }

    /// Restores minds from a save, with a domain that may be newer. `remap` returns the id of each bound object in
    /// this session, or `None` if the object no longer exists. Running steps come back as resumed
    /// [`Command::Start`](crate::Command::Start)s.
    pub fn restore(
        bytes: &[u8],
        domain: &Domain,
        remap: impl Fn(GameObject) -> Option<GameObject>,
    ) -> Result<(Self, RestoreReport), RestoreError> {
        Self::restore_with(bytes, domain, MindConfig::default(), remap)
    }

    /// Like [`Minds::restore`], with the configuration that the minds had.
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

    /// Copies the state into a snapshot for rollback. A reused snapshot allocates nothing.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        self.engine.snapshot_into(snapshot);
    }

    /// Rolls back to a snapshot of these minds.
    pub fn rollback(&mut self, snapshot: &Snapshot) -> Result<(), MindError> {
        self.engine.restore_snapshot(snapshot)
    }

    /// Continues with another version of the domain. Agents keep, by name, their beliefs, goals, orders and plans.
    /// Symbols and typed handles of names that still exist stay valid.
    pub fn reload(&mut self, domain: &Domain) -> Result<ReloadReport, MindError> {
        let report = self.engine.reload(domain.spec().clone())?;
        self.domain = domain.clone();
        self.symbols.update(domain);
        Ok(report)
    }

    /// Returns a hash of everything that affects future decisions.
    pub fn hash(&self) -> u64 {
        self.engine.hash()
    }

    /// Returns the configuration of the planner and its cache.
    pub fn config(&self) -> MindConfig {
        self.config
    }
}
