//! Types, facts, defaults and start values.

use super::{assert_fine, assert_mistakes};

const TYPES: &str =
    "[types]\nplace = ['beach', 'docks']\nfoe = { open = true, max = 2 }\nspot = { any = ['place', 'foe'] }";

#[test]
fn type_declaration_errors() {
    assert_mistakes(
        "[types]",
        &[
            ("shape", "expected a list of objects", "a = «3"),
            ("empty-type", "at least one object", "a = «[]"),
            ("empty-type", "at least one type", "a = { any = «[] }"),
            ("shape", "the name of an object, found a whole number", "a = ['b', «3]"),
            ("keys", "needs `max`", "a = «{ open = true }"),
            ("keys", "a list of its objects", "a = { open = «false, max = 3 }"),
            ("keys", "both open and a union", "a = { open = «true, any = ['b'] }\nb = ['c']"),
            ("keys", "`open = true` or `any", "a = «{ max = 3 }"),
            ("keys", "`max` belongs to open types", "b = ['c']\na = { any = ['b'], max = «3 }"),
            ("limit", "1 to", "a = { open = true, max = «0 }"),
            ("limit", "1 to", "a = { open = true, max = «99999999 }"),
            ("unknown-name", "unknown type `c`", "a = { any = ['b', «'c'] }\nb = ['d']"),
            ("duplicate", "listed twice", "a = { any = ['b', «'b'] }\nb = ['d']"),
            ("union-cycle", "contains itself", "a = «{ any = ['a', 'b'] }\nb = ['d']"),
            ("name", "cannot be the name of a type", "«bool = ['a']"),
        ],
    );
}

#[test]
fn union_cycle_is_reported_once_per_member() {
    let text = "[types]\na = { any = ['b'] }\nb = { any = ['a', 'c'] }\nc = ['x']\nd = { any = ['a'] }";
    let found = super::read(text).expect_err("a ring");
    let lines: Vec<u32> = found.iter().filter_map(|found| found.location().map(|at| at.line)).collect();
    assert_eq!(lines, [2, 3]);
}

#[test]
fn ints_need_a_range() {
    assert_mistakes(
        "[facts]",
        &[
            ("int-range", "needs `min`", "a = «'int'"),
            ("int-range", "needs `min`", "a = «{ type = 'int', max = 9 }"),
            ("int-range", "needs `max`", "a = «{ type = 'int', min = 0 }"),
            ("int-range", "from 9 to 0 is empty", "a = «{ type = 'int', min = 9, max = 0 }"),
            ("shape", "a whole number", "a = { type = 'int', min = «0.5, max = 2 }"),
            ("int-range", "out of range", "a = { type = 'int', min = 0, max = «1_000_000_001 }"),
            ("int-range", "out of range", "a = { type = 'int', min = «-9223372036854775808, max = 0 }"),
            ("keys", "belongs to facts of type `int`", "a = { type = 'bool', min = «0 }"),
            ("value", "did you mean `clamp`?", "a = { type = 'int', min = 0, max = 9, overflow = «'clam' }"),
            (
                "unknown-key",
                "`low` and `high`",
                "a = { type = 'int', min = 0, max = 9, overflow = { «hi = 'clamp' } }",
            ),
            (
                "shape",
                "`refuse` or `clamp`",
                "a = { type = 'int', min = 0, max = 9, overflow = { low = «true } }",
            ),
        ],
    );
}

#[test]
fn fact_declaration_errors() {
    assert_mistakes(
        &format!("{TYPES}\n[facts]"),
        &[
            ("shape", "expected a type", "a = «3"),
            ("keys", "needs a `type`", "«a = { default = true }"),
            ("unknown-name", "did you mean `place`?", "a = «'plaec'"),
            ("unknown-name", "did you mean `bool`?", "a = «'boole'"),
            ("unknown-name", "unknown type `moon`", "a = { type = 'bool', of = ['place', «'moon'] }"),
            ("shape", "expected a list of types", "a = { type = 'bool', of = «'place' }"),
            ("type", "only object facts can be optional", "a = «'bool?'"),
            ("type", "only object facts can be optional", "a = { type = «'int?', min = 0, max = 1 }"),
            ("not-optional", "write `foe?`", "a = «'foe'"),
            ("not-optional", "must be optional", "a = { type = «'spot' }"),
            ("shape", "`true` or `false`", "a = { type = 'bool', sensed = «1 }"),
            ("shape", "a text", "a = { type = 'bool', doc = «1 }"),
        ],
    );
}

#[test]
fn default_and_start_value_errors() {
    assert_mistakes(
        &format!("{TYPES}\n[facts]"),
        &[
            ("value", "an int from 0 to 5", "a = { type = 'int', min = 0, max = 5, default = «6 }"),
            ("value", "a bool", "a = { type = 'bool', default = «1 }"),
            ("value", "never none", "a = { type = 'place', default = «'none' }"),
            ("unknown-name", "unknown place `moon`", "a = { type = 'place', default = «'moon' }"),
            (
                "bound-object",
                "cannot be a default",
                "a = { type = 'foe?', default = «'orc' }\n[objects]\nfoe = ['orc']",
            ),
            ("value", "of type `place`", "a = { type = 'place', default = «3 }"),
        ],
    );
    let facts = "[facts]\nn = { type = 'int', min = 0, max = 5 }\nat = 'place'\nhas = { type = 'bool', of = ['place'] }\n\
                 seen = { type = 'bool', of = ['foe'] }\n[tables]\nprice = { default = 1 }\n[start]";
    assert_mistakes(
        &format!("{TYPES}\n{facts}"),
        &[
            ("value", "an int from 0 to 5", "n = «6"),
            ("value", "an int from 0 to 5", "n = «2.5"),
            ("value", "an int from 0 to 5", "n = «true"),
            ("unknown-name", "did you mean `beach`?", "at = «'beech'"),
            ("value", "never none", "at = «'none'"),
            ("unknown-name", "unknown fact `m`", "«m = 1"),
            ("indices", "expected 0, found 1", "«'at[beach]' = 'beach'"),
            ("indices", "expected 1, found 0", "«has = true"),
            ("unknown-name", "did you mean `docks`?", "'has[«dock]' = true"),
            ("unknown-name", "unknown foe `orc`", "'seen[«orc]' = true"),
            ("type", "a table, not a fact", "«price = 3"),
            ("syntax", "expected a fact", "«'1 + 2' = 3"),
            ("syntax", "expected `]`", "'has[beach«' = true"),
            ("type", "expected an object as index", "'has[«3]' = true"),
            ("duplicate", "duplicate value of", "'has[beach]' = true\n«'has[ beach ]' = false"),
        ],
    );
    assert_fine(
        &format!("{TYPES}\n{facts}"),
        &["n = 5\nat = 'docks'\n'has[beach]' = true", "'seen[orc]' = true\n[objects]\nfoe = ['orc']"],
    );
}

#[test]
fn index_errors() {
    let world = "[types]\nplace = ['beach']\n[facts]\nat = 'place'\nlast = { type = 'place', of = ['place'] }\n\
                 seen = { type = 'bool', of = ['place'] }\n[goal.g]";
    assert_mistakes(
        world,
        &[
            ("fact-as-index", "an index must be an object or a parameter", "want = ['seen[«at]']"),
            ("fact-as-index", "found `last[beach]`", "want = ['seen[«last[beach]]']"),
            ("type", "found `1 + 2`", "want = ['seen[«1 + 2]']"),
            ("indices", "did you mean `seen[beach]`?", "want = ['«seen']"),
            ("indices", "takes no indices", "want = ['«at[beach] == beach']"),
            ("indices", "expected 1, found 2", "want = ['«seen[beach, beach]']"),
            ("type", "is a number, not of type `place`", "params = { n = '1..2' }\nwant = ['seen[«n]']"),
        ],
    );
}
