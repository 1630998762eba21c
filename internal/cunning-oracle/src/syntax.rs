//! The grammar of expressions: tokens become phrases with unresolved names.
//!
//! ```text
//! condition := "not" ref | ref | number relation number | quantifier TYPE VAR ":" condition
//! effect    := "not" ref | ref | ref "=" number | ref "+=" number | ref "-=" number
//! number    := term (("+" | "-") term)*        term := factor (("*" | "/") factor)*
//! factor    := NUMBER | ref | FUNCTION "(" number ("," number)* ")" | "(" number ")" | "-" factor
//! ref       := NAME | NAME "[" NAME ("," NAME)* "]"
//! ```
//! A "number" may turn out to be an object or a symbol: only names decide, in [`crate::resolve`].

use crate::decimal;
use crate::error::{ErrorKind, OracleError};
use crate::limits::NESTING_MAX;
use crate::token::{Token, tokens};

/// A name with its indices: a fact, a table, a parameter, an object or a literal.
#[derive(Debug, Clone)]
pub(crate) struct Reference {
    /// The name before the bracket.
    pub(crate) name: String,
    /// The names inside the brackets; none without brackets.
    pub(crate) indices: Option<Vec<String>>,
}

/// A right- or left-hand side.
#[derive(Debug, Clone)]
pub(crate) enum Phrase {
    Literal(i64),
    Reference(Reference),
    Negate(Box<Phrase>),
    Binary(Operator, Box<Phrase>, Box<Phrase>),
    Call(Function, Vec<Phrase>),
    Curve(String, Box<Phrase>),
}

/// Arithmetic between two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// The functions of number expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Min,
    Max,
    Abs,
    Clamp,
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    Differ,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The number of objects that must satisfy a quantified condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantifier {
    Some,
    No,
    Every,
}

/// A condition as written.
#[derive(Debug, Clone)]
pub(crate) enum ConditionPhrase {
    Holds(Reference, bool),
    Compare(Phrase, Relation, Phrase),
    Quantified { quantifier: Quantifier, over: String, variable: String, body: Box<ConditionPhrase> },
}

/// An effect as written.
#[derive(Debug, Clone)]
pub(crate) enum EffectPhrase {
    Set(Reference, bool),
    Assign(Reference, Phrase),
    Add(Reference, Phrase),
}

/// Reads a condition.
pub(crate) fn condition(text: &str, place: &str) -> Result<ConditionPhrase, OracleError> {
    let mut reader = Reader::new(text, place)?;
    let phrase = reader.condition(0)?;
    reader.end()?;
    Ok(phrase)
}

/// Reads an effect.
pub(crate) fn effect(text: &str, place: &str) -> Result<EffectPhrase, OracleError> {
    let mut reader = Reader::new(text, place)?;
    let phrase = if reader.take_word("not") {
        EffectPhrase::Set(reader.reference()?, false)
    } else {
        let target = reader.reference()?;
        if reader.take("=") {
            EffectPhrase::Assign(target, reader.number(0)?)
        } else if reader.take("+=") {
            EffectPhrase::Add(target, reader.number(0)?)
        } else if reader.take("-=") {
            EffectPhrase::Add(target, Phrase::Negate(Box::new(reader.number(0)?)))
        } else {
            EffectPhrase::Set(target, true)
        }
    };
    reader.end()?;
    Ok(phrase)
}

/// Reads a number expression.
pub(crate) fn number(text: &str, place: &str) -> Result<Phrase, OracleError> {
    let mut reader = Reader::new(text, place)?;
    let phrase = reader.number(0)?;
    reader.end()?;
    Ok(phrase)
}

/// Reads a fact with its indices, as in the keys of `[start]`.
pub(crate) fn reference(text: &str, place: &str) -> Result<Reference, OracleError> {
    let mut reader = Reader::new(text, place)?;
    let phrase = reader.reference()?;
    reader.end()?;
    Ok(phrase)
}

struct Reader<'a> {
    tokens: Vec<Token>,
    next: usize,
    place: &'a str,
}

impl<'a> Reader<'a> {
    fn new(text: &str, place: &'a str) -> Result<Self, OracleError> {
        Ok(Self { tokens: tokens(text, place)?, next: 0, place })
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, OracleError> {
        Err(OracleError::new(ErrorKind::Syntax, self.place, message))
    }

    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.next + ahead)
    }

    fn take(&mut self, sign: &'static str) -> bool {
        let found = self.peek(0) == Some(&Token::Sign(sign));
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), OracleError> {
        if self.take(sign) { Ok(()) } else { self.error(format!("`{sign}` is missing")) }
    }

    /// Takes a keyword only if a name follows, so that a fact may have the name of a keyword.
    fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(0), Some(Token::Name(name)) if name == word)
            && matches!(self.peek(1), Some(Token::Name(_)));
        self.next += usize::from(found);
        found
    }

    fn name(&mut self) -> Result<String, OracleError> {
        match self.peek(0) {
            Some(Token::Name(name)) => {
                let name = name.clone();
                self.next += 1;
                Ok(name)
            }
            _ => self.error("a name is missing"),
        }
    }

    fn end(&self) -> Result<(), OracleError> {
        if self.next == self.tokens.len() {
            Ok(())
        } else {
            self.error("unexpected text after the expression")
        }
    }

    fn nest(&self, depth: usize) -> Result<usize, OracleError> {
        if depth < NESTING_MAX {
            return Ok(depth + 1);
        }
        Err(OracleError::new(ErrorKind::Limit, self.place, format!("nested deeper than {NESTING_MAX}")))
    }

    fn condition(&mut self, depth: usize) -> Result<ConditionPhrase, OracleError> {
        let depth = self.nest(depth)?;
        let quantifiers = [("some", Quantifier::Some), ("no", Quantifier::No), ("every", Quantifier::Every)];
        for (word, quantifier) in quantifiers {
            if self.take_word(word) {
                let over = self.name()?;
                let variable = self.name()?;
                self.expect(":")?;
                let body = Box::new(self.condition(depth)?);
                return Ok(ConditionPhrase::Quantified { quantifier, over, variable, body });
            }
        }
        if self.take_word("not") {
            return Ok(ConditionPhrase::Holds(self.reference()?, false));
        }
        let left = self.number(depth)?;
        let relations = [
            ("==", Relation::Equal),
            ("!=", Relation::Differ),
            ("<=", Relation::LessOrEqual),
            (">=", Relation::GreaterOrEqual),
            ("<", Relation::Less),
            (">", Relation::Greater),
        ];
        for (sign, relation) in relations {
            if self.take(sign) {
                return Ok(ConditionPhrase::Compare(left, relation, self.number(depth)?));
            }
        }
        match left {
            Phrase::Reference(fact) => Ok(ConditionPhrase::Holds(fact, true)),
            _ => self.error("a comparison is missing"),
        }
    }

    fn reference(&mut self) -> Result<Reference, OracleError> {
        let name = self.name()?;
        let mut indices = None;
        if self.take("[") {
            let mut names = vec![self.name()?];
            while self.take(",") {
                names.push(self.name()?);
            }
            self.expect("]")?;
            indices = Some(names);
        }
        Ok(Reference { name, indices })
    }

    fn number(&mut self, depth: usize) -> Result<Phrase, OracleError> {
        let depth = self.nest(depth)?;
        let mut sum = self.term(depth)?;
        loop {
            let operator = if self.take("+") {
                Operator::Add
            } else if self.take("-") {
                Operator::Subtract
            } else {
                return Ok(sum);
            };
            sum = Phrase::Binary(operator, Box::new(sum), Box::new(self.term(depth)?));
        }
    }

    fn term(&mut self, depth: usize) -> Result<Phrase, OracleError> {
        let mut product = self.factor(depth)?;
        loop {
            let operator = if self.take("*") {
                Operator::Multiply
            } else if self.take("/") {
                Operator::Divide
            } else {
                return Ok(product);
            };
            product = Phrase::Binary(operator, Box::new(product), Box::new(self.factor(depth)?));
        }
    }

    fn factor(&mut self, depth: usize) -> Result<Phrase, OracleError> {
        let depth = self.nest(depth)?;
        if self.take("-") {
            return Ok(Phrase::Negate(Box::new(self.factor(depth)?)));
        }
        if self.take("(") {
            let inner = self.number(depth)?;
            self.expect(")")?;
            return Ok(inner);
        }
        if let Some(Token::Number(text)) = self.peek(0) {
            let Some(micros) = decimal::from_text(text) else {
                return self.error(format!("`{text}` is not a number of the language"));
            };
            self.next += 1;
            return Ok(Phrase::Literal(micros));
        }
        let reference = self.reference()?;
        if reference.indices.is_some() || !self.take("(") {
            return Ok(Phrase::Reference(reference));
        }
        let mut arguments = vec![self.number(depth)?];
        if let Some(curve) = reference.name.strip_prefix("curve.") {
            self.expect(")")?;
            return Ok(Phrase::Curve(curve.to_owned(), Box::new(arguments.remove(0))));
        }
        while self.take(",") {
            arguments.push(self.number(depth)?);
        }
        self.expect(")")?;
        let function = match (reference.name.as_str(), arguments.len()) {
            ("min", 2..) => Function::Min,
            ("max", 2..) => Function::Max,
            ("abs", 1) => Function::Abs,
            ("clamp", 3) => Function::Clamp,
            (name, count) => return self.error(format!("unknown function `{name}` of {count} numbers")),
        };
        Ok(Phrase::Call(function, arguments))
    }
}
