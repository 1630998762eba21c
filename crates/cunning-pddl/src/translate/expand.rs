//! Translation of formulas to conditions: pushes negations inwards, expands quantifiers and folds static facts.

use cunning_plan::Micros;
use cunning_plan::model::Comparison;

use super::conditions::{Arg, Condition, Constant, Literal};
use super::world::World;
use crate::model::{
    Formula, FunctionId, Number, NumberKind, ObjectId, Quantifier, Term, Variable, VariableId, opposite,
    turned,
};
use crate::types::KindId;

/// The expansion exceeds its limit.
pub(super) struct TooMany;

/// Expands the formulas of one action, or of the goal.
pub(super) struct Expander<'a> {
    world: &'a World<'a>,
    variables: &'a [Variable],
    /// The current binding of each variable; parameters are bound to themselves.
    bound: Vec<Arg>,
    /// How many more literals and effects are allowed.
    left: &'a mut usize,
}

/// A side of a comparison.
enum Side {
    Constant(Constant),
    Changing(FunctionId, Vec<Arg>),
}

impl<'a> Expander<'a> {
    pub(super) fn new(world: &'a World<'a>, variables: &'a [Variable], left: &'a mut usize) -> Self {
        let bound = (0..variables.len()).map(Arg::Param).collect();
        Self { world, variables, bound, left }
    }

    /// Counts one literal or effect.
    pub(super) fn count(&mut self) -> Result<(), TooMany> {
        *self.left = self.left.checked_sub(1).ok_or(TooMany)?;
        Ok(())
    }

    pub(super) fn arg(&self, term: Term) -> Arg {
        match term {
            Term::Object(object) => Arg::Object(object),
            Term::Variable(variable) => self.bound[variable.0],
        }
    }

    pub(super) fn args(&self, terms: &[Term]) -> Vec<Arg> {
        terms.iter().map(|&term| self.arg(term)).collect()
    }

    /// The objects that a quantified variable ranges over.
    pub(super) fn candidates(&self, variable: VariableId) -> Vec<ObjectId> {
        self.world.classes.members(self.variables[variable.0].kind)
    }

    /// Binds a quantified variable to an object. Every binding counts, so that the work is bounded too.
    pub(super) fn bind(&mut self, variable: VariableId, object: ObjectId) -> Result<(), TooMany> {
        self.count()?;
        self.bound[variable.0] = Arg::Object(object);
        Ok(())
    }

    /// Expands a formula for every combination of objects of the variables.
    fn each(
        &mut self,
        variables: &[VariableId],
        body: &Formula,
        holds: bool,
        found: &mut Vec<Condition>,
    ) -> Result<(), TooMany> {
        let Some((&first, rest)) = variables.split_first() else {
            found.push(self.formula(body, holds)?);
            return Ok(());
        };
        for object in self.candidates(first) {
            self.bind(first, object)?;
            self.each(rest, body, holds, found)?;
        }
        Ok(())
    }

    /// Translates a formula, or its negation if `holds` is false.
    pub(super) fn formula(&mut self, formula: &Formula, holds: bool) -> Result<Condition, TooMany> {
        match formula {
            Formula::All(members) | Formula::Any(members) => {
                let is_all = matches!(formula, Formula::All(_)) == holds;
                let members: Vec<Condition> =
                    members.iter().map(|member| self.formula(member, holds)).collect::<Result<_, _>>()?;
                Ok(if is_all { Condition::all(members) } else { Condition::any(members) })
            }
            Formula::Not(inner) => self.formula(inner, !holds),
            Formula::Quantified { quantifier, variables, body } => {
                let mut members = Vec::new();
                self.each(variables, body, holds, &mut members)?;
                let is_all = (*quantifier == Quantifier::Every) == holds;
                Ok(if is_all { Condition::all(members) } else { Condition::any(members) })
            }
            Formula::Holds { predicate, args } => {
                self.count()?;
                let args = self.args(args);
                // A ground static atom is decided by the initial state.
                if let (false, Some(objects)) = (self.world.is_written(*predicate), World::ground(&args)) {
                    return Ok(Condition::constant(self.world.holds(*predicate, &objects) == holds));
                }
                Ok(Literal::Holds { predicate: *predicate, args, value: holds }.into())
            }
            Formula::Same(one, other) => {
                self.count()?;
                Ok(self.same(self.arg(*one), self.arg(*other), holds))
            }
            Formula::Compare { left, comparison, right } => {
                self.count()?;
                let comparison = if holds { *comparison } else { opposite(*comparison) };
                Ok(self.compare(left, comparison, right))
            }
        }
    }

    fn kind(&self, param: usize) -> KindId {
        self.variables[param].kind
    }

    fn same(&self, one: Arg, other: Arg, equal: bool) -> Condition {
        match same(self.world, |param| self.kind(param), one, other) {
            Ok(known) => Condition::constant(known == equal),
            Err((param, other)) => Literal::Same { param, other, equal }.into(),
        }
    }

    fn compare(&self, left: &Number, comparison: Comparison, right: &Number) -> Condition {
        let mut known = Vec::new();
        let (left, right) = (self.side(left, &mut known), self.side(right, &mut known));
        let (function, args, comparison, right) = match (left, right) {
            (
                Side::Changing(function, args) | Side::Constant(Constant::Function(function, args)),
                Side::Constant(right),
            ) => (function, args, comparison, right),
            (
                Side::Constant(left),
                Side::Changing(function, args) | Side::Constant(Constant::Function(function, args)),
            ) => (function, args, turned(comparison), left),
            (Side::Constant(Constant::Literal(left)), Side::Constant(Constant::Literal(right))) => {
                known.push(Condition::constant(comparison.holds(left.get(), right.get())));
                return Condition::all(known);
            }
            // `checks` has rejected this already.
            (Side::Changing(..), Side::Changing(..)) => return Condition::NEVER,
        };
        known.push(Literal::Compare { function, args, comparison, right }.into());
        Condition::all(known)
    }

    fn side(&self, number: &Number, known: &mut Vec<Condition>) -> Side {
        match &number.kind {
            NumberKind::Function { function, args } if self.world.is_changed(*function) => {
                Side::Changing(*function, self.args(args))
            }
            _ => Side::Constant(self.constant(number, known)),
        }
    }

    /// Translates a number that no action changes. The conditions under which it has a value are added to `known`.
    pub(super) fn constant(&self, number: &Number, known: &mut Vec<Condition>) -> Constant {
        let (function, args) = match &number.kind {
            NumberKind::Literal(value) => return Constant::Literal(*value),
            NumberKind::Function { function, args } => (*function, self.args(args)),
        };
        if let Some(objects) = World::ground(&args) {
            let value = self.world.value(function, &objects);
            known.push(Condition::constant(value.is_some()));
            return Constant::Literal(value.unwrap_or(Micros::ONE));
        }
        if !self.world.is_total(function) {
            known.push(Literal::Known { function, args: args.clone(), value: true }.into());
        }
        Constant::Function(function, args)
    }
}

/// Whether two arguments are the same, or else the parameter that must be the same as the other.
pub(super) fn same(
    world: &World<'_>,
    kind: impl Fn(usize) -> KindId,
    one: Arg,
    other: Arg,
) -> Result<bool, (usize, Arg)> {
    match (one, other) {
        (Arg::Object(one), Arg::Object(other)) => Ok(one == other),
        (Arg::Param(one), Arg::Param(other)) if one == other => Ok(true),
        (Arg::Param(one), Arg::Param(other)) if !world.classes.overlap(kind(one), kind(other)) => Ok(false),
        (Arg::Param(one), Arg::Param(other)) => Err((one.min(other), Arg::Param(one.max(other)))),
        (Arg::Param(param), Arg::Object(object)) | (Arg::Object(object), Arg::Param(param)) => {
            if world.classes.is_member(object, kind(param)) {
                Err((param, Arg::Object(object)))
            } else {
                Ok(false)
            }
        }
    }
}
