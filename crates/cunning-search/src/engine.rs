//! What all engines share: the life of a search, its limits and its counters.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use crate::{Met, Observer, PathStep, Space};

/// A search and how it stands, whatever guides it.
pub trait Search<S: Space> {
    /// How the search stands.
    fn status(&self) -> Status;

    /// Ends a running search with [`Status::Cancelled`]; what was found so far stays readable.
    fn cancel(&mut self);

    /// What the search did so far.
    fn counters(&self) -> Counters;

    /// The cost of the best path found so far, which never rises. [`AraStar`](crate::AraStar) and the
    /// multi-heuristic engines may have one while they run; only [`Status::Solved`] makes it as good as
    /// they promise.
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

    /// What every path to a goal costs at least, as far as the search can tell by now: the least `g + h` over
    /// the states that wait, for [`IdaStar`](crate::IdaStar) its threshold. With an admissible heuristic that is
    /// a lower bound, and the best thing to say of a search that ran out of budget.
    ///
    /// `None` when nothing waits, and for engines that drop better ways to states they have expanded
    /// ([`WeightedAStar`](crate::WeightedAStar), [`Greedy`](crate::Greedy), the multi-heuristic family): what waits
    /// there proves nothing. Looks at every state met, so ask at the end, not at every step.
    fn lower_bound(&self) -> Option<S::Cost> {
        None
    }

    /// Shows every state that the search has met, with the best way to it, for whoever wants to see a search after the
    /// event; spaces that number their states in the order in which they find them see them in that order. What a search
    /// forgets, as [`IdaStar`](crate::IdaStar) does, is not shown. A search pays nothing for it.
    fn visit_met(&self, visit: &mut dyn FnMut(Met<S>)) {
        let _ = visit;
    }

    /// Bytes on the heap, all of them kept for the next search.
    fn heap_bytes(&self) -> usize;
}

/// A search that runs in slices. `H` is what guides it: a [`Heuristic`](crate::Heuristic), or a
/// [`HeuristicSet`](crate::HeuristicSet) for the multi-heuristic family.
///
/// The engine owns all its scratch and is made to be reused. It does not own the space and the
/// heuristic: pass the same ones to every call of one search.
pub trait Engine<S: Space, H>: Search<S> {
    /// Begins a new search at `from`, forgetting the last one.
    fn start(&mut self, space: &mut S, heuristic: &mut H, from: &S::State, observer: &mut impl Observer<S>);

    /// Goes on for at most `budget` expansions. A search that has ended stays as it is.
    fn step(
        &mut self,
        space: &mut S,
        heuristic: &mut H,
        budget: u64,
        observer: &mut impl Observer<S>,
    ) -> Status;

    /// Starts, and steps to the end in one go.
    fn run(&mut self, space: &mut S, heuristic: &mut H, from: &S::State) -> Status {
        self.start(space, heuristic, from, &mut ());
        self.step(space, heuristic, u64::MAX, &mut ())
    }
}

/// How a search stands. These answers mean different things and are never mixed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// Nothing was started yet.
    #[default]
    Idle,
    /// There is more to do. A caller who gives up now is *out of budget*: nothing is proved.
    Running,
    /// A path was found, and it is as good as the engine promises.
    Solved,
    /// Proved: no path exists.
    Unsolvable,
    /// A limit was met; nothing is proved.
    LimitExceeded(Limit),
    /// The caller ended it.
    Cancelled,
}

impl Status {
    pub(crate) fn cancel(&mut self) {
        if *self == Self::Running {
            *self = Self::Cancelled;
        }
    }
}

/// Which limit a search met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::nodes_max`].
    Nodes,
    /// A path cost that the cost type cannot hold, or [`IdaLimits::cost_max`](crate::IdaLimits::cost_max).
    Cost,
    /// [`IdaLimits::depth_max`](crate::IdaLimits::depth_max).
    Depth,
    /// The owner of the space ruled something out without proof. No engine says so by itself.
    Incomplete,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "too many states to remember",
            Self::Cost => "a path cost beyond the limit",
            Self::Depth => "paths longer than the depth limit",
            Self::Incomplete => "some ways were ruled out without proof",
        })
    }
}

/// How much an engine that remembers states may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// No record with an id of this or more is ever kept. For hashed states that is the number of
    /// different states; for dense ones it must exceed the largest index. Open lists stay within a
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

/// What a search did. Equal inputs give equal counters, however the search was sliced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// States whose successors were asked for.
    pub expanded: u64,
    /// Successors that came back.
    pub generated: u64,
    /// Expanded states that were opened again because a cheaper way to them was found.
    pub reopened: u64,
}

impl Add for Counters {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            reopened: self.reopened + other.reopened,
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
