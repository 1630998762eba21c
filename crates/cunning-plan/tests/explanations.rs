//! Explanations are exact: by the oracle, what they report as missing is sufficient and necessary.

use crate::asked;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_oracle::generate::{Family, generate, generate_of};
use cunning_oracle::{CheckAnswer, Limits, OracleDomain, OracleQuery, Verdict};
use cunning_plan::explain::{
    Alternative, DeadEndReason, FailureExplanation, Situation, explain_dead_ends, explain_failure,
    explain_plan,
};
use cunning_plan::model::{FactKind, PlanningDomain, TypeId};
use cunning_plan::{PlanRequest, Planner, PlannerConfig, read};
use cunning_search::{Limit, Status};

/// How many states the oracle may store for one question. Conditions that can be had for nothing make more of them.
const LIMITS: Limits = Limits { states_max: 300_000 };
const EXPANSIONS_MAX: u64 = 200_000;
/// How many times a search is asked for its bound.
const BOUNDS_MAX: usize = 50;

struct Case {
    seed: u64,
    text: String,
    asked: OracleQuery,
    oracle: OracleDomain,
    domain: Arc<PlanningDomain>,
    query: PlanRequest,
}

/// What a campaign saw.
#[derive(Debug, Default)]
struct Tally {
    plans: u64,
    /// Lower bounds that said something.
    bounds: u64,
    failures: u64,
    impossible: u64,
    /// Named more than one condition.
    several: u64,
    /// Went beyond what the goal says.
    deep: u64,
    checks: u64,
    /// Not explained within the budget.
    unexplained: u64,
    /// Too many states for the oracle.
    unjudged: u64,
}

impl Case {
    fn new(seed: u64) -> Self {
        let generated = generate(seed);
        let text = generated.model.to_string();
        let oracle = OracleDomain::parse(&text).unwrap();
        let domain = read(&Source::new("generated.toml", text.as_str())).unwrap();
        let query = asked::query(&domain, &generated.query);
        Self { seed, text, asked: generated.query, oracle, domain: Arc::new(domain), query }
    }

    fn context(&self, explanation: &impl std::fmt::Display) -> String {
        let Self { seed, text, asked, .. } = self;
        format!("seed {seed}\n{text}\n{asked:?}\n{explanation}")
    }

    /// Whether there is a plan if some conditions can be had for nothing; `None` if that is too hard.
    fn is_solvable(&self, asked: &OracleQuery, freed: &[&str]) -> Option<bool> {
        match self.oracle.solve_with_free(asked, freed, LIMITS).unwrap().verdict {
            Verdict::Solved { .. } => Some(true),
            Verdict::Unsolvable => Some(false),
            Verdict::LimitExceeded => None,
        }
    }

    fn check(&self, tally: &mut Tally) {
        match self.oracle.solve(&self.asked, Limits::default()).unwrap().verdict {
            Verdict::Solved { .. } => self.check_plan(tally),
            Verdict::Unsolvable => self.check_failure(tally),
            Verdict::LimitExceeded => panic!("seed {}", self.seed),
        }
    }

    /// Every step of a best plan is for something, and nothing beats it.
    fn check_plan(&self, tally: &mut Tally) {
        let situation = Situation::for_plan(&self.domain, &self.query).unwrap();
        let compiled_goal = situation.grounding.compiled_goal(self.query.goal, &self.query.args).unwrap();
        let mut planner = Planner::new(PlannerConfig::default());
        planner.begin(&compiled_goal, &situation.state, &situation.refused);
        let mut bounds = Vec::new();
        while bounds.len() < BOUNDS_MAX && planner.step(1) == Status::Running {
            bounds.push(planner.lower_bound_micros());
        }
        assert_eq!(planner.step(u64::MAX), Status::Solved);
        let plan = planner.plan().unwrap();
        // Stopped at any time, it would have told the truth about the cost.
        assert!(bounds.iter().flatten().all(|&bound| bound <= plan.cost_micros), "seed {}", self.seed);
        tally.bounds += bounds.iter().flatten().filter(|bound| **bound > 0).count() as u64;
        let explanation = explain_plan(&situation, &plan, EXPANSIONS_MAX).unwrap();
        assert_eq!(explanation.steps.len(), plan.steps.len());
        for (at, step) in (1..).zip(&explanation.steps) {
            assert!(!step.purposes.is_empty(), "step {at} {}", self.context(&explanation));
            let is_later = |later: usize| later > at && later <= plan.steps.len();
            assert!(step.purposes.iter().all(|purpose| purpose.step.is_none_or(is_later)));
            if let Alternative::Other { more_micros, .. } = step.alternative {
                assert!(more_micros >= 0, "step {at} {}", self.context(&explanation));
            }
        }
        tally.plans += 1;
    }

    /// With what is missing there is a plan, with all but one of it there is none.
    fn check_failure(&self, tally: &mut Tally) {
        let situation = Situation::for_failure(&self.domain, &self.query).unwrap();
        let explanation = explain_failure(&situation, EXPANSIONS_MAX).unwrap();
        tally.failures += 1;
        if explanation.impossible.is_some() {
            let all = self.all_conditions();
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let answer = self.is_solvable(&self.asked, &all);
            assert_ne!(answer, Some(true), "{}", self.context(&explanation));
            tally.impossible += 1;
            tally.unjudged += u64::from(answer.is_none());
            return;
        }
        let missing: Vec<&str> =
            explanation.missing.iter().map(|missing| missing.condition.as_str()).collect();
        if missing.is_empty() {
            assert!(!explanation.is_complete, "{}", self.context(&explanation));
            tally.unexplained += 1;
            return;
        }
        let mut answers = vec![(self.is_solvable(&self.asked, &missing), true)];
        for at in 0..missing.len() {
            let mut fewer = missing.clone();
            fewer.remove(at);
            answers.push((self.is_solvable(&self.asked, &fewer), false));
        }
        for (answer, expected) in &answers {
            assert!(
                answer.is_none_or(|answer| answer == *expected),
                "{answers:?} {}",
                self.context(&explanation)
            );
        }
        self.check_blame(&explanation, tally);
        tally.several += u64::from(missing.len() > 1);
        tally.deep += u64::from(explanation.missing.iter().any(|missing| missing.chain.len() > 1));
        tally.unexplained += u64::from(!explanation.is_complete);
        tally.unjudged += u64::from(answers.iter().any(|(answer, _)| answer.is_none()));
    }

    /// The checks to blame are, all of them and no others.
    fn check_blame(&self, explanation: &FailureExplanation, tally: &mut Tally) {
        let saying_yes = |said_no: &[(String, String)]| {
            let mut asked = self.asked.clone();
            asked.checks.extend(said_no.iter().map(|(check, action)| self.yes(check, action)));
            asked
        };
        if let Some(checks) = &explanation.checks {
            let verdict = self.oracle.solve(&saying_yes(&checks.said_no), LIMITS).unwrap().verdict;
            assert!(
                matches!(verdict, Verdict::Solved { cost_micros, .. } if cost_micros == checks.cost_micros),
                "{verdict:?} {}",
                self.context(explanation)
            );
            for at in 0..checks.said_no.len() {
                let mut fewer = checks.said_no.clone();
                fewer.remove(at);
                let answer = self.is_solvable(&saying_yes(&fewer), &[]);
                assert_eq!(answer, Some(false), "{}", self.context(explanation));
            }
            tally.checks += 1;
        } else if explanation.is_complete {
            let mut asked = self.asked.clone();
            asked.checks.clear();
            assert_ne!(self.is_solvable(&asked, &[]), Some(true), "{}", self.context(explanation));
        }
    }

    /// The answer *yes* to the check of one ground action, written as `buy(bottle)`.
    fn yes(&self, check: &str, action: &str) -> CheckAnswer {
        let (name, values) = action.split_once('(').unwrap_or((action, ""));
        let declared = &self.domain.actions()[self.domain.action_named(name).unwrap()];
        let values = values.trim_end_matches(')').split(", ").filter(|value| !value.is_empty());
        let names = declared.params.iter().map(|param| param.name.clone());
        CheckAnswer {
            check: check.to_owned(),
            action: Some(name.to_owned()),
            args: names.zip(values.map(str::to_owned)).collect(),
            yes: true,
        }
    }

    /// Conditions that together leave no value of any ground fact out.
    fn all_conditions(&self) -> Vec<String> {
        let objects = |ty: TypeId| -> Vec<String> {
            let parts = &self.domain.types()[ty].parts;
            let bound = self.query.objects.as_deref().unwrap_or(self.domain.bindings());
            let bound = bound.iter().filter(|binding| parts.contains(&binding.ty)).flat_map(|one| &one.names);
            let closed = self.domain.objects_of(ty).map(|id| &self.domain.objects()[id].name);
            closed.chain(bound).cloned().collect()
        };
        let mut all = Vec::new();
        for fact in self.domain.facts().as_slice() {
            let mut keys = vec![String::new()];
            for &ty in &fact.of {
                let longer = |key: &String| {
                    let comma = if key.is_empty() { "" } else { ", " };
                    objects(ty).iter().map(|object| format!("{key}{comma}{object}")).collect::<Vec<_>>()
                };
                keys = keys.iter().flat_map(longer).collect();
            }
            for key in keys {
                let ground = if key.is_empty() { fact.name.clone() } else { format!("{}[{key}]", fact.name) };
                match fact.kind {
                    FactKind::Bool => all.extend([ground.clone(), format!("not {ground}")]),
                    FactKind::Int { min, .. } => all.push(format!("{ground} >= {min}")),
                    FactKind::Object { ty, optional } => {
                        all.extend(objects(ty).iter().map(|object| format!("{ground} == {object}")));
                        all.extend(optional.then(|| format!("{ground} == none")));
                    }
                }
            }
        }
        all
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// `CUNNING_SEEDS=100000` makes the campaign longer, `CUNNING_SEED=7` begins it elsewhere.
#[test]
fn conditions_reported_as_missing_are_sufficient_and_necessary() {
    let (first, count) = (number("CUNNING_SEED", 0), number("CUNNING_SEEDS", 2000));
    let worker = |part: u64| {
        let mut tally = Tally::default();
        let seeds = (first..first + count).filter(|seed| seed % 2 == part);
        seeds.for_each(|seed| Case::new(seed).check(&mut tally));
        tally
    };
    let parts = std::thread::scope(|scope| {
        let threads = [0, 1].map(|part| scope.spawn(move || worker(part)));
        threads.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let sum = |part: fn(&Tally) -> u64| parts.iter().map(part).sum::<u64>();
    println!("{parts:?}");
    if count >= 1000 {
        // The campaign means something only if it saw all sorts of failures, and settled them.
        let failures = sum(|tally| tally.failures);
        for seen in [sum(|tally| tally.several), sum(|tally| tally.deep)] {
            assert!(seen * 20 >= failures, "{parts:?}");
        }
        assert!(sum(|tally| tally.bounds) > sum(|tally| tally.plans), "{parts:?}");
        assert!(sum(|tally| tally.checks) > 0 && sum(|tally| tally.impossible) > 0, "{parts:?}");
        assert!(sum(|tally| tally.unexplained) * 100 <= failures, "{parts:?}");
        assert!(sum(|tally| tally.unjudged) * 50 <= failures, "{parts:?}");
    }
}

/// Whenever planning with sub-goals ends without an answer, the steps that led nowhere are told, with reasons.
#[test]
fn dead_ends_are_explained() {
    let (mut ended, mut missing, mut inner, mut spoils) = (0, 0, 0, 0);
    for seed in 0..400 {
        let generated = generate_of(Family::SubGoals, seed);
        let text = generated.model.to_string();
        let domain = Arc::new(read(&Source::new("generated.toml", text.as_str())).unwrap());
        let situation = Situation::for_failure(&domain, &asked::query(&domain, &generated.query)).unwrap();
        let compiled_goal = situation.grounding.compiled_goal(situation.goal, &situation.args).unwrap();
        let mut planner = Planner::new(PlannerConfig::default());
        planner.begin(&compiled_goal, &situation.state, &situation.refused);
        if planner.step(EXPANSIONS_MAX) != Status::LimitExceeded(Limit::Incomplete) {
            continue;
        }
        let explanation = explain_dead_ends(&situation, EXPANSIONS_MAX).unwrap();
        assert!(!explanation.dead_ends.is_empty(), "seed {seed}\n{text}");
        ended += 1;
        for one in &explanation.dead_ends {
            assert_eq!(one.plan[one.step - 1], one.action, "seed {seed}\n{text}\n{explanation}");
            match &one.reason {
                DeadEndReason::NoPlan(failure) => {
                    let is_told = !failure.missing.is_empty() || failure.impossible.is_some();
                    assert!(is_told || !failure.is_complete, "seed {seed}\n{text}\n{explanation}");
                    missing += u64::from(is_told);
                }
                DeadEndReason::Inner(_) => inner += 1,
                DeadEndReason::Spoils { unmet, .. } => {
                    assert!(!unmet.is_empty(), "seed {seed}\n{text}\n{explanation}");
                    spoils += 1;
                }
                reason => panic!("seed {seed}: {reason:?}"),
            }
        }
    }
    println!("{ended} without an answer: {missing} missing, {inner} inner, {spoils} spoils");
    assert!(ended > 10 && missing + inner + spoils >= ended && missing > 0 && inner > 0);
}

/// What has a billion values is explained without trying each.
#[test]
fn explanations_with_huge_ranges_are_fast() {
    let text = r#"
[facts]
gold = { type = "int", min = -1000000000, max = 1000000000, default = 0 }
debt = { type = "int", min = -1000000000, max = 1000000000, default = 900000000 }
licensed = "bool"
trusted = "bool"

[action.trade]
when = ["licensed", "gold < debt"]
then = ["gold += 1000000"]

[action.borrow]
when = ["debt >= 0", "debt <= 900000000"]
then = ["debt += 5", "trusted"]

[goal.be_rich]
want = ["gold >= 3000000", "debt != 8"]
"#;
    let domain = Arc::new(read(&Source::new("rich.toml", text)).unwrap());
    let query = PlanRequest::new(domain.goal_named("be_rich").unwrap());
    let situation = Situation::for_failure(&domain, &query).unwrap();
    let explanation = explain_failure(&situation, 2000).unwrap();
    assert_eq!(explanation.missing[0].condition, "licensed", "{explanation}");
}

#[test]
fn explanation_names_no_condition_that_always_holds() {
    let text = r#"
[facts]
fed = "bool"
paid = "bool"
level = { type = "int", min = 0, max = 9, default = 1 }
[action.eat]
then = ["fed", "level = 3"]
[action.pay]
then = ["paid", "level = 3"]
[goal.leave]
want = ["fed", "paid", "level != 3", "level != 5"]
"#;
    let domain = Arc::new(read(&Source::new("inn.toml", text)).unwrap());
    let query = PlanRequest::new(domain.goal_named("leave").unwrap());
    let situation = Situation::for_failure(&domain, &query).unwrap();
    let explanation = explain_failure(&situation, 2000).unwrap().to_string();
    assert!(!explanation.contains("`level >= 0`") && !explanation.contains("`level <= 9`"), "{explanation}");
    assert!(explanation.contains("undoes `level != 3`"), "{explanation}");
}
