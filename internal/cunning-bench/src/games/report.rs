//! Prints rows and summaries.

use serde::Serialize;

use super::outcome::{Row, Verdict};
use super::query::Query;
use super::summary::{Share, Spread, Summary};

pub(crate) fn print_row(row: &Row) {
    let outcome = &row.outcome;
    let best = match (&row.best, row.unsolvable) {
        (Some(best), _) => {
            let word = if best.proved { "=" } else { "≤" };
            format!("{word}{} in {}", cunning_plan::show_cost(best.cost_micros), best.steps)
        }
        (None, true) => "no plan exists".to_owned(),
        (None, false) => "unknown".to_owned(),
    };
    let found = match outcome.verdict {
        Verdict::Solved => {
            outcome.plans.first().zip(outcome.last_plan()).map_or_else(String::new, |(first, last)| {
                let cost = cunning_plan::show_cost;
                if first.cost_micros == last.cost_micros {
                    format!("{} in {}", cost(first.cost_micros), first.steps)
                } else {
                    format!("{} → {} in {}", cost(first.cost_micros), cost(last.cost_micros), last.steps)
                }
            })
        }
        Verdict::Unsolvable => "unsolvable".to_owned(),
        Verdict::GaveUp => "NOTHING".to_owned(),
        Verdict::Inexpressible => "–".to_owned(),
    };
    let fault = outcome.fault.as_ref().map_or_else(String::new, |fault| format!("  {fault}"));
    println!(
        "{:<44} {:<10} best {:<16} found {:<22} compile {} first {} warm {} near {} proof {}{fault}",
        row.query,
        outcome.engine,
        best,
        found,
        show(outcome.compile_seconds),
        show(outcome.first_seconds),
        show(outcome.warm_seconds),
        show(row.near_seconds),
        show(outcome.proof_seconds),
    );
}

pub(crate) fn print_summaries(summaries: &[Summary], queries: &[Query]) {
    let best: Vec<usize> = queries.iter().filter_map(|query| Some(query.best.as_ref()?.steps)).collect();
    let share = |least: usize| 100 * best.iter().filter(|&&steps| steps >= least).count() / best.len().max(1);
    println!();
    println!(
        "{} queries, {} with a known plan; {} % of the plans have at least 12 steps, {} % at least 25",
        queries.len(),
        best.len(),
        share(12),
        share(25)
    );
    println!("times are p50 / p99 / worst of processor time over the queries with a known plan");
    for summary in summaries {
        println!();
        let part = summary.part.map_or("all", super::suite::Part::name);
        println!("{} on {part}: {} of {} solved", summary.engine, summary.solved, summary.solvable);
        let megabytes = summary.compile_bytes_max as f64 / f64::from(1 << 20);
        println!("  compile            {}  (at most {megabytes:.1} MiB a goal)", spread(summary.compile));
        println!("  first query        {}", spread(summary.first));
        println!(
            "  warm query         {}  (worst {} for plans of at most 30 steps)",
            spread(summary.warm),
            show(summary.warm_short_worst)
        );
        println!("  within 1.1 of best {}", spread(summary.near));
        let number = |ratio: Option<f64>| ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
        println!(
            "  cost / best known  {} first, {} after 20 ms (geometric means)",
            number(summary.first_ratio),
            number(summary.ratio_after_20_ms)
        );
        let [short, middle, long] = summary.proofs.map(proofs);
        println!("  proofs in 10 s     {short} below 12 steps, {middle} from 12 to 24, {long} from 25");
        if summary.unprovable > 0 {
            println!(
                "                     without {} queries with sub-goals, which have no proofs",
                summary.unprovable
            );
        }
    }
}

pub(crate) fn json(rows: &[Row], summaries: &[Summary]) -> Result<String, String> {
    #[derive(Serialize)]
    struct Report<'a> {
        rows: &'a [Row],
        summaries: &'a [Summary],
    }
    serde_json::to_string_pretty(&Report { rows, summaries }).map_err(|error| error.to_string())
}

fn proofs(share: Share) -> String {
    format!("{}/{}", share.count, share.of)
}

fn spread(spread: Spread) -> String {
    [spread.p50, spread.p99, spread.worst].map(show).join(" / ")
}

/// A time with three digits.
fn show(seconds: Option<f64>) -> String {
    match seconds {
        None => "      –".to_owned(),
        Some(seconds) if seconds < 1e-3 => format!("{:>5.0} µs", seconds * 1e6),
        Some(seconds) if seconds < 1.0 => format!("{:>5.1} ms", seconds * 1e3),
        Some(seconds) => format!("{seconds:>5.2} s "),
    }
}
