//! A trained companion on its errand: it plans the scene's quest with what it was shown, walks as planned, and plans anew
//! from where it is when something lies elsewhere.
//!
//! The plan comes from `cunning-train` and nowhere else, in slices of the tick's budget. What a step does is asked of the
//! quest's rules; the world is made to follow (items change hands, doors open, blows cost health). A plan is walked leg by
//! leg: straight on until the direction, the pace or anything else changes. A step that has begun counts as made.

use cunning_search::Status;
use cunning_train::{EventKind, Facts, Moment, Quest, QuestSearch, Rules, Situation, Successors};

use super::{LineKind, Running, Stage};
use crate::scene::QuestSpec;
use crate::world::wire::{Broken, Fnv, Wire, wire_enum, wire_struct};
use crate::world::{AtDoors, Goal, Intent, Stance, What};
use crate::{ActorId, Cell, DoorState, Failure, Holder, Scene, World};

/// How somebody's quest stands.
pub(super) struct Errand {
    /// The quest as things lie now.
    quest: Quest,
    rules: Rules,
    at: Situation,
    /// What all steps so far took by the quest's rules, in nanoseconds.
    walked_ns: u64,
    /// How many plans were made.
    plans: u32,
    doing: Doing,
    /// The search under way; made again from what it was granted if there is none.
    search: Option<QuestSearch>,
    /// Why it plans anew, to be told. Like all narration it is not kept in saves.
    because: Option<String>,
}

/// What it is at.
#[derive(Clone, Debug)]
enum Doing {
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
pub(super) struct SavedErrand {
    lying: Vec<Vec<u32>>,
    at: SavedMoment,
    plans: u32,
    doing: Doing,
}

#[derive(Clone, Copy, Debug)]
struct SavedMoment {
    ns: u64,
    cell: u32,
    facts: u32,
    level: u32,
    sneaks: bool,
}

wire_struct!(SavedErrand { lying, at, plans, doing });
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

impl Errand {
    /// Nothing done yet, by somebody who stands anywhere.
    fn new(spec: &QuestSpec, cell: u32) -> Self {
        let (quest, rules) = (spec.quest.clone(), Rules::new(&spec.quest));
        let level = quest.walker().levels();
        let at = Situation { cell, facts: Facts::NONE, level, sneaks: false };
        let doing = Doing::Nothing;
        Self { quest, rules, at, walked_ns: 0, plans: 0, doing, search: None, because: None }
    }

    pub(super) fn save(&self) -> SavedErrand {
        SavedErrand {
            lying: self.quest.events().iter().map(|event| event.cells.clone()).collect(),
            at: Moment { ns: self.walked_ns, situation: self.at }.into(),
            plans: self.plans,
            doing: self.doing.clone(),
        }
    }

    pub(super) fn restore(scene: &Scene, saved: SavedErrand) -> Result<Self, Broken> {
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
    pub(super) fn hash(&self) -> u64 {
        let mut hash = Fnv::default();
        self.save().put(&mut hash);
        hash.0
    }

    fn progress(&self) -> QuestProgress {
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
    fn look(&mut self, world: &World) -> Vec<String> {
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
    fn advance(&mut self, until: u32) -> Option<Vec<(Situation, Situation)>> {
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
    fn next_leg(&mut self) -> Option<Leg> {
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
    fn tell_plan(&mut self, plan: &[Moment], spec: &QuestSpec, expanded: u64) -> String {
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
struct Leg {
    cells: Vec<u32>,
    sneaks: bool,
}

impl Stage {
    /// How the quest of somebody stands; nothing if it has none, or has not begun.
    pub fn quest_of(&self, who: &str) -> Option<QuestProgress> {
        let role = self.play.parts.iter().position(|part| part.name == who)?;
        self.roles[role].errand.as_ref().map(Errand::progress)
    }

    /// Whether the deed that somebody is at is the quest.
    pub(super) fn is_on_errand(&self, role: usize) -> bool {
        let Some(running) = &self.roles[role].running else { return false };
        let deeds = self.cast(role).deeds.get(running.action.index()).and_then(Option::as_ref);
        deeds.and_then(|deeds| deeds.get(running.at)).is_some_and(super::deed::Deed::is_quest)
    }

    /// Begins or takes up the quest, as a deed of a step.
    pub(super) fn begin_errand(&mut self, role: usize, actor: ActorId) {
        let play = self.play.clone();
        let Some(spec) = play.scene.quest() else { return };
        let Some(cell) = self.world.actor(actor).and_then(|body| cell_of(&spec.quest, body.cell())) else {
            return;
        };
        let errand = self.roles[role].errand.get_or_insert_with(|| Errand::new(spec, cell));
        // Whoever was called away may stand elsewhere by now.
        errand.at.cell = cell;
        errand.doing = Doing::Planning { granted: 0 };
        errand.search = None;
    }

    /// Lets everybody who is on a quest plan or walk on.
    pub(super) fn pursue_errands(&mut self, budget: u64) {
        for role in 0..self.roles.len() {
            if self.is_on_errand(role) && !self.notice_moves(role) {
                self.plan_errand(role, budget);
            }
        }
    }

    /// A leg of the way, or the time that something takes, is over.
    pub(super) fn leg_ended(&mut self, role: usize, result: Result<(), Failure>) {
        if self.notice_moves(role) {
            return;
        }
        if let Err(failure) = result {
            self.roles[role].errand.iter_mut().for_each(|errand| errand.doing = Doing::Nothing);
            self.end_step(role, Err(failure.to_string()));
            return;
        }
        let takes_ms = self.settle(role);
        match (takes_ms, self.actor(role)) {
            (Some(time_ms @ 1..), Some(actor)) => self.intend(role, actor, Intent::Wait { time_ms }),
            _ => self.walk_on(role),
        }
    }

    /// Leaves the quest for now, with all steps made that have begun.
    pub(super) fn leave_errand(&mut self, role: usize) {
        self.settle(role);
        self.roles[role].errand.iter_mut().for_each(|errand| errand.doing = Doing::Nothing);
    }

    /// Notices what lies elsewhere than believed, and thinks again from the step that has begun.
    fn notice_moves(&mut self, role: usize) -> bool {
        let Some(errand) = &mut self.roles[role].errand else { return false };
        let news = errand.look(&self.world);
        if news.is_empty() {
            return false;
        }
        let running = self.roles[role].running.as_mut();
        let under_way = running.and_then(|running| running.intent.take());
        if let (Some(actor), Some(intent)) = (self.actor(role), under_way) {
            self.world.stop(actor, intent);
        }
        let text = news.join("; ");
        self.tell(role, LineKind::Surprise, format!("notices: {text}"));
        let is_settled = self.settle(role).is_some();
        if let Some(errand) = self.roles[role].errand.as_mut().filter(|_| is_settled) {
            errand.doing = Doing::Planning { granted: 0 };
            errand.search = None;
            errand.because = Some(text);
        }
        true
    }

    /// Goes on with the search for a plan, if there is one to be found.
    fn plan_errand(&mut self, role: usize, budget: u64) {
        let play = self.play.clone();
        let Some(spec) = play.scene.quest() else { return };
        let Some(errand) = &mut self.roles[role].errand else { return };
        let Doing::Planning { granted } = &mut errand.doing else { return };
        if errand.search.is_none() {
            let begun = match errand.quest.begun_at(errand.at) {
                Ok(quest) => quest.check_reachable().map(|()| quest).map_err(|why| why.to_string()),
                Err(why) => Err(why.to_string()),
            };
            let search = begun.and_then(|quest| {
                let search = QuestSearch::new(&quest, &spec.experience, spec.planner, Successors::Sixteen);
                search.map_err(|error| error.to_string())
            });
            match search {
                Ok(mut search) => {
                    search.step(*granted);
                    errand.search = Some(search);
                }
                Err(why) => {
                    errand.doing = Doing::Nothing;
                    self.end_step(role, Err(why));
                    return;
                }
            }
        }
        let Some(search) = &mut errand.search else { return };
        *granted = granted.saturating_add(budget);
        let status = search.step(budget);
        if status == Status::Running {
            return;
        }
        let (plan, counters) = (search.plan(), search.counters());
        errand.search = None;
        if status != Status::Solved {
            errand.doing = Doing::Nothing;
            self.end_step(role, Err(format!("no plan was found: {status:?}").to_lowercase()));
            return;
        }
        errand.plans += 1;
        let before = errand.at;
        let text = errand.tell_plan(&plan, spec, counters.expanded);
        errand.doing =
            Doing::Walking { plan: plan.iter().copied().map(Into::into).collect(), from: 0, to: 0 };
        // What lies where the walker stands is picked up before the first step.
        if let Some(first) = plan.first() {
            errand.at = first.situation;
        }
        let after = errand.at;
        self.tell(role, LineKind::Decision, text);
        self.happen_to(role, before, after);
        self.walk_on(role);
    }

    /// Makes all steps of the leg under way that the body has made or begun, and says how many milliseconds what happened
    /// there takes. Nothing if the rules do not allow a step, which ends the step of the mind.
    fn settle(&mut self, role: usize) -> Option<u32> {
        let cell = self.world.actor(self.actor(role)?)?.cell();
        let errand = self.roles[role].errand.as_mut()?;
        let made = cell_of(&errand.quest, cell).and_then(|cell| errand.advance(cell));
        let Some(made) = made else {
            errand.doing = Doing::Nothing;
            self.end_step(role, Err("the way was not as planned".to_owned()));
            return None;
        };
        Some(made.into_iter().map(|(before, after)| self.happen_to(role, before, after)).sum())
    }

    /// Begins the next leg, or ends the quest.
    fn walk_on(&mut self, role: usize) {
        let Some(actor) = self.actor(role) else { return };
        let Some(errand) = &mut self.roles[role].errand else { return };
        if !matches!(errand.doing, Doing::Walking { .. }) {
            return;
        }
        let Some(leg) = errand.next_leg() else {
            errand.doing = Doing::Nothing;
            let seconds = errand.walked_ns as f64 / 1e9;
            let plans = errand.plans;
            let times = if plans == 1 { "one plan".to_owned() } else { format!("{plans} plans") };
            self.tell(role, LineKind::Step, format!("is done: {seconds:.1} s of walking, {times}"));
            self.go_on(role);
            return;
        };
        let scene = self.world.scene().clone();
        let place = |&cell: &u32| {
            let (x, y) = errand.quest.position(cell);
            Cell::new(x as u16, y as u16)
        };
        let cells: Vec<Cell> = leg.cells.iter().map(place).collect();
        for door in cells.iter().filter_map(|&cell| self.world.closed_door(cell)).collect::<Vec<_>>() {
            self.world.set_door(door, DoorState::Open, Some(actor));
            self.tell(role, LineKind::Step, format!("opens {}", scene.doors()[door.index()].name));
        }
        let stance = if leg.sneaks { Stance::Crouched } else { Stance::Standing };
        if self.world.actor(actor).is_some_and(|body| body.stance() != stance) {
            // Nobody refuses this of somebody who is there.
            let _begun = self.world.intend(actor, Intent::Stand { stance });
        }
        let Some(&to) = cells.last() else { return };
        self.intend(role, actor, Intent::Walk { to: Goal::Cell(to), doors: AtDoors::Stop });
    }

    /// Asks the body for the next thing; what it cannot do ends the step.
    fn intend(&mut self, role: usize, actor: ActorId, intent: Intent) {
        match self.world.intend(actor, intent) {
            Ok(id) => self.roles[role]
                .running
                .iter_mut()
                .for_each(|running: &mut Running| running.intent = Some(id)),
            Err(refusal) => self.end_step(role, Err(refusal.to_string())),
        }
    }

    /// Makes the world follow what a step did by the quest's rules, and tells it. How many milliseconds that takes.
    fn happen_to(&mut self, role: usize, before: Situation, after: Situation) -> u32 {
        let Some(actor) = self.actor(role) else { return 0 };
        let Some(errand) = &self.roles[role].errand else { return 0 };
        let mut takes_ms = 0;
        let points = errand.quest.walker().level;
        let gained = after.facts.without(before.facts);
        let mut told = Vec::new();
        let scene = self.world.scene().clone();
        for event in errand.quest.events().iter().filter(|event| gained.has(event.fact)) {
            if !event.cells.contains(&after.cell) {
                continue;
            }
            takes_ms += event.takes_ms;
            let item = scene.item(&event.name).filter(|_| event.kind == EventKind::Item);
            told.push(match item {
                Some(item) => {
                    self.world.pick_up_here(actor, item);
                    format!("takes {}", event.name)
                }
                None => format!("sets off {}", event.name),
            });
        }
        let (was, is) = (before.level * points, after.level * points);
        self.world.set_health(actor, is.min(u32::from(u16::MAX)) as u16);
        if is < was {
            let by = self.world.nearest_other(actor).and_then(|by| scene.actors().get(by.index()));
            let by = by.map_or("somebody", |spec| spec.name.as_str());
            told.push(format!("is struck by {by}: {is} of {} health left", errand.quest.walker().health));
        } else if is > was {
            told.push(format!("is better: {is} health"));
        }
        for text in told {
            self.tell(role, LineKind::Step, text);
        }
        takes_ms
    }

    /// Tells whoever watches, and puts it on record.
    fn tell(&mut self, role: usize, kind: LineKind, text: String) {
        let agent = self.roles[role].agent;
        self.set(role).note(agent, || cunning_trace::Event::Note { text: &text });
        if self.is_watched {
            self.say(Some(role), kind, text);
        }
    }
}

/// A cell of the scene in the quest.
fn cell_of(quest: &Quest, cell: Cell) -> Option<u32> {
    quest.cell((cell.x.into(), cell.y.into()))
}

impl World {
    /// Takes one of what lies where somebody stands.
    fn pick_up_here(&mut self, actor: ActorId, item: crate::ItemId) {
        let Some(cell) = self.actor(actor).map(crate::Actor::cell) else { return };
        let piles = &mut self.state.piles;
        let Ok(place) = piles.binary_search_by_key(&(cell, item), |pile| (pile.cell, pile.item)) else {
            return;
        };
        piles[place].count = piles[place].count.saturating_sub(1);
        if piles[place].count == 0 {
            piles.remove(place);
        }
        self.state.actors[actor.index()].goods.add(item, 1);
        self.say(What::Moved { actor, item, count: 1, from: Some(Holder::Ground), to: None });
    }

    /// Gives somebody this much health. Whoever is nearest did the harm.
    fn set_health(&mut self, actor: ActorId, health: u16) {
        let Some(before) = self.actor(actor).map(crate::Actor::health) else { return };
        self.state.actors[actor.index()].health = health;
        if let (Some(damage), Some(by)) =
            (before.checked_sub(health).filter(|lost| *lost > 0), self.nearest_other(actor))
        {
            self.say(What::Hurt { actor, by, damage });
        }
    }

    fn nearest_other(&self, actor: ActorId) -> Option<ActorId> {
        let here = self.actor(actor)?.cell();
        let others =
            (0..self.actors().len()).map(|at| ActorId::new(at as u16)).filter(|&other| other != actor);
        others.min_by_key(|&other| self.actor(other).map(|other| here.distance_squared(other.cell())))
    }
}
