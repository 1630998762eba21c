//! Number expressions.

use super::resolve::{Read, Resolver};
use crate::codes;
use crate::expr::{Expr, ExprKind, Word};
use crate::model::{FactKind, Function, Number, NumberKind, ParamKind};
use crate::read_error::{Checked, ReadError};
use crate::shape::read_error;

/// The arithmetic of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    /// Integers, for conditions and effects.
    Integers,
    /// Millionths, for costs.
    Decimals,
}

impl Resolver<'_> {
    pub(super) fn number(&mut self, expr: &Expr, arithmetic: Arithmetic) -> Checked<Number> {
        let span = self.source_span(expr.span);
        let kind = match &expr.kind {
            ExprKind::Number(value) => {
                if arithmetic == Arithmetic::Integers && value.to_int().is_none() {
                    let message = format!(
                        "`{value}` is not a whole number; conditions and effects use whole numbers only"
                    );
                    return read_error(codes::FRACTION, message, span);
                }
                NumberKind::Literal(*value)
            }
            ExprKind::Name(name) => self.number_name(expr, name)?,
            ExprKind::Indexed { .. } => match self.read(expr)? {
                Some(read) => self.number_read(expr, read)?,
                None => return self.no_number(expr).fail(),
            },
            ExprKind::Dotted { space, name } if space.text == "trait" => {
                NumberKind::Trait(self.traits.id(&name.text, span)?)
            }
            ExprKind::Dotted { space, name } => {
                let message = format!("there is no `{}.{}`", space.text, name.text);
                let read_error = ReadError::new(codes::UNKNOWN_NAME, message, span);
                let read_error = match self.names.readables.get(&space.text) {
                    Some(_) => read_error.hint(format!("did you mean `{}[{}]`?", space.text, name.text)),
                    None => read_error.suggest(&space.text, ["trait"]),
                };
                return read_error.fail();
            }
            ExprKind::Call { space, name, args } => {
                if space.as_ref().is_some_and(|space| space.text == "curve") {
                    let kind = self.curve(name, args, arithmetic)?;
                    return Ok(Number { kind, span });
                }
                let (None, Some(function)) = (space, Function::named(&name.text)) else {
                    return self.unknown_function(space.as_ref(), name, expr).fail();
                };
                self.check_args(function, name, args.len())?;
                let args =
                    args.iter().map(|arg| self.number(arg, arithmetic)).collect::<Checked<Vec<_>>>()?;
                NumberKind::Call { function, args }
            }
            ExprKind::Negated(inner) => NumberKind::Negated(Box::new(self.number(inner, arithmetic)?)),
            ExprKind::Binary { operator, left, right } => NumberKind::Binary {
                operator: *operator,
                left: Box::new(self.number(left, arithmetic)?),
                right: Box::new(self.number(right, arithmetic)?),
            },
        };
        Ok(Number { kind, span })
    }

    /// `curve.name(x)`
    fn curve(&mut self, name: &Word, args: &[Expr], arithmetic: Arithmetic) -> Checked<NumberKind> {
        let span = self.source_span(name.span);
        if arithmetic == Arithmetic::Integers {
            let message =
                "curves do not return whole numbers, and conditions and effects use whole numbers only";
            return read_error(codes::FRACTION, message, span);
        }
        let curve = self.names.curve(&name.text, span)?;
        let [at] = args else {
            return read_error(codes::SYNTAX, format!("`curve.{}` takes one number", name.text), span);
        };
        Ok(NumberKind::Curve { curve, at: Box::new(self.number(at, arithmetic)?) })
    }

    fn number_name(&self, expr: &Expr, name: &str) -> Checked<NumberKind> {
        let param = self.scope.find(name);
        if let Some((id, ParamKind::Number { .. })) = param {
            return Ok(NumberKind::Param(id));
        }
        match (self.read(expr)?, param) {
            (Some(read), _) => self.number_read(expr, read),
            (None, Some(_)) => self.no_number(expr).fail(),
            (None, None) if self.names.is_object(name) || ["true", "false", "none"].contains(&name) => {
                self.no_number(expr).fail()
            }
            (None, None) => {
                self.unknown("number parameter, int fact or table", name, self.source_span(expr.span)).fail()
            }
        }
    }

    fn number_read(&self, expr: &Expr, read: Read) -> Checked<NumberKind> {
        match read {
            Read::Table(table, indices) => Ok(NumberKind::Table { table, indices }),
            Read::Fact(fact) if matches!(self.domain.facts[fact.fact].kind, FactKind::Int { .. }) => {
                Ok(NumberKind::Fact(fact))
            }
            Read::Fact(_) => self.no_number(expr).fail(),
        }
    }

    fn no_number(&self, expr: &Expr) -> ReadError {
        let message = format!("expected a number, found `{}`", self.shown(expr));
        ReadError::new(codes::TYPE, message, self.source_span(expr.span))
    }

    fn check_args(&self, function: Function, name: &Word, found: usize) -> Checked<()> {
        if function.takes(found) {
            return Ok(());
        }
        let wanted = match function {
            Function::Min | Function::Max => "two or more numbers",
            Function::Abs => "one number",
            Function::Clamp => "three numbers: clamp(x, low, high)",
        };
        read_error(codes::SYNTAX, format!("`{}` takes {wanted}", name.text), self.source_span(name.span))
    }
}
