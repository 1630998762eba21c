//! Profiling of ticks: how often each phase ran, how long it took, and which agent took longest.
//!
//! The library reads no clock; a [`Profiler`] is given one. No decision depends on it. An engine without a profiler
//! pays for one branch per measuring point.
//!
//! How well agents act is counted without a clock and always: see [`Quality`](crate::Quality).

use cunning_plan::model::GoalId;

use crate::message::AgentId;

/// The default threshold of slow ticks: a frame at sixty per second.
pub const SLOW_TICK_NANOS: u64 = 16_000_000;

/// A phase of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Percepts and reports are handled, and time passes.
    Sense,
    /// Goals are compared.
    Choose,
    /// Plans are made.
    Plan,
    /// Steps are started.
    Act,
    /// Orders and reports are delivered between agents.
    Command,
}

impl Phase {
    /// All phases, in the order of a tick.
    pub const ALL: [Self; 5] = [Self::Sense, Self::Choose, Self::Plan, Self::Act, Self::Command];

    /// Returns the name of the phase.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sense => "sense",
            Self::Choose => "choose",
            Self::Plan => "plan",
            Self::Act => "act",
            Self::Command => "command",
        }
    }
}

/// The measurements of a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseProfile {
    /// The number of items: percepts and timers, comparisons of goals, slices of a search, started steps, or messages
    /// between agents.
    pub count: u64,
    /// The total time in nanoseconds.
    pub nanos: u64,
}

/// The agent that took most of the longest phase of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// The longest phase.
    pub phase: Phase,
    /// The agent that took longest in it.
    pub agent: AgentId,
    /// The goal that was planned for, if the phase is planning.
    pub goal: Option<GoalId>,
    /// The number of the planning job in recordings, if the phase is planning.
    pub job: Option<u64>,
    /// The time that the agent took in this phase of the tick, in nanoseconds.
    pub nanos: u64,
}

/// The measurements of a tick, from the end of the previous one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TickProfile {
    /// The number of the tick.
    pub tick: u64,
    phases: [PhaseProfile; Phase::ALL.len()],
    /// The agent that took most of the longest phase; `None` if no work was done for an agent.
    pub culprit: Option<Culprit>,
}

impl TickProfile {
    /// Returns the measurements of a phase.
    pub fn phase(&self, phase: Phase) -> PhaseProfile {
        self.phases[phase as usize]
    }

    /// Returns the total time in nanoseconds.
    pub fn nanos(&self) -> u64 {
        self.phases.iter().map(|phase| phase.nanos).sum()
    }
}

/// The measurements of all ticks together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The number of ticks.
    pub ticks: u64,
    /// The number of slow ticks.
    pub slow_ticks: u64,
    /// The longest tick.
    pub slowest: TickProfile,
    phases: [PhaseProfile; Phase::ALL.len()],
}

impl Profile {
    /// Returns the measurements of a phase.
    pub fn phase(&self, phase: Phase) -> PhaseProfile {
        self.phases[phase as usize]
    }

    /// Returns the total time in nanoseconds.
    pub fn nanos(&self) -> u64 {
        self.phases.iter().map(|phase| phase.nanos).sum()
    }
}

type Clock = Box<dyn FnMut() -> u64 + Send + Sync>;
type Hook = Box<dyn FnMut(&TickProfile) + Send + Sync>;

/// Measures ticks with a given clock; see [`MindEngine::profile`](crate::MindEngine::profile).
pub struct Profiler {
    clock: Clock,
    slow_nanos: u64,
    hook: Option<Hook>,
    /// The nested phases under way, outermost first: each with the time it took without those inside it.
    open: Vec<(Phase, u64)>,
    looked_nanos: u64,
    now: TickProfile,
    /// For each agent index, the tick of the measurements and the time in each phase.
    agents: Vec<(u64, [u64; Phase::ALL.len()])>,
    /// The agent that took longest in each phase of this tick.
    worst: [Option<Culprit>; Phase::ALL.len()],
    last: TickProfile,
    total: Profile,
}

impl Profiler {
    /// Creates a profiler with a monotonic clock that returns nanoseconds since an arbitrary start.
    pub fn new(clock: impl FnMut() -> u64 + Send + Sync + 'static) -> Self {
        Self {
            clock: Box::new(clock),
            slow_nanos: SLOW_TICK_NANOS,
            hook: None,
            open: Vec::new(),
            looked_nanos: 0,
            now: TickProfile { tick: 1, ..TickProfile::default() },
            agents: Vec::new(),
            worst: [None; Phase::ALL.len()],
            last: TickProfile::default(),
            total: Profile::default(),
        }
    }

    /// Sets the threshold of slow ticks, instead of [`SLOW_TICK_NANOS`].
    #[must_use]
    pub fn slow_from(mut self, nanos: u64) -> Self {
        self.slow_nanos = nanos;
        self
    }

    /// Sets a function to call at the end of every slow tick.
    #[must_use]
    pub fn warn(mut self, hook: impl FnMut(&TickProfile) + Send + Sync + 'static) -> Self {
        self.hook = Some(Box::new(hook));
        self
    }

    /// Returns the measurements of the latest complete tick.
    pub fn latest(&self) -> &TickProfile {
        &self.last
    }

    /// Returns the measurements of all ticks.
    pub fn total(&self) -> &Profile {
        &self.total
    }

    /// Adds the time since the last reading of the clock to the phase under way.
    fn look(&mut self) {
        let now = (self.clock)().max(self.looked_nanos);
        if let Some((_, nanos)) = self.open.last_mut() {
            *nanos += now - self.looked_nanos;
        }
        self.looked_nanos = now;
    }

    fn enter(&mut self, phase: Phase) {
        self.look();
        self.open.push((phase, 0));
    }

    fn leave(&mut self, owner: WorkOwner) {
        self.look();
        let Some((phase, nanos)) = self.open.pop() else { return };
        self.charge(phase, nanos, owner);
    }

    /// Adds time to a phase, and to an agent in that phase.
    fn charge(&mut self, phase: Phase, nanos: u64, owner: WorkOwner) {
        let sum = &mut self.now.phases[phase as usize];
        sum.nanos += nanos;
        let Some(agent) = owner.agent else { return };
        sum.count += 1;
        let index = (agent.0 & u64::from(u32::MAX)) as usize;
        if self.agents.len() <= index {
            self.agents.resize(index + 1, (0, [0; Phase::ALL.len()]));
        }
        let (tick, times) = &mut self.agents[index];
        if std::mem::replace(tick, self.now.tick) != self.now.tick {
            *times = [0; Phase::ALL.len()];
        }
        times[phase as usize] += nanos;
        let nanos = times[phase as usize];
        let worst = &mut self.worst[phase as usize];
        if worst.is_none_or(|worst| worst.nanos < nanos || worst.agent == agent) {
            *worst = Some(Culprit { phase, agent, goal: owner.goal, job: owner.job, nanos });
        }
    }

    /// Ends a phase whose time is shared by several agents in proportion.
    fn leave_shared(&mut self, shares: &[(WorkOwner, u64)]) {
        self.look();
        let Some((phase, nanos)) = self.open.pop() else { return };
        let total: u64 = shares.iter().map(|(_, share)| share).sum();
        let mut left = nanos;
        for (owner, share) in shares {
            let part = (u128::from(nanos) * u128::from(*share) / u128::from(total.max(1))) as u64;
            left = left.saturating_sub(part);
            self.charge(phase, part, *owner);
        }
        // The rounding error belongs to no agent.
        self.charge(phase, left, WorkOwner::default());
    }

    fn end_tick(&mut self, tick: u64) {
        let longest = Phase::ALL.into_iter().rev().max_by_key(|&phase| self.now.phases[phase as usize].nanos);
        self.now.tick = tick;
        self.now.culprit = longest.and_then(|phase| self.worst[phase as usize]);
        self.worst = [None; Phase::ALL.len()];
        self.last = std::mem::take(&mut self.now);
        self.now.tick = tick + 1;
        let nanos = self.last.nanos();
        self.total.ticks += 1;
        for (sum, phase) in self.total.phases.iter_mut().zip(&self.last.phases) {
            sum.count += phase.count;
            sum.nanos += phase.nanos;
        }
        if nanos > self.total.slowest.nanos() || self.total.ticks == 1 {
            self.total.slowest = self.last;
        }
        if nanos > self.slow_nanos {
            self.total.slow_ticks += 1;
            if let Some(hook) = &mut self.hook {
                hook(&self.last);
            }
        }
    }
}

/// The agent that work is done for, with its goal and job.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WorkOwner {
    pub(crate) agent: Option<AgentId>,
    pub(crate) goal: Option<GoalId>,
    pub(crate) job: Option<u64>,
}

impl From<AgentId> for WorkOwner {
    fn from(agent: AgentId) -> Self {
        Self { agent: Some(agent), ..Self::default() }
    }
}

/// An optional profiler.
#[derive(Default)]
pub(crate) struct Watch(pub(crate) Option<Box<Profiler>>);

impl Watch {
    /// Enters a phase. The surrounding phase is paused until it ends.
    pub(crate) fn enter(&mut self, phase: Phase) {
        if let Some(profiler) = &mut self.0 {
            profiler.enter(phase);
        }
    }

    /// Leaves a phase that was run for one agent.
    pub(crate) fn leave(&mut self, owner: impl Into<WorkOwner>) {
        if let Some(profiler) = &mut self.0 {
            profiler.leave(owner.into());
        }
    }

    /// Leaves a phase whose time is shared by several agents in proportion.
    pub(crate) fn leave_shared(&mut self, shares: &[(WorkOwner, u64)]) {
        if let Some(profiler) = &mut self.0 {
            profiler.leave_shared(shares);
        }
    }

    /// Leaves a phase whose time was already attributed inside it.
    pub(crate) fn leave_all(&mut self) {
        self.leave(WorkOwner::default());
    }

    pub(crate) fn end_tick(&mut self, tick: u64) {
        if let Some(profiler) = &mut self.0 {
            profiler.end_tick(tick);
        }
    }
}
