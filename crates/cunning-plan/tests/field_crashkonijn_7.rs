//! Regression from another planner: an action whose precondition is the opposite of its effect, such as opening a door,
//! caused endless recursion in crashkonijn/GOAP, issue 7.

use crate::field;

const DOORS: &str = r#"
facts = { open = "bool", heard = "bool", key = "bool" }
action.open = { when = ["not open"], then = ["open"] }
action.slam = { when = ["open"], then = ["not open", "heard"] }
"#;

#[test]
fn action_may_require_the_opposite_of_its_effect() {
    field::assert_best(&format!("{DOORS}goal.g = {{ want = ['open'] }}"), 1, 1);
    field::assert_best(&format!("{DOORS}goal.g = {{ want = ['open', 'heard'] }}"), 3, 3);
}

#[test]
fn cyclic_actions_end_without_a_plan() {
    field::assert_unsolvable(&format!("{DOORS}goal.g = {{ want = ['open', 'key'] }}"));
}
