//! Effects.

use super::{assert_fine, assert_mistakes};

const WORLD: &str = "[types]\nslot = ['left', 'right']\nitem = ['coin']\nthing = { any = ['slot', 'item'] }\n[facts]\n\
    a = 'bool'\nb = 'bool'\nx = { type = 'int', min = 0, max = 9 }\ny = { type = 'int', min = 0, max = 9 }\n\
    at = 'slot'\nlast = 'slot?'\nheld = 'thing'\nhas = { type = 'bool', of = ['slot'] }\n[tables]\nprice = { default = 1 }\n\
    [action.act]\nparams = { s = 'slot', t = 'slot', u = 'thing', n = '1..2' }";

#[test]
fn effect_target_errors() {
    assert_mistakes(
        WORLD,
        &[
            ("shape", "write `[\"a\"]`", "then = «'a'"),
            ("shape", "expected an effect, found a bool", "then = [«true]"),
            ("type", "`x` is not a bool", "then = ['«x']"),
            ("type", "assign a value", "then = ['not «at']"),
            ("type", "`a` is not an int", "then = ['«a += 1']"),
            ("type", "only facts can change, and `s` is not a fact", "then = ['«s = left']"),
            ("type", "only facts can change", "then = ['«price = 3']"),
            ("unknown-name", "unknown fact `left`", "then = ['has[left]', '«left = right']"),
            ("syntax", "did you mean `=`?", "then = ['x «== 3']"),
            ("syntax", "conditions belong in `when`", "then = ['x «>= 3']"),
            ("syntax", "effects belong in `then`", "when = ['x «+= 3']"),
        ],
    );
}

#[test]
fn effect_value_errors() {
    assert_mistakes(
        WORLD,
        &[
            ("type", "`u` is of type `thing`, which is not always a `slot`", "then = ['at = «u']"),
            ("type", "`u` is of type `thing`, which is not always a `slot`", "then = ['has[«u]']"),
            ("type", "`last` may be none", "then = ['at = «last']"),
            ("type", "this fact is never none", "then = ['at = «none']"),
            ("type", "`held` is of type `thing`, which is not always a `slot`", "then = ['at = «held']"),
            ("type", "expected a number", "then = ['x = «at']"),
            ("type", "bool fact", "then = ['a = «x']"),
            ("type", "bool fact", "then = ['a = «1']"),
        ],
    );
    assert_fine(
        WORLD,
        &["then = ['has[s]', 'held = s', 'last = at', 'a = b', 'x = y + n']", "then = ['last = none']"],
    );
}

#[test]
fn conditional_effect_errors() {
    assert_mistakes(
        WORLD,
        &[
            ("keys", "`{ when = […], then = […] }`", "then = [«{ when = ['a'] }]"),
            ("keys", "`{ when = […], then = […] }`", "then = [«{ then = ['a'] }]"),
            (
                "shape",
                "cannot be nested",
                "then = [{ when = ['a'], then = [«{ when = ['b'], then = ['x = 1'] }] }]",
            ),
            ("unknown-key", "did you mean `when`?", "then = [{ when = ['a'], then = ['b'], «wehn = [] }]"),
        ],
    );
}

#[test]
fn conflicting_effects_are_errors() {
    assert_mistakes(
        WORLD,
        &[
            ("clash", "two effects change `a`", "then = ['a', '«not a']"),
            ("clash", "change `x`", "then = ['x = 1', '«x = 2']"),
            ("clash", "change `x`", "then = ['x = 1', '«x += 1']"),
            ("clash", "change `x`", "then = ['x += 1', '«x += 1']"),
            ("clash", "change `x`", "then = ['x = y', '«x = 5']"),
            ("clash", "change `x`", "then = ['x = y + 1', '«x = 1 + y']"),
            ("clash", "change `x`", "then = ['x = y + 1', '«x = y - 1']"),
            ("clash", "change `has`", "then = ['has[s]', '«not has[s]']"),
            ("clash", "change `at`", "then = ['at = left', '«at = right']"),
            ("clash", "change `last`", "then = ['last = s', '«last = none']"),
            ("clash", "change `a`", "then = ['a', { when = ['b'], then = ['«not a'] }]"),
            (
                "clash",
                "change `x`",
                "then = [{ when = ['b'], then = ['x = 1'] }, { when = ['y > 3'], then = ['«x = 2'] }]",
            ),
            ("clash", "change `x`", "then = [{ when = ['b'], then = ['x = 1', '«x = 2'] }]"),
            (
                "clash",
                "change `x`",
                "then = [{ when = ['x < 5'], then = ['x = 1'] }, { when = ['x > 3'], then = ['«x = 2'] }]",
            ),
            (
                "clash",
                "change `y`",
                "then = [{ when = ['x > 2', 'x != 3'], then = ['y = 1'] }, { when = ['x < 6', 'x != 4'], then = ['«y = 2'] }]",
            ),
        ],
    );
}

#[test]
fn expected_effects_follow_the_same_rules() {
    assert_mistakes(
        WORLD,
        &[
            ("shape", "write `[\"a\"]`", "hope = «'a'"),
            ("unknown-name", "unknown fact `c`", "hope = ['«c']"),
            ("clash", "two effects change `a`", "hope = ['a', '«not a']"),
            ("clash", "two effects change `a`", "then = ['a']\nhope = ['«not a']"),
            ("clash", "change `x`", "hope = ['«x += 1']\nthen = ['x += 1']"),
        ],
    );
    assert_fine(
        WORLD,
        &[
            "hope = ['a', { when = ['b'], then = ['x = 2'] }]",
            "then = ['a']\nhope = ['a', 'b']",
            "then = ['has[s]']\nhope = ['not has[t]']",
            "then = [{ when = ['b'], then = ['not b'] }]\nhope = [{ when = ['not b'], then = ['b'] }]",
        ],
    );
}

#[test]
fn equal_exclusive_and_binding_dependent_effects_do_not_conflict() {
    assert_fine(
        WORLD,
        &[
            "then = ['a', 'a = true', 'x = 2', 'x = 1 + 1']",
            "then = ['x = y + 1', 'x = y + (2 - 1)']",
            "then = ['a', { when = ['b'], then = ['a'] }]",
            "then = ['has[s]', 'not has[t]']",
            "then = ['has[left]', 'not has[right]']",
            "then = ['at = s', 'at = t']",
            "then = ['at = s', 'at = left']",
            "then = ['x = n', 'x = 2']",
            "then = [{ when = ['a'], then = ['not a'] }, { when = ['not a'], then = ['a'] }]",
            "then = [{ when = ['x < 3'], then = ['y = 1'] }, { when = ['x >= 3', 'b'], then = ['y = 2'] }]",
            "then = [{ when = ['x == 0'], then = ['y = 1'] }, { when = ['x != 0'], then = ['y = 2'] }]",
            "then = [{ when = ['at == left'], then = ['y = 1'] }, { when = ['at == right'], then = ['y = 2'] }]",
            "then = [{ when = ['at != left'], then = ['y = 1'] }, { when = ['at != right'], then = ['y = 2'] }]",
            "then = [{ when = ['last == none'], then = ['y = 1'] }, { when = ['last == right'], then = ['y = 2'] }]",
            "then = [{ when = ['s != t'], then = ['x = 1'] }, { when = ['s == t'], then = ['x = 2'] }]",
            "then = [{ when = ['has[s]'], then = ['x = 1'] }, { when = ['not has[t]'], then = ['x = 2'] }]",
            "then = [{ when = ['x > 2', 'x != 3'], then = ['y = 1'] }, { when = ['x < 5', 'x != 4'], then = ['y = 2'] }]",
        ],
    );
}
