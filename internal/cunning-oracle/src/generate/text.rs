//! Writing of a model as a domain file.

use super::model::{Model, ModelCondition, ModelCost, ModelEffect, ModelFact, ModelTable, ModelType};
use crate::query::Value;
use std::fmt::{self, Write as _};

impl fmt::Display for Model {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        section(out, "types", &self.types, |(name, kind)| format!("{name} = {}", type_text(kind)))?;
        section(out, "facts", &self.facts, |fact| format!("{} = {}", fact.name, fact_text(fact)))?;
        section(out, "tables", &self.tables, |table| format!("{} = {}", table.name, table_text(table)))?;
        for (name, points) in &self.curves {
            let points = list(points, |(x, y)| format!("[{x}, {y}]"));
            writeln!(out, "[curve.{name}]\npoints = {points}\n")?;
        }
        if let Some(movement) = &self.movement {
            writeln!(out, "[move]\nfact = {}", quoted(&movement.fact))?;
            for (key, value) in [("cost", &movement.cost), ("name", &movement.name)] {
                if let Some(value) = value {
                    writeln!(out, "{key} = {}", quoted(value))?;
                }
            }
            writeln!(out)?;
        }
        for action in &self.actions {
            writeln!(out, "[action.{}]", action.name)?;
            write_params(out, &action.params)?;
            if let Some(near) = &action.near {
                writeln!(out, "near = {}", quoted(near))?;
            }
            if !action.when.is_empty() {
                writeln!(out, "when = {}", conditions_text(&action.when))?;
            }
            match &action.achieves {
                Some(goal) => writeln!(out, "achieves = {}", quoted(goal))?,
                None => writeln!(out, "then = {}", list(&action.then, effect_text))?,
            }
            if !action.hope.is_empty() {
                writeln!(out, "hope = {}", list(&action.hope, effect_text))?;
            }
            if action.cost != ModelCost::Default {
                writeln!(out, "cost = {}", cost_text(&action.cost))?;
            }
            if let Some(check) = &action.check {
                writeln!(out, "check = {}", quoted(check))?;
            }
            writeln!(out)?;
        }
        for goal in &self.goals {
            writeln!(out, "[goal.{}]", goal.name)?;
            write_params(out, &goal.params)?;
            writeln!(out, "want = {}\n", conditions_text(&goal.want))?;
        }
        section(out, "start", &self.start, |(fact, value)| {
            format!("{} = {}", quoted(fact), value_text(value))
        })?;
        section(out, "objects", &self.objects, |(of, names)| {
            format!("{of} = {}", list(names, |name| quoted(name)))
        })
    }
}

fn section<T>(
    out: &mut fmt::Formatter<'_>,
    name: &str,
    entries: &[T],
    line: impl Fn(&T) -> String,
) -> fmt::Result {
    if entries.is_empty() {
        return Ok(());
    }
    writeln!(out, "[{name}]")?;
    for entry in entries {
        writeln!(out, "{}", line(entry))?;
    }
    writeln!(out)
}

fn write_params(out: &mut fmt::Formatter<'_>, params: &[(String, String)]) -> fmt::Result {
    if params.is_empty() {
        return Ok(());
    }
    let params: Vec<String> = params.iter().map(|(name, of)| format!("{name} = {}", quoted(of))).collect();
    writeln!(out, "params = {{ {} }}", params.join(", "))
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn list<T>(members: &[T], write: impl Fn(&T) -> String) -> String {
    format!("[{}]", members.iter().map(write).collect::<Vec<_>>().join(", "))
}

fn type_text(kind: &ModelType) -> String {
    match kind {
        ModelType::Closed(names) => list(names, |name| quoted(name)),
        ModelType::Open(max) => format!("{{ open = true, max = {max} }}"),
        ModelType::Union(members) => format!("{{ any = {} }}", list(members, |name| quoted(name))),
    }
}

fn fact_text(fact: &ModelFact) -> String {
    let mut text = format!("{{ type = {}", quoted(&fact.kind));
    if let Some(range) = fact.range {
        let _ = write!(text, ", min = {}, max = {}", range.min, range.max);
        match (range.clamps_low, range.clamps_high) {
            (false, false) => {}
            (true, true) => text.push_str(", overflow = \"clamp\""),
            (true, false) => text.push_str(", overflow = { low = \"clamp\" }"),
            (false, true) => text.push_str(", overflow = { low = \"refuse\", high = \"clamp\" }"),
        }
    }
    if !fact.of.is_empty() {
        let _ = write!(text, ", of = {}", list(&fact.of, |name| quoted(name)));
    }
    if let Some(default) = &fact.default {
        let _ = write!(text, ", default = {}", value_text(default));
    }
    text + " }"
}

fn table_text(table: &ModelTable) -> String {
    let mut text = format!("{{ of = {}, default = {}", list(&table.of, |name| quoted(name)), table.default);
    if !table.values.is_empty() {
        let values: Vec<String> =
            table.values.iter().map(|(key, value)| format!("{} = {value}", quoted(key))).collect();
        let _ = write!(text, ", values = {{ {} }}", values.join(", "));
    }
    text + " }"
}

fn conditions_text(conditions: &[ModelCondition]) -> String {
    list(conditions, condition_text)
}

fn condition_text(condition: &ModelCondition) -> String {
    match condition {
        ModelCondition::Text(text) => quoted(text),
        ModelCondition::Any(alternatives) => {
            let member = |conditions: &Vec<ModelCondition>| match conditions.as_slice() {
                [single] => condition_text(single),
                all => conditions_text(all),
            };
            format!("{{ any = {} }}", list(alternatives, member))
        }
    }
}

fn effect_text(effect: &ModelEffect) -> String {
    match effect {
        ModelEffect::Text(text) => quoted(text),
        ModelEffect::When(when, then) => {
            format!("{{ when = {}, then = {} }}", conditions_text(when), list(then, |text| quoted(text)))
        }
    }
}

fn cost_text(cost: &ModelCost) -> String {
    match cost {
        ModelCost::Default => "1".to_owned(),
        ModelCost::Number(number) => number.clone(),
        ModelCost::Expression(text) => quoted(text),
        ModelCost::Rules(rules) => list(rules, |(when, is)| {
            if when.is_empty() {
                return format!("{{ is = {} }}", cost_text(is));
            }
            format!("{{ when = {}, is = {} }}", conditions_text(when), cost_text(is))
        }),
    }
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Name(name) => quoted(name),
    }
}
