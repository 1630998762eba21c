//! Our answers beside the peer's: which queries only one of them solves, and how much faster we are where both do.

use super::ferroplan;
use super::outcome::{Row, Verdict};

/// A time below this is below the resolution of the peer's clock.
const LEAST_SECONDS: f64 = 1e-5;
/// The peer's time from which a query counts as hard for it.
const HARD_SECONDS: f64 = 0.05;

/// Prints the comparison of an engine with the peer, if both took part.
pub(crate) fn print(rows: &[Row], engine: &str) {
    let of = |name: &str, query: &str| {
        rows.iter().find(|row| row.outcome.engine == name && row.query == query).map(|row| &row.outcome)
    };
    let (mut both, mut only_ours, mut only_theirs, mut invalid) = (Vec::new(), 0, Vec::new(), 0);
    for row in rows.iter().filter(|row| row.outcome.engine == ferroplan::NAME) {
        let Some(ours) = of(engine, &row.query) else { continue };
        invalid += u32::from(row.outcome.fault.is_some());
        let theirs = &row.outcome;
        match (ours.verdict == Verdict::Solved, theirs.verdict == Verdict::Solved) {
            (true, true) => both.push((ours, theirs)),
            (true, false) => only_ours += 1,
            (false, true) => only_theirs.push(row.query.as_str()),
            (false, false) => {}
        }
    }
    if both.is_empty() {
        return;
    }
    let text_to_plan = |outcome: &super::Outcome| {
        outcome.compile_seconds.unwrap_or(0.0) + outcome.first_seconds.unwrap_or(0.0)
    };
    // The peer's compilation includes its tables, so ours are made too.
    let search = |outcome: &super::Outcome| outcome.warm_seconds.unwrap_or(0.0);
    let faster = |hard: bool, seconds: &dyn Fn(&super::Outcome) -> f64| {
        let chosen = both.iter().filter(|(_, theirs)| !hard || text_to_plan(theirs) > HARD_SECONDS);
        let logs: Vec<f64> = chosen
            .map(|(ours, theirs)| {
                (seconds(theirs).max(LEAST_SECONDS) / seconds(ours).max(LEAST_SECONDS)).ln()
            })
            .collect();
        (logs.len(), (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp())
    };
    println!();
    println!(
        "{engine} beside {}: both solve {}, only we {only_ours}, only it {}",
        ferroplan::NAME,
        both.len(),
        only_theirs.len()
    );
    for query in only_theirs {
        println!("  only it solves {query}");
    }
    println!("  {invalid} of its plans are invalid in the domain and count as none");
    for (hard, which) in [(false, "all of them"), (true, "those that take it more than 50 ms")] {
        let (count, whole) = faster(hard, &text_to_plan);
        let (_, alone) = faster(hard, &search);
        println!(
            "  {which} ({count}): {whole:.1}× faster from text to plan, {alone:.1}× in the search alone (geometric means)"
        );
    }
}
