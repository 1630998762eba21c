//! `cunning check --goals`: searches for a plan of every goal, and warns of goals that are out of reach within the budget
//! that agents have by default.
//!
//! The search is the evidence; what the warning names as the cause is what makes such searches long: comparisons of two
//! changing facts, a number that several actions spend, and long ranges.

use std::sync::Arc;

use cunning_diag::{Code, Diagnostic, Diagnostics};
use cunning_plan::model::{
    ChangeKind, Condition, ConditionKind, FactId, FactKind, GoalId, NumberKind, PlanningDomain, SourceSpan,
    Term,
};
use cunning_plan::{CompiledGoal, Grounding, PlanMode, PlanRequest, Planner, PlannerConfig};
use cunning_search::Status;

/// The code of the warning.
const OUT_OF_REACH: Code = Code::new("plan/out-of-reach");
/// The expansions of a search: what an agent is granted for a plan by default.
const EXPANSIONS_MAX: u64 = 20_000;
/// The work of a search, counted as ground actions times expansions, so that large domains take no longer than others.
const WORK_MAX: u64 = 20_000_000;

/// Searches for plans of all goals from the file's own start. Goals that cannot be asked (a trait has no value) or have
/// no plan are left to other warnings.
pub(crate) fn check(domain: &Arc<PlanningDomain>) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (goal, declared) in domain.goals().iter() {
        let Some((compiled, expanded)) = search(domain, goal) else { continue };
        let message =
            format!("`{}` has no plan after {expanded} expansions from the file's start", declared.name);
        let mut diagnostic = domain.files().point(Diagnostic::warning(OUT_OF_REACH, message), declared.span);
        let cause = cause(domain, &compiled);
        if let Some((span, text)) = &cause.place {
            diagnostic = domain.files().label(diagnostic, *span, text);
        }
        found.extend([diagnostic.hint(cause.advice)]);
    }
    found
}

/// Searches for a plan; returns the goal and the number of expansions if the budget was spent.
fn search(domain: &Arc<PlanningDomain>, goal: GoalId) -> Option<(CompiledGoal, u64)> {
    let request = PlanRequest::new(goal);
    let grounding = Grounding::for_request(domain, &request).ok()?;
    let compiled = grounding.compiled_goal(goal, &[]).ok()?;
    let start = grounding.start();
    let actions = compiled.ground_action_count().max(1) as u64;
    let budget = (WORK_MAX / actions).clamp(100, EXPANSIONS_MAX);
    // Agents take any plan, so a goal is within reach if there is one.
    let mut planner = Planner::new(PlannerConfig { mode: PlanMode::FirstPlan, ..PlannerConfig::default() });
    planner.begin(&compiled, &start, &[]);
    let is_spent = planner.step(budget) == Status::Running && planner.plan().is_none();
    is_spent.then(|| (compiled, planner.counters().expanded))
}

/// What makes a search long.
struct Cause {
    place: Option<(SourceSpan, String)>,
    advice: &'static str,
}

fn cause(domain: &PlanningDomain, goal: &CompiledGoal) -> Cause {
    let relevant = |fact: FactId| goal.grounding().ground_facts_of(fact).any(|ground| goal.reads(ground));
    let is_written = |fact: FactId| {
        domain
            .actions()
            .iter()
            .any(|(_, action)| action.changes().any(|(_, change)| change.fact.fact == fact))
    };
    if !goal.is_regressible()
        && let Some((span, text)) = comparison(domain, &|fact| relevant(fact) && is_written(fact))
    {
        let advice =
            "compare with a number, a table or a parameter, so that the goal can be searched backward";
        return Cause { place: Some((span, text)), advice };
    }
    // The number that most actions spend.
    let mut spent: Vec<(usize, FactId)> = Vec::new();
    for (fact, declared) in domain.facts().iter().filter(|(fact, _)| relevant(*fact)) {
        if matches!(declared.kind, FactKind::Int { .. }) {
            let spends = |(_, change): (&[Condition], &cunning_plan::model::Change)| {
                change.fact.fact == fact && matches!(change.kind, ChangeKind::Subtract(_))
            };
            let actions = domain.actions().iter().filter(|(_, action)| action.changes().any(spends)).count();
            spent.push((actions, fact));
        }
    }
    spent.sort_by_key(|&(actions, fact)| (std::cmp::Reverse(actions), fact));
    if let Some(&(actions, fact)) = spent.first().filter(|(actions, _)| *actions >= 3) {
        let declared = &domain.facts()[fact];
        return Cause {
            place: Some((declared.span, format!("{actions} actions spend `{}`", declared.name))),
            advice: "make the goal an action that `achieves` parts of it, or let fewer actions spend the number",
        };
    }
    let length = |fact: &FactId| match domain.facts()[*fact].kind {
        FactKind::Int { min, max, .. } => max - min + 1,
        FactKind::Bool | FactKind::Object { .. } => 0,
    };
    let longest = domain.facts().ids().filter(|fact| relevant(*fact)).max_by_key(length);
    match longest.filter(|fact| length(fact) > 50) {
        Some(fact) => {
            let declared = &domain.facts()[fact];
            Cause {
                place: Some((declared.span, format!("`{}` has {} values", declared.name, length(&fact)))),
                advice: "count in larger units, such as tens of coins",
            }
        }
        None => Cause {
            place: None,
            advice: "split the goal with an action that `achieves` a part of it, or give agents a larger budget",
        },
    }
}

/// A condition that compares two facts for which `is_so` holds, and what it compares.
fn comparison(domain: &PlanningDomain, is_so: &dyn Fn(FactId) -> bool) -> Option<(SourceSpan, String)> {
    let mut found = None;
    let name = |fact: FactId| domain.facts()[fact].name.as_str();
    let mut look = |condition: &Condition| {
        let pair = match &condition.kind {
            ConditionKind::Same { left: Term::Fact(left), right: Term::Fact(right), .. } => {
                Some((left.fact, right.fact))
            }
            ConditionKind::Compare { left, right, .. } => {
                let mut read = None;
                right.facts(&mut |fact| read = read.or(Some(fact.fact)));
                match (&left.kind, read) {
                    (NumberKind::Fact(left), Some(right)) => Some((left.fact, right)),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some((left, right)) = pair.filter(|(left, right)| is_so(*left) && is_so(*right)) {
            let text = format!("compares `{}` with `{}`, which actions change too", name(left), name(right));
            found = found.take().or(Some((condition.span, text)));
        }
    };
    for (_, action) in domain.actions().iter() {
        for condition in &action.when {
            condition.walk(&mut look);
        }
    }
    found
}
