//! The types, facts and tables of a free domain.

use crate::generate::dice::Dice;
use crate::generate::model::{Model, ModelRange, ModelType, numbered};
use crate::query::{OracleQuery, Value};

/// The largest number of states of a free domain.
pub(crate) const STATES_MAX: usize = 6_000;

/// A model under construction, with lookup tables.
pub(crate) struct World {
    pub(crate) model: Model,
    pub(crate) facts: Vec<FreeFact>,
    /// The objects by type; unions contain those of their members.
    objects: Vec<(String, Vec<String>)>,
    open: Option<String>,
}

/// A fact of a free domain.
pub(crate) struct FreeFact {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) of: Vec<String>,
    /// Whether no action writes it.
    pub(crate) is_constant: bool,
}

/// The values of a fact.
pub(crate) enum Kind {
    Bool,
    Symbol { of: String, optional: bool },
    Int { min: i64, max: i64 },
}

/// Formats a fact or table with its indices.
pub(crate) fn reference(name: &str, indices: &[String]) -> String {
    if indices.is_empty() { name.to_owned() } else { format!("{name}[{}]", indices.join(", ")) }
}

impl World {
    pub(crate) fn new(dice: &mut Dice) -> Self {
        let mut world = Self { model: Model::default(), facts: Vec::new(), objects: Vec::new(), open: None };
        world.add_types(dice);
        world.add_facts(dice);
        world.add_tables(dice);
        world.add_start(dice);
        world
    }

    /// Returns the objects of a type, or the numbers of a range.
    pub(crate) fn objects(&self, of: &str) -> Vec<String> {
        if let Some((low, high)) = of.split_once("..") {
            let bounds = low.parse::<i64>().ok().zip(high.parse::<i64>().ok());
            return bounds.map_or_else(Vec::new, |(low, high)| (low..=high).map(|n| n.to_string()).collect());
        }
        self.objects.iter().find(|(name, _)| name == of).map_or_else(Vec::new, |(_, objects)| objects.clone())
    }

    /// Returns the objects of a type that the domain text may name.
    pub(crate) fn nameable(&self, of: &str) -> Vec<String> {
        let bound = self.open.as_ref().map_or_else(Vec::new, |open| self.objects(open));
        self.objects(of).into_iter().filter(|object| !bound.contains(object)).collect()
    }

    pub(crate) fn is_open(&self, of: &str) -> bool {
        self.open.as_deref() == Some(of)
    }

    /// Returns the narrowest type of an object that belongs to `of`.
    pub(crate) fn home(&self, object: &String, of: &str) -> String {
        let members = self.types_within(of);
        let home = members.iter().find(|name| self.objects(name).contains(object));
        home.cloned().unwrap_or_else(|| of.to_owned())
    }

    /// Returns whether every object of `given` is one of `wanted`.
    pub(crate) fn fits(&self, given: &str, wanted: &str) -> bool {
        given == wanted || self.types_within(wanted).iter().any(|name| name == given)
    }

    /// Generates `count` parameters, some of them numbers.
    pub(crate) fn parameters(&self, dice: &mut Dice, count: usize) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for name in ["p", "q"].iter().take(count) {
            let of = if dice.chance(25) {
                dice.one_of(["1..2", "1..3", "0..2", "-1..1"]).to_owned()
            } else {
                dice.pick(&self.objects).map_or_else(|| "1..3".to_owned(), |(of, _)| of.clone())
            };
            found.push(((*name).to_owned(), of));
        }
        found
    }

    /// Returns the facts that actions may write.
    pub(crate) fn changeable(&self) -> Vec<usize> {
        (0..self.facts.len()).filter(|&fact| !self.facts[fact].is_constant).collect()
    }

    /// Moves the bound objects to the query, together with the start values about them.
    pub(crate) fn bind_by_query(&mut self, query: &mut OracleQuery) {
        let objects = std::mem::take(&mut self.model.objects);
        let is_about_bound = |(key, value): &(String, Value)| {
            objects
                .iter()
                .flat_map(|(_, names)| names)
                .any(|name| key.ends_with(&format!("[{name}]")) || *value == Value::Name(name.clone()))
        };
        let (bound, plain) = std::mem::take(&mut self.model.start).into_iter().partition(is_about_bound);
        self.model.start = plain;
        query.set = bound;
        query.objects = Some(objects);
    }

    /// Makes the query start with another value of a fact that the file sets.
    pub(crate) fn override_start(&self, dice: &mut Dice, query: &mut OracleQuery) {
        let Some((key, _)) = dice.pick(&self.model.start) else {
            return;
        };
        let name = key.split('[').next().unwrap_or_default();
        let fact = self.facts.iter().position(|fact| fact.name == name);
        query
            .set
            .extend(fact.and_then(|fact| self.value(dice, fact, true)).map(|value| (key.clone(), value)));
    }

    /// Returns the types that have objects or may have some.
    pub(crate) fn type_names(&self) -> Vec<&str> {
        self.objects.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Returns the closed and open types that make up a type.
    fn types_within(&self, of: &str) -> Vec<String> {
        match self.model.types.iter().find(|(name, _)| name == of) {
            Some((_, ModelType::Union(members))) => members.clone(),
            _ => vec![of.to_owned()],
        }
    }

    fn add_types(&mut self, dice: &mut Dice) {
        for (name, prefix) in [("place", "p"), ("item", "i")].iter().take(dice.between(1, 2) as usize) {
            let objects = numbered(&format!("{prefix}_"), dice.between(2, 3) as usize);
            self.model.closed(name, &objects);
            self.objects.push(((*name).to_owned(), objects));
        }
        if dice.chance(35) {
            let max = dice.between(1, 3) as usize;
            let bound = numbered("foe_", dice.below(max + 1));
            self.model.types.push(("foe".to_owned(), ModelType::Open(max)));
            self.model.objects.push(("foe".to_owned(), bound.clone()));
            self.objects.push(("foe".to_owned(), bound));
            self.open = Some("foe".to_owned());
        }
        if self.objects.len() > 1 && dice.chance(35) {
            let members: Vec<String> = self.objects.iter().map(|(name, _)| name.clone()).collect();
            let objects = self.objects.iter().flat_map(|(_, objects)| objects.clone()).collect();
            self.model.types.push(("thing".to_owned(), ModelType::Union(members)));
            self.objects.push(("thing".to_owned(), objects));
        }
    }

    fn add_facts(&mut self, dice: &mut Dice) {
        let mut states = 1_usize;
        for number in 0..dice.between(5, 9) {
            let name = format!("f{number}");
            let kind = self.kind(dice);
            let is_constant = dice.chance(12);
            let of = match dice.pick(&self.objects).filter(|_| dice.chance(45)) {
                Some((of, _)) => vec![of.clone()],
                None => Vec::new(),
            };
            let count: usize = of.iter().map(|of| self.objects(of).len()).product();
            let values = match &kind {
                Kind::Bool => 2,
                Kind::Symbol { of, optional } => self.objects(of).len() + usize::from(*optional),
                Kind::Int { min, max } => (max - min + 1) as usize,
            };
            let factor = if is_constant { 1 } else { values.saturating_pow(count as u32) };
            if states.saturating_mul(factor) > STATES_MAX {
                continue;
            }
            states *= factor;
            let index: Vec<&str> = of.iter().map(String::as_str).collect();
            match &kind {
                Kind::Bool => self.model.fact(&name, "bool", &index),
                Kind::Symbol { of, optional: true } => self.model.fact(&name, &format!("{of}?"), &index),
                Kind::Symbol { of, optional: false } => self.model.fact(&name, of, &index),
                Kind::Int { min, max } => {
                    let (min, max) = (*min, *max);
                    let range =
                        ModelRange { min, max, clamps_low: dice.chance(25), clamps_high: dice.chance(25) };
                    self.model.int(&name, range, &index);
                }
            }
            self.facts.push(FreeFact { name, kind, of, is_constant });
            if dice.chance(20) {
                let default = self.value(dice, self.facts.len() - 1, false);
                if let Some(fact) = self.model.facts.last_mut() {
                    fact.default = default;
                }
            }
        }
    }

    fn kind(&self, dice: &mut Dice) -> Kind {
        match dice.below(10) {
            0..=3 => Kind::Bool,
            4..=6 => {
                let min = dice.between(-1, 0);
                Kind::Int { min, max: min + dice.between(2, 5) }
            }
            _ => match dice.pick(&self.objects) {
                Some((of, _)) => {
                    let holds_open = self.types_within(of).iter().any(|member| self.is_open(member));
                    Kind::Symbol { of: of.clone(), optional: holds_open || dice.chance(30) }
                }
                None => Kind::Bool,
            },
        }
    }

    /// Returns a value of a fact; bound objects have names only where the query's objects are known.
    fn value(&self, dice: &mut Dice, fact: usize, knows_bound: bool) -> Option<Value> {
        Some(match &self.facts[fact].kind {
            Kind::Bool => Value::Bool(dice.chance(50)),
            Kind::Int { min, max } => Value::Int(dice.between(*min, *max)),
            Kind::Symbol { of, optional } => {
                let mut names = if knows_bound { self.objects(of) } else { self.nameable(of) };
                if *optional {
                    names.push("none".to_owned());
                }
                Value::Name(dice.pick(&names)?.clone())
            }
        })
    }

    fn add_tables(&mut self, dice: &mut Dice) {
        for number in 0..dice.below(3) {
            let of = match dice.pick(&self.objects) {
                Some((of, _)) => of.clone(),
                None => continue,
            };
            let mut index = vec![of.clone()];
            let mut values = Vec::new();
            if dice.chance(30) {
                index.push(of);
            } else {
                for object in self.nameable(&of) {
                    if dice.chance(60) {
                        values.push((object, dice.between(-1, 3).to_string()));
                    }
                }
            }
            let index: Vec<&str> = index.iter().map(String::as_str).collect();
            self.model.table(&format!("t{number}"), &index, &dice.between(0, 2).to_string(), values);
        }
    }

    fn add_start(&mut self, dice: &mut Dice) {
        for fact in 0..self.facts.len() {
            let all = match self.facts[fact].of.first() {
                Some(of) => self.objects(of).into_iter().map(|object| vec![object]).collect(),
                None => vec![Vec::new()],
            };
            for indices in all {
                if dice.chance(35)
                    && let Some(value) = self.value(dice, fact, true)
                {
                    let key = reference(&self.facts[fact].name, &indices);
                    self.model.start.push((key, value));
                }
            }
        }
    }
}
