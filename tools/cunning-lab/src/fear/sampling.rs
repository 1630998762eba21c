//! Goals and rules by chance, the same for the same seed on every machine.

use cunning_walk::Grid;
use cunning_walk::real_time::{Graph, Learning, Method, Rule};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// All free cells of a grid in a random order: goals to be tried one after the other, none twice.
pub fn candidates(grid: &Grid, seed: u64) -> Vec<u32> {
    let mut cells: Vec<u32> =
        (0..grid.state_count()).filter(|&cell| grid.is_free(grid.position(cell))).collect();
    let mut dice = Pcg64Mcg::seed_from_u64(seed);
    for end in (1..cells.len()).rev() {
        cells.swap(end, below(&mut dice, end as u64 + 1) as usize);
    }
    cells
}

/// A random rule from the published ranges: weights from 1 to 10, shares from 0 to 1, everything else one way or the
/// other. Numbers have two decimals, so that what is printed is what was run.
pub fn sample_rule(seed: u64, index: u64) -> Method {
    let mut dice = Pcg64Mcg::seed_from_u64(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let hundredths =
        |dice: &mut Pcg64Mcg, from: u64, to: u64| (from + below(dice, to - from + 1)) as f64 / 100.0;
    Method::Rule(Rule {
        weight: hundredths(&mut dice, 100, 1000),
        cost_weight: hundredths(&mut dice, 100, 1000),
        beam: hundredths(&mut dice, 0, 100),
        // A rule that never learns is hill climbing, not one of these.
        step_size: hundredths(&mut dice, 1, 100),
        learning: Learning::ALL[below(&mut dice, 4) as usize],
        avoids_depressions: below(&mut dice, 2) == 1,
        removes_expendable: below(&mut dice, 2) == 1,
    })
}

/// A number below `end`.
fn below(dice: &mut Pcg64Mcg, end: u64) -> u64 {
    ((u128::from(dice.next_u64()) * u128::from(end)) >> 64) as u64
}
