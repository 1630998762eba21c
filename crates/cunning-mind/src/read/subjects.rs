//! Reads the questions of queries and their arguments.

use cunning_plan::codes as plan_codes;
use cunning_plan::expr::{Expr, ExprKind, Word};
use cunning_plan::model::{FactKind, SourceSpan};
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::tree::Text;

use super::Context;
use crate::codes;
use crate::limits::ASK_PLACES_MAX;
use crate::query::QUESTIONS;
use crate::spec::{QueryAsk, QuerySubject};

/// The name of the agent that asks.
pub(super) const SELF: &str = "self";
/// The name of the candidate.
pub(super) const CANDIDATE: &str = "c";

/// Reads a question such as `hides(c, target)`.
pub(super) fn ask(text: &Text, name: &Word, args: &[Expr], context: &Context<'_, '_>) -> Checked<QueryAsk> {
    if args.len() > ASK_PLACES_MAX {
        let span = text.span_of(name.span);
        return ReadError::too_many("arguments of a question", args.len(), ASK_PLACES_MAX, span).fail();
    }
    let fixed = QUESTIONS.iter().find(|(known, ..)| *known == name.text);
    if let Some((known, _, count)) = fixed.filter(|(.., count)| *count != args.len()) {
        let message = match count {
            1 => format!("`{known}` takes one argument"),
            _ => format!("`{known}` takes {count} arguments"),
        };
        return ReadError::new(codes::QUERY, message, text.span_of(name.span)).fail();
    }
    let of = args
        .iter()
        .map(|arg| {
            let at = text.span_of(arg.span);
            let ExprKind::Name(name) = &arg.kind else {
                let message = "expected `self`, `c` or a fact that names an object";
                return ReadError::new(codes::QUERY, message, at).fail();
            };
            subject(name, at, context)
        })
        .collect::<Checked<Vec<QuerySubject>>>()?;
    Ok(QueryAsk { name: name.text.clone(), of })
}

/// Resolves an argument of a question.
pub(super) fn subject(word: &str, at: SourceSpan, context: &Context<'_, '_>) -> Checked<QuerySubject> {
    if word == SELF {
        return Ok(QuerySubject::Oneself);
    }
    if word == CANDIDATE {
        return Ok(QuerySubject::Candidate);
    }
    let domain = context.domain();
    let Some(id) = domain.fact_named(word) else {
        let message = format!("unknown name `{word}`; expected `self`, `c` (the candidate) or a fact");
        let facts = domain.facts().as_slice().iter();
        let facts = facts.filter(|fact| matches!(fact.kind, FactKind::Object { .. }) && fact.of.is_empty());
        return ReadError::new(plan_codes::UNKNOWN_NAME, message, at)
            .suggest(word, facts.map(|fact| fact.name.as_str()).chain([SELF]))
            .fail();
    };
    let fact = &domain.facts()[id];
    if !matches!(fact.kind, FactKind::Object { .. }) || !fact.of.is_empty() {
        let message = format!("`{word}` does not name an object, so it has no position");
        return ReadError::new(codes::QUERY, message, at).fail();
    }
    Ok(QuerySubject::Fact(id))
}
