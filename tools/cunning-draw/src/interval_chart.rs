//! Values with their intervals, one below the other, as SVG.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::colour::Colour;
use crate::error::DrawError;
use crate::line_chart::{LETTER, shortened, tick};
use crate::palette;

/// The largest number of rows of a chart.
pub const INTERVALS_MAX: usize = 80;

/// The width of a chart in pixels.
const WIDTH: u32 = 900;
/// The height of a row in pixels.
const ROW: u32 = 26;
/// The height of title and axis in pixels.
const FRAME: u32 = 110;

/// A value with the ends of its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalRow {
    /// The text on the left.
    pub label: String,
    /// The value that the interval surrounds.
    pub value: f64,
    /// The ends of the interval.
    pub interval: (f64, f64),
}

/// Values with their intervals on a common axis, one below the other.
///
/// ```
/// use cunning_draw::{IntervalChart, IntervalRow};
///
/// let chart = IntervalChart {
///     title: "Share of wins".into(),
///     x_label: "share".into(),
///     marker: Some(0.5),
///     rows: vec![
///         IntervalRow { label: "with orders".into(), value: 0.61, interval: (0.55, 0.67) },
///         IntervalRow { label: "without".into(), value: 0.48, interval: (0.42, 0.54) },
///     ],
/// };
/// assert!(chart.to_svg()?.starts_with("<svg"));
/// # Ok::<(), cunning_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct IntervalChart {
    /// The text above the frame.
    pub title: String,
    /// The name of the axis.
    pub x_label: String,
    /// A value that is marked by a line, such as 0 for differences.
    pub marker: Option<f64>,
    /// The rows, from top to bottom.
    pub rows: Vec<IntervalRow>,
}

impl IntervalChart {
    /// The chart as an SVG document.
    pub fn to_svg(&self) -> Result<String, DrawError> {
        if self.rows.len() > INTERVALS_MAX {
            return Err(DrawError::ChartTooLarge);
        }
        let ends =
            self.rows.iter().flat_map(|row| [row.interval.0, row.interval.1, row.value]).chain(self.marker);
        let ends: Vec<f64> = ends.filter(|end| end.is_finite()).collect();
        let (low, high) = ends
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &end| (low.min(end), high.max(end)));
        if low > high {
            return Err(DrawError::NoPoints);
        }
        let margin = if low < high { (high - low) * 0.05 } else { 0.5 };
        let failed = |error: DrawingAreaErrorKind<_>| DrawError::Render(error.to_string());
        let count = self.rows.len() as f64;
        let longest = self.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0) as u32;
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, (WIDTH, FRAME + ROW * self.rows.len() as u32))
            .into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", 20))
            .margin(14)
            .x_label_area_size(44)
            .margin_left((longest * LETTER).min(WIDTH / 2) + 14)
            .build_cartesian_2d(low - margin..high + margin, -0.5..count - 0.5)
            .map_err(failed)?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_y_mesh().disable_y_axis().x_desc(&self.x_label).light_line_style(TRANSPARENT);
        mesh.x_label_formatter(&|x| tick(*x));
        mesh.label_style(("sans-serif", 14)).axis_desc_style(("sans-serif", 15));
        mesh.draw().map_err(failed)?;
        if let Some(marker) = self.marker {
            let line = LineSeries::new([(marker, -0.5), (marker, count - 0.5)], BLACK.mix(0.5));
            chart.draw_series(line).map_err(failed)?;
        }
        let Colour { red, green, blue } = palette::PATHS[0];
        let colour = RGBColor(red, green, blue);
        for (at, row) in self.rows.iter().enumerate() {
            let y = count - 1.0 - at as f64;
            if [row.value, row.interval.0, row.interval.1].iter().all(|end| end.is_finite()) {
                let bar = LineSeries::new([(row.interval.0, y), (row.interval.1, y)], colour.stroke_width(2));
                chart.draw_series(bar).map_err(failed)?;
                chart.draw_series([Circle::new((row.value, y), 4, colour.filled())]).map_err(failed)?;
            }
            let (_, pixel_y) = chart.backend_coord(&(low, y));
            let style = TextStyle::from(("sans-serif", 14)).pos(Pos::new(HPos::Right, VPos::Center));
            let (left, _) = chart.backend_coord(&(low - margin, y));
            let label = shortened(&row.label, (WIDTH / 2 / LETTER) as usize);
            area.draw_text(&label, &style, (left - 8, pixel_y)).map_err(failed)?;
        }
        drop(chart);
        drop(area);
        Ok(svg)
    }
}
