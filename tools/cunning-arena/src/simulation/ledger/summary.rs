//! What lasts: the days of a run in a few numbers.

use super::{Day, Neighbours};

/// The days of a run, compared and counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DaysSummary {
    /// How many days were compared.
    pub days: usize,
    /// The goods that stations keep, in the order of the scene's items.
    pub goods: Vec<Drift>,
    /// The largest 95th percentile of the counted fact at the end of a day; none if no agent has the fact.
    pub p95_most: Option<i64>,
    /// The longest time that an agent was not carrying out any step, in milliseconds.
    pub idle_most_ms: u64,
    /// Those who live in the same place.
    pub neighbours: Neighbours,
}

/// How the stock of a good changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// The name of the item.
    pub item: String,
    /// The mean stock of all stations in the second third of the days.
    pub before: f64,
    /// The mean stock of all stations in the last third.
    pub after: f64,
}

impl Drift {
    /// The change from the second to the last third, in percent of the stock before.
    pub fn percent(&self) -> f64 {
        if self.before > 0.0 { 100.0 * (self.after / self.before - 1.0) } else { 0.0 }
    }
}

impl DaysSummary {
    pub(super) fn new(days: &[Day], neighbours: Neighbours) -> Self {
        let third = days.len() / 3;
        let last = days.len() - third;
        let mean = |days: &[Day], at: usize| {
            let stock: u64 = days.iter().filter_map(|day| Some(day.goods.get(at)?.stock)).sum();
            stock as f64 / days.len().max(1) as f64
        };
        let items = days.first().map_or(&[][..], |day| &day.goods);
        let drift = |(at, goods): (usize, &super::DayGoods)| Drift {
            item: goods.item.clone(),
            before: mean(&days[last - third..last], at),
            after: mean(&days[last..], at),
        };
        let drifts = items.iter().enumerate().map(drift);
        Self {
            days: days.len(),
            goods: drifts.filter(|drift| drift.before + drift.after > 0.0).collect(),
            p95_most: days.iter().filter_map(|day| day.percentile(95)).max(),
            idle_most_ms: days.iter().map(|day| day.idle_most_ms).max().unwrap_or(0),
            neighbours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::DayGoods;
    use super::*;

    #[test]
    fn drift_compares_the_last_third_with_the_third_before_it() {
        let day = |stock: u64| Day {
            goods: vec![DayGoods { item: "wood".to_owned(), stock, ..DayGoods::default() }],
            values: vec![stock as i64],
            idle_most_ms: stock,
            ..Day::default()
        };
        let days = [90, 10, 20, 30, 20, 22, 23].map(day);
        let summary = DaysSummary::new(&days, Neighbours::default());
        assert_eq!(summary.goods, [Drift { item: "wood".to_owned(), before: 25.0, after: 22.5 }]);
        assert!((summary.goods[0].percent() + 10.0).abs() < 1e-9);
        assert_eq!((summary.days, summary.p95_most, summary.idle_most_ms), (7, Some(90), 90));
        assert_eq!(DaysSummary::new(&[], Neighbours::default()), DaysSummary::default());
    }
}
