//! When a goal is met, and what its parameters mean.

use super::{answer, solve};
use cunning_oracle::{ErrorKind, Limits, OracleDomain, OracleQuery};

const WORLD: &str = "
[types]
place = ['beach', 'docks', 'tavern']
foe = { open = true, max = 4 }
[facts]
at = 'place'
sober = 'bool'
dead = { type = 'bool', of = ['foe'] }
gold = { type = 'int', min = 0, max = 9 }
[tables]
walk = { of = ['place'], default = 4, values = { tavern = 3 } }
[action.go]
params = { to = 'place' }
when = ['at != to']
then = ['at = to']
cost = 'walk[to]'
[action.kill]
params = { f = 'foe' }
then = ['dead[f]']
[action.earn]
then = ['gold += 1']
[objects]
foe = ['orc', 'troll']
";

#[test]
fn all_of_want_must_hold() {
    assert_eq!(
        solve(&format!("{WORLD}[goal.g]\nwant = ['at == docks', 'gold == 2']")),
        "6 earn earn go(to=docks)"
    );
    assert_eq!(solve(&format!("{WORLD}[goal.g]\nwant = ['at == docks', 'sober']")), "unsolvable");
}

#[test]
fn met_at_the_start_is_an_empty_plan() {
    assert_eq!(solve(&format!("{WORLD}[goal.g]\nwant = ['at == beach', 'not sober']")), "0");
    assert_eq!(solve(&format!("{WORLD}[goal.g]\nwant = []")), "0");
}

#[test]
fn a_bound_parameter_is_that_object() {
    let text =
        format!("{WORLD}[goal.g]\nparams = {{ p = 'place', f = 'foe' }}\nwant = ['at == p', 'dead[f]']");
    let query = OracleQuery::new("g").bind("f", "troll").bind("p", "docks");
    assert_eq!(answer(&text, &query), "5 kill(f=troll) go(to=docks)");
}

#[test]
fn an_unbound_parameter_is_the_cheapest_object() {
    let text = format!("{WORLD}[goal.g]\nparams = {{ p = 'place' }}\nwant = ['at == p', 'p != beach']");
    assert_eq!(solve(&text), "3 go(to=tavern)");
    let text = format!("{WORLD}[goal.g]\nparams = {{ p = 'place' }}\nwant = ['at == p']");
    assert_eq!(solve(&text), "0");
    let text = format!("{WORLD}[goal.g]\nparams = {{ n = '2..3' }}\nwant = ['gold == n']");
    assert_eq!(solve(&text), "2 earn earn");
}

#[test]
fn an_unbound_parameter_is_one_object_for_the_whole_want() {
    let text = "[types]\nfoe = ['orc', 'troll']\n[facts]\nseen = { type = 'bool', of = ['foe'] }\n\
                dead = { type = 'bool', of = ['foe'] }\n[start]\n'seen[orc]' = true\n'dead[troll]' = true\n\
                [goal.g]\nparams = { f = 'foe' }\nwant = ['seen[f]', 'dead[f]']";
    assert_eq!(solve(text), "unsolvable");
}

#[test]
fn without_an_object_an_unbound_parameter_is_unsolvable() {
    let text = format!("{WORLD}[goal.g]\nparams = {{ f = 'foe' }}\nwant = []");
    assert_eq!(answer(&text, &OracleQuery::new("g")), "0");
    assert_eq!(answer(&text, &OracleQuery::new("g").objects("foe", &[])), "unsolvable");
}

#[test]
fn unknown_goals_parameters_and_objects_are_errors() {
    let domain =
        OracleDomain::parse(&format!("{WORLD}[goal.g]\nparams = {{ f = 'foe' }}\nwant = ['dead[f]']"))
            .unwrap();
    for query in [
        OracleQuery::new("h"),
        OracleQuery::new("g").bind("e", "orc"),
        OracleQuery::new("g").bind("f", "elf"),
    ] {
        assert_eq!(domain.solve(&query, Limits::default()).unwrap_err().kind(), ErrorKind::Name);
    }
}
