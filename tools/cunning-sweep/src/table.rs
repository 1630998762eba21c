//! The table of a sweep: a row for each cell, from the result files.

use std::fmt::Write as _;

use cunning_diag::did_you_mean;
use serde::Serialize;
use serde_json::Value;

use crate::error::SweepError;
use crate::field::{self, Texts};
use crate::key::show;
use crate::plan::{CellName, Plan};
use crate::spec::{Measure, Take};
use crate::store::ResultFolder;

/// A value of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Datum {
    Missing,
    Bool(bool),
    Int(i64),
    Real(f64),
    /// The number of a text among those of the table.
    Text(u32),
}

impl Datum {
    pub(crate) fn number(self) -> Option<f64> {
        match self {
            Self::Bool(truth) => Some(f64::from(u8::from(truth))),
            Self::Int(number) => Some(number as f64),
            Self::Real(number) => Some(number),
            Self::Missing | Self::Text(_) => None,
        }
    }
}

/// A row: a cell with a result, or one that failed.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) cell: CellName,
    pub(crate) point: u64,
    pub(crate) seed: u64,
    pub(crate) has_failed: bool,
    pub(crate) values: Vec<Datum>,
    pub(crate) ms: f64,
}

/// A cell that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedCell {
    /// The name of the cell.
    pub cell: String,
    /// The parameters and the seed.
    pub parameters: String,
    /// Why it failed.
    pub error: String,
}

/// The table of a sweep. Rows are in the order of cells, whatever ran them.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) parameters: Vec<String>,
    /// The values of the parameters of each point that has a row.
    pub(crate) labels: std::collections::BTreeMap<u64, Vec<Value>>,
    pub(crate) measures: Vec<Measure>,
    pub(crate) rows: Vec<Row>,
    pub(crate) texts: Texts,
    /// The cells that failed, in order.
    pub failed: Vec<FailedCell>,
    /// The number of cells that have neither a result nor a failure.
    pub missing: u64,
}

/// How many failed cells a table lists with their errors.
const FAILED_MAX: usize = 1000;

impl Table {
    /// Reads the results of a plan.
    pub fn collect(plan: &Plan, folder: &ResultFolder) -> Result<Self, SweepError> {
        let spec = plan.spec();
        let parameters = spec.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let mut table = Self {
            parameters,
            labels: std::collections::BTreeMap::new(),
            measures: spec.measures.clone(),
            rows: Vec::new(),
            texts: Texts::default(),
            failed: Vec::new(),
            missing: 0,
        };
        let takes_all = spec.measures.is_empty();
        let done = folder.done()?;
        let mut example = Value::Null;
        // Whether the field of each measure occurs in a result.
        let mut found: Vec<bool> = Vec::new();
        for index in 0..spec.point_count() {
            let point = plan.point(index);
            let mut has_row = false;
            for cell in plan.cells_of(&point) {
                let record = if done.contains(&cell.name) { folder.read(cell.name)? } else { None };
                let record = match record {
                    Some(record) => Some(record),
                    None => folder.failure(cell.name)?,
                };
                let Some(record) = record else {
                    table.missing += 1;
                    continue;
                };
                has_row = true;
                let mut values = Vec::new();
                if let Some(result) = &record.result {
                    if takes_all {
                        table.add_measures(result);
                    }
                    found.resize(table.measures.len(), false);
                    for (measure, found) in table.measures.iter().zip(&mut found) {
                        let (value, is_found) = field::measure(measure, result, &mut table.texts);
                        values.push(value);
                        *found |= is_found;
                    }
                    if example.is_null() {
                        example = result.clone();
                    }
                } else if table.failed.len() < FAILED_MAX {
                    table.failed.push(FailedCell {
                        cell: record.cell.clone(),
                        parameters: plan.describe(cell.index),
                        error: record.error.clone().unwrap_or_default(),
                    });
                }
                let has_failed = record.result.is_none();
                table.rows.push(Row {
                    cell: cell.name,
                    point: index,
                    seed: cell.seed,
                    has_failed,
                    values,
                    ms: record.ms,
                });
            }
            if has_row {
                table.labels.insert(index, point.labels().to_vec());
            }
        }
        let width = table.measures.len();
        table.rows.iter_mut().for_each(|row| row.values.resize(width, Datum::Missing));
        if !example.is_null() {
            table.check_measures(&found, &example)?;
        }
        Ok(table)
    }

    /// Makes a measure of every plain field of a result that is not one yet. The seed has its own column.
    fn add_measures(&mut self, result: &Value) {
        let mut fields = Vec::new();
        field::plain_fields(result, "", &mut fields);
        for field in fields {
            let is_known = self.measures.iter().any(|measure| measure.field == field);
            if !is_known && field != "seed" && !self.parameters.contains(&field) {
                let is_timing = ["micros", "seconds", "ms"].contains(&field.rsplit('.').next().unwrap_or(""));
                self.measures.push(Measure {
                    name: field.clone(),
                    field,
                    is: None,
                    take: Take::Mean,
                    scale: 1.0,
                    is_timing,
                });
            }
        }
    }

    /// Checks that the field of every measure occurs in some result. Lists may be empty in all of them.
    fn check_measures(&self, found: &[bool], example: &Value) -> Result<(), SweepError> {
        let unknown =
            self.measures.iter().zip(found).find(|(one, is_found)| !**is_found && !one.field.contains('*'));
        let Some((measure, _)) = unknown else { return Ok(()) };
        let mut fields = Vec::new();
        field::plain_fields(example, "", &mut fields);
        let hint = did_you_mean(&measure.field, fields.iter().map(String::as_str)).map_or_else(
            || format!("results have {}", fields.join(", ")),
            |hint| format!("did you mean `{hint}`?"),
        );
        let message =
            format!("measure `{}`: no result has a field `{}`; {hint}", measure.name, measure.field);
        Err(SweepError::input("sweep/measure", message))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The number of cells with results.
    pub fn finished(&self) -> u64 {
        self.rows.iter().filter(|row| !row.has_failed).count() as u64
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The sum of the times of all cells, in milliseconds.
    pub fn busy_ms(&self) -> f64 {
        self.rows.iter().map(|row| row.ms).sum()
    }

    pub(crate) fn show(&self, datum: Datum) -> String {
        match datum {
            Datum::Missing => String::new(),
            Datum::Bool(truth) => truth.to_string(),
            Datum::Int(number) => number.to_string(),
            Datum::Real(number) => Value::from(number).to_string(),
            Datum::Text(id) => self.texts.get(id).to_owned(),
        }
    }

    /// The table as CSV, without times: the same bytes whatever ran the cells. One type per column, empty for missing
    /// values.
    pub fn to_csv(&self) -> String {
        self.csv(false)
    }

    /// The times of cells, and the measures that are times, as CSV.
    pub fn timing_csv(&self) -> String {
        self.csv(true)
    }

    fn csv(&self, is_timing: bool) -> String {
        let mut text = "cell".to_owned();
        let chosen: Vec<usize> =
            (0..self.measures.len()).filter(|&at| self.measures[at].is_timing == is_timing).collect();
        if is_timing {
            text.push_str(",ms");
        } else {
            for name in &self.parameters {
                let _ = write!(text, ",{}", quoted(name));
            }
            text.push_str(",seed,status");
        }
        for &at in &chosen {
            let _ = write!(text, ",{}", quoted(&self.measures[at].name));
        }
        text.push('\n');
        for row in &self.rows {
            let _ = write!(text, "{}", row.cell);
            if is_timing {
                let _ = write!(text, ",{}", row.ms);
            } else {
                for label in self.labels.get(&row.point).into_iter().flatten() {
                    let _ = write!(text, ",{}", quoted(&show(label)));
                }
                let _ = write!(text, ",{},{}", row.seed, if row.has_failed { "failed" } else { "ok" });
            }
            for &at in &chosen {
                let _ = write!(text, ",{}", quoted(&self.show(row.values[at])));
            }
            text.push('\n');
        }
        text
    }

    /// The type of each column of the table as JSON, for programs that read CSV: `string`, `int64`, `double` or
    /// `boolean`.
    pub fn columns_json(&self) -> String {
        let column = |name: &str, role: &str, kind: &str| serde_json::json!({ "name": name, "role": role, "type": kind });
        let mut columns = vec![column("cell", "cell", "string")];
        for (at, name) in self.parameters.iter().enumerate() {
            let kind = |value: &Value| match value {
                Value::Bool(_) => "boolean",
                Value::Number(number) if number.is_i64() || number.is_u64() => "int64",
                Value::Number(_) => "double",
                _ => "string",
            };
            let kinds = self.labels.values().filter_map(|labels| labels.get(at)).map(kind);
            columns.push(column(name, "parameter", common_type(kinds)));
        }
        columns.push(column("seed", "seed", "int64"));
        columns.push(column("status", "status", "string"));
        for (at, measure) in self.measures.iter().enumerate().filter(|(_, measure)| !measure.is_timing) {
            let kinds = self.rows.iter().filter_map(|row| match row.values[at] {
                Datum::Missing => None,
                Datum::Bool(_) => Some("boolean"),
                Datum::Int(_) => Some("int64"),
                Datum::Real(_) => Some("double"),
                Datum::Text(_) => Some("string"),
            });
            columns.push(column(&measure.name, "measure", common_type(kinds)));
        }
        let mut text = serde_json::to_string_pretty(&columns).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// The type that all values of a column have.
fn common_type<'t>(kinds: impl Iterator<Item = &'t str>) -> &'t str {
    let mut common = None;
    for kind in kinds {
        common = match (common, kind) {
            (None, kind) => Some(kind),
            (Some(known), kind) if known == kind => Some(known),
            (Some("int64" | "double"), "int64" | "double") => Some("double"),
            _ => return "string",
        };
    }
    common.unwrap_or("string")
}

/// A value as a field of CSV.
pub(crate) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
