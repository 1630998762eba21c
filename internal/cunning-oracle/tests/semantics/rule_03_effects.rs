//! Effects happen at once, are read in the state before, and may not clash.

use super::{answer, solve};
use cunning_oracle::{Invalid, OracleDomain, OracleQuery, Step, StepFault};

const FACTS: &str = "
[types]
slot = ['left', 'right', 'middle']
[facts]
a = 'bool'
b = 'bool'
x = { type = 'int', min = 0, max = 9 }
y = { type = 'int', min = 0, max = 9, default = 5 }
at = 'slot'
home = { type = 'slot', default = 'middle' }
last = 'slot?'
has = { type = 'bool', of = ['slot'] }
load = { type = 'int', min = 0, max = 9, of = ['slot'], default = 4 }
";

/// The answer when `act` is the only action.
fn with_action(body: &str, want: &str) -> String {
    solve(&format!("{FACTS}[action.act]\n{body}\n[goal.g]\nwant = {want}"))
}

#[test]
fn every_form_of_effect() {
    assert_eq!(with_action("then = ['a', 'not b']", "['a', 'not b']"), "1 act");
    assert_eq!(with_action("then = ['a = true', 'b = a']", "['a', 'b']"), "2 act act");
    assert_eq!(with_action("then = ['x = 7']", "['x == 7']"), "1 act");
    assert_eq!(with_action("then = ['x += 3', 'y -= 2']", "['x == 3', 'y == 3']"), "1 act");
    assert_eq!(with_action("then = ['at = right', 'last = at']", "['at == right', 'last == left']"), "1 act");
    assert_eq!(with_action("then = ['at = home', 'home = at']", "['at == middle', 'home == left']"), "1 act");
    let query = OracleQuery::new("g").set("last", "left");
    let text = format!("{FACTS}[action.act]\nthen = ['last = none']\n[goal.g]\nwant = ['last == none']");
    assert_eq!(answer(&text, &query), "1 act");
}

#[test]
fn right_hand_values_are_read_before() {
    // A swap: were the first effect seen by the second, both would be 5.
    assert_eq!(with_action("then = ['x = y', 'y = x']", "['x == 5', 'y == 0']"), "1 act");
    // The order of effects does not matter either.
    assert_eq!(with_action("then = ['x = y + 1', 'y -= x']", "['x == 6', 'y == 5']"), "1 act");
}

#[test]
fn conditions_of_effects_are_read_before() {
    // `b` looks at `a` before the action sets it, so it needs a second time.
    let body = "then = ['a', { when = ['a'], then = ['b'] }]";
    assert_eq!(with_action(body, "['b']"), "2 act act");
}

#[test]
fn a_conditional_effect_happens_only_when_its_condition_holds() {
    let body = "then = ['a', { when = ['y > 5'], then = ['b'] }]";
    assert_eq!(with_action(body, "['a', 'not b']"), "1 act");
    assert_eq!(with_action(body, "['b']"), "unsolvable");
    let body = "then = [{ when = ['y >= 5', 'x == 0'], then = ['b', 'x = 2'] }]";
    assert_eq!(with_action(body, "['b', 'x == 2']"), "1 act");
}

#[test]
fn equal_assignments_count_as_one() {
    assert_eq!(with_action("then = ['a', 'a = true', 'x = 2', 'x = 1 + 1']", "['a', 'x == 2']"), "1 act");
    let body = "params = { s = 'slot', t = 'slot' }\nwhen = ['s == t']\nthen = ['has[s]', 'has[t]']";
    assert_eq!(with_action(body, "['has[right]']"), "1 act(s=right,t=right)");
    // Also when one of them is conditional, and when they read the same fact.
    assert_eq!(with_action("then = ['a', { when = ['b'], then = ['a'] }]", "['a']"), "1 act");
    assert_eq!(with_action("then = ['x = y + 1', 'x = y + (2 - 1)']", "['x == 6']"), "1 act");
}

#[test]
fn different_effects_on_one_ground_fact_have_no_ground_action() {
    for then in [
        "['a', 'not a']",
        "['x = 1', 'x = 2']",
        "['x = 1', 'x += 1']",
        "['x += 1', 'x += 2']",
        "['x += 1', 'x += 1']",
        "['x = y', 'x = 5']",
        "['x = y + 1', 'x = 1 + y']",
        "['x = y + 1', 'x = y - 1']",
        "['a', { when = ['b'], then = ['not a'] }]",
        "[{ when = ['b'], then = ['x = 1'] }, { when = ['y > 3'], then = ['x = 2'] }]",
        "[{ when = ['b'], then = ['x = 1', 'x = 2'] }]",
        "[{ when = ['x < 5'], then = ['x = 1'] }, { when = ['x > 3'], then = ['x = 2'] }]",
    ] {
        // The wish is met by doing anything at all, so only a missing ground action is unsolvable.
        let body = format!("then = ['at = right', {}", then.trim_start_matches('['));
        assert_eq!(with_action(&body, "['at == right']"), "unsolvable", "{then}");
    }
}

#[test]
fn contradictory_conditions_make_a_toggle() {
    let toggle = "then = [{ when = ['a'], then = ['not a'] }, { when = ['not a'], then = ['a'] }]";
    assert_eq!(with_action(toggle, "['a']"), "1 act");
    for (one, other) in [
        ("x < 3", "x >= 3"),
        ("x == 0", "x == 1"),
        ("x == 0", "x != 0"),
        ("x <= 0", "1 <= x"),
        ("x < 3", "2 < x"),
        ("x > 3", "4 > x"),
        ("x >= 3", "2 >= x"),
        ("at == left", "at == right"),
        ("at == left", "at != left"),
        ("last == none", "last == right"),
        ("a == true", "not a"),
        ("has[left]", "not has[left]"),
    ] {
        let body = format!(
            "then = ['a', {{ when = ['{one}'], then = ['y = 1'] }}, {{ when = ['{other}', 'b'], then = ['y = 2'] }}]"
        );
        assert_eq!(with_action(&body, "['a']"), "1 act", "{one} against {other}");
    }
}

#[test]
fn several_conditions_contradict_together() {
    // Only all four leave no value for x.
    let body = "then = ['a', { when = ['x > 2', 'x != 3'], then = ['y = 1'] }, \
                { when = ['x < 5', 'x != 4'], then = ['y = 2'] }]";
    assert_eq!(with_action(body, "['a']"), "1 act");
    let body = "then = ['a', { when = ['x > 2', 'x != 3'], then = ['y = 1'] }, \
                { when = ['x < 6', 'x != 4'], then = ['y = 2'] }]";
    assert_eq!(with_action(body, "['a']"), "unsolvable");
}

#[test]
fn a_clash_from_binding_removes_that_ground_action_alone() {
    let text = format!(
        "{FACTS}[action.move]\nparams = {{ s = 'slot', t = 'slot' }}\nthen = ['not has[s]', 'has[t]']\n\
         [goal.g]\nwant = ['has[right]']"
    );
    assert_eq!(solve(&text), "1 move(s=left,t=right)");
    let domain = OracleDomain::parse(&text).unwrap();
    let step = Step::new("move", &[("s", "right"), ("t", "right")]);
    let found = domain.validate(&OracleQuery::new("g"), &[step]);
    assert_eq!(found, Err(Invalid::Step { step: 0, why: StepFault::Clash }));
}

#[test]
fn increments_of_one_fact_through_two_parameters_clash() {
    let body = "params = { s = 'slot', t = 'slot' }\nthen = ['load[s] -= 1', 'load[t] += 1']";
    assert_eq!(with_action(body, "['load[left] == 3', 'load[right] == 5']"), "1 act(s=left,t=right)");
    let body =
        "params = { s = 'slot', t = 'slot' }\nwhen = ['s == t']\nthen = ['load[s] += 1', 'load[t] += 1']";
    assert_eq!(with_action(body, "['load[left] > 4']"), "unsolvable");
}

#[test]
fn conditions_on_parameters_alone_are_settled_by_the_binding() {
    // For s == t the first effect never fires, otherwise the second never does.
    let body = "params = { s = 'slot', t = 'slot' }\n\
                then = [{ when = ['s != t'], then = ['x = 1'] }, { when = ['s == t'], then = ['x = 2'] }]";
    assert_eq!(with_action(body, "['x == 2']"), "1 act(s=left,t=left)");
    assert_eq!(with_action(body, "['x == 1']"), "1 act(s=left,t=right)");
}
