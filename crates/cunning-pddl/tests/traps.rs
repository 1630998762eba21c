//! Constructs of real files that are easy to parse wrongly.

use crate::support;

use support::{cost, domain, errors, is_solvable, plan, problem, task};

#[test]
fn variable_needs_no_space_before_it() {
    let flying = domain(
        "(:predicates (aircraft?a) (at?a?c))
         (:action fly :parameters(?a?c) :precondition(aircraft?a) :effect(at?a?c))",
    );
    let task = task("plane city", "(aircraft plane)", "(at plane city)");
    assert_eq!(plan(&flying, &task).unwrap(), "(fly plane city)\n; cost = 1\n");
}

#[test]
fn type_needs_no_space_before_it() {
    let typed =
        domain("(:types a b -object) (:predicates (p?x -a)) (:action do :parameters (?x -a) :effect (p ?x))");
    assert_eq!(plan(&typed, &task("o -a o-b -b", "", "(p o)")).unwrap(), "(do o)\n; cost = 1\n");
}

#[test]
fn comments_are_allowed_anywhere() {
    let commented =
        "; (first\n(define ; )\n(domain;x\nd);\n(:predicates (p);y\n) (:action a;z\n :effect;\n(p)))";
    let task = "(define(problem;)\n p)(:domain d)(:init;)\n)(:goal(p)));end";
    assert_eq!(plan(commented, task).unwrap(), "(a)\n; cost = 1\n");
}

#[test]
fn names_ignore_case_and_keep_their_declared_spelling() {
    let shouting = "(DEFINE (DOMAIN D) (:REQUIREMENTS :STRIPS) (:PREDICATES (Holding ?X))
        (:ACTION Pick-Up :PARAMETERS (?X) :PRECONDITION (AND (NOT (HOLDING ?x))) :EFFECT (holding ?X)))";
    let task = "(define (Problem P) (:Domain d) (:Objects BlockA) (:Init) (:Goal (And (hOLDING blocka))))";
    assert_eq!(plan(shouting, task).unwrap(), "(Pick-Up BlockA)\n; cost = 1\n");
    let problem = problem(shouting, task);
    let action = problem.domain().actions().ids().next().unwrap();
    assert_eq!((problem.name(), problem.param_names(action)), ("P", &["X".to_owned()][..]));
}

#[test]
fn requirements_types_and_objects_are_optional() {
    let small = domain("(:predicates (p)) (:action a :parameters () :effect (p))");
    assert_eq!(
        plan(&small, "(define (problem p) (:domain d) (:init) (:goal (p)))").unwrap(),
        "(a)\n; cost = 1\n"
    );
}

#[test]
fn every_supported_requirement_is_accepted() {
    let all = domain(
        "(:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :equality
          :existential-preconditions :universal-preconditions :quantified-preconditions :conditional-effects :adl
          :fluents :numeric-fluents :action-costs) (:predicates (p))",
    );
    assert_eq!(errors(&all, &task("", "", "(and)")), Vec::<String>::new());
}

#[test]
fn preconditions_and_effects_may_be_empty_or_missing() {
    for part in
        ["", ":precondition ()", ":precondition (and)", ":parameters ()", ":precondition (and (and) (and))"]
    {
        let empty = domain(&format!("(:predicates (p)) (:action a {part} :effect (and (p) (and)))"));
        assert_eq!(cost(&empty, &task("", "", "(p)")).as_deref(), Some("1"), "{part}");
    }
    for part in ["", ":effect ()", ":effect (and)"] {
        let idle = domain(&format!("(:predicates (p)) (:action a {part})"));
        assert!(!is_solvable(&idle, &task("", "", "(p)")), "{part}");
        assert_eq!(plan(&idle, &task("", "", "()")).unwrap(), "; cost = 0\n", "{part}");
    }
}

#[test]
fn names_of_different_kinds_do_not_collide() {
    let same = domain(
        "(:types x - object) (:constants x - x) (:predicates (x ?x - x)) (:functions (total-cost) (x ?x - x))
         (:action x :parameters (?x - x) :precondition (not (x ?x)) :effect (and (x x) (increase (total-cost) (x ?x))))",
    );
    let task =
        "(define (problem x) (:domain d) (:init (= (x x) 7)) (:goal (x x)) (:metric minimize (total-cost)))";
    assert_eq!(plan(&same, task).unwrap(), "(x x)\n; cost = 7\n");
}

#[test]
fn reserved_words_of_the_domain_language_are_ordinary_names() {
    let words =
        ["not", "none", "some", "any", "true", "false", "no", "every", "doc", "bool", "int", "query", "min"];
    for word in words {
        let uses = domain(&format!(
            "(:types {word}) (:predicates (done ?{word} - {word}))
             (:action {word} :parameters (?{word} - {word}) :effect (done ?{word}))"
        ));
        let task = task(&format!("{word} - {word}"), "", &format!("(done {word})"));
        assert_eq!(plan(&uses, &task).unwrap(), format!("({word} {word})\n; cost = 1\n"));
        if word != "not" {
            let predicate = domain(&format!(
                "(:predicates ({word} ?x)) (:action a :parameters (?x) :effect ({word} ?x))"
            ));
            let task = support::task("o", "", &format!("({word} o)"));
            assert_eq!(plan(&predicate, &task).unwrap(), "(a o)\n; cost = 1\n", "{word}");
        }
    }
}

#[test]
fn names_that_differ_in_punctuation_stay_distinct() {
    let alike = domain(
        "(:predicates (a-b ?x) (a_b ?x)) (:action go-on :parameters (?x-1 ?x_1) :precondition (a-b ?x-1)
          :effect (a_b ?x_1)) (:action go_on :parameters (?x) :effect (a-b ?x))",
    );
    let task = task("o-1 o_1 1 2nd", "", "(and (a_b o_1) (a_b 1) (not (a_b o-1)) (not (a_b 2nd)) (a-b 2nd))");
    let found = plan(&alike, &task).unwrap();
    let mut steps: Vec<&str> = found.lines().collect();
    steps.sort_unstable();
    assert_eq!(steps, ["(go-on 2nd 1)", "(go-on 2nd o_1)", "(go_on 2nd)", "; cost = 3"]);
}

#[test]
fn long_names_stay_distinct() {
    let long = "n".repeat(200);
    let uses =
        domain(&format!("(:predicates (p-{long}1) (p-{long}2)) (:action a-{long} :effect (p-{long}2))"));
    let task = task("", "", &format!("(p-{long}2)"));
    assert_eq!(plan(&uses, &task).unwrap(), format!("(a-{long})\n; cost = 1\n"));
}

/// Lorries and boats are vehicles, and carry crates and barrels.
const HARBOUR: &str = "
    (:types lorry boat - vehicle vehicle place - object crate barrel)
    (:predicates (at ?x - (either vehicle crate barrel) ?p - place) (seen ?x))
    (:action load :parameters (?c - (either crate barrel) ?v - vehicle ?p - place)
      :precondition (and (at ?c ?p) (at ?v ?p)) :effect (seen ?c))
    (:action look :parameters (?x - object) :effect (seen ?x))";

#[test]
fn types_may_be_declared_in_any_order() {
    let harbour = domain(HARBOUR);
    let objects = "v - vehicle l - lorry b - boat c - crate r - barrel p - place o - object u";
    let found = problem(&harbour, &task(objects, "(at c p) (at b p)", "(seen c)"));
    let count = |name: &str| found.domain().objects_of(found.domain().type_named(name).unwrap()).count();
    // No variable distinguishes lorries from boats, so they share one type.
    assert_eq!((count("vehicle"), count("place"), count("object")), (3, 1, 8));
}

#[test]
fn object_may_have_a_type_with_subtypes() {
    let harbour = domain(HARBOUR);
    assert!(is_solvable(&harbour, &task("v - vehicle c - crate p - place", "(at c p) (at v p)", "(seen c)")));
    let found = errors(&harbour, &task("o u - object p - place", "(at o p)", "(seen o)"));
    assert_eq!(
        found,
        ["problem:1:78: error[pddl/type]: `o` is of type `object`, not `(either vehicle crate barrel)`"]
    );
}

#[test]
fn either_is_allowed_in_objects_and_types() {
    let harbour = domain(HARBOUR);
    // The object is a lorry or a boat, so it is a vehicle.
    assert!(is_solvable(
        &harbour,
        &task("v - (either lorry boat) c - crate p - place", "(at v p)", "(seen v)")
    ));
    let amphibious = domain(
        "(:types lorry boat - object amphibian - (either lorry boat)) (:predicates (swims ?b - (either boat lorry)))
         (:action swim :parameters (?b - (either lorry boat)) :effect (swims ?b))
         (:action drive :parameters (?l - lorry))",
    );
    let found = problem(&amphibious, &task("a - amphibian l - lorry", "", "(swims a)"));
    assert_eq!(found.domain().actions().len(), 2);
    assert!(is_solvable(&amphibious, &task("a - amphibian", "", "(swims a)")));
}

#[test]
fn parent_types_need_no_declaration() {
    for types in [
        "a - b",
        "object a - b",
        "a - b object",
        "b - object a - b",
        "a - b b",
        "a b - object a - b",
        "a a - b a - b",
    ] {
        let typed = domain(&format!(
            "(:types {types}) (:predicates (p ?x - b)) (:action act :parameters (?x - b) :effect (p ?x))"
        ));
        assert!(is_solvable(&typed, &task("x - a", "", "(p x)")), "{types}");
    }
}

#[test]
fn type_without_objects_disables_only_its_actions() {
    let typed = domain(
        "(:types a b) (:predicates (p ?x - a) (q ?x - b) (r))
         (:action one :parameters (?x - a) :effect (and (p ?x) (r)))
         (:action two :effect (r))
         (:action three :precondition (and (forall (?x - a) (p ?x)) (not (exists (?x - a) (p ?x)))) :effect (r))",
    );
    assert_eq!(
        plan(&typed, &task("x - b", "", "(and (r) (forall (?x - a) (p ?x)))")).unwrap().lines().count(),
        2
    );
    assert!(!is_solvable(&typed, &task("x - b", "", "(exists (?x - a) (p ?x))")));
    assert_eq!(problem(&typed, &task("x - b", "", "(r)")).domain().actions().len(), 2);
}

#[test]
fn problem_may_repeat_constants() {
    let constant =
        domain("(:types t) (:constants a - t) (:predicates (p ?x - t)) (:action do :effect (p a))");
    assert!(is_solvable(&constant, &task("a b - t", "", "(p a)")));
    let found = errors(&constant, &task("a - object", "", "(p a)"));
    assert_eq!(found, ["problem:1:43: error[pddl/duplicate]: duplicate object `a`"]);
}

#[test]
fn equality_needs_no_declaration() {
    for declared in ["", "(= ?x ?y)", "(= ?x ?y - object)"] {
        let equal = domain(&format!(
            "(:predicates (p ?x ?y) {declared})
             (:action a :parameters (?x ?y) :precondition (not (= ?x ?y)) :effect (p ?x ?y))"
        ));
        assert!(is_solvable(&equal, &task("a b", "", "(p a b)")), "{declared}");
        assert!(!is_solvable(&equal, &task("a b", "", "(p a a)")), "{declared}");
    }
}

#[test]
fn init_may_contain_negated_and_repeated_atoms() {
    let small =
        domain("(:predicates (p ?x) (q)) (:action a :parameters (?x) :precondition (p ?x) :effect (q))");
    assert!(!is_solvable(&small, &task("o", "(not (p o)) (not (p o))", "(q)")));
    assert!(is_solvable(&small, &task("o", "(p o) (p o) (not (q))", "(q)")));
}

#[test]
fn arguments_of_a_predicate_may_share_a_name() {
    let twice = domain("(:predicates (in ?obj ?obj)) (:action a :parameters (?x ?y) :effect (in ?x ?y))");
    assert_eq!(plan(&twice, &task("a b", "", "(in a b)")).unwrap(), "(a a b)\n; cost = 1\n");
}

#[test]
fn length_section_is_ignored() {
    let small = domain("(:predicates (p)) (:action a :effect (p))");
    let advised = "(define (problem p) (:domain d) (:init) (:goal (p)) (:length (:serial 9) (:parallel 9)))";
    assert!(is_solvable(&small, advised));
}

#[test]
fn windows_line_ends_and_byte_order_marks_are_whitespace() {
    let small = domain("\r\n(:predicates\r\n(p))\t(:action\u{b}a :effect (p)) ; c\r\n");
    assert!(is_solvable(&format!("\u{feff}{small}"), &task("", "", "(p)")));
}
