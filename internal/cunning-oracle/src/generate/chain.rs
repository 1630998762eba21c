//! Chains: each link needs the one before, with irrelevant actions, shortcuts, setbacks and missing links.

use super::dice::Dice;
use super::model::{Model, ModelAction, ModelCost, ModelGoal, numbered};
use super::price::price;
use crate::query::OracleQuery;

pub(crate) fn build(dice: &mut Dice) -> (Model, OracleQuery) {
    let mut model = Model::default();
    let query = match dice.below(3) {
        0 => of_bools(dice, &mut model),
        1 => of_stages(dice, &mut model),
        _ => of_links(dice, &mut model),
    };
    if dice.chance(24) && model.actions.len() > 2 {
        let missing = dice.below(model.actions.len());
        model.actions.remove(missing);
    }
    noise(dice, &mut model);
    (model, query)
}

/// One bool per link; a step may consume the link before it.
fn of_bools(dice: &mut Dice, model: &mut Model) -> OracleQuery {
    let length = dice.between(3, 12) as usize;
    let names = numbered("link", length);
    for (i, name) in names.iter().enumerate() {
        model.fact(name, "bool", &[]);
        let mut step = ModelAction::new(format!("step{i}")).then(name.as_str()).cost(price(dice));
        if i > 0 {
            step = step.when(names[i - 1].as_str());
            if dice.chance(25) {
                step = step.then(format!("not {}", names[i - 1]));
            }
        }
        if i > 1 && dice.chance(20) {
            step = step.when(names[i - 2].as_str());
        }
        model.actions.push(step);
    }
    if dice.chance(30) {
        let from = dice.below(length - 1);
        let to = from + 1 + dice.below(length - from - 1);
        let cost = ModelCost::Number(dice.between(1, 12).to_string());
        let jump = ModelAction::new("jump").when(names[from].as_str()).then(names[to].as_str()).cost(cost);
        model.actions.push(jump);
    }
    model.goal("g", vec![names[length - 1].as_str().into()]);
    OracleQuery::new("g")
}

/// One fact whose value advances from stage to stage, and may fall back.
fn of_stages(dice: &mut Dice, model: &mut Model) -> OracleQuery {
    let length = dice.between(4, 13) as usize;
    let stages = numbered("s", length);
    model.closed("stage", &stages);
    model.fact("stage_of_work", "stage", &[]);
    for i in 1..length {
        let step = ModelAction::new(format!("step{i}"))
            .when(format!("stage_of_work == {}", stages[i - 1]))
            .then(format!("stage_of_work = {}", stages[i]))
            .cost(price(dice));
        model.actions.push(step);
    }
    for number in 0..dice.below(3) {
        let (from, to) = (dice.below(length), dice.below(length));
        let slip = ModelAction::new(format!("slip{number}"))
            .when(format!("stage_of_work == {}", stages[from]))
            .then(format!("stage_of_work = {}", stages[to]))
            .cost(price(dice));
        model.actions.push(slip);
    }
    model.goal("g", vec![format!("stage_of_work == {}", stages[length - 1]).into()]);
    OracleQuery::new("g")
}

/// Links as objects: one action with two parameters follows the edges of a table.
fn of_links(dice: &mut Dice, model: &mut Model) -> OracleQuery {
    let length = dice.between(4, 9) as usize;
    let links = numbered("l", length);
    model.closed("link", &links);
    model.fact("done", "bool", &["link"]);
    let broken = if dice.chance(20) { dice.below(length) } else { 0 };
    let mut edges = Vec::new();
    for i in 1..length {
        if i != broken {
            edges.push((format!("{},{}", links[i - 1], links[i]), dice.between(1, 5).to_string()));
        }
    }
    for _ in 0..dice.below(3) {
        let (from, to) = (dice.below(length), dice.below(length));
        let key = format!("{},{}", links[from], links[to]);
        if edges.iter().all(|(known, _)| *known != key) {
            edges.push((key, dice.between(1, 9).to_string()));
        }
    }
    model.table("way", &["link", "link"], "0", edges);
    let follow = ModelAction::new("follow")
        .param("from", "link")
        .param("to", "link")
        .when("done[from]")
        .when("way[from, to] > 0")
        .then("done[to]")
        .cost(ModelCost::Expression("way[from, to]".to_owned()));
    model.actions.push(follow);
    model.start("done[l0]", true);
    model.goals.push(ModelGoal {
        name: "g".to_owned(),
        params: vec![("last".to_owned(), "link".to_owned())],
        want: vec!["done[last]".into()],
    });
    OracleQuery::new("g").bind("last", &links[length - 1])
}

/// Facts that are irrelevant to the goal and multiply the states.
fn noise(dice: &mut Dice, model: &mut Model) {
    for name in numbered("noise", dice.below(4)) {
        model.fact(&name, "bool", &[]);
        model.actions.push(ModelAction::new(format!("make_{name}")).then(name.as_str()).cost(price(dice)));
        if dice.chance(40) {
            let unmake = ModelAction::new(format!("unmake_{name}"));
            model.actions.push(unmake.when(name.as_str()).then(format!("not {name}")).cost(price(dice)));
        }
    }
}
