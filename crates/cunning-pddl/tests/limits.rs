//! Inputs beyond a limit are rejected quickly, with an error that names the limit.

use crate::support;

use cunning_pddl::limits;
use support::{domain, errors, is_solvable, problem, task};

fn list(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(" ")
}

/// Asserts that the first error is this limit.
fn assert_limit(domain: &str, task: &str, message: &str) {
    let found = errors(domain, task);
    let first = found.first().map_or("", String::as_str);
    assert!(first.contains("pddl/limit") && first.contains(message), "expected {message}, found {first}");
}

#[test]
fn counts_are_limited() {
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
            "name is longer than 256 bytes",
        ),
        ("(".repeat(100_000), "nested deeper than 32"),
        (" ".repeat(limits::FILE_BYTES_MAX), "bytes in one file"),
    ] {
        assert_limit(&domain(&sections), &empty, message);
    }
    let small = domain("(:predicates (p))");
    assert_limit(&small, &task("", &"(p) ".repeat(limits::INIT_MAX + 1), "(and)"), "entries in `:init`");
    let deep = format!("{}{}", "(not ".repeat(40), ")".repeat(40));
    assert_limit(&small, &task("", "", &deep), "nested deeper than 32");
}

#[test]
fn expansion_of_quantifiers_is_limited() {
    let wide = domain(
        "(:predicates (p ?x ?y) (q)) (:action a :precondition (forall (?x ?y) (p ?x ?y)) :effect (q))",
    );
    let objects = |count| list(count, |at| format!("o{at}"));
    assert_limit(&wide, &task(&objects(600), "", "(q)"), "more than 262144 conditions and effects");
    // These expand to nothing, but enumerating them takes time too.
    let idle = domain(
        "(:predicates (q)) (:action a :precondition (exists (?a ?b ?c ?d ?e ?f ?g ?h) (and (q) (not (q)))) :effect (q))",
    );
    assert_limit(&idle, &task(&objects(60), "", "(q)"), "more than 262144 conditions and effects");
    assert_limit(
        &wide,
        &task(&objects(600), "", "(exists (?x ?y) (p ?x ?y))"),
        "more than 262144 conditions and effects",
    );
}

#[test]
fn expansion_limit_covers_all_actions_together() {
    let actions = list(100, |at| {
        format!("(:action a{at} :parameters (?a) :precondition (forall (?x ?y) (p ?x ?y ?a)) :effect (q))")
    });
    let many = domain(&format!("(:predicates (p ?x ?y ?a) (q)) {actions}"));
    assert_limit(
        &many,
        &task(&list(100, |at| format!("o{at}")), "", "(q)"),
        "more than 262144 conditions and effects",
    );
}

#[test]
fn expansion_of_effects_is_limited() {
    let all = domain("(:predicates (p ?x)) (:action a :effect (forall (?x) (p ?x)))");
    let objects = |count| list(count, |at| format!("o{at}"));
    assert!(is_solvable(&all, &task(&objects(limits::EFFECTS_MAX), "", "(p o9)")));
    assert_limit(&all, &task(&objects(limits::EFFECTS_MAX + 1), "", "(p o9)"), "effects");
    let long = domain(
        "(:predicates (p ?x ?a) (q)) (:action w :parameters (?x ?a) :effect (p ?x ?a))
         (:action a :parameters (?a) :effect (when (forall (?x) (p ?x ?a)) (q)))",
    );
    assert!(errors(&long, &task(&objects(limits::EFFECT_CONDITIONS_MAX), "", "(q)")).is_empty());
    assert_limit(
        &long,
        &task(&objects(limits::EFFECT_CONDITIONS_MAX + 1), "", "(q)"),
        "conditions of one effect",
    );
    let wide = domain(
        "(:predicates (p ?x ?y) (q)) (:functions (n ?x))
         (:action a :effect (and (when (q) (forall (?x ?y) (p ?x ?y))) (forall (?x) (assign (n ?x) 1)) (not (q))))",
    );
    let values = list(300, |at| format!("(= (n o{at}) 0)"));
    assert_limit(&wide, &task(&objects(300), &values, "(> (n o1) 0)"), "effects");
    // The deletion happens if three conditions fail, each because of one of eight facts.
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
    assert_limit(&tangled, &task("", "", "(p o)"), "when deletions exclude additions");
}

#[test]
fn long_lists_of_conditions_are_accepted() {
    let many = domain("(:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x))");
    let objects = list(1000, |at| format!("o{at}"));
    let all = list(1000, |at| format!("(p o{at})"));
    let found = problem(&many, &task(&objects, &all, &format!("(and {all})")));
    assert!(found.domain().goals().len() == 1);
    assert!(is_solvable(&many, &task(&objects, &all, &format!("(and {all} (forall (?x) (p ?x)))"))));
}

#[test]
fn deep_hierarchies_and_wide_unions_are_fast() {
    // Each type has two parents, which makes 2^250 paths to the root.
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
    assert_limit(&wide, &task(&objects, "", "(p o1)"), "types for one variable");
}
