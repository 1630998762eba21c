//! Regression from other planners: planning and dogoap treat a state and the action that led to it as one node, and expand
//! the state once per action. Here a state is expanded once, unless a cheaper path to it is found.

use crate::field;

use std::fmt::Write as _;

use cunning_oracle::{Limits as OracleLimits, OracleDomain, OracleQuery};
use cunning_plan::{Algorithm, Direction, Heuristic};
use cunning_search::Status;

/// Four lamps with three switches each, and a treasure that takes both of two keys which exclude each other.
fn text() -> String {
    let mut facts = String::from("[facts]\nleft = 'bool'\nright = 'bool'\nrich = 'bool'\n");
    let mut actions = String::from(
        "[action.take_left]\nthen = ['left', 'not right']\n[action.take_right]\nthen = ['right', 'not left']\n",
    );
    for lamp in 0..4 {
        let (lit, unlit) = (format!("'lit{lamp}'"), format!("'not lit{lamp}'"));
        let _ = writeln!(facts, "lit{lamp} = 'bool'");
        for switch in ["wall", "door", "cord"] {
            let _ = writeln!(actions, "[action.{switch}_on{lamp}]\nwhen = [{unlit}]\nthen = [{lit}]");
            let _ = writeln!(actions, "[action.{switch}_off{lamp}]\nwhen = [{lit}]\nthen = [{unlit}]");
        }
    }
    let dig = "[action.dig]\nwhen = ['left', 'right', 'lit0', 'lit1', 'lit2', 'lit3']\nthen = ['rich']\n";
    facts + &actions + dig + "[goal.g]\nwant = ['rich']\n"
}

#[test]
fn state_is_expanded_once_whatever_action_led_to_it() {
    let text = text();
    let outcome = OracleDomain::parse(&text).unwrap().solve(&OracleQuery::new("g"), OracleLimits::default());
    let states = outcome.unwrap().states as u64;
    assert_eq!(states, 16 * 3);
    // Backward each fact is wanted, unwanted or of no matter.
    let sets = 3_u64.pow(7);
    for config in field::configurations() {
        let once =
            matches!(config.algorithm, Algorithm::AStar | Algorithm::WeightedAStar(_) | Algorithm::Greedy);
        if !once {
            continue;
        }
        let answer = field::plan(&text, config);
        assert_eq!(answer.status, Status::Unsolvable, "{config:?}");
        let most = match config.direction {
            Direction::Forward => states,
            Direction::Backward => sets,
            Direction::Auto => states + sets,
        };
        let counters = answer.counters;
        assert!(counters.expanded <= most + counters.reopened, "{config:?}: {counters:?}");
        let is_consistent =
            matches!(config.heuristic, Some(Heuristic::Max | Heuristic::Patterns | Heuristic::Zero));
        if is_consistent && config.algorithm == Algorithm::AStar {
            assert_eq!(counters.reopened, 0, "{config:?}");
        }
    }
}
