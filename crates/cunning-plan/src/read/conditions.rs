//! Conditions: `when`, `want`, `any`, quantifiers.

use super::Context;
use super::numbers::Arithmetic;
use super::resolve::{Expected, Read, Resolver, Scope, Use};
use crate::codes;
use crate::expr::{ConditionSyntax, ConditionSyntaxKind, Expr, ExprKind, Word, parse_condition};
use crate::limits::{CONDITIONS_MAX, NESTING_MAX, PARAMS_MAX};
use crate::model::{
    Comparison, Condition, ConditionKind, Equality, FactKind, FactRef, Number, NumberKind, ParamKind,
    Quantifier, SourceSpan, Term, TypeId, Variable,
};
use crate::read_error::{Checked, ReadError};
use crate::shape::{doc, get, list, read_error};
use crate::tree::{Node, NodeKind, Text};

/// The nesting of a condition, and whether it is directly in an `any`, whose members may be lists.
#[derive(Clone, Copy)]
struct Level {
    depth: usize,
    in_any: bool,
}

/// The meaning of the left side of a comparison.
enum Left {
    Bool(FactRef),
    Object(Term, Expected),
    Number(Number),
}

impl Context<'_> {
    /// Reads the conditions of a key; none if the key is missing. Each invalid one is reported and left out.
    pub(super) fn conditions(&mut self, node: Option<&Node>, scope: &mut Scope) -> Vec<Condition> {
        match node {
            Some(node) => self.condition_list(node, scope, Level { depth: 0, in_any: false }),
            None => Vec::new(),
        }
    }

    fn condition_list(&mut self, node: &Node, scope: &mut Scope, level: Level) -> Vec<Condition> {
        let Some(members) = self.problems.keep(list(node, "a list of conditions", CONDITIONS_MAX)) else {
            return Vec::new();
        };
        let mut conditions = Vec::with_capacity(members.len());
        for member in members {
            if self.problems.is_full() {
                break;
            }
            conditions.extend(self.condition(member, scope, level));
        }
        conditions
    }

    fn condition(&mut self, node: &Node, scope: &mut Scope, level: Level) -> Option<Condition> {
        let inner = |in_any| Level { depth: level.depth + 1, in_any };
        if level.depth > NESTING_MAX {
            self.problems.push(ReadError::too_many("levels of `any`", level.depth, NESTING_MAX, node.span));
            return None;
        }
        match &node.kind {
            NodeKind::Text(text) => {
                let checked = parse_condition(&text.value)
                    .map_err(|error| Box::new(ReadError::syntax(error, text)))
                    .and_then(|syntax| self.resolver(text, scope).condition(&syntax));
                self.problems.keep(checked)
            }
            NodeKind::List(_) if level.in_any => {
                let members = self.condition_list(node, scope, inner(false));
                Some(Condition::new(ConditionKind::All(members), node.span))
            }
            NodeKind::Table(entries) => {
                self.plain_keys(entries, &["any", "doc"]);
                let Some(any) = get(entries, "any") else {
                    let message = "a condition in braces is `{ any = […] }`";
                    self.problems.push(ReadError::new(codes::KEYS, message, node.span));
                    return None;
                };
                let doc = self.problems.keep(doc(entries)).flatten();
                let members = self.condition_list(any, scope, inner(true));
                Some(Condition { kind: ConditionKind::Any(members), doc, span: node.span })
            }
            _ => {
                let message = format!("expected a condition, found {}", node.sort());
                self.problems.push(ReadError::new(codes::SHAPE, message, node.span));
                None
            }
        }
    }

    /// Creates a resolver for one string.
    pub(super) fn resolver<'a>(&'a mut self, text: &'a Text, scope: &'a mut Scope) -> Resolver<'a> {
        Resolver { domain: &self.domain, names: &self.names, traits: &mut self.traits, scope, text }
    }
}

impl Resolver<'_> {
    fn condition(&mut self, syntax: &ConditionSyntax) -> Checked<Condition> {
        let span = self.source_span(syntax.span);
        let kind = match &syntax.kind {
            ConditionSyntaxKind::Holds(expr) => holds(self.bool_fact(expr)?, true),
            ConditionSyntaxKind::Not(expr) => holds(self.bool_fact(expr)?, false),
            ConditionSyntaxKind::Compare { left, comparison, right } => {
                self.compare(left, *comparison, right)?
            }
            ConditionSyntaxKind::Quantified { quantifier, ty, variable, body } => {
                self.quantified(*quantifier, ty, variable, body)?
            }
        };
        Ok(Condition::new(kind, span))
    }

    /// Resolves the fact of a condition without a comparison.
    fn bool_fact(&self, expr: &Expr) -> Checked<FactRef> {
        let span = self.source_span(expr.span);
        if let ExprKind::Call { space, name, .. } = &expr.kind {
            return self.unknown_function(space.as_ref(), name, expr).fail();
        }
        let shown = self.shown(expr);
        let what = match self.read(expr)? {
            Some(Read::Fact(fact)) => match self.domain.facts[fact.fact].kind {
                FactKind::Bool => return Ok(fact),
                FactKind::Int { .. } => "is an int",
                FactKind::Object { .. } => "is an object",
            },
            Some(Read::Table(..)) => "is a number",
            None => match &expr.kind {
                ExprKind::Name(name) if self.scope.find(name).is_some() => "is a parameter",
                ExprKind::Name(name) if ["true", "false"].contains(&name.as_str()) => "is a constant",
                ExprKind::Name(name) => return self.unknown("fact", name, span).fail(),
                _ => "is a number",
            },
        };
        read_error(codes::TYPE, format!("expected a comparison after `{shown}`, which {what}"), span)
    }

    fn compare(&mut self, left: &Expr, comparison: Comparison, right: &Expr) -> Checked<ConditionKind> {
        let mut first = None;
        for left in self.lefts(left)? {
            match self.compare_as(left, comparison, right) {
                Ok(kind) => return Ok(kind),
                Err(read_error) => first = first.or(Some(read_error)),
            }
        }
        Err(first.unwrap_or_else(|| Box::new(self.no_left(left))))
    }

    /// Resolves the left side, the likeliest meaning first.
    fn lefts(&mut self, expr: &Expr) -> Checked<Vec<Left>> {
        let span = self.source_span(expr.span);
        let mut lefts = Vec::new();
        if let ExprKind::Name(name) = &expr.kind {
            match self.scope.find(name) {
                Some((id, ParamKind::Number { .. })) => {
                    lefts.push(Left::Number(Number { kind: NumberKind::Param(id), span }));
                }
                Some((id, ParamKind::Object(ty))) => {
                    let expected = Expected { ty, optional: false, usage: Use::CompareParam };
                    lefts.push(Left::Object(Term::Param(id), expected));
                }
                None => {}
            }
        }
        match self.read(expr) {
            Ok(Some(Read::Table(table, indices))) => {
                lefts.push(Left::Number(Number { kind: NumberKind::Table { table, indices }, span }));
            }
            Ok(Some(Read::Fact(fact))) => lefts.push(match self.domain.facts[fact.fact].kind {
                FactKind::Bool => Left::Bool(fact),
                FactKind::Int { .. } => Left::Number(Number { kind: NumberKind::Fact(fact), span }),
                FactKind::Object { ty, optional } => {
                    Left::Object(Term::Fact(fact), Expected { ty, optional, usage: Use::CompareFact })
                }
            }),
            Err(read_error) if lefts.is_empty() => return Err(read_error),
            Ok(None) | Err(_) => {}
        }
        if let ExprKind::Dotted { .. } = &expr.kind {
            lefts.push(Left::Number(self.number(expr, Arithmetic::Integers)?));
        }
        Ok(lefts)
    }

    /// Creates the error for an invalid left side.
    fn no_left(&self, expr: &Expr) -> ReadError {
        let span = self.source_span(expr.span);
        let shown = self.shown(expr);
        match &expr.kind {
            ExprKind::Call { space, name, .. } if self.names.readables.contains_key(&name.text) => {
                self.unknown_function(space.as_ref(), name, expr)
            }
            ExprKind::Name(name)
                if self.names.is_object(name) || ["true", "false", "none"].contains(&name.as_str()) =>
            {
                let message =
                    format!("the left side of a comparison must be a fact or parameter, not `{shown}`");
                ReadError::new(codes::TYPE, message, span).hint("swap the two sides")
            }
            ExprKind::Name(name) => self.unknown("fact, table or parameter", name, span),
            _ => {
                let message = format!(
                    "the left side of a comparison must be a single fact, parameter, table or trait, not `{shown}`"
                );
                ReadError::new(codes::TYPE, message, span).hint("move the rest to the right side")
            }
        }
    }

    fn compare_as(&mut self, left: Left, comparison: Comparison, right: &Expr) -> Checked<ConditionKind> {
        match left {
            Left::Number(left) => {
                let right = self.number(right, Arithmetic::Integers)?;
                Ok(ConditionKind::Compare { left, comparison, right })
            }
            Left::Bool(fact) => {
                let equality = self.equality("bools", comparison, right)?;
                Ok(match self.bool_term(right)? {
                    Term::Bool(value) => holds(fact, value == (equality == Equality::Equals)),
                    right => ConditionKind::Same { left: Term::Fact(fact), equality, right },
                })
            }
            Left::Object(left, expected) => {
                let equality = self.equality("objects", comparison, right)?;
                let right = self.object_term(right, expected)?;
                Ok(ConditionKind::Same { left, equality, right })
            }
        }
    }

    fn equality(&self, what: &str, comparison: Comparison, right: &Expr) -> Checked<Equality> {
        match comparison {
            Comparison::Equal => Ok(Equality::Equals),
            Comparison::Unequal => Ok(Equality::Differs),
            _ => {
                let message = format!(
                    "{what} can only be compared with `==` and `!=`, not with `{}`",
                    comparison.as_str()
                );
                read_error(codes::TYPE, message, self.source_span(right.span))
            }
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        ty: &Word,
        variable: &Word,
        body: &ConditionSyntax,
    ) -> Checked<ConditionKind> {
        let id: TypeId = self.names.ty(&ty.text, self.source_span(ty.span))?;
        let span: SourceSpan = self.source_span(variable.span);
        super::names::check_word(&variable.text, span)?;
        if self.scope.is_taken(&variable.text) {
            let message =
                format!("`{}` is already the name of a parameter or variable in scope", variable.text);
            return read_error(codes::DUPLICATE, message, span);
        }
        if self.scope.len() >= PARAMS_MAX {
            return ReadError::too_many("parameters and variables", PARAMS_MAX + 1, PARAMS_MAX, span).fail();
        }
        self.scope.push(&variable.text, id);
        let body = self.condition(body);
        self.scope.pop();
        let variable = Variable { name: variable.text.clone(), ty: id };
        Ok(ConditionKind::Quantified { quantifier, variable, body: Box::new(body?) })
    }
}

/// Creates the condition `f` or `not f`.
fn holds(fact: FactRef, value: bool) -> ConditionKind {
    ConditionKind::Same { left: Term::Fact(fact), equality: Equality::Equals, right: Term::Bool(value) }
}
