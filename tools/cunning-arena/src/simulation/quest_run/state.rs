//! How somebody's quest stands: what it believes of it, its plan, and how far it is; saved, told, and moved on step by step.
//! It asks the quest's rules and knows no body.

use cunning_train::{EventKind, Facts, Moment, Quest, QuestSearch, Rules, Situation};

use crate::scene::QuestSpec;
use crate::world::wire::{Broken, Fnv, Wire, wire_enum, wire_struct};
use crate::{Scene, World};

/// How somebody's quest stands.
pub(in crate::simulation) struct QuestRun {
    /// The quest as things lie now.
    pub(super) quest: Quest,
    rules: Rules,
    pub(super) at: Situation,
    /// What all steps so far took by the quest's rules, in nanoseconds.
    pub(super) walked_ns: u64,
    /// How many plans were made.
    pub(super) plans: u32,
    pub(super) doing: Doing,
    /// The search under way; made again from what it was granted if there is none.
    pub(super) search: Option<QuestSearch>,
    /// Why it plans anew, to be told. Like all narration it is not kept in saves.
    pub(super) because: Option<String>,
}

/// What it is at.
#[derive(Clone, Debug)]
pub(super) enum Doing {
    /// It has no plan, and looks for none before it is asked to go on.
    Nothing,
    /// It looks for a plan, and was granted so many expansions.
    Planning { granted: u64 },
    /// It walks from one moment of its plan to another. When both are the same it takes its time there.
    Walking { plan: Vec<SavedMoment>, from: u32, to: u32 },
}

/// A quest under way, for whoever watches or measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestProgress {
    /// How the walker stands, in numbers of the quest.
    pub situation: Situation,
    /// What all steps so far took by the quest's rules, in nanoseconds.
    pub walked_ns: u64,
    /// How many plans were made.
    pub plans: u32,
    /// What is left of the plan takes, in nanoseconds; nothing without a plan.
    pub left_ns: Option<u64>,
}

/// What is kept of an errand. The quest is the scene's, with items where they lay last.
pub(in crate::simulation) struct SavedQuestRun {
    lying: Vec<Vec<u32>>,
    at: SavedMoment,
    plans: u32,
    doing: Doing,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SavedMoment {
    ns: u64,
    cell: u32,
    facts: u32,
    level: u32,
    sneaks: bool,
}

wire_struct!(SavedQuestRun { lying, at, plans, doing });
wire_struct!(SavedMoment { ns, cell, facts, level, sneaks });
wire_enum!(Doing { 0 = Nothing, 1 = Planning { granted }, 2 = Walking { plan, from, to } });

impl From<Moment> for SavedMoment {
    fn from(Moment { ns, situation: Situation { cell, facts, level, sneaks } }: Moment) -> Self {
        Self { ns, cell, facts: facts.0, level, sneaks }
    }
}

impl SavedMoment {
    fn situation(self) -> Situation {
        Situation { cell: self.cell, facts: Facts(self.facts), level: self.level, sneaks: self.sneaks }
    }
}

impl QuestRun {
    /// Nothing done yet, by somebody who stands anywhere.
    pub(super) fn new(spec: &QuestSpec, cell: u32) -> Self {
        let (quest, rules) = (spec.quest.clone(), Rules::new(&spec.quest));
        let level = quest.walker().levels();
        let at = Situation { cell, facts: Facts::NONE, level, sneaks: false };
        let doing = Doing::Nothing;
        Self { quest, rules, at, walked_ns: 0, plans: 0, doing, search: None, because: None }
    }

    pub(in crate::simulation) fn save(&self) -> SavedQuestRun {
        SavedQuestRun {
            lying: self.quest.events().iter().map(|event| event.cells.clone()).collect(),
            at: Moment { ns: self.walked_ns, situation: self.at }.into(),
            plans: self.plans,
            doing: self.doing.clone(),
        }
    }

    pub(in crate::simulation) fn restore(scene: &Scene, saved: SavedQuestRun) -> Result<Self, Broken> {
        const BROKEN: Broken = Broken("a quest stands as it cannot");
        let spec = scene.quest().ok_or(BROKEN)?;
        let mut quest = spec.quest.clone();
        if saved.lying.len() != quest.events().len() {
            return Err(BROKEN);
        }
        for (event, cells) in spec.quest.events().iter().zip(&saved.lying) {
            quest = quest.with_event_at_all(&event.name, cells).map_err(|_| BROKEN)?;
        }
        let at = saved.at.situation();
        let is_possible = |moment: &SavedMoment| quest.begun_at(moment.situation()).is_ok();
        if let Doing::Walking { plan, from, to } = &saved.doing {
            let is_within = from <= to && (*to as usize) < plan.len();
            if !is_within || !plan.is_sorted_by_key(|moment| moment.ns) || !plan.iter().all(is_possible) {
                return Err(BROKEN);
            }
        }
        let quest = quest.begun_at(at).map_err(|_| BROKEN)?;
        let rules = Rules::new(&quest);
        let (walked_ns, plans) = (saved.at.ns, saved.plans);
        Ok(Self { quest, rules, at, walked_ns, plans, doing: saved.doing, search: None, because: None })
    }

    /// A number for how it stands.
    pub(in crate::simulation) fn hash(&self) -> u64 {
        let mut hash = Fnv::default();
        self.save().put(&mut hash);
        hash.0
    }

    pub(super) fn progress(&self) -> QuestProgress {
        let left_ns = match &self.doing {
            Doing::Walking { plan, from, .. } => {
                plan.last().zip(plan.get(*from as usize)).map(|(last, from)| last.ns - from.ns)
            }
            _ => None,
        };
        QuestProgress { situation: self.at, walked_ns: self.walked_ns, plans: self.plans, left_ns }
    }

    /// Takes the quest to be as things lie in the world, and says what is elsewhere. What was picked up does not matter
    /// any more.
    pub(super) fn look(&mut self, world: &World) -> Vec<String> {
        let mut news = Vec::new();
        let mut quest = self.quest.clone();
        for event in self.quest.events() {
            let Some(item) = world.scene().item(&event.name) else { continue };
            if event.kind == EventKind::Trigger || self.at.facts.has(event.fact) {
                continue;
            }
            let lying = world.piles().iter().filter(|pile| pile.item == item);
            let lying = lying.filter_map(|pile| self.quest.cell((pile.cell.x.into(), pile.cell.y.into())));
            let mut lying: Vec<u32> = lying.filter(|&cell| self.quest.can_hold(cell)).collect();
            lying.sort_unstable();
            let mut known = event.cells.clone();
            known.sort_unstable();
            if lying != known
                && let Ok(moved) = quest.with_event_at_all(&event.name, &lying)
            {
                quest = moved;
                let [now, before] = [&lying, &known].map(|cells| self.places(cells));
                news.push(format!("{} is {now}, not {before}", event.name));
            }
        }
        if !news.is_empty() {
            self.rules = Rules::new(&quest);
            self.quest = quest;
        }
        news
    }

    fn places(&self, cells: &[u32]) -> String {
        let place = |&cell: &u32| {
            let (x, y) = self.quest.position(cell);
            format!("at {x},{y}")
        };
        if cells.is_empty() {
            "nowhere".to_owned()
        } else {
            cells.iter().map(place).collect::<Vec<_>>().join(" and ")
        }
    }

    /// Makes the steps of the leg under way as far as a cell; how the walker stood before each, and after it. Nothing if
    /// the rules do not allow a step.
    pub(super) fn advance(&mut self, until: u32) -> Option<Vec<(Situation, Situation)>> {
        let Doing::Walking { plan, from, to } = &mut self.doing else { return Some(Vec::new()) };
        let mut made = Vec::new();
        while from < to && self.at.cell != until {
            let next = *plan.get(*from as usize + 1)?;
            let (after, cost) = self.rules.step_to(self.at, next.cell, next.sneaks)?;
            made.push((self.at, after));
            self.at = after;
            self.walked_ns += cost;
            *from += 1;
        }
        Some(made)
    }

    /// Sets the next leg out; nothing at the end of the plan.
    pub(super) fn next_leg(&mut self) -> Option<Leg> {
        let Doing::Walking { plan, from, to } = &mut self.doing else { return None };
        let here = *plan.get(*from as usize)?;
        let first = *plan.get(*from as usize + 1)?;
        let mut end = *from as usize + 1;
        let way = |from: SavedMoment, to: SavedMoment| to.cell.wrapping_sub(from.cell);
        while let (Some(&last), Some(&next)) = (plan.get(end), plan.get(end + 1)) {
            let goes_on = (last.facts, last.level) == (here.facts, here.level)
                && way(last, next) == way(here, first)
                && next.sneaks == first.sneaks;
            if !goes_on {
                break;
            }
            end += 1;
        }
        *to = end as u32;
        let cells = plan.get(*from as usize + 1..=end)?.iter().map(|moment| moment.cell).collect();
        Some(Leg { cells, sneaks: first.sneaks })
    }

    /// A plan in words: what comes when, what it took to find, and what is known of it.
    pub(super) fn tell_plan(&mut self, plan: &[Moment], spec: &QuestSpec, expanded: u64) -> String {
        let seconds = |ns: u64| format!("{:.1} s", ns as f64 / 1e9);
        let mut stations = Vec::new();
        for pair in plan.windows(2) {
            let [before, after] = pair else { continue };
            let gained = self.quest.fact_names(after.situation.facts.without(before.situation.facts));
            stations.extend(gained.map(|name| format!("{name} after {}", seconds(after.ns))));
        }
        stations.push(format!("the goal after {}", seconds(plan.last().map_or(0, |last| last.ns))));
        let why = self.because.take().map_or_else(String::new, |why| format!(", because {why}"));
        let demonstrations = match spec.experience.demonstrations().len() {
            1 => "one demonstration".to_owned(),
            count => format!("{count} demonstrations"),
        };
        format!(
            "plans with {demonstrations}{why}: {} ({expanded} expansions; at most {} times the fastest way)",
            stations.join(", "),
            spec.planner.bound()
        )
    }
}

/// Straight on, at one pace.
pub(super) struct Leg {
    pub(super) cells: Vec<u32>,
    pub(super) sneaks: bool,
}
