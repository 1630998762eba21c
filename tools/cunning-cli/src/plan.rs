//! `cunning plan`: finds a plan for a goal of a domain file, or for a PDDL problem.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::ValueEnum;
use cunning_pddl::ReadOptions;
use cunning_plan::{Direction, Grounding, Heuristic, Plan, PlanMode, PlanRequest, PlannerConfig, show_cost};
use cunning_search::{Algorithm, AlgorithmInfo, AlgorithmParameters, Counters, Status};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::algorithm::{failure, names, weight};
use crate::exit::{Exit, status_word};
use crate::failure::Failure;
use crate::limits::LimitArguments;
use crate::output::Output;
use crate::planner::run_planner;
use crate::question::QuestionArguments;
use crate::task::{NamedPlan, NamedStep, PlanningTask};
use crate::{files, pddl};

#[derive(clap::Args)]
#[command(
    mut_arg("file", |file| file.required(false).required_unless_present("pddl")),
    mut_arg("goal", |goal| goal.required(false).required_unless_present("pddl")),
    after_help = "\
Examples:
  cunning plan pirate.toml --goal get_drunk
  cunning plan pirate.toml --goal get_drunk --set lawful=false --set 'stock[tavern, bottle]=0'
  cunning plan guard.toml --goal 'kill(f=orc)' --algorithm anytime --format json
  cunning plan guard.toml --goal 'kill(f=orc)' --algorithm wastar --weight 2
  cunning plan pirate.toml --goal get_drunk --check tavern_open=no
  cunning plan watch.toml --goal 'kill(f=thief)' --agent captain
  cunning plan watch.toml --goal 'kill(f=orc)' --objects 'foe=orc, troll' --set 'sees[orc]=true'
  cunning plan --pddl domain.pddl problem.pddl --plan-file plan.txt
  cunning plan --pddl domain.pddl problem.pddl --range 0..500"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Option<QuestionArguments>,
    /// A PDDL domain and a problem, in place of a domain file and a goal
    #[arg(long, num_args = 2, value_names = ["DOMAIN", "PROBLEM"], conflicts_with = "QuestionArguments")]
    pddl: Option<Vec<PathBuf>>,
    /// Search algorithm
    #[arg(long, value_name = "NAME", default_value = "anytime", value_parser = names(algorithms()))]
    algorithm: String,
    /// Search until the plan is proved to be a cheapest one, however long it takes; only memory is limited by default
    #[arg(long)]
    optimal: bool,
    /// Weight of the heuristic, at least 1 [default: 1.5 for wastar, 5 for ara]
    #[arg(long, value_name = "W")]
    weight: Option<f64>,
    /// Direction of the search
    #[arg(long, value_enum, default_value = "auto")]
    direction: DirectionName,
    /// Heuristic of the search [default: the best for the algorithm and the direction]
    #[arg(long, value_enum)]
    heuristic: Option<HeuristicName>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Range of PDDL numbers that the files do not bound [default: -1000..1000]
    #[arg(long, value_name = "MIN..MAX", requires = "pddl", value_parser = pddl::range, allow_hyphen_values = true)]
    range: Option<RangeInclusive<i64>>,
    /// Write the plan to a file, if a plan is found: a line `(action object …)` for each step, then the cost
    #[arg(long, value_name = "FILE")]
    plan_file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DirectionName {
    /// Both ways in turns, backward first
    Auto,
    /// From the goal; forward where that is impossible, as with comparisons of two changing facts
    Backward,
    /// From the start
    Forward,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HeuristicName {
    /// The dearest unmet condition, relaxed: admissible
    Hmax,
    /// The sum of the unmet conditions, relaxed: not admissible, but leads quickly
    Hadd,
    /// Landmark cuts: admissible, strong, slow to compute
    Lmcut,
    /// The number of unmet conditions: not admissible
    Count,
    /// Pattern databases, exact costs in projections to a few facts: admissible
    Patterns,
    /// Nothing: admissible
    Zero,
}

impl From<HeuristicName> for Heuristic {
    fn from(name: HeuristicName) -> Self {
        match name {
            HeuristicName::Hmax => Self::Max,
            HeuristicName::Hadd => Self::Add,
            HeuristicName::Lmcut => Self::LandmarkCut,
            HeuristicName::Count => Self::Count,
            HeuristicName::Patterns => Self::Patterns,
            HeuristicName::Zero => Self::Zero,
        }
    }
}

impl Arguments {
    fn config(&self) -> Result<PlannerConfig, Failure> {
        let given = AlgorithmParameters { weight: weight(self.weight)?, ..AlgorithmParameters::default() };
        let (mode, name) = match self.algorithm.as_str() {
            name if LAZY.is_called(name) => (PlanMode::FirstPlan, None),
            name if ANYTIME.is_called(name) => (PlanMode::Anytime, None),
            name => (PlanMode::Proof, Some(name)),
        };
        // The search that ends the stream takes no parameters.
        let name = name.unwrap_or("astar");
        let algorithm = Algorithm::from_name(name, &given);
        let algorithm = algorithm.map_err(|error| failure(error, algorithms().map(|info| info.name)))?;
        let direction = match self.direction {
            DirectionName::Auto => Direction::Auto,
            DirectionName::Backward => Direction::Backward,
            DirectionName::Forward => Direction::Forward,
        };
        let heuristic = self.heuristic.map(Heuristic::from);
        Ok(PlannerConfig { mode, algorithm, direction, heuristic, ..PlannerConfig::default() })
    }

    fn read_options(&self) -> ReadOptions {
        self.range
            .clone()
            .map_or_else(ReadOptions::default, |range| ReadOptions { range, ..ReadOptions::default() })
    }

    fn task(&self) -> Result<PlanningTask, Failure> {
        if let Some([domain, problem]) = self.pddl.as_deref() {
            return Ok(PlanningTask::Pddl(Box::new(pddl::open(domain, problem, &self.read_options())?)));
        }
        let Some(question) = &self.question else {
            return Err(Failure::input(
                "cli/goal",
                "nothing to plan; name a domain file and a goal, or use --pddl",
            ));
        };
        Ok(PlanningTask::Goal { what_if: Box::new(question.what_if()?), goal: question.goal.clone() })
    }
}

/// The units of work after which a plan is good enough unless `--optimal` is given: well below a second.
const UNITS_WITH_PLAN: u64 = 150_000;

/// The algorithms that the planner can use: those with a single heuristic.
fn algorithms() -> impl Iterator<Item = &'static AlgorithmInfo> + Clone {
    [&ANYTIME, &LAZY].into_iter().chain(Algorithm::all().filter(|info| !info.uses_guides))
}

static ANYTIME: AlgorithmInfo = AlgorithmInfo {
    name: "anytime",
    aliases: &[],
    title: "anytime search",
    summary: "a plan soon, then cheaper ones, at last an optimal one",
    parameters: &[],
    uses_guides: false,
};

static LAZY: AlgorithmInfo = AlgorithmInfo {
    name: "lazy",
    aliases: &["ff"],
    title: "lazy greedy search with relaxed plans",
    summary: "some plan, as soon as possible",
    parameters: &[],
    uses_guides: false,
};

/// Whether the plan is valid. Cost factors of archetypes are not taken into account.
fn is_valid(grounding: &Arc<Grounding>, request: &PlanRequest, plan: Option<&Plan>) -> bool {
    let compiled_goal = grounding.compiled_goal(request.goal, &request.args);
    plan.is_none_or(|plan| {
        compiled_goal.is_ok_and(|compiled_goal| plan.validate(&compiled_goal, &grounding.start()).is_ok())
    })
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let config = arguments.config()?;
    let task = arguments.task()?;
    let begin = Instant::now();
    let request = task.request();
    let (mut planner, grounding) = task.planner(arguments.limits.apply(config))?;
    let expansions =
        if arguments.optimal { arguments.limits.expansions_or_all() } else { arguments.limits.expansions() };
    let mut status = run_planner(&mut planner, expansions, |planner| {
        arguments.optimal || planner.units() < UNITS_WITH_PLAN || planner.plan().is_none()
    });
    let micros = begin.elapsed().as_micros() as u64;
    let proved = planner.proved_micros();
    let plan = planner.plan();
    let is_proved = plan.as_ref().is_some_and(|plan| proved.is_some_and(|bound| bound >= plan.cost_micros));
    let is_enough = if arguments.optimal { is_proved } else { plan.is_some() };
    if is_enough && config.mode == PlanMode::Anytime && status != Status::Cancelled {
        status = Status::Solved;
    }
    debug_assert!(task.has_agent() || is_valid(&grounding, &request, plan.as_ref()));
    let plan = plan.map(|plan| task.named_plan(&grounding, &plan));
    if let (Some(path), Some(plan)) = (&arguments.plan_file, &plan) {
        files::write(path, plan.file_text().as_bytes())?;
    }
    if output.is_json() {
        output.json(&Record::new(status, plan.as_ref(), proved, planner.counters(), micros))?;
    } else {
        let effort = Effort { proved, counters: planner.counters(), micros };
        output.text(&summary(&task.goal(), status, plan.as_ref(), &effort))?;
        if status == Status::Unsolvable && arguments.pddl.is_none() {
            output.note("Run `cunning explain` with the same arguments to see why.");
        }
    }
    if !output.is_json() {
        if let Some(advice) = arguments.limits.advice(status) {
            output.note(&advice);
        }
        if let PlanningTask::Pddl(problem) = &task
            && !problem.assumed_ranges().is_empty()
        {
            let names = problem.assumed_ranges().join("`, `");
            let range = arguments.read_options().range;
            let (min, max) = (range.start(), range.end());
            output.note(&format!(
                "The values of `{names}` were limited to {min}..{max}; change this with --range."
            ));
        }
    }
    Ok(arguments.limits.exit(status))
}

#[derive(Serialize)]
struct Record {
    status: &'static str,
    cost: Option<f64>,
    /// The proved lower bound of the cost of all plans.
    bound: Option<f64>,
    steps: Vec<StepRecord>,
    expanded: u64,
    generated: u64,
    micros: u64,
}

#[derive(Serialize)]
struct StepRecord {
    action: String,
    args: Map<String, Value>,
    cost: f64,
}

impl Record {
    fn new(
        status: Status,
        plan: Option<&NamedPlan>,
        proved: Option<u64>,
        counters: Counters,
        micros: u64,
    ) -> Self {
        let units = |micros: u64| micros as f64 / 1e6;
        let step = |step: &NamedStep| StepRecord {
            action: step.action.clone(),
            args: step.args.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect(),
            cost: units(step.cost_micros),
        };
        Self {
            status: status_word(status),
            cost: plan.map(|plan| units(plan.cost_micros)),
            bound: proved.map(units),
            steps: plan.map(|plan| plan.steps.iter().map(step).collect()).unwrap_or_default(),
            expanded: counters.expanded,
            generated: counters.generated,
            micros,
        }
    }
}

/// What the search did and proved.
struct Effort {
    proved: Option<u64>,
    counters: Counters,
    micros: u64,
}

fn summary(goal: &str, status: Status, plan: Option<&NamedPlan>, effort: &Effort) -> String {
    let Effort { proved, counters, micros } = effort;
    let effort = format!("{} expanded, {} generated, {micros} µs", counters.expanded, counters.generated);
    let mut lines = Vec::new();
    match (status, plan) {
        (_, Some(plan)) if plan.steps.is_empty() => {
            lines.push(format!("Nothing to do: {goal} holds already."));
        }
        (_, Some(plan)) => {
            for (at, step) in (1..).zip(&plan.steps) {
                let args: Vec<&str> = step.args.iter().map(|(_, value)| value.as_str()).collect();
                let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
                lines.push(format!(
                    "{at:>3}. {:<40} {:>10}",
                    format!("{}{args}", step.action),
                    show_cost(step.cost_micros)
                ));
            }
            let count = plan.steps.len();
            let steps = if count == 1 { "step" } else { "steps" };
            let proof = match proved {
                Some(bound) if *bound >= plan.cost_micros => ", proved optimal".to_owned(),
                Some(bound) => format!(", at least {} proved", show_cost(*bound)),
                None => String::new(),
            };
            lines.push(format!("Cost {} in {count} {steps}{proof}; {effort}.", show_cost(plan.cost_micros)));
        }
        (Status::Unsolvable, None) => lines.push(format!("No plan reaches {goal} ({effort}).")),
        (Status::LimitExceeded(limit), None) => lines.push(format!("No answer: {limit} ({effort}).")),
        (Status::Cancelled, None) => lines.push(format!("Cancelled before an answer was found; {effort}.")),
        (_, None) => {
            lines.push(format!("No answer within the budget; a plan may exist ({effort})."));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}
