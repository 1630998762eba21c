//! The performance targets for plans.

use super::contender::OURS;
use super::report::{Row, Status};
use crate::target::Target;

/// The problem, the peer, and how many times as fast we must be at least.
const FASTER: [(&str, &str, f64); 5] = [
    ("a_fear", "pathfinding", 3.0),
    ("a_fear", "dogoap", 100.0),
    ("d_craft_house", "pathfinding", 2.0),
    ("d_craft_house", "dogoap", 50.0),
    ("e_unsolv_12", "pathfinding", 100.0),
];

pub(crate) fn targets(rows: &[Row], cap_seconds: f64) -> Vec<Target> {
    let mut targets: Vec<Target> = FASTER
        .iter()
        .map(|&(problem, peer, least)| faster(rows, problem, peer, least, cap_seconds))
        .collect();
    targets.push(mutex(rows));
    targets.push(noise(rows));
    targets.push(allocations(rows));
    targets.push(answers(rows));
    targets
}

fn row<'a>(rows: &'a [Row], problem: &str, contender: &str) -> Option<&'a Row> {
    rows.iter().find(|row| row.problem == problem && row.contender == contender)
}

fn faster(rows: &[Row], problem: &str, peer: &str, least: f64, cap_seconds: f64) -> Target {
    let ours = row(rows, problem, OURS).and_then(|row| row.speed);
    let times = row(rows, problem, peer).and_then(|row| match (row.speed, row.status, ours) {
        (Some(speed), _, _) => speed.times_ours,
        // Its time is at least the limit.
        (None, Status::TookTooLong, Some(ours)) => Some(cap_seconds * 1e6 / ours.micros),
        _ => None,
    });
    Target {
        what: format!("{problem}: at least {least} times as fast as {peer}"),
        measured: times.map_or_else(String::new, |times| format!("{times:.2} times")),
        met: times.map(|times| times >= least),
    }
}

fn mutex(rows: &[Row]) -> Target {
    let expanded: Vec<f64> = rows
        .iter()
        .filter(|row| row.contender == OURS && row.problem.starts_with("e_mutex"))
        .filter_map(|row| row.expanded)
        .collect();
    let least = expanded.iter().copied().fold(f64::INFINITY, f64::min);
    let most = expanded.iter().copied().fold(0.0, f64::max);
    let is_known = expanded.len() > 1;
    Target {
        what: "e_mutex: expansions do not depend on the toggles".into(),
        measured: if is_known { format!("{least:.0} to {most:.0} expansions") } else { String::new() },
        met: is_known.then_some(most - least < 0.5),
    }
}

fn noise(rows: &[Row]) -> Target {
    let micros = |problem: &str| row(rows, problem, OURS).and_then(|row| row.speed).map(|speed| speed.micros);
    let times = micros("c_own_n32_d64").zip(micros("c_own_n32_d0")).map(|(noisy, quiet)| noisy / quiet);
    Target {
        what: "c_own_n32: 64 irrelevant actions at most double our time".into(),
        measured: times.map_or_else(String::new, |times| format!("{times:.2} times")),
        met: times.map(|times| times <= 2.0),
    }
}

fn allocations(rows: &[Row]) -> Target {
    let ours = rows.iter().filter(|row| row.contender == OURS).filter_map(|row| row.speed);
    let most = ours.map(|speed| speed.allocations).reduce(f64::max);
    Target {
        what: "no allocations for a plan in steady state".into(),
        measured: most.map_or_else(String::new, |most| format!("{most:.0} at most")),
        met: most.map(|most| most < 0.5),
    }
}

fn answers(rows: &[Row]) -> Target {
    let ours: Vec<&Row> = rows.iter().filter(|row| row.contender == OURS).collect();
    let perfect = ours.iter().filter(|row| row.is_perfect()).count();
    Target {
        what: "an optimal answer to every problem in time".into(),
        measured: format!("{perfect} of {}", ours.len()),
        met: (!ours.is_empty()).then_some(perfect == ours.len()),
    }
}
