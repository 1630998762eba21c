//! Locks and keys: rooms behind doors, and keys that are picked up, carried, dropped and broken.

use super::dice::Dice;
use super::model::{Model, ModelAction, ModelCost, numbered};
use super::price::price;
use crate::query::OracleQuery;

pub(crate) fn build(dice: &mut Dice) -> (Model, OracleQuery) {
    let mut model = Model::default();
    let rooms = numbered("r", dice.between(4, 6) as usize);
    let keys = numbered("k", dice.one_of([1, 2, 2, 3]));
    model.closed("room", &rooms);
    model.closed("key", &keys);
    model.fact("at", "room", &[]);
    model.fact("has", "bool", &["key"]);
    model.fact("lies", "room?", &["key"]);
    model.fact("shut", "bool", &["room"]);
    model.table("way", &["room", "room"], "0", ways(dice, &rooms));
    place_keys(dice, &mut model, &rooms, &keys);

    let go = ModelAction::new("go")
        .param("from", "room")
        .param("to", "room")
        .when("at == from")
        .when("way[from, to] > 0")
        .when("not shut[to]")
        .then("at = to")
        .cost(ModelCost::Expression("way[from, to]".to_owned()));
    model.actions.push(go);
    let can_drop = keys.len() < 3 && dice.chance(50);
    let mut take = ModelAction::new("take")
        .param("k", "key")
        .when("lies[k] == at")
        .then("has[k]")
        .then("lies[k] = none")
        .cost(price(dice));
    if can_drop && dice.chance(60) {
        take = take.when("no key other: has[other]");
    }
    model.actions.push(take);
    if can_drop {
        let drop = ModelAction::new("drop").param("k", "key").when("has[k]").then("not has[k]");
        model.actions.push(drop.then("lies[k] = at").cost(price(dice)));
    }
    model.actions.push(unlock(dice));

    if dice.chance(30) {
        let wanted = &keys[dice.below(keys.len())];
        model.goal("g", vec![format!("has[{wanted}]").into(), format!("at == {}", rooms[0]).into()]);
    } else {
        model.goal("g", vec![format!("at == {}", rooms[rooms.len() - 1]).into()]);
    }
    (model, OracleQuery::new("g"))
}

/// Generates a tree of corridors, sometimes with an extra one; some are one-way.
fn ways(dice: &mut Dice, rooms: &[String]) -> Vec<(String, String)> {
    let mut ways = Vec::new();
    for i in 1..rooms.len() {
        let parent = if dice.chance(60) { i - 1 } else { dice.below(i) };
        let length = dice.between(1, 4).to_string();
        ways.push((format!("{},{}", rooms[parent], rooms[i]), length.clone()));
        if dice.chance(92) {
            ways.push((format!("{},{}", rooms[i], rooms[parent]), length));
        }
    }
    ways
}

/// Locks one room for each key. A key may be behind its own door.
fn place_keys(dice: &mut Dice, model: &mut Model, rooms: &[String], keys: &[String]) {
    let mut shut: Vec<&String> = rooms[1..].iter().collect();
    dice.shuffle(&mut shut);
    if dice.chance(70)
        && let Some(last) = rooms.last()
    {
        // Mostly the path to the goal is locked.
        shut.retain(|room| *room != last);
        shut.insert(0, last);
    }
    let mut fits = Vec::new();
    for (key, room) in keys.iter().zip(shut) {
        fits.push((format!("{room},{key}"), "1".to_owned()));
        model.start(&format!("shut[{room}]"), true);
        if !dice.chance(5) {
            // Most trees have a room in front of the door; any other room may be behind it.
            let door = rooms.iter().position(|candidate| candidate == room).unwrap_or(0);
            let place = if dice.chance(85) { dice.below(door.max(1)) } else { dice.below(rooms.len()) };
            model.start(&format!("lies[{key}]"), rooms[place].as_str());
        }
    }
    model.table("fits", &["room", "key"], "0", fits);
}

fn unlock(dice: &mut Dice) -> ModelAction {
    let mut unlock = ModelAction::new("unlock");
    if dice.chance(50) {
        unlock = unlock.param("from", "room").param("to", "room").param("k", "key");
        unlock = unlock.when("at == from").when("way[from, to] > 0");
    } else {
        unlock = unlock.param("to", "room").param("k", "key");
    }
    unlock = unlock.when("has[k]").when("shut[to]").when("fits[to, k] == 1").then("not shut[to]");
    if dice.chance(40) {
        unlock = unlock.then("not has[k]");
    }
    unlock.cost(price(dice))
}
