//! `[curve.*]`: points that are joined by straight lines.

use super::shape::{declared, list, section, shape_error, table};
use crate::decimal;
use crate::domain::{Curve, Vocabulary};
use crate::error::OracleError;
use toml::{Table, Value as Toml};

/// Reads all curves.
pub(crate) fn read(root: &Table, vocabulary: &mut Vocabulary) -> Result<(), OracleError> {
    for (name, given) in section(root, "curve")? {
        let place = format!("curve.{name}");
        declared(name, &place)?;
        let written =
            table(given, &place)?.get("points").ok_or_else(|| shape_error(&place, "`points` is missing"))?;
        let mut points: Vec<(i64, i64)> = Vec::new();
        for point in list(written, &place)? {
            let [x, y] = list(point, &place)? else {
                return Err(shape_error(&place, "a point has two numbers"));
            };
            let point = (coordinate(x, &place)?, coordinate(y, &place)?);
            if points.last().is_some_and(|last| last.0 >= point.0) {
                return Err(shape_error(&place, "points go from left to right"));
            }
            points.push(point);
        }
        if points.is_empty() {
            return Err(shape_error(&place, "a curve has at least one point"));
        }
        vocabulary.curves.push(Curve { name: name.clone(), points });
    }
    Ok(())
}

fn coordinate(given: &Toml, place: &str) -> Result<i64, OracleError> {
    let micros = match given {
        Toml::Integer(whole) => decimal::from_whole(*whole),
        Toml::Float(float) => decimal::from_float(*float),
        _ => None,
    };
    micros.ok_or_else(|| shape_error(place, "a point has finite numbers"))
}
