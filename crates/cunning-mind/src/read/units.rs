//! Durations, rates and numbers within a range.

use cunning_plan::Micros;
use cunning_plan::model::SourceSpan;
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::shape::{int, number, text};
use cunning_plan::tree::Node;

use crate::codes;
use crate::limits::{DURATION_MS_MAX, FACTOR_MAX};

/// The units of time with their lengths in milliseconds.
const UNITS: [(&str, i64); 4] = [("ms", 1), ("s", 1000), ("min", 60_000), ("h", 3_600_000)];
const MS_PER_HOUR: i64 = 3_600_000;
const MICROS_PER_ONE: i128 = 1_000_000;

/// Reads a duration such as `"0.5 s"` in milliseconds, rounded, halves up.
pub(super) fn duration(node: &Node) -> Checked<u32> {
    let written = text(node, "a duration such as \"0.5 s\"")?;
    let value = written.value.trim();
    let end = value.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(value.len());
    let (amount, rest) = value.split_at(end);
    let Some(amount) = Micros::parse(amount) else {
        let message = format!("malformed duration `{}`", written.value);
        return ReadError::new(codes::DURATION, message, written.span)
            .hint("write a number and a unit, as in \"0.5 s\"")
            .fail();
    };
    let unit = unit(rest.trim(), written.span)?;
    let millis = (i128::from(amount.get()) * i128::from(unit) + MICROS_PER_ONE / 2) / MICROS_PER_ONE;
    match u32::try_from(millis) {
        Ok(millis) if millis <= DURATION_MS_MAX => Ok(millis),
        _ => {
            let message = format!("`{}` is longer than 30 days", written.value);
            ReadError::new(codes::DURATION, message, written.span).fail()
        }
    }
}

/// Reads an interval: a duration longer than zero.
pub(super) fn period(node: &Node, what: &str) -> Checked<u32> {
    match duration(node)? {
        0 => ReadError::new(codes::DURATION, format!("{what} must be longer than zero"), node.span).fail(),
        period => Ok(period),
    }
}

/// Reads a rate such as `"+2 / h"`, per hour.
pub(super) fn rate(node: &Node) -> Checked<Micros> {
    let written = text(node, "a rate such as \"+2 / h\"")?;
    let wrong = || {
        ReadError::new(codes::DRIFT, format!("malformed rate `{}`", written.value), written.span)
            .hint("write a number and a time, as in \"+2 / h\"")
    };
    let Some((amount, time)) = written.value.split_once('/') else { return wrong().fail() };
    let amount = amount.trim();
    let amount = amount.strip_prefix('+').unwrap_or(amount).trim_start();
    let Some(amount) = Micros::parse(amount) else { return wrong().fail() };
    let unit = unit(time.trim(), written.span)?;
    let per_hour = i128::from(amount.get()) * i128::from(MS_PER_HOUR / unit);
    let per_hour = i64::try_from(per_hour).ok().and_then(Micros::new);
    per_hour.ok_or_else(|| {
        let message = format!("the rate `{}` is too large", written.value);
        Box::new(ReadError::new(codes::DRIFT, message, written.span))
    })
}

fn unit(word: &str, span: SourceSpan) -> Checked<i64> {
    if let Some((_, millis)) = UNITS.iter().find(|(name, _)| *name == word) {
        return Ok(*millis);
    }
    let message = if word.is_empty() {
        "missing unit of time".to_owned()
    } else {
        format!("unknown unit of time `{word}`")
    };
    ReadError::new(codes::DURATION, message, span)
        .hint("the units are `ms`, `s`, `min` and `h`, as in \"0.5 s\"")
        .fail()
}

/// Reads a number from `min` to `max`.
pub(super) fn within(node: &Node, what: &str, min: i64, max: i64) -> Checked<Micros> {
    let found = number(node).unwrap_or_else(|| {
        let message = format!("expected a number, found {}", node.sort());
        ReadError::new(cunning_plan::codes::SHAPE, message, node.span).fail()
    })?;
    if Micros::from_int(min) <= Some(found) && Some(found) <= Micros::from_int(max) {
        return Ok(found);
    }
    ReadError::new(
        codes::RANGE,
        format!("{what} must be a number from {min} to {max}, not {found}"),
        node.span,
    )
    .fail()
}

/// Reads a share, from 0 to 1.
pub(super) fn share(node: &Node, what: &str) -> Checked<Micros> {
    within(node, what, 0, 1)
}

/// Reads a factor or an addend of scores, from 0.
pub(super) fn factor(node: &Node, what: &str) -> Checked<Micros> {
    within(node, what, 0, FACTOR_MAX)
}

/// Reads an integer from `min` to `max`.
pub(super) fn count(node: &Node, what: &str, min: i64, max: i64) -> Checked<u32> {
    let found = int(node, "an integer")?;
    if (min..=max).contains(&found) {
        return Ok(found as u32);
    }
    ReadError::new(
        codes::RANGE,
        format!("{what} must be an integer from {min} to {max}, not {found}"),
        node.span,
    )
    .fail()
}
