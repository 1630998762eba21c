//! Agents: spawning and removal, command hierarchy, importance, traits and inspection.

use std::fmt;

use cunning_plan::explain::FailureExplanation;
use cunning_plan::model::ActionId;

use super::{Minds, PlannedStep, micros};
use crate::engine::{AgentId, Inspection, Percept, Spawn};
use crate::error::{MindError, NameKind, UnknownName};
use crate::value::{FactKey, ValueRef};

/// The number of expansions that an explanation may use for each goal.
const WHY_EXPANSIONS: u64 = 20_000;

impl Minds {
    /// Adds an agent of an archetype.
    pub fn spawn(&mut self, archetype: &str) -> Result<AgentId, MindError> {
        self.spawn_with(archetype, Spawn::new())
    }

    /// Adds an agent of an archetype with a name, a seed, traits or a commander.
    ///
    /// ```
    /// # use cunning_mind::{Domain, Minds, Spawn};
    /// # let domain = Domain::from_str("watch.toml", r#"
    /// #     facts = { calm = "bool" }
    /// #     action.rest = { then = ["calm"] }
    /// #     goal.be_calm = { want = ["calm"] }
    /// #     agent.guard = { actions = ["rest"], goals = { be_calm = "trait.bravery" }, traits = { bravery = [0.3, 0.8] } }
    /// # "#)?;
    /// # let mut minds = Minds::new(&domain);
    /// let captain = minds.spawn("guard")?;
    /// let spawn = Spawn::new().name("Bo").seed(7).set_trait("bravery", 0.4).commander(captain);
    /// let guard = minds.spawn_with("guard", spawn)?;
    /// assert_eq!(minds.subordinates(captain), [guard]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spawn_with(&mut self, archetype: &str, spawn: Spawn) -> Result<AgentId, MindError> {
        let known = self.domain.archetype_named(archetype).ok_or_else(|| {
            let known = self.domain.archetypes.iter().map(|known| known.name.as_str());
            UnknownName::new(NameKind::Archetype, archetype, known)
        })?;
        for (name, _) in &spawn.traits {
            if !known.traits.iter().any(|(known, ..)| known == name) {
                let known = known.traits.iter().map(|(known, ..)| known.as_str());
                return Err(UnknownName::new(NameKind::Trait, name, known).into());
            }
        }
        if let Some(commander) = spawn.commander {
            self.check_agent(commander)?;
        }
        self.engine.spawn(archetype, spawn)
    }

    /// Removes an agent. A step that it performs is stopped and needs no report. Returns false if it does not exist.
    pub fn remove(&mut self, agent: AgentId) -> bool {
        let exists = self.engine.contains(agent);
        self.engine.remove(agent);
        exists
    }

    /// Returns whether an agent exists.
    pub fn contains(&self, agent: AgentId) -> bool {
        self.engine.contains(agent)
    }

    /// Iterates over the existing agents in the order of their ids.
    pub fn agents(&self) -> impl Iterator<Item = AgentId> {
        self.engine.agent_ids()
    }

    /// Returns the name of an agent's archetype.
    pub fn archetype(&self, agent: AgentId) -> Option<&str> {
        self.engine.archetype_of(agent).map(|archetype| archetype.name.as_str())
    }

    /// Sets or removes the commander of an agent. Fails if the commander is below the agent.
    pub fn set_commander(&mut self, agent: AgentId, commander: Option<AgentId>) -> Result<(), MindError> {
        self.check_agent(agent)?;
        if let Some(commander) = commander {
            self.check_agent(commander)?;
            if self.engine.is_above(agent, commander) {
                return Err(MindError::CommandCircle(agent));
            }
        }
        self.engine.set_commander(agent, commander);
        Ok(())
    }

    /// Returns the agent's commander: the one it was given, or that one's successor.
    pub fn commander(&self, agent: AgentId) -> Option<AgentId> {
        self.engine.commander_of(agent)
    }

    /// Returns the direct subordinates of an agent.
    pub fn subordinates(&self, agent: AgentId) -> &[AgentId] {
        self.engine.subordinates_of(agent)
    }

    /// Stops an agent until it is released as often as it was held, for example for a cut scene or a stun.
    pub fn hold(&mut self, agent: AgentId) {
        self.engine.receive(&Percept::Hold(agent));
    }

    /// Releases a held agent.
    pub fn release(&mut self, agent: AgentId) {
        self.engine.receive(&Percept::Release(agent));
    }

    /// Lets an agent live on without the game: its steps take the durations of their actions, and succeed. It gives
    /// no commands until it is woken.
    pub fn sleep(&mut self, agent: AgentId) {
        self.engine.sleep(agent);
    }

    /// Brings a sleeping agent back into the game. Its current step comes as a resumed
    /// [`Command::Start`](crate::Command::Start).
    pub fn wake(&mut self, agent: AgentId) {
        self.engine.wake(agent);
    }

    /// Sets the importance of an agent, from 0 to 1; the default is 0.5. More important agents get plans sooner and a
    /// larger share of the budget; the sensors of less important ones are polled less often.
    pub fn set_importance(&mut self, agent: AgentId, importance: f64) -> Result<(), MindError> {
        self.check_agent(agent)?;
        let importance = micros(importance)?.get().clamp(0, 1_000_000);
        self.engine.set_importance(agent, importance as u32);
        Ok(())
    }

    /// Changes a trait of an agent. A trait read by conditions or amounts is fixed when the agent is spawned.
    pub fn set_trait(&mut self, agent: AgentId, name: &str, value: f64) -> Result<(), MindError> {
        self.engine.set_trait(agent, name, micros(value)?)
    }

    /// Overwrites a number of a table, for all agents or for one.
    pub fn set_table<'a>(
        &mut self,
        agent: Option<AgentId>,
        key: impl Into<FactKey<'a>>,
        value: f64,
    ) -> Result<(), MindError> {
        let key = key.into();
        let domain = self.domain.planning();
        let table =
            domain.tables().as_slice().iter().find(|table| table.name == key.name).ok_or_else(|| {
                let known = domain.tables().as_slice().iter().map(|table| table.name.as_str());
                UnknownName::new(NameKind::Table, key.name, known)
            })?;
        if table.of.len() != key.indices.len() {
            let (expected, given) = (table.of.len(), key.indices.len());
            return Err(MindError::IndexCount { name: table.name.clone(), expected, given });
        }
        let index = |(ty, index): (_, &ValueRef<'_>)| self.object(&table.name, ty, *index);
        let indices = table.of.iter().copied().zip(&key.indices).map(index).collect::<Result<Vec<_>, _>>()?;
        self.engine.set_number(agent, key.name, &indices, micros(value)?)
    }

    /// Puts an agent in quarantine because of an error: it stops acting, and the others continue.
    pub fn quarantine(&mut self, agent: AgentId, reason: &str) {
        self.engine.quarantine(agent, reason);
    }

    /// Returns the reason why an agent is in quarantine; `None` if it is not.
    pub fn quarantined(&self, agent: AgentId) -> Option<&str> {
        self.engine.quarantined(agent)
    }

    /// Returns a summary of what an agent is doing, for an overlay or a log: its goal, its remaining plan, and
    /// whether it acts.
    pub fn inspect(&self, agent: AgentId) -> Option<Inspection> {
        self.engine.inspect(agent)
    }

    /// Returns the steps of an agent's plan that are not done yet, with their arguments; the first one may be running. Empty if the
    /// agent has no plan or does not exist.
    pub fn plan(&self, agent: AgentId) -> Vec<PlannedStep> {
        let steps = self.engine.plan_of(agent).into_iter();
        let step = |(action, args): (ActionId, Vec<cunning_trace::Value>)| {
            let action = self.symbols.actions.get(action.index())?.clone();
            Some(PlannedStep { action, args: args.into_iter().map(|value| self.value(value)).collect() })
        };
        steps.filter_map(step).collect()
    }

    /// Explains why an agent does what it does, or why it has no plan.
    pub fn why(&mut self, agent: AgentId) -> Result<Why, MindError> {
        let inspection = self.engine.inspect(agent).ok_or(MindError::NoAgent(agent))?;
        if let Some(reason) = self.engine.quarantined(agent) {
            return Ok(Why::Quarantined(reason.to_owned()));
        }
        if inspection.goal.is_some() || inspection.is_planning {
            return Ok(Why::Pursues(inspection));
        }
        let failures = self.engine.why_no_plan(agent, WHY_EXPANSIONS);
        Ok(if failures.is_empty() { Why::NothingMatters } else { Why::NoPlan(failures) })
    }
}

/// Why an agent does what it does. [`Display`](fmt::Display) writes it in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The agent pursues a goal.
    Pursues(Inspection),
    /// All goals are met or irrelevant.
    NothingMatters,
    /// No relevant goal has a plan. The explanations are ordered by relevance.
    NoPlan(Vec<FailureExplanation>),
    /// The agent is in quarantine for this reason.
    Quarantined(String),
}

impl Why {
    /// Returns the kind of reason as a word for logs and bindings, such as `nothing-matters`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Pursues(_) => "pursues",
            Self::NothingMatters => "nothing-matters",
            Self::NoPlan(_) => "no-plan",
            Self::Quarantined(_) => "quarantined",
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pursues(Inspection { goal: Some(goal), score, plan, .. }) => {
                write!(f, "pursues `{goal}` (score {})", *score as f64 / 1e6)?;
                if plan.is_empty() { Ok(()) } else { write!(f, ": {}", plan.join(", ")) }
            }
            Self::Pursues(_) => f.write_str("waits for a plan"),
            Self::NothingMatters => f.write_str("all its goals are met or irrelevant now"),
            Self::NoPlan(failures) => failures.iter().try_for_each(|failure| failure.fmt(f)),
            Self::Quarantined(reason) => write!(f, "is in quarantine: {reason}"),
        }
    }
}
