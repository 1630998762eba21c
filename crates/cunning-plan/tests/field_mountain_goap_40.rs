//! Regression from another planner: a goal for an exact number that the only action steps over was searched until memory
//! ran out in mountain-goap, issue 40.

use crate::field;

use cunning_plan::{Algorithm, PlannerConfig};
use cunning_search::{Limits, Status};

fn text(max: u32, overflow: &str) -> String {
    format!(
        "[facts]\n gold = {{ type = 'int', min = 0, max = {max}, overflow = '{overflow}' }}\n         [action.sell]\n then = ['gold += 2']\n[goal.g]\n want = ['gold == 3']\n"
    )
}

#[test]
fn number_that_every_step_overshoots_is_unreachable() {
    for overflow in ["refuse", "clamp"] {
        field::assert_unsolvable(&text(40, overflow));
        field::assert_unsolvable(&text(300, overflow));
    }
}

#[test]
fn unsolvability_proof_expands_at_most_one_state_per_value() {
    for config in field::configurations().filter(|config| config.algorithm != Algorithm::IdaStar) {
        let config = PlannerConfig { limits: Limits { nodes_max: 400, ..Limits::default() }, ..config };
        assert_eq!(field::plan(&text(300, "refuse"), config).status, Status::Unsolvable, "{config:?}");
    }
}
