//! Charts in the paper's layout: a column for each label, on a logarithmic scale.

use plotters::prelude::*;

use super::configuration::{CONFIGURATIONS, Family};
use super::{LabError, Row};

/// What a chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Expanded states.
    Expansions,
    /// Milliseconds of planning.
    Time,
}

const SIZE: (u32, u32) = (900, 480);

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

/// Colours that differ in lightness too.
const fn colour(family: Family) -> RGBColor {
    match family {
        Family::WeightedAStar => RGBColor(0x6f, 0x77, 0x82),
        Family::TGraph => RGBColor(0xe8, 0x7b, 0x44),
        Family::MhaTwo => RGBColor(0x6e, 0xbd, 0xf2),
        Family::MhaHundred => RGBColor(0x03, 0x55, 0xce),
    }
}

/// A column for each label.
pub fn chart(title: &str, measure: Measure, rows: &[Row]) -> Result<String, LabError> {
    draw(title, measure, rows, |values| {
        let middle = quantile(values, 0.5);
        [middle; 3]
    })
}

/// A column for each label as high as the median of many rows, with a line from the tenth to the ninetieth part.
pub fn spread_chart(title: &str, measure: Measure, rows: &[Row]) -> Result<String, LabError> {
    draw(title, measure, rows, |values| [0.1, 0.5, 0.9].map(|part| quantile(values, part)))
}

/// Low, middle and high of sorted values for each label.
fn draw(
    title: &str,
    measure: Measure,
    rows: &[Row],
    summary: impl Fn(&[f64]) -> [f64; 3],
) -> Result<String, LabError> {
    let columns: Vec<(usize, Family, [f64; 3])> = CONFIGURATIONS
        .iter()
        .enumerate()
        .filter_map(|(place, configuration)| {
            let of_label = rows.iter().filter(|row| row.label == configuration.label);
            let mut values: Vec<f64> = of_label.map(|row| measure.of(row)).collect();
            values.sort_by(f64::total_cmp);
            (!values.is_empty()).then(|| (place, configuration.family, summary(&values)))
        })
        .collect();
    let lowest = columns.iter().map(|(_, _, [low, ..])| *low).fold(f64::INFINITY, f64::min);
    let highest = columns.iter().map(|(_, _, [.., high])| *high).fold(0.0, f64::max);
    if columns.is_empty() || lowest <= 0.0 {
        return Err(LabError::Chart("there is nothing to show on a logarithmic scale".to_owned()));
    }
    let mut svg = String::new();
    // Whole decades, and room for the legend above.
    let decade = |power: f64| 10_f64.powf(power);
    let (from, to) = (decade((lowest / 1.5).log10().floor()), decade((highest * 4.0).log10().ceil()));
    plot(&mut svg, title, measure, &columns, (from, to))
        .map_err(|error| LabError::Chart(error.to_string()))?;
    Ok(svg)
}

fn plot(
    svg: &mut String,
    title: &str,
    measure: Measure,
    columns: &[(usize, Family, [f64; 3])],
    (low, high): (f64, f64),
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let width = CONFIGURATIONS.len() as f64;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(72)
        .build_cartesian_2d(0.0..width, (low..high).log_scale())?;
    let label = |at: &f64| {
        let place = (at - 0.5).round();
        let is_middle = (at - 0.5 - place).abs() < 0.01 && place >= 0.0;
        let configuration = CONFIGURATIONS.get(place as usize).filter(|_| is_middle);
        configuration.map(|one| one.label.to_owned()).unwrap_or_default()
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(2 * CONFIGURATIONS.len() + 1)
        .x_label_formatter(&label)
        .y_label_formatter(&|value| plain(*value))
        .y_desc(measure.name())
        .label_style(("sans-serif", 14))
        .draw()?;
    for family in Family::ALL {
        let of_family = columns.iter().filter(|(_, of, _)| *of == family);
        let bars = of_family.clone().map(|&(place, _, [_, middle, _])| {
            let left = place as f64;
            Rectangle::new([(left + 0.15, low), (left + 0.85, middle)], colour(family).filled())
        });
        chart
            .draw_series(bars)?
            .label(family.name())
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour(family).filled()));
        let lines = of_family.filter(|(_, _, [low, _, high])| low < high);
        chart.draw_series(lines.map(|&(place, _, [low, _, high])| {
            let middle = place as f64 + 0.5;
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

/// A number as people write it.
fn plain(value: f64) -> String {
    if value >= 1.0 { format!("{value:.0}") } else { format!("{value:.3}").trim_end_matches('0').to_owned() }
}

/// The value at a part of sorted values.
fn quantile(values: &[f64], part: f64) -> f64 {
    let at = (part * values.len().saturating_sub(1) as f64).round() as usize;
    values.get(at).copied().unwrap_or(f64::NAN)
}
