//! Random goals and rules, the same for the same seed on every machine.

use cunning_walk::Grid;
use cunning_walk::real_time::{Graph, Learning, Method, Rule};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// All free cells of a grid in random order, as candidates for goals.
pub fn candidates(grid: &Grid, seed: u64) -> Vec<u32> {
    let mut cells: Vec<u32> =
        (0..grid.state_count()).filter(|&cell| grid.is_free(grid.position(cell))).collect();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for end in (1..cells.len()).rev() {
        cells.swap(end, below(&mut random, end as u64 + 1) as usize);
    }
    cells
}

/// A random rule from the published ranges: weights from 1 to 10, shares from 0 to 1, and random switches. Numbers have two
/// decimals, so that they are printed exactly.
pub fn sample_rule(seed: u64, index: u64) -> Method {
    let mut random = Pcg64Mcg::seed_from_u64(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let hundredths =
        |random: &mut Pcg64Mcg, from: u64, to: u64| (from + below(random, to - from + 1)) as f64 / 100.0;
    Method::Rule(Rule {
        weight: hundredths(&mut random, 100, 1000),
        cost_weight: hundredths(&mut random, 100, 1000),
        beam: hundredths(&mut random, 0, 100),
        // A rule that never learns would be hill climbing.
        step_size: hundredths(&mut random, 1, 100),
        learning: Learning::ALL[below(&mut random, 4) as usize],
        avoids_depressions: below(&mut random, 2) == 1,
        removes_expendable: below(&mut random, 2) == 1,
    })
}

/// A number below `end`.
fn below(random: &mut Pcg64Mcg, end: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(end)) >> 64) as u64
}
