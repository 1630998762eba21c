//! Regression from another planner: a plan that needs an action twice contained it once in `ReGoap`, issue 24.

use crate::field;

#[test]
fn action_repeats_once_per_counted_need() {
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
fn action_repeats_until_a_number_is_reached() {
    let text = r#"
        facts = { coins = { type = "int", min = 0, max = 9 }, axe = "bool" }
        action.work = { then = ["coins += 2"] }
        action.buy = { when = ["coins >= 5"], then = ["axe", "coins -= 5"] }
        goal.g = { want = ["axe"] }
    "#;
    field::assert_best(text, 4, 4);
}
