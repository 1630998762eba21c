//! Checks of numbers that depend on which functions actions change.

use cunning_diag::{Collector, Diagnostic, FileSpan};
use cunning_plan::Micros;

use super::world::World;
use crate::codes;
use crate::model::{Change, ChangeKind, Effect, FunctionId, Number, NumberKind};

/// Reports every unsupported use of a number.
pub(super) fn check(world: &World<'_>, collector: &mut Collector) {
    let mut checks =
        Checks { world, collector, whole: vec![false; world.model.functions.len()], costs: Vec::new() };
    checks.costs = checks.whole.clone();
    world.comparisons(&mut |left, right| checks.comparison(left, right));
    for action in &world.model.actions {
        checks.effect(&action.effect, false);
    }
    checks.values();
}

struct Checks<'a> {
    world: &'a World<'a>,
    collector: &'a mut Collector,
    /// The functions whose values must be integers, because facts are.
    whole: Vec<bool>,
    /// The functions whose values are costs.
    costs: Vec<bool>,
}

impl Checks<'_> {
    fn name(&self, function: FunctionId) -> &str {
        &self.world.model.functions[function.0].name.text
    }

    fn comparison(&mut self, left: &Number, right: &Number) {
        if let (Some(one), Some(other)) = (self.changing(left), self.changing(right)) {
            let message = format!(
                "cannot compare `{}` with `{}`: both are changed by actions",
                self.name(one),
                self.name(other)
            );
            self.collector.error(left.span, codes::UNSUPPORTED, message);
        }
        self.must_be_whole(left);
        self.must_be_whole(right);
    }

    fn changing(&self, number: &Number) -> Option<FunctionId> {
        match number.kind {
            NumberKind::Function { function, .. } => Some(function).filter(|&id| self.world.is_changed(id)),
            NumberKind::Literal(_) => None,
        }
    }

    fn must_be_whole(&mut self, number: &Number) {
        match number.kind {
            NumberKind::Function { function, .. } => self.whole[function.0] = true,
            NumberKind::Literal(value) => self.whole(value, number.span),
        }
    }

    fn whole(&mut self, value: Micros, span: FileSpan) {
        if value.to_int().is_none() {
            let diagnostic = Diagnostic::error(codes::NUMBER, format!("{value} is not an integer"));
            self.collector.push(span, diagnostic.hint("only costs may have decimals"));
        }
    }

    fn effect(&mut self, effect: &Effect, is_conditional: bool) {
        match effect {
            Effect::All(members) => members.iter().for_each(|member| self.effect(member, is_conditional)),
            Effect::When(_, inner) => self.effect(inner, true),
            Effect::Every(_, inner) => self.effect(inner, is_conditional),
            Effect::Set { .. } => {}
            Effect::Change(change) if self.world.model.total_cost == Some(change.function) => {
                self.cost(change, is_conditional);
            }
            Effect::Change(change) => {
                if self.world.model.weight(change.function).is_some() {
                    self.cost(change, is_conditional);
                } else {
                    self.constant(&change.amount);
                }
                if self.world.is_compared(change.function) {
                    self.must_be_whole(&change.amount);
                }
            }
        }
    }

    /// Checks that no action changes an amount.
    fn constant(&mut self, amount: &Number) -> bool {
        let NumberKind::Function { function, .. } = amount.kind else { return true };
        let message = if self.world.model.total_cost == Some(function) {
            "`total-cost` cannot be read".to_owned()
        } else if self.world.is_changed(function) {
            format!("`{}` is changed by an action and cannot be the amount of a change", self.name(function))
        } else {
            return true;
        };
        self.collector.error(amount.span, codes::UNSUPPORTED, message);
        false
    }

    fn cost(&mut self, change: &Change, is_conditional: bool) {
        if change.kind != ChangeKind::Increase {
            let message = format!("`{}` is a cost and can only be increased", self.name(change.function));
            self.collector.error(change.span, codes::COST, message);
        }
        if is_conditional {
            let message = "unsupported feature: conditional costs (`when`)";
            self.collector.error(change.span, codes::UNSUPPORTED, message);
        }
        if !self.constant(&change.amount) {
            return;
        }
        match change.amount.kind {
            NumberKind::Function { function, .. } => self.costs[function.0] = true,
            NumberKind::Literal(value) => self.not_negative(value, change.amount.span),
        }
    }

    fn not_negative(&mut self, value: Micros, span: FileSpan) {
        if value < Micros::default() {
            self.collector.error(span, codes::COST, format!("cost must be at least 0, found {value}"));
        }
    }

    /// Checks initial values, and reports missing ones.
    fn values(&mut self) {
        for entry in &self.world.model.values {
            if self.collector.is_full() {
                return;
            }
            if self.whole[entry.function.0] {
                self.whole(entry.value, entry.span);
            }
            if self.costs[entry.function.0] {
                self.not_negative(entry.value, entry.span);
            }
        }
        for (at, function) in self.world.model.functions.iter().enumerate() {
            let id = FunctionId(at);
            if self.world.is_changed(id) && self.world.is_compared(id) && !self.world.is_total(id) {
                let name = &function.name.text;
                let message = format!("`{name}` is changed by an action, but lacks initial values");
                let diagnostic = Diagnostic::error(codes::NO_VALUE, message);
                let hint = if function.of.is_empty() {
                    format!("add `(= ({name}) 0)` to `:init`")
                } else {
                    format!("add `(= ({name} …) 0)` to `:init` for all objects")
                };
                self.collector.push(function.name.span, diagnostic.hint(hint));
            }
        }
    }
}
