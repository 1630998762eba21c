//! Resources: quantities with ranges and clamps that are gathered, traded, worn down and asked for exactly.

use super::dice::Dice;
use super::model::{Model, ModelAction, ModelCondition, ModelCost, ModelEffect, ModelRange, texts};
use super::price::price;
use crate::query::OracleQuery;

pub(crate) fn build(dice: &mut Dice) -> (Model, OracleQuery) {
    let mut model = Model::default();
    if dice.chance(50) {
        separate(dice, &mut model);
    } else {
        stores(dice, &mut model);
    }
    (model, OracleQuery::new("g"))
}

fn range(dice: &mut Dice, max: i64) -> ModelRange {
    ModelRange { min: 0, max, clamps_low: dice.chance(15), clamps_high: dice.chance(25) }
}

/// Wood, gold and strength, each a separate fact.
fn separate(dice: &mut Dice, model: &mut Model) {
    let (most_wood, most_gold) = (dice.between(4, 10), dice.between(4, 10));
    let wood = range(dice, most_wood);
    let gold = range(dice, most_gold);
    model.int("wood", wood, &[]);
    model.int("gold", gold, &[]);
    let works_hard = dice.chance(50);
    if works_hard {
        let strength = ModelRange { min: 0, max: dice.between(2, 5), clamps_low: false, clamps_high: true };
        model.int("strength", strength, &[]);
        model.start("strength", dice.between(0, strength.max));
        model.actions.push(
            ModelAction::new("rest").then(format!("strength += {}", dice.between(1, 4))).cost(price(dice)),
        );
    }
    // Sometimes an even step, so that odd goals cannot be met.
    let stride = if dice.chance(30) { 2 } else { 1 };
    for (name, amount) in [("chop", stride), ("bundle", stride * dice.between(2, 4))] {
        let mut gather = ModelAction::new(name).then(format!("wood += {amount}")).cost(price(dice));
        if works_hard {
            gather = gather.then("strength -= 1");
        }
        if dice.chance(70) {
            model.actions.push(gather);
        }
    }
    if dice.chance(70) {
        let top = dice.between(1, 4);
        let sell = ModelAction::new("sell").param("n", &format!("1..{top}"));
        let gain = dice.one_of(["n", "n * 2", "n + 1", "max(1, n - 1)", "n / 2 + 1"]);
        let sell = sell.when("wood >= n").then("wood -= n").then(format!("gold += {gain}"));
        model.actions.push(sell.cost(price(dice)));
    } else {
        let trade = ModelAction::new("trade").then(format!("wood -= {}", dice.between(1, 3)));
        model.actions.push(trade.then(format!("gold += {}", dice.between(1, 3))).cost(price(dice)));
    }
    model.fact("house", "bool", &[]);
    let (beams, wages) = (dice.between(1, wood.max), dice.between(1, gold.max));
    let build = ModelAction::new("build").when(format!("wood >= {beams}")).when(format!("gold >= {wages}"));
    let build = build.then(format!("wood -= {beams}")).then(format!("gold -= {wages}")).then("house");
    model.actions.push(build.cost(price(dice)));
    let wish = match dice.below(5) {
        0 => vec![
            format!("wood == {}", dice.between(1, wood.max)).into(),
            format!("gold == {}", dice.between(1, gold.max)).into(),
        ],
        1 => vec![format!("gold == {}", dice.between(1, gold.max)).into()],
        2 => vec!["house".into(), format!("gold >= {}", dice.between(1, gold.max)).into()],
        3 => vec![ModelCondition::Any(vec![
            vec![format!("gold > {}", gold.max - 1).into(), "wood == 0".into()],
            vec!["house".into(), format!("wood != {}", dice.between(0, wood.max)).into()],
        ])],
        _ => vec!["house".into()],
    };
    model.goal("g", wish);
}

/// A family of quantities, moved between goods by parameters.
fn stores(dice: &mut Dice, model: &mut Model) {
    let goods = texts(&["grain", "flour", "bread"][..dice.between(2, 3) as usize]);
    model.closed("good", &goods);
    let top = dice.between(3, 6);
    let bounds = range(dice, top);
    model.int("store", bounds, &["good"]);
    let worth = goods.iter().map(|good| (good.clone(), dice.between(0, 3).to_string())).collect();
    model.table("worth", &["good"], "1", worth);
    model.start(&format!("store[{}]", goods[0]), dice.between(0, top));

    let fetch = ModelAction::new("fetch").then(format!("store[{}] += {}", goods[0], dice.between(1, 2)));
    if dice.chance(80) {
        model.actions.push(fetch.cost(price(dice)));
    }
    let make = ModelAction::new("turn").param("a", "good").param("b", "good");
    let make = match dice.below(3) {
        0 => make.when("worth[a] < worth[b]"),
        1 => make.when("a != b"),
        // Converting a good into itself clashes, so those ground actions do not exist.
        _ => make,
    };
    let paid = dice.one_of(["1", "2", "worth[b]", "worth[b] - worth[a]"]);
    let make = make.then(format!("store[a] -= {paid}")).then("store[b] += 1");
    model.actions.push(make.cost(cost_by_worth(dice)));
    if dice.chance(40) {
        let spoil = ModelAction::new("spoil").param("a", "good").when("store[a] > 0");
        let spoil =
            spoil.then(ModelEffect::When(vec!["store[a] >= 3".into()], vec!["store[a] = 1".to_owned()]));
        let spoil =
            spoil.then(ModelEffect::When(vec!["store[a] < 3".into()], vec!["store[a] = 0".to_owned()]));
        model.actions.push(spoil.cost(price(dice)));
    }
    let last = &goods[goods.len() - 1];
    let wish = match dice.below(4) {
        0 => vec![
            format!("store[{last}] == {top}").into(),
            format!("store[{}] == {}", goods[0], dice.between(0, top)).into(),
        ],
        1 => vec![format!("every good x: store[x] >= {}", dice.between(1, top)).into()],
        2 => vec![
            format!("store[{last}] > store[{}]", goods[0]).into(),
            format!("store[{last}] >= {}", dice.between(1, top)).into(),
        ],
        _ => vec![format!("store[{last}] >= {}", dice.between(1, top)).into()],
    };
    model.goal("g", wish);
}

fn cost_by_worth(dice: &mut Dice) -> ModelCost {
    if dice.chance(50) {
        return ModelCost::Expression(
            dice.one_of(["1 + worth[a]", "worth[b] * 1.5 + 0.5", "abs(worth[a] - worth[b]) / 2"]).to_owned(),
        );
    }
    price(dice)
}
