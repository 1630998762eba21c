//! `g_guard`: the example domain `guard` with 13 and with 24 spots, and a model of it for the peers.
//!
//! The model has what the query needs, and what it leaves out favours the peers: nothing is due on the
//! patrol, only lockers with grenades exist, and the intruder can only be where the noise was. Conditional
//! costs are variants of an action. Starts differ in which spots are a refuge, which this goal does not
//! depend on.

use cunning_oracle::OracleQuery;

use super::example::{Example, queries};
use super::model::{Kind, Model};
use super::problems::Problem;

const NOISE_AT: &str = "storehouse";
const LOCKERS: [(&str, i64); 2] = [("armoury", 4), ("tower", 1)];
const REFUGES: [&str; 6] = ["gate", "yard", "well", "barracks", "armoury", "kitchen"];

const CASTLE: [&str; 13] = [
    "gate",
    "yard",
    "well",
    "barracks",
    "armoury",
    "kitchen",
    "cellar",
    "storehouse",
    "chapel",
    "postern",
    "tower",
    "north_wall",
    "south_wall",
];

/// Spots that the file does not mention, so that all distances to them are the default.
const OUTSKIRTS: [&str; 11] =
    ["village", "mill", "bridge", "ford", "quarry", "orchard", "shrine", "camp", "ruin", "cave", "pier"];

pub(crate) fn problems() -> Result<Vec<Problem>, String> {
    let Some(example) = Example::read("guard")? else { return Ok(Vec::new()) };
    let everywhere: Vec<&str> = CASTLE.into_iter().chain(OUTSKIRTS).collect();
    Ok(vec![problem("g_guard_13", &example, &CASTLE)?, problem("g_guard_24", &example, &everywhere)?])
}

fn problem(name: &str, example: &Example, spots: &[&str]) -> Result<Problem, String> {
    let asked = OracleQuery::new("repel")
        .objects("spot", spots)
        .set("at", "barracks")
        .set("noise_at", NOISE_AT)
        .set("dug_in", true)
        .set("rounds", 0)
        .set("grenades", 0);
    let model = model(example, spots)?;
    let keys = REFUGES.map(|spot| (format!("refuge_{spot}"), format!("refuge[{spot}]")));
    Ok(Problem {
        name: name.into(),
        text: example.text.clone(),
        queries: queries(&asked, &model, &keys),
        essence: model.relevant(),
        model,
        optimum: Some((29_500_000, 12)),
    })
}

fn model(example: &Example, spots: &[&str]) -> Result<Model, String> {
    let index =
        |name: &str| spots.iter().position(|spot| *spot == name).ok_or_else(|| format!("no `{name}`"));
    let (count, nowhere, noise_at) = (spots.len() as i64, spots.len(), index(NOISE_AT)?);
    let refuges = REFUGES.map(|spot| format!("refuge_{spot}"));
    let checked: Vec<String> = spots.iter().map(|spot| format!("checked_{spot}")).collect();
    let mut model = Model::default()
        .fact("at", Kind::Symbol(count))
        .fact("intruder_at", Kind::Symbol(count + 1))
        .bools("intruder_down dug_in covered drawn alarmed")
        .int("rounds", 0, 6)
        .int("magazines", 0, 3)
        .int("grenades", 0, 2)
        .bools(&checked.join(" "))
        .bools(&refuges.join(" "))
        .ground_action("draw", &[], "not drawn", "drawn", 500_000)?;
    for (covered, cost) in [("covered", 2), ("not covered", 4)] {
        let when = format!("rounds == 0, magazines >= 1, {covered}");
        model = model.action("reload", &when, "rounds = 6, magazines -= 1", cost)?;
    }
    for (spot, _) in LOCKERS {
        let at = index(spot)?;
        model = model.int(&format!("locker_{spot}"), 0, 4).ground_action(
            "take_grenade",
            &[("s", spot)],
            &format!("at == {at}, locker_{spot} >= 1, grenades <= 1"),
            &format!("grenades += 1, locker_{spot} -= 1"),
            1_000_000,
        )?;
    }
    for (from, &here) in spots.iter().enumerate() {
        let one = [("s", here)];
        let (shelter, bell) = (example.micros("shelter", &[here])?, example.micros("bell", &[here])?);
        model = model
            .ground_action("take_cover", &one, &format!("at == {from}, not covered"), "covered", shelter)?
            .ground_action("raise_alarm", &one, &format!("at == {from}, not alarmed"), "alarmed", bell)?;
        for (to, &there) in spots.iter().enumerate() {
            let two = [("from", here), ("to", there)];
            if from != to {
                let walk = example.micros("walk", &[here, there])?;
                let then = format!("at = {to}, not covered");
                model = model.ground_action("go", &two, &format!("at == {from}"), &then, walk)?;
            }
            let look = if from == to { 2_000_000 } else { example.micros("glance", &[here, there])? };
            let seen = if to == noise_at { format!(", intruder_at = {to}") } else { String::new() };
            let then = format!("checked_{there}{seen}");
            model = model.ground_action("look", &two, &format!("at == {from}"), &then, look)?;
        }
        model = fight(model, example, from, here, noise_at)?;
    }
    let mut base = vec![
        ("at", index("barracks")? as i64),
        ("intruder_at", nowhere as i64),
        ("dug_in", 1),
        ("magazines", 1),
    ];
    let lockers = LOCKERS.map(|(spot, stock)| (format!("locker_{spot}"), stock));
    base.extend(lockers.iter().map(|(name, stock)| (name.as_str(), *stock)));
    let varied: Vec<(&str, i64)> = refuges.iter().map(|name| (name.as_str(), 2)).collect();
    model.goal("alarmed, intruder_down, covered")?.starts(&base, &varied)
}

/// Adds the actions from a spot against an intruder who is where the noise was.
fn fight(mut model: Model, example: &Example, from: usize, here: &str, to: usize) -> Result<Model, String> {
    let args = [("from", here), ("to", NOISE_AT)];
    let when = format!("at == {from}, intruder_at == {to}, not dug_in, drawn, rounds >= 1");
    let then = "intruder_down, rounds -= 1";
    if from == to {
        return model.ground_action("shoot", &args, &when, then, 6_000_000);
    }
    let glance = example.micros("glance", &[here, NOISE_AT])?;
    for (covered, cost) in [("covered", 1_000_000), ("not covered", 6_000_000)] {
        model = model.ground_action("shoot", &args, &format!("{when}, {covered}"), then, cost + glance)?;
    }
    let when = format!("grenades >= 1, intruder_at == {to}, dug_in, at == {from}");
    model.ground_action("throw_grenade", &[("to", NOISE_AT)], &when, "not dug_in, grenades -= 1", 2_000_000)
}
