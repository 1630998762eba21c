//! A small crowd of `bench crowd` thinks, plans, acts and keeps to its budget.
//!
//! Times are not checked: they mean nothing on a busy machine.

use std::process::Command;

use serde_json::Value;

#[test]
fn small_crowd_plans_acts_and_keeps_to_its_budget() {
    let bench = env!("CARGO_BIN_EXE_cunning-bench");
    let arguments = ["crowd", "--quick", "--agents", "500", "--format", "json"];
    let output = Command::new(bench).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4, "with and without a cache, on one thread and on two");
    for row in rows {
        let number = |key: &str| row[key].as_f64().unwrap();
        // One agent in a hundred perceives something, and thinks and replans.
        assert!(number("thoughts_per_tick") >= 4.0 && number("plans_per_tick") >= 4.0, "{row}");
        assert!(number("acting_percent") > 90.0 && number("plans_failed") < 1.0, "{row}");
        assert!(number("mean_plan_steps") >= 3.0 && number("long_plans_percent") >= 10.0, "{row}");
        assert!(number("expanded_max") <= number("budget"), "{row}");
    }
    assert!(report["planning"]["questions"].as_u64().unwrap() > 0);
}
