//! Each lint finds what it is for, at its place, and leaves alone what is fine.
//!
//! As with diagnostics, `«` marks where the warning belongs.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use cunning_diag::{Diagnostics, Severity, Source};
use cunning_plan::lint::{Outside, lint};

fn found(text: &str) -> Diagnostics {
    let domain =
        cunning_plan::read(&Source::new("test.toml", text)).unwrap_or_else(|found| panic!("{found}\n{text}"));
    lint(&domain, &Outside::default())
}

/// Checks that the lint of this code says the phrase at the mark, and nothing else.
#[track_caller]
fn warns(code: &str, phrase: &str, text: &str) {
    let (before, after) = text.split_once('«').expect("a mark");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().expect("a line").chars().count() + 1;
    let found = found(&format!("{before}{after}"));
    assert!(found.iter().all(|found| found.severity() == Severity::Warning));
    let shown: Vec<String> =
        found.iter().filter(|found| found.code().as_str() == code).map(ToString::to_string).collect();
    assert_eq!(shown.len(), 1, "{text}\n{found}");
    assert!(shown[0].starts_with(&format!("test.toml:{line}:{column}: warning[{code}]")), "{}", shown[0]);
    assert!(shown[0].contains(phrase), "{}", shown[0]);
}

#[track_caller]
fn silent(code: &str, text: &str) {
    let found = found(text);
    assert!(found.iter().all(|found| found.code().as_str() != code), "{text}\n{found}");
}

#[test]
fn facts_that_never_change() {
    let code = "plan/never-written";
    warns(code, "`a` is read", "[facts]\na = 'bool'\n[goal.g]\nwant = ['«a']");
    warns(
        code,
        "`a` is read",
        "[facts]\na = 'bool'\nb = 'bool'\n[action.x]\nthen = [{ when = ['«a'], then = ['b'] }]",
    );
    warns(
        code,
        "`n` is read",
        "[facts]\nn = { type = 'int', min = 0, max = 3 }\n[action.x]\ncost = '1 + «n'",
    );
    silent(code, "[facts]\na = { type = 'bool', sensed = true }\n[goal.g]\nwant = ['a']");
    silent(code, "[facts]\na = 'bool'\n[start]\na = true\n[goal.g]\nwant = ['a']");
    silent(code, "[facts]\na = 'bool'\n[action.x]\nthen = ['a']\n[goal.g]\nwant = ['a']");
    silent(code, "[facts]\na = 'bool'\n[action.x]\nachieves = 'g'\n[goal.g]\nwant = ['a']");
}

#[test]
fn what_minds_do_counts() {
    let text = "[facts]\na = 'bool'\nb = 'bool'\n[action.x]\nwhen = ['a']\nthen = ['b']";
    let domain = cunning_plan::read(&Source::new("test.toml", text)).expect("a valid domain");
    assert_eq!(lint(&domain, &Outside::default()).len(), 2);
    let [a, b] = domain.facts().ids().collect::<Vec<_>>()[..] else { panic!("two facts") };
    let outside = Outside { written: [a].into(), read: [b].into() };
    assert_eq!(lint(&domain, &outside).len(), 0);
}

const PLACES: &str = "[types]\nplace = ['beach', 'docks', 'moon']\nport = ['docks_port']\n[facts]\nat = 'place'\nnear = 'place?'\n\
    n = { type = 'int', min = 0, max = 9 }\nwon = 'bool'\nin = 'port'\n";

#[test]
fn values_that_no_action_produces() {
    let code = "plan/unproducible-value";
    let go = "[action.go]\nthen = ['at = docks', 'n = 4']\n";
    warns(
        code,
        "`at == moon` never holds",
        &format!("{PLACES}{go}[action.x]\nwhen = ['«at == moon']\nthen = ['won']"),
    );
    warns(code, "`n > 4` never holds", &format!("{PLACES}{go}[action.x]\nwhen = ['«n > 4']\nthen = ['won']"));
    warns(
        code,
        "never holds",
        &format!("{PLACES}{go}[action.x]\nwhen = [«{{ any = ['at == moon', 'n == 7'] }}]\nthen = ['won']"),
    );
    warns(
        code,
        "never holds",
        &format!("{PLACES}{go}[action.x]\nthen = ['won']\ncost = [{{ when = ['«at == moon'], is = 1 }}]"),
    );
    for when in [
        "'at == docks'",
        "'at == beach'",
        "'n == 4'",
        "'n < 1'",
        "{ any = ['at == moon', 'n == 0'] }",
        "'at != moon'",
    ] {
        silent(code, &format!("{PLACES}{go}[action.x]\nwhen = [{when}]\nthen = ['won']"));
    }
    silent(
        code,
        &format!(
            "{PLACES}[action.go]\nparams = {{ p = 'place' }}\nthen = ['at = p']\n[action.x]\nwhen = ['at == moon']\nthen = ['won']"
        ),
    );
    silent(
        code,
        &format!("{PLACES}{go}[action.x]\nwhen = ['at == moon']\nthen = ['won']\n[start]\nat = 'moon'"),
    );
    silent(
        code,
        &format!("{PLACES}[action.up]\nthen = ['n += 1']\n[action.x]\nwhen = ['n > 4']\nthen = ['won']"),
    );
}

#[test]
fn goals_nobody_can_meet() {
    let code = "plan/unproducible-goal";
    warns(
        code,
        "the goal `g`",
        &format!("{PLACES}[action.x]\nthen = ['at = docks']\n[goal.g]\nwant = ['at == docks', '«won']"),
    );
    warns(
        code,
        "the goal `g`",
        &format!("{PLACES}[action.x]\nthen = ['at = docks']\n[goal.g]\nwant = ['«at == moon']"),
    );
    warns(
        code,
        "the goal `g`",
        "[types]\nfoe = ['orc']\n[facts]\ndead = { type = 'bool', of = ['foe'] }\n[goal.g]\nwant = ['some foe f: «dead[f]']",
    );
    silent(
        code,
        &format!(
            "{PLACES}[action.x]\nthen = ['won']\n[goal.g]\nwant = ['won', 'not won', 'at == beach', 'near == none']"
        ),
    );
    silent(
        code,
        "[types]\nfoe = ['orc']\n[facts]\ndead = { type = 'bool', of = ['foe'] }\n[goal.g]\nwant = ['every foe f: dead[f]']",
    );
}

#[test]
fn names_that_nothing_uses() {
    let code = "plan/unused";
    let fine = "[types]\nplace = ['beach', 'docks']\n[facts]\nat = 'place'\n[tables]\nwalk = { of = ['place'] }\n\
                [action.go]\nparams = { to = 'place' }\nthen = ['at = to']\ncost = 'walk[to]'\n[goal.g]\nparams = { p = 'place' }\nwant = ['at == p']\n";
    silent(code, fine);
    warns(code, "the fact `idle`", &fine.replace("[tables]", "«idle = 'bool'\n[tables]"));
    warns(code, "the table `idle`", &fine.replace("[action.go]", "«idle = { }\n[action.go]"));
    warns(code, "the type `idle`", &fine.replace("[facts]", "«idle = ['x']\n[facts]"));
    warns(code, "the parameter `q`", &fine.replace("to = 'place' }", "to = 'place', «q = 'place' }"));
    warns(code, "the parameter `n`", &fine.replace("p = 'place' }", "p = 'place', «n = '1..2' }"));
    silent(code, &fine.replace("to = 'place' }", "to = 'place', q = 'place' }\ncheck = 'free'"));
    silent(code, &fine.replace("[tables]", "seen = { type = 'bool', sensed = true }\n[tables]"));
}

#[test]
fn actions_that_undo_their_condition_for_good() {
    let code = "plan/undoes-condition";
    let once = "[facts]\narmed = 'bool'\nwon = 'bool'\n[start]\narmed = true\n[action.shoot]\nwhen = ['«armed']\nthen = ['won', 'not armed']";
    warns(code, "`shoot` undoes its own condition `armed`", once);
    silent(code, "[facts]\nlit = 'bool'\n[action.light]\nwhen = ['not lit']\nthen = ['lit']");
    silent(code, &format!("{}\n[action.load]\nthen = ['armed']", once.replace('«', "")));
    silent(
        code,
        &once.replace('«', "").replace("armed = 'bool'", "armed = { type = 'bool', sensed = true }"),
    );
    silent(code, &once.replace('«', "").replace("'not armed'", "{ when = ['won'], then = ['not armed'] }"));
}

#[test]
fn actions_that_a_range_can_block() {
    let code = "plan/range-blocks";
    let world = "[types]\nitem = ['coin']\n[facts]\nx = { type = 'int', min = 0, max = 9 }\nc = { type = 'int', min = 0, max = 9, overflow = 'clamp' }\n\
                 [tables]\nprice = { of = ['item'] }\n[action.a]\nparams = { i = 'item', n = '1..5' }\n";
    warns(code, "`x` above 9", &format!("{world}then = ['«x += 1']"));
    warns(code, "`x` below 0", &format!("{world}then = ['«x -= 1']"));
    warns(code, "`x` below 0", &format!("{world}then = ['«x += -1']"));
    warns(code, "`x` above 9", &format!("{world}when = ['x < 6']\nthen = ['«x += n']"));
    warns(code, "`x` below 0", &format!("{world}when = ['x > 1']\nthen = ['«x -= 3']"));
    warns(code, "`x` below 0", &format!("{world}then = ['«x -= price[i]']"));
    warns(code, "`x` above 9", &format!("{world}then = ['«x = 10']"));
    for body in [
        "when = ['x < 9']\nthen = ['x += 1']",
        "when = ['x > 0']\nthen = ['x -= 1']",
        "when = ['x <= 9 - n']\nthen = ['x += n']",
        "when = ['x <= 4']\nthen = ['x += n']",
        "when = ['x >= price[i]']\nthen = ['x -= price[i]']",
        "then = [{ when = ['x == 3'], then = ['x += 1'] }]",
        "then = ['c += 1', 'x = 9']",
        "then = ['c -= 100']",
    ] {
        silent(code, &format!("{world}{body}"));
    }
}

#[test]
fn numbers_that_only_forward_search_can_compute() {
    let code = "plan/forward-only";
    let world = "[facts]\nx = { type = 'int', min = 0, max = 9 }\ny = { type = 'int', min = 0, max = 9 }\nk = { type = 'int', min = 0, max = 9 }\n\
                 [action.a]\nwhen = ['x < 9']\nthen = ['x += 1']\n[action.b]\n";
    warns(code, "actions change `x`", &format!("{world}then = ['y = «x']"));
    warns(code, "actions change `x`", &format!("{world}cost = '1 + «x'"));
    warns(code, "actions change `x`", &format!("{world}when = ['k > 2 * «x']"));
    silent(code, &format!("{world}when = ['x > 2', 'y > x', 'x > k * 2']\nthen = ['y = k']\ncost = 'k'"));
}

#[test]
fn the_example_domains_are_clean() {
    for text in [
        include_str!("../../../domains/pirate.toml"),
        include_str!("../../../domains/crafting.toml"),
        include_str!("../../../domains/turret.toml"),
    ] {
        let found = found(text);
        assert!(found.is_empty(), "{found}");
    }
}

#[test]
fn lints_never_panic_on_generated_domains() {
    for seed in 0..500 {
        let text = cunning_oracle::generate::generate(seed).model.to_string();
        assert!(!found(&text).has_errors(), "seed {seed}");
    }
}
