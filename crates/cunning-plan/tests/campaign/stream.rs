//! Checks the plans of an anytime search: each is valid, they get cheaper, the last one is optimal, bounds are true, and
//! each appears at the same unit however the work is sliced.

use cunning_oracle::Verdict;
use cunning_plan::{CompiledGoal, GroundActionId, Plan, PlanMode, Planner, PlannerConfig, State};
use cunning_search::Status;

use super::case::{Case, Mismatch};

/// The units that are granted one by one.
const SINGLE_UNITS_MAX: u64 = 600;
/// More units than any of the domains needs.
const UNITS_MAX: u64 = 50_000_000;

/// A planner for each mode, reused across domains.
pub struct Streams {
    single: Planner,
    sliced: Planner,
    first: [Planner; 2],
}

/// The modes that end with a plan of any cost.
const FIRST: [PlanMode; 2] = [PlanMode::FirstPlan, PlanMode::InTime];

/// What a planner shows at one moment.
type Shown = (Status, Option<Plan>);

fn config(mode: PlanMode) -> PlannerConfig {
    PlannerConfig { mode, ..PlannerConfig::default() }
}

impl Streams {
    pub fn new() -> Self {
        let planner = |mode| Planner::new(config(mode));
        Self {
            single: planner(PlanMode::Anytime),
            sliced: planner(PlanMode::Anytime),
            first: FIRST.map(planner),
        }
    }

    pub fn check(
        &mut self,
        case: &Case,
        compiled_goal: &CompiledGoal,
        start: &State,
        refused: &[GroundActionId],
    ) -> Result<(), Mismatch> {
        let anytime = config(PlanMode::Anytime);
        for (planner, mode) in self.first.iter_mut().zip(FIRST) {
            planner.begin(compiled_goal, start, refused);
            let ended = (planner.step(UNITS_MAX), planner.plan());
            check_end(case, ended, false)
                .and_then(|plan| plan.map_or(Ok(()), |plan| case.follow(compiled_goal, start, &plan)))
                .map_err(|what| case.mismatch(what, &config(mode), planner.plan().as_ref()))?;
        }

        // What is shown after each unit.
        let mut shown: Vec<Shown> = Vec::new();
        self.single.begin(compiled_goal, start, refused);
        while self.single.status() == Status::Running && (shown.len() as u64) < SINGLE_UNITS_MAX {
            let status = self.single.step(1);
            shown.push((status, self.single.plan()));
        }
        self.check_plans(case, compiled_goal, start, &shown)
            .map_err(|(what, plan)| case.mismatch(what, &anytime, plan.as_ref()))?;
        for slice in [7, 1000, u64::MAX] {
            self.sliced.begin(compiled_goal, start, refused);
            let mut granted = 0_u64;
            while self.sliced.status() == Status::Running && granted < UNITS_MAX {
                let status = self.sliced.step(slice);
                granted = granted.saturating_add(slice);
                let now = (status, self.sliced.plan());
                let is_over = shown.last().is_some_and(|(status, _)| *status != Status::Running);
                let same = match shown.get(granted as usize - 1) {
                    Some(same) => Some(same),
                    None => shown.last().filter(|_| is_over),
                };
                if same.is_some_and(|same| *same != now) {
                    let what = format!("another answer after {granted} units in slices of {slice}");
                    return Err(case.mismatch(what, &anytime, now.1.as_ref()));
                }
            }
            let ended = (self.sliced.status(), self.sliced.plan());
            check_end(case, ended, true)
                .map_err(|what| case.mismatch(what, &anytime, self.sliced.plan().as_ref()))?;
        }
        Ok(())
    }

    fn check_plans(
        &self,
        case: &Case,
        compiled_goal: &CompiledGoal,
        start: &State,
        shown: &[Shown],
    ) -> Result<(), (String, Option<Plan>)> {
        let mut last: Option<&Plan> = None;
        for (_, plan) in shown {
            let (old, new) = match (last, plan) {
                (None, None) => continue,
                (Some(_), None) => return Err(("the plan disappeared".to_owned(), last.cloned())),
                (old, Some(new)) if old == Some(new) => continue,
                (old, Some(new)) => (old, new),
            };
            case.follow(compiled_goal, start, new).map_err(|what| (what, plan.clone()))?;
            let price = |plan: &Plan| (plan.cost_micros, plan.steps.len());
            if old.is_some_and(|old| price(new) > price(old)) {
                return Err(("a later plan is worse".to_owned(), plan.clone()));
            }
            last = Some(new);
        }
        let bound = self.single.lower_bound_micros();
        match (&case.outcome.verdict, bound) {
            (Verdict::Solved { cost_micros, .. }, Some(bound)) if bound > *cost_micros => {
                Err((format!("the bound {bound} exceeds the optimum"), last.cloned()))
            }
            _ => Ok(()),
        }
    }
}

/// Checks the end of a search and returns its plan.
fn check_end(case: &Case, (status, plan): Shown, is_optimal: bool) -> Result<Option<Plan>, String> {
    match (&case.outcome.verdict, status, plan) {
        (Verdict::Unsolvable, Status::Unsolvable, None) => Ok(None),
        (Verdict::Solved { cost_micros, steps, .. }, Status::Solved, Some(plan)) => {
            let found = (plan.cost_micros, plan.steps.len());
            if is_optimal && found != (*cost_micros, *steps) {
                return Err(format!("the last plan has the price {found:?}"));
            }
            Ok(Some(plan))
        }
        (_, status, _) => Err(format!("planning ended with {status:?}")),
    }
}
