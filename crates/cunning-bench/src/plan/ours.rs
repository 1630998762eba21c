//! Our own planner, asked for optimal plans.

use cunning_diag::Source;
use cunning_oracle::{Step, Value as Word};
use cunning_plan::model::{Argument, Binding, Domain, FactKind, ObjectName, ParamId, ParamKind, Place};
use cunning_plan::model::{Setting, TypeId, Value};
use cunning_plan::{Plan, Planner, PlannerConfig, Query, read};
use cunning_search::Status;

use super::contender::{Answer, Runner, Said};
use super::problems::Problem;

struct Ours {
    domain: Domain,
    queries: Vec<Query>,
    status: Status,
    plan: Plan,
    expanded: u64,
}

pub(crate) fn prepare(problem: &Problem) -> Option<Box<dyn Runner>> {
    let domain = read(&Source::new(format!("{}.toml", problem.name), problem.text.as_str())).ok()?;
    let queries = problem.queries.iter().map(|asked| query(&domain, asked)).collect::<Option<_>>()?;
    let (status, plan) = (Status::Running, Plan::default());
    Some(Box::new(Ours { domain, queries, status, plan, expanded: 0 }))
}

impl Runner for Ours {
    fn plan(&mut self, start: usize) {
        self.status = Status::Running;
        if let Ok(mut planner) = Planner::new(&self.domain, &self.queries[start], PlannerConfig::default()) {
            self.status = planner.step(u64::MAX);
            self.plan = planner.plan().unwrap_or_default();
            self.expanded = planner.counters().expanded;
        }
    }

    fn answer(&self) -> Answer {
        let step = |step: &cunning_plan::Step| {
            let action = &self.domain.actions()[step.action];
            let args = action.params.iter().zip(&step.args);
            Step {
                action: action.name.clone(),
                args: args.map(|(param, value)| (param.name.clone(), value.clone())).collect(),
            }
        };
        let said = match self.status {
            Status::Solved => Said::Plan(self.plan.steps.iter().map(step).collect()),
            Status::Unsolvable => Said::NoPlan,
            _ => Said::GaveUp,
        };
        Answer { said, expanded: Some(self.expanded) }
    }
}

/// The query with its names resolved.
fn query(domain: &Domain, asked: &cunning_oracle::Query) -> Option<Query> {
    let object = |ty: TypeId, name: &str| {
        let closed = domain.objects_of(ty).find(|&id| domain.objects()[id].name == name);
        closed.map_or_else(|| ObjectName::Bound(name.to_owned()), ObjectName::Closed)
    };
    let mut query = Query::new(domain.goal_named(&asked.goal)?);
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
        query.set.push(Setting { fact, indices, value, place: Place::NOWHERE });
    }
    if let Some(objects) = &asked.objects {
        let binding = |(of, names): &(String, Vec<String>)| {
            let ty = domain.type_named(of)?;
            Some(Binding { ty, names: names.clone(), place: Place::NOWHERE })
        };
        query.objects = Some(objects.iter().map(binding).collect::<Option<_>>()?);
    }
    Some(query)
}
