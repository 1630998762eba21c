//! Parsing never panics, and whatever it accepts from a damaged text can be grounded.

use crate::support;

use cunning_pddl::parse;
use cunning_plan::{Planner, PlannerConfig};
use proptest::prelude::*;

const DOMAIN: &str = "(define (domain d) (:requirements :adl :action-costs) (:types a b - c c)
  (:constants k - a) (:predicates (p ?x - c ?y - (either a b)) (q ?x) (r))
  (:functions (total-cost) - number (n ?x - a) - number (w ?x ?y - c) - number)
  (:action go :parameters (?x ?y - a ?z - b)
    :precondition (and (p ?x ?y) (not (= ?x ?y)) (or (q ?z) (r)) (exists (?v - c) (p ?v ?x)) (>= (n ?x) 1))
    :effect (and (not (p ?x ?y)) (p ?y ?x) (when (q ?x) (not (q ?x))) (forall (?v - a) (when (r) (q ?v)))
      (decrease (n ?x) 1) (increase (total-cost) (w ?x ?y)) (increase (total-cost) 1.5)))
  (:action rest :effect (assign (n k) 3)))";

const PROBLEM: &str = "(define (problem t) (:domain d) (:objects i j - a m - b)
  (:init (p i j) (p m i) (p j k) (q m) (= (total-cost) 0) (= (n i) 1) (= (n j) 2) (= (n k) 0) (= (w i j) 2) (= (w j k) 1))
  (:goal (and (p j i) (forall (?x - b) (imply (q ?x) (not (r)))))) (:metric minimize (total-cost)))";

/// Parses two texts, and plans for them if they are accepted.
fn parse_and_plan(domain: &str, problem: &str) {
    let Ok(problem) = parse(domain, problem) else { return };
    let planner = Planner::for_request(problem.domain(), &problem.request(), PlannerConfig::default());
    let Ok((mut planner, grounding)) = planner else { return };
    planner.step(50);
    if let Some(plan) = planner.plan() {
        assert!(problem.plan_text(&grounding, &plan).contains("; cost = "));
    }
}

#[test]
fn undamaged_texts_are_solvable() {
    assert!(support::is_solvable(DOMAIN, PROBLEM));
}

/// A text with one span replaced by a word or by another span of the text.
fn damaged(text: &'static str) -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "",
        "(",
        ")",
        "()",
        "?x",
        "?",
        "-",
        "not",
        "and",
        "or",
        "forall",
        "when",
        "=",
        ">=",
        "either",
        "object",
        "k",
        "9999999999999",
        "-1",
        "0.0000001",
        "(not",
        ":effect",
        ":init",
        "total-cost",
        "(n i)",
        "é",
        "\u{0}",
        ";",
    ]);
    (0..text.len(), 0..40_usize, words, 0..text.len(), any::<bool>()).prop_map(
        move |(from, length, word, other, copies)| {
            let to = (from + length).min(text.len());
            let piece = text.get(other..(other + length).min(text.len())).unwrap_or("");
            let insert = if copies { piece } else { word };
            format!("{} {insert} {}", text.get(..from).unwrap_or(""), text.get(to..).unwrap_or(""))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_texts_do_not_panic(domain in damaged(DOMAIN), problem in damaged(PROBLEM)) {
        parse_and_plan(&domain, PROBLEM);
        parse_and_plan(DOMAIN, &problem);
        parse_and_plan(&domain, &problem);
    }

    #[test]
    fn random_words_do_not_panic(words in prop::collection::vec(prop::sample::select(vec![
        "(", "(", ")", ")", "define", "domain", "problem", ":action", ":predicates", ":types", "and", "not", "?x", "-",
        "p", "=", "1", "forall", ":init", ":goal", ":effect", "either", "\n", ";", "ö", "\u{1b}",
    ]), 0..60)) {
        let text = words.join(" ");
        parse_and_plan(&text, PROBLEM);
        parse_and_plan(DOMAIN, &text);
        parse_and_plan(&format!("(define (domain d) {text})"), PROBLEM);
        parse_and_plan(DOMAIN, &format!("(define (problem p) (:domain d) {text})"));
    }

    #[test]
    fn random_characters_do_not_panic(text in "\\PC{0,80}", problem in any::<String>()) {
        parse_and_plan(&text, &problem);
        parse_and_plan(DOMAIN, &problem);
    }
}
