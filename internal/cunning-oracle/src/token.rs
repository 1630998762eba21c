//! Tokens of conditions, effects and numbers.

use crate::error::{ErrorKind, OracleError};
use crate::limits::EXPRESSION_BYTES_MAX;

/// One token of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name; `trait.bravery` and `curve.hungry` are one name each.
    Name(String),
    /// Decimal text.
    Number(String),
    /// An operator or bracket.
    Sign(&'static str),
}

/// Longer signs come first, so that `<=` is not read as `<`.
const SIGNS: [&str; 19] =
    ["==", "!=", "<=", ">=", "+=", "-=", "<", ">", "=", "+", "-", "*", "/", "(", ")", "[", "]", ",", ":"];

/// Returns whether a text is a single name.
pub(crate) fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(starts_name) && letters.all(continues_name)
}

/// Returns the tokens of `text`.
pub(crate) fn tokens(text: &str, place: &str) -> Result<Vec<Token>, OracleError> {
    if text.len() > EXPRESSION_BYTES_MAX {
        let message = format!("an expression has at most {EXPRESSION_BYTES_MAX} bytes");
        return Err(OracleError::new(ErrorKind::Limit, place, message));
    }
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if starts_name(first) {
            let mut length = run(rest, continues_name);
            if ["trait", "curve"].contains(&&rest[..length]) && rest[length..].starts_with('.') {
                length += 1 + run(&rest[length + 1..], continues_name);
            }
            found.push(Token::Name(rest[..length].to_owned()));
            length
        } else if first.is_ascii_digit() {
            let length = run(rest, |c| c.is_ascii_digit() || c == '.');
            found.push(Token::Number(rest[..length].to_owned()));
            length
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            found.push(Token::Sign(sign));
            sign.len()
        } else {
            return Err(OracleError::new(
                ErrorKind::Syntax,
                place,
                format!("unexpected character `{first}`"),
            ));
        };
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_names_and_numbers_are_distinguished() {
        let cut = tokens("gold-=2.5*trait.greed", "here").unwrap();
        assert_eq!(
            cut,
            [
                Token::Name("gold".into()),
                Token::Sign("-="),
                Token::Number("2.5".into()),
                Token::Sign("*"),
                Token::Name("trait.greed".into()),
            ]
        );
        assert!(tokens("a & b", "here").is_err());
        assert!(tokens(&"a".repeat(2_000), "here").is_err());
    }
}
