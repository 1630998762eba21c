//! Elsewhere an action whose precondition is the opposite of its own effect, as that of opening a door is, sent the
//! planner round in circles until the stack was full: crashkonijn/GOAP, issue 7.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod field;

const DOORS: &str = r#"
facts = { open = "bool", heard = "bool", key = "bool" }
action.open = { when = ["not open"], then = ["open"] }
action.slam = { when = ["open"], then = ["not open", "heard"] }
"#;

#[test]
fn an_action_may_need_the_opposite_of_its_effect() {
    field::assert_best(&format!("{DOORS}goal.g = {{ want = ['open'] }}"), 1, 1);
    field::assert_best(&format!("{DOORS}goal.g = {{ want = ['open', 'heard'] }}"), 3, 3);
}

#[test]
fn going_round_in_circles_ends_without_a_plan() {
    field::assert_unsolvable(&format!("{DOORS}goal.g = {{ want = ['open', 'key'] }}"));
}
