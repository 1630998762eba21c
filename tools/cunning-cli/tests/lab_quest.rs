//! Tests of `cunning lab quest`.

use assert_cmd::Command;
use serde_json::Value;

fn cunning(arguments: &[&str]) -> (i32, String, String) {
    let output =
        Command::cargo_bin("cunning").unwrap().args(arguments).env("NO_COLOR", "1").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn report_has_a_row_for_each_of_24_configurations() {
    let (code, out, err) = cunning(&["lab", "quest", "--repeat", "1", "--format", "json"]);
    assert_eq!(code, 0, "{err}");
    let rows: Vec<Value> = serde_json::from_str(&out).unwrap();
    let labels: String =
        rows.iter().map(|row| row["label"].as_str().unwrap().chars().next().unwrap()).collect();
    assert_eq!(labels, "ABCDEFGHIJKLMNOPQRSTUVWX");
    for row in &rows {
        let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"));
        assert!(number("cost") <= number("bound") * number("optimal") * (1.0 + 1e-12), "{row}");
        assert!(number("expanded") > 0.0 && number("generated") > 0.0 && number("seconds") > 0.0, "{row}");
        assert!(row["planner"].is_string());
    }
}

#[test]
fn charts_and_tables_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("lab");
    let arguments = ["lab", "quest", "--repeat", "1", "--random", "2", "--out", out.to_str().unwrap()];
    let (code, text, err) = cunning(&arguments);
    assert_eq!(code, 0, "{err}");
    assert!(text.contains("Every plan is within its bound: holds"), "{text}");
    for (file, part) in [
        ("quest.csv", "X*,"),
        ("random.csv", ",1\n"),
        ("unchanged.csv", "H†,"),
        ("expansions.svg", "<svg"),
        ("time.svg", "</svg>"),
        ("random-expansions.svg", "X*"),
        ("random-time.svg", "<svg"),
        ("report.md", "## Claims"),
    ] {
        let text = std::fs::read_to_string(out.join(file)).unwrap();
        assert!(text.contains(part), "{file}: {part}");
    }
}

#[test]
fn configurations_can_be_selected() {
    let arguments =
        ["lab", "quest", "--only", "T,X*", "--successors", "256", "--repeat", "1", "--format", "json"];
    let (code, out, err) = cunning(&arguments);
    assert_eq!(code, 0, "{err}");
    let rows: Vec<Value> = serde_json::from_str(&out).unwrap();
    assert_eq!(rows.iter().map(|row| row["label"].as_str().unwrap()).collect::<Vec<_>>(), ["T*", "X*"]);
    assert!(rows[0]["generated"].as_u64() > rows[0]["expanded"].as_u64().map(|expanded| expanded * 100));
    let (code, _, err) = cunning(&["lab", "quest", "--only", "Z"]);
    assert!(code == 30 && err.contains("unknown configuration `Z`"), "{err}");
    let (code, _, err) = cunning(&["lab", "quest", "--random", "99999"]);
    assert!(code == 30 && err.contains("at most 10000"), "{err}");
    assert_eq!(cunning(&["lab", "quest", "--successors", "17"]).0, 2);
}
