//! A run of one crowd: it warms up, is measured while things happen, and again while nothing does.

use std::sync::Arc;

use cunning_mind::{Counters, DomainSpec, MindConfig, MindEngine, Minds, Snapshot};

use super::game::{Game, polls};
use super::questions::Sample;
use super::report::{Row, Snapshots};
use super::{QUESTIONS_MAX, TICK_MS};
use crate::measure;

/// The size and length of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) agents: u32,
    pub(super) ticks: u32,
    /// The number of warm-up ticks before each measurement.
    pub(super) settling: u32,
    pub(super) budget: u64,
    pub(super) cache: usize,
    pub(super) seed: u64,
    /// The number of planning threads.
    pub(super) threads: usize,
}

/// The measurements of some ticks.
#[derive(Default)]
struct Ticks {
    micros: Vec<f64>,
    wall_micros: Vec<f64>,
    allocations: u64,
    /// The maximum number of expansions in one tick.
    expanded_max: u64,
    /// The number of plans by number of steps.
    plan_steps: Vec<u64>,
}

/// Measures a crowd with a number of planning threads.
pub(super) fn run(spec: &Arc<DomainSpec>, pace: Pace, samples: &mut Vec<Sample>) -> Result<Row, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(pace.threads).build();
    pool.map_err(|error| error.to_string())?.install(|| run_here(spec, pace, samples))
}

fn run_here(spec: &Arc<DomainSpec>, pace: Pace, samples: &mut Vec<Sample>) -> Result<Row, String> {
    let config = MindConfig { cache: pace.cache, ..MindConfig::default() };
    let mut made = Ok(());
    let mut both = None;
    let settled = allocation_counter::measure(|| match Game::new(spec, config, pace.agents, pace.seed) {
        Ok(game) => both = Some(game),
        Err(error) => made = Err(error),
    });
    made?;
    let (mut minds, mut game) = both.ok_or("no game")?;
    // In the first ticks all agents plan at once, with an unlimited budget.
    let mut warm = Ticks::default();
    for _ in 0..pace.settling {
        tick(&mut minds, &mut game, u64::MAX, true, &mut warm);
    }
    let (before, cache_before) = (minds.stats(), minds.engine().cache_hits_and_misses());
    let mut ticks = Ticks::default();
    for at in 0..pace.ticks {
        tick(&mut minds, &mut game, pace.budget, true, &mut ticks);
        ticks.count_plan_steps(minds.engine(), &game);
        // Problems of the whole run, not only of its start.
        let is_sampled = samples.len() < QUESTIONS_MAX && at % 8 == 0;
        if is_sampled {
            let some = game
                .busy
                .iter()
                .step_by(3)
                .filter_map(|&place| Sample::new(spec, minds.engine(), &game, place));
            samples.extend(some.take(QUESTIONS_MAX / 64));
        }
    }
    let (after, cache_after) = (minds.stats(), minds.engine().cache_hits_and_misses());
    let (running, waiting) = (game.running(), minds.engine().jobs());
    let snapshots = measure_snapshots(minds.engine_mut(), config)?;
    let [hash_micros, recorded_micros] = measure_recording(&mut minds, &mut game, pace)?;
    let mut quiet = Ticks::default();
    for _ in 0..pace.settling {
        tick(&mut minds, &mut game, pace.budget, false, &mut quiet);
    }
    let idle_before = minds.stats();
    let mut idle = Ticks::default();
    for _ in 0..pace.ticks.min(200) {
        tick(&mut minds, &mut game, pace.budget, false, &mut idle);
    }
    let idle_thoughts = minds.stats().thoughts - idle_before.thoughts;
    let per_tick =
        |count: fn(&Counters) -> u64| (count(&after) - count(&before)) as f64 / f64::from(pace.ticks.max(1));
    let plans: u64 = ticks.plan_steps.iter().sum();
    let steps: u64 = (0..).zip(&ticks.plan_steps).map(|(steps, count): (u64, _)| steps * count).sum();
    let long: u64 = ticks.plan_steps.iter().skip(5).sum();
    let seconds = ticks.micros.iter().sum::<f64>() / 1e6;
    let (hits, misses) = (cache_after.0 - cache_before.0, cache_after.1 - cache_before.1);
    Ok(Row {
        agents: pace.agents,
        ticks: pace.ticks,
        budget: pace.budget,
        cache: pace.cache,
        threads: pace.threads,
        wall_micros_p50: at(&mut ticks.wall_micros, 0.5),
        wall_micros_p99: at(&mut ticks.wall_micros, 0.99),
        micros_p50: at(&mut ticks.micros, 0.5),
        micros_p99: at(&mut ticks.micros, 0.99),
        micros_max: at(&mut ticks.micros, 1.0),
        polls_per_tick: polls(pace.agents),
        thoughts_per_tick: per_tick(|counters| counters.thoughts),
        plans_per_tick: per_tick(|counters| counters.plans_found),
        steps_per_tick: per_tick(|counters| counters.steps_started),
        plans_per_second: (after.plans_found - before.plans_found) as f64 / seconds,
        plans_failed: after.plans_failed - before.plans_failed,
        mean_plan_steps: steps as f64 / plans.max(1) as f64,
        long_plans_percent: 100.0 * long as f64 / plans.max(1) as f64,
        cache_hits_percent: 100.0 * hits as f64 / (hits + misses).max(1) as f64,
        expanded_per_tick: per_tick(|counters| counters.expanded),
        expanded_max: ticks.expanded_max,
        allocations_per_tick: ticks.allocations as f64 / f64::from(pace.ticks.max(1)),
        idle_thoughts,
        idle_allocations: idle.allocations,
        idle_micros_p50: at(&mut idle.micros, 0.5),
        bytes_per_agent: settled.bytes_current as f64 / f64::from(pace.agents.max(1)),
        acting_percent: 100.0 * running as f64 / f64::from(pace.agents.max(1)),
        waiting,
        snapshots,
        hash_micros,
        recorded_micros,
    })
}

/// Measures the state hash of a tick and the whole tick while it is recorded, each as the median of some ticks. The
/// hashes are taken without a recording, because a recorded tick ends with one.
fn measure_recording(minds: &mut Minds, game: &mut Game, pace: Pace) -> Result<[f64; 2], String> {
    let (mut hashes, mut hash) = (Vec::new(), 0);
    for _ in 0..pace.ticks.min(200) {
        tick(minds, game, pace.budget, true, &mut Ticks::default());
        let sample = measure::sample(|| {
            hash ^= minds.hash();
            0
        });
        hashes.push(sample.seconds * 1e6);
    }
    minds.record(std::io::sink()).map_err(|error| error.to_string())?;
    let mut recorded = Ticks::default();
    for _ in 0..pace.ticks.min(200) {
        tick(minds, game, pace.budget, true, &mut recorded);
    }
    minds.end_recording().map_err(|error| error.to_string())?;
    std::hint::black_box(hash);
    Ok([at(&mut hashes, 0.5), at(&mut recorded.micros, 0.5)])
}

/// Measures snapshots and saves of a crowd, each as the best of a few times.
fn measure_snapshots(engine: &mut MindEngine, config: MindConfig) -> Result<Snapshots, String> {
    let best = |work: &mut dyn FnMut() -> Result<(), String>| -> Result<f64, String> {
        let mut least = f64::INFINITY;
        for _ in 0..5 {
            let mut done = Ok(());
            let sample = measure::sample(|| {
                done = work();
                0
            });
            done?;
            least = least.min(sample.seconds * 1e6);
        }
        Ok(least)
    };
    let mut snapshot = Snapshot::default();
    let mut bytes = Vec::new();
    Ok(Snapshots {
        snapshot: best(&mut || {
            engine.snapshot_into(&mut snapshot);
            Ok(())
        })?,
        rollback: best(&mut || engine.restore_snapshot(&snapshot).map_err(|error| error.to_string()))?,
        save: best(&mut || {
            bytes = engine.save();
            Ok(())
        })?,
        restore: best(&mut || {
            let restored = MindEngine::restore(&bytes, engine.spec().clone(), config, Some);
            restored.map(drop).map_err(|error| error.to_string())
        })?,
        bytes: bytes.len(),
    })
}

/// Runs a tick and measures the minds, not the game.
fn tick(minds: &mut Minds, game: &mut Game, budget: u64, is_eventful: bool, ticks: &mut Ticks) {
    let expanded = minds.stats().expanded;
    game.before_tick(minds.engine(), is_eventful);
    let first = measure::sample(|| {
        game.percepts.send(minds.engine_mut());
        minds.engine_mut().pass(TICK_MS, budget);
        0
    });
    game.sense(minds);
    let second = measure::sample(|| {
        game.percepts.send(minds.engine_mut());
        minds.engine_mut().think();
        0
    });
    game.after_tick(minds);
    ticks.micros.push((first.seconds + second.seconds) * 1e6);
    ticks.wall_micros.push((first.wall_seconds + second.wall_seconds) * 1e6);
    ticks.allocations += first.allocations + second.allocations;
    ticks.expanded_max = ticks.expanded_max.max(minds.stats().expanded - expanded);
}

impl Ticks {
    /// Counts the steps of the plans that were made in this tick.
    fn count_plan_steps(&mut self, engine: &MindEngine, game: &Game) {
        for &place in &game.busy {
            let Some(about) = engine.inspect(game.agents[place]) else { continue };
            if about.is_planning || about.plan.is_empty() {
                continue;
            }
            let steps = about.plan.len();
            if self.plan_steps.len() <= steps {
                self.plan_steps.resize(steps + 1, 0);
            }
            self.plan_steps[steps] += 1;
        }
    }
}

/// Returns a quantile of some numbers.
pub(super) fn at(numbers: &mut [f64], part: f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let place = (part * numbers.len() as f64).ceil() as usize;
    numbers.get(place.max(1) - 1).copied().unwrap_or(f64::NAN)
}
