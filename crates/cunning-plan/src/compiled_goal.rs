//! A goal compiled for planning: only what is relevant to it, in the forms that the searches need.

mod job;
mod relevance;

use std::sync::{Arc, OnceLock};

use crate::ground::{GroundActionId, GroundFact, Grounding, State};
use crate::model::ActionId;
use crate::relax::{Projections, Relaxation, Target};
use crate::satisfice::RelaxedRules;
use crate::search::{Packing, Regression, SmallSearchRules};
use crate::task::{Change, Conjunction, Cost, Effect, Expr, Operator, Prices, Task, TaskAction, VarId};

use job::Constants;
pub(crate) use job::Job;
pub(crate) use relevance::Relevance;

/// A goal of a [`Grounding`], compiled once for a goal and its arguments; cheap to clone.
///
/// It contains only the facts and actions that are relevant to the goal; everything else in the domain costs nothing.
#[derive(Clone, Debug)]
pub struct CompiledGoal {
    grounding: Arc<Grounding>,
    program: Arc<GoalProgram>,
}

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
    /// For each variable of the grounding, whether it is relevant, as a constant of the job or as a variable.
    matters: Vec<bool>,
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
    regression: OnceLock<Option<Regression>>,
    small_search: OnceLock<Option<SmallSearchRules>>,
}

impl CompiledGoal {
    pub(crate) fn new(grounding: &Arc<Grounding>, goal: &[Conjunction]) -> Self {
        Self { grounding: grounding.clone(), program: Arc::new(GoalProgram::new(grounding, goal)) }
    }

    /// Returns the grounding of the goal.
    pub fn grounding(&self) -> &Arc<Grounding> {
        &self.grounding
    }

    pub(crate) fn program(&self) -> &Arc<GoalProgram> {
        &self.program
    }

    /// Returns whether the goal can be searched for backward. Comparisons of two changing facts, and values or costs
    /// computed from them, can only be searched forward.
    pub fn is_regressible(&self) -> bool {
        self.program.regression().is_some()
    }

    /// Returns whether the goal is met in a state.
    pub fn is_met(&self, state: &State) -> bool {
        self.program.is_met(state)
    }

    /// Returns whether a ground fact is relevant to the goal: to the existence of a plan, its steps or its cost.
    pub fn reads(&self, fact: GroundFact) -> bool {
        self.program.matters.get(fact.index()).copied().unwrap_or(false)
    }

    /// Returns the number of ground facts that are relevant to the goal.
    pub fn fact_count(&self) -> usize {
        self.program.vars.len()
    }

    /// Returns the number of ground actions that are relevant to the goal.
    pub fn ground_action_count(&self) -> usize {
        self.program.ground_actions.len()
    }
}

impl GoalProgram {
    fn new(grounding: &Grounding, goal: &[Conjunction]) -> Self {
        let whole = grounding.task();
        let relevance = Relevance::new(whole, goal);
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
        let task = renumbered_task(task, &vars, &new);
        let goal: Vec<Conjunction> = goal.iter().map(|conjunction| conjunction.renumbered(&new)).collect();
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
            matters: relevance.vars,
            ground_actions,
        }
    }

    /// Returns the relaxed rules of the satisficing search.
    pub(crate) fn relaxed_rules(&self) -> &RelaxedRules {
        self.tables.relaxed_rules.get_or_init(|| RelaxedRules::new(self))
    }

    fn relaxed(&self) -> &(Relaxation, Target) {
        self.tables.relaxation.get_or_init(|| {
            let relaxation = Relaxation::new(&self.task);
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

    /// Returns the alternatives of the goal over the variables of the grounding.
    pub(crate) fn ways(&self) -> Vec<Conjunction> {
        let old = |var: VarId| self.vars.get(var.index()).copied();
        self.goal.iter().map(|way| way.renumbered(&old)).collect()
    }

    /// Returns whether the goal is met in a state.
    pub(crate) fn is_met(&self, state: &State) -> bool {
        let value = |var: VarId| state.value(self.vars[var.index()]);
        self.goal.iter().any(|conjunction| conjunction.holds(&value))
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

/// Renumbers a task for a subset of its variables, one part at a time because it may be large.
fn renumbered_task(task: Task, vars: &[VarId], new: &impl Fn(VarId) -> Option<VarId>) -> Task {
    let task_action = |task_action: TaskAction| TaskAction {
        effects: task_action.effects.iter().filter_map(|effect| effect.renumbered(new)).collect(),
        defined: renumbered(&task_action.defined, new),
    };
    let operator = |operator: Operator| Operator {
        task_action: operator.task_action,
        pre: operator.pre.renumbered(new),
        cost: match &operator.cost {
            Cost::Fixed(cost) => Cost::Fixed(*cost),
            Cost::Read(expr) => Cost::Read(expr.renumbered(new)),
        },
    };
    Task {
        sizes: vars.iter().map(|var| task.sizes[var.index()]).collect(),
        actions: task.actions.into_iter().map(task_action).collect(),
        operators: task.operators.into_iter().map(operator).collect(),
    }
}

fn renumbered(exprs: &[Expr], new: &impl Fn(VarId) -> Option<VarId>) -> Vec<Expr> {
    exprs.iter().map(|expr| expr.renumbered(new)).collect()
}

impl Effect {
    /// Returns the effect with new variable numbers; `None` if its variable is left out.
    fn renumbered(&self, new: &impl Fn(VarId) -> Option<VarId>) -> Option<Self> {
        let change = match &self.change {
            Change::Add { by, ends } => Change::Add { by: by.renumbered(new), ends: *ends },
            Change::Set { expr, min, ends } => {
                Change::Set { expr: expr.renumbered(new), min: *min, ends: *ends }
            }
            Change::Copy { from, to } => Change::Copy { from: from.renumbered(new), to: to.clone() },
            Change::Assign(_) | Change::Refuse => self.change.clone(),
        };
        let when = self.when.iter().map(|when| when.renumbered(new)).collect();
        Some(Self { when, var: new(self.var)?, change, is_hoped: self.is_hoped })
    }
}
