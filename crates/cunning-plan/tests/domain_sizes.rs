//! The example domains have the sizes that benchmarks and documentation state.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::model::{Binding, SourceSpan, Test};
use cunning_plan::{
    Direction, Grounding, Heuristic, Plan, PlanRequest, Planner, PlannerConfig, PlanningDomain,
};
use cunning_search::Status;

const GUARD: &str = include_str!("../../../domains/guard.toml");
const SOLDIER: &str = include_str!("../../../domains/soldier.toml");
const VILLAGER: &str = include_str!("../../../domains/villager.toml");

fn domain(text: &str) -> Arc<PlanningDomain> {
    let domain = cunning_plan::read(&Source::new("example.toml", text));
    Arc::new(domain.unwrap_or_else(|found| panic!("{found}")))
}

/// How many ground actions there are for the objects that are bound, before anything is known of the start.
fn ground_actions(domain: &Arc<PlanningDomain>, objects: Option<Vec<Binding>>) -> usize {
    let goal = domain.tests().first().map(|test| test.goal).expect("a test");
    let query = PlanRequest { objects, ..PlanRequest::new(goal) };
    Grounding::for_objects(domain, &query).expect("it grounds").ground_action_count()
}

fn test<'a>(domain: &'a PlanningDomain, name: &str) -> &'a Test {
    domain.tests().iter().find(|test| test.name == name).unwrap_or_else(|| panic!("no test `{name}`"))
}

/// The plan and how many states were expanded for it.
fn plan(
    domain: &Arc<PlanningDomain>,
    test: &Test,
    objects: Option<Vec<Binding>>,
    config: PlannerConfig,
) -> (Plan, u64) {
    let query = PlanRequest {
        args: test.args.clone(),
        set: test.set.clone(),
        objects,
        ..PlanRequest::new(test.goal)
    };
    let (mut planner, _) = Planner::for_request(domain, &query, config).expect("a query");
    assert_eq!(planner.step(u64::MAX), Status::Solved);
    (planner.plan().expect("a plan"), planner.counters().expanded)
}

#[test]
fn soldier_domain_has_a_realistic_size() {
    let domain = domain(SOLDIER);
    assert!(domain.facts().len() >= 24 && domain.goals().len() >= 12);
    assert!(ground_actions(&domain, None) >= 70);
    for (id, goal) in domain.goals().iter() {
        assert!(domain.tests().iter().any(|test| test.goal == id), "`{}` has a test", goal.name);
    }
}

#[test]
fn guard_domain_scales_from_thirteen_to_twenty_four_spots() {
    let domain = domain(GUARD);
    let [small] = domain.bindings() else { panic!("one open type") };
    assert_eq!((domain.actions().len(), small.names.len()), (10, 13));
    assert_eq!(ground_actions(&domain, None), 561);

    let mut names = small.names.clone();
    names.extend((names.len()..24).map(|at| format!("outpost_{at}")));
    let large = vec![Binding { ty: small.ty, names, span: SourceSpan::NONE }];
    assert_eq!(ground_actions(&domain, Some(large.clone())), 1_826);

    let g_guard = test(&domain, "g_guard");
    let (here, _) = plan(&domain, g_guard, None, PlannerConfig::default());
    let (there, _) = plan(&domain, g_guard, Some(large), PlannerConfig::default());
    assert_eq!((here.cost_micros, here.steps.len()), (there.cost_micros, there.steps.len()));
}

#[test]
fn villager_domain_exceeds_blind_search() {
    let domain = domain(VILLAGER);
    let blind = PlannerConfig {
        heuristic: Some(Heuristic::Zero),
        direction: Direction::Forward,
        ..PlannerConfig::default()
    };
    for name in ["v_hoe", "v_work"] {
        let (plan, expanded) = plan(&domain, test(&domain, name), None, blind);
        assert_eq!(plan.steps.len(), 9, "{name}");
        assert!(expanded > 50_000, "{name}: {expanded} expansions");
    }
}
