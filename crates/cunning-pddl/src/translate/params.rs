//! When two effects of an action are about the same thing: which parameters must be the same for it.

use std::collections::BTreeSet;

use super::conditions::{Arg, Condition, Literal};
use super::expand::same;
use super::world::World;
use crate::model::Action;

/// The parameters of an action.
pub(super) struct Params<'a> {
    pub(super) world: &'a World<'a>,
    action: &'a Action,
    /// Pairs of parameters that the precondition keeps apart, the earlier one first.
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

    /// What must hold for two lists of arguments to be the same; nothing if they never are.
    ///
    /// Ground actions with parameters the same that the precondition keeps apart do not exist, so these never are.
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
