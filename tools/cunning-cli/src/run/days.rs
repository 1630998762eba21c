//! `cunning run --days`: what was made, used up and held in a scene with days.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cunning_arena::simulation::{Day, DayGoods, Scenario};
use cunning_diag::visible_line;
use cunning_sweep::{Balance, SceneResult};
use serde::Serialize;

use crate::failure::Failure;

/// One day as JSON.
#[derive(Serialize)]
pub(super) struct DayRow {
    day: u64,
    goods: BTreeMap<String, Row>,
    hunger_median: Option<i64>,
    hunger_p95: Option<i64>,
    idle_agents: usize,
    idle_most_ms: u64,
}

#[derive(Serialize)]
struct Row {
    stock: u64,
    carried: u64,
    made: u64,
    used: u64,
    other: i64,
}

impl From<&Day> for DayRow {
    fn from(day: &Day) -> Self {
        let is_there = |goods: &&DayGoods| goods.total() + goods.made + goods.used > 0;
        let row = |goods: &DayGoods| {
            let DayGoods { item, stock, carried, made, used, other } = goods.clone();
            (item, Row { stock, carried, made, used, other })
        };
        Self {
            day: day.day,
            goods: day.goods.iter().filter(is_there).map(row).collect(),
            hunger_median: day.percentile(50),
            hunger_p95: day.percentile(95),
            idle_agents: day.idle,
            idle_most_ms: day.idle_most_ms,
        }
    }
}

/// The number of ticks that some days of a scene take.
pub(super) fn ticks(scenario: &Scenario, days: u16) -> Result<u64, Failure> {
    let ticks = Balance::ticks(scenario, days.into());
    ticks.ok_or_else(|| Failure::input("cli/days", "the scene has no `day` in `[rules]`"))
}

/// What lasted, as a line; empty if days were not counted.
pub(super) fn balance(result: &SceneResult) -> String {
    let Some(Balance { drift, hunger_p95_max, idle_max_seconds, neighbours, together, .. }) = &result.balance
    else {
        return String::new();
    };
    let mut text = "stocks of the last third beside the third before:".to_owned();
    // Writing to a String cannot fail.
    for (item, percent) in drift {
        let _ = write!(text, " {} {percent:+.0} %,", visible_line(item));
    }
    if let Some(hunger) = hunger_p95_max {
        let _ = write!(text, " hunger p95 at most {hunger},");
    }
    let _ = writeln!(
        text,
        " at most {idle_max_seconds:.1} s without a step, {together:.1} % of {neighbours} pairs of neighbours leave home \
         together"
    );
    text
}

/// The days as a table: for each good the stock of the stations, what is carried, what was made and what was used up.
pub(super) fn table(days: &[DayRow]) -> String {
    let mut text = String::new();
    let number = |value: Option<i64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
    for row in days {
        let DayRow { day, hunger_median, hunger_p95, idle_agents, .. } = row;
        let (median, p95) = (number(*hunger_median), number(*hunger_p95));
        let _ = write!(text, "day {day:>3}  hunger {median}, p95 {p95}  idle {idle_agents:>3}");
        for (item, Row { stock, carried, made, used, .. }) in &row.goods {
            let _ = write!(text, "  {item} {stock}+{carried} (+{made} -{used})");
        }
        text.push('\n');
    }
    text
}
