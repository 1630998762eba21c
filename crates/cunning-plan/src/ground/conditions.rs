//! Conditions in disjunctive normal form: quantifiers expanded, negations pushed inward.

use super::error::argument_text;
use super::{Bound, Grounder, GroundingError, Obstacle, VARIANTS_MAX};
use crate::model::{
    Argument, Comparison, Condition, ConditionKind, Equality, FactId, FactRef, GoalId, Param, ParamId,
    ParamKind, Quantifier, SourceSpan, Term,
};
use crate::task::{Atom, Conjunction, Expr, Reading, Relation, Scale, Set, VarId, intersect, list_bytes};

/// The smallest size of a condition: a list of one conjunction of one atom.
const CONDITION_BYTES: usize = size_of::<Vec<Conjunction>>() + size_of::<Conjunction>() + size_of::<Atom>();

/// The meaning of a term under a binding.
enum Known {
    /// An object, `none` or a bool, by code.
    Code(u32),
    /// The value of a variable of an object fact.
    Var { var: VarId, fact: FactId },
}

impl<'a> Grounder<'a> {
    /// Returns the possible arguments of a parameter, in order: its binding if it is bound.
    pub(super) fn candidates(
        &self,
        param: &Param,
        fixed: Option<Bound>,
    ) -> impl ExactSizeIterator<Item = Bound> + use<'a> {
        let (members, min, count) = match param.kind {
            ParamKind::Object(ty) => {
                let members: &'a [u32] = self.universe.members(ty);
                (members, 0, members.len())
            }
            // There may be a billion, so they are not listed.
            ParamKind::Number { min, max } => (&[][..], min, min.abs_diff(max) as usize + 1),
        };
        let candidate = move |at: usize| match members.get(at) {
            Some(&code) => Bound::Object(code),
            None => Bound::Number(min + at as i64),
        };
        let count = if fixed.is_some() { 1 } else { count };
        (0..count).map(move |at| fixed.unwrap_or_else(|| candidate(at)))
    }
}

impl Grounder<'_> {
    /// Returns the goal under all bindings of its unbound parameters.
    pub(super) fn goal(
        &self,
        goal: GoalId,
        args: &[Option<Bound>],
    ) -> Result<Vec<Conjunction>, GroundingError> {
        let goal = self.domain.goals().get(goal).ok_or(GroundingError::UnknownGoal { goal })?;
        let mut all = Vec::new();
        let mut binding = Vec::new();
        let mut add = |binding: &mut Vec<Bound>| {
            self.budget.next();
            let mut found = self.conjunction_of(&goal.want, binding)?;
            for &bound in binding.iter() {
                if let Bound::Object(code) = bound {
                    found = self.if_bound(code, found);
                }
            }
            for conjunction in found {
                self.budget.keep(size_of::<Conjunction>() + conjunction.bytes(), goal.span)?;
                if !all.contains(&conjunction) {
                    all.push(conjunction);
                }
            }
            if all.len() > VARIANTS_MAX {
                return Err(Self::too_many("ways to meet the goal", VARIANTS_MAX, goal.span));
            }
            Ok(())
        };
        self.bind_goal(&goal.params, args, &mut binding, &mut add)?;
        Ok(all)
    }

    /// Returns the bindings of the parameters of a goal.
    pub(super) fn arguments(
        &self,
        goal: GoalId,
        args: &[(ParamId, Argument)],
    ) -> Result<Vec<Option<Bound>>, GroundingError> {
        let goal = self.domain.goals().get(goal).ok_or(GroundingError::UnknownGoal { goal })?;
        let bound = |(at, param): (usize, &Param)| {
            let given = args.iter().rev().find(|(id, _)| id.index() == at);
            given.map(|(_, argument)| self.argument(&goal.name, param, argument)).transpose()
        };
        goal.params.iter().enumerate().map(bound).collect()
    }

    fn bind_goal(
        &self,
        params: &[Param],
        args: &[Option<Bound>],
        binding: &mut Vec<Bound>,
        add: &mut dyn FnMut(&mut Vec<Bound>) -> Result<(), GroundingError>,
    ) -> Result<(), GroundingError> {
        let Some(param) = params.get(binding.len()) else { return add(binding) };
        let candidates = self.candidates(param, args.get(binding.len()).copied().flatten());
        for candidate in candidates {
            self.budget.step(1, param.span)?;
            binding.push(candidate);
            self.bind_goal(params, args, binding, add)?;
            binding.pop();
        }
        Ok(())
    }

    pub(super) fn argument(
        &self,
        of: &str,
        param: &Param,
        argument: &Argument,
    ) -> Result<Bound, GroundingError> {
        let found = match (param.kind, argument) {
            (ParamKind::Object(ty), Argument::Object(name)) => {
                self.universe.code(ty, name).map(Bound::Object)
            }
            (ParamKind::Number { min, max }, Argument::Number(value)) => {
                (min..=max).contains(value).then_some(Bound::Number(*value))
            }
            _ => None,
        };
        found.ok_or_else(|| GroundingError::InvalidArgument {
            of: of.to_owned(),
            param: param.name.clone(),
            value: argument_text(self.domain, argument),
        })
    }

    /// Compiles a list of conditions, all of which must hold.
    ///
    /// A comparison with an undefined number does not hold, and neither does its negation. So a condition holds only
    /// if what it needs is defined: the other part of an `or` may be undefined.
    pub(super) fn conjunction_of(
        &self,
        conditions: &[Condition],
        binding: &mut Vec<Bound>,
    ) -> Result<Vec<Conjunction>, GroundingError> {
        self.all(conditions.iter().map(|condition| (condition, false)), binding)
    }

    /// Compiles the negation of a list of conditions.
    pub(super) fn negation_of(
        &self,
        conditions: &[Condition],
        binding: &mut Vec<Bound>,
    ) -> Result<Vec<Conjunction>, GroundingError> {
        self.any(conditions.iter().map(|condition| (condition, true)), binding)
    }

    fn all<'c>(
        &self,
        conditions: impl Iterator<Item = (&'c Condition, bool)>,
        binding: &mut Vec<Bound>,
    ) -> Result<Vec<Conjunction>, GroundingError> {
        let mut lists = Vec::new();
        let mut span = SourceSpan::NONE;
        for (condition, negated) in conditions {
            span = condition.span;
            lists.push(self.condition(condition, negated, binding)?);
        }
        let both = self.combined(lists, span)?;
        both.ok_or_else(|| Self::too_many("ways to meet a condition", VARIANTS_MAX, span))
    }

    /// Returns the disjunction of all combinations of one member from each list; `None` if there are too many.
    pub(super) fn combined(
        &self,
        lists: impl IntoIterator<Item = Vec<Conjunction>>,
        span: SourceSpan,
    ) -> Result<Option<Vec<Conjunction>>, GroundingError> {
        let mut all = vec![Conjunction::default()];
        for list in lists {
            let pairs = all.len() * list.len();
            self.budget.step(pairs, span)?;
            if pairs == 1 {
                // The existing conjunction is extended in place.
                self.budget.make(list_bytes(&list, Conjunction::bytes), span)?;
            } else {
                let longest = |list: &[Conjunction]| list.iter().map(Conjunction::bytes).max().unwrap_or(0);
                let most = size_of::<Conjunction>() + longest(&all) + longest(&list);
                self.budget.may_make(most.saturating_mul(pairs.min(VARIANTS_MAX)), span)?;
            }
            let Some(both) = intersect(all, list, VARIANTS_MAX) else { return Ok(None) };
            all = both;
            if pairs > 1 {
                self.budget.make(list_bytes(&all, Conjunction::bytes), span)?;
            }
        }
        // Most conditions are kept as long as the grounding is.
        for conjunction in &mut all {
            conjunction.atoms.shrink_to_fit();
            conjunction.relations.shrink_to_fit();
        }
        all.shrink_to_fit();
        Ok(Some(all))
    }

    fn any<'c>(
        &self,
        conditions: impl Iterator<Item = (&'c Condition, bool)>,
        binding: &mut Vec<Bound>,
    ) -> Result<Vec<Conjunction>, GroundingError> {
        let mut found: Vec<Conjunction> = Vec::new();
        for (condition, negated) in conditions {
            for conjunction in self.condition(condition, negated, binding)? {
                if !found.contains(&conjunction) {
                    found.push(conjunction);
                }
            }
            if found.len() > VARIANTS_MAX {
                return Err(Self::too_many("ways to meet a condition", VARIANTS_MAX, condition.span));
            }
        }
        // A condition that always holds makes the others superfluous.
        if found.iter().any(Conjunction::is_true) {
            found = vec![Conjunction::default()];
        }
        Ok(found)
    }

    fn condition(
        &self,
        condition: &Condition,
        negated: bool,
        binding: &mut Vec<Bound>,
    ) -> Result<Vec<Conjunction>, GroundingError> {
        self.budget.make(CONDITION_BYTES, condition.span)?;
        match &condition.kind {
            ConditionKind::All(members) | ConditionKind::Any(members) => {
                let is_all = matches!(condition.kind, ConditionKind::All(_));
                let members = members.iter().map(|member| (member, negated));
                if is_all == negated { self.any(members, binding) } else { self.all(members, binding) }
            }
            ConditionKind::Same { left, equality, right } => {
                let equal = (*equality == Equality::Equals) != negated;
                Ok(self.same(left, equal, right, binding))
            }
            ConditionKind::Compare { left, comparison, right } => {
                let comparison = if negated { opposite(*comparison) } else { *comparison };
                let left = self.number(left, Scale::Whole, binding);
                match left.and_then(|left| Ok((left, self.number(right, Scale::Whole, binding)?))) {
                    Ok((left, right)) => Ok(self.compare(left, comparison, right)),
                    Err(Obstacle::Undefined) => Ok(constant(false)),
                    Err(Obstacle::Error(error)) => Err(error),
                }
            }
            ConditionKind::Quantified { quantifier, variable, body } => {
                // `no` is `every` of the negation; negating exchanges `some` and `every`.
                let (is_every, body_negated) = match quantifier {
                    Quantifier::Some => (negated, negated),
                    Quantifier::Every => (!negated, negated),
                    Quantifier::No => (!negated, !negated),
                };
                let mut lists = Vec::new();
                for &code in self.universe.members(variable.ty).iter() {
                    binding.push(Bound::Object(code));
                    let list = self.condition(body, body_negated, binding);
                    binding.pop();
                    lists.push(if is_every {
                        self.unless_absent(code, list?)
                    } else {
                        self.if_bound(code, list?)
                    });
                }
                let combined = if is_every {
                    self.combined(lists, condition.span)?
                } else {
                    let mut found: Vec<Conjunction> = Vec::new();
                    for conjunction in lists.into_iter().flatten() {
                        if found.len() <= VARIANTS_MAX && !found.contains(&conjunction) {
                            found.push(conjunction);
                        }
                    }
                    (found.len() <= VARIANTS_MAX).then_some(found)
                };
                combined
                    .ok_or_else(|| Self::too_many("ways to meet a condition", VARIANTS_MAX, condition.span))
            }
        }
    }

    /// Returns the variable of a fact under a binding of its indices.
    pub(super) fn fact_var(&self, fact: &FactRef, binding: &[Bound]) -> Option<VarId> {
        let indices: Option<Vec<u32>> =
            fact.indices.iter().map(|&index| Self::index(index, binding)).collect();
        self.layout.var(fact.fact, indices?)
    }

    fn term(&self, term: &Term, binding: &[Bound]) -> Option<Known> {
        Some(match term {
            Term::Bool(value) => Known::Code(u32::from(*value)),
            Term::None => Known::Code(self.universe.none()),
            Term::Object(object) => Known::Code(object.index() as u32),
            Term::Param(param) => Known::Code(Self::object(*param, binding)?),
            Term::Fact(fact) => {
                let var = self.fact_var(fact, binding)?;
                match self.folded(fact.fact, var) {
                    Some(value) => Known::Code(self.layout.codes(fact.fact).get(value as usize).copied()?),
                    None => Known::Var { var, fact: fact.fact },
                }
            }
        })
    }

    /// Returns the meaning of a term to be stored: a code, or a variable with the codes of its values.
    pub(super) fn source(&self, term: &Term, binding: &[Bound]) -> Option<Result<u32, Reading>> {
        Some(match self.term(term, binding)? {
            Known::Code(code) => Ok(code),
            Known::Var { var, fact } => Err(self.reading(var, fact)),
        })
    }

    /// Returns a bool or object fact with the codes of its values.
    fn reading(&self, var: VarId, fact: FactId) -> Reading {
        Reading::Object { var, codes: self.layout.shared_codes(fact) }
    }

    fn same(&self, left: &Term, equal: bool, right: &Term, binding: &[Bound]) -> Vec<Conjunction> {
        let (Some(left), Some(right)) = (self.term(left, binding), self.term(right, binding)) else {
            return constant(false);
        };
        match (left, right) {
            (Known::Code(left), Known::Code(right)) => constant((left == right) == equal),
            (Known::Var { var, fact }, Known::Code(code)) | (Known::Code(code), Known::Var { var, fact }) => {
                let size = self.layout.size(var);
                match self.layout.value_of_code(fact, code) {
                    None => constant(!equal),
                    Some(value) if equal => atoms(var, size, Set::only(size, value)),
                    Some(value) => atoms(var, size, Set::all_but(size, value)),
                }
            }
            (Known::Var { var: one, .. }, Known::Var { var: two, .. }) if one == two => constant(equal),
            (Known::Var { var: left, fact: left_fact }, Known::Var { var: right, fact: right_fact }) => {
                let read = |var, fact| Expr::Read(self.reading(var, fact));
                let comparison = if equal { Comparison::Equal } else { Comparison::Unequal };
                let relation =
                    Relation { left: read(left, left_fact), comparison, right: read(right, right_fact) };
                vec![Conjunction::of_relation(relation)]
            }
        }
    }

    fn compare(&self, left: Expr, comparison: Comparison, right: Expr) -> Vec<Conjunction> {
        match (&left, &right) {
            (Expr::Const(left), Expr::Const(right)) => constant(comparison.holds(*left, *right)),
            (Expr::Read(Reading::Int { var, min, .. }), Expr::Const(bound)) => {
                self.bounded(*var, comparison, bound.saturating_sub(*min))
            }
            (Expr::Const(bound), Expr::Read(Reading::Int { var, min, .. })) => {
                self.bounded(*var, comparison.mirrored(), bound.saturating_sub(*min))
            }
            _ => vec![Conjunction::of_relation(Relation { left, comparison, right })],
        }
    }

    /// Compares a variable with a constant, both relative to the variable's least value.
    fn bounded(&self, var: VarId, comparison: Comparison, bound: i64) -> Vec<Conjunction> {
        let size = self.layout.size(var);
        let last = i64::from(size) - 1;
        match comparison {
            Comparison::Equal => atoms(var, size, Set::range(size, bound, bound)),
            Comparison::Unequal if (0..=last).contains(&bound) => {
                atoms(var, size, Set::all_but(size, bound as u32))
            }
            Comparison::Unequal => constant(true),
            Comparison::Less => atoms(var, size, Set::range(size, 0, bound - 1)),
            Comparison::AtMost => atoms(var, size, Set::range(size, 0, bound)),
            Comparison::Greater => atoms(var, size, Set::range(size, bound + 1, last)),
            Comparison::AtLeast => atoms(var, size, Set::range(size, bound, last)),
        }
    }
}

/// Returns a condition that does not depend on the state.
fn constant(holds: bool) -> Vec<Conjunction> {
    if holds { vec![Conjunction::default()] } else { Vec::new() }
}

/// Returns one conjunction for each set; a set of all values is no condition.
fn atoms(var: VarId, size: u32, sets: impl IntoIterator<Item = Set>) -> Vec<Conjunction> {
    sets.into_iter()
        .map(
            |set| {
                if set.is_full(size) {
                    Conjunction::default()
                } else {
                    Conjunction::of_atom(Atom { var, set })
                }
            },
        )
        .collect()
}

const fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::Unequal,
        Comparison::Unequal => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
    }
}
