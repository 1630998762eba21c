//! Why a declaration has no ground form: an action without ground actions, a goal that cannot be met.
//!
//! Grounding leaves out everything impossible; this module repeats it to find the reason, in the notation of the
//! file.

use super::{Bound, Budget, Grounder, Grounding};
use crate::ground::GroundingError;
use crate::model::{
    Action, ActionId, Argument, ChangeKind, Condition, ConditionKind, Cost, CostRule, FactKind, FactRef,
    GoalId, Index, Number, NumberKind, Param, ParamId, ParamKind, Quantifier, Term,
};
use crate::task::{Change, Expr, Reading, Scale, Set, VarId};
use crate::write::Show;

/// An action that would produce a value, if it had ground actions that do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Absent {
    /// The action, with its arguments if they are known.
    pub(crate) action: String,
    pub(crate) reason: String,
}

/// A reason with its rank: how far grounding got. The reason with the highest rank is the most informative.
type Reason = (u32, String);

/// The number of bindings that are examined for a reason.
const BINDINGS_MAX: usize = 256;

impl Grounding {
    /// Returns the actions that are declared to give a fact one of some values but never do.
    pub(crate) fn absent_producers(&self, var: VarId, set: Set) -> Vec<Absent> {
        let Some((fact, indices)) = self.layout.fact_of(var) else { return Vec::new() };
        let budget = Budget::default();
        let grounder = self.grounder(&budget);
        let mut found: Vec<Absent> = Vec::new();
        for (id, action) in self.domain.actions().iter() {
            for (_, change) in action.changes().filter(|(_, change)| change.fact.fact == fact) {
                let mut fixed = vec![None; action.params.len()];
                if !fix_indices(&change.fact.indices, &indices, &mut fixed)
                    || !grounder.fix_value(&change.kind, var, set, &mut fixed)
                {
                    continue;
                }
                let absent = self.absent(id, action, &fixed);
                found.extend(absent.filter(|absent| !found.contains(absent)));
            }
        }
        found
    }

    /// Explains why an action has no ground action with the given arguments; `None` if it has one.
    pub(crate) fn why_no_ground_action(
        &self,
        id: ActionId,
        args: &[(ParamId, String)],
    ) -> Result<Option<Absent>, GroundingError> {
        let Some(action) = self.domain.actions().get(id) else { return Ok(None) };
        let mut fixed = vec![None; action.params.len()];
        for (param, value) in args {
            let Some(declared) = action.params.get(param.index()) else { continue };
            let bound = match declared.kind {
                ParamKind::Object(ty) => self.universe.code_named(ty, value).map(Bound::Object),
                ParamKind::Number { min, max } => {
                    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
                    number.map(Bound::Number)
                }
            };
            let Some(bound) = bound else {
                return Err(GroundingError::InvalidArgument {
                    of: action.name.clone(),
                    param: declared.name.clone(),
                    value: value.clone(),
                });
            };
            fixed[param.index()] = Some(bound);
        }
        Ok(self.absent(id, action, &fixed))
    }

    fn absent(&self, id: ActionId, action: &Action, fixed: &[Option<Bound>]) -> Option<Absent> {
        let fits =
            |args: &[Bound]| args.iter().zip(fixed).all(|(arg, fixed)| fixed.is_none_or(|f| f == *arg));
        let has_some = self.ground_actions.iter().any(|known| known.action == id && fits(&known.args));
        if has_some {
            return None;
        }
        let mut best = None;
        let mut left = BINDINGS_MAX;
        let budget = Budget::default();
        let grounder = self.grounder(&budget);
        grounder.each_binding(&action.params, fixed, &mut left, &mut Vec::new(), &mut best, &mut |binding| {
            grounder.why_not_action(action, binding)
        });
        let (_, reason) = best?;
        let args: Option<Vec<String>> = fixed.iter().map(|bound| Some(grounder.name((*bound)?))).collect();
        let shown = match args {
            Some(args) if !args.is_empty() => format!("{}({})", action.name, args.join(", ")),
            _ => action.name.clone(),
        };
        Some(Absent { action: shown, reason })
    }

    /// Explains why a goal cannot be met, as far as single conditions tell.
    pub(crate) fn why_never_met(&self, goal: GoalId, args: &[(ParamId, Argument)]) -> Option<String> {
        let goal = self.domain.goals().get(goal)?;
        let budget = Budget::default();
        let grounder = self.grounder(&budget);
        let fixed: Vec<Option<Bound>> = goal
            .params
            .iter()
            .enumerate()
            .map(|(at, param)| {
                let given = args.iter().rev().find(|(id, _)| id.index() == at);
                given.and_then(|(_, argument)| grounder.argument(&goal.name, param, argument).ok())
            })
            .collect();
        let mut best = None;
        let mut left = BINDINGS_MAX;
        grounder.each_binding(&goal.params, &fixed, &mut left, &mut Vec::new(), &mut best, &mut |binding| {
            grounder.why_never(&goal.want, binding)
        });
        best.map(|(_, reason)| reason)
    }
}

/// Binds the parameters that index a fact. Returns false if the fact is another one.
fn fix_indices(indices: &[Index], codes: &[u32], fixed: &mut [Option<Bound>]) -> bool {
    indices.iter().zip(codes).all(|(index, &code)| match index {
        Index::Object(object) => object.index() as u32 == code,
        Index::Param(param) => fix(fixed, *param, Bound::Object(code)),
    })
}

fn fix(fixed: &mut [Option<Bound>], param: ParamId, bound: Bound) -> bool {
    match fixed.get_mut(param.index()) {
        Some(target) => *target.get_or_insert(bound) == bound,
        None => true,
    }
}

impl Grounder<'_> {
    fn name(&self, bound: Bound) -> String {
        match bound {
            Bound::Object(code) => self.universe.name(code).to_owned(),
            Bound::Number(number) => number.to_string(),
        }
    }

    /// Binds the parameter that gives the value. Returns false if the change never gives a wanted one.
    fn fix_value(&self, kind: &ChangeKind, var: VarId, set: Set, fixed: &mut [Option<Bound>]) -> bool {
        let Some((fact, _)) = self.layout.fact_of(var) else { return false };
        let (low, high) = set.ends();
        let start = self.start.get(var.index()).copied().unwrap_or(0);
        let sign = |number: &Number| match number.kind {
            NumberKind::Literal(literal) => literal.get().signum(),
            _ => 0,
        };
        // A change in the wrong direction is not a producer.
        let leads = |sign: i64| if start < low { sign >= 0 } else { start <= high || sign <= 0 };
        match kind {
            ChangeKind::Assign(Term::Param(param)) => match (set.single(), self.layout.kind(fact)) {
                (Some(value), FactKind::Object { .. }) => {
                    let code = self.layout.codes(fact).get(value as usize);
                    code.is_some_and(|&code| fix(fixed, *param, Bound::Object(code)))
                }
                _ => true,
            },
            ChangeKind::Assign(term) => match self.source(term, &[]) {
                Some(Ok(code)) => {
                    self.layout.value_of_code(fact, code).is_some_and(|value| set.contains(value))
                }
                _ => true,
            },
            ChangeKind::Set(_) => true,
            ChangeKind::Add(number) => leads(sign(number)),
            ChangeKind::Subtract(number) => leads(-sign(number)),
        }
    }

    /// Finds the reason with the highest rank over all bindings; stops at a binding without one.
    fn each_binding(
        &self,
        params: &[Param],
        fixed: &[Option<Bound>],
        left: &mut usize,
        binding: &mut Vec<Bound>,
        best: &mut Option<Reason>,
        why: &mut dyn FnMut(&mut Vec<Bound>) -> Option<Reason>,
    ) {
        let keep = |best: &mut Option<Reason>, reason: Reason| {
            if best.as_ref().is_none_or(|best| best.0 < reason.0) {
                *best = Some(reason);
            }
        };
        let Some(param) = params.get(binding.len()) else {
            *left = left.saturating_sub(1);
            if let Some(reason) = why(binding) {
                keep(best, reason);
            }
            return;
        };
        let candidates = self.candidates(param, fixed.get(binding.len()).copied().flatten());
        if let (0, ParamKind::Object(ty)) = (candidates.len(), param.kind) {
            let ty = self.domain.types().get(ty).map_or("", |ty| ty.name.as_str());
            keep(best, (0, format!("there is no `{ty}` for its parameter `{}`", param.name)));
        }
        for candidate in candidates {
            if *left == 0 {
                return;
            }
            binding.push(candidate);
            self.each_binding(params, fixed, left, binding, best, why);
            binding.pop();
        }
    }

    /// Explains why a ground action does not exist.
    fn why_not_action(&self, action: &Action, binding: &mut Vec<Bound>) -> Option<Reason> {
        if let Some(reason) = self.why_never(&action.when, binding) {
            return Some(reason);
        }
        let names: Vec<String> = binding.iter().map(|bound| self.name(*bound)).collect();
        let show = Show::bound(self.domain, &names);
        match self.effects(action, binding, &mut Vec::new()) {
            Ok(None) => {
                let mut clashing: Vec<(VarId, String)> = Vec::new();
                for (_, change) in action.changes() {
                    if let Some(var) = self.fact_var(&change.fact, binding) {
                        clashing.push((var, show.change(change)));
                    }
                }
                let clash = clashing.iter().enumerate().find_map(|(at, (var, text))| {
                    let other = clashing[at + 1..].iter().find(|(other, _)| other == var)?;
                    Some(format!("its effects `{text}` and `{}` contradict each other", other.1))
                });
                return Some((5, clash.unwrap_or_else(|| "its effects contradict each other".to_owned())));
            }
            Ok(Some(effects)) => {
                let refuses = effects
                    .iter()
                    .find(|effect| effect.change == Change::Refuse && effect.is_unconditional());
                if let Some(effect) = refuses {
                    let mut changes = action.changes().map(|(_, change)| change);
                    let change =
                        changes.find(|change| self.fact_var(&change.fact, binding) == Some(effect.var));
                    let text = change.map(|change| show.change(change)).unwrap_or_default();
                    return Some((5, format!("`{text}` leaves the range of its fact")));
                }
            }
            Err(_) => return Some((5, "a number in its effects is undefined".to_owned())),
        }
        self.why_no_cost(&action.cost, &show, binding).map(|reason| (6, reason))
    }

    /// Explains why no cost of an action is valid.
    fn why_no_cost<'c>(&self, cost: &'c Cost, show: &Show<'c>, binding: &[Bound]) -> Option<String> {
        let numbers: Vec<&Number> = match cost {
            Cost::Number(number) => vec![number],
            Cost::Rules(rules) => rules.iter().map(|rule: &CostRule| &rule.is).collect(),
        };
        let why = |number: &'c Number| {
            let text = show.number(number);
            match self.number(number, Scale::Millionths, binding) {
                Ok(Expr::Const(cost)) if cost < 0 => Some(format!("its cost `{text}` is negative")),
                Ok(Expr::Const(_)) => Some(format!("its cost `{text}` is too large")),
                Ok(_) => None,
                Err(_) => {
                    let reason = self.why_undefined(number, show, binding);
                    Some(format!("its cost `{text}` is undefined{reason}"))
                }
            }
        };
        numbers.into_iter().find_map(why)
    }

    /// Returns the division by zero inside a number, as the end of a sentence.
    fn why_undefined<'c>(&self, number: &'c Number, show: &Show<'c>, binding: &[Bound]) -> String {
        let mut divisor = None;
        number.walk(&mut |part| {
            if let NumberKind::Binary { operator: crate::model::Operator::Divide, right, .. } = &part.kind
                && matches!(self.number(right, Scale::Millionths, binding), Ok(Expr::Const(0)))
            {
                divisor.get_or_insert(right);
            }
        });
        divisor.map_or_else(String::new, |divisor| format!(": `{}` is 0", show.number(divisor)))
    }

    /// Explains why some conditions can never hold together under a binding.
    fn why_never(&self, conditions: &[Condition], binding: &mut Vec<Bound>) -> Option<Reason> {
        let names: Vec<String> = binding.iter().map(|bound| self.name(*bound)).collect();
        let show = Show::bound(self.domain, &names);
        let mut reason: Option<Reason> = None;
        for condition in conditions {
            let mut reads = false;
            condition.facts(&mut |_: &FactRef| reads = true);
            let text = show.condition(condition);
            // Conditions on parameters alone are less informative than those on facts.
            let stage = if reads { 2 } else { 1 };
            let found = match self.conjunction_of(std::slice::from_ref(condition), binding) {
                Ok(ways) if !ways.is_empty() => None,
                Ok(_) if self.is_undefined(condition, binding) => {
                    Some(format!("it needs `{text}`, in which a number is undefined"))
                }
                Ok(_) => {
                    let why = self.why_false(condition, &show, binding);
                    Some(match why {
                        Some(why) => format!("it needs `{text}`, but {why}"),
                        None => format!("it needs `{text}`, which can never hold"),
                    })
                }
                Err(_) => None,
            };
            if let Some(found) = found
                && reason.is_none()
            {
                reason = Some((stage, found));
            }
        }
        if reason.is_none()
            && let Ok(ways) = self.conjunction_of(conditions, binding)
            && ways.is_empty()
        {
            let texts: Vec<String> =
                conditions.iter().map(|condition| format!("`{}`", show.condition(condition))).collect();
            reason = Some((3, format!("{} exclude each other", texts.join(" and "))));
        }
        reason
    }

    /// Returns whether a condition is a comparison with a number that is undefined in every state.
    fn is_undefined(&self, condition: &Condition, binding: &[Bound]) -> bool {
        let ConditionKind::Compare { left, right, .. } = &condition.kind else { return false };
        [left, right].iter().any(|number| self.number(number, Scale::Whole, binding).is_err())
    }

    /// Returns what makes a single condition constantly false.
    fn why_false<'c>(&self, condition: &'c Condition, show: &Show<'c>, binding: &[Bound]) -> Option<String> {
        match &condition.kind {
            ConditionKind::Quantified { quantifier: Quantifier::Some, variable, .. } => {
                let ty = self.domain.types().get(variable.ty)?;
                self.universe.members(variable.ty).is_empty().then(|| format!("there is no `{}`", ty.name))
            }
            ConditionKind::Compare { left, right, .. } => {
                let mut parts = Vec::new();
                for number in [left, right] {
                    let is_literal = matches!(number.kind, NumberKind::Literal(_) | NumberKind::Param(_));
                    match self.number(number, Scale::Whole, binding).ok()? {
                        Expr::Const(value) if !is_literal => {
                            parts.push(format!("`{}` is {value}", show.number(number)));
                        }
                        Expr::Read(Reading::Int { var, min, .. }) => {
                            let max = min + i64::from(self.layout.size(var)) - 1;
                            parts.push(format!("`{}` ranges from {min} to {max}", show.number(number)));
                        }
                        _ => {}
                    }
                }
                (!parts.is_empty()).then(|| parts.join(" and "))
            }
            ConditionKind::Same { left: Term::Fact(fact), .. } => {
                let var = self.fact_var(fact, binding)?;
                self.folded(fact.fact, var)?;
                Some(format!("no action changes `{}`", show.fact(fact)))
            }
            _ => None,
        }
    }
}
