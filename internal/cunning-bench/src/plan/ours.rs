//! Our own planner, asked for optimal plans.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_oracle::{Step, Value as Word};
use cunning_plan::model::{
    Argument, Binding, FactKind, ObjectName, ParamId, ParamKind, PlanningDomain, SourceSpan,
};
use cunning_plan::model::{Setting, TypeId, Value};
use cunning_plan::{CompiledGoal, Grounding, Plan, PlanRequest, Planner, PlannerConfig, State, read};
use cunning_search::Status;

use super::contender::{Answer, PlanResult, Runner};
use super::problems::Problem;

struct Ours {
    grounding: Arc<Grounding>,
    starts: Vec<(CompiledGoal, State)>,
    planner: Planner,
    plan: Plan,
}

/// Grounds the domain and compiles its goals beforehand; heuristics are computed for every query.
pub(crate) fn prepare(problem: &Problem) -> Option<Box<dyn Runner>> {
    let domain = Arc::new(read(&Source::new(format!("{}.toml", problem.name), problem.text.as_str())).ok()?);
    let queries: Vec<PlanRequest> =
        problem.queries.iter().map(|asked| query(&domain, asked)).collect::<Option<_>>()?;
    let first = queries.first()?;
    let grounding =
        Grounding::for_objects(&domain, &PlanRequest { set: Vec::new(), ..first.clone() }).ok()?;
    let mut goals: Vec<(&PlanRequest, CompiledGoal)> = Vec::new();
    let mut starts = Vec::new();
    for query in &queries {
        let mut state = grounding.start();
        for setting in &query.set {
            grounding.set(&mut state, setting).ok()?;
        }
        let is_known =
            |(known, _): &&(&PlanRequest, CompiledGoal)| known.goal == query.goal && known.args == query.args;
        let compiled_goal = if let Some((_, compiled_goal)) = goals.iter().find(is_known) {
            compiled_goal.clone()
        } else {
            let compiled_goal = grounding.compiled_goal(query.goal, &query.args).ok()?;
            goals.push((query, compiled_goal.clone()));
            compiled_goal
        };
        starts.push((compiled_goal, state));
    }
    let planner = Planner::new(PlannerConfig::default());
    Some(Box::new(Ours { grounding, starts, planner, plan: Plan::default() }))
}

impl Runner for Ours {
    fn plan(&mut self, start: usize) {
        let (compiled_goal, state) = &self.starts[start];
        self.planner.begin(compiled_goal, state, &[]);
        self.planner.step(u64::MAX);
        self.planner.plan_into(&mut self.plan);
    }

    fn answer(&self) -> Answer {
        let step = |step: &cunning_plan::PlanStep| {
            let action = &self.grounding.domain().actions()[step.action];
            let names = action.params.iter().map(|param| param.name.clone());
            Step { action: action.name.clone(), args: names.zip(self.grounding.args(step.id)).collect() }
        };
        let result = match self.planner.status() {
            Status::Solved => PlanResult::Plan(self.plan.steps.iter().map(step).collect()),
            Status::Unsolvable => PlanResult::NoPlan,
            _ => PlanResult::GaveUp,
        };
        Answer { result, expanded: Some(self.planner.counters().expanded) }
    }
}

/// Resolves the names of a query.
fn query(domain: &PlanningDomain, asked: &cunning_oracle::OracleQuery) -> Option<PlanRequest> {
    let object = |ty: TypeId, name: &str| {
        let closed = domain.objects_of(ty).find(|&id| domain.objects()[id].name == name);
        closed.map_or_else(|| ObjectName::Bound(name.to_owned()), ObjectName::Closed)
    };
    let mut query = PlanRequest::new(domain.goal_named(&asked.goal)?);
    for (name, value) in &asked.args {
        let params = &domain.goals()[query.goal].params;
        let at = params.iter().position(|param| param.name == *name)?;
        let argument = match params[at].kind {
            ParamKind::Object(ty) => Argument::Object(object(ty, value)),
            ParamKind::Number { .. } => Argument::Number(value.parse().ok()?),
        };
        query.args.push((ParamId::new(at as u32), argument));
    }
    for (key, value) in &asked.set {
        let (name, indices) = key.split_once('[').unwrap_or((key, ""));
        let indices = indices.trim_end_matches(']').split(',').map(str::trim);
        let fact = domain.fact_named(name)?;
        let declared = &domain.facts()[fact];
        let value = match (value, declared.kind) {
            (Word::Bool(value), _) => Value::Bool(*value),
            (Word::Int(value), _) => Value::Int(*value),
            (Word::Name(name), FactKind::Object { ty, .. }) => Value::Object(object(ty, name)),
            (Word::Name(_), _) => return None,
        };
        let indices = declared.of.iter().zip(indices).map(|(&ty, name)| object(ty, name)).collect();
        query.set.push(Setting { fact, indices, value, span: SourceSpan::NONE });
    }
    if let Some(objects) = &asked.objects {
        let binding = |(of, names): &(String, Vec<String>)| {
            let ty = domain.type_named(of)?;
            Some(Binding { ty, names: names.clone(), span: SourceSpan::NONE })
        };
        query.objects = Some(objects.iter().map(binding).collect::<Option<_>>()?);
    }
    Some(query)
}
