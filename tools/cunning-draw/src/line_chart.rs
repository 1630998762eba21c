//! Curves in a frame with axes, as SVG.
//!
//! Callers name the curves and choose the scale of the vertical axis; the chart computes its ranges.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::colour::Colour;
use crate::error::DrawError;
use crate::palette;

/// The width of a letter of the text in charts in pixels.
pub(crate) const LETTER: u32 = 8;

/// The largest number of lines of a chart.
pub const LINES_MAX: usize = 256;
/// The largest number of points of a line.
pub const POINTS_MAX: usize = 1 << 16;

/// The size of a chart in pixels.
const SIZE: (u32, u32) = (900, 520);
/// The opacity of the spread around a line.
const SPREAD_OPACITY: f64 = 0.18;
/// Charts with more lines than this have no legend.
const NAMED_MAX: usize = 12;
/// The points of a line with at most this many are marked.
const MARKED_MAX: usize = 24;
/// The height of a name in the legend in pixels.
const NAME_HEIGHT: i32 = 22;
/// The width of the line before a name, and the space around it, in pixels.
const NAME_LINE: i32 = 24;

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
        // The legend is beside the frame, so that it covers no line.
        let has_names = self.lines.len() <= NAMED_MAX && self.lines.iter().any(|line| !line.name.is_empty());
        let longest = self.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0) as u32;
        let legend = if has_names { (longest * LETTER + 2 * NAME_LINE as u32).min(SIZE.0 / 3) } else { 0 };
        let (frame, names) = area.split_horizontally(SIZE.0 - legend);
        if has_names {
            self.draw_names(&names, ((SIZE.0 / 3 - 2 * NAME_LINE as u32) / LETTER) as usize)?;
        }
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
                self.draw(&frame, x, y.0 - margin..y.1 + margin)?;
            }
            Scale::Logarithmic => self.draw(&frame, x, (y.0 * 0.9..y.1 * 1.2).log_scale())?,
        }
        drop((area, frame, names));
        Ok(svg)
    }

    fn colour(&self, index: usize) -> RGBColor {
        let own = self.lines.get(index).and_then(|line| line.colour);
        let Colour { red, green, blue } = own.unwrap_or(palette::PATHS[index % palette::PATHS.len()]);
        RGBColor(red, green, blue)
    }

    /// Draws the legend, with at most this many letters of each name.
    fn draw_names(&self, area: &DrawingArea<SVGBackend<'_>, Shift>, letters: usize) -> Result<(), DrawError> {
        let failed = |error: DrawingAreaErrorKind<_>| DrawError::Render(error.to_string());
        for (index, line) in self.lines.iter().enumerate() {
            // Below the title.
            let y = 52 + NAME_HEIGHT * index as i32;
            let stroke = PathElement::new([(0, y), (NAME_LINE, y)], self.colour(index).stroke_width(3));
            area.draw(&stroke).map_err(failed)?;
            let style = TextStyle::from(("sans-serif", 14)).pos(Pos::new(HPos::Left, VPos::Center));
            let name = shortened(&line.name, letters);
            area.draw_text(&name, &style, (NAME_LINE + 8, y)).map_err(failed)?;
        }
        Ok(())
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
        mesh.x_label_formatter(&|x| tick(*x)).y_label_formatter(&|y| tick(*y));
        mesh.label_style(("sans-serif", 14)).axis_desc_style(("sans-serif", 15));
        mesh.draw().map_err(failed)?;
        let lowest = self.lines.iter().flat_map(|line| self.shown(line)).map(|(_, y)| y);
        let lowest = if self.scale == Scale::Linear {
            f64::NEG_INFINITY
        } else {
            lowest.fold(f64::INFINITY, f64::min)
        };
        for (index, line) in self.lines.iter().enumerate() {
            let colour = self.colour(index);
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
            chart.draw_series(series).map_err(failed)?;
            if line.points.len() <= MARKED_MAX {
                let marks = self.shown(line).map(|point| Circle::new(point, 3, colour.filled()));
                chart.draw_series(marks).map_err(failed)?;
            }
        }
        Ok(())
    }
}

/// A number at an axis: without the digits that only the conversion to decimals adds.
pub(crate) fn tick(number: f64) -> String {
    match number.abs() {
        // What is left of 0 after repeated steps.
        tiny if tiny < 1e-12 => "0".to_owned(),
        small if small < 1e-6 => format!("{number:e}"),
        _ => format!("{number:.9}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

/// A name with at most this many letters.
pub(crate) fn shortened(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    let begin: String = name.chars().take(letters.saturating_sub(1)).collect();
    format!("{begin}…")
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
    fn axes_have_short_numbers_and_long_names_are_cut() {
        assert_eq!([0.1 + 0.2, 25.0, -1e-17, 1200.5, 2e-7].map(tick), ["0.3", "25", "0", "1200.5", "2e-7"]);
        assert_eq!((shortened("orders", 6), shortened("orders", 4)), ("orders".into(), "ord…".into()));
        let one = LineChart {
            lines: vec![Line { points: vec![(1.0, 1.0)], ..Line::default() }],
            ..LineChart::default()
        };
        assert!(one.to_svg().is_ok());
    }

    #[test]
    fn single_point_is_drawn() {
        assert!(chart(vec![(3.0, 1.0)], Scale::Logarithmic).to_svg().is_ok());
    }
}
