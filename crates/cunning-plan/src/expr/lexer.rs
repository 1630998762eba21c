//! Splits text into tokens.

use cunning_diag::Span;

use super::syntax::SyntaxError;
use crate::limits::EXPRESSION_BYTES_MAX;
use crate::micros::Micros;

/// A token with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word(String),
    Number(Micros),
    /// An operator or a bracket, as written.
    Symbol(&'static str),
}

/// All symbols, longer ones before their prefixes.
const SYMBOLS: [&str; 19] =
    ["==", "!=", "<=", ">=", "+=", "-=", "<", ">", "=", "+", "-", "*", "/", "(", ")", "[", "]", ",", ":"];

/// Operators of other languages, and what to write instead.
const FOREIGN: [(&str, &str); 5] = [
    ("&&", "all conditions of a list must hold: write each one as a separate string"),
    ("||", "write `{ any = [\"…\", \"…\"] }`"),
    ("!", "write `not`"),
    ("%", "the only operators are `+ - * /`"),
    ("'", "names are written without quotes"),
];

pub(super) fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

pub(super) fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, SyntaxError> {
    let whole = Span::from(0..text.len());
    if text.len() > EXPRESSION_BYTES_MAX {
        let message =
            format!("this expression has {} bytes; at most {EXPRESSION_BYTES_MAX} are allowed", text.len());
        return Err(SyntaxError::limit(whole, message).hint("split it, or move parts of it into tables"));
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if c.is_whitespace() {
            c.len_utf8()
        } else {
            let (kind, length) = token(rest, c, at)?;
            tokens.push(Token { kind, span: Span::from(at..at + length) });
            length
        };
        at += length;
    }
    Ok(tokens)
}

/// Reads the token at the start of the text, and returns it with its length.
fn token(rest: &str, first: char, at: usize) -> Result<(TokenKind, usize), SyntaxError> {
    if starts_name(first) {
        let length = rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
        return Ok((TokenKind::Word(rest[..length].to_owned()), length));
    }
    if first.is_ascii_digit() {
        return number(rest, at);
    }
    if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
        return Ok((TokenKind::Symbol(symbol), symbol.len()));
    }
    if first == '.' {
        return Ok((TokenKind::Symbol("."), 1));
    }
    let foreign = FOREIGN.into_iter().find(|(text, _)| rest.starts_with(text));
    let shown = foreign.map_or(&rest[..first.len_utf8()], |(text, _)| text);
    let error = SyntaxError::new(Span::from(at..at + shown.len()), format!("unexpected `{shown}`"));
    Err(match foreign {
        Some((_, hint)) => error.hint(hint),
        None => error,
    })
}

fn number(rest: &str, at: usize) -> Result<(TokenKind, usize), SyntaxError> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let whole = digits(rest);
    let decimals = match rest[whole..].strip_prefix('.') {
        Some(after) => match digits(after) {
            0 => 0,
            count => 1 + count,
        },
        None => 0,
    };
    let length = whole + decimals;
    let span = Span::from(at..at + length);
    let tail = &rest[length..];
    let tail = tail.find(|c| !continues_name(c)).unwrap_or(tail.len());
    if tail > 0 {
        let end = length + tail;
        let message = format!("`{}` is neither a number nor a name", &rest[..end]);
        return Err(SyntaxError::new(Span::from(at..at + end), message));
    }
    match Micros::parse(&rest[..length]) {
        Some(number) => Ok((TokenKind::Number(number), length)),
        None => Err(SyntaxError::limit(span, "this number is too large")),
    }
}

impl Token {
    /// Formats the token for messages.
    pub(super) fn show(&self) -> String {
        match &self.kind {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
        }
    }

    pub(super) fn is(&self, symbol: &str) -> bool {
        matches!(&self.kind, TokenKind::Symbol(found) if *found == symbol)
    }

    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }
}
