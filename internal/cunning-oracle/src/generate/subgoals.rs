//! Sub-goals: some actions stand for goals that a short chain achieves, with side effects that the estimate does not
//! include.

use super::dice::Dice;
use super::model::{Model, ModelAction, numbered};
use super::price::price;
use crate::query::OracleQuery;

pub(crate) fn build(dice: &mut Dice) -> (Model, OracleQuery) {
    let mut model = Model::default();
    let stages = numbered("part", dice.between(2, 4) as usize);
    for (i, stage) in stages.iter().enumerate() {
        let steps = numbered(&format!("{stage}_step"), dice.between(1, 3) as usize);
        model.fact(stage, "bool", &[]);
        for (j, step) in steps.iter().enumerate() {
            model.fact(step, "bool", &[]);
            let mut act = ModelAction::new(format!("do_{step}")).then(step.as_str()).cost(price(dice));
            if j > 0 {
                act = act.when(steps[j - 1].as_str());
            }
            if i > 0 && dice.chance(25) {
                act = act.then(format!("not {}", stages[i - 1]));
            }
            if !dice.chance(6) {
                model.actions.push(act);
            }
        }
        let mut finish = ModelAction::new(format!("finish_{stage}")).then(stage.as_str()).cost(price(dice));
        finish = finish.when(steps[steps.len() - 1].as_str());
        if i > 0 {
            finish = finish.when(stages[i - 1].as_str());
        }
        model.actions.push(finish);
        model.goal(&format!("get_{stage}"), vec![stage.as_str().into()]);
        if dice.chance(75) {
            let mut reach = ModelAction::new(format!("reach_{stage}")).cost(price(dice));
            reach.achieves = Some(format!("get_{stage}"));
            if i > 0 && dice.chance(50) {
                reach = reach.when(stages[i - 1].as_str());
            }
            model.actions.push(reach);
        }
    }
    model.goal("g", stages.iter().map(|stage| stage.as_str().into()).collect());
    (model, OracleQuery::new("g"))
}
