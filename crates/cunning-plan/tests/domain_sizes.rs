//! The example domains that stand for a size have it: what benchmarks and documentation say about them stays true.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use cunning_diag::Source;
use cunning_plan::model::{
    Action, Binding, Condition, ConditionKind, Equality, Index, NumberKind, ObjectName, ParamKind, Place,
    Term, Test,
};
use cunning_plan::{Domain, Heuristic, Plan, Planner, PlannerConfig, Query};
use cunning_search::Status;

const GUARD: &str = include_str!("../../../domains/guard.toml");
const SOLDIER: &str = include_str!("../../../domains/soldier.toml");
const VILLAGER: &str = include_str!("../../../domains/villager.toml");

fn domain(text: &str) -> Domain {
    cunning_plan::read(&Source::new("example.toml", text)).unwrap_or_else(|found| panic!("{found}"))
}

/// What a parameter may be bound to, by name.
fn values(domain: &Domain, bindings: &[Binding], kind: ParamKind) -> Vec<String> {
    match kind {
        ParamKind::Number { min, max } => (min..=max).map(|number| number.to_string()).collect(),
        ParamKind::Object(ty) => {
            let closed = domain.objects_of(ty).map(|id| domain.objects()[id].name.clone());
            let is_part = |binding: &&Binding| domain.types()[ty].parts.contains(&binding.ty);
            let bound = bindings.iter().filter(is_part).flat_map(|binding| binding.names.clone());
            closed.chain(bound).collect()
        }
    }
}

/// Whether a condition holds as far as parameters and tables tell; what facts decide counts as true.
fn is_possible(domain: &Domain, condition: &Condition, bound: &[&str]) -> bool {
    match &condition.kind {
        ConditionKind::Any(members) => members.iter().any(|member| is_possible(domain, member, bound)),
        ConditionKind::All(members) => members.iter().all(|member| is_possible(domain, member, bound)),
        ConditionKind::Same { left: Term::Param(left), equality, right: Term::Param(right) } => {
            (bound[left.index()] == bound[right.index()]) == (*equality == Equality::Equals)
        }
        ConditionKind::Compare { left, comparison, right } => match (&left.kind, &right.kind) {
            (NumberKind::Table { table, indices }, NumberKind::Literal(right)) => {
                let name = |index: &Index| match index {
                    Index::Param(id) => bound[id.index()].to_owned(),
                    Index::Object(id) => domain.objects()[*id].name.clone(),
                };
                let indices: Vec<String> = indices.iter().map(name).collect();
                let table = &domain.tables()[*table];
                let is_it = |key: &[ObjectName]| {
                    key.iter().zip(&indices).all(|(key, index)| domain.object_name(key) == index)
                };
                let listed = table.values.iter().find(|value| is_it(&value.key));
                let left = listed.map_or(table.default, |value| value.value);
                comparison.holds(left.get(), right.get())
            }
            _ => true,
        },
        _ => true,
    }
}

/// How many ground actions there are before anything is known of the start.
fn ground_actions(domain: &Domain, bindings: &[Binding]) -> usize {
    domain.actions().as_slice().iter().map(|action| count(domain, bindings, action, &[])).sum()
}

/// The bindings of an action that begin like this.
fn count(domain: &Domain, bindings: &[Binding], action: &Action, bound: &[&str]) -> usize {
    let Some(param) = action.params.get(bound.len()) else {
        return usize::from(action.when.iter().all(|condition| is_possible(domain, condition, bound)));
    };
    let values = values(domain, bindings, param.kind);
    values.iter().map(|value| count(domain, bindings, action, &[bound, &[value]].concat())).sum()
}

fn test<'a>(domain: &'a Domain, name: &str) -> &'a Test {
    domain.tests().iter().find(|test| test.name == name).unwrap_or_else(|| panic!("no test `{name}`"))
}

/// The plan and how many states were expanded for it.
fn plan(domain: &Domain, test: &Test, objects: Option<Vec<Binding>>, heuristic: Heuristic) -> (Plan, u64) {
    let query = Query { args: test.args.clone(), set: test.set.clone(), objects, ..Query::new(test.goal) };
    let config = PlannerConfig { heuristic, ..PlannerConfig::default() };
    let mut planner = Planner::new(domain, &query, config).expect("a query");
    assert_eq!(planner.step(u64::MAX), Status::Solved);
    (planner.plan().expect("a plan"), planner.counters().expanded)
}

#[test]
fn the_soldier_has_the_size_of_a_game() {
    let domain = domain(SOLDIER);
    assert!(domain.facts().len() >= 24 && domain.goals().len() >= 12);
    assert!(ground_actions(&domain, domain.bindings()) >= 70);
    for (id, goal) in domain.goals().iter() {
        assert!(domain.tests().iter().any(|test| test.goal == id), "`{}` has a test", goal.name);
    }
}

#[test]
fn the_guard_works_in_thirteen_spots_and_in_twenty_four() {
    let domain = domain(GUARD);
    let [small] = domain.bindings() else { panic!("one open type") };
    assert_eq!((domain.actions().len(), small.names.len()), (10, 13));
    assert_eq!(ground_actions(&domain, domain.bindings()), 561);

    let mut names = small.names.clone();
    names.extend((names.len()..24).map(|at| format!("outpost_{at}")));
    let large = vec![Binding { ty: small.ty, names, place: Place::NOWHERE }];
    assert_eq!(ground_actions(&domain, &large), 1_826);

    let g_guard = test(&domain, "g_guard");
    let (here, _) = plan(&domain, g_guard, None, Heuristic::Max);
    let (there, _) = plan(&domain, g_guard, Some(large), Heuristic::Max);
    assert_eq!((here.cost_micros, here.steps.len()), (there.cost_micros, there.steps.len()));
}

#[test]
fn the_villager_is_too_much_for_blind_search() {
    let domain = domain(VILLAGER);
    for name in ["v_hoe", "v_work"] {
        let (plan, expanded) = plan(&domain, test(&domain, name), None, Heuristic::Zero);
        assert_eq!(plan.steps.len(), 9, "{name}");
        assert!(expanded > 50_000, "{name}: {expanded} expansions");
    }
}
