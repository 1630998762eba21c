//! What a spectator is told: one line for each decision, with its reason.

use cunning_mind::{IdleReason, Position, Scope, StopReason, Value};
use cunning_plan::model::{ActionId, FactId, PlanningDomain};

use super::ground::cell_at;
use super::words::actor_of;
use super::{Running, Simulation};
use crate::scene::{ScriptAction, Site, WinCondition};
use crate::world::{Outcome, What};

/// Something that a spectator is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// In which tick.
    pub tick: u64,
    /// When, since the beginning.
    pub time_ms: u64,
    /// Who it is about; empty if it is about the world.
    pub who: String,
    /// What sort of line.
    pub kind: LineKind,
    /// What is told.
    pub text: String,
}

/// The sorts of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Somebody chose a goal and a plan.
    Decision,
    /// Somebody began a step.
    Step,
    /// Somebody found something other than believed.
    Surprise,
    /// A step failed, or was stopped.
    Setback,
    /// Somebody orders others to do something.
    Order,
    /// Somebody reports how an order went.
    Report,
    /// Somebody found its way, or keeps away from something, and why.
    Way,
    /// Somebody has nothing to do.
    Idle,
    /// Something happened by itself.
    Event,
    /// The scene is decided.
    Outcome,
}

/// How much each goal without a plan may cost to explain, in expansions.
const EXPLAIN_EXPANSIONS_MAX: u64 = 2000;

/// What was told of somebody.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// The steps of the plan that was told and are still to come.
    plan: Vec<String>,
    /// The whole of it.
    whole: Vec<String>,
    goal: Option<String>,
    /// Why it may have changed its mind.
    reason: Option<String>,
    pub(super) idle: Option<IdleReason>,
}

impl Memory {
    /// Nothing, but why somebody has nothing to do.
    pub(super) fn of_idle(idle: Option<IdleReason>) -> Self {
        Self { idle, ..Self::default() }
    }
}

impl Simulation {
    /// The lines since the last call, in order; none unless the stage is [watched](Stage::watched).
    pub fn drain_lines(&mut self) -> std::vec::Drain<'_, Line> {
        self.lines.drain(..)
    }

    pub(super) fn say(&mut self, instance: Option<usize>, kind: LineKind, text: String) {
        let who =
            instance.map_or_else(String::new, |instance| self.scenario.agent_specs[instance].name.clone());
        let (tick, time_ms) = (self.world.ticks(), self.world.time_ms());
        self.lines.push(Line { tick, time_ms, who, kind, text });
    }

    fn domain(&self, instance: usize) -> &PlanningDomain {
        &self.scenario.domains[self.scenario.agent_specs[instance].domain_at].spec.planning
    }

    pub(super) fn narrate_start(&mut self, instance: usize, action: ActionId, args: &[Value]) {
        self.instances[instance].told.idle = None;
        if !self.is_watched {
            return;
        }
        let agent = self.instances[instance].agent;
        let Some(now) = self.set(instance).inspect(agent) else { return };
        let goal = self.set(instance).goal_of(agent);
        let goal = goal
            .map(|(goal, args)| self.show_goal(self.scenario.agent_specs[instance].domain_at, goal, &args));
        let steps = self.set(instance).plan_of(agent);
        let plan: Vec<String> = steps
            .iter()
            .map(|(action, args)| show_step(self.domain(instance), self, *action, args))
            .collect();
        let told = &mut self.instances[instance].told;
        let goal = goal.unwrap_or_default();
        // Who tries the same again has decided nothing new.
        let is_known = told.plan == plan || told.whole == plan;
        let is_news = !is_known || told.goal.as_ref() != Some(&goal);
        let reason = told.reason.take();
        // The step that begins now is told.
        told.plan = plan.get(1..).map_or_else(Vec::new, <[_]>::to_vec);
        let was_about = told.goal.replace(goal.clone());
        if is_news {
            told.whole.clone_from(&plan);
            let why = match (reason, was_about) {
                (Some(reason), _) => format!(", because {reason}"),
                (None, Some(before)) if before == goal => ", on second thoughts".to_owned(),
                _ => String::new(),
            };
            let score = now.score as f64 / 1e6;
            let plan = plan.join(", ");
            let text = format!("wants {goal} (worth {score:.2}){why}: {plan}");
            self.say(Some(instance), LineKind::Decision, text);
        }
        let text = show_step(self.domain(instance), self, action, args);
        self.say(Some(instance), LineKind::Step, text);
    }

    pub(super) fn narrate_stop(&mut self, instance: usize, reason: StopReason) {
        if !self.is_watched {
            return;
        }
        let why = match reason {
            // The new plan tells more than the end of the old one.
            StopReason::Replanned | StopReason::Removed | StopReason::Reloaded => return,
            StopReason::ConditionLost => "what it relied on is no longer so",
            StopReason::ObjectLost => "whom it was about is gone",
            StopReason::TimedOut => "it took too long",
            StopReason::Ordered => "there is another order",
            StopReason::Held => "it is held",
        };
        self.say(Some(instance), LineKind::Setback, format!("stops: {why}"));
    }

    pub(super) fn narrate_failure(&mut self, instance: usize, running: &Running, why: &str) {
        if !self.is_watched {
            return;
        }
        let step = show_step(self.domain(instance), self, running.action, &running.args);
        self.instances[instance].told.reason = Some(format!("{step} failed"));
        self.say(Some(instance), LineKind::Setback, format!("{step} failed: {why}"));
    }

    pub(super) fn narrate_idle(&mut self, instance: usize, why: IdleReason) {
        self.instances[instance].told.idle = Some(why);
        if !self.is_watched {
            return;
        }
        self.instances[instance].told.plan.clear();
        let reason = self.instances[instance].told.reason.take();
        let text = match why {
            IdleReason::NothingMatters if self.scenario.agent_specs[instance].commander.is_some() => {
                "waits for orders".to_owned()
            }
            IdleReason::NothingMatters => "waits: no goal matters now".to_owned(),
            IdleReason::Held => "is held".to_owned(),
            IdleReason::Quarantined => {
                let agent = self.instances[instance].agent;
                let reason = self.set(instance).quarantined(agent).unwrap_or_default().to_owned();
                format!("is out of order: {reason}")
            }
            IdleReason::NoPlan => {
                let agent = self.instances[instance].agent;
                let explanations = self.set(instance).why_no_plan(agent, EXPLAIN_EXPANSIONS_MAX);
                let why: Vec<String> =
                    explanations.iter().map(|why| why.to_string().trim_end().to_owned()).collect();
                let reason = reason.map_or_else(String::new, |reason| format!(", because {reason}"));
                format!("has no plan{reason}.\n{}", why.join("\n"))
            }
        };
        self.say(Some(instance), LineKind::Idle, text.trim_end().to_owned());
    }

    /// Remembers what somebody finds other than believed, as a reason for what it decides next.
    pub(super) fn notice(&mut self, instance: usize, fact: FactId, indices: &[Value], value: Value) {
        let agent = self.instances[instance].agent;
        let Some((before, _)) = self.set(instance).belief(agent, fact, indices) else { return };
        let spec = &self.domain_at(instance).spec;
        // What is shared is found by somebody else, who tells it in words of his own.
        let is_shared = spec.facts.get(fact.index()).is_some_and(|fact| fact.scope != Scope::Agent);
        if before == value || is_shared {
            return;
        }
        let domain = self.domain(instance);
        let name = domain.facts().get(fact).map_or("", |fact| fact.name.as_str());
        let indices: Vec<String> = indices.iter().map(|value| show(domain, self, *value)).collect();
        let family = if indices.is_empty() { String::new() } else { format!("[{}]", indices.join(", ")) };
        let (now, before) = (show(domain, self, value), show(domain, self, before));
        let text = format!("{name}{family} is {now}, not {before}");
        self.instances[instance].told.reason = Some(text.clone());
        self.say(Some(instance), LineKind::Surprise, format!("notices: {text}"));
    }

    pub(super) fn narrate_event(&mut self, what: What) {
        if !self.is_watched {
            return;
        }
        let scene = self.scenario.scene.clone();
        let name = |actor: crate::ActorId| scene.actors()[actor.index()].name.clone();
        let (kind, text) = match what {
            What::Scripted { index } => {
                let Some(event) = scene.script().get(usize::from(index)) else { return };
                let item = |item: crate::ItemId| scene.items()[item.index()].name.clone();
                let site = |site: Site| match site {
                    Site::Station(station) => scene.stations()[station.index()].name.clone(),
                    Site::Spot(spot) => scene.spots()[spot.index()].name.clone(),
                };
                let text = match &event.action {
                    ScriptAction::Remove(what, Some(from)) => {
                        format!("every {} is taken from {}", item(*what), site(*from))
                    }
                    ScriptAction::Remove(what, None) => {
                        format!("every {} that lies about is taken away", item(*what))
                    }
                    ScriptAction::Add(what, count, to) => {
                        format!("{count} {} come to {}", item(*what), site(*to))
                    }
                    ScriptAction::Move(what, cell) => {
                        format!("somebody moves {} to {},{}", item(*what), cell.x, cell.y)
                    }
                    ScriptAction::Door(door, state) => {
                        format!("the door {} is {state:?} now", scene.doors()[door.index()].name)
                            .to_lowercase()
                    }
                    ScriptAction::Noise(spot, _) => {
                        format!("a noise at {}", scene.spots()[spot.index()].name)
                    }
                    ScriptAction::Say(words) => words.clone(),
                };
                (LineKind::Event, text)
            }
            What::Died { actor, by } => {
                (LineKind::Event, format!("{} is killed by {}", name(actor), name(by)))
            }
            What::Decided(outcome) => (LineKind::Outcome, self.show_outcome(outcome)),
            _ => return,
        };
        self.say(None, kind, text);
    }

    /// An outcome as a sentence.
    pub fn show_outcome(&self, outcome: Outcome) -> String {
        let scene = self.world.scene();
        match outcome {
            Outcome::Won { team, by } => {
                let team = &scene.teams()[team.index()];
                let why = match scene.wins().get(usize::from(by)).map(|win| &win.when) {
                    Some(WinCondition::Fact(fact)) => format!(": {fact}"),
                    Some(WinCondition::Dead(other)) => {
                        format!(": nobody of {} is left", scene.teams()[other.index()])
                    }
                    Some(WinCondition::ItemAt(item, _)) => {
                        format!(": {} is where it belongs", scene.items()[item.index()].name)
                    }
                    None => String::new(),
                };
                format!("{team} win{why}")
            }
            Outcome::Draw => "a draw".to_owned(),
            Outcome::TimeUp => "time is up, and nobody has won".to_owned(),
        }
    }
}

fn show_step(domain: &PlanningDomain, simulation: &Simulation, action: ActionId, args: &[Value]) -> String {
    let name = domain.actions().get(action).map_or("", |action| action.name.as_str());
    let args: Vec<String> = args.iter().map(|value| show(domain, simulation, *value)).collect();
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
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
        Value::Handle(handle) => {
            if let Some(cell) = Position::of_handle(handle).and_then(cell_at) {
                return format!("{}|{}", cell.x, cell.y);
            }
            let spec =
                actor_of(handle).and_then(|actor| simulation.world.scene().actors().get(actor.index()));
            spec.map_or_else(String::new, |spec| spec.name.clone())
        }
    }
}
