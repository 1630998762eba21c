//! Clobbering pairs: an action that achieves one goal undoes another, so the order matters or there is no plan.

use super::dice::Dice;
use super::model::{Model, ModelAction, ModelCondition, ModelEffect, numbered};
use super::price::price;
use crate::query::OracleQuery;

pub(crate) fn build(dice: &mut Dice) -> (Model, OracleQuery) {
    let mut model = Model::default();
    let names = numbered("w", dice.between(4, 9) as usize);
    for name in &names {
        model.fact(name, "bool", &[]);
        if dice.chance(15) {
            model.start(name, true);
        }
    }
    // The goals can be met in this hidden order; in another order, meeting one breaks others.
    let mut order: Vec<usize> = (0..names.len()).collect();
    dice.shuffle(&mut order);
    let is_mutex = dice.chance(22);
    for (place, &i) in order.iter().enumerate() {
        let mut make = ModelAction::new(format!("make_{}", names[i])).then(names[i].as_str());
        for &later in &order[place + 1..] {
            if dice.chance(40) {
                make = make.then(format!("not {}", names[later]));
            }
        }
        if place > 0 && (dice.chance(35) || (is_mutex && place + 1 == order.len())) {
            let earlier = order[dice.below(place)];
            make = make.then(format!("not {}", names[earlier]));
        }
        if place > 0 && dice.chance(45) {
            make = make.when(names[order[place - 1]].as_str());
        }
        model.actions.push(make.cost(price(dice)));
    }
    if dice.chance(40) {
        model.actions.push(toggle(dice, &names));
    }
    if dice.chance(25) {
        let (a, b) = (dice.below(names.len()), dice.below(names.len()));
        let mend = ModelAction::new("mend").when(ModelCondition::Any(vec![
            vec![names[a].as_str().into()],
            vec![format!("not {}", names[b]).into(), names[dice.below(names.len())].as_str().into()],
        ]));
        model.actions.push(mend.then(names[b].as_str()).cost(price(dice)));
    }
    let wanted = dice.between(2, names.len() as i64) as usize;
    let want = order.iter().rev().take(wanted).map(|&i| names[i].as_str().into()).collect();
    model.goal("g", want);
    (model, OracleQuery::new("g"))
}

/// One action that toggles a goal, with a side effect only when it turns it on.
fn toggle(dice: &mut Dice, names: &[String]) -> ModelAction {
    let subject = dice.below(names.len());
    let other = (subject + 1 + dice.below(names.len() - 1)) % names.len();
    let name = &names[subject];
    ModelAction::new("toggle")
        .then(ModelEffect::When(vec![name.as_str().into()], vec![format!("not {name}")]))
        .then(ModelEffect::When(
            vec![format!("not {name}").into()],
            vec![name.clone(), format!("not {}", names[other])],
        ))
        .cost(price(dice))
}
