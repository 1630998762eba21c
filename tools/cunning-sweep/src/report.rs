//! The report of a sweep as Markdown, and its charts.

use std::fmt::Write as _;

use cunning_draw::{DrawError, INTERVALS_MAX, IntervalChart, IntervalRow, Line, LineChart, Scale};
use serde_json::Value;

use crate::key::show;
use crate::plan::Plan;
use crate::spec::Levels;
use crate::stats::Interval;
use crate::summary::{Summaries, Summary, SummaryKind};
use crate::table::Table;

/// How many rows a table of the report has at most.
const ROWS_MAX: usize = 60;
/// How many lines a chart has at most: as many as there are colours.
const LINES_MAX: usize = cunning_draw::palette::PATHS.len();
/// How many failed cells the report lists.
const FAILED_SHOWN: usize = 20;

/// A chart of a sweep.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The name of the file.
    pub file: String,
    /// The SVG document.
    pub svg: String,
}

/// A number with four significant digits.
pub(crate) fn brief(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return format!("{number}");
    }
    let digits = (3 - number.abs().log10().floor() as i32).clamp(0, 6) as usize;
    format!("{number:.digits$}")
}

/// An interval as text: shares in per cent.
pub(crate) fn show_interval(kind: SummaryKind, is_share: bool, interval: Interval) -> String {
    let Interval { mean, low, high, .. } = interval;
    match kind {
        SummaryKind::Share => format!("{:.1} % ({:.1} to {:.1})", mean * 100.0, low * 100.0, high * 100.0),
        // An interval of no width would claim more than the pairs can show.
        SummaryKind::Difference if low >= 0.0 && high <= 0.0 => "none: all pairs are equal".to_owned(),
        SummaryKind::Difference if is_share => {
            format!("{:+.1} points ({:+.1} to {:+.1})", mean * 100.0, low * 100.0, high * 100.0)
        }
        SummaryKind::Difference => {
            let sign = if mean > 0.0 { "+" } else { "" };
            format!("{sign}{} ({} to {})", brief(mean), brief(low), brief(high))
        }
        SummaryKind::Mean => format!("{} ({} to {})", brief(mean), brief(low), brief(high)),
    }
}

/// The charts of all measures, without times unless the sweep measures them.
pub fn charts(plan: &Plan, table: &Table, summaries: &Summaries) -> Result<Vec<Chart>, DrawError> {
    let mut charts = Vec::new();
    for (measure, kind) in measures(summaries) {
        let rows: Vec<&Summary> =
            summaries.all.iter().filter(|one| one.measure == measure && one.kind == kind).collect();
        if rows.len() < 2 && kind != SummaryKind::Difference {
            continue;
        }
        let svg = match x_axis(plan, summaries) {
            Some(x) if kind != SummaryKind::Difference => {
                line_chart(plan, table, summaries, &measure, kind, &x)?
            }
            _ => interval_chart(plan, summaries, &measure, kind, &rows)?,
        };
        let prefix = if kind == SummaryKind::Difference { "difference-" } else { "" };
        charts.push(Chart { file: format!("{prefix}{}.svg", file_stem(&measure)), svg });
    }
    Ok(charts)
}

fn file_stem(measure: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let stem: String = measure.chars().map(letter).collect();
    stem.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// The measures with their kinds, each once.
fn measures(summaries: &Summaries) -> Vec<(String, SummaryKind)> {
    let mut all: Vec<(String, SummaryKind)> = Vec::new();
    for summary in &summaries.all {
        if !all.iter().any(|(name, kind)| *name == summary.measure && *kind == summary.kind) {
            all.push((summary.measure.clone(), summary.kind));
        }
    }
    all
}

/// The numeric parameter on the horizontal axis: the one that the sweep names, or the first with several numbers.
fn x_axis(plan: &Plan, summaries: &Summaries) -> Option<String> {
    let spec = plan.spec();
    if let Some(x) = &spec.group.x {
        return Some(x.clone());
    }
    let is_axis = |name: &&String| {
        spec.parameters.iter().any(|parameter| {
            let is_numeric = match &parameter.levels {
                Levels::Listed(levels) => {
                    levels.len() > 2 && levels.iter().all(|level| level.label.is_number())
                }
                Levels::Sampled(..) => false,
            };
            parameter.name == **name && is_numeric
        })
    };
    summaries.by.iter().find(is_axis).cloned()
}

fn axis_label(kind: SummaryKind, measure: &str) -> String {
    match kind {
        SummaryKind::Share => format!("share of {measure}, 95 % interval"),
        SummaryKind::Mean => format!("mean of {measure}, 95 % interval"),
        SummaryKind::Difference => format!("difference of {measure}, 95 % interval"),
    }
}

/// A curve over the horizontal axis for each combination of the other parameters, or for all of them together if they are
/// too many.
fn line_chart(
    plan: &Plan,
    table: &Table,
    summaries: &Summaries,
    measure: &str,
    kind: SummaryKind,
    x: &str,
) -> Result<String, DrawError> {
    let others: Vec<String> = summaries.by.iter().filter(|name| *name != x).cloned().collect();
    let (mut lines, mut rest): (Vec<Line>, &[String]) = (Vec::new(), &[]);
    for count in [others.len(), others.len().min(1), 0] {
        let by: Vec<String> = std::iter::once(x.to_owned()).chain(others[..count].iter().cloned()).collect();
        (lines, rest) = (curves(table, &by, measure, kind), &others[count..]);
        if lines.len() <= LINES_MAX {
            break;
        }
    }
    let over = if rest.is_empty() { String::new() } else { format!(", over all {}", rest.join(", ")) };
    LineChart {
        title: format!("{}: {measure}{over}", plan.spec().name),
        x_label: x.to_owned(),
        y_label: axis_label(kind, measure),
        scale: Scale::Linear,
        lines,
    }
    .to_svg()
}

fn curves(table: &Table, by: &[String], measure: &str, kind: SummaryKind) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let found = Summaries::grouped(table, by, Some(measure));
    for summary in found.iter().filter(|one| one.measure == measure && one.kind == kind) {
        let (Some(x), Interval { mean, low, high, .. }) = (summary.group[0].as_f64(), summary.interval)
        else {
            continue;
        };
        let name = group_name(&by[1..], &summary.group[1..]);
        let at = lines.iter().position(|line| line.name == name).unwrap_or_else(|| {
            lines.push(Line { name, ..Line::default() });
            lines.len() - 1
        });
        lines[at].points.push((x, mean));
        lines[at].spread.push((mean - low, high - mean));
    }
    for line in &mut lines {
        let mut points: Vec<_> = line.points.iter().copied().zip(line.spread.iter().copied()).collect();
        points.sort_by(|(one, _), (other, _)| one.0.total_cmp(&other.0));
        (line.points, line.spread) = points.into_iter().unzip();
    }
    lines
}

fn interval_chart(
    plan: &Plan,
    summaries: &Summaries,
    measure: &str,
    kind: SummaryKind,
    rows: &[&Summary],
) -> Result<String, DrawError> {
    let row = |summary: &&Summary| IntervalRow {
        label: group_name(&summaries.by, &summary.group),
        value: summary.interval.mean,
        interval: (summary.interval.low, summary.interval.high),
    };
    IntervalChart {
        title: format!("{}: {measure}", plan.spec().name),
        x_label: axis_label(kind, measure),
        marker: (kind == SummaryKind::Difference).then_some(0.0),
        rows: rows.iter().take(INTERVALS_MAX).map(row).collect(),
    }
    .to_svg()
}

fn group_name(by: &[String], group: &[Value]) -> String {
    let part = |(name, value): (&String, &Value)| match value {
        Value::String(text) => text.clone(),
        other => format!("{name} {other}"),
    };
    by.iter().zip(group).map(part).collect::<Vec<_>>().join(", ")
}

/// A number with its noun.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The report as Markdown. Times are in it only if the sweep measures them.
pub fn report(
    plan: &Plan,
    table: &Table,
    summaries: &Summaries,
    charts: &[Chart],
    repeat: &dyn Fn(&str) -> String,
) -> String {
    let spec = plan.spec();
    let mut text = format!("# {}\n\n", spec.name);
    if !spec.doc.is_empty() {
        let _ = writeln!(text, "{}\n", spec.doc);
    }
    let seeds: Vec<String> =
        spec.seeds.ranges().iter().map(|range| format!("{}..{}", range.start, range.end)).collect();
    let _ = writeln!(
        text,
        "{}: {} of parameters, each with {} ({}).",
        counted(plan.len(), "cell"),
        counted(spec.point_count(), "combination"),
        counted(spec.seeds.count(), "seed"),
        seeds.join(", ")
    );
    let finished = table.rows.iter().filter(|row| !row.has_failed).count();
    let failed = table.rows.len() - finished;
    if table.missing > 0 || failed > 0 {
        let _ = writeln!(
            text,
            "**Incomplete: {finished} cells have results, {failed} failed, {} were not run.**",
            table.missing
        );
    }
    text.push_str("Intervals are of 95 %: Wilson for shares, bootstrap for means and differences.\n");
    for (measure, kind) in measures(summaries) {
        let rows: Vec<&Summary> =
            summaries.all.iter().filter(|one| one.measure == measure && one.kind == kind).collect();
        section(&mut text, plan, summaries, &measure, kind, &rows);
        let prefix = if kind == SummaryKind::Difference { "difference-" } else { "" };
        let file = format!("{prefix}{}.svg", file_stem(&measure));
        if charts.iter().any(|chart| chart.file == file) {
            let _ = writeln!(text, "\n![{measure}]({file})");
        }
    }
    if !table.failed.is_empty() {
        let _ = writeln!(text, "\n## Failed cells\n\nEach with the command that repeats it.\n");
        for cell in table.failed.iter().take(FAILED_SHOWN) {
            let line = cell.error.lines().next().unwrap_or_default();
            let _ = writeln!(text, "- {}: {line}\n  `{}`", cell.parameters, repeat(&cell.cell));
        }
        if table.failed.len() > FAILED_SHOWN {
            let _ = writeln!(text, "- and {} more", table.failed.len() - FAILED_SHOWN);
        }
    }
    text
}

fn section(
    text: &mut String,
    plan: &Plan,
    summaries: &Summaries,
    measure: &str,
    kind: SummaryKind,
    rows: &[&Summary],
) {
    let is_share = kind == SummaryKind::Difference
        && summaries.all.iter().any(|one| one.measure == measure && one.kind == SummaryKind::Share);
    let title = match kind {
        SummaryKind::Difference => {
            let levels =
                plan.spec().group.compare.iter().map(|(name, level)| format!("{name} = {}", show(level)));
            format!("{measure}: paired differences from {}", levels.collect::<Vec<_>>().join(", "))
        }
        _ => measure.to_owned(),
    };
    let count = if kind == SummaryKind::Difference { "pairs" } else { "cells" };
    let value = match kind {
        SummaryKind::Share => "share",
        SummaryKind::Mean => "mean",
        SummaryKind::Difference => "difference",
    };
    let _ = write!(text, "\n## {title}\n\n|");
    for name in &summaries.by {
        let _ = write!(text, " {name} |");
    }
    let _ = writeln!(text, " {count} | {value} (95 % interval) |");
    let _ = writeln!(text, "|{}", "---|".repeat(summaries.by.len() + 2));
    for summary in rows.iter().take(ROWS_MAX) {
        let _ = write!(text, "|");
        for value in &summary.group {
            let _ = write!(text, " {} |", show(value).replace('|', "\\|"));
        }
        let shown = show_interval(kind, is_share, summary.interval);
        let _ = writeln!(text, " {} | {shown} |", summary.interval.count);
    }
    if rows.len() > ROWS_MAX {
        let _ = writeln!(text, "\nThe first {ROWS_MAX} of {} groups; `summary.csv` has all.", rows.len());
    }
    if kind == SummaryKind::Difference && rows.len() > 1 {
        let excluding = rows.iter().filter(|one| one.interval.low > 0.0 || one.interval.high < 0.0).count();
        let _ = writeln!(
            text,
            "\n{excluding} of {} intervals exclude 0; if nothing differed, about {} would by chance.",
            rows.len(),
            crate::plan::rounded(rows.len() as f64 * 0.05, 1.0)
        );
    }
}
