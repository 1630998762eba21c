//! Runs configurations, with one row of results for each.

use std::fmt;

use cunning_diag::{Diagnostics, Source};
use cunning_search::{Status, WeightError};
use cunning_train::{
    Demonstration, Experience, ExperienceError, MoveError, Quest, QuestPlanner, QuestSearch, Successors,
    built_in,
};

use super::configuration::{CONFIGURATIONS, Configuration, Family};

/// The results of one configuration in one quest.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The configuration's label.
    pub label: &'static str,
    /// The configuration's family.
    pub family: Family,
    /// The planner in words.
    pub planner: String,
    /// How many times the fastest plan's time the plan may take.
    pub bound: f64,
    /// The time of the plan, in seconds.
    pub cost: f64,
    /// The time of the fastest plan, in seconds.
    pub optimal: f64,
    /// The number of expanded states.
    pub expanded: u64,
    /// The number of generated states.
    pub generated: u64,
    /// The planning time including heuristics, in seconds: the least of all repetitions.
    pub seconds: f64,
    /// The number of the random placement, from 0.
    pub placement: Option<u32>,
}

/// A quest with its demonstrations and the time of its fastest plan.
pub struct Bench {
    quest: Quest,
    experience: Experience,
    successors: Successors,
    optimal: u64,
    placement: Option<u32>,
}

/// Why an experiment failed.
#[derive(Debug)]
pub enum LabError {
    /// A file has errors.
    Files(Diagnostics),
    /// A demonstration cannot be used in this quest.
    Experience(ExperienceError),
    /// A weight is invalid.
    Weight(WeightError),
    /// An event cannot be moved.
    Move(MoveError),
    /// A search did not end in a solution.
    Unsolved(Status),
    /// More than [`PLACEMENTS_MAX`](super::PLACEMENTS_MAX) placements were requested.
    TooManyPlacements(u32),
    /// No solvable placement was found.
    NoPlacement,
    /// A chart could not be drawn.
    Chart(String),
}

impl Bench {
    /// The paper's quest with its two demonstrations.
    pub fn new() -> Result<Self, LabError> {
        Self::built_in(built_in::DUNGEON)
    }

    /// A built-in quest with its demonstrations.
    fn built_in(name: &str) -> Result<Self, LabError> {
        let missing = || LabError::NoPlacement;
        let quest = Quest::parse(&built_in::quest(name).ok_or_else(missing)?)?;
        let mut experience = Experience::new();
        for file in quest.demonstrations() {
            let source: Source = built_in::demonstrations(file).ok_or_else(missing)?;
            for shown in Demonstration::parse(&source)? {
                experience.add(shown)?;
            }
        }
        Self::with(quest, experience)
    }

    /// A quest with experience.
    pub fn with(quest: Quest, experience: Experience) -> Result<Self, LabError> {
        let mut search = QuestSearch::new(&quest, &experience, QuestPlanner::ASTAR, Successors::Sixteen)?;
        let status = search.step(u64::MAX);
        let optimal = search.cost().ok_or(LabError::Unsolved(status))?;
        Ok(Self { quest, experience, successors: Successors::Sixteen, optimal, placement: None })
    }

    /// The same quest with another number of successors.
    #[must_use]
    pub fn successors(mut self, successors: Successors) -> Self {
        self.successors = successors;
        self
    }

    /// The same demonstrations in a changed quest, which is placement number `placement`.
    pub fn moved(&self, quest: Quest, placement: u32) -> Result<Self, LabError> {
        let bench = Self::with(quest, self.experience.clone())?;
        Ok(Self { successors: self.successors, placement: Some(placement), ..bench })
    }

    /// The quest.
    pub fn quest(&self) -> &Quest {
        &self.quest
    }

    /// Runs a configuration and measures it `repetitions` times; with zero repetitions the time is zero. `clock` returns
    /// the time in seconds.
    pub fn run(
        &mut self,
        configuration: &Configuration,
        repetitions: u32,
        clock: &mut dyn FnMut() -> f64,
    ) -> Result<Row, LabError> {
        let planner = configuration.planner()?;
        let mut search = QuestSearch::new(&self.quest, &self.experience, planner, self.successors)?;
        // The first run allocates memory; the measured runs reuse it, as in a game that plans often.
        search.step(u64::MAX);
        let mut seconds = f64::INFINITY;
        for _ in 0..repetitions {
            let begin = clock();
            search.restart();
            search.step(u64::MAX);
            seconds = seconds.min(clock() - begin);
        }
        let cost = search.cost().ok_or(LabError::Unsolved(search.status()))?;
        let counters = search.counters();
        let in_seconds = |ns: u64| ns as f64 / 1e9;
        Ok(Row {
            label: configuration.label,
            family: configuration.family,
            planner: planner.to_string(),
            bound: planner.bound().unwrap_or(f64::INFINITY),
            cost: in_seconds(cost),
            optimal: in_seconds(self.optimal),
            expanded: counters.expanded,
            generated: counters.generated,
            seconds: if repetitions == 0 { 0.0 } else { seconds },
            placement: self.placement,
        })
    }
}

/// Weighted A* and T-Graph in the two quests in which the demonstrations were recorded, each with its own demonstration.
/// This shows the value of training in an unchanged quest.
pub fn unchanged() -> Result<Vec<Row>, LabError> {
    let mut rows = Vec::new();
    for name in [built_in::SHIELD, built_in::KEY] {
        let mut bench = Bench::built_in(name)?;
        for configuration in CONFIGURATIONS.iter().filter(|one| one.family <= Family::TGraph) {
            rows.push(bench.run(configuration, 0, &mut || 0.0)?);
        }
    }
    Ok(rows)
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Files(found) => found.fmt(f),
            Self::Experience(error) => error.fmt(f),
            Self::Weight(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::Unsolved(status) => write!(f, "search ended without a plan: {status:?}"),
            Self::TooManyPlacements(count) => {
                write!(f, "{count} placements; at most {} are allowed", super::PLACEMENTS_MAX)
            }
            Self::NoPlacement => f.write_str("no solvable placement found"),
            Self::Chart(error) => write!(f, "cannot draw the chart: {error}"),
        }
    }
}

impl std::error::Error for LabError {}

impl From<Diagnostics> for LabError {
    fn from(found: Diagnostics) -> Self {
        Self::Files(found)
    }
}

impl From<ExperienceError> for LabError {
    fn from(error: ExperienceError) -> Self {
        Self::Experience(error)
    }
}

impl From<WeightError> for LabError {
    fn from(error: WeightError) -> Self {
        Self::Weight(error)
    }
}
