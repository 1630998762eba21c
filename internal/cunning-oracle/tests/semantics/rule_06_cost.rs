//! What steps cost, and which plan is best.

use super::{answer, solve};
use cunning_oracle::{Invalid, OracleDomain, OracleQuery, Step, StepFault};

const FACTS: &str = "
[types]
item = ['coin', 'bottle']
[facts]
a = 'bool'
b = 'bool'
lawful = 'bool'
x = { type = 'int', min = 0, max = 99, default = 7 }
[tables]
price = { of = ['item'], default = 2.5 }
";

/// The answer when one action with this cost leads to the goal.
fn with_cost(cost: &str) -> String {
    solve(&format!("{FACTS}[action.act]\nthen = ['a']\n{cost}\n[goal.g]\nwant = ['a']"))
}

#[test]
fn default_number_and_expression() {
    assert_eq!(with_cost(""), "1 act");
    assert_eq!(with_cost("cost = 3"), "3 act");
    assert_eq!(with_cost("cost = 0"), "0 act");
    assert_eq!(with_cost("cost = 2.25"), "2.25 act");
    assert_eq!(with_cost("cost = '1 + 2'"), "3 act");
    assert_eq!(with_cost("cost = 'price[coin] * x'"), "17.5 act");
}

#[test]
fn costs_have_six_decimals_rounded_half_up() {
    assert_eq!(with_cost("cost = 0.1234564"), "0.123456 act");
    assert_eq!(with_cost("cost = 0.1234565"), "0.123457 act");
    assert_eq!(with_cost("cost = '0.1234565'"), "0.123457 act");
    assert_eq!(with_cost("cost = '1 / 3'"), "0.333333 act");
    assert_eq!(with_cost("cost = '2 / 3'"), "0.666667 act");
    assert_eq!(with_cost("cost = '1 / 3 * 3'"), "0.999999 act");
    assert_eq!(with_cost("cost = '0.001 * 0.0005'"), "0.000001 act");
    assert_eq!(with_cost("cost = '0.001 * 0.0004'"), "0 act");
}

#[test]
fn division_in_costs_does_not_truncate() {
    assert_eq!(with_cost("cost = 'x / 2'"), "3.5 act");
}

#[test]
fn the_first_matching_rule_wins() {
    let rules = "cost = [{ when = ['lawful'], is = 2 }, { when = ['x > 5'], is = '0.5 * x' }, { is = 9 }]";
    let text = format!("{FACTS}[action.act]\nthen = ['a']\n{rules}\n[goal.g]\nwant = ['a']");
    assert_eq!(answer(&text, &OracleQuery::new("g").set("lawful", true)), "2 act");
    assert_eq!(answer(&text, &OracleQuery::new("g")), "3.5 act");
    assert_eq!(answer(&text, &OracleQuery::new("g").set("x", 5)), "9 act");
}

#[test]
fn rules_read_the_state_before() {
    // The action itself makes its owner lawful; its price is that of the unlawful.
    let text = format!(
        "{FACTS}[action.act]\nthen = ['a', 'lawful']\ncost = [{{ when = ['lawful'], is = 1 }}, {{ is = 5 }}]\n\
         [action.swear]\nthen = ['lawful']\ncost = 3\n[goal.g]\nwant = ['a']"
    );
    assert_eq!(solve(&text), "4 swear act");
}

#[test]
fn without_a_matching_rule_there_is_no_variant() {
    assert_eq!(with_cost("cost = [{ when = ['lawful'], is = 2 }]"), "unsolvable");
    assert_eq!(with_cost("cost = []"), "unsolvable");
}

#[test]
fn a_negative_or_infinite_cost_rejects_the_ground_action() {
    for cost in ["-1", "inf", "-inf", "nan", "1e300", "'0 - 1'", "'1 / 0'", "'x - 8'", "2000000000"] {
        assert_eq!(with_cost(&format!("cost = {cost}")), "unsolvable", "{cost}");
    }
    // Only the rule that applies counts.
    assert_eq!(with_cost("cost = [{ when = ['lawful'], is = -1 }, { is = 2 }]"), "2 act");
    assert_eq!(with_cost("cost = [{ when = ['not lawful'], is = -1 }, { is = 2 }]"), "unsolvable");
    // Only the binding that makes it negative is rejected.
    let text = format!(
        "{FACTS}[action.act]\nparams = {{ n = '0..3' }}\nthen = ['a', 'x += n']\ncost = '5 - 3 * n'\n[goal.g]\nwant = ['a']"
    );
    assert_eq!(solve(&text), "2 act(n=1)");
    let step = Step::new("act", &[("n", "2")]);
    let found = OracleDomain::parse(&text).unwrap().validate(&OracleQuery::new("g"), &[step]);
    assert_eq!(found, Err(Invalid::Step { step: 0, why: StepFault::Cost }));
}

#[test]
fn a_plan_costs_the_sum_and_the_cheapest_wins() {
    let text = format!(
        "{FACTS}[action.dear]\nthen = ['a']\ncost = 2.5\n[action.one]\nthen = ['b']\ncost = 1.2\n\
         [action.two]\nwhen = ['b']\nthen = ['a']\ncost = 1.2\n[goal.g]\nwant = ['a']"
    );
    assert_eq!(solve(&text), "2.4 one two");
}

#[test]
fn among_equal_costs_fewer_steps_win() {
    let text = format!(
        "{FACTS}[action.one]\nthen = ['b']\n[action.two]\nwhen = ['b']\nthen = ['a']\n\
         [action.both]\nthen = ['a']\ncost = 2\n[goal.g]\nwant = ['a']"
    );
    assert_eq!(solve(&text), "2 both");
    // Steps that cost nothing still count as steps.
    let text = text
        .replace("then = ['a']\ncost = 2", "then = ['a']\ncost = 0")
        .replace("then = ['b']", "then = ['b']\ncost = 0");
    assert_eq!(solve(&text), "0 both");
}

#[test]
fn fewer_steps_win_also_when_they_are_found_later() {
    // The way of three steps is complete before the first step of the other is looked at.
    let text = format!(
        "{FACTS}[action.one]\nthen = ['b']\ncost = 0\n[action.two]\nwhen = ['b']\nthen = ['x = 1', 'not b']\ncost = 0\n\
         [action.three]\nwhen = ['x == 1']\nthen = ['a', 'x = 7']\ncost = 2\n\
         [action.four]\nthen = ['x = 2']\n[action.five]\nwhen = ['x == 2']\nthen = ['a', 'x = 7']\n\
         [goal.g]\nwant = ['a', 'x == 7', 'not b']"
    );
    assert_eq!(solve(&text), "2 four five");
}

#[test]
fn ties_are_broken_the_same_way_every_time() {
    let text =
        format!("{FACTS}[action.left]\nthen = ['a']\n[action.right]\nthen = ['a']\n[goal.g]\nwant = ['a']");
    for _ in 0..3 {
        assert_eq!(solve(&text), "1 left");
    }
}
