//! Open types and what is bound to them.

use super::{assert_fine, assert_mistakes};

const WORLD: &str = "[types]\nplace = ['beach']\nfoe = { open = true, max = 2 }\nspot = { any = ['place', 'foe'] }\n[facts]\n\
    dead = { type = 'bool', of = ['foe'] }\nnear = 'spot?'";

#[test]
fn object_binding_errors() {
    assert_mistakes(
        &format!("{WORLD}\n[objects]"),
        &[
            ("objects", "3 objects, but `foe` has `max = 2`", "foe = «['a', 'b', 'c']"),
            ("duplicate", "duplicate object `orc`", "foe = ['orc', «'orc']"),
            ("duplicate", "duplicate object `beach`", "foe = [«'beach']"),
            ("objects", "`place` is not an open type", "«place = ['moon']"),
            ("objects", "`spot` is not an open type", "«spot = ['moon']"),
            ("unknown-name", "did you mean `foe`?", "«foes = ['orc']"),
            ("name", "is not a valid name", "foe = [«'big orc']"),
        ],
    );
}

#[test]
fn actions_and_goals_cannot_name_bound_objects() {
    let world = format!("{WORLD}\n[objects]\nfoe = ['orc']\n[goal.g]");
    assert_mistakes(
        &world,
        &[
            ("bound-object", "use a parameter", "want = ['dead[«orc]']"),
            ("bound-object", "bound by the game", "want = ['near == «orc']"),
        ],
    );
    assert_fine(&world, &["want = ['some foe f: dead[f]']\n[start]\nnear = 'orc'\n'dead[orc]' = true"]);
}
