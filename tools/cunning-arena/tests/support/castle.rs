//! Random layouts with a castle on the direct path and a longer road around it, generated from a seed.
//!
//! A layout has a castle of 13 to 29 by 11 to 19 cells with a maze inside (some of its dead ends are opened),
//! gates in the middle of its west and east walls that are locked at night, 5 to 10 cells of causeway before and behind it, a village
//! and a mill at the ends, and a road around the lake, north or south of the castle, 2 to 6 cells beyond its
//! walls. A layout is kept if the path through the castle is shorter than the path around it from every cell
//! of the village. Nothing else is checked: whether a villager gets lost in it shows when it is run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cunning_arena::Cell;
use cunning_walk::generate::{Kind, Maze, generate};
use cunning_walk::real_time::{Graph as _, distances};
use cunning_walk::{Corners, Grid, Map};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The rest of the scene, like the project's castle scene with other villagers.
const REST: &str = r#"
[legend]
h = { spot = "home" }
m = { spot = "mill" }
c = { spot = "castle" }
W = { door = "open", name = "west_gate" }
E = { door = "open", name = "east_gate" }
[body.villager]
speed = 10
sight = 200
view = 360
[rules]
bodies = "pass"
scatter = true
day = "40 min"
hour = 6
[navigator.bitten]
fear = 1
knows = ["memory"]
[navigator.onlooker]
fear = 1
knows = ["seen"]
[navigator.mapped]
fear = 1
knows = ["memory"]
map_range = 10
[navigator.fearless_mapped]
fear = 0
knows = ["memory"]
map_range = 10
[[actor]]
name = "mara"
team = "village"
at = "home"
body = "villager"
navigator = "bitten"
archetype = "carter"
domain = "carter.toml"
[[actor]]
name = "nell"
team = "village"
at = "home"
body = "villager"
navigator = "mapped"
archetype = "carter"
domain = "carter.toml"
[[actor]]
name = "hugo"
team = "village"
at = "home"
body = "villager"
navigator = "fearless_mapped"
archetype = "carter"
domain = "carter.toml"
[[actor]]
name = "tom"
team = "village"
at = "home"
body = "villager"
navigator = "onlooker"
archetype = "helper"
domain = "carter.toml"
set = { first_day = 2 }
[[actor]]
name = "elder"
team = "village"
at = "home"
body = "villager"
archetype = "elder"
domain = "carter.toml"
set = { first_day = 3 }
[[win]]
team = "village"
fact = "two_days_have_passed"
[[event]]
at = "1390 s"
lock = "west_gate"
[[event]]
at = "1390 s"
lock = "east_gate"
[[event]]
at = "2390 s"
open = "west_gate"
[[event]]
at = "2390 s"
open = "east_gate"
[do]
fetch = ["seek mill", "wait until 20"]
go_home = "return"
look_on = "wait until 20"
sleep = "wait until 6"
tell = "wait 1 s"
"#;

/// A generated layout.
pub struct Layout {
    /// The text of the scene.
    pub text: String,
    /// The length of the path around the castle from each cell of the village, in cells.
    pub around: BTreeMap<Cell, f64>,
    /// How many drawings were needed.
    pub drawn: u64,
}

pub fn layout(seed: u64) -> Layout {
    let mut dice = Pcg64Mcg::seed_from_u64(seed);
    let mut drawn = 1;
    loop {
        let rows = draw(&mut dice);
        if let Some(around) = paths_around(&rows) {
            let mut text = "[scene]\nname = \"layout\"\nteams = [\"village\"]\nmap = \"\"\"\n".to_owned();
            for row in rows {
                let _ = writeln!(text, "{row}");
            }
            return Layout { text: text + "\"\"\"\n" + REST, around, drawn };
        }
        drawn += 1;
    }
}

fn draw(dice: &mut Pcg64Mcg) -> Vec<String> {
    let mut between = |low: u32, high: u32| low + (dice.next_u64() % u64::from(high - low + 1)) as u32;
    // The halls of a maze are in odd rows and columns; this makes the middle row one of them.
    let (wide, high) = (2 * between(6, 14) + 1, 4 * between(2, 4) + 3);
    let (before, behind, aside) = (between(5, 10), between(5, 10), between(2, 6));
    let (village, mill) = (between(5, 9), between(4, 6));
    let middle = aside + 3 + high / 2;
    let fork = 1 + village;
    let gate = fork + 2 + before;
    let end = gate + wide;
    let join = end + behind;
    let width = join + 2 + mill + 1;
    let mut rows = vec![vec!['~'; width as usize]; (middle + high / 2 + 4) as usize];
    let mut fill = |x: std::ops::Range<u32>, y: std::ops::Range<u32>, letter: char| {
        y.for_each(|y| x.clone().for_each(|x| rows[y as usize][x as usize] = letter));
    };
    fill(1..fork, middle - 2..middle + 3, 'h');
    fill(fork..gate, middle..middle + 1, '.');
    fill(end..join + 2, middle..middle + 1, '.');
    fill(join + 2..width - 1, middle..middle + 2, 'm');
    fill(fork..fork + 2, 1..middle + 1, '.');
    fill(join..join + 2, 1..middle + 1, '.');
    fill(fork..join + 2, 1..3, '.');
    let braid_percent = between(20, 90);
    let maze = generate(Kind::Maze(Maze { braid_percent }), wide, high, u64::from(between(0, 1 << 30)));
    let maze = maze.unwrap();
    for y in 0..high {
        for x in 0..wide {
            let letter = match (y == high / 2, x) {
                (true, 0) => 'W',
                (true, x) if x == wide - 1 => 'E',
                _ if maze.is_free(x, y) => 'c',
                _ => 'o',
            };
            rows[(middle - high / 2 + y) as usize][(gate + x) as usize] = letter;
        }
    }
    if between(0, 1) == 1 {
        rows.reverse();
    }
    rows.into_iter().map(String::from_iter).collect()
}

/// Returns the lengths of the paths around the castle, if all of them are longer than those through it.
fn paths_around(rows: &[String]) -> Option<BTreeMap<Cell, f64>> {
    let grid = |free: &str| {
        let letter = |letter: char| if free.contains(letter) { '.' } else { '@' };
        let rows: Vec<String> = rows.iter().map(|row| row.chars().map(letter).collect()).collect();
        Grid::new(&Map::from_rows(&rows).unwrap(), Corners::Strict)
    };
    let cells = |wanted: char| {
        let row = |(y, row): (usize, &String)| {
            let found = row.char_indices().filter(|(_, letter)| *letter == wanted);
            found.map(|(x, _)| (x as u32, y as u32)).collect::<Vec<_>>()
        };
        rows.iter().enumerate().flat_map(row).collect::<Vec<_>>()
    };
    let (all, around) = (grid(".hmcWE"), grid(".hm"));
    let homes = cells('h');
    let goal = *cells('m').iter().min_by_key(|(x, y)| (*x, y.abs_diff(homes[homes.len() / 2].1))).unwrap();
    let goal = all.cell(goal).unwrap();
    let (through, around) = (distances(&all, goal).unwrap(), distances(&around, goal).unwrap());
    let path = |&(x, y): &(u32, u32)| {
        let home = all.cell((x, y)).unwrap() as usize;
        let is_short_cut = through[home] < around[home];
        is_short_cut.then_some((Cell::new(x as u16, y as u16), around[home] / all.unit()))
    };
    homes.iter().map(path).collect()
}
