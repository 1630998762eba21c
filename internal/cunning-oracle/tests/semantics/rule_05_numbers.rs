//! Number expressions: operators, functions, what they may read, and when they are undefined.

use super::{answer, mistake, solve};
use cunning_oracle::{ErrorKind, Invalid, OracleDomain, OracleQuery, Step, StepFault};

const FACTS: &str = "
[types]
item = ['coin', 'bottle']
[facts]
a = 'bool'
x = { type = 'int', min = -99, max = 99, default = 0 }
y = { type = 'int', min = -99, max = 99, default = 7 }
z = { type = 'int', min = -99, max = 99, default = 0 }
[tables]
price = { of = ['item'], default = 2, values = { bottle = 3 } }
pair = { of = ['item', 'item'], values = { 'coin, bottle' = 5, 'bottle,coin' = -4 } }
half = { of = ['item'], default = 0.5 }
limit = { default = 11 }
";

/// The value that an expression gives to `x`, or `none` when the action cannot be done.
fn worth(expression: &str) -> Option<i64> {
    let text = format!(
        "{FACTS}[action.act]\nparams = {{ n = '2..2', i = 'item' }}\nwhen = ['i == bottle']\n\
         then = ['a', 'x = {expression}']\n[goal.g]\nparams = {{ v = '-99..99' }}\nwant = ['a', 'x == v']"
    );
    let domain = OracleDomain::parse(&text).expect("a valid domain");
    let step = Step::new("act", &[("n", "2"), ("i", "bottle")]);
    (-99..=99).find(|v: &i64| {
        let query = OracleQuery::new("g").bind("v", &v.to_string());
        domain.validate(&query, std::slice::from_ref(&step)).is_ok()
    })
}

#[test]
fn operators_and_functions() {
    for (expression, expected) in [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 2 - 3", 5),
        ("24 / 4 / 2", 3),
        ("-2 + 5", 3),
        ("- (2 + 5)", -7),
        ("2 * -3", -6),
        ("min(4, 2, 3)", 2),
        ("max(4, 2, 9)", 9),
        ("abs(3 - 8)", 5),
        ("clamp(12, 0, 9)", 9),
        ("clamp(-1, 0, 9)", 0),
        ("clamp(4, 0, 9)", 4),
        ("n * 10", 20),
        ("price[i]", 3),
        ("price[coin] + pair[coin, i] + pair[i, coin] + pair[i, i]", 3),
        ("limit - 1", 10),
        ("y + x", 7),
    ] {
        assert_eq!(worth(expression), Some(expected), "{expression}");
    }
}

#[test]
fn division_truncates_towards_zero_at_every_step() {
    assert_eq!(worth("7 / 2"), Some(3));
    assert_eq!(worth("-7 / 2"), Some(-3));
    assert_eq!(worth("7 / -2"), Some(-3));
    assert_eq!(worth("7 / 2 * 2"), Some(6));
}

#[test]
fn division_by_zero_makes_the_ground_action_inapplicable() {
    assert_eq!(worth("5 / 0"), None);
    assert_eq!(worth("5 / z"), None);
    assert_eq!(worth("5 / (n - 2)"), None);
    assert_eq!(worth("0 * (1 / z)"), None);
}

#[test]
fn undefined_number_makes_the_action_inapplicable() {
    for body in [
        "when = ['x < 1 / z']\nthen = ['a']",
        "when = [{ any = ['y == 0', 'x < 1 / z'] }]\nthen = ['a']",
        "when = ['no item i: 1 / z > 5']\nthen = ['a']",
        "then = ['a', { when = ['y == 0'], then = ['y = 1 / z'] }]",
        "when = [{ any = ['y == 0', ['y == 7', 'x < 1 / z']] }]\nthen = ['a']",
        "then = ['a']\ncost = '1 / z'",
        "then = ['a']\ncost = [{ when = ['1 / z > 5'], is = 1 }, { is = 2 }]",
        "then = ['a']\ncost = [{ when = ['y == 7'], is = '1 / z' }, { is = 2 }]",
    ] {
        let text = format!("{FACTS}[action.act]\n{body}\n[goal.g]\nwant = ['a']");
        assert_eq!(solve(&text), "unsolvable", "{body}");
        assert!(answer(&text, &OracleQuery::new("g").set("z", 1)).ends_with(" act"), "{body}");
    }
    // Rules after the first match are not read.
    let text = format!(
        "{FACTS}[action.act]\nthen = ['a']\ncost = [{{ is = 2 }}, {{ is = '1 / z' }}]\n[goal.g]\nwant = ['a']"
    );
    assert_eq!(solve(&text), "2 act");
}

#[test]
fn undefined_part_of_a_condition_leaves_the_decision_to_the_others() {
    for body in [
        "when = [{ any = ['y == 7', 'x < 1 / z'] }]\nthen = ['a']",
        "when = [{ any = ['x < 1 / z', ['y == 7', 'z == 0']] }]\nthen = ['a']",
        "then = ['a']\ncost = [{ when = ['y == 0', '1 / z > 5'], is = 1 }, { is = 1 }]",
        "then = ['a', { when = ['1 / z > 5'], then = ['y = 1'] }]",
    ] {
        let text = format!("{FACTS}[action.act]\n{body}\n[goal.g]\nwant = ['a', 'y == 7']");
        assert_eq!(solve(&text), "1 act", "{body}");
    }
}

#[test]
fn goal_is_met_if_the_defined_part_of_a_disjunction_holds() {
    let want =
        |any: &str| format!("{FACTS}[action.act]\nthen = ['z = 1']\n[goal.g]\nwant = [{{ any = [{any}] }}]");
    assert_eq!(solve(&want("'y == 7', '1 / z > 5'")), "0");
    assert_eq!(solve(&want("'y == 6', '1 / z < 5'")), "1 act");
    assert_eq!(solve(&want("'y == 6', '1 / z > 5'")), "unsolvable");
}

#[test]
fn numbers_too_large_are_undefined() {
    assert_eq!(worth("1000000 * 1000000 / 1000000000000"), Some(1));
    assert_eq!(worth("1000000 * 1000001 / 1000000000000"), None);
    // The product is the least 64-bit number, which has no magnitude among them.
    assert_eq!(worth("-2147483648 * 4294967296 / 1000000000000"), None);
}

#[test]
fn facts_that_actions_write_are_read_in_the_state_before() {
    let text = format!(
        "{FACTS}[action.double]\nwhen = ['x > 0']\nthen = ['x += x']\n[action.one]\nthen = ['x = 1']\n[goal.g]\nwant = ['x == 8']"
    );
    assert_eq!(solve(&text), "4 one double double double");
}

#[test]
fn a_query_may_overwrite_tables() {
    let text = format!(
        "{FACTS}[action.act]\nparams = {{ i = 'item' }}\nwhen = ['price[i] > 4']\nthen = ['a']\n[goal.g]\nwant = ['a']"
    );
    assert_eq!(solve(&text), "unsolvable");
    assert_eq!(answer(&text, &OracleQuery::new("g").table("price[coin]", 5.0)), "1 act(i=coin)");
}

#[test]
fn traits_are_numbers_of_the_query() {
    let text = format!(
        "{FACTS}[action.act]\nthen = ['a', 'x = trait.greed * 2']\ncost = 'trait.sloth'\n[goal.g]\nwant = ['a', 'x == 6']"
    );
    assert_eq!(mistake(&text).0, ErrorKind::Name);
    assert_eq!(
        answer(&text, &OracleQuery::new("g").with_trait("greed", 3.0).with_trait("sloth", 1.25)),
        "1.25 act"
    );
}

#[test]
fn integers_stay_integers_in_facts() {
    for effect in ["x = 0.5", "x += 1.5", "y -= 2 * 0.5"] {
        let text = format!("{FACTS}[action.act]\nthen = ['{effect}']\n[goal.g]");
        assert_eq!(mistake(&text), (ErrorKind::Type, "action.act.then[0]".to_owned()), "{effect}");
    }
    // A fraction from a table is only seen when it is read: it is undefined there.
    let text = format!("{FACTS}[action.act]\nthen = ['x = half[coin]']\n[goal.g]");
    let found =
        OracleDomain::parse(&text).unwrap().validate(&OracleQuery::new("g"), &[Step::new("act", &[])]);
    assert_eq!(found, Err(Invalid::Step { step: 0, why: StepFault::UndefinedNumber }));
}

#[test]
fn number_parameters_take_every_value_of_their_range() {
    let text = "[facts]\ngold = { type = 'int', min = 0, max = 9 }\n\
                [action.sell]\nparams = { n = '1..5' }\nwhen = ['gold <= 9 - n']\nthen = ['gold += n']\n\
                [goal.g]\nwant = ['gold == 8']";
    // Both ends belong to the range: 3 + 5 in two steps.
    assert_eq!(solve(text), "2 sell(n=3) sell(n=5)");
    let text = text.replace("1..5", "-1..0");
    assert_eq!(solve(&text), "unsolvable");
}
