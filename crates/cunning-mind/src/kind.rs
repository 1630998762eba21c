//! A kind of agent, ready to think: an archetype with its grounding, its goals compiled, and what it remembers how.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_plan::model::{FactId, FactKind, GoalId, ParamId, TypeId, TypeKind};
use cunning_plan::{
    Aim, Arg, GroundActionId, GroundCondition, GroundFact, GroundNumber, Grounding, Micros, Query, Slot,
    State,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

use crate::error::MindError;
use crate::lore::{Archetype, GoalLore, Lore, Wake};
use crate::query::KindQuery;
use crate::stopgap::stopgaps;
use crate::survey::Answers;

/// An archetype at work. Shared by all its agents; what is compiled on demand is kept here too.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) lore: Arc<Lore>,
    pub(crate) archetype: usize,
    /// The traits that it was grounded with.
    pub(crate) traits: Vec<(String, Micros)>,
    pub(crate) grounding: Arc<Grounding>,
    /// In the order of the domain.
    pub(crate) goals: Vec<KindGoal>,
    /// Goals for certain arguments.
    aims: BTreeMap<(GoalId, Vec<Option<Arg>>), Aim>,
    /// What must hold while a ground action runs.
    whiles: BTreeMap<GroundActionId, GroundCondition>,
    /// The ground actions that claim an object, each with the parameter that it is bound to.
    pub(crate) claiming: Vec<(GroundActionId, usize)>,
    /// What to do while a plan is waited for, in the order in which it is tried.
    pub(crate) stopgaps: Vec<GroundActionId>,
    /// The queries that matter to it.
    pub(crate) queries: Vec<KindQuery>,
    /// The ground actions with a parameter that a query chooses, what it is bound to, and the query.
    choosing: Vec<(GroundActionId, Arg, usize)>,
    /// The ground facts that fade or drift, in order.
    pub(crate) fading: Vec<Fading>,
    /// For each ground fact: which changes wake the mind.
    pub(crate) wakes: Vec<Wake>,
    /// The slots of each open type.
    pub(crate) slots: Vec<(TypeId, Vec<Slot>)>,
    /// How often each sensor of the archetype is polled; never if it is the largest number.
    pub(crate) intervals_ms: Vec<u32>,
}

/// A ground fact that changes by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fading {
    pub(crate) fact: GroundFact,
    /// How long full confidence lasts.
    pub(crate) forget_ms: Option<u32>,
    pub(crate) threshold: u32,
    /// In millionths.
    pub(crate) drift_per_hour: i64,
}

/// A goal of an archetype.
#[derive(Debug)]
pub(crate) struct KindGoal {
    pub(crate) goal: GoalId,
    /// For any arguments.
    pub(crate) aim: Aim,
    pub(crate) want: GroundCondition,
    /// The queries, by their index in the kind, that choose its parameters.
    pub(crate) candidates: Vec<Option<usize>>,
    weight: GroundNumber,
    rules: Vec<(GroundCondition, GroundNumber)>,
}

impl Kind {
    pub(crate) fn new(
        lore: &Arc<Lore>,
        archetype: usize,
        traits: &[(String, Micros)],
    ) -> Result<Self, MindError> {
        let known = lore.archetypes.get(archetype).ok_or_else(|| MindError::new("no such archetype"))?;
        let goal = known.goals.first().map_or(GoalId::new(0), |(goal, _)| *goal);
        let query = Query {
            // Objects of open types are for the game to bind.
            objects: Some(Vec::new()),
            traits: traits.to_vec(),
            actions: Some(known.actions.clone()),
            ..Query::new(goal)
        };
        let grounding = Grounding::new(&lore.domain, &query)?;
        let queries = queries(lore, known, &grounding);
        let goals = known.goals.iter().map(|(goal, weight)| {
            let goal_lore = lore.goals.get(goal.index()).ok_or_else(|| MindError::new("no such goal"))?;
            KindGoal::new(&grounding, *goal, weight, goal_lore, &queries)
        });
        let goals = goals.collect::<Result<_, _>>()?;
        // The slots of unions are those of their members.
        let types = lore.domain.types().iter().filter(|(_, ty)| matches!(ty.kind, TypeKind::Open { .. }));
        let slots = types.map(|(ty, _)| (ty, grounding.slots(ty).collect::<Vec<_>>()));
        Ok(Self {
            goals,
            aims: BTreeMap::new(),
            whiles: BTreeMap::new(),
            claiming: claiming(lore, &grounding),
            stopgaps: stopgaps(&known.meanwhile, &grounding),
            choosing: choosing(lore, &grounding, &queries),
            queries,
            fading: fading(lore, &grounding),
            wakes: wakes(lore, &grounding),
            slots: slots.filter(|(_, slots)| !slots.is_empty()).collect(),
            intervals_ms: vec![u32::MAX; known.sensors.len()],
            grounding,
            archetype,
            traits: traits.to_vec(),
            lore: lore.clone(),
        })
    }

    /// The slots of all open types, type by type.
    pub(crate) fn all_slots(&self) -> impl Iterator<Item = Slot> {
        self.slots.iter().flat_map(|(_, slots)| slots.iter().copied())
    }

    /// Where a ground fact is among those that fade or drift, if it does.
    pub(crate) fn fading_at(&self, fact: GroundFact) -> Option<usize> {
        self.fading.binary_search_by_key(&fact, |fading| fading.fact).ok()
    }

    pub(crate) fn archetype(&self) -> &Archetype {
        &self.lore.archetypes[self.archetype]
    }

    /// Says how often sensors are polled, as far as the archetype has them.
    pub(crate) fn set_intervals(&mut self, sensors: &BTreeMap<String, u32>) {
        let names = &self.lore.archetypes[self.archetype].sensors;
        for (interval, name) in self.intervals_ms.iter_mut().zip(names) {
            *interval = sensors.get(name).copied().unwrap_or(u32::MAX);
        }
    }

    pub(crate) fn goal_lore(&self, at: usize) -> &GoalLore {
        &self.lore.goals[self.goals[at].goal.index()]
    }

    /// The ground actions whose parameters are none of what the queries of an agent have found.
    pub(crate) fn bar_others(&self, answers: &[Answers], barred: &mut Vec<GroundActionId>) {
        for (id, arg, query) in &self.choosing {
            let is_taken = answers.get(*query).is_some_and(|answers| answers.taken.contains(arg));
            if !is_taken && barred.last() != Some(id) {
                barred.push(*id);
            }
        }
    }

    /// A goal for certain arguments, compiled at most once.
    pub(crate) fn aim(&mut self, at: usize, args: &[Option<Arg>]) -> Option<Aim> {
        let goal = &self.goals[at];
        if args.iter().all(Option::is_none) {
            return Some(goal.aim.clone());
        }
        let key = (goal.goal, args.to_vec());
        if let Some(aim) = self.aims.get(&key) {
            return Some(aim.clone());
        }
        let given = args.iter().enumerate().filter_map(|(param, arg)| {
            arg.map(|arg| (ParamId::new(param as u32), self.grounding.argument(arg)))
        });
        let aim = self.grounding.aim(key.0, &given.collect::<Vec<_>>()).ok()?;
        self.aims.insert(key, aim.clone());
        Some(aim)
    }

    /// Makes a state find actions as dear as the archetype does, and a little more or less as a seed has it, if there is
    /// one.
    pub(crate) fn set_factors(&self, state: &mut State, seed: Option<u64>) {
        let archetype = self.archetype();
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
            // A factor that cannot be is left out.
            drop(self.grounding.set_factor(state, id, factor));
        }
    }

    /// What must hold while a ground action runs, compiled at most once; `None` if nothing must.
    pub(crate) fn while_of(&mut self, id: GroundActionId) -> Option<&GroundCondition> {
        let conditions = &self.lore.actions[self.grounding.action(id).index()].while_;
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

impl KindGoal {
    fn new(
        grounding: &Arc<Grounding>,
        goal: GoalId,
        weight: &cunning_plan::model::Number,
        lore: &GoalLore,
        queries: &[KindQuery],
    ) -> Result<Self, MindError> {
        // Variables are numbered after the parameters, which mean nothing as long as they are open.
        let params = grounding.domain().goals().get(goal).map_or(0, |goal| goal.params.len());
        let open = vec![Arg::Number(0); params];
        let rules = lore
            .relevance
            .iter()
            .map(|rule| Ok((grounding.condition(&rule.when, &open)?, grounding.number(&rule.score, &open)?)));
        let place = |query: &Option<usize>| queries.iter().position(|known| Some(known.query) == *query);
        Ok(Self {
            goal,
            candidates: lore.candidates.iter().map(place).collect(),
            aim: grounding.aim(goal, &[])?,
            want: grounding.goal_condition(goal)?,
            weight: grounding.number(weight, &[])?,
            rules: rules.collect::<Result<_, MindError>>()?,
        })
    }

    /// How much it matters in a state, from 0 to a million, times its weight. `None` if a number in it is undefined.
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

/// The queries that choose parameters of an archetype's actions and goals, or whom it knows.
fn queries(lore: &Lore, known: &Archetype, grounding: &Grounding) -> Vec<KindQuery> {
    let actions = known.actions.iter().filter_map(|id| lore.actions.get(id.index()));
    let goals = known.goals.iter().filter_map(|(id, _)| lore.goals.get(id.index()));
    let params = actions.flat_map(|lore| &lore.candidates).chain(goals.flat_map(|lore| &lore.candidates));
    let mut used: Vec<usize> =
        params.chain(lore.types.iter().map(|lore| &lore.fill)).flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    used.into_iter().filter_map(|at| KindQuery::new(lore, at, grounding)).collect()
}

fn choosing(lore: &Lore, grounding: &Grounding, queries: &[KindQuery]) -> Vec<(GroundActionId, Arg, usize)> {
    let mut all = Vec::new();
    for id in grounding.ground_actions() {
        let candidates = &lore.actions[grounding.action(id).index()].candidates;
        for (arg, query) in grounding.bound_args(id).zip(candidates) {
            let place = queries.iter().position(|known| Some(known.query) == *query);
            all.extend(place.map(|place| (id, arg, place)));
        }
    }
    all
}

fn claiming(lore: &Lore, grounding: &Grounding) -> Vec<(GroundActionId, usize)> {
    let claims = |id: GroundActionId| {
        let claims = &lore.actions[grounding.action(id).index()].claims;
        claims.iter().map(move |param| (id, param.index()))
    };
    grounding.ground_actions().flat_map(claims).collect()
}

fn fading(lore: &Lore, grounding: &Grounding) -> Vec<Fading> {
    let mut all = Vec::new();
    for (fact, known) in (0..).map(FactId::new).zip(&lore.facts) {
        let is_int =
            lore.domain.facts().get(fact).is_some_and(|fact| matches!(fact.kind, FactKind::Int { .. }));
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

fn wakes(lore: &Lore, grounding: &Grounding) -> Vec<Wake> {
    // Slots that come and go always matter.
    let mut wakes = vec![Wake::Change; grounding.ground_fact_count()];
    for (fact, known) in (0..).map(FactId::new).zip(&lore.facts) {
        for ground in grounding.ground_facts_of(fact) {
            wakes[ground.index()] = known.wake.clone();
        }
    }
    wakes
}
