//! `cunning lab fear`: orders of self-knowledge on maps, goal by goal.

mod files;
mod record;
mod work;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use cunning_lab::fear::{StudySettings, sample_rule};
use cunning_walk::real_time::Method;
use cunning_walk::{Corners, Grid, Map};

use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::path::{CornersName, Position};
use crate::real_time::{METHODS, RuleOptions, unknown};

use files::Folder;
use work::{Laboratory, Level};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning lab fear --map AR0012SR.map --goal 87,48 --out fear
  cunning lab fear --map AR0012SR.map --map AR0014SR.map --goals 8 --beta1 10..20 --out fear
  cunning lab fear --map AR0012SR.map --goals 2 --sample-rules 8 --orders 8 --out rules
  cunning lab fear --map AR0012SR.map --goals 64 --out fear --resume
  cunning lab fear --map AR0012SR.map --goal 87,48 --algorithm hill-climbing --format json")]
pub(crate) struct Arguments {
    /// A map in `MovingAI` format; may be given several times
    #[arg(long, value_name = "FILE", required = true)]
    map: Vec<PathBuf>,
    /// A goal to study on each map; may be given several times
    #[arg(long, value_name = "X,Y", conflicts_with = "goals", required_unless_present = "goals")]
    goal: Vec<Position>,
    /// Number of random goals on each map
    #[arg(long, value_name = "N")]
    goals: Option<usize>,
    /// Use a random goal only if the first order's mean suboptimality (of LRTA* for sampled rules) is in this range
    #[arg(long, value_name = "LO..HI", default_value = "10..20", conflicts_with = "goal")]
    beta1: Range,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The real-time search method: lrta, hill-climbing, lss-lrta, rtaa or dalss-lrta
    #[arg(long, value_name = "NAME", default_value = "lrta")]
    algorithm: String,
    #[command(flatten)]
    rule: RuleOptions,
    /// Number of random rules from the published ranges to study instead
    #[arg(long, value_name = "N", conflicts_with = "algorithm")]
    sample_rules: Option<u64>,
    /// Whether diagonal moves may cut the corners of blocked cells
    #[arg(long, value_enum, default_value = "cut")]
    corners: CornersName,
    /// Largest number of orders for a goal
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    orders: u32,
    /// Write results, charts, heat maps and a report to this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue with the results in the directory
    #[arg(long, requires = "out")]
    resume: bool,
    /// Number of goals on each map to draw heat maps of
    #[arg(long, value_name = "N", default_value_t = 1)]
    heat: usize,
    /// Number of threads [default: all]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// A range `LO..HI`.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: f64,
    high: f64,
}

impl FromStr for Range {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let ends = text.split_once("..").map(|(low, high)| (low.parse(), high.parse()));
        match ends {
            Some((Ok(low), Ok(high))) if low <= high => Ok(Self { low, high }),
            _ => Err("expected two numbers, the lower first, such as 10..20"),
        }
    }
}

/// The largest number of threads.
const THREADS_MAX: usize = 256;

/// The orders whose costs are drawn.
const DRAWN: [u32; 4] = [0, 1, 2, 3];

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let methods = arguments.methods()?;
    let levels = arguments.levels()?;
    let mut folder = Folder::open(arguments.out.as_deref(), arguments.resume)?;
    let threads = arguments.threads.unwrap_or(0);
    if threads > THREADS_MAX {
        return Err(Failure::input("cli/threads", format!("at most {THREADS_MAX} threads, not {threads}")));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::input("cli/threads", error))?;
    let goals = arguments.goals;
    let total = levels.len() * methods.len() * goals.unwrap_or(arguments.goal.len());
    let progress = Output::progress(total as u64).with_message("goals");
    let mut laboratory = Laboratory {
        cancel: Cancel::listen(),
        progress,
        // More than threads, so that a long goal does not leave other threads idle.
        batch: 2 * pool.current_num_threads(),
        pool,
        records: Vec::new(),
    };
    for level in &levels {
        // Goals for random rules are selected with LRTA*, so that all rules have the same goals.
        let mut chosen = level.goals.clone();
        if let (Some(count), true) = (goals, arguments.sample_rules.is_some()) {
            let settings = arguments.settings(Method::LRTA, arguments.beta1.range());
            chosen =
                laboratory.choose(level, &StudySettings { orders_max: 1, ..settings }, count, &mut folder)?;
        }
        for &method in &methods {
            let is_chosen = goals.is_none() || arguments.sample_rules.is_some();
            if is_chosen {
                let settings = arguments.settings(method, 0.0..=f64::INFINITY);
                laboratory.study(level, &settings, &chosen, arguments.heat, &mut folder, output)?;
            } else {
                let settings = arguments.settings(method, arguments.beta1.range());
                let count = goals.unwrap_or(0);
                laboratory.sample(level, &settings, count, arguments.heat, &mut folder, output)?;
            }
        }
    }
    laboratory.finish(&levels, &methods, &mut folder, output)
}

impl Range {
    fn range(self) -> RangeInclusive<f64> {
        self.low..=self.high
    }
}

impl Arguments {
    fn methods(&self) -> Result<Vec<Method>, Failure> {
        if let Some(count) = self.sample_rules {
            self.rule.refuse_others("--sample-rules", &[])?;
            return Ok((0..count).map(|index| sample_rule(self.seed, index)).collect());
        }
        match self.rule.method(&self.algorithm) {
            Some(method) => Ok(vec![method?]),
            None => Err(unknown("algorithm", &self.algorithm, METHODS.into_iter())),
        }
    }

    fn settings(&self, method: Method, beta1: RangeInclusive<f64>) -> StudySettings {
        let kept = if self.out.is_some() { DRAWN.to_vec() } else { Vec::new() };
        StudySettings { method, orders_max: self.orders, beta1, kept }
    }

    /// The maps with their given goals.
    fn levels(&self) -> Result<Vec<Level>, Failure> {
        let corners: Corners = self.corners.into();
        let level = |file: &PathBuf| {
            let source = crate::files::read(file, cunning_walk::map::BYTES_MAX)?;
            let map = Map::parse(&source)?;
            let grid = Grid::new(&map, corners);
            if map.free_count() == 0 {
                return Err(Failure::input("cli/no-free-cell", format!("{}: no free cell", source.name())));
            }
            let goals = self.goal.iter().map(|&Position(position)| crate::path::cell(&grid, position));
            let goals = goals.collect::<Result<Vec<u32>, Failure>>()?;
            let name = file
                .file_name()
                .map_or_else(|| source.name().to_owned(), |name| name.to_string_lossy().into_owned());
            let candidates = cunning_lab::fear::candidates(&grid, self.seed);
            Ok(Level { name, grid, goals, candidates })
        };
        self.map.iter().map(level).collect()
    }
}
