//! The state of a quest run: the quest as the agent knows it, its plan, and how far it has come. It follows
//! the quest's rules and knows no bodies.

use cunning_encode::{Malformed, encode_enum, encode_struct};
use cunning_train::{EventKind, Facts, Moment, Quest, QuestSearch, Rules, Situation};

use crate::scene::QuestSpec;
use crate::{Scene, World};

/// A quest that an agent is carrying out.
pub(in crate::simulation) struct QuestRun {
    /// The quest with items where they lie now.
    pub(super) quest: Quest,
    pub(super) rules: Rules,
    pub(super) at: Situation,
    /// What all steps so far took by the quest's rules, in nanoseconds.
    pub(super) walked_ns: u64,
    /// The number of plans made.
    pub(super) plans: u32,
    pub(super) doing: Doing,
    /// The current search. A missing one is rebuilt by granting it the same expansions again.
    pub(super) search: Option<QuestSearch>,
    /// Why the agent plans again, for narration. It is not saved.
    pub(super) because: Option<String>,
}

/// What the agent is doing for the quest.
#[derive(Clone, Debug)]
pub(super) enum Doing {
    /// It has no plan and does not search for one until the quest is resumed.
    Nothing,
    /// It searches for a plan from the end of `guess` and was granted this many expansions. Meanwhile it walks from one
    /// moment of the guess to another.
    Planning { granted: u64, guess: Vec<SavedMoment>, from: u32, to: u32 },
    /// It walks from one moment of its plan to another. If both are the same, it waits there.
    Walking { plan: Vec<SavedMoment>, from: u32, to: u32 },
}

/// The progress of a quest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestProgress {
    /// The walker's current situation.
    pub situation: Situation,
    /// What all steps so far took by the quest's rules, in nanoseconds.
    pub walked_ns: u64,
    /// The number of plans made.
    pub plans: u32,
    /// What the rest of the plan takes, in nanoseconds; nothing without a plan.
    pub left_ns: Option<u64>,
}

/// The saved part of a quest run. The quest itself is the scene's, with items where they lay last.
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

encode_struct!(SavedQuestRun { lying, at, plans, doing });
encode_struct!(SavedMoment { ns, cell, facts, level, sneaks });
encode_enum!(Doing { 0 = Nothing, 1 = Planning { granted, guess, from, to }, 2 = Walking { plan, from, to } });

impl From<Moment> for SavedMoment {
    fn from(Moment { ns, situation: Situation { cell, facts, level, sneaks } }: Moment) -> Self {
        Self { ns, cell, facts: facts.0, level, sneaks }
    }
}

impl SavedMoment {
    pub(super) fn situation(self) -> Situation {
        Situation { cell: self.cell, facts: Facts(self.facts), level: self.level, sneaks: self.sneaks }
    }
}

impl QuestRun {
    /// A quest run at its start, from any cell.
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

    pub(in crate::simulation) fn restore(scene: &Scene, saved: SavedQuestRun) -> Result<Self, Malformed> {
        const BROKEN: Malformed = Malformed::new("a quest is in an impossible state");
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
        if let Doing::Walking { plan, from, to } | Doing::Planning { guess: plan, from, to, .. } =
            &saved.doing
        {
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

    pub(super) fn progress(&self) -> QuestProgress {
        let left_ns = match &self.doing {
            Doing::Walking { plan, from, .. } => {
                plan.last().zip(plan.get(*from as usize)).map(|(last, from)| last.ns - from.ns)
            }
            _ => None,
        };
        QuestProgress { situation: self.at, walked_ns: self.walked_ns, plans: self.plans, left_ns }
    }

    /// Begins to plan: from here, or from the end of a guess on which the agent walks meanwhile.
    pub(super) fn begin_planning(&mut self, guess: &[Moment]) {
        let here = Moment { ns: 0, situation: self.at };
        let guess = if guess.is_empty() { &[here][..] } else { guess };
        let guess = guess.iter().copied().map(Into::into).collect();
        self.doing = Doing::Planning { granted: 0, guess, from: 0, to: 0 };
        self.search = None;
    }

    /// The facts that the next events of the plan would bring, or nothing without a plan.
    pub(super) fn next_facts(&self) -> Option<Facts> {
        let Doing::Walking { plan, from, .. } = &self.doing else { return None };
        let gained = |moment: &SavedMoment| Facts(moment.facts).without(self.at.facts);
        plan.get(*from as usize..)?.iter().map(gained).find(|gained| *gained != Facts::NONE)
    }

    /// Turns the rest of the guess and the plan from its end into the plan that is walked. Returns how long the rest of
    /// the guess takes, in nanoseconds.
    pub(super) fn adopt(&mut self, plan: &[Moment]) -> u64 {
        let Doing::Planning { guess, from, to, .. } = &self.doing else { return 0 };
        let rest = guess.get(*from as usize..).unwrap_or_default();
        let begin = rest.first().map_or(0, |moment| moment.ns);
        let ahead = rest.last().map_or(0, |moment| moment.ns) - begin;
        let shifted = rest.iter().map(|moment| SavedMoment { ns: moment.ns - begin, ..*moment });
        // The last moment of the guess is the first of the plan, with the events that happen there.
        let kept = shifted.take(rest.len().saturating_sub(1));
        let later = plan.iter().map(|moment| Moment { ns: moment.ns + ahead, ..*moment }.into());
        let joined: Vec<SavedMoment> = kept.chain(later).collect();
        self.doing = Doing::Walking { plan: joined, from: 0, to: to - from };
        ahead
    }

    /// Updates the quest to match where items lie in the world, and returns a description of each change.
    /// Items that were picked up are ignored.
    pub(super) fn look(&mut self, world: &World) -> Vec<String> {
        let mut changes = Vec::new();
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
                changes.push(format!("{} is {now}, not {before}", event.name));
            }
        }
        if !changes.is_empty() {
            self.rules = Rules::new(&quest);
            self.quest = quest;
        }
        changes
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

    /// Makes the steps of the current leg as far as a cell. Returns the situations before and after each
    /// step, or nothing if the rules do not allow one.
    pub(super) fn advance(&mut self, until: u32) -> Option<Vec<(Situation, Situation)>> {
        let (Doing::Walking { plan, from, to } | Doing::Planning { guess: plan, from, to, .. }) =
            &mut self.doing
        else {
            return Some(Vec::new());
        };
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

    /// Selects the next leg; nothing at the end of the plan.
    pub(super) fn next_leg(&mut self) -> Option<Leg> {
        let (Doing::Walking { plan, from, to } | Doing::Planning { guess: plan, from, to, .. }) =
            &mut self.doing
        else {
            return None;
        };
        let here = *plan.get(*from as usize)?;
        let first = *plan.get(*from as usize + 1)?;
        let mut end = *from as usize + 1;
        let direction = |from: SavedMoment, to: SavedMoment| to.cell.wrapping_sub(from.cell);
        while let (Some(&last), Some(&next)) = (plan.get(end), plan.get(end + 1)) {
            let goes_on = (last.facts, last.level) == (here.facts, here.level)
                && direction(last, next) == direction(here, first)
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

    /// Describes a plan: what is reached when, what it took to find, and its bound.
    /// The plan begins in `ahead` nanoseconds.
    pub(super) fn describe_plan(
        &mut self,
        plan: &[Moment],
        ahead: u64,
        spec: &QuestSpec,
        expanded: u64,
    ) -> String {
        let seconds = |ns: u64| format!("{:.1} s", (ns + ahead) as f64 / 1e9);
        let mut milestones = Vec::new();
        for pair in plan.windows(2) {
            let [before, after] = pair else { continue };
            let gained = self.quest.fact_names(after.situation.facts.without(before.situation.facts));
            milestones.extend(gained.map(|name| format!("{name} after {}", seconds(after.ns))));
        }
        milestones.push(format!("the goal after {}", seconds(plan.last().map_or(0, |last| last.ns))));
        let why = self.because.take().map_or_else(String::new, |why| format!(", because {why}"));
        let demonstrations = match spec.experience.demonstrations().len() {
            1 => "one demonstration".to_owned(),
            count => format!("{count} demonstrations"),
        };
        let bound = spec.planner.bound();
        let bound = bound
            .map(|bound| format!("; at most {bound} times as long as the fastest plan"))
            .unwrap_or_default();
        format!("plans with {demonstrations}{why}: {} ({expanded} expansions{bound})", milestones.join(", "))
    }
}

/// A straight part of a plan, walked at one pace.
pub(super) struct Leg {
    pub(super) cells: Vec<u32>,
    pub(super) sneaks: bool,
}
