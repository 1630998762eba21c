//! Columns on a logarithmic scale, as SVG.

use plotters::prelude::*;

use crate::colour::Colour;
use crate::error::DrawError;

/// The largest number of columns of a chart.
pub const COLUMNS_MAX: usize = 256;

/// The size of a chart in pixels.
const SIZE: (u32, u32) = (900, 480);

/// A series of columns with one colour and a name in the legend.
#[derive(Clone, Debug)]
pub struct ColumnSeries {
    /// The name in the legend.
    pub name: String,
    /// The colour of the columns.
    pub colour: Colour,
}

/// One column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The index of its label in [`ColumnChart::labels`].
    pub label: usize,
    /// The index of its series in [`ColumnChart::series`].
    pub series: usize,
    /// The height of the column.
    pub value: f64,
    /// The ends of the line that shows how values spread; no line is drawn if they are equal.
    pub spread: (f64, f64),
}

/// Columns side by side, one for each label, with a logarithmic vertical axis.
///
/// ```
/// use cunning_draw::{Column, ColumnChart, ColumnSeries, palette};
///
/// let chart = ColumnChart {
///     title: "Expanded states".into(),
///     y_label: "states".into(),
///     labels: vec!["A".into(), "B".into()],
///     series: vec![ColumnSeries { name: "weighted A*".into(), colour: palette::PATH }],
///     columns: vec![
///         Column { label: 0, series: 0, value: 1200.0, spread: (900.0, 2000.0) },
///         Column { label: 1, series: 0, value: 40.0, spread: (40.0, 40.0) },
///     ],
/// };
/// assert!(chart.to_svg()?.starts_with("<svg"));
/// # Ok::<(), cunning_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ColumnChart {
    /// The text above the frame.
    pub title: String,
    /// The name of the vertical axis.
    pub y_label: String,
    /// The labels along the horizontal axis.
    pub labels: Vec<String>,
    /// The series, in the order of the legend.
    pub series: Vec<ColumnSeries>,
    /// The columns.
    pub columns: Vec<Column>,
}

impl ColumnChart {
    /// The chart as an SVG document.
    pub fn to_svg(&self) -> Result<String, DrawError> {
        if self.labels.len() > COLUMNS_MAX || self.columns.len() > COLUMNS_MAX {
            return Err(DrawError::ChartTooLarge);
        }
        let lowest = self.columns.iter().map(|column| column.spread.0).fold(f64::INFINITY, f64::min);
        let highest = self.columns.iter().map(|column| column.spread.1).fold(0.0, f64::max);
        let is_drawable = lowest > 0.0 && lowest.is_finite() && highest.is_finite();
        if !is_drawable {
            return Err(DrawError::NoPoints);
        }
        // Whole decades, and room for the legend above.
        let decade = |power: f64| 10_f64.powf(power);
        let range = (decade((lowest / 1.5).log10().floor()), decade((highest * 4.0).log10().ceil()));
        let mut svg = String::new();
        self.draw(&mut svg, range).map_err(|error| DrawError::Render(error.to_string()))?;
        Ok(svg)
    }

    fn draw(&self, svg: &mut String, (low, high): (f64, f64)) -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(&self.title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(72)
            .build_cartesian_2d(0.0..self.labels.len() as f64, (low..high).log_scale())?;
        let label = |at: &f64| {
            let index = (at - 0.5).round();
            let is_middle = (at - 0.5 - index).abs() < 0.01 && index >= 0.0;
            self.labels.get(index as usize).filter(|_| is_middle).cloned().unwrap_or_default()
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(2 * self.labels.len() + 1)
            .x_label_formatter(&label)
            .y_label_formatter(&|value| short(*value))
            .y_desc(&self.y_label)
            .label_style(("sans-serif", 14))
            .draw()?;
        for (index, series) in self.series.iter().enumerate() {
            let colour = RGBColor(series.colour.red, series.colour.green, series.colour.blue);
            let columns = self.columns.iter().filter(|column| column.series == index);
            let bars = columns.clone().map(|column| {
                let left = column.label as f64;
                Rectangle::new([(left + 0.15, low), (left + 0.85, column.value)], colour.filled())
            });
            chart
                .draw_series(bars)?
                .label(&series.name)
                .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.filled()));
            let spreads = columns.filter(|column| column.spread.0 < column.spread.1);
            chart.draw_series(spreads.map(|column| {
                let (middle, (low, high)) = (column.label as f64 + 0.5, column.spread);
                PathElement::new(vec![(middle, low), (middle, high)], BLACK.stroke_width(2))
            }))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .label_font(("sans-serif", 14))
            .draw()?;
        root.present()?;
        Ok(())
    }
}

/// A number with at most three decimals.
fn short(value: f64) -> String {
    if value >= 1.0 { format!("{value:.0}") } else { format!("{value:.3}").trim_end_matches('0').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_without_logarithm_are_an_error() {
        let column = Column { label: 0, series: 0, value: 0.0, spread: (0.0, 0.0) };
        let chart = ColumnChart { columns: vec![column], ..ColumnChart::default() };
        assert_eq!(chart.to_svg(), Err(DrawError::NoPoints));
        assert_eq!(ColumnChart::default().to_svg(), Err(DrawError::NoPoints));
    }
}
