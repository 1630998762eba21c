//! Grounding takes time linear in the number of objects. The test measures no time: with a lookup that scans all objects
//! it would run for minutes.
#![allow(clippy::unwrap_used, clippy::format_collect)] // A test may fail by panicking, and its speed does not matter.

use cunning_plan::Grounding;

const DOORS: usize = 60_000;

/// The concatenation of one text per door.
fn doors(one: impl Fn(usize) -> String) -> String {
    (0..DOORS).map(one).collect()
}

#[test]
fn grounding_with_tens_of_thousands_of_objects_is_linear() {
    let domain = "(define (domain castle) (:requirements :typing :negative-preconditions)
      (:types gate hatch - door door lever - thing)
      (:predicates (open ?d - door) (stuck ?d - door) (dusty ?t - thing))
      (:functions (total-cost) (weight ?d - door))
      (:action push :parameters (?d - door)
        :precondition (and (not (open ?d)) (not (stuck ?d)) (dusty ?d))
        :effect (and (open ?d) (not (dusty ?d)) (increase (total-cost) (weight ?d)))))";
    let gates = DOORS / 2;
    let problem = format!(
        "(define (problem besieged) (:domain castle)
          (:objects {} - gate {} - hatch handle - lever)
          (:init (= (total-cost) 0) {}) (:goal (open door{})) (:metric minimize (total-cost)))",
        doors(|at| if at < gates { format!("door{at} ") } else { String::new() }),
        doors(|at| if at < gates { String::new() } else { format!("door{at} ") }),
        // All doors are dusty, some have a weight, and one is stuck.
        doors(|at| match at {
            0 => "(dusty door0) (stuck door0)".to_owned(),
            1..5_000 => format!("(dusty door{at}) (= (weight door{at}) {at})"),
            _ => format!("(dusty door{at})"),
        }),
        DOORS - 1,
    );
    let problem = cunning_pddl::parse(domain, &problem).unwrap();
    let grounding = Grounding::for_request(problem.domain(), &problem.request()).unwrap();
    // A door without a weight and a stuck door cannot be pushed.
    assert_eq!(grounding.ground_action_count(), 4_999);
    let grounding = Grounding::new(problem.domain(), &problem.request()).unwrap();
    assert!(grounding.ground_action_count() >= 4_999);
}
