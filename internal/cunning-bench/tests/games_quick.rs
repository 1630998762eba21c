//! The quick mode of `bench games` completes, finds plans, and contradicts nothing that is known about the queries.
//!
//! Times are not checked: they mean nothing on a busy machine.

use std::process::Command;

use serde_json::Value;

#[test]
fn queries_are_answered_and_no_answer_is_wrong() {
    let bench = env!("CARGO_BIN_EXE_cunning-bench");
    let arguments =
        ["games", "--quick", "--engines", "ours", "--algorithm", "greedy,wastar:3", "--format", "json"];
    let output = Command::new(bench).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert!(rows.len() >= 24, "{}", rows.len());
    let solved: Vec<&Value> = rows.iter().filter(|row| row["verdict"] == "solved").collect();
    assert!(solved.len() * 3 > rows.len(), "{} of {}", solved.len(), rows.len());
    for row in solved {
        assert!(row["warm_seconds"].as_f64().unwrap() > 0.0, "{row}");
        assert!(row["compile_seconds"].as_f64().unwrap() > 0.0, "{row}");
    }
    assert!(!report["summaries"].as_array().unwrap().is_empty());
}

#[test]
fn agents_with_the_goals_of_games_act() {
    let bench = env!("CARGO_BIN_EXE_cunning-bench");
    let arguments = ["games", "--quick", "--engines", "minds", "--format", "json"];
    let output = Command::new(bench).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let decisions: Value = serde_json::from_slice(&output.stdout).unwrap();
    let solvable: Vec<&Value> =
        decisions.as_array().unwrap().iter().filter(|decision| decision["is_solvable"] == true).collect();
    assert!(solvable.len() >= 24, "{}", solvable.len());
    for decision in solvable {
        assert!(decision["acted_in_tick"].is_u64(), "{decision}");
    }
}

#[test]
fn every_query_has_a_domain_and_a_different_name() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let text = std::fs::read_to_string(format!("{folder}/queries.json")).unwrap();
    let queries: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(queries.len() >= 150, "{}", queries.len());
    let mut names: Vec<String> = queries
        .iter()
        .map(|query| format!("{}/{}/{}", query["game"], query["goal"], query["walk"]))
        .collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), queries.len());
}
