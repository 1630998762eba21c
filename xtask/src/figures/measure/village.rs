//! The table of `village`: whether stocks, hunger and habits last for sixty days in villages of three sizes.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::result;

/// The sizes, each with the number of seeds: a village of a thousand takes minutes.
const CROWDS: [(u32, u64); 3] = [(100, 10), (300, 2), (1000, 1)];
const DAYS: u32 = 60;
/// The largest change of a stock that meets the target, in percent.
const DRIFT_MAX: f64 = 20.0;

/// Measures and returns the table in Markdown.
pub(super) fn table(program: &Path) -> io::Result<String> {
    let mut text = "\n| people | villages in which no stock changes by more than 20 % | largest change | hunger, p95 | longest time \
                    without a step | neighbours who leave home together |\n|---|---|---|---|---|---|\n"
        .to_owned();
    for (crowd, seeds) in CROWDS {
        let line = format!("run village --days {DAYS} --crowd {crowd} --seeds {seeds}");
        let row = row(&result(program, &line)?);
        let row = row.ok_or_else(|| io::Error::other(format!("`cunning {line}` has no balance")))?;
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {crowd} | {row} |");
    }
    let _ = writeln!(
        text,
        "\n{DAYS} days each; the mean stock of the last twenty days beside that of the twenty before, for every \
         good and for the coins in the till. The other columns are the worst of all seeds and days. A village day takes four \
         minutes, so an hour takes ten seconds."
    );
    Ok(text)
}

/// The cells of one size.
fn row(result: &Value) -> Option<String> {
    let runs = result["runs"].as_array()?;
    let worst = |key: &str| {
        let values = runs.iter().map(|run| run["balance"][key].as_f64());
        values.collect::<Option<Vec<f64>>>().map(|values| values.into_iter().fold(0.0, f64::max))
    };
    let drifts = runs.iter().flat_map(|run| {
        let drifts = run["balance"]["drift"].as_object().into_iter().flatten();
        drifts.filter_map(|(item, drift)| Some((item.as_str(), drift.as_f64()?)))
    });
    let (item, most) = drifts.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()))?;
    let steady =
        runs.iter().filter(|run| run["balance"]["drift_max"].as_f64().is_some_and(|it| it <= DRIFT_MAX));
    // The sign is that of typography.
    let most = format!("{most:+.0} %").replace('-', "−");
    Some(format!(
        "{} of {} | {most} ({item}) | {:.0} of 10 | {:.1} s | {:.1} % of pairs",
        steady.count(),
        runs.len(),
        worst("hunger_p95_max")?,
        worst("idle_max_seconds")?,
        worst("together")?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn row_shows_the_worst_of_all_seeds() {
        let run = |wood: f64, most: f64, hunger: u32| {
            json!({ "balance": { "drift": { "bread": 1.0, "wood": wood }, "drift_max": most, "hunger_p95_max": hunger,
                                 "idle_max_seconds": 2.5, "together": 0.25 } })
        };
        let result = json!({ "runs": [run(-30.4, 30.4, 3), run(12.0, 12.0, 5)] });
        let expected = "1 of 2 | −30 % (wood) | 5 of 10 | 2.5 s | 0.2 % of pairs";
        assert_eq!(row(&result).unwrap(), expected);
        assert_eq!(row(&json!({ "runs": [{}] })), None);
    }
}
