//! The interface of all engines: status, limits and counters of a search.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use crate::{Met, Observer, PathStep, Space};

/// The state of a search, independent of the heuristic that guides it.
pub trait Search<S: Space> {
    /// The state of the search.
    fn status(&self) -> Status;

    /// Ends a running search with [`Status::Cancelled`]. The best path found so far stays available.
    fn cancel(&mut self);

    /// The work done so far.
    fn counters(&self) -> Counters;

    /// The cost of the best path found so far; it never rises. [`AraStar`](crate::AraStar) and the
    /// multi-heuristic engines may have a path while they run, but the path meets the engine's guarantee only once
    /// the status is [`Status::Solved`].
    fn cost(&self) -> Option<S::Cost>;

    /// Calls `visit` with every step of the best path found so far, from the start to the goal. Does nothing if
    /// there is no path.
    fn visit_path(&self, visit: &mut dyn FnMut(PathStep<S>));

    /// Writes the best path found so far, from the start to the goal; clears `path` and returns false
    /// if there is none.
    fn path_into(&self, path: &mut Vec<PathStep<S>>) -> bool {
        path.clear();
        self.visit_path(&mut |step| path.push(step));
        !path.is_empty()
    }

    /// A lower bound on the cost of every path to a goal, given an admissible heuristic: the least `g + h` of the open
    /// states, or the threshold of [`IdaStar`](crate::IdaStar). Useful when a search runs out of budget.
    ///
    /// `None` if no state is open, and for engines that ignore cheaper paths to expanded states
    /// ([`WeightedAStar`](crate::WeightedAStar), [`Greedy`](crate::Greedy), the multi-heuristic engines), whose open
    /// states prove nothing. Visits every stored state, so call it at the end of a search rather than every step.
    fn lower_bound(&self) -> Option<S::Cost> {
        None
    }

    /// Calls `visit` with every stored state and the best known path to it, in the order of their node ids, to inspect
    /// a search after it has ended. [`IdaStar`](crate::IdaStar) stores no states.
    fn visit_met(&self, visit: &mut dyn FnMut(Met<S>)) {
        let _ = visit;
    }

    /// Bytes on the heap that are kept for the next search.
    fn heap_bytes(&self) -> usize;
}

/// A search that runs in slices. `H` is a [`Heuristic`](crate::Heuristic), or a
/// [`HeuristicSet`](crate::HeuristicSet) for the multi-heuristic engines.
///
/// An engine owns its memory and is meant to be reused. It does not own the space and the heuristic: pass the same
/// ones to every call of one search.
pub trait Engine<S: Space, H>: Search<S> {
    /// Starts a new search at `from` and forgets the last one.
    fn start(&mut self, space: &mut S, heuristic: &mut H, from: &S::State, observer: &mut impl Observer<S>);

    /// Continues for at most `budget` expansions. Does nothing once the search has ended.
    fn step(
        &mut self,
        space: &mut S,
        heuristic: &mut H,
        budget: u64,
        observer: &mut impl Observer<S>,
    ) -> Status;

    /// Starts a search and runs it to its end.
    fn run(&mut self, space: &mut S, heuristic: &mut H, from: &S::State) -> Status {
        self.start(space, heuristic, from, &mut ());
        self.step(space, heuristic, u64::MAX, &mut ())
    }
}

/// The state of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// No search was started yet.
    #[default]
    Idle,
    /// The search has not ended. If the caller stops here, nothing is proved.
    Running,
    /// A path was found that meets the engine's guarantee.
    Solved,
    /// It is proved that no path exists.
    Unsolvable,
    /// A limit was reached; nothing is proved.
    LimitExceeded(Limit),
    /// The caller cancelled the search.
    Cancelled,
}

impl Status {
    pub(crate) fn cancel(&mut self) {
        if *self == Self::Running {
            *self = Self::Cancelled;
        }
    }
}

/// The limit that a search reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::nodes_max`].
    Nodes,
    /// A path cost that the cost type cannot hold, or [`IdaLimits::cost_max`](crate::IdaLimits::cost_max).
    Cost,
    /// [`IdaLimits::depth_max`](crate::IdaLimits::depth_max).
    Depth,
    /// The owner of the space excluded something without proof. Engines never set this themselves.
    Incomplete,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "too many states",
            Self::Cost => "path cost above the limit",
            Self::Depth => "path longer than the depth limit",
            Self::Incomplete => "some options were ruled out without proof",
        })
    }
}

/// Limits on the memory of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of nodes. For dense states it must exceed the largest index. Open lists stay within a
    /// small multiple of it.
    pub nodes_max: u32,
    /// The longest path in steps, for engines that keep only the current path.
    pub depth_max: u32,
}

impl Default for Limits {
    /// Sixteen million nodes, paths of a thousand steps.
    fn default() -> Self {
        Self { nodes_max: 1 << 24, depth_max: 1000 }
    }
}

/// The work of a search. Equal inputs give equal counters, however the search was sliced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// The number of expanded states.
    pub expanded: u64,
    /// The number of generated successors.
    pub generated: u64,
    /// The number of expanded states that were opened again because a cheaper path to them was found.
    pub reopened: u64,
    /// The number of states that were estimated when they were about to be expanded, and then were not, and of pieces of
    /// work that estimates needed before the search.
    pub deferred: u64,
}

impl Counters {
    /// The number of units of a budget that the search has taken.
    pub const fn taken(&self) -> u64 {
        self.expanded + self.deferred
    }
}

impl Add for Counters {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            reopened: self.reopened + other.reopened,
            deferred: self.deferred + other.deferred,
        }
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Counters {
    fn sum<I: Iterator<Item = Self>>(counters: I) -> Self {
        counters.fold(Self::default(), Add::add)
    }
}
