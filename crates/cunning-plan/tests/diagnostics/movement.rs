//! `[move]` and `near`.

use super::{assert_fine, assert_mistakes};

const WORLD: &str = "[types]\nplace = ['beach', 'docks']\nfoe = { open = true, max = 2 }\nspot = { any = ['place', 'foe'] }\n\
    [facts]\nat = 'place'\nwhereabouts = 'spot?'\nhome = 'place'\nrich = 'bool'\nvisited = { type = 'place', of = ['place'] }\n\
    [tables]\nwalk = { of = ['place', 'place'], default = 4 }\nfare = { of = ['place'], default = 2 }\nride = { of = ['spot', 'spot'] }\n\
    toll = { default = 1 }\nhunt = { of = ['place', 'foe'] }";

#[test]
fn move_section_errors() {
    assert_mistakes(
        WORLD,
        &[
            ("keys", "needs the key `fact`", "[«move]\ncost = 'walk'"),
            ("unknown-name", "did you mean `at`?", "[move]\nfact = «'a'"),
            ("unknown-name", "unknown fact `walk`", "[move]\nfact = «'walk'"),
            ("type", "cannot say where an agent is", "[move]\nfact = «'rich'"),
            ("indices", "has indices", "[move]\nfact = «'visited'"),
            ("type", "the costs of moving must be a table", "[move]\nfact = 'at'\ncost = «'home'"),
            ("indices", "need one or two", "[move]\nfact = 'at'\ncost = «'toll'"),
            ("type", "is indexed by the type `foe`", "[move]\nfact = 'at'\ncost = «'hunt'"),
            ("type", "is indexed by the type `place`", "[move]\nfact = 'whereabouts'\ncost = «'walk'"),
            ("name", "is not a valid name", "[move]\nfact = 'at'\ncost = «'a way'"),
            ("name", "is not a valid name", "[move]\nfact = 'at'\nname = «'to go'"),
            ("shape", "the name of a table", "[move]\nfact = 'at'\ncost = «3"),
            ("unknown-key", "did you mean `cost`?", "[move]\nfact = 'at'\n«cots = 'walk'"),
            ("duplicate", "duplicate action `move`", "[action.move]\n[«move]\nfact = 'at'"),
            ("duplicate", "give `[move]` another `name`", "[action.go]\n[move]\nfact = 'at'\nname = «'go'"),
            (
                "duplicate",
                "duplicate action `move_from_none`",
                "[action.move_from_none]\n[«move]\nfact = 'whereabouts'\ncost = 'ride'",
            ),
        ],
    );
    assert_fine(
        WORLD,
        &[
            "[move]\nfact = 'at'",
            "[move]\nfact = 'at'\ncost = 'fare'\nname = 'go'\ndoc = 'on foot'",
            "[move]\nfact = 'at'\ncost = 'ride'",
            "[move]\nfact = 'at'\ncost = 'path'",
            "[move]\nfact = 'whereabouts'\ncost = 'path'\n[action.a]\ncost = 'path[beach, docks]'",
            "[move]\nfact = 'at'\n[goal.g]\nwant = ['at == docks']\n[test.t]\ngoal = 'g'\nplan = ['move']",
        ],
    );
}

#[test]
fn near_errors() {
    let world = format!(
        "{WORLD}\n[move]\nfact = 'at'\n[action.act]\nparams = {{ p = 'place', s = 'spot', n = '1..2' }}"
    );
    assert_mistakes(
        &world,
        &[
            ("unknown-name", "did you mean `docks`?", "near = '«dock'"),
            ("type", "not always a `place`", "near = '«s'"),
            ("type", "is a number", "near = '«n'"),
            ("type", "is neither", "near = «'home'"),
            ("type", "is neither", "near = «'none'"),
            ("shape", "a parameter or an object", "near = «['p']"),
        ],
    );
    assert_fine(&world, &["near = 'p'", "near = 'docks'\nwhen = ['rich']"]);
    assert_mistakes(WORLD, &[("keys", "needs a `[move]`", "[action.act]\nnear = «'docks'")]);
    // What is wrong with the table is not held against what relies on it.
    assert_mistakes(
        WORLD,
        &[("unknown-name", "unknown fact", "[move]\nfact = «'att'\n[action.act]\nnear = 'docks'")],
    );
}
