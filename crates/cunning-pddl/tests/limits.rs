//! Every cap refuses what is beyond it, quickly, and with its name.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod support;

use cunning_pddl::limits;
use support::{domain, is_solvable, mistakes, problem, task};

fn list(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(" ")
}

/// The first mistake must be this limit.
fn refused(domain: &str, task: &str, message: &str) {
    let found = mistakes(domain, task);
    let first = found.first().map_or("", String::as_str);
    assert!(first.contains("pddl/limit") && first.contains(message), "expected {message}, found {first}");
}

#[test]
fn counts_are_capped() {
    let empty = task("", "", "(and)");
    let variables = |count| list(count, |at| format!("?x{at}"));
    for (sections, message) in [
        (format!("(:types {})", list(limits::TYPES_MAX, |at| format!("t{at}"))), "types"),
        (
            format!(
                "(:types {}) (:predicates (p ?x - (either {})))",
                list(65, |at| format!("t{at}")),
                list(65, |at| format!("t{at}"))
            ),
            "types in one `either`",
        ),
        (
            format!(
                "(:types {}) (:predicates {})",
                list(70, |at| format!("t{at}")),
                list(limits::KINDS_MAX + 1, |at| format!(
                    "(p{at} ?x - (either t{} t{}))",
                    at % 60,
                    60 + at / 60
                ))
            ),
            "different types of variables",
        ),
        (format!("(:types {})", list(17, |at| format!("t - t{at}"))), "declarations of one type"),
        (format!("(:constants {})", list(limits::OBJECTS_MAX + 1, |at| format!("o{at}"))), "objects"),
        (
            format!("(:predicates {})", list(limits::PREDICATES_MAX + 1, |at| format!("(p{at})"))),
            "predicates",
        ),
        (format!("(:functions {})", list(limits::FUNCTIONS_MAX + 1, |at| format!("(f{at})"))), "functions"),
        (format!("(:predicates (p {}))", variables(limits::ARGUMENTS_MAX + 1)), "variables in one list"),
        (list(limits::ACTIONS_MAX + 1, |at| format!("(:action a{at})")), "actions"),
        (
            format!("(:action a :parameters ({}))", variables(limits::PARAMETERS_MAX + 1)),
            "variables in one list",
        ),
        (format!("(:action a :precondition (forall ({}) ()))", variables(17)), "variables in one list"),
        (
            format!("(:predicates ({}))", "n".repeat(limits::NAME_BYTES_MAX + 1)),
            "a name has at most 256 bytes",
        ),
        ("(".repeat(100_000), "nest deeper than 32"),
        (" ".repeat(limits::FILE_BYTES_MAX), "bytes in one file"),
    ] {
        refused(&domain(&sections), &empty, message);
    }
    let small = domain("(:predicates (p))");
    refused(&small, &task("", &"(p) ".repeat(limits::INIT_MAX + 1), "(and)"), "entries in `:init`");
    let deep = format!("{}{}", "(not ".repeat(40), ")".repeat(40));
    refused(&small, &task("", "", &deep), "nest deeper than 32");
}

#[test]
fn quantifiers_are_capped_by_what_they_come_to() {
    let wide = domain(
        "(:predicates (p ?x ?y) (q)) (:action a :precondition (forall (?x ?y) (p ?x ?y)) :effect (q))",
    );
    let objects = |count| list(count, |at| format!("o{at}"));
    refused(&wide, &task(&objects(600), "", "(q)"), "more than 262144 conditions and effects");
    // Nothing comes of these, but going through them takes time too.
    let idle = domain(
        "(:predicates (q)) (:action a :precondition (exists (?a ?b ?c ?d ?e ?f ?g ?h) (and (q) (not (q)))) :effect (q))",
    );
    refused(&idle, &task(&objects(60), "", "(q)"), "more than 262144 conditions and effects");
    refused(
        &wide,
        &task(&objects(600), "", "(exists (?x ?y) (p ?x ?y))"),
        "more than 262144 conditions and effects",
    );
}

#[test]
fn quantifiers_of_all_actions_together_are_capped() {
    let actions = list(100, |at| {
        format!("(:action a{at} :parameters (?a) :precondition (forall (?x ?y) (p ?x ?y ?a)) :effect (q))")
    });
    let many = domain(&format!("(:predicates (p ?x ?y ?a) (q)) {actions}"));
    refused(
        &many,
        &task(&list(100, |at| format!("o{at}")), "", "(q)"),
        "more than 262144 conditions and effects",
    );
}

#[test]
fn effects_are_capped_by_what_they_come_to() {
    let all = domain("(:predicates (p ?x)) (:action a :effect (forall (?x) (p ?x)))");
    let objects = |count| list(count, |at| format!("o{at}"));
    assert!(is_solvable(&all, &task(&objects(limits::EFFECTS_MAX), "", "(p o9)")));
    refused(&all, &task(&objects(limits::EFFECTS_MAX + 1), "", "(p o9)"), "effects");
    let long = domain(
        "(:predicates (p ?x ?a) (q)) (:action w :parameters (?x ?a) :effect (p ?x ?a))
         (:action a :parameters (?a) :effect (when (forall (?x) (p ?x ?a)) (q)))",
    );
    assert!(mistakes(&long, &task(&objects(limits::EFFECT_CONDITIONS_MAX), "", "(q)")).is_empty());
    refused(&long, &task(&objects(limits::EFFECT_CONDITIONS_MAX + 1), "", "(q)"), "conditions of one effect");
    let wide = domain(
        "(:predicates (p ?x ?y) (q)) (:functions (n ?x))
         (:action a :effect (and (when (q) (forall (?x ?y) (p ?x ?y))) (forall (?x) (assign (n ?x) 1)) (not (q))))",
    );
    let values = list(300, |at| format!("(= (n o{at}) 0)"));
    refused(&wide, &task(&objects(300), &values, "(> (n o1) 0)"), "effects");
    // The deletion happens if each of three conditions fails, by one of eight facts each.
    let when = |from: usize| format!("(when (and {}) (p o))", list(8, |at| format!("(q{})", from + at)));
    let tangled = domain(&format!(
        "(:constants o) (:predicates (p ?x) {}) (:action w :effect (and {}))
         (:action a :effect (and (not (p o)) {} {} {}))",
        list(24, |at| format!("(q{at})")),
        list(24, |at| format!("(q{at})")),
        when(0),
        when(8),
        when(16)
    ));
    refused(&tangled, &task("", "", "(p o)"), "when additions are put before deletions");
}

#[test]
fn long_lists_of_conditions_are_no_limit() {
    let many = domain("(:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x))");
    let objects = list(1000, |at| format!("o{at}"));
    let all = list(1000, |at| format!("(p o{at})"));
    let found = problem(&many, &task(&objects, &all, &format!("(and {all})")));
    assert!(found.domain().goals().len() == 1);
    assert!(is_solvable(&many, &task(&objects, &all, &format!("(and {all} (forall (?x) (p ?x)))"))));
}

#[test]
fn deep_hierarchies_and_wide_unions_take_no_time() {
    // Each type has two parents, so that there are 2^250 ways up.
    let types = list(250, |at| format!("a{0} b{0} - (either a{1} b{1})", at + 1, at));
    let deep = domain(&format!(
        "(:types {types}) (:predicates (p ?x - (either a0 b0))) (:action do :parameters (?x - (either a0 b0)) :effect (p ?x))"
    ));
    assert!(is_solvable(&deep, &task("o - a250", "", "(p o)")));
    let wide = domain(&format!(
        "(:types {}) (:predicates (p ?x) {})",
        list(100, |at| format!("t{at}")),
        list(100, |at| format!("(p{at} ?x - t{at})"))
    ));
    let objects = list(100, |at| format!("o{at} - t{at}"));
    refused(&wide, &task(&objects, "", "(p o1)"), "types that one variable may have");
}
