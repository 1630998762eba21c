//! Charts in the paper's layout: a column for each label, on a logarithmic scale.

use cunning_draw::{Colour, Column, ColumnChart, ColumnSeries};

use super::configuration::{CONFIGURATIONS, Family};
use super::{LabError, Row};

/// What a chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The number of expanded states.
    Expansions,
    /// The planning time in milliseconds.
    Time,
}

impl Measure {
    fn of(self, row: &Row) -> f64 {
        match self {
            Self::Expansions => row.expanded as f64,
            Self::Time => row.seconds * 1000.0,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Expansions => "expanded states",
            Self::Time => "milliseconds",
        }
    }
}

/// The colours of the families, which also differ in lightness.
const fn colour(family: Family) -> Colour {
    Colour::hex(match family {
        Family::WeightedAStar => 0x6f_77_82,
        Family::TGraph => 0xe8_7b_44,
        Family::MhaTwo => 0x6e_bd_f2,
        Family::MhaHundred => 0x03_55_ce,
    })
}

/// A column for each label, as high as the median of its rows.
pub fn chart(title: &str, measure: Measure, rows: &[Row]) -> Result<String, LabError> {
    draw(title, measure, rows, |values| {
        let median = quantile(values, 0.5);
        (median, (median, median))
    })
}

/// As [`chart`], with a line from the 10th to the 90th percentile.
pub fn spread_chart(title: &str, measure: Measure, rows: &[Row]) -> Result<String, LabError> {
    draw(title, measure, rows, |values| {
        (quantile(values, 0.5), (quantile(values, 0.1), quantile(values, 0.9)))
    })
}

/// Draws the summary of the sorted values of each label: their middle and their spread.
fn draw(
    title: &str,
    measure: Measure,
    rows: &[Row],
    summary: impl Fn(&[f64]) -> (f64, (f64, f64)),
) -> Result<String, LabError> {
    let column = |(label, configuration): (usize, &super::Configuration)| {
        let of_label = rows.iter().filter(|row| row.label == configuration.label);
        let mut values: Vec<f64> = of_label.map(|row| measure.of(row)).collect();
        values.sort_by(f64::total_cmp);
        let series = Family::ALL.iter().position(|family| *family == configuration.family)?;
        let (value, spread) = summary(&values);
        (!values.is_empty()).then_some(Column { label, series, value, spread })
    };
    let chart = ColumnChart {
        title: title.to_owned(),
        y_label: measure.name().to_owned(),
        labels: CONFIGURATIONS.iter().map(|configuration| configuration.label.to_owned()).collect(),
        series: Family::ALL
            .map(|family| ColumnSeries { name: family.name().to_owned(), colour: colour(family) })
            .to_vec(),
        columns: CONFIGURATIONS.iter().enumerate().filter_map(column).collect(),
    };
    chart.to_svg().map_err(|error| LabError::Chart(error.to_string()))
}

/// The value at a part of sorted values.
fn quantile(values: &[f64], part: f64) -> f64 {
    let at = (part * values.len().saturating_sub(1) as f64).round() as usize;
    values.get(at).copied().unwrap_or(f64::NAN)
}
