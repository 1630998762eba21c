//! Carries out the scene's quest: a trained companion plans with its demonstrations, walks as planned, and
//! plans again when an item has moved, while it walks on towards what it wants next.
//!
//! The plan comes from `cunning-train` alone, in slices of the tick's budget. The quest's rules decide what a
//! step does, and the world is made to match: items change hands, doors open, hits cost health. A plan is
//! walked leg by leg, each straight ahead until the direction, the pace or the situation changes. A step
//! counts as made once it has begun.

mod effects;
mod guess;
mod state;

use cunning_search::Status;
use cunning_train::{EventKind, Quest, QuestSearch, Situation, Successors};

use super::{LineKind, Running, Simulation};
use crate::world::{DoorPolicy, Goal, Intent, Stance};
use crate::{ActorId, Cell, DoorState, Failure};
use state::Doing;

pub use state::QuestProgress;
pub(super) use state::{QuestRun, SavedQuestRun};

impl Simulation {
    /// Returns the progress of an agent's quest, or nothing if it has not begun one.
    pub fn quest_of(&self, agent: &str) -> Option<QuestProgress> {
        let instance = self.scenario.agent_specs.iter().position(|agent_spec| agent_spec.name == agent)?;
        self.instances[instance].quest_run.as_ref().map(QuestRun::progress)
    }

    /// Whether the current body action of an agent is the quest.
    pub(super) fn is_on_quest(&self, instance: usize) -> bool {
        let Some(running) = &self.instances[instance].running else { return false };
        let body_actions =
            self.scenario_domain(instance).body_actions.get(running.action.index()).and_then(Option::as_ref);
        body_actions
            .and_then(|body_actions| body_actions.get(running.at))
            .is_some_and(super::body_action::BodyAction::is_quest)
    }

    /// Begins or resumes the quest as a body action of a step.
    pub(super) fn begin_quest(&mut self, instance: usize, actor: ActorId) {
        let scenario = self.scenario.clone();
        let Some(spec) = scenario.scene.quest() else { return };
        let Some(cell) = self.world.actor(actor).and_then(|body| cell_of(&spec.quest, body.cell())) else {
            return;
        };
        let quest_run = self.instances[instance].quest_run.get_or_insert_with(|| QuestRun::new(spec, cell));
        // The actor may have moved since the quest was suspended.
        quest_run.at.cell = cell;
        quest_run.begin_planning(&[]);
    }

    /// Lets every agent on a quest plan or walk on.
    pub(super) fn pursue_quests(&mut self, budget: u64) {
        for instance in 0..self.instances.len() {
            if self.is_on_quest(instance) && !self.notice_moves(instance) {
                self.plan_quest(instance, budget);
            }
        }
    }

    /// Continues after a leg, or the time that an event takes, has ended.
    pub(super) fn leg_ended(&mut self, instance: usize, result: Result<(), Failure>) {
        if self.notice_moves(instance) {
            return;
        }
        if let Err(failure) = result {
            self.instances[instance]
                .quest_run
                .iter_mut()
                .for_each(|quest_run| quest_run.doing = Doing::Nothing);
            self.end_step(instance, Err(failure.to_string()));
            return;
        }
        let takes_ms = self.settle(instance);
        match (takes_ms, self.actor(instance)) {
            (Some(time_ms @ 1..), Some(actor)) => self.intend_leg(instance, actor, Intent::Wait { time_ms }),
            _ => self.walk_on(instance),
        }
    }

    /// Suspends the quest. Steps that have begun count as made.
    pub(super) fn suspend_quest(&mut self, instance: usize) {
        self.settle(instance);
        self.instances[instance].quest_run.iter_mut().for_each(|quest_run| quest_run.doing = Doing::Nothing);
    }

    /// Notices items that have moved, and starts planning again. Until the plan is found, the agent walks on by a guess.
    fn notice_moves(&mut self, instance: usize) -> bool {
        let Some(quest_run) = &mut self.instances[instance].quest_run else { return false };
        let changes = quest_run.look(&self.world);
        let next_facts = quest_run.next_facts();
        if changes.is_empty() {
            return false;
        }
        let running = self.instances[instance].running.as_mut();
        let under_way = running.and_then(|running| running.intent.take());
        if let (Some(actor), Some(intent)) = (self.actor(instance), under_way) {
            self.world.stop(actor, intent);
        }
        let text = changes.join("; ");
        self.note(instance, LineKind::Surprise, format!("notices: {text}"));
        let is_settled = self.settle(instance).is_some();
        if let Some(quest_run) = self.instances[instance].quest_run.as_mut().filter(|_| is_settled) {
            // An agent that has had no plan yet has not set out.
            let guess = if quest_run.plans > 0 { quest_run.guess(next_facts) } else { Vec::new() };
            quest_run.begin_planning(&guess);
            quest_run.because = Some(text);
            self.walk_on(instance);
        }
        true
    }

    /// Continues the search for a plan.
    fn plan_quest(&mut self, instance: usize, budget: u64) {
        let scenario = self.scenario.clone();
        let Some(spec) = scenario.scene.quest() else { return };
        let Some(quest_run) = &mut self.instances[instance].quest_run else { return };
        let Doing::Planning { granted, guess, .. } = &mut quest_run.doing else { return };
        if quest_run.search.is_none() {
            let start = guess.last().map_or(quest_run.at, |last| last.situation());
            let begun = match quest_run.quest.begun_at(start) {
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
                    quest_run.search = Some(search);
                }
                Err(why) => {
                    quest_run.doing = Doing::Nothing;
                    self.end_step(instance, Err(why));
                    return;
                }
            }
        }
        let Some(search) = &mut quest_run.search else { return };
        *granted = granted.saturating_add(budget);
        let status = search.step(budget);
        if status == Status::Running {
            return;
        }
        let (plan, counters) = (search.plan(), search.counters());
        quest_run.search = None;
        if status != Status::Solved {
            quest_run.doing = Doing::Nothing;
            self.end_step(instance, Err(format!("no plan was found: {status:?}").to_lowercase()));
            return;
        }
        quest_run.plans += 1;
        let before = quest_run.at;
        let ahead = quest_run.adopt(&plan);
        let text = quest_run.describe_plan(&plan, ahead, spec, counters.expanded);
        // Items where the walker stands are picked up before the first step.
        if let Some(first) = plan.first().filter(|_| ahead == 0) {
            quest_run.at = first.situation;
        }
        let after = quest_run.at;
        self.note(instance, LineKind::Decision, text);
        self.apply_step_effects(instance, before, after);
        let is_under_way =
            self.instances[instance].running.as_ref().is_some_and(|running| running.intent.is_some());
        if !is_under_way {
            self.walk_on(instance);
        }
    }

    /// Applies all steps of the current leg that the body has made or begun. Returns how many milliseconds
    /// the events there take, or nothing if the rules do not allow a step; the step of the mind has then
    /// failed.
    fn settle(&mut self, instance: usize) -> Option<u32> {
        let cell = self.world.actor(self.actor(instance)?)?.cell();
        let quest_run = self.instances[instance].quest_run.as_mut()?;
        let made = cell_of(&quest_run.quest, cell).and_then(|cell| quest_run.advance(cell));
        let Some(made) = made else {
            quest_run.doing = Doing::Nothing;
            self.end_step(instance, Err("the path was not as planned".to_owned()));
            return None;
        };
        Some(made.into_iter().map(|(before, after)| self.apply_step_effects(instance, before, after)).sum())
    }

    /// Starts the next leg, or ends the quest.
    fn walk_on(&mut self, instance: usize) {
        let Some(actor) = self.actor(instance) else { return };
        let Some(quest_run) = &mut self.instances[instance].quest_run else { return };
        let is_planning = matches!(quest_run.doing, Doing::Planning { .. });
        if matches!(quest_run.doing, Doing::Nothing) {
            return;
        }
        let Some(leg) = quest_run.next_leg() else {
            if is_planning {
                return;
            }
            quest_run.doing = Doing::Nothing;
            let seconds = quest_run.walked_ns as f64 / 1e9;
            let plans = quest_run.plans;
            let times = if plans == 1 { "one plan".to_owned() } else { format!("{plans} plans") };
            self.note(instance, LineKind::Step, format!("has finished: {seconds:.1} s of walking, {times}"));
            self.continue_step(instance);
            return;
        };
        let scene = self.world.scene().clone();
        let place = |&cell: &u32| {
            let (x, y) = quest_run.quest.position(cell);
            Cell::new(x as u16, y as u16)
        };
        let cells: Vec<Cell> = leg.cells.iter().map(place).collect();
        for door in cells.iter().filter_map(|&cell| self.world.closed_door(cell)).collect::<Vec<_>>() {
            self.world.set_door(door, DoorState::Open, Some(actor));
            self.note(instance, LineKind::Step, format!("opens {}", scene.doors()[door.index()].name));
        }
        let stance = if leg.sneaks { Stance::Crouched } else { Stance::Standing };
        if self.world.actor(actor).is_some_and(|body| body.stance() != stance) {
            // An actor in the scene cannot refuse this.
            let _begun = self.world.intend(actor, Intent::Stand { stance });
        }
        let Some(&to) = cells.last() else { return };
        self.intend_leg(instance, actor, Intent::Walk { to: Goal::Cell(to), doors: DoorPolicy::Avoid });
    }

    /// Gives the body its next intent. If it is refused, the step fails.
    fn intend_leg(&mut self, instance: usize, actor: ActorId, intent: Intent) {
        match self.world.intend(actor, intent) {
            Ok(id) => self.instances[instance]
                .running
                .iter_mut()
                .for_each(|running: &mut Running| running.intent = Some(id)),
            Err(refusal) => self.end_step(instance, Err(refusal.to_string())),
        }
    }

    /// Makes the world match a step of the quest and narrates it. Returns how many milliseconds it takes.
    fn apply_step_effects(&mut self, instance: usize, before: Situation, after: Situation) -> u32 {
        let Some(actor) = self.actor(instance) else { return 0 };
        let Some(quest_run) = &self.instances[instance].quest_run else { return 0 };
        let mut takes_ms = 0;
        let points = quest_run.quest.walker().level;
        let gained = after.facts.without(before.facts);
        let mut lines = Vec::new();
        let scene = self.world.scene().clone();
        for event in quest_run.quest.events().iter().filter(|event| gained.has(event.fact)) {
            if !event.cells.contains(&after.cell) {
                continue;
            }
            takes_ms += event.takes_ms;
            let item = scene.item(&event.name).filter(|_| event.kind == EventKind::Item);
            lines.push(match item {
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
            let by = by.map_or("an unseen attacker", |spec| spec.name.as_str());
            lines.push(format!("is hit by {by}: {is} of {} health left", quest_run.quest.walker().health));
        } else if is > was {
            lines.push(format!("recovers to {is} health"));
        }
        for text in lines {
            self.note(instance, LineKind::Step, text);
        }
        takes_ms
    }

    /// Narrates a line and adds it to the recording.
    fn note(&mut self, instance: usize, kind: LineKind, text: String) {
        let agent = self.instances[instance].agent;
        self.engine(instance).note(agent, || cunning_trace::Event::Note { text: &text });
        if self.is_narrated {
            self.narrate(Some(instance), kind, text);
        }
    }
}

/// Converts a cell of the scene to a cell of the quest.
fn cell_of(quest: &Quest, cell: Cell) -> Option<u32> {
    quest.cell((cell.x.into(), cell.y.into()))
}
