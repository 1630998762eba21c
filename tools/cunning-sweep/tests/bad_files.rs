//! Sweep files that cannot be run: each mistake is named, with its place and what to do.

use crate::dice::{DICE, error};

fn with(from: &str, to: &str) -> String {
    assert!(DICE.contains(from));
    error(&DICE.replace(from, to))
}

#[test]
fn unknown_keys_are_reported_with_a_suggestion() {
    assert!(with("[measure]", "[measuer]").contains("did you mean `measure`?"));
    assert!(with("seeds =", "seedz =").contains("did you mean `seeds`?"));
    assert!(with("from = 0", "form = 0").contains("did you mean `from`?"));
    assert!(with("is = 6", "si = 6").contains("did you mean `is`?"));
    assert!(with("by = [\"sides\"]", "by = [\"side\"]").contains("did you mean `sides`?"));
    assert!(with("is = 6 }", "is = 6, take = \"maen\" }").contains("did you mean `mean`?"));
    let text = with("seeds =", "seedz =");
    assert!(text.contains("dice.toml:4:1"), "{text}");
}

#[test]
fn options_of_scenes_are_checked() {
    let scene = |line: &str| error(&format!("[run]\nscene = \"squad\"\n{line}\n"));
    assert!(scene("tciks = 5").contains("did you mean `ticks`?"));
    assert!(scene("gold = 5").contains("a fact is `set:gold`"));
    assert!(scene("\"check:open\" = true").contains("no key `check:open`"));
}

#[test]
fn empty_grids_and_seeds_are_errors() {
    assert!(with("sides = [6, 20]", "sides = []").contains("the parameter `sides` has no values"));
    assert!(error("[run]\ncustom = \"x\"\n[grid]\n").contains("the grid has no parameters"));
    assert!(with("\"0..20\"", "\"5..5\"").contains("the range of seeds 5..5 is empty"));
    assert!(with("\"0..20\"", "[]").contains("there are no seeds"));
    assert!(with("\"0..20\"", "[\"0..5\", \"4..9\"]").contains("seed 4 occurs twice"));
    assert!(with("\"0..20\"", "\"many\"").contains("expected a range of seeds"));
    assert!(
        error("[run]\ncustom = \"x\"\n[sample]\ncount = 0\nn = { min = 0, max = 1 }").contains("at least 1")
    );
    assert!(error("[run]\ncustom = \"x\"\n[sample]\ncount = 3\n").contains("no parameters"));
}

#[test]
fn impossible_ranges_are_errors() {
    assert!(with("to = 4", "to = -4").contains("impossible"));
    assert!(with("step = 2", "step = 0").contains("impossible"));
    let sample =
        |range: &str| error(&format!("[run]\ncustom = \"x\"\n[sample]\ncount = 3\nn = {{ {range} }}"));
    assert!(sample("min = 4, max = 2").contains("must be below"));
    assert!(sample("min = 0, max = 2, log = true").contains("0 must be below `min`"));
    assert!(sample("min = 4").contains("needs `min` and `max`"));
}

#[test]
fn cells_with_the_same_inputs_are_errors() {
    assert!(with("[6, 20]", "[6, 6]").contains("has the value 6 twice"));
    let levels = "[run]\ncustom = \"x\"\n[grid.variant.levels]\none = { sides = 6 }\ntwo = { sides = 6 }\n";
    let text = error(levels);
    assert!(text.contains("two cells have the same inputs"), "{text}");
    assert!(text.contains("variant = one, seed = 0") && text.contains("variant = two, seed = 0"), "{text}");
    let columns = "[run]\ncustom = \"x\"\n[grid]\nseed = [1, 2]\n";
    assert!(error(columns).contains("two columns of the table would have the name `seed`"));
}

#[test]
fn a_run_has_exactly_one_kind() {
    assert!(error("[sweep]\n").contains("`[run]` is missing"));
    assert!(error("[run]\nticks = 5\n").contains("exactly one of `scene`"));
    assert!(error("[run]\nscene = \"a\"\nplan = \"b\"\n").contains("exactly one of"));
    assert!(error("[run\n").contains("sweep/toml"));
}

#[test]
fn sweeps_with_too_many_cells_are_errors() {
    assert!(with("\"0..20\"", "\"0..99999999\"").contains("at most 10000000 are allowed"));
}
