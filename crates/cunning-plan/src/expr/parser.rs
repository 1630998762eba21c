//! Parses tokens into syntax trees, by recursive descent with limited depth.

use cunning_diag::Span;

use super::lexer::{Token, TokenKind, tokens};
use super::syntax::{
    ConditionSyntax, ConditionSyntaxKind, EffectSyntax, EffectSyntaxKind, Expr, ExprKind, GoalCall,
    SyntaxError, Word,
};
use crate::limits::NESTING_MAX;
use crate::model::{Comparison, Operator, Quantifier};

/// Parses a condition, such as `gold >= price[i]` or `no foe f: sees[f]`.
///
/// ```
/// use cunning_plan::expr::parse_condition;
///
/// assert!(parse_condition("stock[tavern, i] > 0").is_ok());
/// let error = parse_condition("gold 3").expect_err("there is no comparison");
/// assert_eq!(error.to_string(), "expected a comparison after `gold`, found `3`");
/// ```
pub fn parse_condition(text: &str) -> Result<ConditionSyntax, SyntaxError> {
    let mut parser = Parser::new(text, "condition")?;
    let condition = parser.condition()?;
    parser.end()?;
    Ok(condition)
}

/// Parses an effect, such as `gold -= price[i]` or `not drunk`.
pub fn parse_effect(text: &str) -> Result<EffectSyntax, SyntaxError> {
    let mut parser = Parser::new(text, "effect")?;
    let effect = parser.effect()?;
    parser.end()?;
    Ok(effect)
}

/// Parses a number expression, such as `walk[from, to] * 2`, or any single operand.
pub fn parse_number(text: &str) -> Result<Expr, SyntaxError> {
    let mut parser = Parser::new(text, "number")?;
    let number = parser.sum()?;
    parser.end()?;
    Ok(number)
}

/// Parses a goal with some of its parameters bound, such as `get_drunk` or `kill(f=orc)`.
pub fn parse_goal_call(text: &str) -> Result<GoalCall, SyntaxError> {
    let mut parser = Parser::new(text, "goal")?;
    let goal = parser.word("the name of a goal")?;
    let mut args = Vec::new();
    if parser.take("(").is_some() {
        while parser.take(")").is_none() {
            let name = parser.word("the name of a parameter")?;
            parser.expect("=", "after the parameter")?;
            args.push((name, parser.factor()?));
            if parser.take(",").is_none() {
                parser.expect(")", "at the end of the parameters")?;
                break;
            }
        }
    }
    parser.end()?;
    Ok(GoalCall { goal, args })
}

struct Parser<'a> {
    text: &'a str,
    /// What is being parsed, for messages.
    what: &'static str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, what: &'static str) -> Result<Self, SyntaxError> {
        let tokens = tokens(text)?;
        if tokens.is_empty() {
            return Err(SyntaxError::new(Span::from(0..text.len()), format!("this {what} is empty")));
        }
        Ok(Self { text, what, tokens, at: 0, depth: 0 })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn peek_at(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    /// Returns the span of the next token, or the end of the text.
    fn here(&self) -> Span {
        self.peek().map_or(Span::from(self.text.len()..self.text.len()), |token| token.span)
    }

    /// Returns the start of the next token.
    fn start(&self) -> u32 {
        self.here().start
    }

    /// Returns the span from a start to the end of the last token taken.
    fn since(&self, start: u32) -> Span {
        let end = self
            .at
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last))
            .map_or(start, |token| token.span.end);
        Span::new(start, end.max(start))
    }

    fn take(&mut self, symbol: &str) -> Option<Span> {
        let token = self.peek().filter(|token| token.is(symbol))?;
        let span = token.span;
        self.at += 1;
        Some(span)
    }

    fn expect(&mut self, symbol: &str, position: &str) -> Result<(), SyntaxError> {
        match self.take(symbol) {
            Some(_) => Ok(()),
            None => Err(self.unexpected(&format!("expected `{symbol}` {position}"))),
        }
    }

    /// Creates an error about the next token.
    fn unexpected(&self, expected: &str) -> SyntaxError {
        let found = self.peek().map_or_else(
            || "found the end of the text".to_owned(),
            |token| format!("found {}", token.show()),
        );
        SyntaxError::new(self.here(), format!("{expected}, {found}"))
    }

    fn word(&mut self, expected: &str) -> Result<Word, SyntaxError> {
        match self.peek() {
            Some(Token { kind: TokenKind::Word(text), span }) => {
                let word = Word { text: text.clone(), span: *span };
                self.at += 1;
                Ok(word)
            }
            _ => Err(self.unexpected(&format!("expected {expected}"))),
        }
    }

    /// Calls `inner` one nesting level deeper.
    fn nested<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, SyntaxError>,
    ) -> Result<T, SyntaxError> {
        if self.depth == NESTING_MAX {
            let message = format!("this is nested deeper than {NESTING_MAX} levels");
            return Err(SyntaxError::limit(self.here(), message));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn condition(&mut self) -> Result<ConditionSyntax, SyntaxError> {
        let start = self.start();
        let kind = if let Some(quantifier) = self.quantifier() {
            self.at += 1;
            self.nested(|parser| parser.quantified(quantifier))?
        } else if self.take_not() {
            let operand = self.factor()?;
            if let Some(token) = self.peek().filter(|token| comparison(token).is_some()) {
                return Err(SyntaxError::new(token.span, "`not` must be followed by a single fact")
                    .hint("negate the comparison instead: `!=` for `==`, `>=` for `<`"));
            }
            ConditionSyntaxKind::Not(operand)
        } else {
            let left = self.sum()?;
            match self.peek().and_then(comparison) {
                Some(comparison) => {
                    self.at += 1;
                    ConditionSyntaxKind::Compare { left, comparison, right: self.sum()? }
                }
                None if self.peek().is_some() => return Err(self.no_comparison(&left)),
                None => ConditionSyntaxKind::Holds(left),
            }
        };
        Ok(ConditionSyntax { kind, span: self.since(start) })
    }

    /// Returns the quantifier at this position. A quantifier is its word followed by another word; alone, the word is an ordinary name.
    fn quantifier(&self) -> Option<Quantifier> {
        self.peek_at(1)?.word()?;
        match self.peek()?.word()? {
            "some" => Some(Quantifier::Some),
            "no" => Some(Quantifier::No),
            "every" => Some(Quantifier::Every),
            _ => None,
        }
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Result<ConditionSyntaxKind, SyntaxError> {
        let ty = self.word("a type")?;
        let expected = format!("a name for the {}, as in `some {} x: …`", ty.text, ty.text);
        let variable = self.word(&expected)?;
        self.expect(":", &format!("after `{}`", variable.text))?;
        let body = Box::new(self.condition()?);
        Ok(ConditionSyntaxKind::Quantified { quantifier, ty, variable, body })
    }

    fn take_not(&mut self) -> bool {
        let is_not = self.peek().is_some_and(|token| token.word() == Some("not"));
        self.at += usize::from(is_not);
        is_not
    }

    /// Creates the error for an operand that is followed by something other than a comparison.
    fn no_comparison(&self, left: &Expr) -> SyntaxError {
        let shown = self.text.get(left.span.start as usize..left.span.end as usize).unwrap_or_default();
        let error = self.unexpected(&format!("expected a comparison after `{shown}`"));
        let Some(token) = self.peek() else { return error };
        match (token.word(), &token.kind) {
            (Some("and"), _) => {
                error.hint("all conditions of a list must hold: write each one as a separate string")
            }
            (Some("or"), _) => error.hint("write `{ any = [\"…\", \"…\"] }`"),
            (Some("is"), _) => error.hint("write `==`"),
            (_, TokenKind::Symbol("=")) => {
                let turned =
                    ["<", ">"].into_iter().find(|sign| self.peek_at(1).is_some_and(|next| next.is(sign)));
                error.hint(format!("did you mean `{}=`?", turned.unwrap_or("=")))
            }
            (_, TokenKind::Symbol("+=" | "-=")) => error.hint("this is an effect; effects belong in `then`"),
            _ => error,
        }
    }

    fn effect(&mut self) -> Result<EffectSyntax, SyntaxError> {
        let start = self.start();
        let not = self.take_not();
        let target = self.factor()?;
        let kind = if not {
            EffectSyntaxKind::Not
        } else if self.take("=").is_some() {
            EffectSyntaxKind::Assign(self.sum()?)
        } else if self.take("+=").is_some() {
            EffectSyntaxKind::Add(self.sum()?)
        } else if self.take("-=").is_some() {
            EffectSyntaxKind::Subtract(self.sum()?)
        } else if self.peek().is_some() {
            let error = self.unexpected("expected `=`, `+=` or `-=`");
            let compared = self.peek().is_some_and(|token| comparison(token).is_some());
            let doubled = self.peek().is_some_and(|token| token.is("=="));
            return Err(match (doubled, compared) {
                (true, _) => error.hint("did you mean `=`?"),
                (_, true) => error.hint("this is a condition; conditions belong in `when`"),
                _ => error,
            });
        } else {
            EffectSyntaxKind::Holds
        };
        Ok(EffectSyntax { target, kind, span: self.since(start) })
    }

    fn sum(&mut self) -> Result<Expr, SyntaxError> {
        self.chain(Self::product, &[("+", Operator::Add), ("-", Operator::Subtract)])
    }

    fn product(&mut self) -> Result<Expr, SyntaxError> {
        self.chain(Self::factor, &[("*", Operator::Multiply), ("/", Operator::Divide)])
    }

    /// Parses operands separated by operators of one precedence, grouped from the left.
    fn chain(
        &mut self,
        operand: fn(&mut Self) -> Result<Expr, SyntaxError>,
        operators: &[(&str, Operator)],
    ) -> Result<Expr, SyntaxError> {
        let start = self.start();
        let mut left = operand(self)?;
        while let Some(&(_, operator)) = operators.iter().find(|(symbol, _)| self.take(symbol).is_some()) {
            let right = Box::new(operand(self)?);
            let kind = ExprKind::Binary { operator, left: Box::new(left), right };
            left = Expr { kind, span: self.since(start) };
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expr, SyntaxError> {
        let start = self.start();
        let Some(token) = self.peek().cloned() else {
            return Err(self.unexpected("expected a name or a number"));
        };
        self.at += 1;
        let kind = match token.kind {
            TokenKind::Number(number) => ExprKind::Number(number),
            TokenKind::Word(text) => self.named(Word { text, span: token.span })?,
            TokenKind::Symbol("-") => match self.nested(Self::factor)? {
                Expr { kind: ExprKind::Number(number), .. } => ExprKind::Number(number.negated()),
                inner => ExprKind::Negated(Box::new(inner)),
            },
            TokenKind::Symbol("(") => {
                let inner = self.nested(Self::sum)?;
                if self.peek().is_some_and(|token| comparison(token).is_some()) {
                    return Err(SyntaxError::new(
                        self.here(),
                        "parentheses can only contain numbers, not conditions",
                    )
                    .hint("a list means \"and\"; write `{ any = […] }` for \"or\""));
                }
                self.expect(")", "to close the parenthesis")?;
                inner.kind
            }
            TokenKind::Symbol(_) => {
                self.at -= 1;
                return Err(self.unexpected(&format!("expected a name or a number in this {}", self.what)));
            }
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    /// Parses an operand that starts with a name.
    fn named(&mut self, name: Word) -> Result<ExprKind, SyntaxError> {
        if self.take("[").is_some() {
            return Ok(ExprKind::Indexed { name, indices: self.list("]", "index")? });
        }
        if self.take("(").is_some() {
            return Ok(ExprKind::Call { space: None, name, args: self.list(")", "argument")? });
        }
        if self.take(".").is_some() {
            let member = self.word(&format!("a name after `{}.`", name.text))?;
            return Ok(match self.take("(") {
                Some(_) => {
                    ExprKind::Call { space: Some(name), name: member, args: self.list(")", "argument")? }
                }
                None => ExprKind::Dotted { space: name, name: member },
            });
        }
        Ok(ExprKind::Name(name.text))
    }

    /// Parses operands separated by commas up to the closing bracket; at least one.
    fn list(&mut self, close: &str, what: &str) -> Result<Vec<Expr>, SyntaxError> {
        let mut members = Vec::new();
        loop {
            if members.is_empty() && self.peek().is_some_and(|token| token.is(close)) {
                return Err(self.unexpected(&format!("expected an {what}")));
            }
            members.push(self.nested(Self::sum)?);
            if self.take(",").is_none() {
                self.expect(close, &format!("or `,` after the {what}"))?;
                return Ok(members);
            }
        }
    }

    fn end(&self) -> Result<(), SyntaxError> {
        let Some(token) = self.peek() else { return Ok(()) };
        let message = format!("expected the end of the {}, found {}", self.what, token.show());
        let error = SyntaxError::new(token.span, message);
        Err(match token.word() {
            Some("and") => {
                error.hint("all conditions of a list must hold: write each one as a separate string")
            }
            Some("or") => error.hint("write `{ any = [\"…\", \"…\"] }`"),
            _ => error,
        })
    }
}

fn comparison(token: &Token) -> Option<Comparison> {
    match token.kind {
        TokenKind::Symbol("==") => Some(Comparison::Equal),
        TokenKind::Symbol("!=") => Some(Comparison::Unequal),
        TokenKind::Symbol("<") => Some(Comparison::Less),
        TokenKind::Symbol("<=") => Some(Comparison::AtMost),
        TokenKind::Symbol(">") => Some(Comparison::Greater),
        TokenKind::Symbol(">=") => Some(Comparison::AtLeast),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition_error(text: &str) -> (u32, String) {
        let error = parse_condition(text).expect_err(text);
        (error.span.start, error.message + error.hint.as_deref().unwrap_or_default())
    }

    #[test]
    fn products_bind_closer_than_sums_and_both_group_from_the_left() {
        let number = parse_number("a - b * c - d").unwrap();
        let ExprKind::Binary { operator: Operator::Subtract, left, right } = number.kind else { panic!() };
        assert_eq!(right.kind, ExprKind::Name("d".to_owned()));
        assert_eq!(left.span, Span::new(0, 9));
        assert!(matches!(left.kind, ExprKind::Binary { operator: Operator::Subtract, .. }));
    }

    #[test]
    fn signs_belong_to_literals() {
        assert_eq!(parse_number("- 3").unwrap().kind, parse_number("-(3)").unwrap().kind);
        assert_eq!(parse_number("--3").unwrap().kind, parse_number("3").unwrap().kind);
        assert!(matches!(parse_number("-a").unwrap().kind, ExprKind::Negated(_)));
    }

    #[test]
    fn words_of_quantifiers_are_names_when_they_stand_alone() {
        assert!(matches!(parse_condition("no").unwrap().kind, ConditionSyntaxKind::Holds(_)));
        assert!(matches!(parse_condition("some == no").unwrap().kind, ConditionSyntaxKind::Compare { .. }));
        assert!(matches!(
            parse_condition("no foe f: x").unwrap().kind,
            ConditionSyntaxKind::Quantified { .. }
        ));
    }

    #[test]
    fn mistakes_are_named_where_they_are() {
        for (text, at, phrase) in [
            ("", 0, "this condition is empty"),
            ("gold 3", 5, "expected a comparison after `gold`, found `3`"),
            ("gold = 3", 5, "did you mean `==`?"),
            ("gold => 3", 5, "did you mean `>=`?"),
            ("gold =< 3", 5, "did you mean `<=`?"),
            ("gold >= ", 8, "found the end of the text"),
            ("a && b", 2, "each one as a separate string"),
            ("a and b", 2, "each one as a separate string"),
            ("a == 1 or b", 7, "any"),
            ("!a", 0, "write `not`"),
            ("not a == b", 6, "negate the comparison instead"),
            ("has[", 4, "expected a name or a number"),
            ("has[]", 4, "expected an index"),
            ("has[a b]", 6, "expected `]` or `,` after the index"),
            ("(a == b)", 3, "parentheses can only contain numbers"),
            ("some foe: x", 8, "a name for the foe"),
            ("no foe f x", 9, "expected `:` after `f`"),
            ("2nd == 1", 0, "neither a number nor a name"),
            ("a == 0.5é", 5, "`0.5é` is neither a number nor a name"),
            ("a == 99999999999999", 5, "too large"),
            ("a == €", 5, "unexpected `€`"),
            ("a b", 2, "expected a comparison after `a`, found `b`"),
        ] {
            let (found_at, message) = condition_error(text);
            assert!(message.contains(phrase), "{text}: {message}");
            assert_eq!(found_at, at, "{text}");
        }
        let error = parse_effect("gold == 3").unwrap_err();
        assert_eq!((error.span.start, error.hint.as_deref()), (5, Some("did you mean `=`?")));
    }

    #[test]
    fn depth_and_length_are_capped() {
        for text in [
            "(".repeat(500),
            "-".repeat(500),
            "a[".repeat(300),
            "min(".repeat(200),
            "no a b: ".repeat(100),
            "x".repeat(2000),
        ] {
            assert!(parse_condition(&text).unwrap_err().limit, "{text}");
        }
        let deepest = format!("{}1{}", "(".repeat(NESTING_MAX), ")".repeat(NESTING_MAX));
        assert!(parse_number(&deepest).is_ok());
    }

    #[test]
    fn goals_may_be_called() {
        let call = parse_goal_call("kill(f=orc, n=-2)").unwrap();
        assert_eq!((call.goal.text.as_str(), call.args.len()), ("kill", 2));
        assert!(parse_goal_call("kill").unwrap().args.is_empty());
        for text in ["kill(", "kill(f)", "kill(f=)", "kill f", "kill(f=a b)", "3"] {
            assert!(parse_goal_call(text).is_err(), "{text}");
        }
    }
}
