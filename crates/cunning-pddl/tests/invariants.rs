//! Atoms of which at most one can hold become one fact, and plans stay the same.

use std::fmt::Write;

use cunning_diag::Source;
use cunning_pddl::{Problem, ReadOptions, read_with};
use cunning_plan::{Planner, PlannerConfig};
use cunning_search::Status;

use crate::support::{domain, task};

fn read(domain: &str, problem: &str, finds_invariants: bool) -> Problem {
    let (domain, problem) = (Source::new("domain", domain), Source::new("problem", problem));
    read_with(&domain, &problem, &ReadOptions { finds_invariants, ..ReadOptions::default() }).unwrap()
}

/// The names of the facts of the translated domain.
fn facts(problem: &Problem) -> Vec<String> {
    problem.domain().facts().iter().map(|(_, fact)| fact.name.clone()).collect()
}

/// The cost of a cheapest plan; `None` if there is no plan.
fn cost(problem: &Problem) -> Option<u64> {
    let config = PlannerConfig::default();
    let (mut planner, _) = Planner::for_request(problem.domain(), &problem.request(), config).unwrap();
    match planner.step(u64::MAX) {
        Status::Solved => planner.plan().map(|plan| plan.cost_micros),
        status => {
            assert_eq!(status, Status::Unsolvable);
            None
        }
    }
}

const DELIVERY: &str = "
    (:types place vehicle package)
    (:predicates (parked ?v - vehicle ?l - place) (at ?p - package ?l - place) (in ?p - package ?v - vehicle))
    (:action drive :parameters (?v - vehicle ?from ?to - place)
      :precondition (parked ?v ?from) :effect (and (not (parked ?v ?from)) (parked ?v ?to)))
    (:action load :parameters (?p - package ?v - vehicle ?l - place)
      :precondition (and (parked ?v ?l) (at ?p ?l)) :effect (and (not (at ?p ?l)) (in ?p ?v)))
    (:action unload :parameters (?p - package ?v - vehicle ?l - place)
      :precondition (and (parked ?v ?l) (in ?p ?v)) :effect (and (not (in ?p ?v)) (at ?p ?l)))";
const PARCELS: &str = "home depot - place van - vehicle letter box - package";

#[test]
fn places_of_one_package_are_one_fact() {
    let delivery = domain(DELIVERY);
    let wanted = task(PARCELS, "(parked van depot) (at letter home) (at box depot)", "(at letter depot)");
    let problem = read(&delivery, &wanted, true);
    let mut names = facts(&problem);
    names.sort();
    assert_eq!(names, ["at_or_in", "parked_2"]);
    assert_eq!(cost(&problem), Some(4_000_000));
    assert_eq!(facts(&read(&delivery, &wanted, false)).len(), 3);
}

#[test]
fn start_with_two_places_keeps_the_predicates() {
    let delivery = domain(DELIVERY);
    let twice = "(parked van depot) (at letter home) (at letter depot)";
    let problem = read(&delivery, &task(PARCELS, twice, "(in letter van)"), true);
    assert!(facts(&problem).iter().any(|name| name == "at"), "{:?}", facts(&problem));
    assert_eq!(cost(&problem), Some(1_000_000));
}

#[test]
fn addition_without_a_deletion_is_no_invariant() {
    let copy = domain(
        "(:predicates (at ?x ?l)) (:action copy :parameters (?x ?from ?to)
          :precondition (at ?x ?from) :effect (at ?x ?to))",
    );
    let problem = read(&copy, &task("a here there", "(at a here)", "(and (at a here) (at a there))"), true);
    assert_eq!(facts(&problem), ["at"]);
    assert_eq!(cost(&problem), Some(1_000_000));
}

#[test]
fn deletion_of_what_need_not_hold_is_no_invariant() {
    let push = domain(
        "(:predicates (at ?x ?l)) (:action push :parameters (?x ?from ?to)
          :effect (and (not (at ?x ?from)) (at ?x ?to)))",
    );
    let problem = read(&push, &task("a b", "(at a a)", "(and (at a a) (at a b))"), true);
    assert_eq!(facts(&problem), ["at"]);
    assert_eq!(cost(&problem), Some(1_000_000));
}

#[test]
fn two_additions_to_one_instance_are_no_invariant() {
    let split = domain(
        "(:predicates (at ?x ?l)) (:action split :parameters (?x ?from ?one ?other)
          :precondition (at ?x ?from) :effect (and (not (at ?x ?from)) (at ?x ?one) (at ?x ?other)))",
    );
    let problem = read(&split, &task("a b c", "(at a a)", "(and (at a b) (at a c))"), true);
    assert_eq!(facts(&problem), ["at"]);
    assert_eq!(cost(&problem), Some(1_000_000));
}

#[test]
fn one_object_in_both_roles_is_no_invariant() {
    // With equal arguments `x` would be added to and deleted from.
    let swap = domain(
        "(:predicates (at ?x ?l)) (:action trade :parameters (?x ?y ?here ?there)
          :precondition (and (at ?x ?here) (at ?y ?there))
          :effect (and (not (at ?x ?here)) (not (at ?y ?there)) (at ?x ?there) (at ?y ?here)))",
    );
    let start = "(at a here) (at b there)";
    let wanted = task("a b here there", start, "(and (at a there) (at b here))");
    assert_eq!(cost(&read(&swap, &wanted, true)), Some(1_000_000));
    assert_eq!(cost(&read(&swap, &wanted, false)), Some(1_000_000));
}

#[test]
fn blocks_have_one_position() {
    let blocks = domain(
        "(:predicates (on ?x ?y) (table ?x) (clear ?x) (free) (held ?x))
         (:action lift :parameters (?x) :precondition (and (clear ?x) (table ?x) (free))
           :effect (and (not (table ?x)) (not (clear ?x)) (not (free)) (held ?x)))
         (:action drop :parameters (?x) :precondition (held ?x)
           :effect (and (not (held ?x)) (clear ?x) (free) (table ?x)))
         (:action stack :parameters (?x ?y) :precondition (and (held ?x) (clear ?y))
           :effect (and (not (held ?x)) (not (clear ?y)) (clear ?x) (free) (on ?x ?y)))
         (:action take :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (free))
           :effect (and (held ?x) (clear ?y) (not (clear ?x)) (not (free)) (not (on ?x ?y))))",
    );
    let start = "(table a) (on b a) (clear b) (table c) (clear c) (free)";
    let wanted = task("a b c", start, "(and (on a b) (on b c))");
    let problem = read(&blocks, &wanted, true);
    assert_eq!(facts(&problem).len(), 3, "{:?}", facts(&problem));
    assert_eq!(cost(&problem), Some(4_000_000));
    assert_eq!(cost(&read(&blocks, &wanted, false)), Some(4_000_000));
}

#[test]
fn conditional_deletions_take_the_atom_of_a_group_away() {
    let fog = domain(
        "(:predicates (at ?l) (foggy) (lost)) (:action go :parameters (?from ?to)
          :precondition (at ?from) :effect (and (not (at ?from)) (at ?to)))
         (:action wander :parameters (?l) :effect (and (lost) (when (foggy) (not (at ?l)))))",
    );
    let problem = read(&fog, &task("a b", "(at a) (foggy)", "(and (lost) (not (at a)) (not (at b)))"), true);
    assert!(facts(&problem).iter().all(|name| name != "at"), "{:?}", facts(&problem));
    assert_eq!(cost(&problem), Some(1_000_000));
    let clear = read(&fog, &task("a b", "(at a)", "(and (lost) (not (at a)) (not (at b)))"), true);
    assert_eq!(cost(&clear), None);
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A random domain and problem: most additions come with the deletion of an atom that held.
fn random(seed: u64) -> (String, String) {
    let mut numbers = Numbers(seed);
    let arities: Vec<usize> = (0..2 + numbers.below(3)).map(|_| numbers.below(3)).collect();
    let mut text = "(:predicates".to_owned();
    for (at, &arity) in arities.iter().enumerate() {
        let _ = write!(text, " (p{at}{})", [" ?a", " ?b"][..arity].concat());
    }
    text.push(')');
    for action in 0..2 + numbers.below(3) {
        let params = numbers.below(4);
        let atom = |numbers: &mut Numbers, shared: Option<usize>| {
            let predicate = numbers.below(arities.len());
            let mut args = String::new();
            for at in 0..arities[predicate] {
                let arg = shared.filter(|_| at == 0).unwrap_or_else(|| numbers.below(params + 1));
                // The last one is an object.
                let _ = if arg == params { write!(args, " x") } else { write!(args, " ?v{arg}") };
            }
            format!("(p{predicate}{args})")
        };
        let (mut needs, mut effects) = (String::new(), String::new());
        for _ in 0..=numbers.below(2) {
            let shared = numbers.chance(80).then(|| numbers.below(params + 1));
            let (from, to) = (atom(&mut numbers, shared), atom(&mut numbers, shared));
            if numbers.chance(90) {
                needs.push_str(&from);
            }
            if numbers.chance(90) {
                let _ = write!(effects, "(not {from})");
            }
            let guard = atom(&mut numbers, None);
            let _ = match numbers.below(10) {
                0 => write!(effects, "(when {guard} {to})"),
                1 => write!(effects, "(when {guard} (not {to}))"),
                _ => write!(effects, "{to}"),
            };
            if numbers.chance(10) {
                let _ = write!(needs, "(not {})", atom(&mut numbers, shared));
            }
        }
        let names = ["?v0", "?v1", "?v2"][..params].join(" ");
        let _ = write!(
            text,
            "(:action a{action} :parameters ({names}) :precondition (and {needs}) :effect (and {effects}))"
        );
    }
    let ground = |numbers: &mut Numbers| {
        let predicate = numbers.below(arities.len());
        let args: String = (0..arities[predicate]).map(|_| [" x", " y", " z"][numbers.below(3)]).collect();
        format!("(p{predicate}{args})")
    };
    let init: String = (0..2 + numbers.below(5)).map(|_| ground(&mut numbers)).collect();
    let mut goal = String::new();
    for _ in 0..=numbers.below(2) {
        let atom = ground(&mut numbers);
        let _ = if numbers.chance(25) { write!(goal, "(not {atom})") } else { write!(goal, "{atom}") };
    }
    (domain(&text), task("x y z", &init, &format!("(and {goal})")))
}

#[test]
fn random_problems_have_the_same_costs_with_and_without_invariants() {
    let (mut with_groups, mut solved) = (0, 0);
    for seed in 0..6000 {
        let (domain, problem) = random(seed);
        let (merged, plain) = (read(&domain, &problem, true), read(&domain, &problem, false));
        if facts(&merged) == facts(&plain) {
            continue;
        }
        with_groups += 1;
        let costs = (cost(&merged), cost(&plain));
        assert_eq!(costs.0, costs.1, "seed {seed}\n{domain}\n{problem}");
        solved += usize::from(costs.0.is_some_and(|cost| cost > 0));
    }
    assert!(with_groups > 500 && solved > 100, "{with_groups} with groups, {solved} of them have plans");
}
