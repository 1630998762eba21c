//! Reading of `:init`, `:goal` and `:metric`.

use std::collections::{BTreeMap, BTreeSet};

use cunning_diag::{Diagnostic, FileSpan};
use cunning_plan::Micros;

use super::Reader;
use super::formulas::Scope;
use super::names::unexpected;
use super::numbers::is_numeric;
use super::sections::{Document, unsupported};
use crate::codes;
use crate::limits::INIT_MAX;
use crate::model::{FunctionId, FunctionValue, Goal, Metric, ObjectId, Term, product};
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

    /// Reads `(:metric minimize EXPRESSION)`, where the expression is linear.
    pub(super) fn metric(&mut self, problem: &Document<'_>) {
        let Some(section) = problem.one(":metric") else { return };
        let [sense, what] = section.body else {
            self.collector.error(section.span, codes::SYNTAX, "expected `(:metric minimize (total-cost))`");
            return;
        };
        if !sense.is("minimize") {
            let sense = sense.word().unwrap_or("…");
            let named = format!("{sense} {}", what.show().trim_matches('`'));
            let diagnostic = unsupported("metrics that are not minimized", &named);
            let hint = "write `(:metric minimize (total-cost))`, or leave it out to count actions";
            self.collector.push(section.span, diagnostic.hint(hint));
            return;
        }
        let mut metric = Metric::default();
        if self.summand(what, Micros::ONE, &mut metric).is_some() {
            self.model.metric = Some(metric);
        }
    }

    /// Adds a part of the metric, multiplied by a factor. Constant parts change no plan and are ignored.
    fn summand(&mut self, tree: &Tree<'_>, factor: Micros, metric: &mut Metric) -> Option<()> {
        match tree.headed() {
            Some((head, members)) if head == "+" => {
                return members.iter().try_for_each(|member| self.summand(member, factor, metric));
            }
            Some((head, [left, right])) if head == "*" => {
                let (number, other) = match (left.word(), right.word()) {
                    (Some(word), _) if is_numeric(word) => (left, right),
                    _ => (right, left),
                };
                let word = number.word().filter(|word| is_numeric(word));
                let Some(word) = word else { return self.not_linear(tree) };
                let product = product(factor, self.literal(word, number.span)?);
                let Some(product) = product.filter(|product| *product >= Micros::ZERO) else {
                    return self.not_linear(tree);
                };
                return self.summand(other, product, metric);
            }
            Some((head, _)) if matches!(head.as_str(), "-" | "/" | "*") => return self.not_linear(tree),
            _ => {}
        }
        if let Some(word) = tree.word().filter(|word| is_numeric(word)) {
            return self.literal(word, tree.span).map(|_| ());
        }
        let name = tree.list().and_then(|members| members.first()).unwrap_or(tree);
        if name.is("total-time") {
            metric.per_step = Micros::new(metric.per_step.get() + factor.get())?;
            return Some(());
        }
        if name.is("total-cost") && self.model.total_cost.is_none() {
            let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, "unknown function `total-cost`");
            self.collector
                .push(tree.span, diagnostic.hint("declare it: `(:functions (total-cost) - number)`"));
            return None;
        }
        let (function, args) = self.function(tree, &Scope::default())?;
        if !args.is_empty() {
            return self.not_linear(tree);
        }
        match metric.weights.iter_mut().find(|(known, _)| *known == function) {
            Some((_, weight)) => *weight = Micros::new(weight.get() + factor.get())?,
            None => metric.weights.push((function, factor)),
        }
        Some(())
    }

    fn not_linear(&mut self, tree: &Tree<'_>) -> Option<()> {
        let diagnostic = unsupported(
            "metrics other than sums of functions without arguments, with weights that are not negative",
            tree.show().trim_matches('`'),
        );
        let hint = "write `(:metric minimize (total-cost))`, or leave it out to count actions";
        self.collector.push(tree.span, diagnostic.hint(hint));
        None
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
