//! Numbers: tables, traits, parameters and expressions.

use super::{assert_fine, assert_mistakes};

const WORLD: &str = "[types]\nitem = ['coin', 'bottle']\nfoe = { open = true, max = 2 }\n[facts]\na = 'bool'\n\
    x = { type = 'int', min = -99, max = 99 }";

#[test]
fn table_errors() {
    assert_mistakes(
        &format!("{WORLD}\n[tables]"),
        &[
            ("shape", "a table such as", "t = «3"),
            ("shape", "expected a number, found a string", "t = { of = ['item'], default = «'3' }"),
            ("limit", "too large or not finite", "t = { default = «nan }"),
            ("limit", "too large", "t = { default = «1e300 }"),
            ("limit", "too large", "t = { default = «99999999999999 }"),
            ("unknown-key", "did you mean `values`?", "t = { «vaules = { } }"),
            ("unknown-name", "did you mean `bottle`?", "t = { of = ['item'], values = { «botle = 3 } }"),
            (
                "indices",
                "has 1 indices, but the key has 2",
                "t = { of = ['item'], values = { «'coin,coin' = 3 } }",
            ),
            ("indices", "without `of`", "t = { values = «{ coin = 3 } }"),
            (
                "duplicate",
                "duplicate value for",
                "t = { of = ['item', 'item'], values = { 'coin,coin' = 3, «'coin, coin' = 4 } }",
            ),
            ("duplicate", "duplicate fact or table `x`", "«x = { default = 1 }"),
            ("unknown-name", "unknown type `itm`", "t = { of = [«'itm'] }"),
        ],
    );
    assert_fine(
        &format!("{WORLD}\n[tables]"),
        &["t = { of = ['foe'], values = { orc = 3, 'troll' = 0.5 } }", "t = { }"],
    );
}

#[test]
fn expression_errors() {
    assert_mistakes(
        &format!(
            "{WORLD}\n[tables]\nt = {{ of = ['item'], default = 0.5 }}\n[action.act]\nparams = {{ i = 'item', n = '1..3' }}"
        ),
        &[
            ("fraction", "`0.5` is not a whole number", "then = ['x = «0.5']"),
            ("fraction", "`1.5` is not a whole number", "when = ['x > 2 * «1.5']"),
            ("syntax", "`abs` takes one number", "then = ['x = «abs(1, 2)']"),
            ("syntax", "`min` takes two or more", "then = ['x = «min(1)']"),
            ("syntax", "`clamp` takes three", "then = ['x = «clamp(1, 2)']"),
            ("unknown-name", "did you mean `min`?", "then = ['x = «mix(1, 2)']"),
            ("type", "expected a number, found `i`", "then = ['x = «i']"),
            ("type", "expected a number, found `a`", "then = ['x = 1 + «a']"),
            ("type", "expected a number, found `true`", "then = ['x = «true']"),
            ("unknown-name", "did you mean `trait`?", "then = ['x = «trai.greed']"),
            ("unknown-name", "did you mean `t[coin]`?", "then = ['x = «t.coin']"),
            ("unknown-name", "unknown curve `hungry`", "cost = 'curve.«hungry(x)'"),
            ("indices", "`t` needs 1 index", "then = ['x = «t']"),
            ("limit", "too large", "then = ['x = «1000000000001']"),
        ],
    );
}

#[test]
fn number_parameter_errors() {
    assert_mistakes(
        &format!("{WORLD}\n[action.act]"),
        &[
            ("int-range", "from 3 to 1 is empty", "params = { n = «'3..1' }"),
            ("int-range", "not a range of whole numbers", "params = { n = «'1..x' }"),
            ("int-range", "not a range of whole numbers", "params = { n = «'1..9999999999' }"),
            ("int-range", "not a range of whole numbers", "params = { n = «'1.5..3' }"),
            ("type", "write both ends", "params = { n = «'int' }"),
            ("type", "not a bool", "params = { n = «'bool' }"),
            ("type", "write `item`", "params = { n = «'item?' }"),
            ("shape", "a type, or a range", "params = { n = «3 }"),
            ("shape", "a table such as", "params = «['item']"),
        ],
    );
    assert_fine(&format!("{WORLD}\n[action.act]"), &["params = { n = '-5..-2', m = ' 0 .. 3 ' }"]);
}
