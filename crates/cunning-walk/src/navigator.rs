//! A navigator moves a character of a game by real-time search, step by step, and remembers the costs of its walks.
//!
//! It uses the heuristic `h = (1 − fear)·h0 + fear·C` and makes no random choices. The caller owns the body:
//! [`Navigator::set_out`] starts a walk, [`Navigator::decide`] chooses the next neighbour, [`Navigator::went`] records a
//! step, and [`Navigator::end`] remembers the walk. Walks of others are recorded by [`Navigator::watch`] and
//! [`Navigator::look_away`].
//!
//! With a `map_range`, a character remembers the ground around its walks, and the cost of the rest of the walk from every
//! state of them. It follows the shortest path that it knows, unless it fears that path: it believes that going on from
//! a remembered state to another costs at least `(1 − fear)·d + fear·C`, where `d` is the length of the shortest known
//! path. Where no known path leads to the goal, or the next step of it is closed, it searches like any other walker.
//!
//! A decision takes bounded time, whatever the size of the graph. Fear is computed when a walk starts and when something
//! is remembered or forgotten, in time that grows with the graph. With `computes`, self-knowledge is computed at the first
//! walk to a goal.

mod active_walk;
mod bytes;
mod known_ground;

use std::collections::BTreeMap;

use crate::knowledge::{FearPenalty, FearProfile, Knowledge, Memory, REACH_MAX, Source, Track, WalkPart};
use crate::real_time::{Graph, Method, Rule, WalkError};
use crate::self_knowledge::SelfKnowledge;

use active_walk::{ActiveWalk, Look};
use known_ground::KnownGround;

/// The largest number of remembered goals; a new goal replaces the most faded one.
pub const GOALS_MAX: usize = 64;
/// The largest number of walks that are watched at the same time.
pub const WATCHED_MAX: usize = 64;

/// How a character walks, and the sources of its knowledge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavigatorConfig {
    /// How strongly fear affects decisions.
    pub fear_profile: FearProfile,
    /// Whether the character remembers its own walks.
    pub remembers: bool,
    /// Whether the character remembers walks of others that it watches.
    pub watches: bool,
    /// Whether the character knows the cost of its walks from every state.
    pub computes: bool,
    /// How many steps around its walks the character remembers the ground; `None` if it keeps no map.
    pub map_range: Option<u32>,
    /// The rule by which it learns and moves.
    pub rule: Rule,
}

impl Default for NavigatorConfig {
    /// Plain LRTA*, without fear and memory.
    fn default() -> Self {
        let fear_profile = FearProfile { fear: 0.0, ..FearProfile::default() };
        Self {
            fear_profile,
            remembers: false,
            watches: false,
            computes: false,
            map_range: None,
            rule: Rule::LRTA,
        }
    }
}

impl NavigatorConfig {
    /// Returns an error if a number is out of range.
    pub fn check(&self) -> Result<(), WalkError> {
        self.fear_profile.check()?;
        let map_range = self.map_range.unwrap_or(0);
        WalkError::check("map_range", map_range.into(), "from 0 to 1024", map_range <= REACH_MAX)?;
        self.rule.check()
    }
}

/// The decision to take a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The state that the step leads to.
    pub to: u32,
    /// The cost of the step, in the graph's units.
    pub cost: u64,
    /// Why the step differs from the one without fear; reported once for each walk.
    pub avoidance: Option<Avoidance>,
}

/// Why a character avoids a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Avoidance {
    /// The neighbour that the character would have gone to without fear.
    pub from: u32,
    /// The remembered state that it fears.
    pub feared: u32,
    /// The memory of the feared state.
    pub memory: Memory,
    /// The plain estimate of the feared state.
    pub plain: f64,
}

/// The walk of another agent as far as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Watched {
    /// The goal that the walk is remembered for, and the state it leads to.
    goal: u32,
    aim: u32,
    track: Track,
}

/// Moves one character by real-time search and remembers its walks.
///
/// ```
/// use cunning_walk::generate::{Kind, Maze, generate};
/// use cunning_walk::knowledge::FearProfile;
/// use cunning_walk::navigator::{Navigator, NavigatorConfig};
/// use cunning_walk::{Corners, Grid};
///
/// let grid = Grid::new(&generate(Kind::Maze(Maze { braid_percent: 30 }), 21, 15, 4)?, Corners::Cut);
/// let (start, goal) = (grid.cell((1, 1)).unwrap(), grid.cell((19, 13)).unwrap());
/// let shy = NavigatorConfig { fear_profile: FearProfile::default(), remembers: true, ..NavigatorConfig::default() };
/// let mut navigator = Navigator::default();
/// let mut days = Vec::new();
/// for _ in 0..2 {
///     let mut at = start;
///     navigator.set_out(&grid, &shy, start, goal, goal)?;
///     while at != goal {
///         let step = navigator.decide(&grid, &shy, at, |_| true).unwrap();
///         navigator.went(step.to, step.cost);
///         at = step.to;
///     }
///     days.push(navigator.end(&grid, &shy)?.unwrap().states().len());
/// }
/// assert!(days[1] != days[0], "memory changes the second walk: {days:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Navigator {
    /// The number of states of the graph; 0 before the first walk.
    states: u32,
    known: BTreeMap<u32, Knowledge>,
    active_walk: Option<ActiveWalk>,
    watched: BTreeMap<u32, Watched>,
    known_ground: KnownGround,
}

impl Navigator {
    /// Starts a walk to `aim` that is remembered as a walk to `goal`: the same state, or one that represents several. A
    /// walk in progress is dropped; call [`Navigator::end`] first to remember it.
    pub fn set_out<G: Graph + Sync>(
        &mut self,
        graph: &G,
        config: &NavigatorConfig,
        from: u32,
        goal: u32,
        aim: u32,
    ) -> Result<(), WalkError> {
        config.check()?;
        let states = self.tie(graph, &[from, goal, aim])?;
        if config.computes && !self.known.contains_key(&goal) {
            let plain = (0..states).map(|state| graph.estimate(state, goal)).collect();
            let mut orders = SelfKnowledge::new(graph, goal, Method::Rule(config.rule), plain)?;
            orders.next_order();
            self.make_room(goal);
            self.known.insert(goal, Knowledge::computed(&orders));
        }
        self.active_walk = Some(ActiveWalk::new(from, goal, aim));
        self.wake(graph, config)
    }

    /// Computes what is known and feared about the walk in progress again. Call it after [`Navigator::from_bytes`] and when the fear profile
    /// has changed.
    pub fn wake(&mut self, graph: &impl Graph, config: &NavigatorConfig) -> Result<(), WalkError> {
        let Some((goal, aim)) = self.active_walk() else { return Ok(()) };
        let fear_penalty = self.fear(graph, config, goal)?;
        let rest_of_walk = if config.map_range.is_some() {
            let (known, fear) = (self.known.get(&goal), config.fear_profile.fear);
            let toll = |state, shortest| known?.believed(state, shortest, fear);
            self.known_ground.rest_of_walk(graph, aim, toll)
        } else {
            BTreeMap::new()
        };
        if let Some(active_walk) = &mut self.active_walk {
            active_walk.fear_penalty = fear_penalty;
            active_walk.rest_of_walk = rest_of_walk;
        }
        Ok(())
    }

    /// The amounts that fear adds to the plain estimates of walks to a goal, by state. Empty without fear and for unknown
    /// goals.
    pub fn fear(
        &self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        goal: u32,
    ) -> Result<BTreeMap<u32, FearPenalty>, WalkError> {
        match self.known.get(&goal) {
            Some(knowledge) if config.fear_profile.fear > 0.0 => {
                knowledge.fear_penalty(graph, |state| graph.estimate(state, goal), config.fear_profile)
            }
            _ => Ok(BTreeMap::new()),
        }
    }

    /// The remembered goals.
    pub fn goals(&self) -> impl Iterator<Item = u32> {
        self.known.keys().copied()
    }

    /// Chooses the next step from a state by the rule, among open neighbours, and learns. `None` at the end of the walk
    /// or if no neighbour is open.
    pub fn decide(
        &mut self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        at: u32,
        is_open: impl Fn(u32) -> bool,
    ) -> Option<Decision> {
        let active_walk = self.active_walk.as_mut().filter(|active_walk| active_walk.aim != at)?;
        let choice = active_walk.learn(graph, &config.rule, at, &is_open)?;
        let avoided = active_walk.avoided(graph, &config.rule, at, &is_open, choice.to);
        let avoidance = avoided.and_then(|(from, fear_penalty)| {
            let knowledge = self.known.get(&active_walk.goal)?;
            let feared = active_walk.worst_on_path(graph, knowledge, from).unwrap_or(fear_penalty.from);
            let memory = knowledge.get(feared)?;
            active_walk.is_told = true;
            Some(Avoidance { from, feared, memory, plain: graph.estimate(feared, active_walk.goal) })
        });
        Some(Decision { to: choice.to, cost: choice.cost, avoidance })
    }

    /// The best open neighbour, for a character that cannot take the step it decided on. Learns nothing.
    pub fn aside(
        &self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        at: u32,
        is_open: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let active_walk = self.active_walk.as_ref()?;
        active_walk.look(graph, &config.rule, at, &is_open, Look::Shy).map(|(choice, _)| choice.to)
    }

    /// Redirects the walk in progress to another state for the same goal, for example if the first is occupied.
    pub fn turn_to(
        &mut self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        aim: u32,
    ) -> Result<(), WalkError> {
        self.tie(graph, &[aim])?;
        match &mut self.active_walk {
            Some(active_walk) if active_walk.aim != aim => active_walk.aim = aim,
            _ => return Ok(()),
        }
        self.wake(graph, config)
    }

    /// Records a step of the walk in progress.
    pub fn went(&mut self, to: u32, cost: u64) {
        if let Some(active_walk) = &mut self.active_walk {
            active_walk.track.go(to, cost);
        }
    }

    /// Ends the walk in progress, wherever it is, and remembers it if configured to. Returns its track.
    pub fn end(&mut self, graph: &impl Graph, config: &NavigatorConfig) -> Result<Option<Track>, WalkError> {
        let Some(ActiveWalk { goal, aim, track, .. }) = self.active_walk.take() else { return Ok(None) };
        if config.remembers {
            self.remember(graph, config, (goal, aim), &track, Source::Own)?;
        }
        if let Some(map_range) = config.map_range {
            track.states().iter().for_each(|&state| self.known_ground.add(graph, state, map_range));
        }
        Ok(Some(track))
    }

    /// Adds the ground around a state to the map of a character that came there without this navigator. Has no effect
    /// during a walk, which adds its ground when it ends.
    pub fn explore(
        &mut self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        state: u32,
    ) -> Result<(), WalkError> {
        self.tie(graph, &[state])?;
        if let Some(map_range) = config.map_range.filter(|_| self.active_walk.is_none()) {
            self.known_ground.add(graph, state, map_range);
        }
        Ok(())
    }

    /// Whether a state is known ground.
    pub fn knows_ground(&self, state: u32) -> bool {
        self.known_ground.states.contains(&state)
    }

    /// Records a sight of another agent on its walk to a state, with `goal` and `aim` as in [`Navigator::set_out`]. Between
    /// two sights the agent is assumed to have gone straight. A new walk of it is only recorded after
    /// [`Navigator::look_away`].
    pub fn watch(
        &mut self,
        graph: &impl Graph,
        who: u32,
        goal: u32,
        aim: u32,
        at: u32,
    ) -> Result<(), WalkError> {
        self.tie(graph, &[goal, aim, at])?;
        if let Some(watched) = self.watched.get_mut(&who) {
            let last = watched.track.states().last().copied();
            let is_it = (watched.goal, watched.aim) == (goal, aim);
            if let Some(last) = last.filter(|last| *last != at && is_it) {
                let step = graph.neighbours(last).find(|(to, _)| *to == at).map(|(_, cost)| cost);
                watched.track.go(at, step.unwrap_or_else(|| graph.estimate(last, at) as u64));
            }
        } else if self.watched.len() < WATCHED_MAX {
            self.watched.insert(who, Watched { goal, aim, track: Track::new(at) });
        }
        Ok(())
    }

    /// Ends the watched walk of another agent and remembers what was seen of it. Returns whether it was being watched.
    pub fn look_away(
        &mut self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        who: u32,
    ) -> Result<bool, WalkError> {
        let Some(Watched { goal, aim, track }) = self.watched.remove(&who) else { return Ok(false) };
        self.remember(graph, config, (goal, aim), &track, Source::Seen)?;
        self.wake(graph, config)?;
        Ok(true)
    }

    /// The agents whose walks are being watched.
    pub fn watched(&self) -> impl Iterator<Item = u32> {
        self.watched.keys().copied()
    }

    /// Lets all memories fade by a share, from 0 (no change) to 1 (forgets everything).
    pub fn fade(
        &mut self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        share: f64,
    ) -> Result<(), WalkError> {
        for knowledge in self.known.values_mut() {
            knowledge.fade(share)?;
        }
        self.known.retain(|_, knowledge| !knowledge.is_empty());
        self.wake(graph, config)
    }

    /// What is known about walking to a goal.
    pub fn knowledge(&self, goal: u32) -> Option<&Knowledge> {
        self.known.get(&goal)
    }

    /// Whether a walk is in progress.
    pub fn is_walking(&self) -> bool {
        self.active_walk.is_some()
    }

    /// The destination of the walk in progress: the goal that it is remembered for, and the state itself.
    pub fn active_walk(&self) -> Option<(u32, u32)> {
        self.active_walk.as_ref().map(|active_walk| (active_walk.goal, active_walk.aim))
    }

    /// The track of the walk in progress.
    pub fn track(&self) -> Option<&Track> {
        self.active_walk.as_ref().map(|active_walk| &active_walk.track)
    }

    /// The amount that fear adds to the estimate of a state on the walk in progress.
    pub fn fear_penalty(&self, state: u32) -> Option<FearPenalty> {
        self.active_walk.as_ref()?.fear_penalty.get(&state).copied()
    }

    /// The number of states of the graph; 0 before the first walk.
    pub fn states(&self) -> u32 {
        self.states
    }

    /// Returns an error unless the graph is the known one and has these states. The first graph becomes the known one.
    fn tie(&mut self, graph: &impl Graph, named: &[u32]) -> Result<u32, WalkError> {
        let states = graph.state_count();
        if self.states != 0 && self.states != states {
            return Err(WalkError::OtherGraph { found: states, states: self.states });
        }
        if let Some(&state) = named.iter().find(|state| **state >= states) {
            return Err(WalkError::NoSuchState { state, states });
        }
        self.states = states;
        Ok(states)
    }

    fn remember(
        &mut self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        (goal, aim): (u32, u32),
        track: &Track,
        source: Source,
    ) -> Result<(), WalkError> {
        // Without a map the rest of the walk says little about the states before the loss: all paths lead over them.
        let part = if config.map_range.is_some() { WalkPart::Whole } else { WalkPart::Lost };
        let end = track.states().last().copied().unwrap_or(aim);
        let rest = if end == aim { 0.0 } else { graph.estimate(end, aim) };
        if !self.known.contains_key(&goal) {
            // A walk that never returned to a state leaves no memories.
            let mut knowledge = Knowledge::new(graph, goal)?;
            knowledge.remember_short(track, part, source, rest)?;
            if !knowledge.is_empty() {
                self.make_room(goal);
                self.known.insert(goal, knowledge);
            }
            return Ok(());
        }
        self.known.get_mut(&goal).map_or(Ok(()), |known| known.remember_short(track, part, source, rest))
    }

    /// Forgets the most faded goal if there is no space for another one.
    fn make_room(&mut self, goal: u32) {
        let weight =
            |knowledge: &Knowledge| knowledge.iter().map(|(_, known)| known.weight).fold(0.0, f64::max);
        if self.known.len() >= GOALS_MAX && !self.known.contains_key(&goal) {
            let faded = self.known.iter().min_by(|(_, one), (_, two)| weight(one).total_cmp(&weight(two)));
            if let Some(faded) = faded.map(|(goal, _)| *goal) {
                self.known.remove(&faded);
            }
        }
    }
}
