//! Problems with as many objects as there may be are ground in time that grows with their number and not with its
//! square. No clock says so: where objects are looked up one after the other, this file takes minutes.
#![allow(clippy::unwrap_used, clippy::format_collect)] // A test needs neither care nor haste.

use cunning_plan::Grounding;

const DOORS: usize = 60_000;

/// A text of one piece for each door.
fn doors(one: impl Fn(usize) -> String) -> String {
    (0..DOORS).map(one).collect()
}

#[test]
fn tens_of_thousands_of_objects_are_looked_up_directly() {
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
        // As many as there may be: all are dusty, some have weight, and one is stuck.
        doors(|at| match at {
            0 => "(dusty door0) (stuck door0)".to_owned(),
            1..5_000 => format!("(dusty door{at}) (= (weight door{at}) {at})"),
            _ => format!("(dusty door{at})"),
        }),
        DOORS - 1,
    );
    let problem = cunning_pddl::parse(domain, &problem).unwrap();
    let grounding = Grounding::for_request(problem.domain(), &problem.request()).unwrap();
    // Without a weight there is no way to push a door, and what is stuck stays shut.
    assert_eq!(grounding.ground_action_count(), 4_999);
    let grounding = Grounding::new(problem.domain(), &problem.request()).unwrap();
    assert!(grounding.ground_action_count() >= 4_999);
}
