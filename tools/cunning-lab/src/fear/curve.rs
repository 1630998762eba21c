//! The mean suboptimality over goals, order by order, with its standard deviation.

/// One order, over all goals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The number of the order, from 1.
    pub order: u32,
    /// The mean over goals.
    pub mean: f64,
    /// The standard deviation over goals.
    pub deviation: f64,
}

/// The mean curve of several goals. A goal with fewer orders than others keeps its last value.
///
/// ```
/// use cunning_lab::fear::Curve;
///
/// let curve = Curve::of(&[vec![2.0, 6.0, 1.0], vec![4.0, 1.0]]);
/// let means: Vec<f64> = curve.points.iter().map(|point| point.mean).collect();
/// assert_eq!(means, [3.0, 3.5, 1.0]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// One point for each order.
    pub points: Vec<CurvePoint>,
}

impl Curve {
    /// The mean curve of goals, each given by the mean suboptimality of its orders.
    pub fn of(goals: &[Vec<f64>]) -> Self {
        let orders = goals.iter().map(Vec::len).max().unwrap_or(0);
        let at = |goal: &Vec<f64>, index: usize| goal.get(index).or(goal.last()).copied();
        let points = (0..orders).map(|index| {
            let values: Vec<f64> = goals.iter().filter_map(|goal| at(goal, index)).collect();
            let count = values.len().max(1) as f64;
            let mean = values.iter().sum::<f64>() / count;
            let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
            CurvePoint { order: index as u32 + 1, mean, deviation: variance.sqrt() }
        });
        Self { points: points.collect() }
    }

    /// The order with the highest mean, and that mean.
    pub fn peak(&self) -> Option<(u32, f64)> {
        let highest = self
            .points
            .iter()
            .max_by(|one, two| one.mean.total_cmp(&two.mean).then(two.order.cmp(&one.order)));
        highest.map(|point| (point.order, point.mean))
    }

    /// The curve as CSV with a header.
    pub fn to_csv(&self) -> String {
        let rows = self
            .points
            .iter()
            .map(|CurvePoint { order, mean, deviation }| format!("{order},{mean},{deviation}\n"));
        std::iter::once("order,mean,deviation\n".to_owned()).chain(rows).collect()
    }
}
