//! Curves.

use super::{assert_fine, assert_mistakes};

const WORLD: &str = "[facts]\nx = { type = 'int', min = 0, max = 9 }";

#[test]
fn curve_points_must_ascend() {
    assert_mistakes(
        WORLD,
        &[
            ("keys", "needs `points`", "[curve.«c]"),
            ("curve", "at least one point", "[curve.c]\npoints = «[]"),
            ("curve", "must increase", "[curve.c]\npoints = [[0, 1], «[0, 2]]"),
            ("curve", "must increase", "[curve.c]\npoints = [[3, 1], «[2.5, 2]]"),
            ("shape", "a point is `[x, y]`", "[curve.c]\npoints = [«[1]]"),
            ("shape", "expected a number", "[curve.c]\npoints = [[1, «'2']]"),
            ("shape", "a point `[x, y]`", "[curve.c]\npoints = [«1, 2]"),
            ("unknown-key", "did you mean `points`?", "[curve.c]\n«point = []\npoints = [[0, 0]]"),
            ("name", "is not a valid name", "[curve.«'a b']\npoints = [[0, 0]]"),
        ],
    );
}

#[test]
fn curves_are_rejected_where_integers_are_required() {
    let world = format!("{WORLD}\n[curve.steep]\npoints = [[0, 0], [9, 2.5]]");
    assert_mistakes(
        &world,
        &[
            ("unknown-name", "did you mean `steep`?", "[action.a]\ncost = 'curve.«step(x)'"),
            ("syntax", "takes one number", "[action.a]\ncost = 'curve.«steep(x, x)'"),
            ("fraction", "use whole numbers only", "[action.a]\nthen = ['x = curve.«steep(x)']"),
            ("fraction", "use whole numbers only", "[goal.g]\nwant = ['x > curve.«steep(x)']"),
            ("unknown-name", "there is no `curves.steep` here", "[action.a]\ncost = '«curves.steep(x)'"),
        ],
    );
    assert_fine(
        &world,
        &[
            "[action.a]\ncost = '1 + curve.steep(x / 2) * 3'",
            "[action.a]\ncost = 'curve.steep(curve.steep(x))'",
        ],
    );
}
