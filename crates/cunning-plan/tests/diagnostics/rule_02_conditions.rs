//! Conditions.

use super::{assert_fine, assert_mistakes};

const WORLD: &str = "[types]\nplace = ['beach', 'docks']\nitem = ['coin']\nfoe = { open = true, max = 4 }\n\
    spot = { any = ['place', 'foe'] }\n[facts]\ndrunk = 'bool'\nat = 'place'\nnear = 'spot?'\ntarget = 'foe?'\n\
    gold = { type = 'int', min = 0, max = 9 }\nsees = { type = 'bool', of = ['foe'] }\n\
    bag = 'item'\n[tables]\nprice = { of = ['item'], default = 3 }\n[objects]\nfoe = ['orc']\n\
    [goal.g]\nparams = { p = 'place', q = 'place', i = 'item', s = 'spot', n = '1..3' }";

#[test]
fn condition_shape_errors() {
    assert_mistakes(
        WORLD,
        &[
            ("shape", "write `[\"drunk\"]`", "want = «'drunk'"),
            ("shape", "expected a condition, found a whole number", "want = [«3]"),
            ("shape", "expected a condition, found a list", "want = [«['drunk']]"),
            ("keys", "`{ any = […] }`", "want = [«{ }]"),
            ("unknown-key", "did you mean `any`?", "want = [{ «ayn = [], any = [] }]"),
            ("shape", "expected a condition, found a list", "want = [{ any = [['drunk', «['drunk']]] }]"),
            ("shape", "expected a list of conditions", "want = [{ any = «3 }]"),
        ],
    );
    assert_fine(
        WORLD,
        &["want = []", "want = [{ any = [] }]", "want = [{ any = [['drunk', { any = ['drunk'] }]] }]"],
    );
}

#[test]
fn only_bools_need_no_comparison() {
    assert_mistakes(
        WORLD,
        &[
            ("type", "expected a comparison after `gold`, which is an int", "want = ['«gold']"),
            ("type", "expected a comparison after `at`, which is an object", "want = ['not «at']"),
            ("type", "expected a comparison after `n`, which is a parameter", "want = ['«n']"),
            ("type", "expected a comparison after `price[i]`", "want = ['«price[i]']"),
            ("type", "expected a comparison after `1 + 2`", "want = ['«1 + 2']"),
            ("syntax", "expected a comparison after `gold`, found `3`", "want = ['gold «3']"),
            ("syntax", "did you mean `==`?", "want = ['gold «= 3']"),
            ("syntax", "empty", "want = ['«']"),
        ],
    );
}

#[test]
fn comparison_of_different_types_is_an_error() {
    assert_mistakes(
        WORLD,
        &[
            ("type", "compared with `==` and `!=`, not with `<`", "want = ['at < «docks']"),
            ("type", "bools can only be compared with", "want = ['drunk >= «true']"),
            ("type", "expected an object of type `place`, found `3`", "want = ['at == «3']"),
            ("type", "expected a number, found `docks`", "want = ['gold == «docks']"),
            ("type", "expected a number, found `drunk`", "want = ['gold == «drunk']"),
            ("type", "expected a number, found `at`", "want = ['gold == «at']"),
            ("type", "`true`, `false` or a bool fact", "want = ['drunk == «gold']"),
            ("type", "`gold` is an int, not of type `place`", "want = ['at == «gold']"),
            ("type", "`bag` is of type `item`, which is never a `place`", "want = ['at == «bag']"),
            ("type", "`i` is of type `item`, not `place`", "want = ['at == «i']"),
            ("type", "this fact is never none", "want = ['at == «none']"),
            ("type", "a parameter is never none", "want = ['p == «none']"),
            ("unknown-name", "`coin` is an object, but not of type `place`", "want = ['p != «coin']"),
            ("bound-object", "`orc` is bound by the game", "want = ['s == «orc']"),
            ("type", "swap the two sides", "want = ['«beach != p']"),
            ("unknown-name", "`coin` is an object, but not of type `place`", "want = ['at == «coin']"),
        ],
    );
    assert_fine(
        WORLD,
        &[
            "want = ['near == target', 'target != none', 'near != p', 'p != q', 'p == s', 'p != at', 'n < 3', 'n == gold']",
            "want = ['p != beach', 's == docks', 'some place x: x != beach']",
            "want = ['drunk == true', 'drunk != false', 'gold >= price[i] * n', 'price[i] > 2', 'trait.x > 2']",
        ],
    );
}

#[test]
fn left_side_must_be_one_fact_or_parameter() {
    assert_mistakes(
        WORLD,
        &[
            ("type", "swap the two sides", "want = ['«docks == at']"),
            ("type", "swap the two sides", "want = ['«none == target']"),
            ("type", "move the rest to the right side", "want = ['«gold + 1 == 3']"),
            ("type", "move the rest to the right side", "want = ['«3 < gold']"),
            ("type", "move the rest to the right side", "want = ['«min(gold, 3) == 3']"),
        ],
    );
}

#[test]
fn quantifier_errors() {
    assert_mistakes(
        WORLD,
        &[
            ("unknown-name", "did you mean `foe`?", "want = ['some «fo f: sees[f]']"),
            ("duplicate", "already the name of a parameter or variable", "want = ['some foe «p: sees[p]']"),
            (
                "duplicate",
                "already the name of a parameter or variable",
                "want = ['some foe f: no foe «f: sees[f]']",
            ),
            ("syntax", "a name for the foe", "want = ['no foe«: drunk']"),
            ("name", "is a reserved word", "want = ['no foe «none: drunk']"),
            ("type", "which is not always a `foe`", "want = ['no spot f: sees[«f]']"),
        ],
    );
    assert_fine(
        WORLD,
        &["want = ['every foe f: sees[f]', 'some spot f: near == f', 'no foe f: every place x: at == x']"],
    );
}

#[test]
fn spans_are_exact_in_strings_with_escapes_and_line_breaks() {
    assert_mistakes(
        WORLD,
        &[
            ("unknown-name", "glod", "want = [\"g\\u006fld == «glod\"]"),
            ("unknown-name", "glod", "want = [\"gold ==\\t\\U00000020 1 + «glod\"]"),
            ("unknown-name", "glod", "want = [\"\"\"\n  gold \\\n   >= «glod\"\"\"]"),
            ("unknown-name", "glod", "want = ['''gold\n>= «glod''']"),
            ("unknown-name", "unknown fact or table `dä`", "want = [\"«dä[p]\"]"),
            ("unknown-name", "mööp", "want = [\"gold == 1 + «mööp\"]"),
        ],
    );
}
