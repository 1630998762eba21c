//! Reads sweep files. All mistakes are reported at once, each with its position.

use std::collections::BTreeSet;
use std::path::Path;

use cunning_diag::{Diagnostic, Diagnostics, Source, Span};
use serde_json::Value;
use toml::de::{DeTable, DeValue};

use super::keys::{DUPLICATE, EMPTY, Findings, LIMIT, MISSING, SHAPE, Spot, TOML, VALUE, json, span};
use super::model::{
    Distribution, GroupSpec, Level, Levels, Measure, Parameter, RunKind, RunSpec, Samples, Seeds, SweepSpec,
    Take,
};
use super::settings::{key, settings};
use super::{CELLS_MAX, LEVELS_MAX, SWEEP_BYTES_MAX};
use crate::key::Key;

/// Columns that every table has.
const RESERVED: [&str; 4] = ["cell", "seed", "status", "ms"];

impl SweepSpec {
    /// Reads a sweep file.
    pub fn parse(source: &Source) -> Result<Self, Diagnostics> {
        let mut findings = Findings::new(source);
        let bytes = source.text().len();
        if bytes > SWEEP_BYTES_MAX {
            let message = format!("the file has {bytes} bytes; at most {SWEEP_BYTES_MAX} are allowed");
            return Err(Diagnostic::error(LIMIT, message).at(source, Span::point(0)).into());
        }
        let (parsed, errors) = DeTable::parse_recoverable(source.text());
        for error in errors {
            findings.error(TOML, error.message(), error.span().unwrap_or(0..0).into());
        }
        if findings.collector.has_errors() {
            return Err(findings.collector.into_diagnostics());
        }
        let spec = read(&mut findings, parsed.get_ref(), source.name());
        findings.collector.into_diagnostics().into_result()?;
        // Without a diagnostic there is a sweep.
        spec.ok_or_else(|| Diagnostic::error(MISSING, "the table `[run]` is missing").into())
    }

    /// The number of combinations of parameters.
    pub fn point_count(&self) -> u64 {
        self.parameters.iter().fold(self.samples.count, |count, parameter| match &parameter.levels {
            Levels::Listed(levels) => count.saturating_mul(levels.len() as u64),
            Levels::Sampled(..) => count,
        })
    }

    /// The number of cells.
    pub fn cell_count(&self) -> u64 {
        self.point_count().saturating_mul(self.seeds.count())
    }
}

fn read(findings: &mut Findings, file: &DeTable<'_>, name: &str) -> Option<SweepSpec> {
    findings.only(file, "a sweep file", &["sweep", "run", "grid", "sample", "measure", "group"]);
    let part = |findings: &mut Findings, name: &str| {
        file.get(name).map(|value| (findings.table(value, "a table"), span(value)))
    };
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (mut title, mut doc, mut seeds) =
        (stem, String::new(), Seeds::new(std::iter::once(0..1).collect()).ok()?);
    if let Some((Some(table), _)) = part(findings, "sweep") {
        findings.only(table, "`[sweep]`", &["name", "doc", "seeds"]);
        title =
            table.get("name").and_then(|name| findings.text(name, "the name of the sweep")).unwrap_or(title);
        doc = table.get("doc").and_then(|doc| findings.text(doc, "a text")).unwrap_or_default();
        seeds = table.get("seeds").and_then(|value| read_seeds(findings, value)).unwrap_or(seeds);
    }
    let Some((run, at)) = part(findings, "run") else {
        findings.error(MISSING, "the table `[run]` is missing", Span::point(0));
        return None;
    };
    let run = read_run(findings, run?, at)?;
    let mut parameters = Vec::new();
    if let Some((Some(grid), at)) = part(findings, "grid") {
        if grid.is_empty() {
            findings.error(EMPTY, "the grid has no parameters", at);
        }
        for (name, value) in grid {
            let levels = read_grid(findings, name.get_ref(), name.span().into(), value, run.kind);
            parameters.extend(levels.map(|levels| Parameter { name: name.get_ref().to_string(), levels }));
        }
    }
    let mut samples = Samples { count: 1, seed: 0 };
    if let Some((Some(sample), at)) = part(findings, "sample") {
        samples = read_samples(findings, sample, at, run.kind, &mut parameters);
    }
    let measures = match part(findings, "measure") {
        Some((Some(table), _)) => read_measures(findings, table),
        _ => Vec::new(),
    };
    let mut seen: BTreeSet<&str> = BTreeSet::from(RESERVED);
    for name in parameters.iter().map(|one| &one.name).chain(measures.iter().map(|one| &one.name)) {
        if !seen.insert(name) {
            let message = format!("two columns of the table would have the name `{name}`; rename one");
            findings.error(DUPLICATE, message, Span::point(0));
        }
    }
    let group = match part(findings, "group") {
        Some((Some(table), _)) => read_group(findings, table, &parameters),
        _ => GroupSpec::default(),
    };
    let spec = SweepSpec { name: title, doc, run, parameters, samples, seeds, measures, group };
    if spec.cell_count() > CELLS_MAX {
        let message = format!("the sweep has {} cells; at most {CELLS_MAX} are allowed", spec.cell_count());
        findings.error(LIMIT, message, Span::point(0));
    }
    Some(spec)
}

fn read_seeds(findings: &mut Findings, value: &Spot<'_>) -> Option<Seeds> {
    let mut ranges = Vec::new();
    let parts = match value.get_ref() {
        DeValue::Array(list) => list.iter().collect(),
        _ => vec![value],
    };
    for part in parts {
        let text = match json(part) {
            Some(Value::String(text)) => text,
            Some(other) => other.to_string(),
            None => String::new(),
        };
        match Seeds::parse(&text) {
            Ok(range) => ranges.push(range),
            Err(message) => findings.error(VALUE, message, span(part)),
        }
    }
    match Seeds::new(ranges) {
        Ok(seeds) => Some(seeds),
        Err(message) => {
            findings.error(EMPTY, message, span(value));
            None
        }
    }
}

fn read_run(findings: &mut Findings, table: &DeTable<'_>, at: Span) -> Option<RunSpec> {
    let kinds: Vec<RunKind> =
        RunKind::ALL.into_iter().filter(|kind| table.contains_key(kind.name())).collect();
    let &[kind] = kinds.as_slice() else {
        let names = RunKind::ALL.map(|kind| format!("`{}`", kind.name())).join(", ");
        findings.error(MISSING, format!("`[run]` needs exactly one of {names}"), at);
        return None;
    };
    let is_command = kind == RunKind::Command;
    let own: &[&str] =
        if is_command { &["command", "texts", "timeout", "exits"] } else { &["timeout", "exits"] };
    let mut run = RunSpec::new(kind, settings(findings, table, kind, own));
    let texts = |findings: &mut Findings, name: &str| -> Vec<String> {
        let list = table.get(name).and_then(|value| findings.list(value, "a list of strings"));
        list.unwrap_or_default().iter().filter_map(|value| findings.text(value, "a string")).collect()
    };
    if is_command {
        run.command = texts(findings, "command");
        run.texts = texts(findings, "texts");
        if run.command.is_empty() {
            findings.error(EMPTY, "`command` names no program", at);
        }
    }
    if let Some(value) = table.get("timeout") {
        let seconds = findings.number(value, "a number of seconds").and_then(|number| number.as_f64());
        run.timeout_ms = seconds.map(|seconds| (seconds * 1000.0) as u64);
    }
    if let Some(list) = table.get("exits").and_then(|value| findings.list(value, "a list of exit codes")) {
        run.exits = list
            .iter()
            .filter_map(|value| findings.whole(value, "an exit code"))
            .map(|code| code as i32)
            .collect();
    }
    Some(run)
}

/// Reads a parameter of the grid.
fn read_grid(
    findings: &mut Findings,
    name: &str,
    at: Span,
    value: &Spot<'_>,
    kind: RunKind,
) -> Option<Levels> {
    let levels = match value.get_ref() {
        DeValue::Array(list) => {
            let key = key(findings, name, at, kind)?;
            listed(findings, &key, list)
        }
        DeValue::Table(table) if table.contains_key("levels") => {
            findings.only(table, "the parameter", &["levels"]);
            let levels = findings.table(table.get("levels")?, "a table of levels")?;
            let level = |findings: &mut Findings, (label, value): (&toml::Spanned<_>, &Spot<'_>)| {
                let label: &std::borrow::Cow<'_, str> = label.get_ref();
                let table = findings.table(value, "a table of keys and values")?;
                Some(Level {
                    label: Value::String(label.to_string()),
                    settings: settings(findings, table, kind, &[]),
                })
            };
            levels.iter().filter_map(|entry| level(findings, entry)).collect()
        }
        DeValue::Table(table) => {
            findings.only(table, "the parameter", &["key", "values", "from", "to", "step", "levels"]);
            let key = read_key(findings, table, name, at, kind)?;
            match table.get("values") {
                Some(list) => {
                    let list = findings.list(list, "a list of values")?;
                    listed(findings, &key, list)
                }
                None => steps(findings, &key, table, span(value))?,
            }
        }
        _ => {
            findings.error(SHAPE, "expected a list of values, or `{ key = …, values = […] }`", span(value));
            return None;
        }
    };
    if levels.is_empty() {
        findings.error(EMPTY, format!("the parameter `{name}` has no values"), span(value));
    }
    findings.collector.fits(span(value), LIMIT, "values", levels.len(), LEVELS_MAX);
    for (at, level) in levels.iter().enumerate() {
        if levels[..at].iter().take(LEVELS_MAX).any(|other| other.label == level.label) && levels.len() < 5000
        {
            let message = format!("the parameter `{name}` has the value {} twice", level.label);
            findings.error(DUPLICATE, message, span(value));
        }
    }
    Some(Levels::Listed(levels))
}

fn read_key(
    findings: &mut Findings,
    table: &DeTable<'_>,
    name: &str,
    at: Span,
    kind: RunKind,
) -> Option<Key> {
    match table.get("key") {
        Some(value) => {
            let text = findings.text(value, "a key")?;
            key(findings, &text, span(value), kind)
        }
        None => key(findings, name, at, kind),
    }
}

fn listed(findings: &mut Findings, key: &Key, list: &[Spot<'_>]) -> Vec<Level> {
    let values = list.iter().filter_map(|value| findings.any(value));
    values.map(|value| Level { settings: vec![(key.clone(), value.clone())], label: value }).collect()
}

/// The levels from one number to another in steps.
fn steps(findings: &mut Findings, key: &Key, table: &DeTable<'_>, at: Span) -> Option<Vec<Level>> {
    let mut number = |name: &str| {
        let value = table.get(name);
        if value.is_none() {
            let message =
                format!("`{name}` is missing: a parameter has `values`, or `from`, `to` and `step`");
            findings.error(MISSING, message, at);
        }
        findings.number(value?, "a number")
    };
    let (from, to, step) = (number("from")?, number("to")?, number("step")?);
    let (first, last, stride) = (from.as_f64()?, to.as_f64()?, step.as_f64()?);
    if stride <= 0.0 || last < first || (last - first) / stride > LEVELS_MAX as f64 {
        findings.error(VALUE, format!("the steps from {from} to {to} by {step} are impossible: `step` must lead from `from` up to `to`"), at);
        return None;
    }
    let are_whole = [&from, &to, &step].iter().all(|number| number.is_i64());
    // A little more than a step is forgiven, because decimal fractions are not exact.
    let count = ((last - first) / stride + 1e-9) as u64 + 1;
    let value = |index: u64| {
        let number = first + index as f64 * stride;
        // Twelve digits hide the error of repeated steps, as in 0.30000000000000004.
        if are_whole { Value::from(number as i64) } else { Value::from((number * 1e12).round() / 1e12) }
    };
    let level = |value: Value| Level { settings: vec![(key.clone(), value.clone())], label: value };
    Some((0..count).map(value).map(level).collect())
}

fn read_samples(
    findings: &mut Findings,
    table: &DeTable<'_>,
    at: Span,
    kind: RunKind,
    parameters: &mut Vec<Parameter>,
) -> Samples {
    let mut number = |name: &str, default: u64| {
        table.get(name).map_or(Some(default), |value| findings.whole(value, "a whole number"))
    };
    let samples = Samples { count: number("count", 0).unwrap_or(1), seed: number("seed", 0).unwrap_or(0) };
    if samples.count == 0 {
        findings.error(EMPTY, "`[sample]` needs a `count` of at least 1", at);
    }
    let mut has_parameters = false;
    for (name, value) in table {
        let text: &str = name.get_ref();
        if ["count", "seed"].contains(&text) {
            continue;
        }
        has_parameters = true;
        let Some(entry) = findings.table(value, "`{ key = …, min = …, max = … }`") else { continue };
        findings.only(entry, "the sampled parameter", &["key", "min", "max", "log", "values"]);
        let key = read_key(findings, entry, text, name.span().into(), kind);
        let distribution = distribution(findings, entry, span(value));
        let levels = key.zip(distribution).map(|(key, distribution)| Levels::Sampled(key, distribution));
        parameters.extend(levels.map(|levels| Parameter { name: text.to_owned(), levels }));
    }
    if !has_parameters {
        findings.error(EMPTY, "`[sample]` has no parameters", at);
    }
    samples
}

fn distribution(findings: &mut Findings, table: &DeTable<'_>, at: Span) -> Option<Distribution> {
    if let Some(list) = table.get("values") {
        let values: Vec<Value> = findings.list(list, "a list of values")?.iter().filter_map(json).collect();
        if values.is_empty() {
            findings.error(EMPTY, "the list of values is empty", span(list));
            return None;
        }
        return Some(Distribution::Choice(values));
    }
    let (Some(min), Some(max)) = (table.get("min"), table.get("max")) else {
        findings.error(MISSING, "a sampled parameter needs `min` and `max`, or `values`", at);
        return None;
    };
    let (min, max) = (findings.number(min, "a number")?, findings.number(max, "a number")?);
    let is_log = table.get("log").is_some_and(|value| findings.truth(value, "log") == Some(true));
    let (low, high) = (min.as_f64()?, max.as_f64()?);
    if low >= high || is_log && low <= 0.0 {
        let lowest = if is_log { "0 must be below `min`, and " } else { "" };
        findings.error(VALUE, format!("{lowest}`min` ({min}) must be below `max` ({max})"), at);
        return None;
    }
    Some(match (is_log, min.as_i64(), max.as_i64()) {
        (true, ..) => Distribution::Logarithmic(low, high),
        (false, Some(first), Some(last)) => Distribution::Whole(first, last),
        _ => Distribution::Uniform(low, high),
    })
}

fn read_measures(findings: &mut Findings, table: &DeTable<'_>) -> Vec<Measure> {
    let mut measures = Vec::new();
    for (name, value) in table {
        let name = name.get_ref().to_string();
        let mut measure =
            Measure { name, field: String::new(), is: None, take: Take::Mean, scale: 1.0, is_timing: false };
        if let DeValue::String(field) = value.get_ref() {
            measure.field = field.to_string();
            measures.push(measure);
            continue;
        }
        let Some(table) = findings.table(value, "a field, or `{ field = … }`") else { continue };
        findings.only(table, "the measure", &["field", "is", "take", "scale", "timing"]);
        measure.field = table.get("field").map_or_else(
            || measure.name.clone(),
            |value| findings.text(value, "the path of a field").unwrap_or_default(),
        );
        measure.is = table.get("is").and_then(|value| findings.any(value));
        let scale = table.get("scale").and_then(|value| findings.number(value, "a number"));
        measure.scale = scale.and_then(|number| number.as_f64()).unwrap_or(1.0);
        measure.is_timing =
            table.get("timing").is_some_and(|value| findings.truth(value, "timing") == Some(true));
        if let Some(value) = table.get("take") {
            let word = findings.text(value, "a word").unwrap_or_default();
            if let Some((_, take)) = Take::NAMES.iter().find(|(name, _)| *name == word) {
                measure.take = *take;
            } else {
                let known = Take::NAMES.iter().map(|(name, _)| *name);
                let message = format!("unknown `take`: `{word}`; use mean, sum, min, max or count");
                findings.unknown(message, &word, span(value), known);
            }
        }
        measures.push(measure);
    }
    measures
}

fn read_group(findings: &mut Findings, table: &DeTable<'_>, parameters: &[Parameter]) -> GroupSpec {
    findings.only(table, "`[group]`", &["by", "compare", "x"]);
    let known = |findings: &mut Findings, name: &str, span: Span| {
        let is_known = parameters.iter().any(|parameter| parameter.name == name);
        if !is_known {
            let names = parameters.iter().map(|parameter| parameter.name.as_str());
            findings.unknown(format!("there is no parameter `{name}`"), name, span, names);
        }
        is_known
    };
    let by = table.get("by").and_then(|value| findings.list(value, "a list of parameters"));
    let by = by.map(|list| {
        let mut names = Vec::new();
        for value in list {
            let name = findings.text(value, "the name of a parameter").unwrap_or_default();
            if known(findings, &name, span(value)) {
                names.push(name);
            }
        }
        names
    });
    let x = table
        .get("x")
        .and_then(|value| findings.text(value, "the name of a parameter").map(|name| (name, span(value))));
    let x = x.filter(|(name, span)| known(findings, name, *span)).map(|(name, _)| name);
    let mut compare = Vec::new();
    if let Some(table) =
        table.get("compare").and_then(|value| findings.table(value, "`{ PARAMETER = LEVEL }`"))
    {
        for (name, value) in table {
            let Some(level) =
                known(findings, name.get_ref(), name.span().into()).then(|| json(value)).flatten()
            else {
                continue;
            };
            let levels =
                parameters.iter().find(|parameter| parameter.name == *name.get_ref()).map(|one| &one.levels);
            if let Some(Levels::Listed(levels)) = levels
                && !levels.iter().any(|one| one.label == level)
            {
                let names: Vec<String> =
                    levels.iter().take(20).map(|level| crate::key::show(&level.label)).collect();
                let message =
                    format!("`{}` has no level {level}; it has {}", name.get_ref(), names.join(", "));
                findings.error(VALUE, message, span(value));
            }
            compare.push((name.get_ref().to_string(), level));
        }
    }
    GroupSpec { by, compare, x }
}
