//! What a game may change between jobs without grounding again: objects, table numbers, traits, and the cost factors of
//! single actions.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::model::ObjectName;
use cunning_plan::{
    Arg, FactValue, Grounding, Micros, PlanRequest, Planner, PlannerConfig, Slot, State, TableNumber, read,
};
use cunning_search::Status;

const TEXT: &str = r#"
[types]
place = ["near", "far"]
foe = { open = true, max = 2 }
[facts]
at = "place"
sees = { type = "bool", of = ["foe"] }
dead = { type = "bool", of = ["foe"] }
target = "foe?"
full = "bool"
[tables]
way = { of = ["place"], default = 1, values = { far = 5 } }
reach = { default = 3 }
[action.eat]
params = { p = "place" }
then = ["full"]
cost = "way[p] * trait.haste"
[action.aim]
params = { f = "foe" }
when = ["sees[f]", "reach > 2"]
then = ["target = f"]
[action.shoot]
params = { f = "foe" }
when = ["target == f"]
then = ["dead[f]"]
[goal.feed]
want = ["full"]
[goal.kill]
params = { f = "foe" }
want = ["dead[f]"]
[goal.peace]
want = ["every foe f: dead[f]"]
"#;

fn grounding() -> Arc<Grounding> {
    let domain = read(&Source::new("test.toml", TEXT)).unwrap_or_else(|found| panic!("{found}"));
    let goal = domain.goal_named("feed").unwrap();
    let traits = vec![("haste".to_owned(), Micros::ONE)];
    Grounding::new(&Arc::new(domain), &PlanRequest { traits, ..PlanRequest::new(goal) }).unwrap()
}

/// The plan for a goal from a state, for people, and what it costs; `None` if there is none.
fn plan(grounding: &Arc<Grounding>, goal: &str, state: &State) -> Option<(Vec<String>, u64)> {
    let compiled_goal = grounding.compiled_goal(grounding.domain().goal_named(goal).unwrap(), &[]).unwrap();
    let mut planner = Planner::new(PlannerConfig::default());
    planner.begin(&compiled_goal, state, &[]);
    assert_ne!(planner.step(10_000), Status::Running);
    let plan = planner.plan()?;
    plan.validate(&compiled_goal, state).unwrap_or_else(|fault| panic!("{fault}"));
    Some((plan.steps.iter().map(|step| grounding.show(step.id)).collect(), plan.cost_micros))
}

fn slots(grounding: &Grounding) -> Vec<Slot> {
    grounding.slots(grounding.domain().type_named("foe").unwrap()).collect()
}

fn way(grounding: &Grounding, place: &str, value: &str) -> TableNumber {
    let domain = grounding.domain();
    let ty = domain.type_named("place").unwrap();
    let place = domain.objects_of(ty).find(|&id| domain.objects()[id].name == place).unwrap();
    let (table, _) = domain.tables().iter().find(|(_, table)| table.name == "way").unwrap();
    TableNumber { table, key: vec![ObjectName::Closed(place)], value: Micros::parse(value).unwrap() }
}

#[test]
fn objects_can_be_bound_and_unbound() {
    let grounding = grounding();
    let slots = slots(&grounding);
    assert_eq!(slots.len(), 2);
    let mut state = grounding.start();
    assert_eq!(plan(&grounding, "kill", &state), None, "no object is bound");
    assert_eq!(plan(&grounding, "peace", &state), Some((Vec::new(), 0)), "and so there is peace");

    let sees = grounding.domain().fact_named("sees").unwrap();
    for &slot in &slots {
        grounding.bind(&mut state, slot);
        let fact = grounding.ground_fact(sees, &[Arg::Slot(slot)]).unwrap();
        assert!(grounding.put(&mut state, fact, FactValue::Bool(true)));
    }
    let (mut steps, _) = plan(&grounding, "peace", &state).unwrap();
    steps.sort();
    assert_eq!(steps, ["aim(foe#1)", "aim(foe#2)", "shoot(foe#1)", "shoot(foe#2)"]);

    let target = grounding.ground_fact(grounding.domain().fact_named("target").unwrap(), &[]).unwrap();
    assert!(grounding.put(&mut state, target, FactValue::Slot(slots[0])));
    let (steps, _) = plan(&grounding, "kill", &state).unwrap();
    assert_eq!(steps, ["shoot(foe#1)"]);

    // The first object is unbound: no plan refers to it, and its facts are reset.
    grounding.unbind(&mut state, slots[0]);
    assert_eq!(grounding.value(&state, target), Some(FactValue::None));
    let (steps, _) = plan(&grounding, "kill", &state).unwrap();
    assert_eq!(steps, ["aim(foe#2)", "shoot(foe#2)"]);
    let (steps, _) = plan(&grounding, "peace", &state).unwrap();
    assert_eq!(steps, ["aim(foe#2)", "shoot(foe#2)"]);
    grounding.bind(&mut state, slots[0]);
    let fact = grounding.ground_fact(sees, &[Arg::Slot(slots[0])]).unwrap();
    assert_eq!(grounding.value(&state, fact), Some(FactValue::Bool(false)), "a new one is a stranger");
}

#[test]
fn costs_follow_tables_traits_and_factors() {
    let grounding = grounding();
    let mut state = grounding.start();
    assert_eq!(plan(&grounding, "feed", &state), Some((vec!["eat(near)".to_owned()], 1_000_000)));
    grounding.set_number(&mut state, &way(&grounding, "near", "7.5")).unwrap();
    assert_eq!(plan(&grounding, "feed", &state), Some((vec!["eat(far)".to_owned()], 5_000_000)));
    grounding.set_trait(&mut state, "haste", Micros::parse("0.5").unwrap()).unwrap();
    assert_eq!(plan(&grounding, "feed", &state), Some((vec!["eat(far)".to_owned()], 2_500_000)));
    let far = grounding.ground_actions().find(|&id| grounding.show(id) == "eat(far)").unwrap();
    grounding.set_factor(&mut state, far, Micros::parse("2").unwrap()).unwrap();
    assert_eq!(plan(&grounding, "feed", &state), Some((vec!["eat(near)".to_owned()], 3_750_000)));
    grounding.clear_factors(&mut state);
    assert_eq!(plan(&grounding, "feed", &state), Some((vec!["eat(far)".to_owned()], 2_500_000)));
    // Other states know nothing of it.
    assert_eq!(plan(&grounding, "feed", &grounding.start()).map(|(_, cost)| cost), Some(1_000_000));
    // A negative cost rules an action out.
    grounding.set_number(&mut state, &way(&grounding, "far", "-1")).unwrap();
    assert_eq!(plan(&grounding, "feed", &state), Some((vec!["eat(near)".to_owned()], 3_750_000)));
}

#[test]
fn table_numbers_read_by_conditions_are_fixed() {
    let grounding = grounding();
    let mut state = grounding.start();
    let (table, _) = grounding.domain().tables().iter().find(|(_, table)| table.name == "reach").unwrap();
    let same = TableNumber { table, key: Vec::new(), value: Micros::from_int(3).unwrap() };
    grounding.set_number(&mut state, &same).unwrap();
    let other = TableNumber { value: Micros::from_int(1).unwrap(), ..same };
    let error = grounding.set_number(&mut state, &other).unwrap_err();
    assert!(error.to_string().contains("`reach` cannot change"), "{error}");
}

#[test]
fn plans_use_only_allowed_actions() {
    let domain = Arc::new(read(&Source::new("test.toml", TEXT)).unwrap());
    let goal = domain.goal_named("feed").unwrap();
    let traits = vec![("haste".to_owned(), Micros::ONE)];
    let actions =
        domain.actions().iter().filter(|(_, action)| action.name != "eat").map(|(id, _)| id).collect();
    let query = PlanRequest { traits, actions: Some(actions), ..PlanRequest::new(goal) };
    let grounding = Grounding::new(&domain, &query).unwrap();
    assert_eq!(plan(&grounding, "feed", &grounding.start()), None);
}
