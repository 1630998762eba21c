//! Reads `orders` and `done`: what a commander's action tells subordinates.

use cunning_plan::codes as plan_codes;
use cunning_plan::model::{ConditionKind, GoalId, Param, ParamId, ParamKind};
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::shape::{bool, get, list, table, text};
use cunning_plan::tree::{Node, NodeKind, Text};

use super::units::{count, duration, within};
use super::{Context, parameter, word};
use crate::codes;
use crate::limits::{FACTOR_MAX, ORDERS_MAX, RECEIVERS_MAX};
use crate::message::OrderTerms;
use crate::spec::{DoneRule, Need, OrderArg, OrderSpec, Receivers};

pub(super) fn orders(
    node: &Node,
    params: &[Param],
    context: &mut Context<'_, '_>,
) -> Checked<Vec<OrderSpec>> {
    let members = list(node, "a list of orders", ORDERS_MAX)?;
    let mut orders = Vec::with_capacity(members.len());
    for member in members {
        let checked = order(member, params, context);
        orders.extend(context.keep(checked));
    }
    if members.is_empty() {
        return ReadError::new(codes::ORDER, "`orders` is empty", node.span).fail();
    }
    Ok(orders)
}

fn order(node: &Node, params: &[Param], context: &mut Context<'_, '_>) -> Checked<OrderSpec> {
    let entries = table(node, "an order such as `{ to = \"all\", goal = \"flank\", bias = 0.5 }`")?;
    context.keys(entries, &["to", "goal", "bias", "give", "rigid", "doc"]);
    let Some(goal) = get(entries, "goal") else {
        return ReadError::new(plan_codes::KEYS, "an order needs a `goal`", node.span).fail();
    };
    let goal = context.goal(text(goal, "the name of a goal")?)?;
    let to = match get(entries, "to") {
        Some(node) => receivers(node)?,
        None => Receivers::All,
    };
    let mut terms = OrderTerms::default();
    if let Some(node) = get(entries, "bias") {
        terms.bias = within(node, "`bias`", -FACTOR_MAX, FACTOR_MAX)?.get();
    }
    if let Some(node) = get(entries, "rigid") {
        terms.is_rigid = bool(node, "`true` or `false`")?;
    }
    let give = match get(entries, "give") {
        Some(node) => give(node, goal, params, context)?,
        None => Vec::new(),
    };
    Ok(OrderSpec { to, goal, terms, give })
}

fn receivers(node: &Node) -> Checked<Receivers> {
    if matches!(node.kind, NodeKind::Int(_)) {
        return count(node, "the number of receivers", 1, RECEIVERS_MAX).map(Receivers::Number);
    }
    word(node, &[("all", Receivers::All), ("half", Receivers::Half), ("rest", Receivers::Rest)])
}

/// Reads the arguments that an order gives to parameters of the goal.
fn give(
    node: &Node,
    goal: GoalId,
    params: &[Param],
    context: &mut Context<'_, '_>,
) -> Checked<Vec<(ParamId, OrderArg)>> {
    let goal = context.domain().goals()[goal].clone();
    let entries =
        table(node, "a table such as `{ f = \"f\" }`: a parameter of the goal, one of this action")?;
    let mut given = Vec::with_capacity(entries.len());
    for (wanted, node) in entries {
        let wanted_id = parameter(wanted, &goal.params, &format!("the goal `{}`", goal.name))?;
        let written = text(node, "the name of a parameter of this action, or `each` and a type")?;
        let each = written.value.trim_start().strip_prefix("each ");
        let (arg, kind) = if let Some(rest) = each {
            each_object(written, rest, node, params, context)?
        } else {
            let id = parameter(written, params, "this action")?;
            (OrderArg::Param(id), params[id.index()].kind)
        };
        let types = context.domain().types();
        let fits = match (kind, goal.params[wanted_id.index()].kind) {
            (ParamKind::Object(ty), ParamKind::Object(wanted)) => types[ty].fits(&types[wanted]),
            (ParamKind::Number { min, max }, ParamKind::Number { min: low, max: high }) => {
                low <= min && max <= high
            }
            _ => false,
        };
        if !fits {
            let what = if matches!(arg, OrderArg::Param(_)) { "the parameter " } else { "" };
            let message = format!(
                "the type of {what}`{}` does not match the parameter of the goal `{}`",
                written.value, goal.name
            );
            return ReadError::new(codes::ORDER, message, written.span)
                .label(goal.params[wanted_id.index()].span, "the goal's parameter")
                .fail();
        }
        given.push((wanted_id, arg));
    }
    Ok(given)
}

/// Reads `each foe`, or `each foe x: sees[x]`.
fn each_object(
    written: &Text,
    rest: &str,
    node: &Node,
    params: &[Param],
    context: &mut Context<'_, '_>,
) -> Checked<(OrderArg, ParamKind)> {
    if !rest.contains(':') {
        let mut name = written.clone();
        rest.trim().clone_into(&mut name.value);
        let ty = context.ty(&name)?;
        return Ok((OrderArg::Each { ty, when: Vec::new() }, ParamKind::Object(ty)));
    }
    // It is parsed as `some foe x: …`, which has the same length, so that spans stay right.
    let mut some = written.clone();
    some.value = written.value.replacen("each", "some", 1);
    let some = Node { kind: NodeKind::Text(some), span: node.span };
    let list = Node { kind: NodeKind::List(vec![some]), span: node.span };
    let mut read = context.conditions(&list, params);
    match read.pop().map(|condition| condition.kind) {
        Some(ConditionKind::Quantified { variable, body, .. }) => {
            Ok((OrderArg::Each { ty: variable.ty, when: vec![*body] }, ParamKind::Object(variable.ty)))
        }
        // The error was already reported.
        _ => ReadError::new(codes::ORDER, "malformed `each`", written.span).follows_if(true).fail(),
    }
}

pub(super) fn done(node: &Node, context: &mut Context<'_, '_>) -> Checked<DoneRule> {
    let entries = table(node, "a table such as `{ need = \"all\", within = \"20 s\" }`")?;
    context.keys(entries, &["need", "within", "doc"]);
    let mut done = DoneRule::default();
    if let Some(node) = get(entries, "need") {
        done.need = match node.kind {
            NodeKind::Int(_) => Need::Number(count(node, "`need`", 1, RECEIVERS_MAX)?),
            _ => word(node, &[("all", Need::All), ("any", Need::Any)])?,
        };
    }
    if let Some(node) = get(entries, "within") {
        done.within_ms = Some(duration(node)?);
    }
    Ok(done)
}
