//! Real-time walking and self-knowledge: steps per second, orders of self-knowledge by roots against walking
//! from every state, an order on a large map, and goals studied on two threads against one.
//!
//! There is no peer: both contenders of a ratio are ours and take turns within a run. Times are processor
//! times. The gain of two threads is reported as wall-clock time, which a busy machine distorts, and as the
//! processor time of the busier thread, which equals the wall-clock time on an idle machine. A fixed loop is
//! timed in the same run, so that different machines can be compared.

use std::path::{Path, PathBuf};
use std::time::Instant;

use cpu_time::ThreadTime;
use cunning_diag::Source;
use cunning_lab::fear::{Outcome, StudySettings, candidates, study};
use cunning_walk::real_time::{Method, Walker, octile_distances};
use cunning_walk::self_knowledge::SelfKnowledge;
use cunning_walk::{Corners, Grid, Map, generate};
use rayon::prelude::*;
use serde::Serialize;

use crate::Format;
use crate::measure::{calibrate, median_and_spread, sample};
use crate::target::{self, Target};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Folder with `maps/` in the MovingAI layout; generated maps are used if it is missing
    #[arg(long, default_value = "../shared/data/movingai")]
    data: PathBuf,
    /// Rounds of repeated measurements
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Number of goals to study on one thread and on two
    #[arg(long, default_value_t = 256)]
    goals: usize,
    /// Use small maps and few goals, to check that everything works
    #[arg(long)]
    quick: bool,
}

/// The results of a run.
#[derive(Serialize)]
struct Report {
    /// The duration of the fixed loop before and after.
    calibration_ms: [f64; 2],
    walking: Walking,
    second_order: SecondOrder,
    large: Large,
    threads: Threads,
    targets: Vec<Target>,
}

/// LRTA* from all states to one goal.
#[derive(Serialize)]
struct Walking {
    map: String,
    steps: u64,
    steps_per_second: f64,
    spread: f64,
    allocations: u64,
}

/// The second order of self-knowledge, by roots and by walking from every state.
#[derive(Serialize)]
struct SecondOrder {
    map: String,
    states: u32,
    roots: u32,
    fast_seconds: f64,
    brute_seconds: f64,
    times_faster: f64,
    /// Whether both have the same costs for every state.
    is_equal: bool,
}

/// The orders of self-knowledge on a large map.
#[derive(Serialize)]
struct Large {
    map: String,
    states: usize,
    order_seconds: Vec<f64>,
    beta: Vec<f64>,
}

/// Goals studied to the end on one thread and on two.
#[derive(Serialize)]
struct Threads {
    map: String,
    goals: usize,
    qualified: usize,
    wall_seconds: [f64; 2],
    times_faster_by_the_wall: f64,
    /// The processor time of the busier thread.
    busiest_seconds: [f64; 2],
    times_faster: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let (small, large) = maps(arguments)?;
    let before = calibrate();
    let one = pool(1)?;
    let walking = one.install(|| walk(&small, arguments.rounds))?;
    let second_order = one.install(|| second_order(&small))?;
    let large = one.install(|| orders(&large))?;
    let threads = threads(&small, arguments.goals, arguments.rounds)?;
    let at_least = |what: &str, measured: f64, least: f64, unit: &str| Target {
        what: what.to_owned(),
        measured: format!("{measured:.2}{unit}"),
        met: (!arguments.quick).then_some(measured >= least),
    };
    let targets = vec![
        at_least("20 million LRTA* steps per second", walking.steps_per_second / 1e6, 20.0, " million"),
        at_least("the second order 20 times faster than brute force", second_order.times_faster, 20.0, "×"),
        at_least("two threads 1.8 times as fast as one", threads.times_faster, 1.8, "×"),
    ];
    let report =
        Report { calibration_ms: [before, calibrate()], walking, second_order, large, threads, targets };
    match arguments.format {
        Format::Human => report.print(),
        Format::Json => {
            println!("{}", serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?);
        }
    }
    Ok(())
}

/// A map and its name.
type Named = (String, Grid);

/// A map of original size and a large one.
fn maps(arguments: &Arguments) -> Result<(Named, Named), String> {
    if arguments.quick || !arguments.data.is_dir() {
        let side = if arguments.quick { 40 } else { 128 };
        let large = if arguments.quick { 80 } else { 512 };
        return Ok((generated(side)?, generated(large)?));
    }
    let maps = arguments.data.join("maps");
    Ok((recorded(&maps, "bg-original/AR0012SR")?, recorded(&maps, "wc3-512/divideandconquer")?))
}

fn recorded(maps: &Path, name: &str) -> Result<Named, String> {
    let path = maps.join(format!("{name}.map"));
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let map = Map::parse(&Source::new(name, text));
    let map = map.map_err(|found| found.render(cunning_diag::Style::Plain))?;
    Ok((name.to_owned(), Grid::new(&map, Corners::Cut)))
}

fn generated(side: u32) -> Result<Named, String> {
    let kind = generate::Kind::Caves(generate::Caves::default());
    let map = generate::generate(kind, side, side, 1).map_err(|error| error.to_string())?;
    Ok((format!("generated caves {side}x{side}"), Grid::new(&map, Corners::Cut)))
}

fn pool(threads: usize) -> Result<rayon::ThreadPool, String> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())
}

/// Returns the first candidate goal from which most of the map can be reached.
fn goal(grid: &Grid) -> Result<u32, String> {
    let all = candidates(grid, 1);
    let reaches = |goal: &u32| {
        let plain = octile_distances(grid, *goal);
        let knowledge = SelfKnowledge::new(grid, *goal, Method::LRTA, plain);
        knowledge.is_ok_and(|knowledge| 2 * knowledge.reachable().len() > all.len())
    };
    all.iter().copied().find(reaches).ok_or_else(|| "the map has no large region".to_owned())
}

/// Walks to a goal from every state that can reach it, with fresh estimates each time.
fn walk((name, grid): &Named, rounds: usize) -> Result<Walking, String> {
    let goal = goal(grid)?;
    let plain = octile_distances(grid, goal);
    let knowledge =
        SelfKnowledge::new(grid, goal, Method::LRTA, plain.clone()).map_err(|error| error.to_string())?;
    let starts: Vec<u32> = knowledge.reachable().iter().copied().step_by(7).collect();
    let mut walker = Walker::new(grid, Method::LRTA, plain, goal, goal).map_err(|error| error.to_string())?;
    let (mut rates, mut steps, mut allocations) = (Vec::new(), 0, 0);
    for _ in 0..rounds.max(1) {
        let round = sample(|| {
            let mut steps = 0;
            for &start in &starts {
                walker.forget();
                if walker.place(start).is_ok() {
                    walker.run(u64::MAX);
                    steps += walker.steps();
                }
            }
            steps
        });
        rates.push(round.expanded as f64 / round.seconds);
        (steps, allocations) = (round.expanded, round.allocations);
    }
    let (steps_per_second, spread) = median_and_spread(rates);
    Ok(Walking { map: name.clone(), steps, steps_per_second, spread, allocations })
}

fn second_order((name, grid): &Named) -> Result<SecondOrder, String> {
    let goal = goal(grid)?;
    let begin = || SelfKnowledge::new(grid, goal, Method::LRTA, octile_distances(grid, goal));
    let (mut fast, mut brute) =
        (begin().map_err(|error| error.to_string())?, begin().map_err(|error| error.to_string())?);
    fast.next_order();
    brute.next_order();
    let mut roots = 0;
    let fast_seconds = sample(|| {
        roots = fast.next_order().roots;
        0
    })
    .seconds;
    let brute_seconds = sample(|| brute.next_order_by_runs().index.into()).seconds;
    Ok(SecondOrder {
        map: name.clone(),
        states: fast.reachable().len() as u32,
        roots,
        fast_seconds,
        brute_seconds,
        times_faster: brute_seconds / fast_seconds,
        is_equal: fast.costs() == brute.costs(),
    })
}

fn orders((name, grid): &Named) -> Result<Large, String> {
    let goal = goal(grid)?;
    let mut knowledge = SelfKnowledge::new(grid, goal, Method::LRTA, octile_distances(grid, goal))
        .map_err(|error| error.to_string())?;
    let (mut order_seconds, mut beta) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        let mut mean = 0.0;
        order_seconds.push(
            sample(|| {
                mean = knowledge.next_order().beta;
                0
            })
            .seconds,
        );
        beta.push(mean);
    }
    Ok(Large { map: name.clone(), states: knowledge.reachable().len(), order_seconds, beta })
}

/// Studies the same goals on one thread and on two, in turns, and takes the median of the rounds.
fn threads((name, grid): &Named, goals: usize, rounds: usize) -> Result<Threads, String> {
    let settings =
        StudySettings { method: Method::LRTA, orders_max: 10_000, beta1: 10.0..=20.0, kept: Vec::new() };
    let chosen: Vec<u32> = candidates(grid, 1).into_iter().take(goals.max(1)).collect();
    let pools = [pool(1)?, pool(2)?];
    let (mut walls, mut busiest, mut qualified) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()], 0);
    for _ in 0..rounds.max(1) {
        for (at, pool) in pools.iter().enumerate() {
            let now = || pool.broadcast(|_| ThreadTime::now().as_duration().as_secs_f64());
            let (begin, wall) = (now(), Instant::now());
            let outcomes: Result<Vec<Outcome>, _> = pool.install(|| {
                let studies = chosen.par_iter().with_max_len(1);
                studies
                    .map(|&goal| study(grid, goal, &settings, &|| 0, &|| true).map(|study| study.outcome))
                    .collect()
            });
            walls[at].push(wall.elapsed().as_secs_f64());
            let most = begin.iter().zip(now()).map(|(begin, end)| end - begin).fold(0.0, f64::max);
            busiest[at].push(most);
            let outcomes = outcomes.map_err(|error| error.to_string())?;
            qualified = outcomes.iter().filter(|outcome| **outcome == Outcome::Fixpoint).count();
        }
    }
    let wall_seconds = walls.map(|walls| median_and_spread(walls).0);
    let busiest_seconds = busiest.map(|busiest| median_and_spread(busiest).0);
    Ok(Threads {
        map: name.clone(),
        goals: chosen.len(),
        qualified,
        times_faster_by_the_wall: wall_seconds[0] / wall_seconds[1],
        times_faster: busiest_seconds[0] / busiest_seconds[1],
        wall_seconds,
        busiest_seconds,
    })
}

impl Report {
    fn print(&self) {
        let Self { calibration_ms: [before, after], walking, second_order, large, threads, targets } = self;
        println!("fixed loop        {before:.1} ms before, {after:.1} ms after");
        println!(
            "LRTA*             {:.1} million steps/s (quartiles {:.1} apart), {} steps per round, {} allocations; {}",
            walking.steps_per_second / 1e6,
            walking.spread / 1e6,
            walking.steps,
            walking.allocations,
            walking.map
        );
        println!(
            "second order      {:.3} s by {} roots, {:.3} s from all {} states: {:.0} times faster, costs {}; {}",
            second_order.fast_seconds,
            second_order.roots,
            second_order.brute_seconds,
            second_order.states,
            second_order.times_faster,
            if second_order.is_equal { "equal" } else { "DIFFERENT" },
            second_order.map
        );
        let orders: Vec<String> =
            large.order_seconds.iter().map(|seconds| format!("{seconds:.2} s")).collect();
        println!(
            "large map         orders 1 to 3: {}; {} states; {}",
            orders.join(", "),
            large.states,
            large.map
        );
        println!(
            "two threads       {:.2} times as fast by the busier thread, {:.2} by the wall clock; {} goals, {} qualified, {:.2} s and {:.2} s; {}",
            threads.times_faster,
            threads.times_faster_by_the_wall,
            threads.goals,
            threads.qualified,
            threads.busiest_seconds[0],
            threads.busiest_seconds[1],
            threads.map
        );
        target::print(targets);
    }
}
