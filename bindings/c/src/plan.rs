//! Planning requests and plans as JSON.

use cunning_mind::{Budget, Domain, FactKey, Plan, PlanBuilder, ValueRef};
use serde_json::{Value, json};

use crate::status::{CUNNING_BAD_JSON, Failure};

fn bad(text: impl Into<String>) -> Failure {
    Failure::new(CUNNING_BAD_JSON, text)
}

/// Plans for a request; `cunning_domain_plan` describes both texts.
pub(crate) fn solve(domain: &Domain, request: &str) -> Result<Value, Failure> {
    let request: Value =
        serde_json::from_str(request).map_err(|error| bad(format!("the request is not JSON: {error}")))?;
    let keys = request.as_object().ok_or_else(|| bad("the request must be a JSON object"))?;
    let goal = keys.get("goal").and_then(Value::as_str);
    let mut plan = domain.plan(goal.ok_or_else(|| bad("the request must have a `goal`, a text"))?);
    for (key, value) in keys {
        plan = match key.as_str() {
            "goal" => plan,
            "agent" => plan.agent(text(value, key)?),
            "args" => args(plan, value)?,
            "set" => list(value, key)?.iter().try_fold(plan, |plan, row| {
                let (key, last) = row_key(row, "set")?;
                Ok::<_, Failure>(plan.set(key, value_of(last)?))
            })?,
            "tables" => list(value, key)?.iter().try_fold(plan, |plan, row| {
                let (key, last) = row_key(row, "tables")?;
                Ok::<_, Failure>(plan.table(key, number(last, "tables")?))
            })?,
            "objects" => list(value, key)?.iter().try_fold(plan, |plan, row| match &list(row, key)?[..] {
                [ty, name] => Ok(plan.object(text(ty, key)?, text(name, key)?)),
                _ => Err(bad("`objects` must be pairs of type and name")),
            })?,
            "checks" => list(value, key)?.iter().try_fold(plan, |plan, row| match &list(row, key)?[..] {
                [check, Value::Bool(yes)] => Ok(plan.check(text(check, key)?, *yes)),
                _ => Err(bad("`checks` must be pairs of a check and true or false")),
            })?,
            "budget" => {
                let units = value.as_u64().ok_or_else(|| bad("`budget` must be a whole number"))?;
                plan.budget(Budget::work(units))
            }
            "within" => plan.within(number(value, key)?),
            "optimal" => match value {
                Value::Bool(true) => plan.optimal(),
                Value::Bool(false) => plan,
                _ => return Err(bad("`optimal` must be true or false")),
            },
            _ => return Err(bad(format!("unknown key `{key}` of a planning request"))),
        };
    }
    Ok(plan_json(&plan.solve()?))
}

fn args<'d>(plan: PlanBuilder<'d>, value: &Value) -> Result<PlanBuilder<'d>, Failure> {
    let args = value.as_object().ok_or_else(|| bad("`args` must be an object"))?;
    args.iter().try_fold(plan, |plan, (param, value)| Ok(plan.goal_arg(param, value_of(value)?)))
}

fn list<'v>(value: &'v Value, key: &str) -> Result<&'v Vec<Value>, Failure> {
    value.as_array().ok_or_else(|| bad(format!("`{key}` must be a list of lists")))
}

fn text<'v>(value: &'v Value, key: &str) -> Result<&'v str, Failure> {
    value.as_str().ok_or_else(|| bad(format!("`{key}` takes a text")))
}

fn number(value: &Value, key: &str) -> Result<f64, Failure> {
    value.as_f64().ok_or_else(|| bad(format!("`{key}` takes a number")))
}

/// Splits `[name, index…, value]`.
fn row_key<'v>(row: &'v Value, key: &str) -> Result<(FactKey<'v>, &'v Value), Failure> {
    let malformed = || bad(format!("`{key}` must have rows of a name, its indices and a value"));
    let [name, indices @ .., last] = &list(row, key)?[..] else { return Err(malformed()) };
    let name = name.as_str().ok_or_else(malformed)?;
    let indices = indices.iter().map(value_of).collect::<Result<_, _>>()?;
    Ok((FactKey { name, indices }, last))
}

fn value_of(value: &Value) -> Result<ValueRef<'_>, Failure> {
    match value {
        Value::Null => Ok(ValueRef::None),
        Value::Bool(truth) => Ok(ValueRef::Bool(*truth)),
        Value::String(name) => Ok(ValueRef::Name(name)),
        Value::Number(number) => {
            number.as_i64().map(ValueRef::Int).ok_or_else(|| bad(format!("{number} is not a whole number")))
        }
        _ => Err(bad("a value must be null, true, false, a whole number or a name")),
    }
}

fn plan_json(plan: &Plan) -> Value {
    let steps: Vec<Value> = plan
        .iter()
        .map(|step| {
            let args: serde_json::Map<String, Value> =
                step.args().map(|(param, value)| (param.to_owned(), json_value(value))).collect();
            json!({ "action": step.name(), "args": args, "cost": step.cost(), "purpose": step.purpose() })
        })
        .collect();
    json!({
        "goal": plan.goal(),
        "text": plan.to_string(),
        "cost": plan.cost(),
        "bound": plan.bound(),
        "is_optimal": plan.is_optimal(),
        "expanded": plan.expanded(),
        "steps": steps,
    })
}

/// Writes a value as JSON: objects of the game as `{"object": 7}`, points as `{"point": [x, y, z]}`.
pub(crate) fn json_value(value: &cunning_mind::Value) -> Value {
    match value {
        cunning_mind::Value::Bool(truth) => json!(truth),
        cunning_mind::Value::Int(number) => json!(number),
        cunning_mind::Value::Name(name) => json!(**name),
        cunning_mind::Value::Object(object) => json!({ "object": object.0 }),
        cunning_mind::Value::Point(point) => json!({ "point": [point.x, point.y, point.z] }),
        _ => Value::Null,
    }
}
