//! A cache of planning results for agents with equal requests.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use cunning_search::{Counters, Status};
use rustc_hash::{FxBuildHasher, FxHasher};

use crate::compiled_goal::{CompiledGoal, Job};
use crate::ground::{GroundActionId, Grounding, State};
use crate::plan::Plan;
use crate::planner::{Milestones, PlannerConfig};

/// Plans, and proofs that there is none, keyed by everything they depend on.
///
/// The key consists of the goal compiled from one grounding, the configuration, the facts that are relevant to the
/// goal, and the relevant ground actions that can be used, with their costs. A cached result is therefore the one
/// that planning would give. It is available after as many expansions as planning took: a cache saves time and
/// changes nothing else. Agents share results by sharing the [`CompiledGoal`]. Results that were cut short by a
/// budget or a limit are not kept. A full cache evicts results that were not requested lately.
///
/// ```
/// use std::sync::Arc;
/// use cunning_plan::{PlanningDomain, Grounding, PlanCache, Planner, PlannerConfig, PlanRequest};
///
/// let domain = PlanningDomain::builder("lamp").bool("lit").action("light", |a| a.then("lit")).goal("see", ["lit"]).build();
/// let domain = Arc::new(domain.map_err(|found| found.to_string())?);
/// let goal = domain.goal_named("see").ok_or("no such goal")?;
/// let grounding = Grounding::new(&domain, &PlanRequest::new(goal))?;
/// let compiled_goal = grounding.compiled_goal(goal, &[])?;
/// let mut cache = PlanCache::new(1000);
/// let mut planner = Planner::new(PlannerConfig::default());
/// for _agent in 0..3 {
///     planner.begin_cached(&compiled_goal, &grounding.start(), &[], &cache);
///     planner.step(1000);
///     planner.keep(&mut cache);
///     assert_eq!(planner.plan().map(|plan| plan.steps.len()), Some(1));
/// }
/// assert_eq!((cache.hits(), cache.misses()), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlanCache {
    capacity: usize,
    entries: Vec<Entry>,
    /// The entries for each hash of a key.
    by_hash: HashMap<u64, Vec<u32>, FxBuildHasher>,
    /// The entry that is considered next for eviction.
    hand: usize,
    hits: AtomicU64,
    misses: AtomicU64,
    evictions: u64,
}

/// The key of a result.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    compiled_goal: CompiledGoal,
    config: PlannerConfig,
    /// The relevant facts, then the costs of the actions, and those that cannot be used.
    words: Vec<u64>,
}

#[derive(Debug)]
struct Entry {
    question: Question,
    hash: u64,
    answer: Answer,
    /// Whether the entry was requested since it was last considered for eviction.
    is_fresh: AtomicBool,
}

/// The result of planning.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: Status,
    pub(crate) plan: Plan,
    /// The counters of the search, and the units that it needed.
    pub(crate) counters: Counters,
    pub(crate) units: u64,
    /// The plans before the last one. Each was found after its number of units.
    pub(crate) stream: Vec<(u64, Plan)>,
    pub(crate) milestones: Milestones,
}

/// Scratch memory for keys, so that lookups do not allocate.
pub(crate) struct QuestionScratch {
    job: Job,
    words: Vec<u64>,
}

impl QuestionScratch {
    pub(crate) fn new() -> Self {
        Self { job: Job::new(), words: Vec::new() }
    }

    /// Takes back the memory of a key after its lookup.
    pub(crate) fn take_back(&mut self, question: Question) {
        self.words = question.words;
    }
}

impl Question {
    pub(crate) fn new(
        compiled_goal: &CompiledGoal,
        config: PlannerConfig,
        state: &State,
        without: &[GroundActionId],
        scratch: &mut QuestionScratch,
    ) -> Self {
        let program = compiled_goal.program();
        let QuestionScratch { job, words } = scratch;
        let mut words = std::mem::take(words);
        words.clear();
        if program.has_sub_goals {
            // Goals inside it may read any fact and use any action.
            words.extend(state.values.iter().map(|&value| u64::from(value)));
            let mut without: Vec<u64> = without.iter().map(|id| u64::from(id.0)).collect();
            without.sort_unstable();
            without.dedup();
            words.extend(without);
        } else {
            program.packing.pack(program.values(state), &mut words);
            job.begin(program, state, without);
            job.key(&mut words);
        }
        if program.has_sub_goals || program.has_costs_of_states() {
            words.extend(state.given().iter().map(|&number| number as u64));
            words.extend(state.factors().iter().map(|&factor| u64::from(factor)));
        }
        Self { compiled_goal: compiled_goal.clone(), config, words }
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.words.hash(&mut hasher);
        hasher.finish()
    }

    fn is_same(&self, other: &Self) -> bool {
        self.compiled_goal.is(&other.compiled_goal)
            && self.config == other.config
            && self.words == other.words
    }
}

impl PlanCache {
    /// Creates a cache for the given number of results.
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            entries: Vec::new(),
            by_hash: HashMap::default(),
            hand: 0,
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
            evictions: 0,
        }
    }

    /// Returns the number of lookups that found a result.
    pub fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }

    /// Returns the number of lookups that found none.
    pub fn misses(&self) -> u64 {
        self.misses.load(Relaxed)
    }

    /// Returns the number of evicted results.
    pub fn evictions(&self) -> u64 {
        self.evictions
    }

    /// Returns the number of results.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes all results and keeps the counters.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.by_hash.clear();
        self.hand = 0;
    }

    /// Removes the results of goals that were compiled from the given groundings. Call it when these are no longer
    /// used: no request can be equal to theirs.
    pub fn forget(&mut self, groundings: &[Arc<Grounding>]) {
        self.entries.retain(|entry| {
            let of = entry.question.compiled_goal.grounding();
            !groundings.iter().any(|grounding| Arc::ptr_eq(grounding, of))
        });
        self.by_hash.clear();
        for (at, entry) in self.entries.iter().enumerate() {
            self.by_hash.entry(entry.hash).or_default().push(at as u32);
        }
        self.hand = 0;
    }

    fn find(&self, question: &Question) -> Option<usize> {
        let found = self.by_hash.get(&question.hash())?;
        found.iter().map(|&at| at as usize).find(|&at| self.entries[at].question.is_same(question))
    }

    /// Counts a miss if the cache has no capacity, and returns whether that is so.
    pub(crate) fn misses_everything(&self) -> bool {
        self.misses.fetch_add(u64::from(self.capacity == 0), Relaxed);
        self.capacity == 0
    }

    /// Looks up a result. May be called on several threads at once: the order of lookups makes no difference.
    pub(crate) fn get(&self, question: &Question) -> Option<&Answer> {
        let Some(at) = self.find(question) else {
            self.misses.fetch_add(1, Relaxed);
            return None;
        };
        self.hits.fetch_add(1, Relaxed);
        let entry = &self.entries[at];
        entry.is_fresh.store(true, Relaxed);
        Some(&entry.answer)
    }

    pub(crate) fn insert(&mut self, question: Question, answer: Answer) {
        if self.capacity == 0 {
            return;
        }
        if let Some(at) = self.find(&question) {
            // More of a search that was left before its end.
            let known = &mut self.entries[at].answer;
            if known.status == Status::Running && answer.units > known.units {
                *known = answer;
            }
            return;
        }
        let hash = question.hash();
        let entry = Entry { question, hash, answer, is_fresh: AtomicBool::new(false) };
        let at = if self.entries.len() < self.capacity {
            self.entries.push(entry);
            self.entries.len() - 1
        } else {
            let at = self.make_room();
            self.entries[at] = entry;
            at
        };
        self.by_hash.entry(hash).or_default().push(at as u32);
    }

    /// Returns the index of the next entry that was not requested since it was last considered (the clock algorithm).
    fn make_room(&mut self) -> usize {
        while std::mem::take(self.entries[self.hand].is_fresh.get_mut()) {
            self.hand = (self.hand + 1) % self.entries.len();
        }
        let at = self.hand;
        self.hand = (self.hand + 1) % self.entries.len();
        let hash = self.entries[at].hash;
        if let Some(found) = self.by_hash.get_mut(&hash) {
            found.retain(|&entry| entry as usize != at);
            if found.is_empty() {
                self.by_hash.remove(&hash);
            }
        }
        self.evictions += 1;
        at
    }
}
