//! This example shows a first plan: read a domain file, ask for a plan, look at its steps.
//!
//! Run it with `cargo run --example 01_first_plan`.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use cunning::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let domain = Domain::from_file(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/guard.toml"))?;
    let plan = domain.plan("raise_alarm").set("sees_thief", true).solve()?;
    println!("{plan}");
    assert_eq!(plan.to_string(), "go(bell), ring   (cost 2, proved best)");
    assert!(plan.is_optimal());
    assert_eq!(*plan[0].arg("to")?, "bell");
    assert_eq!(plan[0].purpose(), "makes `at == bell` true for step 2");

    // Three guards who stand at different places need different plans.
    for (place, steps) in [("gate", 2), ("yard", 2), ("bell", 1)] {
        let plan = domain.plan("raise_alarm").agent("guard").set("at", place).solve()?;
        println!("from the {place}: {plan}");
        assert_eq!(plan.len(), steps);
    }

    // A mistyped name is an error with a suggestion; a goal without a plan says what is missing.
    if let Err(error) = domain.plan("raise_alram").solve() {
        println!("{error}");
        assert_eq!(error.to_string(), "unknown goal `raise_alram`; did you mean `raise_alarm`?");
    }
    match domain.plan("watch").set("sees_thief", true).solve() {
        Err(PlanError::NoPlan(reason)) => println!("{reason}"),
        other => return Err(format!("expected no plan, got {other:?}").into()),
    }
    Ok(())
}
