//! Narration for spectators: one line for each decision, with its reason.

use cunning_mind::engine::{ScoreBelief, Value};
use cunning_mind::spec::Scope;
use cunning_mind::{IdleReason, Position, StopReason};
use cunning_plan::model::{ActionId, FactId, GoalId, PlanningDomain};

use super::ground::cell_at;
use super::names::actor_of;
use super::{Running, Simulation};
use crate::scene::WinCondition;
use crate::world::{EventKind, Outcome};

/// A line of narration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The tick of the line.
    pub tick: u64,
    /// The time since the start, in milliseconds.
    pub time_ms: u64,
    /// The agent that the line is about; empty for lines about the world.
    pub agent: String,
    /// The kind of line.
    pub kind: LineKind,
    /// The text, without the agent's name.
    pub text: String,
}

/// The kinds of narration lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// An agent chose a goal and a plan.
    Decision,
    /// An agent started a step.
    Step,
    /// An agent found that a belief was wrong.
    Surprise,
    /// A step failed or was stopped.
    Setback,
    /// A commander gave an order.
    Order,
    /// A subordinate reported how an order went.
    Report,
    /// A seeker arrived, or avoids something, and why.
    Navigation,
    /// An agent has nothing to do.
    Idle,
    /// A scripted event happened, or an actor died.
    Event,
    /// The scene was decided.
    Outcome,
}

/// The number of expansions spent to explain each goal without a plan.
const EXPLAIN_EXPANSIONS_MAX: u64 = 2000;

/// The number of noticed facts that are remembered until the next decision.
const NOTICED_MAX: usize = 64;

/// What was narrated about an agent so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// The remaining steps of the plan that was narrated.
    plan: Vec<String>,
    /// The whole plan that was narrated.
    whole: Vec<String>,
    goal: Option<String>,
    /// The goal of the last narrated decision, and the beliefs that its ranking depended on.
    ranked: Option<GoalId>,
    ranked_by: Vec<ScoreBelief>,
    /// The step that failed since the last decision.
    failed: Option<String>,
    /// What the agent noticed since the last decision, as text.
    noticed: Vec<(FactId, Vec<Value>, String)>,
    /// Whether a step was stopped since the last decision.
    was_stopped: bool,
    pub(super) idle: Option<IdleReason>,
}

impl Memory {
    /// An empty memory, except for why the agent is idle.
    pub(super) fn of_idle(idle: Option<IdleReason>) -> Self {
        Self { idle, ..Self::default() }
    }
}

impl Simulation {
    /// Returns the lines since the last call, in order. Lines are collected only after
    /// [`narrated`](Self::narrated).
    pub fn drain_lines(&mut self) -> std::vec::Drain<'_, Line> {
        self.lines.drain(..)
    }

    pub(super) fn narrate(&mut self, instance: Option<usize>, kind: LineKind, text: String) {
        let agent =
            instance.map_or_else(String::new, |instance| self.scenario.agent_specs[instance].name.clone());
        let (tick, time_ms) = (self.world.ticks(), self.world.time_ms());
        self.lines.push(Line { tick, time_ms, agent, kind, text });
    }

    fn domain(&self, instance: usize) -> &PlanningDomain {
        &self.scenario.domains[self.scenario.agent_specs[instance].domain_index].spec.planning
    }

    pub(super) fn narrate_start(&mut self, instance: usize, action: ActionId, args: &[Value]) {
        self.instances[instance].narration.idle = None;
        if !self.is_narrated {
            return;
        }
        let agent = self.instances[instance].agent;
        let Some(now) = self.engine(instance).inspect(agent) else { return };
        let goal = self.engine(instance).goal_of(agent);
        let goal_id = goal.as_ref().map(|(goal, _)| *goal);
        let goal = goal.map(|(goal, args)| {
            self.show_goal(self.scenario.agent_specs[instance].domain_index, goal, &args)
        });
        let steps = self.engine(instance).plan_of(agent);
        let plan: Vec<String> = steps
            .iter()
            .map(|(action, args)| show_step(self.domain(instance), self, *action, args))
            .collect();
        let goal = goal.unwrap_or_default();
        let memory = &self.instances[instance].narration;
        // Trying the same plan again is not a new decision.
        let is_known = memory.plan == plan || memory.whole == plan;
        let is_news = !is_known || memory.goal.as_ref() != Some(&goal);
        let why = if is_news { self.why(instance, goal_id, &goal) } else { String::new() };
        let ranked_by = if is_news { self.engine(instance).score_beliefs(agent) } else { Vec::new() };
        let memory = &mut self.instances[instance].narration;
        // The first step is narrated now.
        memory.plan = plan.get(1..).map_or_else(Vec::new, <[_]>::to_vec);
        memory.goal = Some(goal.clone());
        memory.was_stopped = false;
        if is_news {
            (memory.failed, memory.ranked, memory.ranked_by) = (None, goal_id, ranked_by);
            memory.noticed.clear();
            memory.whole.clone_from(&plan);
            let score = now.score as f64 / 1e6;
            let plan = plan.join(", ");
            let text = format!("wants {goal} (worth {score:.2}){why}: {plan}");
            self.narrate(Some(instance), LineKind::Decision, text);
        }
        let text = show_step(self.domain(instance), self, action, args);
        self.narrate(Some(instance), LineKind::Step, text);
    }

    /// Says why an agent decided again: the failure or the change of a belief that led to it.
    fn why(&mut self, instance: usize, goal: Option<GoalId>, text: &str) -> String {
        let memory = std::mem::take(&mut self.instances[instance].narration);
        let agent = self.instances[instance].agent;
        let is_same = memory.goal.as_deref() == Some(text);
        let reason = if let Some(step) = &memory.failed {
            Some(format!("{step} failed"))
        } else if is_same {
            let engine = self.engine(instance);
            let is_relevant = |(fact, indices, _): &&(FactId, Vec<Value>, String)| {
                goal.is_some_and(|goal| engine.is_relevant_to(agent, goal, *fact, indices))
            };
            memory.noticed.iter().rev().find(is_relevant).map(|(_, _, text)| text.clone())
        } else if let Some(change) = self.engine(instance).why_goal(agent, memory.ranked, &memory.ranked_by) {
            let ScoreBelief { fact, indices, value } = &change.belief;
            Some(show_change(self.domain(instance), self, *fact, indices, *value, change.before))
        } else {
            // All steps were started, and none was cut short.
            let is_done = memory.plan.is_empty() && !memory.was_stopped;
            memory.goal.as_ref().filter(|_| is_done).map(|former| format!("{former} is done"))
        };
        let why = match reason {
            Some(reason) => format!(", because {reason}"),
            None if is_same => ", after replanning".to_owned(),
            None => String::new(),
        };
        self.instances[instance].narration = memory;
        why
    }

    pub(super) fn narrate_stop(&mut self, instance: usize, reason: StopReason) {
        self.instances[instance].narration.was_stopped = true;
        if !self.is_narrated {
            return;
        }
        let why = match reason {
            // The line about the new plan says more.
            StopReason::Replanned | StopReason::Removed | StopReason::Reloaded => return,
            StopReason::ConditionLost => "a condition no longer holds",
            StopReason::ObjectLost => "its target is gone",
            StopReason::TimedOut => "it timed out",
            StopReason::Ordered => "a new order arrived",
            StopReason::Held => "it is held",
        };
        self.narrate(Some(instance), LineKind::Setback, format!("stops: {why}"));
    }

    pub(super) fn narrate_failure(&mut self, instance: usize, running: &Running, why: &str) {
        if !self.is_narrated {
            return;
        }
        let step = show_step(self.domain(instance), self, running.action, &running.args);
        self.instances[instance].narration.failed = Some(step.clone());
        self.narrate(Some(instance), LineKind::Setback, format!("{step} failed: {why}"));
    }

    pub(super) fn narrate_idle(&mut self, instance: usize, why: IdleReason) {
        self.instances[instance].narration.idle = Some(why);
        if !self.is_narrated {
            return;
        }
        self.instances[instance].narration.plan.clear();
        let reason = self.why_idle(instance);
        let text = match why {
            IdleReason::NothingMatters if self.scenario.agent_specs[instance].commander.is_some() => {
                "waits for orders".to_owned()
            }
            IdleReason::NothingMatters => "waits: no goal matters now".to_owned(),
            IdleReason::Held => "is held".to_owned(),
            IdleReason::Quarantined => {
                let agent = self.instances[instance].agent;
                let reason = self.engine(instance).quarantined(agent).unwrap_or_default().to_owned();
                format!("is quarantined: {reason}")
            }
            IdleReason::NoPlan => {
                let agent = self.instances[instance].agent;
                let explanations = self.engine(instance).why_no_plan(agent, EXPLAIN_EXPANSIONS_MAX);
                let why: Vec<String> =
                    explanations.iter().map(|why| why.to_string().trim_end().to_owned()).collect();
                let reason = reason.map_or_else(String::new, |reason| format!(", because {reason}"));
                format!("has no plan{reason}.\n{}", why.join("\n"))
            }
        };
        self.narrate(Some(instance), LineKind::Idle, text.trim_end().to_owned());
    }

    /// Says why an agent has nothing to do any more: a step failed, or it noticed something that is relevant to its
    /// former goal.
    fn why_idle(&mut self, instance: usize) -> Option<String> {
        let memory = &mut self.instances[instance].narration;
        let (goal, noticed) = (memory.ranked, std::mem::take(&mut memory.noticed));
        if let Some(step) = memory.failed.take() {
            return Some(format!("{step} failed"));
        }
        let agent = self.instances[instance].agent;
        let engine = self.engine(instance);
        let is_relevant = |(fact, indices, _): &(FactId, Vec<Value>, String)| {
            goal.is_some_and(|goal| engine.is_relevant_to(agent, goal, *fact, indices))
        };
        noticed.into_iter().rev().find(is_relevant).map(|(_, _, text)| text)
    }

    /// Remembers a belief that turned out to be wrong, as a reason for the next decision.
    pub(super) fn notice(&mut self, instance: usize, fact: FactId, indices: &[Value], value: Value) {
        let agent = self.instances[instance].agent;
        let Some((before, _)) = self.engine(instance).belief(agent, fact, indices) else { return };
        let spec = &self.scenario_domain(instance).spec;
        // A shared fact is narrated by the agent that discovered it.
        let is_shared = spec.facts.get(fact.index()).is_some_and(|fact| fact.scope != Scope::Agent);
        if before == value || is_shared {
            return;
        }
        let domain = self.domain(instance);
        let text = show_change(domain, self, fact, indices, value, before);
        let noticed = &mut self.instances[instance].narration.noticed;
        if noticed.len() == NOTICED_MAX {
            noticed.remove(0);
        }
        noticed.push((fact, indices.to_vec(), text.clone()));
        self.narrate(Some(instance), LineKind::Surprise, format!("notices: {text}"));
    }

    pub(super) fn narrate_event(&mut self, what: EventKind) {
        if !self.is_narrated {
            return;
        }
        let scene = self.world.scene().clone();
        let name = |actor: crate::ActorId| scene.actors()[actor.index()].name.clone();
        let (kind, text) = match what {
            EventKind::Scripted { index } => {
                let Some(event) = scene.script().get(usize::from(index)) else { return };
                let text = scene.describe_edit(&event.action);
                (LineKind::Event, text)
            }
            EventKind::Thrown { actor, item, at } => {
                let item = &scene.items()[item.index()].name;
                (LineKind::Event, format!("{} throws a {item} at {},{}", name(actor), at.x, at.y))
            }
            EventKind::Exploded { item, at, .. } => {
                let item = &scene.items()[item.index()].name;
                (LineKind::Event, format!("a {item} explodes at {},{}", at.x, at.y))
            }
            EventKind::Arrested { actor, by } => {
                (LineKind::Event, format!("{} is arrested by {}", name(actor), name(by)))
            }
            EventKind::Released { actor, by } => {
                (LineKind::Event, format!("{} is released by {}", name(actor), name(by)))
            }
            EventKind::Died { actor, by } if actor == by => {
                (LineKind::Event, format!("{} dies", name(actor)))
            }
            EventKind::Died { actor, by } => {
                (LineKind::Event, format!("{} is killed by {}", name(actor), name(by)))
            }
            EventKind::Decided(outcome) => (LineKind::Outcome, self.describe_outcome(outcome)),
            _ => return,
        };
        self.narrate(None, kind, text);
    }

    /// Describes an outcome in a sentence.
    pub fn describe_outcome(&self, outcome: Outcome) -> String {
        let scene = self.world.scene();
        match outcome {
            Outcome::Won { team, by } => {
                let team = &scene.teams()[team.index()];
                let why = match scene.wins().get(usize::from(by)).map(|win| &win.when) {
                    Some(WinCondition::Fact(fact)) => format!(": {fact}"),
                    Some(WinCondition::Dead(other)) => {
                        format!(": all of {} are dead", scene.teams()[other.index()])
                    }
                    Some(WinCondition::ItemAt(item, _)) => {
                        format!(": {} is where it belongs", scene.items()[item.index()].name)
                    }
                    None => String::new(),
                };
                format!("{team} win{why}")
            }
            Outcome::Draw => "a draw".to_owned(),
            Outcome::TimeUp => "time is up without a winner".to_owned(),
        }
    }
}

pub(super) fn show_step(
    domain: &PlanningDomain,
    simulation: &Simulation,
    action: ActionId,
    args: &[Value],
) -> String {
    let name = domain.actions().get(action).map_or("", |action| action.name.as_str());
    let args: Vec<String> = args.iter().map(|value| show(domain, simulation, *value)).collect();
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
}

/// Shows a changed belief: `stock[tavern, bottle] is 0, not 3`.
fn show_change(
    domain: &PlanningDomain,
    simulation: &Simulation,
    fact: FactId,
    indices: &[Value],
    value: Value,
    before: Value,
) -> String {
    let name = domain.facts().get(fact).map_or("", |fact| fact.name.as_str());
    let indices: Vec<String> = indices.iter().map(|value| show(domain, simulation, *value)).collect();
    let family = if indices.is_empty() { String::new() } else { format!("[{}]", indices.join(", ")) };
    let (now, before) = (show(domain, simulation, value), show(domain, simulation, before));
    format!("{name}{family} is {now}, not {before}")
}

pub(super) fn show(domain: &PlanningDomain, simulation: &Simulation, value: Value) -> String {
    match value {
        Value::None => "none".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Object(object) => domain
            .objects()
            .as_slice()
            .get(object as usize)
            .map_or_else(String::new, |object| object.name.clone()),
        Value::Point(point) => cell_at(Position::unpacked(point))
            .map_or_else(String::new, |cell| format!("{}|{}", cell.x, cell.y)),
        Value::Handle(handle) => {
            let spec =
                actor_of(handle).and_then(|actor| simulation.world.scene().actors().get(actor.index()));
            spec.map_or_else(String::new, |spec| spec.name.clone())
        }
    }
}
