//! Permutation puzzles: pieces are swapped until they are sorted, if that is possible.

use super::dice::Dice;
use super::model::{Model, ModelAction, ModelCondition, ModelCost, ModelRange, numbered};
use super::price::price;
use crate::query::OracleQuery;

pub(crate) fn build(dice: &mut Dice) -> (Model, OracleQuery) {
    let mut model = Model::default();
    let size = dice.one_of([4, 4, 5, 5, 6]);
    let slots = numbered("p", size);
    model.closed("slot", &slots);
    let mut order: Vec<usize> = (0..size).collect();
    if dice.chance(60) {
        order.reverse();
    } else {
        dice.shuffle(&mut order);
    }
    let want =
        if dice.chance(50) { pieces(&mut model, &slots, &order) } else { ranks(&mut model, &slots, &order) };
    if dice.chance(25) {
        cycles(dice, &mut model, &slots);
    } else {
        swaps(dice, &mut model, &slots);
    }
    model.goal("g", want);
    (model, OracleQuery::new("g"))
}

/// Pieces are objects, and each has its slot.
fn pieces(model: &mut Model, slots: &[String], order: &[usize]) -> Vec<ModelCondition> {
    let names = numbered("x", slots.len());
    model.closed("piece", &names);
    model.fact("holds", "piece", &["slot"]);
    let mut want = Vec::new();
    for (i, slot) in slots.iter().enumerate() {
        model.start(&format!("holds[{slot}]"), names[order[i]].as_str());
        want.push(format!("holds[{slot}] == {}", names[i]).into());
    }
    want
}

/// Pieces are numbers to be sorted.
fn ranks(model: &mut Model, slots: &[String], order: &[usize]) -> Vec<ModelCondition> {
    model.int("holds", ModelRange::refusing(0, slots.len() as i64), &["slot"]);
    for (slot, &rank) in slots.iter().zip(order) {
        model.start(&format!("holds[{slot}]"), rank as i64);
    }
    slots.windows(2).map(|pair| format!("holds[{}] < holds[{}]", pair[0], pair[1]).into()).collect()
}

/// Two slots exchange their contents: any two, or neighbours only.
fn swaps(dice: &mut Dice, model: &mut Model, slots: &[String]) {
    let only_neighbours = dice.chance(75);
    let mut costs = Vec::new();
    for i in 0..slots.len() {
        for j in i + 1..slots.len() {
            if j == i + 1 || !only_neighbours {
                costs.push((format!("{},{}", slots[i], slots[j]), dice.between(1, 4).to_string()));
            }
        }
    }
    if dice.chance(25) {
        costs.remove(dice.below(costs.len()));
    }
    model.table("effort", &["slot", "slot"], "0", costs);
    let swap = ModelAction::new("swap")
        .param("a", "slot")
        .param("b", "slot")
        .when("effort[a, b] > 0")
        .then("holds[a] = holds[b]")
        .then("holds[b] = holds[a]")
        .cost(ModelCost::Expression("effort[a, b]".to_owned()));
    model.actions.push(swap);
}

/// Three slots rotate at once, so only even permutations can be reached.
fn cycles(dice: &mut Dice, model: &mut Model, slots: &[String]) {
    for (i, three) in slots.windows(3).enumerate() {
        let turn = ModelAction::new(format!("turn{i}"))
            .then(format!("holds[{}] = holds[{}]", three[0], three[1]))
            .then(format!("holds[{}] = holds[{}]", three[1], three[2]))
            .then(format!("holds[{}] = holds[{}]", three[2], three[0]));
        model.actions.push(turn.cost(price(dice)));
    }
}
