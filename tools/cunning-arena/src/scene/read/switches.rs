//! `[switch.NAME]`: options of a scene, and what depends on them.

use super::Draft;
use super::table::Table;
use crate::limits::KINDS_MAX;
use crate::scene::{Scene, Switch};

impl Draft<'_> {
    /// Reads the switches. `positions` overrides their defaults.
    pub(super) fn switches(&mut self, file: &mut Table<'_, '_>, positions: &[(&str, bool)]) {
        for (name, mut table) in self.named(file, "switch", KINDS_MAX) {
            let default = table.read("default", true, |value| self.findings.truth(value));
            let doc = table.words(&mut self.findings, "doc");
            let mut off = Vec::new();
            if let Some(others) = table.table(&mut self.findings, "off") {
                for (archetype, value) in others.entries().take(KINDS_MAX) {
                    let other = self.findings.text(value, "the name of an archetype");
                    off.extend(other.map(|other| (archetype.value.to_owned(), other.value.to_owned())));
                }
            }
            table.finish(&mut self.findings);
            let is_on = positions.iter().rev().find(|(switch, _)| *switch == name.value);
            let is_on = is_on.map_or(default, |(_, is_on)| *is_on);
            self.scene.switches.push(Switch { name: name.value.to_owned(), doc, is_on, off });
        }
    }

    /// Whether a table applies: it does unless the switch that it names under `if` is off.
    pub(super) fn is_switched_on(&mut self, table: &mut Table<'_, '_>) -> bool {
        let Some(name) = table.text(&mut self.findings, "if") else { return true };
        let find = |scene: &Scene, name: &str| {
            scene.switches.iter().find(|switch| switch.name == name).map(|switch| switch.is_on)
        };
        let is_on = self.resolve("switch", name, find, |scene| {
            scene.switches.iter().map(|switch| switch.name.as_str()).collect()
        });
        is_on.unwrap_or(true)
    }

    /// Returns the archetype that replaces another one, as the switches are.
    pub(super) fn archetype(&self, named: String) -> String {
        let off = self.scene.switches.iter().filter(|switch| !switch.is_on).flat_map(|switch| &switch.off);
        let instead = off.into_iter().find(|(archetype, _)| *archetype == named);
        instead.map_or(named, |(_, instead)| instead.clone())
    }
}
