//! Plans for small PDDL texts, and lists their errors.

use cunning_pddl::{Problem, parse};
use cunning_plan::{Planner, PlannerConfig};
use cunning_search::Status;

/// Parses two texts that must be valid.
pub fn problem(domain: &str, problem: &str) -> Problem {
    parse(domain, problem).unwrap_or_else(|found| panic!("{found}"))
}

/// An optimal plan as a plan file, or `None` if the problem is unsolvable.
pub fn plan(domain: &str, problem: &str) -> Option<String> {
    let problem = self::problem(domain, problem);
    let (mut planner, grounding) =
        Planner::for_request(problem.domain(), &problem.request(), PlannerConfig::default()).unwrap();
    match planner.step(1_000_000) {
        Status::Solved => Some(problem.plan_text(&grounding, &planner.plan().unwrap())),
        Status::Unsolvable => None,
        other => panic!("{other:?}"),
    }
}

/// Whether the problem has a plan.
pub fn is_solvable(domain: &str, problem: &str) -> bool {
    plan(domain, problem).is_some()
}

/// The cost of an optimal plan, as the plan file shows it.
pub fn cost(domain: &str, problem: &str) -> Option<String> {
    let plan = plan(domain, problem)?;
    Some(plan.lines().last().unwrap().trim_start_matches("; cost = ").to_owned())
}

/// The errors, one line each, with hints after an arrow.
pub fn errors(domain: &str, problem: &str) -> Vec<String> {
    let Err(found) = parse(domain, problem) else { return Vec::new() };
    let line = |found: &cunning_diag::Diagnostic| match found.hint_text() {
        Some(hint) => format!("{found} -> {hint}"),
        None => found.to_string(),
    };
    found.iter().map(line).collect()
}

/// A domain with these sections.
pub fn domain(sections: &str) -> String {
    format!("(define (domain d) {sections})")
}

/// A problem for that domain with these objects, initial state and goal.
pub fn task(objects: &str, init: &str, goal: &str) -> String {
    format!("(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal {goal}))")
}
