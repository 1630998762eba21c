//! The common set of planning problems on which other libraries answer wrongly, with their known optima.

use cunning_oracle::{Limits, OracleDomain, OracleQuery, Verdict};
use std::fmt::Write as _;

/// The cost in whole units and the steps of the best plan; none when there is no plan.
fn best(text: &str, query: &OracleQuery) -> Option<(u64, usize)> {
    let domain = OracleDomain::parse(text).expect("a valid domain");
    match domain.solve(query, Limits::default()).expect("a valid query").verdict {
        Verdict::Solved { cost_micros, steps, plan } => {
            assert_eq!(domain.validate(query, &plan), Ok((cost_micros, steps)));
            assert_eq!(cost_micros % 1_000_000, 0);
            Some((cost_micros / 1_000_000, steps))
        }
        Verdict::Unsolvable => None,
        Verdict::LimitExceeded => panic!("the states ran out"),
    }
}

fn bools(names: &[&str]) -> String {
    names.iter().fold("[facts]\n".to_owned(), |mut text, name| {
        let _ = writeln!(text, "{name} = 'bool'");
        text
    })
}

fn action(name: &str, when: &[&str], then: &[&str], cost: u32) -> String {
    format!("[action.{name}]\nwhen = {when:?}\nthen = {then:?}\ncost = {cost}\n")
}

fn goal(want: &[&str]) -> String {
    format!("[goal.g]\nwant = {want:?}\n")
}

#[test]
fn a_fear() {
    let text = bools(&[
        "armed", "loaded", "seen", "aimed", "dead", "near", "grenade", "covered", "alerted", "mounted",
    ]) + &action("draw", &[], &["armed"], 1)
        + &action("holster", &["armed"], &["not armed", "not aimed"], 1)
        + &action("reload", &["armed"], &["loaded"], 2)
        + &action("scout", &[], &["seen", "alerted"], 1)
        + &action("approach", &["seen"], &["near", "not covered"], 4)
        + &action("aim", &["armed", "seen"], &["aimed"], 1)
        + &action("shoot", &["aimed", "loaded"], &["dead", "not loaded"], 2)
        + &action("melee", &["near"], &["dead"], 9)
        + &action("take_grenade", &[], &["grenade"], 6)
        + &action("throw", &["grenade", "seen"], &["dead", "not grenade"], 3)
        + &action("mount_gun", &[], &["mounted", "covered"], 5)
        + &action("fire_gun", &["mounted", "seen"], &["dead"], 4)
        + &goal(&["dead"]);
    assert_eq!(best(&text, &OracleQuery::new("g")), Some((7, 5)));
}

#[test]
fn b_rum() {
    let text = bools(&["drunk", "rum", "gold", "at_tavern", "at_still", "molasses", "lawful", "closed"])
        + &action("walk_to_tavern", &[], &["at_tavern", "not at_still"], 2)
        + &action("walk_to_still", &[], &["at_still", "not at_tavern"], 2)
        + &action("earn", &[], &["gold"], 3)
        + &action("buy", &["at_tavern", "gold", "not closed"], &["rum", "not gold"], 2)
        + &action("steal", &["at_tavern", "not lawful", "not closed"], &["rum"], 1)
        + &action("gather", &["at_still"], &["molasses"], 3)
        + &action("brew", &["at_still", "molasses"], &["rum", "not molasses"], 4)
        + &action("drink", &["rum"], &["drunk", "not rum"], 1)
        + &action("sleep", &["drunk"], &["not drunk"], 1)
        + &goal(&["drunk"]);
    assert_eq!(best(&text, &OracleQuery::new("g").set("lawful", true)), Some((8, 4)));
    assert_eq!(best(&text, &OracleQuery::new("g")), Some((4, 3)));
    assert_eq!(best(&text, &OracleQuery::new("g").set("closed", true)), Some((10, 4)));
}

/// A chain of `length` steps and `noise` actions that set one common fact or each its own.
fn chain(length: usize, noise: usize, own: bool) -> String {
    let mut names: Vec<String> = (0..length).map(|i| format!("f{i}")).collect();
    names.extend((0..if own { noise } else { 1 }).map(|i| format!("noise{i}")));
    let mut text = bools(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for i in 0..length {
        let before = if i == 0 { vec![] } else { vec![names[i - 1].as_str()] };
        text += &action(&format!("step{i}"), &before, &[&names[i]], 1);
    }
    for i in 0..noise {
        text += &action(&format!("fuss{i}"), &[], &[&names[length + if own { i } else { 0 }]], 1);
    }
    text + &goal(&[&names[length - 1]])
}

#[test]
fn c_chains_with_noise() {
    assert_eq!(best(&chain(8, 16, false), &OracleQuery::new("g")), Some((8, 8)));
    assert_eq!(best(&chain(8, 6, true), &OracleQuery::new("g")), Some((8, 8)));
}

#[test]
fn d_quantities() {
    let ints = "wood = { type = 'int', min = 0, max = 12 }\nstone = { type = 'int', min = 0, max = 12 }\n";
    let house = bools(&["axe", "house"])
        + ints
        + &action("make_axe", &[], &["axe"], 2)
        + &action("chop", &["axe"], &["wood += 1"], 1)
        + &action("mine", &[], &["stone += 1"], 1)
        + &action("build", &["wood >= 6", "stone >= 4"], &["house", "wood -= 6", "stone -= 4"], 1)
        + &goal(&["house"]);
    assert_eq!(best(&house, &OracleQuery::new("g")), Some((13, 12)));
    let gather = format!("[facts]\n{ints}")
        + &action("chop", &[], &["wood += 1"], 1)
        + &action("mine", &[], &["stone += 1"], 1)
        + &goal(&["wood >= 5", "stone >= 3"]);
    assert_eq!(best(&gather, &OracleQuery::new("g")), Some((8, 8)));
    let overshoot = format!("[facts]\n{ints}")
        + &action("stick", &[], &["wood += 1"], 1)
        + &action("bundle", &[], &["wood += 8"], 3)
        + &goal(&["wood >= 5"]);
    assert_eq!(best(&overshoot, &OracleQuery::new("g")), Some((3, 1)));
}

fn toggles(count: usize) -> (Vec<String>, String) {
    let names: Vec<String> = (0..count).map(|i| format!("t{i}")).collect();
    let actions = names.iter().fold(String::new(), |text, name| {
        text + &action(&format!("on_{name}"), &[], &[name], 1)
            + &action(&format!("off_{name}"), &[], &[&format!("not {name}")], 1)
    });
    (names, actions)
}

#[test]
fn e_unsolvable_chain_behind_toggles() {
    let (mut names, toggles) = toggles(8);
    names.extend((0..11).map(|i| format!("f{i}")));
    let mut text = bools(&names.iter().map(String::as_str).collect::<Vec<_>>()) + &toggles;
    for i in 1..11 {
        text += &action(&format!("step{i}"), &[&format!("f{}", i - 1)], &[&format!("f{i}")], 1);
    }
    assert_eq!(best(&(text + &goal(&["f10"])), &OracleQuery::new("g")), None);
}

#[test]
fn e_mutex_behind_toggles() {
    let (mut names, toggles) = toggles(6);
    names.extend(["x".to_owned(), "y".to_owned()]);
    let text = bools(&names.iter().map(String::as_str).collect::<Vec<_>>())
        + &toggles
        + &action("make_x", &[], &["x", "not y"], 1)
        + &action("make_y", &[], &["y", "not x"], 1)
        + &goal(&["x", "y"]);
    assert_eq!(best(&text, &OracleQuery::new("g")), None);
}

#[test]
fn f_one_action_for_all_and_clobbering() {
    let multi = bools(&["x", "y", "z"])
        + &action("one", &[], &["x"], 1)
        + &action("two", &[], &["y"], 1)
        + &action("three", &[], &["z"], 1)
        + &action("all", &[], &["x", "y", "z"], 2)
        + &goal(&["x", "y", "z"]);
    assert_eq!(best(&multi, &OracleQuery::new("g")), Some((2, 1)));
    let clobber = bools(&["x", "y"])
        + &action("make_y", &[], &["y"], 2)
        + &action("make_x", &[], &["x", "not y"], 2)
        + &goal(&["x", "y"]);
    assert_eq!(best(&clobber, &OracleQuery::new("g")), Some((4, 2)));
}

#[test]
fn one_action_may_be_needed_twice() {
    let text = bools(&["key", "inner", "outer"])
        + &action("fetch_key", &[], &["key"], 1)
        + &action("open_outer", &["key"], &["outer", "not key"], 1)
        + &action("open_inner", &["key", "outer"], &["inner", "not key"], 1)
        + &goal(&["inner"]);
    assert_eq!(best(&text, &OracleQuery::new("g")), Some((4, 4)));
}

#[test]
fn an_action_whose_condition_negates_its_effect_ends() {
    let text = bools(&["lit", "rich"])
        + &action("light", &["not lit"], &["lit"], 1)
        + &action("douse", &["lit"], &["not lit"], 1)
        + &goal(&["lit", "rich"]);
    assert_eq!(best(&text, &OracleQuery::new("g")), None);
}
