//! Tuning numbers towards a goal.

use cunning_sweep::spec::Seeds;
use cunning_sweep::{
    FunctionJob, Objective, Optimization, OptimizeOptions, Plan, ResultFolder, RunHost, SweepError, Tuned,
    optimize,
};
use serde_json::{Map, Value, json};

use cunning_diag::Source;

const SWEEP: &str = r#"
[sweep]
seeds = "0..100"
[run]
custom = "duel"
[grid]
skill = { key = "skill", from = 0, to = 100, step = 10 }
luck = { key = "luck", values = [0.0, 1.0] }
[measure]
won = { field = "won", is = true }
"#;

/// Wins with a chance of `skill` per cent.
fn duel(settings: &Map<String, Value>, seed: u64) -> Result<Value, String> {
    let skill = settings.get("skill").and_then(Value::as_f64).ok_or("there is no skill")?;
    let draw = (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as f64 / f64::from(1u32 << 24) * 100.0;
    Ok(json!({ "won": draw < skill }))
}

fn tune(names: &[&str], objective: Objective, held_out: &str) -> Result<Optimization, SweepError> {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = Plan::new(&Source::new("duel.toml", SWEEP), &FunctionJob(duel), &|_, _| None).unwrap();
    let options = OptimizeOptions {
        tuned: names.iter().map(|name| Tuned::parse(name, &plan).unwrap()).collect(),
        measure: "won".into(),
        objective,
        evaluations: 16,
        held_out: Seeds::new(vec![Seeds::parse(held_out).unwrap()]).unwrap(),
        seed: 1,
        jobs: 1,
    };
    let host = RunHost { micros: &|| 0, is_cancelled: &|| false, progress: &|_| () };
    optimize(&plan, &FunctionJob(duel), &folder, &options, &host)
}

#[test]
fn a_share_is_tuned_towards_its_target_and_checked_with_other_seeds() {
    let result = tune(&["skill"], Objective::Target(0.7), "1000..1400").unwrap();
    assert_eq!(result.evaluations.len(), 16);
    let best = result.evaluations[result.best].values[0].as_i64().unwrap();
    assert!((62..=78).contains(&best), "{best}");
    assert_eq!(result.check.interval.count, 800);
    assert!(result.check.interval.low < 0.7 && 0.7 < result.check.interval.high, "{:?}", result.check);
    // The same seed gives the same evaluations.
    let again = tune(&["skill"], Objective::Target(0.7), "1000..1400").unwrap();
    assert_eq!(again.evaluations, result.evaluations);
}

#[test]
fn a_measure_is_made_large_with_several_numbers() {
    let result = tune(&["skill", "luck"], Objective::Maximize, "1000..1100").unwrap();
    assert!(result.check.interval.mean > 0.9, "{:?}", result.check);
}

#[test]
fn impossible_tuning_is_an_error() {
    let plan = Plan::new(&Source::new("duel.toml", SWEEP), &FunctionJob(duel), &|_, _| None).unwrap();
    assert!(Tuned::parse("skil", &plan).unwrap_err().contains("did you mean `skill`?"));
    assert!(Tuned::parse("scene:a.b", &plan).unwrap_err().contains("needs a range"));
    assert!(Tuned::parse("skill=5..1", &plan).unwrap_err().contains("must be below"));
    assert!(Tuned::parse("skill=low", &plan).unwrap_err().contains("expected a range"));
    assert_eq!(Tuned::parse("skill=0.5..2", &plan).map(|tuned| tuned.is_whole), Ok(false));
    let error = tune(&["skill"], Objective::Minimize, "50..300").unwrap_err().to_string();
    assert!(error.contains("seed 50 is a seed of the sweep"), "{error}");
}
