//! Planning for all agents within one budget: jobs wait in a fair queue, are worked on a slice at a time, and go on in the
//! next tick where they stopped.
//!
//! A job that came at a tick stands before all that come later, but for importance, which moves it forward by a number of
//! ticks: nobody waits for ever. As many jobs as there are planners are worked on in turns, so that one hard problem does
//! not hold up easy ones. The budget counts expansions; to begin a job costs one.
//! What the cache remembers is charged and sliced like the search that found it, so that no decision depends on the cache.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cunning_plan::{
    CompiledGoal, GroundActionId, Plan, PlanCache, Planner, PlannerConfig, SearchTree, State,
};
use cunning_search::Status;

use crate::agent::Asked;
use crate::choose::Ranked;
use crate::compiled_archetype::CompiledArchetype;
use crate::profile::{Phase, Watch, Who};
use crate::wire::{Broken, Input, Output, Wire, wire_struct};

/// A plan that is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) number: u64,
    /// The place of the agent that wants it.
    pub(crate) agent: usize,
    /// Goals, the best first, and which of them is planned for.
    pub(crate) goals: Vec<Ranked>,
    pub(crate) at: usize,
    /// What it works on.
    pub(crate) state: State,
    pub(crate) version: u64,
    /// Ground actions that the game refused.
    pub(crate) refused: Vec<GroundActionId>,
    pub(crate) asked: Vec<Asked>,
    /// How much the agent mattered when it asked.
    importance: u32,
    /// Expansions made so far for the goal.
    spent: u64,
    /// Expansions that the search for it has made; `None` if it was not begun.
    searched: Option<u64>,
    key: (u64, u64),
}

wire_struct!(Job {
    number,
    agent,
    goals,
    at,
    state,
    version,
    refused,
    asked,
    importance,
    spent,
    searched,
    key
});

impl Job {
    /// The job, to be begun anew.
    fn again(self) -> Self {
        Self { spent: 0, searched: None, ..self }
    }

    /// How many expansions it gets before it is another's turn: more if its agent matters more.
    fn slice(&self) -> u64 {
        SLICE / 2 + SLICE * u64::from(self.importance) / 1_000_000
    }

    /// Expansions made so far for the goal.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }
}

/// How a job stands after a slice.
pub(crate) enum Outcome {
    Planned(Plan),
    /// There is no plan, or not within what a job may spend.
    Failed(Status),
}

/// The queue and the planners.
pub(crate) struct Scheduler {
    waiting: BinaryHeap<Waiting>,
    active: Vec<Active>,
    planners: Vec<Planner>,
    config: PlannerConfig,
    cache: PlanCache,
    job_max: u64,
    next_number: u64,
}

/// A job that is worked on.
struct Active {
    job: Job,
    planner: Planner,
    /// Whether the planner works on it. If it was interrupted elsewhere, it does not yet.
    is_set_up: bool,
    /// The goal, if the planner has to be set up.
    compiled_goal: Option<CompiledGoal>,
    /// What it was granted in this round, what it used with what it costs to begin, and how its search stands.
    granted: u64,
    used: u64,
    status: Status,
}

/// What a job is made of.
pub(crate) struct Request {
    /// The place of the agent that wants it.
    pub(crate) agent: usize,
    /// Goals, the best first.
    pub(crate) goals: Vec<Ranked>,
    /// What it works on.
    pub(crate) state: State,
    pub(crate) version: u64,
    /// Ground actions that are left out from the beginning.
    pub(crate) refused: Vec<GroundActionId>,
    /// Since which tick it is wanted.
    pub(crate) since: u64,
    pub(crate) importance: u32,
}

/// Where plans are wanted and handed over.
pub(crate) trait JobClient {
    /// Whether a job still matters.
    fn is_wanted(&self, job: &Job) -> bool;

    /// The most jobs that can matter at a time.
    fn wanted_max(&self) -> usize;

    /// The goal of a job, compiled.
    fn compiled_goal(&mut self, job: &Job) -> Option<CompiledGoal>;

    /// A job got a share of the budget.
    fn sliced(&mut self, job: &Job, granted: u64, used: u64);

    /// How many nodes of every search are wanted to be seen.
    fn tree_nodes(&self) -> usize;

    /// What a search looked at that is over.
    fn searched(&mut self, job: &Job, tree: &SearchTree);

    /// Takes what came of a job; one that it gives back goes on.
    fn ended(&mut self, job: Job, outcome: Outcome) -> Option<Job>;

    /// Who measures the time, and whether anybody does.
    fn watch(&mut self) -> &mut Watch;
    fn is_watched(&self) -> bool;

    /// For whom a job is done.
    fn who(&self, job: &Job) -> Who;
}

/// Orders jobs by their key, the least first.
struct Waiting(Job);

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        Reverse(self.0.key).cmp(&Reverse(other.0.key))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.0.key == other.0.key
    }
}

impl Eq for Waiting {}

/// How many expansions a job gets before it is another's turn, if its agent matters as much as others.
const SLICE: u64 = 64;
/// How many jobs are worked on in turns: enough for some threads to have something to do, and so few that those who came
/// first are not held up by those who came later.
const PLANNERS_MAX: usize = 8;
/// By how many ticks full importance moves a job forward.
const IMPORTANCE_TICKS: u64 = 60;
/// Makes room for importance below the first tick.
const KEY_BASE: u64 = 1 << 20;

impl Scheduler {
    pub(crate) fn new(config: PlannerConfig, cache: usize, job_max: u64) -> Self {
        Self {
            waiting: BinaryHeap::new(),
            active: Vec::new(),
            planners: Vec::new(),
            config,
            cache: PlanCache::new(cache),
            job_max,
            next_number: 0,
        }
    }

    pub(crate) fn cache(&self) -> &PlanCache {
        &self.cache
    }

    /// How many jobs wait or are worked on.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len() + self.active.len()
    }

    /// Puts a job back that waited for something else.
    pub(crate) fn resume(&mut self, job: Job) {
        self.waiting.push(Waiting(job.again()));
    }

    /// Queues a job; its number.
    pub(crate) fn ask(&mut self, request: Request) -> u64 {
        self.next_number += 1;
        let number = self.next_number;
        let Request { agent, goals, state, version, refused, since, importance } = request;
        let forward = u64::from(importance) * IMPORTANCE_TICKS / 1_000_000;
        self.waiting.push(Waiting(Job {
            number,
            agent,
            goals,
            at: 0,
            state,
            version,
            refused,
            asked: Vec::new(),
            importance,
            spent: 0,
            searched: None,
            key: (KEY_BASE + since - forward, number),
        }));
        number
    }

    /// Works on jobs until the budget is spent or all wait for something else.
    ///
    /// In every round each job that is worked on is granted a slice, in order, as far as the budget goes; then all search,
    /// each for itself; then what came of it is handed over, in order. What a search finds depends on no other one, so it
    /// does not matter who searches when, or on which thread.
    pub(crate) fn work(&mut self, budget: u64, client: &mut impl JobClient) -> u64 {
        // Where more is wanted than is granted, jobs that do not matter any more would pile up.
        if self.waiting.len() > 2 * client.wanted_max() {
            self.waiting.retain(|Waiting(job)| client.is_wanted(job));
        }
        let mut spent = 0;
        while spent < budget {
            self.take_up(client);
            if self.active.is_empty() {
                break;
            }
            let count = self.grant(budget - spent, client);
            client.watch().enter(Phase::Plan);
            // What was remembered has no tree to show.
            let cache = (client.tree_nodes() == 0).then_some(&self.cache);
            search(&mut self.active[..count], cache);
            let shares = self.active[..count].iter().map(|active| (client.who(&active.job), active.used));
            let shares: Vec<(Who, u64)> = if client.is_watched() { shares.collect() } else { Vec::new() };
            client.watch().leave_shared(&shares);
            spent += self.hand_over(count, client);
        }
        spent
    }

    /// Drops jobs that nobody wants any more, and takes up as many as there are planners.
    fn take_up(&mut self, client: &impl JobClient) {
        for at in (0..self.active.len()).rev() {
            if !client.is_wanted(&self.active[at].job) {
                self.planners.push(self.active.remove(at).planner);
            }
        }
        while self.active.len() < PLANNERS_MAX
            && let Some(Waiting(job)) = self.waiting.pop()
        {
            if client.is_wanted(&job) {
                let planner = self.planners.pop().unwrap_or_else(|| Planner::new(self.config));
                self.active.push(Active::new(job, planner));
            }
        }
    }

    /// Grants slices of what is left, in order; how many jobs got one. Whatever a job does not use is left for the next
    /// round.
    fn grant(&mut self, mut left: u64, client: &mut impl JobClient) -> usize {
        for (at, active) in self.active.iter_mut().enumerate() {
            if left == 0 {
                return at;
            }
            active.compiled_goal = if active.is_set_up { None } else { client.compiled_goal(&active.job) };
            let begin = u64::from(active.job.searched.is_none());
            active.granted = active.job.slice().min(left - begin);
            left -= begin + active.granted;
        }
        self.active.len()
    }

    /// Hands over what came of a round; how much the jobs used.
    fn hand_over(&mut self, count: usize, client: &mut impl JobClient) -> u64 {
        let (mut spent, mut at) = (0, 0);
        for _ in 0..count {
            let Active { job, planner, status, used, granted, .. } = &mut self.active[at];
            spent += *used;
            job.spent += *used;
            client.sliced(job, *granted, *used);
            let outcome = match *status {
                Status::Running if job.spent < self.job_max => None,
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
            if client.tree_nodes() > 0 {
                client.searched(&job, &planner.tree(client.tree_nodes()));
            }
            self.planners.push(planner);
            if let Some(job) = client.ended(job, outcome) {
                self.waiting.push(Waiting(job.again()));
            }
        }
        spent
    }
}

impl Active {
    fn new(job: Job, planner: Planner) -> Self {
        Self {
            job,
            planner,
            is_set_up: false,
            compiled_goal: None,
            granted: 0,
            used: 0,
            status: Status::Running,
        }
    }

    /// Searches as far as was granted.
    fn search(&mut self, cache: Option<&PlanCache>) {
        let Self { job, planner, is_set_up, compiled_goal, granted, used, status } = self;
        if let Some(compiled_goal) = compiled_goal.take() {
            match cache {
                Some(cache) => planner.begin_cached(&compiled_goal, &job.state, &job.refused, cache),
                None => planner.begin(&compiled_goal, &job.state, &job.refused),
            }
            // A search that was interrupted is made again up to where it was.
            planner.step(job.searched.unwrap_or(0));
            *is_set_up = true;
        }
        if !*is_set_up {
            // There is no such goal.
            (*used, *status) = (1, Status::Unsolvable);
            return;
        }
        let begin = u64::from(job.searched.is_none());
        let before = planner.counters().expanded;
        *status = planner.step(*granted);
        let expanded = planner.counters().expanded;
        job.searched = Some(expanded);
        *used = (begin + expanded.saturating_sub(before)).max(1);
    }
}

/// Has every job of a round searched for.
#[cfg(not(feature = "parallel"))]
fn search(round: &mut [Active], cache: Option<&PlanCache>) {
    for active in round {
        active.search(cache);
    }
}

/// Has every job of a round searched for, on the threads of the pool that this is called in.
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

/// How many jobs are worth a thread's while.
#[cfg(feature = "parallel")]
const THREAD_JOBS_MIN: usize = 2;

/// The queue at some moment: what waits, the first first, and what is worked on, in turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    pub(crate) waiting: Vec<Job>,
    pub(crate) active: Vec<Job>,
    next_number: u64,
}

impl Scheduler {
    /// Notes what there is to do.
    pub(crate) fn queue_into(&self, queue: &mut Queue) {
        queue.next_number = self.next_number;
        queue.waiting.clear();
        queue.waiting.extend(self.waiting.iter().map(|Waiting(job)| job.clone()));
        queue.waiting.sort_unstable_by_key(|job| job.key);
        queue.active.clear();
        queue.active.extend(self.active.iter().map(|active| active.job.clone()));
    }

    /// Has to do what was noted. Searches that had begun are made again up to where they were when they come up next.
    pub(crate) fn set_queue(&mut self, queue: &Queue) {
        self.next_number = queue.next_number;
        self.waiting.clear();
        self.waiting.extend(queue.waiting.iter().cloned().map(Waiting));
        self.planners.extend(self.active.drain(..).map(|active| active.planner));
        for job in &queue.active {
            let planner = self.planners.pop().unwrap_or_else(|| Planner::new(self.config));
            self.active.push(Active::new(job.clone(), planner));
        }
    }

    /// Forgets all jobs, and plans for a domain that there is no more.
    pub(crate) fn clear(&mut self) {
        self.cache.clear();
        self.waiting.clear();
        self.planners.extend(self.active.drain(..).map(|active| active.planner));
    }
}

impl Queue {
    /// Writes all jobs, each in the terms of its agent's kind. Of a job that nobody wants any more only its place counts,
    /// which it takes until its turn comes.
    pub(crate) fn put<'k>(
        &self,
        out: &mut Output<'k>,
        kind_of: impl Fn(&Job) -> Option<&'k CompiledArchetype>,
    ) {
        out.number(self.next_number);
        for jobs in [&self.waiting, &self.active] {
            out.number(jobs.len() as u64);
            for job in jobs {
                out.kind = kind_of(job);
                (job.agent, job.key).put(out);
                out.kind.is_some().put(out);
                if out.kind.is_some() {
                    job.put(out);
                } else {
                    (job.number, (job.spent, job.searched)).put(out);
                }
            }
        }
        out.kind = None;
    }

    pub(crate) fn take<'k>(
        from: &mut Input<'k>,
        job_max: u64,
        kind_of: impl Fn(usize) -> Option<&'k CompiledArchetype>,
    ) -> Result<Self, Broken> {
        let next_number = from.number()?;
        let mut jobs = [Vec::new(), Vec::new()];
        for jobs in &mut jobs {
            let count = from.number()?;
            for _ in 0..count {
                let (agent, key) = Wire::take(from)?;
                let job = if bool::take(from)? {
                    from.kind = Some(kind_of(agent).ok_or(Broken("a job is for nobody"))?);
                    Job::take(from)?
                } else {
                    let (number, (spent, searched)) = Wire::take(from)?;
                    Job {
                        number,
                        agent,
                        goals: Vec::new(),
                        at: 0,
                        state: State::default(),
                        version: 0,
                        refused: Vec::new(),
                        asked: Vec::new(),
                        importance: 0,
                        spent,
                        searched,
                        key,
                    }
                };
                let is_sound = job.agent == agent && job.key == key && job.number <= next_number;
                // A search is made again as far as it was, so that must be within what a job may take.
                let is_paid = job.searched.unwrap_or(0) <= job.spent && job.spent <= job_max;
                if !is_sound || !is_paid {
                    return Err(Broken("a job is not as it can be"));
                }
                jobs.push(job);
            }
        }
        from.kind = None;
        let [waiting, active] = jobs;
        if active.len() > PLANNERS_MAX || next_number >= 1 << 48 {
            return Err(Broken("there are more jobs than there can be"));
        }
        Ok(Self { waiting, active, next_number })
    }
}
