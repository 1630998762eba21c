//! Reading of `:init`, `:goal` and `:metric`.

use std::collections::{BTreeMap, BTreeSet};

use cunning_diag::{Diagnostic, FileSpan};

use super::Reader;
use super::formulas::Scope;
use super::names::unexpected;
use super::numbers::is_numeric;
use super::sections::{Document, unsupported};
use crate::codes;
use crate::limits::INIT_MAX;
use crate::model::{FunctionId, FunctionValue, Goal, ObjectId, Term};
use crate::tree::Tree;

impl Reader<'_> {
    pub(super) fn init(&mut self, problem: &Document<'_>) {
        let Some(section) = problem.one(":init") else {
            self.collector.error(problem.name.span, codes::SECTION, "the problem has no `:init`");
            return;
        };
        if !self.collector.fits(
            section.span,
            codes::LIMIT,
            "entries in `:init`",
            section.body.len(),
            INIT_MAX,
        ) {
            return;
        }
        let mut holds = BTreeSet::new();
        let mut valued: BTreeMap<(FunctionId, Vec<ObjectId>), FileSpan> = BTreeMap::new();
        for tree in section.body {
            if self.collector.is_full() {
                return;
            }
            match tree.headed() {
                Some((head, args)) if head == "=" => {
                    let Some(value) = self.value(tree, args) else { continue };
                    let key = (value.function, value.args.clone());
                    if let Some(&first) = valued.get(&key) {
                        let name = &self.model.functions[value.function.0].name.text;
                        let message = format!("duplicate value of `{name}`");
                        self.collector.duplicate(tree.span, first, codes::DUPLICATE, message);
                        continue;
                    }
                    valued.insert(key, tree.span);
                    self.model.values.push(value);
                }
                // Atoms that do not hold may be listed as negations.
                Some((head, [inner])) if head == "not" => {
                    self.atom(inner, &Scope::default());
                }
                Some((head, [time, inner])) if head == "at" && is_timed(time, inner) => {
                    self.collector.push(tree.span, unsupported("timed initial literals", "at"));
                }
                _ => {
                    let Some((predicate, args)) = self.atom(tree, &Scope::default()) else { continue };
                    let atom = (predicate, objects(&args));
                    if holds.insert(atom.clone()) {
                        self.model.init.push(atom);
                    }
                }
            }
        }
    }

    /// Reads `(= (f a …) NUMBER)`.
    fn value(&mut self, tree: &Tree<'_>, args: &[Tree<'_>]) -> Option<FunctionValue> {
        let [target, number] = args else { return self.wrong_shape(tree, "(= (FUNCTION …) NUMBER)") };
        let Some(word) = number.word() else { return unexpected(number, "a number", self.collector) };
        let (target, value) = (self.function(target, &Scope::default()), self.literal(word, number.span));
        let ((function, args), value) = (target?, value?);
        if self.model.total_cost == Some(function) && value.get() != 0 {
            self.collector.error(number.span, codes::COST, "`total-cost` must start at 0");
            return None;
        }
        Some(FunctionValue { function, args: objects(&args), value, span: tree.span })
    }

    pub(super) fn goal(&mut self, problem: &Document<'_>) {
        let Some(section) = problem.one(":goal") else {
            self.collector.error(problem.name.span, codes::SECTION, "the problem has no `:goal`");
            return;
        };
        let [tree] = section.body else {
            self.collector.error(section.span, codes::SYNTAX, "expected `(:goal CONDITION)`");
            return;
        };
        let mut scope = Scope::default();
        if let Some(formula) = self.formula(tree, &mut scope) {
            self.model.goal = Goal { variables: scope.variables, formula, span: section.span };
        }
    }

    /// Reads `(:metric minimize (total-cost))`, the only supported metric.
    pub(super) fn metric(&mut self, problem: &Document<'_>) {
        let Some(section) = problem.one(":metric") else { return };
        let [sense, what] = section.body else {
            self.collector.error(section.span, codes::SYNTAX, "expected `(:metric minimize (total-cost))`");
            return;
        };
        let is_total_cost = match what.list() {
            Some([only]) => only.is("total-cost"),
            Some(_) => false,
            None => what.is("total-cost"),
        };
        if !sense.is("minimize") || !is_total_cost {
            let sense = sense.word().unwrap_or("…");
            let diagnostic = unsupported(
                "metrics other than `(total-cost)`",
                &format!("{sense} {}", what.show().trim_matches('`')),
            );
            let hint = "write `(:metric minimize (total-cost))`, or leave it out to count actions";
            self.collector.push(section.span, diagnostic.hint(hint));
        } else if self.model.total_cost.is_none() {
            let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, "unknown function `total-cost`");
            self.collector
                .push(what.span, diagnostic.hint("declare it: `(:functions (total-cost) - number)`"));
        } else {
            self.model.minimises_cost = true;
        }
    }
}

/// Whether `(at …)` is a timed initial literal.
fn is_timed(time: &Tree<'_>, inner: &Tree<'_>) -> bool {
    time.word().is_some_and(is_numeric) && inner.list().is_some()
}

/// The objects among the terms.
fn objects(terms: &[Term]) -> Vec<ObjectId> {
    let object = |term: &Term| match term {
        Term::Object(id) => Some(*id),
        Term::Variable(_) => None,
    };
    terms.iter().filter_map(object).collect()
}
