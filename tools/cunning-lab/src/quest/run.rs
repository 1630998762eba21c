//! Running configurations: one row for each.

use std::fmt;

use cunning_diag::{Diagnostics, Source};
use cunning_search::{Status, WeightError};
use cunning_train::{
    Demonstration, Experience, ExperienceError, MoveError, Quest, QuestPlanner, QuestSearch, Successors,
    built_in,
};

use super::configuration::{CONFIGURATIONS, Configuration, Family};

/// What one configuration did in one quest.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The configuration's label.
    pub label: &'static str,
    /// Its family.
    pub family: Family,
    /// The planner in words.
    pub planner: String,
    /// How many times the fastest plan's time it may take.
    pub bound: f64,
    /// The time of the plan, in seconds.
    pub cost: f64,
    /// The time of the fastest plan, in seconds.
    pub optimal: f64,
    /// Expanded states.
    pub expanded: u64,
    /// Generated states.
    pub generated: u64,
    /// The time of planning, guidance included: the least of all repetitions, in seconds.
    pub seconds: f64,
    /// Which random placement it was, from 0.
    pub placement: Option<u32>,
}

/// A quest with its demonstrations and its fastest plan, ready for any configuration.
pub struct Bench {
    quest: Quest,
    experience: Experience,
    successors: Successors,
    optimal: u64,
    placement: Option<u32>,
}

/// Why an experiment could not be made.
#[derive(Debug)]
pub enum LabError {
    /// A file is wrong.
    Files(Diagnostics),
    /// A demonstration cannot be used in this quest.
    Experience(ExperienceError),
    /// A weight that is none.
    Weight(WeightError),
    /// Something cannot be moved.
    Move(MoveError),
    /// A search did not end in a solution.
    Unsolved(Status),
    /// More than [`PLACEMENTS_MAX`](super::PLACEMENTS_MAX).
    TooManyPlacements(u32),
    /// No feasible placement was found.
    NoPlacement,
    /// A chart could not be drawn.
    Chart(String),
}

impl Bench {
    /// The paper's quest with its two demonstrations.
    pub fn new() -> Result<Self, LabError> {
        Self::built_in(built_in::DUNGEON)
    }

    /// Any built-in quest with the demonstrations it names.
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

    /// Any quest.
    pub fn with(quest: Quest, experience: Experience) -> Result<Self, LabError> {
        let mut search = QuestSearch::new(&quest, &experience, QuestPlanner::ASTAR, Successors::Sixteen)?;
        let status = search.step(u64::MAX);
        let optimal = search.cost().ok_or(LabError::Unsolved(status))?;
        Ok(Self { quest, experience, successors: Successors::Sixteen, optimal, placement: None })
    }

    /// The same quest in another space.
    #[must_use]
    pub fn successors(mut self, successors: Successors) -> Self {
        self.successors = successors;
        self
    }

    /// The same demonstrations in a quest with things elsewhere, which is placement number `placement`.
    pub fn moved(&self, quest: Quest, placement: u32) -> Result<Self, LabError> {
        let bench = Self::with(quest, self.experience.clone())?;
        Ok(Self { successors: self.successors, placement: Some(placement), ..bench })
    }

    /// The quest.
    pub fn quest(&self) -> &Quest {
        &self.quest
    }

    /// Runs a configuration, and measures it as often as asked; not at all leaves its time at zero. `clock` tells the time
    /// in seconds.
    pub fn run(
        &mut self,
        configuration: &Configuration,
        repetitions: u32,
        clock: &mut dyn FnMut() -> f64,
    ) -> Result<Row, LabError> {
        let planner = configuration.planner()?;
        let mut search = QuestSearch::new(&self.quest, &self.experience, planner, self.successors)?;
        // The first run makes room; those that are measured find it there, as a game would that plans often.
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

/// Weighted A* and T-Graph in the two quests in which the demonstrations were recorded, each with its own demonstration:
/// what training is worth when nothing has changed.
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
            Self::Unsolved(status) => write!(f, "a search ended without a plan: {status:?}"),
            Self::TooManyPlacements(count) => {
                write!(f, "{count} placements; at most {} are allowed", super::PLACEMENTS_MAX)
            }
            Self::NoPlacement => f.write_str("no placement was found in which the quest can be done"),
            Self::Chart(error) => write!(f, "a chart could not be drawn: {error}"),
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
