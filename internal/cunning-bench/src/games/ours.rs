//! Our planner with a chosen algorithm.

use std::str::FromStr;
use std::sync::Arc;

use cpu_time::ThreadTime;
use cunning_plan::{CompiledGoal, Grounding, Plan, PlanMode, PlanRequest, Planner, PlannerConfig, State};
use cunning_search::{Algorithm, AlgorithmParameters, Guarantee, Status, Weight};

use super::outcome::{FoundPlan, Outcome, Verdict};
use super::query::Query;
use super::suite::Game;

/// An algorithm of the planner, with the name it was chosen by.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    name: String,
    config: PlannerConfig,
}

impl Choice {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, weight) = text.split_once(':').map_or((text, None), |(name, weight)| (name, Some(weight)));
        let weight = match weight {
            Some(weight) => {
                let number: f64 = weight.parse().map_err(|_| format!("`{weight}` is not a number"))?;
                Some(Weight::new(number).map_err(|error| error.to_string())?)
            }
            None => None,
        };
        let parameters = AlgorithmParameters { weight, ..AlgorithmParameters::default() };
        let (mode, name) = match name {
            "anytime" => (PlanMode::Anytime, "astar"),
            "intime" => (PlanMode::InTime, "astar"),
            "lazy" => (PlanMode::FirstPlan, "astar"),
            name => (PlanMode::Proof, name),
        };
        let algorithm = Algorithm::from_name(name, &parameters).map_err(|error| error.to_string())?;
        Ok(Self {
            name: text.to_owned(),
            config: PlannerConfig { mode, algorithm, ..PlannerConfig::default() },
        })
    }
}

/// The goal that was compiled last, with what its compilation took. All starts of a goal share it.
#[derive(Default)]
pub(crate) struct Ours {
    last: Option<Prepared>,
}

struct Prepared {
    game: String,
    goal: String,
    grounding: Arc<Grounding>,
    compiled_goal: CompiledGoal,
    seconds: f64,
    bytes: u64,
}

/// How often short work is repeated; the median counts.
const REPEATS: usize = 5;
/// Work that takes longer is not repeated.
const SHORT_SECONDS: f64 = 0.2;

impl Ours {
    pub(crate) fn ask(
        &mut self,
        game: &Game,
        query: &Query,
        choice: &Choice,
        cap: f64,
    ) -> Result<Outcome, String> {
        let request = game.request(query)?;
        let is_last = |last: &Prepared| last.game == query.game && last.goal == query.goal;
        let compiled = match self.last.take().filter(is_last) {
            Some(compiled) => compiled,
            None => compile(game, query, &request)?,
        };
        let mut start = compiled.grounding.start();
        for setting in &request.set {
            let set = compiled.grounding.set(&mut start, setting);
            set.map_err(|error| format!("{}: {error}", query.name()))?;
        }
        let outcome = search(&compiled, &start, choice, cap);
        self.last = Some(compiled);
        Ok(outcome)
    }
}

/// Compiles a goal from the text, some times if that is short.
fn compile(game: &Game, query: &Query, request: &PlanRequest) -> Result<Prepared, String> {
    let without_start = PlanRequest { set: Vec::new(), ..request.clone() };
    let once = || -> Result<(Arc<Grounding>, CompiledGoal), String> {
        let domain = game.domain()?;
        let grounding = Grounding::for_objects(&domain, &without_start);
        let grounding = grounding.map_err(|error| format!("{}: {error}", query.name()))?;
        let compiled_goal = grounding.compiled_goal(request.goal, &request.args);
        Ok((grounding, compiled_goal.map_err(|error| format!("{}: {error}", query.name()))?))
    };
    let mut seconds = Vec::new();
    loop {
        let mut result = None;
        let begin = ThreadTime::now();
        let info = allocation_counter::measure(|| result = Some(once()));
        seconds.push(begin.elapsed().as_secs_f64());
        if seconds.len() < REPEATS && seconds.iter().sum::<f64>() < SHORT_SECONDS {
            continue;
        }
        let (grounding, compiled_goal) = result.unwrap_or_else(once)?;
        return Ok(Prepared {
            game: query.game.clone(),
            goal: query.goal.clone(),
            grounding,
            compiled_goal,
            seconds: median(seconds),
            bytes: u64::try_from(info.bytes_current).unwrap_or(0),
        });
    }
}

fn search(compiled: &Prepared, start: &State, choice: &Choice, cap: f64) -> Outcome {
    let mut planner = Planner::new(choice.config);
    let mut outcome = Outcome::new(&choice.name, Verdict::GaveUp);
    outcome.compile_seconds = Some(compiled.seconds);
    outcome.compile_bytes = Some(compiled.bytes);
    outcome.is_provable = !compiled.compiled_goal.has_sub_goals();
    let mut plan = Plan::default();
    run(&mut planner, compiled, start, cap, &mut |seconds, planner| {
        let is_better = planner.plan_into(&mut plan)
            && outcome.last_plan().is_none_or(|last| plan.cost_micros < last.cost_micros);
        if is_better {
            let found = FoundPlan { seconds, cost_micros: plan.cost_micros, steps: plan.steps.len() };
            outcome.plans.push(found);
            let fault = plan.validate(&compiled.compiled_goal, start).err();
            outcome.fault =
                outcome.fault.take().or_else(|| fault.map(|fault| format!("invalid plan: {fault}")));
        }
        let is_proof = match planner.status() {
            Status::Unsolvable => true,
            Status::Solved => {
                !compiled.compiled_goal.has_sub_goals()
                    && choice.config.algorithm.guarantee() == Guarantee::Optimal
                    && planner.proved_micros().is_some()
            }
            _ => false,
        };
        if is_proof {
            outcome.proof_seconds = Some(seconds);
        }
        true
    });
    outcome.expanded = Some(planner.counters().expanded);
    outcome.first_seconds = outcome.plans.first().map(|plan| plan.seconds);
    outcome.verdict = match (outcome.plans.is_empty(), planner.status()) {
        (false, _) => Verdict::Solved,
        (true, Status::Unsolvable) => Verdict::Unsolvable,
        (true, _) => Verdict::GaveUp,
    };
    outcome.warm_seconds = outcome.first_seconds;
    if outcome.first_seconds.is_some_and(|seconds| seconds < SHORT_SECONDS) {
        outcome.warm_seconds =
            Some(median((0..REPEATS).map(|_| warm(&mut planner, compiled, start, cap)).collect()));
    }
    outcome
}

/// The time of a planner that has answered the query before until its first plan.
fn warm(planner: &mut Planner, compiled: &Prepared, start: &State, cap: f64) -> f64 {
    let mut at = cap;
    let mut plan = Plan::default();
    run(planner, compiled, start, cap, &mut |seconds, planner| {
        let is_found = planner.plan_into(&mut plan);
        if is_found {
            at = seconds;
        }
        !is_found
    });
    at
}

/// Runs a search for at most `cap` seconds and calls `look` after every slice with the time of the search so far, which
/// does not include what `look` takes. `look` returns whether to continue.
fn run(
    planner: &mut Planner,
    compiled: &Prepared,
    start: &State,
    cap: f64,
    look: &mut dyn FnMut(f64, &mut Planner) -> bool,
) {
    let mut clock = ThreadTime::now();
    planner.begin(&compiled.compiled_goal, start, &[]);
    let mut seconds = 0.0;
    let mut granted = 0;
    loop {
        // Slices grow with the work done so far, so that the looks cost little and the times stay about exact.
        let slice = (granted / 32).clamp(8, 4096);
        granted += slice;
        planner.step(slice);
        seconds += clock.elapsed().as_secs_f64();
        let goes_on = look(seconds, planner) && planner.status() == Status::Running && seconds < cap;
        clock = ThreadTime::now();
        if !goes_on {
            return;
        }
    }
}

fn median(numbers: Vec<f64>) -> f64 {
    crate::measure::median_and_spread(numbers).0
}
