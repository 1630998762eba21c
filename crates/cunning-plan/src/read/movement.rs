//! Reads `[move]` and `near`: walking, which is shorthand for actions and conditions.
//!
//! `[move] fact = "at"` adds an action as if it were written last:
//!
//! ```toml
//! [action.move]
//! params = { to = "place" }
//! when = ["at != to"]
//! then = ["at = to"]
//! ```
//!
//! A `cost` names a table. A table with two indices needs the origin, so there is a second parameter, bound by `at ==
//! from`. An agent at `none` has no origin: for it there is a second action, `move_from_none`, at the table's
//! default. `near = "c"` on an action is the condition `at == c`.

use super::Context;
use super::names::{Readable, check_name, duplicate};
use super::resolve::{Expected, Scope, Use};
use crate::codes;
use crate::expr::{Expr, ExprKind};
use crate::micros::Micros;
use crate::model::{
    Action, ActionId, Change, ChangeKind, Condition, ConditionKind, Cost, Effect, Equality, FactId, FactKind,
    FactRef, Index, Movement, Number, NumberKind, Outcome, Param, ParamId, ParamKind, SourceSpan, Table,
    TableId, Term, TypeId,
};
use crate::read_error::{Checked, ReadError};
use crate::shape::{Entries, doc, get, read_error, table, text};
use crate::tree::{Node, Text};

/// The default name of the action.
pub(crate) const NAME: &str = "move";
/// The suffix of the action without an origin.
const FROM_NONE: &str = "_from_none";

impl Context<'_> {
    /// Reads the fact and the table of `[move]`. Its actions are added after all others.
    pub(super) fn movement(&mut self, declared: &[(Text, Node)]) {
        let Some(((key, node), others)) = declared.split_first() else { return };
        for (other, _) in others {
            self.problems.push(duplicate("table", &other.value, other.span, key.span));
        }
        let checked = table(node, "a table").and_then(|entries| {
            self.plain_keys(entries, &["fact", "cost", "name", "doc"]);
            self.moving(key, entries)
        });
        match self.problems.keep(checked) {
            Some(movement) => self.domain.movement = Some(movement),
            None => {
                self.names.broken.insert(key.value.clone());
            }
        }
    }

    fn moving(&mut self, key: &Text, entries: &Entries) -> Checked<Movement> {
        let Some(node) = get(entries, "fact") else {
            return read_error(
                codes::KEYS,
                "`[move]` needs the key `fact`: the fact that says where an agent is",
                key.span,
            );
        };
        let (fact, ty) = self.where_fact(text(node, "the name of a fact")?)?;
        let (cost, implies_table) = match get(entries, "cost") {
            Some(node) => {
                let (table, is_new) = self.way_costs(text(node, "the name of a table")?, ty)?;
                (Some(table), is_new)
            }
            None => (None, false),
        };
        let doc = doc(entries)?;
        Ok(Movement { fact, cost, implies_table, actions: Vec::new(), doc, span: key.span })
    }

    /// Resolves the fact that says where an agent is, and the type of its places.
    fn where_fact(&self, name: &Text) -> Checked<(FactId, TypeId)> {
        let Some(Readable::Fact(id)) = self.names.readables.get(&name.value) else {
            let facts = self.domain.facts.iter().map(|(_, fact)| fact.name.as_str());
            return self.names.unknown("fact", &name.value, name.span).suggest(&name.value, facts).fail();
        };
        let fact = &self.domain.facts[*id];
        let FactKind::Object { ty, .. } = fact.kind else {
            let message =
                format!("`{}` is not an object fact, so it cannot say where an agent is", name.value);
            return read_error(codes::TYPE, message, name.span);
        };
        if !fact.of.is_empty() {
            let message = format!(
                "`{}` has indices; the fact that says where an agent is must not have any",
                name.value
            );
            return read_error(codes::INDICES, message, name.span);
        }
        Ok((*id, ty))
    }

    /// Resolves the table of costs, and returns whether it exists only because it is named here.
    fn way_costs(&mut self, name: &Text, places: TypeId) -> Checked<(TableId, bool)> {
        let id = match self.names.readables.get(&name.value) {
            Some(Readable::Table(id)) => *id,
            Some(Readable::Fact(_)) => {
                let message = format!("`{}` is a fact; the costs of moving must be a table", name.value);
                return read_error(codes::TYPE, message, name.span);
            }
            None => {
                if self.names.broken.contains(&name.value) {
                    return self.names.unknown("table", &name.value, name.span).fail();
                }
                check_name(name)?;
                let id = self.domain.tables.push(Table {
                    name: name.value.clone(),
                    of: vec![places, places],
                    default: Micros::ONE,
                    values: Vec::new(),
                    doc: None,
                    span: name.span,
                });
                self.names.readables.insert(name.value.clone(), Readable::Table(id));
                return Ok((id, true));
            }
        };
        let (declared, types) = (&self.domain.tables[id], &self.domain.types);
        if !matches!(declared.of.len(), 1 | 2) {
            let message = format!(
                "`{}` has {} indices; the costs of moving need one or two",
                name.value,
                declared.of.len()
            );
            return ReadError::new(codes::INDICES, message, name.span)
                .hint("index it by the destination, or by the origin and the destination")
                .fail();
        }
        if let Some(&of) = declared.of.iter().find(|&&of| !types[places].fits(&types[of])) {
            let message = format!(
                "`{}` is indexed by the type `{}`, but agents move between objects of the type `{}`",
                name.value, types[of].name, types[places].name
            );
            return ReadError::new(codes::TYPE, message, name.span)
                .follows_if(types[of].parts.is_empty() || types[places].parts.is_empty())
                .fail();
        }
        Ok((id, false))
    }

    /// Adds the actions of `[move]`.
    pub(super) fn moves(&mut self, declared: &[(Text, Node)]) {
        let (Some(movement), Some((key, node))) = (self.domain.movement.clone(), declared.first()) else {
            return;
        };
        let entries = table(node, "a table").unwrap_or(&[]);
        let name = match get(entries, "name").map(|node| text(node, "the name of the action")) {
            // The table and the action are called alike.
            None => key.clone(),
            Some(checked) => {
                let checked = checked.and_then(|name| check_name(name).map(|()| name.clone()));
                let Some(name) = self.problems.keep(checked) else { return };
                name
            }
        };
        let FactKind::Object { ty, optional } = self.domain.facts[movement.fact].kind else { return };
        let indices = movement.cost.map_or(0, |table| self.domain.tables[table].of.len());
        let walk = Walk { movement: &movement, ty, span: name.span };
        let mut actions =
            vec![if indices == 2 { walk.between(&name.value) } else { walk.to(&name.value, indices == 1) }];
        if indices == 2 && optional {
            let default = movement.cost.map_or(Micros::ONE, |table| self.domain.tables[table].default);
            actions.push(walk.out_of_none(&format!("{}{FROM_NONE}", name.value), default));
        }
        let mut ids = Vec::new();
        for action in actions {
            if let Some(&first) = self.names.actions.get(&action.name) {
                let first = self.domain.actions[first].span;
                let read_error = duplicate("action", &action.name, name.span, first);
                self.problems.push(read_error.hint("give `[move]` another `name`"));
                continue;
            }
            let action_name = action.name.clone();
            let id: ActionId = self.domain.actions.push(action);
            self.names.actions.insert(action_name, id);
            ids.push(id);
        }
        self.domain.movement = Some(Movement { actions: ids, ..movement });
    }

    /// Reads what an action must be near, and returns the condition for it.
    pub(super) fn near(&mut self, node: &Node, scope: &mut Scope) -> Checked<(Term, Condition)> {
        let written = text(node, "a parameter or an object")?;
        let Some(movement) = &self.domain.movement else {
            let message = "`near` needs a `[move]` table whose `fact` says where agents are";
            return ReadError::new(codes::KEYS, message, node.span)
                .follows_if(self.names.broken.contains(NAME))
                .fail();
        };
        let fact = movement.fact;
        let FactKind::Object { ty, .. } = self.domain.facts[fact].kind else {
            return read_error(codes::TYPE, "expected the name of an object", node.span);
        };
        let span = cunning_diag::Span::from(0..written.value.len());
        let name = Expr { kind: ExprKind::Name(written.value.clone()), span };
        let expected = Expected { ty, optional: false, usage: Use::Store };
        let is_known = scope.find(&written.value).is_some() || self.names.is_object(&written.value);
        if !is_known && (written.value == "none" || self.names.readables.contains_key(&written.value)) {
            let message =
                format!("`near` takes a parameter or an object, and `{}` is neither", written.value);
            return read_error(codes::TYPE, message, node.span);
        }
        let term = self.resolver(written, scope).object_term(&name, expected)?;
        let span = written.span;
        let at = Term::Fact(FactRef { fact, indices: Vec::new(), span });
        let kind = ConditionKind::Same { left: at, equality: Equality::Equals, right: term.clone() };
        Ok((term, Condition::new(kind, span)))
    }
}

/// Makes the actions of `[move]`.
struct Walk<'a> {
    movement: &'a Movement,
    ty: TypeId,
    span: SourceSpan,
}

impl Walk<'_> {
    fn at(&self) -> FactRef {
        FactRef { fact: self.movement.fact, indices: Vec::new(), span: self.span }
    }

    /// `at == from`, `from != to`, `at = to`
    fn between(&self, name: &str) -> Action {
        let (from, to) = (ParamId::new(0), ParamId::new(1));
        let when = vec![
            self.condition(Term::Fact(self.at()), Equality::Equals, Term::Param(from)),
            self.condition(Term::Param(from), Equality::Differs, Term::Param(to)),
        ];
        self.action(name, &["from", "to"], when, self.cost(&[from, to]))
    }

    /// `at != to`, `at = to`
    fn to(&self, name: &str, has_table: bool) -> Action {
        let to = ParamId::new(0);
        let when = vec![self.condition(Term::Fact(self.at()), Equality::Differs, Term::Param(to))];
        let by = [to];
        self.action(name, &["to"], when, self.cost(&by[..usize::from(has_table)]))
    }

    /// `at == none`, `at = to`
    fn out_of_none(&self, name: &str, cost: Micros) -> Action {
        let when = vec![self.condition(Term::Fact(self.at()), Equality::Equals, Term::None)];
        self.action(name, &["to"], when, Number::literal(cost, self.span))
    }

    fn condition(&self, left: Term, equality: Equality, right: Term) -> Condition {
        Condition::new(ConditionKind::Same { left, equality, right }, self.span)
    }

    fn cost(&self, indices: &[ParamId]) -> Number {
        match self.movement.cost {
            Some(table) if !indices.is_empty() => {
                let indices = indices.iter().map(|&param| Index::Param(param)).collect();
                Number { kind: NumberKind::Table { table, indices }, span: self.span }
            }
            _ => Number::literal(Micros::ONE, self.span),
        }
    }

    /// Creates an action whose last parameter is the destination.
    fn action(&self, name: &str, params: &[&str], when: Vec<Condition>, cost: Number) -> Action {
        let param = |name: &&str| Param {
            name: (*name).to_owned(),
            kind: ParamKind::Object(self.ty),
            query: None,
            span: self.span,
        };
        let to = ParamId::new(params.len() as u32 - 1);
        let arrives = Change { fact: self.at(), kind: ChangeKind::Assign(Term::Param(to)), span: self.span };
        Action {
            name: name.to_owned(),
            params: params.iter().map(param).collect(),
            near: None,
            when,
            outcome: Outcome::Effects(vec![Effect::Always(arrives)]),
            hope: Vec::new(),
            cost: Cost::Number(cost),
            check: None,
            doc: None,
            span: self.span,
        }
    }
}
