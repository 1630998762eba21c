//! Pictures of a walker's self-knowledge and fear.

use cunning_draw::{DrawError, GridPicture, HeatRange, Line, LineChart, Scale, Terrain};

use super::{Curve, Study};

/// The gap between two plates in cells.
const GAP: u32 = 2;

/// A map with a value for each cell.
#[derive(Clone, Debug)]
pub struct Plate {
    /// The name of the values: `h`, `C1`, `h*` …
    pub name: String,
    /// One value for each cell, row by row. Values that are not finite are not coloured.
    pub values: Vec<f64>,
}

/// Two rows of maps, as in Figure 1 of the paper. The upper row shows costs: the heuristic, the kept orders and the optimal
/// costs. The lower row shows the same divided by the optimal costs. Colours are logarithmic, with one scale per row.
/// `is_free` tells which cells are free.
pub fn plates(
    (width, height): (u32, u32),
    is_free: impl Fn((u32, u32)) -> bool,
    study: &Study,
) -> Result<GridPicture, DrawError> {
    let name = |order: u32| if order == 0 { "h".to_owned() } else { format!("C{order}") };
    let kept = study.kept.iter().map(|(order, costs)| Plate { name: name(*order), values: costs.clone() });
    let truth = Plate { name: "h*".to_owned(), values: study.optimal.clone() };
    let costs: Vec<Plate> = kept.chain([truth]).collect();
    let fear = |plate: &Plate| Plate {
        name: format!("{}/h*", plate.name),
        values: plate.values.iter().zip(&study.optimal).map(|(cost, best)| cost / best).collect(),
    };
    let rows = [costs.clone(), costs.iter().map(fear).collect::<Vec<Plate>>()];
    let columns = costs.len() as u32;
    let (step_x, step_y) = (width + GAP, height + GAP);
    let mut picture = GridPicture::from_fn(
        (columns * step_x).saturating_sub(GAP),
        rows.len() as u32 * step_y - GAP,
        |(x, y)| {
            let (x, y) = (x % step_x, y % step_y);
            let is_inside = x < width && y < height;
            if is_inside && !is_free((x, y)) { Terrain::Wall } else { Terrain::Free }
        },
    )?;
    for (row, plates) in (0..).zip(&rows) {
        let mut values = Vec::new();
        for (column, plate) in (0..).zip(plates) {
            for (cell, &value) in (0..).zip(&plate.values) {
                let (x, y): (u32, u32) = (cell % width.max(1), cell / width.max(1));
                let place = (x + column * step_x, y + row * step_y);
                if value.is_finite() && value > 0.0 {
                    values.push((place, magnitude(value)));
                }
            }
        }
        picture.heat(&values, HeatRange::Fit)?;
        for column in 0..columns {
            picture.goal((study.goal.0 + column * step_x, study.goal.1 + row * step_y))?;
        }
    }
    let names: Vec<String> = rows.iter().flatten().map(|plate| plate.name.clone()).collect();
    picture.title(&names.join(", "))?;
    Ok(picture)
}

/// The logarithm to base 2, interpolated linearly between powers of two. It reads the bits of the number, so pictures are
/// the same on every machine.
fn magnitude(value: f64) -> f64 {
    const FRACTION_BITS: u32 = 52;
    value.to_bits() as f64 / (1_u64 << FRACTION_BITS) as f64 - 1023.0
}

/// The mean curve with its standard deviation, as in Figure 2 of the paper.
pub fn curve_chart(title: &str, curve: &Curve) -> Result<String, DrawError> {
    let points = curve.points.iter().map(|point| (f64::from(point.order), point.mean));
    let line = Line {
        name: "mean ± standard deviation".to_owned(),
        points: points.collect(),
        spread: curve.points.iter().map(|point| (point.deviation, point.deviation)).collect(),
        ..Line::default()
    };
    chart(title, vec![line])
}

/// One curve for each rule.
pub fn rules_chart(title: &str, rules: &[(String, Curve)]) -> Result<String, DrawError> {
    let lines = rules.iter().map(|(name, curve)| Line {
        name: name.clone(),
        points: curve.points.iter().map(|point| (f64::from(point.order), point.mean)).collect(),
        ..Line::default()
    });
    chart(title, lines.collect())
}

fn chart(title: &str, lines: Vec<Line>) -> Result<String, DrawError> {
    LineChart {
        title: title.to_owned(),
        x_label: "order of self-knowledge".to_owned(),
        y_label: "mean suboptimality".to_owned(),
        scale: Scale::Logarithmic,
        lines,
    }
    .to_svg()
}
