//! Symbols: names as stable numbers, in an append-only table for each `Minds`.
//!
//! A name that survives a reload keeps its symbol, and the symbol of a removed name is dead. A fact whose type
//! changes gets a new symbol, and the old one is dead. A number that the game keeps therefore never changes its
//! meaning.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::marker::PhantomData;
use std::sync::Arc;

use cunning_plan::model::{ActionId, Fact as FactModel, FactId, FactKind, ParamKind, PlanningDomain};

use crate::error::NameKind;
use crate::geometry::{Position, SpatialQuestion};
use crate::spec::DomainSpec;
use crate::value::{GameObject, ValueRef};

/// A name of the domain as a number that never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

/// A typed handle of a fact, for code that sets it often. See [`Minds::fact`](crate::Minds::fact).
#[derive(Debug)]
pub struct Fact<T> {
    pub(crate) symbol: Symbol,
    of: PhantomData<fn(T)>,
}

impl<T> Clone for Fact<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Fact<T> {}

impl<T> PartialEq for Fact<T> {
    fn eq(&self, other: &Self) -> bool {
        self.symbol == other.symbol
    }
}

impl<T> Eq for Fact<T> {}

impl<T> Fact<T> {
    pub(crate) fn new(symbol: Symbol) -> Self {
        Self { symbol, of: PhantomData }
    }

    /// Returns the fact's symbol.
    pub fn symbol(self) -> Symbol {
        self.symbol
    }
}

/// The Rust type of a fact's values: `bool`, `i64`, `&str` for names, [`GameObject`], [`Position`], and options of
/// these.
pub trait FactType {
    /// The name of the type in error messages.
    const NAME: &'static str;

    /// Returns whether a fact of the domain takes values of this type.
    fn fits(domain: &PlanningDomain, fact: &FactModel) -> bool;
}

impl FactType for bool {
    const NAME: &'static str = "a bool";

    fn fits(_: &PlanningDomain, fact: &FactModel) -> bool {
        matches!(fact.kind, FactKind::Bool)
    }
}

impl FactType for i64 {
    const NAME: &'static str = "an int";

    fn fits(_: &PlanningDomain, fact: &FactModel) -> bool {
        matches!(fact.kind, FactKind::Int { .. })
    }
}

impl FactType for &str {
    const NAME: &'static str = "a name";

    fn fits(_: &PlanningDomain, fact: &FactModel) -> bool {
        matches!(fact.kind, FactKind::Object { .. })
    }
}

impl FactType for GameObject {
    const NAME: &'static str = "an object of the game";

    fn fits(domain: &PlanningDomain, fact: &FactModel) -> bool {
        let FactKind::Object { ty, .. } = fact.kind else { return false };
        domain.types().get(ty).is_some_and(|ty| ty.is_open(domain.types()))
    }
}

impl FactType for Position {
    const NAME: &'static str = "a point";

    fn fits(domain: &PlanningDomain, fact: &FactModel) -> bool {
        GameObject::fits(domain, fact)
    }
}

impl<T: FactType> FactType for Option<T> {
    const NAME: &'static str = T::NAME;

    fn fits(domain: &PlanningDomain, fact: &FactModel) -> bool {
        matches!(fact.kind, FactKind::Object { optional: true, .. }) && T::fits(domain, fact)
    }
}

/// Returns what a fact takes, for error messages: `a bool`, `an int`, `an object of type place`.
pub(crate) fn takes(domain: &PlanningDomain, kind: &FactKind) -> String {
    match kind {
        FactKind::Bool => "a bool".to_owned(),
        FactKind::Int { min, max, .. } => format!("an int from {min} to {max}"),
        FactKind::Object { ty, optional } => {
            let name = domain.types().get(*ty).map_or("", |ty| ty.name.as_str());
            format!("an object of type `{name}`{}", if *optional { " or none" } else { "" })
        }
    }
}

/// Describes a value for error messages.
pub(crate) fn described(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::None => "none".to_owned(),
        ValueRef::Bool(truth) => format!("the bool {truth}"),
        ValueRef::Int(number) => format!("the int {number}"),
        ValueRef::Name(name) => format!("the name `{name}`"),
        ValueRef::Object(object) => format!("object {}", object.0),
        ValueRef::Point(_) => "a point".to_owned(),
    }
}

/// The names of an action and its parameters, shared by all commands about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ActionInfo {
    pub(crate) id: ActionId,
    pub(crate) symbol: Symbol,
    pub(crate) name: Arc<str>,
    pub(crate) params: Vec<Arc<str>>,
    pub(crate) check: Option<Arc<str>>,
    /// Whether subordinates carry it out.
    pub(crate) is_command: bool,
}

/// The questions that every domain has.
const BUILT_IN: [SpatialQuestion; 5] = [
    SpatialQuestion::Position,
    SpatialQuestion::Distance,
    SpatialQuestion::Path,
    SpatialQuestion::Sees,
    SpatialQuestion::Hides,
];

/// The names of the present domain, and the symbols of all versions.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    entries: Vec<Entry>,
    /// The latest symbol of each name.
    latest: BTreeMap<(NameKind, Arc<str>), Symbol>,
    pub(crate) actions: Vec<Arc<ActionInfo>>,
    /// The objects of the domain, by number.
    pub(crate) objects: Arc<[Arc<str>]>,
    pub(crate) goals: Vec<Arc<str>>,
    pub(crate) questions: Vec<Arc<str>>,
    /// The names of the built-in questions, in the order of [`BUILT_IN`].
    built_in: [Arc<str>; BUILT_IN.len()],
    /// The sensors of each archetype.
    pub(crate) sensors: Vec<Vec<Arc<str>>>,
    facts: BTreeMap<Arc<str>, FactId>,
    /// The symbols of names by the address of their text. Texts are never freed, so an address has one meaning.
    by_address: BTreeMap<usize, Symbol>,
}

#[derive(Debug)]
struct Entry {
    kind: NameKind,
    name: Arc<str>,
    /// The text that identifies the same thing after a reload.
    signature: String,
    /// The number in the present domain.
    now: Option<u32>,
}

impl Symbols {
    pub(crate) fn new(spec: &DomainSpec) -> Self {
        let mut symbols = Self::default();
        symbols.update(spec);
        symbols
    }

    /// Updates the table after a reload.
    pub(crate) fn update(&mut self, spec: &DomainSpec) {
        for entry in &mut self.entries {
            entry.now = None;
        }
        let domain = &spec.planning;
        for (at, fact) in domain.facts().as_slice().iter().enumerate() {
            self.add(NameKind::Fact, &fact.name, signature_of_fact(domain, fact), at);
        }
        for (at, ty) in domain.types().as_slice().iter().enumerate() {
            self.add(NameKind::Type, &ty.name, String::new(), at);
        }
        let mut objects = Vec::new();
        for (at, object) in domain.objects().as_slice().iter().enumerate() {
            let ty = domain.types().get(object.ty).map_or("", |ty| ty.name.as_str());
            // Objects of different types may share a name.
            let key = format!("{ty}.{}", object.name);
            let symbol = self.add_as(NameKind::Object, &key, &object.name, ty.to_owned(), at);
            objects.push(self.shared(symbol));
        }
        self.objects = objects.into();
        self.goals.clear();
        for (at, goal) in domain.goals().as_slice().iter().enumerate() {
            let symbol = self.add(NameKind::Goal, &goal.name, String::new(), at);
            let name = self.shared(symbol);
            self.goals.push(name);
        }
        for (at, table) in domain.tables().as_slice().iter().enumerate() {
            self.add(NameKind::Table, &table.name, String::new(), at);
        }
        for (at, known) in domain.traits().as_slice().iter().enumerate() {
            self.add(NameKind::Trait, &known.name, String::new(), at);
        }
        for (at, archetype) in spec.archetypes.iter().enumerate() {
            self.add(NameKind::Archetype, &archetype.name, String::new(), at);
        }
        for (at, query) in spec.queries.iter().enumerate() {
            self.add(NameKind::Query, &query.name, String::new(), at);
        }
        let mut actions = Vec::new();
        for (at, (id, action)) in domain.actions().iter().enumerate() {
            let symbol = self.add(NameKind::Action, &action.name, String::new(), at);
            actions.push(Arc::new(ActionInfo {
                id,
                symbol,
                name: self.shared(symbol),
                params: action.params.iter().map(|param| param.name.as_str().into()).collect(),
                check: action.check.as_deref().map(|check| self.add_once(NameKind::Check, check)),
                is_command: spec.actions.get(at).is_some_and(|action| !action.orders.is_empty()),
            }));
        }
        self.actions = actions;
        self.questions =
            spec.questions().into_iter().map(|name| self.add_once(NameKind::Question, name)).collect();
        self.built_in = BUILT_IN.map(|question| self.add_once(NameKind::Question, question.name()));
        let mut sensors = Vec::new();
        for archetype in &spec.archetypes {
            let names = archetype.sensors.iter();
            sensors.push(names.map(|name| self.add_once(NameKind::Sensor, name)).collect());
        }
        self.sensors = sensors;
        self.facts = domain.facts().iter().map(|(id, fact)| (fact.name.as_str().into(), id)).collect();
    }

    fn add(&mut self, kind: NameKind, name: &str, signature: String, now: usize) -> Symbol {
        self.add_as(kind, name, name, signature, now)
    }

    /// Adds a name that several actions, queries or archetypes may share, and returns its text.
    fn add_once(&mut self, kind: NameKind, name: &str) -> Arc<str> {
        let symbol = self.symbol(kind, name).unwrap_or_else(|| self.add(kind, name, String::new(), 0));
        self.shared(symbol)
    }

    /// Returns the text of a symbol of this table.
    fn shared(&self, symbol: Symbol) -> Arc<str> {
        self.entries.get(symbol.0 as usize).map_or_else(|| "".into(), |entry| entry.name.clone())
    }

    /// Adds a name under a key that distinguishes it from others of the same kind.
    fn add_as(&mut self, kind: NameKind, key: &str, name: &str, signature: String, now: usize) -> Symbol {
        let key = (kind, Arc::<str>::from(key));
        let known = self.latest.get(&key).copied();
        if let Some(symbol) = known
            && let Some(entry) = self.entries.get_mut(symbol.0 as usize)
            && entry.signature == signature
            && entry.now.is_none()
        {
            entry.now = Some(now as u32);
            return symbol;
        }
        let symbol = Symbol(self.entries.len() as u32);
        let name = Arc::<str>::from(name);
        self.by_address.insert(address(&name), symbol);
        self.entries.push(Entry { kind, name, signature, now: Some(now as u32) });
        self.latest.insert(key, symbol);
        symbol
    }

    /// Returns the symbol of a name of the present domain. Objects are named with their type, as in `place.tavern`.
    pub(crate) fn symbol(&self, kind: NameKind, name: &str) -> Option<Symbol> {
        let symbol = self.latest.get(&(kind, Arc::from(name))).copied()?;
        self.now(symbol).map(|_| symbol)
    }

    /// Iterates over the names of a kind in the present domain, as [`Symbols::symbol`] takes them.
    pub(crate) fn names(&self, kind: NameKind) -> impl Iterator<Item = &str> {
        let all = self.latest.range((kind, Arc::from(""))..).take_while(move |((of, _), _)| *of == kind);
        all.filter(|(_, symbol)| self.now(**symbol).is_some()).map(|((_, name), _)| &**name)
    }

    /// Returns the number of a symbol in the present domain; `None` if the symbol is dead.
    pub(crate) fn now(&self, symbol: Symbol) -> Option<u32> {
        self.entries.get(symbol.0 as usize)?.now
    }

    /// Returns the kind and name of a symbol, dead or alive.
    pub(crate) fn name(&self, symbol: Symbol) -> Option<(NameKind, &Arc<str>)> {
        self.entries.get(symbol.0 as usize).map(|entry| (entry.kind, &entry.name))
    }

    /// Returns the symbol of a text of this table, such as the name in a command.
    pub(crate) fn of_text(&self, text: &Arc<str>) -> Option<Symbol> {
        self.by_address.get(&address(text)).copied()
    }

    /// Returns the name of a built-in question.
    pub(crate) fn built_in(&self, question: SpatialQuestion) -> Option<&Arc<str>> {
        BUILT_IN.iter().zip(&self.built_in).find(|(known, _)| **known == question).map(|(_, name)| name)
    }

    pub(crate) fn fact(&self, name: &str) -> Option<FactId> {
        self.facts.get(name).copied()
    }

    pub(crate) fn fact_names(&self) -> impl Iterator<Item = &str> {
        self.facts.keys().map(AsRef::as_ref)
    }
}

/// Returns the address of a text. An empty text has one too, because a shared text also stores its counts.
fn address(text: &Arc<str>) -> usize {
    Arc::as_ptr(text).cast::<u8>().addr()
}

/// Returns the types of a fact's values and indices. Ranges are left out: a fact with a wider range is the same fact.
fn signature_of_fact(domain: &PlanningDomain, fact: &FactModel) -> String {
    let ty = |id| domain.types().get(id).map_or("", |ty| ty.name.as_str());
    let mut signature = match fact.kind {
        FactKind::Bool => "bool".to_owned(),
        FactKind::Int { .. } => "int".to_owned(),
        FactKind::Object { ty: of, optional } => format!("{}{}", ty(of), if optional { "?" } else { "" }),
    };
    for index in &fact.of {
        let _ = write!(signature, ",{}", ty(*index));
    }
    signature
}

/// Returns what a parameter takes, for error messages.
pub(crate) fn param_takes(domain: &PlanningDomain, kind: &ParamKind) -> String {
    match kind {
        ParamKind::Number { min, max } => format!("an int from {min} to {max}"),
        ParamKind::Object(ty) => {
            let name = domain.types().get(*ty).map_or("", |ty| ty.name.as_str());
            format!("an object of type `{name}`")
        }
    }
}
