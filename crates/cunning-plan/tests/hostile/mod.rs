//! Hostile inputs. Inputs ten times over a limit are rejected with the diagnostic of the limit in [`limits`], at little cost
//! in memory and time; inputs at a limit that take much work end soon. The tests in `diagnostics` cover one over a limit.
//!
//! The tests measure memory but not time, so that they do not fail on a busy machine: an input that is processed in full
//! makes them take minutes instead of seconds.

#![allow(
    clippy::expect_used,
    clippy::format_collect,
    clippy::panic,
    reason = "tests need neither care nor haste"
)]

mod caps;
mod ground;
mod laborious;

use std::sync::Arc;

use std::collections::BTreeSet;

use allocation_counter::measure;
use caps::{Cap, Input};
use cunning_diag::{DIAGNOSTICS_MAX, Diagnostics, Source, Style};
use cunning_plan::lint::{Outside, lint};
use cunning_plan::{PlanRequest, Planner, PlannerConfig, PlanningDomain, Reader, limits};

/// What reading may hold at any time: the parsed file, which is some fifty times its text.
const BYTES_MAX: u64 = 96 << 20;
/// What a planner may hold at any time before it searches: a grounding, and what of it matters for a goal.
const GROUND_BYTES_MAX: u64 = 400 << 20;

/// One text of so many pieces.
fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

/// A name as long as names may be.
fn long(first: char, at: usize) -> String {
    format!("{first}{at:0>width$}", width = limits::NAME_BYTES_MAX - 1)
}

/// What an input is told: the codes of its mistakes, each once, or that it is accepted.
fn verdict(outcome: Result<PlanningDomain, Diagnostics>) -> String {
    let Err(found) = outcome else { return "accepted".to_owned() };
    let codes: BTreeSet<&str> = found.iter().map(|found| found.code().as_str()).collect();
    codes.into_iter().collect::<Vec<_>>().join(", ")
}

/// Plans for the first goal.
fn plan(domain: &PlanningDomain) -> String {
    let goal = domain.goals().ids().next().expect("a goal");
    match Planner::for_request(&Arc::new(domain.clone()), &PlanRequest::new(goal), PlannerConfig::default()) {
        Ok(_) => "planned for".to_owned(),
        Err(error) if error.is_limit() => error.to_string(),
        Err(error) => format!("no limit: {error}"),
    }
}

/// How an input is taken. What it takes to make the input itself is over when this is called.
fn taking(input: Input) -> Box<dyn FnOnce() -> String> {
    let read = |text: String| cunning_plan::read(&Source::new("hostile.toml", text));
    match input {
        Input::Text(text) => Box::new(move || verdict(read(text))),
        Input::Including(text, included) => Box::new(move || {
            let loader = |name: &str| Some(Source::new(name, included.as_str()));
            let outcome = Reader::new().loader(loader).read(&Source::new("hostile.toml", text));
            verdict(outcome.map(|(domain, _)| domain))
        }),
        Input::Built(builder) => Box::new(move || verdict(builder.build())),
        Input::Ground(text) => Box::new(move || match read(text) {
            Ok(domain) => plan(&domain),
            refused => verdict(refused),
        }),
    }
}

#[test]
fn inputs_ten_times_over_a_limit_are_rejected_cheaply() {
    let mut complaints = Vec::new();
    for Cap { name, exceeded, told: wanted } in caps::all() {
        for (at, input) in exceeded.into_iter().enumerate() {
            let bytes_max = if matches!(input, Input::Ground(_)) { GROUND_BYTES_MAX } else { BYTES_MAX };
            let take = taking(input);
            let mut told = String::new();
            let used = measure(|| told = take());
            if told != wanted {
                complaints.push(format!("{name}, input {at}: {told}, not {wanted}"));
            }
            if used.bytes_max > bytes_max {
                complaints.push(format!("{name}, input {at}: {} bytes at once", used.bytes_max));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_limit_is_tested() {
    let declared = include_str!("../../src/limits.rs").lines().filter_map(|line| {
        let name = line.strip_prefix("pub const ")?;
        name.split_once(':').map(|(name, _)| name)
    });
    // These cap work, not input: see what is laborious.
    let declared = declared.filter(|cap| {
        !["CLASH_STEPS_MAX", "LINT_STEPS_MAX", "LINT_GROUND_MAX", "LINT_OBJECTS_MAX", "SUB_GOAL_DEPTH_MAX"]
            .contains(cap)
    });
    let tried: BTreeSet<&str> = caps::all().iter().map(|cap| cap.name).collect();
    assert_eq!(declared.collect::<BTreeSet<_>>(), tried);
}

#[test]
fn grounding_within_limits_stays_within_its_budget() {
    for text in ground::largest() {
        let take = taking(Input::Ground(text));
        let mut told = String::new();
        let used = measure(|| told = take());
        assert_eq!(told, "planned for");
        // Less would say that there is room for more.
        assert!((GROUND_BYTES_MAX / 2..=GROUND_BYTES_MAX).contains(&used.bytes_max), "{}", used.bytes_max);
    }
}

/// Every one of these took from seconds to minutes before something was done about it.
#[test]
fn expensive_inputs_finish_quickly() {
    for (what, text) in laborious::texts() {
        assert!(text.len() <= limits::FILE_BYTES_MAX, "{what}: {} bytes", text.len());
        let mut is_told = false;
        let used = measure(|| {
            is_told = match cunning_plan::read(&Source::new("hostile.toml", text)) {
                Ok(domain) => {
                    lint(&domain, &Outside::default()).render(Style::Plain).len() < 1 << 20
                        && !cunning_plan::write(&domain).is_empty()
                }
                Err(found) => found.len() <= DIAGNOSTICS_MAX && found.render(Style::Plain).len() < 1 << 20,
            };
        });
        assert!(is_told, "{what}");
        assert!(used.bytes_max <= BYTES_MAX, "{what}: {} bytes at once", used.bytes_max);
    }
}
