//! Reading of conditions and their terms.

use cunning_diag::{Diagnostic, FileSpan, did_you_mean};
use cunning_plan::model::Comparison;

use super::Reader;
use super::names::{KEYWORDS, Sort, unexpected};
use crate::codes;
use crate::limits::PARAMETERS_MAX;
use crate::model::{Formula, NumberKind, PredicateId, Quantifier, Term, Variable, VariableId};
use crate::tree::{Tree, TreeKind};
use crate::types::KindId;

/// The variables of an action or goal, and which of them are in scope. Inner ones shadow outer ones of the same name.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub(super) variables: Vec<Variable>,
    visible: Vec<VariableId>,
}

impl Scope {
    /// Adds variables and brings them into scope.
    pub(super) fn push(&mut self, variables: Vec<Variable>) -> Vec<VariableId> {
        let first = self.variables.len();
        self.variables.extend(variables);
        let added: Vec<VariableId> = (first..self.variables.len()).map(VariableId).collect();
        self.visible.extend(&added);
        added
    }

    /// Takes the latest variables out of scope.
    pub(super) fn pop(&mut self, count: usize) {
        self.visible.truncate(self.visible.len().saturating_sub(count));
    }

    fn find(&self, name: &str) -> Option<VariableId> {
        let is = |id: &&VariableId| self.variables[id.0].name.text.eq_ignore_ascii_case(name);
        self.visible.iter().rev().find(is).copied()
    }
}

impl Reader<'_> {
    /// Reads a condition, and reports every error in it.
    pub(super) fn formula(&mut self, tree: &Tree<'_>, scope: &mut Scope) -> Option<Formula> {
        if self.collector.is_full() {
            return None;
        }
        let Some(members) = tree.list() else { return self.no_condition(tree) };
        if members.is_empty() {
            return Some(Formula::All(Vec::new()));
        }
        let Some((head, args)) = tree.headed() else {
            return unexpected(tree, "a condition", self.collector);
        };
        match head.as_str() {
            "and" => Some(Formula::All(self.formulas(args, scope)?)),
            "or" => Some(Formula::Any(self.formulas(args, scope)?)),
            "not" => {
                let [inner] = args else { return self.wrong_shape(tree, "(not CONDITION)") };
                Some(Formula::Not(Box::new(self.formula(inner, scope)?)))
            }
            "imply" => {
                let [one, other] = args else { return self.wrong_shape(tree, "(imply CONDITION CONDITION)") };
                let (one, other) = (self.formula(one, scope), self.formula(other, scope));
                Some(Formula::Any(vec![Formula::Not(Box::new(one?)), other?]))
            }
            "forall" => self.quantified(Quantifier::Every, tree, args, scope),
            "exists" => self.quantified(Quantifier::Some, tree, args, scope),
            "=" => {
                let [one, other] = args else { return self.wrong_shape(tree, "(= ONE OTHER)") };
                if self.is_number(one) || self.is_number(other) {
                    return self.comparison(Comparison::Equal, one, other, scope);
                }
                let (one, other) = (self.term(one, scope), self.term(other, scope));
                Some(Formula::Same(one?.0, other?.0))
            }
            "<" | "<=" | ">" | ">=" => {
                let [one, other] = args else {
                    return self.wrong_shape(tree, &format!("({head} NUMBER NUMBER)"));
                };
                let comparison = match head.as_str() {
                    "<" => Comparison::Less,
                    "<=" => Comparison::AtMost,
                    ">" => Comparison::Greater,
                    _ => Comparison::AtLeast,
                };
                self.comparison(comparison, one, other, scope)
            }
            _ => {
                let (predicate, args) = self.atom(tree, scope)?;
                Some(Formula::Holds { predicate, args })
            }
        }
    }

    fn formulas(&mut self, trees: &[Tree<'_>], scope: &mut Scope) -> Option<Vec<Formula>> {
        let read: Vec<Option<Formula>> = trees.iter().map(|tree| self.formula(tree, scope)).collect();
        read.into_iter().collect()
    }

    /// Reports a word where a condition is expected.
    fn no_condition<T>(&mut self, tree: &Tree<'_>) -> Option<T> {
        let diagnostic =
            Diagnostic::error(codes::SYNTAX, format!("expected a condition, found {}", tree.show()));
        let is_predicate =
            tree.word().is_some_and(|word| self.index.predicates.contains_key(&word.to_ascii_lowercase()));
        self.collector.push(
            tree.span,
            match tree.word() {
                Some(word) if is_predicate => diagnostic.hint(format!("write `({word})`")),
                _ => diagnostic,
            },
        );
        None
    }

    pub(super) fn wrong_shape<T>(&mut self, tree: &Tree<'_>, shape: &str) -> Option<T> {
        let span = tree.list().and_then(<[_]>::first).map_or(tree.span, |head| head.span);
        self.collector.error(span, codes::SYNTAX, format!("expected `{shape}`"));
        None
    }

    fn comparison(
        &mut self,
        comparison: Comparison,
        one: &Tree<'_>,
        other: &Tree<'_>,
        scope: &Scope,
    ) -> Option<Formula> {
        let (left, right) = (self.number(one, scope), self.number(other, scope));
        let (left, right) = (left?, right?);
        for side in [&left, &right] {
            if let NumberKind::Function { function, .. } = side.kind {
                self.no_total_cost(function, side.span)?;
            }
        }
        Some(Formula::Compare { left, comparison, right })
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        tree: &Tree<'_>,
        args: &[Tree<'_>],
        scope: &mut Scope,
    ) -> Option<Formula> {
        let [list, body] = args else { return self.wrong_shape(tree, "(forall (?x - TYPE) CONDITION)") };
        let variables = self.bound(list, scope)?;
        let body = self.formula(body, scope);
        scope.pop(variables.len());
        Some(Formula::Quantified { quantifier, variables, body: Box::new(body?) })
    }

    /// Reads the variables of a quantifier and brings them into scope.
    pub(super) fn bound(&mut self, list: &Tree<'_>, scope: &mut Scope) -> Option<Vec<VariableId>> {
        let Some(members) = list.list() else {
            return unexpected(list, "variables in parentheses", self.collector);
        };
        let variables = self.variables(members, PARAMETERS_MAX, list.span)?;
        self.distinct(&variables);
        Some(scope.push(variables))
    }

    /// Reads `(p a …)`.
    pub(super) fn atom(&mut self, tree: &Tree<'_>, scope: &Scope) -> Option<(PredicateId, Vec<Term>)> {
        let Some((head, args)) = tree.list().and_then(<[_]>::split_first) else {
            return self.no_condition(tree);
        };
        let Some(word) = head.word() else {
            return unexpected(head, "the name of a predicate", self.collector);
        };
        let key = word.to_ascii_lowercase();
        let Some(&predicate) = self.index.predicates.get(&key) else {
            if KEYWORDS.contains(&key.as_str()) {
                return unexpected(tree, "an atom such as `(p ?x)`", self.collector);
            }
            self.unknown(Sort::Predicate, word, head.span);
            return None;
        };
        let of = self.model.predicates[predicate.0].of.clone();
        let args = self.arguments(word, args, &of, tree.span, scope)?;
        Some((predicate, args))
    }

    /// Reads the arguments of a predicate or function, and checks their types.
    pub(super) fn arguments(
        &mut self,
        name: &str,
        args: &[Tree<'_>],
        of: &[KindId],
        span: FileSpan,
        scope: &Scope,
    ) -> Option<Vec<Term>> {
        if args.len() != of.len() {
            let wanted = match of.len() {
                0 => "no arguments".to_owned(),
                1 => "one argument".to_owned(),
                count => format!("{count} arguments"),
            };
            let message = format!("`{name}` takes {wanted}, not {}", args.len());
            self.collector.error(span, codes::ARGUMENTS, message);
            return None;
        }
        let mut terms = Some(Vec::with_capacity(args.len()));
        for (tree, &wanted) in args.iter().zip(of) {
            let term = self.term(tree, scope);
            if let Some((_, kind)) = term
                && !self.model.types.is_below(kind, wanted)
            {
                self.wrong_type(tree, kind, wanted);
                terms = None;
            }
            terms = match (terms, term) {
                (Some(mut list), Some((term, _))) => {
                    list.push(term);
                    Some(list)
                }
                _ => None,
            };
        }
        terms
    }

    fn wrong_type(&mut self, tree: &Tree<'_>, kind: KindId, wanted: KindId) {
        let types = &self.model.types;
        // Some objects of the variable's type have the expected type.
        let fits_some = matches!(tree.kind, TreeKind::Variable(_)) && types.is_below(wanted, kind);
        let not = if fits_some { "which is not always" } else { "not" };
        let message =
            format!("{} is of type `{}`, {not} `{}`", tree.show(), types.show(kind), types.show(wanted));
        self.collector.error(tree.span, codes::TYPE, message);
    }

    /// Reads a variable in scope or an object, with its kind.
    fn term(&mut self, tree: &Tree<'_>, scope: &Scope) -> Option<(Term, KindId)> {
        match tree.kind {
            TreeKind::Variable(name) => {
                if let Some(id) = scope.find(name) {
                    return Some((Term::Variable(id), scope.variables[id.0].kind));
                }
                let names = scope.visible.iter().map(|id| scope.variables[id.0].name.text.as_str());
                let likely = did_you_mean(name, names).map(|likely| format!("?{likely}"));
                self.unknown_with(tree.span, format!("unknown variable `?{name}`"), likely);
                None
            }
            TreeKind::Word(name) => {
                if let Some(&id) = self.index.objects.get(&name.to_ascii_lowercase()) {
                    return Some((Term::Object(id), self.model.objects[id.0].kind));
                }
                if scope.find(name).is_some() {
                    let message = format!("unknown object `{name}`");
                    self.unknown_with(tree.span, message, Some(format!("?{name}")));
                } else {
                    self.unknown(Sort::Object, name, tree.span);
                }
                None
            }
            TreeKind::List(_) => unexpected(tree, "an object or a variable", self.collector),
        }
    }
}
