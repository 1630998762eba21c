//! PDDL: a domain file and a problem file as a domain of [`cunning_plan`], or all mistakes with their places.
//!
//! ```
//! use cunning_plan::{Planner, PlannerConfig};
//! use cunning_search::Status;
//!
//! let domain = "
//!     (define (domain tavern)
//!       (:predicates (at ?x) (road ?x ?y))
//!       (:action go :parameters (?from ?to)
//!         :precondition (and (at ?from) (road ?from ?to))
//!         :effect (and (at ?to) (not (at ?from)))))";
//! let problem = "
//!     (define (problem thirst) (:domain tavern)
//!       (:objects beach docks rum-shop)
//!       (:init (at beach) (road beach docks) (road docks rum-shop))
//!       (:goal (at rum-shop)))";
//! let problem = cunning_pddl::parse(domain, problem)?;
//! let (mut planner, grounding) = Planner::for_request(problem.domain(), &problem.request(), PlannerConfig::default())?;
//! while planner.step(100) == Status::Running {}
//! let plan = planner.plan().ok_or("no plan")?;
//! assert_eq!(problem.plan_text(&grounding, &plan), "(go beach docks)\n(go docks rum-shop)\n; cost = 2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is read
//!
//! STRIPS with types (hierarchies and `either`), equality, negations, disjunctions, quantifiers, conditional effects,
//! constants, numeric functions and action costs. Case does not matter, `:requirements` need not be listed, and names
//! are given back as the files first spell them. The rest of PDDL (durative actions, derived predicates, preferences,
//! trajectory constraints, timed literals, functions with objects as values …) is refused by its name; nothing is
//! planned as if it were not there. Only `:length`, which merely advises how to search, is passed over.
//!
//! - **Quantifiers** range over the objects of the problem and are spelled out.
//! - **An atom that an action adds and deletes** holds afterwards, as PDDL has it: deletions get conditions under
//!   which nothing adds the same atom.
//! - **Costs** are the increases of `(total-cost)` if the metric is to minimise it; otherwise each action costs 1.
//!   An increase is a number, or a function that no action changes. An action whose cost has no value for some
//!   objects cannot be done with these.
//! - **Numbers that change** are changed by, and compared with, numbers that do not: literals, or functions that no
//!   action changes. They are whole, and need a value for all arguments at the start. Their range is derived from
//!   values, assignments and guards: before an unlimited decrease a precondition such as `(>= (fuel ?v) 3)` must say
//!   how low it can go, unless nothing ever increases the number. What is missing is said at the effect that needs it.
//!   Numbers that no condition compares are left out.
//! - **Objects, predicates and types** may share names. A variable used where a narrower type is declared is a
//!   mistake.
//!
//! # Untrusted input
//!
//! Texts may come from anywhere. Nothing panics, and everything is capped by [`limits`]: a hostile file is refused
//! quickly with the diagnostic `pddl/limit`. What the planner's own model caps lower comes as `plan/limit`.

pub mod codes;
mod findings;
pub mod limits;
mod model;
mod problem;
mod read;
mod translate;
mod tree;
mod types;

use cunning_diag::{Diagnostics, Source};

use findings::{File, Findings};
pub use problem::{Problem, plan_text};

/// Reads a domain and a problem from two texts, which diagnostics call `domain` and `problem`.
pub fn parse(domain: &str, problem: &str) -> Result<Problem, Diagnostics> {
    read(&Source::new("domain", domain), &Source::new("problem", problem))
}

/// Reads a domain and a problem.
///
/// ```
/// use cunning_diag::Source;
///
/// let domain = Source::new("d.pddl", "(define (domain d) (:predicates (lit ?x)))");
/// let problem = Source::new("p.pddl", "(define (problem p) (:domain d) (:objects a) (:init) (:goal (lti a)))");
/// let found = cunning_pddl::read(&domain, &problem).expect_err("a name is unknown");
/// let first = found.iter().next().expect("one diagnostic");
/// assert_eq!(first.to_string(), "p.pddl:1:62: error[pddl/unknown-name]: there is no predicate `lti`");
/// assert_eq!(first.hint_text(), Some("did you mean `lit`?"));
/// ```
pub fn read(domain: &Source, problem: &Source) -> Result<Problem, Diagnostics> {
    let mut findings = Findings::new(domain, problem);
    let trees = (
        tree::parse(domain, File::Domain, &mut findings),
        tree::parse(problem, File::Problem, &mut findings),
    );
    let (Some(domain), Some(problem)) = trees else { return Err(findings.into_diagnostics()) };
    match read::read(&domain, &problem, &mut findings) {
        Some(model) if findings.is_empty() => translate::translate(&model, findings),
        _ => Err(findings.into_diagnostics()),
    }
}
