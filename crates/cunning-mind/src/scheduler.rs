//! Planning for all agents within one budget: jobs wait in a fair queue, are worked on a slice at a time, and go on in the
//! next tick where they stopped.
//!
//! A job that came at a tick stands before all that come later, but for importance, which moves it forward by a number of
//! ticks: nobody waits for ever. As many jobs as there are planners are worked on in turns, so that one hard problem does
//! not hold up easy ones. The budget counts expansions; to begin a job costs one.
//! What the cache remembers is charged and sliced like the search that found it, so that no decision depends on the cache.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cunning_plan::{Aim, GroundActionId, Plan, PlanCache, Planner, PlannerConfig, State};
use cunning_search::Status;

use crate::agent::Asked;
use crate::choose::Ranked;

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
    /// Expansions made so far for the goal.
    spent: u64,
    key: (u64, u64),
}

impl Job {
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
    planners_max: usize,
    slice: u64,
    job_max: u64,
    next_number: u64,
}

struct Active {
    job: Job,
    planner: Planner,
    has_begun: bool,
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

/// How many expansions a job gets before it is another's turn.
const SLICE: u64 = 64;
/// How many jobs are worked on in turns.
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
            planners_max: PLANNERS_MAX,
            slice: SLICE,
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
        self.waiting.push(Waiting(Job { spent: 0, ..job }));
    }

    /// Queues a job that is wanted since a tick; its number. What is refused is left out from the beginning.
    #[expect(clippy::too_many_arguments, reason = "all that a job is made of")]
    pub(crate) fn ask(
        &mut self,
        agent: usize,
        goals: Vec<Ranked>,
        state: State,
        version: u64,
        refused: Vec<GroundActionId>,
        since: u64,
        importance: u32,
    ) -> u64 {
        self.next_number += 1;
        let number = self.next_number;
        let forward = u64::from(importance) * IMPORTANCE_TICKS / 1_000_000;
        let key = (KEY_BASE + since - forward, number);
        let asked = Vec::new();
        self.waiting.push(Waiting(Job {
            number,
            agent,
            goals,
            at: 0,
            state,
            version,
            refused,
            asked,
            spent: 0,
            key,
        }));
        number
    }

    /// Works on jobs until the budget is spent or all wait for something else. `is_wanted` tells whether a job still
    /// matters, `aim` compiles its goal, and `ended` takes what came of it; a job that it gives back goes on.
    pub(crate) fn work<C>(
        &mut self,
        budget: u64,
        context: &mut C,
        is_wanted: impl Fn(&C, &Job) -> bool,
        aim: impl Fn(&mut C, &Job) -> Option<Aim>,
        mut ended: impl FnMut(&mut C, Job, Outcome) -> Option<Job>,
    ) -> u64 {
        let mut spent = 0;
        while spent < budget {
            while self.active.len() < self.planners_max
                && let Some(Waiting(job)) = self.waiting.pop()
            {
                if is_wanted(context, &job) {
                    let planner = self.planners.pop().unwrap_or_else(|| Planner::new(self.config));
                    self.active.push(Active { job, planner, has_begun: false });
                }
            }
            if self.active.is_empty() {
                break;
            }
            let mut at = 0;
            while at < self.active.len() && spent < budget {
                if !is_wanted(context, &self.active[at].job) {
                    let Active { planner, .. } = self.active.remove(at);
                    self.planners.push(planner);
                    continue;
                }
                let (used, outcome) = self.slice(at, budget - spent, context, &aim);
                spent += used;
                let Some(outcome) = outcome else {
                    at += 1;
                    continue;
                };
                let Active { job, planner, .. } = self.active.remove(at);
                self.planners.push(planner);
                if let Some(job) = ended(context, job, outcome) {
                    self.waiting.push(Waiting(Job { spent: 0, ..job }));
                }
            }
        }
        spent
    }

    /// Gives a job a slice; how much it used of what is left, and what came of it, if it is over.
    fn slice<C>(
        &mut self,
        at: usize,
        left: u64,
        context: &mut C,
        aim: &impl Fn(&mut C, &Job) -> Option<Aim>,
    ) -> (u64, Option<Outcome>) {
        let Active { job, planner, has_begun } = &mut self.active[at];
        let mut used = 0;
        if !*has_begun {
            let Some(aim) = aim(context, job) else {
                return (1, Some(Outcome::Failed(Status::Unsolvable)));
            };
            planner.begin_cached(&aim, &job.state, &job.refused, &mut self.cache);
            *has_begun = true;
            used = 1;
        }
        let before = planner.counters().expanded;
        let grant = self.slice.min(left - used);
        let status = planner.step(grant);
        used = (used + planner.counters().expanded.saturating_sub(before)).max(1);
        job.spent += used;
        let outcome = match status {
            Status::Running if job.spent < self.job_max => None,
            Status::Running => Some(Outcome::Failed(Status::LimitExceeded(cunning_search::Limit::Nodes))),
            Status::Solved => {
                planner.keep(&mut self.cache);
                planner.plan().map(Outcome::Planned)
            }
            other => {
                planner.keep(&mut self.cache);
                Some(Outcome::Failed(other))
            }
        };
        (used, outcome)
    }
}
