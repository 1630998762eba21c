//! Curves: piecewise linear functions.

use std::sync::Arc;

use super::SourceSpan;
use crate::micros::Micros;

/// A curve through points: linear between them, constant outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// Its name, without `curve.`.
    pub name: String,
    /// The points, at least one, by strictly increasing `x`.
    pub points: Arc<[(Micros, Micros)]>,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span of the declaration.
    pub span: SourceSpan,
}

impl Curve {
    /// Returns the value at `x`, to the nearest millionth, halves away from zero. Nothing else is rounded, so the result is the
    /// same on every machine.
    ///
    /// ```
    /// use cunning_diag::Source;
    /// use cunning_plan::Micros;
    ///
    /// let text = "[curve.hungry]\npoints = [[0, 0], [60, 0.1], [100, 1]]";
    /// let domain = cunning_plan::read(&Source::new("cat.toml", text)).expect("a valid domain");
    /// let (_, hungry) = domain.curves().iter().next().expect("a curve");
    /// let at = |x: i64| Micros::from_int(x).map(|x| hungry.at(x).to_string());
    /// assert_eq!([at(-5), at(30), at(80), at(500)].map(Option::unwrap_or_default), ["0", "0.05", "0.55", "1"]);
    /// ```
    pub fn at(&self, x: Micros) -> Micros {
        let right = self.points.partition_point(|point| point.0 < x);
        let (Some(&(x1, y1)), Some(&(x0, y0))) =
            (self.points.get(right), right.checked_sub(1).and_then(|left| self.points.get(left)))
        else {
            let nearest = self.points.get(right).or(self.points.last());
            return nearest.map_or(Micros::ZERO, |point| point.1);
        };
        let [x, x0, y0, x1, y1] = [x, x0, y0, x1, y1].map(|number| i128::from(number.get()));
        let width = x1 - x0;
        let height = y0 * width + (y1 - y0) * (x - x0);
        let magnitude = (2 * height.abs() + width) / (2 * width);
        // The value lies between two numbers that fit.
        Micros::new((magnitude * height.signum()) as i64).unwrap_or_default()
    }
}
