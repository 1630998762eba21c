//! Runs all contenders on one problem: they are probed, judged and timed.

use super::contender::{Contender, OURS, Runner};
use super::judge::{Judge, Mark, Marks};
use super::model::STARTS;
use super::probe::{Probe, probe};
use super::problems::Problem;
use super::report::{Row, Speed, Status};
use crate::measure::{median_and_spread, sample};

/// The time limits and rounds of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The time after which a contender is skipped.
    pub(crate) cap_seconds: f64,
    /// The number of rounds for fast contenders.
    rounds: usize,
    /// The time of a contender in a round: it makes as many plans as fit, at least one.
    round_seconds: f64,
    /// The time of a contender for all rounds, and again for being judged.
    patience_seconds: f64,
}

/// The minimum number of rounds for slow contenders.
const ROUNDS_MIN: usize = 3;

/// The maximum number of plans in a round, in case a probe was too fast to be timed.
const BATCH_MAX: f64 = 100_000.0;

impl Pace {
    pub(crate) fn thorough(cap_seconds: f64) -> Self {
        Self { cap_seconds, rounds: 15, round_seconds: 0.005, patience_seconds: 1.0 }
    }

    pub(crate) fn quick(cap_seconds: f64) -> Self {
        let cap_seconds = cap_seconds.min(0.05);
        Self { cap_seconds, rounds: ROUNDS_MIN, round_seconds: 0.0005, patience_seconds: 0.05 }
    }
}

/// A contender and its measurements.
struct Entrant {
    runner: Box<dyn Runner>,
    batch: usize,
    rounds: usize,
    next_start: usize,
    marks: Marks,
    /// Whether every optimal plan had the fewest steps.
    fewest_steps: bool,
    fault: Option<String>,
    expanded: Option<f64>,
    seconds: Vec<f64>,
    allocations: Vec<f64>,
}

pub(crate) fn race(problem: &Problem, contenders: &[&Contender], pace: Pace) -> Result<Vec<Row>, String> {
    let judge = Judge::new(problem)?;
    let mut entrants = Vec::new();
    for contender in contenders {
        entrants.push(match (contender.prepare)(problem) {
            None => Err(Status::NotExpressible),
            Some(runner) => match probe(contender.name, &problem.name, pace.cap_seconds)? {
                Probe::TookTooLong => Err(Status::TookTooLong),
                Probe::Crashed => Err(Status::Crashed),
                Probe::Ran(seconds) => Ok(Entrant::new(runner, seconds, pace)),
            },
        });
    }
    for entrant in entrants.iter_mut().flatten() {
        entrant.be_judged(&judge, pace)?;
    }
    for round in 0..pace.rounds {
        for entrant in entrants.iter_mut().flatten().filter(|entrant| round < entrant.rounds) {
            entrant.run_round();
        }
    }
    let our_seconds: Vec<f64> = contenders
        .iter()
        .zip(&entrants)
        .filter(|(contender, _)| contender.name == OURS)
        .find_map(|(_, entrant)| entrant.as_ref().ok())
        .map_or_else(Vec::new, |ours| ours.seconds.clone());
    Ok(contenders
        .iter()
        .zip(entrants)
        .map(|(contender, entrant)| match entrant {
            Ok(entrant) => entrant.row(problem, contender, &our_seconds),
            Err(status) => Row::without_answer(&problem.name, contender.name, status),
        })
        .collect())
}

impl Entrant {
    fn new(runner: Box<dyn Runner>, probed_seconds: f64, pace: Pace) -> Self {
        let rounds = (pace.patience_seconds / probed_seconds) as usize;
        Self {
            runner,
            // The first plan is slower than the following ones, which only makes the batch smaller.
            batch: (pace.round_seconds / probed_seconds).clamp(1.0, BATCH_MAX) as usize,
            rounds: rounds.clamp(ROUNDS_MIN, pace.rounds),
            next_start: 0,
            marks: Marks::default(),
            fewest_steps: true,
            fault: None,
            expanded: None,
            seconds: Vec::new(),
            allocations: Vec::new(),
        }
    }

    /// Plans from every start, or as many as the time allows, and judges the answers. It also warms up memory
    /// and caches.
    fn be_judged(&mut self, judge: &Judge, pace: Pace) -> Result<(), String> {
        let (mut expanded, mut spent) = (0, 0.0);
        for start in 0..STARTS {
            spent += sample(|| {
                self.runner.plan(start);
                0
            })
            .seconds;
            let answer = self.runner.answer();
            let mark = judge.mark(start, &answer)?;
            self.marks.count(&mark);
            match mark {
                Mark::Optimal { fewest_steps } => self.fewest_steps &= fewest_steps,
                Mark::Invalid(why) => self.fault = self.fault.take().or(Some(why)),
                Mark::Suboptimal | Mark::Missed | Mark::GaveUp => {}
            }
            expanded += answer.expanded.unwrap_or(0);
            self.expanded = answer.expanded.map(|_| expanded as f64 / self.marks.judged as f64);
            if spent > pace.patience_seconds {
                break;
            }
        }
        Ok(())
    }

    fn run_round(&mut self) {
        let (runner, first, batch) = (&mut self.runner, self.next_start, self.batch);
        let sample = sample(|| {
            for number in 0..batch {
                runner.plan((first + number) % STARTS);
            }
            0
        });
        self.next_start = (first + batch) % STARTS;
        self.seconds.push(sample.seconds / batch as f64);
        self.allocations.push(sample.allocations as f64 / batch as f64);
    }

    fn row(self, problem: &Problem, contender: &Contender, our_seconds: &[f64]) -> Row {
        let ratios: Vec<f64> = self.seconds.iter().zip(our_seconds).map(|(own, ours)| own / ours).collect();
        let (seconds, spread) = median_and_spread(self.seconds);
        Row {
            problem: problem.name.clone(),
            contender: contender.name,
            status: Status::Answered,
            speed: Some(Speed {
                micros: seconds * 1e6,
                spread_micros: spread * 1e6,
                times_ours: (!ratios.is_empty()).then(|| median_and_spread(ratios).0),
                allocations: median_and_spread(self.allocations).0,
            }),
            expanded: self.expanded,
            marks: self.marks,
            fewest_steps: self.fewest_steps,
            fault: self.fault,
        }
    }
}
