//! A table with decimals that is read by a condition or an amount, which use integers: such a number is undefined,
//! and an action or goal that would read it does not exist.

use cunning_diag::Code;

use super::Findings;
use crate::limits::LINT_STEPS_MAX;
use crate::model::{
    Action, ChangeKind, Condition, ConditionKind, Equality, Goal, Index, Number, NumberKind, ObjectName,
    Param, ParamKind, PlanningDomain, SourceSpan, Table, TableId, TableValue, Term, TypeId,
};

/// The code of this lint.
pub const TABLE_FRACTION: Code = Code::new("plan/table-fraction");

/// A place where a table is read as an integer.
struct Use<'a> {
    table: TableId,
    indices: &'a [Index],
    /// The types of the parameters and variables in scope; `None` for a number.
    types: Vec<Option<TypeId>>,
}

pub(super) fn check(findings: &mut Findings<'_>) {
    let domain = findings.domain;
    let is_fraction = |table: &Table| {
        let mut values = table.values.iter().map(|entry| entry.value).chain([table.default]);
        values.any(|value| value.to_int().is_none())
    };
    let fractions: Vec<bool> = domain.tables.iter().map(|(_, table)| is_fraction(table)).collect();
    if !fractions.contains(&true) {
        return;
    }
    let mut steps = LINT_STEPS_MAX;
    let mut found = Vec::new();
    for (_, action) in findings.actions() {
        for (entry, span) in
            first_of_each(domain, &fractions, &uses_of_action(action), &action.when, &mut steps)
        {
            let name = &action.name;
            found.push((
                format!("{entry}, but `{name}` needs whole numbers: it can never be done there"),
                span,
            ));
        }
    }
    for (_, goal) in findings.goals() {
        for (entry, span) in first_of_each(domain, &fractions, &uses_of_goal(goal), &goal.want, &mut steps) {
            let name = &goal.name;
            found.push((
                format!("{entry}, but `{name}` needs whole numbers: it can never be met there"),
                span,
            ));
        }
    }
    for (message, span) in found {
        findings.warn(TABLE_FRACTION, message, span, "round it, or count in smaller units");
    }
}

/// Finds the first number with decimals that is read, for each table, as far as the limit allows.
fn first_of_each(
    domain: &PlanningDomain,
    fractions: &[bool],
    uses: &[Use<'_>],
    guards: &[Condition],
    steps: &mut usize,
) -> Vec<(String, SourceSpan)> {
    let mut found: Vec<(TableId, String, SourceSpan)> = Vec::new();
    for one in uses.iter().filter(|one| fractions[one.table.index()]) {
        if found.iter().any(|(table, ..)| *table == one.table) {
            continue;
        }
        let table = &domain.tables[one.table];
        let Some(left) = steps.checked_sub(table.values.len()) else { break };
        *steps = left;
        let read: Vec<&TableValue> =
            table.values.iter().filter(|entry| one.may_read(domain, &entry.key, guards)).collect();
        if let Some(entry) = read.iter().find(|entry| entry.value.to_int().is_none()) {
            let key: Vec<&str> = entry.key.iter().map(|name| name_of(domain, name)).collect();
            let text = format!("`{}[{}]` is {}", table.name, key.join(", "), entry.value);
            found.push((one.table, text, entry.span));
        } else if table.default.to_int().is_none() && one.may_read_more_than(domain, read.len()) {
            let text = if table.of.is_empty() {
                format!("`{}` is {}", table.name, table.default)
            } else {
                format!("`{}` is {} by default", table.name, table.default)
            };
            found.push((one.table, text, table.span));
        }
    }
    found.into_iter().map(|(_, text, span)| (text, span)).collect()
}

fn name_of<'a>(domain: &'a PlanningDomain, name: &'a ObjectName) -> &'a str {
    match name {
        ObjectName::Closed(object) => &domain.objects[*object].name,
        ObjectName::Bound(name) => name,
    }
}

impl Use<'_> {
    fn type_of(&self, index: Index) -> Option<TypeId> {
        match index {
            Index::Object(_) => None,
            Index::Param(param) => self.types.get(param.index()).copied().flatten(),
        }
    }

    /// Returns whether an entry may be read, judged by its indices and the conditions on parameters alone.
    fn may_read(&self, domain: &PlanningDomain, key: &[ObjectName], guards: &[Condition]) -> bool {
        let fits = |(index, name): (&Index, &ObjectName)| match (index, name) {
            (Index::Object(object), ObjectName::Closed(known)) => object == known,
            (Index::Object(_), ObjectName::Bound(_)) => false,
            (Index::Param(_), ObjectName::Closed(known)) => {
                let ty = domain.objects[*known].ty;
                self.type_of(*index).is_some_and(|of| domain.types[of].parts.contains(&ty))
            }
            (Index::Param(_), ObjectName::Bound(_)) => {
                self.type_of(*index).is_some_and(|of| domain.types[of].is_open(&domain.types))
            }
        };
        // The bindings of parameters that lead to the entry.
        let bound = |term: &Term| match term {
            Term::Object(object) => Some(ObjectName::Closed(*object)),
            Term::Param(param) => {
                let at = self.indices.iter().position(|index| *index == Index::Param(*param))?;
                key.get(at).cloned()
            }
            _ => None,
        };
        let is_excluded = |guard: &Condition| match &guard.kind {
            ConditionKind::Same { left, equality, right } => match (bound(left), bound(right)) {
                (Some(left), Some(right)) => (left == right) != (*equality == Equality::Equals),
                _ => false,
            },
            _ => false,
        };
        self.indices.iter().zip(key).all(fits) && !guards.iter().any(is_excluded)
    }

    /// Returns whether there are more combinations of indices than `max`.
    fn may_read_more_than(&self, domain: &PlanningDomain, count: usize) -> bool {
        let sizes = self.indices.iter().map(|index| match self.type_of(*index) {
            Some(ty) if domain.types[ty].is_open(&domain.types) => usize::MAX,
            Some(ty) => domain.objects_of(ty).count(),
            None => 1,
        });
        sizes.fold(1, usize::saturating_mul) > count
    }
}

fn uses_of_action(action: &Action) -> Vec<Use<'_>> {
    let mut uses = Vec::new();
    let mut types = types_of(&action.params);
    in_conditions(&action.when, &mut types, &mut uses);
    for (when, change) in action.changes() {
        in_conditions(when, &mut types, &mut uses);
        match &change.kind {
            ChangeKind::Assign(_) => {}
            ChangeKind::Set(number) | ChangeKind::Add(number) | ChangeKind::Subtract(number) => {
                in_number(number, &types, &mut uses);
            }
        }
    }
    uses
}

fn uses_of_goal(goal: &Goal) -> Vec<Use<'_>> {
    let mut uses = Vec::new();
    in_conditions(&goal.want, &mut types_of(&goal.params), &mut uses);
    uses
}

fn types_of(params: &[Param]) -> Vec<Option<TypeId>> {
    let ty = |param: &Param| match param.kind {
        ParamKind::Object(ty) => Some(ty),
        ParamKind::Number { .. } => None,
    };
    params.iter().map(ty).collect()
}

fn in_conditions<'a>(conditions: &'a [Condition], types: &mut Vec<Option<TypeId>>, uses: &mut Vec<Use<'a>>) {
    for condition in conditions {
        match &condition.kind {
            ConditionKind::All(members) | ConditionKind::Any(members) => in_conditions(members, types, uses),
            ConditionKind::Quantified { variable, body, .. } => {
                types.push(Some(variable.ty));
                in_conditions(std::slice::from_ref(&**body), types, uses);
                types.pop();
            }
            ConditionKind::Same { .. } => {}
            ConditionKind::Compare { left, right, .. } => {
                in_number(left, types, uses);
                in_number(right, types, uses);
            }
        }
    }
}

fn in_number<'a>(number: &'a Number, types: &[Option<TypeId>], uses: &mut Vec<Use<'a>>) {
    number.walk(&mut |number| {
        if let NumberKind::Table { table, indices } = &number.kind {
            uses.push(Use { table: *table, indices, types: types.to_vec() });
        }
    });
}
