//! Groups of rows with the intervals of their measures, and paired differences between levels.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use crate::key::show;
use crate::plan::Plan;
use crate::stats::{Interval, bootstrap, share};
use crate::table::{Datum, Row, Table, quoted};

/// How many different texts a column may have to be summed up as shares.
const TEXTS_MAX: usize = 6;

/// What a summary says about a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SummaryKind {
    /// The share of results in which the measure is true, with a Wilson interval.
    Share,
    /// The mean, with a bootstrap interval.
    Mean,
    /// The mean of differences from the compared level, over equal seeds, with a bootstrap interval.
    Difference,
}

/// The interval of a measure in a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The values of the parameters that are grouped by.
    pub group: Vec<Value>,
    /// The name of the measure; for a column of texts, the name and one of its texts.
    pub measure: String,
    /// What the interval is about.
    pub kind: SummaryKind,
    /// The interval.
    pub interval: Interval,
    /// Whether the measure is a time.
    pub is_timing: bool,
}

/// The summaries of a table.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// The parameters that are grouped by.
    pub by: Vec<String>,
    /// All summaries: measure by measure, group by group.
    pub all: Vec<Summary>,
}

/// A measure as numbers: a name, and how a value becomes a number.
struct Column {
    name: String,
    at: usize,
    /// The text whose share is meant.
    text: Option<u32>,
    kind: SummaryKind,
    is_timing: bool,
}

impl Column {
    fn number(&self, row: &Row) -> Option<f64> {
        match (self.text, row.values[self.at]) {
            (Some(_), Datum::Missing) => Some(0.0),
            (Some(text), value) => Some(f64::from(u8::from(value == Datum::Text(text)))),
            (None, value) => value.number(),
        }
    }
}

impl Summaries {
    /// Sums up a table by the parameters that the sweep groups by.
    pub fn new(plan: &Plan, table: &Table) -> Self {
        let group = &plan.spec().group;
        let by = group.by.clone().unwrap_or_else(|| table.parameters.clone());
        let mut all = Self::grouped(table, &by, None);
        for (parameter, level) in &group.compare {
            all.extend(differences(table, &by, parameter, level));
        }
        Self { by, all }
    }

    /// The summaries of one measure, or of all, by these parameters.
    pub(crate) fn grouped(table: &Table, by: &[String], only: Option<&str>) -> Vec<Summary> {
        let groups = groups(table, by);
        let mut all = Vec::new();
        for column in columns(table).into_iter().filter(|column| only.is_none_or(|only| column.name == only))
        {
            for (group, rows) in &groups {
                let numbers: Vec<f64> = rows.iter().filter_map(|row| column.number(row)).collect();
                if numbers.is_empty() {
                    continue;
                }
                let interval = match column.kind {
                    SummaryKind::Share => share(
                        numbers.iter().filter(|number| **number > 0.0).count() as u64,
                        numbers.len() as u64,
                    ),
                    _ => bootstrap(&numbers),
                };
                all.push(Summary {
                    group: group.clone(),
                    measure: column.name.clone(),
                    kind: column.kind,
                    interval,
                    is_timing: column.is_timing,
                });
            }
        }
        all
    }

    /// The summaries as CSV, without times.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        for name in &self.by {
            let _ = write!(text, "{},", quoted(name));
        }
        text.push_str("measure,statistic,count,value,low,high\n");
        for summary in self.all.iter().filter(|summary| !summary.is_timing) {
            for value in &summary.group {
                let _ = write!(text, "{},", quoted(&show(value)));
            }
            let Interval { count, mean, low, high } = summary.interval;
            let kind = match summary.kind {
                SummaryKind::Share => "share",
                SummaryKind::Mean => "mean",
                SummaryKind::Difference => "difference",
            };
            let _ = writeln!(text, "{},{kind},{count},{mean},{low},{high}", quoted(&summary.measure));
        }
        text
    }
}

/// The columns that can be summed up.
fn columns(table: &Table) -> Vec<Column> {
    let mut columns = Vec::new();
    for (at, measure) in table.measures.iter().enumerate() {
        let mut texts: Vec<u32> = Vec::new();
        let (mut is_bool, mut is_number) = (false, false);
        for row in &table.rows {
            match row.values[at] {
                Datum::Text(id) if texts.len() <= TEXTS_MAX && !texts.contains(&id) => texts.push(id),
                Datum::Text(_) | Datum::Missing => {}
                Datum::Bool(_) => is_bool = true,
                Datum::Int(_) | Datum::Real(_) => is_number = true,
            }
        }
        let column = |name: String, text: Option<u32>, kind: SummaryKind| Column {
            name,
            at,
            text,
            kind,
            is_timing: measure.is_timing,
        };
        if !texts.is_empty() {
            if texts.len() <= TEXTS_MAX {
                texts.sort_by_key(|id| table.texts.get(*id).to_owned());
                let share = |id: &u32| {
                    column(
                        format!("{} = {}", measure.name, table.texts.get(*id)),
                        Some(*id),
                        SummaryKind::Share,
                    )
                };
                columns.extend(texts.iter().map(share));
            }
        } else if is_number {
            columns.push(column(measure.name.clone(), None, SummaryKind::Mean));
        } else if is_bool {
            columns.push(column(measure.name.clone(), None, SummaryKind::Share));
        }
    }
    columns
}

/// The rows with results by the values of parameters, in the order of the first row of each group.
fn groups<'t>(table: &'t Table, by: &[String]) -> Vec<(Vec<Value>, Vec<&'t Row>)> {
    let places = places(table, by);
    let mut groups: Vec<(Vec<Value>, Vec<&Row>)> = Vec::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut last: Option<(u64, usize)> = None;
    for row in table.rows.iter().filter(|row| !row.has_failed) {
        let at = match last {
            Some((point, at)) if point == row.point => at,
            _ => {
                let group = labels(table, row, &places);
                let key = format!("{group:?}");
                *numbers.entry(key).or_insert_with(|| {
                    groups.push((group, Vec::new()));
                    groups.len() - 1
                })
            }
        };
        last = Some((row.point, at));
        groups[at].1.push(row);
    }
    groups
}

fn places(table: &Table, by: &[String]) -> Vec<usize> {
    by.iter().filter_map(|name| table.parameters.iter().position(|known| known == name)).collect()
}

fn labels(table: &Table, row: &Row, places: &[usize]) -> Vec<Value> {
    let labels = table.labels.get(&row.point);
    places
        .iter()
        .map(|&at| labels.and_then(|labels| labels.get(at)).cloned().unwrap_or(Value::Null))
        .collect()
}

/// The differences of each group from the same group at another level of a parameter, over cells that differ in nothing
/// else: they share all other parameters and the seed.
fn differences(table: &Table, by: &[String], parameter: &str, level: &Value) -> Vec<Summary> {
    let Some(place) = table.parameters.iter().position(|name| name == parameter) else { return Vec::new() };
    let others: Vec<usize> = (0..table.parameters.len()).filter(|&at| at != place).collect();
    let key = |row: &Row| format!("{:?} {}", labels(table, row, &others), row.seed);
    let level_of = |row: &Row| labels(table, row, &[place]).pop();
    let baseline: BTreeMap<String, &Row> = table
        .rows
        .iter()
        .filter(|row| !row.has_failed && level_of(row).as_ref() == Some(level))
        .map(|row| (key(row), row))
        .collect();
    let groups = groups(table, by);
    let mut all = Vec::new();
    for column in columns(table) {
        for (group, rows) in &groups {
            let pairs = rows.iter().filter(|row| level_of(row).as_ref() != Some(level));
            let difference = |row: &&Row| {
                let other = baseline.get(&key(row))?;
                Some(column.number(row)? - column.number(other)?)
            };
            let numbers: Vec<f64> = pairs.filter_map(difference).collect();
            if numbers.is_empty() {
                continue;
            }
            all.push(Summary {
                group: group.clone(),
                measure: column.name.clone(),
                kind: SummaryKind::Difference,
                interval: bootstrap(&numbers),
                is_timing: column.is_timing,
            });
        }
    }
    all
}
