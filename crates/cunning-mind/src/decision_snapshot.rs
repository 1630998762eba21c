//! An agent's situation at one tick, rebuilt from a recording: what it could have done, and why it did what it did.
//!
//! A recording holds the domain's text and all beliefs of the agent. A reader can therefore plan again as the agent
//! would have, explain a plan or its absence, and ask what another version of the domain would have decided.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_plan::explain::{FailureExplanation, PlanExplanation, Situation, explain_failure, explain_plan};
use cunning_plan::model::{ActionId, FactId, GoalId, ObjectId, ObjectName, ParamId, TableId, TypeId};
use cunning_plan::{
    Arg, FactValue, GroundActionId, Micros, Plan, PlanStep, Planner, Slot, State, TableNumber,
};
use cunning_search::Status;
use cunning_trace::{Event, Term, Value, View};

use crate::compiled_archetype::CompiledArchetype;
use crate::engine::{planner_config, traits};
use crate::error::{MindError, NameKind, UnknownName};
use crate::migration::{Migration, Names};
use crate::query::ArchetypeQuery;
use crate::query_runner::Answers;
use crate::recorded_domain::RecordedDomain;
use crate::spec::DomainSpec;

/// The beliefs of an agent at one tick, ready for planning and explanation.
pub struct DecisionSnapshot {
    pub(crate) archetype: CompiledArchetype,
    pub(crate) state: State,
    seed: u64,
    /// The objects of the game that the agent knew, with their slots.
    pub(crate) known: BTreeMap<Value, Slot>,
    /// The names of these objects in a domain text.
    pub(crate) names: BTreeMap<Slot, String>,
    /// The candidates that the agent's queries had found.
    found: Vec<Answers>,
    /// The number of beliefs about facts or objects that no longer exist.
    pub(crate) left_out: usize,
}

/// The expected result of pursuing a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// There is a plan for the goal.
    Plan {
        /// The steps as text, each with its cost in millionths.
        steps: Vec<(String, u64)>,
        /// The total cost, in millionths.
        cost_micros: u64,
    },
    /// No plan; the search ended with this status.
    None(Status),
}

/// Why an agent acted as it did, or did nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reasons {
    /// The purpose of each step of a plan.
    Plan(PlanExplanation),
    /// Why there was no plan.
    Failure(Box<FailureExplanation>),
    /// No explanation: the search ended with this status.
    Unclear(Status),
}

impl DecisionSnapshot {
    /// Rebuilds the situation of an agent from a recording: the domain in force, and the world and the agent at that
    /// tick.
    pub fn new(domain: &RecordedDomain, world: &View, agent: &View) -> Result<Self, MindError> {
        let (archetype, seed) = domain.archetype_of(agent)?;
        let state = start(&archetype);
        let found = vec![Answers::default(); archetype.queries.len()];
        let (known, names) = (BTreeMap::new(), BTreeMap::new());
        let mut decision_snapshot = Self { archetype, state, seed, known, names, found, left_out: 0 };
        // Values for one agent override values for all.
        for latest in world.entries().chain(agent.entries()) {
            match latest.event {
                Event::TableSet { entry, value } => decision_snapshot.reckon(entry, value),
                Event::QueryRun { query, candidates } => {
                    let taken = candidates.iter().filter(|candidate| candidate.is_taken);
                    decision_snapshot.choose_among(
                        world,
                        query as usize,
                        taken.map(|candidate| candidate.object),
                    );
                }
                _ => {}
            }
        }
        for belief in agent.beliefs() {
            decision_snapshot.believe(world, belief.fact, belief.value);
        }
        Ok(decision_snapshot)
    }

    /// Restricts a query to the candidates it found. They are known even if no belief is about them; the game does
    /// not bind generated points.
    fn choose_among(&mut self, world: &View, query: usize, taken: impl Iterator<Item = Value>) {
        let Some(at) = self.archetype.queries.iter().position(|known| known.query == query) else { return };
        let of = self.archetype.spec.queries[query].of;
        for object in taken {
            let arg = match object {
                Value::Point(_) => self.learn(object, of, "").map(Arg::Slot),
                object => self.arg(world, object),
            };
            self.found[at].taken.extend(arg);
        }
    }

    /// Applies an overwritten number of a table.
    fn reckon(&mut self, entry: Term<'_>, value: i64) {
        let object = |value: Value| match value {
            Value::Object(object) => Some(ObjectName::Closed(ObjectId::new(object))),
            _ => None,
        };
        let key: Option<Vec<ObjectName>> = entry.args.iter().map(object).collect();
        if let (Some(key), Some(value)) = (key, Micros::new(value)) {
            let number = TableNumber { table: TableId::new(entry.id), key, value };
            // A number that the domain no longer has is ignored.
            drop(self.archetype.grounding.set_number(&mut self.state, &number));
        }
    }

    /// Adopts a belief of the agent. Beliefs about facts that the domain does not have are counted as left out.
    fn believe(&mut self, world: &View, fact: Term<'_>, value: Value) {
        let indices: Option<Vec<Arg>> = fact.args.iter().map(|value| self.arg(world, value)).collect();
        let value = match value {
            Value::None => Some(FactValue::None),
            Value::Bool(truth) => Some(FactValue::Bool(truth)),
            Value::Int(number) => Some(FactValue::Int(number)),
            Value::Object(object) => Some(FactValue::Object(ObjectId::new(object))),
            Value::Handle(_) | Value::Point(_) => self.slot(world, value).map(FactValue::Slot),
        };
        let grounding = &self.archetype.grounding;
        let ground = indices.and_then(|indices| grounding.ground_fact(FactId::new(fact.id), &indices));
        let is_taken = match (ground, value) {
            (Some(ground), Some(value)) => grounding.put(&mut self.state, ground, value),
            _ => false,
        };
        self.left_out += usize::from(!is_taken);
    }

    pub(crate) fn arg(&mut self, world: &View, value: Value) -> Option<Arg> {
        match value {
            Value::Int(number) => Some(Arg::Number(number)),
            Value::Object(object) => Some(Arg::Object(ObjectId::new(object))),
            Value::Handle(_) | Value::Point(_) => self.slot(world, value).map(Arg::Slot),
            Value::None | Value::Bool(_) => None,
        }
    }

    /// Returns the slot of an object of the game, assigning one when it is first mentioned.
    fn slot(&mut self, world: &View, object: Value) -> Option<Slot> {
        if let Some(slot) = self.known.get(&object) {
            return Some(*slot);
        }
        let bound = world.bindings().find(|binding| Value::Handle(binding.handle) == object)?;
        self.learn(object, TypeId::new(bound.ty), bound.name)
    }

    /// Assigns a slot to an object if one is free.
    fn learn(&mut self, object: Value, ty: TypeId, name: &str) -> Option<Slot> {
        if let Some(slot) = self.known.get(&object) {
            return Some(*slot);
        }
        let (_, slots) = self.archetype.slots.iter().find(|(known, _)| *known == ty)?;
        let free = slots.iter().copied().find(|slot| !self.known.values().any(|taken| taken == slot))?;
        self.archetype.grounding.bind(&mut self.state, free);
        self.known.insert(object, free);
        let name = self.name_for(ty, name);
        self.names.insert(free, name);
        Some(free)
    }

    /// Returns the objects of the game that the agent knew, each with the name that explanations call it by.
    pub fn objects(&self) -> impl Iterator<Item = (Value, &str)> {
        self.known.iter().map(|(object, slot)| (*object, self.archetype.grounding.slot_name(*slot)))
    }

    /// Returns the same situation in another domain, matched by name. Fails if the archetype no longer exists.
    pub fn in_domain(&self, spec: &Arc<DomainSpec>) -> Result<Self, MindError> {
        let archetype = archetype_in(spec, &self.archetype, &self.state, self.seed)?;
        let mut state = start(&archetype);
        let names = Names::new(&self.archetype.spec.planning, &spec.planning);
        let migration = Migration::new(&names, &self.archetype, &archetype);
        migration.carry(&names, (&self.archetype, &self.state), (&archetype, &mut state), |_| {});
        let known = self.known.iter().filter_map(|(handle, slot)| Some((*handle, migration.slot(*slot)?)));
        let called =
            self.names.iter().filter_map(|(slot, name)| Some((migration.slot(*slot)?, name.clone())));
        let (known, names) = (known.collect(), called.collect());
        // The candidates that the queries of another text would find are unknown, so all objects count.
        let all = |query: &ArchetypeQuery| {
            let objects = query.objects.iter().map(|object| Arg::Object(ObjectId::new(*object)));
            let taken = objects.chain(query.slots.iter().map(|slot| Arg::Slot(*slot))).collect();
            Answers { taken, ..Answers::default() }
        };
        let found = archetype.queries.iter().map(all).collect();
        Ok(Self { known, names, found, archetype, state, seed: self.seed, left_out: self.left_out })
    }

    /// Changes a belief: the fact as in `stock[tavern, bottle]`, and its value as text.
    pub fn suppose(&mut self, fact: &str, value: &str) -> Result<(), MindError> {
        let grounding = &self.archetype.grounding;
        let wanted = plain(fact);
        let ground = grounding.ground_facts().find(|ground| plain(&grounding.show_fact(*ground)) == wanted);
        let ground = ground.ok_or_else(|| {
            MindError::from(UnknownName { kind: NameKind::Fact, name: fact.to_string(), suggestion: None })
        })?;
        let object = |name: &str| {
            let mut objects = self.archetype.spec.planning.objects().iter();
            objects.find(|(_, object)| object.name == name).map(|(id, _)| FactValue::Object(id))
        };
        let value_of = match value.trim() {
            "true" => Some(FactValue::Bool(true)),
            "false" => Some(FactValue::Bool(false)),
            "none" => Some(FactValue::None),
            text => text.parse().ok().map(FactValue::Int).or_else(|| object(text)),
        };
        let value_of = value_of.ok_or_else(|| {
            MindError::from(UnknownName { kind: NameKind::Object, name: value.to_string(), suggestion: None })
        })?;
        if grounding.put(&mut self.state, ground, value_of) {
            Ok(())
        } else {
            Err(MindError::WrongType {
                name: fact.to_string(),
                expected: "one of its values".to_owned(),
                given: value.to_string(),
            })
        }
    }

    /// Returns the agent's goals by name with their scores in millionths; `None` where the score is undefined.
    pub fn scores(&self) -> Vec<(String, Option<i64>)> {
        let name = |goal: GoalId| {
            self.archetype.spec.planning.goals().get(goal).map_or("", |goal| goal.name.as_str())
        };
        self.archetype
            .goals
            .iter()
            .map(|goal| (name(goal.goal).to_owned(), goal.score(&self.state)))
            .collect()
    }

    /// Returns the goal with the highest score that is not met.
    pub fn best_goal(&mut self) -> Option<GoalId> {
        let mut best: Option<(i64, GoalId)> = None;
        for at in 0..self.archetype.goals.len() {
            let score = self.archetype.goals[at].score(&self.state).unwrap_or(0);
            let is_met = self
                .archetype
                .compiled_goal(at, &[])
                .is_none_or(|compiled_goal| compiled_goal.is_met(&self.state));
            if score > 0 && !is_met && best.is_none_or(|(most, _)| score > most) {
                best = Some((score, self.archetype.goals[at].goal));
            }
        }
        best.map(|(_, goal)| goal)
    }

    /// Plans for a goal with open parameters.
    pub fn plan(&mut self, goal: GoalId, expansions_max: u64) -> Result<Prospect, MindError> {
        self.prospect(goal, &[], expansions_max)
    }

    /// Plans for a goal with the recorded arguments. Steps are in the notation of the text, with objects named as in
    /// [`DecisionSnapshot::circumstances`].
    pub fn pursue(
        &mut self,
        world: &View,
        goal: Term<'_>,
        expansions_max: u64,
    ) -> Result<Prospect, MindError> {
        let args: Vec<Option<Arg>> = goal.args.iter().map(|value| self.arg(world, value)).collect();
        self.prospect(GoalId::new(goal.id), &args, expansions_max)
    }

    fn prospect(
        &mut self,
        goal: GoalId,
        args: &[Option<Arg>],
        expansions_max: u64,
    ) -> Result<Prospect, MindError> {
        let (status, plan) = self.search(goal, args, expansions_max)?;
        Ok(plan.map_or(Prospect::None(status), |plan| Prospect::Plan {
            steps: plan.steps.iter().map(|step| (self.step_text(step), step.cost_micros)).collect(),
            cost_micros: plan.cost_micros,
        }))
    }

    /// Explains why a goal was pursued as it was. `plan` is the recorded plan, if there was one; without it, the plan
    /// that would be made is explained.
    pub fn explain(
        &mut self,
        world: &View,
        goal: Term<'_>,
        plan: Option<cunning_trace::Plan<'_>>,
        expansions_max: u64,
    ) -> Result<Reasons, MindError> {
        let args: Vec<Option<Arg>> = goal.args.iter().map(|value| self.arg(world, value)).collect();
        let goal = GoalId::new(goal.id);
        let recorded = plan.and_then(|plan| self.recorded(world, plan));
        let (status, plan) = match recorded {
            Some(plan) => (Status::Solved, Some(plan)),
            None => self.search(goal, &args, expansions_max)?,
        };
        let situation = self.situation(goal, &args);
        match plan {
            Some(plan) => Ok(Reasons::Plan(explain_plan(&situation, &plan, expansions_max)?)),
            None if status == Status::Unsolvable => {
                Ok(Reasons::Failure(Box::new(explain_failure(&situation, expansions_max)?)))
            }
            None => Ok(Reasons::Unclear(status)),
        }
    }

    pub(crate) fn situation(&self, goal: GoalId, args: &[Option<Arg>]) -> Situation {
        let given = args.iter().enumerate();
        let given = given.filter_map(|(at, arg)| {
            Some((ParamId::new(at as u32), self.archetype.grounding.argument((*arg)?)))
        });
        Situation {
            grounding: self.archetype.grounding.clone(),
            goal,
            args: given.collect(),
            state: self.state.clone(),
            refused: Vec::new(),
        }
    }

    fn search(
        &mut self,
        goal: GoalId,
        args: &[Option<Arg>],
        expansions_max: u64,
    ) -> Result<(Status, Option<Plan>), MindError> {
        let at = self.archetype.goals.iter().position(|known| known.goal == goal);
        let compiled_goal = at.and_then(|at| self.archetype.compiled_goal(at, args));
        let compiled_goal = compiled_goal
            .ok_or_else(|| MindError::ForeignRecording("the agent does not have the goal".to_owned()))?;
        let mut refused = Vec::new();
        self.archetype.bar_others(&self.found, &mut refused);
        let mut planner = Planner::new(planner_config());
        planner.begin(&compiled_goal, &self.state, &refused);
        let status = planner.step(expansions_max);
        Ok((status, planner.plan()))
    }

    /// Converts a recorded plan to the grounding; `None` if a step is unknown.
    pub(crate) fn recorded(&mut self, world: &View, plan: cunning_trace::Plan<'_>) -> Option<Plan> {
        let mut steps = Vec::new();
        for step in plan.steps {
            let action = ActionId::new(step.action.id);
            let args: Option<Vec<Arg>> =
                step.action.args.iter().map(|value| self.arg(world, value)).collect();
            let args = args?;
            let grounding = &self.archetype.grounding;
            let is_it = |id: &GroundActionId| {
                grounding.action(*id) == action && grounding.bound_args(*id).eq(args.iter().copied())
            };
            let id = grounding.ground_actions().find(is_it)?;
            steps.push(PlanStep { id, action, cost_micros: step.cost, part_of: None });
        }
        Some(Plan { steps, cost_micros: plan.cost })
    }
}

/// Compiles the agent's archetype in another domain. Fails if it no longer exists.
pub(crate) fn archetype_in(
    spec: &Arc<DomainSpec>,
    old: &CompiledArchetype,
    state: &State,
    seed: u64,
) -> Result<CompiledArchetype, MindError> {
    let name = &old.definition().name;
    let archetype = spec.archetypes.iter().position(|known| known.name == *name);
    let archetype = archetype.ok_or_else(|| {
        MindError::from(UnknownName { kind: NameKind::Archetype, name: name.clone(), suggestion: None })
    })?;
    let own =
        |(name, ..): &(String, Micros, Micros)| Some((name.clone(), old.grounding.trait_in(state, name)?));
    let kept: Vec<(String, Micros)> = old.definition().traits.iter().filter_map(own).collect();
    CompiledArchetype::new(spec, archetype, &traits(spec, archetype, seed, &kept))
}

/// Returns the start state of an archetype, with its traits and cost factors.
pub(crate) fn start(archetype: &CompiledArchetype) -> State {
    let mut state = archetype.start(&archetype.key.traits);
    archetype.set_factors(&mut state, None);
    state
}

/// Removes blanks from the text of a fact.
fn plain(fact: &str) -> String {
    fact.chars().filter(|message| !message.is_whitespace()).collect()
}
