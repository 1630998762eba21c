//! Plans mean what PDDL says they mean.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod support;

use support::{cost, domain, is_solvable, plan, task};

#[test]
fn what_is_added_and_deleted_holds() {
    let both = domain("(:predicates (p) (q)) (:action a :effect (and (not (p)) (p) (q)))");
    assert!(is_solvable(&both, &task("", "(p)", "(and (p) (q))")));
    assert!(is_solvable(&both, &task("", "", "(and (p) (q))")));
}

#[test]
fn a_move_from_a_place_to_itself_leaves_one_there() {
    let walk = domain(
        "(:predicates (at ?x) (tired))
         (:action go :parameters (?from ?to) :precondition (at ?from) :effect (and (not (at ?from)) (at ?to) (tired)))",
    );
    let there = task("home", "(at home)", "(and (tired) (at home))");
    assert_eq!(plan(&walk, &there).unwrap(), "(go home home)\n; cost = 1\n");
    assert!(!is_solvable(&walk, &task("home away", "(at home)", "(and (at home) (at away))")));
}

#[test]
fn additions_win_only_over_deletions_of_the_very_same_atom() {
    let swap = domain(
        "(:predicates (on ?x ?y) (done))
         (:action turn :parameters (?a ?b ?c) :precondition (on ?a ?b)
          :effect (and (not (on ?a ?b)) (on ?b ?c) (done)))",
    );
    // With all three the same the atom stays; with one apart it goes.
    assert!(is_solvable(&swap, &task("x y", "(on x x)", "(and (done) (on x x))")));
    assert_eq!(
        cost(&swap, &task("x y", "(on x y)", "(and (done) (not (on x y)) (on y y))")).as_deref(),
        Some("1")
    );
    assert_eq!(cost(&swap, &task("x y", "(on x y)", "(and (done) (on x y))")).as_deref(), Some("2"));
}

#[test]
fn conditional_additions_win_where_they_happen() {
    let lamp = domain(
        "(:predicates (lit ?x) (fixed ?x) (tried ?x))
         (:action try :parameters (?x) :effect (and (tried ?x) (not (lit ?x)) (when (fixed ?x) (lit ?x))))",
    );
    assert!(is_solvable(&lamp, &task("l", "(lit l) (fixed l)", "(and (tried l) (lit l))")));
    assert!(is_solvable(&lamp, &task("l", "(lit l)", "(and (tried l) (not (lit l)))")));
    assert!(!is_solvable(&lamp, &task("l", "(lit l)", "(and (tried l) (lit l))")));
    let disjunctive = domain(
        "(:predicates (lit) (a) (b) (done)) (:action do
          :effect (and (done) (when (or (a) (b)) (lit)) (when (a) (not (lit))) (when (not (b)) (not (lit)))))",
    );
    for (init, holds) in [("(a)", true), ("(b) (lit)", true), ("(a) (b)", true), ("(lit)", false)] {
        let goal = if holds { "(and (done) (lit))" } else { "(and (done) (not (lit)))" };
        assert!(is_solvable(&disjunctive, &task("", init, goal)), "{init}");
        let other = if holds { "(and (done) (not (lit)))" } else { "(and (done) (lit))" };
        assert!(!is_solvable(&disjunctive, &task("", init, other)), "{init}");
    }
}

#[test]
fn deletions_of_constants_give_way_too() {
    let constant = domain(
        "(:constants a) (:predicates (p ?x) (q))
         (:action do :parameters (?x) :effect (and (not (p a)) (p ?x) (q)))",
    );
    assert!(is_solvable(&constant, &task("b", "(p a)", "(and (q) (p a))")));
    assert!(is_solvable(&constant, &task("b", "(p a)", "(and (q) (not (p a)) (p b))")));
    assert!(!is_solvable(&constant, &task("b", "(p a)", "(and (q) (not (p a)) (not (p b)))")));
}

#[test]
fn effects_for_all_objects_happen_to_all() {
    let clean = domain(
        "(:types room hall - object) (:predicates (dirty ?x) (open ?x - room) (locked ?x - room))
         (:action sweep :effect (forall (?r - room) (when (open ?r) (not (dirty ?r)))))
         (:action unlock :effect (forall (?r - room) (and (open ?r) (not (locked ?r)))))",
    );
    let rooms = "a b c - room h - hall";
    let dirty = "(dirty a) (dirty b) (dirty c) (dirty h) (open a) (open b) (locked c)";
    assert_eq!(
        cost(&clean, &task(rooms, dirty, "(and (not (dirty a)) (not (dirty b)))")).as_deref(),
        Some("1")
    );
    let all_rooms = task(rooms, dirty, "(forall (?r - room) (not (dirty ?r)))");
    assert_eq!(plan(&clean, &all_rooms).unwrap(), "(unlock)\n(sweep)\n; cost = 2\n");
    assert!(!is_solvable(&clean, &task(rooms, dirty, "(forall (?r) (not (dirty ?r)))")));
}

#[test]
fn a_sweep_spares_the_parameter_it_sets() {
    let only = domain(
        "(:predicates (chosen ?x) (done))
         (:action choose :parameters (?x) :effect (and (done) (forall (?y) (not (chosen ?y))) (chosen ?x)))
         (:action spare :parameters (?x) :effect (and (done) (forall (?y) (when (not (= ?x ?y)) (not (chosen ?y))))))",
    );
    let chosen = "(chosen a) (chosen b) (chosen c)";
    let one = |goal: &str| cost(&only, &task("a b c", chosen, goal));
    assert_eq!(one("(and (chosen b) (not (chosen a)) (not (chosen c)))").as_deref(), Some("1"));
    assert_eq!(one("(and (done) (not (chosen a)) (not (chosen b)) (not (chosen c)))").as_deref(), Some("2"));
    assert_eq!(one("(and (done) (chosen a) (chosen b))"), None);
}

#[test]
fn quantifiers_and_connectives_nest_as_they_like() {
    let conditions = [
        ("(exists (?x) (and (p ?x) (q ?x)))", "(p a) (q a)", "(p a) (q b)"),
        ("(forall (?x) (or (p ?x) (q ?x)))", "(p a) (q b)", "(p a)"),
        ("(forall (?x) (imply (p ?x) (q ?x)))", "(p a) (q a)", "(p a) (q b)"),
        ("(not (exists (?x) (and (p ?x) (not (q ?x)))))", "(p b) (q b)", "(p b)"),
        ("(exists (?x ?y) (and (r ?x ?y) (not (= ?x ?y))))", "(r a b)", "(r a a) (r b b)"),
        ("(forall (?x) (exists (?y) (r ?x ?y)))", "(r a b) (r b b)", "(r a b) (r a a)"),
        ("(exists (?y) (forall (?x) (r ?x ?y)))", "(r a b) (r b b)", "(r a b) (r b a)"),
        ("(not (or (p a) (and (q a) (not (p b)))))", "(q a) (p b)", "(q a)"),
        ("(imply (and (p a) (p b)) (q a))", "(p a)", "(p a) (p b)"),
        ("(or (and (p a) (or (q a) (q b))) (not (not (r a a))))", "(r a a)", "(p a)"),
        ("(not (forall (?x) (p ?x)))", "(p a)", "(p a) (p b)"),
    ];
    for (condition, yes, no) in conditions {
        // Once for facts that nothing writes, once for facts that something could.
        for writer in
            ["", "(:action w :parameters (?x) :precondition (never) :effect (and (p ?x) (q ?x) (r ?x ?x)))"]
        {
            let asked = domain(&format!(
                "(:constants a b) (:predicates (p ?x) (q ?x) (r ?x ?y) (done) (never)) {writer}
                 (:action act :precondition {condition} :effect (done))"
            ));
            assert!(is_solvable(&asked, &task("", yes, "(done)")), "{condition} {writer}");
            assert!(!is_solvable(&asked, &task("", no, "(done)")), "{condition} {writer}");
            assert!(is_solvable(&asked, &task("", yes, condition)), "{condition} {writer}");
            assert!(!is_solvable(&asked, &task("", no, condition)), "{condition} {writer}");
        }
    }
}

#[test]
fn an_inner_variable_hides_an_outer_one() {
    let hidden = domain(
        "(:predicates (p ?x) (q ?x))
         (:action a :parameters (?x) :precondition (and (exists (?x) (p ?x)) (not (p ?x))) :effect (q ?x))",
    );
    assert_eq!(plan(&hidden, &task("a b", "(p a)", "(q b)")).unwrap(), "(a b)\n; cost = 1\n");
    assert!(!is_solvable(&hidden, &task("a b", "(p a)", "(q a)")));
}

#[test]
fn parameters_compare_with_constants_and_with_other_types() {
    let guarded = domain(
        "(:types dog cat - pet pet rock) (:constants rex - dog) (:predicates (fed ?x - pet))
         (:action feed :parameters (?p - pet ?d - dog) :precondition (and (not (= ?p rex)) (not (= ?p ?d))) :effect (fed ?p))
         (:action pat :parameters (?p - pet) :precondition (or (= rex ?p) (= ?p tom)) :effect (fed ?p))
         (:action never :parameters (?c - cat ?d - dog) :precondition (= ?c ?d) :effect (fed rex))",
    );
    let pets = "tom - cat ivy - cat max - dog";
    for (goal, wanted) in [("(fed rex)", "(pat rex)"), ("(fed tom)", ""), ("(fed max)", "(feed max rex)")] {
        let found = plan(&guarded, &task(pets, "", goal)).unwrap();
        assert!(found.starts_with(wanted) && found.lines().count() == 2, "{found}");
    }
    assert!(is_solvable(&guarded, &task(pets, "", "(and (fed ivy) (fed tom) (fed max) (fed rex))")));
}

/// Roads with lengths, one of them without.
const ROADS: &str = "
    (:predicates (at ?x) (road ?x ?y))
    (:functions (total-cost) - number (length ?x ?y) - number (toll) - number)
    (:action drive :parameters (?a ?b) :precondition (and (at ?a) (road ?a ?b))
      :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (length ?a ?b))))
    (:action fly :parameters (?a ?b) :precondition (at ?a)
      :effect (and (not (at ?a)) (at ?b) (increase (total-cost) 9) (increase (total-cost) (toll)) (increase (total-cost) 0.5)))
    (:action rest)";

fn drive(init: &str, metric: &str) -> String {
    format!(
        "(define (problem p) (:domain d) (:objects a b c) (:goal (at c)) {metric}
         (:init (at a) (road a b) (road b c) (road a c) (= (total-cost) 0) {init}))"
    )
}

#[test]
fn costs_are_those_of_the_metric() {
    let roads = domain(ROADS);
    let metric = "(:metric minimize (total-cost))";
    let lengths = "(= (length a b) 2) (= (length b c) 1.25) (= (length a c) 4) (= (toll) 1)";
    assert_eq!(plan(&roads, &drive(lengths, metric)).unwrap(), "(drive a b)\n(drive b c)\n; cost = 3.25\n");
    assert_eq!(plan(&roads, &drive(lengths, "")).unwrap().lines().last(), Some("; cost = 1"));
    assert_eq!(plan(&roads, &drive(lengths, "(:METRIC Minimize total-cost)")).unwrap().lines().count(), 3);
}

#[test]
fn what_has_no_value_cannot_be_paid() {
    let roads = domain(ROADS);
    let metric = "(:metric minimize (total-cost))";
    // Without a length nobody drives there; without a toll nobody flies.
    let found = cost(&roads, &drive("(= (length a b) 2) (= (length a c) 4)", metric));
    assert_eq!(found.as_deref(), Some("4"));
    assert_eq!(cost(&roads, &drive("(= (toll) 1)", metric)).as_deref(), Some("10.5"));
    assert_eq!(cost(&roads, &drive("", metric)), None);
    assert_eq!(
        cost(&roads, &drive("", "")).as_deref(),
        Some("1"),
        "nobody asks for lengths without a metric"
    );
}

#[test]
fn an_action_without_an_increase_is_free_under_a_metric() {
    let free = domain("(:predicates (p)) (:functions (total-cost)) (:action a :effect (p))");
    let task = "(define (problem p) (:domain d) (:init) (:goal (p)) (:metric minimize (total-cost)))";
    assert_eq!(plan(&free, task).unwrap(), "(a)\n; cost = 0\n");
}
