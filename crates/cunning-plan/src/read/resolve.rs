//! Resolves names: parameters first, then objects, then facts, each skipped if it does not fit the expected type.

use cunning_diag::Span;

use super::names::{Names, Readable, Traits};
use crate::codes;
use crate::expr::{Expr, ExprKind, Word};
use crate::model::{
    FactKind, FactRef, Index, ObjectName, Param, ParamId, ParamKind, PlanningDomain, SourceSpan, TableId,
    Term, TypeId,
};
use crate::read_error::{Checked, ReadError};
use crate::shape::read_error;
use crate::tree::Text;

/// The parameters and variables in scope, by their ids.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    names: Vec<(String, ParamKind)>,
    /// The number of leading names that variables may shadow.
    hideable: usize,
}

impl Scope {
    pub(super) fn new(params: &[Param]) -> Self {
        let names = params.iter().map(|param| (param.name.clone(), param.kind)).collect();
        Self { names, hideable: 0 }
    }

    /// Creates a scope in which a variable may shadow a parameter.
    pub(super) fn hideable(params: &[Param]) -> Self {
        Self { hideable: params.len(), ..Self::new(params) }
    }

    pub(super) fn find(&self, name: &str) -> Option<(ParamId, ParamKind)> {
        let at = self.names.iter().rposition(|(known, _)| known == name)?;
        Some((ParamId::new(at as u32), self.names[at].1))
    }

    /// Returns whether a new variable cannot have this name.
    pub(super) fn is_taken(&self, name: &str) -> bool {
        self.find(name).is_some_and(|(id, _)| id.index() >= self.hideable)
    }

    pub(super) fn push(&mut self, name: &str, ty: TypeId) {
        self.names.push((name.to_owned(), ParamKind::Object(ty)));
    }

    pub(super) fn pop(&mut self) {
        self.names.pop();
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| name.as_str())
    }
}

/// Resolves the names of one string.
pub(super) struct Resolver<'a> {
    pub(super) domain: &'a PlanningDomain,
    pub(super) names: &'a Names,
    pub(super) traits: &'a mut Traits,
    pub(super) scope: &'a mut Scope,
    pub(super) text: &'a Text,
}

/// The use of a term, which decides how closely types must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// The term is compared with a fact: the types must have objects in common.
    CompareFact,
    /// The term is compared with a parameter, which is never none.
    CompareParam,
    /// The term becomes the value of a fact: it must always fit.
    Store,
}

/// The possible values of an object fact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    pub(super) ty: TypeId,
    pub(super) optional: bool,
    pub(super) usage: Use,
}

/// A fact or table with its indices.
pub(super) enum Read {
    Fact(FactRef),
    Table(TableId, Vec<Index>),
}

impl Resolver<'_> {
    pub(super) fn source_span(&self, span: Span) -> SourceSpan {
        self.text.span_of(span)
    }

    /// Returns the operand as written.
    pub(super) fn shown(&self, expr: &Expr) -> &str {
        self.text.value.get(expr.span.start as usize..expr.span.end as usize).unwrap_or_default()
    }

    pub(super) fn type_name(&self, ty: TypeId) -> &str {
        &self.domain.types[ty].name
    }

    /// Resolves the fact or table that an operand names; `None` if it names neither (it may be a parameter or
    /// object).
    pub(super) fn read(&self, expr: &Expr) -> Checked<Option<Read>> {
        let (name, indices, span): (&str, &[Expr], Span) = match &expr.kind {
            ExprKind::Name(name) => (name, &[], expr.span),
            ExprKind::Indexed { name, indices } => (&name.text, indices, name.span),
            _ => return Ok(None),
        };
        let readable = self.names.readables.get(name).copied();
        let of: &[TypeId] = match readable {
            Some(Readable::Fact(id)) => &self.domain.facts[id].of,
            Some(Readable::Table(id)) => &self.domain.tables[id].of,
            None if matches!(expr.kind, ExprKind::Name(_)) => return Ok(None),
            None => return self.unknown("fact or table", name, self.source_span(span)).fail(),
        };
        if of.len() != indices.len() {
            return self.wrong_count(name, of, indices.len(), self.source_span(expr.span)).fail();
        }
        let indices =
            of.iter().zip(indices).map(|(&ty, index)| self.index(ty, index)).collect::<Checked<Vec<_>>>()?;
        Ok(match readable {
            Some(Readable::Fact(fact)) => {
                Some(Read::Fact(FactRef { fact, indices, span: self.source_span(expr.span) }))
            }
            Some(Readable::Table(table)) => Some(Read::Table(table, indices)),
            None => None,
        })
    }

    fn wrong_count(&self, name: &str, of: &[TypeId], found: usize, span: SourceSpan) -> ReadError {
        let message = match (of.len(), found) {
            (0, _) => format!("`{name}` takes no indices"),
            (wanted, 0) => {
                format!("`{name}` needs {wanted} {}", if wanted == 1 { "index" } else { "indices" })
            }
            (wanted, found) => {
                format!("wrong number of indices for `{name}`: expected {wanted}, found {found}")
            }
        };
        let read_error = ReadError::new(codes::INDICES, message, span);
        if of.is_empty() {
            return read_error.hint(format!("write `{name}`"));
        }
        read_error.hint(format!("did you mean `{}`?", self.example(name, of)))
    }

    /// Returns a family with fitting indices, as an example.
    fn example(&self, name: &str, of: &[TypeId]) -> String {
        let indices: Vec<&str> = of
            .iter()
            .map(|&ty| {
                let first = self.domain.objects_of(ty).next();
                first.map_or(self.type_name(ty), |first| &self.domain.objects[first].name)
            })
            .collect();
        format!("{name}[{}]", indices.join(", "))
    }

    /// Resolves an index of a family or table.
    fn index(&self, ty: TypeId, expr: &Expr) -> Checked<Index> {
        let span = self.source_span(expr.span);
        let wanted = self.type_name(ty);
        let ExprKind::Name(name) = &expr.kind else {
            let is_fact = matches!(self.read(expr), Ok(Some(Read::Fact(_))));
            let code = if is_fact { codes::FACT_AS_INDEX } else { codes::TYPE };
            let message = format!(
                "expected an object or parameter of type `{wanted}` as index, found `{}`",
                self.shown(expr)
            );
            return read_error(code, message, span);
        };
        let param = self.scope.find(name);
        if let Some((id, ParamKind::Object(of))) = param
            && self.domain.types[of].fits(&self.domain.types[ty])
        {
            return Ok(Index::Param(id));
        }
        match self.names.object(self.domain, ty, name) {
            Some(ObjectName::Closed(id)) => return Ok(Index::Object(*id)),
            Some(ObjectName::Bound(_)) => return bound(name, span).fail(),
            None => {}
        }
        if let Some((_, kind)) = param {
            return self.unfit_param(name, kind, ty, span).fail();
        }
        if matches!(self.names.readables.get(name), Some(Readable::Fact(_))) {
            let message = format!("`{name}` is a fact, but an index must be an object or a parameter");
            let hint = format!("add a parameter `p` of type `{wanted}` and the condition `{name} == p`");
            return ReadError::new(codes::FACT_AS_INDEX, message, span).hint(hint).fail();
        }
        self.unknown_object(name, ty, span).fail()
    }

    /// Creates the error for a parameter of the wrong type.
    fn unfit_param(&self, name: &str, kind: ParamKind, ty: TypeId, span: SourceSpan) -> ReadError {
        let wanted = self.type_name(ty);
        let message = match kind {
            ParamKind::Number { .. } => format!("the parameter `{name}` is a number, not of type `{wanted}`"),
            ParamKind::Object(of) if self.domain.types[of].overlaps(&self.domain.types[ty]) => {
                let of = self.type_name(of);
                format!("the parameter `{name}` is of type `{of}`, which is not always a `{wanted}`")
            }
            ParamKind::Object(of) => {
                format!("the parameter `{name}` is of type `{}`, not `{wanted}`", self.type_name(of))
            }
        };
        let is_broken = matches!(kind, ParamKind::Object(of) if self.domain.types[of].parts.is_empty());
        ReadError::new(codes::TYPE, message, span)
            .follows_if(is_broken || self.domain.types[ty].parts.is_empty())
    }

    /// Creates the error for a name that no parameter or object of the expected type has.
    fn unknown_object(&self, name: &str, ty: TypeId, span: SourceSpan) -> ReadError {
        let objects = self.domain.objects_of(ty).map(|id| self.domain.objects[id].name.as_str());
        let message = if self.names.is_object(name) {
            format!("`{name}` is an object, but not of type `{}`", self.type_name(ty))
        } else {
            format!("there is no {} or parameter `{name}`", self.type_name(ty))
        };
        ReadError::new(codes::UNKNOWN_NAME, message, span)
            .follows_if(self.names.broken.contains(name) || self.domain.types[ty].parts.is_empty())
            .suggest(name, self.scope.names().chain(objects))
    }

    /// Creates the error for a name that no parameter, fact or table has.
    pub(super) fn unknown(&self, what: &str, name: &str, span: SourceSpan) -> ReadError {
        let read_error = self.names.unknown(what, name, span);
        if read_error.is_consequence() {
            return read_error;
        }
        if let Some(family) = self.family_of(name) {
            return read_error.hint(format!("did you mean `{family}[{name}]`?"));
        }
        read_error.suggest(name, self.scope.names().chain(self.names.readables.keys().map(String::as_str)))
    }

    /// Finds a bool family that has a fact for an object of this name.
    fn family_of(&self, object: &str) -> Option<&str> {
        let mut facts = self.domain.facts.iter().map(|(_, fact)| fact);
        let family = facts.find(|fact| {
            fact.kind == FactKind::Bool
                && matches!(fact.of[..], [ty] if self.names.object(self.domain, ty, object).is_some())
        })?;
        Some(&family.name)
    }

    /// Resolves a bool: a literal or a fact.
    pub(super) fn bool_term(&self, expr: &Expr) -> Checked<Term> {
        match &expr.kind {
            ExprKind::Name(name) if name == "true" => return Ok(Term::Bool(true)),
            ExprKind::Name(name) if name == "false" => return Ok(Term::Bool(false)),
            _ => {}
        }
        match self.read(expr)? {
            Some(Read::Fact(fact)) if self.domain.facts[fact.fact].kind == FactKind::Bool => {
                Ok(Term::Fact(fact))
            }
            _ => {
                let span = self.source_span(expr.span);
                let message =
                    format!("expected `true`, `false` or a bool fact, found `{}`", self.shown(expr));
                let follows = matches!(&expr.kind, ExprKind::Name(name) if self.names.broken.contains(name));
                ReadError::new(codes::TYPE, message, span).follows_if(follows).fail()
            }
        }
    }

    /// Resolves an object or `none`: a parameter, an object, then a fact.
    pub(super) fn object_term(&self, expr: &Expr, expected: Expected) -> Checked<Term> {
        let span = self.source_span(expr.span);
        let wanted = self.type_name(expected.ty);
        if let ExprKind::Name(name) = &expr.kind {
            if name == "none" {
                return if expected.optional {
                    Ok(Term::None)
                } else {
                    self.never_none(expected, span).fail()
                };
            }
            let param = self.scope.find(name);
            if let Some((id, ParamKind::Object(ty))) = param
                && self.agrees(ty, expected)
            {
                return Ok(Term::Param(id));
            }
            match self.names.object(self.domain, expected.ty, name) {
                Some(ObjectName::Closed(id)) => return Ok(Term::Object(*id)),
                Some(ObjectName::Bound(_)) => return bound(name, span).fail(),
                None => {}
            }
            if let (Some((_, kind)), None) = (param, self.names.readables.get(name)) {
                return self.unfit_param(name, kind, expected.ty, span).fail();
            }
        }
        match (self.read(expr)?, &expr.kind) {
            (Some(Read::Fact(fact)), _) => self.object_fact(fact, expected),
            (None, ExprKind::Name(name)) => self.unknown_object(name, expected.ty, span).fail(),
            _ => read_error(
                codes::TYPE,
                format!("expected an object of type `{wanted}`, found `{}`", self.shown(expr)),
                span,
            ),
        }
    }

    fn agrees(&self, ty: TypeId, expected: Expected) -> bool {
        let (ty, wanted) = (&self.domain.types[ty], &self.domain.types[expected.ty]);
        if expected.usage == Use::Store { ty.fits(wanted) } else { ty.overlaps(wanted) }
    }

    fn object_fact(&self, fact: FactRef, expected: Expected) -> Checked<Term> {
        let wanted = self.type_name(expected.ty);
        let declared = &self.domain.facts[fact.fact];
        let name = &declared.name;
        match declared.kind {
            FactKind::Object { ty, .. } if !self.agrees(ty, expected) => {
                let relation = if expected.usage == Use::Store { "is not always" } else { "is never" };
                let message = format!(
                    "the fact `{name}` is of type `{}`, which {relation} a `{wanted}`",
                    self.type_name(ty)
                );
                read_error(codes::TYPE, message, fact.span)
            }
            FactKind::Object { optional: true, .. } if expected.usage == Use::Store && !expected.optional => {
                let message = format!("the fact `{name}` may be none, but this fact is never none");
                read_error(codes::TYPE, message, fact.span)
            }
            FactKind::Object { .. } => Ok(Term::Fact(fact)),
            FactKind::Bool => read_error(
                codes::TYPE,
                format!("the fact `{name}` is a bool, not of type `{wanted}`"),
                fact.span,
            ),
            FactKind::Int { .. } => read_error(
                codes::TYPE,
                format!("the fact `{name}` is an int, not of type `{wanted}`"),
                fact.span,
            ),
        }
    }

    fn never_none(&self, expected: Expected, span: SourceSpan) -> ReadError {
        let wanted = self.type_name(expected.ty);
        let (message, hint) = match expected.usage {
            Use::CompareParam => ("a parameter is never none".to_owned(), None),
            Use::CompareFact | Use::Store => {
                ("this fact is never none".to_owned(), Some(format!("declare its type as `{wanted}?`")))
            }
        };
        let read_error = ReadError::new(codes::TYPE, message, span);
        match hint {
            Some(hint) => read_error.hint(hint),
            None => read_error,
        }
    }

    /// Creates the error for an unknown function.
    pub(super) fn unknown_function(&self, space: Option<&Word>, name: &Word, expr: &Expr) -> ReadError {
        if let Some(space) = space {
            let message = format!("there is no `{}.{}` here", space.text, name.text);
            return ReadError::new(codes::UNKNOWN_NAME, message, self.source_span(expr.span));
        }
        let read_error = ReadError::new(
            codes::UNKNOWN_NAME,
            format!("unknown function `{}`", name.text),
            self.source_span(name.span),
        );
        if self.names.readables.contains_key(&name.text) {
            let indexed = self.shown(expr).replacen('(', "[", 1);
            let indexed = indexed.strip_suffix(')').unwrap_or(&indexed);
            return read_error.hint(format!("did you mean `{indexed}]`?"));
        }
        read_error.suggest(&name.text, ["min", "max", "abs", "clamp"])
    }
}

/// Creates the error for an object of an open type where only closed ones may be named.
fn bound(name: &str, span: SourceSpan) -> ReadError {
    let message = format!("`{name}` is bound by the game; actions and goals cannot name it");
    ReadError::new(codes::BOUND_OBJECT, message, span).hint("use a parameter, or `some …`")
}
