//! Every ground fact has a value; which one when nothing is said.

use super::{mistake, solve};
use cunning_oracle::ErrorKind;

/// The goal is met at the start exactly when the condition describes it.
fn starts_with(facts: &str, start: &str, condition: &str) -> bool {
    let text = format!(
        "[types]\nplace = ['beach', 'docks']\nitem = ['coin']\nfoe = {{ open = true, max = 2 }}\n\
         spot = {{ any = ['place', 'item'] }}\n\
         [facts]\n{facts}\n[start]\n{start}\n[objects]\nfoe = ['orc']\n[goal.g]\nwant = [\"{condition}\"]"
    );
    solve(&text) == "0"
}

#[test]
fn defaults_without_a_declaration() {
    assert!(starts_with("a = 'bool'", "", "not a"));
    assert!(starts_with("a = 'place'", "", "a == beach"));
    assert!(starts_with("a = 'place?'", "", "a == none"));
    assert!(starts_with("a = 'foe?'", "", "a == none"));
    assert!(starts_with("a = 'spot'", "", "a == beach"));
    assert!(starts_with("a = { type = 'int', min = -3, max = 5 }", "", "a == -3"));
}

#[test]
fn default_key_wins_over_the_plain_default() {
    assert!(starts_with("a = { type = 'bool', default = true }", "", "a"));
    assert!(starts_with("a = { type = 'place', default = 'docks' }", "", "a == docks"));
    assert!(starts_with("a = { type = 'place?', default = 'docks' }", "", "a == docks"));
    assert!(starts_with("a = { type = 'place?', default = 'none' }", "", "a == none"));
    assert!(starts_with("a = { type = 'int', min = 0, max = 5, default = 2 }", "", "a == 2"));
    assert!(starts_with("a = { type = 'bool', of = ['place'], default = true }", "", "every place p: a[p]"));
}

#[test]
fn start_wins_over_the_default() {
    assert!(starts_with("a = { type = 'bool', default = true }", "a = false", "not a"));
    assert!(starts_with("a = { type = 'int', min = 0, max = 5 }", "a = 4", "a == 4"));
    assert!(starts_with("a = 'spot'", "a = 'coin'", "a == coin"));
    assert!(starts_with("a = 'foe?'", "a = 'orc'", "some foe f: a == f"));
}

#[test]
fn families_have_one_fact_per_object_of_each_index() {
    let facts = "a = { type = 'int', min = 0, max = 5, of = ['place', 'item'] }";
    let start = "'a[docks, coin]' = 2";
    assert!(starts_with(facts, start, "a[docks, coin] == 2"));
    assert!(starts_with(facts, start, "a[beach, coin] == 0"));
    assert!(starts_with("a = { type = 'bool', of = ['foe'] }", "'a[orc]' = true", "every foe f: a[f]"));
    assert!(starts_with("a = { type = 'bool', of = ['spot'] }", "'a[coin]' = true", "some item i: a[i]"));
}

#[test]
fn min_and_max_are_required() {
    for keys in ["min = 0", "max = 9", "min = 9, max = 0", "min = 0.5, max = 2"] {
        let text = format!("[facts]\na = {{ type = 'int', {keys} }}\n[goal.g]");
        assert_eq!(mistake(&text), (ErrorKind::Shape, "facts.a".to_owned()), "{keys}");
    }
    assert_eq!(mistake("[facts]\na = 'int'\n[goal.g]").0, ErrorKind::Shape);
}

#[test]
fn facts_of_open_types_must_be_optional() {
    let types =
        "[types]\nplace = ['beach']\nfoe = { open = true, max = 2 }\nspot = { any = ['place', 'foe'] }\n";
    for kind in ["foe", "spot"] {
        let text = format!("{types}[facts]\na = '{kind}'\n[goal.g]");
        assert_eq!(mistake(&text), (ErrorKind::Type, "facts.a".to_owned()), "{kind}");
        assert_eq!(solve(&format!("{types}[facts]\na = '{kind}?'\n[goal.g]")), "0", "{kind}?");
    }
}

#[test]
fn indices_are_never_facts() {
    let text = "[types]\nplace = ['beach']\n[facts]\nat = 'place'\nseen = { type = 'bool', of = ['place'] }\n\
                [goal.g]\nwant = ['seen[at]']";
    assert_eq!(mistake(text), (ErrorKind::Name, "goal.g.want[0]".to_owned()));
}

#[test]
fn start_outside_the_range_or_type_is_an_error() {
    let facts = "[types]\nplace = ['beach']\n[facts]\nn = { type = 'int', min = 0, max = 5 }\nat = 'place'\n";
    for (start, place) in [
        ("n = 6", "start.n"),
        ("n = true", "start.n"),
        ("at = 'moon'", "start.at"),
        ("at = 'none'", "start.at"),
        ("m = 1", "start.m"),
        ("'at[beach]' = 'beach'", "start.at[beach]"),
    ] {
        assert_eq!(mistake(&format!("{facts}[start]\n{start}\n[goal.g]")).1, place);
    }
}
