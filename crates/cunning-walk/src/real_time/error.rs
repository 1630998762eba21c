//! Errors of real-time search.

use std::fmt;

/// Why a walker, graph or knowledge cannot be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WalkError {
    /// A parameter is out of range.
    Parameter {
        /// The parameter's name.
        name: &'static str,
        /// The given value.
        found: f64,
        /// The allowed range.
        range: &'static str,
    },
    /// The graph does not have the state.
    NoSuchState {
        /// The missing state.
        state: u32,
        /// The number of states of the graph.
        states: u32,
    },
    /// The number of estimates differs from the number of states.
    HeuristicLength {
        /// The number of given estimates.
        found: usize,
        /// The number of states of the graph.
        states: u32,
    },
    /// Knowledge of one graph was used with another.
    OtherGraph {
        /// The number of states of the given graph.
        found: u32,
        /// The number of states of the known graph.
        states: u32,
    },
    /// An estimate is negative or not a number.
    Estimate {
        /// The state of the estimate.
        state: u32,
        /// The estimate.
        found: f64,
    },
    /// An edge is a loop or a duplicate, or its cost is out of range.
    Edge {
        /// The state where the edge begins.
        from: u32,
        /// The state where the edge ends.
        to: u32,
    },
    /// The graph has too many states or edges.
    GraphTooLarge,
    /// Some state is so far from the goal that costs would not be exact.
    TooFar,
    /// The bytes are not saved knowledge.
    Bytes(&'static str),
}

impl WalkError {
    /// Returns an error unless the value is in range.
    pub(crate) fn check(
        name: &'static str,
        found: f64,
        range: &'static str,
        is_in: bool,
    ) -> Result<(), Self> {
        if is_in { Ok(()) } else { Err(Self::Parameter { name, found, range }) }
    }
}

impl fmt::Display for WalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter { name, found, range } => write!(f, "`{name}` must be {range}, not {found}"),
            Self::NoSuchState { state, states } => {
                write!(f, "state {state} does not exist: the graph has {states} states")
            }
            Self::HeuristicLength { found, states } => {
                write!(f, "expected one estimate for each of {states} states, found {found}")
            }
            Self::OtherGraph { found, states } => {
                write!(f, "expected a graph of {states} states, found {found}")
            }
            Self::Estimate { state, found } => {
                write!(f, "the estimate of state {state} must be 0 or more, not {found}")
            }
            Self::Edge { from, to } => {
                write!(
                    f,
                    "invalid edge from {from} to {to}: it is a loop or a duplicate, or its cost is out of range"
                )
            }
            Self::GraphTooLarge => write!(f, "the graph has too many states or edges"),
            Self::TooFar => write!(f, "some states are too far from the goal for exact costs"),
            Self::Bytes(what) => write!(f, "invalid saved knowledge: {what}"),
        }
    }
}

impl std::error::Error for WalkError {}

impl From<cunning_encode::Malformed> for WalkError {
    fn from(malformed: cunning_encode::Malformed) -> Self {
        Self::Bytes(malformed.reason())
    }
}
