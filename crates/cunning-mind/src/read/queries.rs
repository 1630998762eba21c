//! Reads `[query.…]`: candidates for parameters and open types.
//!
//! In a query, `self` is the agent that asks and `c` the candidate. Calls such as `hides(c, target)` are questions to
//! the game; everything else is an expression over the agent's beliefs.

use cunning_plan::expr::{ConditionSyntaxKind, Expr, ExprKind, parse_condition, parse_number};
use cunning_plan::model::{Function, NumberKind, Operator, Param, ParamKind, SourceSpan, TypeId, TypeKind};
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::shape::{get, list, table, text};
use cunning_plan::tree::{Node, NodeKind, Text};
use cunning_plan::{Micros, Owner, codes as plan_codes};

use super::subjects::{CANDIDATE, ask, subject};
use super::units::{count, duration, within};
use super::{Context, DomainReader, as_text, duplicate};
use crate::codes;
use crate::keys::{QUERY, words};
use crate::limits::{CANDIDATES_MAX, DISTANCE_MAX, QUERIES_MAX, QUERY_TESTS_MAX};
use crate::spec::{Candidates, Query, QueryNumber, QuerySubject, QueryTest};

impl DomainReader {
    pub(super) fn read_queries(&mut self, context: &mut Context<'_, '_>) {
        let declared = self.table("query", context);
        if let Some((key, _)) = declared.get(QUERIES_MAX) {
            let read_error = ReadError::too_many("queries", declared.len(), QUERIES_MAX, key.span);
            context.keep::<()>(read_error.fail());
            return;
        }
        for (at, (name, node)) in declared.iter().enumerate() {
            if context.is_full() {
                return;
            }
            let first = declared.iter().take(at).find(|(other, _)| other.value == name.value);
            let checked = match first {
                Some((first, _)) => duplicate("query", name, first.span).fail(),
                None => context.name(name).and_then(|()| self.query(name, node, context)),
            };
            let query = context.keep(checked);
            self.queries.extend(query);
        }
    }

    /// Returns whether a query of this name is declared, even with errors.
    pub(super) fn is_declared(&self, query: &str) -> bool {
        let tables = self.sections.iter().filter(|s| s.owner == Owner::Domain && s.key.value == "query");
        let mut queries = tables.filter_map(|section| match &section.value.kind {
            NodeKind::Table(entries) => get(entries, query),
            _ => None,
        });
        queries.next().is_some()
    }

    fn query(&self, name: &Text, node: &Node, context: &mut Context<'_, '_>) -> Checked<Query> {
        let entries = table(node, "a table")?;
        context.keys(entries, &words(&QUERY));
        let Some(from) = get(entries, "from") else {
            let message = format!("the query `{}` needs `from`, the source of its candidates", name.value);
            return ReadError::new(plan_codes::KEYS, message, name.span).fail();
        };
        let (from, of) = self.origin(name, from, get(entries, "as"), context)?;
        let candidate = Param {
            name: CANDIDATE.to_owned(),
            kind: ParamKind::Object(of),
            query: None,
            span: SourceSpan::NONE,
        };
        let mut tests = Vec::new();
        let mut when = Vec::new();
        if let Some(node) = get(entries, "where") {
            for member in list(node, "a list of tests", QUERY_TESTS_MAX)? {
                let checked = test(member, context);
                match context.keep(checked) {
                    Some(Some(test)) => tests.push(test),
                    Some(None) => {
                        let alone = Node { kind: NodeKind::List(vec![member.clone()]), span: member.span };
                        when.extend(context.conditions(&alone, std::slice::from_ref(&candidate)));
                    }
                    None => {}
                }
            }
        }
        let score = match get(entries, "score") {
            Some(Node { kind: NodeKind::Text(text), .. }) => {
                let syntax =
                    parse_number(&text.value).map_err(|error| Box::new(ReadError::syntax(error, text)))?;
                score(text, &syntax, &candidate, context)?
            }
            Some(node) => QueryNumber::Literal(within(node, "a score", -DISTANCE_MAX, DISTANCE_MAX)?),
            None => QueryNumber::Literal(Micros::ZERO),
        };
        let take = match get(entries, "take") {
            Some(node) => count(node, "`take`", 1, CANDIDATES_MAX)?,
            None => 1,
        };
        let every_ms = match get(entries, "every") {
            Some(node) => duration(node)?,
            None => 500,
        };
        Ok(Query { name: name.value.clone(), from, of, when, tests, score, take, every_ms })
    }

    /// Reads the source of candidates and their type.
    fn origin(
        &self,
        name: &Text,
        from: &Node,
        becomes: Option<&Node>,
        context: &mut Context<'_, '_>,
    ) -> Checked<(Candidates, TypeId)> {
        if let Some(ty) = as_text(from) {
            if let Some(node) = becomes {
                let message = "`as` is only for generated points; these candidates are objects";
                return ReadError::new(plan_codes::KEYS, message, node.span).fail();
            }
            let ty = context.ty(ty)?;
            return Ok((Candidates::Type(ty), ty));
        }
        let entries = table(from, "a type, or `{ ring = 8, radius = 6, around = \"self\" }`")?;
        context.keys(entries, &["ring", "radius", "grid", "spacing", "around", "doc"]);
        let around = match get(entries, "around") {
            Some(node) => {
                let word = text(node, "`self` or a fact that names an object")?;
                match subject(&word.value, word.span, context)? {
                    QuerySubject::Candidate => {
                        let message = "points cannot be generated around `c`, which is one of them";
                        return ReadError::new(codes::QUERY, message, word.span).fail();
                    }
                    subject => subject,
                }
            }
            None => QuerySubject::Oneself,
        };
        let found = |key| get(entries, key);
        let candidates = match (found("ring"), found("radius"), found("grid"), found("spacing")) {
            (Some(ring), Some(radius), None, None) => Candidates::Ring {
                count: count(ring, "`ring`", 1, CANDIDATES_MAX)?,
                radius: within(radius, "`radius`", 0, DISTANCE_MAX)?,
                around,
            },
            (None, None, Some(grid), Some(spacing)) => Candidates::Grid {
                // The grid has `count` rows of `count` points.
                count: count(grid, "`grid`", 1, CANDIDATES_MAX.isqrt())?,
                spacing: within(spacing, "`spacing`", 0, DISTANCE_MAX)?,
                around,
            },
            _ => {
                let message = "expected `{ ring = 8, radius = 6 }` or `{ grid = 5, spacing = 2 }`";
                return ReadError::new(plan_codes::KEYS, message, from.span).fail();
            }
        };
        Ok((candidates, self.point_type(name, becomes, context)?))
    }

    /// Resolves the open type of generated points: the one that `as` names, or else the one that the query fills.
    fn point_type(&self, name: &Text, becomes: Option<&Node>, context: &Context<'_, '_>) -> Checked<TypeId> {
        let types = context.domain().types();
        if let Some(node) = becomes {
            let written = text(node, "an open type")?;
            let ty = context.ty(written)?;
            if !matches!(types[ty].kind, TypeKind::Open { .. }) {
                let message = format!("points need an open type, and `{}` is not open", written.value);
                return ReadError::new(codes::QUERY, message, node.span)
                    .follows_if(types[ty].parts.is_empty())
                    .fail();
            }
            return Ok(ty);
        }
        let fill = format!("query.{}", name.value);
        let filled =
            self.sections.iter().find_map(|section| match (section.owner, as_text(&section.value)) {
                (Owner::Type(ty), Some(text)) if text.value == fill => Some(ty),
                _ => None,
            });
        filled.ok_or_else(|| {
            let message = format!("the points of `{}` have no type", name.value);
            let read_error = ReadError::new(codes::QUERY, message, name.span);
            Box::new(
                read_error.hint(format!("add `as = …` with an open type, or `fill = \"{fill}\"` to one")),
            )
        })
    }
}

/// Reads a question to the game; `None` if the test is a condition.
fn test(node: &Node, context: &Context<'_, '_>) -> Checked<Option<QueryTest>> {
    let NodeKind::Text(text) = &node.kind else { return Ok(None) };
    let Ok(syntax) = parse_condition(&text.value) else { return Ok(None) };
    let (expr, negated) = match &syntax.kind {
        ConditionSyntaxKind::Holds(expr) => (expr, false),
        ConditionSyntaxKind::Not(expr) => (expr, true),
        _ => return Ok(None),
    };
    match &expr.kind {
        ExprKind::Call { space: None, name, args } => {
            Ok(Some(QueryTest { negated, ask: ask(text, name, args, context)? }))
        }
        _ => Ok(None),
    }
}

fn score(text: &Text, expr: &Expr, candidate: &Param, context: &mut Context<'_, '_>) -> Checked<QueryNumber> {
    if !asks(expr) {
        let number = context.number_of(text, expr, std::slice::from_ref(candidate))?;
        return Ok(match number.kind {
            NumberKind::Literal(value) => QueryNumber::Literal(value),
            _ => QueryNumber::Known(number),
        });
    }
    let mut part = |expr: &Expr| score(text, expr, candidate, context);
    match &expr.kind {
        ExprKind::Binary { operator, left, right } => {
            Ok(QueryNumber::Binary(*operator, Box::new(part(left)?), Box::new(part(right)?)))
        }
        ExprKind::Negated(inner) => {
            let zero = Box::new(QueryNumber::Literal(Micros::ZERO));
            Ok(QueryNumber::Binary(Operator::Subtract, zero, Box::new(part(inner)?)))
        }
        ExprKind::Call { space: None, name, args } => match Function::named(&name.text) {
            Some(function) => {
                if !function.takes(args.len()) {
                    let span = text.span_of(name.span);
                    let message = format!("wrong number of arguments for `{}`", name.text);
                    return ReadError::new(plan_codes::SYNTAX, message, span).fail();
                }
                let args = args.iter().map(part).collect::<Checked<Vec<_>>>()?;
                Ok(QueryNumber::Call(function, args))
            }
            None => Ok(QueryNumber::Ask(ask(text, name, args, context)?)),
        },
        ExprKind::Call { space: Some(space), name, args } if space.text == "curve" => {
            let span = text.span_of(name.span);
            let [at] = &args[..] else {
                let message = format!("`curve.{}` takes one number", name.text);
                return ReadError::new(plan_codes::SYNTAX, message, span).fail();
            };
            let at = Box::new(part(at)?);
            Ok(QueryNumber::Curve(context.curve(&name.text, span)?, at))
        }
        _ => {
            let message = "questions to the game can be used only in sums, products and functions";
            ReadError::new(codes::QUERY, message, text.span_of(expr.span)).fail()
        }
    }
}

/// Returns whether an expression asks the game.
fn asks(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call { space: None, name, .. } if Function::named(&name.text).is_none() => true,
        ExprKind::Call { args, .. } => args.iter().any(asks),
        ExprKind::Negated(inner) => asks(inner),
        ExprKind::Binary { left, right, .. } => asks(left) || asks(right),
        ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Dotted { .. } | ExprKind::Indexed { .. } => false,
    }
}
