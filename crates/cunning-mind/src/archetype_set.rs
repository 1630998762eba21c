//! The compiled archetypes of an engine: one for each archetype and each combination of the traits that its conditions
//! read, as long as an agent has it.
//!
//! Agents refer to compiled archetypes by place. Which place a compiled archetype gets depends only on the places in
//! use, so restored and rolled-back engines assign the same ones. Compiled archetypes that no agent uses any more are
//! kept for a while outside the places, which saves time and affects nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use cunning_plan::{FixedNumbers, Grounding, Micros};

use crate::compiled_archetype::CompiledArchetype;
use crate::error::MindError;
use crate::spec::DomainSpec;

/// The largest number of unused compiled archetypes that are kept. When there are more, the older half is dropped.
pub(crate) const UNUSED_MAX: usize = 64;

/// Everything that a compiled archetype depends on, besides the domain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ArchetypeKey {
    /// The index of the archetype in the domain.
    pub(crate) index: usize,
    /// Its traits. Those that only costs and scores read have the least value of their range.
    pub(crate) traits: Vec<(String, Micros)>,
}

/// The compiled archetypes of all agents.
pub(crate) struct ArchetypeSet {
    spec: Arc<DomainSpec>,
    pub(crate) fixed: FixedNumbers,
    places: Vec<Option<Place>>,
    by_key: BTreeMap<Arc<ArchetypeKey>, usize>,
    /// The empty places; the last place is never empty.
    free: BTreeSet<usize>,
    /// Compiled archetypes without agents, the one that was used last at the end.
    unused: Vec<CompiledArchetype>,
}

struct Place {
    archetype: CompiledArchetype,
    /// The number of agents that use it.
    users: usize,
}

impl ArchetypeSet {
    pub(crate) fn new(spec: &Arc<DomainSpec>) -> Self {
        Self {
            spec: spec.clone(),
            fixed: FixedNumbers::new(&spec.planning),
            places: Vec::new(),
            by_key: BTreeMap::new(),
            free: BTreeSet::new(),
            unused: Vec::new(),
        }
    }

    /// Returns the key of an archetype with some traits.
    fn key(&self, index: usize, traits: &[(String, Micros)]) -> ArchetypeKey {
        let declared = self.spec.archetypes.get(index).map_or(&[][..], |archetype| &archetype.traits);
        let domain_traits = self.spec.planning.traits();
        let compiled_value = |(name, value): &(String, Micros)| {
            let known = domain_traits.iter().find(|(_, known)| known.name == *name);
            let is_fixed = known.is_some_and(|(id, _)| self.fixed.has_trait(id));
            let least = declared.iter().find(|(known, ..)| known == name).map_or(*value, |(_, low, _)| *low);
            (name.clone(), if is_fixed { *value } else { least })
        };
        ArchetypeKey { index, traits: traits.iter().map(compiled_value).collect() }
    }

    /// Returns whether an archetype is compiled with any traits.
    pub(crate) fn has(&self, index: usize) -> bool {
        self.keys().flatten().any(|key| key.index == index)
    }

    /// Returns the place of the compiled archetype for an agent with some traits, and counts the agent as its user.
    pub(crate) fn acquire(
        &mut self,
        index: usize,
        traits: &[(String, Micros)],
        sensors: &BTreeMap<String, u32>,
    ) -> Result<usize, MindError> {
        let key = self.key(index, traits);
        if let Some(&at) = self.by_key.get(&key) {
            if let Some(place) = &mut self.places[at] {
                place.users += 1;
            }
            return Ok(at);
        }
        let archetype = self.take_unused(&key, sensors)?;
        let at = self.free.pop_first().unwrap_or(self.places.len());
        self.put(at, Some(Place { archetype, users: 1 }));
        Ok(at)
    }

    /// Gives up the use of a compiled archetype by an agent. Returns the groundings of those that were dropped.
    pub(crate) fn release(&mut self, at: usize) -> Vec<Arc<Grounding>> {
        let Some(place) = self.places.get_mut(at).and_then(Option::as_mut) else { return Vec::new() };
        place.users -= 1;
        if place.users > 0 {
            return Vec::new();
        }
        let unused = self.put(at, None);
        self.unused.extend(unused.map(|place| place.archetype));
        self.trim()
    }

    /// Fills or empties a place and returns what it held.
    fn put(&mut self, at: usize, place: Option<Place>) -> Option<Place> {
        if at >= self.places.len() {
            self.free.extend(self.places.len()..=at);
            self.places.resize_with(at + 1, || None);
        }
        let before = std::mem::replace(&mut self.places[at], place);
        if let Some(before) = &before {
            self.by_key.remove(&before.archetype.key);
        }
        if let Some(place) = &self.places[at] {
            self.by_key.insert(place.archetype.key.clone(), at);
            self.free.remove(&at);
            return before;
        }
        self.free.insert(at);
        while self.places.pop_if(|last| last.is_none()).is_some() {
            self.free.remove(&self.places.len());
        }
        before
    }

    /// Returns an unused compiled archetype, or compiles it.
    fn take_unused(
        &mut self,
        key: &ArchetypeKey,
        sensors: &BTreeMap<String, u32>,
    ) -> Result<CompiledArchetype, MindError> {
        let mut archetype = match self.unused.iter().position(|unused| *unused.key == *key) {
            Some(at) => self.unused.remove(at),
            None => CompiledArchetype::new(&self.spec, key.index, &key.traits)?,
        };
        archetype.set_intervals(sensors);
        Ok(archetype)
    }

    /// Drops the older half of the unused compiled archetypes if there are too many. Returns their groundings.
    fn trim(&mut self) -> Vec<Arc<Grounding>> {
        if self.unused.len() <= UNUSED_MAX {
            return Vec::new();
        }
        let dropped = self.unused.drain(..self.unused.len() - UNUSED_MAX / 2);
        dropped.map(|unused| unused.grounding).collect()
    }

    /// Iterates over the places, in order: what is compiled in each.
    pub(crate) fn keys(&self) -> impl ExactSizeIterator<Item = Option<&Arc<ArchetypeKey>>> {
        self.places.iter().map(|place| place.as_ref().map(|place| &place.archetype.key))
    }

    /// Compiles what was in the places of a save or snapshot, which agents do not use yet. Returns the groundings of
    /// compiled archetypes that were dropped. Changes nothing if something cannot be compiled.
    pub(crate) fn set_places(
        &mut self,
        keys: &[Option<Arc<ArchetypeKey>>],
        sensors: &BTreeMap<String, u32>,
    ) -> Result<Vec<Arc<Grounding>>, MindError> {
        let is_here = |(at, key): &(usize, &Arc<ArchetypeKey>)| {
            self.keys().nth(*at).flatten().is_some_and(|here| *here == **key)
        };
        let wanted = keys.iter().enumerate().filter_map(|(at, key)| Some((at, key.as_ref()?)));
        let missing: Vec<(usize, &Arc<ArchetypeKey>)> = wanted.filter(|wanted| !is_here(wanted)).collect();
        for (_, key) in &missing {
            let is_kept =
                self.by_key.contains_key(*key) || self.unused.iter().any(|unused| unused.key == **key);
            if !is_kept {
                self.unused.push(CompiledArchetype::new(&self.spec, key.index, &key.traits)?);
            }
        }
        for at in (0..self.places.len()).rev() {
            let here = self.keys().nth(at).flatten();
            if here.is_some() && here != keys.get(at).and_then(Option::as_ref) {
                let unused = self.put(at, None);
                self.unused.extend(unused.map(|place| place.archetype));
            }
        }
        for (at, key) in missing {
            let archetype = self.take_unused(key, sensors)?;
            self.put(at, Some(Place { archetype, users: 0 }));
        }
        Ok(self.trim())
    }

    /// Counts the agents that use each compiled archetype.
    pub(crate) fn count_users(&mut self, users: impl Iterator<Item = usize>) {
        self.places.iter_mut().flatten().for_each(|place| place.users = 0);
        for at in users {
            if let Some(place) = self.places.get_mut(at).and_then(Option::as_mut) {
                place.users += 1;
            }
        }
    }

    /// Returns whether every compiled archetype is used by an agent and has the key under which it is found.
    pub(crate) fn is_sound(&self) -> bool {
        let is_sound = |place: &Place| {
            let key = &place.archetype.key;
            place.users > 0 && self.key(key.index, &key.traits) == **key
        };
        let mut used = self.places.iter().flatten();
        self.by_key.len() == self.places.len() - self.free.len() && used.all(is_sound)
    }

    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut CompiledArchetype> {
        Some(&mut self.places.get_mut(at)?.as_mut()?.archetype)
    }

    pub(crate) fn get(&self, at: usize) -> Option<&CompiledArchetype> {
        Some(&self.places.get(at)?.as_ref()?.archetype)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &CompiledArchetype> {
        self.places.iter().flatten().map(|place| &place.archetype)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut CompiledArchetype> {
        self.places.iter_mut().flatten().map(|place| &mut place.archetype)
    }
}

/// Agents refer to places in use only.
impl Index<usize> for ArchetypeSet {
    type Output = CompiledArchetype;

    fn index(&self, at: usize) -> &CompiledArchetype {
        &self.places[at].as_slice()[0].archetype
    }
}

impl IndexMut<usize> for ArchetypeSet {
    fn index_mut(&mut self, at: usize) -> &mut CompiledArchetype {
        &mut self.places[at].as_mut_slice()[0].archetype
    }
}
