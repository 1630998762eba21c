//! The planner against the oracle on generated domains: same verdict, same cost and steps, valid plans.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

use cunning_diag::Source;
use cunning_oracle::generate::{Generated, generate};
use cunning_oracle::{
    Limits as OracleLimits, OracleDomain, Step as OracleStep, Value as OracleValue, Verdict,
};
use cunning_plan::model::{
    Argument, Binding, Domain, FactKind, ObjectName, ParamKind, Place, Setting, TypeId, Value,
};
use cunning_plan::{
    Algorithm, CheckAnswer, Heuristic, Micros, Plan, Planner, PlannerConfig, Query, TableNumber, read,
};
use cunning_search::{Status, Weight};

/// The oracle's query, resolved.
fn query(domain: &Domain, asked: &cunning_oracle::Query) -> Query {
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
    let mut query = Query::new(goal);
    for (name, value) in &asked.args {
        let params = &domain.goals()[goal].params;
        let at = params.iter().position(|param| param.name == *name).unwrap();
        let argument = match params[at].kind {
            ParamKind::Object(ty) => Argument::Object(object(ty, value)),
            ParamKind::Number { .. } => Argument::Number(value.parse().unwrap()),
        };
        query.args.push((cunning_plan::model::ParamId::new(at as u32), argument));
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
        query.set.push(Setting { fact, indices, value, place: Place::NOWHERE });
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
            place: Place::NOWHERE,
        };
        objects.iter().map(binding).collect()
    });
    query
}

fn solve(domain: &Domain, query: &Query, config: PlannerConfig) -> (Status, Option<Plan>) {
    let mut planner = Planner::new(domain, query, config).unwrap_or_else(|error| panic!("{error}"));
    let status = planner.step(u64::MAX);
    (status, planner.plan())
}

fn steps(domain: &Domain, plan: &Plan) -> Vec<OracleStep> {
    let step = |step: &cunning_plan::Step| {
        let action = &domain.actions()[step.action];
        let args: Vec<(&str, &str)> = action
            .params
            .iter()
            .zip(&step.args)
            .map(|(param, value)| (param.name.as_str(), value.as_str()))
            .collect();
        OracleStep::new(&action.name, &args)
    };
    plan.steps.iter().map(step).collect()
}

fn check(seed: u64) {
    let generated: Generated = generate(seed);
    let text = generated.model.to_string();
    let oracle = OracleDomain::parse(&text).unwrap();
    let truth = oracle.solve(&generated.query, OracleLimits::default()).unwrap().verdict;
    let domain =
        read(&Source::new("generated.toml", text.as_str())).unwrap_or_else(|found| panic!("{found}\n{text}"));
    let query = query(&domain, &generated.query);
    let two = Algorithm::WeightedAStar(Weight::new(2.0).unwrap());
    for (algorithm, heuristic, factor) in [
        (Algorithm::AStar, Heuristic::Max, Some(1)),
        (Algorithm::AStar, Heuristic::Zero, Some(1)),
        (two, Heuristic::Max, Some(2)),
        (Algorithm::Greedy, Heuristic::Add, None),
    ] {
        let config = PlannerConfig { algorithm, heuristic, ..PlannerConfig::default() };
        let (status, plan) = solve(&domain, &query, config);
        let context = || {
            format!(
                "seed {seed} {algorithm:?} {heuristic:?}\n{text}\n{:?}\n{plan:?}\n{truth:?}",
                generated.query
            )
        };
        match &truth {
            Verdict::Unsolvable => assert_eq!(status, Status::Unsolvable, "{}", context()),
            Verdict::LimitExceeded => panic!("{}", context()),
            Verdict::Solved { cost_micros, steps: best_steps, .. } => {
                assert_eq!(status, Status::Solved, "{}", context());
                let plan = plan.as_ref().unwrap();
                let followed = oracle.validate(&generated.query, &steps(&domain, plan));
                assert_eq!(
                    followed.as_ref().ok(),
                    Some(&(plan.cost_micros, plan.steps.len())),
                    "{followed:?} {}",
                    context()
                );
                match factor {
                    Some(1) => {
                        assert_eq!(
                            (plan.cost_micros, plan.steps.len()),
                            (*cost_micros, *best_steps),
                            "{}",
                            context()
                        );
                    }
                    Some(factor) => assert!(plan.cost_micros <= factor * cost_micros, "{}", context()),
                    None => {}
                }
            }
        }
    }
}

#[test]
fn agrees_with_the_oracle() {
    // A longer campaign by environment: CUNNING_SEEDS=150000.
    let count = std::env::var("CUNNING_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(3000);
    for seed in 0..count {
        check(seed);
    }
}
