//! Every mistake is told with its place, all of them at once, and with the likely remedy.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod support;

use cunning_diag::{Source, Style};
use cunning_pddl::read;
use support::{domain, mistakes, task};

const TASK: &str = "(define (problem p) (:domain d) (:init) (:goal (and)))";

/// The one mistake of a domain, without its place.
fn only(sections: &str) -> String {
    let found = mistakes(&domain(sections), TASK);
    assert_eq!(found.len(), 1, "{sections}: {found:#?}");
    found[0].split_once(": ").unwrap().1.to_owned()
}

#[test]
fn excerpts_point_at_the_mistakes_of_both_files() {
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
error[pddl/unknown-name]: there is no predicate `haz`
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

error[pddl/unknown-name]: there is no variable `?too` here
 --> barter.pddl:7:39
  |
7 |     :effect (and (has ?to ?from) (has ?too ?w))))
  |                                       ^^^^
  |
  = help: did you mean `?to`?

error[pddl/unknown-name]: there is no type `wares`
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
fn the_rest_of_pddl_is_refused_by_name() {
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
        ("(:types t) (:functions (f) - t)", "functions with objects as values (`t`)"),
        ("(:action a :duration (= ?duration 1))", "durative actions (`:duration`)"),
        ("(:action a :precondition (preference p (q)))", "preferences (`preference`)"),
        ("(:action a :effect (oneof (p) (q)))", "effects that depend on chance (`oneof`)"),
        ("(:action a :effect (probabilistic 0.5 (p)))", "effects that depend on chance (`probabilistic`)"),
        ("(:functions (n)) (:action a :effect (scale-up (n) 2))", "multiplied numbers (`scale-up`)"),
        ("(:functions (n)) (:action a :effect (increase (n) (* 2 3)))", "arithmetic (`*`)"),
        ("(:functions (n)) (:action a :precondition (> (+ (n) 1) 2))", "arithmetic (`+`)"),
    ] {
        let found = only(section);
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
            "other metrics than the total cost (`maximize (total-cost …)`)",
        ),
        ("(:init) (:goal (and)) (:metric minimize (total-time))", "other metrics than the total cost"),
        ("(:init) (:goal (and)) (:metric minimize (+ (n) 1))", "other metrics than the total cost"),
    ];
    let functions = domain("(:predicates (q)) (:functions (total-cost) (n))");
    for (sections, feature) in tasks {
        let found = mistakes(&functions, &format!("(define (problem p) (:domain d) {sections})"));
        assert!(
            found.len() == 1 && found[0].contains("pddl/unsupported") && found[0].contains(feature),
            "{found:?}"
        );
    }
}

#[test]
fn a_refused_word_may_still_be_a_predicate() {
    let named = domain(
        "(:predicates (always ?x) (within) (at ?x ?y)) (:action a :parameters (?x) :effect (and (always ?x) (within)))",
    );
    let task = task("5 o", "(at 5 o)", "(and (always o) (within))");
    assert_eq!(mistakes(&named, &task), Vec::<String>::new());
}

/// (sections of a domain, its one mistake)
const DOMAINS: &[(&str, &str)] = &[
    ("(:predicates (p ?x) (p))", "error[pddl/duplicate]: there is another predicate `p`"),
    ("(:predicates (and ?x))", "error[pddl/name]: `and` has a meaning of its own and cannot be a predicate"),
    ("(:predicates p)", "error[pddl/syntax]: expected a predicate in brackets, found `p`"),
    ("(:predicates (p x))", "error[pddl/syntax]: expected a variable, found `x` -> write `?x`"),
    ("(:predicates (p ?x - ))", "error[pddl/syntax]: nothing stands after this dash"),
    ("(:predicates (p - object))", "error[pddl/syntax]: nothing stands before this dash"),
    (
        "(:predicates (p ?x - (or a b)))",
        "error[pddl/syntax]: expected a type or `(either …)`, found `(or …)`",
    ),
    ("(:predicates (p ?x - blok))", "error[pddl/unknown-name]: there is no type `blok`"),
    (
        "(:predicates (p ?))",
        "error[pddl/name]: `` cannot be the name of a variable -> a name has letters, digits, `-` and `_`, and begins with a letter",
    ),
    (
        "(:types ünder)",
        "error[pddl/name]: `ünder` cannot be the name of a type -> a name has letters, digits, `-` and `_`, and begins with a letter",
    ),
    ("(:types a - b b - c c - a)", "error[pddl/type-cycle]: the type `b` is its own ancestor"),
    ("(:constants a a)", "error[pddl/duplicate]: there is another object `a`"),
    ("(:types) (:types)", "error[pddl/duplicate]: there is another section `:types`"),
    (
        "(:predicate (p))",
        "error[pddl/section]: a domain has no section `:predicate` -> did you mean `:predicates`?",
    ),
    ("(:init)", "error[pddl/section]: a domain has no section `:init`"),
    (
        "(predicates (p))",
        "error[pddl/syntax]: expected a section such as `(:action …)`, found `(predicates …)`",
    ),
    ("stray", "error[pddl/syntax]: expected a section such as `(:action …)`, found `stray`"),
    (
        "(:requirements :typping)",
        "error[pddl/unknown-name]: there is no requirement `:typping` -> did you mean `:typing`?",
    ),
    (
        "(:requirements (typing))",
        "error[pddl/syntax]: expected a requirement such as `:typing`, found `(typing …)`",
    ),
    ("(:functions (f) (f))", "error[pddl/duplicate]: there is another function `f`"),
    ("(:action)", "error[pddl/syntax]: this action has no name"),
    ("(:action a) (:action A)", "error[pddl/duplicate]: there is another action `A`"),
    (
        "(:action ?a)",
        "error[pddl/syntax]: expected an action, found `?a` -> names begin with `?` only where they are variables",
    ),
    ("(:action a :effects ())", "error[pddl/syntax]: an action has no `:effects` -> did you mean `:effect`?"),
    ("(:action a :effect)", "error[pddl/syntax]: expected brackets after `:effect`"),
    ("(:action a :effect () :effect ())", "error[pddl/duplicate]: there is another `:effect`"),
    (
        "(:action a () :effect ())",
        "error[pddl/syntax]: expected `:parameters`, `:precondition` or `:effect`, found `()`",
    ),
    ("(:action a :parameters (?x ?X))", "error[pddl/duplicate]: there is another variable `?X`"),
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
        "error[pddl/syntax]: expected variables in brackets, found `?x`",
    ),
    (
        "(:predicates (p)) (:action a :precondition ((p)))",
        "error[pddl/syntax]: expected a condition, found a list",
    ),
    (
        "(:predicates (p ?x)) (:action a :parameters (?x) :precondition (p x))",
        "error[pddl/unknown-name]: there is no object `x` -> did you mean `?x`?",
    ),
    (
        "(:predicates (p ?x)) (:action a :precondition (p (q)))",
        "error[pddl/syntax]: expected an object or a variable, found `(q …)`",
    ),
    (
        "(:predicates (p ?x)) (:action a :precondition (exists (?x) (p ?x)) :effect (p ?x))",
        "error[pddl/unknown-name]: there is no variable `?x` here",
    ),
    (
        "(:predicates (p)) (:action a :effect (not (not (p))))",
        "error[pddl/syntax]: expected an atom such as `(p ?x)`, found `(not …)`",
    ),
    (
        "(:predicates (p)) (:action a :effect (or (p) (p)))",
        "error[pddl/syntax]: `or` makes a condition, not an effect",
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
        "error[pddl/number]: a number has at most 6 decimals",
    ),
    (
        "(:functions (f)) (:action a :effect (increase (f) 99999999999))",
        "error[pddl/limit]: `99999999999` is beyond ±1000000000",
    ),
    (
        "(:functions (fuel)) (:action a :effect (increase (feul) 1))",
        "error[pddl/unknown-name]: there is no function `feul` -> did you mean `fuel`?",
    ),
    (
        "(:functions (f)) (:action a :precondition (> (f) 0.5))",
        "error[pddl/number]: 0.5 is not whole -> only costs may have decimals",
    ),
    (
        "(:functions (f) (g)) (:action a :effect (and (assign (f) (g)) (assign (g) 1)))",
        "error[pddl/unsupported]: `g` changes; a number is changed by one that does not",
    ),
    (
        "(:functions (total-cost)) (:action a :effect (increase (total-cost) -1))",
        "error[pddl/cost]: a cost is at least 0, not -1",
    ),
    (
        "(:functions (total-cost)) (:action a :effect (decrease (total-cost) 1))",
        "error[pddl/cost]: the total cost is only ever increased",
    ),
    (
        "(:functions (total-cost)) (:action a :precondition (< (total-cost) 5))",
        "error[pddl/cost]: the total cost is only ever increased, and never read -> use a function of another name for what plans depend on",
    ),
    (
        "(:predicates (p)) (:functions (total-cost)) (:action a :effect (when (p) (increase (total-cost) 1)))",
        "error[pddl/unsupported]: costs that depend on a condition (`when`) cannot be planned with",
    ),
    (
        "(:functions (f)) (:action a :precondition (> (f) 0) :effect (decrease (f) 1))",
        "error[pddl/no-value]: `f` changes, but has no value at the start for some arguments -> add `(= (f) 0)` to `:init`",
    ),
];

#[test]
fn mistakes_of_domains() {
    for &(sections, expected) in DOMAINS {
        assert_eq!(only(sections), expected, "{sections}");
    }
}

/// (sections of a problem, its one mistake)
const PROBLEMS: &[(&str, &str)] = &[
    (
        "(:init) (:goal (and))",
        "problem:1:18: error[pddl/section]: the problem does not name its domain -> add `(:domain d)`",
    ),
    (
        "(:domain e) (:init (q)) (:goal (r))",
        "problem:1:30: error[pddl/other-domain]: this problem is for the domain `e`, not for `d`",
    ),
    ("(:domain d) (:goal (and))", "problem:1:18: error[pddl/section]: the problem has no `:init`"),
    ("(:domain d) (:init)", "problem:1:18: error[pddl/section]: the problem has no `:goal`"),
    ("(:domain d) (:init) (:goal)", "problem:1:42: error[pddl/syntax]: expected `(:goal CONDITION)`"),
    (
        "(:domain d) (:init) (:goal (p a) (p a))",
        "problem:1:42: error[pddl/syntax]: expected `(:goal CONDITION)`",
    ),
    ("(:domain d) (:init) (:goal (p a))", "problem:1:51: error[pddl/unknown-name]: there is no object `a`"),
    (
        "(:domain d) (:init (p ?x)) (:goal (and))",
        "problem:1:43: error[pddl/unknown-name]: there is no variable `?x` here",
    ),
    (
        "(:domain d) (:objects a) (:init (= (f a) 1) (= (f a) 2)) (:goal (and))",
        "problem:1:65: error[pddl/duplicate]: there is another value of `f`",
    ),
    (
        "(:domain d) (:objects a) (:init (= (f a) (f a))) (:goal (and))",
        "problem:1:62: error[pddl/syntax]: expected a number, found `(f …)`",
    ),
    (
        "(:domain d) (:objects a) (:init (= (f a) 1.5)) (:goal (and))",
        "problem:1:53: error[pddl/number]: 1.5 is not whole -> only costs may have decimals",
    ),
    (
        "(:domain d) (:objects a) (:init (= (f a) -1)) (:goal (and))",
        "problem:1:53: error[pddl/cost]: a cost is at least 0, not -1",
    ),
    (
        "(:domain d) (:init (= (total-cost) 1)) (:goal (and))",
        "problem:1:56: error[pddl/cost]: the total cost begins at 0",
    ),
    (
        "(:domain d) (:init) (:goal (and)) (:metric minimize)",
        "problem:1:56: error[pddl/syntax]: expected `(:metric minimize (total-cost))`",
    ),
    (
        "(:domain d) (:init) (:goal (and)) (:gaol (and))",
        "problem:1:56: error[pddl/section]: a problem has no section `:gaol` -> did you mean `:goal`?",
    ),
];

#[test]
fn mistakes_of_problems() {
    let small = domain(
        "(:predicates (p ?x)) (:functions (total-cost) (f ?x))
        (:action a :parameters (?x) :precondition (> (f ?x) 1) :effect (increase (total-cost) (f ?x)))",
    );
    for &(sections, expected) in PROBLEMS {
        let found = mistakes(&small, &format!("(define (problem p) {sections})"));
        assert_eq!(found, [expected], "{sections}");
    }
    let free = domain("(:predicates (p))");
    let metric = "(define (problem p) (:domain d) (:init) (:goal (p)) (:metric minimize (total-cost)))";
    assert_eq!(
        mistakes(&free, metric),
        [
            "problem:1:71: error[pddl/unknown-name]: there is no function `total-cost` -> declare it: `(:functions (total-cost) - number)`"
        ]
    );
}

#[test]
fn files_in_the_wrong_order_and_files_that_are_none() {
    let small = domain("(:predicates (p))");
    let found = mistakes(TASK, &small);
    assert_eq!(
        found,
        [
            "domain:1:9: error[pddl/syntax]: this is a problem, not a domain -> the domain comes first, then the problem",
            "problem:1:9: error[pddl/syntax]: this is a domain, not a problem -> the domain comes first, then the problem",
        ]
    );
    for (text, expected) in [
        ("", "the file says nothing"),
        ("(", "this bracket is never closed"),
        ("()", "expected `(define (domain …) …)`, found `()`"),
        ("(define)", "expected `(define (domain …) …)`, found `(define …)`"),
        ("(define domain)", "expected `(domain NAME)`, found `domain`"),
        ("(define (domain))", "expected `(domain NAME)`, found `(domain …)`"),
        ("(defun (domain d))", "expected `(define (domain …) …)`, found `(defun …)`"),
    ] {
        let found = mistakes(text, TASK);
        assert!(found.len() == 1 && found[0].contains(expected), "{text}: {found:?}");
    }
}

#[test]
fn one_mistake_is_told_once() {
    // Neither the uses of a broken declaration nor the names of another domain are mistakes of their own.
    let broken = domain(
        "(:types a) (:predicates (p ?x - b) (q ?x - a)) (:constants c - e)
         (:action act :parameters (?x - a) :precondition (p ?x) :effect (and (p ?x) (q c)))",
    );
    let found = mistakes(&broken, &task("o - a", "(p o)", "(and (p o) (q c))"));
    assert_eq!(found.len(), 2, "{found:#?}");
}

#[test]
fn all_mistakes_come_at_once_and_a_flood_is_cut() {
    let init = (0..50_000).map(|at| format!("(q{at})")).collect::<Vec<_>>().join(" ");
    let found = read(
        &Source::new("d", domain("(:predicates (p)) (:action a :effect (r))")),
        &Source::new("p", task("", &init, "(p)")),
    )
    .unwrap_err();
    assert_eq!(found.iter().count(), 100);
}
