//! Layouts with a maze-like castle on the straight line to the goal, and a longer road around it.

use cunning_walk::generate::{Kind, Maze, generate};
use cunning_walk::real_time::{Graph, Method, Run, Walker, distances, octile_distances};
use cunning_walk::{Corners, Grid, Map};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A castle between the starts and the goal.
pub struct Layout {
    pub grid: Grid,
    pub goal: u32,
    /// The starts of walks.
    pub starts: Vec<u32>,
    /// Which cells are inside the castle.
    pub inside: Vec<bool>,
}

/// The layout of a seed. The path through the castle is the shortest, yet a walker without fear needs longer in it than on
/// the road around it. Layouts without this property are drawn again.
pub fn layout(seed: u64) -> Layout {
    let mut dice = Pcg64Mcg::seed_from_u64(seed);
    loop {
        let layout = draw(&mut dice);
        if is_misleading(&layout) {
            return layout;
        }
    }
}

fn draw(dice: &mut Pcg64Mcg) -> Layout {
    let mut between = |low: u32, high: u32| low + (dice.next_u64() % u64::from(high - low + 1)) as u32;
    // A maze has its halls in odd rows and columns; this makes the middle row one of them.
    let (wide, high) = (2 * between(6, 14) + 1, 4 * between(2, 4) + 3);
    let climb = high / 2 + 2;
    let (fork, row) = (between(4, 7), climb + 2);
    let gate_row = row + 1;
    let gate = fork + climb + between(2, 4);
    let end = gate + wide;
    let last = end + climb + between(2, 4);
    let width = last + 8;
    let mut rows = vec![vec!['@'; width as usize]; (gate_row + high / 2 + 3) as usize];
    let mut open = |x: u32, y: u32| rows[y as usize][x as usize] = '.';
    for y in row - 1..=row + 1 {
        (1..fork).for_each(|x| open(x, y));
        (end..width - 1).for_each(|x| open(x, y + 1));
    }
    // Where the road forks, the branch to the castle bends down and the road around it bends up.
    open(fork, row);
    (fork + 1..gate).for_each(|x| open(x, gate_row));
    for x in fork..=last {
        let up = (x - fork).min(last - x).min(climb);
        open(x, row - up);
        if up == climb {
            open(x, row - up - 1);
        }
    }
    let braid_percent = between(20, 80);
    let maze = generate(Kind::Maze(Maze { braid_percent }), wide, high, u64::from(between(0, 1 << 30)));
    let maze = maze.unwrap();
    for y in 0..high {
        for x in 0..wide {
            let is_gate = y == high / 2 && (x == 0 || x == wide - 1);
            if is_gate || maze.is_free(x, y) {
                open(gate + x, gate_row - high / 2 + y);
            }
        }
    }
    let height = rows.len() as u32;
    let is_upside_down = between(0, 1) == 1;
    if is_upside_down {
        rows.reverse();
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let grid = Grid::new(&Map::from_rows(&rows).unwrap(), Corners::Cut);
    let turned = |y: u32| if is_upside_down { height - 1 - y } else { y };
    let cell = |(x, y): (u32, u32)| grid.cell((x, turned(y))).unwrap();
    let goal = cell((width - between(2, 5), gate_row + between(0, 1)));
    let starts = (1..=3).flat_map(|x| (row - 1..=row + 1).map(move |y| (x, y))).map(cell).collect();
    let inside = (0..grid.state_count()).map(|cell| {
        let (x, y) = grid.position(cell);
        (gate + 1..gate + wide - 1).contains(&x) && turned(y).abs_diff(gate_row) <= high / 2
    });
    let inside = inside.collect();
    Layout { grid, goal, starts, inside }
}

/// Whether the castle is a short cut on the map and a detour for LRTA*.
fn is_misleading(layout: &Layout) -> bool {
    let Layout { grid, goal, starts, inside } = layout;
    let optimal = distances(grid, *goal).unwrap();
    let rows: Vec<String> = (0..grid.height())
        .map(|y| {
            let letter = |x| {
                let cell = grid.cell((x, y)).unwrap() as usize;
                if grid.is_free((x, y)) && !inside[cell] { '.' } else { '@' }
            };
            (0..grid.width()).map(letter).collect()
        })
        .collect();
    let without = Grid::new(&Map::from_rows(&rows).unwrap(), Corners::Cut);
    let around = distances(&without, *goal).unwrap();
    starts.iter().all(|&start| {
        let mut walker =
            Walker::new(grid, Method::LRTA, octile_distances(grid, *goal), start, *goal).unwrap();
        let Run::Arrived(walked) = walker.run(u64::MAX) else { return false };
        optimal[start as usize] < around[start as usize] && walked as f64 > 1.5 * around[start as usize]
    })
}
