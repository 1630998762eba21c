//! An archetype compiled for planning: its grounding, compiled goals, queries and memory rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_encode::StateHash;
use cunning_plan::model::{FactId, FactKind, GoalId, ParamId, TypeId, TypeKind};
use cunning_plan::{
    Arg, CompiledGoal, GroundActionId, GroundCondition, GroundFact, GroundNumber, Grounding, GroundingError,
    Micros, PlanRequest, Slot, State,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

use crate::archetype_set::ArchetypeKey;
use crate::error::MindError;
use crate::fallback::fallbacks;
use crate::query::ArchetypeQuery;
use crate::query_runner::Answers;
use crate::scheduler::GoalFingerprint;
use crate::spec::{ActionSpec, Archetype, DomainSpec, GoalSpec, Wake};
use crate::wire::Encode as _;

/// An archetype compiled for planning. All of its agents share it; parts compiled on demand are cached here.
#[derive(Clone, Debug)]
pub(crate) struct CompiledArchetype {
    pub(crate) spec: Arc<DomainSpec>,
    /// The index in the domain and the traits with which the archetype was grounded.
    pub(crate) key: Arc<ArchetypeKey>,
    pub(crate) grounding: Arc<Grounding>,
    /// The goals, in domain order.
    pub(crate) goals: Vec<ArchetypeGoal>,
    /// Goals compiled for particular arguments, at most [`COMPILED_GOALS_MAX`].
    compiled_goals: BTreeMap<(GoalId, Vec<Option<Arg>>), UsedGoal>,
    /// The number of uses of goals in `compiled_goals`.
    goal_uses: u64,
    /// The compiled `while` conditions of ground actions.
    whiles: BTreeMap<GroundActionId, GroundCondition>,
    /// The ground actions that claim an object, each with the claiming parameter.
    pub(crate) claiming: Vec<(GroundActionId, usize)>,
    /// The fallback actions, in the order in which they are tried.
    pub(crate) fallbacks: Vec<GroundActionId>,
    /// The queries that the archetype uses.
    pub(crate) queries: Vec<ArchetypeQuery>,
    /// The ground actions with a parameter chosen by a query, the argument, and the query.
    choosing: Vec<(GroundActionId, Arg, usize)>,
    /// The ground facts that fade or drift, in order.
    pub(crate) fading: Vec<Fading>,
    /// For each ground fact, the changes that wake the agent.
    pub(crate) wakes: Vec<Wake>,
    /// The slots of each open type.
    pub(crate) slots: Vec<(TypeId, Vec<Slot>)>,
    /// The polling interval of each sensor; `u32::MAX` if it is never polled.
    pub(crate) intervals_ms: Vec<u32>,
}

/// The largest number of goals with particular arguments that an archetype keeps compiled. One that was not used for
/// the longest time is compiled again when it is needed, with the same result.
const COMPILED_GOALS_MAX: usize = 256;

/// A compiled goal and the number of its last use.
#[derive(Clone, Debug)]
struct UsedGoal {
    compiled_goal: CompiledGoal,
    used: u64,
}

/// A ground fact that changes with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fading {
    pub(crate) fact: GroundFact,
    /// The time in which full confidence fades to nothing.
    pub(crate) forget_ms: Option<u32>,
    pub(crate) threshold: u32,
    /// The drift in millionths.
    pub(crate) drift_per_hour: i64,
}

/// A goal of an archetype.
#[derive(Clone, Debug)]
pub(crate) struct ArchetypeGoal {
    pub(crate) goal: GoalId,
    /// The goal compiled with all parameters open; `None` if there are too many ways to meet it. Then agents pursue it
    /// with arguments only.
    pub(crate) compiled_goal: Option<CompiledGoal>,
    /// For each parameter, the index in the archetype of the query that chooses it.
    pub(crate) candidates: Vec<Option<usize>>,
    weight: GroundNumber,
    rules: Vec<(GroundCondition, GroundNumber)>,
}

impl CompiledArchetype {
    pub(crate) fn new(
        spec: &Arc<DomainSpec>,
        index: usize,
        traits: &[(String, Micros)],
    ) -> Result<Self, MindError> {
        let known = spec
            .archetypes
            .get(index)
            .ok_or_else(|| MindError::malformed("archetype", format!("index {index} is out of range")))?;
        let goal = known.goals.first().map_or(GoalId::new(0), |(goal, _)| *goal);
        let request = PlanRequest {
            // The game binds objects of open types later.
            objects: Some(Vec::new()),
            traits: traits.to_vec(),
            actions: Some(known.actions.clone()),
            ..PlanRequest::new(goal)
        };
        let grounding = Grounding::new(&spec.planning, &request)?;
        let queries = queries(spec, known, &grounding);
        let goals = known.goals.iter().map(|(goal, weight)| {
            let goal_spec = spec.goals.get(goal.index()).ok_or_else(|| {
                MindError::malformed("goal", format!("index {} is out of range", goal.index()))
            })?;
            ArchetypeGoal::new(&grounding, *goal, weight, goal_spec, &queries)
        });
        let goals = goals.collect::<Result<_, _>>()?;
        // The slots of a union are those of its members.
        let types = spec.planning.types().iter().filter(|(_, ty)| matches!(ty.kind, TypeKind::Open { .. }));
        let slots = types.map(|(ty, _)| (ty, grounding.slots(ty).collect::<Vec<_>>()));
        Ok(Self {
            goals,
            compiled_goals: BTreeMap::new(),
            goal_uses: 0,
            whiles: BTreeMap::new(),
            claiming: claiming(spec, &grounding),
            fallbacks: fallbacks(&known.meanwhile, &grounding),
            choosing: choosing(spec, &grounding, &queries),
            queries,
            fading: fading(spec, &grounding),
            wakes: wakes(spec, &grounding),
            slots: slots.filter(|(_, slots)| !slots.is_empty()).collect(),
            intervals_ms: vec![u32::MAX; known.sensors.len()],
            grounding,
            key: Arc::new(ArchetypeKey { index, traits: traits.to_vec() }),
            spec: spec.clone(),
        })
    }

    /// Returns the state of a new agent with some traits.
    pub(crate) fn start(&self, traits: &[(String, Micros)]) -> State {
        let mut state = self.grounding.start();
        for (name, value) in traits {
            // Traits that conditions read are those of the key, and the others can be set.
            drop(self.grounding.set_trait(&mut state, name, *value));
        }
        state
    }

    /// Iterates over the slots of all open types, type by type.
    pub(crate) fn all_slots(&self) -> impl Iterator<Item = Slot> {
        self.slots.iter().flat_map(|(_, slots)| slots.iter().copied())
    }

    /// Returns the index of a ground fact in `fading`, if it fades or drifts.
    pub(crate) fn fading_at(&self, fact: GroundFact) -> Option<usize> {
        self.fading.binary_search_by_key(&fact, |fading| fading.fact).ok()
    }

    pub(crate) fn definition(&self) -> &Archetype {
        &self.spec.archetypes[self.key.index]
    }

    /// Sets the polling intervals of the archetype's sensors.
    pub(crate) fn set_intervals(&mut self, sensors: &BTreeMap<String, u32>) {
        let names = &self.spec.archetypes[self.key.index].sensors;
        for (interval, name) in self.intervals_ms.iter_mut().zip(names) {
            *interval = sensors.get(name).copied().unwrap_or(u32::MAX);
        }
    }

    /// Returns the spec of a ground action's action.
    pub(crate) fn action_spec(&self, id: GroundActionId) -> &ActionSpec {
        &self.spec.actions[self.grounding.action(id).index()]
    }

    pub(crate) fn goal_spec(&self, at: usize) -> &GoalSpec {
        &self.spec.goals[self.goals[at].goal.index()]
    }

    /// Adds the ground actions whose arguments are not among the candidates found by the agent's queries.
    pub(crate) fn bar_others(&self, answers: &[Answers], barred: &mut Vec<GroundActionId>) {
        for (id, arg, query) in &self.choosing {
            let is_taken = answers.get(*query).is_some_and(|answers| answers.taken.contains(arg));
            if !is_taken && barred.last() != Some(id) {
                barred.push(*id);
            }
        }
    }

    /// Returns a goal compiled for the given arguments.
    pub(crate) fn compiled_goal(&mut self, at: usize, args: &[Option<Arg>]) -> Option<CompiledGoal> {
        let goal = &self.goals[at];
        if args.iter().all(Option::is_none) {
            return goal.compiled_goal.clone();
        }
        let key = (goal.goal, args.to_vec());
        self.goal_uses += 1;
        if let Some(known) = self.compiled_goals.get_mut(&key) {
            known.used = self.goal_uses;
            return Some(known.compiled_goal.clone());
        }
        let compiled_goal = self.compile_goal(key.0, args)?;
        if self.compiled_goals.len() == COMPILED_GOALS_MAX {
            let oldest = self.compiled_goals.iter().min_by_key(|(_, known)| known.used);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                self.compiled_goals.remove(&oldest);
            }
        }
        let used = UsedGoal { compiled_goal: compiled_goal.clone(), used: self.goal_uses };
        self.compiled_goals.insert(key, used);
        Some(compiled_goal)
    }

    pub(crate) fn compile_goal(&self, goal: GoalId, args: &[Option<Arg>]) -> Option<CompiledGoal> {
        let given = args.iter().enumerate().filter_map(|(param, arg)| {
            arg.map(|arg| (ParamId::new(param as u32), self.grounding.argument(arg)))
        });
        self.grounding.compiled_goal(goal, &given.collect::<Vec<_>>()).ok()
    }

    /// Returns the ground facts of a goal's condition: with any arguments, or with the given ones if those are too many.
    pub(crate) fn wanted_facts(&self, at: usize, args: &[Option<Arg>]) -> Vec<GroundFact> {
        let goal = &self.goals[at];
        let compiled_goal = goal.compiled_goal.clone().or_else(|| self.compile_goal(goal.goal, args));
        compiled_goal.map(|compiled_goal| compiled_goal.wanted_facts()).unwrap_or_default()
    }

    /// Iterates over the goals that can be pursued without arguments, with their indices.
    pub(crate) fn open_goals(&self) -> impl Iterator<Item = (usize, &CompiledGoal)> {
        self.goals.iter().enumerate().filter_map(|(at, goal)| Some((at, goal.compiled_goal.as_ref()?)))
    }

    /// Returns a hash of the archetype, a goal and its arguments, the same on every platform and after a restore.
    pub(crate) fn fingerprint(&self, goal: usize, args: &[Option<Arg>]) -> GoalFingerprint {
        let mut hash = StateHash::new();
        (self.key.index, &self.key.traits).put(&mut hash);
        goal.put(&mut hash);
        let given = args.iter().enumerate().filter(|(_, arg)| arg.is_some());
        given.for_each(|(param, arg)| (param, *arg).put(&mut hash));
        hash.finish()
    }

    /// Returns whether a goal is met.
    pub(crate) fn is_met(&self, at: usize, args: &[Option<Arg>], state: &State) -> bool {
        let goal = &self.goals[at];
        if args.iter().all(Option::is_none) {
            return goal.compiled_goal.as_ref().is_some_and(|compiled_goal| compiled_goal.is_met(state));
        }
        match self.compiled_goals.get(&(goal.goal, args.to_vec())) {
            Some(known) => known.compiled_goal.is_met(state),
            None => {
                self.compile_goal(goal.goal, args).is_some_and(|compiled_goal| compiled_goal.is_met(state))
            }
        }
    }

    /// Applies the archetype's cost factors to a state, varied at random if a seed is given.
    pub(crate) fn set_factors(&self, state: &mut State, seed: Option<u64>) {
        let archetype = self.definition();
        let vary = seed.map_or(0, |_| archetype.vary.get());
        if vary == 0 && archetype.costs.is_empty() {
            return;
        }
        let mut random = Pcg32::seed_from_u64(seed.unwrap_or(0));
        for id in self.grounding.ground_actions() {
            let action = self.grounding.action(id);
            let own = archetype
                .costs
                .iter()
                .find(|(known, _)| *known == action)
                .map_or(Micros::ONE, |(_, own)| *own);
            let drawn = if vary > 0 { random.random_range(-vary..=vary) } else { 0 };
            let factor = i128::from(own.get()) * i128::from(1_000_000 + drawn) / 1_000_000;
            let factor = i64::try_from(factor).ok().and_then(Micros::new).unwrap_or(own);
            // A factor that is out of range is ignored.
            drop(self.grounding.set_factor(state, id, factor));
        }
    }

    /// Returns the compiled `while` condition of a ground action; `None` if it has none.
    pub(crate) fn while_of(&mut self, id: GroundActionId) -> Option<&GroundCondition> {
        let conditions = &self.spec.actions[self.grounding.action(id).index()].while_;
        if conditions.is_empty() {
            return None;
        }
        if !self.whiles.contains_key(&id) {
            let args: Vec<Arg> = self.grounding.bound_args(id).collect();
            let condition = self.grounding.condition(conditions, &args).ok()?;
            self.whiles.insert(id, condition);
        }
        self.whiles.get(&id)
    }
}

impl ArchetypeGoal {
    fn new(
        grounding: &Arc<Grounding>,
        goal: GoalId,
        weight: &cunning_plan::model::Number,
        spec: &GoalSpec,
        queries: &[ArchetypeQuery],
    ) -> Result<Self, MindError> {
        // Variables are numbered after the parameters, which are not read while they are open.
        let params = grounding.domain().goals().get(goal).map_or(0, |goal| goal.params.len());
        let open = vec![Arg::Number(0); params];
        let rules = spec
            .relevance
            .iter()
            .map(|rule| Ok((grounding.condition(&rule.when, &open)?, grounding.number(&rule.score, &open)?)));
        let index_of = |query: &Option<usize>| queries.iter().position(|known| Some(known.query) == *query);
        Ok(Self {
            goal,
            candidates: spec.candidates.iter().map(index_of).collect(),
            compiled_goal: match grounding.compiled_goal(goal, &[]) {
                Ok(compiled_goal) => Some(compiled_goal),
                Err(GroundingError::LimitExceeded { .. }) if params > 0 => None,
                Err(error) => return Err(error.into()),
            },
            weight: grounding.number(weight, &[])?,
            rules: rules.collect::<Result<_, MindError>>()?,
        })
    }

    /// Returns whether a ground fact is relevant to the goal with some arguments.
    pub(crate) fn reads(&self, fact: GroundFact) -> bool {
        self.compiled_goal.as_ref().is_none_or(|compiled_goal| compiled_goal.reads(fact))
    }

    /// Returns the ground facts that the score reads.
    pub(crate) fn score_facts(&self) -> Vec<GroundFact> {
        let rules = self.rules.iter().flat_map(|(when, score)| [when.facts(), score.facts()]);
        rules.chain([self.weight.facts()]).flatten().collect()
    }

    /// Returns the score in a state, in millionths: relevance times weight. `None` if a number in it is undefined.
    pub(crate) fn score(&self, state: &State) -> Option<i64> {
        let relevance = match self.rules.iter().find(|(when, _)| when.holds(state)) {
            Some((_, score)) => score.value(state)?.get().clamp(0, 1_000_000),
            None if self.rules.is_empty() => 1_000_000,
            None => 0,
        };
        let weight = self.weight.value(state)?.get();
        i64::try_from(i128::from(relevance) * i128::from(weight) / 1_000_000).ok()
    }
}

/// Returns the queries that choose arguments of the archetype's actions and goals, or which objects it knows.
fn queries(spec: &DomainSpec, known: &Archetype, grounding: &Grounding) -> Vec<ArchetypeQuery> {
    let actions = known.actions.iter().filter_map(|id| spec.actions.get(id.index()));
    let goals = known.goals.iter().filter_map(|(id, _)| spec.goals.get(id.index()));
    let params = actions.flat_map(|spec| &spec.candidates).chain(goals.flat_map(|spec| &spec.candidates));
    let mut used: Vec<usize> =
        params.chain(spec.types.iter().map(|spec| &spec.fill)).flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    used.into_iter().filter_map(|at| ArchetypeQuery::new(spec, at, grounding)).collect()
}

fn choosing(
    spec: &DomainSpec,
    grounding: &Grounding,
    queries: &[ArchetypeQuery],
) -> Vec<(GroundActionId, Arg, usize)> {
    let mut all = Vec::new();
    for id in grounding.ground_actions() {
        let candidates = &spec.actions[grounding.action(id).index()].candidates;
        for (arg, query) in grounding.bound_args(id).zip(candidates) {
            let index = queries.iter().position(|known| Some(known.query) == *query);
            all.extend(index.map(|index| (id, arg, index)));
        }
    }
    all
}

fn claiming(spec: &DomainSpec, grounding: &Grounding) -> Vec<(GroundActionId, usize)> {
    let claims = |id: GroundActionId| {
        let claims = &spec.actions[grounding.action(id).index()].claims;
        claims.iter().map(move |param| (id, param.index()))
    };
    grounding.ground_actions().flat_map(claims).collect()
}

fn fading(spec: &DomainSpec, grounding: &Grounding) -> Vec<Fading> {
    let mut all = Vec::new();
    for (fact, known) in (0..).map(FactId::new).zip(&spec.facts) {
        let is_int =
            spec.planning.facts().get(fact).is_some_and(|fact| matches!(fact.kind, FactKind::Int { .. }));
        let drift_per_hour = if is_int { known.drift_per_hour.get() } else { 0 };
        if known.forget_ms.is_none() && drift_per_hour == 0 {
            continue;
        }
        all.extend(grounding.ground_facts_of(fact).map(|fact| Fading {
            fact,
            forget_ms: known.forget_ms,
            threshold: u32::try_from(known.threshold.get()).unwrap_or(0),
            drift_per_hour,
        }));
    }
    all.sort_by_key(|fading| fading.fact);
    all
}

fn wakes(spec: &DomainSpec, grounding: &Grounding) -> Vec<Wake> {
    // Binding and unbinding a slot always matters.
    let mut wakes = vec![Wake::Change; grounding.ground_fact_count()];
    for (fact, known) in (0..).map(FactId::new).zip(&spec.facts) {
        for ground in grounding.ground_facts_of(fact) {
            wakes[ground.index()] = known.wake.clone();
        }
    }
    wakes
}
