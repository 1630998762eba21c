//! The queue of planning jobs as snapshots and saves keep it.

use std::collections::{BTreeMap, VecDeque};

use cunning_encode::Hashed;
use cunning_plan::{Planner, State};

use super::{Active, DEBT_MAX, GoalFingerprint, Job, Key, PLANNERS_MAX, PREPARED_MAX, Scheduler};
use crate::compiled_archetype::CompiledArchetype;
use crate::wire::{Decode, Encode, Input, Malformed, Sink};

/// A copy of the queue: the waiting jobs in order, and the active ones in turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    waiting: BTreeMap<Key, Hashed<Job>>,
    active: Vec<Job>,
    next_number: u64,
    prepared: VecDeque<(GoalFingerprint, u8)>,
    debt: u64,
}

impl Scheduler {
    /// Copies the queue.
    pub(crate) fn queue_into(&self, queue: &mut Queue) {
        queue.next_number = self.next_number;
        queue.prepared.clone_from(&self.prepared);
        queue.debt = self.debt;
        queue.waiting.clone_from(&self.waiting);
        queue.active.clear();
        queue.active.extend(self.active.iter().map(|active| active.job.clone()));
    }

    /// Replaces the queue. Searches that had started are repeated up to where they were when their turn comes.
    pub(crate) fn set_queue(&mut self, queue: &Queue) {
        self.next_number = queue.next_number;
        self.prepared.clone_from(&queue.prepared);
        self.debt = queue.debt;
        self.waiting.clone_from(&queue.waiting);
        self.planners.extend(self.active.drain(..).map(|active| active.planner));
        for job in &queue.active {
            let planner = self.planners.pop().unwrap_or_else(|| Planner::new(self.config));
            self.active.push(Active::new(job.clone(), planner));
        }
    }

    /// Drops all jobs, and the cached plans of a domain that is no longer in use.
    pub(crate) fn clear(&mut self) {
        self.cache.clear();
        self.prepared.clear();
        self.waiting.clear();
        self.planners.extend(self.active.drain(..).map(|active| active.planner));
    }

    /// Writes all jobs. Of a job that is no longer wanted only its position is kept, which it occupies until its turn
    /// comes.
    pub(crate) fn put(&self, out: &mut impl Sink, is_wanted: impl Fn(&Job) -> bool) {
        (self.next_number, self.debt).put(out);
        out.number(self.prepared.len() as u64);
        self.prepared.iter().for_each(|goal| goal.put(out));
        out.number(self.waiting.len() as u64);
        for job in self.waiting.values() {
            put_job(job, job, is_wanted(job), out);
        }
        out.number(self.active.len() as u64);
        for Active { job, .. } in &self.active {
            put_job(job, job, is_wanted(job), out);
        }
    }
}

fn put_job(job: &Job, whole: &impl Encode, is_wanted: bool, out: &mut impl Sink) {
    (job.agent, job.key).put(out);
    is_wanted.put(out);
    if is_wanted {
        whole.put(out);
    } else {
        (job.number, (job.spent, job.searched)).put(out);
    }
}

impl Queue {
    /// Iterates over all jobs.
    pub(crate) fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.waiting.values().map(|job| &**job).chain(&self.active)
    }

    /// Reads all jobs, each in terms of its agent's archetype.
    pub(crate) fn take<'k>(
        from: &mut Input<'k>,
        job_max: u64,
        archetype_of: impl Fn(usize) -> Option<&'k CompiledArchetype>,
    ) -> Result<Self, Malformed> {
        let (next_number, debt) = Decode::take(from)?;
        let prepared = Vec::<(GoalFingerprint, u8)>::take(from)?;
        if prepared.len() > PREPARED_MAX || debt > DEBT_MAX {
            return Err(Malformed::new("the planner's accounts are out of range"));
        }
        let mut jobs = [Vec::new(), Vec::new()];
        for jobs in &mut jobs {
            for _ in 0..from.count()? {
                let (agent, key) = Decode::take(from)?;
                let job = if bool::take(from)? {
                    from.context.archetype = Some(
                        archetype_of(agent)
                            .ok_or(Malformed::new("a planning job refers to an unknown agent"))?,
                    );
                    Job::take(from)?
                } else {
                    let (number, (spent, searched)) = Decode::take(from)?;
                    Job {
                        number,
                        agent,
                        goals: Vec::new(),
                        at: 0,
                        state: State::default(),
                        version: 0,
                        generations: Vec::new(),
                        refused: Vec::new(),
                        cooling: Vec::new(),
                        needs_cooling: false,
                        asked: Vec::new(),
                        importance: 0,
                        spent,
                        searched,
                        key,
                    }
                };
                let is_sound = job.agent == agent && job.key == key && job.number <= next_number;
                // A search is repeated as far as it was, so that must be within the limit of a job.
                let is_paid = job.searched.unwrap_or(0) <= job.spent && job.spent <= job_max;
                if !is_sound || !is_paid {
                    return Err(Malformed::new("the progress of a planning job is out of range"));
                }
                jobs.push(job);
            }
        }
        from.context.archetype = None;
        let [waiting, active] = jobs;
        let waiting_count = waiting.len();
        let waiting: BTreeMap<_, _> = waiting.into_iter().map(|job| (job.key, Hashed::new(job))).collect();
        if waiting.len() != waiting_count {
            return Err(Malformed::new("two planning jobs have the same position"));
        }
        if active.len() > PLANNERS_MAX || next_number >= 1 << 48 {
            return Err(Malformed::new("too many planning jobs"));
        }
        Ok(Self { waiting, active, next_number, prepared: prepared.into(), debt })
    }
}
