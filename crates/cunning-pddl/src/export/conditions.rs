//! Conditions, and the parameters and variables that they name.

use std::fmt::Write as _;

use cunning_plan::model::{
    Comparison, Condition, ConditionKind, Equality, FactKind, FactRef, Index, Number, NumberKind, ParamId,
    ParamKind, Quantifier, Term, TypeId,
};

use super::numbers::{Scale, params};
use super::objects::{Given, Object};
use super::{ExportError, Exporter};

pub(super) const ALWAYS: &str = "(and)";
pub(super) const NEVER: &str = "(or)";

/// The parameters and variables in scope.
pub(super) struct Scope {
    /// Where it is, for errors.
    pub(super) place: String,
    /// The start of the names of static functions and predicates.
    pub(super) name: String,
    binds: Vec<Bind>,
    /// Whether a number is undefined for some arguments, so that some ground actions do not exist.
    pub(super) may_be_undefined: bool,
}

/// What a parameter or variable stands for.
#[derive(Clone, Debug)]
pub(super) enum Bind {
    /// An argument; `None` if it is no object of the request.
    Fixed(Option<Given>),
    /// A variable of PDDL.
    Variable { name: String, kind: ParamKind },
}

impl Scope {
    pub(super) fn new(place: String) -> Self {
        let name = place.split('`').nth(1).unwrap_or("goal").to_owned();
        Self { place, name, binds: Vec::new(), may_be_undefined: false }
    }

    pub(super) fn fix(&mut self, given: Option<Given>) {
        self.binds.push(Bind::Fixed(given));
    }

    pub(super) fn get(&self, param: ParamId) -> Option<&Bind> {
        self.binds.get(param.index())
    }

    /// The arguments that are fixed.
    pub(super) fn fixed(&self) -> Vec<Option<Given>> {
        let fixed = |bind: &Bind| match bind {
            Bind::Fixed(given) => *given,
            Bind::Variable { .. } => None,
        };
        self.binds.iter().map(fixed).collect()
    }

    fn pop(&mut self) {
        self.binds.pop();
    }
}

impl Exporter<'_> {
    /// Adds a parameter or variable to the scope. Returns its declaration, and the condition that it needs besides its
    /// type.
    pub(super) fn declare(
        &mut self,
        scope: &mut Scope,
        name: &str,
        kind: ParamKind,
    ) -> (String, Option<String>) {
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let plain = format!("?{}", plain.to_ascii_lowercase());
        let is_taken = |wanted: &str| {
            scope.binds.iter().any(|bind| matches!(bind, Bind::Variable { name, .. } if name == wanted))
        };
        let name = if is_taken(&plain) { format!("{plain}_{}", scope.binds.len()) } else { plain };
        let declaration = format!("{name} - {}", self.type_of(kind));
        let needs = match kind {
            ParamKind::Object(ty) if self.types.is_loose(ty) => {
                let members: Vec<String> = self
                    .objects
                    .of_type(self.domain, ty)
                    .map(|object| format!(" {}", self.objects.name(object)))
                    .collect();
                let wanted = format!("is-{}", self.types.name(ty));
                let thing = self.types.of_param(ty).to_owned();
                let predicate = self.listed(&wanted, vec![thing], members);
                Some(format!("({predicate} {name})"))
            }
            _ => None,
        };
        scope.binds.push(Bind::Variable { name, kind });
        (declaration, needs)
    }

    /// A static predicate that holds for the listed arguments; the same one for the same list.
    pub(super) fn listed(&mut self, wanted: &str, of: Vec<String>, holds: Vec<String>) -> String {
        let key = (of, holds);
        if let Some(known) = self.listed.get(&key) {
            return known.clone();
        }
        let name = self.predicate(wanted, key.0.clone());
        for args in &key.1 {
            self.atoms.insert(format!("({name}{args})"));
        }
        self.listed.insert(key, name.clone());
        name
    }

    pub(super) fn conditions(
        &mut self,
        conditions: &[Condition],
        scope: &mut Scope,
    ) -> Result<Vec<String>, ExportError> {
        conditions.iter().map(|condition| self.condition(condition, scope)).collect()
    }

    pub(super) fn condition(
        &mut self,
        condition: &Condition,
        scope: &mut Scope,
    ) -> Result<String, ExportError> {
        match &condition.kind {
            ConditionKind::All(members) => Ok(all(self.conditions(members, scope)?)),
            ConditionKind::Any(members) => Ok(any(self.conditions(members, scope)?)),
            ConditionKind::Same { left, equality, right } => {
                let same = self.same(left, right, scope);
                Ok(if *equality == Equality::Equals { same } else { not(&same) })
            }
            ConditionKind::Compare { left, comparison, right } => {
                self.compare(left, *comparison, right, scope)
            }
            ConditionKind::Quantified { quantifier, variable, body } => {
                let has_objects = self.objects.of_type(self.domain, variable.ty).next().is_some();
                if !has_objects {
                    return Ok(if *quantifier == Quantifier::Some { NEVER } else { ALWAYS }.to_owned());
                }
                let (declaration, needs) =
                    self.declare(scope, &variable.name, ParamKind::Object(variable.ty));
                let body = self.condition(body, scope);
                scope.pop();
                let body = body?;
                let needs = needs.into_iter();
                let exists = |body: String| {
                    if body == ALWAYS || body == NEVER {
                        body
                    } else {
                        format!("(exists ({declaration}) {body})")
                    }
                };
                Ok(match quantifier {
                    Quantifier::Some => exists(all(needs.chain([body]))),
                    Quantifier::No => not(&exists(all(needs.chain([body])))),
                    Quantifier::Every => {
                        let body = any(needs.map(|need| not(&need)).chain([body]));
                        if body == ALWAYS || body == NEVER {
                            body
                        } else {
                            format!("(forall ({declaration}) {body})")
                        }
                    }
                })
            }
        }
    }

    fn same(&mut self, left: &Term, right: &Term, scope: &Scope) -> String {
        match (left, right) {
            (Term::Fact(fact), Term::Bool(value)) | (Term::Bool(value), Term::Fact(fact)) => {
                let atom = self.fact(fact, None, scope);
                if *value { atom } else { not(&atom) }
            }
            (Term::Fact(one), Term::Fact(other)) => self.same_facts(one, other, scope),
            (Term::Fact(fact), value) | (value, Term::Fact(fact)) => match self.value(value, scope) {
                Some(value) => self.fact(fact, Some(&value), scope),
                None => NEVER.to_owned(),
            },
            (one, other) => match (self.value(one, scope), self.value(other, scope)) {
                (Some(one), Some(other)) if one == other => ALWAYS.to_owned(),
                (Some(one), Some(other)) if one.starts_with('?') || other.starts_with('?') => {
                    format!("(= {one} {other})")
                }
                _ => NEVER.to_owned(),
            },
        }
    }

    fn same_facts(&mut self, one: &FactRef, other: &FactRef, scope: &Scope) -> String {
        let kinds = (self.domain.facts()[one.fact].kind, self.domain.facts()[other.fact].kind);
        let (FactKind::Object { ty, optional }, FactKind::Object { ty: second, optional: optional_too }) =
            kinds
        else {
            let (one, other) = (self.fact(one, None, scope), self.fact(other, None, scope));
            return any([all([one.clone(), other.clone()]), all([not(&one), not(&other)])]);
        };
        let narrower = self.narrower(ty, second);
        let variable = format!("?v{}", scope.binds.len());
        let both = all([self.fact(one, Some(&variable), scope), self.fact(other, Some(&variable), scope)]);
        let mut same = vec![format!("(exists ({variable} - {narrower}) {both})")];
        if optional && optional_too {
            let none = self.objects.none().to_owned();
            same.push(all([self.fact(one, Some(&none), scope), self.fact(other, Some(&none), scope)]));
        }
        any(same)
    }

    /// The declared type of values that two facts may have in common.
    fn narrower(&self, one: TypeId, other: TypeId) -> String {
        let types = self.domain.types();
        let ty = if types[one].fits(&types[other]) { one } else { other };
        self.types.of_index(ty).to_owned()
    }

    /// An atom or function of a fact, with its value as the last argument if it is an object fact.
    pub(super) fn fact(&self, fact: &FactRef, value: Option<&str>, scope: &Scope) -> String {
        let mut text = format!("({}{}", self.facts[fact.fact.index()], self.indices(&fact.indices, scope));
        if let Some(value) = value {
            let _infallible = write!(text, " {value}");
        }
        text + ")"
    }

    pub(super) fn indices(&self, indices: &[Index], scope: &Scope) -> String {
        let mut text = String::new();
        for index in indices {
            let word = match index {
                Index::Object(id) => self.objects.name(Object::closed(*id)).to_owned(),
                Index::Param(param) => {
                    self.param(*param, scope).unwrap_or_else(|| self.objects.none().to_owned())
                }
            };
            let _infallible = write!(text, " {word}");
        }
        text
    }

    /// The variable or object of a parameter; `None` if its argument is no object of the request.
    fn param(&self, param: ParamId, scope: &Scope) -> Option<String> {
        match scope.get(param)? {
            Bind::Fixed(Some(Given::Object(object))) => Some(self.objects.name(*object).to_owned()),
            Bind::Fixed(_) => None,
            Bind::Variable { name, .. } => Some(name.clone()),
        }
    }

    /// An object, a parameter or `none`.
    pub(super) fn value(&self, term: &Term, scope: &Scope) -> Option<String> {
        match term {
            Term::None => Some(self.objects.none().to_owned()),
            Term::Object(id) => Some(self.objects.name(Object::closed(*id)).to_owned()),
            Term::Param(param) => self.param(*param, scope),
            Term::Bool(_) | Term::Fact(_) => None,
        }
    }

    fn compare(
        &mut self,
        left: &Number,
        comparison: Comparison,
        right: &Number,
        scope: &mut Scope,
    ) -> Result<String, ExportError> {
        if self.is_static(left) && self.is_static(right) {
            return self.compare_static(left, comparison, right, scope);
        }
        let texts =
            (self.arithmetic(left, Scale::Whole, scope)?, self.arithmetic(right, Scale::Whole, scope)?);
        Ok(compared(&texts.0, comparison, &texts.1))
    }

    /// A comparison that no action changes: a predicate that lists for which arguments it holds.
    fn compare_static(
        &mut self,
        left: &Number,
        comparison: Comparison,
        right: &Number,
        scope: &mut Scope,
    ) -> Result<String, ExportError> {
        let mut used = params(left);
        used.extend(params(right).into_iter().filter(|param| !params(left).contains(param)));
        let (mut holds, mut count, mut is_total) = (Vec::new(), 0, true);
        self.bindings(&used, scope, &mut |binding, text| {
            count += 1;
            let sides =
                (self.evaluate(left, Scale::Whole, binding), self.evaluate(right, Scale::Whole, binding));
            match sides {
                (Some(left), Some(right)) if comparison.holds(left, right) => holds.push(text.to_owned()),
                (Some(_), Some(_)) => {}
                _ => is_total = false,
            }
        })?;
        scope.may_be_undefined |= !is_total;
        if holds.is_empty() {
            return Ok(NEVER.to_owned());
        }
        if holds.len() == count {
            return Ok(ALWAYS.to_owned());
        }
        let (types, words) = self.free(&used, scope);
        let wanted = match (&left.kind, &right.kind) {
            (NumberKind::Table { table, .. }, NumberKind::Literal(_)) => {
                format!("has-{}", self.domain.tables()[*table].name)
            }
            _ => format!("{}-allows", scope.name),
        };
        let predicate = self.listed(&wanted, types, holds);
        Ok(format!("({predicate}{words})"))
    }
}

/// A comparison of two numbers.
pub(super) fn compared(left: &str, comparison: Comparison, right: &str) -> String {
    match comparison {
        Comparison::Unequal => format!("(not (= {left} {right}))"),
        Comparison::Equal => format!("(= {left} {right})"),
        other => format!("({} {left} {right})", other.as_str()),
    }
}

/// Joins conditions of which all must hold, without those that always do.
pub(super) fn all(members: impl IntoIterator<Item = String>) -> String {
    join("and", ALWAYS, NEVER, members)
}

/// Joins conditions of which one must hold, without those that never do.
pub(super) fn any(members: impl IntoIterator<Item = String>) -> String {
    join("or", NEVER, ALWAYS, members)
}

/// Joins conditions without repetitions; `neutral` members change nothing, a `decisive` one decides.
fn join(word: &str, neutral: &str, decisive: &str, members: impl IntoIterator<Item = String>) -> String {
    let mut list: Vec<String> = Vec::new();
    for member in members {
        if member == decisive {
            return member;
        }
        if member != neutral && !list.contains(&member) {
            list.push(member);
        }
    }
    match list.len() {
        0 => neutral.to_owned(),
        1 => list.swap_remove(0),
        _ => format!("({word} {})", list.join(" ")),
    }
}

/// Negates a condition; a double negation is resolved.
pub(super) fn not(condition: &str) -> String {
    match condition {
        ALWAYS => NEVER.to_owned(),
        NEVER => ALWAYS.to_owned(),
        other => match other.strip_prefix("(not ").and_then(|inner| inner.strip_suffix(')')) {
            Some(inner) => inner.to_owned(),
            None => format!("(not {condition})"),
        },
    }
}
