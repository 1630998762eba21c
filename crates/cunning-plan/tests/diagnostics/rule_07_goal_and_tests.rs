//! Goals, and the tests that ask for them.

use super::{assert_fine, assert_mistakes};

const WORLD: &str = "[types]\nplace = ['beach', 'docks']\nfoe = { open = true, max = 2 }\n[facts]\na = 'bool'\nat = 'place'\n\
    dead = { type = 'bool', of = ['foe'] }\n[objects]\nfoe = ['orc']\n[action.go]\nparams = { p = 'place' }\nthen = ['at = p']\n\
    [goal.g]\nwant = ['a']\n[goal.kill]\nparams = { f = 'foe', n = '1..3' }\nwant = ['dead[f]']\n[test.t]";

#[test]
fn tests_with_unknown_names_are_errors() {
    assert_mistakes(
        WORLD,
        &[
            ("unknown-name", "did you mean `kill`?", "goal = '«kil'"),
            ("unknown-name", "parameter of `kill` called `g`", "goal = 'kill(«g=orc)'"),
            ("unknown-name", "unknown foe `elf`", "goal = 'kill(f=«elf)'"),
            ("value", "from 1 to 3", "goal = 'kill(n=«4)'"),
            ("type", "is a number from 1 to 3", "goal = 'kill(n=«orc)'"),
            ("type", "is of type `foe`", "goal = 'kill(f=«3)'"),
            ("duplicate", "given twice", "goal = 'kill(f=orc, «f=orc)'"),
            ("syntax", "expected `=`", "goal = 'kill(f«)'"),
            ("unknown-name", "unknown action `fly`", "goal = 'g'\nplan = ['go', «'fly']"),
            ("unknown-name", "unknown action `fly`", "goal = 'g'\nuses = [«'fly']"),
            ("test", "`plan` cannot be combined", "goal = 'g'\nunsolvable = true\nplan = «['go']"),
            ("value", "at least 0", "goal = 'g'\ncost = «-1"),
            ("unknown-name", "unknown place `moon`", "goal = 'g'\nset = { at = «'moon' }"),
            ("unknown-key", "did you mean `avoids`?", "goal = 'g'\n«avoid = ['go']"),
        ],
    );
    assert_fine(
        WORLD,
        &[
            "goal = 'kill(f=orc, n=2)'\nplan = ['..', 'go']\ncost = 2.5\nuses = ['go']\nset = { at = 'docks', 'dead[orc]' = false }",
        ],
    );
    let contradiction = "goal = 'g'\nuses = ['go']\navoids = ['go']";
    assert_mistakes(
        &WORLD.replace("[test.t]", "[test.«t]"),
        &[("test", "both use and avoid `go`", contradiction)],
    );
    assert_mistakes(&WORLD.replace("[test.t]", "[test.«t]"), &[("keys", "needs a `goal`", "plan = ['go']")]);
}
