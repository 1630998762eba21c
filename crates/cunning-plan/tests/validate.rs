//! Validation names every fault of a plan, and never panics.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_oracle::generate::{Family, generate_of};
use cunning_plan::model::{ActionId, Setting, SourceSpan, Value};
use cunning_plan::{
    CheckAnswer, CompiledGoal, Grounding, Plan, PlanFault, PlanRequest, PlanStep, Planner, PlannerConfig,
    State, read,
};
use cunning_search::Status;

const TEXT: &str = r#"
[facts]
gold = { type = "int", min = 0, max = 9 }
rum = "bool"
drunk = "bool"
lawful = { type = "bool", default = true }
share = { type = "int", min = 0, max = 3 }
parts = { type = "int", min = 0, max = 3 }

[action.work]
when = ["lawful"]
then = ["gold += 2"]

[action.buy]
when = [{ any = ["gold >= 3", "not lawful"] }]
then = ["gold -= 3", "rum"]
cost = [{ when = ["gold >= 6"], is = 2 }, { is = 1 }]

[action.divide]
check = "parts_known"
then = ["share = 3 / parts"]

[action.drink]
when = ["rum"]
then = ["drunk", "not rum"]

[action.get_rum]
achieves = "have_rum"
check = "thirsty"

[goal.have_rum]
want = ["rum"]

[goal.get_drunk]
want = ["drunk"]
"#;

struct Setup {
    grounding: Arc<Grounding>,
    compiled_goal: CompiledGoal,
    plan: Plan,
}

fn setup(
    text: &str,
    ground: fn(&Arc<cunning_plan::PlanningDomain>, &PlanRequest) -> Arc<Grounding>,
) -> Setup {
    let domain = Arc::new(read(&Source::new("rum.toml", text)).unwrap());
    let query = PlanRequest::new(domain.goal_named("get_drunk").unwrap());
    let grounding = ground(&domain, &query);
    let compiled_goal = grounding.compiled_goal(query.goal, &[]).unwrap();
    let mut planner = Planner::new(PlannerConfig::default());
    planner.begin(&compiled_goal, &grounding.start(), &[]);
    assert_eq!(planner.step(u64::MAX), Status::Solved);
    Setup { plan: planner.plan().unwrap(), grounding, compiled_goal }
}

fn open(text: &str) -> Setup {
    setup(text, |domain, query| Grounding::new(domain, query).unwrap())
}

/// The plan is work, work, buy, drink.
fn good() -> Setup {
    open(TEXT)
}

impl Setup {
    fn fault(&self) -> PlanFault {
        self.plan.validate(&self.compiled_goal, &self.grounding.start()).unwrap_err()
    }

    /// The action that has a check, as a step.
    fn step_with_check(&self, check: &str) -> PlanStep {
        let answer = CheckAnswer { check: check.to_owned(), action: None, args: Vec::new(), yes: false };
        let id = self.grounding.refused(&[answer])[0];
        PlanStep { id, action: self.grounding.action(id), cost_micros: 1_000_000, part_of: None }
    }

    fn state_with(&self, fact: &str, value: Value) -> State {
        let mut state = self.grounding.start();
        let fact = self.grounding.domain().fact_named(fact).unwrap();
        let setting = Setting { fact, indices: Vec::new(), value, span: SourceSpan::NONE };
        self.grounding.set(&mut state, &setting).unwrap();
        state
    }
}

fn names(setup: &Setup) -> Vec<String> {
    setup.plan.steps.iter().map(|step| setup.grounding.show(step.id)).collect()
}

#[test]
fn valid_plan_is_accepted() {
    let setup = good();
    assert_eq!(names(&setup), ["work", "work", "buy", "drink"]);
    assert_eq!(setup.plan.validate(&setup.compiled_goal, &setup.grounding.start()), Ok(()));
    // From elsewhere too, as long as it works there.
    let rich = setup.state_with("gold", Value::Int(1));
    assert_eq!(setup.plan.validate(&setup.compiled_goal, &rich), Ok(()));
}

#[test]
fn missing_step_is_reported_as_unmet_condition() {
    let mut setup = good();
    let work = setup.plan.steps.remove(0);
    setup.plan.cost_micros -= work.cost_micros;
    let fault = setup.fault();
    assert_eq!(
        fault,
        PlanFault::NotPossible { step: 2, action: "buy".to_owned(), unmet: vec!["gold >= 3".to_owned()] }
    );
    assert_eq!(fault.to_string(), "step 2, `buy`, cannot be done: `gold >= 3` does not hold");
}

#[test]
fn step_that_leaves_a_range_is_rejected() {
    let mut setup = good();
    let work = setup.plan.steps[0];
    setup.plan.steps.splice(0..0, [work, work]);
    setup.plan.steps.insert(0, work);
    assert_eq!(setup.fault().to_string(), "step 5, `work`, cannot be done: `gold <= 7` does not hold");
}

#[test]
fn undefined_number_is_reported() {
    let mut setup = good();
    let divide = setup.step_with_check("parts_known");
    setup.plan.steps.insert(0, divide);
    assert_eq!(
        setup.fault(),
        PlanFault::NotPossible { step: 1, action: "divide".to_owned(), unmet: Vec::new() }
    );
    assert!(setup.fault().to_string().ends_with("a number is undefined, or an effect leaves its range"));
}

#[test]
fn wrong_step_cost_is_reported() {
    let mut setup = good();
    setup.plan.steps[2].cost_micros += 1;
    setup.plan.cost_micros += 1;
    assert_eq!(
        setup.fault(),
        PlanFault::CostDiffers {
            step: 3,
            action: "buy".to_owned(),
            said_micros: 1_000_001,
            real_micros: 1_000_000
        }
    );
    assert_eq!(setup.fault().to_string(), "step 3, `buy`, costs 1, not 1.000001");
    // A rule that holds elsewhere makes another cost.
    let setup = good();
    let rich = setup.state_with("gold", Value::Int(2));
    let fault = setup.plan.validate(&setup.compiled_goal, &rich).unwrap_err();
    assert_eq!(fault.to_string(), "step 3, `buy`, costs 2, not 1");
}

#[test]
fn wrong_total_cost_is_reported() {
    let mut setup = good();
    setup.plan.cost_micros = u64::MAX;
    let fault = setup.fault();
    assert_eq!(fault, PlanFault::TotalDiffers { said_micros: u64::MAX, real_micros: 4_000_000 });
    setup.plan.cost_micros = 3_000_000;
    assert_eq!(setup.fault().to_string(), "the steps cost 4 in total, not 3");
}

#[test]
fn plan_that_misses_the_goal_is_rejected() {
    let mut setup = good();
    let drink = setup.plan.steps.pop().unwrap();
    setup.plan.cost_micros -= drink.cost_micros;
    let fault = setup.fault();
    assert_eq!(fault, PlanFault::GoalNotMet { unmet: vec!["drunk".to_owned()] });
    assert_eq!(fault.to_string(), "the goal is not met: `drunk` does not hold at the end");
}

#[test]
fn step_of_another_grounding_is_rejected() {
    let mut setup = good();
    setup.plan.steps[1].action = ActionId::new(77);
    assert_eq!(setup.fault(), PlanFault::ForeignAction { step: 2 });
    // An id beyond all of another, smaller grounding.
    let small = open(
        "facts = { drunk = \"bool\" }\naction.drink = { then = [\"drunk\"] }\ngoal.get_drunk = { want = [\"drunk\"] }",
    );
    let mut longer = small.plan.clone();
    longer.steps.push(good().plan.steps[3]);
    let fault = longer.validate(&small.compiled_goal, &small.grounding.start()).unwrap_err();
    assert_eq!(fault, PlanFault::ForeignAction { step: 2 });
    let mut part = small.plan.clone();
    part.steps[0].part_of = Some(good().plan.steps[3].id);
    let fault = part.validate(&small.compiled_goal, &small.grounding.start()).unwrap_err();
    assert_eq!(fault.to_string(), "step 1 belongs to another grounding");
}

#[test]
fn sub_goal_action_is_not_a_valid_step() {
    let mut setup = good();
    let get_rum = setup.step_with_check("thirsty");
    setup.plan.steps.splice(0..3, [get_rum]);
    setup.plan.cost_micros = 2_000_000;
    assert_eq!(setup.fault(), PlanFault::NotAtomic { step: 1, action: "get_rum".to_owned() });
}

#[test]
fn state_of_another_grounding_is_rejected() {
    let setup = good();
    let small = open(
        "facts = { drunk = \"bool\" }\naction.drink = { then = [\"drunk\"] }\ngoal.get_drunk = { want = [\"drunk\"] }",
    );
    let fault = setup.plan.validate(&setup.compiled_goal, &small.grounding.start());
    assert_eq!(fault, Err(PlanFault::ForeignState));
    // In a grounding for one query some facts are taken for granted; a state in which they differ is not one of its
    // own, though it looks the same.
    let closed = self::setup(TEXT, |domain, query| Grounding::for_request(domain, query).unwrap());
    let start = closed.grounding.start();
    assert_eq!(closed.plan.validate(&closed.compiled_goal, &start), Ok(()));
    let lawless = setup.state_with("lawful", Value::Bool(false));
    assert_eq!(closed.plan.validate(&closed.compiled_goal, &lawless), Err(PlanFault::ForeignState));
}

/// Plans, aims and states of generated domains, all mixed up.
#[test]
fn arbitrary_plans_and_states_do_not_panic() {
    let mut all: Vec<(CompiledGoal, State, Option<Plan>)> = Vec::new();
    for seed in 0..12 {
        for family in [Family::SubGoals, Family::Free] {
            let generated = generate_of(family, seed);
            let domain = read(&Source::new("generated.toml", generated.model.to_string())).unwrap();
            let domain = Arc::new(domain);
            let query = PlanRequest::new(domain.goal_named(&generated.query.goal).unwrap());
            let Ok(grounding) = Grounding::new(&domain, &query) else { continue };
            let compiled_goal = grounding.compiled_goal(query.goal, &[]).unwrap();
            let mut planner = Planner::new(PlannerConfig::default());
            planner.begin(&compiled_goal, &grounding.start(), &[]);
            planner.step(100_000);
            all.push((compiled_goal, grounding.start(), planner.plan()));
        }
    }
    let (mut valid, mut faulty) = (0, 0);
    for (at, (compiled_goal, ..)) in all.iter().enumerate() {
        for (_, state, _) in &all {
            for (of, (.., plan)) in all.iter().enumerate() {
                let Some(plan) = plan else { continue };
                match plan.validate(compiled_goal, state) {
                    Ok(()) => valid += 1,
                    Err(fault) => {
                        assert!(!fault.to_string().is_empty() && (at != of || state != &all[at].1));
                        faulty += 1;
                    }
                }
            }
        }
    }
    assert!(valid >= all.iter().filter(|(.., plan)| plan.is_some()).count() && faulty > 1000);
}
