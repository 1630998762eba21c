//! Actions: preconditions, ranges as guards, effects and costs.

use std::fmt::Write as _;

use cunning_plan::limits::COST_MAX;
use cunning_plan::model::{
    Action, ActionId, Change, ChangeKind, Comparison, Condition, ConditionKind, Cost, Equality, FactKind,
    FactRef, Index, Number, Overflow, Term,
};

use super::conditions::{ALWAYS, NEVER, Scope, all, any, compared, not};
use super::numbers::{Computed, Scale};
use super::{ExportError, Exporter};

/// The parts of an action that all its cost rules share.
#[derive(Default)]
struct Parts {
    guards: Vec<String>,
    effects: Vec<String>,
}

impl Exporter<'_> {
    /// Writes an action, once for each cost rule.
    pub(super) fn action(
        &mut self,
        id: ActionId,
        action: &Action,
        out: &mut String,
    ) -> Result<(), ExportError> {
        let mut scope = Scope::new(format!("action `{}`", action.name));
        let mut declarations = Vec::new();
        let mut conditions = Vec::new();
        for param in &action.params {
            let (declaration, needs) = self.declare(&mut scope, &param.name, param.kind);
            declarations.push(declaration);
            conditions.extend(needs);
        }
        conditions.extend(self.conditions(&action.when, &mut scope)?);
        let changes: Vec<(&[Condition], &Change)> = action.changes().collect();
        let mut parts = Parts::default();
        let mut may_clash = false;
        for (at, (when, change)) in changes.iter().enumerate() {
            let mut apart = Vec::new();
            let mut is_repeated = false;
            for (earlier_when, earlier) in &changes[..at] {
                match coincidence(&earlier.fact, &change.fact) {
                    Coincidence::Never => {}
                    Coincidence::Always => is_repeated |= earlier.kind == change.kind && earlier_when == when,
                    Coincidence::If(pairs) => {
                        may_clash = true;
                        if earlier.kind == change.kind && earlier_when == when {
                            // Equal effects count once.
                            apart.push(not(&all(pairs
                                .iter()
                                .map(|(one, other)| self.equal(*one, *other, &scope)))));
                        }
                    }
                }
            }
            if !is_repeated {
                let mut when = self.conditions(when, &mut scope)?;
                when.extend(apart);
                let when = all(when);
                if when != NEVER {
                    self.change(change, &when, &action.when, &mut parts, &mut scope)?;
                }
            }
        }
        let mut variants: Vec<(Vec<String>, String)> = Vec::new();
        match &action.cost {
            Cost::Number(number) => variants.push((Vec::new(), self.cost(number, &mut scope)?)),
            Cost::Rules(rules) => {
                let mut before: Vec<String> = Vec::new();
                for rule in rules {
                    let when = all(self.conditions(&rule.when, &mut scope)?);
                    let cost = self.cost(&rule.is, &mut scope)?;
                    let mut needs = before.clone();
                    needs.push(when.clone());
                    variants.push((needs, cost));
                    before.push(not(&when));
                }
            }
        }
        if may_clash || scope.may_be_undefined || self.is_refused(action) {
            conditions.push(self.exists(id, action, &scope));
        }
        conditions.append(&mut parts.guards);
        for (at, (needs, cost)) in variants.into_iter().enumerate() {
            let precondition = all(conditions.iter().cloned().chain(needs));
            if precondition == NEVER {
                continue;
            }
            let plain = self.actions[id.index()].clone();
            let name = if at == 0 { plain } else { self.names.take(&format!("{plain}-rule{}", at + 1)) };
            self.originals.insert(name.clone(), action.name.clone());
            let _infallible =
                writeln!(out, "  (:action {name}\n    :parameters ({})", declarations.join(" "));
            let _infallible = writeln!(out, "    :precondition {precondition}");
            let mut effects = parts.effects.clone();
            effects.push(format!("(increase (total-cost) {cost})"));
            let _infallible = writeln!(out, "    :effect (and\n      {}))", effects.join("\n      "));
        }
        Ok(())
    }

    fn equal(&self, one: Index, other: Index, scope: &Scope) -> String {
        let (one, other) = (self.indices(&[one], scope), self.indices(&[other], scope));
        format!("(={one}{other})")
    }

    fn is_refused(&self, action: &Action) -> bool {
        let answers = &self.request.checks;
        action
            .check
            .as_ref()
            .is_some_and(|check| answers.iter().any(|answer| !answer.yes && answer.check == *check))
    }

    /// The static predicate that lists the ground actions that exist.
    fn exists(&mut self, id: ActionId, action: &Action, scope: &Scope) -> String {
        let refused = self.grounding.refused(&self.request.checks);
        let used: Vec<_> = (0..action.params.len() as u32).map(cunning_plan::model::ParamId::new).collect();
        let (types, words) = self.free(&used, scope);
        let mut holds = Vec::new();
        for ground in self.grounding.ground_actions() {
            if self.grounding.action(ground) != id || refused.contains(&ground) {
                continue;
            }
            let mut text = String::new();
            for (param, shown) in action.params.iter().zip(self.grounding.args(ground)) {
                let given = match param.kind {
                    cunning_plan::model::ParamKind::Object(ty) => {
                        self.objects.shown(self.domain, ty, &shown).map(super::objects::Given::Object)
                    }
                    cunning_plan::model::ParamKind::Number { .. } => {
                        shown.parse().ok().map(super::objects::Given::Number)
                    }
                };
                if let Some(given) = given {
                    let _infallible = write!(text, " {}", self.given(param.kind, given));
                }
            }
            holds.push(text);
        }
        let predicate = self.listed(&format!("{}-exists", scope.name), types, holds);
        format!("({predicate}{words})")
    }

    /// The cost of a step.
    fn cost(&mut self, number: &Number, scope: &mut Scope) -> Result<String, ExportError> {
        if !self.is_static(number) {
            return self.arithmetic(number, Scale::Millionths, scope);
        }
        let cost = self.computed(Computed::plain(number, Scale::Millionths), scope)?;
        // Such ground actions are rejected.
        scope.may_be_undefined |= cost.low < 0 || cost.high > COST_MAX.saturating_mul(1_000_000);
        Ok(cost.text)
    }

    fn change(
        &mut self,
        change: &Change,
        when: &str,
        conditions: &[Condition],
        parts: &mut Parts,
        scope: &mut Scope,
    ) -> Result<(), ExportError> {
        let fact = &change.fact;
        match (&change.kind, self.domain.facts()[fact.fact].kind) {
            (ChangeKind::Assign(term), FactKind::Bool) => match term {
                Term::Fact(other) => {
                    let (atom, other) = (self.fact(fact, None, scope), self.fact(other, None, scope));
                    parts.add(&all([when.to_owned(), other.clone()]), &atom);
                    parts.add(&all([when.to_owned(), not(&other)]), &format!("(not {atom})"));
                }
                term => {
                    let atom = self.fact(fact, None, scope);
                    let effect = if *term == Term::Bool(true) { atom } else { format!("(not {atom})") };
                    parts.add(when, &effect);
                }
            },
            (ChangeKind::Assign(term), FactKind::Object { ty, optional }) => {
                let none = self.objects.none().to_owned();
                let of = self.types.of_index(ty).to_owned();
                let variable = "?old";
                if let Some(old) = pinned(fact, conditions).and_then(|old| self.value(old, scope)) {
                    parts.add(when, &format!("(not {})", self.fact(fact, Some(&old), scope)));
                } else {
                    // The new value is never deleted, because planners differ in what comes last.
                    let new = if matches!(term, Term::Fact(_)) { None } else { self.value(term, scope) };
                    let atom = self.fact(fact, Some(variable), scope);
                    let is_other = new.as_ref().filter(|new| **new != none);
                    let is_other = is_other.map(|new| not(&format!("(= {variable} {new})")));
                    let gone = all([when.to_owned(), is_other.unwrap_or_else(|| ALWAYS.to_owned())]);
                    let gone = if gone == ALWAYS {
                        format!("(not {atom})")
                    } else {
                        format!("(when {gone} (not {atom}))")
                    };
                    if when != NEVER {
                        parts.effects.push(format!("(forall ({variable} - {of}) {gone})"));
                    }
                    if optional && new.as_ref() != Some(&none) {
                        parts.add(when, &format!("(not {})", self.fact(fact, Some(&none), scope)));
                    }
                }
                match term {
                    Term::Fact(other) => {
                        let (new, seen) =
                            (self.fact(fact, Some("?new"), scope), self.fact(other, Some("?new"), scope));
                        let seen = all([when.to_owned(), seen]);
                        parts.effects.push(format!("(forall (?new - {of}) (when {seen} {new}))"));
                        if optional {
                            let seen = self.fact(other, Some(&none), scope);
                            parts.add(&all([when.to_owned(), seen]), &self.fact(fact, Some(&none), scope));
                        }
                    }
                    term => {
                        if let Some(value) = self.value(term, scope) {
                            parts.add(when, &self.fact(fact, Some(&value), scope));
                        }
                    }
                }
            }
            (ChangeKind::Set(number), FactKind::Int { min, max, low, high }) => {
                self.set(fact, number, (min, low), (max, high), when, parts, scope)?;
            }
            (ChangeKind::Add(number), FactKind::Int { min, max, low, high }) => {
                self.add(fact, number, 1, (min, low), (max, high), when, parts, scope)?;
            }
            (ChangeKind::Subtract(number), FactKind::Int { min, max, low, high }) => {
                self.add(fact, number, -1, (min, low), (max, high), when, parts, scope)?;
            }
            _ => {}
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "the ends of a range, and where the effect goes")]
    fn set(
        &mut self,
        fact: &FactRef,
        number: &Number,
        (min, low): (i64, Overflow),
        (max, high): (i64, Overflow),
        when: &str,
        parts: &mut Parts,
        scope: &mut Scope,
    ) -> Result<(), ExportError> {
        let target = self.fact(fact, None, scope);
        let (value, least, most) = if self.is_static(number) {
            let ends = (
                if low == Overflow::Clamp { min } else { i64::MIN },
                if high == Overflow::Clamp { max } else { i64::MAX },
            );
            let computed = Computed { range: Some(ends), ..Computed::plain(number, Scale::Whole) };
            let value = self.computed(computed, scope)?;
            (value.text, value.low, value.high)
        } else {
            (self.arithmetic(number, Scale::Whole, scope)?, i64::MIN, i64::MAX)
        };
        let mut inside = vec![when.to_owned()];
        let ends = [
            (least < min, min, low, Comparison::AtLeast, Comparison::Less),
            (most > max, max, high, Comparison::AtMost, Comparison::Greater),
        ];
        for (is_possible, end, overflow, stays, leaves) in ends {
            if !is_possible {
                continue;
            }
            let stays = compared(&value, stays, &end.to_string());
            if overflow == Overflow::Refuse {
                parts.guards.push(any([not(when), stays]));
            } else {
                inside.push(stays);
                let leaves = compared(&value, leaves, &end.to_string());
                parts.add(&all([when.to_owned(), leaves]), &format!("(assign {target} {end})"));
            }
        }
        parts.add(&all(inside), &format!("(assign {target} {value})"));
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "the ends of a range, and where the effect goes")]
    fn add(
        &mut self,
        fact: &FactRef,
        number: &Number,
        sign: i64,
        (min, low): (i64, Overflow),
        (max, high): (i64, Overflow),
        when: &str,
        parts: &mut Parts,
        scope: &mut Scope,
    ) -> Result<(), ExportError> {
        let target = self.fact(fact, None, scope);
        let is_static = self.is_static(number);
        let (amount, least, most) = if is_static {
            let amount = self.computed(Computed::plain(number, Scale::Whole), scope)?;
            let (one, other) = (sign * amount.low, sign * amount.high);
            (amount.text, one.min(other), one.max(other))
        } else {
            (self.arithmetic(number, Scale::Whole, scope)?, -1, 1)
        };
        let mut inside = vec![when.to_owned()];
        let ends = [
            (least < 0, min, low, Comparison::AtLeast, Comparison::Less),
            (most > 0, max, high, Comparison::AtMost, Comparison::Greater),
        ];
        for (is_possible, end, overflow, stays, leaves) in ends {
            if !is_possible {
                continue;
            }
            // `target + sign · amount` stays within the end, with a constant on the right if possible.
            let sides = if is_static {
                let limit = Computed { sign: -sign, plus: end, ..Computed::plain(number, Scale::Whole) };
                (target.clone(), self.computed(limit, scope)?.text)
            } else {
                (format!("({} {target} {amount})", if sign > 0 { "+" } else { "-" }), end.to_string())
            };
            let stays = compared(&sides.0, stays, &sides.1);
            if overflow == Overflow::Refuse {
                parts.guards.push(any([not(when), stays.clone()]));
                if when != ALWAYS {
                    // Readers may derive the range of the number from the condition of its effect.
                    inside.push(stays);
                }
            } else {
                inside.push(stays);
                let leaves = all([when.to_owned(), compared(&sides.0, leaves, &sides.1)]);
                parts.add(&leaves, &format!("(assign {target} {end})"));
            }
        }
        let word = if sign > 0 { "increase" } else { "decrease" };
        if amount != "0" {
            parts.add(&all(inside), &format!("({word} {target} {amount})"));
        }
        Ok(())
    }
}

impl Parts {
    /// Adds an effect that happens if a condition holds.
    fn add(&mut self, when: &str, effect: &str) {
        if when == ALWAYS {
            self.effects.push(effect.to_owned());
        } else if when != NEVER {
            self.effects.push(format!("(when {when} {effect})"));
        }
    }
}

/// Whether two facts are the same ground fact.
enum Coincidence {
    Never,
    Always,
    /// If each pair of indices is equal.
    If(Vec<(Index, Index)>),
}

fn coincidence(one: &FactRef, other: &FactRef) -> Coincidence {
    if one.fact != other.fact {
        return Coincidence::Never;
    }
    let mut pairs = Vec::new();
    for (&left, &right) in one.indices.iter().zip(&other.indices) {
        match (left, right) {
            _ if left == right => {}
            (Index::Object(_), Index::Object(_)) => return Coincidence::Never,
            _ => pairs.push((left, right)),
        }
    }
    if pairs.is_empty() { Coincidence::Always } else { Coincidence::If(pairs) }
}

/// The value that the conditions require of a fact.
fn pinned<'a>(fact: &FactRef, conditions: &'a [Condition]) -> Option<&'a Term> {
    conditions.iter().find_map(|condition| match &condition.kind {
        ConditionKind::Same { left: Term::Fact(known), equality: Equality::Equals, right }
            if known == fact =>
        {
            (!matches!(right, Term::Fact(_))).then_some(right)
        }
        ConditionKind::Same { left, equality: Equality::Equals, right: Term::Fact(known) }
            if known == fact =>
        {
            (!matches!(left, Term::Fact(_))).then_some(left)
        }
        ConditionKind::All(members) => pinned(fact, members),
        _ => None,
    })
}
