//! What the mind's part of a domain file means for the lints of the planning part: which actions and goals each
//! archetype has, and what is written by other means than effects.
//!
//! Only that much is read, and leniently: whether a mind can be made of it is not decided here.

use std::collections::{BTreeMap, BTreeSet};

use cunning_plan::lint::{Archetype, Outside};
use cunning_plan::model::Domain;
use cunning_plan::tree::{Node, NodeKind};
use cunning_plan::{Owner, Section, SectionContext, SectionReader};

/// How many archetypes are looked at; further ones are passed over.
const ARCHETYPES_MAX: usize = 256;

/// Reads what lints have to know.
#[derive(Default)]
pub(crate) struct MindWords {
    outside: Outside,
    /// The archetypes as they are written, in file order.
    written: Vec<Written>,
}

/// An archetype as it is written.
struct Written {
    name: String,
    extends: Vec<String>,
    actions: Vec<String>,
    without: Vec<String>,
    goals: Vec<String>,
}

/// The names of actions and goals that an archetype comes to.
#[derive(Clone, Default)]
struct Names {
    actions: BTreeSet<String>,
    goals: BTreeSet<String>,
}

impl SectionReader for MindWords {
    fn takes(&self, owner: Owner, key: &str) -> bool {
        match owner {
            Owner::Domain => ["agent", "move"].contains(&key),
            Owner::Fact(_) => ["drift", "scope"].contains(&key),
            Owner::Action(_) => ["hope", "near", "orders"].contains(&key),
            Owner::Type(_) | Owner::Goal(_) => false,
        }
    }

    fn read(&mut self, section: &Section, context: &mut SectionContext<'_, '_>) {
        match (section.owner, section.key.value.as_str()) {
            (Owner::Domain, "agent") => {
                let room = ARCHETYPES_MAX - self.written.len();
                self.written.extend(entries(&section.value).take(room).map(Written::new));
            }
            (Owner::Domain, "move") => {
                let fact = entries(&section.value).find(|(key, _)| *key == "fact");
                let fact = fact.and_then(|(_, fact)| names(fact).next());
                self.outside.written.extend(fact.and_then(|fact| context.domain().fact_named(&fact)));
            }
            // It changes by itself, or others tell it.
            (Owner::Fact(fact), _) => {
                self.outside.written.insert(fact);
            }
            (Owner::Action(action), key) => {
                self.outside.actions.insert(action);
                if key == "hope" {
                    let facts = names(&section.value).filter_map(|hope| changed(context.domain(), &hope));
                    self.outside.written.extend(facts);
                }
            }
            _ => {}
        }
    }
}

/// The fact that an effect changes, by its first word.
fn changed(domain: &Domain, effect: &str) -> Option<cunning_plan::model::FactId> {
    let effect = effect.trim_start();
    let effect = effect.strip_prefix("not ").unwrap_or(effect).trim_start();
    let end = effect.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(effect.len());
    domain.fact_named(effect.get(..end)?)
}

impl Written {
    fn new((name, node): (&str, &Node)) -> Self {
        let of = |key: &str| -> Vec<String> {
            entries(node).filter(|(known, _)| *known == key).flat_map(|(_, value)| names(value)).collect()
        };
        Self {
            name: name.to_owned(),
            extends: of("extends"),
            actions: of("actions"),
            without: of("without"),
            goals: of("goals"),
        }
    }
}

impl MindWords {
    pub(crate) fn outside(&self) -> &Outside {
        &self.outside
    }

    /// The archetypes that agents can be made of: those that have actions and goals and that no other extends.
    pub(crate) fn archetypes(&self, domain: &Domain) -> Vec<Archetype> {
        let extended: BTreeSet<&String> = self.written.iter().flat_map(|written| &written.extends).collect();
        let mut known = BTreeMap::new();
        let mut archetypes = Vec::new();
        for written in self.written.iter().filter(|written| !extended.contains(&written.name)) {
            let names = self.names(&written.name, &mut known);
            let actions: BTreeSet<_> =
                names.actions.iter().filter_map(|name| domain.action_named(name)).collect();
            let goals: BTreeSet<_> = names.goals.iter().filter_map(|name| domain.goal_named(name)).collect();
            if !actions.is_empty() && !goals.is_empty() {
                archetypes.push(Archetype { name: written.name.clone(), actions, goals });
            }
        }
        archetypes
    }

    /// What an archetype comes to with all that it extends. One that extends itself has nothing more for it.
    fn names<'a>(&'a self, name: &'a str, known: &mut BTreeMap<&'a str, Names>) -> Names {
        if let Some(names) = known.get(name) {
            return names.clone();
        }
        let Some(written) = self.written.iter().find(|written| written.name == name) else {
            return Names::default();
        };
        known.insert(name, Names::default());
        let mut names = Names::default();
        for base in &written.extends {
            let base = self.names(base, known);
            names.actions.extend(base.actions);
            names.goals.extend(base.goals);
        }
        names.actions.extend(written.actions.iter().cloned());
        names.actions.retain(|action| !written.without.contains(action));
        names.goals.extend(written.goals.iter().cloned());
        known.insert(name, names.clone());
        names
    }
}

/// The keys and values of a table; none of anything else.
fn entries(node: &Node) -> impl Iterator<Item = (&str, &Node)> {
    let entries = match &node.kind {
        NodeKind::Table(entries) => entries.as_slice(),
        _ => &[],
    };
    entries.iter().map(|(key, value)| (key.value.as_str(), value))
}

/// A name, a list of names, or the keys of a table.
fn names(node: &Node) -> impl Iterator<Item = String> {
    let names: Vec<String> = match &node.kind {
        NodeKind::Text(text) => vec![text.value.clone()],
        NodeKind::List(members) => members.iter().flat_map(names).collect(),
        NodeKind::Table(entries) => entries.iter().map(|(key, _)| key.value.clone()).collect(),
        _ => Vec::new(),
    };
    names.into_iter()
}
