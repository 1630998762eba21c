//! `cunning test`: runs the tests in domain files.

use std::path::PathBuf;
use std::sync::Arc;

use cunning_diag::visible_line;
use cunning_plan::model::{ExpectedStep, PlanningDomain, Test};
use cunning_plan::{Plan, PlanRequest, Planner, PlannerConfig, show_cost};
use cunning_search::Status;
use serde::Serialize;

use crate::domain::DomainFile;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::LimitArguments;
use crate::output::Output;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning test pirate.toml
  cunning test domains/*.toml --format json
  cunning test siege.toml --max-expansions 20000000 --max-memory 4096")]
pub(crate) struct Arguments {
    /// The domain files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
}

#[derive(Serialize)]
struct Summary {
    passed: usize,
    failed: usize,
    /// Tests whose search ended at a limit.
    inconclusive: usize,
    cases: Vec<Case>,
}

#[derive(Serialize)]
struct Case {
    file: String,
    test: String,
    passed: bool,
    /// Whether the search ended at a limit, so that nothing is known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    inconclusive: bool,
    /// What was expected and what was found, one line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let mut cases = Vec::new();
    for path in &arguments.files {
        let file = DomainFile::open(path)?;
        let domain = Arc::new(file.domain()?);
        for test in domain.tests() {
            let (is_conclusive, differences) = differences(&domain, test, &arguments.limits)?;
            cases.push(Case {
                inconclusive: !is_conclusive,
                file: file.name().to_owned(),
                test: test.name.clone(),
                passed: differences.is_empty(),
                differences,
            });
        }
    }
    let inconclusive = cases.iter().filter(|case| case.inconclusive).count();
    let failed = cases.iter().filter(|case| !case.passed).count() - inconclusive;
    let summary = Summary { passed: cases.len() - failed - inconclusive, failed, inconclusive, cases };
    if output.is_json() {
        output.json(&summary)?;
    } else {
        output.text(&summary_text(&summary))?;
    }
    Ok(match (failed, inconclusive) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::LimitExceeded,
        _ => Exit::CheckFailed,
    })
}

/// Runs a test. Returns whether the search came to an end, and how its result differs from what the test expects.
fn differences(
    domain: &Arc<PlanningDomain>,
    test: &Test,
    limits: &LimitArguments,
) -> Result<(bool, Vec<String>), Failure> {
    let request = PlanRequest {
        args: test.args.clone(),
        set: test.set.clone(),
        objects: test.objects.clone(),
        ..PlanRequest::new(test.goal)
    };
    let (mut planner, _) = Planner::for_request(domain, &request, limits.apply(PlannerConfig::default()))
        .map_err(|error| Failure::planning(&error, format!("test `{}`: {error}", test.name)))?;
    let status = planner.step(limits.expansions());
    let plan = planner.plan();
    let mut differences = Vec::new();
    let Some(plan) = plan else {
        if !test.unsolvable || status != Status::Unsolvable {
            let found = match status {
                Status::Unsolvable => "no plan exists".to_owned(),
                Status::LimitExceeded(limit) => format!("no answer: {limit}"),
                _ => format!("no answer within {} expansions", limits.expansions()),
            };
            let expected = if test.unsolvable { "no plan" } else { "a plan" };
            differences.push(format!("expected {expected}; {found}"));
            differences.extend(limits.advice(status));
        }
        return Ok((status == Status::Unsolvable, differences));
    };
    let names: Vec<&str> = plan
        .steps
        .iter()
        .map(|step| domain.actions().get(step.action).map_or("?", |action| action.name.as_str()))
        .collect();
    let found = || format!("found     {}", show_plan(&names, &plan));
    if test.unsolvable {
        differences.extend(["expected no plan".to_owned(), found()]);
    }
    if let Some(expected) = &test.plan
        && !matches(expected, &plan)
    {
        let word = |step: &ExpectedStep| match step {
            ExpectedStep::Any => "..",
            ExpectedStep::Action(id) => domain.actions().get(*id).map_or("?", |action| action.name.as_str()),
        };
        let expected: Vec<&str> = expected.iter().map(word).collect();
        differences.extend([format!("expected  {}", expected.join(", ")), found()]);
    }
    if let Some(cost) = test.cost
        && u64::try_from(cost.get()).ok() != Some(plan.cost_micros)
    {
        differences.push(format!("expected cost {cost}, found {}", show_cost(plan.cost_micros)));
    }
    let name = |id| domain.actions().get(id).map_or("?", |action| action.name.as_str());
    let uses = |id: &cunning_plan::model::ActionId| plan.steps.iter().any(|step| step.action == *id);
    for id in test.uses.iter().filter(|id| !uses(id)) {
        differences.extend([format!("expected a plan that uses `{}`", name(*id)), found()]);
    }
    for id in test.avoids.iter().filter(|id| uses(id)) {
        differences.extend([format!("expected a plan that avoids `{}`", name(*id)), found()]);
    }
    Ok((true, differences))
}

/// Whether a plan matches a pattern in which `..` stands for any number of steps.
fn matches(pattern: &[ExpectedStep], plan: &Plan) -> bool {
    // `used[n]`: the entries so far can match the first n steps.
    let mut used = vec![false; plan.steps.len() + 1];
    used[0] = true;
    for entry in pattern {
        let mut next = vec![false; used.len()];
        match entry {
            ExpectedStep::Any => {
                let first = used.iter().position(|&used| used).unwrap_or(used.len());
                next.iter_mut().skip(first).for_each(|used| *used = true);
            }
            ExpectedStep::Action(id) => {
                for (at, step) in plan.steps.iter().enumerate() {
                    next[at + 1] = used[at] && step.action == *id;
                }
            }
        }
        used = next;
    }
    used.last().copied().unwrap_or(false)
}

fn show_plan(names: &[&str], plan: &Plan) -> String {
    format!("{} (cost {})", names.join(", "), show_cost(plan.cost_micros))
}

fn summary_text(summary: &Summary) -> String {
    let mut lines = Vec::new();
    for case in &summary.cases {
        let verdict = match (case.passed, case.inconclusive) {
            (true, _) => "ok",
            (false, true) => "INCONCLUSIVE",
            (false, false) => "FAILED",
        };
        lines.push(format!("{} {} ... {verdict}", visible_line(&case.file), case.test));
        lines.extend(case.differences.iter().map(|difference| format!("    {difference}")));
    }
    let inconclusive = match summary.inconclusive {
        0 => String::new(),
        count => format!(", {count} inconclusive"),
    };
    lines.push(format!("{} passed, {} failed{inconclusive}", summary.passed, summary.failed));
    lines.push(String::new());
    lines.join("\n")
}
