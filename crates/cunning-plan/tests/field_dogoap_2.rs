//! Regression from other planners: the heuristic counted the distance to a target number as steps, although one step can
//! cover more, and missed the best plan in dogoap and `rust_goap`.

use crate::field;

#[test]
fn one_large_step_past_the_target_beats_many_small_steps() {
    let text = r#"
        facts = { wood = { type = "int", min = 0, max = 20 } }
        action.gather = { then = ["wood += 1"], cost = 1 }
        action.fell = { then = ["wood += 8"], cost = 3 }
        goal.g = { want = ["wood >= 5"] }
    "#;
    field::assert_best(text, 3, 1);
}

#[test]
fn step_that_leaves_the_range_is_inapplicable() {
    let text = r#"
        facts = { wood = { type = "int", min = 0, max = 7 } }
        action.gather = { then = ["wood += 1"], cost = 1 }
        action.fell = { then = ["wood += 8"], cost = 3 }
        goal.g = { want = ["wood >= 5"] }
    "#;
    field::assert_best(text, 5, 5);
}

#[test]
fn one_action_may_meet_all_conditions() {
    let text = r#"
        facts = { x = "bool", y = "bool", z = "bool" }
        action.x = { then = ["x"] }
        action.y = { then = ["y"] }
        action.z = { then = ["z"] }
        action.all = { then = ["x", "y", "z"], cost = 2 }
        goal.g = { want = ["x", "y", "z"] }
    "#;
    field::assert_best(text, 2, 1);
}
