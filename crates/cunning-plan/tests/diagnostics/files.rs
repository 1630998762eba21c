//! Files: TOML, includes and limits.

use cunning_diag::{Diagnostics, Source};
use cunning_plan::{Reader, limits};

use super::{assert_mistakes, read};

fn codes(found: &Diagnostics) -> Vec<&str> {
    found.iter().map(|found| found.code().as_str()).collect()
}

#[test]
fn malformed_toml_is_reported_with_its_span() {
    assert_mistakes("", &[("toml", "", "[facts]\na = 'bool«\n"), ("toml", "", "[facts«\n")]);
    let found = read("[facts]\na = \nb = 'bool'\nc = ]\n").expect_err("no TOML");
    assert_eq!(codes(&found), ["plan/toml", "plan/toml"], "both mistakes are reported: {found}");
}

const FILES: [(&str, &str); 7] = [
    (
        "human.toml",
        "[domain]\nname = 'human'\ninclude = ['base.toml']\n[facts]\ntired = 'bool'\n[test.t]\ngoal = 'none_such'",
    ),
    ("armed.toml", "[domain]\ninclude = ['base.toml']\n[facts]\narmed = 'bool'"),
    ("base.toml", "[types]\nplace = ['here']\n[facts]\nat = 'place'"),
    ("ring.toml", "[domain]\ninclude = ['gnir.toml']"),
    ("gnir.toml", "[domain]\ninclude = ['ring.toml']"),
    ("broken.toml", "[facts]\nx = 'bol'"),
    ("toml.toml", "[facts"),
];

fn read_with_files(text: &str) -> Result<Vec<String>, Diagnostics> {
    let loader =
        |name: &str| FILES.iter().find(|file| file.0 == name).map(|file| Source::new(file.0, file.1));
    let (domain, _) = Reader::new().loader(loader).read(&Source::new("root.toml", text))?;
    Ok(domain.facts().as_slice().iter().map(|fact| fact.name.clone()).collect())
}

#[test]
fn included_files_are_read_first_and_once() {
    let text = "[domain]\ninclude = ['human.toml', 'armed.toml']\n[facts]\nlast = 'place'";
    assert_eq!(read_with_files(text).expect("fine"), ["at", "tired", "armed", "last"]);
}

#[test]
fn errors_in_includes_point_into_the_included_file() {
    let shown = |text: &str| {
        let found = read_with_files(text).expect_err("a mistake");
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let text = "[domain]\ninclude = ['humen.toml']";
    assert_eq!(shown(text), "root.toml:2:12: error[plan/include]: cannot find the file `humen.toml`");
    let text = "[domain]\ninclude = ['ring.toml']";
    assert_eq!(shown(text), "gnir.toml:2:12: error[plan/include-cycle]: `ring.toml` includes itself");
    assert!(shown("[domain]\ninclude = ['root.toml']").contains("includes itself"));
    let text = "[domain]\ninclude = ['broken.toml']";
    assert_eq!(shown(text), "broken.toml:2:5: error[plan/unknown-name]: unknown type `bol`");
    assert!(shown("[domain]\ninclude = ['toml.toml']").starts_with("toml.toml:1:"));
    let text = "[domain]\ninclude = ['base.toml']\n[facts]\nat = 'place'";
    assert_eq!(shown(text), "root.toml:4:1: error[plan/duplicate]: duplicate fact or table `at`");
    assert!(shown("[domain]\ninclude = 'base.toml'").contains("expected a list of file names"));
}

#[test]
fn include_cycles_are_errors() {
    let loader = |name: &str| {
        let number: u32 = name.parse().unwrap_or_default();
        Some(Source::new(name, format!("[domain]\ninclude = ['{}']", number + 1)))
    };
    let found = Reader::new()
        .loader(loader)
        .read(&Source::new("0", "[domain]\ninclude = ['1']"))
        .expect_err("endless");
    assert_eq!(codes(&found), ["plan/limit"]);
}

#[test]
fn total_size_of_all_files_is_limited() {
    let text = "#".repeat(limits::FILE_BYTES_MAX);
    let loader = |name: &str| Some(Source::new(name, text.as_str()));
    let root = Source::new("root.toml", "[domain]\ninclude = ['a', 'b', 'c', 'd', 'e']");
    let found = Reader::new().loader(loader).read(&root).expect_err("too much");
    assert!(codes(&found).iter().all(|&code| code == "plan/limit"), "{found}");
}

/// A text with `count` copies of something, told apart by their numbers.
fn many(count: usize, before: &str, one: impl Fn(usize) -> String, after: &str) -> String {
    (0..count).fold(before.to_owned(), |text, at| text + &one(at)) + after
}

#[test]
fn every_limit_is_a_diagnostic() {
    let name = "n".repeat(limits::NAME_BYTES_MAX + 1);
    let deep =
        |levels: usize| format!("[goal.g]\nwant = [{}{}]", "{ any = [".repeat(levels), "] }".repeat(levels));
    let texts = [
        many(limits::TYPES_MAX + 1, "[types]\n", |at| format!("t{at} = ['o']\n"), ""),
        many(limits::OBJECTS_MAX + 1, "[types]\nt = [", |at| format!("'o{at}',"), "]"),
        many(
            limits::UNION_MEMBERS_MAX + 1,
            "[types]\no = ['p']\nt = { any = [",
            |_| "'o',".to_owned(),
            "] }",
        ),
        many(20_000, "[types]\no = ['p']\nt = [", |at| format!("'o{at}',"), "]\n")
            + &many(
                limits::UNION_OBJECTS_MAX / 20_000 + 1,
                "",
                |at| format!("u{at} = {{ any = ['t', 'o'] }}\n"),
                "",
            ),
        many(limits::FACTS_MAX + 1, "[facts]\n", |at| format!("f{at} = 'bool'\n"), ""),
        many(
            limits::INDICES_MAX + 1,
            "[types]\nt = ['o']\n[facts]\nf = { type = 'bool', of = [",
            |_| "'t',".to_owned(),
            "] }",
        ),
        many(limits::TABLES_MAX + 1, "[tables]\n", |at| format!("t{at} = {{ }}\n"), ""),
        many(limits::ACTIONS_MAX + 1, "", |at| format!("[action.a{at}]\n"), ""),
        many(limits::GOALS_MAX + 1, "", |at| format!("[goal.g{at}]\n"), ""),
        many(limits::PARAMS_MAX + 1, "[goal.g]\nparams = { ", |at| format!("p{at} = '1..2', "), "}"),
        many(
            limits::CONDITIONS_MAX + 1,
            "[facts]\na = 'bool'\n[goal.g]\nwant = [",
            |_| "'a',".to_owned(),
            "]",
        ),
        many(
            limits::EFFECTS_MAX + 1,
            "[facts]\na = 'bool'\n[action.g]\nthen = [",
            |_| "'a',".to_owned(),
            "]",
        ),
        many(limits::COST_RULES_MAX + 1, "[action.g]\ncost = [", |_| "{ is = 1 },".to_owned(), "]"),
        many(limits::TESTS_MAX + 1, "[goal.g]\n", |at| format!("[test.t{at}]\ngoal = 'g'\n"), ""),
        many(
            limits::TEST_STEPS_MAX + 1,
            "[goal.g]\n[test.t]\ngoal = 'g'\nplan = [",
            |_| "'..',".to_owned(),
            "]",
        ),
        many(
            limits::TRAITS_MAX + 1,
            "[facts]\nx = { type = 'int', min = 0, max = 1 }\n",
            |at| format!("[goal.g{at}]\nwant = ['x > trait.t{at}']\n"),
            "",
        ),
        many(
            limits::TABLE_VALUES_MAX + 1,
            "[types]\nt = { open = true, max = 3 }\n[tables]\nx = { of = ['t'], values = { ",
            |at| format!("o{at} = 1,"),
            "} }",
        ),
        many(limits::SETTINGS_MAX + 1, "[start]\n", |at| format!("f{at} = 1\n"), ""),
        many(
            limits::EFFECTS_MAX / 2 + 1,
            "[facts]\na = 'bool'\n[action.g]\nthen = [",
            |_| "{ when = [], then = ['a', 'a'] },".to_owned(),
            "]",
        ),
        format!("[facts]\n{name} = 'bool'"),
        format!("[domain]\ndoc = '{}'", "x".repeat(limits::DOC_BYTES_MAX + 1)),
        format!("[facts]\na = 'bool'\n[goal.g]\nwant = ['a{}']", " ".repeat(limits::EXPRESSION_BYTES_MAX)),
        format!("[facts]\na = 'bool'\n[goal.g]\nwant = ['a == {}']", "(".repeat(limits::NESTING_MAX + 1)),
        deep(limits::NESTING_MAX + 2),
        " ".repeat(limits::FILE_BYTES_MAX + 1),
    ];
    for text in texts {
        let found = read(&text).expect_err("a cap is exceeded");
        assert_eq!(codes(&found), ["plan/limit"], "{}\n{found}", text.chars().take(200).collect::<String>());
    }
    assert!(read(&deep(limits::NESTING_MAX)).is_ok(), "as deep as allowed");
}
