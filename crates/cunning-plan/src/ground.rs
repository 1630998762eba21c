//! From a domain to a [`Task`]: parameters bound, quantifiers spelled out, numbers that cannot change folded.
//!
//! Facts that no action writes keep their start value for the whole job, so they are folded too: conditions on
//! them prune ground actions while parameters are still being bound, and numbers read them as constants.

mod actions;
mod conditions;
mod effects;
mod layout;
mod numbers;
mod universe;

use crate::limits;
use crate::model::{ActionId, Domain, FactId, Outcome, Place};
use crate::query::Query;
use crate::task::{Task, VarId};

use layout::Layout;
pub(crate) use universe::Universe;

/// A ground problem and the way back to names.
#[derive(Clone, Debug)]
pub(crate) struct Grounded {
    pub(crate) task: Task,
    pub(crate) universe: Universe,
    /// Which ground action each deed of the task is.
    pub(crate) ground_actions: Vec<GroundAction>,
}

/// An action with its parameters bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroundAction {
    pub(crate) action: ActionId,
    pub(crate) args: Vec<Bound>,
}

/// What a parameter is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// An object, by its code in the universe.
    Object(u32),
    Number(i64),
}

/// Why a domain and a query make no task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroundError {
    /// Too many of something, with the place that makes them if there is one.
    Limit { what: &'static str, max: usize, place: Place },
    /// The query does not fit the domain.
    Query(String),
}

/// Why something has no ground form.
enum Obstacle {
    /// A number in it is undefined: the ground action does not exist.
    Undefined,
    Error(GroundError),
}

impl From<GroundError> for Obstacle {
    fn from(error: GroundError) -> Self {
        Self::Error(error)
    }
}

/// Everything that grounding reads.
#[derive(Clone, Copy)]
struct Grounder<'a> {
    domain: &'a Domain,
    query: &'a Query,
    universe: &'a Universe,
    layout: &'a Layout,
    /// Whether some action writes a fact, so that it is not folded.
    written: &'a [bool],
    tables: &'a [numbers::TableNumbers],
    start: &'a [u32],
}

/// Grounds a domain for one query.
pub(crate) fn ground(domain: &Domain, query: &Query) -> Result<Grounded, GroundError> {
    let universe = Universe::new(domain, query)?;
    let layout = Layout::new(domain, &universe)?;
    let start = layout.start(domain, &universe, query)?;
    let mut written = vec![false; domain.facts().len()];
    for action in domain.actions().as_slice() {
        if matches!(action.outcome, Outcome::Achieves { .. }) {
            let message =
                format!("`{}` stands for a goal; such actions cannot be planned with yet", action.name);
            return Err(GroundError::Query(message));
        }
        for (_, change) in action.changes() {
            written[change.fact.fact.index()] = true;
        }
    }
    let tables = numbers::tables(domain, &universe, query)?;
    let grounder = Grounder {
        domain,
        query,
        universe: &universe,
        layout: &layout,
        written: &written,
        tables: &tables,
        start: &start,
    };
    let goal = grounder.goal()?;
    let mut task = Task {
        sizes: layout.sizes().to_vec(),
        deeds: Vec::new(),
        operators: Vec::new(),
        goal,
        start: Vec::new(),
    };
    let mut ground_actions = Vec::new();
    for (id, _) in domain.actions().iter() {
        grounder.action(id, &mut task, &mut ground_actions)?;
    }
    task.start = start;
    Ok(Grounded { task, universe, ground_actions })
}

impl Grounder<'_> {
    /// The value that a ground fact keeps, if no action writes it.
    fn folded(&self, fact: FactId, var: VarId) -> Option<u32> {
        (!self.written[fact.index()]).then(|| self.start[var.index()])
    }

    fn too_many(what: &'static str, max: usize, place: Place) -> GroundError {
        GroundError::Limit { what, max, place }
    }
}

/// How many disjuncts a condition may come to.
const VARIANTS_MAX: usize = limits::VARIANTS_MAX;
