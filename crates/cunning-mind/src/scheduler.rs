//! Planning for all agents within one budget: jobs wait in a fair queue, are searched a slice at a time, and continue
//! in the next tick.
//!
//! Jobs are ordered by the tick at which they came. Importance moves a job forward by a limited number of ticks, so
//! no job starves. Some jobs take turns, so that a hard problem does not delay easy ones, and while others wait a job
//! ends with a good plan instead of improving it. Goals without a plan take long to give up: they share one turn.
//! The budget counts units of work; starting a job costs one, and the first job for a goal also pays for the goal's
//! tables. What exceeds a budget is taken from the next one. Cached plans are charged and sliced like the search that
//! found them, so that no decision depends on the cache.

mod queue;

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use cunning_encode::Hashed;
use cunning_plan::{
    CompiledGoal, GroundActionId, Grounding, Plan, PlanCache, PlanQuality, Planner, PlannerConfig, State,
};
use cunning_search::Status;

use crate::agent::Asked;
use crate::choose::Ranked;
use crate::compiled_archetype::CompiledArchetype;
use crate::engine::MindConfig;
use crate::job_client::JobClient;
use crate::profile::{Phase, WorkOwner};
use crate::wire::wire_struct;

pub(crate) use queue::Queue;

/// A requested plan.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) number: u64,
    /// The index of the agent that requested it.
    pub(crate) agent: usize,
    /// The goals, best first; `at` is the index of the one that is planned for.
    pub(crate) goals: Vec<Ranked>,
    pub(crate) at: usize,
    /// The start state.
    pub(crate) state: State,
    pub(crate) version: u64,
    /// The generations of the agent's slots in the start state.
    pub(crate) generations: Vec<u32>,
    /// Ground actions that the game refused.
    pub(crate) refused: Vec<GroundActionId>,
    /// Ground actions on cooldown. They are left out unless there is no plan without them.
    pub(crate) cooling: Vec<GroundActionId>,
    /// Whether there is no plan for the goal without actions on cooldown.
    pub(crate) needs_cooling: bool,
    pub(crate) asked: Vec<Asked>,
    /// The importance of the agent when it asked.
    importance: u32,
    /// The expansions used so far for the goal.
    spent: u64,
    /// The expansions of the current search; `None` if it has not started.
    searched: Option<u64>,
    key: Key,
}

/// The position of a job in the queue, and its number.
type Key = (u64, u64);

wire_struct!(Job {
    number,
    agent,
    goals,
    at,
    state,
    version,
    generations,
    refused,
    cooling,
    needs_cooling,
    asked,
    importance,
    spent,
    searched,
    key
});

impl Job {
    /// Resets the job to start again.
    fn again(self) -> Self {
        Self { spent: 0, searched: None, ..self }
    }

    /// Returns the ground actions that the search leaves out.
    fn left_out(&self) -> Cow<'_, [GroundActionId]> {
        if self.cooling.is_empty() || self.needs_cooling {
            Cow::Borrowed(&self.refused)
        } else {
            Cow::Owned([&self.refused[..], &self.cooling].concat())
        }
    }

    /// After a search that failed without the actions on cooldown, goes on with them. Returns false if they were
    /// already tried, or if there are none.
    pub(crate) fn allow_cooling(&mut self) -> bool {
        let is_new = !self.needs_cooling && !self.cooling.is_empty();
        self.needs_cooling |= is_new;
        is_new
    }

    /// Goes on with the next goal. Returns false if there is none left.
    pub(crate) fn next_goal(&mut self) -> bool {
        self.needs_cooling = false;
        self.at += 1;
        self.at < self.goals.len()
    }

    /// Returns whether the job has taken so long that it must not hold up others.
    fn is_long(&self) -> bool {
        self.spent >= LONG_UNITS
    }

    /// Returns the number of expansions per turn, which grows with the importance of the agent.
    fn slice(&self) -> u64 {
        SLICE / 2 + SLICE * u64::from(self.importance) / 1_000_000
    }

    /// Returns the expansions used so far for the goal.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }
}

/// The result of a job.
pub(crate) enum Outcome {
    Planned(Plan),
    /// No plan exists, or none was found within the limit of a job.
    Failed(Status),
}

/// The queue and the planners.
pub(crate) struct Scheduler {
    /// The waiting jobs, in order.
    waiting: BTreeMap<Key, Hashed<Job>>,
    active: Vec<Active>,
    planners: Vec<Planner>,
    config: PlannerConfig,
    cache: PlanCache,
    job_max: u64,
    next_number: u64,
    /// The goals whose tables were made, and how many parts of them, the newest last.
    prepared: VecDeque<(GoalFingerprint, u8)>,
    /// The units used beyond the budgets so far. They are taken from the next ones.
    debt: u64,
}

/// A hash of an archetype, a goal and its arguments. If two are the same by chance, the tables of one are not charged.
pub(crate) type GoalFingerprint = u64;

/// A job that takes turns.
struct Active {
    job: Job,
    planner: Planner,
    /// Whether the tables of the goal are made.
    is_prepared: bool,
    /// Whether the planner has started on the job. It has not after a restore.
    is_set_up: bool,
    /// The compiled goal, if the planner has to be set up.
    compiled_goal: Option<CompiledGoal>,
    /// The cost of starting, the units granted in this round and the plan that ends the job, the units used including the
    /// cost of starting, and the status of the search.
    begin: u64,
    granted: u64,
    quality: PlanQuality,
    used: u64,
    status: Status,
}

/// The data of a new job.
pub(crate) struct Request {
    /// The index of the agent that requests the plan.
    pub(crate) agent: usize,
    /// The goals, best first.
    pub(crate) goals: Vec<Ranked>,
    /// The start state.
    pub(crate) state: State,
    pub(crate) version: u64,
    /// The generations of the agent's slots in the start state.
    pub(crate) generations: Vec<u32>,
    /// Ground actions that are left out from the start.
    pub(crate) refused: Vec<GroundActionId>,
    /// Ground actions on cooldown.
    pub(crate) cooling: Vec<GroundActionId>,
    /// The tick since which the agent has been waiting.
    pub(crate) since: u64,
    pub(crate) importance: u32,
}

/// The number of expansions per turn of a job of default importance.
const SLICE: u64 = 64;
/// The number of new jobs that take turns: enough to keep some threads busy, and few enough that later jobs do not delay
/// earlier ones.
const NEW_MAX: usize = 8;
/// The number of waiting jobs from which plans are handed out as they are found.
const HURRY_COUNT: usize = 64;
/// The number of units after which a job is long. All long jobs together get one slice in every round.
const LONG_UNITS: u64 = 2048;
/// The number of jobs in progress. If there are so many and others wait, a job is given up after fewer units.
const PLANNERS_MAX: usize = 16;
const CROWDED_UNITS: u64 = 20_000;
/// The number of ticks by which full importance moves a job forward.
const IMPORTANCE_TICKS: u64 = 60;
/// The key of the first tick, which leaves room for importance below it.
const KEY_BASE: u64 = 1 << 20;
/// The number of goals whose tables are remembered as made. The tables of one that was forgotten are charged again.
const PREPARED_MAX: usize = 256;
/// The largest number of units that are taken from later budgets.
pub(crate) const DEBT_MAX: u64 = 10_000;

impl Scheduler {
    pub(crate) fn new(config: MindConfig) -> Self {
        let MindConfig { planner, cache, job_units_max, memory_max } = config;
        let share = memory_max / PLANNERS_MAX as u64;
        Self {
            waiting: BTreeMap::new(),
            active: Vec::new(),
            planners: Vec::new(),
            config: PlannerConfig { memory_max: planner.memory_max.min(share), ..planner },
            cache: PlanCache::new(cache),
            job_max: job_units_max,
            next_number: 0,
            prepared: VecDeque::new(),
            debt: 0,
        }
    }

    pub(crate) fn cache(&self) -> &PlanCache {
        &self.cache
    }

    /// Drops the cached plans of groundings that are no longer used.
    pub(crate) fn forget(&mut self, groundings: &[Arc<Grounding>]) {
        if !groundings.is_empty() {
            self.cache.forget(groundings);
        }
    }

    /// Returns the number of waiting and active jobs.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len() + self.active.len()
    }

    /// Puts back a job that waited for something else.
    pub(crate) fn resume(&mut self, job: Job) {
        self.wait(job.again());
    }

    fn wait(&mut self, job: Job) {
        self.waiting.insert(job.key, Hashed::new(job));
    }

    /// Queues a job and returns its number.
    pub(crate) fn ask(&mut self, request: Request) -> u64 {
        self.next_number += 1;
        let number = self.next_number;
        let Request { agent, goals, state, version, generations, refused, cooling, since, importance } =
            request;
        let forward = u64::from(importance) * IMPORTANCE_TICKS / 1_000_000;
        self.wait(Job {
            number,
            agent,
            goals,
            at: 0,
            state,
            version,
            generations,
            refused,
            cooling,
            needs_cooling: false,
            asked: Vec::new(),
            importance,
            spent: 0,
            searched: None,
            key: (KEY_BASE + since - forward, number),
        });
        number
    }

    /// Makes the tables of an archetype's goals before the first tick that needs them.
    pub(crate) fn prepare(&mut self, archetype: &CompiledArchetype) {
        for (goal, compiled_goal) in archetype.open_goals() {
            let goal = archetype.fingerprint(goal, &[]);
            while prepare(&mut self.prepared, self.config, goal, compiled_goal, u64::MAX).is_some() {}
        }
    }

    /// Makes the tables of an archetype's goals that were made before a save.
    pub(crate) fn prepare_again(&self, archetype: &CompiledArchetype) {
        for (goal, compiled_goal) in archetype.open_goals() {
            let goal = archetype.fingerprint(goal, &[]);
            if self.prepared.iter().any(|(known, _)| *known == goal) {
                compiled_goal.prepare(self.config.mode);
            }
        }
    }

    /// Works on jobs until the budget is spent or no job can continue.
    ///
    /// In every round, each active job is granted a slice in order, as far as the budget allows; then all of them
    /// search; then results are handed over in order. Searches are independent of each other, so results do not
    /// depend on the order of searches or on the thread that runs them.
    pub(crate) fn work(&mut self, budget: u64, client: &mut JobClient<'_>) -> u64 {
        // If more is requested than granted, jobs that are no longer wanted would pile up.
        if self.waiting.len() > 2 * client.agents.len() {
            self.waiting.retain(|_, job| client.is_wanted(&*job));
        }
        let mut spent = self.debt;
        while spent < budget {
            self.take_up(client);
            if self.active.is_empty() {
                break;
            }
            let count = self.grant(budget - spent, spent == self.debt, client);
            client.ctx.watch.enter(Phase::Plan);
            // A cached plan has no search tree.
            let cache = (client.ctx.recorder.tree_nodes() == 0).then_some(&self.cache);
            search(&mut self.active[..count], cache);
            let shares = self.active[..count].iter().map(|active| (client.owner(&active.job), active.used));
            let shares: Vec<(WorkOwner, u64)> =
                if client.ctx.watch.0.is_some() { shares.collect() } else { Vec::new() };
            client.ctx.watch.leave_shared(&shares);
            let used = self.hand_over(count, client);
            spent += used;
            if used == 0 {
                // All wait for the next tick.
                break;
            }
        }
        self.debt = spent.saturating_sub(budget).min(DEBT_MAX);
        spent.min(budget)
    }

    /// Drops jobs that are no longer wanted, puts long jobs at the end, another one first in every round, and activates as
    /// many new ones as may take turns.
    fn take_up(&mut self, client: &JobClient<'_>) {
        for at in (0..self.active.len()).rev() {
            if !client.is_wanted(&self.active[at].job) {
                self.planners.push(self.active.remove(at).planner);
            }
        }
        self.active.sort_by_key(|active| active.job.is_long());
        let mut new = self.new_count();
        let long = &mut self.active[new..];
        let next = 1.min(long.len());
        long.rotate_left(next);
        while new < NEW_MAX
            && self.active.len() < PLANNERS_MAX
            && let Some((_, job)) = self.waiting.pop_first()
        {
            if client.is_wanted(&job) {
                let planner = self.planners.pop().unwrap_or_else(|| Planner::new(self.config));
                self.active.insert(new, Active::new(job.into_inner(), planner));
                new += 1;
            }
        }
    }

    /// Returns the number of active jobs that are not long. They come first.
    fn new_count(&self) -> usize {
        self.active.partition_point(|active| !active.job.is_long())
    }

    /// Returns the plan that a job ends with: the more jobs wait, the sooner.
    fn quality(&self) -> PlanQuality {
        match self.waiting.len() {
            0 => PlanQuality::Best,
            1..HURRY_COUNT => PlanQuality::Good,
            _ => PlanQuality::First,
        }
    }

    /// Grants slices of the remaining budget in order. Returns the number of jobs that got one. Unused units are left
    /// for the next round.
    fn grant(&mut self, mut left: u64, is_new_tick: bool, client: &mut JobClient<'_>) -> usize {
        let count = self.active.len().min(self.new_count() + 1);
        let quality = self.quality();
        for (at, active) in self.active[..count].iter_mut().enumerate() {
            if left == 0 {
                return at;
            }
            active.compiled_goal = if active.is_set_up { None } else { client.compiled_goal(&active.job) };
            active.begin = 0;
            active.quality = quality;
            if active.job.searched.is_none() {
                if let Some(compiled_goal) = &active.compiled_goal
                    && let Some(goal) = client.fingerprint(&active.job)
                {
                    active.is_prepared = false;
                    while active.begin < left && !active.is_prepared {
                        // A part that is larger than a whole tick comes first in one.
                        let is_first = at == 0 && is_new_tick && active.begin == 0;
                        let most = if is_first { u64::MAX } else { left - active.begin };
                        match prepare(&mut self.prepared, self.config, goal, compiled_goal, most) {
                            Some(Part::Made(units)) => active.begin += units,
                            Some(Part::Waits) => break,
                            None => active.is_prepared = true,
                        }
                    }
                }
                active.begin += u64::from(active.is_prepared);
            }
            left = left.saturating_sub(active.begin);
            active.granted = if active.is_prepared { active.job.slice().min(left) } else { 0 };
            left -= active.granted;
        }
        count
    }

    /// Hands over the results of a round. Returns the units that the jobs used.
    fn hand_over(&mut self, count: usize, client: &mut JobClient<'_>) -> u64 {
        let is_crowded = self.active.len() == PLANNERS_MAX && !self.waiting.is_empty();
        let units_max = if is_crowded { self.job_max.min(CROWDED_UNITS) } else { self.job_max };
        let (mut spent, mut at) = (0, 0);
        for _ in 0..count {
            let Active { job, planner, is_set_up, status, used, granted, quality, .. } = &mut self.active[at];
            spent += *used;
            job.spent += *used;
            client.sliced(job, *granted, *used);
            let outcome = match *status {
                // A better plan would keep others waiting for theirs.
                Status::Running if *is_set_up && planner.has_plan(*quality) => {
                    planner.keep(&mut self.cache);
                    planner.plan().map(Outcome::Planned)
                }
                Status::Running if job.spent < units_max => None,
                Status::Running => Some(Outcome::Failed(Status::LimitExceeded(cunning_search::Limit::Nodes))),
                Status::Solved => {
                    planner.keep(&mut self.cache);
                    planner.plan().map(Outcome::Planned)
                }
                ended => {
                    planner.keep(&mut self.cache);
                    Some(Outcome::Failed(ended))
                }
            };
            let Some(outcome) = outcome else {
                at += 1;
                continue;
            };
            let Active { job, mut planner, .. } = self.active.remove(at);
            if client.ctx.recorder.tree_nodes() > 0 {
                client.searched(&job, &planner.tree(client.ctx.recorder.tree_nodes()));
            }
            self.planners.push(planner);
            if let Some(job) = client.ended(job, outcome) {
                self.wait(job.again());
            }
        }
        spent
    }
}

/// Makes the next part of a goal's tables, if it takes no more than `most` units. Returns its units; `None` if all parts are
/// remembered as made.
fn prepare(
    prepared: &mut VecDeque<(GoalFingerprint, u8)>,
    config: PlannerConfig,
    goal: GoalFingerprint,
    compiled_goal: &CompiledGoal,
    most: u64,
) -> Option<Part> {
    let known = prepared.iter().position(|(known, _)| *known == goal);
    let part = known.map_or(0, |at| prepared[at].1);
    let units = compiled_goal.part_units(config.mode, part)?;
    if units > most {
        return Some(Part::Waits);
    }
    compiled_goal.make_part(config.mode, part);
    match known {
        Some(at) => prepared[at].1 = part + 1,
        None => prepared.push_back((goal, 1)),
    }
    if prepared.len() > PREPARED_MAX {
        prepared.pop_front();
    }
    Some(Part::Made(units))
}

/// What became of a part of a goal's tables.
enum Part {
    /// It was made in this number of units.
    Made(u64),
    /// It takes more than is left of the tick.
    Waits,
}

impl Active {
    fn new(job: Job, planner: Planner) -> Self {
        Self {
            job,
            planner,
            is_prepared: true,
            is_set_up: false,
            compiled_goal: None,
            begin: 0,
            granted: 0,
            quality: PlanQuality::Best,
            used: 0,
            status: Status::Running,
        }
    }

    /// Searches as far as granted.
    fn search(&mut self, cache: Option<&PlanCache>) {
        let Self {
            job,
            planner,
            is_prepared,
            is_set_up,
            compiled_goal,
            begin,
            granted,
            quality,
            used,
            status,
        } = self;
        if !*is_prepared {
            (*used, *status) = (*begin, Status::Running);
            return;
        }
        if let Some(compiled_goal) = compiled_goal.take() {
            match cache {
                Some(cache) => planner.begin_cached(&compiled_goal, &job.state, &job.left_out(), cache),
                None => planner.begin(&compiled_goal, &job.state, &job.left_out()),
            }
            // An interrupted search is repeated up to where it was.
            planner.step(job.searched.unwrap_or(0));
            *is_set_up = true;
        }
        if !*is_set_up {
            // The goal does not exist.
            (*used, *status) = (1, Status::Unsolvable);
            return;
        }
        let before = planner.units();
        *status = planner.step_until(*granted, *quality);
        let units = planner.units();
        job.searched = Some(units);
        *used = (*begin + units.saturating_sub(before)).max(1);
    }
}

/// Runs the searches of a round.
#[cfg(not(feature = "parallel"))]
fn search(round: &mut [Active], cache: Option<&PlanCache>) {
    for active in round {
        active.search(cache);
    }
}

/// Runs the searches of a round on the threads of the current rayon pool.
#[cfg(feature = "parallel")]
fn search(round: &mut [Active], cache: Option<&PlanCache>) {
    use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _};
    if round.len() < 2 * THREAD_JOBS_MIN {
        for active in round {
            active.search(cache);
        }
    } else {
        round.par_iter_mut().with_min_len(THREAD_JOBS_MIN).for_each(|active| active.search(cache));
    }
}

/// The smallest number of jobs per thread.
#[cfg(feature = "parallel")]
const THREAD_JOBS_MIN: usize = 2;
