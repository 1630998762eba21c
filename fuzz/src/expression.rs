//! Expressions: parsing never panics, every span lies in the string, and each part of a tree matches its span.

use cunning_diag::Span;
use cunning_plan::expr::{
    ConditionSyntax, ConditionSyntaxKind, EffectSyntaxKind, Expr, ExprKind, SyntaxError, Word,
    parse_condition, parse_effect, parse_goal_call, parse_number,
};

/// Feeds a string to every parser.
pub fn check(text: &str) {
    match parse_condition(text) {
        Ok(condition) => self::condition(text, &condition),
        Err(error) => mistake(text, &error),
    }
    match parse_effect(text) {
        Ok(effect) => {
            stretch(text, effect.span);
            expr(text, &effect.target);
            match &effect.kind {
                EffectSyntaxKind::Assign(amount)
                | EffectSyntaxKind::Add(amount)
                | EffectSyntaxKind::Subtract(amount) => expr(text, amount),
                EffectSyntaxKind::Holds | EffectSyntaxKind::Not => {}
            }
        }
        Err(error) => mistake(text, &error),
    }
    match parse_number(text) {
        Ok(number) => expr(text, &number),
        Err(error) => mistake(text, &error),
    }
    match parse_goal_call(text) {
        Ok(call) => {
            word(text, &call.goal);
            for (name, value) in &call.args {
                word(text, name);
                expr(text, value);
            }
        }
        Err(error) => mistake(text, &error),
    }
}

fn mistake(text: &str, error: &SyntaxError) {
    assert!(text.get(error.span.start as usize..error.span.end as usize).is_some(), "{text}: {error:?}");
    assert!(!error.message.is_empty());
}

/// The part of the text that a span covers.
fn stretch(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or_else(|| panic!("{text}: {span:?}"))
}

fn word(text: &str, word: &Word) {
    assert_eq!(stretch(text, word.span), word.text);
}

fn condition(text: &str, condition: &ConditionSyntax) {
    stretch(text, condition.span);
    match &condition.kind {
        ConditionSyntaxKind::Holds(operand) | ConditionSyntaxKind::Not(operand) => expr(text, operand),
        ConditionSyntaxKind::Compare { left, right, .. } => {
            expr(text, left);
            expr(text, right);
        }
        ConditionSyntaxKind::Quantified { ty, variable, body, .. } => {
            word(text, ty);
            word(text, variable);
            self::condition(text, body);
        }
    }
}

fn expr(text: &str, expr: &Expr) {
    let part = stretch(text, expr.span);
    match parse_number(part) {
        Ok(alone) => assert_eq!(shape(&alone), shape(expr), "{text}: {part}"),
        Err(error) => panic!("{text}: {part}: {error}"),
    }
}

/// A tree without its places.
fn shape(expr: &Expr) -> String {
    let all = |exprs: &[Expr]| exprs.iter().map(shape).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Dotted { space, name } => format!("{}.{}", space.text, name.text),
        ExprKind::Indexed { name, indices } => format!("{}[{}]", name.text, all(indices)),
        ExprKind::Call { space, name, args } => {
            format!("{:?}.{}({})", space.as_ref().map(|space| &space.text), name.text, all(args))
        }
        ExprKind::Negated(inner) => format!("-({})", shape(inner)),
        ExprKind::Binary { operator, left, right } => {
            format!("({} {operator:?} {})", shape(left), shape(right))
        }
    }
}
