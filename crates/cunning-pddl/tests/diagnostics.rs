//! Every error is reported with its span and a hint, and all errors of both files are reported together.

use crate::support;

use cunning_diag::{Source, Style};
use cunning_pddl::read;
use support::{domain, errors, task};

const TASK: &str = "(define (problem p) (:domain d) (:init) (:goal (and)))";

/// The only error of a domain, without its position.
fn only_error(sections: &str) -> String {
    let found = errors(&domain(sections), TASK);
    assert_eq!(found.len(), 1, "{sections}: {found:#?}");
    found[0].split_once(": ").unwrap().1.to_owned()
}

#[test]
fn excerpts_point_at_errors_in_both_files() {
    let domain = Source::new(
        "barter.pddl",
        "(define (domain barter)\n  (:types ware trader)\n  (:predicates (has ?t - trader ?w - ware))\n  (:action give\n    \
         :parameters (?from ?to - trader ?w - ware)\n    :precondition (haz ?from ?w)\n    :effect (and (has ?to ?from) (has ?too ?w))))\n",
    );
    let problem = Source::new(
        "deal.pddl",
        "(define (problem deal)\n  (:domain barter)\n  (:objects ann - trader rum - wares)\n  (:init (has ann rum))\n  (:goal (has ann)))\n",
    );
    let expected = "\
error[pddl/unknown-name]: unknown predicate `haz`
 --> barter.pddl:6:20
  |
6 |     :precondition (haz ?from ?w)
  |                    ^^^
  |
  = help: did you mean `has`?

error[pddl/type]: `?from` is of type `trader`, not `ware`
 --> barter.pddl:7:27
  |
7 |     :effect (and (has ?to ?from) (has ?too ?w))))
  |                           ^^^^^

error[pddl/unknown-name]: unknown variable `?too`
 --> barter.pddl:7:39
  |
7 |     :effect (and (has ?to ?from) (has ?too ?w))))
  |                                       ^^^^
  |
  = help: did you mean `?to`?

error[pddl/unknown-name]: unknown type `wares`
 --> deal.pddl:3:32
  |
3 |   (:objects ann - trader rum - wares)
  |                                ^^^^^
  |
  = help: did you mean `ware`?

error[pddl/arguments]: `has` takes 2 arguments, not 1
 --> deal.pddl:5:10
  |
5 |   (:goal (has ann)))
  |          ^^^^^^^^^";
    assert_eq!(read(&domain, &problem).unwrap_err().render(Style::Plain), expected);
}

#[test]
fn unsupported_features_are_rejected_by_name() {
    for (section, feature) in [
        ("(:durative-action a :parameters ())", "durative actions (`:durative-action`)"),
        ("(:derived (p) (q))", "derived predicates (`:derived`)"),
        ("(:axiom :vars ())", "derived predicates (`:axiom`)"),
        ("(:constraints (and))", "trajectory constraints (`:constraints`)"),
        ("(:process p)", "processes (`:process`)"),
        ("(:event e)", "events (`:event`)"),
        ("(:method m)", "hierarchical tasks (`:method`)"),
        ("(:requirements :durative-actions)", "durative actions (`:durative-actions`)"),
        ("(:requirements :strips :Preferences)", "preferences (`:Preferences`)"),
        ("(:requirements :timed-initial-literals)", "timed initial literals"),
        ("(:types t) (:functions (f) - t)", "object-valued functions (`t`)"),
        ("(:action a :duration (= ?duration 1))", "durative actions (`:duration`)"),
        ("(:action a :precondition (preference p (q)))", "preferences (`preference`)"),
        ("(:action a :effect (oneof (p) (q)))", "non-deterministic effects (`oneof`)"),
        ("(:action a :effect (probabilistic 0.5 (p)))", "non-deterministic effects (`probabilistic`)"),
        ("(:functions (n)) (:action a :effect (scale-up (n) 2))", "scaling of numbers (`scale-up`)"),
        ("(:functions (n)) (:action a :effect (increase (n) (* 2 3)))", "arithmetic (`*`)"),
        ("(:functions (n)) (:action a :precondition (> (+ (n) 1) 2))", "arithmetic (`+`)"),
    ] {
        let found = only_error(section);
        assert!(
            found.starts_with("error[pddl/unsupported]") && found.contains(feature),
            "{section}: {found}"
        );
    }
    let tasks = [
        ("(:init) (:goal (preference p (and)))", "preferences"),
        ("(:init) (:goal (and)) (:constraints (and))", "trajectory constraints"),
        ("(:init (at 5 (q))) (:goal (and))", "timed initial literals"),
        (
            "(:init) (:goal (and)) (:metric maximize (total-cost))",
            "metrics that are not minimized (`maximize (total-cost …)`)",
        ),
        ("(:init) (:goal (and)) (:metric minimize (- (n) 1))", "metrics other than sums"),
        ("(:init) (:goal (and)) (:metric minimize (* (n) (n)))", "metrics other than sums"),
    ];
    let functions = domain("(:predicates (q)) (:functions (total-cost) (n))");
    for (sections, feature) in tasks {
        let found = errors(&functions, &format!("(define (problem p) (:domain d) {sections})"));
        assert!(
            found.len() == 1 && found[0].contains("pddl/unsupported") && found[0].contains(feature),
            "{found:?}"
        );
    }
}

#[test]
fn predicate_may_have_the_name_of_an_unsupported_keyword() {
    let named = domain(
        "(:predicates (always ?x) (within) (at ?x ?y)) (:action a :parameters (?x) :effect (and (always ?x) (within)))",
    );
    let task = task("5 o", "(at 5 o)", "(and (always o) (within))");
    assert_eq!(errors(&named, &task), Vec::<String>::new());
}

/// Sections of a domain, and its only error.
const DOMAINS: &[(&str, &str)] = &[
    ("(:predicates (p ?x) (p))", "error[pddl/duplicate]: duplicate predicate `p`"),
    ("(:predicates (and ?x))", "error[pddl/name]: `and` is a reserved word and cannot name a predicate"),
    ("(:predicates p)", "error[pddl/syntax]: expected a predicate in parentheses, found `p`"),
    ("(:predicates (p x))", "error[pddl/syntax]: expected a variable, found `x` -> write `?x`"),
    ("(:predicates (p ?x - ))", "error[pddl/syntax]: expected a type after `-`"),
    ("(:predicates (p - object))", "error[pddl/syntax]: expected a name before `-`"),
    (
        "(:predicates (p ?x - (or a b)))",
        "error[pddl/syntax]: expected a type or `(either …)`, found `(or …)`",
    ),
    ("(:predicates (p ?x - blok))", "error[pddl/unknown-name]: unknown type `blok`"),
    (
        "(:predicates (p ?))",
        "error[pddl/name]: `` is not a valid name for a variable -> names consist of letters, digits, `-` and `_`, and start with a letter",
    ),
    (
        "(:types ünder)",
        "error[pddl/name]: `ünder` is not a valid name for a type -> names consist of letters, digits, `-` and `_`, and start with a letter",
    ),
    ("(:types a - b b - c c - a)", "error[pddl/type-cycle]: type `b` is its own ancestor"),
    ("(:constants a a)", "error[pddl/duplicate]: duplicate object `a`"),
    ("(:types) (:types)", "error[pddl/duplicate]: duplicate section `:types`"),
    (
        "(:predicate (p))",
        "error[pddl/section]: unknown domain section `:predicate` -> did you mean `:predicates`?",
    ),
    ("(:init)", "error[pddl/section]: unknown domain section `:init`"),
    (
        "(predicates (p))",
        "error[pddl/syntax]: expected a section such as `(:action …)`, found `(predicates …)`",
    ),
    ("stray", "error[pddl/syntax]: expected a section such as `(:action …)`, found `stray`"),
    (
        "(:requirements :typping)",
        "error[pddl/unknown-name]: unknown requirement `:typping` -> did you mean `:typing`?",
    ),
    (
        "(:requirements (typing))",
        "error[pddl/syntax]: expected a requirement such as `:typing`, found `(typing …)`",
    ),
    ("(:functions (f) (f))", "error[pddl/duplicate]: duplicate function `f`"),
    ("(:action)", "error[pddl/syntax]: expected a name after `:action`"),
    ("(:action a) (:action A)", "error[pddl/duplicate]: duplicate action `A`"),
    (
        "(:action ?a)",
        "error[pddl/syntax]: expected the name of an action, found `?a` -> only variables start with `?`",
    ),
    (
        "(:action a :effects ())",
        "error[pddl/syntax]: unknown action key `:effects` -> did you mean `:effect`?",
    ),
    ("(:action a :effect)", "error[pddl/syntax]: expected parentheses after `:effect`"),
    ("(:action a :effect () :effect ())", "error[pddl/duplicate]: duplicate `:effect`"),
    (
        "(:action a () :effect ())",
        "error[pddl/syntax]: expected `:parameters`, `:precondition` or `:effect`, found `()`",
    ),
    ("(:action a :parameters (?x ?X))", "error[pddl/duplicate]: duplicate variable `?X`"),
    (
        "(:predicates (p)) (:action a :precondition (and p))",
        "error[pddl/syntax]: expected a condition, found `p` -> write `(p)`",
    ),
    (
        "(:predicates (p)) (:action a :precondition (not (p) (p)))",
        "error[pddl/syntax]: expected `(not CONDITION)`",
    ),
    (
        "(:predicates (p)) (:action a :precondition (imply (p)))",
        "error[pddl/syntax]: expected `(imply CONDITION CONDITION)`",
    ),
    (
        "(:predicates (p)) (:action a :precondition (exists ?x (p)))",
        "error[pddl/syntax]: expected variables in parentheses, found `?x`",
    ),
    (
        "(:predicates (p)) (:action a :precondition ((p)))",
        "error[pddl/syntax]: expected a condition, found a list",
    ),
    (
        "(:predicates (p ?x)) (:action a :parameters (?x) :precondition (p x))",
        "error[pddl/unknown-name]: unknown object `x` -> did you mean `?x`?",
    ),
    (
        "(:predicates (p ?x)) (:action a :precondition (p (q)))",
        "error[pddl/syntax]: expected an object or a variable, found `(q …)`",
    ),
    (
        "(:predicates (p ?x)) (:action a :precondition (exists (?x) (p ?x)) :effect (p ?x))",
        "error[pddl/unknown-name]: unknown variable `?x`",
    ),
    (
        "(:predicates (p)) (:action a :effect (not (not (p))))",
        "error[pddl/syntax]: expected an atom such as `(p ?x)`, found `(not …)`",
    ),
    (
        "(:predicates (p)) (:action a :effect (or (p) (p)))",
        "error[pddl/syntax]: `or` is not allowed in an effect",
    ),
    (
        "(:predicates (p)) (:action a :effect (when (p)))",
        "error[pddl/syntax]: expected `(when CONDITION EFFECT)`",
    ),
    (
        "(:functions (f)) (:action a :effect (increase (f)))",
        "error[pddl/syntax]: expected `(increase FUNCTION NUMBER)`",
    ),
    (
        "(:functions (f)) (:action a :effect (increase (f) one))",
        "error[pddl/number]: expected a number, found `one`",
    ),
    (
        "(:functions (f)) (:action a :effect (increase (f) 1.23456789))",
        "error[pddl/number]: `1.23456789` has more than 6 decimals",
    ),
    (
        "(:functions (f)) (:action a :effect (increase (f) 99999999999))",
        "error[pddl/limit]: `99999999999` is not between -1000000000 and 1000000000",
    ),
    (
        "(:functions (fuel)) (:action a :effect (increase (feul) 1))",
        "error[pddl/unknown-name]: unknown function `feul` -> did you mean `fuel`?",
    ),
    (
        "(:functions (f)) (:action a :precondition (> (f) 0.5))",
        "error[pddl/number]: 0.5 is not an integer -> only costs may have decimals",
    ),
    (
        "(:functions (f) (g)) (:action a :effect (and (assign (f) (g)) (assign (g) 1)))",
        "error[pddl/unsupported]: `g` is changed by an action and cannot be the amount of a change",
    ),
    (
        "(:functions (total-cost)) (:action a :effect (increase (total-cost) -1))",
        "error[pddl/cost]: cost must be at least 0, found -1",
    ),
    (
        "(:functions (total-cost)) (:action a :effect (decrease (total-cost) 1))",
        "error[pddl/cost]: `total-cost` is a cost and can only be increased",
    ),
    (
        "(:functions (total-cost)) (:action a :precondition (< (total-cost) 5))",
        "error[pddl/cost]: `total-cost` cannot be read -> use another function for a number that plans depend on",
    ),
    (
        "(:predicates (p)) (:functions (total-cost)) (:action a :effect (when (p) (increase (total-cost) 1)))",
        "error[pddl/unsupported]: unsupported feature: conditional costs (`when`)",
    ),
    (
        "(:functions (f)) (:action a :precondition (> (f) 0) :effect (decrease (f) 1))",
        "error[pddl/no-value]: `f` is changed by an action, but lacks initial values -> add `(= (f) 0)` to `:init`",
    ),
];

#[test]
fn domain_errors() {
    for &(sections, expected) in DOMAINS {
        assert_eq!(only_error(sections), expected, "{sections}");
    }
}

/// Sections of a problem, and its only error.
const PROBLEMS: &[(&str, &str)] = &[
    (
        "(:init) (:goal (and))",
        "problem:1:18: error[pddl/section]: the problem has no `:domain` -> add `(:domain d)`",
    ),
    (
        "(:domain e) (:init (q)) (:goal (r))",
        "problem:1:30: error[pddl/other-domain]: the problem is for domain `e`, not `d`",
    ),
    ("(:domain d) (:goal (and))", "problem:1:18: error[pddl/section]: the problem has no `:init`"),
    ("(:domain d) (:init)", "problem:1:18: error[pddl/section]: the problem has no `:goal`"),
    ("(:domain d) (:init) (:goal)", "problem:1:42: error[pddl/syntax]: expected `(:goal CONDITION)`"),
    (
        "(:domain d) (:init) (:goal (p a) (p a))",
        "problem:1:42: error[pddl/syntax]: expected `(:goal CONDITION)`",
    ),
    ("(:domain d) (:init) (:goal (p a))", "problem:1:51: error[pddl/unknown-name]: unknown object `a`"),
    (
        "(:domain d) (:init (p ?x)) (:goal (and))",
        "problem:1:43: error[pddl/unknown-name]: unknown variable `?x`",
    ),
    (
        "(:domain d) (:objects a) (:init (= (f a) 1) (= (f a) 2)) (:goal (and))",
        "problem:1:65: error[pddl/duplicate]: duplicate value of `f`",
    ),
    (
        "(:domain d) (:objects a) (:init (= (f a) (f a))) (:goal (and))",
        "problem:1:62: error[pddl/syntax]: expected a number, found `(f …)`",
    ),
    (
        "(:domain d) (:objects a) (:init (= (f a) 1.5)) (:goal (and))",
        "problem:1:53: error[pddl/number]: 1.5 is not an integer -> only costs may have decimals",
    ),
    (
        "(:domain d) (:objects a) (:init (= (f a) -1)) (:goal (and))",
        "problem:1:53: error[pddl/cost]: cost must be at least 0, found -1",
    ),
    (
        "(:domain d) (:init (= (total-cost) 1)) (:goal (and))",
        "problem:1:56: error[pddl/cost]: `total-cost` must start at 0",
    ),
    (
        "(:domain d) (:init) (:goal (and)) (:metric minimize)",
        "problem:1:56: error[pddl/syntax]: expected `(:metric minimize (total-cost))`",
    ),
    (
        "(:domain d) (:init) (:goal (and)) (:gaol (and))",
        "problem:1:56: error[pddl/section]: unknown problem section `:gaol` -> did you mean `:goal`?",
    ),
];

#[test]
fn problem_errors() {
    let small = domain(
        "(:predicates (p ?x)) (:functions (total-cost) (f ?x))
        (:action a :parameters (?x) :precondition (> (f ?x) 1) :effect (increase (total-cost) (f ?x)))",
    );
    for &(sections, expected) in PROBLEMS {
        let found = errors(&small, &format!("(define (problem p) {sections})"));
        assert_eq!(found, [expected], "{sections}");
    }
    let free = domain("(:predicates (p))");
    let metric = "(define (problem p) (:domain d) (:init) (:goal (p)) (:metric minimize (total-cost)))";
    assert_eq!(
        errors(&free, metric),
        [
            "problem:1:71: error[pddl/unknown-name]: unknown function `total-cost` -> declare it: `(:functions (total-cost) - number)`"
        ]
    );
}

#[test]
fn swapped_or_malformed_files_are_rejected() {
    let small = domain("(:predicates (p))");
    let found = errors(TASK, &small);
    assert_eq!(
        found,
        [
            "domain:1:9: error[pddl/syntax]: expected a domain, found a problem -> pass the domain first, then the problem",
            "problem:1:9: error[pddl/syntax]: expected a problem, found a domain -> pass the domain first, then the problem",
        ]
    );
    for (text, expected) in [
        ("", "found the end of the file"),
        ("(", "unclosed `(`"),
        ("()", "expected `(define (domain …) …)`, found `()`"),
        ("(define)", "expected `(define (domain …) …)`, found `(define …)`"),
        ("(define domain)", "expected `(domain NAME)`, found `domain`"),
        ("(define (domain))", "expected `(domain NAME)`, found `(domain …)`"),
        ("(defun (domain d))", "expected `(define (domain …) …)`, found `(defun …)`"),
    ] {
        let found = errors(text, TASK);
        assert!(found.len() == 1 && found[0].contains(expected), "{text}: {found:?}");
    }
}

#[test]
fn uses_of_a_broken_declaration_are_not_reported() {
    let broken = domain(
        "(:types a) (:predicates (p ?x - b) (q ?x - a)) (:constants c - e)
         (:action act :parameters (?x - a) :precondition (p ?x) :effect (and (p ?x) (q c)))",
    );
    let found = errors(&broken, &task("o - a", "(p o)", "(and (p o) (q c))"));
    assert_eq!(found.len(), 2, "{found:#?}");
}

#[test]
fn number_of_errors_is_limited() {
    let init = (0..50_000).map(|at| format!("(q{at})")).collect::<Vec<_>>().join(" ");
    let found = read(
        &Source::new("d", domain("(:predicates (p)) (:action a :effect (r))")),
        &Source::new("p", task("", &init, "(p)")),
    )
    .unwrap_err();
    assert_eq!(found.iter().count(), 100);
}
