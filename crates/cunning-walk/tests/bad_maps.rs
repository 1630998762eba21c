//! Every error in a map file is reported with its code, line, column and what was expected.

use cunning_diag::{Diagnostics, Source};
use cunning_walk::Map;
use cunning_walk::map::{BYTES_MAX, CELLS_MAX, SIDE_MAX};
use proptest::prelude::*;

/// An expected diagnostic: code (without the `walk/`), line, column, a part of the message.
type Expected<'a> = (&'a str, u32, u32, &'a str);

#[track_caller]
fn assert_found(text: &str, expected: &[Expected<'_>]) {
    let found = match Map::parse(&Source::new("bad.map", text)) {
        Ok(map) => panic!("{text:?} was read as {map:?}"),
        Err(found) => found,
    };
    let records: Vec<_> = found.iter().map(cunning_diag::Diagnostic::record).collect();
    assert_eq!(records.len(), expected.len(), "{text:?} gave\n{found}");
    for (record, (code, line, column, phrase)) in records.iter().zip(expected) {
        assert_eq!(record.code, format!("walk/map-{code}"), "{text:?} gave\n{found}");
        assert_eq!((record.line, record.column), (Some(*line), Some(*column)), "{text:?} gave\n{found}");
        assert!(record.message.contains(phrase), "no {phrase:?} in\n{found}");
        assert_eq!(record.file, Some("bad.map"));
    }
}

#[test]
fn wrong_headers_are_reported() {
    let whole = "expected height to be a whole number from 1 to 16384";
    let table: &[(&str, &[Expected<'_>])] = &[
        ("", &[("header", 1, 1, "the map is empty")]),
        ("type octile\nheight 1\nwidth 1\n", &[("header", 4, 1, "found the end of the file")]),
        (
            "type tile\nheight 1\nwidth 1\nmap\n.",
            &[("type", 1, 6, "expected `type octile`, found `type tile`")],
        ),
        ("type\nheight 1\nwidth 1\nmap\n.", &[("type", 1, 1, "expected `type octile`")]),
        ("height 1\nwidth 1\nmap\n.", &[("header", 3, 1, "expected a line `type octile` before the rows")]),
        ("type octile\nwidth 1\nmap\n.", &[("header", 3, 1, "expected a line `height`")]),
        ("type octile\nheight 1\nmap\n.", &[("header", 3, 1, "expected a line `width`")]),
        ("type octile\nheight\nwidth 1\nmap\n.", &[("size", 2, 1, "found nothing")]),
        ("type octile\nheight 0\nwidth 1\nmap\n", &[("size", 2, 8, whole)]),
        ("type octile\nheight -4\nwidth 1\nmap\n.", &[("size", 2, 8, "found `-4`")]),
        ("type octile\nheight 1.5\nwidth 1\nmap\n.", &[("size", 2, 8, whole)]),
        ("type octile\nheight 16385\nwidth 1\nmap\n.", &[("size", 2, 8, "found `16385`")]),
        ("type octile\nheight 99999999999999999999\nwidth 1\nmap\n.", &[("size", 2, 8, whole)]),
        (
            "type octile\nheight x\nwidth y\nmap\n.",
            &[("size", 2, 8, whole), ("size", 3, 7, "expected width to be a whole number")],
        ),
        (
            "type octile\nwidth 4097\nheight 4096\nmap\n",
            &[("size", 3, 8, "16781312 cells, more than the 16777216 allowed")],
        ),
        ("type octile\nheight 1\nheight 1\nwidth 1\nmap\n.", &[("header", 3, 1, "`height` is given twice")]),
        (
            "type octile\nheight 1 m\nwidth 1\nmap now\n.",
            &[("header", 2, 10, "found `m`"), ("header", 4, 5, "expected the line `map` to end here")],
        ),
        (
            "type octile\nheigth 1\nwidth 1\nmap\n.",
            &[("header", 2, 1, "found `heigth`"), ("header", 4, 1, "expected a line `height`")],
        ),
        (
            "type octile\nheight 1\nwidth 3\n..@\n",
            &[("header", 4, 1, "expected a line `map` before the first row")],
        ),
    ];
    for (text, expected) in table {
        assert_found(text, expected);
        assert_found(&text.replace('\n', "\r\n"), expected);
        assert_found(&text.replace(' ', "\t"), expected);
    }
}

#[test]
fn wrong_rows_are_reported() {
    let header = "type octile\nheight 2\nwidth 3\nmap\n";
    let table: &[(&str, &[Expected<'_>])] = &[
        ("", &[("rows", 5, 1, "expected 2 rows, found 0")]),
        ("...\n", &[("rows", 6, 1, "expected 2 rows, found 1")]),
        ("...\n...\n@@@\n", &[("rows", 7, 1, "expected 2 rows, found 3")]),
        ("..\n...\n", &[("row", 5, 3, "expected a row of 3 cells, found 2")]),
        ("...\n....@\n", &[("row", 6, 4, "expected a row of 3 cells, found 5")]),
        ("\n...\n", &[("row", 5, 1, "found 0")]),
        ("..x\n...\n", &[("terrain", 5, 3, "`x` is not a terrain letter")]),
        (".g.\n...\n", &[("terrain", 5, 2, "`g` is not a terrain letter")]),
        (" ..\n...\n", &[("terrain", 5, 1, "` ` is not a terrain letter")]),
        ("ä..\n.守.\n", &[("terrain", 5, 1, "`ä`"), ("terrain", 6, 2, "`守`")]),
        (".\t.\n...\n", &[("terrain", 5, 2, "is not a terrain letter")]),
        (
            ".\n.x.y\n...\n",
            &[
                ("row", 5, 2, "found 1"),
                ("terrain", 6, 2, "`x`"),
                ("row", 6, 4, "found 4"),
                ("rows", 7, 1, "expected 2 rows, found 3"),
            ],
        ),
    ];
    for (rows, expected) in table {
        let text = format!("{header}{rows}");
        assert_found(&text, expected);
        assert_found(&text.replace('\n', "\r\n"), expected);
    }
}

#[test]
fn diagnostics_have_labels_and_hints() {
    let text = "type octile\nhieght 1\nheight 1\nwidth 3\nmap\n.x?@\n";
    let found = Map::parse(&Source::new("bad.map", text)).expect_err("three mistakes").to_string();
    assert!(found.contains("did you mean `height`?"), "{found}");
    assert!(found.contains("the length of a row is given here"), "{found}");
    assert!(found.contains("expected one of `.GS` (free) or `@OTW` (blocked)"), "{found}");
    assert!(found.contains("1 more in this row"), "{found}");
}

#[test]
fn sizes_up_to_the_limits_are_accepted() {
    let map = |width: usize, height: usize| {
        let rows = (".".repeat(width) + "\n").repeat(height);
        let text = format!("type octile\nheight {height}\nwidth {width}\nmap\n{rows}");
        Map::parse(&Source::new("big.map", text)).map(|map| map.free_count())
    };
    let side = SIDE_MAX as usize;
    let code = |found: Diagnostics| found.iter().next().map(|diagnostic| diagnostic.code().as_str());
    assert_eq!(map(side, CELLS_MAX / side), Ok(CELLS_MAX));
    assert_eq!(map(CELLS_MAX / side, side), Ok(CELLS_MAX));
    assert_eq!(map(side + 1, 1).map_err(code), Err(Some("walk/map-size")));
    assert_eq!(map(side, CELLS_MAX / side + 1).map_err(code), Err(Some("walk/map-size")));
    let huge = Map::parse(&Source::new("huge.map", "\n".repeat(BYTES_MAX + 1))).map_err(code);
    assert_eq!(huge, Err(Some("walk/map-bytes")));
}

#[test]
fn further_diagnostics_are_only_counted() {
    let text = format!("type octile\nheight 9999\nwidth 3\nmap\n{}", "x\n".repeat(9999));
    let found = Map::parse(&Source::new("bad.map", text)).expect_err("every row is wrong");
    assert_eq!(found.len(), 2 * 9999, "each row is too short and has an unknown letter");
    assert!(found.to_string().ends_with("… and 19898 more"), "{found}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// Arbitrary lines give errors, or a map that survives writing and parsing.
    #[test]
    fn no_text_panics(lines in prop::collection::vec(prop_oneof![
        1 => Just("type octile".to_owned()),
        1 => (0..5_u32).prop_map(|n| format!("height {n}")),
        1 => (0..5_u32).prop_map(|n| format!("width {n}")),
        3 => Just("map".to_owned()),
        4 => "[.@TGSOW]{1,4}",
        1 => any::<String>(),
    ], 0..9), crlf in any::<bool>()) {
        let text = lines.join(if crlf { "\r\n" } else { "\n" });
        match Map::parse(&Source::new("any.map", text)) {
            Ok(map) => prop_assert_eq!(Map::parse(&Source::new("again.map", map.to_text())), Ok(map)),
            Err(found) => prop_assert!(found.has_errors() && !found.to_string().is_empty()),
        }
    }
}
