//! Names are resolved by the expected type: parameter, then object, then fact.

use super::{answer, mistake, solve};
use cunning_oracle::{ErrorKind, OracleQuery};

#[test]
fn a_parameter_hides_an_object() {
    let text = "[types]\nplace = ['beach', 'docks']\n[facts]\nat = 'place'\n\
                [action.go]\nparams = { beach = 'place' }\nwhen = ['at != beach']\nthen = ['at = beach']\n\
                [goal.g]\nwant = ['at == docks']";
    assert_eq!(solve(text), "1 go(beach=docks)");
}

#[test]
fn a_parameter_of_another_type_is_passed_over() {
    let text = "[types]\nplace = ['beach', 'docks']\nitem = ['coin']\n[facts]\nat = 'place'\n\
                [action.go]\nparams = { docks = 'item' }\nthen = ['at = docks']\n\
                [goal.g]\nwant = ['at == docks']";
    assert_eq!(solve(text), "1 go(docks=coin)");
}

#[test]
fn an_object_hides_a_fact() {
    let text = "[types]\nplace = ['beach', 'home']\n[facts]\nat = 'place'\nhome = 'place'\n[goal.g]\nwant = ['at == home']";
    // The fact `home` is beach, as `at` is; the object `home` is not.
    assert_eq!(solve(text), "unsolvable");
    assert_eq!(answer(text, &OracleQuery::new("g").set("at", "home")), "0");
}

#[test]
fn objects_are_found_in_the_expected_type() {
    let text = "[types]\nplace = ['north', 'south']\nwind = ['south', 'north']\n[facts]\nat = 'place'\nblows = 'wind'\n\
                [goal.g]\nwant = ['at == north', 'blows == south']";
    assert_eq!(solve(text), "0");
}

#[test]
fn duplicate_name_in_one_scope_is_an_error() {
    for text in [
        "[types]\nplace = ['beach', 'beach']\n[goal.g]",
        "[types]\nplace = ['north']\nwind = ['north']\nany_of = { any = ['place', 'wind'] }\n[goal.g]",
        "[facts]\nprice = 'bool'\n[tables]\nprice = { default = 1 }\n[goal.g]",
        "[types]\nfoe = ['orc']\n[facts]\nseen = { type = 'bool', of = ['foe'] }\n\
         [goal.g]\nparams = { f = 'foe' }\nwant = ['some foe f: seen[f]']",
    ] {
        assert_eq!(mistake(text).0, ErrorKind::Name, "{text}");
    }
    assert_eq!(mistake("[facts]\na = 'bool'\na = 'bool'\n[goal.g]").0, ErrorKind::Toml);
}

#[test]
fn unknown_names_are_errors() {
    let world = "[types]\nplace = ['beach']\n[facts]\nat = 'place'\nn = { type = 'int', min = 0, max = 1 }\n\
                 seen = { type = 'bool', of = ['place'] }\n";
    for want in
        ["fog", "at == moon", "seen[moon]", "n == moon", "some moon m: seen[m]", "moon == at", "n == at"]
    {
        let (kind, place) = mistake(&format!("{world}[goal.g]\nwant = ['{want}']"));
        assert!(matches!(kind, ErrorKind::Name | ErrorKind::Type), "{want}");
        assert_eq!(place, "goal.g.want[0]", "{want}");
    }
}

#[test]
fn an_index_or_value_must_always_fit() {
    let world = "[types]\nplace = ['beach']\nitem = ['coin']\nspot = { any = ['place', 'item'] }\n\
                 [facts]\nat = 'place'\nlast = 'place?'\nseen = { type = 'bool', of = ['place'] }\n\
                 found = { type = 'bool', of = ['spot'] }\nnear = 'spot'\n";
    let action = |effect: &str| {
        format!("{world}[action.act]\nparams = {{ s = 'spot', p = 'place' }}\nthen = ['{effect}']\n[goal.g]")
    };
    for effect in ["seen[s]", "at = s", "at = last", "at = none", "at = near"] {
        assert!(matches!(mistake(&action(effect)).0, ErrorKind::Name | ErrorKind::Type), "{effect}");
    }
    for effect in ["found[p]", "near = p", "near = at", "last = at", "found[coin]"] {
        assert_eq!(solve(&action(effect)), "0", "{effect}");
    }
}

#[test]
fn the_keys_of_minds_are_accepted() {
    let text = "[domain]\nname = 'x'\n[facts]\na = { type = 'bool', forget = '20 s', threshold = 0.3, doc = 'a fact' }\n\
                [query.good]\nfrom = 'cover'\n[curve.c]\npoints = [[0, 0]]\n[agent.guard]\nactions = []\n\
                [action.act]\nthen = ['a']\nduration = '1 s'\nretries = 3\n[goal.g]\nwant = ['a']\nsticky = 0.1\n\
                [test.t]\ngoal = 'g'\nplan = ['act']";
    assert_eq!(solve(text), "1 act");
}

#[test]
fn includes_are_rejected() {
    assert_eq!(mistake("[domain]\ninclude = ['a.toml']").0, ErrorKind::Unsupported);
}
