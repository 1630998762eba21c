//! `[action.*]` and `[goal.*]`.

use super::shape::{declared, list, section, shape_error, table, text};
use crate::decimal;
use crate::domain::{
    Achieves, Action, Change, Condition, CostRule, Effect, EffectGroup, FactKind, Goal, Number, Parameter,
    ParameterKind, Term, Vocabulary, object_named,
};
use crate::error::{ErrorKind, OracleError};
use crate::limits::{NESTING_MAX, SLOTS_MAX, WHOLE_MAX};
use crate::resolve::Scope;
use crate::syntax::Relation;
use toml::{Table, Value as Toml};

/// A goal with its `want` as written, because a sub-goal action reads it again with its own parameters.
pub(crate) struct WrittenGoal<'a> {
    pub(crate) goal: Goal,
    want: Option<&'a Toml>,
}

/// Reads all goals.
pub(crate) fn read_goals<'a>(
    root: &'a Table,
    vocabulary: &Vocabulary,
    traits: &mut Vec<String>,
) -> Result<Vec<WrittenGoal<'a>>, OracleError> {
    let mut goals = Vec::new();
    for (name, given) in section(root, "goal")? {
        let place = format!("goal.{name}");
        declared(name, &place)?;
        let keys = table(given, &place)?;
        let parameters = parameters(keys, vocabulary, &place)?;
        let mut scope = Scope::new(vocabulary, &vocabulary.objects, traits, in_order(&parameters));
        let want = keys.get("want");
        let conditions = conditions(&mut scope, want, &format!("{place}.want"))?;
        goals.push(WrittenGoal { goal: Goal { name: name.clone(), parameters, want: conditions }, want });
    }
    Ok(goals)
}

/// Reads all actions. `near` is the fact that says where an agent is.
pub(crate) fn read_actions(
    root: &Table,
    vocabulary: &Vocabulary,
    goals: &[WrittenGoal<'_>],
    near: Option<usize>,
    traits: &mut Vec<String>,
) -> Result<Vec<Action>, OracleError> {
    let mut actions = Vec::new();
    for (name, given) in section(root, "action")? {
        let place = format!("action.{name}");
        declared(name, &place)?;
        let keys = table(given, &place)?;
        let parameters = parameters(keys, vocabulary, &place)?;
        let mut scope = Scope::new(vocabulary, &vocabulary.objects, traits, in_order(&parameters));
        let mut when = conditions(&mut scope, keys.get("when"), &format!("{place}.when"))?;
        if let Some(given) = keys.get("near") {
            let place = format!("{place}.near");
            when.push(nearness(&mut scope, text(given, &place)?, &parameters, near, vocabulary, &place)?);
        }
        let mut then = effects(&mut scope, keys.get("then"), &format!("{place}.then"))?;
        // Hoped-for effects are planned with like all others.
        then.extend(effects(&mut scope, keys.get("hope"), &format!("{place}.hope"))?);
        let cost = cost(&mut scope, keys.get("cost"), &format!("{place}.cost"))?;
        let check = match keys.get("check") {
            Some(given) => Some(text(given, &format!("{place}.check"))?.to_owned()),
            None => None,
        };
        let mut achieves = None;
        if let Some(given) = keys.get("achieves") {
            let place = format!("{place}.achieves");
            if keys.contains_key("then") || keys.contains_key("hope") {
                return Err(shape_error(&place, "an action has effects or `achieves`, not both"));
            }
            let (link, group) =
                sub_goal(text(given, &place)?, goals, &parameters, vocabulary, traits, &place)?;
            achieves = Some(link);
            then = vec![group];
        }
        let (is_near, hopes) = (keys.contains_key("near"), keys.contains_key("hope"));
        let name = name.clone();
        actions.push(Action { name, parameters, when, then, cost, check, achieves, is_near, hopes });
    }
    Ok(actions)
}

/// Translates `near = "c"`: the agent is at `c`, a parameter or an object.
fn nearness(
    scope: &mut Scope<'_>,
    name: &str,
    parameters: &[Parameter],
    fact: Option<usize>,
    vocabulary: &Vocabulary,
    place: &str,
) -> Result<Condition, OracleError> {
    let Some(fact) = fact.map(|fact| &vocabulary.facts[fact]) else {
        return Err(shape_error(place, "`near` needs `[move]`"));
    };
    let FactKind::Symbol { of, .. } = fact.kind else {
        return Err(shape_error(place, "the fact of `[move]` does not name an object"));
    };
    let parameter = parameters.iter().find(|parameter| parameter.name == name);
    let fits = match parameter.map(|parameter| parameter.kind) {
        Some(ParameterKind::Object(given)) if vocabulary.is_within(given, of) => true,
        _ => object_named(vocabulary, &vocabulary.objects, name, of).is_some(),
    };
    if !fits {
        let message = format!("`near` needs a parameter or an object, not `{name}`");
        return Err(OracleError::new(ErrorKind::Type, place, message));
    }
    scope.condition(&format!("{} == {name}", fact.name), place)
}

fn in_order(parameters: &[Parameter]) -> Vec<(Parameter, usize)> {
    parameters.iter().enumerate().map(|(slot, parameter)| (parameter.clone(), slot)).collect()
}

fn parameters(keys: &Table, vocabulary: &Vocabulary, place: &str) -> Result<Vec<Parameter>, OracleError> {
    let place = format!("{place}.params");
    let mut found = Vec::new();
    let Some(given) = keys.get("params") else {
        return Ok(found);
    };
    for (name, given) in table(given, &place)? {
        declared(name, &place)?;
        let written = text(given, &place)?;
        let query = written.strip_prefix("query.");
        let query = query.and_then(|query| vocabulary.queries.iter().find(|(name, _)| name == query));
        let kind = match vocabulary.type_named(written).or(query.map(|(_, of)| *of)) {
            Some(of) => ParameterKind::Object(of),
            None => number_range(written).ok_or_else(|| {
                let message = format!("`{written}` is neither a type nor a range like 1..5");
                OracleError::new(ErrorKind::Name, &place, message)
            })?,
        };
        found.push(Parameter { name: name.clone(), kind });
    }
    if found.len() > SLOTS_MAX {
        let message = format!("there are at most {SLOTS_MAX} parameters");
        return Err(OracleError::new(ErrorKind::Limit, &place, message));
    }
    Ok(found)
}

fn number_range(written: &str) -> Option<ParameterKind> {
    let (min, max) = written.split_once("..")?;
    let bound =
        |text: &str| text.trim().parse::<i64>().ok().filter(|bound| (-WHOLE_MAX..=WHOLE_MAX).contains(bound));
    let (min, max) = (bound(min)? as i32, bound(max)? as i32);
    (min <= max).then_some(ParameterKind::Number { min, max })
}

fn conditions(
    scope: &mut Scope<'_>,
    given: Option<&Toml>,
    place: &str,
) -> Result<Vec<Condition>, OracleError> {
    match given {
        Some(given) => conjunction(scope, given, place, 0),
        None => Ok(Vec::new()),
    }
}

fn conjunction(
    scope: &mut Scope<'_>,
    given: &Toml,
    place: &str,
    depth: usize,
) -> Result<Vec<Condition>, OracleError> {
    let mut found = Vec::new();
    for (position, member) in list(given, place)?.iter().enumerate() {
        found.push(condition(scope, member, &format!("{place}[{position}]"), depth)?);
    }
    Ok(found)
}

fn condition(
    scope: &mut Scope<'_>,
    given: &Toml,
    place: &str,
    depth: usize,
) -> Result<Condition, OracleError> {
    if let Toml::String(text) = given {
        return scope.condition(text, place);
    }
    if depth >= NESTING_MAX {
        return Err(OracleError::new(ErrorKind::Limit, place, format!("nested deeper than {NESTING_MAX}")));
    }
    let Some(members) = given.as_table().and_then(|keys| keys.get("any")) else {
        return Err(shape_error(place, "a condition is a text or `{ any = […] }`"));
    };
    let mut alternatives = Vec::new();
    for (position, member) in list(members, place)?.iter().enumerate() {
        let place = format!("{place}.any[{position}]");
        alternatives.push(match member {
            Toml::Array(_) => conjunction(scope, member, &place, depth + 1)?,
            _ => vec![condition(scope, member, &place, depth + 1)?],
        });
    }
    Ok(Condition::Any(alternatives))
}

fn effects(
    scope: &mut Scope<'_>,
    given: Option<&Toml>,
    place: &str,
) -> Result<Vec<EffectGroup>, OracleError> {
    let mut groups = vec![EffectGroup { when: Vec::new(), then: Vec::new() }];
    let Some(given) = given else {
        return Ok(groups);
    };
    for (position, member) in list(given, place)?.iter().enumerate() {
        let place = format!("{place}[{position}]");
        if let Toml::String(text) = member {
            groups[0].then.push(scope.effect(text, &place)?);
            continue;
        }
        let keys = table(member, &place)?;
        let when = conditions(scope, keys.get("when"), &format!("{place}.when"))?;
        let written = keys.get("then").ok_or_else(|| shape_error(&place, "`then` is missing"))?;
        let mut then = Vec::new();
        for (position, member) in list(written, &place)?.iter().enumerate() {
            let place = format!("{place}.then[{position}]");
            then.push(scope.effect(text(member, &place)?, &place)?);
        }
        groups.push(EffectGroup { when, then });
    }
    Ok(groups)
}

fn cost(scope: &mut Scope<'_>, given: Option<&Toml>, place: &str) -> Result<Vec<CostRule>, OracleError> {
    let Some(given) = given else {
        return Ok(vec![CostRule { when: Vec::new(), is: Number::Literal(decimal::MICROS) }]);
    };
    let Toml::Array(written) = given else {
        return Ok(vec![CostRule { when: Vec::new(), is: cost_number(scope, given, place)? }]);
    };
    let mut rules = Vec::new();
    for (position, rule) in written.iter().enumerate() {
        let place = format!("{place}[{position}]");
        let keys = table(rule, &place)?;
        let when = conditions(scope, keys.get("when"), &format!("{place}.when"))?;
        let is = keys.get("is").ok_or_else(|| shape_error(&place, "`is` is missing"))?;
        rules.push(CostRule { when, is: cost_number(scope, is, &place)? });
    }
    Ok(rules)
}

fn cost_number(scope: &mut Scope<'_>, given: &Toml, place: &str) -> Result<Number, OracleError> {
    let micros = match given {
        Toml::Integer(whole) => decimal::from_whole(*whole),
        Toml::Float(float) => decimal::from_float(*float),
        Toml::String(text) => return scope.number(text, place),
        _ => return Err(shape_error(place, "a cost is a number, an expression or a list of rules")),
    };
    // A number that is not finite is not an error: it rejects the ground actions.
    Ok(micros.map_or(Number::Undefined, Number::Literal))
}

/// Returns the goal that an action achieves, and its `want` as the effects that the outer search assumes.
fn sub_goal(
    name: &str,
    goals: &[WrittenGoal<'_>],
    parameters: &[Parameter],
    vocabulary: &Vocabulary,
    traits: &mut Vec<String>,
    place: &str,
) -> Result<(Achieves, EffectGroup), OracleError> {
    let Some(goal) = goals.iter().position(|written| written.goal.name == name) else {
        return Err(OracleError::new(ErrorKind::Name, place, format!("unknown goal `{name}`")));
    };
    let mut bound = Vec::new();
    for wanted in &goals[goal].goal.parameters {
        let slot = parameters
            .iter()
            .position(|given| given.name == wanted.name && fits(given.kind, wanted.kind, vocabulary));
        let Some(slot) = slot else {
            let message = format!("the action does not have the goal's parameter `{}`", wanted.name);
            return Err(OracleError::new(ErrorKind::Type, place, message));
        };
        bound.push((wanted.clone(), slot));
    }
    let slots = bound.iter().map(|(_, slot)| *slot).collect();
    let mut scope = Scope::new(vocabulary, &vocabulary.objects, traits, bound);
    let mut then = Vec::new();
    for wanted in conditions(&mut scope, goals[goal].want, place)? {
        then.push(effect_of(wanted, parameters, vocabulary).ok_or_else(|| {
            OracleError::new(ErrorKind::Type, place, "a sub-goal wants only `f`, `not f` and `f == v`")
        })?);
    }
    Ok((Achieves { goal, slots }, EffectGroup { when: Vec::new(), then }))
}

fn fits(given: ParameterKind, wanted: ParameterKind, vocabulary: &Vocabulary) -> bool {
    match (given, wanted) {
        (ParameterKind::Object(given), ParameterKind::Object(wanted)) => vocabulary.is_within(given, wanted),
        (ParameterKind::Number { .. }, ParameterKind::Number { .. }) => true,
        _ => false,
    }
}

fn effect_of(wanted: Condition, parameters: &[Parameter], vocabulary: &Vocabulary) -> Option<Effect> {
    match wanted {
        Condition::Same { left: Term::Fact(fact), right, equal: true } => {
            let kind = vocabulary.facts[fact.fact].kind;
            let can_be = match (&right, kind) {
                (Term::Value(_), _) => true,
                (Term::Parameter(slot), FactKind::Symbol { of, .. }) => {
                    fits(parameters[*slot].kind, ParameterKind::Object(of), vocabulary)
                }
                _ => false,
            };
            can_be.then_some(Effect { fact, change: Change::Become(right) })
        }
        Condition::Compare { left: Number::Fact(fact), relation: Relation::Equal, right }
            if !right.reads_facts() =>
        {
            Some(Effect { fact, change: Change::Assign(right) })
        }
        _ => None,
    }
}
