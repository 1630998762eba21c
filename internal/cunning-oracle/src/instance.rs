//! A domain together with a query: objects are bound, so ground facts have addresses and a start.
//!
//! A state is a flat slice of values; the address of a ground fact is its position. Actions stay as
//! they are; only the bindings of their parameters are listed here.

use crate::decimal;
use crate::domain::{
    Action, FactKind, FactRef, Index, NONE, Object, OracleDomain, Parameter, ParameterKind, TypeKind,
    object_named,
};
use crate::error::{ErrorKind, OracleError};
use crate::limits::{BINDINGS_MAX, GROUND_MAX, OBJECTS_MAX, SLOTS_MAX};
use crate::load::fact_value;
use crate::query::{CheckAnswer, OracleQuery};
use crate::syntax;

/// The values of an action's or goal's parameters, then of quantifier variables.
pub(crate) type Slots = [i32; SLOTS_MAX];

/// A domain with everything that a query fixes.
pub(crate) struct Instance<'a> {
    pub(crate) domain: &'a OracleDomain,
    pub(crate) objects: Vec<Object>,
    /// The objects of each type, in order: a union's members one after the other.
    pub(crate) members: Vec<Vec<i32>>,
    /// For each type and object, the position of the object among the members.
    positions: Vec<Vec<usize>>,
    /// For each fact, the address of its first ground fact.
    pub(crate) bases: Vec<usize>,
    /// For each address, its fact.
    pub(crate) fact_at: Vec<usize>,
    /// For each table, its entries in the order of its index types.
    pub(crate) tables: Vec<Vec<i64>>,
    pub(crate) traits: Vec<i64>,
    pub(crate) start: Vec<i32>,
    checks: Vec<CheckAnswer>,
}

impl<'a> Instance<'a> {
    /// Binds the query's objects and sets its start.
    pub(crate) fn new(domain: &'a OracleDomain, query: &OracleQuery) -> Result<Self, OracleError> {
        let objects = bind_objects(domain, query)?;
        let types = &domain.vocabulary.types;
        let mut members = Vec::new();
        let mut positions = Vec::new();
        for of in types {
            let mut own = Vec::new();
            for home in &of.homes {
                own.extend((0..objects.len()).filter(|&id| objects[id].home == *home).map(|id| id as i32));
            }
            let mut position = vec![usize::MAX; objects.len()];
            for (place, &object) in own.iter().enumerate() {
                position[object as usize] = place;
            }
            members.push(own);
            positions.push(position);
        }
        let mut instance = Self {
            domain,
            objects,
            members,
            positions,
            bases: Vec::new(),
            fact_at: Vec::new(),
            tables: Vec::new(),
            traits: Vec::new(),
            start: Vec::new(),
            checks: query.checks.clone(),
        };
        instance.lay_out_facts()?;
        instance.fill_tables(query)?;
        instance.fill_traits(query)?;
        instance.set_start(query)?;
        Ok(instance)
    }

    /// Returns the address of a ground fact.
    pub(crate) fn address(&self, fact: &FactRef, slots: &Slots) -> usize {
        let of = &self.domain.vocabulary.facts[fact.fact].of;
        self.bases[fact.fact] + self.offset(of, &fact.indices, slots)
    }

    /// Returns the position of an entry among all combinations of its index types.
    pub(crate) fn offset(&self, of: &[usize], indices: &[Index], slots: &Slots) -> usize {
        let mut offset = 0;
        for (&of, index) in of.iter().zip(indices) {
            let object = match *index {
                Index::Object(object) => object,
                Index::Parameter(slot) => slots[slot],
            };
            offset = offset * self.members[of].len() + self.positions[of][object as usize];
        }
        offset
    }

    /// Returns every binding of the parameters in file order, the last parameter fastest. `fixed` holds the
    /// parameters that are already bound.
    pub(crate) fn bindings(
        &self,
        parameters: &[Parameter],
        fixed: &[(usize, i32)],
        place: &str,
    ) -> Result<Vec<Slots>, OracleError> {
        let mut found = vec![[0; SLOTS_MAX]];
        for (slot, parameter) in parameters.iter().enumerate() {
            let values: Vec<i32> = match (fixed.iter().find(|(bound, _)| *bound == slot), parameter.kind) {
                (Some((_, value)), _) => vec![*value],
                (None, ParameterKind::Object(of)) => self.members[of].clone(),
                (None, ParameterKind::Number { min, max }) => (min..=max).take(BINDINGS_MAX + 1).collect(),
            };
            if found.len().saturating_mul(values.len()) > BINDINGS_MAX {
                let message = format!("there are at most {BINDINGS_MAX} ways to bind parameters");
                return Err(OracleError::new(ErrorKind::Limit, place, message));
            }
            let mut longer = Vec::with_capacity(found.len() * values.len());
            for slots in found {
                for &value in &values {
                    let mut slots = slots;
                    slots[slot] = value;
                    longer.push(slots);
                }
            }
            found = longer;
        }
        Ok(found)
    }

    /// Returns the value of a parameter for a text.
    pub(crate) fn argument(&self, parameter: &Parameter, text: &str) -> Option<i32> {
        match parameter.kind {
            ParameterKind::Object(of) => object_named(&self.domain.vocabulary, &self.objects, text, of),
            ParameterKind::Number { min, max } => {
                text.parse().ok().filter(|value| (min..=max).contains(value))
            }
        }
    }

    /// Formats the value of a parameter.
    pub(crate) fn argument_text(&self, parameter: &Parameter, value: i32) -> String {
        match parameter.kind {
            ParameterKind::Object(_) => self.objects[value as usize].name.clone(),
            ParameterKind::Number { .. } => value.to_string(),
        }
    }

    /// Returns the game's answer about a ground action; yes unless the query says otherwise.
    pub(crate) fn check_passes(&self, action: &Action, slots: &Slots) -> bool {
        let Some(check) = &action.check else {
            return true;
        };
        let mut answer = true;
        for given in &self.checks {
            let fits_args = given.args.iter().all(|(name, value)| {
                let slot = action.parameters.iter().position(|parameter| parameter.name == *name);
                slot.is_some_and(|slot| self.argument(&action.parameters[slot], value) == Some(slots[slot]))
            });
            let fits_action = given.action.as_ref().is_none_or(|name| *name == action.name);
            if given.check == *check && fits_action && fits_args {
                answer = given.yes;
            }
        }
        answer
    }

    /// Returns all values of the fact at an address, in order.
    pub(crate) fn values_at(&self, address: usize) -> Box<dyn Iterator<Item = i32> + '_> {
        match self.domain.vocabulary.facts[self.fact_at[address]].kind {
            FactKind::Bool => Box::new(0..=1),
            FactKind::Int(range) => Box::new(range.min..=range.max),
            FactKind::Symbol { of, optional } => {
                Box::new(optional.then_some(NONE).into_iter().chain(self.members[of].iter().copied()))
            }
        }
    }

    fn combinations(&self, of: &[usize]) -> Result<usize, OracleError> {
        let count = of.iter().try_fold(1_usize, |count, &of| count.checked_mul(self.members[of].len()));
        count.filter(|&count| count <= GROUND_MAX).ok_or_else(too_many)
    }

    fn lay_out_facts(&mut self) -> Result<(), OracleError> {
        for (id, fact) in self.domain.vocabulary.facts.iter().enumerate() {
            let count = self.combinations(&fact.of)?;
            self.bases.push(self.start.len());
            self.start.extend(std::iter::repeat_n(fact.default, count));
            self.fact_at.extend(std::iter::repeat_n(id, count));
            if self.start.len() > GROUND_MAX {
                return Err(too_many());
            }
        }
        Ok(())
    }

    fn fill_tables(&mut self, query: &OracleQuery) -> Result<(), OracleError> {
        for table in &self.domain.vocabulary.tables {
            let mut entries = vec![table.default; self.combinations(&table.of)?];
            for (key, micros) in &table.values {
                let place = format!("tables.{}", table.name);
                if let Some(entry) = self.entry(&table.of, key, &place)? {
                    entries[entry] = *micros;
                }
            }
            self.tables.push(entries);
        }
        for (key, value) in &query.tables {
            let place = format!("query.tables.{key}");
            let written = syntax::reference(key, &place)?;
            let Some(id) = self.domain.vocabulary.table_named(&written.name) else {
                return Err(OracleError::new(ErrorKind::Name, &place, "unknown table"));
            };
            let key = written.indices.unwrap_or_default();
            let of = &self.domain.vocabulary.tables[id].of;
            let micros = decimal::from_float(*value);
            match (key.len() == of.len(), self.entry(of, &key, &place)?, micros) {
                (true, Some(entry), Some(micros)) => self.tables[id][entry] = micros,
                _ => return Err(OracleError::new(ErrorKind::Type, &place, "no entry has this key or value")),
            }
        }
        Ok(())
    }

    /// Returns the index of an entry of a table; `None` if the key names an object that could be bound but is not.
    fn entry(&self, of: &[usize], key: &[String], place: &str) -> Result<Option<usize>, OracleError> {
        let vocabulary = &self.domain.vocabulary;
        let mut indices = Vec::new();
        for (name, &of) in key.iter().zip(of) {
            let Some(object) = object_named(vocabulary, &self.objects, name, of) else {
                let wanted = &vocabulary.types[of];
                let is_open = |&home: &usize| matches!(vocabulary.types[home].kind, TypeKind::Open { .. });
                if wanted.homes.iter().any(is_open) {
                    return Ok(None);
                }
                let message = format!("`{name}` is not an object of type `{}`", wanted.name);
                return Err(OracleError::new(ErrorKind::Name, place, message));
            };
            indices.push(Index::Object(object));
        }
        Ok(Some(self.offset(of, &indices, &[0; SLOTS_MAX])))
    }

    fn fill_traits(&mut self, query: &OracleQuery) -> Result<(), OracleError> {
        for name in &self.domain.vocabulary.traits {
            let given = query.traits.iter().rev().find(|(given, _)| given == name);
            let Some(micros) = given.and_then(|(_, value)| decimal::from_float(*value)) else {
                let message = "the trait has no finite value";
                return Err(OracleError::new(ErrorKind::Name, &format!("trait.{name}"), message));
            };
            self.traits.push(micros);
        }
        Ok(())
    }

    fn set_start(&mut self, query: &OracleQuery) -> Result<(), OracleError> {
        let vocabulary = &self.domain.vocabulary;
        let written = self.domain.start.iter().map(|entry| ("start", entry));
        let given = query.set.iter().map(|entry| ("query.set", entry));
        for (origin, (key, value)) in written.chain(given) {
            let place = format!("{origin}.{key}");
            let reference = syntax::reference(key, &place)?;
            let Some(fact) = vocabulary.fact_named(&reference.name) else {
                return Err(OracleError::new(ErrorKind::Name, &place, "unknown fact"));
            };
            let names = reference.indices.unwrap_or_default();
            let of = &vocabulary.facts[fact].of;
            let mut indices = Vec::new();
            for (name, &of) in names.iter().zip(of) {
                let object = object_named(vocabulary, &self.objects, name, of);
                indices.extend(object.map(Index::Object));
            }
            if names.len() != of.len() || indices.len() != of.len() {
                return Err(OracleError::new(ErrorKind::Name, &place, "unknown ground fact"));
            }
            let address = self.bases[fact] + self.offset(of, &indices, &[0; SLOTS_MAX]);
            let kind = vocabulary.facts[fact].kind;
            self.start[address] = fact_value(kind, value, vocabulary, &self.objects, &place)?;
        }
        Ok(())
    }
}

fn too_many() -> OracleError {
    OracleError::new(ErrorKind::Limit, "query", format!("there are at most {GROUND_MAX} ground facts"))
}

fn bind_objects(domain: &OracleDomain, query: &OracleQuery) -> Result<Vec<Object>, OracleError> {
    let vocabulary = &domain.vocabulary;
    let mut objects = vocabulary.objects.clone();
    let mut counts = vec![0_usize; vocabulary.types.len()];
    for (of, names) in query.objects.as_ref().unwrap_or(&domain.objects) {
        let place = format!("objects.{of}");
        let open = vocabulary.type_named(of).map(|id| (id, vocabulary.types[id].kind));
        let Some((home, TypeKind::Open { max })) = open else {
            return Err(OracleError::new(ErrorKind::Type, &place, "objects are bound to open types only"));
        };
        counts[home] += names.len();
        if counts[home] > max || objects.len() + names.len() > OBJECTS_MAX {
            let message = format!("at most {max} objects can be bound");
            return Err(OracleError::new(ErrorKind::Limit, &place, message));
        }
        for name in names {
            // Two objects with one name within a type or a union could not be distinguished.
            let clash = vocabulary.types.iter().enumerate().any(|(id, candidate)| {
                candidate.homes.contains(&home) && object_named(vocabulary, &objects, name, id).is_some()
            });
            if clash || !crate::token::is_name(name) {
                let message = format!("`{name}` is a duplicate or not a valid name");
                return Err(OracleError::new(ErrorKind::Name, &place, message));
            }
            objects.push(Object { name: name.clone(), home });
        }
    }
    Ok(objects)
}
