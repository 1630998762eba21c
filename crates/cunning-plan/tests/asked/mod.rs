//! Converts the oracle's queries to the planner's requests.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

use cunning_oracle::Value as OracleValue;
use cunning_plan::model::{
    Argument, Binding, FactKind, ObjectName, ParamId, ParamKind, PlanningDomain, Setting, SourceSpan, TypeId,
    Value,
};
use cunning_plan::{CheckAnswer, Micros, PlanRequest, TableNumber};

/// The oracle's query, resolved.
pub fn query(domain: &PlanningDomain, asked: &cunning_oracle::OracleQuery) -> PlanRequest {
    let object = |ty: TypeId, name: &str| {
        let closed = domain.objects_of(ty).find(|&id| domain.objects()[id].name == name);
        closed.map_or_else(|| ObjectName::Bound(name.to_owned()), ObjectName::Closed)
    };
    let split = |key: &str| {
        let (name, indices) = key.split_once('[').unwrap_or((key, ""));
        let indices = indices.trim_end_matches(']').split(',').map(str::trim).filter(|part| !part.is_empty());
        (name.trim().to_owned(), indices.map(str::to_owned).collect::<Vec<_>>())
    };
    let goal = domain.goal_named(&asked.goal).unwrap();
    let mut query = PlanRequest::new(goal);
    for (name, value) in &asked.args {
        let params = &domain.goals()[goal].params;
        let at = params.iter().position(|param| param.name == *name).unwrap();
        let argument = match params[at].kind {
            ParamKind::Object(ty) => Argument::Object(object(ty, value)),
            ParamKind::Number { .. } => Argument::Number(value.parse().unwrap()),
        };
        query.args.push((ParamId::new(at as u32), argument));
    }
    for (key, value) in &asked.set {
        let (name, indices) = split(key);
        let fact = domain.fact_named(&name).unwrap();
        let declared = &domain.facts()[fact];
        let value = match (value, declared.kind) {
            (OracleValue::Bool(value), _) => Value::Bool(*value),
            (OracleValue::Int(value), _) => Value::Int(*value),
            (OracleValue::Name(name), FactKind::Object { .. }) if name == "none" => Value::None,
            (OracleValue::Name(name), FactKind::Object { ty, .. }) => Value::Object(object(ty, name)),
            (OracleValue::Name(name), _) => panic!("{key} = {name}"),
        };
        let indices = declared.of.iter().zip(&indices).map(|(&ty, name)| object(ty, name)).collect();
        query.set.push(Setting { fact, indices, value, span: SourceSpan::NONE });
    }
    for (key, value) in &asked.tables {
        let (name, indices) = split(key);
        let (table, declared) = domain.tables().iter().find(|(_, table)| table.name == name).unwrap();
        let key = declared.of.iter().zip(&indices).map(|(&ty, name)| object(ty, name)).collect();
        query.tables.push(TableNumber { table, key, value: Micros::from_float(*value).unwrap() });
    }
    for (name, value) in &asked.traits {
        query.traits.push((name.clone(), Micros::from_float(*value).unwrap()));
    }
    for answer in &asked.checks {
        query.checks.push(CheckAnswer {
            check: answer.check.clone(),
            action: answer.action.clone(),
            args: answer.args.clone(),
            yes: answer.yes,
        });
    }
    query.objects = asked.objects.as_ref().map(|objects| {
        let binding = |(of, names): &(String, Vec<String>)| Binding {
            ty: domain.type_named(of).unwrap(),
            names: names.clone(),
            span: SourceSpan::NONE,
        };
        objects.iter().map(binding).collect()
    });
    query
}
