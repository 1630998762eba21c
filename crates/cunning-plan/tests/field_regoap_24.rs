//! Elsewhere a plan that needed the same action twice came out with the action once, and so was no plan: `ReGoap`,
//! issue 24.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod field;

#[test]
fn one_load_is_carried_for_each_fire() {
    let text = r#"
        facts = { wood = "bool", hearth = "bool", beacon = "bool" }
        action.fetch = { when = ["not wood"], then = ["wood"] }
        action.light_hearth = { when = ["wood"], then = ["hearth", "not wood"] }
        action.light_beacon = { when = ["wood"], then = ["beacon", "not wood"] }
        goal.g = { want = ["hearth", "beacon"] }
    "#;
    field::assert_best(text, 4, 4);
}

#[test]
fn the_same_wage_is_earned_until_it_is_enough() {
    let text = r#"
        facts = { coins = { type = "int", min = 0, max = 9 }, axe = "bool" }
        action.work = { then = ["coins += 2"] }
        action.buy = { when = ["coins >= 5"], then = ["axe", "coins -= 5"] }
        goal.g = { want = ["axe"] }
    "#;
    field::assert_best(text, 4, 4);
}
