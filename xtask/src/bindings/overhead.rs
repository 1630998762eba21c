//! `cargo xtask bindings --overhead`: what bindings cost a crowd, compared with the same crowd in Rust.

use std::io::{self, Write};
use std::process::{Command, ExitCode};

use super::native::compile;
use super::{csharp, output, path, python, stage};
use crate::process::{root, target};

/// Odd, so that there is a median.
const RUNS: usize = 9;

/// A crowd in some language, and the most time that it may take, in units of Rust.
struct Crowd {
    language: &'static str,
    ratio_max: f64,
    command: Box<dyn Fn() -> Command>,
    times: Vec<f64>,
}

impl Crowd {
    fn new(language: &'static str, ratio_max: f64, command: impl Fn() -> Command + 'static) -> Self {
        Self { language, ratio_max, command: Box::new(command), times: Vec::new() }
    }
}

/// Runs all crowds in turns and compares the medians. The exit code is 1 if one takes too long.
pub(crate) fn run() -> io::Result<ExitCode> {
    let stage = stage::build_fast()?;
    let c =
        compile(&stage, &["gcc", "-std=c11", "-O2"], "bindings/c/examples/crowd.c", "crowd-c", &[], false)?;
    let rust = target(&root()).join("fast/examples/crowd");
    let sharp = csharp::compile_example("Crowd")?;
    let package = python::stage("fast")?;
    let mut crowds = [
        Crowd::new("Rust", 1.0, move || Command::new(&rust)),
        Crowd::new("C", 1.1, move || Command::new(&c)),
        Crowd::new("C#", 1.3, move || csharp::mono(&stage, &sharp)),
        Crowd::new("Python", 3.0, move || python::script(&package, "bindings/python/examples/crowd.py")),
    ];
    let domain = path("bindings/c/examples/crowd.toml");
    let mut rests = Vec::new();
    for _ in 0..RUNS {
        for crowd in &mut crowds {
            let line = output((crowd.command)().arg(&domain))?;
            let (ms, rest) = line.split_once(' ').ok_or_else(|| io::Error::other(line.clone()))?;
            crowd.times.push(ms.parse::<f64>().map_err(io::Error::other)?);
            rests.push(rest.to_owned());
        }
    }
    rests.dedup();
    if rests.len() != 1 {
        return Err(io::Error::other(format!("the crowds did not do the same: {rests:?}")));
    }
    let mut out = io::stdout();
    writeln!(out, "10,000 agents, {}", rests.concat().trim_end())?;
    writeln!(out, "medians of {RUNS} interleaved runs:")?;
    let mut first = None;
    let mut is_good = true;
    for crowd in crowds {
        let (time, ratio_max) = (median(crowd.times), crowd.ratio_max);
        let ratio = time / *first.get_or_insert(time);
        is_good &= ratio <= ratio_max;
        let language = crowd.language;
        writeln!(
            out,
            "{language:7} {time:8.3} ms per tick, {ratio:.3} of Rust (target: at most {ratio_max})"
        )?;
    }
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
