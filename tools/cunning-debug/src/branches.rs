//! The branches of a running scene: rewinding it, starting it again, and comparing what came of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_arena::simulation::Scenario;
use serde::Serialize;

use crate::debug_session::DebugSession;
use crate::limits::{BRANCHES_MAX, ITEMS_MAX};
use crate::lock::lock;
use crate::protocol::{AgentRef, RequestError, Status};
use crate::run::{Run, RunState};

/// All runs of a session. A recording has one; a running scene has one for each branch.
pub(crate) struct Branches {
    /// The runs by their ids. The id of a removed branch is never used again.
    all: BTreeMap<usize, Arc<Run>>,
    next_id: usize,
    /// The run that is shown, and its id.
    current: (usize, Arc<Run>),
}

/// A row of the list of branches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct BranchRow {
    id: usize,
    name: String,
    /// The id of the branch and the tick that it branched off from. That branch may have been removed since.
    parent: Option<(usize, u64)>,
    seed: u64,
}

/// Where another branch differs from the one that is shown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct BranchDifference {
    /// The ticks that both branches have.
    until: u64,
    /// The first difference of each agent, the earliest first.
    agents: Vec<AgentDifference>,
}

/// The first difference of an agent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct AgentDifference {
    agent: AgentRef,
    name: String,
    tick: u64,
    /// What it decides in the branch that is shown, and in the other.
    here: String,
    there: String,
}

impl Branches {
    pub(crate) fn new(run: Run) -> Self {
        let run = Arc::new(run);
        Self { all: BTreeMap::from([(0, run.clone())]), next_id: 1, current: (0, run) }
    }

    /// The run that is shown.
    pub(crate) fn current(&self) -> Arc<Run> {
        self.current.1.clone()
    }

    pub(crate) fn get(&self, id: usize) -> Result<Arc<Run>, RequestError> {
        let run = self.all.get(&id).cloned();
        run.ok_or_else(|| RequestError::new(format!("there is no branch {id}")))
    }

    fn rows(&self) -> Vec<BranchRow> {
        let row = |(id, run): (&usize, &Arc<Run>)| BranchRow {
            id: *id,
            name: run.name.clone(),
            parent: run.parent,
            seed: run.scene.as_ref().map_or(0, |scene| scene.seed),
        };
        self.all.iter().map(row).collect()
    }

    /// The name of the next branch, or why there can be none.
    fn next_name(&self, what: &str) -> Result<String, RequestError> {
        if self.all.len() >= BRANCHES_MAX {
            return Err(RequestError::new(format!(
                "there are {BRANCHES_MAX} branches already: remove one first"
            )));
        }
        Ok(format!("{} {what}", self.next_id + 1))
    }

    /// Adds a run and shows it.
    fn add(&mut self, run: Run) {
        let run = Arc::new(run);
        self.current = (self.next_id, run.clone());
        self.all.insert(self.next_id, run);
        self.next_id += 1;
    }

    /// Removes a branch. If it is the one that is shown, the oldest other one is shown instead. Returns whether it was.
    fn remove(&mut self, id: usize) -> Result<bool, RequestError> {
        self.get(id)?;
        let other = self.all.iter().find(|(other, _)| **other != id);
        let Some((&other, run)) = other else {
            return Err(RequestError::new("the only branch cannot be removed"));
        };
        let is_shown = self.current.0 == id;
        if is_shown {
            self.current = (other, run.clone());
        }
        self.all.remove(&id);
        Ok(is_shown)
    }
}

impl Status {
    /// Shows how far a run is.
    pub(crate) fn show(&mut self, state: &RunState) {
        (self.last_tick, self.skipped_snapshots) = (state.last_tick, state.skipped_snapshots);
        self.outcome.clone_from(&state.outcome);
    }
}

impl DebugSession {
    /// Rewinds the scene to a tick and continues from there as a new branch, paused.
    pub(crate) fn branch(&self, tick: u64) -> Result<(), RequestError> {
        let mut branches = lock(&self.branches);
        let parent = branches.current();
        let last = parent.state().last_tick;
        if tick > last {
            return Err(RequestError::new(format!("there is no tick {tick} yet: the last one is {last}")));
        }
        let name = branches.next_name(&format!("from tick {tick}"))?;
        let run = parent.branch(name, branches.current.0, tick);
        let run = run.ok_or_else(|| RequestError::new("only a running scene can branch"))?;
        branches.add(run.map_err(RequestError::new)?);
        drop(branches);
        self.show_current();
        Ok(())
    }

    /// Starts the scene again from the saved texts, as a new branch, paused. An edited text takes the place of the scene's.
    pub(crate) fn restart(
        &self,
        seed: Option<u64>,
        level: Option<String>,
        text: Option<&str>,
    ) -> Result<(), RequestError> {
        let scenario = {
            let mut settings = self
                .run()
                .scenario()
                .map_or_else(|| self.settings.clone(), |scenario| scenario.settings().clone());
            settings.difficulty = level.or(settings.difficulty);
            let documents = lock(&self.documents);
            let scene = documents.scene(text)?;
            let scene = scene.ok_or_else(|| RequestError::new("there is no scene to restart"))?;
            Scenario::load(&scene, &documents.saved_loader(), settings).map_err(|found| {
                let first = found.iter().next().map_or("it has errors", |first| first.message());
                RequestError::new(format!("the scene was not restarted: {first}"))
            })?
        };
        let mut branches = lock(&self.branches);
        let known = branches.current().scene.as_ref().map_or(0, |scene| scene.seed);
        let name = branches.next_name("from the start")?;
        let run = Run::start(name, &Arc::new(scenario), seed.unwrap_or(known)).map_err(RequestError::new)?;
        branches.add(run);
        drop(branches);
        self.show_current();
        Ok(())
    }

    /// Shows another branch, paused.
    pub(crate) fn switch_branch(&self, branch: usize) -> Result<(), RequestError> {
        {
            let mut branches = lock(&self.branches);
            branches.current = (branch, branches.get(branch)?);
        }
        self.show_current();
        Ok(())
    }

    /// Forgets a branch and its recording.
    pub(crate) fn remove_branch(&self, branch: usize) -> Result<(), RequestError> {
        let is_shown = lock(&self.branches).remove(branch)?;
        if is_shown {
            self.show_current();
        } else {
            self.show_branches();
        }
        Ok(())
    }

    /// Brings everything that depends on the current branch up to date.
    fn show_current(&self) {
        let run = self.run();
        let state = run.state();
        *lock(&self.searches) = crate::search_panel::SearchCache::default();
        *lock(&self.comparer) = crate::designer::DecisionComparer::default();
        self.show_running_texts(&run);
        self.breakpoints.rearm(&run.recordings, state.last_tick);
        self.change_transport(|transport| {
            (transport.is_playing, transport.steps) = (false, 0);
            self.change_status(|status| {
                status.show(&state);
                status.stopped = None;
                status.world_revision += 1;
            });
        });
        self.show_branches();
    }

    /// Brings the texts that documents show as running up to date with a run.
    pub(crate) fn show_running_texts(&self, run: &Run) {
        if let Some(scenario) = run.scenario() {
            lock(&self.documents).set_running_scenario(&scenario);
        }
    }

    /// Tells pages the list of branches.
    pub(crate) fn show_branches(&self) {
        let (rows, current) = {
            let branches = lock(&self.branches);
            (branches.rows(), branches.current.0)
        };
        self.change_status(|status| (status.branches, status.branch) = (rows, current));
    }

    /// Where another branch differs from the one that is shown.
    pub(crate) fn branch_difference(&self, branch: usize) -> Result<BranchDifference, RequestError> {
        let (here, there) = {
            let branches = lock(&self.branches);
            (branches.current(), branches.get(branch)?)
        };
        let until = here.state().last_tick.min(there.state().last_tick);
        // One after the other: two pages may compare the same branches in opposite directions.
        let mut others = there.recordings.all(|recording| Ok(recording.decisions(until)))?;
        others.resize(here.recordings.len(), BTreeMap::new());
        let agents = here.recordings.all(|recording| {
            let other = others.get(recording.index());
            let own = recording.decisions(until).into_iter().filter_map(|(id, own)| {
                let other = other.and_then(|other| other.get(&id)).map_or(&[][..], Vec::as_slice);
                let at = own.iter().zip(other).take_while(|(one, two)| one == two).count();
                let (one, two) = (own.get(at), other.get(at));
                let tick = one.into_iter().chain(two).map(|(tick, _)| *tick).min()?;
                let text = |decision: Option<&(u64, String)>| {
                    decision
                        .filter(|(from, _)| *from == tick)
                        .map_or("nothing new", |(_, text)| text)
                        .to_owned()
                };
                let (agent, name) = (recording.agent_ref(id), recording.name_of(id));
                Some(AgentDifference { agent, name, tick, here: text(one), there: text(two) })
            });
            Ok(own.collect::<Vec<_>>())
        })?;
        let mut agents: Vec<AgentDifference> = agents.into_iter().flatten().collect();
        agents.sort_by_key(|one| one.tick);
        agents.truncate(ITEMS_MAX);
        Ok(BranchDifference { until, agents })
    }
}
