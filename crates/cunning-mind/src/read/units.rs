//! Durations, rates and numbers within a range.

use cunning_plan::Micros;
use cunning_plan::model::SourceSpan;
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::shape::{int, number, text};
use cunning_plan::tree::Node;

use crate::codes;
use crate::limits::{DURATION_MS_MAX, FACTOR_MAX};

/// The units of time and how many milliseconds each has.
const UNITS: [(&str, i64); 4] = [("ms", 1), ("s", 1000), ("min", 60_000), ("h", 3_600_000)];
const MS_PER_HOUR: i64 = 3_600_000;
const MICROS_PER_ONE: i128 = 1_000_000;

/// A duration such as `"0.5 s"`, in milliseconds; what is less than one is rounded, halves up.
pub(super) fn duration(node: &Node) -> Checked<u32> {
    let written = text(node, "a duration such as \"0.5 s\"")?;
    let value = written.value.trim();
    let end = value.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(value.len());
    let (amount, rest) = value.split_at(end);
    let Some(amount) = Micros::parse(amount) else {
        let message = format!("`{}` is no duration", written.value);
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

/// How often something happens: a duration that is not nothing.
pub(super) fn period(node: &Node, what: &str) -> Checked<u32> {
    match duration(node)? {
        0 => ReadError::new(codes::DURATION, format!("{what} is longer than nothing"), node.span).fail(),
        period => Ok(period),
    }
}

/// A rate such as `"+2 / h"`, per hour.
pub(super) fn rate(node: &Node) -> Checked<Micros> {
    let written = text(node, "a rate such as \"+2 / h\"")?;
    let wrong = || {
        ReadError::new(codes::DRIFT, format!("`{}` is no rate", written.value), written.span)
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
        let message = format!("`{}` is faster than anything can be counted", written.value);
        Box::new(ReadError::new(codes::DRIFT, message, written.span))
    })
}

fn unit(word: &str, span: SourceSpan) -> Checked<i64> {
    if let Some((_, millis)) = UNITS.iter().find(|(name, _)| *name == word) {
        return Ok(*millis);
    }
    let message = if word.is_empty() {
        "this needs a unit of time".to_owned()
    } else {
        format!("`{word}` is no unit of time")
    };
    ReadError::new(codes::DURATION, message, span)
        .hint("the units are `ms`, `s`, `min` and `h`, as in \"0.5 s\"")
        .fail()
}

/// A number from `min` to `max`.
pub(super) fn within(node: &Node, what: &str, min: i64, max: i64) -> Checked<Micros> {
    let found = number(node).unwrap_or_else(|| {
        let message = format!("expected a number, found {}", node.sort());
        ReadError::new(cunning_plan::codes::SHAPE, message, node.span).fail()
    })?;
    if Micros::from_int(min) <= Some(found) && Some(found) <= Micros::from_int(max) {
        return Ok(found);
    }
    ReadError::new(codes::RANGE, format!("{what} is a number from {min} to {max}, not {found}"), node.span)
        .fail()
}

/// A share, from 0 to 1.
pub(super) fn share(node: &Node, what: &str) -> Checked<Micros> {
    within(node, what, 0, 1)
}

/// A factor or an addend of scores, from 0.
pub(super) fn factor(node: &Node, what: &str) -> Checked<Micros> {
    within(node, what, 0, FACTOR_MAX)
}

/// A whole number from `min` to `max`.
pub(super) fn count(node: &Node, what: &str, min: i64, max: i64) -> Checked<u32> {
    let found = int(node, "a whole number")?;
    if (min..=max).contains(&found) {
        return Ok(found as u32);
    }
    ReadError::new(
        codes::RANGE,
        format!("{what} is a whole number from {min} to {max}, not {found}"),
        node.span,
    )
    .fail()
}
