//! The language features that a domain uses, read from the domain itself.

use crate::domain::{
    Change, Condition, EffectGroup, FactKind, Number, OracleDomain, Overflow, ParameterKind, Term, TypeKind,
};
use crate::query::OracleQuery;

/// A feature of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// Int facts.
    Numbers,
    /// Actions with parameters.
    Parameters,
    /// Number parameters of actions.
    NumberParameters,
    /// Goals with parameters that the query binds.
    BoundGoalParameters,
    /// Goals with parameters that the query leaves open.
    FreeGoalParameters,
    /// Families of facts.
    Families,
    /// Tables that an expression can read.
    Tables,
    /// Effects under conditions.
    ConditionalEffects,
    /// `any` lists.
    Disjunctions,
    /// `some`, `no` and `every`.
    Quantifiers,
    /// Facts that can be none.
    OptionalFacts,
    /// Open types.
    OpenTypes,
    /// Unions.
    Unions,
    /// Costs by rules.
    CostRules,
    /// Costs by expression.
    CostExpressions,
    /// Checks.
    Checks,
    /// Ints that clamp.
    Clamps,
    /// Facts compared with facts, or copied from facts.
    FactToFact,
    /// Arithmetic with facts that some action writes: only forward search can do it.
    WrittenFactsInNumbers,
    /// Actions with hoped-for effects.
    Hopes,
    /// `[move]`.
    Moves,
    /// Actions with `near`.
    Nearness,
    /// Curves.
    Curves,
    /// Actions that stand for goals.
    SubGoals,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Self; 24] = [
        Self::Numbers,
        Self::Parameters,
        Self::NumberParameters,
        Self::BoundGoalParameters,
        Self::FreeGoalParameters,
        Self::Families,
        Self::Tables,
        Self::ConditionalEffects,
        Self::Disjunctions,
        Self::Quantifiers,
        Self::OptionalFacts,
        Self::OpenTypes,
        Self::Unions,
        Self::CostRules,
        Self::CostExpressions,
        Self::Checks,
        Self::Clamps,
        Self::FactToFact,
        Self::WrittenFactsInNumbers,
        Self::Hopes,
        Self::Moves,
        Self::Nearness,
        Self::Curves,
        Self::SubGoals,
    ];
}

/// Returns the features that a domain uses, for the goal of a query.
pub(crate) fn features(domain: &OracleDomain, query: &OracleQuery) -> Vec<Feature> {
    let mut seen = Seen { written: written_facts(domain), found: Vec::new() };
    for fact in &domain.vocabulary.facts {
        seen.note(Feature::Families, !fact.of.is_empty());
        match fact.kind {
            FactKind::Bool => {}
            FactKind::Symbol { optional, .. } => seen.note(Feature::OptionalFacts, optional),
            FactKind::Int(range) => {
                seen.note(Feature::Numbers, true);
                seen.note(Feature::Clamps, range.low == Overflow::Clamp || range.high == Overflow::Clamp);
            }
        }
    }
    for of in &domain.vocabulary.types {
        seen.note(Feature::OpenTypes, matches!(of.kind, TypeKind::Open { .. }));
        seen.note(Feature::Unions, of.kind == TypeKind::Union);
    }
    seen.note(Feature::Moves, domain.moves);
    for action in &domain.actions {
        seen.note(Feature::Hopes, action.hopes);
        seen.note(Feature::Nearness, action.is_near);
        seen.note(Feature::Parameters, !action.parameters.is_empty());
        let is_number = |kind: ParameterKind| matches!(kind, ParameterKind::Number { .. });
        seen.note(Feature::NumberParameters, action.parameters.iter().any(|given| is_number(given.kind)));
        seen.note(Feature::Checks, action.check.is_some());
        seen.note(Feature::SubGoals, action.achieves.is_some());
        seen.note(Feature::CostRules, action.cost.len() > 1);
        seen.conditions(&action.when);
        seen.effects(&action.then);
        for rule in &action.cost {
            seen.conditions(&rule.when);
            seen.note(Feature::CostExpressions, !matches!(rule.is, Number::Literal(_)));
            seen.number(&rule.is);
        }
    }
    for goal in domain.goals.iter().filter(|goal| goal.name == query.goal) {
        seen.conditions(&goal.want);
        seen.note(Feature::BoundGoalParameters, !query.args.is_empty());
        seen.note(Feature::FreeGoalParameters, goal.parameters.len() > query.args.len());
    }
    seen.found.sort_unstable();
    seen.found
}

fn written_facts(domain: &OracleDomain) -> Vec<usize> {
    let effects = domain.actions.iter().flat_map(|action| &action.then).flat_map(|group| &group.then);
    effects.map(|effect| effect.fact.fact).collect()
}

struct Seen {
    written: Vec<usize>,
    found: Vec<Feature>,
}

impl Seen {
    fn note(&mut self, feature: Feature, is_used: bool) {
        if is_used && !self.found.contains(&feature) {
            self.found.push(feature);
        }
    }

    fn conditions(&mut self, conditions: &[Condition]) {
        for condition in conditions {
            self.condition(condition);
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Same { left, right, .. } => {
                self.note(Feature::FactToFact, matches!((left, right), (Term::Fact(_), Term::Fact(_))));
            }
            Condition::Compare { left: Number::Fact(_), right: Number::Fact(_), .. } => {
                self.note(Feature::FactToFact, true);
            }
            Condition::Compare { left: Number::Fact(_), right, .. } => self.number(right),
            Condition::Compare { left, right, .. } => {
                self.number(left);
                self.number(right);
            }
            Condition::Any(alternatives) => {
                self.note(Feature::Disjunctions, true);
                for alternative in alternatives {
                    self.conditions(alternative);
                }
            }
            Condition::Quantified { body, .. } => {
                self.note(Feature::Quantifiers, true);
                self.condition(body);
            }
        }
    }

    fn effects(&mut self, groups: &[EffectGroup]) {
        for group in groups {
            self.note(Feature::ConditionalEffects, !group.when.is_empty());
            self.conditions(&group.when);
            for effect in &group.then {
                match &effect.change {
                    Change::Become(term) => self.note(Feature::FactToFact, matches!(term, Term::Fact(_))),
                    Change::Assign(Number::Fact(_)) => self.note(Feature::FactToFact, true),
                    Change::Assign(number) | Change::Add(number) => self.number(number),
                }
            }
        }
    }

    fn number(&mut self, number: &Number) {
        match number {
            Number::Fact(fact) => {
                let is_written = self.written.contains(&fact.fact);
                self.note(Feature::WrittenFactsInNumbers, is_written);
            }
            Number::Table(..) => self.note(Feature::Tables, true),
            Number::Curve(_, inner) => {
                self.note(Feature::Curves, true);
                self.number(inner);
            }
            Number::Negate(inner) => self.number(inner),
            Number::Binary(_, left, right) => {
                self.number(left);
                self.number(right);
            }
            Number::Call(_, arguments) => {
                for argument in arguments {
                    self.number(argument);
                }
            }
            Number::Literal(_) | Number::Undefined | Number::Parameter(_) | Number::Trait(_) => {}
        }
    }
}
