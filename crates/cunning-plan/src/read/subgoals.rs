//! `achieves`: actions that stand for goals.

use super::Context;
use crate::codes;
use crate::model::{Change, Condition, Outcome, Param, ParamId, ParamKind};
use crate::read_error::{Checked, ReadError};
use crate::shape::text;
use crate::tree::Node;

impl Context<'_> {
    pub(super) fn achieves(&mut self, node: &Node, params: &[Param]) -> Checked<Outcome> {
        let name = text(node, "the name of a goal")?;
        let id = self.names.goal(&name.value, name.span)?;
        let goal = &self.domain.goals[id];
        let mut args = Vec::with_capacity(goal.params.len());
        for wanted in &goal.params {
            let Some(at) = params.iter().position(|param| param.name == wanted.name) else {
                let message = format!(
                    "the goal `{}` has a parameter `{}`, which this action lacks",
                    goal.name, wanted.name
                );
                return ReadError::new(codes::SUB_GOAL, message, name.span)
                    .label(wanted.span, "declared here")
                    .fail();
            };
            let fits = match (params[at].kind, wanted.kind) {
                (ParamKind::Object(ty), ParamKind::Object(wanted)) => {
                    self.domain.types[ty].fits(&self.domain.types[wanted])
                }
                (ParamKind::Number { min, max }, ParamKind::Number { min: low, max: high }) => {
                    low <= min && max <= high
                }
                _ => false,
            };
            if !fits {
                let message = format!(
                    "the parameter `{}` is incompatible with that of the goal `{}`",
                    wanted.name, goal.name
                );
                return ReadError::new(codes::SUB_GOAL, message, params[at].span)
                    .label(wanted.span, "the goal's parameter")
                    .fail();
            }
            args.push(ParamId::new(at as u32));
        }
        let mut changes = Vec::with_capacity(goal.want.len());
        for condition in &goal.want {
            let Some(change) = condition.as_change() else {
                let message = format!(
                    "`{}` cannot be used in `achieves`: its `want` may only contain `f`, `not f` and `f == v`",
                    goal.name
                );
                return ReadError::new(codes::SUB_GOAL, message, name.span)
                    .label(condition.span, "this cannot be an effect")
                    .fail();
            };
            changes.push(change);
        }
        let listed: Vec<(&[Condition], &Change)> = changes.iter().map(|change| (&[][..], change)).collect();
        if let Some((first, second)) = super::clash::find(&self.domain, &listed, &mut self.clash_steps) {
            let message = format!("`{}` wants two different values of one fact", goal.name);
            let hint = format!("see `{}`", self.domain.facts[first.fact.fact].name);
            return ReadError::new(codes::SUB_GOAL, message, name.span).label(second.span, hint).fail();
        }
        Ok(Outcome::Achieves { goal: id, args, span: name.span })
    }
}
