//! A job that needs no files, and what tests do with it.

use cunning_diag::Source;
use cunning_sweep::{
    FunctionJob, Plan, ResultFolder, RunHost, RunOptions, RunSummary, SweepError, Table, run_cells,
};
use serde_json::{Map, Value, json};

pub const DICE: &str = r#"
[sweep]
name = "dice"
seeds = "0..20"

[run]
custom = "dice"

[grid]
sides = [6, 20]
bonus = { key = "bonus", from = 0, to = 4, step = 2 }

[measure]
face = "face"
six = { field = "face", is = 6 }

[group]
by = ["sides"]
compare = { sides = 6 }
"#;

/// Throws dice; the seed 13 of the die with 20 sides fails if `fails` is set, and panics if `panics` is.
pub fn throw(settings: &Map<String, Value>, seed: u64) -> Result<Value, String> {
    let number = |name: &str| settings.get(name).and_then(Value::as_u64).unwrap_or(0);
    if seed == 13 && number("sides") == 20 {
        if settings.contains_key("fails") {
            return Err("unlucky".to_owned());
        }
        assert!(!settings.contains_key("panics"), "very unlucky");
    }
    let face = (seed * 2_654_435_761 + number("bonus")) % number("sides").max(1) + 1;
    Ok(json!({ "face": face, "seed": seed, "micros": 3 }))
}

pub fn plan(text: &str) -> Result<Plan, SweepError> {
    Plan::new(&Source::new("dice.toml", text), &FunctionJob(throw), &|_, _| None)
}

/// The text of the error of a sweep file.
pub fn error(text: &str) -> String {
    plan(text).map(|plan| plan.len()).unwrap_err().to_string()
}

pub fn run(plan: &Plan, folder: &ResultFolder, options: &RunOptions) -> RunSummary {
    let host = RunHost { micros: &|| 0, is_cancelled: &|| false, progress: &|_| () };
    run_cells(plan, &FunctionJob(throw), folder, options, &host).unwrap()
}

/// The table of a complete run in a new folder.
pub fn table(text: &str, jobs: usize) -> String {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(text).unwrap();
    run(&plan, &folder, &RunOptions { jobs, ..RunOptions::default() });
    Table::collect(&plan, &folder).unwrap().to_csv()
}
