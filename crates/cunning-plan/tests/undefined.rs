//! Numbers without a value, such as a quotient by zero: the comparisons that read them do not hold, and the rest of a
//! condition decides.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::{Direction, Grounding, PlanRequest, Planner, PlannerConfig, read};

fn plan(text: &str, direction: Direction) -> Option<Vec<String>> {
    let domain = Arc::new(read(&Source::new("test.toml", text)).unwrap());
    let request = PlanRequest::new(domain.goal_named("g").unwrap());
    let grounding = Grounding::new(&domain, &request).unwrap();
    let compiled_goal = grounding.compiled_goal(request.goal, &[]).unwrap();
    let mut planner = Planner::new(PlannerConfig { direction, ..PlannerConfig::default() });
    planner.begin(&compiled_goal, &grounding.start(), &[]);
    planner.step(10_000);
    planner.plan().map(|plan| plan.steps.iter().map(|step| grounding.show(step.id)).collect())
}

const FACTS: &str = "
[facts]
done = { type = 'bool', default = true }
sum = { type = 'int', min = 0, max = 9, default = 6 }
count = { type = 'int', min = 0, max = 9, default = 0 }
[tables]
share = { default = 0 }
[action.add]
then = ['count += 1']
";

#[test]
fn goal_that_holds_has_an_empty_plan_although_its_other_disjunct_divides_by_zero() {
    for other in ["sum >= 3 / count", "sum >= 3 / share"] {
        for direction in [Direction::Auto, Direction::Forward] {
            let text = format!("{FACTS}[goal.g]\nwant = [{{ any = ['done', '{other}'] }}]");
            assert_eq!(plan(&text, direction), Some(Vec::new()), "{other}");
            let text = format!("{FACTS}[goal.g]\nwant = [{{ any = ['{other}', 'done'] }}]");
            assert_eq!(plan(&text, direction), Some(Vec::new()), "{other}");
        }
    }
    let text = format!("{FACTS}[goal.g]\nwant = [{{ any = ['not done', 'sum >= 6 / count'] }}]");
    assert_eq!(plan(&text, Direction::Forward), Some(vec!["add".to_owned()]));
    let text = format!("{FACTS}[goal.g]\nwant = [{{ any = ['not done', 'sum >= 6 / share'] }}]");
    assert_eq!(plan(&text, Direction::Forward), None);
}
