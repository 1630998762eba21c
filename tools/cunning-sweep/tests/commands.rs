//! Commands: programs that print JSON.

use cunning_diag::Source;
use cunning_sweep::{CellRecord, MemoryStore, Plan, RunHost, RunOptions, StandardJob, run_cells};

fn plan(text: &str) -> Result<Plan, String> {
    let load = |from: Option<&str>, name: &str| {
        (from.is_none() && name == "data.toml").then(|| "[a]\nb = 1\n".to_owned())
    };
    Plan::new(&Source::new("command.toml", text), &StandardJob::default(), &load)
        .map_err(|error| error.to_string())
}

fn records(text: &str) -> Vec<CellRecord> {
    let store = MemoryStore::default();
    let host = RunHost { micros: &|| 0, is_cancelled: &|| false, progress: &|_| () };
    run_cells(&plan(text).unwrap(), &StandardJob::default(), &store, &RunOptions::default(), &host).unwrap();
    store.into_records()
}

#[cfg(unix)]
#[test]
fn a_command_gets_parameters_the_seed_and_edited_texts() {
    let text = r#"
[sweep]
seeds = "3..5"
[run]
command = ["sh", "-c", "b=$(grep b data.toml | tr -d 'b= '); echo \"{ \\\"x\\\": {size}, \\\"b\\\": $b, \\\"s\\\": {seed} }\""]
texts = ["data.toml"]
[grid]
size = [10, 20]
b = { key = "data.toml:a.b", values = [7, 8] }
"#;
    let results: Vec<String> =
        records(text).iter().map(|record| record.result.clone().unwrap().to_string()).collect();
    assert_eq!(results.len(), 8);
    assert_eq!(results[0], r#"{"b":7,"exit":0,"s":3,"x":10}"#);
    assert_eq!(results[7], r#"{"b":8,"exit":0,"s":4,"x":20}"#);
}

#[cfg(unix)]
#[test]
fn commands_that_fail_print_nonsense_or_take_too_long_are_failed_cells() {
    let error = |command: &str, more: &str| {
        let text =
            format!("[run]\ncommand = [\"sh\", \"-c\", {}]\n{more}\n", serde_json::Value::from(command));
        records(&text)[0].error.clone().unwrap_or_default()
    };
    assert!(error("echo oh no >&2; exit 3", "").contains("oh no"));
    assert!(error("echo hello", "").contains("did not print JSON"));
    assert!(error("true", "").contains("printed nothing"));
    assert!(error("exec sleep 20", "timeout = 0.05").contains("stopped after 0.05 s"));
    assert_eq!(error("echo 5; exit 3", "exits = [0, 3]"), "");
    let missing = records("[run]\ncommand = [\"no-such-program-here\"]\n")[0].error.clone().unwrap();
    assert!(missing.contains("no-such-program-here"), "{missing}");
}

#[test]
fn unknown_placeholders_and_texts_are_errors() {
    let error = |text: &str| plan(text).map(|plan| plan.len()).unwrap_err();
    let name = error("[run]\ncommand = [\"echo\", \"{siez}\"]\n[grid]\nsize = [1, 2]\n");
    assert!(name.contains("did you mean `size`?"), "{name}");
    let text = error("[run]\ncommand = [\"echo\"]\ntexts = [\"dat.toml\"]\n");
    assert!(text.contains("the file `dat.toml` was not found"), "{text}");
    assert!(error("[run]\ncommand = []\n").contains("names no program"));
}
