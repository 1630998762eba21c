//! `v_hoe` and `v_work`: the example domain `villager`, and a model of it for peers that can clamp numbers.
//!
//! The model has only goods that a shop sells, and an action is split into variants where its effects or its
//! cost depend on the state. Starts differ in the smith's stock of food, which he does not sell.

use cunning_oracle::OracleQuery;

use super::example::{Example, queries};
use super::model::{Kind, Model, Overflow};
use super::problems::Problem;

const PLACES: [&str; 7] = ["home", "field", "forest", "river", "market", "smithy", "mill"];
const SHOPS: [&str; 3] = ["market", "smithy", "mill"];
const RAW: [&str; 3] = ["wood", "fish", "grain"];
const FOOD: [&str; 2] = ["bread", "cheese"];
const SACKS: [&str; 2] = ["seed", "feed"];
const TOOLS: [&str; 3] = ["axe", "rod", "hoe"];
const SHELVES: [(&str, &str, i64); 8] = [
    ("market", "bread", 4),
    ("market", "cheese", 2),
    ("market", "seed", 9),
    ("market", "rod", 1),
    ("mill", "bread", 2),
    ("mill", "feed", 3),
    ("smithy", "axe", 1),
    ("smithy", "hoe", 1),
];

/// The facts in which starts differ, with their names in the model and in the domain, and the number of
/// values.
const VARIED: [(&str, &str, i64); 2] =
    [("stock_smithy_bread", "stock[smithy, bread]", 8), ("stock_smithy_cheese", "stock[smithy, cheese]", 8)];

pub(crate) fn problems() -> Result<Vec<Problem>, String> {
    let Some(example) = Example::read("villager")? else { return Ok(Vec::new()) };
    let model = model(&example)?;
    let problem =
        |name: &str, asked: &OracleQuery, base: &[(&str, &str, i64)], want: &str, cost_micros: u64| {
            let mut start: Vec<(String, i64)> =
                SHELVES.iter().map(|(shop, ware, stock)| (format!("stock_{shop}_{ware}"), *stock)).collect();
            start.push(("strength".into(), 7));
            start.extend(base.iter().map(|(name, _, value)| ((*name).to_owned(), *value)));
            let start: Vec<(&str, i64)> = start.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            let model =
                model.clone().goal(want)?.starts(&start, &VARIED.map(|(name, _, count)| (name, count)))?;
            let keys = base.iter().chain(&VARIED).map(|&(name, key, _)| (name.to_owned(), key.to_owned()));
            let keys: Vec<(String, String)> = keys.collect();
            Ok::<_, String>(Problem {
                name: name.into(),
                text: example.text.clone(),
                queries: queries(asked, &model, &keys),
                essence: model.relevant(),
                model,
                optimum: Some((cost_micros, 9)),
            })
        };
    let hoe = [
        ("coins", "coins", 4),
        ("hunger", "hunger", 3),
        ("amount_bread", "amount[bread]", 1),
        ("amount_cheese", "amount[cheese]", 1),
    ];
    let work = [("coins", "coins", 8), ("amount_wood", "amount[wood]", 3)];
    Ok(vec![
        problem("v_hoe", &OracleQuery::new("own").bind("t", "hoe"), &hoe, "owns_hoe", 64_000_000)?,
        problem("v_work", &OracleQuery::new("work_the_field"), &work, "tilled, sown", 56_000_000)?,
    ])
}

fn model(example: &Example) -> Result<Model, String> {
    let mut model = Model::default()
        .fact("at", Kind::Symbol(PLACES.len() as i64))
        .int("coins", 0, 30)
        .fact("strength", Kind::Int { min: 0, max: 10, overflow: Overflow::ClampHigh })
        .fact("hunger", Kind::Int { min: 0, max: 10, overflow: Overflow::ClampLow })
        .bools("owns_axe owns_rod owns_hoe hens_fed tilled sown ripe");
    for good in RAW.iter().chain(&FOOD).chain(&SACKS) {
        model = model.int(&format!("amount_{good}"), 0, 9);
    }
    for (shop, ware, _) in SHELVES {
        model = model.int(&format!("stock_{shop}_{ware}"), 0, 9);
    }
    for (name, _, _) in VARIED {
        model = model.int(name, 0, 9);
    }
    trade(walk(work(model)?, example)?, example)
}

/// Adds work with the hands.
fn work(model: Model) -> Result<Model, String> {
    let [home, field, forest, river] = [0, 1, 2, 3].map(|place| format!("at == {place}"));
    let chop = format!("{forest}, strength >= 2, hunger <= 8, amount_wood <= 6");
    let tired = "strength -= 2, hunger += 1";
    model
        .action("chop", &format!("{chop}, owns_axe"), &format!("{tired}, amount_wood += 3"), 10)?
        .action("chop", &format!("{chop}, not owns_axe"), &format!("{tired}, amount_wood += 1"), 10)?
        .action(
            "fish",
            &format!("{river}, owns_rod, strength >= 1, hunger <= 8, amount_fish <= 7"),
            "amount_fish += 2, strength -= 1, hunger += 1",
            20,
        )?
        .action("keep_hens", &format!("{home}, amount_feed >= 1"), "amount_feed -= 1, hens_fed", 5)?
        .action(
            "cook",
            &format!("{home}, amount_fish >= 1, amount_wood >= 1"),
            "amount_fish -= 1, amount_wood -= 1, hunger -= 8, strength += 3",
            15,
        )?
        .action("sleep", &format!("{home}, hunger <= 5"), "strength = 10", 60)?
        .action("sleep", &format!("{home}, hunger >= 6"), "strength = 10", 90)?
        .action(
            "till",
            &format!("{field}, owns_hoe, not tilled, strength >= 4, hunger <= 7"),
            "tilled, strength -= 4, hunger += 2",
            25,
        )?
        .action("sow", &format!("{field}, tilled, not sown, amount_seed >= 2"), "sown, amount_seed -= 2", 10)?
        .action(
            "harvest",
            &format!("{field}, sown, ripe, strength >= 3, hunger <= 7, amount_grain <= 3"),
            "amount_grain += 6, not sown, not tilled, strength -= 3, hunger += 2",
            40,
        )
}

fn walk(mut model: Model, example: &Example) -> Result<Model, String> {
    for (from, &here) in PLACES.iter().enumerate() {
        for (to, &there) in PLACES.iter().enumerate().filter(|&(to, _)| to != from) {
            let apart = |axis: &str| {
                Ok::<_, String>(example.signed(axis, &[here])?.abs_diff(example.signed(axis, &[there])?))
            };
            let args = [("from", here), ("to", there)];
            let (when, then) = (format!("at == {from}"), format!("at = {to}"));
            model = model.ground_action("go", &args, &when, &then, apart("east")? + apart("north")?)?;
        }
    }
    Ok(model)
}

/// Adds trade.
fn trade(mut model: Model, example: &Example) -> Result<Model, String> {
    let at = |shop: &str| PLACES.iter().position(|place| *place == shop).ok_or("no such shop");
    for shop in SHOPS {
        let here = at(shop)?;
        let wage = example.whole("wage", &[shop])?;
        if wage > 0 {
            let when = format!("at == {here}, strength >= 3, hunger <= 7");
            let then = format!("coins += {wage}, strength -= 3, hunger += 2");
            model = model.ground_action("help", &[("s", shop)], &when, &then, 30_000_000)?;
        }
        for raw in RAW {
            let pays = example.whole("pays", &[shop, raw])?;
            for count in (1..=6).filter(|_| pays > 0) {
                let number = count.to_string();
                let args = [("s", shop), ("r", raw), ("n", number.as_str())];
                let when = format!("at == {here}, amount_{raw} >= {count}");
                let then = format!("amount_{raw} -= {count}, coins += {}", count * pays);
                model = model.ground_action("sell", &args, &when, &then, 2_000_000)?;
            }
        }
    }
    for (shop, ware, _) in SHELVES {
        let (here, price) = (at(shop)?, example.whole("price", &[shop, ware])?);
        let when = format!("at == {here}, stock_{shop}_{ware} >= 1, coins >= {price}");
        let then = format!("coins -= {price}, stock_{shop}_{ware} -= 1");
        model = if TOOLS.contains(&ware) {
            let (when, then) = (format!("{when}, not owns_{ware}"), format!("{then}, owns_{ware}"));
            model.ground_action("buy_tool", &[("s", shop), ("t", ware)], &when, &then, 1_000_000)?
        } else {
            let then = format!("{then}, amount_{ware} += 1");
            model.ground_action("buy", &[("s", shop), ("w", ware)], &when, &then, 1_000_000)?
        };
    }
    for food in FOOD {
        let when = format!("amount_{food} >= 1, hunger >= 1");
        let feeds = example.whole("feeds", &[food])?;
        let then = format!("amount_{food} -= 1, hunger -= {feeds}, strength += 1");
        model = model.ground_action("eat", &[("f", food)], &when, &then, 4_000_000)?;
    }
    Ok(model)
}
