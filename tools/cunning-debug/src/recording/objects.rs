//! The names of the game's objects, by tick.

use std::collections::BTreeMap;

use cunning_trace::{Event, Reader, Subject, View};

/// The names of the objects that were ever bound. They are collected while a recording is scanned, because a state of the
/// world is expensive to rebuild for every name.
#[derive(Default)]
pub(super) struct ObjectNames(BTreeMap<u64, Vec<(u64, String)>>);

impl ObjectNames {
    /// Adds the objects that were bound before the first record.
    pub(super) fn start(&mut self, reader: &Reader<Vec<u8>>) {
        let tick = reader.first_tick();
        let world = reader.view(Subject::World, tick).ok();
        for binding in world.iter().flat_map(View::bindings) {
            self.add(tick, binding.handle, binding.name);
        }
    }

    /// Adds the object of an event, if it binds one.
    pub(super) fn extend(&mut self, tick: u64, event: &Event<'_>) {
        if let Event::Bound { handle, name, .. } = *event {
            self.add(tick, handle, name);
        }
    }

    fn add(&mut self, tick: u64, handle: u64, name: &str) {
        let names = self.0.entry(handle).or_default();
        if !name.is_empty() && names.last().is_none_or(|(_, last)| last != name) {
            names.push((tick, name.to_owned()));
        }
    }

    /// The name that an object has at a tick, or had last. An object without a name is called by its number.
    pub(super) fn get(&self, handle: u64, tick: u64) -> String {
        let names = self.0.get(&handle).map_or(&[][..], Vec::as_slice);
        let after = names.partition_point(|(since, _)| *since <= tick);
        // An object may be mentioned in the tick before it is bound.
        let found = names[..after].last().or(names.first());
        found.map_or_else(|| format!("#{handle}"), |(_, name)| name.clone())
    }
}
