//! The content of a sweep file.

use std::ops::Range;

use serde_json::Value;

use crate::key::Key;

/// Values for keys; a later value for a key replaces an earlier one.
pub type Settings = Vec<(Key, Value)>;

/// A sweep: what to run, with which parameters and seeds, and what to measure.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepSpec {
    /// The name of the sweep.
    pub name: String,
    /// What the sweep is for.
    pub doc: String,
    /// What every cell runs.
    pub run: RunSpec,
    /// The parameters, in file order: those of the grid, then those that are sampled.
    pub parameters: Vec<Parameter>,
    /// How many samples are drawn; one without sampled parameters.
    pub samples: Samples,
    /// The seeds that every combination of parameters is run with.
    pub seeds: Seeds,
    /// What is measured; empty for every plain field of the results.
    pub measures: Vec<Measure>,
    /// How results are grouped and compared.
    pub group: GroupSpec,
}

/// What a cell runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// A scene, in this process.
    Scene,
    /// `cunning plan` on a domain file.
    Plan,
    /// `cunning lab`.
    Lab,
    /// Any program that prints JSON.
    Command,
    /// A [`Job`](crate::Job) of a Rust program.
    Custom,
}

impl RunKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Scene, Self::Plan, Self::Lab, Self::Command, Self::Custom];

    /// The key of `[run]` that chooses the kind.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Plan => "plan",
            Self::Lab => "lab",
            Self::Command => "command",
            Self::Custom => "custom",
        }
    }
}

/// What every cell runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSpec {
    /// What is run.
    pub kind: RunKind,
    /// The settings that all cells share.
    pub settings: Settings,
    /// The program of a command and its arguments, in which `{NAME}` is the value of an option and `{seed}` the seed.
    pub command: Vec<String>,
    /// The files that a command finds in its working folder; `{NAME}` as in the command.
    pub texts: Vec<String>,
    /// After how many milliseconds a command is stopped.
    pub timeout_ms: Option<u64>,
    /// The exit codes with which a command has succeeded.
    pub exits: Vec<i32>,
}

impl RunSpec {
    /// A run with the default limits.
    pub fn new(kind: RunKind, settings: Settings) -> Self {
        let exits = match kind {
            // No plan and no budget left are results too.
            RunKind::Plan | RunKind::Lab => vec![0, 10, 20],
            _ => vec![0],
        };
        Self { kind, settings, command: Vec::new(), texts: Vec::new(), timeout_ms: None, exits }
    }
}

/// A parameter: a column of the table and what its levels change.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The name of the column.
    pub name: String,
    /// The levels.
    pub levels: Levels,
}

/// The levels of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Levels {
    /// Every level is combined with all levels of the other parameters.
    Listed(Vec<Level>),
    /// Each sample draws a value for the key.
    Sampled(Key, Distribution),
}

/// One level of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The value in the table.
    pub label: Value,
    /// What the level changes.
    pub settings: Settings,
}

/// What samples are drawn from.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// Whole numbers from the first to the last, equally likely.
    Whole(i64, i64),
    /// Numbers between two bounds, equally likely.
    Uniform(f64, f64),
    /// Numbers between two positive bounds whose logarithms are equally likely.
    Logarithmic(f64, f64),
    /// One of these values, equally likely.
    Choice(Vec<Value>),
}

/// How many samples are drawn, and from which stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples {
    /// The number of samples.
    pub count: u64,
    /// The seed of the stream.
    pub seed: u64,
}

/// The seeds of a sweep, as ranges that do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds(Vec<Range<u64>>);

impl Seeds {
    /// Seeds from ranges. Fails with a message if a range is empty, or if a seed occurs twice.
    pub fn new(ranges: Vec<Range<u64>>) -> Result<Self, String> {
        let mut sorted = ranges.clone();
        sorted.sort_by_key(|range| range.start);
        if let Some(empty) = sorted.iter().find(|range| range.is_empty()) {
            return Err(format!("the range of seeds {}..{} is empty", empty.start, empty.end));
        }
        if sorted.is_empty() {
            return Err("there are no seeds".to_owned());
        }
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0].end > pair[1].start) {
            return Err(format!("seed {} occurs twice", pair[1].start));
        }
        Ok(Self(ranges))
    }

    /// Reads a range `A..B`, which does not contain B, or a single seed.
    pub fn parse(text: &str) -> Result<Range<u64>, String> {
        let expected = || format!("`{text}`: expected a range of seeds such as `0..100`, or one seed");
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| expected());
        match text.split_once("..") {
            Some((first, end)) => Ok(number(first)?..number(end)?),
            None => number(text).map(|seed| seed..seed.saturating_add(1)),
        }
    }

    /// The number of seeds.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// The seed at an index.
    pub fn get(&self, index: u64) -> Option<u64> {
        let mut left = index;
        for range in &self.0 {
            let length = range.end - range.start;
            if left < length {
                return Some(range.start + left);
            }
            left -= length;
        }
        None
    }

    /// Whether a seed is among them.
    pub fn contains(&self, seed: u64) -> bool {
        self.0.iter().any(|range| range.contains(&seed))
    }

    /// The ranges, as in a sweep file.
    pub fn ranges(&self) -> &[Range<u64>] {
        &self.0
    }
}

/// How a measure reduces several values of one result to one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Take {
    /// The mean.
    #[default]
    Mean,
    /// The sum.
    Sum,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// The number of values.
    Count,
}

impl Take {
    /// The names in sweep files.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("mean", Self::Mean),
        ("sum", Self::Sum),
        ("min", Self::Min),
        ("max", Self::Max),
        ("count", Self::Count),
    ];
}

/// A column of the table that comes from the results.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// The name of the column.
    pub name: String,
    /// The dotted path of the field in the JSON result; `*` stands for all elements of a list.
    pub field: String,
    /// Whether the measure is a share: whether the field has this value.
    pub is: Option<Value>,
    /// How several values of one result become one.
    pub take: Take,
    /// The factor that numbers are multiplied by.
    pub scale: f64,
    /// Whether the measure is a time, which differs between runs. Times are kept in another table.
    pub is_timing: bool,
}

/// How results are grouped and compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupSpec {
    /// The parameters to group by; `None` for all.
    pub by: Option<Vec<String>>,
    /// The parameters and levels that other levels are compared with.
    pub compare: Vec<(String, Value)>,
    /// The parameter on the horizontal axis of charts.
    pub x: Option<String>,
}
