//! The measurements: which command gives which figures.

mod outpost;
mod village;

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::ablations::{self, Part};

/// Fights per row of the ablations: against equals, and against baselines.
const FIGHTS: u64 = 800;
const BASELINE_FIGHTS: u64 = 400;

/// A measurement with its figures.
pub(super) struct Measurement {
    pub(super) name: &'static str,
    /// Whether it takes more than a few seconds.
    pub(super) is_long: bool,
    way: Way,
}

/// How the figures are measured.
enum Way {
    /// One run of the command, and figures of its JSON: key, and what to take.
    Run(&'static str, &'static [(&'static str, Take)]),
    /// A table of the garrisons of `outpost`.
    Outpost,
    /// A table of villages of three sizes.
    Village,
    /// A table of ablations.
    Ablations(Part),
}

/// What to take from the result of `cunning run`.
enum Take {
    /// The number of runs that a team won.
    Won(&'static str),
    /// The mean number of cells of an agent's walk: its name and the number of the walk.
    Cells(&'static str, u64),
}

/// All measurements.
pub(super) const MEASUREMENTS: &[Measurement] = &[
    Measurement {
        name: "castle",
        is_long: false,
        way: Way::Run(
            "run castle --seeds 50",
            &[
                ("castle.fearless", Take::Cells("bran", 2)),
                ("castle.around", Take::Cells("mara", 2)),
                ("castle.shortest", Take::Cells("hugo", 2)),
            ],
        ),
    },
    Measurement {
        name: "skirmish.20",
        is_long: false,
        way: Way::Run(
            "run skirmish --player careful --seeds 1000000..1000020",
            &[("skirmish.careful.20", Take::Won("patrol"))],
        ),
    },
    skirmish(
        "skirmish.careful.normal",
        "run skirmish --player careful --seeds 1000000..1000100",
        &[("skirmish.careful.normal", Take::Won("patrol"))],
    ),
    skirmish(
        "skirmish.careful.easy",
        "run skirmish --player careful --seeds 1000000..1000100 --difficulty easy",
        &[("skirmish.careful.easy", Take::Won("patrol"))],
    ),
    skirmish(
        "skirmish.careful.hard",
        "run skirmish --player careful --seeds 1000000..1000100 --difficulty hard",
        &[("skirmish.careful.hard", Take::Won("patrol"))],
    ),
    skirmish(
        "skirmish.rush.normal",
        "run skirmish --player rush --seeds 1000000..1000100",
        &[("skirmish.rush.normal", Take::Won("patrol"))],
    ),
    skirmish(
        "skirmish.rush.easy",
        "run skirmish --player rush --seeds 1000000..1000100 --difficulty easy",
        &[("skirmish.rush.easy", Take::Won("patrol"))],
    ),
    skirmish(
        "skirmish.rush.hard",
        "run skirmish --player rush --seeds 1000000..1000100 --difficulty hard",
        &[("skirmish.rush.hard", Take::Won("patrol"))],
    ),
    skirmish(
        "skirmish.none",
        "run skirmish --player none --seeds 1000000..1000100",
        &[("skirmish.none", Take::Won("patrol"))],
    ),
    Measurement { name: "outpost", is_long: true, way: Way::Outpost },
    Measurement { name: "ablations.tuning", is_long: true, way: Way::Ablations(Part::Tuning) },
    Measurement { name: "ablations.rooms", is_long: true, way: Way::Ablations(Part::Rooms) },
    Measurement { name: "ablations.held-out", is_long: true, way: Way::Ablations(Part::HeldOut) },
    Measurement { name: "village", is_long: true, way: Way::Village },
];

const fn skirmish(
    name: &'static str,
    line: &'static str,
    figures: &'static [(&'static str, Take)],
) -> Measurement {
    Measurement { name, is_long: true, way: Way::Run(line, figures) }
}

impl Measurement {
    /// The keys of the figures.
    pub(super) fn keys(&self) -> Vec<&'static str> {
        match &self.way {
            Way::Run(_, figures) => figures.iter().map(|(key, _)| *key).collect(),
            Way::Outpost | Way::Village | Way::Ablations(_) => vec![self.name],
        }
    }

    /// Measures the figures.
    pub(super) fn run(&self, program: &Path, is_resumed: bool) -> io::Result<Vec<(String, String)>> {
        match &self.way {
            Way::Run(line, figures) => {
                let result = result(program, line)?;
                let figure = |(key, take): &(&str, Take)| {
                    let text = take.of(&result).ok_or_else(|| {
                        io::Error::other(format!("`cunning {line}` has nothing for the figure `{key}`"))
                    })?;
                    Ok(((*key).to_owned(), text))
                };
                figures.iter().map(figure).collect()
            }
            Way::Outpost => Ok(vec![(self.name.to_owned(), outpost::table(program)?)]),
            Way::Village => Ok(vec![(self.name.to_owned(), village::table(program)?)]),
            Way::Ablations(part) => {
                let options = ablations::Options {
                    parts: vec![*part],
                    fights: FIGHTS,
                    baseline_fights: BASELINE_FIGHTS,
                    only: Vec::new(),
                    has_baselines: true,
                    program: Some(program.to_path_buf()),
                    is_resumed,
                };
                Ok(vec![(self.name.to_owned(), ablations::table(program, *part, &options)?)])
            }
        }
    }
}

/// Runs the command and returns its result as JSON.
fn result(program: &Path, line: &str) -> io::Result<Value> {
    let mut command = Command::new(program);
    command.args(line.split_whitespace()).args(["--format", "json"]);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    serde_json::from_slice(&output.stdout)
        .map_err(|error| io::Error::other(format!("`cunning {line}` failed: {error}")))
}

impl Take {
    fn of(&self, result: &Value) -> Option<String> {
        match self {
            Self::Won(team) => won(result, team).map(|won| won.to_string()),
            Self::Cells(who, number) => {
                let walks = result["walks"].as_array()?;
                let walk = walks.iter().find(|walk| walk["who"] == *who && walk["number"] == *number)?;
                Some(format!("{:.0}", walk["mean_cells"].as_f64()?))
            }
        }
    }
}

/// The number of runs that a team won.
fn won(result: &Value, team: &str) -> Option<u64> {
    let teams = result["teams"].as_array()?;
    teams.iter().find(|row| row["team"] == team)?["won"].as_u64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn figures_are_taken_from_results() {
        let result = json!({
            "teams": [{ "team": "red", "won": 7 }],
            "walks": [{ "who": "ann", "number": 2, "mean_cells": 87.6 }],
        });
        let takes = [Take::Won("red"), Take::Cells("ann", 2)];
        let taken: Vec<String> = takes.iter().filter_map(|take| take.of(&result)).collect();
        assert_eq!(taken, ["7", "88"]);
        assert_eq!(Take::Won("blue").of(&result), None);
        assert_eq!(Take::Cells("ann", 1).of(&result), None);
    }
}
