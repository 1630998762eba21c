//! What agents of the scenes decide is sensible: not about the dead, not before they know anything, and for the reasons
//! that are told.

use std::collections::BTreeMap;

use cunning_arena::simulation::{LineKind, Simulation};

use crate::support::scenarios::project_scenario;

#[test]
fn no_soldier_decides_anything_about_the_dead() {
    for scene in ["squad", "outpost"] {
        let scenario = project_scenario(scene, &[], &[]);
        let mut deaths = 0;
        for seed in 0..10 {
            let mut simulation = Simulation::new(&scenario, seed).unwrap();
            while simulation.outcome().is_none() && simulation.ticks() < 1500 {
                simulation.tick();
            }
            assert_eq!(simulation.quality().minds.absent_objects, 0, "{scene}, seed {seed}");
            deaths += simulation.world().actors().iter().filter(|actor| !actor.is_alive()).count();
        }
        assert!(deaths > 20, "{scene}: {deaths} deaths");
    }
}

#[test]
fn no_soldier_reports_that_it_has_no_plan_before_its_queries_were_answered() {
    let scenario = project_scenario("squad", &[], &[]);
    for seed in 0..5 {
        let mut simulation = Simulation::new(&scenario, seed).unwrap().narrated();
        (0..3).for_each(|_| simulation.tick());
        let idle: Vec<String> = simulation
            .drain_lines()
            .filter(|line| line.kind == LineKind::Idle && line.text.contains("has no plan"))
            .map(|line| format!("{} {}", line.agent, line.text))
            .collect();
        assert!(idle.is_empty(), "seed {seed}: {idle:?}");
    }
}

#[test]
fn reason_for_another_goal_is_a_belief_that_the_ranking_reads() {
    // No goal of a villager depends on the stock of a station, although many plans do.
    let scenario = project_scenario("village", &[], &[]);
    let mut simulation = Simulation::new(&scenario, 1).unwrap().narrated();
    let (mut goals, mut reasons) = (BTreeMap::new(), 0);
    for _ in 0..400 {
        simulation.tick();
        for line in simulation.drain_lines().filter(|line| line.kind == LineKind::Decision) {
            let goal = line.text.split(" (").next().unwrap_or_default().to_owned();
            let former = goals.insert(line.agent.clone(), goal.clone());
            if former.is_some_and(|former| former != goal) && line.text.contains(", because ") {
                assert!(!line.text.contains(", because stock["), "{} {}", line.agent, line.text);
                reasons += 1;
            }
        }
    }
    assert!(reasons > 50, "{reasons} decisions with a reason");
}
