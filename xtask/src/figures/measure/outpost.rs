//! The table of `outpost`: how often the company wins against garrisons of five strengths, with and without autonomy and
//! reports.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use super::{result, won};

/// The strengths of the garrison.
const LEVELS: [&str; 5] = ["weak", "light", "normal", "strong", "fortress"];
/// The team that attacks.
const TEAM: &str = "south";
const SEEDS: (u64, u64) = (1_000_000, 1_000_400);
/// The columns: heading and options of the command.
const VARIANTS: [(&str, &str); 4] = [
    ("decides for itself, reports", ""),
    ("decides for itself, no reports", " --without sharing"),
    ("on orders only, reports", " --set autonomous=false"),
    ("on orders only, no reports", " --set autonomous=false --without sharing"),
];

/// Measures and returns the table in Markdown.
pub(super) fn table(program: &Path) -> io::Result<String> {
    let runs = SEEDS.1 - SEEDS.0;
    let headings = VARIANTS.map(|(heading, _)| heading).join(" | ");
    let mut text = format!("\n| garrison | {headings} |\n|---|---|---|---|---|\n");
    let mut rows = Vec::new();
    for level in LEVELS {
        let mut row = [0; VARIANTS.len()];
        for (cell, (_, options)) in row.iter_mut().zip(VARIANTS) {
            let line = format!("run outpost --seeds {}..{} --difficulty {level}{options}", SEEDS.0, SEEDS.1);
            let counted = won(&result(program, &line)?, TEAM);
            *cell = counted.ok_or_else(|| io::Error::other(format!("`{line}` has no team {TEAM}")))?;
        }
        let cells = row.map(|won| format!("{:.1} %", 100.0 * won as f64 / runs as f64)).join(" | ");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {level} | {cells} |");
        rows.push(row);
    }
    let strata =
        |one: usize, other: usize| rows.iter().map(move |row| (row[one], row[other])).collect::<Vec<_>>();
    let autonomy = [strata(0, 2), strata(1, 3)].concat();
    let reports = [strata(0, 1), strata(2, 3)].concat();
    let _ = writeln!(
        text,
        "\n{runs} seeds each, from {}. Over all strengths together (Cochran–Mantel–Haenszel) autonomy raises the share won \
         with z = {:.1} and reports with z = {:.1}; z above 2.3 is p < 0.01.",
        SEEDS.0,
        score(&autonomy, runs),
        score(&reports, runs),
    );
    Ok(text)
}

/// The Cochran–Mantel–Haenszel score of pairs of wins out of equally many runs: how many standard deviations the first of
/// the pairs together are above what equal chances would give.
fn score(strata: &[(u64, u64)], runs: u64) -> f64 {
    let runs = runs as f64;
    let (mut above, mut variance) = (0.0, 0.0);
    for (one, other) in strata {
        let won = (one + other) as f64;
        above += *one as f64 - won / 2.0;
        variance += won * (2.0 * runs - won) / (4.0 * (2.0 * runs - 1.0));
    }
    if variance > 0.0 { above / variance.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_is_that_of_cochran_mantel_and_haenszel() {
        // One stratum of 2 × 100 runs with 60 and 40 wins: 10 above 50, variance 100 · 100 · 100 · 100 / (200² · 199).
        assert!((score(&[(60, 40)], 100) - 10.0 / (2_500.0_f64 / 199.0).sqrt()).abs() < 1e-9);
        assert!(score(&[(60, 40), (40, 60)], 100).abs() < 1e-9);
        assert!(score(&[(0, 0)], 100).abs() < 1e-9);
    }
}
