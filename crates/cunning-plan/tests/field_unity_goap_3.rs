//! Regression from another planner: a plan contained an action with an unmet precondition in adammyhre/Unity-GOAP, issue 3.

use crate::field;

const KITCHEN: &str = r#"
facts = { at_table = "bool", at_stove = "bool", meal = "bool", spoon = "bool", fed = "bool" }
action.sit = { then = ["at_table", "not at_stove"] }
action.stand = { then = ["at_stove", "not at_table"] }
action.cook = { when = ["at_stove"], then = ["meal"] }
action.eat = { when = ["at_table", "meal", "spoon"], then = ["fed", "not meal"] }
goal.g = { want = ["fed"] }
"#;

#[test]
fn every_precondition_is_met_by_the_start_or_a_step() {
    // What the cook stands at and what the eater sits at exclude each other: the order matters.
    field::assert_best(&format!("{KITCHEN}start = {{ spoon = true }}"), 4, 4);
}

#[test]
fn unreachable_precondition_means_no_plan() {
    field::assert_unsolvable(KITCHEN);
}
