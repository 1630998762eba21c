//! Reading of `(:action …)` and effects.

use cunning_diag::Diagnostic;

use super::Reader;
use super::formulas::Scope;
use super::names::{name, unexpected};
use super::sections::{Document, Section, unsupported};
use crate::codes;
use crate::limits::{ACTIONS_MAX, PARAMETERS_MAX};
use crate::model::{Action, Change, ChangeKind, Effect, Formula};
use crate::tree::Tree;

const KEYS: [&str; 3] = [":parameters", ":precondition", ":effect"];

impl Reader<'_> {
    pub(super) fn actions(&mut self, domain: &Document<'_>) {
        for section in domain.all(":action") {
            if self.collector.is_full() {
                return;
            }
            let count = self.model.actions.len() + 1;
            if !self.collector.fits(section.span, codes::LIMIT, "actions", count, ACTIONS_MAX) {
                return;
            }
            let action = self.action(section);
            self.model.actions.extend(action);
        }
    }

    fn action(&mut self, section: &Section<'_>) -> Option<Action> {
        let Some((title, rest)) = section.body.split_first() else {
            self.collector.error(section.span, codes::SYNTAX, "expected a name after `:action`");
            return None;
        };
        let name = name(title, "an action", self.collector)?;
        if let Some(&first) = self.index.actions.get(&name.key()) {
            let message = format!("duplicate action `{}`", name.text);
            self.collector.duplicate(name.span, first, codes::DUPLICATE, message);
            return None;
        }
        self.index.actions.insert(name.key(), name.span);
        let [parameters, precondition, effect] = self.keys(rest)?;
        let mut scope = Scope::default();
        if let Some(tree) = parameters {
            let Some(members) = tree.list() else {
                return unexpected(tree, "parameters in parentheses", self.collector);
            };
            let variables = self.variables(members, PARAMETERS_MAX, tree.span)?;
            self.distinct(&variables);
            scope.push(variables);
        }
        let params = scope.variables.len();
        let precondition = match precondition {
            Some(tree) => self.formula(tree, &mut scope),
            None => Some(Formula::All(Vec::new())),
        };
        let effect = match effect {
            Some(tree) => self.effect(tree, &mut scope),
            None => Some(Effect::All(Vec::new())),
        };
        let (precondition, effect) = (precondition?, effect?);
        Some(Action { name, params, variables: scope.variables, precondition, effect })
    }

    /// The values of an action's keys, each of which may be missing.
    fn keys<'t>(&mut self, mut rest: &'t [Tree<'t>]) -> Option<[Option<&'t Tree<'t>>; 3]> {
        let mut values: [Option<&Tree<'_>>; 3] = [None; 3];
        while let Some((key, after)) = rest.split_first() {
            let Some(word) = key.word().filter(|word| word.starts_with(':')) else {
                return unexpected(key, "`:parameters`, `:precondition` or `:effect`", self.collector);
            };
            let word = word.to_ascii_lowercase();
            let Some(at) = KEYS.iter().position(|known| *known == word) else {
                let diagnostic = match word.as_str() {
                    ":duration" | ":condition" => unsupported("durative actions", &word),
                    _ => Diagnostic::error(codes::SYNTAX, format!("unknown action key `{word}`"))
                        .suggest(&word, KEYS),
                };
                self.collector.push(key.span, diagnostic);
                return None;
            };
            let Some((value, after)) = after.split_first().filter(|(value, _)| value.list().is_some()) else {
                self.collector.error(key.span, codes::SYNTAX, format!("expected parentheses after `{word}`"));
                return None;
            };
            if values[at].is_some() {
                self.collector.error(key.span, codes::DUPLICATE, format!("duplicate `{word}`"));
                return None;
            }
            values[at] = Some(value);
            rest = after;
        }
        Some(values)
    }

    fn effect(&mut self, tree: &Tree<'_>, scope: &mut Scope) -> Option<Effect> {
        if self.collector.is_full() {
            return None;
        }
        let Some(members) = tree.list() else { return unexpected(tree, "an effect", self.collector) };
        if members.is_empty() {
            return Some(Effect::All(Vec::new()));
        }
        let Some((head, args)) = tree.headed() else { return unexpected(tree, "an effect", self.collector) };
        match head.as_str() {
            "and" => {
                let read: Vec<Option<Effect>> = args.iter().map(|arg| self.effect(arg, scope)).collect();
                Some(Effect::All(read.into_iter().collect::<Option<_>>()?))
            }
            "when" => {
                let [condition, effect] = args else {
                    return self.wrong_shape(tree, "(when CONDITION EFFECT)");
                };
                let (condition, effect) = (self.formula(condition, scope), self.effect(effect, scope));
                Some(Effect::When(condition?, Box::new(effect?)))
            }
            "forall" => {
                let [list, effect] = args else {
                    return self.wrong_shape(tree, "(forall (?x - TYPE) EFFECT)");
                };
                let variables = self.bound(list, scope)?;
                let effect = self.effect(effect, scope);
                scope.pop(variables.len());
                Some(Effect::Every(variables, Box::new(effect?)))
            }
            "not" => {
                let [inner] = args else { return self.wrong_shape(tree, "(not (PREDICATE …))") };
                let (predicate, args) = self.atom(inner, scope)?;
                Some(Effect::Set { predicate, args, value: false })
            }
            "increase" => self.change(ChangeKind::Increase, tree, args, scope),
            "decrease" => self.change(ChangeKind::Decrease, tree, args, scope),
            "assign" => self.change(ChangeKind::Assign, tree, args, scope),
            "or" | "imply" | "exists" | "=" | "<" | "<=" | ">" | ">=" => {
                let message = format!("`{head}` is not allowed in an effect");
                self.collector.error(tree.span, codes::SYNTAX, message);
                None
            }
            _ => {
                let (predicate, args) = self.atom(tree, scope)?;
                Some(Effect::Set { predicate, args, value: true })
            }
        }
    }

    fn change(
        &mut self,
        kind: ChangeKind,
        tree: &Tree<'_>,
        args: &[Tree<'_>],
        scope: &Scope,
    ) -> Option<Effect> {
        let [target, amount] = args else { return self.wrong_shape(tree, "(increase FUNCTION NUMBER)") };
        let (target, amount) = (self.function(target, scope), self.number(amount, scope));
        let ((function, args), amount) = (target?, amount?);
        Some(Effect::Change(Change { function, args, kind, amount, span: tree.span }))
    }
}
