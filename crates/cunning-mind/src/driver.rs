//! For games in Rust: sensors and behaviours by name, called when agents need them.
//!
//! A [`Driver`] answers the commands of an [`MindEngine`] with code of the game. All of that code is called at one place; if it
//! panics, the agent that it was called for is put in quarantine and the others go on. (A program that is compiled with
//! `panic = "abort"` ends instead.)

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cunning_plan::model::{ActionId, FactId};

use crate::engine::MindEngine;
use crate::geometry::Geometry;
use crate::message::{AgentId, CERTAIN, Command, Commands, Percept, StepId, StopReason, Value};

/// Tells an agent what there is, whenever it is polled.
pub trait Sensor<W> {
    /// Senses for one agent.
    fn sense(&mut self, world: &mut W, agent: AgentId, senses: &mut Senses<'_>);
}

impl<W, F: FnMut(&mut W, AgentId, &mut Senses<'_>)> Sensor<W> for F {
    fn sense(&mut self, world: &mut W, agent: AgentId, senses: &mut Senses<'_>) {
        self(world, agent, senses);
    }
}

/// Carries out the steps of an action.
pub trait Behaviour<W> {
    /// Begins a step.
    fn start(&mut self, world: &mut W, step: &Doing<'_>) -> Progress;

    /// Goes on with it, once a tick.
    fn tick(&mut self, world: &mut W, step: &Doing<'_>) -> Progress {
        let _ = (world, step);
        Progress::Done
    }

    /// Ends it before it is done.
    fn stop(&mut self, world: &mut W, step: &Doing<'_>, reason: StopReason) {
        let _ = (world, step, reason);
    }
}

/// A step that is being carried out.
#[derive(Clone, Copy, Debug)]
pub struct Doing<'a> {
    /// Who.
    pub agent: AgentId,
    /// The step.
    pub step: StepId,
    /// What.
    pub action: ActionId,
    /// With what.
    pub args: &'a [Value],
    /// How much time passes in this tick.
    pub dt_ms: u32,
    /// Whether it ran already when the game was saved, or while the agent was asleep.
    pub resumed: bool,
}

/// How a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It goes on.
    Running,
    /// It is done.
    Done,
    /// It cannot be done.
    Failed,
}

/// Where a sensor says what it senses.
pub struct Senses<'a> {
    set: &'a mut MindEngine,
    agent: AgentId,
}

impl Senses<'_> {
    /// A fact, beyond doubt.
    pub fn tell(&mut self, fact: FactId, indices: &[Value], value: Value) {
        self.suspect(fact, indices, value, CERTAIN);
    }

    /// A fact, and how sure that is, in millionths.
    pub fn suspect(&mut self, fact: FactId, indices: &[Value], value: Value, confidence: u32) {
        self.set.receive(&Percept::Set { agent: self.agent, fact, indices, value, confidence });
    }
}

/// Sensors and behaviours, by name.
pub struct Driver<W> {
    sensors: BTreeMap<String, Box<dyn Sensor<W>>>,
    behaviours: BTreeMap<String, Box<dyn Behaviour<W>>>,
    running: BTreeMap<StepId, Running>,
    commands: Commands,
}

struct Running {
    agent: AgentId,
    action: ActionId,
    args: Vec<Value>,
    resumed: bool,
}

impl<W> Default for Driver<W> {
    fn default() -> Self {
        Self {
            sensors: BTreeMap::new(),
            behaviours: BTreeMap::new(),
            running: BTreeMap::new(),
            commands: Commands::default(),
        }
    }
}

impl<W> Driver<W> {
    /// One that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a sensor, and how often it is polled.
    #[must_use]
    pub fn sensor(
        mut self,
        set: &mut MindEngine,
        name: &str,
        interval_ms: u32,
        sensor: impl Sensor<W> + 'static,
    ) -> Self {
        set.set_sensor(name, interval_ms);
        self.sensors.insert(name.to_owned(), Box::new(sensor));
        self
    }

    /// Registers what carries out an action. Steps of actions without any are done at once.
    #[must_use]
    pub fn behaviour(mut self, action: &str, behaviour: impl Behaviour<W> + 'static) -> Self {
        self.behaviours.insert(action.to_owned(), Box::new(behaviour));
        self
    }

    /// A tick: sensors are polled, agents think, steps are begun, gone on with and ended.
    pub fn tick(&mut self, set: &mut MindEngine, world: &mut W, dt_ms: u32, budget: u64) {
        self.go_on(set, world, dt_ms);
        set.pass(dt_ms, budget);
        self.answer(set, world, dt_ms);
        set.think();
        self.answer(set, world, dt_ms);
    }

    /// As [`Driver::tick`], in a world that knows where things are: what queries ask is answered at once.
    pub fn tick_in(&mut self, set: &mut MindEngine, world: &mut W, dt_ms: u32, budget: u64)
    where
        W: Geometry,
    {
        self.go_on(set, world, dt_ms);
        set.pass(dt_ms, budget);
        self.answer(set, world, dt_ms);
        set.think_in(world);
        self.answer(set, world, dt_ms);
    }

    /// Goes on with the steps that run.
    fn go_on(&mut self, set: &mut MindEngine, world: &mut W, dt_ms: u32) {
        // Who lives on without the game comes back by a command.
        self.running.retain(|_, running| !set.is_asleep(running.agent));
        let steps: Vec<StepId> = self.running.keys().copied().collect();
        for step in steps {
            // A new domain may have numbered its actions anew.
            if let (Some(running), Some(action)) = (self.running.get_mut(&step), set.action_of(step)) {
                running.action = action;
            }
            self.call(set, world, step, dt_ms, |behaviour, world, doing| behaviour.tick(world, doing));
        }
    }

    /// Calls the behaviour of a step, and reports what it says.
    fn call(
        &mut self,
        set: &mut MindEngine,
        world: &mut W,
        step: StepId,
        dt_ms: u32,
        call: impl FnOnce(&mut dyn Behaviour<W>, &mut W, &Doing<'_>) -> Progress,
    ) {
        let Some(Running { agent, action, args, resumed }) = self.running.get(&step) else { return };
        let doing = Doing { agent: *agent, step, action: *action, args, dt_ms, resumed: *resumed };
        let name = set.spec().planning.actions().get(*action).map_or("", |action| action.name.as_str());
        let progress = match self.behaviours.get_mut(name) {
            Some(behaviour) => catch_unwind(AssertUnwindSafe(|| call(&mut **behaviour, world, &doing))),
            None => Ok(Progress::Done),
        };
        match progress {
            Ok(Progress::Running) => return,
            Ok(Progress::Done) => set.receive(&Percept::Done(step)),
            Ok(Progress::Failed) => set.receive(&Percept::Failed(step)),
            Err(panic) => {
                let agent = *agent;
                set.quarantine(agent, &reason(panic.as_ref()));
            }
        }
        self.running.remove(&step);
    }

    fn answer(&mut self, set: &mut MindEngine, world: &mut W, dt_ms: u32) {
        // What is answered may lead to more.
        while !set.commands().is_empty() {
            set.take_commands(&mut self.commands);
            let commands = std::mem::take(&mut self.commands);
            for command in commands.iter() {
                self.obey(set, world, dt_ms, command);
            }
            self.commands = commands;
        }
    }

    fn obey(&mut self, set: &mut MindEngine, world: &mut W, dt_ms: u32, command: Command<'_>) {
        match command {
            Command::Start { agent, step, action, args, resumed } => {
                self.running.insert(step, Running { agent, action, args: args.to_vec(), resumed });
                self.call(set, world, step, dt_ms, |behaviour, world, doing| behaviour.start(world, doing));
            }
            Command::Stop { step, reason, .. } => {
                self.call(set, world, step, dt_ms, |behaviour, world, doing| {
                    behaviour.stop(world, doing, reason);
                    Progress::Running
                });
                self.running.remove(&step);
                set.receive(&Percept::Ended(step));
            }
            Command::Sense { agent, sensor } => {
                let name = set.sensor_name(agent, sensor).unwrap_or_default();
                if let Some(sensor) = self.sensors.get_mut(&name) {
                    let mut senses = Senses { set, agent };
                    let sensed = catch_unwind(AssertUnwindSafe(|| sensor.sense(world, agent, &mut senses)));
                    if let Err(panic) = sensed {
                        set.quarantine(agent, &reason(panic.as_ref()));
                    }
                }
            }
            Command::Ask { .. }
            | Command::Query { .. }
            | Command::Idle { .. }
            | Command::OrderReport { .. } => {}
        }
    }
}

/// What a panic said.
pub(crate) fn reason(panic: &(dyn std::any::Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().map(|said| (*said).to_owned());
    said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}
