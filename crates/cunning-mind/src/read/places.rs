//! Things with a place in the world, and the questions about them that a game answers.

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

/// What the agent that asks is called in a query.
pub(super) const SELF: &str = "self";
/// What the candidate is called in a query.
pub(super) const CANDIDATE: &str = "c";

/// A question such as `hides(c, target)`.
pub(super) fn ask(text: &Text, name: &Word, args: &[Expr], context: &Context<'_, '_>) -> Checked<QueryAsk> {
    if args.len() > ASK_PLACES_MAX {
        let span = text.span_of(name.span);
        return ReadError::too_many("places in a question", args.len(), ASK_PLACES_MAX, span).fail();
    }
    let fixed = QUESTIONS.iter().find(|(known, ..)| *known == name.text);
    if let Some((known, _, count)) = fixed.filter(|(.., count)| *count != args.len()) {
        let message = match count {
            1 => format!("`{known}` is about one place"),
            _ => format!("`{known}` is about {count} places"),
        };
        return ReadError::new(codes::QUERY, message, text.span_of(name.span)).fail();
    }
    let of = args
        .iter()
        .map(|arg| {
            let at = text.span_of(arg.span);
            let ExprKind::Name(name) = &arg.kind else {
                let message = "a question is about `self`, `c` or a fact that names an object";
                return ReadError::new(codes::QUERY, message, at).fail();
            };
            place(name, at, context)
        })
        .collect::<Checked<Vec<QuerySubject>>>()?;
    Ok(QueryAsk { name: name.text.clone(), of })
}

/// The thing that a word stands for.
pub(super) fn place(word: &str, at: SourceSpan, context: &Context<'_, '_>) -> Checked<QuerySubject> {
    if word == SELF {
        return Ok(QuerySubject::Oneself);
    }
    if word == CANDIDATE {
        return Ok(QuerySubject::Candidate);
    }
    let domain = context.domain();
    let Some(id) = domain.fact_named(word) else {
        let message = format!("`{word}` is neither `self` nor `c`, the candidate, nor a fact");
        let facts = domain.facts().as_slice().iter();
        let facts = facts.filter(|fact| matches!(fact.kind, FactKind::Object { .. }) && fact.of.is_empty());
        return ReadError::new(plan_codes::UNKNOWN_NAME, message, at)
            .suggest(word, facts.map(|fact| fact.name.as_str()).chain([SELF]))
            .fail();
    };
    let fact = &domain.facts()[id];
    if !matches!(fact.kind, FactKind::Object { .. }) || !fact.of.is_empty() {
        let message = format!("`{word}` names no object, so it has no place");
        return ReadError::new(codes::QUERY, message, at).fail();
    }
    Ok(QuerySubject::Fact(id))
}
