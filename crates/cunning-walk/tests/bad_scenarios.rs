//! Every error in a scenario file, alone or with its map, is reported with code, line, column and what was expected.

use cunning_diag::{Diagnostics, Source};
use cunning_walk::scenario::{BYTES_MAX, PROBLEMS_MAX};
use cunning_walk::{Map, Scenario};
use proptest::prelude::*;

/// An expected diagnostic: code (without the `walk/`), line, column, a part of the message.
type Expected<'a> = (&'a str, u32, u32, &'a str);

#[track_caller]
fn assert_found(text: &str, found: &Diagnostics, expected: &[Expected<'_>]) {
    let records: Vec<_> = found.iter().map(cunning_diag::Diagnostic::record).collect();
    assert_eq!(records.len(), expected.len(), "{text:?} gave\n{found}");
    for (record, (code, line, column, phrase)) in records.iter().zip(expected) {
        assert_eq!(record.code, format!("walk/scen-{code}"), "{text:?} gave\n{found}");
        assert_eq!((record.line, record.column), (Some(*line), Some(*column)), "{text:?} gave\n{found}");
        // A quoted line may contain tabs where the table has blanks.
        assert!(record.message.replace('\t', " ").contains(phrase), "no {phrase:?} in\n{found}");
        assert_eq!(record.file, Some("bad.scen"));
    }
}

fn parse(text: &str) -> Result<Scenario, Diagnostics> {
    Scenario::parse(&Source::new("bad.scen", text))
}

#[test]
fn wrong_versions_and_fields_are_reported() {
    let good = "0 a.map 4 3 0 0 3 2 4.41421";
    let table: &[(String, &[Expected<'_>])] = &[
        (String::new(), &[("version", 1, 1, "expected a line `version 1` before the problems")]),
        (format!("{good}\n"), &[("version", 1, 1, "expected a line `version 1`")]),
        (format!("\n{good}\n"), &[("version", 2, 1, "expected a line `version 1`")]),
        (format!("version 2\n{good}\n"), &[("version", 1, 1, "expected `version 1`, found `version 2`")]),
        (format!("version\n{good}\n"), &[("version", 1, 1, "found `version`")]),
        (format!("version 1 1\n{good}\n"), &[("version", 1, 1, "found `version 1 1`")]),
        (format!("{good}\nversion 1\n"), &[("version", 1, 1, "version 1"), ("fields", 2, 1, "found 2")]),
        ("version 1\n0 a.map 4 3 0 0 3 2\n".to_owned(), &[("fields", 2, 1, "expected 9 fields, found 8")]),
        (format!("version 1\n{good}\n{good} 7\n"), &[("fields", 3, 1, "expected 9 fields, found 10")]),
        (
            "version 1\n0 a.map 4 x -1 0 3.5 2 long\n".to_owned(),
            &[
                ("number", 2, 11, "expected map height to be a whole number, found `x`"),
                ("number", 2, 13, "expected start x to be a whole number, found `-1`"),
                ("number", 2, 18, "expected goal x to be a whole number, found `3.5`"),
                (
                    "number",
                    2,
                    24,
                    "expected length to be a decimal number that is not negative, found `long`",
                ),
            ],
        ),
        ("version 1\n0 a.map 4 3 0 0 3 2 -1\n".to_owned(), &[("number", 2, 21, "found `-1`")]),
        ("version 1\n0 a.map 4 3 0 0 3 2 nan\n".to_owned(), &[("number", 2, 21, "found `nan`")]),
        ("version 1\n0 a.map 4 3 0 0 3 99999999999 1\n".to_owned(), &[("number", 2, 19, "goal y")]),
        (
            "version 1\n? ä.map 4 3 0 0 3 ! 1\n".to_owned(),
            &[("number", 2, 1, "bucket"), ("number", 2, 19, "`!`")],
        ),
    ];
    for (text, expected) in table {
        for text in [text.clone(), text.replace('\n', "\r\n"), text.trim_end().replace(' ', "\t")] {
            let found = parse(&text).expect_err("the text is wrong");
            assert_found(&text, &found, expected);
        }
    }
}

#[test]
fn missing_version_has_a_hint() {
    let found = parse("0\ta.map\t4\t3\t0\t0\t3\t2\t4.4").expect_err("there is no version").to_string();
    assert!(found.contains("help: add `version 1` as the first line"), "{found}");
}

#[test]
fn problems_that_do_not_fit_the_map_are_reported() {
    let map = Map::from_rows(&["....", ".@T.", "...."]).expect("a rectangle");
    let table: &[(&str, &[Expected<'_>])] = &[
        ("0 a.map 3 4 0 0 1 1 1", &[("map-size", 2, 9, "the problem is for a map of 3 x 4 cells")]),
        (
            "0 a.map 4 3 4 0 0 3 1",
            &[
                ("outside", 2, 13, "the start (4, 0) is outside the map"),
                ("outside", 2, 17, "the goal (0, 3) is outside the map"),
            ],
        ),
        (
            "0 a.map 4 3 1 1 2 1 1",
            &[
                ("blocked", 2, 13, "the start (1, 1) is blocked"),
                ("blocked", 2, 17, "the goal (2, 1) is blocked"),
            ],
        ),
        (
            "0 a.map 4 3 0 0 3 2 1\n\n7 a.map 4 3 0 0 1 1 1",
            &[("blocked", 4, 17, "the goal (1, 1) is blocked")],
        ),
    ];
    for (lines, expected) in table {
        for text in [format!("version 1\n{lines}"), format!("version 1\r\n{}\r\n", lines.replace(' ', "\t"))]
        {
            let text = text.replace("\n\n", "\n \n");
            let scenario = parse(&text).unwrap_or_else(|found| panic!("{text:?} gave\n{found}"));
            let found = scenario.validate(&map).expect_err("a problem does not fit");
            assert_found(&text, &found, expected);
        }
    }
}

#[test]
fn files_beyond_the_limits_are_rejected() {
    let code = |found: Diagnostics| found.iter().next().map(|diagnostic| diagnostic.code().as_str());
    let line = "0\ta\t1\t1\t0\t0\t0\t0\t0\n";
    let most = format!("version 1\n{}", line.repeat(PROBLEMS_MAX));
    assert_eq!(parse(&most).map(|scenario| scenario.problems.len()).map_err(code), Ok(PROBLEMS_MAX));
    assert_eq!(parse(&(most + line)).map(|_| ()).map_err(code), Err(Some("walk/scen-problems")));
    assert_eq!(parse(&"\n".repeat(BYTES_MAX + 1)).map(|_| ()).map_err(code), Err(Some("walk/scen-bytes")));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// Parsing and validating arbitrary lines does not panic.
    #[test]
    fn no_text_panics(lines in prop::collection::vec(prop_oneof![
        2 => Just("version 1".to_owned()),
        4 => "[0-9]\ta b.map\t[2-3]\t2\t[0-3]\t0\t1\t1\t[0-9]{1,3}(\\.[0-9]{1,9})?(e[-+]?[0-9]{1,12})?",
        1 => "[0-9.\t -]{0,40}",
        1 => any::<String>(),
    ], 0..6)) {
        let map = Map::from_rows(&["..", "@."]).expect("a rectangle");
        match parse(&lines.join("\n")) {
            Ok(scenario) => {
                let fits = scenario.validate(&map).is_ok();
                let expected = scenario.problems.iter().all(|problem| {
                    let ends_free = [problem.start, problem.goal].iter().all(|&(x, y)| map.is_free(x, y));
                    (problem.width, problem.height) == (2, 2) && ends_free
                });
                prop_assert_eq!(fits, expected);
            }
            Err(found) => prop_assert!(found.has_errors() && !found.to_string().is_empty()),
        }
    }
}
