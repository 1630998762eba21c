//! `[goal.…]` and `[action.…]`: what agents want and do.

use super::Context;
use super::names::{check_name, duplicate};
use super::numbers::Arithmetic;
use super::resolve::Scope;
use super::sections::Owner;
use crate::codes;
use crate::expr::parse_number;
use crate::limits::{ACTIONS_MAX, COST_MAX, COST_RULES_MAX, GOALS_MAX};
use crate::micros::Micros;
use crate::model::{Action, ActionId, Cost, CostRule, Goal, GoalId, Number, NumberKind, Outcome, SourceSpan};
use crate::read_error::{Checked, ReadError};
use crate::shape::{Entries, doc, get, number, read_error, table, text};
use crate::tree::{Node, NodeKind, Text};

impl Context<'_> {
    pub(super) fn goals(&mut self, declared: &[(Text, Node)]) {
        if !self.fits("goals", declared, GOALS_MAX) {
            return;
        }
        for (name, node) in declared {
            if self.problems.is_full() {
                return;
            }
            let checked = check_name(name).and_then(|()| match self.names.goals.get(&name.value) {
                Some(&first) => {
                    duplicate("goal", &name.value, name.span, self.domain.goals[first].span).fail()
                }
                None => table(node, "a table"),
            });
            let Some(entries) = self.problems.keep(checked) else {
                self.names.broken.insert(name.value.clone());
                continue;
            };
            let id = GoalId::new(self.domain.goals.len() as u32);
            self.keys(entries, &["params", "want", "doc"], Owner::Goal(id));
            let params = self.params(get(entries, "params"));
            let want = self.conditions(get(entries, "want"), &mut Scope::new(&params));
            let doc = self.problems.keep(doc(entries)).flatten();
            self.domain.goals.push(Goal { name: name.value.clone(), params, want, doc, span: name.span });
            self.names.goals.insert(name.value.clone(), id);
        }
    }

    pub(super) fn actions(&mut self, declared: &[(Text, Node)]) {
        if !self.fits("actions", declared, ACTIONS_MAX) {
            return;
        }
        for (name, node) in declared {
            if self.problems.is_full() {
                return;
            }
            let checked = check_name(name).and_then(|()| match self.names.actions.get(&name.value) {
                Some(&first) => {
                    duplicate("action", &name.value, name.span, self.domain.actions[first].span).fail()
                }
                None => table(node, "a table"),
            });
            let Some(entries) = self.problems.keep(checked) else {
                self.names.broken.insert(name.value.clone());
                continue;
            };
            let id = ActionId::new(self.domain.actions.len() as u32);
            let action = self.action(id, name, entries);
            self.domain.actions.push(action);
            self.names.actions.insert(name.value.clone(), id);
        }
    }

    fn action(&mut self, id: ActionId, name: &Text, entries: &Entries) -> Action {
        let keys = ["params", "near", "when", "then", "hope", "achieves", "cost", "check", "doc"];
        self.keys(entries, &keys, Owner::Action(id));
        let params = self.params(get(entries, "params"));
        let mut scope = Scope::new(&params);
        let mut when = self.conditions(get(entries, "when"), &mut scope);
        let near = get(entries, "near").and_then(|node| {
            let checked = self.near(node, &mut scope);
            let (near, condition) = self.problems.keep(checked)?;
            when.push(condition);
            Some(near)
        });
        let outcome = match (get(entries, "then"), get(entries, "achieves")) {
            (Some(_), Some(achieves)) => {
                let message = "an action has either `then` or `achieves`, not both";
                self.problems.push(ReadError::new(codes::KEYS, message, achieves.span));
                Outcome::Effects(Vec::new())
            }
            (None, Some(achieves)) => {
                let checked = self.achieves(achieves, &params);
                self.problems.keep(checked).unwrap_or(Outcome::Effects(Vec::new()))
            }
            (Some(then), None) => Outcome::Effects(self.effects(then, &mut scope)),
            (None, None) => Outcome::Effects(Vec::new()),
        };
        let hope = self.hope(get(entries, "hope"), get(entries, "achieves").is_some(), &mut scope);
        let cost = match get(entries, "cost") {
            Some(node) => {
                let checked = self.cost(node, &mut scope);
                self.problems.keep(checked)
            }
            None => None,
        };
        let cost = cost.unwrap_or_else(|| Cost::Number(Number::literal(Micros::ONE, SourceSpan::NONE)));
        let check = get(entries, "check").and_then(|node| {
            let checked =
                text(node, "the name of a question").and_then(|check| check_name(check).map(|()| check));
            self.problems.keep(checked).map(|check| check.value.clone())
        });
        let doc = self.problems.keep(doc(entries)).flatten();
        let (name, span) = (name.value.clone(), name.span);
        let action = Action { name, params, near, when, outcome, hope, cost, check, doc, span };
        if self.has_room_for_effects(&action) {
            self.clashes(&action);
        }
        action
    }

    fn cost(&mut self, node: &Node, scope: &mut Scope) -> Checked<Cost> {
        let NodeKind::List(rules) = &node.kind else {
            return self.cost_number(node, scope).map(Cost::Number);
        };
        if rules.len() > COST_RULES_MAX {
            return ReadError::too_many("rules", rules.len(), COST_RULES_MAX, node.span).fail();
        }
        let mut read = Vec::with_capacity(rules.len());
        for rule in rules {
            let Some(entries) = self.problems.keep(table(rule, "a rule such as `{ when = […], is = 2 }`"))
            else {
                continue;
            };
            self.plain_keys(entries, &["when", "is", "doc"]);
            let when = self.conditions(get(entries, "when"), scope);
            let checked = match get(entries, "is") {
                Some(is) => self.cost_number(is, scope),
                None => read_error(codes::KEYS, "a cost rule needs the key `is`", rule.span),
            };
            let doc = self.problems.keep(doc(entries)).flatten();
            let Some(is) = self.problems.keep(checked) else { continue };
            read.push(CostRule { when, is, doc, span: rule.span });
        }
        Ok(Cost::Rules(read))
    }

    fn cost_number(&mut self, node: &Node, scope: &mut Scope) -> Checked<Number> {
        let cost = match &node.kind {
            NodeKind::Text(text) => {
                let syntax =
                    parse_number(&text.value).map_err(|error| Box::new(ReadError::syntax(error, text)))?;
                self.resolver(text, scope).number(&syntax, Arithmetic::Decimals)?
            }
            _ => match number(node) {
                Some(Ok(value)) => Number::literal(value, node.span),
                Some(Err(_)) => {
                    return read_error(
                        codes::COST,
                        format!("a cost must be a number from 0 to {COST_MAX}"),
                        node.span,
                    );
                }
                None => {
                    let message = format!("expected a number, an expression or rules, found {}", node.sort());
                    return read_error(codes::SHAPE, message, node.span);
                }
            },
        };
        let max = Micros::from_int(COST_MAX).unwrap_or_default();
        match cost.kind {
            NumberKind::Literal(value) if value < Micros::default() || value > max => read_error(
                codes::COST,
                format!("a cost must be a number from 0 to {COST_MAX}, not {value}"),
                cost.span,
            ),
            _ => Ok(cost),
        }
    }
}
