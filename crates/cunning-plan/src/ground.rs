//! Grounding: from a domain to a [`Task`], with parameters bound, quantifiers expanded and constant numbers folded.
//!
//! In a grounding for one request, facts that no action writes keep their start value, so they are folded too:
//! conditions on them prune ground actions while parameters are still being bound, and numbers read them as
//! constants.

mod absence;
mod actions;
mod ask;
mod budget;
mod carry;
mod codes;
mod conditions;
mod effects;
mod error;
mod given;
mod imagined;
mod layout;
mod numbers;
mod slots;
mod state;
mod universe;

use std::sync::Arc;

use crate::compiled_goal::CompiledGoal;
use crate::limits;
use crate::micros::Micros;
use crate::model::{
    ActionId, Argument, FactId, GoalId, Outcome, ParamId, PlanningDomain, Setting, SourceSpan,
};
use crate::plan_request::{CheckAnswer, PlanRequest, TableNumber};
use crate::task::{Conjunction, Task, VarId};

pub(crate) use ask::facts_of;
pub use ask::{Arg, FactValue, GroundCondition, GroundFact, GroundNumber};
use budget::Budget;
pub use carry::StateParts;
pub use error::GroundingError;
pub use given::FixedNumbers;
use given::Given;
pub(crate) use imagined::Grant;
use layout::Layout;
pub use slots::Slot;
pub use state::State;
use universe::Universe;

/// A domain with all its objects: every ground fact, and every ground action that can ever apply.
///
/// Created once and shared; states and goals come later. An open type has as many slots as an agent may know objects,
/// so objects come and go without a new grounding; tables and traits that only costs read may change with every
/// state.
#[derive(Clone, Debug)]
pub struct Grounding {
    domain: Arc<PlanningDomain>,
    universe: Universe,
    layout: Layout,
    /// For each fact, whether it may differ between the states of this grounding.
    varies: Vec<bool>,
    tables: Vec<numbers::TableNumbers>,
    traits: Vec<(String, Micros)>,
    given: Given,
    start: Vec<u32>,
    task: Task,
    /// For each task action, its ground action.
    ground_actions: Vec<GroundAction>,
}

/// The id of a ground action of a [`Grounding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroundActionId(pub(crate) u32);

impl GroundActionId {
    /// Returns the number of the ground action, counted from 0.
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// An action with its parameters bound.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GroundAction {
    action: ActionId,
    args: Vec<Bound>,
}

/// The argument of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// An object, by its code in the universe.
    Object(u32),
    Number(i64),
}

/// The purpose of a grounding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Any states, in which objects come and go.
    Open,
    /// Any states with the same objects and constant numbers.
    Objects,
    /// The start of one request.
    OneRequest,
}

/// Why an expression has no ground form.
enum Obstacle {
    /// A number in it is undefined, so the ground action does not exist.
    Undefined,
    Error(GroundingError),
}

impl From<GroundingError> for Obstacle {
    fn from(error: GroundingError) -> Self {
        Self::Error(error)
    }
}

/// The inputs of grounding.
#[derive(Clone, Copy)]
struct Grounder<'a> {
    domain: &'a PlanningDomain,
    universe: &'a Universe,
    layout: &'a Layout,
    varies: &'a [bool],
    tables: &'a [numbers::TableNumbers],
    traits: &'a [(String, Micros)],
    given: &'a Given,
    /// Whether conditions read the numbers of the state instead of folding those of the grounding.
    reads_given: bool,
    start: &'a [u32],
    budget: &'a Budget,
}

impl Grounding {
    /// Grounds a domain for any states. Objects, tables and traits of the request are those of [`Grounding::start`];
    /// states may have others: see [`Grounding::bind`], [`Grounding::set_number`] and [`Grounding::set_trait`].
    pub fn new(domain: &Arc<PlanningDomain>, request: &PlanRequest) -> Result<Arc<Self>, GroundingError> {
        Self::with(domain, request, Kind::Open)
    }

    /// Grounds a domain for any start with the fixed objects, tables and traits of a request, which is cheaper than
    /// for objects that come and go.
    pub fn for_objects(
        domain: &Arc<PlanningDomain>,
        request: &PlanRequest,
    ) -> Result<Arc<Self>, GroundingError> {
        Self::with(domain, request, Kind::Objects)
    }

    /// Grounds a domain for the start of one request. Facts that no action writes are constant, which leads to fewer
    /// ground actions and constant numbers.
    pub fn for_request(
        domain: &Arc<PlanningDomain>,
        request: &PlanRequest,
    ) -> Result<Arc<Self>, GroundingError> {
        Self::with(domain, request, Kind::OneRequest)
    }

    fn with(
        domain: &Arc<PlanningDomain>,
        request: &PlanRequest,
        kind: Kind,
    ) -> Result<Arc<Self>, GroundingError> {
        let has_slots = kind == Kind::Open;
        let universe = Universe::new(domain, request, has_slots)?;
        let layout = Layout::new(domain, &universe, has_slots)?;
        let start = layout.start(domain, &universe, request)?;
        let tables = numbers::tables(domain, &universe, request)?;
        let (varies, given) = match kind {
            Kind::Open => {
                let given = Given::all(domain, &universe, &tables, &request.traits)?;
                (vec![true; domain.facts().len()], given)
            }
            Kind::Objects => (vec![true; domain.facts().len()], Given::nothing(domain)),
            Kind::OneRequest => (written_facts(domain, request), Given::nothing(domain)),
        };
        let mut grounding = Self {
            domain: domain.clone(),
            task: Task { sizes: layout.sizes().to_vec(), ..Task::default() },
            universe,
            layout,
            varies,
            tables,
            traits: request.traits.clone(),
            given,
            start,
            ground_actions: Vec::new(),
        };
        let (mut task, mut found) = (std::mem::take(&mut grounding.task), Vec::new());
        let budget = Budget::default();
        for (id, _) in domain.actions().iter().filter(|(id, _)| request.allows(*id)) {
            grounding.grounder(&budget).action(id, &mut task, &mut found)?;
        }
        grounding.task = task;
        grounding.ground_actions = found;
        Ok(Arc::new(grounding))
    }

    fn grounder<'a>(&'a self, budget: &'a Budget) -> Grounder<'a> {
        Grounder {
            domain: &self.domain,
            universe: &self.universe,
            layout: &self.layout,
            varies: &self.varies,
            tables: &self.tables,
            traits: &self.traits,
            given: &self.given,
            reads_given: false,
            start: &self.start,
            budget,
        }
    }

    /// Returns the domain.
    pub fn domain(&self) -> &Arc<PlanningDomain> {
        &self.domain
    }

    /// Returns the ground actions, action by action.
    pub fn ground_actions(&self) -> impl Iterator<Item = GroundActionId> + use<> {
        (0..self.ground_actions.len() as u32).map(GroundActionId)
    }

    /// Returns the number of ground actions.
    pub fn ground_action_count(&self) -> usize {
        self.ground_actions.len()
    }

    /// Returns the name of a ground action's check, if it has one; the answer *no* forbids the action.
    pub fn check(&self, id: GroundActionId) -> Option<&str> {
        self.domain.actions().get(self.action(id))?.check.as_deref()
    }

    pub(crate) fn task(&self) -> &Task {
        &self.task
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn universe(&self) -> &Universe {
        &self.universe
    }

    /// Returns the start of the domain and of the request that it was grounded with.
    pub fn start(&self) -> State {
        State { values: self.start.clone(), given: self.given.start.clone(), factors: Vec::new() }
    }

    /// Changes one fact of a state.
    pub fn set(&self, state: &mut State, setting: &Setting) -> Result<(), GroundingError> {
        let (var, value) = self.layout.setting(&self.domain, &self.universe, setting)?;
        let is_fixed = self.varies.get(setting.fact.index()) == Some(&false);
        if is_fixed && self.start.get(var.index()) != Some(&value) {
            let fact =
                self.domain.facts().get(setting.fact).map_or_else(String::new, |fact| fact.name.clone());
            return Err(GroundingError::FixedFact { fact });
        }
        if let Some(target) = state.values.get_mut(var.index()) {
            *target = value;
        }
        Ok(())
    }

    /// Changes one number of a table in a state. Only costs change: a table that a condition or an amount reads is
    /// fixed, and so is every table of a grounding for one request.
    pub fn set_number(&self, state: &mut State, number: &TableNumber) -> Result<(), GroundingError> {
        let key = numbers::key(&self.domain, &self.universe, number)?;
        let given = self.given.of_table(number.table, &key);
        let is_same = || self.tables[number.table.index()].get(&key) == number.value.get();
        if self.given.fixed.has_table(number.table) && !is_same() {
            let table = self.domain.tables().get(number.table);
            return Err(GroundingError::FixedTable {
                table: table.map_or_else(String::new, |table| table.name.clone()),
            });
        }
        Self::give(state, given, number.value);
        Ok(())
    }

    /// Changes a trait in a state. Only costs change, as in [`Grounding::set_number`].
    pub fn set_trait(&self, state: &mut State, name: &str, value: Micros) -> Result<(), GroundingError> {
        let known = self.domain.traits().iter().find(|(_, known)| known.name == name);
        let Some((id, _)) = known else { return Ok(()) };
        let given = self.traits.iter().rev().find(|(given, _)| given == name);
        if self.given.fixed.has_trait(id) && given.is_none_or(|(_, given)| *given != value) {
            return Err(GroundingError::FixedTrait { name: name.to_owned() });
        }
        Self::give(state, self.given.of_trait(id), value);
        Ok(())
    }

    fn give(state: &mut State, at: Option<u32>, value: Micros) {
        if let Some(at) = at.filter(|&at| state.given.get(at as usize).is_some_and(|old| *old != value.get()))
            && let Some(target) = Arc::make_mut(&mut state.given).get_mut(at as usize)
        {
            *target = value.get();
        }
    }

    /// Multiplies the cost of a ground action in a state by a factor that is not negative.
    pub fn set_factor(
        &self,
        state: &mut State,
        id: GroundActionId,
        factor: Micros,
    ) -> Result<(), GroundingError> {
        let factor = u32::try_from(factor.get()).map_err(|_| GroundingError::InvalidFactor { factor })?;
        state.factors.resize(self.ground_actions.len(), 1_000_000);
        if let Some(target) = state.factors.get_mut(id.0 as usize) {
            *target = factor;
        }
        Ok(())
    }

    /// Resets all cost factors of a state to 1.
    pub fn clear_factors(&self, state: &mut State) {
        state.factors.clear();
    }

    /// Returns whether a state belongs to this grounding: a value for every ground fact, and the constant value for
    /// those that never vary.
    pub(crate) fn has(&self, state: &State) -> bool {
        let values = &state.values;
        let sizes = &self.task.sizes;
        let is_fixed = |(fact, _): &(FactId, _)| self.varies.get(fact.index()) == Some(&false);
        let mut fixed = self.domain.facts().iter().filter(is_fixed).flat_map(|(fact, _)| self.vars(fact));
        values.len() == sizes.len()
            && values.iter().zip(sizes).all(|(value, size)| value < size)
            && fixed.all(|var| values.get(var.index()) == self.start.get(var.index()))
    }

    /// Compiles a goal for planning. Parameters that are not among `args` mean *some* object.
    pub fn compiled_goal(
        self: &Arc<Self>,
        goal: GoalId,
        args: &[(ParamId, Argument)],
    ) -> Result<CompiledGoal, GroundingError> {
        Ok(CompiledGoal::new(self, self.ways(goal, args)?))
    }

    /// Returns the alternatives of a goal: the goal is met if one of the conjunctions holds.
    pub(crate) fn ways(
        &self,
        goal: GoalId,
        args: &[(ParamId, Argument)],
    ) -> Result<Vec<Conjunction>, GroundingError> {
        let budget = Budget::default();
        let grounder = self.grounder(&budget);
        grounder.goal(goal, &grounder.arguments(goal, args)?)
    }

    /// Returns the variables of a fact, one for each ground fact.
    pub(crate) fn vars(&self, fact: FactId) -> impl Iterator<Item = VarId> + use<> {
        self.layout.vars(fact).map(VarId)
    }

    /// Returns whether a ground action stands for a goal.
    pub(crate) fn is_sub_goal(&self, id: GroundActionId) -> bool {
        let action = self.domain.actions().get(self.action(id));
        action.is_some_and(|action| matches!(action.outcome, Outcome::Achieves { .. }))
    }

    /// Returns the goal that a ground action stands for, with its arguments; `None` if it stands for none.
    pub(crate) fn sub_goal(&self, id: GroundActionId) -> Option<(GoalId, Vec<Bound>)> {
        let GroundAction { action, args: bound } = self.ground_actions.get(id.0 as usize)?;
        match &self.domain.actions().get(*action)?.outcome {
            Outcome::Achieves { goal, args, .. } => Some((*goal, effects::goal_binding(args, bound))),
            Outcome::Effects(_) => None,
        }
    }

    /// Returns the compiled goal that a ground action stands for; `None` if it stands for none.
    pub(crate) fn sub_goal_of(self: &Arc<Self>, id: GroundActionId) -> Option<CompiledGoal> {
        let (goal, bound) = self.sub_goal(id)?;
        let bound: Vec<Option<Bound>> = bound.into_iter().map(Some).collect();
        let goal = self.grounder(&Budget::default()).goal(goal, &bound).ok()?;
        Some(CompiledGoal::new(self, goal))
    }

    /// Applies a ground action to a state. Returns its cost in millionths, or `None` if it cannot be done there.
    pub fn apply(&self, id: GroundActionId, state: &mut State) -> Option<u64> {
        let mut changes = Vec::new();
        let cost = self.follow(id, state, |var, value| changes.push((var, value)))?;
        for (var, value) in changes {
            state.values[var.index()] = value;
        }
        Some(cost)
    }

    /// Calls `set` with the changes of a ground action in a state. Returns its cost, or `None` if it cannot be done
    /// there.
    fn follow(&self, id: GroundActionId, state: &State, set: impl FnMut(VarId, u32)) -> Option<u64> {
        let values = |var: VarId| state.value(var);
        self.task.perform(id.0, &values, |cost| state.cost(cost, id), set).map(|(_, cost)| cost)
    }

    /// Returns the action of a ground action.
    pub fn action(&self, id: GroundActionId) -> ActionId {
        self.ground_actions[id.0 as usize].action
    }

    /// Returns the arguments of a ground action, as names of objects or numbers.
    pub fn args(&self, id: GroundActionId) -> impl Iterator<Item = String> {
        self.ground_actions[id.0 as usize].args.iter().map(|bound| self.show_bound(*bound))
    }

    /// Returns an argument as the name of an object or a number.
    pub(crate) fn show_bound(&self, bound: Bound) -> String {
        match bound {
            Bound::Object(code) => self.universe.name(code).to_owned(),
            Bound::Number(number) => number.to_string(),
        }
    }

    /// Formats a ground action: `go(beach, docks)`.
    pub fn show(&self, id: GroundActionId) -> String {
        let name = self.domain.actions().get(self.action(id)).map_or("", |action| action.name.as_str());
        let args: Vec<String> = self.args(id).collect();
        if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
    }

    /// Returns the ground actions whose check is answered with *no*.
    pub fn refused(&self, answers: &[CheckAnswer]) -> Vec<GroundActionId> {
        let is_refused = |id: &GroundActionId| self.answer(*id, answers) == Some(false);
        (0..self.ground_actions.len() as u32).map(GroundActionId).filter(is_refused).collect()
    }

    /// Returns the answer to the check of a ground action; `None` if it has none or is not answered. Of several
    /// matching answers, the last one counts.
    pub fn answer(&self, id: GroundActionId, answers: &[CheckAnswer]) -> Option<bool> {
        let action = self.domain.actions().get(self.action(id))?;
        let check = action.check.as_ref()?;
        let is_bound_to = |name: &str, value: &str| {
            let at = action.params.iter().position(|param| param.name == name);
            at.and_then(|at| self.args(id).nth(at)).is_some_and(|bound| bound == value)
        };
        let fits = |answer: &&CheckAnswer| {
            answer.check == *check
                && answer.action.as_ref().is_none_or(|name| *name == action.name)
                && answer.args.iter().all(|(name, value)| is_bound_to(name, value))
        };
        answers.iter().rev().find(fits).map(|answer| answer.yes)
    }
}

impl Grounder<'_> {
    /// Returns the constant value of a ground fact, if it does not vary.
    fn folded(&self, fact: FactId, var: VarId) -> Option<u32> {
        (!self.varies[fact.index()]).then(|| self.start[var.index()])
    }

    fn too_many(what: &'static str, max: usize, span: SourceSpan) -> GroundingError {
        GroundingError::LimitExceeded { what, max, span }
    }
}

/// Returns for each fact whether an action of the agent writes it.
fn written_facts(domain: &PlanningDomain, request: &PlanRequest) -> Vec<bool> {
    let mut varies = vec![false; domain.facts().len()];
    for (_, action) in domain.actions().iter().filter(|(id, _)| request.allows(*id)) {
        if let Outcome::Achieves { goal, .. } = action.outcome {
            for change in domain.wanted_changes(goal) {
                varies[change.fact.fact.index()] = true;
            }
        }
        for (_, change) in action.changes() {
            varies[change.fact.fact.index()] = true;
        }
    }
    varies
}

/// The largest number of disjuncts of a condition.
const VARIANTS_MAX: usize = limits::VARIANTS_MAX;
