//! Where the time of a tick goes: for every phase how much was done and how long it took, and who took longest.
//!
//! The library reads no clock; a [`Profiler`] is given one. Nothing that agents decide depends on it. A set of agents
//! without a profiler pays for a branch wherever one would look at the clock.

use cunning_plan::model::GoalId;

use crate::message::AgentId;

/// A tick that takes longer than a frame at sixty a second, where nothing else is said.
pub const SLOW_TICK_NANOS: u64 = 16_000_000;

/// What agents are busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Percepts and reports are taken in, and time passes.
    Sense,
    /// Goals are compared.
    Choose,
    /// Plans are made.
    Plan,
    /// Steps are begun.
    Act,
    /// Orders and reports go from agent to agent.
    Command,
}

impl Phase {
    /// All phases, in the order of a tick.
    pub const ALL: [Self; 5] = [Self::Sense, Self::Choose, Self::Plan, Self::Act, Self::Command];

    /// A word for it.
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

/// What was done in a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseProfile {
    /// How often something was done: a percept or a time that came, a comparison of goals, a slice of a search, a step
    /// to begin, a message between agents.
    pub count: u64,
    /// How long all of it took.
    pub nanos: u64,
}

/// Who took most of a phase in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// The phase that took longest.
    pub phase: Phase,
    /// The agent that it took longest for.
    pub agent: AgentId,
    /// What was planned for, if it planned.
    pub goal: Option<GoalId>,
    /// The planning job as recordings number it, if it planned.
    pub job: Option<u64>,
    /// How long the agent took in this phase of the tick.
    pub nanos: u64,
}

/// What a tick took, from the end of the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TickProfile {
    /// Which tick.
    pub tick: u64,
    phases: [PhaseProfile; Phase::ALL.len()],
    /// Who took most of the phase that took longest; `None` if nothing was done for anybody.
    pub culprit: Option<Culprit>,
}

impl TickProfile {
    /// What a phase took.
    pub fn phase(&self, phase: Phase) -> PhaseProfile {
        self.phases[phase as usize]
    }

    /// How long it took altogether.
    pub fn nanos(&self) -> u64 {
        self.phases.iter().map(|phase| phase.nanos).sum()
    }
}

/// What all ticks took together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// How many ticks there were.
    pub ticks: u64,
    /// How many of them took longer than they should.
    pub slow_ticks: u64,
    /// The one that took longest.
    pub slowest: TickProfile,
    phases: [PhaseProfile; Phase::ALL.len()],
}

impl Profile {
    /// What a phase took.
    pub fn phase(&self, phase: Phase) -> PhaseProfile {
        self.phases[phase as usize]
    }

    /// How long all of it took.
    pub fn nanos(&self) -> u64 {
        self.phases.iter().map(|phase| phase.nanos).sum()
    }
}

type Clock = Box<dyn FnMut() -> u64 + Send + Sync>;
type Hook = Box<dyn FnMut(&TickProfile) + Send + Sync>;

/// Looks at a clock whenever something begins or ends; see [`MindEngine::profile`](crate::MindEngine::profile).
pub struct Profiler {
    clock: Clock,
    slow_nanos: u64,
    hook: Option<Hook>,
    /// What is under way, outermost first: its phase, and how long it has taken without what is inside it.
    open: Vec<(Phase, u64)>,
    looked_nanos: u64,
    now: TickProfile,
    /// For every place of an agent: the tick that the times are of, and how long it took in each phase.
    places: Vec<(u64, [u64; Phase::ALL.len()])>,
    /// Who took longest in each phase of this tick.
    worst: [Option<Culprit>; Phase::ALL.len()],
    last: TickProfile,
    total: Profile,
}

impl Profiler {
    /// One that reads a clock, which says how many nanoseconds have passed since some beginning and never goes back.
    pub fn new(clock: impl FnMut() -> u64 + Send + Sync + 'static) -> Self {
        Self {
            clock: Box::new(clock),
            slow_nanos: SLOW_TICK_NANOS,
            hook: None,
            open: Vec::new(),
            looked_nanos: 0,
            now: TickProfile { tick: 1, ..TickProfile::default() },
            places: Vec::new(),
            worst: [None; Phase::ALL.len()],
            last: TickProfile::default(),
            total: Profile::default(),
        }
    }

    /// Says which ticks are slow: those that take longer than this, instead of [`SLOW_TICK_NANOS`].
    #[must_use]
    pub fn slow_from(mut self, nanos: u64) -> Self {
        self.slow_nanos = nanos;
        self
    }

    /// Calls somebody at the end of every tick that was slow.
    #[must_use]
    pub fn warn(mut self, hook: impl FnMut(&TickProfile) + Send + Sync + 'static) -> Self {
        self.hook = Some(Box::new(hook));
        self
    }

    /// What the latest tick took that is over.
    pub fn latest(&self) -> &TickProfile {
        &self.last
    }

    /// What all ticks took.
    pub fn total(&self) -> &Profile {
        &self.total
    }

    /// The time that has passed since the last look belongs to what is under way.
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

    fn leave(&mut self, who: Who) {
        self.look();
        let Some((phase, nanos)) = self.open.pop() else { return };
        self.charge(phase, nanos, who);
    }

    /// Adds to what a phase took, and to what it took for somebody.
    fn charge(&mut self, phase: Phase, nanos: u64, who: Who) {
        let sum = &mut self.now.phases[phase as usize];
        sum.nanos += nanos;
        let Some(agent) = who.agent else { return };
        sum.count += 1;
        let place = (agent.0 & u64::from(u32::MAX)) as usize;
        if self.places.len() <= place {
            self.places.resize(place + 1, (0, [0; Phase::ALL.len()]));
        }
        let (tick, times) = &mut self.places[place];
        if std::mem::replace(tick, self.now.tick) != self.now.tick {
            *times = [0; Phase::ALL.len()];
        }
        times[phase as usize] += nanos;
        let nanos = times[phase as usize];
        let worst = &mut self.worst[phase as usize];
        if worst.is_none_or(|worst| worst.nanos < nanos || worst.agent == agent) {
            *worst = Some(Culprit { phase, agent, goal: who.goal, job: who.job, nanos });
        }
    }

    /// What was under way was done for some, each to a share.
    fn leave_shared(&mut self, shares: &[(Who, u64)]) {
        self.look();
        let Some((phase, nanos)) = self.open.pop() else { return };
        let total: u64 = shares.iter().map(|(_, share)| share).sum();
        let mut left = nanos;
        for (who, share) in shares {
            let part = (u128::from(nanos) * u128::from(*share) / u128::from(total.max(1))) as u64;
            left = left.saturating_sub(part);
            self.charge(phase, part, *who);
        }
        // What rounding left over is nobody's.
        self.charge(phase, left, Who::default());
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

/// For whom something was done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Who {
    pub(crate) agent: Option<AgentId>,
    pub(crate) goal: Option<GoalId>,
    pub(crate) job: Option<u64>,
}

impl From<AgentId> for Who {
    fn from(agent: AgentId) -> Self {
        Self { agent: Some(agent), ..Self::default() }
    }
}

/// A profiler, if there is one.
#[derive(Default)]
pub(crate) struct Watch(pub(crate) Option<Box<Profiler>>);

impl Watch {
    /// Something begins. What was under way goes on when it has ended.
    pub(crate) fn enter(&mut self, phase: Phase) {
        if let Some(profiler) = &mut self.0 {
            profiler.enter(phase);
        }
    }

    /// It has ended, and was done for somebody.
    pub(crate) fn leave(&mut self, who: impl Into<Who>) {
        if let Some(profiler) = &mut self.0 {
            profiler.leave(who.into());
        }
    }

    /// It has ended, and was done for some, each to a share.
    pub(crate) fn leave_shared(&mut self, shares: &[(Who, u64)]) {
        if let Some(profiler) = &mut self.0 {
            profiler.leave_shared(shares);
        }
    }

    /// It has ended; what was done inside it for somebody was counted by itself.
    pub(crate) fn leave_all(&mut self) {
        self.leave(Who::default());
    }

    pub(crate) fn end_tick(&mut self, tick: u64) {
        if let Some(profiler) = &mut self.0 {
            profiler.end_tick(tick);
        }
    }
}
