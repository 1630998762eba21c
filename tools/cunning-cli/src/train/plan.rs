//! `cunning train plan`: finds, prints and draws a plan for a quest.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cunning_search::Status;
use cunning_train::{
    Demonstration, Experience, Moment, NS_PER_MS, Quest, QuestPlanner, QuestSearch, Successors,
};
use serde::Serialize;

use super::planner::PlannerOptions;
use super::{drawing, quests};
use crate::cancel::Cancel;
use crate::exit::{Exit, status_word};
use crate::failure::Failure;
use crate::files;
use crate::output::Output;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning train plan dungeon
  cunning train plan dungeon --planner astar
  cunning train plan dungeon --planner mha --epsilon 100 --w1 20 --w2 50 --optimal --svg plan.svg
  cunning train plan shield --demo mine.json --planner tgraph --epsilon 2 --weight 5
  cunning train plan my-quest.toml --demo mine.json --remember experience.json --format json")]
pub(super) struct Arguments {
    /// The quest: dungeon, shield, key, or a quest file
    quest: String,
    /// A demonstration file; may be given several times [default: those of the quest]
    #[arg(long, value_name = "FILE")]
    demo: Vec<PathBuf>,
    /// Plan without demonstrations
    #[arg(long, conflicts_with = "demo")]
    untrained: bool,
    /// Also use the past solutions in this file, and add this solution
    #[arg(long, value_name = "FILE")]
    remember: Option<PathBuf>,
    #[command(flatten)]
    planner: PlannerOptions,
    /// Also find the fastest plan, and print the ratio
    #[arg(long)]
    optimal: bool,
    /// Largest number of expansions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_expansions: u64,
    /// Write a picture of the plan, the demonstrations and the expanded cells as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

/// The number of expansions between two checks for Ctrl-C.
const SLICE: u64 = 100_000;
/// The time before progress is shown.
const QUIET: Duration = Duration::from_secs(1);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let planner = arguments.planner.planner()?;
    let loaded = quests::load(&arguments.quest)?;
    let quest = &loaded.quest;
    let mut experience = Experience::new();
    if !arguments.demo.is_empty() {
        for file in &arguments.demo {
            quests::add(&mut experience, quests::demonstrations(file)?)?;
        }
    } else if !arguments.untrained {
        quests::add(&mut experience, loaded.own_demonstrations()?)?;
    }
    let shown = experience.demonstrations().to_vec();
    let remembered = match &arguments.remember {
        Some(file) if file.exists() => quests::demonstrations(file)?,
        _ => Vec::new(),
    };
    quests::add(&mut experience, remembered.clone())?;
    if let Err(reason) = quest.check_reachable() {
        let answer = Answer::unreachable(planner, reason.to_string());
        answer.print(quest, &shown, output)?;
        return Ok(Exit::Unsolvable);
    }
    let cancel = Cancel::listen();
    let successors = arguments.planner.successors();
    let begin = Instant::now();
    let mut search = start(quest, &experience, planner, successors)?;
    let mut expanded = BTreeSet::new();
    let mut watch = |cell: u32| {
        expanded.insert(cell);
    };
    let status = pursue(&mut search, arguments.max_expansions, &cancel, &mut watch);
    let micros = begin.elapsed().as_micros() as u64;
    let optimal = if arguments.optimal && status == Status::Solved {
        let mut fastest = start(quest, &experience, QuestPlanner::ASTAR, Successors::Sixteen)?;
        pursue(&mut fastest, u64::MAX, &cancel, &mut |_| ());
        fastest.cost()
    } else {
        None
    };
    let answer = Answer {
        planner,
        status,
        reason: None,
        cost: search.cost(),
        optimal,
        plan: search.plan(),
        expanded,
        counters: search.counters(),
        micros,
    };
    answer.print(quest, &shown, output)?;
    answer.save(arguments, quest, &shown)?;
    if let (Some(file), Status::Solved) = (&arguments.remember, status) {
        let mut all = remembered;
        let solution = search.to_demonstration().map_err(|error| Failure::input("cli/remember", error))?;
        if !all.contains(&solution) {
            all.push(solution);
        }
        files::write(file, Demonstration::to_json(&all).as_bytes())?;
    }
    Ok(status.into())
}

fn start(
    quest: &Quest,
    experience: &Experience,
    planner: QuestPlanner,
    successors: Successors,
) -> Result<QuestSearch, Failure> {
    QuestSearch::new(quest, experience, planner, successors)
        .map_err(|error| Failure::input("cli/demonstration", error))
}

/// Continues until the search ends, the budget is spent or the user cancels.
fn pursue(search: &mut QuestSearch, budget: u64, cancel: &Cancel, watch: &mut dyn FnMut(u32)) -> Status {
    let mut left = budget;
    let (begin, count) = (Instant::now(), Output::count().with_message("expansions"));
    while left > 0 && search.status() == Status::Running {
        if cancel.is_wanted() {
            count.finish_and_clear();
            return Status::Cancelled;
        }
        search.step_watched(left.min(SLICE), watch);
        left -= left.min(SLICE);
        if begin.elapsed() > QUIET {
            count.set_position(search.counters().expanded);
        }
    }
    count.finish_and_clear();
    search.status()
}

/// The result of planning.
struct Answer {
    planner: QuestPlanner,
    status: Status,
    /// Why there is no plan, if no search was necessary.
    reason: Option<String>,
    cost: Option<u64>,
    optimal: Option<u64>,
    plan: Vec<Moment>,
    expanded: BTreeSet<u32>,
    counters: cunning_search::Counters,
    micros: u64,
}

#[derive(Serialize)]
struct Record<'a> {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    planner: String,
    bound: Option<f64>,
    /// The time of the plan in seconds.
    cost: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    steps: Vec<StepRecord<'a>>,
    demonstrations: usize,
    expanded: u64,
    generated: u64,
    micros: u64,
}

#[derive(Serialize)]
struct StepRecord<'a> {
    ms: u64,
    x: u32,
    y: u32,
    sneak: bool,
    health: u32,
    facts: Vec<&'a str>,
}

fn seconds(ns: u64) -> f64 {
    ns as f64 / 1e9
}

impl Answer {
    fn unreachable(planner: QuestPlanner, reason: String) -> Self {
        Self {
            planner,
            status: Status::Unsolvable,
            reason: Some(reason),
            cost: None,
            optimal: None,
            plan: Vec::new(),
            expanded: BTreeSet::new(),
            counters: cunning_search::Counters::default(),
            micros: 0,
        }
    }

    fn ratio(&self) -> Option<f64> {
        Some(self.cost? as f64 / self.optimal.filter(|&optimal| optimal > 0)? as f64)
    }

    fn print(&self, quest: &Quest, shown: &[Demonstration], output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            let step = |moment: &Moment| {
                let (x, y) = quest.position(moment.situation.cell);
                StepRecord {
                    ms: moment.ns / NS_PER_MS,
                    x,
                    y,
                    sneak: moment.situation.sneaks,
                    health: moment.situation.level * quest.walker().level,
                    facts: quest.fact_names(moment.situation.facts).collect(),
                }
            };
            return output.json(&Record {
                status: status_word(self.status),
                reason: self.reason.as_deref(),
                planner: self.planner.to_string(),
                bound: self.planner.bound(),
                cost: self.cost.map(seconds),
                optimal: self.optimal.map(seconds),
                ratio: self.ratio(),
                steps: self.plan.iter().map(step).collect(),
                demonstrations: shown.len(),
                expanded: self.counters.expanded,
                generated: self.counters.generated,
                micros: self.micros,
            });
        }
        output.picture(&drawing::picture(quest, shown, &self.expanded, &self.plan)?)?;
        output.text(&self.sentences(quest, shown.len()))
    }

    fn sentences(&self, quest: &Quest, shown: usize) -> String {
        let cunning_search::Counters { expanded, generated, .. } = self.counters;
        let demonstrations = match shown {
            0 => "no demonstration".to_owned(),
            1 => "one demonstration".to_owned(),
            count => format!("{count} demonstrations"),
        };
        let effort = format!("{expanded} expanded, {generated} generated, {} µs", self.micros);
        let head = format!("{}, {demonstrations}", self.planner);
        let plan =
            |cost: u64| format!("{:.3} s in {} steps", seconds(cost), self.plan.len().saturating_sub(1));
        match (self.status, self.cost) {
            (Status::Solved, Some(cost)) => {
                let mut lines = vec![format!("{head}: {}; {effort}.", plan(cost))];
                lines.push(match self.planner.bound() {
                    Some(bound) if bound <= 1.0 => "No plan is faster.".to_owned(),
                    Some(bound) => format!("No plan is more than {bound} times as fast."),
                    None => "Faster plans may exist.".to_owned(),
                });
                lines.extend(self.ratio().zip(self.optimal).map(|(ratio, optimal)| {
                    format!("The fastest takes {:.3} s: this one {ratio:.3} times that.", seconds(optimal))
                }));
                lines.extend(self.story(quest));
                lines.push(String::new());
                lines.join("\n")
            }
            (Status::Unsolvable, _) => match &self.reason {
                Some(reason) => format!("No plan: {reason}. Nothing was searched.\n"),
                None => format!(
                    "No plan: every reachable state was searched, and the health does not suffice ({effort}).\n"
                ),
            },
            (Status::LimitExceeded(limit), _) => format!("{head}: no answer, {limit} ({effort}).\n"),
            (_, Some(cost)) => format!("{head}: stopped early with a plan of {}; {effort}.\n", plan(cost)),
            (Status::Cancelled, None) => format!("{head}: cancelled without an answer; {effort}.\n"),
            (_, None) => format!("{head}: no answer within the budget ({effort}).\n"),
        }
    }

    /// The events of the plan with their times.
    fn story(&self, quest: &Quest) -> Option<String> {
        let mut told = Vec::new();
        for pair in self.plan.windows(2) {
            let &[before, after] = pair else { continue };
            let new = after.situation.facts.without(before.situation.facts);
            told.extend(quest.fact_names(new).map(|fact| format!("{fact} at {:.1} s", seconds(after.ns))));
        }
        (!told.is_empty()).then(|| format!("On the way: {}.", told.join(", ")))
    }

    fn save(&self, arguments: &Arguments, quest: &Quest, shown: &[Demonstration]) -> Result<(), Failure> {
        let picture = || drawing::picture(quest, shown, &self.expanded, &self.plan);
        if let Some(file) = &arguments.svg {
            files::write(file, picture()?.to_svg().as_bytes())?;
        }
        if let Some(file) = &arguments.png {
            let png = picture()?.to_png(cunning_draw::CellSize::Auto);
            files::write(file, &png.map_err(|error| Failure::input("cli/picture", error))?)?;
        }
        Ok(())
    }
}
