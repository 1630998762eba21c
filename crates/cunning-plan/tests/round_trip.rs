//! Domains round-trip from text to model and back, for every domain of the generator.

use cunning_diag::Source;
use cunning_plan::PlanningDomain;
use cunning_plan::tree::{Node, NodeKind, Text};
use toml::Value;

fn read(name: &str, text: &str) -> PlanningDomain {
    cunning_plan::read(&Source::new(name, text)).unwrap_or_else(|found| panic!("{found}\n\n{text}"))
}

fn assert_round_trip(name: &str, text: &str) {
    let first = read(name, text);
    let written = cunning_plan::write(&first);
    let second = read(&format!("{name} (written)"), &written);
    assert_eq!(first, second, "{name}\n{text}\n\n{written}");
    assert_eq!(cunning_plan::write(&second), written, "{name}: writing is stable");
}

#[test]
fn every_generated_domain_round_trips() {
    for seed in 0..2_000 {
        let text = cunning_oracle::generate::generate(seed).model.to_string();
        assert_round_trip(&format!("seed {seed}"), &text);
    }
}

#[test]
fn parameter_comparisons_with_objects_round_trip() {
    let text = "[types]\nplace = ['beach', 'docks']\n[facts]\nat = 'place'\n\
                [action.go]\nparams = { to = 'place' }\nwhen = ['to != beach', 'some place p: p == docks']\nthen = ['at = to']\n";
    let written = cunning_plan::write(&read("go", text));
    assert!(written.contains("to != beach") && written.contains("some place p: p == docks"), "{written}");
    assert_round_trip("go", text);
}

/// A value as a builder takes it.
fn node(value: &Value) -> Node {
    match value {
        Value::String(text) => text.as_str().into(),
        Value::Integer(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Boolean(value) => (*value).into(),
        Value::Datetime(_) => Node::nowhere(NodeKind::Date),
        Value::Array(members) => members.iter().map(node).collect::<Vec<_>>().into(),
        Value::Table(entries) => {
            let entries = entries.iter().map(|(key, value)| (Text::nowhere(key.as_str()), node(value)));
            Node::nowhere(NodeKind::Table(entries.collect()))
        }
    }
}

#[test]
fn every_generated_domain_can_be_built() {
    for seed in 0..2_000 {
        let text = cunning_oracle::generate::generate(seed).model.to_string();
        let tables: toml::Table = text.parse().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let entries = tables.iter().filter_map(|(table, entries)| Some((table, entries.as_table()?)));
        let builder = entries.fold(PlanningDomain::builder("built"), |builder, (table, entries)| {
            entries.iter().fold(builder, |builder, (key, value)| builder.raw(table, key, node(value)))
        });
        let built = builder.build().unwrap_or_else(|found| panic!("seed {seed}: {found}\n{text}"));
        assert_eq!(built, read("named", &format!("[domain]\nname = 'built'\n{text}")), "seed {seed}");
    }
}
