//! Reads and writes PDDL: translates a domain file and a problem file to a domain of [`cunning_plan`], or reports all
//! errors; [`export`] writes a goal of a domain as PDDL.
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
//! # Supported PDDL
//!
//! STRIPS with types (hierarchies and `either`), equality, negations, disjunctions, quantifiers, conditional effects,
//! constants, numeric functions and action costs. Names ignore case and keep the spelling of their declaration, and
//! `:requirements` are optional. Other features of PDDL (durative actions, derived predicates, preferences, trajectory
//! constraints, timed literals, object-valued functions …) are rejected with an error that names the feature. Only
//! `:length`, a hint for the search, is ignored.
//!
//! - **Invariants** are found: where at most one of several atoms can hold, such as the places of one package, they are
//!   one fact with many values in the translated domain.
//! - **Quantifiers** range over the objects of the problem and are expanded.
//! - **An atom that an action adds and deletes** holds afterwards, as in PDDL: a deletion gets conditions that exclude
//!   additions of the same atom.
//! - **Costs** are the increases of the functions that the metric minimizes: `(total-cost)`, or a sum of functions with
//!   weights, in which `(total-time)` counts steps. Without a metric each action costs 1. An increase is a number or a
//!   function that no action changes. An action is inapplicable to objects for which its cost has no value.
//! - **Functions that actions change** are changed by and compared with literals and functions that no action changes.
//!   They are integers and need an initial value for all arguments. Their range is derived from initial values,
//!   assignments and guards: a decrease needs a precondition such as `(>= (fuel ?v) 3)`, unless nothing ever increases
//!   the number. Without one, values are limited to [`ReadOptions::range`], and [`Problem::assumed_ranges`] names the
//!   function. Functions that no condition compares are dropped.
//! - **Objects, predicates and types** may share names. Passing a variable where a narrower type is declared is an error.
//!
//! # Untrusted input
//!
//! Texts may come from untrusted sources. Nothing panics, and everything is bounded by [`limits`]: a hostile file is
//! rejected quickly with the diagnostic `pddl/limit`. Lower limits of the planner's model are reported as `plan/limit`.

pub mod codes;
mod export;
pub mod limits;
mod model;
mod problem;
mod read;
mod translate;
mod tree;
mod types;

use std::ops::RangeInclusive;

use cunning_diag::{Collector, Diagnostics, Source};

pub use export::{ExportError, ExportOptions, Exported, export};
pub use problem::{Problem, plan_text};
use tree::File;

/// Reads a domain and a problem from two texts. Diagnostics name them `domain` and `problem`.
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
/// assert_eq!(first.to_string(), "p.pddl:1:62: error[pddl/unknown-name]: unknown predicate `lti`");
/// assert_eq!(first.hint_text(), Some("did you mean `lit`?"));
/// ```
pub fn read(domain: &Source, problem: &Source) -> Result<Problem, Diagnostics> {
    read_with(domain, problem, &ReadOptions::default())
}

/// How PDDL is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The range of numbers for which none can be derived, widened to their initial and assigned values.
    pub range: RangeInclusive<i64>,
    /// Whether atoms of which at most one can hold become one fact with many values, which is faster to plan with. Plans
    /// and their costs are the same.
    pub finds_invariants: bool,
}

impl Default for ReadOptions {
    /// Numbers between -1000 and 1000, with invariants.
    fn default() -> Self {
        Self { range: -1000..=1000, finds_invariants: true }
    }
}

/// Reads a domain and a problem with options.
pub fn read_with(domain: &Source, problem: &Source, options: &ReadOptions) -> Result<Problem, Diagnostics> {
    let mut collector = Collector::new([domain, problem]);
    let trees = (
        tree::parse(domain, File::Domain, &mut collector),
        tree::parse(problem, File::Problem, &mut collector),
    );
    let (Some(domain), Some(problem)) = trees else { return Err(collector.into_diagnostics()) };
    match read::read(&domain, &problem, &mut collector) {
        Some(model) if collector.is_empty() => translate::translate(&model, options, collector),
        _ => Err(collector.into_diagnostics()),
    }
}
