//! Translated actions have the semantics of PDDL.

use crate::support;

use support::{cost, domain, is_solvable, plan, task};

#[test]
fn atom_that_is_added_and_deleted_holds() {
    let both = domain("(:predicates (p) (q)) (:action a :effect (and (not (p)) (p) (q)))");
    assert!(is_solvable(&both, &task("", "(p)", "(and (p) (q))")));
    assert!(is_solvable(&both, &task("", "", "(and (p) (q))")));
}

#[test]
fn move_to_the_same_location_keeps_the_atom() {
    let walk = domain(
        "(:predicates (at ?x) (tired))
         (:action go :parameters (?from ?to) :precondition (at ?from) :effect (and (not (at ?from)) (at ?to) (tired)))",
    );
    let there = task("home", "(at home)", "(and (tired) (at home))");
    assert_eq!(plan(&walk, &there).unwrap(), "(go home home)\n; cost = 1\n");
    assert!(!is_solvable(&walk, &task("home away", "(at home)", "(and (at home) (at away))")));
}

#[test]
fn additions_override_deletions_of_the_same_atom_only() {
    let swap = domain(
        "(:predicates (on ?x ?y) (done))
         (:action turn :parameters (?a ?b ?c) :precondition (on ?a ?b)
          :effect (and (not (on ?a ?b)) (on ?b ?c) (done)))",
    );
    // The atom stays if all three arguments are equal, and is deleted otherwise.
    assert!(is_solvable(&swap, &task("x y", "(on x x)", "(and (done) (on x x))")));
    assert_eq!(
        cost(&swap, &task("x y", "(on x y)", "(and (done) (not (on x y)) (on y y))")).as_deref(),
        Some("1")
    );
    assert_eq!(cost(&swap, &task("x y", "(on x y)", "(and (done) (on x y))")).as_deref(), Some("2"));
}

#[test]
fn conditional_additions_override_deletions_when_they_fire() {
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
fn additions_override_deletions_of_constants() {
    let constant = domain(
        "(:constants a) (:predicates (p ?x) (q))
         (:action do :parameters (?x) :effect (and (not (p a)) (p ?x) (q)))",
    );
    assert!(is_solvable(&constant, &task("b", "(p a)", "(and (q) (p a))")));
    assert!(is_solvable(&constant, &task("b", "(p a)", "(and (q) (not (p a)) (p b))")));
    assert!(!is_solvable(&constant, &task("b", "(p a)", "(and (q) (not (p a)) (not (p b)))")));
}

#[test]
fn forall_effects_apply_to_every_object() {
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
fn addition_overrides_forall_deletion() {
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
fn quantifiers_and_connectives_nest() {
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
        // Once with static facts, once with facts that an action could write.
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
fn inner_variable_shadows_outer_variable() {
    let hidden = domain(
        "(:predicates (p ?x) (q ?x))
         (:action a :parameters (?x) :precondition (and (exists (?x) (p ?x)) (not (p ?x))) :effect (q ?x))",
    );
    assert_eq!(plan(&hidden, &task("a b", "(p a)", "(q b)")).unwrap(), "(a b)\n; cost = 1\n");
    assert!(!is_solvable(&hidden, &task("a b", "(p a)", "(q a)")));
}

#[test]
fn parameters_are_compared_with_constants_and_other_types() {
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
fn metric_selects_costs() {
    let roads = domain(ROADS);
    let metric = "(:metric minimize (total-cost))";
    let lengths = "(= (length a b) 2) (= (length b c) 1.25) (= (length a c) 4) (= (toll) 1)";
    assert_eq!(plan(&roads, &drive(lengths, metric)).unwrap(), "(drive a b)\n(drive b c)\n; cost = 3.25\n");
    assert_eq!(plan(&roads, &drive(lengths, "")).unwrap().lines().last(), Some("; cost = 1"));
    assert_eq!(plan(&roads, &drive(lengths, "(:METRIC Minimize total-cost)")).unwrap().lines().count(), 3);
}

#[test]
fn action_whose_cost_has_no_value_is_inapplicable() {
    let roads = domain(ROADS);
    let metric = "(:metric minimize (total-cost))";
    // `drive` needs a length and `fly` needs a toll.
    let found = cost(&roads, &drive("(= (length a b) 2) (= (length a c) 4)", metric));
    assert_eq!(found.as_deref(), Some("4"));
    assert_eq!(cost(&roads, &drive("(= (toll) 1)", metric)).as_deref(), Some("10.5"));
    assert_eq!(cost(&roads, &drive("", metric)), None);
    assert_eq!(cost(&roads, &drive("", "")).as_deref(), Some("1"), "without a metric, lengths are not used");
}

#[test]
fn action_without_an_increase_is_free_under_a_metric() {
    let free = domain("(:predicates (p)) (:functions (total-cost)) (:action a :effect (p))");
    let task = "(define (problem p) (:domain d) (:init) (:goal (p)) (:metric minimize (total-cost)))";
    assert_eq!(plan(&free, task).unwrap(), "(a)\n; cost = 0\n");
}
