//! Regression from another planner: GPGOAP reports full arrays like a missing plan. Here an exceeded limit is reported as
//! such, and irrelevant facts take no space.

use crate::field;

use std::fmt::Write as _;

use cunning_plan::PlannerConfig;
use cunning_search::{Limit, Limits, Status};

/// So many lamps to be lit, each by itself.
fn lamps(count: usize) -> String {
    let (mut facts, mut actions, mut want) = (String::new(), String::new(), String::new());
    for lamp in 0..count {
        let _ = writeln!(facts, "lit{lamp} = 'bool'");
        let _ = writeln!(actions, "[action.light{lamp}]\nwhen = ['not lit{lamp}']\nthen = ['lit{lamp}']");
        let _ = write!(want, "'lit{lamp}', ");
    }
    format!("[facts]\n{facts}{actions}[goal.g]\nwant = [{want}]\n")
}

#[test]
fn exceeded_limit_is_not_reported_as_unsolvable() {
    let text = lamps(7);
    let mut limited = 0;
    for config in field::configurations() {
        let status = field::plan(
            &text,
            PlannerConfig { limits: Limits { nodes_max: 6, ..Limits::default() }, ..config },
        )
        .status;
        match status {
            Status::LimitExceeded(Limit::Nodes) => limited += 1,
            status => assert_eq!(status, Status::Solved, "{config:?}"),
        }
        assert_eq!(field::plan(&text, config).status, Status::Solved, "{config:?}");
    }
    assert!(limited > 0);
}

#[test]
fn irrelevant_facts_take_no_space_in_states() {
    let (mut facts, mut actions) = (String::from("[facts]\n"), String::new());
    for at in 0..8 {
        let when = if at == 0 { String::new() } else { format!("'link{}'", at - 1) };
        let _ = writeln!(facts, "link{at} = 'bool'");
        let _ = writeln!(actions, "[action.forge{at}]\nwhen = [{when}]\nthen = ['link{at}']");
    }
    for at in 0..16 {
        let _ = writeln!(facts, "noise{at} = 'bool'");
        let _ = writeln!(actions, "[action.fuss{at}]\nthen = ['noise{at}']");
    }
    let text = facts + &actions + "[goal.g]\nwant = ['link7']\n";
    field::assert_best(&text, 8, 8);
    for config in field::configurations() {
        let config = PlannerConfig { limits: Limits { nodes_max: 64, ..Limits::default() }, ..config };
        assert_eq!(field::plan(&text, config).status, Status::Solved, "{config:?}");
    }
}
