//! `bench fear` works on small maps: walks end, both algorithms for an order agree, and goals are studied on
//! any number of threads.
//!
//! Times are not checked: they mean nothing on a busy machine.

use std::process::Command;

use serde_json::Value;

#[test]
fn small_run_walks_and_its_orders_agree() {
    let bench = env!("CARGO_BIN_EXE_cunning-bench");
    let arguments = ["fear", "--quick", "--rounds", "1", "--goals", "6", "--format", "json"];
    let output = Command::new(bench).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["walking"]["steps"].as_u64().unwrap() > 1000);
    assert_eq!(report["walking"]["allocations"], 0, "steps allocate nothing");
    assert_eq!(report["second_order"]["is_equal"], true);
    assert_eq!(report["large"]["order_seconds"].as_array().unwrap().len(), 3);
    assert_eq!(report["threads"]["goals"], 6);
}
