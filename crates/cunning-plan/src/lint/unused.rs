//! Names that nothing uses.

use std::collections::BTreeSet;

use cunning_diag::Code;

use super::Findings;
use crate::model::{
    Action, Change, ChangeKind, Condition, ConditionKind, Cost, Effect, FactKind, Goal, Index, Number,
    NumberKind, Outcome, Param, ParamId, ParamKind, PlanningDomain, TableId, Term, TypeId, TypeKind,
};

/// The code of this lint.
pub const UNUSED: Code = Code::new("plan/unused");

pub(super) fn check(findings: &mut Findings<'_>) {
    let domain = findings.domain;
    for (id, fact) in domain.facts.iter() {
        if !fact.sensed && !findings.usage.is_read(id) {
            findings.warn(
                UNUSED,
                format!("the fact `{}` is never read", fact.name),
                fact.span,
                "remove it, or use it",
            );
        }
    }
    let mut seen = Seen::default();
    seen.domain(domain);
    for (id, table) in domain.tables.iter() {
        if !seen.tables.contains(&id) {
            findings.warn(
                UNUSED,
                format!("the table `{}` is never read", table.name),
                table.span,
                "remove it, or use it",
            );
        }
    }
    for (id, ty) in domain.types.iter() {
        if !seen.types.contains(&id) {
            findings.warn(
                UNUSED,
                format!("the type `{}` is never used", ty.name),
                ty.span,
                "remove it, or use it",
            );
        }
    }
    for (_, action) in domain.actions.iter() {
        let mut seen = Seen::default();
        seen.action(domain, action);
        unused_params(findings, &seen, &action.params);
    }
    for (_, goal) in domain.goals.iter() {
        let mut seen = Seen::default();
        seen.goal(goal);
        unused_params(findings, &seen, &goal.params);
    }
}

fn unused_params(findings: &mut Findings<'_>, seen: &Seen, params: &[Param]) {
    for (at, param) in params.iter().enumerate() {
        // A parameter with a query is used by the mind, even if the planner does not use it.
        if param.query.is_none() && !seen.params.contains(&ParamId::new(at as u32)) {
            let message = format!("the parameter `{}` is never used", param.name);
            findings.warn(
                UNUSED,
                message,
                param.span,
                "remove it: each of its values makes another copy of the action",
            );
        }
    }
}

/// The names that are used.
#[derive(Default)]
struct Seen {
    types: BTreeSet<TypeId>,
    tables: BTreeSet<TableId>,
    params: BTreeSet<ParamId>,
}

impl Seen {
    fn domain(&mut self, domain: &PlanningDomain) {
        for (_, ty) in domain.types.iter() {
            if let TypeKind::Union { members } = &ty.kind {
                self.types.extend(members);
            }
        }
        for (_, fact) in domain.facts.iter() {
            self.types.extend(&fact.of);
            if let FactKind::Object { ty, .. } = fact.kind {
                self.types.insert(ty);
            }
        }
        domain.tables.iter().for_each(|(_, table)| self.types.extend(&table.of));
        domain.actions.iter().for_each(|(_, action)| self.action(domain, action));
        domain.goals.iter().for_each(|(_, goal)| self.goal(goal));
    }

    fn param_types(&mut self, params: &[Param]) {
        for param in params {
            if let ParamKind::Object(ty) = param.kind {
                self.types.insert(ty);
            }
        }
    }

    fn action(&mut self, domain: &PlanningDomain, action: &Action) {
        self.param_types(&action.params);
        self.conditions(&action.when);
        if let Outcome::Achieves { goal, args, .. } = &action.outcome {
            self.params.extend(args);
            self.param_types(&domain.goals[*goal].params);
        }
        for effect in action.effects() {
            match effect {
                Effect::Always(change) => self.change(change),
                Effect::When { when, then, .. } => {
                    self.conditions(when);
                    for change in then {
                        self.change(change);
                    }
                }
            }
        }
        match &action.cost {
            Cost::Number(number) => self.number(number),
            Cost::Rules(rules) => rules.iter().for_each(|rule| {
                self.conditions(&rule.when);
                self.number(&rule.is);
            }),
        }
        // A check is asked about each ground action, so it may use every parameter.
        if action.check.is_some() {
            self.params.extend((0..action.params.len() as u32).map(ParamId::new));
        }
    }

    fn goal(&mut self, goal: &Goal) {
        self.param_types(&goal.params);
        self.conditions(&goal.want);
    }

    fn conditions(&mut self, conditions: &[Condition]) {
        for condition in conditions {
            condition.walk(&mut |condition| match &condition.kind {
                ConditionKind::Same { left, right, .. } => {
                    self.term(left);
                    self.term(right);
                }
                ConditionKind::Compare { left, right, .. } => {
                    self.number(left);
                    self.number(right);
                }
                ConditionKind::Quantified { variable, .. } => {
                    self.types.insert(variable.ty);
                }
                ConditionKind::All(_) | ConditionKind::Any(_) => {}
            });
        }
    }

    fn change(&mut self, change: &Change) {
        self.indices(&change.fact.indices);
        match &change.kind {
            ChangeKind::Assign(term) => self.term(term),
            ChangeKind::Set(number) | ChangeKind::Add(number) | ChangeKind::Subtract(number) => {
                self.number(number);
            }
        }
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Param(id) => {
                self.params.insert(*id);
            }
            Term::Fact(fact) => self.indices(&fact.indices),
            Term::Bool(_) | Term::None | Term::Object(_) => {}
        }
    }

    fn number(&mut self, number: &Number) {
        number.walk(&mut |number| match &number.kind {
            NumberKind::Param(id) => {
                self.params.insert(*id);
            }
            NumberKind::Table { table, indices } => {
                self.tables.insert(*table);
                self.indices(indices);
            }
            NumberKind::Fact(fact) => self.indices(&fact.indices),
            _ => {}
        });
    }

    fn indices(&mut self, indices: &[Index]) {
        for index in indices {
            if let Index::Param(id) = index {
                self.params.insert(*id);
            }
        }
    }
}
