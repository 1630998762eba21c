//! Reading of `[move]`, which is translated to an ordinary action.
//!
//! An agent at `none` can move too. If the table needs an origin, a separate action uses the default of the table.

use super::shape::{declared, shape_error, table, text};
use crate::decimal::MICROS;
use crate::domain::{
    Action, CostRule, EffectGroup, FactKind, Number, Parameter, ParameterKind, Table, Vocabulary,
};
use crate::error::{ErrorKind, OracleError};
use crate::resolve::Scope;
use toml::Table as Keys;

const PLACE: &str = "move";

/// The contents of `[move]`.
pub(crate) struct Movement {
    /// The fact that says where the agent is.
    pub(crate) fact: usize,
    name: String,
    table: Option<usize>,
}

/// Reads `[move]`, and declares its table unless it exists.
pub(crate) fn read(root: &Keys, vocabulary: &mut Vocabulary) -> Result<Option<Movement>, OracleError> {
    let Some(given) = root.get("move") else {
        return Ok(None);
    };
    let keys = table(given, PLACE)?;
    let fact = text(keys.get("fact").ok_or_else(|| shape_error(PLACE, "`fact` is missing"))?, PLACE)?;
    let Some(fact) = vocabulary.fact_named(fact) else {
        return Err(OracleError::new(ErrorKind::Name, PLACE, format!("unknown fact `{fact}`")));
    };
    let FactKind::Symbol { of, .. } = vocabulary.facts[fact].kind else {
        return Err(OracleError::new(ErrorKind::Type, PLACE, "the fact does not name an object"));
    };
    if !vocabulary.facts[fact].of.is_empty() {
        return Err(OracleError::new(ErrorKind::Type, PLACE, "the fact is a family"));
    }
    let name = match keys.get("name") {
        Some(given) => text(given, PLACE)?.to_owned(),
        None => "move".to_owned(),
    };
    declared(&name, PLACE)?;
    let table = match keys.get("cost") {
        Some(given) => Some(ways(text(given, PLACE)?, of, vocabulary)?),
        None => None,
    };
    Ok(Some(Movement { fact, name, table }))
}

fn ways(name: &str, places: usize, vocabulary: &mut Vocabulary) -> Result<usize, OracleError> {
    declared(name, PLACE)?;
    if vocabulary.fact_named(name).is_some() {
        return Err(OracleError::new(ErrorKind::Type, PLACE, format!("`{name}` is a fact")));
    }
    let Some(known) = vocabulary.table_named(name) else {
        let of = vec![places, places];
        vocabulary.tables.push(Table { name: name.to_owned(), of, default: MICROS, values: Vec::new() });
        return Ok(vocabulary.tables.len() - 1);
    };
    let of = &vocabulary.tables[known].of;
    if !(1..=2).contains(&of.len()) || of.iter().any(|&of| !vocabulary.is_within(places, of)) {
        let message = format!("`{name}` is not a table with one or two indices of the places' type");
        return Err(OracleError::new(ErrorKind::Type, PLACE, message));
    }
    Ok(known)
}

impl Movement {
    /// Returns the actions that it stands for.
    pub(crate) fn actions(
        &self,
        vocabulary: &Vocabulary,
        traits: &mut Vec<String>,
    ) -> Result<Vec<Action>, OracleError> {
        let at = &vocabulary.facts[self.fact].name;
        let mut write = |name: String, params: &[&str], when: &[String], cost: &str| {
            self.action(name, params, when, cost, vocabulary, traits)
        };
        let Some(table) = self.table.map(|table| &vocabulary.tables[table]) else {
            return Ok(vec![write(self.name.clone(), &["to"], &[format!("{at} != to")], "1")?]);
        };
        let way = &table.name;
        if table.of.len() == 1 {
            let cost = format!("{way}[to]");
            return Ok(vec![write(self.name.clone(), &["to"], &[format!("{at} != to")], &cost)?]);
        }
        let when = [format!("{at} == from"), "from != to".to_owned()];
        let mut actions =
            vec![write(self.name.clone(), &["from", "to"], &when, &format!("{way}[from, to]"))?];
        if matches!(vocabulary.facts[self.fact].kind, FactKind::Symbol { optional: true, .. }) {
            let mut out =
                write(format!("{}_from_none", self.name), &["to"], &[format!("{at} == none")], "1")?;
            out.cost = vec![CostRule { when: Vec::new(), is: Number::Literal(table.default) }];
            actions.push(out);
        }
        Ok(actions)
    }

    fn action(
        &self,
        name: String,
        params: &[&str],
        when: &[String],
        cost: &str,
        vocabulary: &Vocabulary,
        traits: &mut Vec<String>,
    ) -> Result<Action, OracleError> {
        let fact = &vocabulary.facts[self.fact];
        let FactKind::Symbol { of, .. } = fact.kind else {
            return Err(OracleError::new(ErrorKind::Type, PLACE, "the fact does not name an object"));
        };
        let parameter = |name: &&str| Parameter { name: (*name).to_owned(), kind: ParameterKind::Object(of) };
        let parameters: Vec<Parameter> = params.iter().map(parameter).collect();
        let slots = parameters.iter().cloned().enumerate().map(|(slot, parameter)| (parameter, slot));
        let mut scope = Scope::new(vocabulary, &vocabulary.objects, traits, slots.collect());
        let when = when.iter().map(|text| scope.condition(text, PLACE)).collect::<Result<_, _>>()?;
        let arrive = scope.effect(&format!("{} = to", fact.name), PLACE)?;
        let cost = vec![CostRule { when: Vec::new(), is: scope.number(cost, PLACE)? }];
        let then = vec![EffectGroup { when: Vec::new(), then: vec![arrive] }];
        Ok(Action {
            name,
            parameters,
            when,
            then,
            cost,
            check: None,
            achieves: None,
            is_near: false,
            hopes: false,
        })
    }
}
