//! A trained companion on its errand: it plans the scene's quest with what it was shown, walks as planned, and plans anew
//! from where it is when something lies elsewhere.
//!
//! The plan comes from `cunning-train` and nowhere else, in slices of the tick's budget. What a step does is asked of the
//! quest's rules; the world is made to follow (items change hands, doors open, blows cost health). A plan is walked leg by
//! leg: straight on until the direction, the pace or anything else changes. A step that has begun counts as made.

mod consequences;
mod standing;

use cunning_search::Status;
use cunning_train::{EventKind, Quest, QuestSearch, Situation, Successors};

use super::{LineKind, Running, Stage};
use crate::world::{AtDoors, Goal, Intent, Stance};
use crate::{ActorId, Cell, DoorState, Failure};
use standing::Doing;

pub use standing::QuestProgress;
pub(super) use standing::{Errand, SavedErrand};

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
