//! Curves in a frame with axes, as SVG.
//!
//! Callers name the curves and choose the scale of the vertical axis; the chart computes its ranges.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;

use crate::colour::Colour;
use crate::error::DrawError;
use crate::palette;

/// The largest number of lines of a chart.
pub const LINES_MAX: usize = 256;
/// The largest number of points of a line.
pub const POINTS_MAX: usize = 1 << 16;

/// The size of a chart in pixels.
const SIZE: (u32, u32) = (900, 520);
/// The opacity of the spread around a line.
const SPREAD_OPACITY: f64 = 0.18;
/// Charts with more lines than this have no legend, which would cover the lines.
const NAMED_MAX: usize = 12;

/// The scale of the vertical axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences have equal distances.
    #[default]
    Linear,
    /// Equal ratios have equal distances; points at or below 0 are left out.
    Logarithmic,
}

/// A named curve.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The name in the legend.
    pub name: String,
    /// The colour; `None` for the next one of [`palette::PATHS`].
    pub colour: Option<Colour>,
    /// The points, from left to right. Points that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// How far the spread of each point reaches below and above it; empty for none.
    pub spread: Vec<(f64, f64)>,
}

/// Several curves in one frame.
///
/// ```
/// use cunning_draw::{Line, LineChart, Scale};
///
/// let chart = LineChart {
///     title: "Suboptimality".into(),
///     x_label: "order".into(),
///     y_label: "mean".into(),
///     scale: Scale::Logarithmic,
///     lines: vec![Line {
///         name: "LRTA*".into(),
///         points: vec![(1.0, 14.8), (2.0, 230.0), (3.0, 2.8), (4.0, 1.0)],
///         ..Line::default()
///     }],
/// };
/// assert!(chart.to_svg()?.starts_with("<svg"));
/// # Ok::<(), cunning_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LineChart {
    /// The text above the frame.
    pub title: String,
    /// The name of the horizontal axis.
    pub x_label: String,
    /// The name of the vertical axis.
    pub y_label: String,
    /// The scale of the vertical axis.
    pub scale: Scale,
    /// The curves; later ones cover earlier ones.
    pub lines: Vec<Line>,
}

impl LineChart {
    /// The chart as an SVG document.
    pub fn to_svg(&self) -> Result<String, DrawError> {
        let is_large = |line: &Line| line.points.len() > POINTS_MAX;
        if self.lines.len() > LINES_MAX || self.lines.iter().any(is_large) {
            return Err(DrawError::ChartTooLarge);
        }
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(|error| DrawError::Render(error.to_string()))?;
        let points = || self.lines.iter().flat_map(|line| self.shown(line));
        let ends = self.lines.iter().flat_map(|line| line.points.iter().zip(&line.spread));
        // On a logarithmic scale the lower ends would leave no room for anything else.
        let low = |y: f64, below: f64| if self.scale == Scale::Linear { y - below } else { y };
        let ends = ends.flat_map(|(&(_, y), (below, above))| [low(y, *below), y + above]);
        let ends = ends.filter(|end| end.is_finite() && self.can_show(*end));
        let x = range(points().map(|(x, _)| x))?;
        let y = range(points().map(|(_, y)| y).chain(ends))?;
        match self.scale {
            Scale::Linear => {
                let margin = (y.1 - y.0) * 0.05;
                self.draw(&area, x, y.0 - margin..y.1 + margin)?;
            }
            Scale::Logarithmic => self.draw(&area, x, (y.0 * 0.9..y.1 * 1.2).log_scale())?,
        }
        drop(area);
        Ok(svg)
    }

    /// The points of a line that can be drawn.
    fn shown(&self, line: &Line) -> impl Iterator<Item = (f64, f64)> {
        let is_drawn = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite() && self.can_show(y);
        line.points.iter().copied().filter(is_drawn)
    }

    fn can_show(&self, y: f64) -> bool {
        self.scale == Scale::Linear || y > 0.0
    }

    fn draw<Y>(&self, area: &DrawingArea<SVGBackend<'_>, Shift>, x: (f64, f64), y: Y) -> Result<(), DrawError>
    where
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let failed = |error: DrawingAreaErrorKind<_>| DrawError::Render(error.to_string());
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 20))
            .margin(14)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(x.0..x.1, y)
            .map_err(failed)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(&self.x_label).y_desc(&self.y_label).light_line_style(TRANSPARENT);
        mesh.x_label_formatter(&|x| x.to_string()).y_label_formatter(&|y| y.to_string());
        mesh.label_style(("sans-serif", 14)).axis_desc_style(("sans-serif", 15));
        mesh.draw().map_err(failed)?;
        let lowest = self.lines.iter().flat_map(|line| self.shown(line)).map(|(_, y)| y);
        let lowest = if self.scale == Scale::Linear {
            f64::NEG_INFINITY
        } else {
            lowest.fold(f64::INFINITY, f64::min)
        };
        for (index, line) in self.lines.iter().enumerate() {
            let colour = line.colour.unwrap_or(palette::PATHS[index % palette::PATHS.len()]);
            let colour = RGBColor(colour.red, colour.green, colour.blue);
            if line.spread.len() == line.points.len() && !line.spread.is_empty() {
                let pairs = || line.points.iter().zip(&line.spread);
                let above = pairs().map(|(&(x, y), (_, above))| (x, y + above));
                // Values below the scale are drawn at its lower end.
                let below = pairs().map(|(&(x, y), (below, _))| (x, (y - below).max(lowest)));
                let outline: Vec<(f64, f64)> = above.chain(below.rev()).collect();
                let band = Polygon::new(outline, colour.mix(SPREAD_OPACITY));
                chart.draw_series(std::iter::once(band)).map_err(failed)?;
            }
            let series = LineSeries::new(self.shown(line), colour.stroke_width(2));
            let drawn = chart.draw_series(series).map_err(failed)?;
            if self.lines.len() <= NAMED_MAX {
                drawn
                    .label(&line.name)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)));
            }
        }
        if self.lines.len() <= NAMED_MAX {
            let mut names = chart.configure_series_labels();
            names.background_style(WHITE.mix(0.85)).border_style(BLACK.mix(0.25));
            names.position(SeriesLabelPosition::UpperRight).label_font(("sans-serif", 14));
            names.draw().map_err(failed)?;
        }
        Ok(())
    }
}

/// The smallest and the largest value; a little apart if they are equal.
fn range(values: impl Iterator<Item = f64>) -> Result<(f64, f64), DrawError> {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    match low.partial_cmp(&high) {
        Some(std::cmp::Ordering::Less) => Ok((low, high)),
        Some(std::cmp::Ordering::Equal) => Ok((low, high + high.abs().max(1.0) * 0.1)),
        _ => Err(DrawError::NoPoints),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, f64)>, scale: Scale) -> LineChart {
        let lines = vec![Line { name: "<one> & only".into(), points, ..Line::default() }];
        LineChart { title: "a < b".into(), scale, lines, ..LineChart::default() }
    }

    #[test]
    fn names_are_escaped_and_lines_drawn() {
        let svg = chart(vec![(1.0, 2.0), (2.0, 8.0)], Scale::Linear).to_svg().unwrap();
        assert!(svg.contains("a &lt; b") && svg.contains("&lt;one&gt; &amp; only"), "{svg}");
        assert!(svg.contains("<polyline") && svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn undrawable_points_are_left_out_or_rejected() {
        let holes = vec![(1.0, f64::NAN), (2.0, 5.0), (3.0, f64::INFINITY), (4.0, 0.0), (5.0, 5.0)];
        assert!(chart(holes.clone(), Scale::Logarithmic).to_svg().is_ok());
        assert!(chart(holes, Scale::Linear).to_svg().is_ok());
        assert_eq!(chart(vec![(1.0, 0.0)], Scale::Logarithmic).to_svg(), Err(DrawError::NoPoints));
        assert_eq!(chart(Vec::new(), Scale::Linear).to_svg(), Err(DrawError::NoPoints));
        let mut many = chart(vec![(1.0, 1.0)], Scale::Linear);
        many.lines = vec![many.lines[0].clone(); LINES_MAX + 1];
        assert_eq!(many.to_svg(), Err(DrawError::ChartTooLarge));
    }

    #[test]
    fn single_point_is_drawn() {
        assert!(chart(vec![(3.0, 1.0)], Scale::Logarithmic).to_svg().is_ok());
    }
}
