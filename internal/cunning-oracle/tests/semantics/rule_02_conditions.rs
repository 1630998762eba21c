//! What conditions mean, alone, in lists, in disjunctions and under quantifiers.

use super::{answer, mistake, solve};
use cunning_oracle::{ErrorKind, OracleQuery};

const WORLD: &str = "
[types]
place = ['beach', 'docks', 'tavern']
foe = { open = true, max = 4 }
spot = { any = ['place', 'foe'] }
[facts]
drunk = { type = 'bool', default = true }
angry = 'bool'
at = { type = 'place', default = 'docks' }
home = 'place'
near = 'spot?'
target = 'foe?'
prey = 'foe?'
gold = { type = 'int', min = 0, max = 9, default = 3 }
debt = { type = 'int', min = -9, max = 9, default = 3 }
sees = { type = 'bool', of = ['foe'] }
seen = { type = 'bool', of = ['foe', 'place'] }
[start]
'sees[orc]' = true
'seen[orc, docks]' = true
'seen[troll, beach]' = true
near = 'orc'
target = 'orc'
[objects]
foe = ['orc', 'troll']
[tables]
price = { of = ['place'], default = 3, values = { beach = 1 } }
";

/// Whether the TOML list of conditions holds at the start.
fn all_hold(conditions: &str) -> bool {
    solve(&format!("{WORLD}[goal.g]\nwant = {conditions}")) == "0"
}

fn holds(condition: &str) -> bool {
    all_hold(&format!("[\"{condition}\"]"))
}

#[test]
fn bools_and_negation() {
    assert!(holds("drunk") && !holds("angry"));
    assert!(!holds("not drunk") && holds("not angry"));
    assert!(holds("drunk == true") && holds("drunk != false") && holds("drunk != angry"));
    assert!(holds("angry == false") && !holds("angry == drunk"));
}

#[test]
fn equality_with_objects_and_none() {
    assert!(holds("at == docks") && !holds("at == beach"));
    assert!(holds("at != beach") && !holds("at != docks"));
    assert!(holds("target != none") && !holds("target == none"));
    assert!(holds("prey == none") && !holds("prey != none"));
}

#[test]
fn order_on_ints() {
    for (relation, expected) in
        [("<", [false, false, true]), ("<=", [false, true, true]), (">", [true, false, false])]
    {
        for (bound, expected) in [2, 3, 4].into_iter().zip(expected) {
            assert_eq!(holds(&format!("gold {relation} {bound}")), expected, "{relation} {bound}");
        }
    }
    assert!(holds("gold >= 3") && !holds("gold >= 4") && holds("gold != 4") && holds("gold == 3"));
    assert!(holds("debt > -1"));
}

#[test]
fn order_on_other_types_is_an_error() {
    for condition in ["at < docks", "drunk >= angry", "at == 3", "gold == docks", "gold", "not at"] {
        let text = format!("{WORLD}[goal.g]\nwant = [\"{condition}\"]");
        let (kind, place) = mistake(&text);
        assert!(matches!(kind, ErrorKind::Type | ErrorKind::Name), "{condition}");
        assert_eq!(place, "goal.g.want[0]", "{condition}");
    }
}

#[test]
fn number_expressions_on_the_right() {
    assert!(holds("gold == 1 + 2") && holds("gold >= price[docks]") && holds("gold > price[beach] * 2"));
    assert!(!holds("gold < price[docks]"));
}

#[test]
fn facts_on_the_right() {
    assert!(holds("gold == debt") && holds("gold >= debt - 1") && !holds("gold < debt"));
    assert!(holds("at != home") && !holds("at == home"));
    assert!(holds("target != prey") && holds("near == target") && holds("near != home"));
    assert!(!holds("drunk == angry"));
}

#[test]
fn none_equals_none() {
    let text = format!("{WORLD}[goal.g]\nwant = ['target == prey']");
    assert_eq!(answer(&text, &OracleQuery::new("g").set("target", "none")), "0");
}

#[test]
fn two_parameters_may_be_compared() {
    let goal = |want: &str| {
        format!("{WORLD}[goal.g]\nparams = {{ p = 'place', q = 'place', f = 'spot' }}\nwant = {want}")
    };
    let query = |p: &str, q: &str, f: &str| OracleQuery::new("g").bind("p", p).bind("q", q).bind("f", f);
    assert_eq!(answer(&goal("['p == q']"), &query("beach", "beach", "orc")), "0");
    assert_eq!(answer(&goal("['p == q']"), &query("beach", "docks", "orc")), "unsolvable");
    assert_eq!(answer(&goal("['p != q']"), &query("beach", "docks", "orc")), "0");
    assert_eq!(answer(&goal("['p == f']"), &query("beach", "docks", "beach")), "0");
}

#[test]
fn a_parameter_may_be_compared_with_an_object_of_its_type() {
    let goal = |want: &str| format!("{WORLD}[goal.g]\nparams = {{ p = 'place', f = 'spot' }}\nwant = {want}");
    let query = |p: &str, f: &str| OracleQuery::new("g").bind("p", p).bind("f", f);
    assert_eq!(answer(&goal("['p == beach']"), &query("beach", "orc")), "0");
    assert_eq!(answer(&goal("['p == beach']"), &query("docks", "orc")), "unsolvable");
    assert_eq!(answer(&goal("['p != beach']"), &query("docks", "orc")), "0");
    assert_eq!(answer(&goal("['f != beach']"), &query("docks", "orc")), "0");
    assert_eq!(answer(&goal("['every place x: p != x']"), &query("docks", "orc")), "unsolvable");
    for wrong in ["p == none", "p == orc", "f == orc", "beach == p"] {
        let (kind, _) = mistake(&goal(&format!("['{wrong}']")));
        assert!(matches!(kind, ErrorKind::Type | ErrorKind::Name), "{wrong}");
    }
    let go = "[types]\nplace = ['beach', 'docks', 'tavern']\n[facts]\nat = 'place'\n[action.go]\nparams = { to = 'place' }\n\
              when = ['to != tavern']\nthen = ['at = to']\n";
    assert_eq!(solve(&format!("{go}[goal.g]\nwant = ['at == docks']")), "1 go(to=docks)");
    assert_eq!(solve(&format!("{go}[goal.g]\nwant = ['at == tavern']")), "unsolvable");
}

#[test]
fn a_list_is_a_conjunction() {
    assert!(all_hold("['drunk', 'at == docks']"));
    assert!(!all_hold("['drunk', 'at == beach']"));
    assert!(all_hold("[]"));
}

#[test]
fn any_is_a_disjunction_whose_members_are_conditions_or_lists() {
    assert!(all_hold("[{ any = ['angry', 'drunk'] }]"));
    assert!(!all_hold("[{ any = ['angry', 'at == beach'] }]"));
    assert!(all_hold("[{ any = ['angry', ['drunk', 'at == docks']] }]"));
    assert!(!all_hold("[{ any = ['angry', ['drunk', 'at == beach']] }]"));
    assert!(!all_hold("[{ any = ['drunk'] }, 'angry']"));
    assert!(all_hold("[{ any = [['angry'], [{ any = ['drunk'] }]] }]"));
    assert!(!all_hold("[{ any = [] }]"));
    assert!(all_hold("[{ any = [[]] }]"));
}

#[test]
fn quantifiers_mean_any_none_and_all() {
    assert!(holds("some foe f: sees[f]") && !holds("every foe f: sees[f]") && !holds("no foe f: sees[f]"));
    assert!(holds("some foe f: f == target") && holds("no foe f: f == prey"));
    assert!(holds("every foe f: some place p: seen[f, p]"));
    assert!(!holds("some place p: every foe f: seen[f, p]"));
    assert!(holds("no place p: every foe f: seen[f, p]"));
    assert!(holds("some spot s: near == s") && !holds("some place p: near == p"));
}

#[test]
fn quantifiers_range_over_the_bound_objects_only() {
    let ask = |condition: &str, names: &[&str]| {
        let text =
            "[types]\nfoe = { open = true, max = 4 }\n[facts]\nsees = { type = 'bool', of = ['foe'] }\n";
        let text = format!("{text}[goal.g]\nwant = ['{condition}']");
        answer(&text, &OracleQuery::new("g").objects("foe", names)) == "0"
    };
    assert!(!ask("some foe f: not sees[f]", &[]));
    assert!(ask("every foe f: sees[f]", &[]) && ask("no foe f: sees[f]", &[]));
    assert!(ask("some foe f: not sees[f]", &["orc"]) && !ask("every foe f: sees[f]", &["orc"]));
}

#[test]
fn a_quantifier_sees_the_parameters_around_it() {
    let text = format!(
        "{WORLD}[goal.g]\nparams = {{ p = 'place' }}\nwant = ['some foe f: seen[f, p]', 'p != docks']"
    );
    assert_eq!(solve(&text), "0");
    assert_eq!(answer(&text, &OracleQuery::new("g").bind("p", "tavern")), "unsolvable");
}
