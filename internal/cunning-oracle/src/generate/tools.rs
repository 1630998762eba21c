//! Tool trees: items are made of other items, in workshops, with or without the right tool.

use super::dice::Dice;
use super::model::{Model, ModelAction, ModelCost, ModelRange, numbered};
use super::price::price;
use crate::query::OracleQuery;

pub(crate) fn build(dice: &mut Dice) -> (Model, OracleQuery) {
    let mut model = Model::default();
    let things = numbered("t", dice.between(5, 10) as usize);
    let raw = dice.between(1, 2) as usize;
    let has_shops = dice.chance(50);
    model.closed("thing", &things);
    model.fact("has", "bool", &["thing"]);
    let shops = numbered("shop", 2 + dice.below(2));
    if has_shops {
        model.closed("place", &shops);
        model.fact("at", "place", &[]);
        let go = ModelAction::new("go").param("to", "place").when("at != to").then("at = to");
        model.actions.push(go.cost(price(dice)));
    }
    let counts_ore = dice.chance(30);
    if counts_ore {
        model.int("ore", ModelRange::refusing(0, 5), &[]);
        model.start("ore", dice.between(1, 5));
    }
    for (i, thing) in things.iter().enumerate() {
        if i < raw {
            raw_thing(dice, &mut model, thing, counts_ore);
            continue;
        }
        let mut make = ModelAction::new(format!("make_{thing}")).when(format!("not has[{thing}]"));
        let first = if dice.chance(70) { i - 1 } else { dice.below(i) };
        let mut parts = vec![first];
        if dice.chance(50) {
            let second = dice.below(i);
            if second != first {
                parts.push(second);
            }
        }
        make = make.then(format!("has[{thing}]"));
        for part in parts {
            make = make.when(format!("has[{}]", things[part]));
            if dice.chance(45) {
                make = make.then(format!("not has[{}]", things[part]));
            }
        }
        if has_shops && dice.chance(60) {
            make = make.when(format!("at == {}", shops[dice.below(shops.len())]));
        }
        let tool = &things[dice.below(things.len())];
        model.actions.push(make.cost(tool_cost(dice, tool)));
    }
    let mut want = vec![format!("has[{}]", things[things.len() - 1]).into()];
    if dice.chance(40) {
        want.push(format!("has[{}]", things[dice.below(things.len() - 1)]).into());
    }
    model.goal("g", want);
    (model, OracleQuery::new("g"))
}

fn raw_thing(dice: &mut Dice, model: &mut Model, thing: &str, counts_ore: bool) {
    if dice.chance(12) {
        // No action produces it, so it is missing once it is used up, or from the start.
        if dice.chance(50) {
            model.start(&format!("has[{thing}]"), true);
        }
        return;
    }
    let mut find = ModelAction::new(format!("find_{thing}")).then(format!("has[{thing}]"));
    if counts_ore {
        find = find.then(format!("ore -= {}", dice.between(1, 2)));
    }
    model.actions.push(find.cost(price(dice)));
}

/// Makes the action cheaper with a tool.
fn tool_cost(dice: &mut Dice, tool: &str) -> ModelCost {
    if dice.chance(60) {
        return price(dice);
    }
    let with_tool = ModelCost::Number(dice.between(0, 2).to_string());
    let without = ModelCost::Number(dice.between(2, 6).to_string());
    ModelCost::Rules(vec![(vec![format!("has[{tool}]").into()], with_tool), (Vec::new(), without)])
}
