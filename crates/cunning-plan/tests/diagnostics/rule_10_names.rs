//! Names, and keys.

use super::{assert_fine, assert_mistakes};

#[test]
fn duplicate_name_in_one_scope_is_an_error() {
    assert_mistakes(
        "",
        &[
            ("duplicate", "duplicate object `beach`", "[types]\nplace = ['beach', «'beach']"),
            (
                "duplicate",
                "object of the union `any_of` called `north`",
                "[types]\nplace = ['north']\nwind = [«'north']\nany_of = { any = ['place', 'wind'] }",
            ),
            (
                "duplicate",
                "duplicate fact or table `price`",
                "[facts]\nprice = 'bool'\n[tables]\n«price = { default = 1 }",
            ),
            ("toml", "duplicate key", "[facts]\na = 'bool'\n«a = 'bool'"),
        ],
    );
}

#[test]
fn same_name_in_different_scopes_is_accepted() {
    assert_fine(
        "",
        &[
            "[types]\nplace = ['north', 'south']\nwind = ['south', 'north']\n[facts]\nat = 'place'\nblows = 'wind'\n\
             [goal.g]\nwant = ['at == north', 'blows == south']",
            "[types]\nplace = ['beach', 'docks']\nitem = ['coin']\n[facts]\nat = 'place'\n[action.go]\n\
             params = { docks = 'item' }\nthen = ['at = docks']",
            "[types]\nitem = ['coin']\n[facts]\ngold = { type = 'int', min = 0, max = 9 }\n[action.a]\n\
             params = { gold = 'item' }\nwhen = ['gold > 3', 'gold == 4']\nthen = ['gold = gold + 1']",
            "[types]\nplace = ['beach', 'home']\n[facts]\nat = 'place'\nhome = 'place'\n[goal.home]\nwant = ['at == home']",
        ],
    );
}

#[test]
fn reserved_words_are_not_names() {
    assert_mistakes(
        "",
        &[
            ("name", "`true` is a reserved word", "[facts]\n«true = 'bool'"),
            ("name", "`none` is a reserved word", "[types]\nplace = [«'none']"),
            ("name", "`not` is a reserved word", "[goal.«not]"),
            ("name", "`gun-powder` is not a valid name", "[facts]\n«gun-powder = 'bool'"),
            ("name", "do not begin with a digit", "[action.«2nd]"),
            ("name", "is not a valid name", "[facts]\n«'' = 'bool'"),
            ("name", "one line of visible text", "[test.«' ']\ngoal = 'g'\n[goal.g]"),
            ("name", "is not a valid name", "[types]\np = ['q']\n[action.a]\nparams = { «'x y' = 'p' }"),
            ("name", "is not a valid name", "[action.a]\ncheck = «'is it open?'"),
            ("name", "one line of visible text", "[domain]\nname = «''"),
        ],
    );
}

#[test]
fn domain_and_test_title_errors() {
    assert_fine("", &["[domain]\nname = 'A pirate-to-be'\n[goal.g]\n[test.'walks, as told']\ngoal = 'g'"]);
}

#[test]
fn docs_are_allowed_everywhere() {
    let text = "doc = 'a'\n[domain]\ndoc = 'b'\n[types]\ndoc = 'c'\nt = { open = true, max = 1, doc = 'd' }\n[facts]\ndoc = 'e'\n\
                f = { type = 'bool', doc = 'f' }\n[tables]\ndoc = 'g'\nx = { doc = 'h' }\n[action]\ndoc = 'i'\n[action.a]\ndoc = 'j'\n\
                when = [{ any = ['f'], doc = 'k' }]\nthen = [{ when = [], then = [], doc = 'l' }]\ncost = [{ is = 1, doc = 'm' }]\n\
                [goal]\ndoc = 'n'\n[goal.g]\ndoc = 'o'\n[start]\ndoc = 'p'\n[objects]\ndoc = 'q'\n[test]\ndoc = 'r'\n\
                [test.t]\ngoal = 'g'\ndoc = 's'";
    assert_fine("", &[text]);
    assert_mistakes("", &[("shape", "a text", "doc = «3"), ("shape", "a text", "[start]\ndoc = «3")]);
}

#[test]
fn unknown_keys_and_tables_are_errors() {
    assert_mistakes(
        "",
        &[
            ("unknown-key", "did you mean `action`?", "[«actions.go]"),
            ("unknown-key", "did you mean `facts`?", "[«fatcs]\na = 'bool'"),
            ("unknown-key", "unknown table `weather`", "[«weather]\na = 'bool'"),
            ("unknown-key", "did you mean `then`?", "[action.go]\n«thn = []"),
            ("unknown-key", "did you mean `while`?", "[action.go]\n«whlie = []"),
            ("unknown-key", "did you mean `want`?", "[goal.g]\n«wnat = []"),
            ("unknown-key", "did you mean `default`?", "[facts]\na = { type = 'bool', «defalt = true }"),
            ("unknown-key", "did you mean `open`?", "[types]\na = { «opne = true, open = true, max = 3 }"),
            ("unknown-key", "did you mean `include`?", "[domain]\n«includes = []"),
            ("shape", "a table `[facts]`", "facts = «3"),
            ("shape", "expected a table", "[action]\ngo = «3"),
        ],
    );
}

#[test]
fn broken_declaration_causes_no_further_errors() {
    let text = "[types]\nplace = []\n[facts]\nat = 'place'\ngold = 'int'\nok = 'bool'\n\
                [action.a]\nwhen = ['gold > 3', 'at == beach', 'okk']\nthen = ['gold -= 1', 'oky']\n\
                [action.b]\nwhen = ['ok ok']\n[goal.g]\nwant = ['ok', 'ko']";
    let found = super::read(text).expect_err("many mistakes");
    let places: Vec<(&str, u32)> =
        found.iter().map(|found| (found.code().as_str(), found.location().expect("a place").line)).collect();
    assert_eq!(
        places,
        [
            ("plan/empty-type", 2),
            ("plan/int-range", 5),
            ("plan/unknown-name", 8),
            ("plan/unknown-name", 9),
            ("plan/syntax", 11),
            ("plan/unknown-name", 13)
        ],
        "{found}"
    );
}
