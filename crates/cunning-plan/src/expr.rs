//! The string expressions of the language: conditions, effects and numbers, from text to syntax trees.
//!
//! This module knows no domain: names stay words. Spans are bytes of the given string; a reader of files maps them to
//! the file. Syntax that only minds give a meaning (`dist(a, b)`) is parsed too and left to the resolver.

mod lexer;
mod parser;
mod syntax;

pub use parser::{parse_condition, parse_effect, parse_goal_call, parse_number};
pub use syntax::{
    ConditionSyntax, ConditionSyntaxKind, EffectSyntax, EffectSyntaxKind, Expr, ExprKind, GoalCall,
    SyntaxError, Word,
};

/// Returns whether a word can be a name: letters, digits and `_`, not a digit first.
///
/// ```
/// use cunning_plan::expr::is_name;
///
/// assert!(is_name("has_rum2") && is_name("Wächter"));
/// assert!(!is_name("2nd") && !is_name("gun-powder") && !is_name(""));
/// ```
pub fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(lexer::starts_name) && text.chars().all(lexer::continues_name)
}

/// The reserved words, which cannot be names.
pub const RESERVED: [&str; 4] = ["true", "false", "none", "not"];
