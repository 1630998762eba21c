//! PDDL: reading never panics, every error has a span, case does not matter, and whatever is accepted can be planned for
//! or is rejected by a limit.

use cunning_diag::{Diagnostics, Style};
use cunning_plan::{Planner, PlannerConfig};

/// Stands between the domain and the problem of one input.
pub const PROBLEM: &str = "\n;problem\n";
const EXPANSIONS_MAX: u64 = 100;

/// Feeds a domain and a problem to the reader.
pub fn check(text: &str) {
    let (domain, problem) = text.split_once(PROBLEM).unwrap_or((text, ""));
    let outcome = cunning_pddl::parse(domain, problem);
    let shouted = cunning_pddl::parse(&domain.to_ascii_uppercase(), &problem.to_ascii_lowercase());
    match (&outcome, &shouted) {
        (Ok(_), Ok(_)) => {}
        (Err(found), Err(shouted)) => assert_eq!(places(found), places(shouted), "{text}"),
        _ => panic!("case matters: {text}"),
    }
    match outcome {
        Ok(problem) if super::size::is_small(problem.domain()) => plan(&problem),
        Ok(_) => {}
        Err(found) => tell(&found),
    }
}

/// Which mistakes are where.
fn places(found: &Diagnostics) -> Vec<(&str, Option<u32>)> {
    let place = |found| -> (&str, Option<u32>) {
        let found: &cunning_diag::Diagnostic = found;
        (found.code().as_str(), found.place().map(|(_, span)| span.start))
    };
    found.iter().map(place).collect()
}

/// Plans for the goal, with little patience.
fn plan(problem: &cunning_pddl::Problem) {
    let planner = Planner::for_request(problem.domain(), &problem.request(), PlannerConfig::default());
    let Ok((mut planner, grounding)) = planner else { return };
    planner.step(EXPANSIONS_MAX);
    if let Some(plan) = planner.plan() {
        assert_eq!(problem.plan_text(&grounding, &plan).lines().count(), plan.steps.len() + 1);
    }
}

/// Shows the mistakes. What the planner's own model is too small for has no place in a file.
fn tell(found: &Diagnostics) {
    assert!(found.has_errors(), "{found}");
    let is_placed = |found: &cunning_diag::Diagnostic| {
        found.place().is_some() || found.code().as_str().starts_with("plan/")
    };
    assert!(found.iter().all(is_placed), "{found}");
    assert!(!found.render(Style::Plain).is_empty());
}
