//! Functions that actions change, and the ranges that are derived for them.

use crate::support;

use cunning_plan::model::{FactKind, Overflow};
use support::{cost, domain, errors, is_solvable, plan, problem, task};

/// The range of the fact that a function is translated to.
fn range(domain: &str, task: &str, name: &str) -> (i64, i64, Overflow, Overflow) {
    let problem = problem(domain, task);
    let fact = problem.domain().fact_named(name).unwrap();
    match problem.domain().facts()[fact].kind {
        FactKind::Int { min, max, low, high } => (min, max, low, high),
        other => panic!("{other:?}"),
    }
}

/// Driving uses as much fuel as the road needs; filling sets the fuel to the capacity.
const TANK: &str = "
    (:types car place) (:predicates (at ?c - car ?p - place))
    (:functions (fuel ?c - car) (capacity ?c - car) (needs ?a ?b - place))
    (:action drive :parameters (?c - car ?a ?b - place)
      :precondition (and (at ?c ?a) (>= (fuel ?c) (needs ?a ?b)))
      :effect (and (not (at ?c ?a)) (at ?c ?b) (decrease (fuel ?c) (needs ?a ?b))))
    (:action fill :parameters (?c - car) :effect (assign (fuel ?c) (capacity ?c)))";

const ROADS: &str =
    "(at mini a) (= (fuel mini) 1) (= (capacity mini) 5) (= (fuel bus) 0) (= (capacity bus) 9)
    (= (needs a b) 3) (= (needs b c) 4) (= (needs a c) 6)";

#[test]
fn numbers_are_decreased_assigned_and_compared() {
    let objects = "mini bus - car a b c - place";
    let tank = domain(TANK);
    let to_b = task(objects, ROADS, "(at mini b)");
    assert_eq!(plan(&tank, &to_b).unwrap(), "(fill mini)\n(drive mini a b)\n; cost = 2\n");
    assert_eq!(cost(&tank, &task(objects, ROADS, "(at mini c)")).as_deref(), Some("4"));
    assert!(is_solvable(&tank, &task(objects, ROADS, "(and (at mini c) (= (fuel mini) 1))")));
    assert!(!is_solvable(
        &tank,
        &task(objects, ROADS, "(and (at mini b) (< 2 (fuel mini)) (< (fuel mini) 5))")
    ));
    // A road whose need has no value cannot be driven.
    assert!(!is_solvable(&tank, &task(objects, ROADS, "(and (at mini a) (= (fuel mini) 2))")));
    assert_eq!(range(&tank, &to_b, "fuel"), (0, 9, Overflow::Refuse, Overflow::Refuse));
}

#[test]
fn guards_bound_the_range() {
    let counter = |guard: &str, change: &str| {
        domain(&format!(
            "(:predicates (p)) (:functions (n)) (:action a :precondition {guard} :effect {change})
             (:action b :effect (assign (n) 4))"
        ))
    };
    let task = task("", "(p) (= (n) 4)", "(= (n) 0)");
    for (guard, change, min, max) in [
        ("(> (n) 0)", "(decrease (n) 1)", 0, 4),
        ("(>= (n) 0)", "(decrease (n) 3)", -3, 4),
        ("(= (n) 2)", "(decrease (n) 3)", -1, 4),
        ("(not (<= (n) 2))", "(decrease (n) 3)", 0, 4),
        ("(< 2 (n))", "(increase (n) -3)", 0, 4),
        ("(<= (n) 7)", "(increase (n) 3)", 4, 10),
        ("(and (< (n) 7) (p))", "(increase (n) 3)", 4, 9),
        ("(and (< (n) 7) (< (n) 5))", "(increase (n) 3)", 4, 7),
        ("(p)", "(assign (n) -8)", -8, 4),
        ("()", "(when (>= (n) 3) (decrease (n) 5))", -2, 4),
    ] {
        let found = range(&counter(guard, change), &task, "n");
        assert_eq!(found, (min, max, Overflow::Refuse, Overflow::Refuse), "{guard} {change}");
    }
}

#[test]
fn unguarded_increase_is_clamped_beyond_every_comparison() {
    let counting = domain(
        "(:predicates (done)) (:functions (n) (m))
         (:action count :effect (and (increase (n) 2) (increase (m) 1)))
         (:action end :precondition (and (>= (n) 5) (not (= (n) 7))) :effect (done))",
    );
    let done = task("", "(= (n) 0) (= (m) 0)", "(done)");
    assert_eq!(range(&counting, &done, "n"), (0, 8, Overflow::Refuse, Overflow::Clamp));
    assert_eq!(cost(&counting, &done).as_deref(), Some("4"));
    // No condition compares `m`, so it is not part of the state.
    assert!(problem(&counting, &done).domain().fact_named("m").is_none());
    let asked = task("", "(= (n) 0) (= (m) 0)", "(and (done) (> (m) 5))");
    assert_eq!(cost(&counting, &asked).as_deref(), Some("7"));
}

#[test]
fn unbounded_number_is_limited_to_the_range_of_the_options() {
    let runs = domain(
        "(:predicates (p)) (:functions (n))
         (:action up :effect (increase (n) 3))
         (:action down :effect (decrease (n) 1))",
    );
    let goal = task("", "(= (n) 0)", "(= (n) 7)");
    assert_eq!(cost(&runs, &goal).as_deref(), Some("5"));
    assert_eq!(problem(&runs, &goal).assumed_ranges(), ["n"]);
    let sources =
        (cunning_diag::Source::new("d", runs.as_str()), cunning_diag::Source::new("p", goal.as_str()));
    let narrow = cunning_pddl::ReadOptions { range: 0..=8, ..Default::default() };
    let limited = cunning_pddl::read_with(&sources.0, &sources.1, &narrow).unwrap();
    let fact = limited.domain().facts().as_slice().iter().find(|fact| fact.name == "n").unwrap();
    let cunning_plan::model::FactKind::Int { min, max, .. } = fact.kind else { panic!("{fact:?}") };
    assert_eq!((min, max), (0, 8));
}

#[test]
fn guarded_number_needs_no_assumption() {
    let runs = domain(
        "(:predicates (p)) (:functions (n))
         (:action up :precondition (< (n) 9) :effect (increase (n) 1))
         (:action down :precondition (> (n) 0) :effect (decrease (n) 1))",
    );
    assert!(problem(&runs, &task("", "(= (n) 0)", "(= (n) 3)")).assumed_ranges().is_empty());
}

#[test]
fn metric_is_a_weighted_sum_of_functions_and_steps() {
    let travel = domain(
        "(:predicates (there)) (:functions (fuel-used) (pain))
         (:action fly :effect (and (there) (increase (fuel-used) 5)))
         (:action walk :effect (and (there) (increase (pain) 4)))",
    );
    let asked = |metric: &str| {
        format!(
            "(define (problem p) (:domain d) (:init (= (fuel-used) 0) (= (pain) 0)) (:goal (there)) (:metric minimize {metric}))"
        )
    };
    assert_eq!(cost(&travel, &asked("(fuel-used)")).as_deref(), Some("0"));
    assert_eq!(cost(&travel, &asked("(+ (* 2 (fuel-used)) (* (pain) 3))")).as_deref(), Some("10"));
    assert_eq!(
        cost(&travel, &asked("(+ (fuel-used) (* 0.5 (total-time)) (pain) 7)")).as_deref(),
        Some("4.5")
    );
    assert!(errors(&travel, &asked("(* (pain) (fuel-used))"))[0].contains("metrics other than sums"));
    assert!(errors(&travel, &asked("(- 0 (pain))"))[0].contains("metrics other than sums"));
}

#[test]
fn changes_of_one_number_add_up() {
    let adding = domain(
        "(:predicates (p)) (:functions (n)) (:action a :precondition (and (< (n) 9) (>= (n) 0))
          :effect (and (increase (n) 5) (decrease (n) 2) (forall (?x) (increase (n) 1))))",
    );
    assert_eq!(cost(&adding, &task("x y", "(= (n) 0)", "(= (n) 10)")).as_deref(), Some("2"));
    assert!(!is_solvable(&adding, &task("x y", "(= (n) 0)", "(= (n) 8)")));
}

#[test]
fn increase_and_decrease_of_the_same_number_cancel_out() {
    let give = domain(
        "(:predicates (given)) (:functions (gold ?x))
         (:action give :parameters (?from ?to) :precondition (and (>= (gold ?from) 2) (<= (gold ?to) 9))
          :effect (and (decrease (gold ?from) 2) (increase (gold ?to) 2) (given)))",
    );
    let gold = "(= (gold a) 3) (= (gold b) 0)";
    assert!(is_solvable(&give, &task("a b", gold, "(and (given) (= (gold a) 3))")));
    assert!(is_solvable(&give, &task("a b", gold, "(and (= (gold a) 1) (= (gold b) 2))")));
    assert!(!is_solvable(&give, &task("a b", gold, "(and (= (gold a) 3) (= (gold b) 2))")));
    let both = domain(
        "(:predicates (done)) (:functions (gold ?x))
         (:action tax :parameters (?x ?y) :precondition (and (>= (gold ?x) 1) (>= (gold ?y) 1))
          :effect (and (decrease (gold ?x) 1) (decrease (gold ?y) 1) (done)))",
    );
    // Both decreases may hit the same number, so its range includes -1.
    let once = task("a b", "(= (gold a) 1) (= (gold b) 1)", "(= (gold a) -1)");
    assert_eq!(plan(&both, &once).unwrap(), "(tax a a)\n; cost = 1\n");
}

#[test]
fn mutually_exclusive_conditional_changes_are_accepted() {
    let toggle = domain(
        "(:predicates (up)) (:functions (n))
         (:action step :precondition (and (< (n) 9) (> (n) -9))
          :effect (and (when (up) (increase (n) 1)) (when (not (up)) (decrease (n) 1))))",
    );
    assert!(is_solvable(&toggle, &task("", "(up) (= (n) 0)", "(= (n) 3)")));
    assert!(is_solvable(&toggle, &task("", "(= (n) 0)", "(= (n) -3)")));
}

#[test]
fn conflicting_changes_are_rejected() {
    let actions = |effects: &str| {
        domain(&format!(
            "(:predicates (p) (q)) (:functions (n ?x) (m)) (:constants a b c) (:action w :effect (and (p) (q)))
             (:action act :parameters (?x ?y ?z) :precondition (and (< (n ?x) 5) (< (m) 5)) :effect (and {effects}))"
        ))
    };
    let task = task("", "(= (n a) 0) (= (n b) 0) (= (n c) 0) (= (m) 0)", "(= (n a) 1)");
    for (effects, message) in [
        ("(when (p) (increase (m) 1)) (when (q) (increase (m) 1))", "conditional changes may happen at once"),
        ("(increase (n ?x) 1) (increase (n ?y) 1) (increase (n ?z) 1)", "more than two changes"),
        ("(assign (m) 1) (increase (m) 1)", "an assignment and another change"),
        ("(assign (m) 1) (assign (m) 2)", "an assignment and another change"),
    ] {
        let found = errors(&actions(effects), &task);
        assert!(
            found.len() == 1 && found[0].contains("pddl/clash") && found[0].contains(message),
            "{found:?}"
        );
    }
}

#[test]
fn comparison_of_two_changing_numbers_is_rejected() {
    let race = domain(
        "(:functions (f) (g)) (:action a :precondition (> (f) (g)) :effect (and (assign (f) 1) (assign (g) 1)))",
    );
    let found = errors(&race, &task("", "(= (f) 0) (= (g) 0)", "(and)"));
    assert!(found.len() == 1 && found[0].contains("cannot compare `f` with `g`"), "{found:?}");
}

#[test]
fn action_whose_amount_has_no_value_is_inapplicable() {
    let amount = domain(
        "(:predicates (p ?x)) (:functions (n) (m) (by ?x))
         (:action a :parameters (?x) :precondition (< (n) 5) :effect (and (p ?x) (increase (n) (by ?x))))
         (:action b :parameters (?x) :effect (and (p ?x) (increase (m) (by ?x))))",
    );
    // This also holds for numbers that no condition compares.
    let init = "(= (n) 0) (= (m) 0) (= (by x) 2)";
    assert!(is_solvable(&amount, &task("x y", init, "(p x)")));
    assert!(!is_solvable(&amount, &task("x y", init, "(p y)")));
}
