//! The quick mode of `bench plan` completes with all contenders, and our own answers are optimal.
//!
//! Times are not checked: they mean nothing on a busy machine.

use std::process::Command;

use serde_json::Value;

#[test]
fn all_contenders_answer_and_our_answers_are_optimal() {
    let bench = env!("CARGO_BIN_EXE_cunning-bench");
    let output = Command::new(bench).args(["plan", "--quick", "--format", "json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let entries: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let rows: Vec<&Value> = entries.iter().filter(|entry| entry["kind"] == "row").collect();
    for contender in ["cunning", "pathfinding", "planning", "telic", "rust_goap", "dogoap", "goap"] {
        let row = rows.iter().find(|row| row["problem"] == "b_rum_unlawful" && row["contender"] == contender);
        let row = row.unwrap();
        assert_eq!(row["status"], "answered", "{row}");
        assert_eq!(row["judged"], 64, "{row}");
    }
    let ours = rows.iter().filter(|row| row["contender"] == "cunning" && row["status"] == "answered");
    let wrong: Vec<&&Value> = ours.filter(|row| row["optimal"] != row["judged"]).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    // The judge must be able to find fault: counting unmet goals misleads this peer.
    let misled = rows.iter().find(|row| row["problem"] == "f_multi_effect" && row["contender"] == "dogoap");
    assert_eq!(misled.unwrap()["suboptimal"], 64);
}
