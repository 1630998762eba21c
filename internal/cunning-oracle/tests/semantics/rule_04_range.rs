//! Ints stay within their range: by refusing the action, or by stopping at the end.

use super::solve;
use cunning_oracle::{Invalid, OracleDomain, OracleQuery, Step, StepFault};

/// The answer for an int 0..9 that starts at 5, with one action.
fn with_overflow(overflow: &str, effect: &str, want: &str) -> String {
    let overflow = if overflow.is_empty() { String::new() } else { format!(", overflow = {overflow}") };
    solve(&format!(
        "[facts]\na = 'bool'\nx = {{ type = 'int', min = 0, max = 9, default = 5{overflow} }}\n\
         [action.act]\nthen = ['a', '{effect}']\n[goal.g]\nwant = ['a', '{want}']"
    ))
}

#[test]
fn leaving_the_range_refuses_the_action() {
    for refuse in ["", "'refuse'", "{ low = 'refuse', high = 'refuse' }", "{}"] {
        assert_eq!(with_overflow(refuse, "x += 4", "x == 9"), "1 act");
        assert_eq!(with_overflow(refuse, "x += 5", "x >= 0"), "unsolvable");
        assert_eq!(with_overflow(refuse, "x -= 5", "x == 0"), "1 act");
        assert_eq!(with_overflow(refuse, "x -= 6", "x >= 0"), "unsolvable");
        assert_eq!(with_overflow(refuse, "x = 10", "x >= 0"), "unsolvable");
        assert_eq!(with_overflow(refuse, "x = -1", "x >= 0"), "unsolvable");
    }
}

#[test]
fn clamp_stops_at_the_end() {
    assert_eq!(with_overflow("'clamp'", "x += 7", "x == 9"), "1 act");
    assert_eq!(with_overflow("'clamp'", "x -= 7", "x == 0"), "1 act");
    assert_eq!(with_overflow("'clamp'", "x = 70", "x == 9"), "1 act");
    assert_eq!(with_overflow("'clamp'", "x = -70", "x == 0"), "1 act");
    assert_eq!(with_overflow("'clamp'", "x += 2", "x == 7"), "1 act");
}

#[test]
fn each_side_has_its_own_rule() {
    let high = "{ high = 'clamp' }";
    assert_eq!(with_overflow(high, "x += 7", "x == 9"), "1 act");
    assert_eq!(with_overflow(high, "x -= 7", "x >= 0"), "unsolvable");
    let low = "{ low = 'clamp', high = 'refuse' }";
    assert_eq!(with_overflow(low, "x -= 7", "x == 0"), "1 act");
    assert_eq!(with_overflow(low, "x += 7", "x >= 0"), "unsolvable");
}

#[test]
fn an_effect_that_does_not_fire_cannot_refuse() {
    let text = "[facts]\na = 'bool'\nb = 'bool'\nx = { type = 'int', min = 0, max = 1 }\n\
                [action.act]\nthen = ['a', { when = ['b'], then = ['x += 2'] }]\n[goal.g]\nwant = ['a']";
    assert_eq!(solve(text), "1 act");
    assert_eq!(super::answer(text, &OracleQuery::new("g").set("b", true)), "unsolvable");
}

#[test]
fn inapplicable_step_names_the_fact() {
    let text = "[facts]\nx = { type = 'int', min = 0, max = 1 }\n[action.act]\nthen = ['x += 2']\n[goal.g]\n";
    let found = OracleDomain::parse(text).unwrap().validate(&OracleQuery::new("g"), &[Step::new("act", &[])]);
    assert_eq!(found, Err(Invalid::Step { step: 0, why: StepFault::Range("x".into()) }));
}

#[test]
fn increments_that_skip_the_wanted_value_are_unsolvable() {
    let text = "[facts]\nfood = { type = 'int', min = 0, max = 1000 }\n[action.eat]\nthen = ['food += 7']\n\
                [goal.g]\nwant = ['food == 100']";
    assert_eq!(solve(text), "unsolvable");
}
