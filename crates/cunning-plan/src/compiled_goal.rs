//! A goal compiled for planning: only what is relevant to it, in the forms that the searches need.

mod job;
mod relevance;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::ground::{GroundActionId, GroundFact, Grounding, State, facts_of};
use crate::model::ActionId;
use crate::patterns::Links;
use crate::relax::{Projections, Relaxation, Target};
use crate::satisfice::RelaxedRules;
use crate::search::{Packing, Regression, SmallSearchRules};
use crate::task::{Change, Conjunction, Cost, Effect, Operator, Prices, Task, TaskAction, VarId};

use job::Constants;
pub(crate) use job::Job;
pub(crate) use relevance::Relevance;

/// A goal of a [`Grounding`], compiled once for a goal and its arguments; cheap to clone.
///
/// Whether a state meets it is known at once. What a search needs is made when the first search begins, of the facts
/// and actions that are relevant to the goal; everything else in the domain costs nothing.
#[derive(Clone, Debug)]
pub struct CompiledGoal(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    grounding: Arc<Grounding>,
    /// The alternatives of the goal, over the variables of the grounding.
    ways: Vec<Conjunction>,
    relevance: OnceLock<Relevance>,
    program: OnceLock<Arc<GoalProgram>>,
    /// The goals that steps of its plans stood for, and steps of their plans.
    sub_goals: Mutex<BTreeMap<GroundActionId, CompiledGoal>>,
}

/// The number of sub-goals that are kept with their tables. Others are compiled whenever they are needed.
const SUB_GOALS_MAX: usize = 64;

/// The data that all searches for one goal share.
#[derive(Debug)]
pub(crate) struct GoalProgram {
    pub(crate) task: Task,
    /// The alternatives of the goal; it is met when one of them holds.
    pub(crate) goal: Vec<Conjunction>,
    /// The price of each operator, without the step and the changes of a job; 0 for one that depends on the state.
    pub(crate) prices: Vec<u64>,
    pub(crate) unit_prices: Prices,
    /// The parts that a job decides before the search.
    constants: Constants,
    pub(crate) packing: Packing,
    tables: Tables,
    /// About the number of rules of the task when every value of a number is a fact of its own, as the searches with a
    /// guarantee need it.
    pub(crate) split_rules: u64,
    /// Whether a relevant action stands for a goal.
    pub(crate) has_sub_goals: bool,
    /// For each variable, the variable of the grounding.
    vars: Vec<VarId>,
    /// For each task action, its ground action.
    ground_actions: Vec<(GroundActionId, ActionId)>,
}

/// Returns about how many rules a task has when every value of a number is a fact of its own.
fn split_rules(task: &Task) -> u64 {
    let of_effect = |effect: &Effect| match effect.change {
        Change::Add { .. } | Change::Set { .. } => u64::from(task.sizes[effect.var.index()]),
        Change::Assign(_) | Change::Copy { .. } | Change::Refuse => 0,
    };
    let of_operator = |operator: &Operator| {
        let action = task.actions.get(operator.task_action as usize);
        1 + action.map_or(0, |action| action.effects.iter().map(of_effect).sum::<u64>())
    };
    task.operators.iter().map(of_operator).sum()
}

/// The tables of the searches. Each is made when a search first needs it, because most goals need few of them.
#[derive(Debug, Default)]
struct Tables {
    relaxed_rules: OnceLock<RelaxedRules>,
    relaxation: OnceLock<(Relaxation, Target)>,
    projections: OnceLock<Option<Projections>>,
    links: OnceLock<Links>,
    regression: OnceLock<Option<Regression>>,
    small_search: OnceLock<Option<SmallSearchRules>>,
}

impl CompiledGoal {
    pub(crate) fn new(grounding: &Arc<Grounding>, ways: impl Into<Vec<Conjunction>>) -> Self {
        let ways = ways.into();
        Self(Arc::new(Parts {
            grounding: grounding.clone(),
            ways,
            relevance: OnceLock::new(),
            program: OnceLock::new(),
            sub_goals: Mutex::default(),
        }))
    }

    /// Returns the compiled goal that a ground action in a plan for this goal, or for a part of it, stands for. `None` if
    /// it stands for none.
    pub(crate) fn sub_goal(&self, id: GroundActionId) -> Option<Self> {
        // Goals are complete before they are stored.
        let mut known = self.0.sub_goals.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sub_goal) = known.get(&id) {
            return Some(sub_goal.clone());
        }
        let sub_goal = self.grounding().sub_goal_of(id)?;
        if known.len() < SUB_GOALS_MAX {
            known.insert(id, sub_goal.clone());
        }
        Some(sub_goal)
    }

    /// Returns the grounding of the goal.
    pub fn grounding(&self) -> &Arc<Grounding> {
        &self.0.grounding
    }

    /// Returns whether both are one compiled goal, and not only alike.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns whether an action that may help stands for a goal of its own. Such an action is planned with an estimated
    /// cost, so no plan is proved to be the cheapest.
    pub fn has_sub_goals(&self) -> bool {
        self.program().has_sub_goals
    }

    pub(crate) fn relevance(&self) -> &Relevance {
        let Parts { grounding, ways, relevance, .. } = &*self.0;
        relevance.get_or_init(|| Relevance::new(grounding.task(), ways))
    }

    pub(crate) fn program(&self) -> &Arc<GoalProgram> {
        let Parts { grounding, ways, program, .. } = &*self.0;
        program.get_or_init(|| Arc::new(GoalProgram::new(grounding, ways, self.relevance())))
    }

    /// Returns the number of conditions and effects of the relevant actions: about how much work it is to make the
    /// program, and to make relaxed rules from it.
    pub(crate) fn program_size(&self) -> u64 {
        let (task, relevance) = (self.grounding().task(), self.relevance());
        let size = |operator: &Operator| {
            let at = operator.task_action as usize;
            let effects = task.actions.get(at).filter(|_| relevance.actions[at])?.effects.iter();
            let effects: usize = effects.map(|effect| 1 + effect.when.len()).sum();
            Some((2 + operator.pre.atoms.len() + operator.pre.relations.len() + effects) as u64)
        };
        task.operators.iter().filter_map(size).sum()
    }

    /// Returns the alternatives of the goal, over the variables of the grounding.
    pub(crate) fn ways(&self) -> &[Conjunction] {
        &self.0.ways
    }

    /// Returns whether the goal can be searched for backward. Comparisons of two changing facts, and values or costs
    /// computed from them, can only be searched forward.
    pub fn is_regressible(&self) -> bool {
        self.program().regression().is_some()
    }

    /// Returns whether the goal is met in a state.
    pub fn is_met(&self, state: &State) -> bool {
        self.0.ways.iter().any(|way| way.holds(&|var| state.value(var)))
    }

    /// Returns the ground facts that the goal's condition reads.
    pub fn wanted_facts(&self) -> Vec<GroundFact> {
        facts_of(self.ways())
    }

    /// Returns whether a ground fact is relevant to the goal: to the existence of a plan, its steps or its cost.
    pub fn reads(&self, fact: GroundFact) -> bool {
        self.relevance().vars.get(fact.index()).copied().unwrap_or(false)
    }

    /// Returns the number of ground facts that are relevant to the goal.
    pub fn fact_count(&self) -> usize {
        self.program().vars.len()
    }

    /// Returns the number of ground actions that are relevant to the goal.
    pub fn ground_action_count(&self) -> usize {
        self.program().ground_actions.len()
    }
}

impl GoalProgram {
    fn new(grounding: &Grounding, goal: &[Conjunction], relevance: &Relevance) -> Self {
        let whole = grounding.task();
        let mut new_task_actions = vec![None; whole.actions.len()];
        let mut task_actions = Vec::new();
        let mut ground_actions = Vec::new();
        let mut is_written = vec![false; whole.sizes.len()];
        for (at, task_action) in (0..).zip(&whole.actions).filter(|(at, _)| relevance.actions[*at as usize]) {
            new_task_actions[at as usize] = Some(task_actions.len() as u32);
            let matters = |effect: &&Effect| relevance.vars[effect.var.index()];
            let effects: Vec<Effect> = task_action.effects.iter().filter(matters).cloned().collect();
            for effect in &effects {
                is_written[effect.var.index()] = true;
            }
            task_actions.push(TaskAction { effects, defined: task_action.defined.clone() });
            let id = GroundActionId(at);
            ground_actions.push((id, grounding.action(id)));
        }
        let operator = |operator: &Operator| {
            Some(Operator {
                task_action: new_task_actions.get(operator.task_action as usize).copied().flatten()?,
                ..operator.clone()
            })
        };
        let mut task = Task {
            sizes: whole.sizes.clone(),
            actions: task_actions,
            operators: whole.operators.iter().filter_map(operator).collect(),
        };
        let constants = Constants::take_from(&mut task, |var| !is_written[var.index()]);
        let vars = used_vars(&task, goal, &is_written);
        let new = |var: VarId| vars.binary_search(&var).ok().map(|at| VarId(at as u32));
        renumber_task(&mut task, &vars, &new);
        let mut goal = goal.to_vec();
        for way in &mut goal {
            way.renumber(&new);
        }
        let unit_prices = Prices::new(task.operators.iter().map(|operator| match operator.cost {
            Cost::Fixed(cost) => cost,
            // Costs that depend on the state may be any number of millionths.
            Cost::Read(_) => 1,
        }));
        let prices = task.operators.iter().map(|operator| match operator.cost {
            Cost::Fixed(cost) => unit_prices.of(cost),
            Cost::Read(_) => 0,
        });
        Self {
            has_sub_goals: ground_actions.iter().any(|(id, _)| grounding.is_sub_goal(*id)),
            prices: prices.collect(),
            unit_prices,
            constants,
            packing: Packing::new(&task, &goal),
            tables: Tables::default(),
            split_rules: split_rules(&task),
            task,
            goal,
            vars,
            ground_actions,
        }
    }

    /// Returns the relaxed rules of the satisficing search.
    pub(crate) fn relaxed_rules(&self) -> &RelaxedRules {
        self.tables.relaxed_rules.get_or_init(|| RelaxedRules::new(self))
    }

    fn relaxed(&self) -> &(Relaxation, Target) {
        self.tables.relaxation.get_or_init(|| {
            let relaxation = Relaxation::for_goal(&self.task, &self.goal);
            let target = relaxation.target(&self.goal);
            (relaxation, target)
        })
    }

    /// Returns the relaxed task of the searches with a guarantee.
    pub(crate) fn relaxation(&self) -> &Relaxation {
        &self.relaxed().0
    }

    /// Returns the goal for the relaxation.
    pub(crate) fn target(&self) -> &Target {
        &self.relaxed().1
    }

    /// Returns the additive projections, if there are any.
    pub(crate) fn projections(&self) -> Option<&Projections> {
        self.tables.projections.get_or_init(|| Projections::new(&self.task, &self.goal)).as_ref()
    }

    /// Returns how the variables are connected.
    pub(crate) fn links(&self) -> &Links {
        self.tables.links.get_or_init(|| Links::new(&self.task, &self.goal))
    }

    /// Returns the backward search; `None` if something relevant cannot be searched backward.
    pub(crate) fn regression(&self) -> Option<&Regression> {
        self.tables.regression.get_or_init(|| Regression::new(&self.task, &self.goal)).as_ref()
    }

    /// Returns the small search; `None` if the task is too large for it.
    pub(crate) fn small_search(&self) -> Option<&SmallSearchRules> {
        let rules = || {
            // A quick look first: the other tables may be large.
            let bits: u64 = self.task.sizes.iter().map(|&size| u64::from(size)).sum();
            let regression = if bits <= 64 { self.regression()? } else { return None };
            SmallSearchRules::new(regression, self.relaxation(), self.projections())
        };
        self.tables.small_search.get_or_init(rules).as_ref()
    }

    /// Returns whether the cost of an operator depends on the state.
    pub(crate) fn has_costs_of_states(&self) -> bool {
        self.task.operators.iter().any(|operator| matches!(operator.cost, Cost::Read(_)))
    }

    /// Returns the values of the relevant variables in a state.
    pub(crate) fn values<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u32> + 'a {
        self.vars.iter().map(|var| state.values.get(var.index()).copied().unwrap_or(0))
    }

    /// Returns the variable of the grounding for each variable.
    pub(crate) fn vars(&self) -> &[VarId] {
        &self.vars
    }

    /// Returns the cost in a packed state of an operator whose cost depends on the state; `None` if it cannot be used
    /// there.
    pub(crate) fn cost(&self, operator: &Operator, row: &[u64], start: &State) -> Option<u64> {
        let factor = self.ground_action(operator.task_action).and_then(|(id, _)| start.factor(id));
        self.packing.cost(operator, row, start.given(), factor)
    }

    /// Returns the ground action of a task action.
    pub(crate) fn ground_action(&self, task_action: u32) -> Option<(GroundActionId, ActionId)> {
        self.ground_actions.get(task_action as usize).copied()
    }

    /// Returns the task action of a ground action, if it is relevant.
    pub(crate) fn task_action(&self, id: GroundActionId) -> Option<u32> {
        self.ground_actions.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| at as u32)
    }
}

/// Returns the variables that the search needs: those that change, and those that are still read.
fn used_vars(task: &Task, goal: &[Conjunction], is_written: &[bool]) -> Vec<VarId> {
    let mut is_used = is_written.to_vec();
    let mut note = |var: VarId| is_used[var.index()] = true;
    for conjunction in goal {
        conjunction.vars(&mut note);
    }
    for task_action in &task.actions {
        task_action.defined.iter().for_each(|expr| expr.vars(&mut note));
        task_action.effects.iter().for_each(|effect| effect.vars(&mut note));
    }
    for operator in &task.operators {
        operator.pre.vars(&mut note);
        if let Cost::Read(expr) = &operator.cost {
            expr.vars(&mut note);
        }
    }
    (0..).map(VarId).zip(is_used).filter_map(|(var, is_used)| is_used.then_some(var)).collect()
}

/// Renumbers a task for a subset of its variables.
fn renumber_task(task: &mut Task, vars: &[VarId], new: &impl Fn(VarId) -> Option<VarId>) {
    task.sizes = vars.iter().map(|var| task.sizes[var.index()]).collect();
    for TaskAction { effects, defined } in &mut task.actions {
        effects.retain_mut(|effect| effect.renumber(new));
        for expr in defined {
            expr.renumber(new);
        }
    }
    for Operator { pre, cost, .. } in &mut task.operators {
        pre.renumber(new);
        if let Cost::Read(expr) = cost {
            expr.renumber(new);
        }
    }
}

impl Effect {
    /// Changes the variable numbers. Returns false if the variable is left out.
    fn renumber(&mut self, new: &impl Fn(VarId) -> Option<VarId>) -> bool {
        match &mut self.change {
            Change::Add { by: expr, .. } | Change::Set { expr, .. } => expr.renumber(new),
            Change::Copy { from, .. } => from.renumber(new),
            Change::Assign(_) | Change::Refuse => {}
        }
        self.when.iter_mut().for_each(|when| when.renumber(new));
        let number = new(self.var);
        self.var = number.unwrap_or(self.var);
        number.is_some()
    }
}
