//! Effects: `then` and `hope`.

use super::Context;
use super::numbers::Arithmetic;
use super::resolve::{Expected, Read, Resolver, Scope, Use};
use crate::codes;
use crate::expr::{EffectSyntax, EffectSyntaxKind, Expr, ExprKind, parse_effect};
use crate::limits::EFFECTS_MAX;
use crate::model::{Action, Change, ChangeKind, Effect, FactKind, FactRef, Term};
use crate::read_error::{Checked, ReadError};
use crate::shape::{Entries, doc, get, list, read_error};
use crate::tree::{Node, NodeKind, Text};

impl Context<'_> {
    /// Reads the effects of an action. Each invalid one is reported and left out.
    pub(super) fn effects(&mut self, node: &Node, scope: &mut Scope) -> Vec<Effect> {
        let Some(members) = self.problems.keep(list(node, "a list of effects", EFFECTS_MAX)) else {
            return Vec::new();
        };
        let mut effects = Vec::with_capacity(members.len());
        for member in members {
            if self.problems.is_full() {
                break;
            }
            effects.extend(match &member.kind {
                NodeKind::Text(text) => self.change(text, scope).map(Effect::Always),
                NodeKind::Table(entries) => self.conditional(member, entries, scope),
                _ => {
                    let message = format!("expected an effect, found {}", member.sort());
                    self.problems.push(ReadError::new(codes::SHAPE, message, member.span));
                    None
                }
            });
        }
        effects
    }

    /// Reads the hoped-for effects of an action, which cannot be combined with `achieves`.
    pub(super) fn hope(&mut self, node: Option<&Node>, achieves: bool, scope: &mut Scope) -> Vec<Effect> {
        let Some(node) = node else { return Vec::new() };
        if achieves {
            let message =
                "`hope` cannot be combined with `achieves`: give a `hope` to the actions that reach the goal";
            self.problems.push(ReadError::new(codes::KEYS, message, node.span));
            return Vec::new();
        }
        self.effects(node, scope)
    }

    /// Checks the number of effects of an action, including hoped-for ones and those inside conditional effects.
    pub(super) fn has_room_for_effects(&mut self, action: &Action) -> bool {
        let count = action.changes().count();
        if count > EFFECTS_MAX {
            self.problems.push(ReadError::too_many("effects", count, EFFECTS_MAX, action.span));
        }
        count <= EFFECTS_MAX
    }

    fn conditional(&mut self, node: &Node, entries: &Entries, scope: &mut Scope) -> Option<Effect> {
        self.plain_keys(entries, &["when", "then", "doc"]);
        let (Some(when), Some(then)) = (get(entries, "when"), get(entries, "then")) else {
            let message = "an effect in braces is `{ when = […], then = […] }`";
            self.problems.push(ReadError::new(codes::KEYS, message, node.span));
            return None;
        };
        let doc = self.problems.keep(doc(entries)).flatten();
        let when = self.conditions(Some(when), scope);
        let members = self.problems.keep(list(then, "a list of effects", EFFECTS_MAX))?;
        let mut then = Vec::with_capacity(members.len());
        for member in members {
            if let NodeKind::Text(text) = &member.kind {
                then.extend(self.change(text, scope));
                continue;
            }
            let message = match member.kind {
                NodeKind::Table(_) => "conditional effects cannot be nested".to_owned(),
                _ => format!("expected an effect, found {}", member.sort()),
            };
            self.problems.push(ReadError::new(codes::SHAPE, message, member.span));
        }
        Some(Effect::When { when, then, doc, span: node.span })
    }

    fn change(&mut self, text: &Text, scope: &mut Scope) -> Option<Change> {
        let checked = parse_effect(&text.value)
            .map_err(|error| Box::new(ReadError::syntax(error, text)))
            .and_then(|syntax| self.resolver(text, scope).change(&syntax));
        self.problems.keep(checked)
    }
}

impl Resolver<'_> {
    fn change(&mut self, syntax: &EffectSyntax) -> Checked<Change> {
        let span = self.source_span(syntax.span);
        let fact = self.target(&syntax.target)?;
        let declared = &self.domain.facts[fact.fact];
        let shown = self.shown(&syntax.target).to_owned();
        let unfit = |what: &str, hint: &str| {
            let message = format!("`{shown}` is {what}");
            ReadError::new(codes::TYPE, message, fact.span).hint(hint).fail()
        };
        let kind = match (&syntax.kind, declared.kind) {
            (EffectSyntaxKind::Holds, FactKind::Bool) => ChangeKind::Assign(Term::Bool(true)),
            (EffectSyntaxKind::Not, FactKind::Bool) => ChangeKind::Assign(Term::Bool(false)),
            (EffectSyntaxKind::Holds | EffectSyntaxKind::Not, _) => {
                return unfit("not a bool", &format!("assign a value: `{shown} = …`"));
            }
            (EffectSyntaxKind::Assign(value), FactKind::Bool) => ChangeKind::Assign(self.bool_term(value)?),
            (EffectSyntaxKind::Assign(value), FactKind::Object { ty, optional }) => {
                let expected = Expected { ty, optional, usage: Use::Store };
                ChangeKind::Assign(self.object_term(value, expected)?)
            }
            (EffectSyntaxKind::Assign(value), FactKind::Int { .. }) => {
                ChangeKind::Set(self.number(value, Arithmetic::Integers)?)
            }
            (EffectSyntaxKind::Add(amount), FactKind::Int { .. }) => {
                ChangeKind::Add(self.number(amount, Arithmetic::Integers)?)
            }
            (EffectSyntaxKind::Subtract(amount), FactKind::Int { .. }) => {
                ChangeKind::Subtract(self.number(amount, Arithmetic::Integers)?)
            }
            (EffectSyntaxKind::Add(_) | EffectSyntaxKind::Subtract(_), _) => {
                return unfit("not an int", "`+=` and `-=` need an int fact");
            }
        };
        Ok(Change { fact, kind, span })
    }

    /// Resolves the fact that an effect changes.
    fn target(&self, expr: &Expr) -> Checked<FactRef> {
        let span = self.source_span(expr.span);
        if let ExprKind::Call { space, name, .. } = &expr.kind {
            return self.unknown_function(space.as_ref(), name, expr).fail();
        }
        match (self.read(expr)?, &expr.kind) {
            (Some(Read::Fact(fact)), _) => Ok(fact),
            (None, ExprKind::Name(name)) if self.scope.find(name).is_none() => {
                self.unknown("fact", name, span).fail()
            }
            _ => read_error(
                codes::TYPE,
                format!("only facts can change, and `{}` is not a fact", self.shown(expr)),
                span,
            ),
        }
    }
}
