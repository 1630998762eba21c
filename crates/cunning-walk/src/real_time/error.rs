//! What can be wrong with a walk before it begins.

use std::fmt;

/// Why a walker, a graph or self-knowledge cannot be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WalkError {
    /// A parameter is out of its range.
    Parameter {
        /// The parameter's name.
        name: &'static str,
        /// The value given.
        found: f64,
        /// The range it must be in.
        range: &'static str,
    },
    /// A state that the graph does not have.
    NoSuchState {
        /// The state asked for.
        state: u32,
        /// How many states there are.
        states: u32,
    },
    /// A heuristic must have one estimate for each state.
    HeuristicLength {
        /// How many estimates were given.
        found: usize,
        /// How many states there are.
        states: u32,
    },
    /// Knowledge of one graph is asked about another.
    OtherGraph {
        /// How many states that one has.
        found: u32,
        /// How many states are known.
        states: u32,
    },
    /// An estimate is negative or not a number.
    Estimate {
        /// The state it was given for.
        state: u32,
        /// The estimate.
        found: f64,
    },
    /// An edge leads from a state to itself, was given twice, or costs nothing or too much.
    Edge {
        /// Where it begins.
        from: u32,
        /// Where it ends.
        to: u32,
    },
    /// The graph is larger than allowed.
    GraphTooLarge,
    /// Some state is so far from the goal that capped costs would not be exact any more.
    TooFar,
    /// Bytes that are no saved knowledge, or knowledge of another graph.
    Bytes(&'static str),
}

impl WalkError {
    /// An error unless the value is in its range.
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
            Self::NoSuchState { state, states } => write!(f, "there is no state {state}: there are {states}"),
            Self::HeuristicLength { found, states } => {
                write!(f, "a heuristic needs an estimate for each of {states} states, not {found}")
            }
            Self::OtherGraph { found, states } => {
                write!(f, "this is known of a graph of {states} states, not {found}")
            }
            Self::Estimate { state, found } => {
                write!(f, "the estimate of state {state} must be 0 or more, not {found}")
            }
            Self::Edge { from, to } => {
                write!(
                    f,
                    "the edge from {from} to {to} leads nowhere or was given twice, or its cost is out of range"
                )
            }
            Self::GraphTooLarge => write!(f, "the graph has too many states or edges"),
            Self::TooFar => write!(f, "some states are too far from the goal for exact costs"),
            Self::Bytes(what) => write!(f, "this is no saved knowledge: {what}"),
        }
    }
}

impl std::error::Error for WalkError {}
