//! A fixed piece of work whose time tells how fast the machine is at the moment.

use std::hint::black_box;

const ROUNDS: u32 = 20_000_000;

/// Runs the fixed work and returns the milliseconds it took. `clock` returns seconds of processor time.
pub fn calibrate(clock: &mut dyn FnMut() -> f64) -> f64 {
    let begin = clock();
    let mut number = 1_u64;
    for _ in 0..ROUNDS {
        number = (number ^ (number >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    }
    black_box(number);
    (clock() - begin) * 1e3
}
