//! `cargo xtask bindings --overhead`: what the C interface costs a crowd, compared with the same crowd in Rust.

use std::io::{self, Write};
use std::process::{Command, ExitCode};

use super::native::compile;
use super::{output, path, stage};
use crate::process::{root, target};

/// Odd, so that there is a median.
const RUNS: usize = 9;
/// The most that C may take, in units of Rust.
const RATIO_MAX: f64 = 1.1;

/// Runs both crowds in turns and compares the medians. The exit code is 1 if C takes too long.
pub(crate) fn run() -> io::Result<ExitCode> {
    let stage = stage::build_fast()?;
    let c =
        compile(&stage, &["gcc", "-std=c11", "-O2"], "bindings/c/examples/crowd.c", "crowd-c", &[], false)?;
    let rust = target(&root()).join("fast/examples/crowd");
    let domain = path("bindings/c/examples/crowd.toml");
    let mut times = [Vec::new(), Vec::new()];
    let mut rests = Vec::new();
    for _ in 0..RUNS {
        for (program, times) in [&rust, &c].into_iter().zip(&mut times) {
            let line = output(Command::new(program).arg(&domain))?;
            let (ms, rest) = line.split_once(' ').ok_or_else(|| io::Error::other(line.clone()))?;
            times.push(ms.parse::<f64>().map_err(io::Error::other)?);
            rests.push(rest.to_owned());
        }
    }
    rests.dedup();
    if rests.len() != 1 {
        return Err(io::Error::other(format!("the crowds did not do the same: {rests:?}")));
    }
    let [rust, c] = times.map(median);
    let mut out = io::stdout();
    writeln!(out, "10,000 agents, {}", rests.concat().trim_end())?;
    writeln!(out, "Rust {rust:.3} ms per tick, C {c:.3} ms per tick, medians of {RUNS} interleaved runs")?;
    writeln!(out, "C takes {:.3} times as long as Rust; at most {RATIO_MAX} is wanted", c / rust)?;
    Ok(if c / rust <= RATIO_MAX { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_the_middle_one() {
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
    }
}
