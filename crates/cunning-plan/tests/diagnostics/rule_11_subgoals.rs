//! Actions that stand for goals.

use super::{assert_fine, assert_mistakes};

const WORLD: &str = "[types]\nplace = ['beach', 'docks']\nfoe = ['orc']\nspot = { any = ['place', 'foe'] }\n[facts]\na = 'bool'\nb = 'bool'\n\
    at = 'place'\nn = { type = 'int', min = 0, max = 9 }\ndead = { type = 'bool', of = ['foe'] }\n\
    [goal.kill]\nparams = { f = 'foe' }\nwant = ['dead[f]']\n[goal.pay]\nparams = { m = '1..3' }\nwant = ['n == m']";

#[test]
fn sub_goal_must_be_known_and_bound() {
    assert_mistakes(
        WORLD,
        &[
            ("unknown-name", "did you mean `kill`?", "[action.slay]\nachieves = «'kil'"),
            ("sub-goal", "has a parameter `f`", "[action.slay]\nachieves = «'kill'"),
            ("sub-goal", "is incompatible", "[action.slay]\nparams = { «f = 'spot' }\nachieves = 'kill'"),
            ("sub-goal", "is incompatible", "[action.slay]\nparams = { «f = '1..2' }\nachieves = 'kill'"),
            ("sub-goal", "is incompatible", "[action.slay]\nparams = { «m = '1..4' }\nachieves = 'pay'"),
            (
                "keys",
                "either `then` or `achieves`",
                "[action.slay]\nparams = { f = 'foe' }\nachieves = «'kill'\nthen = ['a']",
            ),
            (
                "keys",
                "`hope` cannot be combined with `achieves`",
                "[action.slay]\nparams = { f = 'foe' }\nachieves = 'kill'\nhope = «['a']",
            ),
            ("shape", "the name of a goal", "[action.slay]\nachieves = «3"),
        ],
    );
}

#[test]
fn sub_goal_conditions_are_restricted() {
    for want in [
        "'n >= 3'",
        "'at != beach'",
        "{ any = ['a', 'b'] }",
        "'some place p: at == p'",
        "'a == b'",
        "'n == n'",
    ] {
        let text = format!("[goal.inner]\nwant = [{want}]\n[action.act]\nachieves = «'inner'");
        assert_mistakes(WORLD, &[("sub-goal", "may only contain `f`, `not f` and `f == v`", &text)]);
    }
    let text = "[goal.inner]\nwant = ['a', 'not a']\n[action.act]\nachieves = «'inner'";
    assert_mistakes(WORLD, &[("sub-goal", "two different values of one fact", text)]);
    assert_fine(
        WORLD,
        &[
            "[goal.inner]\nwant = ['a', 'not b', 'at == docks', 'n == 1 + 2']\n[action.act]\nachieves = 'inner'",
            "[action.slay]\nparams = { x = 'place', f = 'foe' }\nachieves = 'kill'\ncost = 3",
            "[action.earn]\nparams = { m = '2..3' }\nachieves = 'pay'",
        ],
    );
}
