//! Regression from another planner: a misspelt key or a value of the wrong type panicked during the game in dogoap. Here
//! such a domain is rejected with an error that points at the key or value.

use crate::field;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::model::{Setting, SourceSpan, Value};
use cunning_plan::{Grounding, PlanRequest, PlannerConfig, read};
use cunning_search::Status;

const WORLD: &str = r#"
facts = { gold = { type = "int", min = 0, max = 9 }, rich = "bool", at = "place" }
types = { place = ["docks", "beach"], tool = ["axe"] }
"#;

/// A code, and a line that deserves it.
const MISTAKES: [(&str, &str); 10] = [
    ("unknown-name", "action.a = { when = ['golf >= 1'], then = ['rich'] }"),
    ("unknown-name", "action.a = { then = ['ritch'] }"),
    ("unknown-name", "goal.h = { want = ['ritch'] }"),
    ("unknown-name", "start = { golf = 3 }"),
    ("type", "action.a = { when = ['rich >= 1'], then = ['rich'] }"),
    ("type", "action.a = { then = ['rich += 1'] }"),
    ("type", "action.a = { then = ['rich = 3'] }"),
    ("type", "action.a = { when = ['gold == beach'], then = ['rich'] }"),
    ("unknown-name", "action.a = { when = ['at == axe'], then = ['rich'] }"),
    ("value", "start = { gold = true }"),
];

#[test]
fn unknown_keys_and_mixed_types_are_reported_with_spans() {
    for (code, line) in MISTAKES {
        let found = read(&Source::new("typo.toml", format!("{WORLD}{line}\n"))).expect_err(line);
        let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(shown.len(), 1, "{line}\n{shown:#?}");
        assert!(shown[0].starts_with("typo.toml:4:"), "{line}\n{shown:#?}");
        assert!(shown[0].contains(&format!("error[plan/{code}]")), "{line}\n{shown:#?}");
    }
}

#[test]
fn state_rejects_a_value_of_another_type() {
    let text = format!("{WORLD}action.a = {{ then = ['rich'] }}\ngoal.g = {{ want = ['rich'] }}\n");
    let domain = Arc::new(read(&Source::new("fine.toml", text.as_str())).unwrap());
    let grounding = Grounding::new(&domain, &PlanRequest::new(domain.goal_named("g").unwrap())).unwrap();
    let mut state = grounding.start();
    let fact = domain.fact_named("gold").unwrap();
    for value in [Value::Bool(true), Value::None, Value::Int(10), Value::Int(-1)] {
        let setting = Setting { fact, indices: Vec::new(), value, span: SourceSpan::NONE };
        assert!(grounding.set(&mut state, &setting).is_err(), "{setting:?}");
        assert_eq!(state, grounding.start());
    }
    assert_eq!(field::plan(&text, PlannerConfig::default()).status, Status::Solved);
}
