//! A navigator: what finds the way of a game's character, step by step, and remembers what walking has cost it.
//!
//! It walks by real-time search on `h = (1 − fear)·h0 + fear·C` and knows nothing but states: no place is special, and no
//! dice are thrown. The caller owns the body. [`Navigator::set_out`] begins a walk, [`Navigator::decide`] says which
//! neighbour is next, [`Navigator::went`] notes a step that was made, [`Navigator::end`] remembers the walk. Walks of others
//! are noted as they are seen: [`Navigator::watch`], [`Navigator::look_away`].
//!
//! A decision takes bounded time, whatever the size of the graph. What is feared on the way is worked out when a walk begins
//! and again when something is remembered or forgotten, in time that grows with the graph; `computes` also works out
//! self-knowledge at the first walk to a goal.

mod active_walk;
mod bytes;

use std::collections::BTreeMap;

use crate::knowledge::{FearPenalty, FearProfile, Knowledge, Memory, Source, Track};
use crate::real_time::{Graph, Method, Rule, WalkError};
use crate::self_knowledge::SelfKnowledge;

use active_walk::{ActiveWalk, Look};

/// The most goals that are remembered; the most faded gives way to a new one.
pub const GOALS_MAX: usize = 64;
/// The most walks that are watched at the same time.
pub const WATCHED_MAX: usize = 64;

/// How somebody walks, and where its fear comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavigatorConfig {
    /// How much what is known weighs.
    pub fear_profile: FearProfile,
    /// Whether its own walks are remembered.
    pub remembers: bool,
    /// Whether walks of others that it sees are.
    pub watches: bool,
    /// Whether it knows what walking would cost it from everywhere.
    pub computes: bool,
    /// How it learns and moves.
    pub rule: Rule,
}

impl Default for NavigatorConfig {
    /// Rational, and without memory: plain LRTA*.
    fn default() -> Self {
        let fear_profile = FearProfile { fear: 0.0, ..FearProfile::default() };
        Self { fear_profile, remembers: false, watches: false, computes: false, rule: Rule::LRTA }
    }
}

impl NavigatorConfig {
    /// An error if a number is out of its range.
    pub fn check(&self) -> Result<(), WalkError> {
        self.fear_profile.check()?;
        self.rule.check()
    }
}

/// A step that was decided on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Where it leads.
    pub to: u32,
    /// What it costs, in the graph's units.
    pub cost: u64,
    /// Why it is another one than without fear, told once for each walk.
    pub shies: Option<Shies>,
}

/// Why somebody keeps away from a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shies {
    /// The neighbour that it would have gone to without fear.
    pub from: u32,
    /// The state whose memory keeps it away.
    pub feared: u32,
    /// That memory.
    pub memory: Memory,
    /// What the way from there should cost, by the plain estimate.
    pub plain: f64,
}

/// Another's walk as far as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Watched {
    /// The goal that the walk is remembered for, and the state it leads to.
    goal: u32,
    aim: u32,
    track: Track,
}

/// What finds somebody's way.
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
/// assert!(days[1] != days[0], "it walks otherwise when it remembers: {days:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Navigator {
    /// How many states the graph has; 0 as long as none was seen.
    states: u32,
    known: BTreeMap<u32, Knowledge>,
    active_walk: Option<ActiveWalk>,
    watched: BTreeMap<u32, Watched>,
}

impl Navigator {
    /// Begins a walk to `aim`, which is remembered as one to `goal`: the same state, or one that stands for several. A walk
    /// under way is dropped; [`Navigator::end`] it first to remember it.
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

    /// Works out anew what is feared on the walk under way. To be called after [`Navigator::from_bytes`], and when the
    /// temper has changed.
    pub fn wake(&mut self, graph: &impl Graph, config: &NavigatorConfig) -> Result<(), WalkError> {
        let Some(goal) = self.active_walk.as_ref().map(|active_walk| active_walk.goal) else { return Ok(()) };
        let fear_penalty = self.fear(graph, config, goal)?;
        if let Some(active_walk) = &mut self.active_walk {
            active_walk.fear_penalty = fear_penalty;
        }
        Ok(())
    }

    /// What fear adds to the plain estimates of walks to a goal, by state: nothing for the fearless, and for goals of which
    /// nothing is known.
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

    /// The goals of which something is known.
    pub fn goals(&self) -> impl Iterator<Item = u32> {
        self.known.keys().copied()
    }

    /// The next step from a state, by the rule, among neighbours that are open; learns by it. Nothing at the end of the
    /// walk, or when there is nowhere to go.
    pub fn decide(
        &mut self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        at: u32,
        is_open: impl Fn(u32) -> bool,
    ) -> Option<Decision> {
        let active_walk = self.active_walk.as_mut().filter(|active_walk| active_walk.aim != at)?;
        let choice = active_walk.learn(graph, &config.rule, at, &is_open)?;
        let shies = active_walk.shied(graph, &config.rule, at, &is_open, choice.to);
        let shies = shies.and_then(|(from, fear_penalty)| {
            let memory = self.known.get(&active_walk.goal)?.get(fear_penalty.from)?;
            active_walk.is_told = true;
            Some(Shies {
                from,
                feared: fear_penalty.from,
                memory,
                plain: graph.estimate(fear_penalty.from, active_walk.goal),
            })
        });
        Some(Decision { to: choice.to, cost: choice.cost, shies })
    }

    /// The best neighbour that is open, for somebody who cannot go where it has decided to. Nothing is learned.
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

    /// Leads the walk under way to another state instead, for the same goal: somebody is where it would have ended.
    pub fn turn_to(&mut self, graph: &impl Graph, aim: u32) -> Result<(), WalkError> {
        self.tie(graph, &[aim])?;
        if let Some(active_walk) = &mut self.active_walk {
            active_walk.aim = aim;
        }
        Ok(())
    }

    /// Notes a step of the walk under way.
    pub fn went(&mut self, to: u32, cost: u64) {
        if let Some(active_walk) = &mut self.active_walk {
            active_walk.track.go(to, cost);
        }
    }

    /// Ends the walk under way, wherever it has led, and remembers it if that is the temper. What was walked is returned.
    pub fn end(&mut self, graph: &impl Graph, config: &NavigatorConfig) -> Result<Option<Track>, WalkError> {
        let Some(ActiveWalk { goal, aim, track, .. }) = self.active_walk.take() else { return Ok(None) };
        if config.remembers {
            self.remember(graph, goal, aim, &track, Source::Own)?;
        }
        Ok(Some(track))
    }

    /// Sees another on its way to a state, which is remembered as for [`Navigator::set_out`]. Between two sights the other
    /// is taken to have gone straight on; another walk of it is not noted before [`Navigator::look_away`].
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

    /// The walk of another that was watched is over: what was seen of it is remembered. Whether there was such a walk.
    pub fn look_away(
        &mut self,
        graph: &impl Graph,
        config: &NavigatorConfig,
        who: u32,
    ) -> Result<bool, WalkError> {
        let Some(Watched { goal, aim, track }) = self.watched.remove(&who) else { return Ok(false) };
        self.remember(graph, goal, aim, &track, Source::Seen)?;
        self.wake(graph, config)?;
        Ok(true)
    }

    /// Whose walks are being watched.
    pub fn watched(&self) -> impl Iterator<Item = u32> {
        self.watched.keys().copied()
    }

    /// Lets all memories fade by a share of what is left, 0 (nothing) to 1 (all).
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

    /// What is known of walking to a goal.
    pub fn knowledge(&self, goal: u32) -> Option<&Knowledge> {
        self.known.get(&goal)
    }

    /// Whether a walk is under way.
    pub fn is_walking(&self) -> bool {
        self.active_walk.is_some()
    }

    /// Where the walk under way leads: the goal that it is remembered for, and the state itself.
    pub fn active_walk(&self) -> Option<(u32, u32)> {
        self.active_walk.as_ref().map(|active_walk| (active_walk.goal, active_walk.aim))
    }

    /// What was walked so far.
    pub fn track(&self) -> Option<&Track> {
        self.active_walk.as_ref().map(|active_walk| &active_walk.track)
    }

    /// What fear adds to the estimate of a state on the walk under way.
    pub fn fear_penalty(&self, state: u32) -> Option<FearPenalty> {
        self.active_walk.as_ref()?.fear_penalty.get(&state).copied()
    }

    /// How many states the graph has that it walks on; 0 before its first walk.
    pub fn states(&self) -> u32 {
        self.states
    }

    /// An error unless the graph is the one that is known, and has these states. The first one is.
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
        goal: u32,
        aim: u32,
        track: &Track,
        source: Source,
    ) -> Result<(), WalkError> {
        let end = track.states().last().copied().unwrap_or(aim);
        let rest = if end == aim { 0.0 } else { graph.estimate(end, aim) };
        if !self.known.contains_key(&goal) {
            // Whoever was never lost has nothing to remember.
            let mut knowledge = Knowledge::new(graph, goal)?;
            knowledge.remember_short(track, source, rest)?;
            if !knowledge.is_empty() {
                self.make_room(goal);
                self.known.insert(goal, knowledge);
            }
            return Ok(());
        }
        self.known.get_mut(&goal).map_or(Ok(()), |known| known.remember_short(track, source, rest))
    }

    /// Forgets the most faded goal if there are too many to know another.
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
