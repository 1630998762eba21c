//! The example domains are valid and round-trip, and their own tests pass, also by the oracle where it is fast enough.

use std::fs;
use std::path::PathBuf;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_oracle::{Limits, OracleDomain, OracleQuery, Step, Verdict};
use cunning_plan::model::{Argument, ExpectedStep, ObjectName, Setting, Test, Value};
use cunning_plan::{Planner, PlannerConfig, PlanningDomain};

fn texts() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../domains");
    let mut texts: Vec<(String, String)> = fs::read_dir(folder)
        .expect("the folder of domains")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a text"))
        })
        .collect();
    texts.sort();
    texts
}

fn domain(name: &str, text: &str) -> PlanningDomain {
    cunning_plan::read(&Source::new(name, text)).unwrap_or_else(|found| panic!("{found}"))
}

#[test]
fn every_domain_is_valid_documented_tested_and_round_trips() {
    let texts = texts();
    assert!(texts.len() >= 7);
    for (name, text) in texts {
        let domain = domain(&name, &text);
        assert!(text.starts_with("# ") && domain.doc().is_some(), "{name} says what it is");
        assert!(!domain.tests().is_empty(), "{name} has tests");
        assert_eq!(self::domain(&name, &cunning_plan::write(&domain)), domain, "{name}");
    }
}

fn object<'a>(domain: &'a PlanningDomain, name: &'a ObjectName) -> &'a str {
    domain.object_name(name)
}

fn set(domain: &PlanningDomain, query: OracleQuery, setting: &Setting) -> OracleQuery {
    let fact = &domain.facts()[setting.fact].name;
    let indices: Vec<&str> = setting.indices.iter().map(|index| object(domain, index)).collect();
    let key = if indices.is_empty() { fact.clone() } else { format!("{fact}[{}]", indices.join(", ")) };
    match &setting.value {
        Value::Bool(value) => query.set(&key, *value),
        Value::Int(value) => query.set(&key, *value),
        Value::Object(name) => query.set(&key, object(domain, name)),
        Value::None => query.set(&key, "none"),
    }
}

fn query(domain: &PlanningDomain, test: &Test) -> OracleQuery {
    let goal = &domain.goals()[test.goal];
    let mut query =
        test.set.iter().fold(OracleQuery::new(&goal.name), |query, setting| set(domain, query, setting));
    for (param, argument) in &test.args {
        let value = match argument {
            Argument::Object(name) => object(domain, name).to_owned(),
            Argument::Number(number) => number.to_string(),
        };
        query = query.bind(&goal.params[param.index()].name, &value);
    }
    query
}

/// Whether the steps fit the pattern.
fn fits(domain: &PlanningDomain, pattern: &[ExpectedStep], steps: &[&str]) -> bool {
    match pattern {
        [] => steps.is_empty(),
        [ExpectedStep::Any, rest @ ..] => {
            (0..=steps.len()).any(|skipped| fits(domain, rest, &steps[skipped..]))
        }
        [ExpectedStep::Action(id), rest @ ..] => match steps {
            [first, others @ ..] => *first == domain.actions()[*id].name && fits(domain, rest, others),
            [] => false,
        },
    }
}

/// The planner's own answer in the oracle's words, and the oracle's word that it is a plan of that cost.
fn validated(domain: &PlanningDomain, test: &Test, oracle: &OracleDomain) -> Verdict {
    let asked = cunning_plan::PlanRequest {
        args: test.args.clone(),
        set: test.set.clone(),
        ..cunning_plan::PlanRequest::new(test.goal)
    };
    let domain = Arc::new(domain.clone());
    let (mut planner, grounding) =
        Planner::for_request(&domain, &asked, PlannerConfig::default()).expect("a query");
    planner.step(u64::MAX);
    let Some(found) = planner.plan() else { return Verdict::Unsolvable };
    let step = |step: &cunning_plan::PlanStep| {
        let action = &domain.actions()[step.action];
        let values: Vec<String> = grounding.args(step.id).collect();
        let names = action.params.iter().map(|param| param.name.as_str());
        Step::new(&action.name, &names.zip(values.iter().map(String::as_str)).collect::<Vec<_>>())
    };
    let plan: Vec<Step> = found.steps.iter().map(step).collect();
    let (cost_micros, steps) = oracle.validate(&query(&domain, test), &plan).expect("a valid plan");
    Verdict::Solved { cost_micros, steps, plan }
}

#[test]
fn tests_of_every_domain_pass() {
    // A longer campaign by environment: with CUNNING_STATES=10000000 every test that has a plan fits.
    let states_max =
        std::env::var("CUNNING_STATES").ok().and_then(|count| count.parse().ok()).unwrap_or(50_000);
    for (name, text) in texts() {
        let domain = domain(&name, &text);
        let oracle = OracleDomain::parse(&text).expect("the oracle reads it too");
        for test in domain.tests() {
            let at = format!("{name}: {}", test.name);
            let outcome = oracle.solve(&query(&domain, test), Limits { states_max }).expect(&at);
            let verdict = match outcome.verdict {
                // Too large for brute force: then at least the planner's plan is one.
                Verdict::LimitExceeded => validated(&domain, test, &oracle),
                verdict => verdict,
            };
            let (cost_micros, plan) = match verdict {
                Verdict::Solved { cost_micros, plan, .. } => (cost_micros, plan),
                Verdict::Unsolvable => {
                    assert!(test.unsolvable, "{at}: unsolvable");
                    continue;
                }
                Verdict::LimitExceeded => panic!("{at}: too large"),
            };
            let steps: Vec<&str> = plan.iter().map(|step| step.action.as_str()).collect();
            assert!(!test.unsolvable, "{at}: {steps:?}");
            if let Some(cost) = test.cost {
                assert_eq!(cost_micros, cost.get() as u64, "{at}: {steps:?}");
            }
            if let Some(pattern) = &test.plan {
                assert!(fits(&domain, pattern, &steps), "{at}: {steps:?}");
            }
            for &action in &test.uses {
                assert!(steps.contains(&domain.actions()[action].name.as_str()), "{at}: {steps:?}");
            }
            for &action in &test.avoids {
                assert!(!steps.contains(&domain.actions()[action].name.as_str()), "{at}: {steps:?}");
            }
        }
    }
}
