//! What numbers may be used for, now that it is known which of them change.

use cunning_diag::Diagnostic;
use cunning_plan::Micros;

use super::world::World;
use crate::codes;
use crate::findings::{Findings, SourceSpan};
use crate::model::{Change, ChangeKind, Effect, FunctionId, Number, NumberKind};

/// Notes every number that cannot be planned with.
pub(super) fn check(world: &World<'_>, findings: &mut Findings) {
    let mut checks =
        Checks { world, findings, whole: vec![false; world.model.functions.len()], costs: Vec::new() };
    checks.costs = checks.whole.clone();
    world.comparisons(&mut |left, right| checks.comparison(left, right));
    for action in &world.model.actions {
        checks.effect(&action.effect, false);
    }
    checks.values();
}

struct Checks<'a> {
    world: &'a World<'a>,
    findings: &'a mut Findings,
    /// The functions whose values must be whole, since facts are.
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
                "`{}` and `{}` both change; a number that changes is compared with one that does not",
                self.name(one),
                self.name(other)
            );
            self.findings.error(left.place, codes::UNSUPPORTED, message);
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
            NumberKind::Literal(value) => self.whole(value, number.place),
        }
    }

    fn whole(&mut self, value: Micros, place: SourceSpan) {
        if value.to_int().is_none() {
            let diagnostic = Diagnostic::error(codes::NUMBER, format!("{value} is not whole"));
            self.findings.push(place, diagnostic.hint("only costs may have decimals"));
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
                self.constant(&change.amount);
                if self.world.is_compared(change.function) {
                    self.must_be_whole(&change.amount);
                }
            }
        }
    }

    /// An amount must not change itself.
    fn constant(&mut self, amount: &Number) -> bool {
        let NumberKind::Function { function, .. } = amount.kind else { return true };
        let message = if self.world.model.total_cost == Some(function) {
            "the total cost is only ever increased, and never read".to_owned()
        } else if self.world.is_changed(function) {
            format!("`{}` changes; a number is changed by one that does not", self.name(function))
        } else {
            return true;
        };
        self.findings.error(amount.place, codes::UNSUPPORTED, message);
        false
    }

    fn cost(&mut self, change: &Change, is_conditional: bool) {
        if change.kind != ChangeKind::Increase {
            self.findings.error(change.place, codes::COST, "the total cost is only ever increased");
        }
        if is_conditional {
            let message = "costs that depend on a condition (`when`) cannot be planned with";
            self.findings.error(change.place, codes::UNSUPPORTED, message);
        }
        if !self.constant(&change.amount) {
            return;
        }
        match change.amount.kind {
            NumberKind::Function { function, .. } => self.costs[function.0] = true,
            NumberKind::Literal(value) => self.not_negative(value, change.amount.place),
        }
    }

    fn not_negative(&mut self, value: Micros, place: SourceSpan) {
        if value < Micros::default() {
            self.findings.error(place, codes::COST, format!("a cost is at least 0, not {value}"));
        }
    }

    /// The values at the start, and those that are missing.
    fn values(&mut self) {
        for entry in &self.world.model.values {
            if self.findings.is_full() {
                return;
            }
            if self.whole[entry.function.0] {
                self.whole(entry.value, entry.place);
            }
            if self.costs[entry.function.0] {
                self.not_negative(entry.value, entry.place);
            }
        }
        for (at, function) in self.world.model.functions.iter().enumerate() {
            let id = FunctionId(at);
            if self.world.is_changed(id) && self.world.is_compared(id) && !self.world.is_total(id) {
                let name = &function.name.text;
                let message = format!("`{name}` changes, but has no value at the start for some arguments");
                let diagnostic = Diagnostic::error(codes::NO_VALUE, message);
                let hint = if function.of.is_empty() {
                    format!("add `(= ({name}) 0)` to `:init`")
                } else {
                    format!("add `(= ({name} …) 0)` to `:init` for all objects")
                };
                self.findings.push(function.name.place, diagnostic.hint(hint));
            }
        }
    }
}
