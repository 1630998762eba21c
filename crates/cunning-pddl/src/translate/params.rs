//! The conditions under which two effects of an action have the same target.

use std::collections::BTreeSet;

use super::conditions::{Arg, Condition, Literal};
use super::expand::same;
use super::world::World;
use crate::model::Action;

/// The parameters of an action.
pub(super) struct Params<'a> {
    pub(super) world: &'a World<'a>,
    action: &'a Action,
    /// Pairs of parameters that the precondition requires to differ, the earlier one first.
    apart: BTreeSet<(usize, usize)>,
}

impl<'a> Params<'a> {
    pub(super) fn new(world: &'a World<'a>, action: &'a Action, precondition: &Condition) -> Self {
        let apart = precondition.literals().filter_map(|literal| match literal {
            Literal::Same { param, other: Arg::Param(other), equal: false } => Some((*param, *other)),
            _ => None,
        });
        Self { world, action, apart: apart.collect() }
    }

    /// The literals under which two lists of arguments are equal; `None` if they never are.
    ///
    /// Parameters that the precondition requires to differ are never equal.
    pub(super) fn meet(&self, one: &[Arg], other: &[Arg]) -> Option<Vec<Literal>> {
        let mut literals = Vec::new();
        for (&one, &other) in one.iter().zip(other) {
            let literal = match same(self.world, |param| self.action.variables[param].kind, one, other) {
                Ok(true) => continue,
                Ok(false) => return None,
                Err((param, Arg::Param(other))) if self.apart.contains(&(param, other)) => return None,
                Err((param, other)) => Literal::Same { param, other, equal: true },
            };
            if !literals.contains(&literal) {
                literals.push(literal);
            }
        }
        Some(literals)
    }
}
