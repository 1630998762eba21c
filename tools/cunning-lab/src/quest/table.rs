//! Rows as CSV.

use std::fmt::Write;

use super::Row;

/// All rows as CSV with a header.
pub fn csv(rows: &[Row]) -> String {
    let mut text = String::from("label,planner,bound,cost,optimal,expanded,generated,seconds,placement\n");
    for row in rows {
        let Row { label, planner, bound, cost, optimal, expanded, generated, seconds, placement, .. } = row;
        let placement = placement.map(|number| number.to_string()).unwrap_or_default();
        let _ = writeln!(
            text,
            "{label},\"{planner}\",{bound},{cost},{optimal},{expanded},{generated},{seconds},{placement}"
        );
    }
    text
}
