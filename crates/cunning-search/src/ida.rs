//! Iterative-deepening A*: a cheapest path in memory proportional to the path.
//! Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", 1985.

use crate::{
    Cost, Counters, Engine, Expanded, Fate, Generated, Heuristic, Limit, NodeId, Observer, PathStep, Search,
    Space, Status, Successor,
};

/// Limits of [`IdaStar`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdaLimits<C> {
    /// The longest path, in steps. A solution is a cheapest one among the paths of at most this length.
    pub depth_max: u32,
    /// The largest acceptable path cost, if any.
    pub cost_max: Option<C>,
}

impl<C> Default for IdaLimits<C> {
    /// A thousand steps, any cost.
    fn default() -> Self {
        Self { depth_max: 1000, cost_max: None }
    }
}

/// IDA*: depth-first passes under a rising threshold on `g + h`.
///
/// It stores only the current path and its siblings. In return a state may be expanded once for every path to it.
/// States on the current path are not entered again, so a pass always ends. Successors are tried in the order in which
/// the space lists them; among equally cheap paths the first in that order wins. The heuristic must be admissible.
pub struct IdaStar<S: Space> {
    limits: IdaLimits<S::Cost>,
    /// The current path; the last frame is about to be tested or expanded.
    path: Vec<Frame<S>>,
    /// Untried successors of all frames, those of the deepest frame last and each frame's in reverse, so that the next
    /// one to try is at the end.
    untried: Vec<Successor<S>>,
    expansion: Vec<Successor<S>>,
    threshold: S::Cost,
    /// The least `g + h` above the threshold in this pass.
    next_threshold: Option<S::Cost>,
    depth_was_cut: bool,
    status: Status,
    counters: Counters,
}

struct Frame<S: Space> {
    state: S::State,
    action: Option<S::Action>,
    g: S::Cost,
    /// The length of `untried` before this frame's successors were added; `None` before its expansion.
    untried_before: Option<usize>,
}

impl<S: Space> IdaStar<S> {
    /// Makes an engine.
    pub fn new(limits: IdaLimits<S::Cost>) -> Self {
        Self {
            limits,
            path: Vec::new(),
            untried: Vec::new(),
            expansion: Vec::new(),
            threshold: S::Cost::ZERO,
            next_threshold: None,
            depth_was_cut: false,
            status: Status::Idle,
            counters: Counters::default(),
        }
    }

    /// Expands the last frame of the path.
    fn expand(&mut self, space: &mut S, observer: &mut impl Observer<S>) {
        let depth = self.path.len() - 1;
        let Some(frame) = self.path.last_mut() else { return };
        frame.untried_before = Some(self.untried.len());
        self.counters.expanded += 1;
        observer.expanded(Expanded { node: NodeId(depth as u32), state: &frame.state, g: frame.g, queue: 0 });
        self.expansion.clear();
        space.successors(&frame.state, frame.action, &mut self.expansion);
        self.counters.generated += self.expansion.len() as u64;
        self.untried.extend(self.expansion.drain(..).rev());
    }

    /// Tries the next successor of the last frame: enters it, or cuts it off.
    fn descend<H: Heuristic<S>>(
        &mut self,
        successor: Successor<S>,
        space: &mut S,
        heuristic: &mut H,
        observer: &mut impl Observer<S>,
    ) -> Result<(), Limit> {
        let Some(parent) = self.path.last() else { return Ok(()) };
        let depth = self.path.len();
        let g = parent.g.checked_add(successor.cost).ok_or(Limit::Cost)?;
        let mut h = None;
        let fate = if self.path.iter().any(|frame| frame.state == successor.state) {
            Fate::Duplicate
        } else if depth > self.limits.depth_max as usize {
            self.depth_was_cut = true;
            Fate::CutOff
        } else {
            h = heuristic.estimate(space, &successor.state);
            match h {
                None => Fate::DeadEnd,
                Some(h) => {
                    let f = g.checked_add(h).ok_or(Limit::Cost)?;
                    if f > self.threshold {
                        self.next_threshold = Some(self.next_threshold.map_or(f, |least| least.min(f)));
                        Fate::CutOff
                    } else {
                        Fate::New
                    }
                }
            }
        };
        observer.generated(Generated {
            node: NodeId(depth as u32),
            parent: Some(NodeId(depth as u32 - 1)),
            action: Some(successor.action),
            state: &successor.state,
            g,
            h,
            fate,
        });
        if fate == Fate::New {
            self.path.push(Frame {
                state: successor.state,
                action: Some(successor.action),
                g,
                untried_before: None,
            });
        }
        Ok(())
    }

    /// Ends a pass without a goal: raises the threshold for the next pass, or sets the final status.
    fn next_pass(&mut self) {
        match self.next_threshold.take() {
            None if self.depth_was_cut => self.status = Status::LimitExceeded(Limit::Depth),
            None => self.status = Status::Unsolvable,
            Some(next) if self.limits.cost_max.is_some_and(|most| next > most) => {
                self.status = Status::LimitExceeded(Limit::Cost);
            }
            Some(next) => {
                self.threshold = next;
                self.depth_was_cut = false;
                if let Some(root) = self.path.first_mut() {
                    root.untried_before = None;
                }
            }
        }
    }
}

impl<S: Space, H: Heuristic<S>> Engine<S, H> for IdaStar<S> {
    fn start(&mut self, space: &mut S, heuristic: &mut H, from: &S::State, observer: &mut impl Observer<S>) {
        self.path.clear();
        self.untried.clear();
        self.next_threshold = None;
        self.depth_was_cut = false;
        self.counters = Counters::default();
        self.status = Status::Running;

        let g = S::Cost::ZERO;
        let h = heuristic.estimate(space, from);
        match h {
            None => self.status = Status::Unsolvable,
            Some(h) if self.limits.cost_max.is_some_and(|most| h > most) => {
                self.status = Status::LimitExceeded(Limit::Cost);
            }
            Some(h) => self.threshold = h,
        }
        self.path.push(Frame { state: from.clone(), action: None, g, untried_before: None });
        let fate = if h.is_some() { Fate::New } else { Fate::DeadEnd };
        observer.generated(Generated {
            node: NodeId(0),
            parent: None,
            action: None,
            state: from,
            g,
            h,
            fate,
        });
    }

    fn step(
        &mut self,
        space: &mut S,
        heuristic: &mut H,
        budget: u64,
        observer: &mut impl Observer<S>,
    ) -> Status {
        let mut left = budget;
        while self.status == Status::Running && left > 0 {
            let Some(frame) = self.path.last() else { break };
            match frame.untried_before {
                None if space.is_goal(&frame.state) => {
                    self.status = Status::Solved;
                    observer.improved(frame.g);
                }
                None => {
                    self.expand(space, observer);
                    left -= 1;
                }
                Some(before) if self.untried.len() > before => {
                    let Some(successor) = self.untried.pop() else { break };
                    if let Err(limit) = self.descend(successor, space, heuristic, observer) {
                        self.status = Status::LimitExceeded(limit);
                    }
                }
                Some(_) if self.path.len() > 1 => {
                    self.path.pop();
                }
                Some(_) => self.next_pass(),
            }
        }
        self.status
    }
}

impl<S: Space> Search<S> for IdaStar<S> {
    fn cancel(&mut self) {
        self.status.cancel();
    }

    fn status(&self) -> Status {
        self.status
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn cost(&self) -> Option<S::Cost> {
        let goal = self.path.last()?;
        (self.status == Status::Solved).then_some(goal.g)
    }

    fn visit_path(&self, visit: &mut dyn FnMut(PathStep<S>)) {
        if self.status == Status::Solved {
            for frame in &self.path {
                visit(PathStep { action: frame.action, state: frame.state.clone(), g: frame.g });
            }
        }
    }

    fn lower_bound(&self) -> Option<S::Cost> {
        (self.status == Status::Running).then_some(self.threshold)
    }

    fn heap_bytes(&self) -> usize {
        self.path.capacity() * size_of::<Frame<S>>()
            + (self.untried.capacity() + self.expansion.capacity()) * size_of::<Successor<S>>()
    }
}
