//! `cunning sweep collect`: writes the table, summaries, charts and the report.

use cunning_sweep::{Plan, ResultFolder, Summaries, Table, charts, report};
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// The command that runs a cell again.
pub(crate) fn repeat(folder: &ResultFolder, cell: &str) -> String {
    format!("cunning sweep run {} --cell {cell}", folder.path().display())
}

/// The table of a folder, and what was written about it.
pub(crate) struct Collected {
    table: Table,
    /// The report without its charts, which a terminal cannot show.
    report: String,
    /// The names of the files.
    files: Vec<String>,
}

/// Writes the table, summaries, charts and the report.
pub(crate) fn write_tables(plan: &Plan, folder: &ResultFolder) -> Result<Collected, Failure> {
    let table = Table::collect(plan, folder)?;
    let summaries = Summaries::new(plan, &table);
    let charts = charts(plan, &table, &summaries).map_err(|error| Failure::input("cli/picture", error))?;
    let report_with = |charts| report(plan, &table, &summaries, charts, &|cell| repeat(folder, cell));
    let report = report_with(&[]);
    let mut contents = vec![
        ("table.csv".to_owned(), table.to_csv()),
        ("columns.json".to_owned(), table.columns_json()),
        ("timing.csv".to_owned(), table.timing_csv()),
        ("summary.csv".to_owned(), summaries.to_csv()),
        ("report.md".to_owned(), report_with(&charts)),
    ];
    contents.extend(charts.into_iter().map(|chart| (chart.file, chart.svg)));
    for (name, text) in &contents {
        folder.write(name, text.as_bytes())?;
    }
    folder.sweep_leftovers()?;
    Ok(Collected { table, report, files: contents.into_iter().map(|(name, _)| name).collect() })
}

pub(crate) fn collect(plan: &Plan, folder: &ResultFolder, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Record {
        cells: u64,
        done: u64,
        failed: u64,
        missing: u64,
        busy_seconds: f64,
        files: Vec<String>,
    }
    let Collected { table, report, files } = write_tables(plan, folder)?;
    let failed = plan.len() - table.missing - table.finished();
    if output.is_json() {
        output.json(&Record {
            cells: plan.len(),
            done: table.finished(),
            failed,
            missing: table.missing,
            busy_seconds: table.busy_ms() / 1000.0,
            files: files.iter().map(|name| folder.path().join(name).display().to_string()).collect(),
        })?;
    } else {
        output.text(&report)?;
        output.note(&format!("Written to {}: {}", folder.path().display(), files.join(", ")));
    }
    Ok(match (failed, table.missing) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::OutOfBudget,
        _ => Exit::CheckFailed,
    })
}
