//! Agent features in domains of every family: hoped-for effects, `[move]` with `near`, and curves.
//!
//! They use a separate random generator, so that most seeds give the same domain as without them.

use super::dice::Dice;
use super::model::{
    Model, ModelCondition, ModelCost, ModelEffect, ModelFact, ModelMovement, ModelTable, ModelType,
};
use crate::query::OracleQuery;

/// Separates these random choices from those of the family.
const OTHER_DICE: u64 = 0x5ce7_1a8d_0b64_f923;
/// The percentages of domains with hoped-for effects, movement and curves.
const HOPING_PERCENT: usize = 10;
const WALKING_PERCENT: usize = 10;
const CURVED_PERCENT: usize = 6;

pub(crate) fn add(seed: u64, model: &mut Model, query: &mut OracleQuery) {
    let mut dice = Dice::new(seed ^ OTHER_DICE);
    if dice.chance(HOPING_PERCENT) {
        hope(&mut dice, model);
    }
    if dice.chance(WALKING_PERCENT) {
        walk(&mut dice, model, query);
    }
    if dice.chance(CURVED_PERCENT) {
        curve(&mut dice, model);
    }
}

/// Turns some effects into hoped-for ones.
fn hope(dice: &mut Dice, model: &mut Model) {
    for action in model.actions.iter_mut().filter(|action| action.achieves.is_none()) {
        let (hope, then): (Vec<ModelEffect>, Vec<ModelEffect>) =
            std::mem::take(&mut action.then).into_iter().partition(|_| dice.chance(40));
        (action.hope, action.then) = (hope, then);
    }
}

/// Adds `[move]` for a fact of the domain, and `near` to some actions that required a place.
fn walk(dice: &mut Dice, model: &mut Model, query: &mut OracleQuery) {
    let is_place = |fact: &&ModelFact| fact.of.is_empty() && !["bool", "int"].contains(&fact.kind.as_str());
    let places: Vec<&ModelFact> = model.facts.iter().filter(is_place).collect();
    let Some(fact) = dice.pick(&places).map(|fact| (*fact).clone()) else { return };
    let of = fact.kind.trim_end_matches('?').to_owned();
    let cost = ways(dice, model, query, &of);
    let name = dice.chance(30).then(|| "walk_on".to_owned());
    model.movement = Some(ModelMovement { fact: fact.name.clone(), cost, name });
    let objects = closed_objects(model, &of);
    let begins = format!("{} == ", fact.name);
    for action in &mut model.actions {
        let params = &action.params;
        let is_place = |word: &str| match params.iter().find(|(name, _)| name == word) {
            Some((_, param_of)) => *param_of == of,
            None => objects.iter().any(|object| object == word),
        };
        let place_of = |condition: &ModelCondition| match condition {
            ModelCondition::Text(text) => {
                text.strip_prefix(&begins).filter(|word| is_place(word)).map(str::to_owned)
            }
            ModelCondition::Any(_) => None,
        };
        let mut conditions = action.when.iter().enumerate();
        let found = conditions.find_map(|(at, condition)| Some((at, place_of(condition)?)));
        match found {
            Some((at, place)) if dice.chance(80) => {
                action.when.remove(at);
                action.near = Some(place);
            }
            // Sometimes an action gets a place that it did not have.
            None if dice.chance(15) => action.near = dice.pick(&objects).cloned(),
            _ => {}
        }
    }
}

/// Generates the table of travel costs: none, an undeclared one, or one with one or two indices.
fn ways(dice: &mut Dice, model: &mut Model, query: &mut OracleQuery, of: &str) -> Option<String> {
    let objects = closed_objects(model, of);
    let indices = match dice.below(5) {
        0 => return None,
        1 => {
            if let (Some(from), Some(to), true) =
                (dice.pick(&objects).cloned(), dice.pick(&objects), dice.chance(60))
            {
                query.tables.push((format!("path[{from}, {to}]"), dice.between(0, 4) as f64));
            }
            return Some("path".to_owned());
        }
        2 => 1,
        _ => 2,
    };
    let mut values: Vec<(String, String)> = Vec::new();
    for _ in 0..dice.below(5) {
        let key: Vec<&str> = (0..indices).filter_map(|_| dice.pick(&objects).map(String::as_str)).collect();
        let key = key.join(",");
        if !key.is_empty() && values.iter().all(|(known, _)| *known != key) {
            values.push((key, format!("{}.{}", dice.between(0, 4), dice.one_of([0, 5]))));
        }
    }
    let default = dice.between(0, 5).to_string();
    model.tables.push(ModelTable {
        name: "trek".to_owned(),
        of: vec![of.to_owned(); indices],
        default,
        values,
    });
    Some("trek".to_owned())
}

/// Returns the objects of a type that the text may name.
fn closed_objects(model: &Model, of: &str) -> Vec<String> {
    let kind = |of: &str| model.types.iter().find(|(name, _)| name == of).map(|(_, kind)| kind);
    match kind(of) {
        Some(ModelType::Closed(objects)) => objects.clone(),
        Some(ModelType::Union(members)) => {
            let closed = members.iter().filter_map(|member| match kind(member) {
                Some(ModelType::Closed(objects)) => Some(objects.clone()),
                _ => None,
            });
            closed.flatten().collect()
        }
        _ => Vec::new(),
    }
}

/// Gives some actions a cost by a curve of a number.
fn curve(dice: &mut Dice, model: &mut Model) {
    let mut x = dice.between(-2, 1);
    let points = (0..dice.between(1, 4)).map(|_| {
        x += dice.between(1, 3);
        (x.to_string(), format!("{}.{}", dice.between(0, 3), dice.one_of(["0", "25", "333333"])))
    });
    model.curves.push(("bent".to_owned(), points.collect()));
    let is_int = |fact: &&ModelFact| fact.of.is_empty() && fact.kind == "int";
    let ints: Vec<String> = model.facts.iter().filter(is_int).map(|fact| fact.name.clone()).collect();
    for action in &mut model.actions {
        if action.achieves.is_some() || matches!(action.cost, ModelCost::Rules(_)) || !dice.chance(50) {
            continue;
        }
        let number = action.params.iter().find(|(_, of)| of.contains("..")).map(|(name, _)| name.clone());
        let at = number.or_else(|| dice.pick(&ints).filter(|_| dice.chance(50)).cloned());
        let at = at.unwrap_or_else(|| dice.between(-1, 9).to_string());
        let cost = match dice.below(3) {
            0 => format!("curve.bent({at})"),
            1 => format!("1 + curve.bent({at} / 2)"),
            _ => format!("2 * curve.bent({at} + 0.5)"),
        };
        action.cost = ModelCost::Expression(cost);
    }
}
