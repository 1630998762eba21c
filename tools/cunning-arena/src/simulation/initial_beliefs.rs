//! What minds believe in the beginning: `fact=value` as a scene or a command line has it.

use std::fmt;

use cunning_diag::did_you_mean;
use cunning_mind::Value;
use cunning_plan::model::{FactId, FactKind, ObjectId, PlanningDomain, TypeId};

use super::scenario::ScenarioDomain;
use crate::ItemId;

/// A setting that makes sense.
#[derive(Debug)]
pub(super) enum Belief {
    /// A fact has a value, or one of the numbers between two.
    Fact(FactId, Vec<Value>, Value, Value),
    /// The body carries so many of an item, and will tell.
    Carries(ItemId, u16),
}

/// Why a setting makes no sense.
#[derive(Debug)]
pub(super) struct Misfit {
    message: String,
    is_unknown: bool,
}

impl Misfit {
    /// Whether it is about a fact that does not exist; other domains may have it.
    pub(super) fn is_unknown(&self) -> bool {
        self.is_unknown
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

fn misfit(message: String) -> Misfit {
    Misfit { message, is_unknown: false }
}

/// What `fact` and `value` mean to the minds of a domain. A fact of a family is written with its objects:
/// `stock[tavern, bottle]`.
pub(super) fn belief(domain_at: &ScenarioDomain, fact: &str, value: &str) -> Result<Belief, Misfit> {
    let domain = &*domain_at.spec.planning;
    let (name, indices) = match fact.split_once('[') {
        Some((name, rest)) => {
            let inner = rest.strip_suffix(']').ok_or_else(|| misfit(format!("`{fact}` lacks a `]`")))?;
            (name.trim(), inner.split(',').map(str::trim).collect())
        }
        None => (fact, Vec::new()),
    };
    let Some(id) = domain.fact_named(name) else {
        let names = domain.facts().as_slice().iter().map(|fact| fact.name.as_str());
        let hint =
            did_you_mean(name, names).map_or_else(String::new, |hint| format!("; did you mean `{hint}`?"));
        let message = format!("`{}` has no fact `{name}`{hint}", domain_at.name());
        return Err(Misfit { message, is_unknown: true });
    };
    let known = &domain.facts()[id];
    if known.of.len() != indices.len() {
        return Err(misfit(format!("`{name}` needs {} objects in brackets", known.of.len())));
    }
    let indices = known
        .of
        .iter()
        .zip(indices)
        .map(|(ty, name)| object(domain, *ty, name).map(|id| Value::Object(id.index() as u32)));
    let indices = indices.collect::<Result<Vec<_>, _>>()?;
    let mut most = None;
    let value = match known.kind {
        FactKind::Bool => match value {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => return Err(misfit(format!("expected `true` or `false`, not `{value}`"))),
        },
        FactKind::Int { min, max, .. } => {
            let number = |text: &str| {
                let number = text.trim().parse().ok().filter(|number| (min..=max).contains(number));
                number.ok_or_else(|| misfit(format!("expected a number from {min} to {max}")))
            };
            let (low, high) = value.split_once("..").unwrap_or((value, value));
            let (low, high) = (number(low)?, number(high)?);
            if low > high {
                return Err(misfit(format!("the range from {low} to {high} is empty")));
            }
            most = Some(Value::Int(high));
            Value::Int(low)
        }
        FactKind::Object { optional: true, .. } if value == "none" => Value::None,
        FactKind::Object { ty, .. } => Value::Object(object(domain, ty, value)?.index() as u32),
    };
    let mut feeds = domain_at.senses.iter().flat_map(|sense| &sense.feeds).filter(|feed| feed.fact == id);
    let Some(feed) = feeds.find(|feed| feed.is_felt()) else {
        return Ok(Belief::Fact(id, indices, value, most.unwrap_or(value)));
    };
    let Some(item) = feed.item_held(&indices) else {
        return Err(misfit(format!("the body tells `{name}` itself; change the scene instead")));
    };
    let count = match value {
        Value::Int(number) => u16::try_from(number).unwrap_or(0),
        other => u16::from(other == Value::Bool(true)),
    };
    Ok(Belief::Carries(item, count))
}

fn object(domain: &PlanningDomain, ty: TypeId, name: &str) -> Result<ObjectId, Misfit> {
    let named = |id: &ObjectId| domain.objects().get(*id).is_some_and(|object| object.name == name);
    domain.objects_of(ty).find(named).ok_or_else(|| {
        let names = domain.objects_of(ty).filter_map(|id| domain.objects().get(id));
        let hint = did_you_mean(name, names.map(|object| object.name.as_str()));
        let hint = hint.map_or_else(String::new, |hint| format!("; did you mean `{hint}`?"));
        misfit(format!("there is no object `{name}`{hint}"))
    })
}
