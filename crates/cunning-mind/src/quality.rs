//! Quality counters: signs of indecision, counted for each agent while it lives.
//!
//! They are always on, cost a few additions per decision, and follow from the inputs alone. No decision depends on
//! them, so they are part of neither saves nor snapshots nor the state hash: a restored engine counts from zero, and
//! ticks that were rolled back stay counted.

use cunning_encode::{Encode as _, StateHash};
use cunning_plan::GroundActionId;
use smallvec::SmallVec;

use crate::message::{AgentId, OrderId, Value};
use crate::record::Reason;

/// The time in which the same order to the same agent counts as re-issued.
const REISSUED_MS: u64 = 10_000;
/// The number of orders that are remembered for each commander.
const ORDERS_MAX: usize = 32;
/// The milliseconds of a minute.
const MINUTE_MS: f64 = 60_000.0;

/// What agents did that a player may notice as indecision, with the time that they lived.
///
/// ```
/// # use std::time::Duration;
/// use cunning_mind::{Budget, Domain, Minds};
///
/// # let domain = Domain::from_str("lamp.toml", r#"
/// #     facts = { lit = "bool" }
/// #     action.light = { then = ["lit"] }
/// #     goal.see = { want = ["lit"] }
/// #     agent.keeper = { actions = ["light"], goals = { see = 1 } }
/// # "#)?;
/// let mut minds = Minds::new(&domain);
/// minds.spawn("keeper")?;
/// minds.tick(Duration::from_secs(60), Budget::work(1000));
/// let quality = minds.quality();
/// assert_eq!(quality.agent_ms, 60_000);
/// assert!(quality.per_agent_minute(quality.plans_replaced) < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// The time that the agents have existed, summed over the agents.
    pub agent_ms: u64,
    /// The number of plans that gave way to a plan with another first step before their own first step had ended,
    /// unless the world broke a condition of the plan or removed one of its objects.
    pub plans_replaced: u64,
    /// The number of times an agent turned from a goal that was neither met nor given up to another goal, or to the
    /// same goal with other arguments.
    pub goal_switches: u64,
    /// The number of started steps with an argument that no longer exists.
    pub absent_objects: u64,
    /// The number of orders that repeat an order of the same commander to the same agent within ten seconds, although
    /// the earlier one was not reported as done.
    pub orders_reissued: u64,
    /// The time without a step of a plan, for whatever reason except that the agent was held or in quarantine.
    pub idle_ms: u64,
    /// The part of the idle time in which the agent wanted a goal for which it then found a plan: the time from when
    /// it last had reason to look for one until its step started.
    pub idle_solvable_ms: u64,
}

impl Quality {
    /// Returns a count per minute of an agent's life; 0 if there was none.
    pub fn per_agent_minute(&self, count: u64) -> f64 {
        if self.agent_ms == 0 { 0.0 } else { count as f64 * MINUTE_MS / self.agent_ms as f64 }
    }

    /// Adds the counters of other agents.
    pub fn add(&mut self, other: &Self) {
        let Self {
            agent_ms,
            plans_replaced,
            goal_switches,
            absent_objects,
            orders_reissued,
            idle_ms,
            idle_solvable_ms,
        } = other;
        self.agent_ms += agent_ms;
        self.plans_replaced += plans_replaced;
        self.goal_switches += goal_switches;
        self.absent_objects += absent_objects;
        self.orders_reissued += orders_reissued;
        self.idle_ms += idle_ms;
        self.idle_solvable_ms += idle_solvable_ms;
    }
}

/// The counters of all agents of an engine.
#[derive(Debug, Default)]
pub(crate) struct QualityLog {
    /// By index of the agent.
    agents: Vec<AgentQuality>,
    /// The counters of agents that were removed.
    gone: Quality,
}

/// The counters of one agent.
#[derive(Debug, Default)]
struct AgentQuality {
    /// The agent; `None` if there is none at this index.
    id: Option<AgentId>,
    since_ms: u64,
    counted: Quality,
    /// The first step of the plan that is being followed, until that step has ended.
    first_step: Option<GroundActionId>,
    /// Since when no step of a plan is running.
    idle_since_ms: Option<u64>,
    /// Since when the agent has wanted a goal without doing anything for it.
    wanting_since_ms: Option<u64>,
    /// Whether the agent may act.
    is_suspended: bool,
    /// The latest orders that were not reported as done: what they are, when they were given, and their ids.
    orders: SmallVec<[(u64, u64, OrderId); 4]>,
}

impl AgentQuality {
    /// Returns the counters at a time.
    fn at(&self, now_ms: u64) -> Quality {
        let mut counted = self.counted;
        counted.agent_ms += now_ms.saturating_sub(self.since_ms);
        counted.idle_ms += self.idle_since_ms.map_or(0, |since_ms| now_ms.saturating_sub(since_ms));
        counted
    }
}

fn index(agent: AgentId) -> usize {
    (agent.0 & u64::from(u32::MAX)) as usize
}

impl QualityLog {
    /// Starts counting for an agent.
    pub(crate) fn begin(&mut self, agent: AgentId, now_ms: u64) {
        let at = index(agent);
        if self.agents.len() <= at {
            self.agents.resize_with(at + 1, AgentQuality::default);
        }
        self.agents[at] = AgentQuality {
            id: Some(agent),
            since_ms: now_ms,
            idle_since_ms: Some(now_ms),
            ..AgentQuality::default()
        };
    }

    /// Ends counting for an agent that is removed.
    pub(crate) fn end(&mut self, agent: AgentId, now_ms: u64) {
        if let Some(known) = self.of(agent) {
            let counted = known.at(now_ms);
            *known = AgentQuality::default();
            self.gone.add(&counted);
        }
    }

    fn of(&mut self, agent: AgentId) -> Option<&mut AgentQuality> {
        self.agents.get_mut(index(agent)).filter(|known| known.id == Some(agent))
    }

    /// Returns the counters of an agent.
    pub(crate) fn agent(&self, agent: AgentId, now_ms: u64) -> Option<Quality> {
        let known = self.agents.get(index(agent)).filter(|known| known.id == Some(agent))?;
        Some(known.at(now_ms))
    }

    /// Returns the counters of all agents together, including those that were removed.
    pub(crate) fn total(&self, now_ms: u64) -> Quality {
        let mut total = self.gone;
        for known in self.agents.iter().filter(|known| known.id.is_some()) {
            total.add(&known.at(now_ms));
        }
        total
    }

    /// Counts a plan that is adopted, by its first step.
    pub(crate) fn plan_adopted(&mut self, agent: AgentId, first_step: Option<GroundActionId>) {
        let Some(known) = self.of(agent) else { return };
        let is_replaced = known.first_step.is_some() && known.first_step != first_step;
        known.counted.plans_replaced += u64::from(is_replaced);
        known.first_step = first_step;
    }

    /// Remembers that a plan ended before another was adopted. A plan that was dropped because of orders counts as
    /// replaced once there is another.
    pub(crate) fn plan_dropped(&mut self, agent: AgentId, reason: Reason) {
        if let Some(known) = self.of(agent)
            && reason != Reason::Ordered
        {
            known.first_step = None;
        }
    }

    pub(crate) fn goal_switched(&mut self, agent: AgentId) {
        if let Some(known) = self.of(agent) {
            known.counted.goal_switches += 1;
        }
    }

    /// Counts the start of a step of a plan.
    pub(crate) fn step_started(&mut self, agent: AgentId, is_about_absent: bool, now_ms: u64) {
        let Some(known) = self.of(agent) else { return };
        known.counted.absent_objects += u64::from(is_about_absent);
        let since = |since_ms: Option<u64>| since_ms.map_or(0, |since_ms| now_ms.saturating_sub(since_ms));
        known.counted.idle_ms += since(known.idle_since_ms.take());
        known.counted.idle_solvable_ms += since(known.wanting_since_ms.take());
    }

    /// Counts the end of a step of a plan.
    pub(crate) fn step_ended(&mut self, agent: AgentId, reason: Reason, now_ms: u64) {
        let Some(known) = self.of(agent) else { return };
        if matches!(reason, Reason::Done | Reason::Failed | Reason::TimedOut | Reason::EffectNotSeen) {
            known.first_step = None;
        }
        if !known.is_suspended {
            known.idle_since_ms.get_or_insert(now_ms);
        }
    }

    /// Remembers since when an agent without a running step wants a goal.
    pub(crate) fn wants(&mut self, agent: AgentId, now_ms: u64) {
        if let Some(known) = self.of(agent)
            && known.idle_since_ms.is_some()
        {
            known.wanting_since_ms.get_or_insert(now_ms);
        }
    }

    /// Forgets what an agent wanted: nothing matters to it, or nothing can be done about it.
    pub(crate) fn gave_up(&mut self, agent: AgentId) {
        if let Some(known) = self.of(agent) {
            (known.wanting_since_ms, known.first_step) = (None, None);
        }
    }

    /// Stops or resumes counting idle time, because the agent must not act.
    pub(crate) fn suspend(&mut self, agent: AgentId, is_suspended: bool, now_ms: u64) {
        let Some(known) = self.of(agent) else { return };
        if known.is_suspended == is_suspended {
            return;
        }
        known.is_suspended = is_suspended;
        known.wanting_since_ms = None;
        match known.idle_since_ms.take() {
            Some(since_ms) => known.counted.idle_ms += now_ms.saturating_sub(since_ms),
            None if !is_suspended => known.idle_since_ms = Some(now_ms),
            None => {}
        }
    }

    /// Counts an order given by a commander.
    pub(crate) fn ordered(&mut self, commander: AgentId, order: OrderId, what: u64, now_ms: u64) {
        let Some(known) = self.of(commander) else { return };
        known.orders.retain(|(_, given_ms, _)| given_ms.saturating_add(REISSUED_MS) >= now_ms);
        if let Some(earlier) = known.orders.iter_mut().find(|(earlier, ..)| *earlier == what) {
            known.counted.orders_reissued += 1;
            *earlier = (what, now_ms, order);
        } else if known.orders.len() < ORDERS_MAX {
            known.orders.push((what, now_ms, order));
        }
    }

    /// Forgets an order that was carried out: giving it again is no repetition.
    pub(crate) fn order_done(&mut self, commander: AgentId, order: OrderId) {
        if let Some(known) = self.of(commander) {
            known.orders.retain(|(_, _, earlier)| *earlier != order);
        }
    }
}

/// Returns a number that stands for an order: its receiver, goal and arguments.
pub(crate) fn order_number(to: AgentId, goal: usize, args: &[Option<Value>]) -> u64 {
    let args = args.iter().map(|arg| arg.unwrap_or(Value::None));
    let mut hash = StateHash::new();
    (to, goal).put(&mut hash);
    args.for_each(|arg| arg.put(&mut hash));
    hash.finish()
}
