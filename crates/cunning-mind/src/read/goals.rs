//! Reads how goals are chosen.

use cunning_plan::model::{Number, NumberKind, Param, SourceSpan};
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::shape::{get, list, number, table};
use cunning_plan::tree::{Node, NodeKind};
use cunning_plan::{Micros, Owner, codes as plan_codes};

use super::units::{duration, factor, period};
use super::{Context, DomainReader, claims, word};
use crate::limits::SCORE_RULES_MAX;
use crate::spec::{GoalSpec, Mode, ScoreRule};

impl DomainReader {
    pub(super) fn read_goals(&mut self, context: &mut Context<'_, '_>) {
        let params: Vec<Vec<Param>> =
            context.domain().goals().as_slice().iter().map(|goal| goal.params.clone()).collect();
        self.goals = self.plain(&params, |candidates| GoalSpec { candidates, ..GoalSpec::default() });
        for (id, section) in self.take(|owner| if let Owner::Goal(id) = owner { Some(id) } else { None }) {
            let (Some(spec), Some(params)) = (self.goals.get_mut(id.index()), params.get(id.index())) else {
                continue;
            };
            let checked = key(spec, &section.key.value, &section.value, params, context);
            context.keep(checked);
        }
    }
}

fn key(
    spec: &mut GoalSpec,
    key: &str,
    node: &Node,
    params: &[Param],
    context: &mut Context<'_, '_>,
) -> Checked<()> {
    match key {
        "relevance" => spec.relevance = relevance(node, params, context)?,
        "mode" => spec.mode = word(node, &Mode::WORDS)?,
        "sticky" => spec.sticky = factor(node, "`sticky`")?,
        "min_time" => spec.min_time_ms = duration(node)?,
        "cooldown" => spec.cooldown_ms = duration(node)?,
        "replan" => spec.replan_ms = Some(period(node, "`replan`")?),
        "claims" => spec.claims = claims(node, params, "this goal")?,
        _ => {}
    }
    Ok(())
}

/// Reads a score, or rules of which the first that holds counts.
fn relevance(node: &Node, params: &[Param], context: &mut Context<'_, '_>) -> Checked<Vec<ScoreRule>> {
    if !matches!(node.kind, NodeKind::List(_)) {
        return Ok(vec![ScoreRule { when: Vec::new(), score: score(node, params, context)? }]);
    }
    let members = list(node, "a list of rules", SCORE_RULES_MAX)?;
    let mut rules = Vec::with_capacity(members.len());
    for member in members {
        let checked = rule(member, params, context);
        rules.extend(context.keep(checked));
    }
    Ok(rules)
}

fn rule(node: &Node, params: &[Param], context: &mut Context<'_, '_>) -> Checked<ScoreRule> {
    let entries = table(node, "a rule such as `{ when = […], score = 0.5 }`")?;
    context.keys(entries, &["when", "score", "doc"]);
    let when = match get(entries, "when") {
        Some(node) => context.conditions(node, params),
        None => Vec::new(),
    };
    match get(entries, "score") {
        Some(node) => Ok(ScoreRule { when, score: score(node, params, context)? }),
        None => ReadError::new(plan_codes::KEYS, "a rule of `relevance` needs a `score`", node.span).fail(),
    }
}

/// Reads a number or an expression.
pub(super) fn score(node: &Node, params: &[Param], context: &mut Context<'_, '_>) -> Checked<Number> {
    if let NodeKind::Text(text) = &node.kind {
        return context.number(text, params);
    }
    let found = number(node).unwrap_or_else(|| {
        let message = format!("expected a number or an expression, found {}", node.sort());
        ReadError::new(plan_codes::SHAPE, message, node.span).fail()
    })?;
    Ok(literal(found, node.span))
}

fn literal(value: Micros, span: SourceSpan) -> Number {
    Number { kind: NumberKind::Literal(value), span }
}
