//! The planner against the oracle on generated domains: same verdict, same cost and steps, valid plans.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod asked;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_oracle::generate::{Generated, generate};
use cunning_oracle::{Limits as OracleLimits, OracleDomain, Step as OracleStep, Verdict};
use cunning_plan::model::Domain;
use cunning_plan::{Algorithm, Direction, Grounding, Heuristic, Plan, Planner, PlannerConfig, Query, read};
use cunning_search::{Schedule, Status, Weight};

/// What a configuration promises about the cost of its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    /// The least cost, and then the fewest steps.
    Least,
    /// At most twice the least cost.
    Twice,
    /// A valid plan.
    Valid,
}

const HEURISTICS: [Heuristic; 5] =
    [Heuristic::Max, Heuristic::Add, Heuristic::LandmarkCut, Heuristic::Count, Heuristic::Zero];
const DIRECTIONS: [Direction; 3] = [Direction::Auto, Direction::Backward, Direction::Forward];
const TRIPLE_COUNT: usize = 5 * HEURISTICS.len() * DIRECTIONS.len();

/// A configuration by number.
fn triple(number: usize) -> PlannerConfig {
    let two = Weight::new(2.0).unwrap();
    let algorithms = [
        Algorithm::AStar,
        Algorithm::WeightedAStar(two),
        Algorithm::Greedy,
        Algorithm::IdaStar,
        Algorithm::AraStar(Schedule { first: Weight::new(3.0).unwrap(), passes: 2 }),
    ];
    PlannerConfig {
        algorithm: algorithms[number % 5],
        heuristic: Some(HEURISTICS[number / 5 % 5]),
        direction: DIRECTIONS[number / 25],
        ..PlannerConfig::default()
    }
}

fn promise(config: &PlannerConfig) -> Promise {
    let is_admissible = config.heuristic.is_none_or(Heuristic::is_admissible);
    match config.algorithm {
        Algorithm::AStar | Algorithm::IdaStar | Algorithm::AraStar(_) if is_admissible => Promise::Least,
        Algorithm::WeightedAStar(_) if is_admissible => Promise::Twice,
        _ => Promise::Valid,
    }
}

fn steps(grounding: &Grounding, plan: &Plan) -> Vec<OracleStep> {
    let step = |step: &cunning_plan::Step| {
        let action = &grounding.domain().actions()[step.action];
        let values: Vec<String> = grounding.args(step.id).collect();
        let names = action.params.iter().map(|param| param.name.as_str());
        let args: Vec<(&str, &str)> = names.zip(values.iter().map(String::as_str)).collect();
        OracleStep::new(&action.name, &args)
    };
    plan.steps.iter().map(step).collect()
}

/// A generated domain and what the oracle says about it.
struct Case {
    seed: u64,
    text: String,
    asked: cunning_oracle::Query,
    oracle: OracleDomain,
    truth: Verdict,
    domain: Arc<Domain>,
    query: Query,
}

/// IDA* pays for its small memory with time; it may give up.
const IDA_EXPANSIONS_MAX: u64 = 3000;

/// How often a configuration was tried, and how often it gave up.
#[derive(Clone, Copy, Default)]
struct Tally {
    tried: u64,
    gave_up: u64,
}

impl Case {
    fn new(seed: u64) -> Self {
        let generated: Generated = generate(seed);
        let text = generated.model.to_string();
        let oracle = OracleDomain::parse(&text).unwrap();
        let truth = oracle.solve(&generated.query, OracleLimits::default()).unwrap().verdict;
        let domain = read(&Source::new("generated.toml", text.as_str()))
            .unwrap_or_else(|found| panic!("{found}\n{text}"));
        let query = asked::query(&domain, &generated.query);
        Self { seed, text, asked: generated.query, oracle, truth, domain: Arc::new(domain), query }
    }

    /// Judges what a planner that was begun comes to; false if it gave up.
    fn judge(&self, planner: &mut Planner, grounding: &Grounding, config: &PlannerConfig) -> bool {
        let is_ida = config.algorithm == Algorithm::IdaStar;
        let status = planner.step(if is_ida { IDA_EXPANSIONS_MAX } else { u64::MAX });
        let plan = planner.plan();
        let context = || {
            let Self { seed, text, asked, truth, .. } = self;
            format!("seed {seed} {config:?}\n{text}\n{asked:?}\n{plan:?}\n{truth:?}")
        };
        if is_ida && status == Status::Running {
            return false;
        }
        match &self.truth {
            Verdict::Unsolvable => assert_eq!(status, Status::Unsolvable, "{}", context()),
            Verdict::LimitExceeded => panic!("{}", context()),
            Verdict::Solved { cost_micros, steps: best_steps, .. } => {
                assert_eq!(status, Status::Solved, "{}", context());
                let plan = plan.as_ref().unwrap();
                let followed = self.oracle.validate(&self.asked, &steps(grounding, plan));
                let found = (plan.cost_micros, plan.steps.len());
                assert_eq!(followed.as_ref().ok(), Some(&found), "{followed:?} {}", context());
                match promise(config) {
                    Promise::Least => assert_eq!(found, (*cost_micros, *best_steps), "{}", context()),
                    Promise::Twice => assert!(plan.cost_micros <= 2 * cost_micros, "{}", context()),
                    Promise::Valid => {}
                }
            }
        }
        true
    }
}

/// Plans for a generated domain with the default and with some configurations chosen by the seed: the number of
/// which differs from seed to seed so that all come up equally often.
fn check(seed: u64, triples: usize, tallies: &mut [Tally]) {
    let case = Case::new(seed);
    let config = PlannerConfig::default();
    let (mut planner, grounding) = Planner::for_query(&case.domain, &case.query, config).unwrap();
    assert!(case.judge(&mut planner, &grounding, &config));
    // The same from a grounding for any start.
    let open = Grounding::new(&case.domain, &case.query).unwrap();
    let aim = open.aim(case.query.goal, &case.query.args).unwrap();
    planner.begin(&aim, &open.start(), &open.refused(&case.query.checks));
    assert!(case.judge(&mut planner, &open, &config));
    let aim = grounding.aim(case.query.goal, &case.query.args).unwrap();
    for at in 0..triples {
        let number = (seed as usize * triples + at) % TRIPLE_COUNT;
        let config = triple(number);
        let mut planner = Planner::new(config);
        planner.begin(&aim, &grounding.start(), &grounding.refused(&case.query.checks));
        let has_ended = case.judge(&mut planner, &grounding, &config);
        tallies[number].tried += 1;
        tallies[number].gave_up += u64::from(!has_ended);
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// `CUNNING_SEEDS=200000` makes the campaign longer, `CUNNING_SEED=7` begins it elsewhere, `CUNNING_TRIPLES=75` tries
/// every configuration on every domain.
#[test]
fn agrees_with_the_oracle() {
    let (first, count) = (number("CUNNING_SEED", 0), number("CUNNING_SEEDS", 3000));
    let triples = number("CUNNING_TRIPLES", 6) as usize;
    let worker = |part: u64| {
        let mut tallies = vec![Tally::default(); TRIPLE_COUNT];
        (first..first + count)
            .filter(|seed| seed % 2 == part)
            .for_each(|seed| check(seed, triples, &mut tallies));
        tallies
    };
    let parts = std::thread::scope(|scope| {
        let threads = [0, 1].map(|part| scope.spawn(move || worker(part)));
        threads.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    for number in 0..TRIPLE_COUNT {
        let tried: u64 = parts.iter().map(|part| part[number].tried).sum();
        let gave_up: u64 = parts.iter().map(|part| part[number].gave_up).sum();
        let share = count * triples as u64 / TRIPLE_COUNT as u64;
        assert!(tried >= share.saturating_sub(1), "{:?} was tried {tried} times", triple(number));
        assert!(gave_up * 2 <= tried, "{:?} gave up {gave_up} times of {tried}", triple(number));
    }
}
