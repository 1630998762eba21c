//! Paths on game maps: our A*, jump point search and multi-heuristic A* against the `pathfinding` crate's A*.
//!
//! All contenders get the same compiled map, the same problems and the same estimate, and take turns within
//! every round, so that a busy machine affects all of them. Ratios are taken within a round; the table shows
//! their medians.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cunning_diag::Source;
use cunning_search::{QueueChoice, Status, Weight};
use cunning_walk::{
    Algorithm, Corners, Direction, Directions, Grid, Map, Octile, PathAlgorithm, PathFinder, Scenario,
    generate,
};
use serde::Serialize;

use crate::Format;
use crate::measure::{Sample, median_and_spread, sample};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Folder with `maps/` and `scen/` in the MovingAI layout; generated maps are used if it is missing
    #[arg(long, default_value = "../shared/data/movingai")]
    data: PathBuf,
    /// Problems per map, spread over the scenario from easy to hard
    #[arg(long, default_value_t = 40)]
    problems: usize,
    /// Rounds; every contender solves all problems once a round
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Only the peer and contenders whose name contains this text
    #[arg(long, default_value = "")]
    only: String,
}

const MAPS: [&str; 5] =
    ["bg512/AR0701SR", "dao/brc202d", "dao/orz900d", "wc3-512/darkforest", "wc3-512/divideandconquer"];

/// Start and goal.
type PlanRequest = ((u32, u32), (u32, u32));

struct Course {
    name: String,
    grid: Arc<Grid>,
    queries: Vec<PlanRequest>,
}

#[derive(Serialize)]
struct Row {
    map: String,
    contender: &'static str,
    problems: usize,
    expanded: u64,
    seconds: f64,
    expansions_per_second: f64,
    /// The peer's time divided by ours.
    times_faster_than_pathfinding: f64,
    spread: f64,
    /// Our expansions per second divided by those of our A*.
    rate_against_astar: f64,
    allocations_per_query: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let courses = courses(arguments)?;
    let mut rows = Vec::new();
    for course in &courses {
        rows.extend(race(course, arguments)?);
    }
    rows.extend(totals(&rows));
    match arguments.format {
        Format::Human => print_table(&rows),
        Format::Json => {
            println!("{}", serde_json::to_string_pretty(&rows).map_err(|error| error.to_string())?);
        }
    }
    Ok(())
}

fn courses(arguments: &Arguments) -> Result<Vec<Course>, String> {
    if !arguments.data.is_dir() {
        eprintln!("{} not found: using generated maps", arguments.data.display());
        return generated_courses(arguments.problems);
    }
    MAPS.iter().map(|name| recorded_course(&arguments.data, name, arguments.problems)).collect()
}

fn recorded_course(data: &Path, name: &str, problems: usize) -> Result<Course, String> {
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok::<_, String>(Source::new(path.display().to_string(), text))
    };
    let describe = |found: cunning_diag::Diagnostics| found.render(cunning_diag::Style::Plain);
    let map = Map::parse(&read(data.join(format!("maps/{name}.map")))?).map_err(describe)?;
    let scenario = Scenario::parse(&read(data.join(format!("scen/{name}.map.scen")))?).map_err(describe)?;
    let all = scenario.problems.len();
    let queries = (0..problems.min(all)).map(|n| {
        let problem = &scenario.problems[(n + 1) * all / problems.min(all) - 1];
        (problem.start, problem.goal)
    });
    Ok(Course {
        name: name.into(),
        queries: queries.collect(),
        grid: Arc::new(Grid::new(&map, Corners::Strict)),
    })
}

fn generated_courses(problems: usize) -> Result<Vec<Course>, String> {
    let kinds = [
        ("rooms", generate::Kind::Rooms(generate::Rooms::default())),
        ("caves", generate::Kind::Caves(generate::Caves::default())),
        ("field", generate::Kind::Field(generate::Field::default())),
    ];
    kinds
        .into_iter()
        .map(|(name, kind)| {
            let map = generate::generate(kind, 512, 512, 1).map_err(|error| error.to_string())?;
            let free: Vec<(u32, u32)> = (0..512_u32 * 512)
                .map(|cell| (cell % 512, cell / 512))
                .filter(|&(x, y)| map.is_free(x, y))
                .collect();
            let pick = |n: usize| free[n.wrapping_mul(7919).wrapping_add(17) % free.len()];
            let queries = (0..problems).map(|n| (pick(2 * n), pick(2 * n + 1))).collect();
            Ok(Course {
                name: format!("generated/{name}"),
                queries,
                grid: Arc::new(Grid::new(&map, Corners::Strict)),
            })
        })
        .collect()
}

/// Solves one query and returns the number of expanded states and the length of the path.
type Contender = (&'static str, Box<dyn FnMut(PlanRequest) -> (u64, f64)>);

const PEER: &str = "pathfinding astar";
const OURS: &str = "cunning astar";

fn contenders(grid: &Arc<Grid>) -> Result<Vec<Contender>, String> {
    let ours = |algorithm: PathAlgorithm| {
        let mut finder = PathFinder::new(grid.clone(), algorithm);
        Box::new(move |(from, to)| {
            let status = finder.find(from, to);
            let length = finder.length().filter(|_| status == Ok(Status::Solved));
            (finder.counters().expanded, length.map_or(f64::NAN, Octile::as_f64))
        }) as Box<dyn FnMut(PlanRequest) -> (u64, f64)>
    };
    let two = Weight::new(2.0).map_err(|error| error.to_string())?;
    let peer = PeerGrid::new(grid);
    Ok(vec![
        (PEER, Box::new(move |query| peer.astar(query))),
        (OURS, ours(Algorithm::AStar.into())),
        ("cunning astar, all moves", ours(Algorithm::WeightedAStar(Weight::ONE).into())),
        ("cunning jps", ours(PathAlgorithm::Jps)),
        (
            "cunning mha (3 guides)",
            ours(Algorithm::SharedMha(Weight::ONE, two, QueueChoice::RoundRobin).into()),
        ),
        ("cunning focal-mha", ours(Algorithm::FocalMha(two, QueueChoice::RoundRobin).into())),
    ])
}

/// The map as a user of the peer would compile it, so that the layout of our own grid does not slow down the
/// peer: a node is a position in one word, `y` above `x`, and the moves of every position are precomputed.
struct PeerGrid {
    width: u32,
    moves: Vec<Directions>,
    /// The offset of each direction.
    strides: [i32; 8],
}

impl PeerGrid {
    fn new(grid: &Grid) -> Self {
        let positions = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y)));
        let moves = positions.map(|position| match grid.cell(position) {
            Some(cell) if grid.is_free(position) => grid.moves(cell),
            _ => Directions::default(),
        });
        let strides = Direction::ALL.map(|direction| direction.offset().0 + direction.offset().1 * (1 << 16));
        Self { width: grid.width(), moves: moves.collect(), strides }
    }

    fn astar(&self, (from, to): PlanRequest) -> (u64, f64) {
        let node = |(x, y): (u32, u32)| y << 16 | x;
        let position = |node: u32| (node & 0xFFFF, node >> 16);
        // The same integers as our own lengths, so that both compare and add one word.
        let units = |length: Octile| length.units();
        let mut expanded = 0;
        let found = pathfinding::directed::astar::astar(
            &node(from),
            |&at| {
                expanded += 1;
                let (x, y) = position(at);
                let moves = self.moves[(y * self.width + x) as usize];
                let strides = self.strides;
                moves
                    .into_iter()
                    .map(move |to| (at.wrapping_add_signed(strides[to as usize]), units(to.cost())))
            },
            |&at| units(Octile::between(position(at), to)),
            |&at| at == node(to),
        );
        (expanded, found.and_then(|(_, cost)| Octile::from_units(cost)).map_or(f64::NAN, Octile::as_f64))
    }
}

fn race(course: &Course, arguments: &Arguments) -> Result<Vec<Row>, String> {
    let mut contenders = contenders(&course.grid)?;
    contenders.retain(|(name, _)| *name == PEER || name.contains(&arguments.only));
    let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); contenders.len()];
    // Round zero warms up memory and caches, and compares the answers.
    for round in 0..=arguments.rounds {
        for (contender, samples) in contenders.iter_mut().zip(&mut samples) {
            let result = sample(|| course.queries.iter().map(|&query| (contender.1)(query).0).sum());
            if round > 0 {
                samples.push(result);
            }
        }
        if round == 0 {
            compare_answers(course, &mut contenders)?;
        }
    }
    let times = |name: &str| {
        let index = contenders.iter().position(|contender| contender.0 == name).unwrap_or(0);
        samples[index].iter().map(|sample| sample.seconds).collect::<Vec<_>>()
    };
    let rate = |samples: &[Sample]| {
        median_and_spread(samples.iter().map(|s| s.expanded as f64 / s.seconds).collect()).0
    };
    let (peer_times, queries) = (times(PEER), course.queries.len());
    let our_rate =
        contenders.iter().zip(&samples).find(|(c, _)| c.0 == OURS).map_or(f64::NAN, |(_, s)| rate(s));
    Ok(contenders
        .iter()
        .zip(&samples)
        .map(|((contender, _), samples)| {
            let ratios = samples.iter().zip(&peer_times).map(|(own, peer)| peer / own.seconds).collect();
            let (ratio, spread) = median_and_spread(ratios);
            Row {
                map: course.name.clone(),
                contender,
                problems: queries,
                expanded: samples[0].expanded,
                seconds: median_and_spread(samples.iter().map(|s| s.seconds).collect()).0,
                expansions_per_second: rate(samples),
                times_faster_than_pathfinding: ratio,
                spread,
                rate_against_astar: rate(samples) / our_rate,
                allocations_per_query: samples[0].allocations as f64 / queries as f64,
            }
        })
        .collect())
}

/// Checks that optimal contenders agree; otherwise the comparison is meaningless.
fn compare_answers(course: &Course, contenders: &mut [Contender]) -> Result<(), String> {
    for &query in &course.queries {
        let mut lengths = contenders
            .iter_mut()
            .filter(|contender| !contender.0.contains("mha"))
            .map(|contender| (contender.0, (contender.1)(query).1));
        let Some((_, expected)) = lengths.next() else { continue };
        for (name, length) in lengths {
            if length.to_bits() != expected.to_bits() {
                return Err(format!(
                    "{}: {name} found {length}, {PEER} found {expected}: {query:?}",
                    course.name
                ));
            }
        }
    }
    Ok(())
}

/// Geometric means over the maps.
fn totals(rows: &[Row]) -> Vec<Row> {
    let mut names: Vec<&'static str> = rows.iter().map(|row| row.contender).collect();
    let maps = names.iter().filter(|name| **name == PEER).count();
    names.truncate(names.len() / maps.max(1));
    names
        .into_iter()
        .map(|contender| {
            let own: Vec<&Row> = rows.iter().filter(|row| row.contender == contender).collect();
            let mean = |number: fn(&Row) -> f64| {
                (own.iter().map(|row| number(row).ln()).sum::<f64>() / own.len() as f64).exp()
            };
            Row {
                map: "geometric mean".into(),
                contender,
                problems: own.iter().map(|row| row.problems).sum(),
                expanded: own.iter().map(|row| row.expanded).sum(),
                seconds: own.iter().map(|row| row.seconds).sum(),
                expansions_per_second: mean(|row| row.expansions_per_second),
                times_faster_than_pathfinding: mean(|row| row.times_faster_than_pathfinding),
                spread: own.iter().map(|row| row.spread).fold(0.0, f64::max),
                rate_against_astar: mean(|row| row.rate_against_astar),
                allocations_per_query: own.iter().map(|row| row.allocations_per_query).fold(0.0, f64::max),
            }
        })
        .collect()
}

fn print_table(rows: &[Row]) {
    println!(
        "{:<26} {:<24} {:>11} {:>9} {:>8} {:>14} {:>8} {:>8}",
        "map", "contender", "expanded", "ms", "Mexp/s", "× pathfinding", "× astar", "allocs/q"
    );
    for row in rows {
        println!(
            "{:<26} {:<24} {:>11} {:>9.2} {:>8.2} {:>8.2} ±{:<4.2} {:>8.2} {:>8.1}",
            row.map,
            row.contender,
            row.expanded,
            row.seconds * 1e3,
            row.expansions_per_second / 1e6,
            row.times_faster_than_pathfinding,
            row.spread,
            row.rate_against_astar,
            row.allocations_per_query
        );
    }
    println!();
    println!("× pathfinding: the peer's time divided by this one's, median of rounds ± quartile distance.");
    println!("× astar: expansions per second, relative to our own A*.");
}
