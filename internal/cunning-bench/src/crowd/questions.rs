//! The planning problems of the crowd's agents: their beliefs and goals, for planners alone.

use std::hint::black_box;
use std::sync::Arc;

use cpu_time::ThreadTime;
use cunning_mind::engine::Value;
use cunning_mind::{DomainSpec, MindEngine};
use cunning_plan::model::{FactId, GoalId, ObjectId};
use cunning_plan::{
    Arg, CompiledGoal, FactValue, Grounding, Plan, PlanRequest, Planner, PlannerConfig, Slot, State,
};

use super::game::Game;

/// What an agent believed when it planned, and its goal.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(super) goal: String,
    /// The foe that the plan is about, 0 or 1, if it is about one.
    pub(super) foe: Option<usize>,
    /// The value of every fact by name; facts about foes and spots are listed for each.
    pub(super) beliefs: Vec<(String, Value)>,
    state: Vec<(FactId, Index, Value)>,
}

/// What a fact is about.
#[derive(Clone, Copy, Debug)]
enum Index {
    Nothing,
    Spot(u32),
    Foe(usize),
}

impl Sample {
    /// Samples the problem of an agent that has just planned. Returns nothing if it has no plan.
    pub(super) fn new(spec: &DomainSpec, set: &MindEngine, game: &Game, place: usize) -> Option<Self> {
        let about = set.inspect(game.agents[place])?;
        if about.is_planning || about.plan.is_empty() {
            return None;
        }
        let domain = &spec.planning;
        let mut state = Vec::new();
        let mut beliefs = Vec::new();
        for (fact, known) in domain.facts().iter() {
            let of = known.of.first().map(|&ty| domain.types()[ty].name.as_str());
            let indices: Vec<Index> = match of {
                None => vec![Index::Nothing],
                Some("foe") => (0..2).map(Index::Foe).collect(),
                Some(_) => (0..4).map(Index::Spot).collect(),
            };
            for index in indices {
                let (name, value) = match index {
                    Index::Nothing => (known.name.clone(), game.belief(set, place, fact, None)),
                    Index::Foe(which) => {
                        (format!("{}_{which}", known.name), game.belief(set, place, fact, Some(which)))
                    }
                    Index::Spot(spot) => {
                        let value = set.belief(game.agents[place], fact, &[Value::Object(spot)]);
                        let spot = &domain.objects()[ObjectId::new(spot)].name;
                        (format!("{}_{spot}", known.name), value?.0)
                    }
                };
                // Foes are named relative to the agent.
                let value = match value {
                    Value::Handle(handle) => Value::Handle(handle % 2),
                    other => other,
                };
                beliefs.push((name, value));
                state.push((fact, index, value));
            }
        }
        let foe = |step: &String| ["foe#1", "foe#2"].iter().position(|name| step.contains(name));
        Some(Self { goal: about.goal?, foe: about.plan.iter().rev().find_map(foe), beliefs, state })
    }

    fn state(&self, grounding: &Grounding, slots: &[Slot]) -> Option<State> {
        let mut state = grounding.start();
        for &slot in slots {
            grounding.bind(&mut state, slot);
        }
        for &(fact, index, value) in &self.state {
            let arg = match index {
                Index::Nothing => None,
                Index::Spot(spot) => Some(Arg::Object(ObjectId::new(spot))),
                Index::Foe(which) => Some(Arg::Slot(*slots.get(which)?)),
            };
            let value = match value {
                Value::Bool(value) => FactValue::Bool(value),
                Value::Int(value) => FactValue::Int(value),
                Value::Object(object) => FactValue::Object(ObjectId::new(object)),
                Value::Handle(which) => FactValue::Slot(*slots.get(which as usize)?),
                Value::None | Value::Point(_) => FactValue::None,
            };
            let ground = grounding.ground_fact(fact, arg.as_slice())?;
            grounding.put(&mut state, ground, value);
        }
        Some(state)
    }
}

/// Returns the processor time in microseconds and the expansions of a plan without a cache: the means over
/// all problems and several rounds.
pub(super) fn ask(spec: &Arc<DomainSpec>, samples: &[Sample]) -> Result<(f64, f64), String> {
    const ROUNDS: usize = 20;
    let archetype = spec.archetype_named("rifleman").ok_or("no archetype")?;
    let query = PlanRequest {
        objects: Some(Vec::new()),
        actions: Some(archetype.actions.clone()),
        ..PlanRequest::new(GoalId::new(0))
    };
    let grounding = Grounding::new(&spec.planning, &query).map_err(|error| error.to_string())?;
    let foe = spec.planning.type_named("foe").ok_or("no type `foe`")?;
    let slots: Vec<Slot> = grounding.slots(foe).collect();
    let compiled_goal = |name: &str| {
        let goal = spec.planning.goal_named(name).ok_or_else(|| format!("no goal `{name}`"))?;
        grounding.compiled_goal(goal, &[]).map_err(|error| error.to_string())
    };
    let mut goals: Vec<(&str, CompiledGoal)> = Vec::new();
    let mut asked: Vec<(usize, State)> = Vec::new();
    for sample in samples {
        let at = goals.iter().position(|(name, _)| *name == sample.goal).unwrap_or(goals.len());
        if at == goals.len() {
            goals.push((&sample.goal, compiled_goal(&sample.goal)?));
        }
        asked.push((at, sample.state(&grounding, &slots).ok_or("a belief does not match the domain")?));
    }
    let mut planner = Planner::new(PlannerConfig::default());
    let mut plan = Plan::default();
    let mut expanded = 0;
    let mut begin = ThreadTime::now();
    // The first round warms up the planner.
    for round in 0..=ROUNDS {
        if round == 1 {
            expanded = 0;
            begin = ThreadTime::now();
        }
        for (at, state) in &asked {
            planner.begin(&goals[*at].1, state, &[]);
            planner.step(u64::MAX);
            if !planner.plan_into(&mut plan) {
                return Err(format!("no plan for `{}`", goals[*at].0));
            }
            black_box(&plan);
            expanded += planner.counters().expanded;
        }
    }
    let count = (ROUNDS * asked.len().max(1)) as f64;
    Ok((begin.elapsed().as_secs_f64() * 1e6 / count, expanded as f64 / count))
}
