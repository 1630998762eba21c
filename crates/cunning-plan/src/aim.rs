//! A goal made ready to be planned for: only what matters for it, in the forms that the searches want.

use std::sync::Arc;

use crate::ground::{GroundActionId, Grounding, State};
use crate::model::ActionId;
use crate::planted::{self, Bug};
use crate::relax::{Projections, Relaxation, Target};
use crate::search::{Packing, PocketRules, Regression};
use crate::task::{Change, Conjunction, Cost, Deed, Effect, Ends, Expr, Operator, Prices, Task, VarId};

/// A goal of a [`Grounding`], compiled. Made once for a goal and its arguments; cheap to clone.
///
/// It knows only the facts and actions that can matter for the goal: whatever else the domain has costs nothing.
#[derive(Clone, Debug)]
pub struct Aim {
    grounding: Arc<Grounding>,
    program: Arc<Program>,
}

/// What all searches for one goal share.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) task: Task,
    /// Met when one of them holds.
    pub(crate) goal: Vec<Conjunction>,
    /// The price of each operator, but for the step; nothing for one that depends on the state.
    pub(crate) prices: Vec<u64>,
    pub(crate) unit_prices: Prices,
    pub(crate) relaxation: Relaxation,
    pub(crate) projections: Option<Projections>,
    /// The goal for the relaxation.
    pub(crate) target: Target,
    pub(crate) packing: Packing,
    /// `None` if something that matters cannot be searched backward.
    pub(crate) regression: Option<Regression>,
    /// `None` if it is too large to be tried in the pocket first.
    pub(crate) pocket: Option<PocketRules>,
    /// Whether an action that matters stands for a goal.
    pub(crate) has_sub_goals: bool,
    /// Which variable of the grounding each variable is.
    vars: Vec<VarId>,
    /// Which ground action each deed is.
    ground_actions: Vec<(GroundActionId, ActionId)>,
}

impl Aim {
    pub(crate) fn new(grounding: &Arc<Grounding>, goal: &[Conjunction]) -> Self {
        Self { grounding: grounding.clone(), program: Arc::new(Program::new(grounding, goal)) }
    }

    /// What it is a goal of.
    pub fn grounding(&self) -> &Arc<Grounding> {
        &self.grounding
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Whether the goal can be searched for backward. Comparisons of two changing facts, and values or costs that
    /// are computed from such, can only be searched forward.
    pub fn is_regressible(&self) -> bool {
        self.program.regression.is_some()
    }

    /// How many ground facts matter for the goal.
    pub fn fact_count(&self) -> usize {
        self.program.vars.len()
    }

    /// How many ground actions matter for the goal.
    pub fn ground_action_count(&self) -> usize {
        self.program.ground_actions.len()
    }
}

impl Program {
    fn new(grounding: &Grounding, goal: &[Conjunction]) -> Self {
        let whole = grounding.task();
        let relevance = Relevance::new(whole, goal);
        let mut renumber = vec![None; whole.sizes.len()];
        let mut vars = Vec::new();
        for (at, _) in (0..).zip(&relevance.vars).filter(|(_, is_relevant)| **is_relevant) {
            renumber[at as usize] = Some(VarId(vars.len() as u32));
            vars.push(VarId(at));
        }
        let new = |var: VarId| renumber.get(var.index()).copied().flatten();
        let mut deeds = Vec::new();
        let mut ground_actions = Vec::new();
        let mut new_deeds = vec![None; whole.deeds.len()];
        for (at, deed) in (0..).zip(&whole.deeds) {
            if relevance.deeds[at as usize] {
                new_deeds[at as usize] = Some(deeds.len() as u32);
                let effects = deed.effects.iter().filter_map(|effect| effect.renumbered(&new)).collect();
                deeds.push(Deed { effects, defined: renumbered(&deed.defined, &new) });
                let id = GroundActionId(at);
                ground_actions.push((id, grounding.action(id)));
            }
        }
        let operator = |operator: &Operator| {
            Some(Operator {
                deed: new_deeds.get(operator.deed as usize).copied().flatten()?,
                pre: operator.pre.renumbered(&new),
                defined: renumbered(&operator.defined, &new),
                cost: match &operator.cost {
                    Cost::Fixed(cost) => Cost::Fixed(*cost),
                    Cost::Read(expr) => Cost::Read(expr.renumbered(&new)),
                },
            })
        };
        let task = Task {
            sizes: vars.iter().map(|var| whole.sizes[var.index()]).collect(),
            deeds,
            operators: whole.operators.iter().filter_map(operator).collect(),
        };
        let goal: Vec<Conjunction> = goal.iter().map(|conjunction| conjunction.renumbered(&new)).collect();
        // Costs that depend on the state may be any number of millionths.
        let unit_prices = Prices::new(task.operators.iter().map(|operator| match operator.cost {
            Cost::Fixed(cost) => cost,
            Cost::Read(_) => 1,
        }));
        let prices = task.operators.iter().map(|operator| match operator.cost {
            Cost::Fixed(cost) => unit_prices.of(cost),
            Cost::Read(_) => 0,
        });
        let relaxation = Relaxation::new(&task);
        let projections = Projections::new(&task, &goal);
        let regression = Regression::new(&task, &goal);
        let pocket = regression
            .as_ref()
            .and_then(|regression| PocketRules::new(regression, &relaxation, projections.as_ref()));
        Self {
            has_sub_goals: ground_actions.iter().any(|(id, _)| grounding.is_sub_goal(*id)),
            prices: prices.collect(),
            unit_prices,
            target: relaxation.target(&goal),
            projections,
            packing: Packing::new(&task, &goal),
            regression,
            pocket,
            relaxation,
            task,
            goal,
            vars,
            ground_actions,
        }
    }

    /// What of a state matters: the value of each variable.
    pub(crate) fn values<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u32> + 'a {
        self.vars.iter().map(|var| state.values.get(var.index()).copied().unwrap_or(0))
    }

    /// The ways to meet the goal, about the variables of the grounding.
    pub(crate) fn ways(&self) -> Vec<Conjunction> {
        let old = |var: VarId| self.vars.get(var.index()).copied();
        self.goal.iter().map(|way| way.renumbered(&old)).collect()
    }

    /// Whether the goal is met in a state.
    pub(crate) fn is_met(&self, state: &State) -> bool {
        let value = |var: VarId| state.values[self.vars[var.index()].index()];
        self.goal.iter().any(|conjunction| conjunction.holds(&value))
    }

    /// The ground action that a deed is.
    pub(crate) fn ground_action(&self, deed: u32) -> Option<(GroundActionId, ActionId)> {
        self.ground_actions.get(deed as usize).copied()
    }

    /// The deed that a ground action is, if it matters.
    pub(crate) fn deed(&self, id: GroundActionId) -> Option<u32> {
        self.ground_actions.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| at as u32)
    }
}

/// Which variables and deeds can matter for a goal.
pub(crate) struct Relevance {
    vars: Vec<bool>,
    pub(crate) deeds: Vec<bool>,
}

impl Relevance {
    fn new(task: &Task, goal: &[Conjunction]) -> Self {
        let mut vars = Vec::new();
        for conjunction in goal {
            conjunction.vars(&mut |var| vars.push(var));
        }
        Self::of_vars(task, vars, |_| true)
    }

    /// What matters for some variables, if only those deeds count for which `counts` is true.
    ///
    /// A deed matters if it changes a variable that matters; then everything that decides whether it can be done,
    /// what it costs and what it does to such variables matters too.
    pub(crate) fn of_vars(task: &Task, vars: Vec<VarId>, counts: impl Fn(u32) -> bool) -> Self {
        let mut writers: Vec<Vec<u32>> = vec![Vec::new(); task.sizes.len()];
        for (at, deed) in (0..).zip(&task.deeds).filter(|(at, _)| counts(*at)) {
            deed.effects.iter().for_each(|effect| writers[effect.var.index()].push(at));
        }
        let mut operators: Vec<Vec<u32>> = vec![Vec::new(); task.deeds.len()];
        for (at, operator) in (0..).zip(&task.operators) {
            operators[operator.deed as usize].push(at);
        }
        let mut relevance =
            Self { vars: vec![false; task.sizes.len()], deeds: vec![false; task.deeds.len()] };
        let mut waiting = Vec::new();
        for var in vars {
            relevance.add(var, &mut waiting);
        }
        while let Some(var) = waiting.pop() {
            for &deed in &writers[var.index()] {
                let is_new = !std::mem::replace(&mut relevance.deeds[deed as usize], true);
                let Some(deed_) = task.deeds.get(deed as usize) else { continue };
                let mut add = |var| relevance.add(var, &mut waiting);
                if is_new {
                    deed_.defined.iter().for_each(|expr| expr.vars(&mut add));
                    for &operator in &operators[deed as usize] {
                        let operator = &task.operators[operator as usize];
                        operator.pre.vars(&mut add);
                        operator.defined.iter().for_each(|expr| expr.vars(&mut add));
                        if let Cost::Read(expr) = &operator.cost {
                            expr.vars(&mut add);
                        }
                    }
                }
                for effect in &deed_.effects {
                    if effect.var == var || is_new && effect.may_refuse() && !planted::is(Bug::RefusalDropped)
                    {
                        effect.vars(&mut add);
                    }
                }
            }
        }
        relevance
    }

    fn add(&mut self, var: VarId, waiting: &mut Vec<VarId>) {
        if !std::mem::replace(&mut self.vars[var.index()], true) {
            waiting.push(var);
        }
    }
}

fn renumbered(exprs: &[Expr], new: &impl Fn(VarId) -> Option<VarId>) -> Vec<Expr> {
    exprs.iter().map(|expr| expr.renumbered(new)).collect()
}

impl Effect {
    /// Whether it may make its operator inapplicable.
    fn may_refuse(&self) -> bool {
        match &self.change {
            Change::Assign(_) => false,
            Change::Add { ends: Ends { clamp_low: true, clamp_high: true }, by } => by.may_be_undefined(),
            Change::Add { .. } | Change::Set { .. } | Change::Copy { .. } | Change::Refuse => true,
        }
    }

    /// Calls `visit` with every variable that it reads or changes.
    fn vars(&self, visit: &mut dyn FnMut(VarId)) {
        visit(self.var);
        self.when.iter().for_each(|when| when.vars(visit));
        match &self.change {
            Change::Add { by: expr, .. } | Change::Set { expr, .. } => expr.vars(visit),
            Change::Copy { from, .. } => visit(from.var()),
            Change::Assign(_) | Change::Refuse => {}
        }
    }

    /// The effect under new numbers; `None` if its variable has none.
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
        Some(Self { when, var: new(self.var)?, change })
    }
}
