//! Resolves names to facts, tables, parameters and objects.
//!
//! A name is tried as a parameter, then as an object of the expected type, then as a fact; candidates that do not fit
//! the expected type are skipped. The left side of a comparison has no expected type, so it cannot be an object.

use crate::decimal::MICROS;
use crate::domain::{
    Change, Condition, Effect, FactKind, FactRef, Index, NONE, Number, Object, Parameter, ParameterKind,
    Term, Vocabulary, object_named,
};
use crate::error::{ErrorKind, OracleError};
use crate::limits::SLOTS_MAX;
use crate::syntax::{self, ConditionPhrase, EffectPhrase, Phrase, Reference, Relation};

/// The names that are known at one place of a domain.
pub(crate) struct Scope<'a> {
    pub(crate) vocabulary: &'a Vocabulary,
    /// The objects that text may name: closed ones, and in queries the bound ones too.
    pub(crate) objects: &'a [Object],
    /// The traits seen so far; reading a new one adds it.
    pub(crate) traits: &'a mut Vec<String>,
    parameters: Vec<(Parameter, usize)>,
}

/// The use of a value, which decides the types that fit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Compared: the types must share objects.
    Compared,
    /// Stored: every possible value must be one of the fact's.
    Stored,
}

/// The expected type of a bool or object.
#[derive(Clone, Copy)]
enum Expected {
    Bool,
    Symbol { of: usize, optional: bool },
}

/// The left-hand side of a comparison.
enum Left {
    Term(Term, Expected),
    Number,
}

impl<'a> Scope<'a> {
    /// Creates a scope whose parameters are stored in the given slots.
    pub(crate) fn new(
        vocabulary: &'a Vocabulary,
        objects: &'a [Object],
        traits: &'a mut Vec<String>,
        parameters: Vec<(Parameter, usize)>,
    ) -> Self {
        Self { vocabulary, objects, traits, parameters }
    }

    /// Resolves a condition.
    pub(crate) fn condition(&mut self, text: &str, place: &str) -> Result<Condition, OracleError> {
        let phrase = syntax::condition(text, place)?;
        self.condition_phrase(&phrase, place)
    }

    /// Resolves an effect.
    pub(crate) fn effect(&mut self, text: &str, place: &str) -> Result<Effect, OracleError> {
        let phrase = syntax::effect(text, place)?;
        let (EffectPhrase::Set(target, _) | EffectPhrase::Assign(target, _) | EffectPhrase::Add(target, _)) =
            &phrase;
        let fact = self.fact(target, place)?;
        let change = match (self.vocabulary.facts[fact.fact].kind, &phrase) {
            (FactKind::Bool, EffectPhrase::Set(_, value)) => Change::Become(Term::Value(i32::from(*value))),
            (FactKind::Bool, EffectPhrase::Assign(_, value)) => {
                Change::Become(self.term(value, Expected::Bool, Use::Stored, place)?)
            }
            (FactKind::Symbol { of, optional }, EffectPhrase::Assign(_, value)) => {
                Change::Become(self.term(value, Expected::Symbol { of, optional }, Use::Stored, place)?)
            }
            (FactKind::Int(_), EffectPhrase::Assign(_, value)) => {
                Change::Assign(self.whole_number(value, place)?)
            }
            (FactKind::Int(_), EffectPhrase::Add(_, amount)) => {
                Change::Add(self.whole_number(amount, place)?)
            }
            _ => return wrong_type(place, format!("`{}` cannot change in this way", target.name)),
        };
        Ok(Effect { fact, change })
    }

    /// Resolves a number expression in which decimals are allowed, as in costs.
    pub(crate) fn number(&mut self, text: &str, place: &str) -> Result<Number, OracleError> {
        let phrase = syntax::number(text, place)?;
        self.number_phrase(&phrase, place)
    }

    fn condition_phrase(&mut self, phrase: &ConditionPhrase, place: &str) -> Result<Condition, OracleError> {
        match phrase {
            ConditionPhrase::Holds(reference, wanted) => {
                let fact = self.fact(reference, place)?;
                let FactKind::Bool = self.vocabulary.facts[fact.fact].kind else {
                    return wrong_type(place, format!("`{}` is not a bool", reference.name));
                };
                let right = Term::Value(i32::from(*wanted));
                Ok(Condition::Same { left: Term::Fact(fact), right, equal: true })
            }
            ConditionPhrase::Compare(left, relation, right) => self.comparison(left, *relation, right, place),
            ConditionPhrase::Quantified { quantifier, over, variable, body } => {
                let Some(of) = self.vocabulary.type_named(over) else {
                    return unknown(place, format!("unknown type `{over}`"));
                };
                if self.parameters.iter().any(|(parameter, _)| parameter.name == *variable) {
                    return unknown(place, format!("`{variable}` already is a parameter here"));
                }
                let slot = self.parameters.iter().map(|(_, slot)| slot + 1).max().unwrap_or(0);
                if slot >= SLOTS_MAX {
                    let message = format!("more than {SLOTS_MAX} parameters and variables");
                    return Err(OracleError::new(ErrorKind::Limit, place, message));
                }
                let variable = Parameter { name: variable.clone(), kind: ParameterKind::Object(of) };
                self.parameters.push((variable, slot));
                let body = self.condition_phrase(body, place);
                self.parameters.pop();
                Ok(Condition::Quantified { quantifier: *quantifier, over: of, slot, body: Box::new(body?) })
            }
        }
    }

    fn comparison(
        &mut self,
        left: &Phrase,
        relation: Relation,
        right: &Phrase,
        place: &str,
    ) -> Result<Condition, OracleError> {
        let (term, expected) = match self.left(left, place)? {
            Left::Term(term, expected) => (term, expected),
            Left::Number => {
                let left = self.whole_number(left, place)?;
                let right = self.whole_number(right, place)?;
                return Ok(Condition::Compare { left, relation, right });
            }
        };
        let equal = match relation {
            Relation::Equal => true,
            Relation::Differ => false,
            _ => return wrong_type(place, "only numbers have an order"),
        };
        let right = self.term(right, expected, Use::Compared, place)?;
        Ok(Condition::Same { left: term, right, equal })
    }

    fn left(&mut self, phrase: &Phrase, place: &str) -> Result<Left, OracleError> {
        let Phrase::Reference(reference) = phrase else {
            return Ok(Left::Number);
        };
        if reference.indices.is_none()
            && let Some((kind, slot)) = self.parameter(&reference.name)
        {
            return Ok(match kind {
                ParameterKind::Number { .. } => Left::Number,
                ParameterKind::Object(of) => {
                    Left::Term(Term::Parameter(slot), Expected::Symbol { of, optional: false })
                }
            });
        }
        if self.vocabulary.fact_named(&reference.name).is_none() {
            return Ok(Left::Number);
        }
        let fact = self.fact(reference, place)?;
        Ok(match self.vocabulary.facts[fact.fact].kind {
            FactKind::Int(_) => Left::Number,
            FactKind::Bool => Left::Term(Term::Fact(fact), Expected::Bool),
            FactKind::Symbol { of, optional } => {
                Left::Term(Term::Fact(fact), Expected::Symbol { of, optional })
            }
        })
    }

    /// Resolves a bool or an object of the expected type.
    fn term(
        &self,
        phrase: &Phrase,
        expected: Expected,
        usage: Use,
        place: &str,
    ) -> Result<Term, OracleError> {
        let Phrase::Reference(reference) = phrase else {
            return wrong_type(place, "expected a bool or an object, found a number");
        };
        if reference.indices.is_none()
            && let Some(term) = self.plain_term(&reference.name, expected, usage)
        {
            return Ok(term);
        }
        let fact = self.fact(reference, place)?;
        let fits = match (self.vocabulary.facts[fact.fact].kind, expected) {
            (FactKind::Bool, Expected::Bool) => true,
            (FactKind::Symbol { of, optional }, Expected::Symbol { of: wanted, optional: may_be_none }) => {
                self.fits(of, wanted, usage) && (usage == Use::Compared || may_be_none || !optional)
            }
            _ => false,
        };
        if fits {
            return Ok(Term::Fact(fact));
        }
        wrong_type(place, format!("`{}` is of another type", reference.name))
    }

    fn plain_term(&self, name: &str, expected: Expected, usage: Use) -> Option<Term> {
        let Expected::Symbol { of, optional } = expected else {
            return match name {
                "true" => Some(Term::Value(1)),
                "false" => Some(Term::Value(0)),
                _ => None,
            };
        };
        if name == "none" && optional {
            return Some(Term::Value(NONE));
        }
        if let Some((ParameterKind::Object(given), slot)) = self.parameter(name)
            && self.fits(given, of, usage)
        {
            return Some(Term::Parameter(slot));
        }
        object_named(self.vocabulary, self.objects, name, of).map(Term::Value)
    }

    fn fits(&self, given: usize, expected: usize, usage: Use) -> bool {
        match usage {
            Use::Compared => self.vocabulary.overlap(given, expected),
            Use::Stored => self.vocabulary.is_within(given, expected),
        }
    }

    fn parameter(&self, name: &str) -> Option<(ParameterKind, usize)> {
        let (parameter, slot) = self.parameters.iter().find(|(parameter, _)| parameter.name == name)?;
        Some((parameter.kind, *slot))
    }

    fn fact(&self, reference: &Reference, place: &str) -> Result<FactRef, OracleError> {
        let Some(fact) = self.vocabulary.fact_named(&reference.name) else {
            return unknown(place, format!("unknown name `{}`", reference.name));
        };
        Ok(FactRef { fact, indices: self.indices(reference, &self.vocabulary.facts[fact].of, place)? })
    }

    fn indices(&self, reference: &Reference, of: &[usize], place: &str) -> Result<Vec<Index>, OracleError> {
        let names = reference.indices.as_deref().unwrap_or_default();
        if names.len() != of.len() {
            let message = format!("`{}` needs {} indices", reference.name, of.len());
            return wrong_type(place, message);
        }
        names.iter().zip(of).map(|(name, &of)| self.index(name, of, place)).collect()
    }

    fn index(&self, name: &str, of: usize, place: &str) -> Result<Index, OracleError> {
        if let Some((ParameterKind::Object(given), slot)) = self.parameter(name)
            && self.vocabulary.is_within(given, of)
        {
            return Ok(Index::Parameter(slot));
        }
        if let Some(object) = object_named(self.vocabulary, self.objects, name, of) {
            return Ok(Index::Object(object));
        }
        let wanted = &self.vocabulary.types[of].name;
        unknown(place, format!("`{name}` is neither a parameter nor an object of type `{wanted}`"))
    }

    /// Resolves an integer expression, in which decimals are not allowed.
    fn whole_number(&mut self, phrase: &Phrase, place: &str) -> Result<Number, OracleError> {
        let number = self.number_phrase(phrase, place)?;
        if has_decimals(&number) {
            return wrong_type(place, "only costs may have decimals");
        }
        Ok(number)
    }

    fn number_phrase(&mut self, phrase: &Phrase, place: &str) -> Result<Number, OracleError> {
        Ok(match phrase {
            Phrase::Literal(micros) => Number::Literal(*micros),
            Phrase::Negate(inner) => Number::Negate(Box::new(self.number_phrase(inner, place)?)),
            Phrase::Binary(operator, left, right) => {
                let left = self.number_phrase(left, place)?;
                let right = self.number_phrase(right, place)?;
                Number::Binary(*operator, Box::new(left), Box::new(right))
            }
            Phrase::Call(function, arguments) => {
                let arguments: Result<_, _> =
                    arguments.iter().map(|argument| self.number_phrase(argument, place)).collect();
                Number::Call(*function, arguments?)
            }
            Phrase::Curve(name, at) => {
                let Some(curve) = self.vocabulary.curves.iter().position(|curve| curve.name == *name) else {
                    return unknown(place, format!("unknown curve `{name}`"));
                };
                Number::Curve(curve, Box::new(self.number_phrase(at, place)?))
            }
            Phrase::Reference(reference) => self.number_reference(reference, place)?,
        })
    }

    fn number_reference(&mut self, reference: &Reference, place: &str) -> Result<Number, OracleError> {
        if let Some(name) = reference.name.strip_prefix("trait.") {
            let known = self.traits.iter().position(|candidate| candidate == name);
            return Ok(Number::Trait(known.unwrap_or_else(|| {
                self.traits.push(name.to_owned());
                self.traits.len() - 1
            })));
        }
        if reference.indices.is_none()
            && let Some((ParameterKind::Number { .. }, slot)) = self.parameter(&reference.name)
        {
            return Ok(Number::Parameter(slot));
        }
        if let Some(table) = self.vocabulary.table_named(&reference.name) {
            let indices = self.indices(reference, &self.vocabulary.tables[table].of, place)?;
            return Ok(Number::Table(table, indices));
        }
        let fact = self.fact(reference, place)?;
        match self.vocabulary.facts[fact.fact].kind {
            FactKind::Int(_) => Ok(Number::Fact(fact)),
            _ => wrong_type(place, format!("`{}` is not a number", reference.name)),
        }
    }
}

fn has_decimals(number: &Number) -> bool {
    match number {
        Number::Literal(micros) => micros % MICROS != 0,
        // Values of curves always have decimals.
        Number::Curve(..) => true,
        Number::Negate(inner) => has_decimals(inner),
        Number::Binary(_, left, right) => has_decimals(left) || has_decimals(right),
        Number::Call(_, arguments) => arguments.iter().any(has_decimals),
        Number::Undefined | Number::Parameter(_) | Number::Fact(_) | Number::Table(..) | Number::Trait(_) => {
            false
        }
    }
}

fn wrong_type<T>(place: &str, message: impl Into<String>) -> Result<T, OracleError> {
    Err(OracleError::new(ErrorKind::Type, place, message))
}

fn unknown<T>(place: &str, message: impl Into<String>) -> Result<T, OracleError> {
    Err(OracleError::new(ErrorKind::Name, place, message))
}
